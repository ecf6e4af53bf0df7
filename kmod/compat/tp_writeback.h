/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tracepoints of trace/events/writeback.h: their prototypes where they
 * differ between kernels, and what the private structures they pass hold.
 */
#ifndef WBTRACE_TP_WRITEBACK_H
#define WBTRACE_TP_WRITEBACK_H

#include <linux/backing-dev.h>
#include <linux/writeback.h>
#include <trace/events/writeback.h>

/* Whose dirty thresholds a decision goes by. */
enum wbtrace_domain {
	WBTRACE_DOMAIN_NOT_TOLD,	/* 6.x does not pass it */
	WBTRACE_DOMAIN_GLOBAL,
	WBTRACE_DOMAIN_MEMCG,
};

/**
 * struct wbtrace_bdp - what the tracepoint balance_dirty_pages carries
 * @thresh: dirty threshold of the deciding domain, pages
 * @bg_thresh: background threshold of that domain, pages
 * @dirty: dirty and under-writeback pages of that domain
 * @limit: hard limit of that domain, pages; 0 where the kernel does not pass it
 * @wb_thresh: share of the wb, pages
 * @wb_dirty: dirty and under-writeback pages of the wb
 * @dirty_ratelimit: pages per second
 * @task_ratelimit: pages per second
 * @dirtied: pages dirtied by the task since the decision before
 * @pause: jiffies, can be negative
 * @pos_ratio_ppm: parts per million; 0 where the kernel does not pass it
 * @domain: whose thresholds these are
 */
struct wbtrace_bdp {
	unsigned long thresh;
	unsigned long bg_thresh;
	unsigned long dirty;
	unsigned long limit;
	unsigned long wb_thresh;
	unsigned long wb_dirty;
	unsigned long dirty_ratelimit;
	unsigned long task_ratelimit;
	unsigned long dirtied;
	long pause;
	u64 pos_ratio_ppm;
	enum wbtrace_domain domain;
};

/*
 * 6.15 (and 6.14.2) replaced five scalars by the dirty_throttle_control
 * that decided.
 */
#ifdef WBTRACE_HAVE_DTC
/* RATELIMIT_CALC_SHIFT of mm/page-writeback.c: 1024 is a ratio of one. */
#define WBTRACE_POS_RATIO_SHIFT	10

static inline enum wbtrace_domain wbtrace_dtc_domain(const struct dirty_throttle_control *dtc)
{
#ifdef CONFIG_CGROUP_WRITEBACK
	return dtc->gdtc ? WBTRACE_DOMAIN_MEMCG : WBTRACE_DOMAIN_GLOBAL;
#else
	return WBTRACE_DOMAIN_GLOBAL;
#endif
}

#define WBTRACE_BDP_PROTO						       \
	void *data, struct bdi_writeback *wb,				       \
	struct dirty_throttle_control *dtc, unsigned long dirty_ratelimit,     \
	unsigned long task_ratelimit, unsigned long dirtied,		       \
	unsigned long period, long pause, unsigned long start_time
#define WBTRACE_BDP_INIT {						       \
	.thresh = dtc->thresh, .bg_thresh = dtc->bg_thresh,		       \
	.dirty = dtc->dirty, .limit = dtc->limit,			       \
	.wb_thresh = dtc->wb_thresh, .wb_dirty = dtc->wb_dirty,		       \
	.dirty_ratelimit = dirty_ratelimit, .task_ratelimit = task_ratelimit,  \
	.dirtied = dirtied, .pause = pause,				       \
	.pos_ratio_ppm = (u64)dtc->pos_ratio * 1000000 >> WBTRACE_POS_RATIO_SHIFT, \
	.domain = wbtrace_dtc_domain(dtc),				       \
}
#else
#define WBTRACE_BDP_PROTO						       \
	void *data, struct bdi_writeback *wb, unsigned long thresh,	       \
	unsigned long bg_thresh, unsigned long dirty,			       \
	unsigned long bdi_thresh, unsigned long bdi_dirty,		       \
	unsigned long dirty_ratelimit, unsigned long task_ratelimit,	       \
	unsigned long dirtied, unsigned long period, long pause,	       \
	unsigned long start_time
#define WBTRACE_BDP_INIT {						       \
	.thresh = thresh, .bg_thresh = bg_thresh, .dirty = dirty,	       \
	.wb_thresh = bdi_thresh, .wb_dirty = bdi_dirty,			       \
	.dirty_ratelimit = dirty_ratelimit, .task_ratelimit = task_ratelimit,  \
	.dirtied = dirtied, .pause = pause,				       \
}
#endif

/*
 * struct wb_writeback_work is private to fs/fs-writeback.c. Its first members
 * have been these since 6.1 (BTF of 6.1, 6.12, 7.2 and 7.3 read); a reason
 * outside the enum shows that they changed, and its caller counts that as
 * unknown work.
 */
struct wbtrace_work_layout {
	long nr_pages;
	struct super_block *sb;
	enum writeback_sync_modes sync_mode;
	unsigned int flags;
	enum wb_reason reason;
};

static inline long wbtrace_work_nr_pages(const struct wb_writeback_work *work)
{
	return ((const struct wbtrace_work_layout *)work)->nr_pages;
}

static inline unsigned int wbtrace_work_reason(const struct wb_writeback_work *work)
{
	return ((const struct wbtrace_work_layout *)work)->reason;
}

#endif /* WBTRACE_TP_WRITEBACK_H */
