/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the kernel's figures of a run come from: the module, tracefs, nowhere. */
#ifndef WBCTL_SOURCE_H
#define WBCTL_SOURCE_H

#include "wbctl.h"

struct run;
struct report;

/**
 * enum source_kind - the sources
 * @SOURCE_MODULE: The module.
 * @SOURCE_TRACEFS: The kernel's own tracepoints.
 * @SOURCE_NONE: Nobody is asked.
 */
enum source_kind {
	SOURCE_MODULE = 0,
	SOURCE_TRACEFS,
	SOURCE_NONE,
};

/**
 * struct source - what a source of figures has to do
 * @name: Its name on the command line and in JSON.
 * @attach: Gets ready, before there are writers; returns an exit status, what
 *	is wrong has been said.
 * @start: Reads the figures, the writers at the barrier.
 * @fd: What says when to call @poll, -1: nothing does.
 * @poll: Takes in what has come.
 * @sample: How long each writer has been throttled so far, in ns.
 * @end: Reads the figures when the last writer is done, its files still there.
 * @close: Lets go of everything.
 * @verdict: Whether the figures are missing or too small: an exit status, and
 *	why has been said.
 *
 * What a source has nothing to do for is NULL.
 */
struct source {
	const char *name;
	int (*attach)(struct run *r);
	void (*start)(struct run *r);
	int (*fd)(const struct run *r);
	void (*poll)(struct run *r);
	void (*sample)(struct run *r, struct fig *throttled);
	void (*end)(struct run *r);
	void (*close)(struct run *r);
	int (*verdict)(const struct run *r);
};

/**
 * struct source_ledger - where a writer's time went
 * @cpu_ns: On a CPU, user and system together, and what a guest's host took.
 * @runqueue_ns: Ready, and waiting for one.
 * @throttle_ns: Asleep in pauses of balance_dirty_pages().
 * @other_ns: Asleep otherwise.
 */
struct source_ledger {
	struct fig cpu_ns;
	struct fig runqueue_ns;
	struct fig throttle_ns;
	struct fig other_ns;
};

extern const struct source source_tracefs;

/* The names for --source, up to a NULL; their indices are of enum source_kind. */
extern const char *const source_names[];

/**
 * source_name() - a source's name
 * @kind: Which.
 *
 * Return: Its name in JSON.
 */
const char *source_name(enum source_kind kind);

/**
 * source_attach() - get ready
 * @r: The run.
 *
 * Return: An exit status; what is wrong has been said.
 */
int source_attach(struct run *r);

/**
 * source_start() - read the figures before the clock starts
 * @r: The run, its writers at the barrier.
 */
void source_start(struct run *r);

/**
 * source_fd() - what says when to call source_poll()
 * @r: The run.
 *
 * Return: A descriptor, -1: nothing does.
 */
int source_fd(const struct run *r);

/**
 * source_poll() - take in what has come
 * @r: The run.
 */
void source_poll(struct run *r);

/**
 * source_sample() - how long each writer has been throttled so far
 * @r: The run.
 * @throttled: A figure in ns for each writer.
 */
void source_sample(struct run *r, struct fig *throttled);

/**
 * source_end() - read the figures when the last writer is done
 * @r: The run, its files still there.
 */
void source_end(struct run *r);

/**
 * source_close() - let go of everything
 * @r: The run.
 */
void source_close(struct run *r);

/**
 * source_verdict() - whether figures are missing or too small
 * @r: The run.
 *
 * Return: An exit status; what is wrong has been said.
 */
int source_verdict(const struct run *r);

/**
 * wbctl_source_ledger() - where a writer's time went
 * @r: The run, at its end.
 * @i: The writer.
 * @out: Its ledger; unknown what the source does not tell.
 */
void wbctl_source_ledger(const struct run *r, size_t i, struct source_ledger *out);

#endif /* WBCTL_SOURCE_H */
