// SPDX-License-Identifier: GPL-2.0-only
/* Sums and histograms of what balance_dirty_pages() did, and its limits. */

#include <linux/minmax.h>

#include "throttle.h"

static void max_update(atomic64_t *max, s64 value)
{
	s64 old = atomic64_read(max);

	while (old < value && !atomic64_try_cmpxchg(max, &old, value))
		;
}

static void hist_add(atomic_t *hist, unsigned int buckets, u64 value)
{
	unsigned int bucket = value ? ilog2(value) + 1 : 0;

	atomic_inc(&hist[min(bucket, buckets - 1)]);
}

/**
 * wbtrace_limit_store - keep the newest limits
 * @slot: where
 * @limit: what
 *
 * Context: any but NMI, with preemption off, so that a reader's retries end.
 */
void wbtrace_limit_store(struct wbtrace_limit_slot *slot, const struct wbtrace_limit *limit)
{
	int seq = atomic_read(&slot->seq);

	if (seq & 1 || atomic_cmpxchg_acquire(&slot->seq, seq, seq + 1) != seq)
		return;
	slot->limit = *limit;
	atomic_set_release(&slot->seq, seq + 2);
}

/**
 * wbtrace_limit_load - read the newest limits
 * @slot: where
 * @limit: filled in
 *
 * Context: process.
 *
 * Return: false when nothing was ever stored.
 */
bool wbtrace_limit_load(struct wbtrace_limit_slot *slot, struct wbtrace_limit *limit)
{
	int seq;

	do {
		seq = atomic_read_acquire(&slot->seq);
		*limit = slot->limit;
		smp_rmb(); /* the copy before the second look at seq */
	} while (seq & 1 || atomic_read(&slot->seq) != seq);
	return limit->time_ns;
}

/**
 * wbtrace_throttle_decide - count one decision
 * @t: whose
 * @hist: its histograms, or NULL
 * @decision: what was decided
 *
 * Context: any.
 */
void wbtrace_throttle_decide(struct wbtrace_throttle *t, struct wbtrace_throttle_hist *hist,
			     const struct wbtrace_decision *decision)
{
	atomic64_inc(&t->count);
	atomic64_inc(&t->by_limit[decision->kind].count);
	atomic64_add(decision->dirtied_pages, &t->dirtied_pages);
	if (decision->pause_ns > 0) {
		atomic64_add(decision->pause_ns, &t->requested_ns);
		max_update(&t->requested_max_ns, decision->pause_ns);
	} else {
		atomic64_inc(&t->no_pause);
	}
	if (hist)
		hist_add(hist->dirtied, WBTRACE_DIRTIED_BUCKETS, decision->dirtied_pages);
}

/**
 * wbtrace_throttle_slept - count one pause slept
 * @t: whose
 * @hist: its histograms, or NULL
 * @sleep: how long, and why
 *
 * Context: any.
 */
void wbtrace_throttle_slept(struct wbtrace_throttle *t, struct wbtrace_throttle_hist *hist,
			    const struct wbtrace_sleep *sleep)
{
	atomic64_inc(&t->slept_count);
	atomic64_add(sleep->ns, &t->slept_ns);
	atomic64_add(sleep->ns, &t->by_limit[sleep->kind].slept_ns);
	if (sleep->no_writeback)
		atomic64_add(sleep->ns, &t->no_writeback_ns);
	max_update(&t->slept_max_ns, sleep->ns);
	if (hist)
		hist_add(hist->slept, WBTRACE_SLEPT_BUCKETS, sleep->ns);
}

/**
 * wbtrace_throttle_held - count one call that throttled
 * @t: whose
 * @held_ns: from its entry to its return
 * @async: it returned -EAGAIN
 *
 * Context: any.
 */
void wbtrace_throttle_held(struct wbtrace_throttle *t, u64 held_ns, bool async)
{
	atomic64_inc(&t->held_count);
	atomic64_add(held_ns, &t->held_ns);
	max_update(&t->held_max_ns, held_ns);
	if (async)
		atomic64_inc(&t->async);
}

/**
 * wbtrace_throttle_fold - add the sums of one row to another's
 * @to: grows
 * @from: is not changed, and nobody else may change it
 *
 * Context: any.
 */
void wbtrace_throttle_fold(struct wbtrace_throttle *to, const struct wbtrace_throttle *from)
{
	int i;

	for (i = 0; i < WBTRACE_LIMIT_KINDS; i++) {
		atomic64_add(atomic64_read(&from->by_limit[i].count), &to->by_limit[i].count);
		atomic64_add(atomic64_read(&from->by_limit[i].slept_ns),
			     &to->by_limit[i].slept_ns);
	}
	atomic64_add(atomic64_read(&from->no_writeback_ns), &to->no_writeback_ns);
	atomic64_add(atomic64_read(&from->count), &to->count);
	atomic64_add(atomic64_read(&from->requested_ns), &to->requested_ns);
	max_update(&to->requested_max_ns, atomic64_read(&from->requested_max_ns));
	atomic64_add(atomic64_read(&from->no_pause), &to->no_pause);
	atomic64_add(atomic64_read(&from->dirtied_pages), &to->dirtied_pages);
	atomic64_add(atomic64_read(&from->slept_count), &to->slept_count);
	atomic64_add(atomic64_read(&from->slept_ns), &to->slept_ns);
	max_update(&to->slept_max_ns, atomic64_read(&from->slept_max_ns));
	atomic64_add(atomic64_read(&from->held_count), &to->held_count);
	atomic64_add(atomic64_read(&from->held_ns), &to->held_ns);
	max_update(&to->held_max_ns, atomic64_read(&from->held_max_ns));
	atomic64_add(atomic64_read(&from->async), &to->async);
	atomic64_add(atomic64_read(&from->unpaired), &to->unpaired);
}

/**
 * wbtrace_throttle_hist_fold - add the histograms of one row to another's
 * @to: grows
 * @from: is not changed, and nobody else may change it
 *
 * Context: any.
 */
void wbtrace_throttle_hist_fold(struct wbtrace_throttle_hist *to,
				const struct wbtrace_throttle_hist *from)
{
	int i;

	for (i = 0; i < WBTRACE_SLEPT_BUCKETS; i++)
		atomic_add(atomic_read(&from->slept[i]), &to->slept[i]);
	for (i = 0; i < WBTRACE_DIRTIED_BUCKETS; i++)
		atomic_add(atomic_read(&from->dirtied[i]), &to->dirtied[i]);
}
