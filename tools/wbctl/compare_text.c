// SPDX-License-Identifier: GPL-2.0-or-later
/* A comparison as tables that paste into a mail. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "compare_block.h"
#include "compare_names.h"
#include "cpu_profile.h"
#include "jsonin.h"
#include "out.h"

static void print_columns(struct compare_block *b, const struct compare_cell *cell,
			  const struct compare_title *titles)
{
	size_t i;

	compare_block_titles(b, titles);
	for (i = 0; i < b->c->name_count; i++) {
		b->row = &cell->rows[i];
		if (b->row->shown && compare_has(b->c, b->row))
			compare_block(b);
	}
	fputc('\n', b->to);
}

static void print_tables(const struct compare *c, const struct compare_cell *cell,
			 const struct compare_title *titles, FILE *to)
{
	size_t columns[COMPARE_PER_TABLE], next = 1;
	struct compare_block b = {
		.c = c, .columns = columns, .label = COMPARE_LABEL_WIDTH, .to = to
	};

	while (next < c->file_count) {
		columns[0] = 0;
		for (b.count = 1; b.count < COMPARE_PER_TABLE && next < c->file_count; next++)
			columns[b.count++] = next;
		print_columns(&b, cell, titles);
	}
}

/* Of a figure in all cells, for the files that b has. */
static void overview_rows(struct compare_block *b, size_t name)
{
	double most = 0;
	size_t i;

	for (i = 0; i < b->c->cell_count; i++) {
		b->row = &b->c->cells[i].rows[name];
		most = fmax(most, compare_largest(b));
	}
	compare_block_scale(b, most);
	compare_block_head(b, ", mean of each cell");
	for (i = 0; i < b->c->cell_count; i++) {
		b->row = &b->c->cells[i].rows[name];
		compare_block_values(b, b->c->cells[i].first->cell, compare_centre, true);
	}
}

/* As wide as the longest cell, where that leaves room for a file beside the first. */
static int overview_label(const struct compare *c)
{
	const int most = OUT_COLUMNS - COMPARE_FIRST_WIDTH - COMPARE_OTHER_WIDTH;
	int width = COMPARE_LABEL_WIDTH, len;
	size_t i;

	for (i = 0; i < c->cell_count; i++) {
		len = (int)strlen(c->cells[i].first->cell) + 2;
		width = len > width ? len : width;
	}
	return width < most ? width : most;
}

/* The means of all cells below each other, before each cell in full. */
static void print_overview(const struct compare *c, const struct compare_title *titles, FILE *to)
{
	struct compare_block b = { .c = c, .label = overview_label(c), .to = to };
	size_t columns[COMPARE_PER_TABLE] = {}, next = 1, room, i;

	b.columns = columns;
	room = (size_t)(OUT_COLUMNS - COMPARE_FIRST_WIDTH - b.label) / COMPARE_OTHER_WIDTH;
	while (next < c->file_count) {
		for (b.count = 1; b.count <= room && b.count < COMPARE_PER_TABLE &&
		     next < c->file_count; next++)
			columns[b.count++] = next;
		compare_block_titles(&b, titles);
		for (i = 0; i < c->name_count; i++)
			if (c->names[i].shown)
				overview_rows(&b, i);
		fputc('\n', to);
	}
}

static size_t runs_in(const struct runfile *rf, const struct compare_cell *cell)
{
	size_t i, n = 0;

	for (i = 0; i < rf->count; i++)
		n += !strcmp(rf->results[i].cell, cell->first->cell);
	return n;
}

/* What is missing of a file that looks as if it were whole. */
static void add_missing(char *line, size_t len, const struct runfile *rf)
{
	const size_t missing = runfile_missing(rf);
	size_t at = strlen(line);

	if (rf->left_out)
		snprintf(line + at, len - at, "; %zu that failed or %s interrupted left out",
			 rf->left_out, rf->left_out == 1 ? "was" : "were");
	at = strlen(line);
	if (missing)
		snprintf(line + at, len - at,
			 "; UNFINISHED: %zu of the sweep's %zu runs %s not done", missing,
			 rf->planned, missing == 1 ? "was" : "were");
}

static void print_files(const struct compare *c, FILE *to)
{
	const struct runfile *rf;
	char name[256], line[1024];
	size_t i;

	for (i = 0; i < c->file_count; i++) {
		rf = &c->files[i];
		format_clean(name, sizeof(name), compare_file_name(c, i));
		snprintf(line, sizeof(line), "%s: kernel %s, %zu run%s", name,
			 rf->results[0].kernel, rf->count, rf->count == 1 ? "" : "s");
		add_missing(line, sizeof(line), rf);
		wrap(to, line, 0, 2);
	}
}

/* Takes @text. */
static void print_after(const char *head, char *text, FILE *to)
{
	char *all;

	if (text && *text && asprintf(&all, "%s%s", head, text) >= 0) {
		wrap(to, all, 0, 2);
		free(all);
	}
	free(text);
}

static void print_head(const struct compare *c, FILE *to)
{
	struct traits common = c->files[0].results[0].traits;
	size_t i, j;

	fprintf(to, "wbctl compare: %zu files\n", c->file_count);
	print_files(c, to);
	for (i = 0; i < c->file_count; i++)
		for (j = 0; j < c->files[i].count; j++)
			traits_common(&common, &c->files[i].results[j].traits);
	print_after("alike: ", traits_text(&common), to);
	for (i = 0; i < c->note_count; i++)
		print_after("NOT ALIKE: ", strdup(c->notes[i]), to);
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
	char text[512], corrected[128] = "", causes[128] = "";

	if (!c->tests) {
		wrap(to,
		     "No change is marked, for nothing could be tested: that takes two runs on each side, and figures that vary.",
		     0, 2);
		return;
	}
	if (c->tests > 1)
		snprintf(corrected, sizeof(corrected), ", p corrected by Holm for %zu tests",
			 c->tests);
	if (c->cause_tests > 1)
		snprintf(causes, sizeof(causes), "%s %zu%s on the kernel side",
			 c->tests > 1 ? " and" : ", p corrected by Holm for", c->cause_tests,
			 c->tests > 1 ? "" : " tests");
	snprintf(text, sizeof(text), "* p < %g: Welch's t-test, two sided%s%s", c->o->alpha,
		 corrected, causes);
	wrap(to, text, 0, 2);
	fprintf(to, "  %g %%: confidence interval of the mean's change\n",
		100 * (1 - c->o->alpha));
}

static void print_crossed(const struct compare *c, const struct compare_title *titles, FILE *to)
{
	const struct compare_row *row;
	char text[512], change[COMPARE_TEXT_LEN];
	size_t i, j, k;

	for (i = 0; i < c->cell_count; i++) {
		for (j = 0; j < c->name_count; j++) {
			row = &c->cells[i].rows[j];
			for (k = 1; k < c->file_count; k++) {
				if (!compare_crossed(c, row, k))
					continue;
				compare_change_text(row->diffs[k].change, false, change);
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

/* Where the kernel's CPU time went, of each file that has profiles as the first does. */
static void print_cpu_profiles(const struct compare *c, const struct compare_cell *cell,
			       const struct compare_title *titles, FILE *to)
{
	struct json_object *first = runfile_cpu_profiles(&c->files[0], cell->first->cell), *other;
	char text[160];
	size_t i;

	for (i = 1; i < c->file_count && json_list_len(first); i++) {
		other = runfile_cpu_profiles(&c->files[i], cell->first->cell);
		if (json_list_len(other)) {
			snprintf(text, sizeof(text), "kernel CPU profiles: A is %s, B is %s",
				 titles[0].name, titles[i].name);
			wrap(to, text, 0, 0);
			cpu_profile_rose(to, first, other, c->o->alpha);
			fputc('\n', to);
		}
		json_object_put(other);
	}
	json_object_put(first);
}

void compare_text(const struct compare *c, FILE *to)
{
	struct compare_title *titles = calloc(c->file_count, sizeof(*titles));
	size_t i;

	if (!titles)
		return;
	compare_titles(c, titles);
	print_head(c, to);
	if (c->cell_count > 1)
		print_overview(c, titles, to);
	for (i = 0; i < c->cell_count; i++) {
		print_cell_head(c, &c->cells[i], to);
		print_tables(c, &c->cells[i], titles, to);
		compare_causes(c, &c->cells[i], titles, to);
		print_cpu_profiles(c, &c->cells[i], titles, to);
	}
	print_method(c, to);
	print_crossed(c, titles, to);
	free(titles);
}
