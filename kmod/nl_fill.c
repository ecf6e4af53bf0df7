// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows and events as netlink attributes. What was not measured on this kernel
 * is left out, never sent as zero.
 */

#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/trace_events.h>
#include <linux/wbtrace.h>

#include "compat/tp_writeback.h"
#include "hook.h"
#include "nl_fill.h"

/**
 * struct uint_attr - an attribute of type uint and its value
 * @type: attribute
 * @value: value
 */
struct uint_attr {
	int type;
	u64 value;
};

/**
 * wbtrace_fill_uint - put an attribute of the spec's type uint
 * @skb: message
 * @type: attribute
 * @value: sent in 4 bytes when it fits there, else in 8
 *
 * Return: 0 or -EMSGSIZE.
 */
int wbtrace_fill_uint(struct sk_buff *skb, int type, u64 value)
{
	u32 small = value;

	return small == value ? nla_put(skb, type, sizeof(small), &small) :
	       nla_put(skb, type, sizeof(value), &value);
}

static int put_sint(struct sk_buff *skb, int type, s64 value)
{
	s32 small = value;

	return small == value ? nla_put(skb, type, sizeof(small), &small) :
	       nla_put(skb, type, sizeof(value), &value);
}

static int put_u64(struct sk_buff *skb, int type, u64 value)
{
	return nla_put(skb, type, sizeof(value), &value);
}

static int put_uints(struct sk_buff *skb, const struct uint_attr *attrs, int count)
{
	int i, err = 0;

	for (i = 0; i < count && !err; i++)
		err = wbtrace_fill_uint(skb, attrs[i].type, attrs[i].value);
	return err;
}

static u64 bytes(u64 pages)
{
	return pages << PAGE_SHIFT;
}

static bool measured(const struct wbtrace_session *session, enum wbtrace_hook_id id)
{
	return session->measured & BIT(id);
}

/* When a row was last used, from jiffies: exact to one of them. */
static u64 last_ns(const struct wbtrace_row *row)
{
	u64 ago_ns = jiffies_to_nsecs(jiffies - READ_ONCE(row->last));

	return max(ktime_get_ns() - ago_ns, row->first_ns);
}

/**
 * wbtrace_fill_times - put when a row came and when it was last used
 * @skb: message
 * @row: the row; the evicted row has neither
 * @first: attribute
 * @last: attribute
 *
 * Return: 0 or -EMSGSIZE.
 */
int wbtrace_fill_times(struct sk_buff *skb, const struct wbtrace_row *row, int first, int last)
{
	const struct uint_attr attrs[] = {
		{ first, row->first_ns }, { last, last_ns(row) },
	};

	return row->first_ns ? put_uints(skb, attrs, ARRAY_SIZE(attrs)) : 0;
}

static int put_hist(struct sk_buff *skb, int type, const atomic_t *hist, int buckets, int shift)
{
	int i;

	for (i = 0; i < buckets; i++) {
		const struct uint_attr attrs[] = {
			{ WBTRACE_A_BUCKET_BELOW, 1ULL << (i + shift) },
			{ WBTRACE_A_BUCKET_COUNT, atomic_read(&hist[i]) },
		};
		struct nlattr *nest;

		if (!attrs[1].value)
			continue;
		nest = nla_nest_start(skb, type);
		if (!nest || put_uints(skb, attrs, ARRAY_SIZE(attrs)))
			return -EMSGSIZE;
		nla_nest_end(skb, nest);
	}
	return 0;
}

static int put_decisions(struct sk_buff *skb, const struct wbtrace_throttle *t)
{
	const struct uint_attr attrs[] = {
		{ WBTRACE_A_THROTTLE_COUNT, atomic64_read(&t->count) },
		{ WBTRACE_A_THROTTLE_REQUESTED_NS, atomic64_read(&t->requested_ns) },
		{ WBTRACE_A_THROTTLE_REQUESTED_MAX_NS, atomic64_read(&t->requested_max_ns) },
		{ WBTRACE_A_THROTTLE_NO_PAUSE_COUNT, atomic64_read(&t->no_pause) },
		{ WBTRACE_A_THROTTLE_DIRTIED_BYTES, bytes(atomic64_read(&t->dirtied_pages)) },
	};

	return put_uints(skb, attrs, ARRAY_SIZE(attrs));
}

static int put_calls(struct sk_buff *skb, const struct wbtrace_throttle *t)
{
	const struct uint_attr attrs[] = {
		{ WBTRACE_A_THROTTLE_SLEPT_COUNT, atomic64_read(&t->slept_count) },
		{ WBTRACE_A_THROTTLE_SLEPT_NS, atomic64_read(&t->slept_ns) },
		{ WBTRACE_A_THROTTLE_SLEPT_MAX_NS, atomic64_read(&t->slept_max_ns) },
		{ WBTRACE_A_THROTTLE_HELD_COUNT, atomic64_read(&t->held_count) },
		{ WBTRACE_A_THROTTLE_HELD_NS, atomic64_read(&t->held_ns) },
		{ WBTRACE_A_THROTTLE_HELD_MAX_NS, atomic64_read(&t->held_max_ns) },
		{ WBTRACE_A_THROTTLE_ASYNC_COUNT, atomic64_read(&t->async) },
		{ WBTRACE_A_THROTTLE_UNPAIRED_COUNT, atomic64_read(&t->unpaired) },
		{ WBTRACE_A_THROTTLE_NO_WRITEBACK_NS, atomic64_read(&t->no_writeback_ns) },
	};

	return put_uints(skb, attrs, ARRAY_SIZE(attrs));
}

static int put_by_limit(struct sk_buff *skb, const struct wbtrace_throttle *t, bool calls)
{
	int kind;

	for (kind = 0; kind < WBTRACE_LIMIT_KINDS; kind++) {
		const struct wbtrace_by_limit *part = &t->by_limit[kind];
		struct nlattr *nest;

		if (!atomic64_read(&part->count))
			continue;
		nest = nla_nest_start(skb, WBTRACE_A_THROTTLE_BY_LIMIT);
		if (!nest || nla_put_u32(skb, WBTRACE_A_BY_LIMIT_KIND, kind) ||
		    wbtrace_fill_uint(skb, WBTRACE_A_BY_LIMIT_COUNT,
				      atomic64_read(&part->count)))
			return -EMSGSIZE;
		if (calls && wbtrace_fill_uint(skb, WBTRACE_A_BY_LIMIT_SLEPT_NS,
					       atomic64_read(&part->slept_ns)))
			return -EMSGSIZE;
		nla_nest_end(skb, nest);
	}
	return 0;
}

/*
 * Times in a call are counted from decision to decision, so without the
 * tracepoint they are not measured either.
 */
static int put_throttle(struct sk_buff *skb, const struct wbtrace_session *session, int type,
			const struct wbtrace_throttle *t, const struct wbtrace_throttle_hist *hist)
{
	bool calls = measured(session, WBTRACE_HOOK_BDP_CALL);
	struct nlattr *nest;

	if (!measured(session, WBTRACE_HOOK_BDP))
		return 0;
	nest = nla_nest_start(skb, type);
	if (!nest || put_decisions(skb, t) || put_by_limit(skb, t, calls))
		return -EMSGSIZE;
	if (hist && put_hist(skb, WBTRACE_A_THROTTLE_DIRTIED_HIST, hist->dirtied,
			     WBTRACE_DIRTIED_BUCKETS, PAGE_SHIFT))
		return -EMSGSIZE;
	if (calls && put_calls(skb, t))
		return -EMSGSIZE;
	if (calls && hist && put_hist(skb, WBTRACE_A_THROTTLE_SLEPT_HIST, hist->slept,
				      WBTRACE_SLEPT_BUCKETS, 0))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

/* dirty_setpoint() and dirty_freerun_ceiling() of mm/page-writeback.c. */
static u64 setpoint(const struct wbtrace_limit *limit)
{
	unsigned long hard = max(limit->limit, limit->thresh);
	unsigned long freerun = (limit->thresh + limit->bg_thresh) / 2;

	return (hard + freerun) / 2;
}

static int put_limit(struct sk_buff *skb, int type, const struct wbtrace_limit *limit)
{
	const struct uint_attr attrs[] = {
		{ WBTRACE_A_LIMIT_TIME_NS, limit->time_ns },
		{ WBTRACE_A_LIMIT_THRESH_BYTES, bytes(limit->thresh) },
		{ WBTRACE_A_LIMIT_BG_THRESH_BYTES, bytes(limit->bg_thresh) },
		{ WBTRACE_A_LIMIT_DIRTY_BYTES, bytes(limit->dirty) },
		{ WBTRACE_A_LIMIT_SETPOINT_BYTES, bytes(setpoint(limit)) },
		{ WBTRACE_A_LIMIT_WB_THRESH_BYTES, bytes(limit->wb_thresh) },
		{ WBTRACE_A_LIMIT_WB_DIRTY_BYTES, bytes(limit->wb_dirty) },
		{ WBTRACE_A_LIMIT_DIRTY_RATELIMIT_BYTES_PER_S, bytes(limit->dirty_ratelimit) },
		{ WBTRACE_A_LIMIT_TASK_RATELIMIT_BYTES_PER_S, bytes(limit->task_ratelimit) },
	};
	struct nlattr *nest = nla_nest_start(skb, type);

	if (!nest || put_uints(skb, attrs, ARRAY_SIZE(attrs)) ||
	    nla_put_u32(skb, WBTRACE_A_LIMIT_KIND, limit->kind))
		return -EMSGSIZE;
	if (limit->limit &&
	    (wbtrace_fill_uint(skb, WBTRACE_A_LIMIT_LIMIT_BYTES, bytes(limit->limit)) ||
	     wbtrace_fill_uint(skb, WBTRACE_A_LIMIT_POS_RATIO_PPM, limit->pos_ratio_ppm)))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_limit_slot(struct sk_buff *skb, int type, struct wbtrace_limit_slot *slot)
{
	struct wbtrace_limit limit;

	return wbtrace_limit_load(slot, &limit) ? put_limit(skb, type, &limit) : 0;
}

static bool is_evicted(const struct wbtrace_row *row)
{
	return READ_ONCE(row->state) == WBTRACE_ROW_EVICTED;
}

/**
 * struct page_counts - the page counters that inodes, wbs and super blocks have
 * @type: attribute of each, by enum wbtrace_stage
 * @pages: value of each
 */
struct page_counts {
	int type[WBTRACE_STAGES];
	u64 pages[WBTRACE_STAGES];
};

static int put_page_counts(struct sk_buff *skb, const struct wbtrace_session *session,
			   const struct page_counts *counts)
{
	static const enum wbtrace_hook_id hooks[WBTRACE_STAGES] = {
		[WBTRACE_DIRTIED]	= WBTRACE_HOOK_DIRTY_FOLIO,
		[WBTRACE_WRITE_STARTED]	= WBTRACE_HOOK_START_WRITEBACK,
		[WBTRACE_WRITTEN]	= WBTRACE_HOOK_END_WRITEBACK,
	};
	int i, err = 0;

	for (i = 0; i < WBTRACE_STAGES && !err; i++)
		if (measured(session, hooks[i]))
			err = wbtrace_fill_uint(skb, counts->type[i], bytes(counts->pages[i]));
	return err;
}

/* @attrs: passes, their bytes and, last, their time. */
static int put_passes(struct sk_buff *skb, const struct wbtrace_session *session,
		      const struct uint_attr attrs[3])
{
	if (!measured(session, WBTRACE_HOOK_INODE_PASS_END))
		return 0;
	return put_uints(skb, attrs, measured(session, WBTRACE_HOOK_INODE_PASS_START) ? 3 : 2);
}

static int put_inode_key(struct sk_buff *skb, const struct wbtrace_inode *inode)
{
	const struct wbtrace_wb *wbrow;
	int err;

	if (nla_put_u32(skb, WBTRACE_A_INODE_DEV, inode->dev) ||
	    put_u64(skb, WBTRACE_A_INODE_INO, inode->ino) ||
	    nla_put_u32(skb, WBTRACE_A_INODE_GENERATION, inode->generation) ||
	    nla_put_string(skb, WBTRACE_A_INODE_FS_TYPE, inode->fs_name))
		return -EMSGSIZE;
	/* The wb's row is not reused while a grace period cannot end. */
	rcu_read_lock();
	wbrow = READ_ONCE(inode->wbrow);
	err = wbrow && (nla_put_string(skb, WBTRACE_A_INODE_BDI, wbrow->name) ||
			put_u64(skb, WBTRACE_A_INODE_CGROUP, wbrow->cgroup));
	rcu_read_unlock();
	return err ? -EMSGSIZE : 0;
}

static int put_inode_counts(struct sk_buff *skb, const struct wbtrace_session *session,
			    const struct wbtrace_inode *inode)
{
	const struct page_counts counts = {
		.type = { WBTRACE_A_INODE_DIRTIED_BYTES, WBTRACE_A_INODE_WRITE_STARTED_BYTES,
			  WBTRACE_A_INODE_WRITTEN_BYTES },
		.pages = { local64_read(&inode->dirtied_pages),
			   atomic64_read(&inode->write_started_pages),
			   atomic64_read(&inode->written_pages) },
	};
	const struct uint_attr passes[] = {
		{ WBTRACE_A_INODE_PASS_COUNT, atomic64_read(&inode->pass_count) },
		{ WBTRACE_A_INODE_PASS_BYTES, bytes(atomic64_read(&inode->pass_pages)) },
		{ WBTRACE_A_INODE_PASS_NS, atomic64_read(&inode->pass_ns) },
	};
	int err = put_page_counts(skb, session, &counts) ?: put_passes(skb, session, passes);

	if (!err && measured(session, WBTRACE_HOOK_DIRTY_FOLIO))
		err = wbtrace_fill_uint(skb, WBTRACE_A_INODE_FOLIO_COUNT,
					local64_read(&inode->dirtied_folios));
	return err;
}

static int put_inode_cache(struct sk_buff *skb, const struct wbtrace_fill *fill,
			   struct wbtrace_inode *inode)
{
	u64 dirty_pages, writeback_pages;
	char *path;

	if (fill->count_pages &&
	    !wbtrace_inode_count_pages(inode, &dirty_pages, &writeback_pages)) {
		const struct uint_attr attrs[] = {
			{ WBTRACE_A_INODE_DIRTY_NOW_BYTES, bytes(dirty_pages) },
			{ WBTRACE_A_INODE_WRITEBACK_NOW_BYTES, bytes(writeback_pages) },
		};

		if (put_uints(skb, attrs, ARRAY_SIZE(attrs)))
			return -EMSGSIZE;
	}
	path = fill->path ? wbtrace_inode_path(inode, fill->path, fill->path_bytes) : NULL;
	return path ? nla_put_string(skb, WBTRACE_A_INODE_PATH, path) : 0;
}

/**
 * wbtrace_fill_inode - put a row of the inode table
 * @skb: message
 * @fill: how
 * @row: the row
 *
 * Context: process, may sleep.
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_inode(struct sk_buff *skb, const struct wbtrace_fill *fill,
		       struct wbtrace_row *row)
{
	struct wbtrace_inode *inode = to_wbtrace_inode(row);
	u32 flags = inode->flags;

	if (is_evicted(row))
		flags = WBTRACE_ROW_FLAGS_EVICTED;
	else if (!READ_ONCE(inode->inode))
		flags |= WBTRACE_ROW_FLAGS_GONE;
	if (nla_put_u32(skb, WBTRACE_A_INODE_FLAGS, flags) ||
	    (!is_evicted(row) && put_inode_key(skb, inode)) ||
	    put_inode_counts(skb, fill->session, inode) ||
	    put_throttle(skb, fill->session, WBTRACE_A_INODE_THROTTLE, &inode->throttle, NULL) ||
	    wbtrace_fill_times(skb, row, WBTRACE_A_INODE_FIRST_NS, WBTRACE_A_INODE_LAST_NS) ||
	    wbtrace_fill_inode_fate(skb, fill->session, inode))
		return -EMSGSIZE;
	return put_inode_cache(skb, fill, inode);
}

static int put_task_key(struct sk_buff *skb, const struct wbtrace_task *task)
{
	if (nla_put_u32(skb, WBTRACE_A_TASK_PID, task->pid) ||
	    nla_put_u32(skb, WBTRACE_A_TASK_TGID, task->tgid) ||
	    put_u64(skb, WBTRACE_A_TASK_START_NS, task->start_ns) ||
	    nla_put_string(skb, WBTRACE_A_TASK_COMM, task->comm) ||
	    put_u64(skb, WBTRACE_A_TASK_CGROUP, task->cgroup))
		return -EMSGSIZE;
	return 0;
}

static int put_throttled_now(struct sk_buff *skb, const struct wbtrace_task *task)
{
	u64 entry_ns = READ_ONCE(task->call.entry_ns);

	if (!entry_ns || !READ_ONCE(task->call.decisions))
		return 0;
	return wbtrace_fill_uint(skb, WBTRACE_A_TASK_THROTTLED_NOW_NS, ktime_get_ns() - entry_ns);
}

/**
 * wbtrace_fill_task - put a row of the task table
 * @skb: message
 * @fill: how
 * @row: the row
 *
 * Context: process, may sleep.
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_task(struct sk_buff *skb, const struct wbtrace_fill *fill,
		      struct wbtrace_row *row)
{
	struct wbtrace_task *task = to_wbtrace_task(row);
	u32 flags = task->flags;

	if (is_evicted(row))
		flags = WBTRACE_ROW_FLAGS_EVICTED;
	else if (!wbtrace_task_refresh(task))
		flags |= WBTRACE_ROW_FLAGS_GONE;
	if (READ_ONCE(task->ledger.watchers) && !READ_ONCE(task->ledger.until_ns))
		flags |= WBTRACE_ROW_FLAGS_WATCHED;
	if (nla_put_u32(skb, WBTRACE_A_TASK_FLAGS, flags) ||
	    (!is_evicted(row) && put_task_key(skb, task)))
		return -EMSGSIZE;
	if (measured(fill->session, WBTRACE_HOOK_DIRTY_FOLIO) &&
	    wbtrace_fill_uint(skb, WBTRACE_A_TASK_DIRTIED_BYTES,
			      bytes(local64_read(&task->dirtied_pages))))
		return -EMSGSIZE;
	if (put_throttle(skb, fill->session, WBTRACE_A_TASK_THROTTLE, &task->throttle,
			 &task->hist) ||
	    put_limit_slot(skb, WBTRACE_A_TASK_LIMIT, &task->limit) ||
	    wbtrace_fill_times(skb, row, WBTRACE_A_TASK_FIRST_NS, WBTRACE_A_TASK_LAST_NS) ||
	    wbtrace_fill_ledger(skb, fill->session, task) ||
	    wbtrace_fill_task_alloc(skb, fill->session, task) ||
	    wbtrace_fill_task_device(skb, fill->session, task))
		return -EMSGSIZE;
	return put_throttled_now(skb, task);
}

/* The kernel's own names, from the table that its trace events print by. */
static const char *reason_name(unsigned int reason)
{
	static const struct trace_print_flags names[] = { WB_WORK_REASON };
	int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].mask == reason)
			return names[i].name;
	return "unknown";
}

static int put_work(struct sk_buff *skb, const struct wbtrace_work *work, unsigned int reason)
{
	const struct uint_attr attrs[] = {
		{ WBTRACE_A_WORK_COUNT, atomic64_read(&work->count) },
		{ WBTRACE_A_WORK_TIME_NS, atomic64_read(&work->ns) },
	};
	struct nlattr *nest;

	if (!attrs[0].value)
		return 0;
	nest = nla_nest_start(skb, WBTRACE_A_WB_WORK);
	if (!nest || nla_put_string(skb, WBTRACE_A_WORK_REASON, reason_name(reason)) ||
	    put_uints(skb, attrs, ARRAY_SIZE(attrs)))
		return -EMSGSIZE;
	if (reason != WBTRACE_REASON_UNKNOWN &&
	    wbtrace_fill_uint(skb, WBTRACE_A_WORK_BYTES, bytes(atomic64_read(&work->pages))))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_works(struct sk_buff *skb, const struct wbtrace_wb *wbrow)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < WBTRACE_REASONS && !err; i++)
		err = put_work(skb, &wbrow->work[i], i);
	return err;
}

static int put_gauges(struct sk_buff *skb, const struct wbtrace_wb_gauges *g)
{
	const struct uint_attr attrs[] = {
		{ WBTRACE_A_WB_KERNEL_DIRTIED_BYTES, bytes(g->dirtied) },
		{ WBTRACE_A_WB_KERNEL_WRITTEN_BYTES, bytes(g->written) },
		{ WBTRACE_A_WB_KERNEL_RECLAIMABLE_BYTES, bytes(g->reclaimable) },
		{ WBTRACE_A_WB_KERNEL_WRITEBACK_BYTES, bytes(g->writeback) },
		{ WBTRACE_A_WB_WRITE_BANDWIDTH_BYTES_PER_S, bytes(g->write_bandwidth) },
		{ WBTRACE_A_WB_AVG_WRITE_BANDWIDTH_BYTES_PER_S, bytes(g->avg_write_bandwidth) },
		{ WBTRACE_A_WB_DIRTY_RATELIMIT_BYTES_PER_S, bytes(g->dirty_ratelimit) },
		{ WBTRACE_A_WB_MIN_RATIO_PPM, g->min_ratio_ppm },
		{ WBTRACE_A_WB_MAX_RATIO_PPM, g->max_ratio_ppm },
	};

	return put_uints(skb, attrs, ARRAY_SIZE(attrs));
}

static int put_wb_key(struct sk_buff *skb, const struct wbtrace_wb *wbrow)
{
	if (nla_put_string(skb, WBTRACE_A_WB_BDI, wbrow->name) ||
	    put_u64(skb, WBTRACE_A_WB_BDI_ID, wbrow->bdi_id) ||
	    put_u64(skb, WBTRACE_A_WB_CGROUP, wbrow->cgroup))
		return -EMSGSIZE;
	return 0;
}

static int put_wb_counts(struct sk_buff *skb, const struct wbtrace_session *session,
			 const struct wbtrace_wb *wbrow)
{
	const struct uint_attr passes[] = {
		{ WBTRACE_A_WB_PASS_COUNT, atomic64_read(&wbrow->pass_count) },
		{ WBTRACE_A_WB_PASS_BYTES, bytes(atomic64_read(&wbrow->pass_pages)) },
		{ WBTRACE_A_WB_PASS_NS, atomic64_read(&wbrow->pass_ns) },
	};
	struct page_counts counts = {
		.type = { WBTRACE_A_WB_DIRTIED_BYTES, WBTRACE_A_WB_WRITE_STARTED_BYTES,
			  WBTRACE_A_WB_WRITTEN_BYTES },
	};
	struct wbtrace_wb_hot sum;

	wbtrace_wb_sum(wbrow, &sum);
	memcpy(counts.pages, sum.pages, sizeof(counts.pages));
	return put_page_counts(skb, session, &counts) ?: put_passes(skb, session, passes);
}

static u32 wb_flags(const struct wbtrace_row *row, const struct wbtrace_wb *wbrow,
		    bool alive, const struct wbtrace_wb_gauges *gauges)
{
	if (is_evicted(row))
		return WBTRACE_ROW_FLAGS_EVICTED;
	if (!alive || wbtrace_wb_gone(wbrow))
		return WBTRACE_ROW_FLAGS_GONE;
	return gauges->strictlimit ? WBTRACE_ROW_FLAGS_STRICTLIMIT : 0;
}

/**
 * wbtrace_fill_wb - put a row of the wb table
 * @skb: message
 * @fill: how
 * @row: the row
 *
 * Context: process, may sleep.
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_wb(struct sk_buff *skb, const struct wbtrace_fill *fill, struct wbtrace_row *row)
{
	struct wbtrace_wb *wbrow = to_wbtrace_wb(row);
	struct wbtrace_wb_gauges gauges;
	bool alive = wbtrace_wb_read_gauges(wbrow, &gauges);

	if (nla_put_u32(skb, WBTRACE_A_WB_FLAGS, wb_flags(row, wbrow, alive, &gauges)) ||
	    (!is_evicted(row) && put_wb_key(skb, wbrow)) ||
	    put_wb_counts(skb, fill->session, wbrow) ||
	    put_throttle(skb, fill->session, WBTRACE_A_WB_THROTTLE, &wbrow->throttle,
			 &wbrow->hist) ||
	    put_limit_slot(skb, WBTRACE_A_WB_LIMIT, &wbrow->limit) ||
	    put_works(skb, wbrow) ||
	    wbtrace_fill_times(skb, row, WBTRACE_A_WB_FIRST_NS, WBTRACE_A_WB_LAST_NS) ||
	    wbtrace_fill_wb_fate(skb, fill->session, wbrow))
		return -EMSGSIZE;
	return alive ? put_gauges(skb, &gauges) : 0;
}

/**
 * wbtrace_fill_sb - put the sums of a super block
 * @skb: message
 * @session: where they come from
 * @sb: the sums
 * @rest: they stand for all super blocks that found no row
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_sb(struct sk_buff *skb, const struct wbtrace_session *session,
		    const struct wbtrace_sb *sb, bool rest)
{
	const struct page_counts counts = {
		.type = { WBTRACE_A_SB_DIRTIED_BYTES, WBTRACE_A_SB_WRITE_STARTED_BYTES,
			  WBTRACE_A_SB_WRITTEN_BYTES },
		.pages = { sb->dirtied_pages, sb->write_started_pages, sb->written_pages },
	};
	const struct uint_attr passes[] = {
		{ WBTRACE_A_SB_PASS_COUNT, sb->pass_count },
		{ WBTRACE_A_SB_PASS_BYTES, bytes(sb->pass_pages) },
		{ WBTRACE_A_SB_PASS_NS, sb->pass_ns },
	};

	if (nla_put_u32(skb, WBTRACE_A_SB_FLAGS, rest ? WBTRACE_ROW_FLAGS_EVICTED : 0) ||
	    (!rest && (nla_put_u32(skb, WBTRACE_A_SB_DEV, sb->dev) ||
		       nla_put_string(skb, WBTRACE_A_SB_FS_TYPE, sb->fs_name))) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_SB_INODES, sb->inodes) ||
	    put_page_counts(skb, session, &counts) || put_passes(skb, session, passes))
		return -EMSGSIZE;
	if (measured(session, WBTRACE_HOOK_BDP) &&
	    wbtrace_fill_uint(skb, WBTRACE_A_SB_THROTTLE_COUNT, sb->throttle_count))
		return -EMSGSIZE;
	if (measured(session, WBTRACE_HOOK_BDP) && measured(session, WBTRACE_HOOK_BDP_CALL) &&
	    wbtrace_fill_uint(skb, WBTRACE_A_SB_HELD_NS, sb->held_ns))
		return -EMSGSIZE;
	return 0;
}

static int put_event_throttle(struct sk_buff *skb, const struct wbtrace_event *event)
{
	if (put_sint(skb, WBTRACE_A_RECORD_PAUSE_NS, event->pause_ns) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_RECORD_DIRTIED_BYTES, bytes(event->pages)))
		return -EMSGSIZE;
	return put_limit(skb, WBTRACE_A_RECORD_LIMIT, &event->limit);
}

static int put_event_written(struct sk_buff *skb, const struct wbtrace_event *event)
{
	if (wbtrace_fill_uint(skb, WBTRACE_A_RECORD_DURATION_NS, event->duration_ns))
		return -EMSGSIZE;
	if (event->kind != WBTRACE_EVENT_MASK_HELD &&
	    wbtrace_fill_uint(skb, WBTRACE_A_RECORD_BYTES, bytes(event->pages)))
		return -EMSGSIZE;
	if (event->kind != WBTRACE_EVENT_MASK_WORK)
		return 0;
	return nla_put_string(skb, WBTRACE_A_RECORD_REASON, reason_name(event->reason));
}

/* A wb whose row was evicted meanwhile is not named. */
static int put_event_wb(struct sk_buff *skb, const struct wbtrace_session *session, u64 tag)
{
	struct wbtrace_row *row;
	int err;

	rcu_read_lock();
	row = wbtrace_table_by_tag(&session->wbs, tag);
	err = row && (nla_put_string(skb, WBTRACE_A_RECORD_BDI, to_wbtrace_wb(row)->name) ||
		      put_u64(skb, WBTRACE_A_RECORD_CGROUP, to_wbtrace_wb(row)->cgroup));
	rcu_read_unlock();
	return err ? -EMSGSIZE : 0;
}

/**
 * wbtrace_fill_event - put one event
 * @skb: message
 * @session: in which it happened
 * @event: the event
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_event(struct sk_buff *skb, const struct wbtrace_session *session,
		       const struct wbtrace_event *event)
{
	struct nlattr *nest = nla_nest_start(skb, WBTRACE_A_EVENT_RECORD);

	if (!nest || nla_put_u32(skb, WBTRACE_A_RECORD_KIND, event->kind) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_RECORD_TIME_NS, event->time_ns) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_RECORD_SEQ, event->seq) ||
	    nla_put_u32(skb, WBTRACE_A_RECORD_PID, event->pid) ||
	    nla_put_string(skb, WBTRACE_A_RECORD_COMM, event->comm) ||
	    put_event_wb(skb, session, event->wb_tag))
		return -EMSGSIZE;
	if (event->dev && (nla_put_u32(skb, WBTRACE_A_RECORD_DEV, event->dev) ||
			   put_u64(skb, WBTRACE_A_RECORD_INO, event->ino)))
		return -EMSGSIZE;
	if (event->kind == WBTRACE_EVENT_MASK_THROTTLE ? put_event_throttle(skb, event) :
						       put_event_written(skb, event))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}
