// SPDX-License-Identifier: GPL-2.0-or-later
/* Findings as text and as JSON, and back. */
#include <stdlib.h>
#include <string.h>

#include "finding_rules.h"
#include "findings.h"
#include "out.h"

/* Of what is left, this many classes are named, if they have that share. */
#define LEFT_SHOWN 4
#define LEFT_LEAST 0.03

static const struct column finding_columns[] = {
	{ .key = "code", .unit = UNIT_TEXT, .at = offsetof(struct finding, code) },
	{ .key = "kind", .unit = UNIT_TEXT, .at = offsetof(struct finding, kind) },
	{ .key = "explains_ns", .unit = UNIT_NS, .at = offsetof(struct finding, explains_ns) },
};

static const struct table finding_table = {
	finding_columns, ARRAY_SIZE(finding_columns), NULL
};

static void numbered(FILE *to, size_t i, const char *text)
{
	int at = fprintf(to, "%zu. ", i);

	wrap(to, text, at, at);
}

static const char *left_name(size_t class)
{
	return class == CLASS_CPU_SYSTEM ? "cpu" : class_names[class];
}

/* "What is left, 43 % of the time: cpu 20 %, runqueue 12 %." */
static void left_text(char *out, size_t len, const struct findings *f)
{
	bool said[CLASSES] = {};
	char part[FORMAT_LEN];
	size_t i, j, most, at;

	at = (size_t)snprintf(out, len, "What is left, %s of the time",
			      format_ratio(part, UNIT_RATIO, f->unexplained));
	for (i = 0; i < LEFT_SHOWN; i++) {
		most = CLASSES;
		for (j = 0; j < CLASSES; j++)
			if (!said[j] && f->left[j].v >= LEFT_LEAST &&
			    (most == CLASSES || f->left[j].v > f->left[most].v))
				most = j;
		if (most == CLASSES)
			break;
		said[most] = true;
		at += (size_t)snprintf(out + at, len - at, "%s %s %.0f %%", i ? "," : ":",
				       left_name(most), f->left[most].v * 100);
	}
	snprintf(out + at, len - at, ".");
}

void findings_text(FILE *to, const struct findings *f)
{
	char left[FINDING_TEXT_LEN];
	size_t i;

	if (!f || (!f->count && !f->was_not[0]))
		return;
	fputc('\n', to);
	for (i = 0; i < f->count; i++)
		numbered(to, i + 1, f->f[i].text);
	if (f->was_not[0])
		numbered(to, ++i, f->was_not);
	if (!f->unexplained.known || f->unexplained.v < LEFT_LEAST)
		return;
	left_text(left, sizeof(left), f);
	numbered(to, i + 1, left);
}

static struct json_object *finding_json(const struct finding *f)
{
	struct json_object *one = json_object_new_object();

	table_json(&finding_table, f, one);
	json_add_text(one, "subject", f->subject);
	json_add_number(one, "confidence", f->confidence);
	json_add_text(one, "text", f->text);
	json_object_object_add(one, "evidence", json_object_get(f->evidence));
	return one;
}

void findings_json(struct json_object *doc, const struct findings *f)
{
	struct json_object *list = json_object_new_array(), *left;
	size_t i;

	for (i = 0; i < f->count; i++)
		json_object_array_add(list, finding_json(&f->f[i]));
	json_object_object_add(doc, "findings", list);
	if (f->was_not[0])
		json_add_text(doc, "was_not", f->was_not);
	if (!f->unexplained.known)
		return;
	json_add_number(doc, "unexplained_ratio", f->unexplained.v);
	left = json_object_new_object();
	for (i = CLASS_CPU_SYSTEM; i < CLASSES; i++)
		json_add_number(left, left_name(i), f->left[i].v);
	json_object_object_add(doc, "unexplained_by_class_ratio", left);
}

/* What a code explains, by its rules. */
static const char *explains_of(const char *code)
{
	size_t i;

	for (i = 0; i < finding_rule_count; i++)
		if (!strcmp(finding_rules[i].code, code) && finding_rules[i].explains)
			return finding_rules[i].explains;
	return NULL;
}

static const char *finding_load(struct finding *f, struct json_object *from)
{
	const char *bad = table_load(&finding_table, f, from);
	const char *subject = json_get_text(from, "subject"), *text = json_get_text(from, "text");

	if (bad)
		return bad;
	if (!f->code || !subject || !text)
		return !f->code ? "code" : !subject ? "subject" : "text";
	f->explains = f->explains_ns.known ? explains_of(f->code) : NULL;
	snprintf(f->subject, sizeof(f->subject), "%s", subject);
	snprintf(f->text, sizeof(f->text), "%s", text);
	f->confidence = json_object_get_double(json_get(from, "confidence"));
	f->evidence = json_object_get(json_get(from, "evidence"));
	return json_object_is_type(f->evidence, json_type_object) ? NULL : "evidence";
}

struct findings *findings_load(struct json_object *doc, const char **bad)
{
	struct json_object *list = json_get(doc, "findings"), *left;
	const char *was_not = json_get_text(doc, "was_not");
	struct findings *f;
	size_t i, n;

	*bad = NULL;
	if (!list)
		return NULL;
	f = calloc(1, sizeof(*f));
	n = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
	if (f)
		f->f = calloc(n + 1, sizeof(*f->f));
	for (i = 0; f && f->f && i < n && !*bad; i++)
		*bad = finding_load(&f->f[f->count++], json_object_array_get_idx(list, i));
	if (!json_object_is_type(list, json_type_array))
		*bad = "findings";
	if (*bad || !f || !f->f) {
		findings_free(f);
		return NULL;
	}
	if (was_not)
		snprintf(f->was_not, sizeof(f->was_not), "%s", was_not);
	left = json_get(doc, "unexplained_ratio");
	if (left)
		f->unexplained = ratio_of(json_object_get_double(left));
	left = json_get(doc, "unexplained_by_class_ratio");
	for (i = CLASS_CPU_SYSTEM; left && i < CLASSES; i++)
		f->left[i] = ratio_of(json_object_get_double(json_get(left, left_name(i))));
	return f;
}

void findings_free(struct findings *f)
{
	size_t i;

	if (!f)
		return;
	for (i = 0; i < f->count; i++)
		json_object_put(f->f[i].evidence);
	free(f->f);
	free(f);
}
