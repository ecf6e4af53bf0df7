/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a process has forked, and what that has: as /proc shows it. */
#ifndef WBCTL_PROCTREE_H
#define WBCTL_PROCTREE_H

#include <sys/types.h>

#include "wbctl.h"

/**
 * struct proctree - living descendants of a process
 * @count: How many.
 * @pids: They; those that are dead and not reaped are left out.
 */
struct proctree {
	size_t count;
	pid_t *pids;
};

/**
 * proctree_read() - find the descendants of a process
 * @tree: Where they go; proctree_free() it.
 * @root: The process, itself not one of them.
 * @but: A child that is left out, 0: none.
 *
 * Orphans are found when @root is their subreaper.
 *
 * Return: 0 or -ENOMEM.
 */
int proctree_read(struct proctree *tree, pid_t root, pid_t but);

/**
 * proctree_free() - give it back
 * @tree: The tree.
 */
void proctree_free(struct proctree *tree);

/**
 * proctree_signal() - send a signal to all descendants of a process
 * @root: The process, which gets none.
 * @but: A child that gets none either, 0: none.
 * @sig: The signal.
 *
 * Looks again until it finds nobody new: they may fork meanwhile.
 */
void proctree_signal(pid_t root, pid_t but, int sig);

/**
 * proctree_name() - the name of a process
 * @buf: Where it goes, "" when there is no such process.
 * @len: Its size.
 * @pid: The process.
 */
void proctree_name(char *buf, size_t len, pid_t pid);

#endif /* WBCTL_PROCTREE_H */
