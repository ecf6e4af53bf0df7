/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the columns of a comparison are called. */
#ifndef WBCTL_COMPARE_NAMES_H
#define WBCTL_COMPARE_NAMES_H

#include "compare.h"

/**
 * compare_titles() - short names for the files, all different
 * @c: The comparison.
 * @titles: Gets one for each file: the kernel where no two have the same one,
 *	without what the ends of all have in common; or the file's name as
 *	compare_file_name() has it; where these are too long to differ, its number.
 */
void compare_titles(const struct compare *c, struct compare_title *titles);

/**
 * compare_file_name() - a file's name for the list of files
 * @c: The comparison.
 * @file: The file.
 *
 * Return: So much of the end of its path that no two files have the same.
 */
const char *compare_file_name(const struct compare *c, size_t file);

#endif /* WBCTL_COMPARE_NAMES_H */
