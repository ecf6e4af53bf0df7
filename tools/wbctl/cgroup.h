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

/**
 * struct pids - processes
 * @count: How many.
 * @pid: They, in order; free() it.
 */
struct pids {
	size_t count;
	pid_t *pid;
};

/**
 * pids_has() - whether a process is one of them
 * @pids: The processes.
 * @pid: The process.
 *
 * Return: Whether it is.
 */
bool pids_has(const struct pids *pids, pid_t pid);

/**
 * cgroup_find() - the directory of a control group
 * @name: Its path, absolute or below /sys/fs/cgroup.
 * @dir: Its directory, which free() takes; NULL: there is none, or no memory.
 *
 * Return: 0, -ENOENT: there is nothing of that name; -ENOTDIR: it is no control
 * group; or -ENOMEM.
 */
int cgroup_find(const char *name, char **dir);

/**
 * cgroup_procs() - add the processes of a control group and of those below it
 * @pids: The processes, sorted by cgroup_sort() when all are there.
 * @dir: Its directory. What is not there any more has no processes.
 *
 * Return: 0 or -ENOMEM.
 */
int cgroup_procs(struct pids *pids, const char *dir);

/**
 * cgroup_sort() - bring processes in order
 * @pids: The processes.
 */
void cgroup_sort(struct pids *pids);

#endif /* WBCTL_CGROUP_H */
