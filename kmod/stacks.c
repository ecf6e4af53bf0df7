// SPDX-License-Identifier: GPL-2.0-only
/* The stack table: the sleeps of watched tasks, per (task, activity, stack). */

#include <linux/jhash.h>
#include <linux/string.h>

#include "session.h"
#include "stacks.h"

/* A row that a task sleeps with is written when it wakes. */
static bool stack_busy(const struct wbtrace_row *row)
{
	return READ_ONCE(container_of(row, struct wbtrace_stack, row)->asleep_ns);
}

static void stack_fold(struct wbtrace_table *table, struct wbtrace_row *row)
{
	struct wbtrace_stack *to = to_wbtrace_stack(wbtrace_table_evicted(table));
	struct wbtrace_stack *from = to_wbtrace_stack(row);

	to->count += from->count;
	to->ns += from->ns;
	to->max_ns = max(to->max_ns, from->max_ns);
}

const struct wbtrace_table_ops wbtrace_stack_ops = {
	.busy	= stack_busy,
	.fold	= stack_fold,
};

static bool same_stack(const struct wbtrace_stack *row, const struct wbtrace_task *task,
		       u32 activity, const unsigned long *frames, unsigned int depth)
{
	return row->task_tag == task->row.tag && row->activity == activity &&
	       row->depth == depth && !memcmp(row->frames, frames, depth * sizeof(*frames));
}

static struct wbtrace_stack *take(struct wbtrace_session *session, const struct wbtrace_task *task,
				  u32 activity, u32 hash)
{
	struct wbtrace_row *taken = wbtrace_table_take(&session->stacks);
	struct wbtrace_stack *row;

	if (!taken)
		return NULL;
	row = to_wbtrace_stack(taken);
	row->task_tag = task->row.tag;
	row->start_ns = task->start_ns;
	row->pid = task->pid;
	row->tgid = task->tgid;
	memcpy(row->comm, task->comm, sizeof(row->comm));
	row->activity = activity;
	row->hash = hash;
	return row;
}

/**
 * wbtrace_stack_get - the row of a sleep that begins
 * @session: the session
 * @task: row of the task that goes to sleep
 * @activity: enum wbtrace_activity
 * @frames: its stack, innermost first
 * @depth: frames in it, at most WBTRACE_STACK_FRAMES
 * @now: when it begins, CLOCK_MONOTONIC
 *
 * The row stays until wbtrace_stack_slept() is called for it.
 * Context: in the scheduler, interrupts off.
 *
 * Return: the row, or NULL when the table is full.
 */
struct wbtrace_stack *wbtrace_stack_get(struct wbtrace_session *session,
					const struct wbtrace_task *task, u32 activity,
					const unsigned long *frames, unsigned int depth,
					u64 now)
{
	u32 hash = jhash2((const u32 *)frames, depth * sizeof(*frames) / sizeof(u32),
			  (u32)task->row.tag ^ activity << 24);
	unsigned long bucket = wbtrace_table_hash(&session->stacks, hash);
	struct wbtrace_stack *row;
	unsigned long flags;

	raw_spin_lock_irqsave(&session->stacks.lock, flags);
	hlist_for_each_entry(row, &session->stacks.buckets[bucket], row.link)
		if (row->hash == hash && same_stack(row, task, activity, frames, depth))
			goto out;
	row = take(session, task, activity, hash);
	if (row) {
		row->depth = depth;
		memcpy(row->frames, frames, depth * sizeof(*frames));
		wbtrace_table_link(&session->stacks, &row->row, bucket);
	}
out:
	if (row) {
		row->row.last = jiffies;
		WRITE_ONCE(row->asleep_ns, now);
	}
	raw_spin_unlock_irqrestore(&session->stacks.lock, flags);
	return row;
}

/**
 * wbtrace_stack_slept - the sleep is over
 * @stack: its row
 * @ns: how long it was
 *
 * Context: in the scheduler, interrupts off.
 */
void wbtrace_stack_slept(struct wbtrace_stack *stack, u64 ns)
{
	WRITE_ONCE(stack->count, stack->count + 1);
	WRITE_ONCE(stack->ns, stack->ns + ns);
	if (ns > stack->max_ns)
		WRITE_ONCE(stack->max_ns, ns);
	/* From here on the row may be evicted. */
	smp_store_release(&stack->asleep_ns, 0);
}
