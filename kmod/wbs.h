/* SPDX-License-Identifier: GPL-2.0-only */
/* The wb table: what went through each bdi_writeback, and its flusher's work. */
#ifndef WBTRACE_WBS_H
#define WBTRACE_WBS_H

#include <linux/backing-dev.h>

#include "table.h"
#include "throttle.h"

struct wbtrace_session;

/* The kernels have 8 reasons; the last slot takes what the enum does not know. */
#define WBTRACE_REASONS		16
#define WBTRACE_REASON_UNKNOWN	(WBTRACE_REASONS - 1)

/**
 * enum wbtrace_stage - what happens to a page, in this order
 * @WBTRACE_DIRTIED: dirtied
 * @WBTRACE_WRITE_STARTED: put under writeback
 * @WBTRACE_WRITTEN: its writeback ended
 * @WBTRACE_STAGES: how many there are
 */
enum wbtrace_stage {
	WBTRACE_DIRTIED,
	WBTRACE_WRITE_STARTED,
	WBTRACE_WRITTEN,
	WBTRACE_STAGES,
};

/**
 * enum wbtrace_fate - what else can happen to a page
 * @WBTRACE_CANCELLED: dropped while dirty, and never written
 * @WBTRACE_REDIRTIED: taken up by a flusher and given back
 * @WBTRACE_FOREIGN: dirtied by a task of another memory cgroup than the wb's
 * @WBTRACE_GIVEN_BACK: taken off nr_dirtied by the kernel; more than those redirtied
 * @WBTRACE_FATES: how many there are
 */
enum wbtrace_fate {
	WBTRACE_CANCELLED,
	WBTRACE_REDIRTIED,
	WBTRACE_FOREIGN,
	WBTRACE_GIVEN_BACK,
	WBTRACE_FATES,
};

/**
 * struct wbtrace_wb_hot - the per-folio counters of a wb, one for each CPU
 * @pages: by enum wbtrace_stage
 */
struct wbtrace_wb_hot {
	u64 pages[WBTRACE_STAGES];
};

/**
 * struct wbtrace_work - flusher work of one reason
 * @count: rounds of wb_writeback()
 * @pages: written in them, by the work's own count
 * @ns: time in them
 */
struct wbtrace_work {
	atomic64_t count;
	atomic64_t pages;
	atomic64_t ns;
};

/**
 * struct wbtrace_wb_rate - how fast a wb's pages under writeback are written
 * @ns: time with pages under writeback since @bytes_per_s was computed
 * @pages: written in that time
 * @last_ns: when it was last looked at, 0 when nothing was under writeback then
 * @last_pages: written by then
 * @bytes_per_s: over the last 200 ms or more of such time, 0 before the first
 */
struct wbtrace_wb_rate {
	u64 ns;
	u64 pages;
	u64 last_ns;
	u64 last_pages;
	u64 bytes_per_s;
};

/**
 * struct wbtrace_wb - row of the wb table
 * @row: head
 * @wb: compared by lookups, never dereferenced: it may be gone
 * @bdi: referenced, so that it is never another one at the same address
 * @bdi_id: its id
 * @cgroup: inode number of the memory cgroup that owns the wb
 * @css_id: id of that memory cgroup's css
 * @name: of the bdi
 * @hot: per-CPU counters of the LIVE row
 * @folded: sums of rows folded; in the evicted row only
 * @fate_pages: by enum wbtrace_fate
 * @requeues: inodes that the flusher put on the waiting list
 * @rate: how fast its writes are completed; written by the housekeeping work
 * @pass_count: flusher passes over inodes
 * @pass_pages: pages submitted by them
 * @pass_ns: time in them
 * @work: flusher work by reason
 * @round_start_ns: start of the flusher's round that runs now, 0 for none; a wb
 *	has one flusher
 * @round_start_pages: the work's count at that time
 * @flusher_pid: who began a round last, 0 before the first
 * @throttle: decisions under this wb
 * @hist: the same as histograms
 * @limit: limits at the last decision
 */
struct wbtrace_wb {
	struct wbtrace_row row;
	struct bdi_writeback *wb;
	struct backing_dev_info *bdi;
	u64 bdi_id;
	u64 cgroup;
	int css_id;
	char name[sizeof_field(struct backing_dev_info, dev_name)];
	struct wbtrace_wb_hot __percpu *hot;
	struct wbtrace_wb_hot folded;
	atomic64_t fate_pages[WBTRACE_FATES];
	atomic64_t requeues;
	struct wbtrace_wb_rate rate;
	atomic64_t pass_count;
	atomic64_t pass_pages;
	atomic64_t pass_ns;
	struct wbtrace_work work[WBTRACE_REASONS];
	u64 round_start_ns;
	long round_start_pages;
	u32 flusher_pid;
	struct wbtrace_throttle throttle;
	struct wbtrace_throttle_hist hist;
	struct wbtrace_limit_slot limit;
};

/**
 * struct wbtrace_wb_gauges - the kernel's own figures of a wb, pages and pages/s
 * @dirtied: WB_DIRTIED
 * @written: WB_WRITTEN
 * @reclaimable: WB_RECLAIMABLE
 * @writeback: WB_WRITEBACK
 * @write_bandwidth: estimate
 * @avg_write_bandwidth: smoothed
 * @dirty_ratelimit: base rate limit
 * @min_ratio_ppm: parts per million
 * @max_ratio_ppm: parts per million
 * @strictlimit: the bdi is under strict limit
 */
struct wbtrace_wb_gauges {
	u64 dirtied;
	u64 written;
	u64 reclaimable;
	u64 writeback;
	unsigned long write_bandwidth;
	unsigned long avg_write_bandwidth;
	unsigned long dirty_ratelimit;
	u64 min_ratio_ppm;
	u64 max_ratio_ppm;
	bool strictlimit;
};

static inline struct wbtrace_wb *to_wbtrace_wb(struct wbtrace_row *row)
{
	return container_of(row, struct wbtrace_wb, row);
}

extern const struct wbtrace_table_ops wbtrace_wb_ops;

struct wbtrace_wb *wbtrace_wb_get(struct wbtrace_session *session, struct bdi_writeback *wb);
void wbtrace_wb_sum(const struct wbtrace_wb *row, struct wbtrace_wb_hot *sum);
struct wbtrace_wb *wbtrace_wb_or_evicted(struct wbtrace_session *session,
					 struct wbtrace_wb *row);
void wbtrace_wb_measure_all(struct wbtrace_session *session);
bool wbtrace_wb_gone(const struct wbtrace_wb *row);
bool wbtrace_wb_read_gauges(const struct wbtrace_wb *row, struct wbtrace_wb_gauges *gauges);
void wbtrace_wb_count(struct wbtrace_session *session, struct wbtrace_wb *row,
		      enum wbtrace_stage stage, u64 pages);

#endif /* WBTRACE_WBS_H */
