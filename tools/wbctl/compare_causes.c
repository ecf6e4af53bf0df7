// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's side of a comparison: which parts of the writers' time changed. */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "format.h"
#include "out.h"

/* Parts of a writer's time that are less are in the JSON only. */
#define LEAST_SHARE 0.01
#define LINE_LEN 2048
#define INDENT 8
#define MOST_IN_GROUP 32
#define MOST_NS 1e18

/**
 * struct group - causes that share a line
 * @title: Its title.
 * @pattern: Names of its figures, without the step of a profile.
 * @of_time: They are parts of a writer's time.
 */
struct group {
	const char *title;
	const char *pattern;
	bool of_time;
};

static const struct group groups[] = {
	{ "ledger", "ledger_*_ns", true },
	{ "slept", "slept_*_ns", true },
	{ "device", "device_during_ratio", false },
	{ "drain", "drain_ns", false },
	{ "extents", "extents", false },
};

/**
 * struct line - a group for one file on its way out
 * @c: The comparison.
 * @cell: The cell.
 * @step: A row of the profile's step that it is about.
 * @file: The file.
 * @wall: A writer's whole time in the first file, in ns; 0: not known.
 * @headed: Its head is printed.
 * @changed: What changed.
 * @same: What did not.
 */
struct line {
	const struct compare *c;
	const struct compare_cell *cell;
	const struct compare_row *step;
	size_t file;
	double wall;
	bool headed;
	char changed[LINE_LEN];
	char same[LINE_LEN];
};

static bool same_step(const struct compare_row *a, const struct compare_row *b)
{
	return a->bare == b->bare && !strncmp(a->name, b->name, a->bare);
}

/**
 * struct called - what a cause is called that has a name of its own
 * @figure: The figure, without the step of a profile.
 * @name: What it is called.
 */
struct called {
	const char *figure;
	const char *name;
};

static const struct called called[] = {
	{ "slept_global_ns", "for the global limit" },
	{ "slept_wb_ns", "for the wb's limit" },
	{ "slept_memcg_ns", "for the memcg's limit" },
	{ "slept_unknown_ns", "for a limit that is not known" },
	{ "device_during_ratio", "share written during the run" },
	{ "drain_ns", "time after the run" },
	{ "extents", "of the writers' files" },
};

/* The classes of the ledger have the names that they have in its table. */
static void cause_name(const struct compare_row *row, char *buf, size_t len)
{
	const char *name = row->name + row->bare;
	size_t i, skip = sizeof("ledger_") - 1, unit = sizeof("_ns") - 1;

	for (i = 0; i < ARRAY_SIZE(called); i++) {
		if (!strcmp(called[i].figure, name)) {
			snprintf(buf, len, "%s", called[i].name);
			return;
		}
	}
	snprintf(buf, len, "%.*s", (int)(strlen(name) - skip - unit), name + skip);
}

static void value(const struct compare_row *row, double v, char *buf)
{
	const char *name = row->name + row->bare;

	if (!fnmatch("*_ns", name, 0))
		format_fig(buf, UNIT_NS, fig_of((uint64_t)llround(fmin(fmax(v, 0), MOST_NS))));
	else if (!fnmatch("*_ratio", name, 0))
		format_ratio(buf, UNIT_RATIO, ratio_of(v));
	else
		snprintf(buf, FORMAT_LEN, "%.1f", v);
}

static void append(char *to, const char *text)
{
	size_t at = strlen(to);

	snprintf(to + at, LINE_LEN - at, "%s%s", at ? ", " : "", text);
}

static void tell_change(struct line *l, const struct compare_row *row)
{
	const struct compare_diff *d = &row->diffs[l->file];
	char name[FIGURE_NAME_LEN], from[FORMAT_LEN], to[FORMAT_LEN], percent[FORMAT_LEN] = "";
	char text[4 * FIGURE_NAME_LEN];

	cause_name(row, name, sizeof(name));
	value(row, row->sides[0].s.mean, from);
	value(row, row->sides[l->file].s.mean, to);
	if (d->change.known)
		snprintf(percent, sizeof(percent), " %+.0f %%", d->change.v * 100);
	snprintf(text, sizeof(text), "%s%s (%s to %s)", name, percent, from, to);
	append(l->changed, text);
}

static bool is_in(const struct line *l, const struct group *g, const struct compare_row *row)
{
	return row->cause && same_step(row, l->step) &&
	       !fnmatch(g->pattern, row->name + row->bare, 0) &&
	       row->diffs[l->file].w.difference.known;
}

static void tell(struct line *l, const struct group *g, const struct compare_row *row)
{
	const struct compare_diff *d = &row->diffs[l->file];
	double from = row->sides[0].s.mean, to = row->sides[l->file].s.mean;
	char name[FIGURE_NAME_LEN];

	if (g->of_time && fmax(from, to) < LEAST_SHARE * l->wall)
		return;
	if (d->significant && (!g->of_time || fabs(to - from) >= LEAST_SHARE * l->wall)) {
		tell_change(l, row);
		return;
	}
	cause_name(row, name, sizeof(name));
	if (d->w.p.known && !d->significant)
		append(l->same, name);
}

/**
 * struct move - how far a cause moved
 * @row: The cause.
 * @by: How far, without the sign.
 */
struct move {
	const struct compare_row *row;
	double by;
};

static int by_move(const void *left, const void *right)
{
	double a = ((const struct move *)left)->by, b = ((const struct move *)right)->by;

	return (a < b) - (a > b);
}

/* The largest move comes first. */
static size_t moves_of(const struct line *l, const struct group *g, struct move *moves)
{
	const struct compare_row *row;
	size_t i, n = 0;

	for (i = 0; i < l->c->name_count && n < MOST_IN_GROUP; i++) {
		row = &l->cell->rows[i];
		if (is_in(l, g, row))
			moves[n++] = (struct move){
				row, fabs(row->diffs[l->file].w.difference.v)
			};
	}
	qsort(moves, n, sizeof(*moves), by_move);
	return n;
}

static void head(struct line *l, const struct compare_title *titles, FILE *to)
{
	char text[LINE_LEN];

	if (l->headed)
		return;
	snprintf(text, sizeof(text), "Kernel side%s%.*s, %s against %s, times of %s:",
		 l->step->bare ? " of " : "", l->step->bare ? (int)l->step->bare - 1 : 0,
		 l->step->name, titles[l->file].name, titles[0].name,
		 traits_find(&l->cell->first->traits, "command") ? "all its processes" :
		 "each writer");
	wrap(to, text, 0, 0);
	l->headed = true;
}

static void print_line(struct line *l, const struct group *g, const struct compare_title *titles,
		       FILE *to)
{
	struct move moves[MOST_IN_GROUP];
	size_t i, n = moves_of(l, g, moves);
	char text[3 * LINE_LEN];
	bool untested;

	l->changed[0] = '\0';
	l->same[0] = '\0';
	for (i = 0; i < n; i++)
		tell(l, g, moves[i].row);
	/* With one run on a side, the largest move is told, for what it is worth. */
	untested = n && !moves[0].row->diffs[l->file].w.p.known && !strcmp(g->title, "ledger");
	if (untested)
		tell_change(l, moves[0].row);
	/* Only the ledger says what stayed: that it was not throttling is an answer. */
	if (!*l->changed && (!*l->same || strcmp(g->title, "ledger")))
		return;
	head(l, titles, to);
	snprintf(text, sizeof(text), "%s%s%s%s%s",
		 untested ? "not tested, one run on a side; the largest move is " : "",
		 l->changed, *l->changed && *l->same ? "; " : "", l->same,
		 *l->same ? " unchanged" : "");
	fprintf(to, "%-*s", INDENT, g->title);
	wrap(to, text, INDENT, INDENT);
}

static double wall_of(const struct compare *c, const struct compare_cell *cell,
		      const struct compare_row *step)
{
	double wall = 0;
	size_t i;

	/* The ledger's classes sum to it. */
	for (i = 0; i < c->name_count; i++)
		if (cell->rows[i].cause && same_step(&cell->rows[i], step) &&
		    !fnmatch("ledger_*_ns", cell->rows[i].name + cell->rows[i].bare, 0))
			wall += cell->rows[i].sides[0].s.mean;
	return wall;
}

static bool is_first_of_step(const struct compare *c, const struct compare_cell *cell, size_t row)
{
	size_t i;

	if (!cell->rows[row].cause)
		return false;
	for (i = 0; i < row && i < c->name_count; i++)
		if (cell->rows[i].cause && same_step(&cell->rows[i], &cell->rows[row]))
			return false;
	return true;
}

void compare_causes(const struct compare *c, const struct compare_cell *cell,
		    const struct compare_title *titles, FILE *to)
{
	static struct line l;
	bool any = false;
	size_t i, j, file;

	for (file = 1; file < c->file_count; file++) {
		for (i = 0; i < c->name_count; i++) {
			if (!is_first_of_step(c, cell, i))
				continue;
			l = (struct line){ .c = c, .cell = cell, .step = &cell->rows[i],
					   .file = file };
			l.wall = wall_of(c, cell, l.step);
			for (j = 0; j < ARRAY_SIZE(groups); j++)
				print_line(&l, &groups[j], titles, to);
			any |= l.headed;
		}
	}
	if (any)
		fputc('\n', to);
}
