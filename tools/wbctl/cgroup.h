/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Control groups: which one a process is in, and who is in one. */
#ifndef WBCTL_CGROUP_H
#define WBCTL_CGROUP_H

#include <sys/types.h>

#include "wbctl.h"

/**
 * struct cgroup - a control group of the default hierarchy
 * @id: Inode number of its directory.
 * @weight: The default of its io.weight, unknown: it has none.
 */
struct cgroup {
	struct fig id;
	struct fig weight;
};

/**
 * cgroup_root() - where the default hierarchy is mounted
 *
 * Return: A directory, NULL when it is mounted at none of the usual ones.
 */
const char *cgroup_root(void);

/**
 * cgroup_of() - the control group of a process
 * @pid: The process.
 *
 * Return: It; unknown what cannot be read.
 */
struct cgroup cgroup_of(pid_t pid);

/**
 * cgroup_in() - the control group that a file like /proc/PID/cgroup names
 * @file: That file.
 * @root: Where the default hierarchy is mounted.
 *
 * Return: As for cgroup_of().
 */
struct cgroup cgroup_in(const char *file, const char *root);

#endif /* WBCTL_CGROUP_H */
