/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that is run once: what it prints is passed on and kept. */
#ifndef WBCTL_CAPTURE_H
#define WBCTL_CAPTURE_H

#include "wbctl.h"

#define CAPTURE_WHY_LEN 128

/**
 * struct capture_text - what came out of one stream
 * @text: The last megabytes of it, with a NUL at the end; NULL: nothing came.
 * @len: Its length.
 * @room: Bytes at @text.
 */
struct capture_text {
	char *text;
	size_t len;
	size_t room;
};

/**
 * struct capture - a program that is run once
 * @file: What is executed; execvp(3) looks for it.
 * @argv: Its words, up to a NULL.
 * @timeout_ns: It is ended after that time; 0: never.
 * @quiet: Its output is kept only.
 * @signal_fd: From capture_signals(), or -1: no signal ends it.
 * @out: What came on its standard output; capture_free() frees it.
 * @err: And on its standard error.
 * @status: Its exit status, when it exited by itself.
 * @signal: The signal to us that ended it, 0: none.
 * @why: Why it is no success, words that go after its name.
 */
struct capture {
	const char *file;
	char *const *argv;
	uint64_t timeout_ns;
	bool quiet;
	int signal_fd;
	struct capture_text out;
	struct capture_text err;
	int status;
	int signal;
	char why[CAPTURE_WHY_LEN];
};

/**
 * capture_signals() - have SIGINT, SIGTERM and SIGHUP wait until they are read
 *
 * One that was ignored when wbctl began stays so.
 *
 * Return: A descriptor that becomes readable when one came, or -errno.
 */
int capture_signals(void);

/**
 * capture_run() - run a program until it ends
 * @c: The program; its results are zero.
 *
 * It runs in a session of its own, so that all of it can be ended, with
 * /dev/null as standard input. When the time is over, or a signal came for us,
 * the session gets SIGTERM, and SIGKILL when it does not heed that.
 *
 * Return: 0 when it exited with 0; -ETIMEDOUT, -EINTR (a signal came for us),
 * -ECHILD (it failed; @c->why), or -errno when it could not be started.
 */
int capture_run(struct capture *c);

/**
 * capture_free() - give back what was kept
 * @c: The program.
 */
void capture_free(struct capture *c);

#endif /* WBCTL_CAPTURE_H */
