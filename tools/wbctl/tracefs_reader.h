/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the kernel's own trace events about a set of tasks, in a tracing
 * instance of its own that disturbs nobody else's.
 *
 * reader_open(), reader_start() with the pids, reader_poll() whenever
 * reader_fd() is readable, reader_stop(); then reader_task() has the sums of
 * the window between start and stop; reader_close().
 */
#ifndef WBCTL_TRACEFS_READER_H
#define WBCTL_TRACEFS_READER_H

#include "tracefs_sum.h"

struct reader;

/**
 * reader_open() - make the tracing instance
 * @out: The reader. On failure too it is set, for reader_refuse() and
 *	reader_close(), unless there is no memory.
 *
 * Mounts tracefs when nobody has, and removes the instances that killed
 * programs have left. Holds no descriptor open: children inherit nothing.
 *
 * Return: 0 or -errno.
 */
int reader_open(struct reader **out);

/**
 * reader_refuse() - say why a reader does not work
 * @rd: The reader, may be NULL.
 * @rc: What was returned.
 *
 * Return: The exit status that this leads to.
 */
int reader_refuse(const struct reader *rd, int rc);

/**
 * reader_why() - why the last call failed, as the end of a sentence
 * @rd: The reader, may be NULL.
 * @rc: What was returned.
 *
 * Return: The words.
 */
const char *reader_why(const struct reader *rd, int rc);

/**
 * reader_follow_forks() - read of what the tasks fork, too
 * @rd: The reader, not started.
 *
 * A task that was forked is in the sums from its first throttling decision on.
 *
 * Return: Whether this kernel can (its option event-fork).
 */
bool reader_follow_forks(struct reader *rd);

/**
 * reader_start() - begin to read the events of tasks
 * @rd: The reader.
 * @pids: The tasks.
 * @count: How many.
 *
 * Return: 0 or -errno.
 */
int reader_start(struct reader *rd, const pid_t *pids, size_t count);

/**
 * reader_fd() - what says when to call reader_poll()
 * @rd: The reader, may be NULL.
 *
 * Return: A descriptor that becomes readable, -1: nothing is read.
 */
int reader_fd(const struct reader *rd);

/**
 * reader_poll() - take in what has happened up to some moments ago
 * @rd: The reader.
 *
 * Return: 0 or -errno.
 */
int reader_poll(struct reader *rd);

/**
 * reader_stop() - take in the rest, and remove the instance
 * @rd: The reader; its figures stay.
 *
 * Return: 0 or -errno.
 */
int reader_stop(struct reader *rd);

/**
 * reader_close() - remove the instance, if it is there still, and free all
 * @rd: The reader, may be NULL.
 */
void reader_close(struct reader *rd);

/**
 * reader_sum() - the sums
 * @rd: The reader.
 *
 * Return: Its sums so far.
 */
const struct trace_sum *reader_sum(const struct reader *rd);

/**
 * reader_task() - what is known of a task
 * @rd: The reader, may be NULL.
 * @pid: The task.
 *
 * Count, sum and maximum of the pauses are in its @t.
 *
 * Return: The task, NULL when it is not of the set.
 */
const struct trace_task *reader_task(const struct reader *rd, pid_t pid);

/**
 * reader_sees_sleep() - whether the scheduler's events are there
 * @rd: The reader.
 *
 * Return: Whether sleeps and ledgers are known; else they are 0 and mean
 * nothing.
 */
bool reader_sees_sleep(const struct reader *rd);

/**
 * reader_lost() - events that the kernel could not keep for us
 * @rd: The reader, stopped.
 *
 * Return: How many; with any, the sums are too small.
 */
uint64_t reader_lost(const struct reader *rd);

#endif /* WBCTL_TRACEFS_READER_H */
