// SPDX-License-Identifier: GPL-2.0-or-later
/* Output: one table of columns that yields text and JSON. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "out.h"
#include "parse.h"

static struct cell struct_cell(const void *row, const struct column *c)
{
	struct cell cell = { .unit = c->unit };
	const char *at = (const char *)row + c->at;

	switch (c->unit) {
	case UNIT_TEXT:
		memcpy(&cell.text, at, sizeof(cell.text));
		break;
	case UNIT_RATIO:
	case UNIT_INDEX:
	case UNIT_COEFFICIENT:
		memcpy(&cell.ratio, at, sizeof(cell.ratio));
		break;
	default:
		memcpy(&cell.fig, at, sizeof(cell.fig));
	}
	return cell;
}

static struct cell table_cell(const struct table *t, const void *row, const struct column *c)
{
	return t->get ? t->get(row, c) : struct_cell(row, c);
}

static const char *cell_text(const struct cell *cell, char *buf, size_t len)
{
	if (cell->text)
		return format_clean(buf, len, cell->text);
	if (cell->unit == UNIT_TEXT)
		return "-";
	if (cell->unit == UNIT_RATIO || cell->unit == UNIT_INDEX ||
	    cell->unit == UNIT_COEFFICIENT)
		return format_ratio(buf, cell->unit, cell->ratio);
	return format_fig(buf, cell->unit, cell->fig);
}

/* Columns (not bytes) that UTF-8 text takes; wide characters count as one. */
static int text_width(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

/*
 * Puts @text at the end of the line. Flush left, a text that is too wide
 * pushes what follows; spaces at the end of a line are never written because
 * *pad carries them over.
 */
static void put_column(FILE *to, const char *text, int width, int *pad)
{
	int fill = abs(width) - text_width(text);

	if (fill < 0)
		fill = 0;
	if (width > 0)
		*pad += fill;
	fprintf(to, "%*s%s", *pad, "", text);
	*pad = 2 + (width < 0 ? fill : 0);
}

void table_header(FILE *to, const struct table *t)
{
	int pad = 0;
	size_t i;

	for (i = 0; i < t->count; i++)
		if (t->columns[i].title)
			put_column(to, t->columns[i].title, t->columns[i].width, &pad);
	fputc('\n', to);
}

void table_row(FILE *to, const struct table *t, const void *row)
{
	struct cell cell;
	char buf[1024];
	int pad = 0;
	size_t i;

	for (i = 0; i < t->count; i++) {
		if (!t->columns[i].title)
			continue;
		cell = table_cell(t, row, &t->columns[i]);
		put_column(to, cell_text(&cell, buf, sizeof(buf)), t->columns[i].width, &pad);
	}
	fputc('\n', to);
}

static struct json_object *cell_json(const struct cell *cell)
{
	char buf[4200];

	switch (cell->unit) {
	case UNIT_TEXT:
		if (!cell->text)
			return NULL;
		return json_object_new_string(format_clean(buf, sizeof(buf), cell->text));
	case UNIT_RATIO:
	case UNIT_INDEX:
	case UNIT_COEFFICIENT:
		if (!cell->ratio.known)
			return NULL;
		snprintf(buf, FORMAT_LEN, FORMAT_RATIO_JSON, cell->ratio.v);
		return json_object_new_double_s(cell->ratio.v, buf);
	case UNIT_DEV:
		if (!cell->fig.known)
			return NULL;
		return json_object_new_string(format_fig(buf, UNIT_DEV, cell->fig));
	case UNIT_BOOL:
		return cell->fig.known ? json_object_new_boolean(cell->fig.v != 0) : NULL;
	default:
		return cell->fig.known ? json_object_new_uint64(cell->fig.v) : NULL;
	}
}

/* The object that the dotted key leads to; *key becomes its last part. */
static struct json_object *json_descend(struct json_object *into, const char **key)
{
	struct json_object *next;
	const char *dot;
	char part[64];

	while ((dot = strchr(*key, '.'))) {
		snprintf(part, sizeof(part), "%.*s", (int)(dot - *key), *key);
		if (!json_object_object_get_ex(into, part, &next)) {
			next = json_object_new_object();
			json_object_object_add(into, part, next);
		}
		into = next;
		*key = dot + 1;
	}
	return into;
}

void table_json(const struct table *t, const void *row, struct json_object *into)
{
	struct json_object *value, *at;
	struct cell cell;
	const char *key;
	size_t i;

	for (i = 0; i < t->count; i++) {
		key = t->columns[i].key;
		if (!key)
			continue;
		cell = table_cell(t, row, &t->columns[i]);
		value = cell_json(&cell);
		if (value) {
			at = json_descend(into, &key);
			json_object_object_add(at, key, value);
		}
	}
}

struct json_object *json_get(struct json_object *from, const char *key)
{
	struct json_object *next;
	const char *dot;
	char part[64];

	for (;;) {
		dot = strchrnul(key, '.');
		snprintf(part, sizeof(part), "%.*s", (int)(dot - key), key);
		if (!json_object_is_type(from, json_type_object) ||
		    !json_object_object_get_ex(from, part, &next))
			return NULL;
		if (!*dot)
			return next;
		from = next;
		key = dot + 1;
	}
}

/* Whether @value is a figure of its unit, which then is in *f. */
static bool fig_from(struct fig *f, enum unit kind, struct json_object *value)
{
	uint32_t dev;

	switch (kind) {
	case UNIT_DEV:
		if (!json_object_is_type(value, json_type_string) ||
		    parse_dev(json_object_get_string(value), &dev))
			return false;
		*f = fig_of(dev);
		return true;
	case UNIT_BOOL:
		*f = fig_of((uint64_t)json_object_get_boolean(value));
		return json_object_is_type(value, json_type_boolean);
	default:
		*f = fig_of(json_object_get_uint64(value));
		return json_object_is_type(value, json_type_int) &&
		       (json_object_get_int64(value) >= 0);
	}
}

static bool ratio_from(struct ratio *r, struct json_object *value)
{
	*r = ratio_of(json_object_get_double(value));
	return (json_object_is_type(value, json_type_double) ||
		json_object_is_type(value, json_type_int)) && isfinite(r->v);
}

static bool load_cell(void *row, const struct column *c, struct json_object *value)
{
	char *at = (char *)row + c->at;
	const char *text;
	struct ratio r;
	struct fig f;

	switch (c->unit) {
	case UNIT_TEXT:
		if (!json_object_is_type(value, json_type_string))
			return false;
		text = json_object_get_string(value);
		memcpy(at, &text, sizeof(text));
		return true;
	case UNIT_RATIO:
	case UNIT_INDEX:
	case UNIT_COEFFICIENT:
		if (!ratio_from(&r, value))
			return false;
		memcpy(at, &r, sizeof(r));
		return true;
	default:
		if (!fig_from(&f, c->unit, value))
			return false;
		memcpy(at, &f, sizeof(f));
		return true;
	}
}

const char *table_load(const struct table *t, void *row, struct json_object *from)
{
	struct json_object *value;
	size_t i;

	assert(!t->get);
	for (i = 0; i < t->count; i++) {
		value = t->columns[i].key ? json_get(from, t->columns[i].key) : NULL;
		if (value && !load_cell(row, &t->columns[i], value))
			return t->columns[i].key;
	}
	return NULL;
}

struct fig json_get_fig(struct json_object *from, const char *key)
{
	struct json_object *value = json_get(from, key);
	struct fig f;

	return value && fig_from(&f, UNIT_COUNT, value) ? f : fig_none();
}

const char *json_get_text(struct json_object *from, const char *key)
{
	struct json_object *value = json_get(from, key);

	return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

void json_add_fig(struct json_object *into, const char *key, struct fig f)
{
	if (f.known)
		json_object_object_add(into, key, json_object_new_uint64(f.v));
}

void json_add_number(struct json_object *into, const char *key, double v)
{
	char text[32];

	snprintf(text, sizeof(text), "%.6g", v);
	json_object_object_add(into, key, json_object_new_double_s(v, text));
}

void json_add_text(struct json_object *into, const char *key, const char *text)
{
	struct cell cell = { .unit = UNIT_TEXT, .text = text };

	if (text)
		json_object_object_add(into, key, cell_json(&cell));
}

void json_add_time(struct json_object *into, const char *key, int64_t seconds)
{
	time_t t = (time_t)seconds;
	char buf[32] = "";
	struct tm tm;

	if (gmtime_r(&t, &tm))
		strftime(buf, sizeof(buf), "%Y-%m-%dT%H:%M:%SZ", &tm);
	json_object_object_add(into, key, json_object_new_string(buf));
}

int out_flush(void)
{
	if (fflush(stdout) || ferror(stdout))
		return refuse(WBCTL_FAILED, "standard output: %s", strerror(errno));
	return WBCTL_OK;
}

int json_write(struct json_object *doc, const char *file)
{
	const int flags = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED |
			  JSON_C_TO_STRING_NOSLASHESCAPE;
	const char *text = json_object_to_json_string_ext(doc, flags);
	FILE *f;
	int bad;

	if (!text)
		return refuse(WBCTL_FAILED, "no memory for the JSON document");
	if (!strcmp(file, "-")) {
		puts(text);
		return out_flush();
	}
	f = fopen(file, "we");
	if (!f)
		return refuse(WBCTL_FAILED, "--json %s: %s", file, strerror(errno));
	bad = fprintf(f, "%s\n", text) < 0;
	bad |= fclose(f) != 0;
	if (bad)
		return refuse(WBCTL_FAILED, "--json %s: %s", file, strerror(errno));
	return WBCTL_OK;
}

void wrap(FILE *to, const char *text, int column, int indent)
{
	int len;

	while (*text) {
		len = (int)strcspn(text, " ");
		if (column > indent && column + 1 + len >= OUT_COLUMNS) {
			fputc('\n', to);
			column = 0;
		}
		if (column > indent)
			column += fprintf(to, " ");
		else if (column < indent)
			column += fprintf(to, "%*s", indent - column, "");
		column += fprintf(to, "%.*s", len, text);
		text += len;
		text += strspn(text, " ");
	}
	fputc('\n', to);
}
