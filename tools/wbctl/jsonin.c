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

char *json_words(struct json_object *value)
{
	char *all = NULL, *clean;
	size_t i, len;
	FILE *f = open_memstream(&all, &len);

	if (!f)
		return NULL;
	if (!json_object_is_type(value, json_type_array))
		fputs(plain(value), f);
	else
		for (i = 0; i < json_object_array_length(value); i++)
			fprintf(f, "%s%s", i ? " " : "",
				plain(json_object_array_get_idx(value, i)));
	fclose(f);
	clean = all ? format_clean_dup(all) : NULL;
	free(all);
	return clean;
}
