// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows of the module's stack table: how they grew, and for whom. */
#include <stdlib.h>
#include <string.h>

#include "stacks.h"

/* What a task of ours waits in before its clock starts: wbctl's barrier. */
#define BARRIER "*pipe_read"
/* A deep stack may have lost its outermost frames. */
#define FLUSHER "wb_workfn wb_do_writeback wb_writeback writeback_sb_inodes do_writepages"

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_stack(const struct record *a, const struct record *b)
{
	static const int keys[] = {
		WBTRACE_A_STACK_PID, WBTRACE_A_STACK_START_NS, WBTRACE_A_STACK_ACTIVITY,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (record_fig(a, keys[i]).v != record_fig(b, keys[i]).v)
			return false;
	return same_text(record_text(a, WBTRACE_A_STACK_FRAME),
			 record_text(b, WBTRACE_A_STACK_FRAME));
}

static const struct record *row_before(const struct rows *start, const struct record *row)
{
	const struct record *old;

	for (old = start->first; old; old = old->next)
		if (same_stack(old, row))
			return old;
	return NULL;
}

static struct wait wait_of(const struct rows *start, const struct record *row)
{
	const struct record *old = row_before(start, row);
	struct wait w = {
		.row = row,
		.class = class_of_wait(record_fig(row, WBTRACE_A_STACK_ACTIVITY).v,
				       record_text(row, WBTRACE_A_STACK_FRAME)),
		.count = record_fig(row, WBTRACE_A_STACK_COUNT).v,
		.time_ns = record_fig(row, WBTRACE_A_STACK_TIME_NS).v,
		.max_ns = record_fig(row, WBTRACE_A_STACK_MAX_NS).v,
	};

	if (old && record_fig(old, WBTRACE_A_STACK_TIME_NS).v <= w.time_ns &&
	    record_fig(old, WBTRACE_A_STACK_COUNT).v <= w.count) {
		w.time_ns -= record_fig(old, WBTRACE_A_STACK_TIME_NS).v;
		w.count -= record_fig(old, WBTRACE_A_STACK_COUNT).v;
		w.max_before = record_fig(old, WBTRACE_A_STACK_MAX_NS).v == w.max_ns;
	}
	return w;
}

static int by_time(const void *a, const void *b)
{
	uint64_t x = ((const struct wait *)a)->time_ns, y = ((const struct wait *)b)->time_ns;

	return x < y ? 1 : x > y ? -1 : 0;
}

struct wait *waits_between(const struct rows *start, const struct rows *end, size_t *count)
{
	const struct record *row;
	struct wait *waits;
	size_t n = 0;

	*count = 0;
	for (row = end->first; row; row = row->next)
		n++;
	waits = calloc(n + 1, sizeof(*waits));
	if (!waits)
		return NULL;
	for (row = end->first; row; row = row->next) {
		if (record_fig(row, WBTRACE_A_STACK_FLAGS).v & WBTRACE_ROW_FLAGS_EVICTED)
			continue;
		waits[*count] = wait_of(start, row);
		if (waits[*count].count)
			++*count;
	}
	qsort(waits, *count, sizeof(*waits), by_time);
	return waits;
}

bool wait_is_run(const struct wait *w)
{
	return !frames_under(record_text(w->row, WBTRACE_A_STACK_FRAME), BARRIER);
}

bool wait_is_flush(const struct wait *w)
{
	/* What hooks tell of is work, whoever asked for it. */
	return record_fig(w->row, WBTRACE_A_STACK_ACTIVITY).v != WBTRACE_ACTIVITY_NONE ||
	       frames_under(record_text(w->row, WBTRACE_A_STACK_FRAME), FLUSHER);
}

bool wait_is_of(const struct wait *w, const struct record *task)
{
	return record_fig(w->row, WBTRACE_A_STACK_PID).v ==
	       record_fig(task, WBTRACE_A_TASK_PID).v &&
	       record_fig(w->row, WBTRACE_A_STACK_START_NS).v ==
	       record_fig(task, WBTRACE_A_TASK_START_NS).v;
}

void waits_of_task(struct ledger_stacks *stacks, const struct wait *waits, size_t count,
		   const struct record *task, wait_fits *fits)
{
	const struct wait *w;
	uint64_t activity;
	size_t i;

	for (i = 0; i < count; i++) {
		w = &waits[i];
		if (!wait_is_of(w, task) || (fits && !fits(w)))
			continue;
		activity = record_fig(w->row, WBTRACE_A_STACK_ACTIVITY).v;
		if (activity >= LEDGER_ACTIVITIES)
			activity = WBTRACE_ACTIVITY_NONE;
		stacks->ns[activity][w->class] += w->time_ns;
	}
}

const struct record *row_of_task(const struct rows *rows, const struct record *task)
{
	const struct record *row;

	for (row = rows->first; row; row = row->next)
		if (record_fig(row, WBTRACE_A_TASK_PID).v ==
		    record_fig(task, WBTRACE_A_TASK_PID).v &&
		    record_fig(row, WBTRACE_A_TASK_START_NS).v ==
		    record_fig(task, WBTRACE_A_TASK_START_NS).v)
			return row;
	return NULL;
}
