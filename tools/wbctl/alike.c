// SPDX-License-Identifier: GPL-2.0-or-later
/* What two results must have in common so that comparing them means something. */
#include <math.h>
#include <string.h>

#include "alike.h"
#include "format.h"
#include "jsonin.h"

/*
 * Part of the memory that two kernels on one machine may differ by: they
 * reserve different amounts for themselves.
 */
#define MEMORY_SLACK 0.05

/**
 * struct known - how a member of JSON reads
 * @key: The member.
 * @name: What people call it.
 * @unit: How its value is printed; UNIT_TEXT: as it is.
 */
struct known {
	const char *key;
	const char *name;
	enum unit unit;
};

static const struct known job_members[] = {
	{ "writers", "writers", UNIT_COUNT },
	{ "size_bytes", "size", UNIT_BYTES },
	{ "bs_bytes", "bs", UNIT_BYTES },
	{ "time_limit_ns", "time limit", UNIT_NS },
};

static const struct known head_members[] = {
	{ "memory_bytes", "memory", UNIT_BYTES },
	{ "cpus", "CPUs", UNIT_COUNT },
	{ "page_bytes", "page size", UNIT_BYTES },
	{ "source", "source", UNIT_TEXT },
};

static struct trait *find(const struct traits *in, const char *name)
{
	size_t i;

	for (i = 0; i < in->count; i++)
		if (!strcmp(in->t[i].name, name))
			return (struct trait *)&in->t[i];
	return NULL;
}

/* Whether @text is one of the parts of @all, which have '/' between them. */
static bool has_part(const char *all, const char *text)
{
	size_t len = strlen(text);
	const char *at;

	for (at = all; (at = strstr(at, text)); at++)
		if ((at == all || at[-1] == '/') && (!at[len] || at[len] == '/'))
			return true;
	return false;
}

static struct trait *put(struct traits *into, const char *name, const char *text)
{
	struct trait *t = find(into, name);
	size_t len;

	if (!t) {
		if (into->count == ARRAY_SIZE(into->t))
			return NULL;
		t = &into->t[into->count++];
		*t = (struct trait){};
		format_clean(t->name, sizeof(t->name), name);
		format_clean(t->text, sizeof(t->text), text);
		return t;
	}
	if (!has_part(t->text, text)) {
		len = strlen(t->text);
		snprintf(t->text + len, sizeof(t->text) - len, "/%s", text);
	}
	return t;
}

void traits_add(struct traits *into, const char *name, const char *text)
{
	put(into, name, text);
}

static void value_text(struct json_object *value, enum unit unit, char *buf, size_t len)
{
	char number[FORMAT_LEN];

	if (unit != UNIT_TEXT && json_object_is_type(value, json_type_int))
		snprintf(buf, len, "%s",
			 format_fig(number, unit, fig_of(json_object_get_uint64(value))));
	else if (json_object_is_type(value, json_type_boolean))
		snprintf(buf, len, "%s", json_object_get_boolean(value) ? "yes" : "no");
	else
		json_words(value, buf, len);
}

static const struct known *known_of(const struct known *table, size_t count, const char *key)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (!strcmp(table[i].key, key))
			return &table[i];
	return NULL;
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

/* Each member of the job, also those that a later wbctl adds. */
static void take_job(struct traits *into, struct json_object *doc)
{
	struct json_object *job = json_member(doc, "job", json_type_object);
	const struct known *k;
	char text[TRAIT_TEXT_LEN];

	if (!job)
		return;
	json_object_object_foreach(job, key, value) {
		k = known_of(job_members, ARRAY_SIZE(job_members), key);
		value_text(value, k ? k->unit : UNIT_TEXT, text, sizeof(text));
		put(into, k ? k->name : key, text);
	}
}

static void take_command(struct traits *into, struct json_object *doc)
{
	struct json_object *command = json_member(doc, "command", json_type_object), *words;
	char text[TRAIT_TEXT_LEN];

	if (json_text(doc, "profile"))
		put(into, "profile", json_text(doc, "profile"));
	words = json_member(command ? command : doc, command ? "argv" : "command",
			    json_type_array);
	if (words) {
		json_words(words, text, sizeof(text));
		put(into, "command", text);
	}
}

static void take_head(struct traits *into, struct json_object *doc)
{
	struct json_object *value;
	char text[TRAIT_TEXT_LEN];
	struct trait *t;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(head_members); i++) {
		if (!json_object_object_get_ex(doc, head_members[i].key, &value) || !value)
			continue;
		value_text(value, head_members[i].unit, text, sizeof(text));
		t = put(into, head_members[i].name, text);
		if (t && !strcmp(head_members[i].key, "memory_bytes"))
			t->bytes = json_number(doc, "memory_bytes");
	}
}

static void take_sysctls(struct traits *into, struct json_object *doc)
{
	struct json_object *sysctls = json_member(doc, "sysctls", json_type_object);
	char text[TRAIT_TEXT_LEN];
	struct trait *t;

	if (!sysctls)
		return;
	json_object_object_foreach(sysctls, key, value) {
		json_words(value, text, sizeof(text));
		t = put(into, key, text);
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

static size_t note(const struct trait *a, const struct trait *b, char *buf, size_t len)
{
	size_t at = strlen(buf);

	if (same(a, b))
		return 0;
	if (at < len)
		snprintf(buf + at, len - at, "%s%s %s against %s", at ? ", " : "",
			 (a ? a : b)->name, b ? b->text : "none", a ? a->text : "none");
	return 1;
}

size_t traits_differ(const struct traits *a, const struct traits *b, char *buf, size_t len)
{
	size_t i, count = 0;

	buf[0] = '\0';
	for (i = 0; i < a->count; i++)
		count += note(&a->t[i], find(b, a->t[i].name), buf, len);
	for (i = 0; i < b->count; i++)
		if (!find(a, b->t[i].name))
			count += note(NULL, &b->t[i], buf, len);
	return count;
}

void traits_common(struct traits *t, const struct traits *other)
{
	size_t i, left = 0;

	for (i = 0; i < t->count; i++)
		if (same(&t->t[i], find(other, t->t[i].name)))
			t->t[left++] = t->t[i];
	t->count = left;
}

void traits_text(const struct traits *t, char *buf, size_t len)
{
	size_t i, at = 0;

	buf[0] = '\0';
	for (i = 0; i < t->count && at < len; i++)
		at += (size_t)snprintf(buf + at, len - at, "%s%s %s", i ? ", " : "", t->t[i].name,
				       t->t[i].text);
}
