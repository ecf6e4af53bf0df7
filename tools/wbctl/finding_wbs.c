// SPDX-License-Identifier: GPL-2.0-or-later
/* The facts of wbs, devices and files. */
#include <string.h>

#include "finding_facts.h"

/* A wb starts with an estimate of 100 MiB/s, which takes this long to come down. */
#define SETTLED_NS (15 * NSEC_PER_SEC)

struct fig finding_wb_rate(const struct report_wb *wb)
{
	return fig_max(wb->bandwidth, wb->bandwidth_now);
}

static struct fig grown_at(const struct report_wb *wb, size_t k, size_t at)
{
	const char *now = (const char *)&wb->series[k];
	const char *then = k ? (const char *)&wb->series[k - 1] : NULL;

	return fig_grown(then ? *(const struct fig *)(then + at) : fig_of(0),
			 *(const struct fig *)(now + at));
}

#define GROWN(wb, k, member) grown_at(wb, k, offsetof(struct report_wb_sample, member))

/*
 * How far the limit fell, and how much of the sleep under it fell into that time.
 * That of a wb that is new to the kernel starts low and grows: it has not fallen.
 */
static void limit_facts(struct facts *facts, const struct report *rep, const struct report_wb *wb)
{
	double low = 0, all = 0;
	uint64_t min = 0, max = 0, high = 0;
	struct fig slept, limit;
	size_t k;

	for (k = 0; wb->series && k < rep->sample_count; k++) {
		slept = GROWN(wb, k, slept_ns);
		all += (double)slept.v;
		limit = wb->series[k].limit_bytes;
		if (!limit.known || !GROWN(wb, k, throttle_count).v)
			continue;
		high = limit.v > high ? limit.v : high;
		if (limit.v > high / 4)
			continue;
		low += (double)slept.v;
		if (!max || limit.v * max < min * high) {
			min = limit.v;
			max = high;
		}
	}
	facts_fig(facts, "throttle_count", wb->throttle_count);
	facts_fig(facts, "slept_ns", wb->slept_ns);
	if (!max)
		return;
	facts_set(facts, "limit_min_bytes", (double)min);
	facts_set(facts, "limit_max_bytes", (double)max);
	facts_set(facts, "limit_fall_ratio", (double)min / (double)max);
	if (all > 0)
		facts_set(facts, "low_slept_ratio", low / all);
}

/* The kernel's estimate against how fast writes were completed while there were any. */
static void estimate_facts(struct facts *facts, const struct report *rep,
			   const struct report_wb *wb)
{
	struct fig measured = finding_wb_rate(wb), kernel;
	double sum = 0, min = 0;
	size_t k, n = 0, low = 0, late = 0, high = 0;

	for (k = 0; wb->series && measured.known && measured.v && k < rep->sample_count; k++) {
		kernel = wb->series[k].bandwidth_kernel;
		if (!kernel.known || !GROWN(wb, k, written_bytes).v)
			continue;
		n++;
		sum += (double)kernel.v;
		min = n == 1 || (double)kernel.v < min ? (double)kernel.v : min;
		low += kernel.v * 2 <= measured.v;
		if (rep->sample_t_ns[k] < SETTLED_NS)
			continue;
		late++;
		high += kernel.v >= measured.v * 4;
	}
	facts_fig(facts, "bandwidth_measured_bytes_per_s", measured);
	if (!n)
		return;
	facts_set(facts, "estimate_count", (double)n);
	facts_set(facts, "bandwidth_kernel_bytes_per_s", sum / (double)n);
	facts_set(facts, "bandwidth_kernel_min_bytes_per_s", min);
	facts_set(facts, "estimate_min_ratio", min / (double)measured.v);
	facts_set(facts, "estimate_low_ratio", (double)low / (double)n);
	facts_set(facts, "settled_count", (double)late);
	if (late)
		facts_set(facts, "estimate_high_ratio", (double)high / (double)late);
}

static void flusher_class(struct facts *facts, const struct report *rep,
			  const struct report_watched *f, enum ledger_class class, double *sum)
{
	char key[FACT_NAME_LEN];
	struct ratio part = fig_ratio(f->ledger.class_ns[class], rep->duration_ns);

	snprintf(key, sizeof(key), "flusher_%s_ratio", class_names[class]);
	facts_ratio(facts, key, part);
	if (part.known && sum)
		*sum += part.v;
}

/* A flusher that worked for several wbs is taken for that of the one with most to write. */
static bool is_anothers(const struct report *rep, const struct report_wb *wb)
{
	struct fig dirty = finding_wb_dirty(rep, wb);
	size_t i;

	for (i = 0; wb->flusher->shared.v && i < rep->wb_count; i++)
		if (finding_wb_dirty(rep, &rep->wbs[i]).v > dirty.v)
			return true;
	return false;
}

/* What the flusher slept in that is not the device's queue. */
static void flusher_facts(struct facts *facts, const struct report *rep,
			  const struct report_wb *wb)
{
	const struct report_watched *f = wb->flusher;
	double blocked = 0;

	if (!f || !f->ledger.wall_ns.known || is_anothers(rep, wb))
		return;
	flusher_class(facts, rep, f, CLASS_JOURNAL, &blocked);
	flusher_class(facts, rep, f, CLASS_LOCK, &blocked);
	flusher_class(facts, rep, f, CLASS_RECLAIM, &blocked);
	flusher_class(facts, rep, f, CLASS_OTHER, &blocked);
	flusher_class(facts, rep, f, CLASS_ALLOCATION, NULL);
	flusher_class(facts, rep, f, CLASS_BLOCK_LAYER, NULL);
	facts_set(facts, "flusher_blocked_ratio", blocked);
	facts_text(facts, "flusher_function", f->top.function ? f->top.function :
		   f->top.class_name);
	facts_text(facts, "flusher_class", f->top.class_name);
}

static struct ratio most_waited(const struct finding_task *tasks, size_t count,
				const struct report_wb *wb, const struct report_device *d)
{
	struct ratio most = ratio_of(0), one;
	size_t i;

	for (i = 0; i < count; i++) {
		if ((wb && tasks[i].wb != wb) || (d && tasks[i].device != d))
			continue;
		one = finding_waited(&tasks[i]);
		if (one.known && one.v > most.v)
			most = one;
	}
	return most;
}

static struct fig dev_of_bdi(const struct report *rep, const char *bdi)
{
	char dev[FORMAT_LEN];
	size_t i;

	for (i = 0; bdi && i < rep->target_count; i++)
		if (rep->targets[i].bdi && !strcmp(bdi, rep->targets[i].bdi))
			return rep->targets[i].dev;
	for (i = 0; bdi && i < rep->device_count; i++)
		if (!strcmp(bdi, format_fig(dev, UNIT_DEV, rep->devices[i].dev)))
			return rep->devices[i].dev;
	return fig_none();
}

void finding_wb_facts(struct facts *facts, const struct report *rep, const struct report_wb *wb,
		      const struct finding_task *tasks, size_t count)
{
	const struct report_device *d = finding_device_of(rep, dev_of_bdi(rep, wb->bdi));

	limit_facts(facts, rep, wb);
	estimate_facts(facts, rep, wb);
	flusher_facts(facts, rep, wb);
	facts_fig(facts, "strictlimit_count", wb->strictlimit);
	facts_ratio(facts, "waited_ratio", most_waited(tasks, count, wb, NULL));
	if (d)
		finding_device_facts(facts, rep, d, NULL, 0);
}

void finding_device_facts(struct facts *facts, const struct report *rep,
			  const struct report_device *d, const struct finding_task *tasks,
			  size_t count)
{
	struct fig bytes = d->during_bytes;
	struct ratio busy;

	/*
	 * A driver can refuse requests before they count as issued: what is queued
	 * in front of it keeps the disk from being idle. The kernel counts that in
	 * jiffies.
	 */
	busy = fig_ratio(fig_max(d->busy_ns, d->ticks_ns), rep->duration_ns);
	if (busy.known && busy.v > 1)
		busy.v = 1;
	facts_fig(facts, "device_ns", rep->duration_ns);
	facts_ratio(facts, "busy_ratio", busy);
	facts_fig(facts, "device_bytes", bytes);
	facts_fig(facts, "device_bytes_per_s", fig_rate(bytes, rep->duration_ns));
	facts_fig(facts, "wbt_lat_ns", d->wbt_lat_ns);
	facts_fig(facts, "write_count", d->write_count);
	/* With those that wait for their dispatch: blk-wbt stops who asks for more. */
	if (d->service_ns.known && d->queue_ns.known && rep->duration_ns.v)
		facts_set(facts, "depth_count", (double)(d->service_ns.v + d->queue_ns.v) /
			  (double)rep->duration_ns.v);
	if (d->write_count.v)
		facts_set(facts, "request_bytes", (double)bytes.v / (double)d->write_count.v);
	facts_ratio(facts, "jump_ratio", fig_ratio(d->jump_count, d->write_count));
	if (d->jump_count.v)
		facts_set(facts, "jump_mean_bytes",
			  (double)d->jump_bytes.v / (double)d->jump_count.v);
	if (tasks)
		facts_ratio(facts, "waited_ratio", most_waited(tasks, count, NULL, d));
}

#define SUM(inodes, count, member) \
	inode_sum(inodes, count, offsetof(struct report_inode, member))

static struct fig inode_sum(const struct report_inode *const *inodes, size_t count, size_t at)
{
	struct fig sum = fig_of(0);
	size_t i;

	for (i = 0; i < count; i++)
		sum = fig_add(sum, *(const struct fig *)((const char *)inodes[i] + at));
	return sum;
}

/* What the files' writers slept in nothing of ours: they wait for their next line to write. */
static struct ratio idle_of(const struct report *rep, const struct report_inode *const *inodes,
			    size_t count)
{
	struct fig idle = fig_of(0), wall = fig_of(0);
	const struct ledger *l;
	size_t i;

	for (i = 0; i < count; i++) {
		if (rep->program || !inodes[i]->writer.known ||
		    inodes[i]->writer.v >= rep->writer_count)
			return (struct ratio){ .known = false };
		l = &rep->writers[inodes[i]->writer.v].ledger;
		idle = fig_add(idle, l->class_ns[CLASS_OTHER]);
		wall = fig_add(wall, l->wall_ns);
	}
	return fig_ratio(idle, wall);
}

void finding_inode_facts(struct facts *facts, const struct report *rep,
			 const struct report_inode *const *inodes, size_t count)
{
	struct fig allocations = SUM(inodes, count, allocations);
	struct fig interleaved = SUM(inodes, count, interleaved);
	struct fig dirtied = SUM(inodes, count, dirtied_bytes);
	struct fig beyond = SUM(inodes, count, beyond_end_bytes);
	struct fig foreign = SUM(inodes, count, foreign_bytes);
	char number[FORMAT_LEN];
	size_t i;

	facts_fig(facts, "dirtied_bytes", dirtied);
	facts_fig(facts, "extent_count", SUM(inodes, count, extents));
	facts_fig(facts, "allocation_count", allocations);
	facts_fig(facts, "interleaved_count", interleaved);
	facts_ratio(facts, "interleaved_ratio", fig_ratio(interleaved, allocations));
	facts_fig(facts, "allocated_bytes", SUM(inodes, count, allocated_bytes));
	facts_fig(facts, "group_change_count", SUM(inodes, count, groups));
	for (i = 1; i < count && inodes[i]->neighbour.v == inodes[0]->neighbour.v; i++)
		;
	if (i == count && inodes[0]->neighbour.known)
		facts_text(facts, "neighbour_id",
			   format_fig(number, UNIT_ID, inodes[0]->neighbour));
	facts_ratio(facts, "idle_ratio", idle_of(rep, inodes, count));
	facts_fig(facts, "preallocated_bytes", SUM(inodes, count, preallocated_bytes));
	facts_fig(facts, "beyond_end_bytes", beyond);
	facts_ratio(facts, "beyond_end_ratio", fig_ratio(beyond, dirtied));
	facts_fig(facts, "foreign_bytes", foreign);
	facts_ratio(facts, "foreign_ratio", fig_ratio(foreign, dirtied));
	facts_fig(facts, "wb_switch_count", SUM(inodes, count, wb_switches));
}
