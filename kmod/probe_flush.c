// SPDX-License-Identifier: GPL-2.0-only
/* Probes of the flusher: its passes over inodes and its work by reason. */

#include <linux/ktime.h>
#include <linux/sched.h>

#include "event.h"
#include "hook.h"
#include "probes.h"
#include "session.h"

/**
 * wbtrace_probe_inode_pass_start - tracepoint writeback_single_inode_start
 * @data: the session
 * @inode: under I_SYNC, so no other pass over it runs
 * @wbc: not used
 * @nr_to_write: not used
 */
void wbtrace_probe_inode_pass_start(void *data, struct inode *inode,
				    struct writeback_control *wbc, unsigned long nr_to_write)
{
	struct wbtrace_inode *row;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_INODE_PASS_START);
	row = wbtrace_inode_counts(inode) ? wbtrace_inode_get(data, inode) : NULL;
	if (row)
		row->pass_start_ns = ktime_get_mono_fast_ns();
	preempt_enable_notrace();
}

static void emit_pass(const struct wbtrace_inode *row, const struct wbtrace_wb *wbrow,
		      u64 pages, u64 duration_ns, u64 now)
{
	struct wbtrace_event event = {
		.dev = row->dev, .ino = row->ino,
		.wb_tag = wbrow ? wbrow->row.tag : 0,
		.pages = pages, .duration_ns = duration_ns,
	};

	wbtrace_event_stamp(&event, WBTRACE_EVENT_MASK_INODE_PASS, now);
	wbtrace_event_add(&event);
}

static void count_pass(struct wbtrace_session *session, struct wbtrace_inode *row,
		       struct inode *inode, u64 pages)
{
	u64 now = ktime_get_mono_fast_ns();
	u64 duration_ns = row->pass_start_ns ? now - row->pass_start_ns : 0;
	struct wbtrace_wb *wbrow = wbtrace_inode_attach_wb(session, row, inode);

	row->pass_start_ns = 0;
	atomic64_inc(&row->pass_count);
	atomic64_add(pages, &row->pass_pages);
	atomic64_add(duration_ns, &row->pass_ns);
	if (wbrow) {
		atomic64_inc(&wbrow->pass_count);
		atomic64_add(pages, &wbrow->pass_pages);
		atomic64_add(duration_ns, &wbrow->pass_ns);
	}
	if (wbtrace_event_on(WBTRACE_EVENT_MASK_INODE_PASS))
		emit_pass(row, wbrow, pages, duration_ns, now);
}

/**
 * wbtrace_probe_inode_pass_end - tracepoint writeback_single_inode
 * @data: the session
 * @inode: still under I_SYNC
 * @wbc: how much of the budget is left
 * @nr_to_write: the budget, pages
 */
void wbtrace_probe_inode_pass_end(void *data, struct inode *inode,
				  struct writeback_control *wbc, unsigned long nr_to_write)
{
	u64 pages = nr_to_write - wbc->nr_to_write;
	struct wbtrace_inode *row;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_INODE_PASS_END);
	if (!wbtrace_inode_counts(inode))
		goto out;
	row = wbtrace_inode_get(data, inode);
	if (row)
		count_pass(data, row, inode, pages);
	else
		wbtrace_inode_overflow_pass(data, inode, pages);
out:
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_work_start - tracepoint writeback_start
 * @data: the session
 * @wb: its flusher begins a round
 * @work: what it works on
 */
void wbtrace_probe_work_start(void *data, struct bdi_writeback *wb,
			      struct wb_writeback_work *work)
{
	struct wbtrace_wb *row;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_WORK_START);
	row = wbtrace_wb_get(data, wb);
	if (row) {
		row->round_start_ns = ktime_get_mono_fast_ns();
		row->round_start_pages = wbtrace_work_nr_pages(work);
		WRITE_ONCE(row->flusher_pid, task_pid_nr(current));
	}
	preempt_enable_notrace();
}

static void emit_work(const struct wbtrace_wb *row, u64 pages, u64 duration_ns,
		      unsigned int reason, u64 now)
{
	struct wbtrace_event event = {
		.wb_tag = row->row.tag, .pages = pages, .duration_ns = duration_ns,
		.reason = reason,
	};

	wbtrace_event_stamp(&event, WBTRACE_EVENT_MASK_WORK, now);
	wbtrace_event_add(&event);
}

static void count_work(struct wbtrace_wb *row, const struct wb_writeback_work *work)
{
	unsigned int reason = wbtrace_work_reason(work);
	u64 pages = row->round_start_pages - wbtrace_work_nr_pages(work);
	u64 now = ktime_get_mono_fast_ns();
	u64 duration_ns = now - row->round_start_ns;

	if (reason >= min_t(unsigned int, WB_REASON_MAX, WBTRACE_REASON_UNKNOWN)) {
		reason = WBTRACE_REASON_UNKNOWN;
		pages = 0;
	}
	row->round_start_ns = 0;
	atomic64_inc(&row->work[reason].count);
	atomic64_add(pages, &row->work[reason].pages);
	atomic64_add(duration_ns, &row->work[reason].ns);
	if (wbtrace_event_on(WBTRACE_EVENT_MASK_WORK))
		emit_work(row, pages, duration_ns, reason, now);
}

/**
 * wbtrace_probe_work_end - tracepoint writeback_written
 * @data: the session
 * @wb: its flusher ends a round
 * @work: what it works on
 */
void wbtrace_probe_work_end(void *data, struct bdi_writeback *wb,
			    struct wb_writeback_work *work)
{
	struct wbtrace_wb *row;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_WORK_END);
	row = wbtrace_wb_get(data, wb);
	/* A round that began before the hooks were attached is not counted. */
	if (row && row->round_start_ns)
		count_work(row, work);
	preempt_enable_notrace();
}

static void __maybe_unused check_types(void)
{
	check_trace_callback_type_writeback_single_inode_start(wbtrace_probe_inode_pass_start);
	check_trace_callback_type_writeback_single_inode(wbtrace_probe_inode_pass_end);
	check_trace_callback_type_writeback_start(wbtrace_probe_work_start);
	check_trace_callback_type_writeback_written(wbtrace_probe_work_end);
}
