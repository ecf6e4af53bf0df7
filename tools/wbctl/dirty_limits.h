/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The four sysctls of the dirty limits, which are written together. */
#ifndef WBCTL_DIRTY_LIMITS_H
#define WBCTL_DIRTY_LIMITS_H

#include "wbctl.h"

/**
 * enum limit_file - the sysctls
 * @LIMIT_RATIO: vm.dirty_ratio.
 * @LIMIT_BYTES: vm.dirty_bytes.
 * @LIMIT_BG_RATIO: vm.dirty_background_ratio.
 * @LIMIT_BG_BYTES: vm.dirty_background_bytes.
 * @LIMIT_FILES: How many.
 */
enum limit_file {
	LIMIT_RATIO,
	LIMIT_BYTES,
	LIMIT_BG_RATIO,
	LIMIT_BG_BYTES,
	LIMIT_FILES,
};

/* Their paths. */
extern const char *const limit_paths[LIMIT_FILES];

/**
 * struct limits - the dirty limits
 * @v: Their values; of a pair of ratio and bytes the kernel has one at 0.
 */
struct limits {
	uint64_t v[LIMIT_FILES];
};

/**
 * limits_index() - which of them a path is
 * @path: The path.
 *
 * Return: An enum limit_file, LIMIT_FILES: none.
 */
enum limit_file limits_index(const char *path);

/**
 * limits_read() - read them
 * @l: Where they go.
 *
 * Return: 0 or -errno.
 */
int limits_read(struct limits *l);

/**
 * limits_write() - set them
 * @want: What they are to be.
 *
 * Writing one of a pair makes the kernel zero the other, so only the one that
 * is not 0 is written. Limits that rise get the dirty limit first, limits that
 * fall the background one, so that at no moment the background limit is the
 * higher one.
 *
 * Return: 0 or -errno.
 */
int limits_write(const struct limits *want);

#endif /* WBCTL_DIRTY_LIMITS_H */
