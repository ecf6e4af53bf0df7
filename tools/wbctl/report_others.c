// SPDX-License-Identifier: GPL-2.0-or-later
/* Who else took part in a run: flushers, and tasks that are not of it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "run.h"

#define OTHERS_MAX 8

static const struct record *row_of_pid(const struct rows *rows, uint64_t pid)
{
	const struct record *row;

	for (row = rows->first; row; row = row->next)
		if (record_fig(row, WBTRACE_A_TASK_PID).v == pid)
			return row;
	return NULL;
}

/* A kernel worker's work for a wb, more to what others did for it before. */
static void add_flusher(struct report_watched *all, struct report_watched *one, bool first)
{
	struct report_watched sum = *one;

	if (first) {
		*all = *one;
		return;
	}
	sum.ledger = all->ledger;
	ledger_add(&sum.ledger, &one->ledger, false);
	sum.t = all->t;
	report_throttle_add(&sum.t, &one->t);
	sum.dirtied_bytes = fig_add(all->dirtied_bytes, one->dirtied_bytes);
	sum.throttled = fig_ratio(sum.t.held_ns, sum.ledger.wall_ns);
	sum.fsync_max_ns = fig_max(all->fsync_max_ns, one->fsync_max_ns);
	if (all->top.ns.v > one->top.ns.v) {
		free((char *)one->top.function);
		sum.top = all->top;
	} else {
		free((char *)all->top.function);
	}
	*all = sum;
}

static bool works_for(const struct flusher *f, const struct report_wb *wb)
{
	return wb->bdi && !strcmp(f->bdi, wb->bdi) && f->cgroup == wb->cgroup.v;
}

/* Whether a worker was seen at work for another wb too; its ledger is of both. */
static bool is_shared(const struct ledgers *l, const struct flusher *f)
{
	size_t i;

	for (i = 0; i < l->flusher_count; i++)
		if (l->flushers[i].pid == f->pid && (l->flushers[i].cgroup != f->cgroup ||
						     strcmp(l->flushers[i].bdi, f->bdi)))
			return true;
	return false;
}

static void fill_flusher(struct report_wb *wb, const struct report_filling *f)
{
	const struct ledgers *l = &f->r->ledgers;
	struct report_watched all = {}, one;
	const struct record *row;
	bool first = true, shared = false;
	size_t i;

	for (i = 0; i < l->flusher_count; i++) {
		if (!works_for(&l->flushers[i], wb))
			continue;
		row = row_of_pid(&l->watched_end, l->flushers[i].pid);
		one = (struct report_watched){};
		if (!row || !report_fill_task(&one, f, row_of_task(&l->watched_start, row), row,
					      wait_is_flush))
			continue;
		/* Its idling is a sleep too: they are not told apart by number. */
		one.ledger.sleep_count = fig_none();
		add_flusher(&all, &one, first);
		shared |= is_shared(l, &l->flushers[i]);
		first = false;
	}
	if (first)
		return;
	all.shared = fig_of(shared);
	wb->flusher = malloc(sizeof(*wb->flusher));
	if (wb->flusher)
		*wb->flusher = all;
	else
		free((char *)all.top.function);
}

void report_fill_flushers(struct report *rep, const struct run *r)
{
	struct report_filling f;
	size_t i;

	if (r->module.lost || !r->ledgers.client)
		return;
	report_filling_begin(&f, r);
	for (i = 0; i < rep->wb_count; i++)
		fill_flusher(&rep->wbs[i], &f);
	free(f.waits);
}

static bool is_writer(const struct run *r, const struct record *task)
{
	size_t i;

	for (i = 0; i < r->writers; i++)
		if ((uint64_t)r->procs[i].pid == record_fig(task, WBTRACE_A_TASK_TGID).v)
			return true;
	return false;
}

/* Of the run, of whom there is more elsewhere, or the sum of many. */
static bool is_of_run(const struct run *r, const struct record *task)
{
	const struct ledgers *l = &r->ledgers;
	uint64_t tgid = record_fig(task, WBTRACE_A_TASK_TGID).v;

	if (record_fig(task, WBTRACE_A_TASK_FLAGS).v & WBTRACE_ROW_FLAGS_EVICTED)
		return true;
	if (is_writer(r, task) || tgid == (uint64_t)getpid() ||
	    tgid == (uint64_t)r->profiler.pid)
		return true;
	if (row_of_task(&l->watched_end, task) && !ledgers_only_flushes(l, task))
		return true;
	return row_of_task(&r->tree.tasks, task);
}

static int by_part(const void *a, const void *b)
{
	const struct report_watched *x = a, *y = b;

	if (x->t.held_ns.v != y->t.held_ns.v)
		return x->t.held_ns.v < y->t.held_ns.v ? 1 : -1;
	return (x->dirtied_bytes.v < y->dirtied_bytes.v) -
	       (x->dirtied_bytes.v > y->dirtied_bytes.v);
}

static void fill_others(struct report *rep, const struct run *r)
{
	const struct report_filling f = { .r = r };
	const struct ledgers *l = &r->ledgers;
	const struct record *row;
	struct report_watched *out;

	for (row = l->tasks_end.first; row; row = row->next) {
		out = &rep->others[rep->other_count];
		*out = (struct report_watched){};
		if (is_of_run(r, row))
			continue;
		report_fill_task(out, &f, row_of_task(&l->tasks_start, row), row, NULL);
		/* Who is watched as a flusher has its ledger there. */
		free((char *)out->top.function);
		memset(&out->top, 0, sizeof(out->top));
		memset(&out->ledger, 0, sizeof(out->ledger));
		out->throttled = (struct ratio){};
		if (out->dirtied_bytes.v || out->t.held_ns.v)
			rep->other_count++;
	}
	qsort(rep->others, rep->other_count, sizeof(*rep->others), by_part);
	if (rep->other_count > OTHERS_MAX)
		rep->other_count = OTHERS_MAX;
}

void report_fill_others(struct report *rep, const struct run *r)
{
	const struct record *row;
	size_t n = 0;

	if (r->module.lost || !r->module.client)
		return;
	for (row = r->ledgers.tasks_end.first; row; row = row->next)
		n++;
	rep->others = calloc(n + 1, sizeof(*rep->others));
	if (rep->others)
		fill_others(rep, r);
}
