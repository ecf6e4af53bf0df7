// SPDX-License-Identifier: GPL-2.0-or-later
/* An answer of the module, decoded by its attribute set. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <netlink/attr.h>

#include "record.h"

static int parse_number_attr(const struct attr *a, const struct nlattr *nla, struct value *v)
{
	int len = nla_len(nla);
	uint32_t u32;

	if (len == sizeof(u32) && a->type != ATTR_U64) {
		memcpy(&u32, nla_data(nla), sizeof(u32));
		v->u = u32;
	} else if (len == sizeof(v->u) && (a->type == ATTR_U64 || a->type == ATTR_UINT)) {
		memcpy(&v->u, nla_data(nla), sizeof(v->u));
	} else {
		return -EBADMSG;
	}
	v->set = true;
	return 0;
}

static int parse_string_attr(const struct nlattr *nla, struct value *v)
{
	char *text = strndup(nla_data(nla), (size_t)nla_len(nla));

	if (!text)
		return -ENOMEM;
	if (v->set)
		free(v->text);
	v->text = text;
	v->set = true;
	return 0;
}

/* A line more of a text. */
static int parse_lines_attr(const struct nlattr *nla, struct value *v)
{
	char *text = NULL;
	int rc;

	if (!v->set)
		return parse_string_attr(nla, v);
	rc = asprintf(&text, "%s\n%.*s", v->text, nla_len(nla), (const char *)nla_data(nla));
	if (rc < 0)
		return -ENOMEM;
	free(v->text);
	v->text = text;
	return 0;
}

static int parse_nest_attr(const struct attr *a, const struct nlattr *nla, struct value *v)
{
	struct record **tail = &v->nest, *rec;
	int rc;

	rc = record_parse(a->nest, nla_data(nla), nla_len(nla), &rec);
	if (rc)
		return rc;
	if (a->type == ATTR_NEST && v->set) {
		record_free(v->nest);
		v->nest = NULL;
	}
	/* Lists are short (64 buckets, 16 reasons), so walking them is cheap. */
	while (*tail)
		tail = &(*tail)->next;
	*tail = rec;
	v->set = true;
	return 0;
}

static int parse_attr(const struct attr *a, const struct nlattr *nla, struct value *v)
{
	switch (a->type) {
	case ATTR_NONE:
		return 0;
	case ATTR_STRING:
		return parse_string_attr(nla, v);
	case ATTR_LINES:
		return parse_lines_attr(nla, v);
	case ATTR_NEST:
	case ATTR_LIST:
		return parse_nest_attr(a, nla, v);
	default:
		return parse_number_attr(a, nla, v);
	}
}

static int check_complete(const struct record *rec)
{
	int i;

	for (i = 1; i <= rec->set->max; i++)
		if (rec->set->attrs[i].must && !rec->values[i].set)
			return -EBADMSG;
	return 0;
}

int record_parse(const struct attr_set *set, const struct nlattr *head, int len,
		 struct record **out)
{
	const struct nlattr *nla = head;
	struct record *rec;
	int rc = 0, type;

	rec = calloc(1, sizeof(*rec) + ((size_t)set->max + 1) * sizeof(rec->values[0]));
	if (!rec)
		return -ENOMEM;
	rec->set = set;
	for (; !rc && nla_ok(nla, len); nla = nla_next(nla, &len)) {
		type = nla_type(nla);
		if (type >= 1 && type <= set->max)
			rc = parse_attr(&set->attrs[type], nla, &rec->values[type]);
	}
	/* What is left and is no attribute is a message that was cut. */
	if (!rc && len > 0)
		rc = -EBADMSG;
	if (!rc)
		rc = check_complete(rec);
	if (rc) {
		record_free(rec);
		return rc;
	}
	*out = rec;
	return 0;
}

void record_free(struct record *rec)
{
	struct record *next;
	int i;

	for (; rec; rec = next) {
		next = rec->next;
		for (i = 1; i <= rec->set->max; i++) {
			if (!rec->values[i].set)
				continue;
			if (rec->set->attrs[i].type == ATTR_STRING ||
			    rec->set->attrs[i].type == ATTR_LINES)
				free(rec->values[i].text);
			else if (rec->set->attrs[i].nest)
				record_free(rec->values[i].nest);
		}
		free(rec);
	}
}

struct fig record_fig(const struct record *rec, int attr)
{
	if (!rec || !rec->values[attr].set)
		return fig_none();
	return fig_of(rec->values[attr].u);
}

const char *record_text(const struct record *rec, int attr)
{
	return rec && rec->values[attr].set ? rec->values[attr].text : NULL;
}

const struct record *record_nest(const struct record *rec, int attr)
{
	return rec && rec->values[attr].set ? rec->values[attr].nest : NULL;
}

static struct json_object *bits_json(const char *const *names, uint64_t bits)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; names[i]; i++) {
		if (bits & 1ULL << i)
			json_object_array_add(list, json_object_new_string(names[i]));
		bits &= ~(1ULL << i);
	}
	if (bits)
		json_object_array_add(list, json_object_new_uint64(bits));
	return list;
}

/* The name of a value of an enum, NULL when it has none here. */
static const char *enum_name(const struct attr *a, uint64_t v)
{
	size_t i;

	for (i = 0; a->names[i]; i++)
		if (i == v)
			return a->names[i];
	return NULL;
}

static struct json_object *lines_json(const char *text)
{
	struct json_object *list = json_object_new_array();
	char line[512], clean[512];
	size_t len;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		snprintf(line, sizeof(line), "%.*s", (int)len, text);
		format_clean(clean, sizeof(clean), line);
		json_object_array_add(list, json_object_new_string(clean));
	}
	return list;
}

static struct json_object *value_json(const struct attr *a, const struct value *v)
{
	const struct record *rec;
	struct json_object *list;
	char buf[FORMAT_LEN];
	const char *name;

	switch (a->type) {
	case ATTR_NEST:
		return record_json(v->nest);
	case ATTR_LIST:
		list = json_object_new_array();
		for (rec = v->nest; rec; rec = rec->next)
			json_object_array_add(list, record_json(rec));
		return list;
	case ATTR_LINES:
		return lines_json(v->text);
	case ATTR_BITS:
		return bits_json(a->names, v->u);
	case ATTR_ENUM:
		name = enum_name(a, v->u);
		return name ? json_object_new_string(name) : json_object_new_uint64(v->u);
	default:
		if (a->unit == UNIT_DEV)
			return json_object_new_string(format_fig(buf, UNIT_DEV, fig_of(v->u)));
		if (a->unit == UNIT_BOOL)
			return json_object_new_boolean(v->u != 0);
		return json_object_new_uint64(v->u);
	}
}

struct json_object *record_json(const struct record *rec)
{
	struct json_object *into = json_object_new_object();
	const struct attr *a;
	int i;

	for (i = 1; i <= rec->set->max; i++) {
		a = &rec->set->attrs[i];
		if (!rec->values[i].set)
			continue;
		if (a->type == ATTR_STRING)
			json_add_text(into, a->name, rec->values[i].text);
		else
			json_object_object_add(into, a->name, value_json(a, &rec->values[i]));
	}
	return into;
}

struct cell record_cell(const void *row, const struct column *column)
{
	const struct record *rec = row;
	const struct attr *a;
	struct cell cell = {};
	int attr = (int)column->at;

	if (column->sub) {
		a = &rec->set->attrs[column->sub];
		rec = record_nest(rec, column->sub);
		a = &a->nest->attrs[attr];
	} else {
		a = &rec->set->attrs[attr];
	}
	cell.unit = a->unit;
	if (a->type == ATTR_STRING) {
		cell.text = record_text(rec, attr);
		return cell;
	}
	cell.fig = record_fig(rec, attr);
	if (a->type == ATTR_ENUM && cell.fig.known)
		cell.text = enum_name(a, cell.fig.v);
	return cell;
}
