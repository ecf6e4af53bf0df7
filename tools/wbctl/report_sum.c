// SPDX-License-Identifier: GPL-2.0-or-later
/* The sums of a report over its writers, and how alike they fared. */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "stats.h"

void report_throttle_nothing(struct report_throttle *t)
{
	*t = (struct report_throttle){
		.count = fig_of(0), .no_pause_count = fig_of(0), .requested_ns = fig_of(0),
		.dirtied_bytes = fig_of(0), .slept_count = fig_of(0), .slept_ns = fig_of(0),
		.slept_max_ns = fig_of(0), .held_count = fig_of(0), .held_ns = fig_of(0),
		.held_max_ns = fig_of(0), .async_count = fig_of(0), .unpaired_count = fig_of(0),
		.by_limit_ns = { fig_of(0), fig_of(0), fig_of(0), fig_of(0) },
		.no_writeback_ns = fig_of(0),
	};
}

void report_throttle_add(struct report_throttle *all, const struct report_throttle *t)
{
	size_t i;

	for (i = 0; i < REPORT_LIMITS; i++)
		all->by_limit_ns[i] = fig_add(all->by_limit_ns[i], t->by_limit_ns[i]);
	all->no_writeback_ns = fig_add(all->no_writeback_ns, t->no_writeback_ns);
	all->count = fig_add(all->count, t->count);
	all->no_pause_count = fig_add(all->no_pause_count, t->no_pause_count);
	all->requested_ns = fig_add(all->requested_ns, t->requested_ns);
	all->dirtied_bytes = fig_add(all->dirtied_bytes, t->dirtied_bytes);
	all->slept_count = fig_add(all->slept_count, t->slept_count);
	all->slept_ns = fig_add(all->slept_ns, t->slept_ns);
	all->held_count = fig_add(all->held_count, t->held_count);
	all->held_ns = fig_add(all->held_ns, t->held_ns);
	all->async_count = fig_add(all->async_count, t->async_count);
	all->unpaired_count = fig_add(all->unpaired_count, t->unpaired_count);
	all->slept_max_ns = fig_max(all->slept_max_ns, t->slept_max_ns);
	all->held_max_ns = fig_max(all->held_max_ns, t->held_max_ns);
}

/* Sums of what there is at all: reads, operations, files, CPU time. */
static void sum_work(struct report_writer *all, const struct report_writer *w, bool first)
{
	static const size_t sums[] = {
		offsetof(struct report_writer, read_bytes), offsetof(struct report_writer, ops),
		offsetof(struct report_writer, files), offsetof(struct report_writer, over_2s),
		offsetof(struct report_writer, over_10s), offsetof(struct report_writer, extents),
		offsetof(struct report_writer, cpu_user_ns),
		offsetof(struct report_writer, cpu_system_ns),
	};
	struct fig *sum;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sums); i++) {
		sum = (struct fig *)((char *)all + sums[i]);
		*sum = fig_add(first ? fig_of(0) : *sum,
			       *(const struct fig *)((const char *)w + sums[i]));
	}
}

static void sum_rates(struct report *rep, double latency_ns)
{
	struct report_writer *all = &rep->all;

	all->throughput = fig_rate(all->moved_bytes, rep->duration_ns);
	all->write_rate = fig_rate(all->written_bytes, all->write_ns);
	all->read_rate = fig_rate(all->read_bytes, all->write_ns);
	all->ops_rate = fig_rate(all->ops, rep->duration_ns);
	all->files_rate = fig_rate(all->files, rep->duration_ns);
	if (all->ops.known && all->ops.v)
		all->mean = fig_of((uint64_t)(latency_ns / (double)all->ops.v));
}

static void sum_writers(struct report *rep)
{
	struct report_writer *all = &rep->all, *w;
	struct fig wall = fig_of(0);
	double latency_ns = 0;
	size_t i;

	memset(all, 0, sizeof(*all));
	all->dirtied_bytes = fig_of(0);
	report_throttle_nothing(&all->t);
	all->t.slept_max_ns = fig_none();
	all->t.held_max_ns = fig_none();
	all->label = "all";
	memset(&all->ledger, 0, sizeof(all->ledger));
	all->written_bytes = fig_of(0);
	all->moved_bytes = fig_of(0);
	for (i = 0; i < rep->writer_count; i++) {
		w = &rep->writers[i];
		all->written_bytes = fig_add(all->written_bytes, w->written_bytes);
		all->moved_bytes = fig_add(all->moved_bytes, w->moved_bytes);
		sum_work(all, w, !i);
		latency_ns += (double)w->mean.v * (double)w->ops.v;
		all->write_ns = fig_max(all->write_ns, w->write_ns);
		all->dirtied_bytes = fig_add(all->dirtied_bytes, w->dirtied_bytes);
		all->stall_ns = fig_max(all->stall_ns, w->stall_ns);
		all->flush_ns = fig_max(all->flush_ns, w->flush_ns);
		all->max = fig_max(all->max, w->max);
		wall = fig_add(wall, w->wall_ns);
		ledger_add(&all->ledger, &w->ledger, !i);
		report_throttle_add(&all->t, &w->t);
	}
	all->wall_ns = rep->duration_ns;
	sum_rates(rep, latency_ns);
	all->throttled = fig_ratio(all->t.held_ns, wall);
}

static void find_slowest(struct report *rep)
{
	struct report_fairness *f = &rep->fairness;
	double sum = 0, least = 0;
	size_t i;

	for (i = 0; i < rep->writer_count; i++) {
		if (!rep->writers[i].throughput.known)
			return;
		sum += (double)rep->writers[i].throughput.v;
		if (!i || (double)rep->writers[i].throughput.v < least) {
			least = (double)rep->writers[i].throughput.v;
			f->slowest = rep->writers[i].id;
		}
	}
	if (sum > 0)
		f->slowest_of_mean = ratio_of(least * (double)rep->writer_count / sum);
}

void report_sum(struct report *rep)
{
	struct fig *x = calloc(rep->writer_count, sizeof(*x));
	struct report_fairness *f = &rep->fairness;
	size_t i;

	sum_writers(rep);
	memset(f, 0, sizeof(*f));
	/* The processes of a program are not meant to be alike. */
	if (rep->program)
		goto out;
	if (!x)
		return;
	for (i = 0; i < rep->writer_count; i++)
		x[i] = rep->writers[i].throughput;
	f->jain = jain_index(x, rep->writer_count);
	f->min_max = min_max_ratio(x, rep->writer_count);
	for (i = 0; i < rep->writer_count; i++)
		x[i] = rep->writers[i].t.held_ns;
	f->throttle_jain = jain_index(x, rep->writer_count);
	f->throttle_min_max = min_max_ratio(x, rep->writer_count);
	f->stall_ns = rep->all.stall_ns;
	find_slowest(rep);
out:
	free(x);
}
