// SPDX-License-Identifier: GPL-2.0-or-later
/* What two results must have in common so that comparing them means something. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alike.h"
#include "format.h"
#include "jsonin.h"

/*
 * Part of the memory that two kernels on one machine may differ by: they
 * reserve different amounts for themselves.
 */
#define MEMORY_SLACK 0.05

static const char *const head_members[] = {
	"driver", "memory_bytes", "cpus", "page_bytes", "source",
};

const struct trait *traits_find(const struct traits *in, const char *name)
{
	size_t i;

	for (i = 0; i < in->count; i++)
		if (!strcmp(in->t[i].name, name))
			return &in->t[i];
	return NULL;
}

/* Whether @text is one of the parts of @all, which have '/' between them. */
static bool has_part(const char *all, const char *text)
{
	size_t len = strlen(text);
	const char *at;

	for (at = all; len && (at = strstr(at, text)); at++)
		if ((at == all || at[-1] == '/') && (!at[len] || at[len] == '/'))
			return true;
	return !len;
}

static void put_part(struct trait *t, const char *text)
{
	char *more;

	if (has_part(t->text, text) || asprintf(&more, "%s/%s", t->text, text) < 0)
		return;
	free(t->text);
	t->text = more;
}

static struct trait *put(struct traits *into, const char *name, const char *text)
{
	struct trait *t = (struct trait *)traits_find(into, name);
	char *copy = format_clean_dup(text);

	if (!copy)
		return NULL;
	if (t) {
		put_part(t, copy);
		free(copy);
		return t;
	}
	if (into->count == ARRAY_SIZE(into->t)) {
		free(copy);
		return NULL;
	}
	t = &into->t[into->count++];
	*t = (struct trait){ .text = copy };
	format_clean(t->name, sizeof(t->name), name);
	return t;
}

void traits_add(struct traits *into, const char *name, const char *text)
{
	put(into, name, text);
}

/* The unit at the end of a key; *len is what is before it. */
static enum unit unit_of(const char *key, size_t *len)
{
	static const struct {
		const char *suffix;
		enum unit unit;
	} units[] = {
		{ "_bytes_per_s", UNIT_RATE }, { "_bytes", UNIT_BYTES }, { "_ns", UNIT_NS },
	};
	size_t i, end;

	*len = strlen(key);
	for (i = 0; i < ARRAY_SIZE(units); i++) {
		end = strlen(units[i].suffix);
		if (*len > end && !strcmp(key + *len - end, units[i].suffix)) {
			*len -= end;
			return units[i].unit;
		}
	}
	return UNIT_TEXT;
}

static struct trait *put_value(struct traits *into, const char *name, struct json_object *value)
{
	char *text = json_words(value);
	struct trait *t = text ? put(into, name, text) : NULL;

	free(text);
	return t;
}

static struct trait *put_figure(struct traits *into, const char *name, enum unit unit, uint64_t v)
{
	char text[FORMAT_LEN + 8];

	format_fig(text, unit, fig_of(v));
	if (unit == UNIT_RATE)
		strcat(text, " MiB/s");
	return put(into, name, text);
}

/* "size_bytes": 67108864 becomes "size 64.0 MiB". */
static struct trait *put_member(struct traits *into, const char *key, struct json_object *value)
{
	char name[TRAIT_NAME_LEN], *at;
	size_t len;
	enum unit unit = unit_of(key, &len);

	snprintf(name, sizeof(name), "%.*s", (int)len, key);
	for (at = name; (at = strchr(at, '_')); at++)
		*at = ' ';
	if (unit != UNIT_TEXT && json_object_is_type(value, json_type_int))
		return put_figure(into, name, unit, json_object_get_uint64(value));
	if (json_object_is_type(value, json_type_boolean))
		return put(into, name, json_object_get_boolean(value) ? "yes" : "no");
	return put_value(into, name, value);
}

static void take_file_systems(struct traits *into, struct json_object *doc)
{
	struct json_object *writers = json_member(doc, "writers", json_type_array);
	const char *type;
	size_t i;

	for (i = 0; i < json_list_len(writers); i++) {
		type = json_text(json_object_array_get_idx(writers, i), "fs_type");
		if (type)
			put(into, "file system", type);
	}
}

/* "ext4 on 252:0, tmpfs on 0:35": the types; devices have other numbers elsewhere. */
static void take_where(struct traits *into, const char *where)
{
	char text[256], *rest = text, *one, *on;

	snprintf(text, sizeof(text), "%s", where);
	while ((one = strsep(&rest, ","))) {
		one += strspn(one, " ");
		on = strstr(one, " on ");
		if (!on)
			continue;
		*on = '\0';
		put(into, "file system", one);
	}
}

/* Each member of the job, also those that a later wbctl adds. */
static void take_job(struct traits *into, struct json_object *doc)
{
	struct json_object *job = json_member(doc, "job", json_type_object);

	if (!job)
		return;
	json_object_object_foreach(job, key, value) {
		if (strcmp(key, "where"))
			put_member(into, key, value);
		else if (json_object_is_type(value, json_type_string))
			take_where(into, json_object_get_string(value));
	}
}

static void take_command(struct traits *into, struct json_object *doc)
{
	struct json_object *program = json_member(doc, "program", json_type_object);
	struct json_object *argv = json_member(program, "argv", json_type_array);

	if (json_text(doc, "profile"))
		put(into, "profile", json_text(doc, "profile"));
	if (argv)
		put_value(into, "command", argv);
}

static void take_head(struct traits *into, struct json_object *doc)
{
	struct json_object *value;
	struct trait *t;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(head_members); i++) {
		if (!json_object_object_get_ex(doc, head_members[i], &value) || !value)
			continue;
		t = put_member(into, head_members[i], value);
		if (t && !strcmp(head_members[i], "memory_bytes"))
			t->bytes = json_number(doc, "memory_bytes");
	}
}

static void take_sysctls(struct traits *into, struct json_object *doc)
{
	struct json_object *sysctls = json_member(doc, "sysctls", json_type_object);
	struct trait *t;

	if (!sysctls)
		return;
	json_object_object_foreach(sysctls, key, value) {
		t = put_value(into, key, value);
		if (t)
			t->optional = true;
	}
}

static void take_all(struct traits *into, struct json_object *doc)
{
	take_command(into, doc);
	take_file_systems(into, doc);
	take_job(into, doc);
	take_head(into, doc);
	take_sysctls(into, doc);
}

void traits_of(struct traits *into, struct json_object *doc)
{
	struct json_object *steps = json_member(doc, "steps", json_type_array), *run;
	size_t i;

	take_all(into, doc);
	for (i = 0; i < json_list_len(steps); i++) {
		run = json_member(json_object_array_get_idx(steps, i), "run", json_type_object);
		if (run)
			take_all(into, run);
	}
}

static bool same(const struct trait *a, const struct trait *b)
{
	if (!a || !b)
		return (a ? a : b)->optional;
	if (a->bytes.known && b->bytes.known)
		return fabs(a->bytes.v - b->bytes.v) <=
		       MEMORY_SLACK * fmax(a->bytes.v, b->bytes.v);
	return !strcmp(a->text, b->text);
}

static void note(FILE *to, const struct trait *a, const struct trait *b)
{
	if (!same(a, b))
		fprintf(to, "%s%s %s against %s", ftell(to) ? ", " : "", (a ? a : b)->name,
			b ? b->text : "none", a ? a->text : "none");
}

char *traits_differ(const struct traits *a, const struct traits *b)
{
	char *text = NULL;
	size_t i, len;
	FILE *to = open_memstream(&text, &len);

	if (!to)
		return NULL;
	for (i = 0; i < a->count; i++)
		note(to, &a->t[i], traits_find(b, a->t[i].name));
	for (i = 0; i < b->count; i++)
		if (!traits_find(a, b->t[i].name))
			note(to, NULL, &b->t[i]);
	fclose(to);
	return text;
}

void traits_common(struct traits *t, const struct traits *other)
{
	size_t i, left = 0;

	for (i = 0; i < t->count; i++)
		if (same(&t->t[i], traits_find(other, t->t[i].name)))
			t->t[left++] = t->t[i];
	t->count = left;
}

char *traits_text(const struct traits *t)
{
	char *text = NULL;
	size_t i, len;
	FILE *to = open_memstream(&text, &len);

	if (!to)
		return NULL;
	for (i = 0; i < t->count; i++)
		fprintf(to, "%s%s %s", i ? ", " : "", t->t[i].name, t->t[i].text);
	fclose(to);
	return text;
}

void traits_free(struct traits *t)
{
	size_t i;

	for (i = 0; i < t->count; i++)
		free(t->t[i].text);
	t->count = 0;
}
