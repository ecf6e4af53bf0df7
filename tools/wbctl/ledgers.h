/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ledgers of a run: who is watched, and what is read of it. */
#ifndef WBCTL_LEDGERS_H
#define WBCTL_LEDGERS_H

#include "cgroup.h"
#include "client.h"
#include "opt.h"

struct run;

/* Kernel workers come and go; more of them than these are not followed. */
#define LEDGERS_FLUSHERS 64

/**
 * struct flusher - a kernel worker that was seen to work for a wb
 * @bdi: Name of the wb's bdi.
 * @cgroup: Its memory cgroup.
 * @pid: The worker.
 */
struct flusher {
	char bdi[64];
	uint64_t cgroup;
	uint64_t pid;
};

/* So many watched processes are placed. */
#define LEDGERS_PLACES 64

/**
 * struct place_seen - the file system that a watched process writes to
 * @pid: The process.
 * @dev: Its device, as stat(2) has it.
 */
struct place_seen {
	pid_t pid;
	uint64_t dev;
};

/**
 * struct ledgers - what is read for the ledgers of a run
 * @rc: 0, or why somebody is not watched, a -errno.
 * @why: The same in the module's words, or "".
 * @watched_count: Processes of --watch.
 * @watched: Their pids.
 * @cgroup_count: Control groups of --watch-cgroup.
 * @cgroups: Their directories.
 * @members: Their processes when they were looked at last.
 * @client: The connection that watches them and the flushers, apart from the
 *	run's own: the module knows what they forked by it. NULL: it has none.
 * @flusher_count: Entries of @flushers.
 * @flushers: Those seen so far, in this order.
 * @place_count: Entries of @places.
 * @places: Where watched processes write, as far as that was seen.
 * @watched_start: Rows of their threads when the clock started.
 * @watched_end: The same and what they forked, when the last writer was done.
 * @stacks_start: The stack table when the clock started.
 * @stacks_end: When the last writer was done.
 * @devices_start: The device table when the clock started.
 * @devices_end: When the last writer was done.
 * @devices: The module measures devices.
 * @tasks_start: The task table when the clock started.
 * @tasks_end: When the last writer was done.
 */
struct ledgers {
	int rc;
	char why[128];
	size_t watched_count;
	pid_t *watched;
	size_t cgroup_count;
	char *cgroups[OPT_LIST_MAX];
	struct pids members;
	struct client *client;
	size_t flusher_count;
	struct flusher flushers[LEDGERS_FLUSHERS];
	size_t place_count;
	struct place_seen places[LEDGERS_PLACES];
	struct rows watched_start;
	struct rows watched_end;
	struct rows stacks_start;
	struct rows stacks_end;
	struct rows devices_start;
	struct rows devices_end;
	bool devices;
	struct rows tasks_start;
	struct rows tasks_end;
};

/**
 * ledgers_check() - take in the words of --watch
 * @l: Where they go.
 * @words: The words.
 *
 * Return: An exit status; what is wrong has been said.
 */
int ledgers_check(struct ledgers *l, const struct opt_list *words);

/**
 * ledgers_check_cgroups() - take in the words of --watch-cgroup
 * @l: Where they go.
 * @words: The words.
 *
 * Return: An exit status; what is wrong has been said.
 */
int ledgers_check_cgroups(struct ledgers *l, const struct opt_list *words);

/**
 * ledgers_follow_first() - watch the processes of the control groups
 * @l: The ledgers, their client open; before ledgers_start().
 *
 * Those of wbctl itself are none of them.
 *
 * Return: 0, or a -errno of the module.
 */
int ledgers_follow_first(struct ledgers *l);

/**
 * ledgers_follow_cgroups() - watch those that have come since
 * @l: The ledgers, while the clock runs. Their figures begin now.
 */
void ledgers_follow_cgroups(struct ledgers *l);

/**
 * ledgers_free_cgroups() - free what is kept of control groups
 * @l: The ledgers.
 */
void ledgers_free_cgroups(struct ledgers *l);

/**
 * ledgers_find_places() - look at the files that watched processes have open
 * @l: The ledgers; those that were placed before stay so.
 */
void ledgers_find_places(struct ledgers *l);

/**
 * ledgers_place() - where a watched process writes
 * @l: The ledgers.
 * @pid: The process.
 *
 * Return: The device of the file system, unknown: no file was seen open for writing.
 */
struct fig ledgers_place(const struct ledgers *l, uint64_t pid);

/**
 * ledgers_watch() - have the writers watched, and who else is asked for
 * @r: The run, its writers at the barrier.
 */
void ledgers_watch(struct run *r);

/**
 * ledgers_follow() - have the flushers watched that nobody watches yet
 * @l: The ledgers.
 * @wbs: Rows of the wb table.
 *
 * That one cannot be watched is no failure: it is gone, or it has not come yet.
 */
void ledgers_follow(struct ledgers *l, const struct rows *wbs);

/**
 * ledgers_only_flushes() - whether a task is watched as a flusher alone
 * @l: The ledgers.
 * @task: Its row.
 *
 * Return: False for what --watch names.
 */
bool ledgers_only_flushes(const struct ledgers *l, const struct record *task);

/**
 * ledgers_start() - read the figures before the clock starts
 * @r: The run.
 */
void ledgers_start(struct run *r);

/**
 * ledgers_end() - read the figures when the last writer is done
 * @r: The run.
 */
void ledgers_end(struct run *r);

/**
 * ledgers_free() - free what was read
 * @r: The run.
 */
void ledgers_free(struct run *r);

#endif /* WBCTL_LEDGERS_H */
