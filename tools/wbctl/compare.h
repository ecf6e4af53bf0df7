/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing result files: for each cell and figure, what each file has and what differs. */
#ifndef WBCTL_COMPARE_H
#define WBCTL_COMPARE_H

#include "kind.h"
#include "opt.h"
#include "runfile.h"
#include "welch.h"

#define COMPARE_TITLE_LEN 20

/**
 * struct compare_title - what a file's column is called
 * @name: The name.
 */
struct compare_title {
	char name[COMPARE_TITLE_LEN];
};

/**
 * struct compare_side - a figure in one file
 * @x: Of each run that has it.
 * @s: What they are together.
 * @centre: Their mean, the harmonic one where the row says so.
 */
struct compare_side {
	double *x;
	struct summary s;
	struct ratio centre;
};

/**
 * struct compare_diff - a file against the first
 * @w: Welch's test.
 * @change: Of the centre: -0.1 is 10 % less. Unknown when the first's is 0.
 * @p_holm: @w's p, corrected for the number of tests of its family.
 * @significant: It is below alpha.
 */
struct compare_diff {
	struct welch w;
	struct ratio change;
	struct ratio p_holm;
	bool significant;
};

/**
 * struct compare_row - a figure in all files
 * @name: Its name.
 * @bare: Where in @name a profile's step has ended.
 * @shown: It was asked for; false: it is only among the causes.
 * @cause: It is one of the kernel's figures that may say why.
 * @better: Which direction is better.
 * @harmonic: Its centre is the harmonic mean.
 * @sides: In each file.
 * @diffs: Each file against the first; the first's own is empty.
 */
struct compare_row {
	const char *name;
	size_t bare;
	bool shown;
	bool cause;
	enum better better;
	bool harmonic;
	struct compare_side *sides;
	struct compare_diff *diffs;
};

/**
 * struct compare_cell - the rows of a cell
 * @first: A result in it, which names it.
 * @rows: The rows, of each name that any file has.
 */
struct compare_cell {
	const struct runfile_result *first;
	struct compare_row *rows;
};

/**
 * struct compare_name - a figure that some file has
 * @figure: The first of that name.
 * @shown: It was asked for.
 * @cause: It may say why.
 */
struct compare_name {
	const struct figure *figure;
	bool shown;
	bool cause;
};

/**
 * struct compare_opts - what the command line says
 * @metrics: Names or patterns of the figures to show.
 * @all: Show all.
 * @force: Compare what is not alike.
 * @csv: Print CSV.
 * @json: Where the JSON goes, NULL: nowhere.
 * @threshold_word: As it stands on the command line, NULL: none.
 * @alpha_word: The same.
 * @threshold: Part of the first's by which a figure may be worse.
 * @alpha: What p must be below.
 */
struct compare_opts {
	struct opt_list metrics;
	bool all;
	bool force;
	bool csv;
	const char *json;
	const char *threshold_word;
	const char *alpha_word;
	struct ratio threshold;
	double alpha;
};

/**
 * struct compare - a comparison
 * @o: What was asked for.
 * @files: The files.
 * @file_count: How many, at least two.
 * @names: The figures.
 * @name_count: How many.
 * @cells: The cells; without a sweep there is one.
 * @cell_count: How many.
 * @tests: Tests of figures that are shown; p is corrected for them.
 * @cause_tests: Tests of causes, a family of their own.
 * @notes: What is not alike, each once.
 * @note_count: How many.
 */
struct compare {
	const struct compare_opts *o;
	struct runfile *files;
	size_t file_count;
	struct compare_name *names;
	size_t name_count;
	struct compare_cell *cells;
	size_t cell_count;
	size_t tests;
	size_t cause_tests;
	char **notes;
	size_t note_count;
};

/**
 * compare_make() - compare files
 * @c: Empty but for @o, @files and @file_count; free it with compare_free(),
 *	also after a failure.
 *
 * Return: WBCTL_OK, WBCTL_USAGE or WBCTL_FAILED; what is wrong has been said.
 */
int compare_make(struct compare *c);

/**
 * compare_has() - whether any file has a figure in a cell
 * @c: The comparison.
 * @row: The figure.
 *
 * Return: Whether one has.
 */
bool compare_has(const struct compare *c, const struct compare_row *row);

/**
 * compare_free() - give all but the files back
 * @c: The comparison.
 */
void compare_free(struct compare *c);

/**
 * compare_alike() - find out whether the files may be compared
 * @c: The comparison, with its cells.
 *
 * With --force, what is not alike becomes a note.
 *
 * Return: WBCTL_OK, WBCTL_USAGE or WBCTL_FAILED; what is wrong has been said.
 */
int compare_alike(struct compare *c);

/**
 * compare_verdict() - a change in a word
 * @row: The figure.
 * @file: The file.
 *
 * Return: "better", "worse" or, where neither direction is, "differs"; NULL when
 * it is not significant.
 */
const char *compare_verdict(const struct compare_row *row, size_t file);

/**
 * compare_crossed() - whether a change is past the threshold
 * @c: The comparison.
 * @row: The figure.
 * @file: The file.
 *
 * Return: True when it is significantly worse by more than the threshold.
 */
bool compare_crossed(const struct compare *c, const struct compare_row *row, size_t file);

/**
 * compare_status() - the exit status that the comparison leads to
 * @c: The comparison.
 *
 * Return: WBCTL_OK, WBCTL_THRESHOLD, or WBCTL_FAILED when a threshold was asked
 * for and no figure could be tested, which has been said.
 */
int compare_status(const struct compare *c);

/**
 * compare_text() - the comparison as a table for people
 * @c: The comparison.
 * @to: Where it goes.
 */
void compare_text(const struct compare *c, FILE *to);

/**
 * compare_causes() - the kernel's side of it, in a few lines
 * @c: The comparison.
 * @cell: The cell.
 * @titles: What the files are called, by file.
 * @to: Where it goes.
 */
void compare_causes(const struct compare *c, const struct compare_cell *cell,
		    const struct compare_title *titles, FILE *to);

/**
 * compare_csv() - every number of the comparison, a line for each figure and file
 * @c: The comparison.
 * @to: Where it goes.
 */
void compare_csv(const struct compare *c, FILE *to);

/**
 * compare_json() - every number of the comparison
 * @c: The comparison.
 *
 * Return: A document of schema wbctl.compare/1, the caller's.
 */
struct json_object *compare_json(const struct compare *c);

#endif /* WBCTL_COMPARE_H */
