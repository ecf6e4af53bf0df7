// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows of one figure in a table of files side by side. */
#include <math.h>
#include <string.h>

#include "compare_block.h"
#include "out.h"

#define VALUE_WIDTH COMPARE_FIRST_WIDTH
#define CHANGE_WIDTH 9
#define GAP 2
#define LINE_LEN 256
#define MOST_CHANGE 99999.0

static_assert(GAP + VALUE_WIDTH + 1 + CHANGE_WIDTH == COMPARE_OTHER_WIDTH, "the columns' sum");

static void value_text(const struct compare_block *b, struct ratio v, char *buf)
{
	if (!v.known)
		strcpy(buf, "-");
	else if (b->digits < 0)
		snprintf(buf, COMPARE_TEXT_LEN, "%.3g", v.v / b->scale.factor);
	else
		snprintf(buf, COMPARE_TEXT_LEN, "%.*f", b->digits, v.v / b->scale.factor);
}

void compare_change_text(struct ratio change, bool significant, char *buf)
{
	double percent = change.v * 100;
	const char *mark = significant ? "*" : " ";

	if (!change.known)
		snprintf(buf, COMPARE_TEXT_LEN, "-%s", mark);
	else if (fabs(percent) > MOST_CHANGE)
		snprintf(buf, COMPARE_TEXT_LEN, "%s%.0f%%%s", percent < 0 ? "<-" : ">",
			 MOST_CHANGE, mark);
	else if (fabs(percent) < 0.05)
		snprintf(buf, COMPARE_TEXT_LEN, "0.0 %%%s", mark);
	else
		snprintf(buf, COMPARE_TEXT_LEN, "%+.*f %%%s", fabs(percent) < 999.95 ? 1 : 0,
			 percent, mark);
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

struct ratio compare_centre(const struct compare_side *s)
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
void compare_block_values(const struct compare_block *b, const char *label,
			  struct ratio (*get)(const struct compare_side *s), bool mark)
{
	struct ratio first = get(&b->row->sides[0]), v;
	char value[COMPARE_TEXT_LEN], change[COMPARE_TEXT_LEN], line[LINE_LEN] = "";
	size_t i;

	value_text(b, first, value);
	add(line, "  %-*.*s%*s", b->label - 2, b->label - 2, label, VALUE_WIDTH, value);
	for (i = 1; i < b->count; i++) {
		v = get(&b->row->sides[b->columns[i]]);
		value_text(b, v, value);
		compare_change_text(relative(v, first),
				    mark && b->row->diffs[b->columns[i]].significant, change);
		add(line, "%*s%*s %*s", GAP, "", VALUE_WIDTH, value, CHANGE_WIDTH, change);
	}
	put(line, b->to);
}

static void interval_text(const struct compare_row *row, const struct welch *w, char *buf)
{
	double whole = row->sides[0].centre.v;

	if (!w->low.known || !w->high.known || whole <= 0 ||
	    fmax(fabs(w->low.v), fabs(w->high.v)) / whole * 100 > MOST_CHANGE)
		strcpy(buf, "-");
	else
		snprintf(buf, COMPARE_TEXT_LEN, "%+.1f to %+.1f %%", w->low.v / whole * 100,
			 w->high.v / whole * 100);
}

static void p_text(const struct compare_diff *d, const char *verdict, char *buf)
{
	if (!d->p_holm.known)
		strcpy(buf, "not tested");
	else if (d->p_holm.v < 0.0001)
		snprintf(buf, COMPARE_TEXT_LEN, "<0.0001%s%s", verdict ? " " : "",
			 verdict ? verdict : "");
	else
		snprintf(buf, COMPARE_TEXT_LEN, "%.4f%s%s", d->p_holm.v, verdict ? " " : "",
			 verdict ? verdict : "");
}

static void test_rows(const struct compare_block *b)
{
	char text[COMPARE_TEXT_LEN], interval[LINE_LEN] = "", p[LINE_LEN] = "";
	size_t i, file;

	snprintf(text, sizeof(text), "%g %%", 100 * (1 - b->c->o->alpha));
	add(interval, "  %-*s%*s", b->label - 2, text, VALUE_WIDTH, "");
	add(p, "  %-*s%*s", b->label - 2, "p", VALUE_WIDTH, "");
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

/* Four digits or more, in nine columns. */
static int digits_for(double most)
{
	if (most >= 99999999 || (most < 0.001 && most > 0))
		return -1;
	return most >= 1000 ? 1 : most >= 10 ? 2 : most >= 1 ? 3 : 4;
}

/* Whether all runs of all files have one value. */
static bool is_constant(const struct compare_block *b)
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

void compare_block_scale(struct compare_block *b, double most)
{
	b->scale = kind_scale(b->row->name, most);
	b->digits = digits_for(most / b->scale.factor);
}

double compare_largest(const struct compare_block *b)
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

void compare_block_head(const struct compare_block *b, const char *what)
{
	static const char *const better[] = {
		[BETTER_NEITHER] = "", [BETTER_HIGHER] = ": higher is better",
		[BETTER_LOWER] = ": lower is better",
	};
	char text[2 * FIGURE_NAME_LEN];

	snprintf(text, sizeof(text), "%s%s%s%s%s", b->row->name,
		 *b->scale.name ? " in " : "", b->scale.name, what, better[b->row->better]);
	wrap(b->to, text, 0, 0);
}

static void print_constant(const struct compare_block *b)
{
	char value[COMPARE_TEXT_LEN], text[2 * FIGURE_NAME_LEN];

	value_text(b, b->row->sides[0].centre, value);
	snprintf(text, sizeof(text), "%s: %s%s%s in every run", b->row->name, value,
		 *b->scale.name ? " " : "", b->scale.name);
	wrap(b->to, text, 0, 0);
}

void compare_block(struct compare_block *b)
{
	bool tested = false;
	size_t i;

	compare_block_scale(b, compare_largest(b));
	if (is_constant(b)) {
		print_constant(b);
		return;
	}
	for (i = 1; i < b->count; i++)
		tested |= b->row->diffs[b->columns[i]].w.p.known;
	compare_block_head(b, "");
	compare_block_values(b, "min", min_of, false);
	compare_block_values(b, b->row->harmonic ? "hmean" : "mean", compare_centre, true);
	compare_block_values(b, "stddev", stddev_of, false);
	compare_block_values(b, "max", max_of, false);
	if (tested)
		test_rows(b);
}

void compare_block_titles(const struct compare_block *b, const struct compare_title *titles)
{
	const size_t first = (size_t)b->label + COMPARE_FIRST_WIDTH;
	char line[LINE_LEN] = "";
	size_t i;

	add(line, "%*s", (int)first, titles[b->columns[0]].name);
	/* A first title that is longer than its column takes of the next one's. */
	for (i = 1; i < b->count; i++)
		add(line, "%*s ", (int)(first + i * COMPARE_OTHER_WIDTH - 1 - strlen(line)),
		    titles[b->columns[i]].name);
	put(line, b->to);
}
