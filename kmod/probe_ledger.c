// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes of the ledger: when a watched task gets and loses the CPU, forks, and
 * is inside fsync(), a journal, reclaim or a lock's slow path. Throttling and
 * allocation are bracketed by the probes that count them. Attached only while a
 * task is watched; one that is not pays the test of its bit.
 */

#include <linux/ktime.h>
#include <trace/events/lock.h>
#include <trace/events/sched.h>

#include "hook.h"
#include "probes.h"
#include "session.h"

/* Kept apart, so that a switch between tasks that are not watched saves no register. */
static noinline void switch_watched(struct wbtrace_session *session, bool preempt,
				    struct task_struct *prev, struct task_struct *next,
				    unsigned int prev_state)
{
	if (wbtrace_ledger_watches(session->watched, prev))
		wbtrace_ledger_off(session, prev, preempt, prev_state);
	if (wbtrace_ledger_watches(session->watched, next))
		wbtrace_ledger_on(session, next);
}

/**
 * wbtrace_probe_sched_switch - tracepoint sched_switch
 * @data: the session
 * @preempt: @prev stays runnable
 * @prev: loses the CPU; the current task
 * @next: gets it
 * @prev_state: state of @prev
 *
 * Called by the scheduler with interrupts off, on every kernel.
 */
void wbtrace_probe_sched_switch(void *data, bool preempt, struct task_struct *prev,
				struct task_struct *next, unsigned int prev_state)
{
	struct wbtrace_session *session = data;
	const unsigned long *watched = session->watched;

	wbtrace_hook_hit(WBTRACE_HOOK_SCHED_SWITCH);
	if (wbtrace_ledger_watches(watched, prev) || wbtrace_ledger_watches(watched, next))
		switch_watched(session, preempt, prev, next, prev_state);
}

static __always_inline void hit(enum wbtrace_hook_id id)
{
	preempt_disable_notrace();
	wbtrace_hook_hit(id);
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_sched_fork - tracepoint sched_process_fork
 * @data: the session
 * @parent: the current task
 * @child: not yet running
 */
void wbtrace_probe_sched_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	struct wbtrace_session *session = data;

	hit(WBTRACE_HOOK_SCHED_FORK);
	if (wbtrace_ledger_watches(session->watched, parent))
		wbtrace_ledger_fork(session, child);
}

/* Return: 0, or 1 when the task is not watched, so that its return does not matter. */
static int enter(enum wbtrace_hook_id id, enum wbtrace_activity activity)
{
	struct wbtrace_session *session = wbtrace_hook_session;

	hit(id);
	if (!wbtrace_ledger_watches(session->watched, current))
		return 1;
	wbtrace_ledger_enter(session, activity);
	return 0;
}

/**
 * wbtrace_probe_fsync_entry - entry of vfs_fsync_range()
 * @ri: not used
 * @regs: not used
 *
 * Return: 0, or 1 when the return does not matter.
 */
int wbtrace_probe_fsync_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return enter(WBTRACE_HOOK_FSYNC, WBTRACE_ACTIVITY_FSYNC);
}
NOKPROBE_SYMBOL(wbtrace_probe_fsync_entry);

/**
 * wbtrace_probe_do_fsync_entry - entry of do_fsync()
 * @ri: not used
 * @regs: not used
 *
 * fsync(2) and fdatasync(2); on 7.x they do not go through vfs_fsync_range(). One
 * inside the other is one activity.
 *
 * Return: 0, or 1 when the return does not matter.
 */
int wbtrace_probe_do_fsync_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return enter(WBTRACE_HOOK_DO_FSYNC, WBTRACE_ACTIVITY_FSYNC);
}
NOKPROBE_SYMBOL(wbtrace_probe_do_fsync_entry);

/**
 * wbtrace_probe_fsync_return - return of vfs_fsync_range() and do_fsync()
 * @ri: not used
 * @regs: not used
 *
 * Return: 0.
 */
int wbtrace_probe_fsync_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	wbtrace_activity_leave(wbtrace_hook_session, WBTRACE_ACTIVITY_FSYNC);
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_fsync_return);

/**
 * wbtrace_probe_commit_entry - entry of jbd2_log_wait_commit()
 * @ri: not used
 * @regs: not used
 *
 * Return: 0, or 1 when the return does not matter.
 */
int wbtrace_probe_commit_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return enter(WBTRACE_HOOK_LOG_WAIT_COMMIT, WBTRACE_ACTIVITY_JOURNAL);
}
NOKPROBE_SYMBOL(wbtrace_probe_commit_entry);

/**
 * wbtrace_probe_space_entry - entry of __jbd2_log_wait_for_space()
 * @ri: not used
 * @regs: not used
 *
 * Return: 0, or 1 when the return does not matter.
 */
int wbtrace_probe_space_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return enter(WBTRACE_HOOK_LOG_WAIT_SPACE, WBTRACE_ACTIVITY_JOURNAL);
}
NOKPROBE_SYMBOL(wbtrace_probe_space_entry);

/**
 * wbtrace_probe_journal_return - return of either of them
 * @ri: not used
 * @regs: not used
 *
 * Return: 0.
 */
int wbtrace_probe_journal_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	wbtrace_activity_leave(wbtrace_hook_session, WBTRACE_ACTIVITY_JOURNAL);
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_journal_return);

/* The tracepoints of direct reclaim; their prototypes are in compat/tp_vmscan.h. */

void wbtrace_probe_reclaim_begin(WBTRACE_RECLAIM_BEGIN_PROTO)
{
	hit(WBTRACE_HOOK_RECLAIM_BEGIN);
	wbtrace_activity_enter(data, WBTRACE_ACTIVITY_RECLAIM);
}

void wbtrace_probe_reclaim_end(WBTRACE_RECLAIM_END_PROTO)
{
	hit(WBTRACE_HOOK_RECLAIM_END);
	wbtrace_activity_leave(data, WBTRACE_ACTIVITY_RECLAIM);
}

void wbtrace_probe_memcg_reclaim_begin(WBTRACE_RECLAIM_BEGIN_PROTO)
{
	hit(WBTRACE_HOOK_MEMCG_RECLAIM_BEGIN);
	wbtrace_activity_enter(data, WBTRACE_ACTIVITY_RECLAIM);
}

void wbtrace_probe_memcg_reclaim_end(WBTRACE_RECLAIM_END_PROTO)
{
	hit(WBTRACE_HOOK_MEMCG_RECLAIM_END);
	wbtrace_activity_leave(data, WBTRACE_ACTIVITY_RECLAIM);
}

/**
 * wbtrace_probe_lock_begin - tracepoint contention_begin
 * @data: the session
 * @lock: address of the lock
 * @flags: LCB_F_*
 *
 * Spin locks (no flags at all, or SPIN without MUTEX) are left out: their waits
 * are short, are the CPU's and also happen in interrupts and in the scheduler.
 */
void wbtrace_probe_lock_begin(void *data, void *lock, unsigned int flags)
{
	struct wbtrace_session *session = data;
	bool sleeps = flags & LCB_F_MUTEX || (flags && !(flags & LCB_F_SPIN));

	hit(WBTRACE_HOOK_LOCK_BEGIN);
	if (sleeps && wbtrace_ledger_watches(session->watched, current))
		wbtrace_ledger_contend(session, lock);
}

/**
 * wbtrace_probe_lock_end - tracepoint contention_end
 * @data: the session
 * @lock: address of the lock
 * @ret: 0 when it was got
 */
void wbtrace_probe_lock_end(void *data, void *lock, int ret)
{
	struct wbtrace_session *session = data;

	hit(WBTRACE_HOOK_LOCK_END);
	if (wbtrace_ledger_watches(session->watched, current))
		wbtrace_ledger_acquire(session, lock);
}

static void __maybe_unused check_types(void)
{
	check_trace_callback_type_sched_switch(wbtrace_probe_sched_switch);
	check_trace_callback_type_sched_process_fork(wbtrace_probe_sched_fork);
	check_trace_callback_type_mm_vmscan_direct_reclaim_begin(wbtrace_probe_reclaim_begin);
	check_trace_callback_type_mm_vmscan_direct_reclaim_end(wbtrace_probe_reclaim_end);
	check_trace_callback_type_contention_begin(wbtrace_probe_lock_begin);
	check_trace_callback_type_contention_end(wbtrace_probe_lock_end);
}
