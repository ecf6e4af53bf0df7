/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a stream of trace events says of each task: decisions, sleeps, ledger. */
#ifndef WBCTL_TRACEFS_SUM_H
#define WBCTL_TRACEFS_SUM_H

#include <sys/types.h>

#include "wbctl.h"

/* Kinds of limits: those of enum wbtrace_limit_kind. */
#define TRACE_LIMITS 4
#define TRACE_BDI_LEN 32

/**
 * enum trace_kind - what happened to a task
 * @TRACE_DECISION: balance_dirty_pages() decided on it, in its own context.
 * @TRACE_OUT: It left its CPU.
 * @TRACE_WAKE: It was woken.
 * @TRACE_IN: It got a CPU.
 */
enum trace_kind {
	TRACE_DECISION,
	TRACE_OUT,
	TRACE_WAKE,
	TRACE_IN,
};

/* Bits of prev_state of sched_switch; with none of the mask set it can run. */
#define TRACE_STATE_MASK 0xff
#define TRACE_STATE_UNINTERRUPTIBLE 0x02
#define TRACE_STATE_DEAD 0x30

/**
 * struct trace_decision - a decision of balance_dirty_pages()
 * @pause_ms: The pause decided on; zero or less: none.
 * @dirtied_pages: What the task dirtied before it.
 * @dirty_pages: Dirty in the domain.
 * @setpoint_pages: Where the domain's dirty pages are to be kept.
 * @limit_pages: The domain's hard limit.
 * @wb_dirty_pages: Dirty in the wb.
 * @wb_setpoint_pages: Where the wb's dirty pages are to be kept.
 * @cgroup: Inode number of the wb's cgroup.
 * @bdi: The bdi's name.
 */
struct trace_decision {
	int64_t pause_ms;
	uint64_t dirtied_pages;
	uint64_t dirty_pages;
	uint64_t setpoint_pages;
	uint64_t limit_pages;
	uint64_t wb_dirty_pages;
	uint64_t wb_setpoint_pages;
	uint64_t cgroup;
	char bdi[TRACE_BDI_LEN];
};

/**
 * struct trace_event - an event of the stream
 * @t_ns: When (CLOCK_MONOTONIC).
 * @order: Its place among those read; events of one CPU keep it.
 * @kind: What happened.
 * @pid: To whom.
 * @state: For TRACE_OUT, prev_state.
 * @d: For TRACE_DECISION.
 */
struct trace_event {
	uint64_t t_ns;
	uint64_t order;
	enum trace_kind kind;
	pid_t pid;
	uint64_t state;
	struct trace_decision d;
};

/**
 * enum trace_where - where a task is
 * @TRACE_NOWHERE: No event has told yet.
 * @TRACE_RUNNING: On a CPU.
 * @TRACE_QUEUED: It waits for one.
 * @TRACE_ASLEEP: It waits for something else.
 * @TRACE_DEAD: It has ended.
 */
enum trace_where {
	TRACE_NOWHERE = 0,
	TRACE_RUNNING,
	TRACE_QUEUED,
	TRACE_ASLEEP,
	TRACE_DEAD,
};

/**
 * struct trace_ledger - where a task's time went
 * @cpu_ns: On a CPU, also while a guest's host had it.
 * @runqueue_ns: Ready, and waiting for one.
 * @throttle_ns: Asleep in pauses of balance_dirty_pages().
 * @other_ns: Asleep otherwise.
 */
struct trace_ledger {
	uint64_t cpu_ns;
	uint64_t runqueue_ns;
	uint64_t throttle_ns;
	uint64_t other_ns;
};

/**
 * struct trace_throttle - what throttling did to a task or under a wb
 * @count: Decisions.
 * @no_pause_count: Those without a pause.
 * @requested_ns: Sum of the positive pauses.
 * @requested_max_ns: The longest of them.
 * @dirtied_pages: Sum of what was dirtied before each decision.
 * @slept_count: Pauses slept.
 * @slept_ns: Time in them.
 * @slept_max_ns: The longest.
 * @unpaired_count: Positive pauses that no sleep followed.
 * @by_limit_ns: Time slept because of each limit (enum wbtrace_limit_kind).
 */
struct trace_throttle {
	uint64_t count;
	uint64_t no_pause_count;
	uint64_t requested_ns;
	uint64_t requested_max_ns;
	uint64_t dirtied_pages;
	uint64_t slept_count;
	uint64_t slept_ns;
	uint64_t slept_max_ns;
	uint64_t unpaired_count;
	uint64_t by_limit_ns[TRACE_LIMITS];
};

/**
 * struct trace_task - a task
 * @pid: Its pid.
 * @t: What throttling did to it.
 * @ledger: Where its time went.
 * @where: Where it is.
 * @since_ns: Since when.
 * @pause_ns: When its last decision with a pause was, 0: that sleep is over.
 * @in_pause: It sleeps in that pause.
 * @kind: Which limit decided then (enum wbtrace_limit_kind).
 * @wb: The wb then, index into struct trace_sum.
 */
struct trace_task {
	pid_t pid;
	struct trace_throttle t;
	struct trace_ledger ledger;
	enum trace_where where;
	uint64_t since_ns;
	uint64_t pause_ns;
	bool in_pause;
	int kind;
	size_t wb;
};

/**
 * struct trace_wb - a bdi_writeback that a task was throttled under
 * @bdi: Its bdi.
 * @cgroup: Inode number of its cgroup, 1: the root's, or there are none.
 * @strict: Its bdi is under strict limit.
 * @t: What throttling did to the tasks of the set under it.
 * @last: The last decision.
 */
struct trace_wb {
	char bdi[TRACE_BDI_LEN];
	uint64_t cgroup;
	bool strict;
	struct trace_throttle t;
	struct trace_decision last;
};

/**
 * struct trace_sum - the sums of a stream
 * @task_count: Tasks of the set.
 * @tasks: The tasks, by pid.
 * @wb_count: Wbs seen.
 * @wbs: The wbs.
 */
struct trace_sum {
	size_t task_count;
	struct trace_task *tasks;
	size_t wb_count;
	struct trace_wb *wbs;
};

/**
 * trace_sum_init() - begin with a set of tasks
 * @s: Where the sums go.
 * @pids: The tasks; events of others are passed over.
 * @count: How many.
 * @t_ns: When their time begins to count.
 *
 * Return: 0 or -ENOMEM.
 */
int trace_sum_init(struct trace_sum *s, const pid_t *pids, size_t count, uint64_t t_ns);

/**
 * trace_sum_add() - take a task into the set
 * @s: The sums.
 * @pid: The task, not in it yet.
 * @t_ns: When its time begins to count.
 *
 * Return: 0 or -ENOMEM.
 */
int trace_sum_add(struct trace_sum *s, pid_t pid, uint64_t t_ns);

/**
 * trace_sum_free() - free the sums
 * @s: The sums, all 0 or filled in.
 */
void trace_sum_free(struct trace_sum *s);

/**
 * trace_sum_task() - a task of the set
 * @s: The sums.
 * @pid: Its pid.
 *
 * Return: The task, NULL when it is none of the set.
 */
struct trace_task *trace_sum_task(const struct trace_sum *s, pid_t pid);

/**
 * trace_sum_feed() - take in an event
 * @s: The sums.
 * @e: The event, none older than the one before.
 *
 * Return: 0 or -ENOMEM.
 */
int trace_sum_feed(struct trace_sum *s, const struct trace_event *e);

/**
 * trace_sum_end() - close the ledgers of tasks that still live
 * @s: The sums.
 * @t_ns: When their time ends.
 */
void trace_sum_end(struct trace_sum *s, uint64_t t_ns);

/**
 * trace_limit_kind() - which limit a decision was for
 * @d: The decision.
 * @strict: Its bdi is under strict limit.
 *
 * Return: One of enum wbtrace_limit_kind.
 */
int trace_limit_kind(const struct trace_decision *d, bool strict);

#endif /* WBCTL_TRACEFS_SUM_H */
