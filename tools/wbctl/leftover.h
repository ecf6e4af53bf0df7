/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The notes of runs, and what killed runs have left behind. */
#ifndef WBCTL_LEFTOVER_H
#define WBCTL_LEFTOVER_H

/* A run's directory is called so, then its pid, a dash and six characters. */
#define LEFTOVER_PREFIX "wbctl-run-"
/* The directory below it in which a program works. */
#define LEFTOVER_PROGRAM "program.d"

/**
 * leftover_note() - say in a run's directory whose it is
 * @dirfd: The run's directory.
 *
 * The note is locked for as long as it is open, so that other pid name spaces
 * and other hosts can tell too whether its run still lives. It never stands
 * there unlocked: it gets its name only after the lock.
 *
 * Return: The note's descriptor, or -errno.
 */
int leftover_note(int dirfd);

/**
 * leftover_empty() - remove a run's files, and no others
 * @dirfd: The run's directory.
 *
 * Return: 0 or -errno.
 */
int leftover_empty(int dirfd);

/**
 * leftovers_remove() - remove the directories of runs that are dead
 * @dirfd: A directory of --dir.
 * @path: Its path, for saying what was removed.
 *
 * One is removed when its name is that of a run, its note can be locked, and
 * the process that the note names is gone; only files that a run makes are
 * removed from it.
 */
void leftovers_remove(int dirfd, const char *path);

/**
 * leftover_start() - when a process started
 * @pid: The process.
 * @start: Clock ticks since boot: with the pid, they name one process.
 *
 * Return: 0, or -errno when there is none.
 */
int leftover_start(int pid, unsigned long long *start);

/**
 * leftover_boot() - which boot this is
 * @boot: Where its name goes.
 * @len: Its size, more than 37.
 *
 * Return: 0 or -errno.
 */
int leftover_boot(char *boot, size_t len);

#endif /* WBCTL_LEFTOVER_H */
