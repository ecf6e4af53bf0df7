/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The extents of a file on disk. */
#ifndef WBCTL_EXTENTS_H
#define WBCTL_EXTENTS_H

#include "wbctl.h"

/**
 * extents_count() - count the extents of a file
 * @fd: The file; its pages are written first.
 *
 * Those that continue each other, in the file and on the device, are one, however
 * the file system keeps them.
 *
 * Return: How many, unknown when the file system does not tell (FIEMAP).
 */
struct fig extents_count(int fd);

#endif /* WBCTL_EXTENTS_H */
