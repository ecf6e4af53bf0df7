/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs perf beside a run's clock, and reads the samples that it took. */
#ifndef WBCTL_PROFILER_H
#define WBCTL_PROFILER_H

#include <limits.h>
#include <sys/types.h>

#include "cpu_profile.h"

#define PROFILER_HZ_MAX 10000

/**
 * struct profiler - perf, and what it told
 * @hz: Samples a second of each CPU, unknown: no profile is wanted.
 * @event: What it counts.
 * @perf: The program.
 * @dir: A directory of its own for its files, "": there is none.
 * @pid: Its process, 0: it does not run.
 * @pidfd: The same; a pid may be another's when somebody has waited for ours.
 * @ctl: Where it is told to begin and to end; -1 at first.
 * @ack: Where it answers; -1 at first.
 * @start_ns: When it had begun, 0: it has not.
 * @end_ns: When it was told to end.
 * @lost: Samples that it lost, unknown before they were read.
 * @hits: The samples.
 * @syms: The kernel's functions.
 * @why: Why there is no profile, "": there is one.
 */
struct profiler {
	struct fig hz;
	const char *event;
	char perf[PATH_MAX];
	char dir[64];
	pid_t pid;
	int pidfd;
	int ctl;
	int ack;
	uint64_t start_ns;
	uint64_t end_ns;
	struct fig lost;
	struct cpu_hits hits;
	struct kallsyms syms;
	char why[256];
};

/**
 * profiler_check() - find out whether there can be a profile
 * @p: The profiler; without @hz nothing is done here and below.
 *
 * Return: WBCTL_OK, or WBCTL_MISSING and what is missing has been said.
 */
int profiler_check(struct profiler *p);

/**
 * profiler_start() - start perf, and wait until it could begin
 * @p: The profiler.
 * @wake_fd: Becomes readable when waiting should end early.
 *
 * Return: An exit status; what is wrong has been said.
 */
int profiler_start(struct profiler *p, int wake_fd);

/**
 * profiler_begin() - the clock begins
 * @p: The profiler.
 */
void profiler_begin(struct profiler *p);

/**
 * profiler_end() - the clock has ended
 * @p: The profiler.
 */
void profiler_end(struct profiler *p);

/**
 * profiler_read() - read the samples, and remove perf's files
 * @p: The profiler, ended.
 * @wake_fd: Becomes readable when that should end early.
 */
void profiler_read(struct profiler *p, int wake_fd);

/**
 * profiler_close() - end perf, remove its files, free everything
 * @p: The profiler.
 */
void profiler_close(struct profiler *p);

/**
 * profiler_take_line() - a line of perf script into the samples
 * @p: The profiler.
 * @line: The line.
 *
 * Return: 0 or -ENOMEM. A line that is neither a sample nor tells of lost ones
 * is passed over.
 */
int profiler_take_line(struct profiler *p, const char *line);

#endif /* WBCTL_PROFILER_H */
