/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the columns of a comparison are called. */
#ifndef WBCTL_COMPARE_NAMES_H
#define WBCTL_COMPARE_NAMES_H

#include "compare.h"

/**
 * compare_titles() - short names for the files, all different
 * @c: The comparison.
 * @titles: Gets one for each file: the kernel where no two have the same one,
 *	without what the ends of all have in common; or the file's base name;
 *	where these are not different either, its number.
 */
void compare_titles(const struct compare *c, struct compare_title *titles);

/**
 * compare_base() - a file's name without its directory
 * @path: The file's name.
 *
 * Return: The end of @path.
 */
const char *compare_base(const char *path);

#endif /* WBCTL_COMPARE_NAMES_H */
