// SPDX-License-Identifier: GPL-2.0-or-later
/* A comparison as a table that pastes into a mail. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "compare_names.h"
#include "out.h"

/* Columns: the first file has no change, so there is room for four. */
#define PER_TABLE 4
#define LABEL_WIDTH 8
#define VALUE_WIDTH 9
#define CHANGE_WIDTH 9
#define GAP 2
#define CELL_LEN 64
#define LINE_LEN 256
#define MOST_CHANGE 99999.0

/**
 * struct block - the rows of one figure for some of the files
 * @c: The comparison.
 * @row: The figure.
 * @columns: The files, the first of all in front.
 * @count: How many.
 * @scale: The unit of all values.
 * @digits: Digits behind the point.
 * @to: Where it goes.
 */
struct block {
	const struct compare *c;
	const struct compare_row *row;
	const size_t *columns;
	size_t count;
	struct kind_scale scale;
	int digits;
	FILE *to;
};

static void value_text(const struct block *b, struct ratio v, char *buf)
{
	if (!v.known)
		strcpy(buf, "-");
	else if (b->digits < 0)
		snprintf(buf, CELL_LEN, "%.3g", v.v / b->scale.factor);
	else
		snprintf(buf, CELL_LEN, "%.*f", b->digits, v.v / b->scale.factor);
}

static void change_text(struct ratio change, bool significant, char *buf)
{
	double percent = change.v * 100;
	const char *mark = significant ? "*" : " ";

	if (!change.known)
		snprintf(buf, CELL_LEN, "-%s", mark);
	else if (percent > MOST_CHANGE)
		snprintf(buf, CELL_LEN, ">%.0f%%%s", MOST_CHANGE, mark);
	else if (fabs(percent) < 0.05)
		snprintf(buf, CELL_LEN, "0.0 %%%s", mark);
	else
		snprintf(buf, CELL_LEN, "%+.*f %%%s", fabs(percent) < 999.95 ? 1 : 0, percent,
			 mark);
}

static struct ratio relative(struct ratio to, struct ratio from)
{
	if (!to.known || !from.known || (from.v <= 0 && from.v >= 0))
		return (struct ratio){ .known = false };
	return ratio_of(to.v / from.v - 1);
}

static struct ratio when(bool known, double v)
{
	return (struct ratio){ .known = known, .v = known ? v : 0 };
}

static struct ratio min_of(const struct compare_side *s)
{
	return when(s->s.n, s->s.min);
}

static struct ratio max_of(const struct compare_side *s)
{
	return when(s->s.n, s->s.max);
}

static struct ratio centre_of(const struct compare_side *s)
{
	return s->centre;
}

static struct ratio stddev_of(const struct compare_side *s)
{
	return s->s.stddev;
}

/* Adds to a line. */
__printf(2, 3)
static void add(char *line, const char *fmt, ...)
{
	size_t at = strlen(line);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line + at, LINE_LEN - at, fmt, ap);
	va_end(ap);
}

/* Prints a line without the spaces at its end. */
static void put(char *line, FILE *to)
{
	size_t len = strlen(line);

	while (len && line[len - 1] == ' ')
		len--;
	fprintf(to, "%.*s\n", (int)len, line);
}

/* Each file's value, with its change against the first's. */
static void value_row(const struct block *b, const char *label,
		      struct ratio (*get)(const struct compare_side *s), bool mark)
{
	struct ratio first = get(&b->row->sides[0]), v;
	char value[CELL_LEN], change[CELL_LEN], line[LINE_LEN] = "";
	size_t i;

	value_text(b, first, value);
	add(line, "  %-*s%*s", LABEL_WIDTH - 2, label, VALUE_WIDTH, value);
	for (i = 1; i < b->count; i++) {
		v = get(&b->row->sides[b->columns[i]]);
		value_text(b, v, value);
		change_text(relative(v, first), mark && b->row->diffs[b->columns[i]].significant,
			    change);
		add(line, "%*s%*s %*s", GAP, "", VALUE_WIDTH, value, CHANGE_WIDTH, change);
	}
	put(line, b->to);
}

static void interval_text(const struct compare_row *row, const struct welch *w, char *buf)
{
	double whole = row->sides[0].s.mean;

	if (!w->low.known || whole <= 0 || w->high.v / whole * 100 > MOST_CHANGE)
		strcpy(buf, "-");
	else
		snprintf(buf, CELL_LEN, "%+.1f to %+.1f %%", w->low.v / whole * 100,
			 w->high.v / whole * 100);
}

static void p_text(const struct compare_diff *d, const char *verdict, char *buf)
{
	if (!d->p_holm.known)
		strcpy(buf, "not tested");
	else if (d->p_holm.v < 0.0001)
		snprintf(buf, CELL_LEN, "<0.0001%s%s", verdict ? " " : "",
			 verdict ? verdict : "");
	else
		snprintf(buf, CELL_LEN, "%.4f%s%s", d->p_holm.v, verdict ? " " : "",
			 verdict ? verdict : "");
}

static void test_rows(const struct block *b)
{
	char text[CELL_LEN], interval[LINE_LEN] = "", p[LINE_LEN] = "";
	size_t i, file;

	snprintf(text, sizeof(text), "%g %%", 100 * (1 - b->c->o->alpha));
	add(interval, "  %-*s%*s", LABEL_WIDTH - 2, text, VALUE_WIDTH, "");
	add(p, "  %-*s%*s", LABEL_WIDTH - 2, "p", VALUE_WIDTH, "");
	for (i = 1; i < b->count; i++) {
		file = b->columns[i];
		interval_text(b->row, &b->row->diffs[file].w, text);
		add(interval, "%*s%*s ", GAP, "", VALUE_WIDTH + CHANGE_WIDTH, text);
		p_text(&b->row->diffs[file], compare_verdict(b->row, file), text);
		add(p, "%*s%*s ", GAP, "", VALUE_WIDTH + CHANGE_WIDTH, text);
	}
	put(interval, b->to);
	put(p, b->to);
}

static double largest(const struct block *b)
{
	double most = 0;
	const struct summary *s;
	size_t i;

	for (i = 0; i < b->c->file_count; i++) {
		s = &b->row->sides[i].s;
		if (s->n)
			most = fmax(most, fmax(fabs(s->min), fabs(s->max)));
	}
	return most;
}

/* Four digits or more, in nine columns. */
static int digits_for(double most)
{
	if (most >= 99999999 || (most < 0.001 && most > 0))
		return -1;
	return most >= 1000 ? 1 : most >= 10 ? 2 : most >= 1 ? 3 : 4;
}

/* Whether all runs of all files have one value. */
static bool is_constant(const struct block *b)
{
	const struct summary *first = &b->row->sides[0].s, *s;
	size_t i, runs = 0;

	for (i = 0; i < b->c->file_count; i++) {
		s = &b->row->sides[i].s;
		if (!s->n || s->min < first->max || s->max > first->min)
			return false;
		runs += s->n;
	}
	return runs > b->c->file_count;
}

static void print_block(struct block *b)
{
	static const char *const better[] = {
		[BETTER_NEITHER] = "", [BETTER_HIGHER] = ": higher is better",
		[BETTER_LOWER] = ": lower is better",
	};
	bool tested = false;
	char text[CELL_LEN];
	size_t i;

	b->scale = kind_scale(b->row->name, largest(b));
	b->digits = digits_for(largest(b) / b->scale.factor);
	if (is_constant(b)) {
		value_text(b, b->row->sides[0].centre, text);
		fprintf(b->to, "%s: %s%s%s in every run\n", b->row->name, text,
			*b->scale.name ? " " : "", b->scale.name);
		return;
	}
	for (i = 1; i < b->count; i++)
		tested |= b->row->diffs[b->columns[i]].w.p.known;
	fprintf(b->to, "%s%s%s%s\n", b->row->name, *b->scale.name ? " in " : "", b->scale.name,
		better[b->row->better]);
	value_row(b, "min", min_of, false);
	value_row(b, b->row->harmonic ? "hmean" : "mean", centre_of, true);
	value_row(b, "stddev", stddev_of, false);
	value_row(b, "max", max_of, false);
	if (tested)
		test_rows(b);
}

static void print_titles(const struct block *b, const struct compare_title *titles)
{
	const size_t first = LABEL_WIDTH + VALUE_WIDTH, one = GAP + VALUE_WIDTH + CHANGE_WIDTH + 1;
	char line[LINE_LEN] = "";
	size_t i;

	add(line, "%*s", (int)first, titles[b->columns[0]].name);
	/* A first title that is longer than its column takes of the next one's. */
	for (i = 1; i < b->count; i++)
		add(line, "%*s ", (int)(first + i * one - 1 - strlen(line)),
		    titles[b->columns[i]].name);
	put(line, b->to);
}

static bool is_there(const struct compare *c, const struct compare_row *row)
{
	size_t i;

	for (i = 0; i < c->file_count; i++)
		if (row->sides[i].s.n)
			return true;
	return false;
}

static void print_columns(struct block *b, const struct compare_cell *cell,
			  const struct compare_title *titles)
{
	size_t i;

	print_titles(b, titles);
	for (i = 0; i < b->c->name_count; i++) {
		b->row = &cell->rows[i];
		if (b->row->shown && is_there(b->c, b->row))
			print_block(b);
	}
	fputc('\n', b->to);
}

static void print_tables(const struct compare *c, const struct compare_cell *cell,
			 const struct compare_title *titles, FILE *to)
{
	size_t columns[PER_TABLE], next = 1;
	struct block b = { .c = c, .columns = columns, .to = to };

	while (next < c->file_count) {
		columns[0] = 0;
		for (b.count = 1; b.count < PER_TABLE && next < c->file_count; next++)
			columns[b.count++] = next;
		print_columns(&b, cell, titles);
	}
}

static size_t runs_in(const struct runfile *rf, const struct compare_cell *cell)
{
	size_t i, n = 0;

	for (i = 0; i < rf->count; i++)
		n += !strcmp(rf->results[i].cell, cell->first->cell);
	return n;
}

static void print_files(const struct compare *c, FILE *to)
{
	const struct runfile *rf;
	char name[256], line[512];
	size_t i;

	for (i = 0; i < c->file_count; i++) {
		rf = &c->files[i];
		format_clean(name, sizeof(name), compare_base(rf->path));
		snprintf(line, sizeof(line), "%s: kernel %s, %zu run%s", name,
			 rf->results[0].kernel, rf->count, rf->count == 1 ? "" : "s");
		if (rf->left_out)
			snprintf(line + strlen(line), sizeof(line) - strlen(line),
				 "; %zu that failed or %s interrupted left out", rf->left_out,
				 rf->left_out == 1 ? "was" : "were");
		wrap(to, line, 0, 2);
	}
}

static void print_head(const struct compare *c, FILE *to)
{
	struct traits common = c->files[0].results[0].traits;
	char text[3000] = "alike: ";
	size_t i, j, len = strlen(text);

	fprintf(to, "wbctl compare: %zu files\n", c->file_count);
	print_files(c, to);
	for (i = 0; i < c->file_count; i++)
		for (j = 0; j < c->files[i].count; j++)
			traits_common(&common, &c->files[i].results[j].traits);
	traits_text(&common, text + len, sizeof(text) - len);
	if (common.count)
		wrap(to, text, 0, 2);
	for (i = 0; i < c->note_count; i++) {
		snprintf(text, sizeof(text), "NOT ALIKE: %s", c->notes[i]);
		wrap(to, text, 0, 2);
	}
	fputc('\n', to);
}

static void print_cell_head(const struct compare *c, const struct compare_cell *cell, FILE *to)
{
	char text[512];
	size_t i;

	if (!c->files[0].sweep)
		return;
	snprintf(text, sizeof(text), "== %s ==", cell->first->cell);
	wrap(to, text, 0, 0);
	for (i = 0; i < c->file_count; i++) {
		if (runs_in(&c->files[i], cell))
			continue;
		snprintf(text, sizeof(text), "%s has no run here", c->files[i].path);
		wrap(to, text, 0, 2);
	}
}

static void print_method(const struct compare *c, FILE *to)
{
	char text[512], corrected[CELL_LEN] = "";

	if (!c->tests) {
		wrap(to,
		     "No change is marked, for nothing could be tested: that takes two runs on each side, and figures that vary.",
		     0, 2);
		return;
	}
	if (c->tests > 1)
		snprintf(corrected, sizeof(corrected), ", p corrected by Holm for %zu tests",
			 c->tests);
	snprintf(text, sizeof(text), "* p < %g: Welch's t-test, two sided%s", c->o->alpha,
		 corrected);
	wrap(to, text, 0, 2);
	fprintf(to, "  %g %%: confidence interval of the mean's change\n",
		100 * (1 - c->o->alpha));
}

static void print_crossed(const struct compare *c, const struct compare_title *titles, FILE *to)
{
	const struct compare_row *row;
	char text[512], change[CELL_LEN];
	size_t i, j, k;

	for (i = 0; i < c->cell_count; i++) {
		for (j = 0; j < c->name_count; j++) {
			row = &c->cells[i].rows[j];
			for (k = 1; k < c->file_count; k++) {
				if (!compare_crossed(c, row, k))
					continue;
				change_text(row->diffs[k].change, false, change);
				snprintf(text, sizeof(text),
					 "WORSE by more than %s %%: %s of %s%s%s, %s",
					 c->o->threshold_word, row->name, titles[k].name,
					 *c->cells[i].first->cell ? " at " : "",
					 c->cells[i].first->cell, change);
				wrap(to, text, 0, 2);
			}
		}
	}
}

void compare_text(const struct compare *c, FILE *to)
{
	struct compare_title *titles = calloc(c->file_count, sizeof(*titles));
	size_t i;

	if (!titles)
		return;
	compare_titles(c, titles);
	print_head(c, to);
	for (i = 0; i < c->cell_count; i++) {
		print_cell_head(c, &c->cells[i], to);
		print_tables(c, &c->cells[i], titles, to);
		compare_causes(c, &c->cells[i], titles, to);
	}
	print_method(c, to);
	print_crossed(c, titles, to);
	free(titles);
}
