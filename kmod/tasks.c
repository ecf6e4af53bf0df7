// SPDX-License-Identifier: GPL-2.0-only
/* The task table: what each thread dirtied and how it was throttled. */

#include <linux/cgroup.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/wbtrace.h>

#include "session.h"

/* A row that times a call must live until its return, one that is watched until its end. */
static bool task_busy(const struct wbtrace_row *row)
{
	const struct wbtrace_task *task = container_of(row, struct wbtrace_task, row);

	return READ_ONCE(task->call.entry_ns) ||
	       (READ_ONCE(task->ledger.watchers) && !READ_ONCE(task->ledger.until_ns));
}

static void task_fold(struct wbtrace_table *table, struct wbtrace_row *row)
{
	struct wbtrace_task *to = to_wbtrace_task(wbtrace_table_evicted(table));
	struct wbtrace_task *from = to_wbtrace_task(row);

	local64_add(local64_read(&from->dirtied_pages), &to->dirtied_pages);
	atomic64_add(atomic64_read(&from->device_exact_bytes), &to->device_exact_bytes);
	atomic64_add(atomic64_read(&from->device_estimated_bytes), &to->device_estimated_bytes);
	atomic64_add(atomic64_read(&from->device_service_ns), &to->device_service_ns);
	wbtrace_throttle_fold(&to->throttle, &from->throttle);
	wbtrace_throttle_hist_fold(&to->hist, &from->hist);
	wbtrace_ledger_fold(&to->ledger, &from->ledger);
	wbtrace_alloc_add(&to->alloc, &from->alloc);
}

const struct wbtrace_table_ops wbtrace_task_ops = {
	.busy	= task_busy,
	.fold	= task_fold,
};

static u64 default_cgroup(struct task_struct *task)
{
#ifdef CONFIG_CGROUPS
	u64 id;

	rcu_read_lock();
	id = cgroup_id(task_dfl_cgroup(task));
	rcu_read_unlock();
	return id;
#else
	return 0;
#endif
}

/**
 * wbtrace_task_rename - take over the name that a task has now
 * @row: its row
 * @task: the task
 *
 * Context: any.
 */
void wbtrace_task_rename(struct wbtrace_task *row, const struct task_struct *task)
{
	memcpy(row->comm, task->comm, sizeof(row->comm));
	row->comm[sizeof(row->comm) - 1] = '\0';
}

static void task_fill(struct wbtrace_task *row, struct task_struct *task)
{
	row->start_ns = task->start_boottime;
	row->pid = task->pid;
	row->tgid = task->tgid;
	wbtrace_task_rename(row, task);
	row->cgroup = default_cgroup(task);
	if (task->flags & PF_KTHREAD)
		row->flags = WBTRACE_ROW_FLAGS_KTHREAD;
	raw_spin_lock_init(&row->ledger.lock);
}

/**
 * wbtrace_task_get - the row of the current task, made if there is none
 * @session: the session
 *
 * Context: any but NMI, preemption off; the row stays while it is.
 *
 * Return: the row, or NULL when the table is full.
 */
struct wbtrace_task *wbtrace_task_get(struct wbtrace_session *session)
{
	return wbtrace_task_find(session, current) ?: wbtrace_task_get_of(session, current);
}

/**
 * wbtrace_task_get_of - the row of a task, made if there is none
 * @session: the session
 * @task: one that does not go away meanwhile
 *
 * Context: any but NMI, preemption off; the row stays while it is.
 *
 * Return: the row, or NULL when the table is full.
 */
struct wbtrace_task *wbtrace_task_get_of(struct wbtrace_session *session,
					 struct task_struct *task)
{
	struct wbtrace_task *row;
	struct wbtrace_row *taken;
	unsigned long flags;

	raw_spin_lock_irqsave(&session->tasks.lock, flags);
	row = wbtrace_task_find(session, task);
	taken = row ? NULL : wbtrace_table_take(&session->tasks);
	if (taken) {
		row = to_wbtrace_task(taken);
		task_fill(row, task);
		wbtrace_table_link(&session->tasks, taken,
				   wbtrace_table_low_bits(&session->tasks, row->pid));
	}
	raw_spin_unlock_irqrestore(&session->tasks.lock, flags);
	return row;
}

/**
 * wbtrace_task_overflow - count for a task that found no row
 * @session: the session
 * @dirtied_pages: what to add to the evicted row
 *
 * Context: any but NMI.
 */
void wbtrace_task_overflow(struct wbtrace_session *session, u64 dirtied_pages)
{
	struct wbtrace_task *row = to_wbtrace_task(wbtrace_table_evicted(&session->tasks));
	unsigned long flags;

	raw_spin_lock_irqsave(&session->tasks.lock, flags);
	local64_add(dirtied_pages, &row->dirtied_pages);
	raw_spin_unlock_irqrestore(&session->tasks.lock, flags);
}

/**
 * wbtrace_task_refresh - bring the name and cgroup of a live task up to date
 * @row: its row
 *
 * Context: process.
 *
 * Return: whether the task is alive.
 */
bool wbtrace_task_refresh(struct wbtrace_task *row)
{
	struct task_struct *task;
	bool alive = false;

	rcu_read_lock();
	task = pid_task(find_pid_ns(row->pid, &init_pid_ns), PIDTYPE_PID);
	if (task && task->start_boottime == row->start_ns) {
		alive = true;
		wbtrace_task_rename(row, task);
		row->cgroup = default_cgroup(task);
	}
	rcu_read_unlock();
	return alive;
}
