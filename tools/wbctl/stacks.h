/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of the module's stack table: how they grew, and for whom. */
#ifndef WBCTL_STACKS_H
#define WBCTL_STACKS_H

#include "client.h"
#include "ledger.h"

/**
 * struct wait - the sleeps of a task with one stack, between two dumps
 * @row: The row of the second dump.
 * @class: Their class.
 * @count: How many.
 * @time_ns: Time in them.
 * @max_ns: The longest, since the row is there.
 * @max_before: That was before the first dump.
 */
struct wait {
	const struct record *row;
	enum ledger_class class;
	uint64_t count;
	uint64_t time_ns;
	uint64_t max_ns;
	bool max_before;
};

/**
 * waits_between() - what rows grew by, the longest time first
 * @start: The first dump.
 * @end: The second; the waits point into it.
 * @count: How many there are.
 *
 * A row that is smaller than before left its table in between: it counts whole.
 * Rows that did not grow, and the evicted one, are left out.
 *
 * Return: The waits, to be freed; NULL when there is no memory.
 */
struct wait *waits_between(const struct rows *start, const struct rows *end, size_t *count);

/**
 * typedef wait_fits - whether a sleep is one of those that are looked for
 * @w: The sleep.
 */
typedef bool wait_fits(const struct wait *w);

/**
 * wait_is_run() - whether a sleep of a task of ours is of its clock
 * @w: The sleep.
 *
 * Return: False for what it sleeps in before, at wbctl's barrier.
 */
bool wait_is_run(const struct wait *w);

/**
 * wait_is_flush() - whether a sleep of a kernel worker is one of a flusher's work
 * @w: The sleep.
 *
 * Return: False when it idles, or works for somebody else.
 */
bool wait_is_flush(const struct wait *w);

/**
 * wait_is_of() - whether a sleep is a task's
 * @w: The sleep.
 * @task: The row of the task.
 *
 * Return: Whether it is.
 */
bool wait_is_of(const struct wait *w, const struct record *task);

/**
 * waits_of_task() - the sleeps of one task
 * @stacks: Where they are added up.
 * @waits: All waits.
 * @count: How many.
 * @task: The row of the task.
 * @fits: Which of them, NULL: all.
 */
void waits_of_task(struct ledger_stacks *stacks, const struct wait *waits, size_t count,
		   const struct record *task, wait_fits *fits);

/**
 * row_of_task() - the row of the same task in another dump
 * @rows: The dump of the task table.
 * @task: The row of the task.
 *
 * Return: The row in @rows, NULL: it is not there.
 */
const struct record *row_of_task(const struct rows *rows, const struct record *task);

#endif /* WBCTL_STACKS_H */
