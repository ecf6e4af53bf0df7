// SPDX-License-Identifier: GPL-2.0-or-later
/* A comparison for programs: CSV, and a document of schema wbctl.compare/1. */
#include <string.h>

#include "compare.h"
#include "out.h"

static const char *const better_names[] = {
	[BETTER_NEITHER] = "neither", [BETTER_HIGHER] = "higher", [BETTER_LOWER] = "lower",
};

static struct json_object *number(double v)
{
	char text[40];

	snprintf(text, sizeof(text), "%.10g", v);
	return json_object_new_double_s(v, text);
}

static void add_ratio(struct json_object *into, const char *key, struct ratio r)
{
	if (r.known)
		json_object_object_add(into, key, number(r.v));
}

/* Nobody needs more of p, and other versions of GSL may round the rest differently. */
static void add_p(struct json_object *into, const char *key, struct ratio p)
{
	if (p.known)
		json_add_number(into, key, p.v);
}

static void add_number(struct json_object *into, const char *key, double v)
{
	json_object_object_add(into, key, number(v));
}

static struct json_object *side_json(const struct compare_side *s)
{
	struct json_object *into = json_object_new_object(), *values = json_object_new_array();
	size_t i;

	json_object_object_add(into, "runs", json_object_new_uint64(s->s.n));
	for (i = 0; i < s->s.n; i++)
		json_object_array_add(values, number(s->x[i]));
	json_object_object_add(into, "values", values);
	if (!s->s.n)
		return into;
	add_number(into, "min", s->s.min);
	add_number(into, "mean", s->s.mean);
	add_ratio(into, "hmean", s->s.hmean);
	add_ratio(into, "stddev", s->s.stddev);
	add_number(into, "max", s->s.max);
	return into;
}

static struct json_object *diff_json(const struct compare *c, const struct compare_row *row,
				     size_t file)
{
	const struct compare_diff *d = &row->diffs[file];
	struct json_object *into = json_object_new_object();

	json_object_object_add(into, "file", json_object_new_uint64(file));
	add_ratio(into, "change_ratio", d->change);
	add_ratio(into, "difference", d->w.difference);
	add_ratio(into, "difference_low", d->w.low);
	add_ratio(into, "difference_high", d->w.high);
	add_ratio(into, "t", d->w.t);
	add_ratio(into, "df", d->w.df);
	add_p(into, "p", d->w.p);
	add_p(into, "p_holm", d->p_holm);
	json_object_object_add(into, "significant", json_object_new_boolean(d->significant));
	json_add_text(into, "verdict", compare_verdict(row, file));
	if (c->o->threshold.known)
		json_object_object_add(into, "crossed",
				       json_object_new_boolean(compare_crossed(c, row, file)));
	return into;
}

static struct json_object *row_json(const struct compare *c, const struct compare_row *row)
{
	struct json_object *into = json_object_new_object();
	struct json_object *sides = json_object_new_array(), *diffs = json_object_new_array();
	size_t i;

	json_add_text(into, "name", row->name);
	json_add_text(into, "better", better_names[row->better]);
	json_add_text(into, "change_of", row->harmonic ? "hmean" : "mean");
	for (i = 0; i < c->file_count; i++)
		json_object_array_add(sides, side_json(&row->sides[i]));
	for (i = 1; i < c->file_count; i++)
		json_object_array_add(diffs, diff_json(c, row, i));
	json_object_object_add(into, "files", sides);
	json_object_object_add(into, "against_first", diffs);
	return into;
}

static struct json_object *cell_json(const struct compare *c, const struct compare_cell *cell)
{
	struct json_object *into = json_object_new_object();
	struct json_object *metrics = json_object_new_array(), *causes = json_object_new_array();
	const struct compare_row *row;
	size_t i;

	if (cell->first->cell_json)
		json_object_object_add(into, "cell", json_object_get(cell->first->cell_json));
	for (i = 0; i < c->name_count; i++) {
		row = &cell->rows[i];
		if (compare_has(c, row))
			json_object_array_add(row->shown ? metrics : causes, row_json(c, row));
	}
	json_object_object_add(into, "metrics", metrics);
	json_object_object_add(into, "causes", causes);
	return into;
}

static struct json_object *files_json(const struct compare *c)
{
	struct json_object *list = json_object_new_array(), *one;
	const struct runfile *rf;
	size_t i;

	for (i = 0; i < c->file_count; i++) {
		rf = &c->files[i];
		one = json_object_new_object();
		json_add_text(one, "path", rf->path);
		json_add_text(one, "kernel", rf->results[0].kernel);
		json_object_object_add(one, "runs", json_object_new_uint64(rf->count));
		json_object_object_add(one, "left_out", json_object_new_uint64(rf->left_out));
		json_object_object_add(one, "missing", json_object_new_uint64(runfile_missing(rf)));
		json_object_array_add(list, one);
	}
	return list;
}

static struct json_object *notes_json(const struct compare *c)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < c->note_count; i++)
		json_object_array_add(list, json_object_new_string(c->notes[i]));
	return list;
}

struct json_object *compare_json(const struct compare *c)
{
	struct json_object *doc = json_object_new_object(), *cells = json_object_new_array();
	size_t i;

	json_object_object_add(doc, "schema", json_object_new_string("wbctl.compare/1"));
	json_object_object_add(doc, "wbctl_version", json_object_new_string(WBCTL_VERSION));
	add_number(doc, "alpha", c->o->alpha);
	add_ratio(doc, "threshold_ratio", c->o->threshold);
	json_object_object_add(doc, "tests", json_object_new_uint64(c->tests));
	json_object_object_add(doc, "cause_tests", json_object_new_uint64(c->cause_tests));
	json_object_object_add(doc, "files", files_json(c));
	json_object_object_add(doc, "not_alike", notes_json(c));
	for (i = 0; i < c->cell_count; i++)
		json_object_array_add(cells, cell_json(c, &c->cells[i]));
	json_object_object_add(doc, "cells", cells);
	return doc;
}

static const char *const csv_titles[] = {
	"cell", "kind", "name", "better", "file", "kernel", "runs", "min", "mean", "hmean",
	"stddev", "max", "change_ratio", "difference", "difference_low", "difference_high", "t",
	"df", "p", "p_holm", "significant", "verdict", "crossed",
};

/* RFC 4180: in quotes, and a quote in it twice. */
static void csv_text(const char *text, FILE *to)
{
	char clean[1024];
	const char *s = format_clean(clean, sizeof(clean), text);

	if (!strpbrk(s, ",\"")) {
		fputs(s, to);
		return;
	}
	fputc('"', to);
	for (; *s; s++)
		fprintf(to, "%s%c", *s == '"' ? "\"" : "", *s);
	fputc('"', to);
}

static void csv_ratio(struct ratio r, FILE *to)
{
	fputc(',', to);
	if (r.known)
		fprintf(to, "%.10g", r.v);
}

static const char *yes_no(bool yes)
{
	return yes ? "yes" : "no";
}

static void csv_diff(const struct compare *c, const struct compare_row *row, size_t file, FILE *to)
{
	const struct compare_diff *d = &row->diffs[file];
	const char *verdict = compare_verdict(row, file);

	csv_ratio(d->change, to);
	csv_ratio(d->w.difference, to);
	csv_ratio(d->w.low, to);
	csv_ratio(d->w.high, to);
	csv_ratio(d->w.t, to);
	csv_ratio(d->w.df, to);
	csv_ratio(d->w.p, to);
	csv_ratio(d->p_holm, to);
	fprintf(to, ",%s,%s,", !file ? "" : yes_no(d->significant), verdict ? verdict : "");
	if (file && c->o->threshold.known)
		fputs(yes_no(compare_crossed(c, row, file)), to);
}

static void csv_line(const struct compare *c, const struct compare_cell *cell,
		     const struct compare_row *row, size_t file, FILE *to)
{
	const struct summary *s = &row->sides[file].s;
	const struct ratio none = { .known = false };

	csv_text(cell->first->cell, to);
	fprintf(to, ",%s,%s,%s,", row->shown ? "metric" : "cause", row->name,
		better_names[row->better]);
	csv_text(c->files[file].path, to);
	fputc(',', to);
	csv_text(c->files[file].results[0].kernel, to);
	fprintf(to, ",%zu", s->n);
	csv_ratio(s->n ? ratio_of(s->min) : none, to);
	csv_ratio(s->n ? ratio_of(s->mean) : none, to);
	csv_ratio(s->hmean, to);
	csv_ratio(s->stddev, to);
	csv_ratio(s->n ? ratio_of(s->max) : none, to);
	csv_diff(c, row, file, to);
	fputc('\n', to);
}

void compare_csv(const struct compare *c, FILE *to)
{
	const struct compare_row *row;
	size_t i, j, k;

	for (i = 0; i < ARRAY_SIZE(csv_titles); i++)
		fprintf(to, "%s%s", i ? "," : "", csv_titles[i]);
	fputc('\n', to);
	for (i = 0; i < c->cell_count; i++) {
		for (j = 0; j < c->name_count; j++) {
			row = &c->cells[i].rows[j];
			if (!compare_has(c, row))
				continue;
			for (k = 0; k < c->file_count; k++)
				csv_line(c, &c->cells[i], row, k, to);
		}
	}
}
