/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel has accounted to this process. */
#ifndef WBCTL_TASKIO_H
#define WBCTL_TASKIO_H

#include "wbctl.h"

/**
 * taskio_dirtied() - what this process has dirtied since it exists
 *
 * The kernel adds the size of each folio where it counts nr_dirtied, and beside
 * the event writeback_dirty_folio, which does not tell the size. What is
 * written with O_DIRECT is added too.
 *
 * Return: Bytes, from write_bytes in /proc/self/io; unknown without
 * CONFIG_TASK_IO_ACCOUNTING.
 */
struct fig taskio_dirtied(void);

#endif /* WBCTL_TASKIO_H */
