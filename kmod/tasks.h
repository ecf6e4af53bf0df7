/* SPDX-License-Identifier: GPL-2.0-only */
/* The task table: what each thread dirtied and how it was throttled. */
#ifndef WBTRACE_TASKS_H
#define WBTRACE_TASKS_H

#include <linux/sched.h>
#include <asm/local64.h>

#include "allocs.h"
#include "ledger.h"
#include "table.h"
#include "throttle.h"

struct wbtrace_session;

/**
 * struct wbtrace_call - the call of balance_dirty_pages() that a task is in
 * @entry_ns: when it began, 0 while the task is in none
 * @pause_ns: when the pause that it sleeps now began, 0 for none
 * @decisions: decisions so far
 * @async: it will return -EAGAIN instead of sleeping
 * @wb: wb of that pause; the caller holds it until after the return
 * @no_writeback: the wb had nothing under writeback when that pause began
 * @kind: limit that caused that pause
 * @global_thresh: the global threshold as this call last computed it, pages; 0
 *	for not seen
 * @global_bg_thresh: the global background threshold, likewise
 * @inode_tag: inode that the decisions were laid to
 * @wb_tag: wb that decided
 *
 * Written by the task alone.
 */
struct wbtrace_call {
	u64 entry_ns;
	u64 pause_ns;
	u32 decisions;
	bool async;
	struct bdi_writeback *wb;
	bool no_writeback;
	enum wbtrace_limit_kind kind;
	unsigned long global_thresh;
	unsigned long global_bg_thresh;
	u64 inode_tag;
	u64 wb_tag;
};

/**
 * struct wbtrace_btrfs_extent - an extent between its reservation and its use
 * @at: address, bytes
 * @bytes: how much; 0 for none
 * @ns: time that the allocator took
 */
struct wbtrace_btrfs_extent {
	u64 at;
	u64 bytes;
	u64 ns;
};

/**
 * struct wbtrace_task - row of the task table
 * @row: head
 * @start_ns: start_boottime of the task; with @pid it names the task
 * @pid: thread, in the initial pid namespace
 * @tgid: process, in the initial pid namespace
 * @dirtied_pages: written by the task alone (also from interrupts on top of it:
 *	one instruction); in the evicted row under the table's lock
 * @last_inode: tags of the regular file ([0]) and of the other inode ([1]) that
 *	it dirtied last
 * @call: where it is in balance_dirty_pages()
 * @device_exact_bytes: reached devices from inodes that it alone dirtied
 * @device_estimated_bytes: its share where others did too
 * @device_service_ns: time of those requests, shared likewise
 * @comm: command name, refreshed when a dump finds the task alive
 * @cgroup: inode number of its cgroup in the default hierarchy
 * @flags: enum wbtrace_row_flags
 * @throttle: what throttling did to it
 * @hist: the same as histograms
 * @limit: limits at its last decision
 * @ledger: where its time went, while it is watched
 * @alloc: blocks allocated in its context; written by the task alone, in the
 *	evicted row under the table's lock
 * @btrfs_extent: what btrfs gave it last and is not yet laid to an inode
 */
struct wbtrace_task {
	struct wbtrace_row row;
	u64 start_ns;
	pid_t pid;
	pid_t tgid;
	local64_t dirtied_pages;
	u64 last_inode[2];
	struct wbtrace_call call;
	atomic64_t device_exact_bytes;
	atomic64_t device_estimated_bytes;
	atomic64_t device_service_ns;
	char comm[TASK_COMM_LEN];
	u64 cgroup;
	u32 flags;
	struct wbtrace_throttle throttle;
	struct wbtrace_throttle_hist hist;
	struct wbtrace_limit_slot limit;
	struct wbtrace_ledger ledger;
	struct wbtrace_alloc_sums alloc;
	struct wbtrace_btrfs_extent btrfs_extent;
};

static inline struct wbtrace_task *to_wbtrace_task(struct wbtrace_row *row)
{
	return container_of(row, struct wbtrace_task, row);
}

extern const struct wbtrace_table_ops wbtrace_task_ops;

struct wbtrace_task *wbtrace_task_get(struct wbtrace_session *session);
struct wbtrace_task *wbtrace_task_get_of(struct wbtrace_session *session,
					 struct task_struct *task);
void wbtrace_task_overflow(struct wbtrace_session *session, u64 dirtied_pages);
bool wbtrace_task_refresh(struct wbtrace_task *row);
void wbtrace_task_rename(struct wbtrace_task *row, const struct task_struct *task);

#endif /* WBTRACE_TASKS_H */
