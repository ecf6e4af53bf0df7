/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that a run starts and follows, with all that it forks. */
#ifndef WBCTL_PROGRAM_H
#define WBCTL_PROGRAM_H

#include <poll.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "fio.h"
#include "metric.h"
#include "opt.h"
#include "tail.h"

struct run;

/* Standard output and standard error. */
#define PROGRAM_STREAMS 2
/* So much of each stream's end is kept, for the metrics. */
#define PROGRAM_KEPT_BYTES (1024 * 1024UL)

/**
 * struct program_stream - what the program prints on one of its outputs
 * @fds: The pipe, [0] to read; -1: closed.
 * @to: Where it goes on to, -1: nowhere, the caller has closed it.
 * @kept: Its end.
 */
struct program_stream {
	int fds[2];
	int to;
	struct tail kept;
};

/**
 * struct program - the program of a run
 * @argc: Words in @argv.
 * @argv: Its words as they were given.
 * @name: Base name of the first.
 * @words: What is executed: @argv, and what wbctl added.
 * @rules: The metrics that --metric asks for.
 * @rule_count: How many.
 * @streams: Its outputs.
 * @exec_fds: A pipe over which the child says why it could not execute.
 * @exec_errno: That, 0: it could.
 * @fio: fio's own figures, when the program is fio.
 * @timed_out: It was stopped because the time was up.
 * @childless: Neither it nor anything that it forked is left.
 * @left_count: Descendants that lived on when it had ended.
 * @left_pid: One of them.
 * @left_name: Its name.
 * @usage_start: What the children of wbctl had used before.
 * @usage_end: And when the program and all that were waited for had ended.
 */
struct program {
	int argc;
	char **argv;
	const char *name;
	char **words;
	struct metric_rule *rules;
	size_t rule_count;
	struct program_stream streams[PROGRAM_STREAMS];
	int exec_fds[2];
	int exec_errno;
	struct fio fio;
	bool timed_out;
	bool childless;
	size_t left_count;
	pid_t left_pid;
	char left_name[32];
	struct rusage usage_start;
	struct rusage usage_end;
};

/**
 * program_find() - whether execvp(3) would find a program
 * @name: Its name or path.
 *
 * What is there but cannot be executed is told from what is not.
 *
 * Return: 0 or -errno.
 */
int program_find(const char *name);

/**
 * program_new() - take in a command and the words of --metric
 * @out: The program.
 * @argc: Words of the command.
 * @argv: They.
 * @metrics: The words of --metric.
 *
 * Return: An exit status; what is wrong (no such program) has been said.
 */
int program_new(struct program **out, int argc, char **argv, const struct opt_list *metrics);

/**
 * program_open() - open its pipes, and become the reaper of its orphans
 * @r: The run.
 *
 * Return: An exit status; what is wrong has been said.
 */
int program_open(struct run *r);

/**
 * program_spawn() - fork it: it waits at the barrier, then executes
 * @r: The run.
 *
 * Return: Its pid, or -errno.
 */
pid_t program_spawn(struct run *r);

/**
 * program_poll() - what to wait for
 * @p: The program, may be NULL.
 * @fds: Gets a descriptor for each stream, -1: nothing.
 */
void program_poll(const struct program *p, struct pollfd fds[PROGRAM_STREAMS]);

/**
 * program_pump() - pass on what has been printed
 * @p: The program, may be NULL.
 * @fds: What poll(2) said.
 */
void program_pump(struct program *p, const struct pollfd fds[PROGRAM_STREAMS]);

/**
 * program_ended() - look after what is left when it has ended
 * @r: The run.
 *
 * Passes on the rest of its output, finds the figures in it, and counts
 * descendants that live on.
 */
void program_ended(struct run *r);

/**
 * program_verdict() - what it came to
 * @r: The run, ended and reported.
 *
 * Return: An exit status; what went wrong has been said.
 */
int program_verdict(const struct run *r);

/**
 * program_status() - how it ended, in words
 * @r: The run, ended.
 * @text: Where the words go: "exited with status 3".
 * @len: Its size.
 *
 * Return: @text.
 */
const char *program_status(const struct run *r, char *text, size_t len);

/**
 * program_live() - a line of progress, on standard error
 * @r: The run, with a new sample.
 */
void program_live(const struct run *r);

/**
 * program_free() - close its pipes and free it
 * @p: The program, may be NULL.
 */
void program_free(struct program *p);

#endif /* WBCTL_PROGRAM_H */
