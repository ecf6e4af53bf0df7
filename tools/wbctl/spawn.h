/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that wbctl starts: mkfs, dmsetup, and a run of its own. */
#ifndef WBCTL_SPAWN_H
#define WBCTL_SPAWN_H

#include <signal.h>
#include <sys/types.h>

#include "wbctl.h"

#define SPAWN_SAID 256

/**
 * struct spawn - how to start a program
 * @file: Its file, NULL: look for @argv[0] in $PATH and where root's programs are.
 * @argv: Its words, up to a NULL.
 * @out_fd: Its standard output, -1: none.
 * @err_fd: Its standard error, -1: none.
 * @keep_fds: Descriptors that it inherits, up to a -1.
 * @mask: The signals that it does not get, NULL: as here.
 * @death_signal: What it gets when wbctl is killed.
 */
struct spawn {
	const char *file;
	char *const *argv;
	int out_fd;
	int err_fd;
	const int *keep_fds;
	const sigset_t *mask;
	int death_signal;
};

/**
 * spawn_start() - start a program
 * @s: Which, and how.
 *
 * Return: Its pid or -errno; one that cannot be executed exits with 127.
 */
pid_t spawn_start(const struct spawn *s);

/**
 * spawn_wait() - wait for a program
 * @pid: The program.
 * @wake_fd: Becomes readable when waiting should end early, -1: nothing does.
 * @status: Its exit status, 128 and the signal when one killed it.
 *
 * Return: 0, -EINTR when @wake_fd ended it (the program runs on), or -errno.
 */
int spawn_wait(pid_t pid, int wake_fd, int *status);

/**
 * spawn_tool() - run a program to its end
 * @argv: Its words.
 * @lock_fd: A descriptor that it inherits, -1: none.
 * @said: SPAWN_SAID bytes; the last line that it wrote to standard error.
 *
 * It has the signals of wbctl blocked, as wbctl has while it cleans up: Ctrl-C
 * is not to stop what takes something back.
 *
 * Return: Its exit status, or -errno.
 */
int spawn_tool(char *const *argv, int lock_fd, char said[static SPAWN_SAID]);

/**
 * spawn_last_line() - the last line in a file that is not empty
 * @fd: The file.
 * @line: SPAWN_SAID bytes; becomes "" when there is none.
 */
void spawn_last_line(int fd, char line[static SPAWN_SAID]);

/**
 * spawn_find() - whether there is such a program
 * @name: Its name.
 *
 * Return: Whether it is where spawn_start() looks.
 */
bool spawn_find(const char *name);

#endif /* WBCTL_SPAWN_H */
