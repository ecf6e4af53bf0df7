/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of one figure in a table of files side by side. */
#ifndef WBCTL_COMPARE_BLOCK_H
#define WBCTL_COMPARE_BLOCK_H

#include "compare.h"

#define COMPARE_TEXT_LEN 64

/* The first file has no change beside it, so there is room for four. */
#define COMPARE_PER_TABLE 4
#define COMPARE_LABEL_WIDTH 8
/* What another file takes, and the first one without its label. */
#define COMPARE_OTHER_WIDTH 21
#define COMPARE_FIRST_WIDTH 9

/**
 * struct compare_block - the rows of one figure for some of the files
 * @c: The comparison.
 * @row: The figure.
 * @columns: The files, the first of all in front.
 * @count: How many.
 * @label: Columns of the labels.
 * @scale: The unit of all values.
 * @digits: Digits behind the point, negative: three significant ones.
 * @to: Where it goes.
 */
struct compare_block {
	const struct compare *c;
	const struct compare_row *row;
	const size_t *columns;
	size_t count;
	int label;
	struct kind_scale scale;
	int digits;
	FILE *to;
};

/**
 * compare_change_text() - a change as people read it
 * @change: The change.
 * @significant: It gets a star.
 * @buf: Gets the text, at least COMPARE_TEXT_LEN bytes.
 */
void compare_change_text(struct ratio change, bool significant, char *buf);

/**
 * compare_centre() - the mean that stands for a file
 * @s: The figure in the file.
 *
 * Return: Its centre.
 */
struct ratio compare_centre(const struct compare_side *s);

/**
 * compare_largest() - the largest value of all files
 * @b: The block, with its row.
 *
 * Return: The value, without its sign.
 */
double compare_largest(const struct compare_block *b);

/**
 * compare_block_scale() - choose the unit and the digits
 * @b: The block, with its row.
 * @most: The largest value that it will have.
 */
void compare_block_scale(struct compare_block *b, double most);

/**
 * compare_block_titles() - the line with the names of the files
 * @b: The block.
 * @titles: The names.
 */
void compare_block_titles(const struct compare_block *b, const struct compare_title *titles);

/**
 * compare_block_head() - the line with the figure's name
 * @b: The block, with its scale.
 * @what: What stands behind the unit.
 */
void compare_block_head(const struct compare_block *b, const char *what);

/**
 * compare_block_values() - a line of values, each with its change against the first's
 * @b: The block, with its scale.
 * @label: The line's label.
 * @get: Takes the value out of a file's figures.
 * @mark: Significant changes get a star.
 */
void compare_block_values(const struct compare_block *b, const char *label,
			  struct ratio (*get)(const struct compare_side *s), bool mark);

/**
 * compare_block() - all lines of a figure but the titles
 * @b: The block, with its row.
 */
void compare_block(struct compare_block *b);

#endif /* WBCTL_COMPARE_BLOCK_H */
