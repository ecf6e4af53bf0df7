/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums and histograms of what balance_dirty_pages() did, and its limits. */
#ifndef WBTRACE_THROTTLE_H
#define WBTRACE_THROTTLE_H

#include <linux/atomic.h>
#include <linux/log2.h>
#include <linux/types.h>
#include <linux/wbtrace.h>

/* 2^39 ns is nine minutes, more than any pause (200 ms) by far. */
#define WBTRACE_SLEPT_BUCKETS	40
/* 2^23 pages are 32 GiB of one decision. */
#define WBTRACE_DIRTIED_BUCKETS	24

#define WBTRACE_LIMIT_KINDS	(WBTRACE_LIMIT_KIND_MEMCG + 1)

/**
 * struct wbtrace_by_limit - the part of throttling that one limit caused
 * @count: decisions
 * @slept_ns: time slept in their pauses
 */
struct wbtrace_by_limit {
	atomic64_t count;
	atomic64_t slept_ns;
};

/**
 * struct wbtrace_decision - one decision of balance_dirty_pages()
 * @kind: which limit caused it
 * @pause_ns: the pause decided on, may be negative
 * @dirtied_pages: pages dirtied since the decision before
 */
struct wbtrace_decision {
	enum wbtrace_limit_kind kind;
	s64 pause_ns;
	unsigned long dirtied_pages;
};

/**
 * struct wbtrace_sleep - one pause slept
 * @kind: which limit caused it
 * @ns: how long
 * @no_writeback: the wb had nothing under writeback when it began and ended
 */
struct wbtrace_sleep {
	enum wbtrace_limit_kind kind;
	u64 ns;
	bool no_writeback;
};

/**
 * struct wbtrace_throttle - what throttling did to a task, wb or inode
 * @count: decisions
 * @requested_ns: sum of the positive pauses decided on
 * @requested_max_ns: the longest of them
 * @no_pause: decisions with a pause of zero or less
 * @dirtied_pages: pages dirtied since the decision before, summed
 * @slept_count: pauses slept
 * @slept_ns: time from such a decision to the next one or to the return
 * @slept_max_ns: the longest of them
 * @held_count: calls with at least one decision
 * @held_ns: time from their entry to their return
 * @held_max_ns: the longest of them
 * @async: calls that returned -EAGAIN instead of sleeping
 * @unpaired: positive pauses in a call whose entry was not seen
 * @no_writeback_ns: time slept while the wb had nothing under writeback
 * @by_limit: decisions and time slept by the limit that caused them
 *
 * Updated by any CPU in any context; each member is right on its own, and
 * their sums agree when nobody is inside balance_dirty_pages(). Decisions come
 * at most some thousand times a second, so shared atomics cost nothing that
 * could be seen beside the sleep.
 */
struct wbtrace_throttle {
	atomic64_t count;
	atomic64_t requested_ns;
	atomic64_t requested_max_ns;
	atomic64_t no_pause;
	atomic64_t dirtied_pages;
	atomic64_t slept_count;
	atomic64_t slept_ns;
	atomic64_t slept_max_ns;
	atomic64_t held_count;
	atomic64_t held_ns;
	atomic64_t held_max_ns;
	atomic64_t async;
	atomic64_t unpaired;
	atomic64_t no_writeback_ns;
	struct wbtrace_by_limit by_limit[WBTRACE_LIMIT_KINDS];
};

/**
 * struct wbtrace_throttle_hist - log2 histograms beside a wbtrace_throttle
 * @slept: bucket b holds slept times below 2^b ns and not below 2^(b-1)
 * @dirtied: the same for pages dirtied per decision
 */
struct wbtrace_throttle_hist {
	atomic_t slept[WBTRACE_SLEPT_BUCKETS];
	atomic_t dirtied[WBTRACE_DIRTIED_BUCKETS];
};

/**
 * struct wbtrace_limit - the limits at one decision, in pages and pages/s
 * @time_ns: when, 0 for never
 * @thresh: dirty threshold
 * @bg_thresh: background threshold
 * @dirty: dirty and under-writeback pages
 * @limit: hard limit, 0 for not known
 * @wb_thresh: the wb's share
 * @wb_dirty: the wb's dirty and under-writeback pages
 * @dirty_ratelimit: base rate limit, pages/s
 * @task_ratelimit: the task's rate limit, pages/s
 * @pos_ratio_ppm: position ratio in parts per million, valid with @limit
 * @kind: which limit decided
 */
struct wbtrace_limit {
	u64 time_ns;
	unsigned long thresh;
	unsigned long bg_thresh;
	unsigned long dirty;
	unsigned long limit;
	unsigned long wb_thresh;
	unsigned long wb_dirty;
	unsigned long dirty_ratelimit;
	unsigned long task_ratelimit;
	u64 pos_ratio_ppm;
	enum wbtrace_limit_kind kind;
};

/**
 * struct wbtrace_limit_slot - a wbtrace_limit that many may write
 * @seq: odd while somebody writes @limit
 * @limit: the newest limits
 *
 * A writer that finds another at it leaves: the other's limits are as new.
 */
struct wbtrace_limit_slot {
	atomic_t seq;
	struct wbtrace_limit limit;
};

void wbtrace_limit_store(struct wbtrace_limit_slot *slot, const struct wbtrace_limit *limit);
bool wbtrace_limit_load(struct wbtrace_limit_slot *slot, struct wbtrace_limit *limit);

void wbtrace_throttle_decide(struct wbtrace_throttle *t, struct wbtrace_throttle_hist *hist,
			     const struct wbtrace_decision *decision);
void wbtrace_throttle_slept(struct wbtrace_throttle *t, struct wbtrace_throttle_hist *hist,
			    const struct wbtrace_sleep *sleep);
void wbtrace_throttle_held(struct wbtrace_throttle *t, u64 held_ns, bool async);
void wbtrace_throttle_fold(struct wbtrace_throttle *to, const struct wbtrace_throttle *from);
void wbtrace_throttle_hist_fold(struct wbtrace_throttle_hist *to,
				const struct wbtrace_throttle_hist *from);

#endif /* WBTRACE_THROTTLE_H */
