// SPDX-License-Identifier: GPL-2.0-or-later
/* Members of JSON that comes from outside: of the right type, or not there. */
#include <math.h>
#include <string.h>

#include "format.h"
#include "jsonin.h"

/* Squares and sums of what is larger would not be finite. */
#define LARGEST 1e100

struct json_object *json_member(struct json_object *from, const char *key, enum json_type type)
{
	struct json_object *value;

	if (!json_object_is_type(from, json_type_object) ||
	    !json_object_object_get_ex(from, key, &value) || !json_object_is_type(value, type))
		return NULL;
	return value;
}

struct ratio json_number(struct json_object *from, const char *key)
{
	struct json_object *value = json_member(from, key, json_type_int);
	double v;

	if (!value)
		value = json_member(from, key, json_type_double);
	if (!value)
		return (struct ratio){ .known = false };
	v = json_object_get_double(value);
	return fabs(v) < LARGEST ? ratio_of(v) : (struct ratio){ .known = false };
}

const char *json_text(struct json_object *from, const char *key)
{
	struct json_object *value = json_member(from, key, json_type_string);

	return value ? json_object_get_string(value) : NULL;
}

size_t json_list_len(struct json_object *list)
{
	return list ? json_object_array_length(list) : 0;
}

static const char *plain(struct json_object *value)
{
	if (json_object_is_type(value, json_type_string))
		return json_object_get_string(value);
	return json_object_to_json_string_ext(value, JSON_C_TO_STRING_NOSLASHESCAPE);
}

void json_words(struct json_object *value, char *buf, size_t len)
{
	char all[1024] = "";
	size_t i, at = 0;

	if (!json_object_is_type(value, json_type_array)) {
		format_clean(buf, len, plain(value));
		return;
	}
	for (i = 0; i < json_object_array_length(value) && at < sizeof(all); i++)
		at += (size_t)snprintf(all + at, sizeof(all) - at, "%s%s", i ? " " : "",
				       plain(json_object_array_get_idx(value, i)));
	format_clean(buf, len, all);
}
