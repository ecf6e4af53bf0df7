/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The extents of a file on disk. */
#ifndef WBCTL_EXTENTS_H
#define WBCTL_EXTENTS_H

#include "wbctl.h"

/**
 * extents_of() - count the extents of a file
 * @dirfd: Its directory.
 * @name: The file, no symbolic link; its pages are written first.
 *
 * Those that continue each other, in the file and on the device, are one, however
 * the file system keeps them.
 *
 * Return: How many, unknown when the file cannot be opened or the file system does
 * not tell (FIEMAP).
 */
struct fig extents_of(int dirfd, const char *name);

#endif /* WBCTL_EXTENTS_H */
