/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ledger: where the wall time of a watched task goes, split into parts that
 * exclude each other and sum to it.
 *
 * A part is the time on the CPU and off it inside the innermost activity whose
 * entry and exit are hooked, with what it waits for a CPU apart. Where a sleep
 * is not explained by that activity alone its stack is kept (stacks.h).
 */
#ifndef WBTRACE_LEDGER_H
#define WBTRACE_LEDGER_H

#include <linux/bitops.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wbtrace.h>

struct wbtrace_session;
struct wbtrace_task;

#define WBTRACE_ACTIVITIES	(WBTRACE_ACTIVITY_LOCK + 1)

/* fsync inside reclaim inside a lock's slow path does not nest deeper. */
#define WBTRACE_LEDGER_DEPTH	8

/* Clients that can watch at once: bits of a u32. */
#define WBTRACE_WATCHERS_MAX	32

enum wbtrace_where {
	WBTRACE_WHERE_ON_CPU,
	WBTRACE_WHERE_RUNNABLE,
	WBTRACE_WHERE_ASLEEP,
};

/**
 * struct wbtrace_part - time inside one activity, ns
 * @cpu_ns: on the CPU
 * @wait_ns: asleep
 * @stacked_ns: part of @wait_ns whose stack is kept
 */
struct wbtrace_part {
	u64 cpu_ns;
	u64 wait_ns;
	u64 stacked_ns;
};

/**
 * struct wbtrace_ledger - the ledger of one task
 * @lock: guards all below. Taken with interrupts off; a leaf, also under the
 *	run queue's lock. Only the task itself, or the scheduler as it switches it,
 *	and dumps take it, so it is not contended.
 * @watchers: bit N: the client with that bit watches; 0 when it is not watched
 * @since_ns: when it began to be watched, 0 for never
 * @until_ns: when it exited or nobody watched it any more, 0 before
 * @mark_ns: up to here time is accounted
 * @runqueue_ns: runnable, not on a CPU
 * @sleeps: times it went to sleep
 * @preempts: times it lost the CPU while runnable
 * @unstacked: sleeps whose stack found no room
 * @utime: the task's utime when it began to be watched; since then at the end
 * @stime: likewise
 * @parts: by enum wbtrace_activity
 * @where: enum wbtrace_where, from @mark_ns on
 * @depth: activities entered; those above WBTRACE_LEDGER_DEPTH are not kept
 * @activity: those entered, the innermost last
 * @contended: the lock whose slow path it is in
 * @wait_tag: row of the stack it sleeps with, 0 for none
 */
struct wbtrace_ledger {
	raw_spinlock_t lock;
	u32 watchers;
	u64 since_ns;
	u64 until_ns;
	u64 mark_ns;
	u64 runqueue_ns;
	u64 sleeps;
	u64 preempts;
	u64 unstacked;
	u64 utime;
	u64 stime;
	struct wbtrace_part parts[WBTRACE_ACTIVITIES];
	u8 where;
	u8 depth;
	u8 activity[WBTRACE_LEDGER_DEPTH];
	void *contended;
	u64 wait_tag;
};

/* Whether a task is watched: all that one that is not pays. */
static __always_inline bool wbtrace_ledger_watches(const unsigned long *watched,
						   const struct task_struct *task)
{
	return unlikely(test_bit(task->pid, watched));
}

int wbtrace_ledger_watch(struct wbtrace_session *session, pid_t pid, u32 watchers);
void wbtrace_ledger_keep(struct wbtrace_session *session, u32 watchers);
unsigned int wbtrace_ledger_count(struct wbtrace_session *session, u32 watchers);
void wbtrace_ledger_fork(struct wbtrace_session *session, struct task_struct *child);
void wbtrace_ledger_off(struct wbtrace_session *session, struct task_struct *task,
			bool preempted, unsigned int state);
void wbtrace_ledger_on(struct wbtrace_session *session, struct task_struct *task);
void wbtrace_ledger_enter(struct wbtrace_session *session, enum wbtrace_activity activity);
void wbtrace_ledger_leave(struct wbtrace_session *session, enum wbtrace_activity activity);
void wbtrace_ledger_contend(struct wbtrace_session *session, void *lock);
void wbtrace_ledger_acquire(struct wbtrace_session *session, void *lock);
void wbtrace_ledger_fold(struct wbtrace_ledger *to, const struct wbtrace_ledger *from);
bool wbtrace_ledger_read(struct wbtrace_task *row, struct wbtrace_ledger *copy);

#endif /* WBTRACE_LEDGER_H */
