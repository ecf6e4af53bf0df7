// SPDX-License-Identifier: GPL-2.0-or-later
/* Comparing result files: for each cell and figure, what each file has and what differs. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

/* What is shown of a run when nothing is asked for, beside its own metrics. */
static const char *const headlines[] = {
	"throughput_bytes_per_s", "writer_min_throughput_bytes_per_s",
	"flushed_bytes_per_s", "device_during_bytes_per_s", "latency_p99_ns", "jain_index",
};

static const char *const causes[] = {
	"ledger_*_ns", "slept_*_ns", "device_during_ratio", "drain_ns", "extents",
};

static int no_memory(void)
{
	return refuse(WBCTL_FAILED, "no memory for the comparison");
}

static bool is_headline(const struct figure *f)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(headlines); i++)
		if (!strcmp(f->name + f->bare, headlines[i]))
			return true;
	return false;
}

static bool is_cause(const struct figure *f)
{
	const char *name = f->name + f->bare;
	size_t i;

	if (!strcmp(name, "ledger_wall_ns") || f->metric)
		return false;
	for (i = 0; i < ARRAY_SIZE(causes); i++)
		if (!fnmatch(causes[i], name, 0))
			return true;
	return false;
}

static bool is_asked_for(const struct compare_opts *o, const struct figure *f)
{
	size_t i;

	for (i = 0; i < o->metrics.count; i++)
		if (!fnmatch(o->metrics.word[i], f->name, 0))
			return true;
	return o->all || (!o->metrics.count && !f->bare && !kind_is_spread(f->name) &&
			  (f->metric || is_headline(f)));
}

/* Files of one kind have their figures in one order, so that *hint is mostly right. */
static bool has_name(const struct compare *c, const char *name, size_t *hint)
{
	size_t i;

	if (*hint < c->name_count && !strcmp(c->names[*hint].figure->name, name)) {
		++*hint;
		return true;
	}
	for (i = 0; i < c->name_count; i++) {
		if (!strcmp(c->names[i].figure->name, name)) {
			*hint = i + 1;
			return true;
		}
	}
	return false;
}

static int add_names(struct compare *c, const struct runfile_result *r)
{
	struct compare_name *more;
	const struct figure *f;
	size_t i, hint = 0;

	for (i = 0; i < r->figures.count; i++) {
		f = &r->figures.f[i];
		if (has_name(c, f->name, &hint))
			continue;
		more = realloc(c->names, (c->name_count + 1) * sizeof(*more));
		if (!more)
			return no_memory();
		c->names = more;
		c->names[c->name_count++] = (struct compare_name){
			f, is_asked_for(c->o, f), is_cause(f)
		};
		hint = c->name_count;
	}
	return WBCTL_OK;
}

static bool any_shown(const struct compare *c)
{
	size_t i;

	for (i = 0; i < c->name_count; i++)
		if (c->names[i].shown)
			return true;
	return false;
}

static int check_asked_for(const struct compare *c)
{
	size_t i, j;

	for (i = 0; i < c->o->metrics.count; i++) {
		for (j = 0; j < c->name_count; j++)
			if (!fnmatch(c->o->metrics.word[i], c->names[j].figure->name, 0))
				break;
		if (j == c->name_count)
			return refuse(WBCTL_USAGE,
				      "--metric %s: no file has such a figure; --all shows those they have",
				      c->o->metrics.word[i]);
	}
	return WBCTL_OK;
}

/* What is neither shown nor a cause is of no use. */
static void drop_names(struct compare *c)
{
	size_t i, left = 0;

	for (i = 0; i < c->name_count; i++)
		if (c->names[i].shown || c->names[i].cause)
			c->names[left++] = c->names[i];
	c->name_count = left;
}

/* A profile without metrics of its own has those of its steps. */
static int find_names(struct compare *c)
{
	size_t i, j;
	int rc = WBCTL_OK;

	for (i = 0; i < c->file_count; i++)
		for (j = 0; j < c->files[i].count && !rc; j++)
			rc = add_names(c, &c->files[i].results[j]);
	if (!rc)
		rc = check_asked_for(c);
	if (rc)
		return rc;
	for (i = 0; i < c->name_count && !any_shown(c); i++)
		c->names[i].shown = is_headline(c->names[i].figure);
	if (!any_shown(c))
		return refuse(WBCTL_USAGE,
			      "the files have none of the usual figures; --all shows those they have");
	drop_names(c);
	return WBCTL_OK;
}

static bool in_cell(const struct compare_cell *cell, const struct runfile_result *r)
{
	return !strcmp(cell->first->cell, r->cell);
}

static int by_rank(const void *left, const void *right)
{
	const struct runfile_result *a = ((const struct compare_cell *)left)->first;
	const struct runfile_result *b = ((const struct compare_cell *)right)->first;

	if (a->cell_rank != b->cell_rank)
		return a->cell_rank < b->cell_rank ? -1 : 1;
	return strcmp(a->cell, b->cell);
}

static int add_cell(struct compare *c, const struct runfile_result *r)
{
	struct compare_cell *more;
	size_t i;

	for (i = 0; i < c->cell_count; i++)
		if (in_cell(&c->cells[i], r))
			return WBCTL_OK;
	more = realloc(c->cells, (c->cell_count + 1) * sizeof(*more));
	if (!more)
		return no_memory();
	c->cells = more;
	c->cells[c->cell_count++] = (struct compare_cell){ .first = r };
	return WBCTL_OK;
}

static int find_cells(struct compare *c)
{
	size_t i, j;
	int rc = WBCTL_OK;

	for (i = 0; i < c->file_count; i++)
		for (j = 0; j < c->files[i].count && !rc; j++)
			rc = add_cell(c, &c->files[i].results[j]);
	if (!rc)
		qsort(c->cells, c->cell_count, sizeof(*c->cells), by_rank);
	return rc;
}

static int fill_side(struct compare_side *side, const struct runfile *rf,
		     const struct compare_cell *cell, const char *name)
{
	const struct figure *f;
	size_t i, n = 0;

	side->x = calloc(rf->count, sizeof(*side->x));
	if (!side->x)
		return no_memory();
	for (i = 0; i < rf->count; i++) {
		if (!in_cell(cell, &rf->results[i]))
			continue;
		f = figures_find(&rf->results[i].figures, name);
		if (f)
			side->x[n++] = f->value;
	}
	side->s = summarize(side->x, n);
	return WBCTL_OK;
}

/* Rates have the harmonic mean, in all files or in none. */
static void set_centres(struct compare_row *row, size_t files)
{
	struct compare_side *s;
	size_t i;

	row->harmonic = kind_is_rate(row->name);
	for (i = 0; i < files; i++)
		if (row->sides[i].s.n && !row->sides[i].s.hmean.known)
			row->harmonic = false;
	for (i = 0; i < files; i++) {
		s = &row->sides[i];
		if (s->s.n)
			s->centre = row->harmonic ? s->s.hmean : ratio_of(s->s.mean);
	}
}

static void set_diffs(struct compare_row *row, size_t files, double alpha)
{
	const struct compare_side *a = &row->sides[0], *b;
	struct compare_diff *d;
	size_t i;

	for (i = 1; i < files; i++) {
		b = &row->sides[i];
		d = &row->diffs[i];
		d->w = row->harmonic ? welch_test_rates(&a->s, &b->s, alpha) :
		       welch_test(&a->s, &b->s, alpha);
		d->p_holm = d->w.p;
		if (a->centre.known && b->centre.known && (a->centre.v > 0 || a->centre.v < 0))
			d->change = ratio_of(b->centre.v / a->centre.v - 1);
	}
}

static int fill_row(struct compare *c, const struct compare_cell *cell, struct compare_row *row,
		    const struct compare_name *name)
{
	size_t i;
	int rc = WBCTL_OK;

	*row = (struct compare_row){
		.name = name->figure->name,
		.bare = name->figure->bare,
		.shown = name->shown,
		.cause = name->cause,
		.better = kind_better(name->figure->name),
		.sides = calloc(c->file_count, sizeof(*row->sides)),
		.diffs = calloc(c->file_count, sizeof(*row->diffs)),
	};
	if (!row->sides || !row->diffs)
		return no_memory();
	for (i = 0; i < c->file_count && !rc; i++)
		rc = fill_side(&row->sides[i], &c->files[i], cell, row->name);
	if (rc)
		return rc;
	set_centres(row, c->file_count);
	set_diffs(row, c->file_count, c->o->alpha);
	return WBCTL_OK;
}

static int fill_cells(struct compare *c)
{
	struct compare_cell *cell;
	size_t i, j;
	int rc;

	for (i = 0; i < c->cell_count; i++) {
		cell = &c->cells[i];
		cell->rows = calloc(c->name_count, sizeof(*cell->rows));
		if (!cell->rows)
			return no_memory();
		for (j = 0; j < c->name_count; j++) {
			rc = fill_row(c, cell, &cell->rows[j], &c->names[j]);
			if (rc)
				return rc;
		}
	}
	return WBCTL_OK;
}

/*
 * Whether a difference is a test of the family. Figures that are the same in
 * every run of both sides could not differ in any dealing of the runs: leaving
 * them out of the number of tests lets no more wrong alarms through.
 */
static bool is_test(const struct compare_row *row, const struct compare_diff *d, bool cause)
{
	if (cause ? !row->cause || row->shown : !row->shown)
		return false;
	return d->w.p.known && (d->w.t.known || d->w.p.v < 1);
}

static size_t gather(struct compare *c, bool cause, struct ratio **into)
{
	struct compare_diff *d;
	struct compare_row *row;
	size_t i, j, k, n = 0;

	for (i = 0; i < c->cell_count; i++) {
		for (j = 0; j < c->name_count; j++) {
			row = &c->cells[i].rows[j];
			for (k = 1; k < c->file_count; k++) {
				d = &row->diffs[k];
				if (is_test(row, d, cause))
					into[n++] = &d->p_holm;
			}
		}
	}
	return n;
}

static int correct(struct compare *c, bool cause, size_t *tests)
{
	struct ratio **p = calloc(c->cell_count * c->name_count * c->file_count, sizeof(*p));
	size_t n;

	if (!p)
		return no_memory();
	n = gather(c, cause, p);
	*tests = holm(p, n);
	free(p);
	return *tests == n ? WBCTL_OK : no_memory();
}

static void mark(struct compare *c)
{
	struct compare_diff *d;
	size_t i, j, k;

	for (i = 0; i < c->cell_count; i++) {
		for (j = 0; j < c->name_count; j++) {
			for (k = 1; k < c->file_count; k++) {
				d = &c->cells[i].rows[j].diffs[k];
				d->significant = d->p_holm.known && d->p_holm.v < c->o->alpha;
			}
		}
	}
}

static int check_kinds(const struct compare *c)
{
	size_t i;

	for (i = 1; i < c->file_count; i++)
		if (c->files[i].sweep != c->files[0].sweep)
			return refuse(WBCTL_USAGE, "%s is of a sweep and %s is not",
				      c->files[c->files[0].sweep ? 0 : i].path,
				      c->files[c->files[0].sweep ? i : 0].path);
	return WBCTL_OK;
}

int compare_make(struct compare *c)
{
	int rc = check_kinds(c);

	if (!rc)
		rc = find_cells(c);
	if (!rc)
		rc = compare_alike(c);
	if (!rc)
		rc = find_names(c);
	if (!rc)
		rc = fill_cells(c);
	if (!rc)
		rc = correct(c, false, &c->tests);
	if (!rc)
		rc = correct(c, true, &c->cause_tests);
	if (!rc)
		mark(c);
	return rc;
}

static void free_row(struct compare_row *row, size_t files)
{
	size_t i;

	for (i = 0; row->sides && i < files; i++)
		free(row->sides[i].x);
	free(row->sides);
	free(row->diffs);
}

bool compare_has(const struct compare *c, const struct compare_row *row)
{
	size_t i;

	for (i = 0; i < c->file_count; i++)
		if (row->sides[i].s.n)
			return true;
	return false;
}

void compare_free(struct compare *c)
{
	size_t i, j;

	for (i = 0; i < c->cell_count; i++) {
		for (j = 0; c->cells[i].rows && j < c->name_count; j++)
			free_row(&c->cells[i].rows[j], c->file_count);
		free(c->cells[i].rows);
	}
	free(c->cells);
	free(c->names);
	for (i = 0; i < c->note_count; i++)
		free(c->notes[i]);
	free(c->notes);
}

const char *compare_verdict(const struct compare_row *row, size_t file)
{
	const struct compare_diff *d = &row->diffs[file];

	if (!d->significant)
		return NULL;
	if (row->better == BETTER_NEITHER)
		return "differs";
	return (d->w.difference.v > 0) == (row->better == BETTER_HIGHER) ? "better" : "worse";
}

bool compare_crossed(const struct compare *c, const struct compare_row *row, size_t file)
{
	const struct compare_diff *d = &row->diffs[file];
	const char *verdict = compare_verdict(row, file);
	double change;

	if (!row->shown || !c->o->threshold.known || !verdict || strcmp(verdict, "worse"))
		return false;
	/* From nothing to something is more than any percentage. */
	if (!d->change.known)
		return true;
	change = d->change.v < 0 ? -d->change.v : d->change.v;
	return change > c->o->threshold.v;
}

int compare_status(const struct compare *c)
{
	size_t i, j, k;

	if (!c->o->threshold.known)
		return WBCTL_OK;
	if (!c->tests)
		return refuse(WBCTL_FAILED,
			      "--threshold %s: no figure could be tested, which takes two runs on each side",
			      c->o->threshold_word);
	for (i = 0; i < c->cell_count; i++)
		for (j = 0; j < c->name_count; j++)
			for (k = 1; k < c->file_count; k++)
				if (compare_crossed(c, &c->cells[i].rows[j], k))
					return WBCTL_THRESHOLD;
	return WBCTL_OK;
}
