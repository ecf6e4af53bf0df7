/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the module says about a run, and whether it still says it. */
#ifndef WBCTL_MODULE_H
#define WBCTL_MODULE_H

#include "client.h"

struct run;

/**
 * struct module - the module during a run
 * @client: The connection, NULL: the run does without.
 * @lost: It stopped answering, or its probes were detached and attached
 *	again: its figures are of no use.
 * @lost_why: Why.
 * @info: Its state when the run began.
 * @info_end: Its state at the end.
 * @start_ns: When the first figures of the run were read.
 * @wbs_start: The wbs when the clock started.
 * @wbs_end: The wbs when the last writer was done.
 * @inconsistent: A table kept changing while it was read.
 */
struct module {
	struct client *client;
	bool lost;
	char lost_why[256];
	struct record *info;
	struct record *info_end;
	uint64_t start_ns;
	struct rows wbs_start;
	struct rows wbs_end;
	bool inconsistent;
};

/**
 * struct wb_moment - a wb at one moment, as far as the report draws it
 * @bdi_id: Its bdi.
 * @cgroup: Its memory cgroup.
 * @dirty_bytes: Dirty or under writeback.
 * @written_bytes: Written back so far.
 * @limit_bytes: Its share of the threshold at its last decision.
 * @domain_limit_bytes: The domain's threshold then.
 * @bandwidth: The kernel's estimate.
 * @throttle_count: Decisions so far.
 * @slept_ns: Time slept so far.
 */
struct wb_moment {
	uint64_t bdi_id;
	uint64_t cgroup;
	struct fig dirty_bytes;
	struct fig written_bytes;
	struct fig limit_bytes;
	struct fig domain_limit_bytes;
	struct fig bandwidth;
	struct fig throttle_count;
	struct fig slept_ns;
};

/**
 * module_attach() - find the module and attach its probes
 * @m: Where it goes.
 *
 * Return: An exit status; what is wrong has been said.
 */
int module_attach(struct module *m);

/**
 * module_start() - read the figures before the clock starts
 * @r: The run, its writers at the barrier.
 */
void module_start(struct run *r);

/**
 * module_sample() - how long each writer has been throttled so far
 * @r: The run.
 * @throttled: A figure in ns for each writer.
 */
void module_sample(struct run *r, struct fig *throttled);

/**
 * module_sample_wbs() - the wbs as they are now; flushers that are new are watched
 * @r: The run.
 * @count: Becomes how many there are.
 *
 * Return: They, to be freed; NULL when there are none.
 */
struct wb_moment *module_sample_wbs(struct run *r, size_t *count);

/**
 * module_end() - read the figures when the last writer is done
 * @r: The run, its files still there.
 */
void module_end(struct run *r);

/**
 * module_close() - let go of the module
 * @r: The run.
 */
void module_close(struct run *r);

/**
 * module_leave() - close a child's copies of the connections
 * @r: The run.
 *
 * Probes stay attached until the last copy is closed.
 */
void module_leave(const struct run *r);

/**
 * module_row_of() - the row of a wb in another dump
 * @rows: The dump.
 * @wb: The row.
 *
 * Return: The row of the same wb (bdi and cgroup), NULL when there is none.
 */
const struct record *module_row_of(const struct rows *rows, const struct record *wb);

/**
 * module_reset() - when somebody emptied tables during the run
 * @m: The module, at the end.
 *
 * Return: The last time, unknown when nobody did.
 */
struct fig module_reset(const struct module *m);

/**
 * module_kept() - whether no row left a table during the run
 * @m: The module, at the end.
 * @table: The table's name.
 *
 * Return: True when nobody emptied tables, and none was evicted or found no
 * room.
 */
bool module_kept(const struct module *m, const char *table);

/**
 * module_sees_dirtying() - whether a writer's first write makes its rows
 * @m: The module, at the end.
 *
 * Return: True when the probe that sees folios become dirty is attached; without
 * it rows come with the first throttling decision, or with the flusher.
 */
bool module_sees_dirtying(const struct module *m);

/**
 * module_complete() - whether a missing row means that nothing happened
 * @m: The module, at the end.
 * @table: The table's name.
 *
 * Return: True when every probe is attached and no row left the table during
 * the run.
 */
bool module_complete(const struct module *m, const char *table);

#endif /* WBCTL_MODULE_H */
