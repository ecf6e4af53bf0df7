/* SPDX-License-Identifier: GPL-2.0-only */
/* The stack table: the sleeps of watched tasks, per (task, activity, stack). */
#ifndef WBTRACE_STACKS_H
#define WBTRACE_STACKS_H

#include <linux/sched.h>

#include "table.h"

struct wbtrace_session;
struct wbtrace_task;

/* Enough from the scheduler out to the system call on every path seen. */
#define WBTRACE_STACK_FRAMES	28

/**
 * struct wbtrace_stack - row of the stack table
 * @row: head
 * @task_tag: row of the task
 * @start_ns: of the task
 * @pid: of the task
 * @tgid: of the task
 * @comm: of the task when the row was made
 * @activity: enum wbtrace_activity
 * @asleep_ns: when the task went to sleep with it, 0 while it does not
 * @count: sleeps; it and the next two are written by the task's CPU alone
 * @ns: time in them
 * @max_ns: the longest
 * @hash: of the key
 * @depth: frames in use
 * @frames: return addresses, innermost first
 */
struct wbtrace_stack {
	struct wbtrace_row row;
	u64 task_tag;
	u64 start_ns;
	pid_t pid;
	pid_t tgid;
	char comm[TASK_COMM_LEN];
	u32 activity;
	u64 asleep_ns;
	u64 count;
	u64 ns;
	u64 max_ns;
	u32 hash;
	u32 depth;
	unsigned long frames[WBTRACE_STACK_FRAMES];
};

static inline struct wbtrace_stack *to_wbtrace_stack(struct wbtrace_row *row)
{
	return container_of(row, struct wbtrace_stack, row);
}

extern const struct wbtrace_table_ops wbtrace_stack_ops;

struct wbtrace_stack *wbtrace_stack_get(struct wbtrace_session *session,
					const struct wbtrace_task *task, u32 activity,
					const unsigned long *frames, unsigned int depth,
					u64 now);
void wbtrace_stack_slept(struct wbtrace_stack *stack, u64 ns);

#endif /* WBTRACE_STACKS_H */
