// SPDX-License-Identifier: GPL-2.0-only
/* The wb table: what went through each bdi_writeback, and its flusher's work. */

#include <linux/cgroup.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/memcontrol.h>
#include <linux/radix-tree.h>

#include "compat/compat.h"
#include "session.h"

/* A rate is over at least so much time with pages under writeback. */
#define RATE_NS		(200 * NSEC_PER_MSEC)

static void hot_add(struct wbtrace_wb_hot *to, const struct wbtrace_wb_hot *from)
{
	int stage;

	for (stage = 0; stage < WBTRACE_STAGES; stage++)
		to->pages[stage] += from->pages[stage];
}

static void wb_fold(struct wbtrace_table *table, struct wbtrace_row *row)
{
	struct wbtrace_wb *to = to_wbtrace_wb(wbtrace_table_evicted(table));
	struct wbtrace_wb *from = to_wbtrace_wb(row);
	struct wbtrace_wb_hot sum;
	int i;

	wbtrace_wb_sum(from, &sum);
	hot_add(&to->folded, &sum);
	for (i = 0; i < WBTRACE_FATES; i++)
		atomic64_add(atomic64_read(&from->fate_pages[i]), &to->fate_pages[i]);
	atomic64_add(atomic64_read(&from->requeues), &to->requeues);
	atomic64_add(atomic64_read(&from->pass_count), &to->pass_count);
	atomic64_add(atomic64_read(&from->pass_pages), &to->pass_pages);
	atomic64_add(atomic64_read(&from->pass_ns), &to->pass_ns);
	for (i = 0; i < WBTRACE_REASONS; i++) {
		atomic64_add(atomic64_read(&from->work[i].count), &to->work[i].count);
		atomic64_add(atomic64_read(&from->work[i].pages), &to->work[i].pages);
		atomic64_add(atomic64_read(&from->work[i].ns), &to->work[i].ns);
	}
	wbtrace_throttle_fold(&to->throttle, &from->throttle);
	wbtrace_throttle_hist_fold(&to->hist, &from->hist);
}

static void wb_release(struct wbtrace_row *row)
{
	struct wbtrace_wb *wbrow = to_wbtrace_wb(row);
	int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(wbrow->hot, cpu), 0, sizeof(struct wbtrace_wb_hot));
	bdi_put(wbrow->bdi);
}

const struct wbtrace_table_ops wbtrace_wb_ops = {
	.fold		= wb_fold,
	.release	= wb_release,
};

static struct cgroup_subsys_state *wb_css(const struct bdi_writeback *wb)
{
#ifdef CONFIG_CGROUP_WRITEBACK
	return wb->memcg_css;
#else
	return NULL;
#endif
}

static u64 css_cgroup(const struct cgroup_subsys_state *css)
{
	return css ? cgroup_ino(css->cgroup) : 0;
}

/*
 * The bdi is referenced and a cgroup's number is never used twice, so the three
 * together name one wb, even at the address of an earlier one.
 */
static struct wbtrace_wb *find(struct wbtrace_session *session, const struct bdi_writeback *wb)
{
	unsigned long hash = wbtrace_table_hash(&session->wbs, (unsigned long)wb);
	struct wbtrace_wb *row;

	hlist_for_each_entry_rcu(row, &session->wbs.buckets[hash], row.link,
				 lockdep_is_held(&session->wbs.lock))
		if (row->wb == wb && row->bdi == wb->bdi &&
		    row->cgroup == css_cgroup(wb_css(wb)))
			return row;
	return NULL;
}

static void wb_fill(struct wbtrace_session *session, struct wbtrace_wb *row,
		    struct bdi_writeback *wb)
{
	struct cgroup_subsys_state *css = wb_css(wb);

	row->wb = wb;
	row->bdi = bdi_get(wb->bdi);
	row->bdi_id = wb->bdi->id;
	row->cgroup = css_cgroup(css);
	row->css_id = css ? css->id : 0;
	strscpy(row->name, bdi_dev_name(wb->bdi), sizeof(row->name));
	row->hot = &session->wb_hot[(u32)row->row.tag];
}

/**
 * wbtrace_wb_get - the row of a wb, made if there is none
 * @session: the session
 * @wb: a wb that the caller keeps from being freed
 *
 * Context: any but NMI, preemption off; the row stays while it is.
 *
 * Return: the row, or NULL when the table is full.
 */
struct wbtrace_wb *wbtrace_wb_get(struct wbtrace_session *session, struct bdi_writeback *wb)
{
	struct wbtrace_wb *row = find(session, wb);
	struct wbtrace_row *taken;
	unsigned long flags;

	if (row)
		return row;
	raw_spin_lock_irqsave(&session->wbs.lock, flags);
	row = find(session, wb);
	taken = row ? NULL : wbtrace_table_take(&session->wbs);
	if (taken) {
		row = to_wbtrace_wb(taken);
		wb_fill(session, row, wb);
		wbtrace_table_link(&session->wbs, taken,
				   wbtrace_table_hash(&session->wbs, (unsigned long)wb));
	}
	raw_spin_unlock_irqrestore(&session->wbs.lock, flags);
	return row;
}

/**
 * wbtrace_wb_sum - sum the per-CPU counters of a row
 * @row: the row, or the evicted row
 * @sum: filled in
 *
 * Context: any.
 */
void wbtrace_wb_sum(const struct wbtrace_wb *row, struct wbtrace_wb_hot *sum)
{
	int cpu;

	*sum = row->folded;
	if (!row->hot)
		return;
	for_each_possible_cpu(cpu)
		hot_add(sum, per_cpu_ptr(row->hot, cpu));
}

/**
 * wbtrace_wb_count - add pages to a wb
 * @session: the session
 * @row: its row, NULL when it found none: then the evicted row's
 * @stage: what happened to the pages
 * @pages: how many
 *
 * Context: any but NMI, preemption off.
 */
void wbtrace_wb_count(struct wbtrace_session *session, struct wbtrace_wb *row,
		      enum wbtrace_stage stage, u64 pages)
{
	struct wbtrace_wb *evicted = to_wbtrace_wb(wbtrace_table_evicted(&session->wbs));
	unsigned long flags;

	if (row) {
		this_cpu_add(row->hot->pages[stage], pages);
		return;
	}
	raw_spin_lock_irqsave(&session->wbs.lock, flags);
	evicted->folded.pages[stage] += pages;
	raw_spin_unlock_irqrestore(&session->wbs.lock, flags);
}

/**
 * wbtrace_wb_or_evicted - the row that counts for a wb
 * @session: the session
 * @row: its row, or NULL when it found none
 *
 * For the counters that are atomic in the evicted row too.
 */
struct wbtrace_wb *wbtrace_wb_or_evicted(struct wbtrace_session *session, struct wbtrace_wb *row)
{
	return row ?: to_wbtrace_wb(wbtrace_table_evicted(&session->wbs));
}

/* What was under writeback at attach is written but was never started. */
static bool under_writeback(const struct wbtrace_wb_hot *sum)
{
	return sum->pages[WBTRACE_WRITE_STARTED] > sum->pages[WBTRACE_WRITTEN];
}

/* Time counts while pages were under writeback at its beginning. */
static void measure(struct wbtrace_wb *row, u64 now)
{
	struct wbtrace_wb_rate *rate = &row->rate;
	struct wbtrace_wb_hot sum;

	wbtrace_wb_sum(row, &sum);
	if (rate->last_ns) {
		rate->ns += now - rate->last_ns;
		rate->pages += sum.pages[WBTRACE_WRITTEN] - rate->last_pages;
	}
	if (rate->ns >= RATE_NS) {
		WRITE_ONCE(rate->bytes_per_s, mul_u64_u64_div_u64(rate->pages << PAGE_SHIFT,
								  NSEC_PER_SEC, rate->ns));
		rate->ns = 0;
		rate->pages = 0;
	}
	rate->last_ns = under_writeback(&sum) ? now : 0;
	rate->last_pages = sum.pages[WBTRACE_WRITTEN];
}

/**
 * wbtrace_wb_measure_all - bring the rates of all wbs up to date
 * @session: the session
 *
 * Context: the housekeeping work only.
 */
void wbtrace_wb_measure_all(struct wbtrace_session *session)
{
	u64 now = ktime_get_ns();
	unsigned int i;

	for (i = 0; i < session->wbs.capacity; i++) {
		struct wbtrace_row *row = wbtrace_table_row(&session->wbs, i);

		if (READ_ONCE(row->state) == WBTRACE_ROW_LIVE)
			measure(to_wbtrace_wb(row), now);
	}
}

/**
 * wbtrace_wb_gone - whether a row's bdi was unregistered
 * @row: the row
 */
bool wbtrace_wb_gone(const struct wbtrace_wb *row)
{
	return row->bdi && !READ_ONCE(row->bdi->dev);
}

static struct bdi_writeback *find_live_wb(const struct wbtrace_wb *row)
{
	struct bdi_writeback *wb = &row->bdi->wb;

#ifdef CONFIG_CGROUP_WRITEBACK
	/* A cgroup's wb is freed after a grace period; the tree forgets it before. */
	if (row->wb != wb)
		wb = radix_tree_lookup(&row->bdi->cgwb_tree, row->css_id);
	if (wb && css_cgroup(wb_css(wb)) != row->cgroup)
		wb = NULL;
#endif
	return wb;
}

/**
 * wbtrace_wb_read_gauges - the kernel's own figures of a wb
 * @row: its row
 * @gauges: filled in
 *
 * Context: process.
 *
 * Return: false when the wb is gone (or @row is the evicted row).
 */
bool wbtrace_wb_read_gauges(const struct wbtrace_wb *row, struct wbtrace_wb_gauges *gauges)
{
	struct bdi_writeback *wb;

	if (!row->bdi)
		return false;
	rcu_read_lock();
	wb = find_live_wb(row);
	if (wb) {
		gauges->dirtied = wb_stat_sum(wb, WB_DIRTIED);
		gauges->written = wb_stat_sum(wb, WB_WRITTEN);
		gauges->reclaimable = wb_stat_sum(wb, WB_RECLAIMABLE);
		gauges->writeback = wb_stat_sum(wb, WB_WRITEBACK);
		gauges->write_bandwidth = READ_ONCE(wb->write_bandwidth);
		gauges->avg_write_bandwidth = READ_ONCE(wb->avg_write_bandwidth);
		gauges->dirty_ratelimit = READ_ONCE(wb->dirty_ratelimit);
		gauges->min_ratio_ppm = WBTRACE_BDI_RATIO_PPM(row->bdi->min_ratio);
		gauges->max_ratio_ppm = WBTRACE_BDI_RATIO_PPM(row->bdi->max_ratio);
		gauges->strictlimit = row->bdi->capabilities & BDI_CAP_STRICTLIMIT;
	}
	rcu_read_unlock();
	return wb;
}
