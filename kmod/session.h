/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One session: the tables from the moment the probes are attached until they
 * are detached and the last dump let go of them.
 */
#ifndef WBTRACE_SESSION_H
#define WBTRACE_SESSION_H

#include <linux/kref.h>

#include "allocs.h"
#include "devices.h"
#include "inodes.h"
#include "ledger.h"
#include "stacks.h"
#include "table.h"
#include "tasks.h"
#include "wbs.h"

/**
 * struct wbtrace_capacities - rows of each table
 * @inodes: inode table
 * @tasks: task table
 * @wbs: wb table
 * @stacks: stack table
 * @allocs: allocation table
 * @devices: device table
 */
struct wbtrace_capacities {
	unsigned int inodes;
	unsigned int tasks;
	unsigned int wbs;
	unsigned int stacks;
	unsigned int allocs;
	unsigned int devices;
};

/**
 * struct wbtrace_session - the session
 * @refs: one for the attached probes, one for each dump in progress
 * @attached_ns: when the probes were attached
 * @requests_from_ns: block requests made before then do not count as in flight:
 *	their issue may not have been seen; set when all hooks are attached
 * @reset_ns: when tables were last reset, 0 for never
 * @track_inodes: the hook that tells when an inode leaves memory is attached;
 *	without it no inode gets a row, since its address could be another's
 * @measured: bit N is set when the hook of that id was attached
 * @inodes: rows are struct wbtrace_inode, hashed by the inode's address
 * @inode_keys: the same rows hashed by device and ino, under @inodes.lock, so
 *	that an inode read back into memory finds its row; as many heads
 * @sbs: what evicted inodes leave behind for their super blocks
 * @tasks: rows are struct wbtrace_task, hashed by pid
 * @wbs: rows are struct wbtrace_wb, hashed by the wb's address
 * @wb_hot: per-CPU counters of the wb rows, one for each row
 * @stacks: rows are struct wbtrace_stack, hashed by the stack
 * @allocs: blocks allocated, see there
 * @devices: rows are struct wbtrace_device, hashed by the disk's number
 * @device_locks: one for each of its rows
 * @evicted_metadata: what pages of evicted inodes that hold metadata wrote; in the
 *	evicted row their own kind is data
 * @watched: bit N: the task with pid N is watched
 * @watchers: bits of the clients that watch
 */
struct wbtrace_session {
	struct kref refs;
	u64 attached_ns;
	u64 requests_from_ns;
	u64 reset_ns;
	bool track_inodes;
	unsigned long measured;
	struct wbtrace_table inodes;
	struct hlist_head *inode_keys;
	struct wbtrace_sbs sbs;
	struct wbtrace_table tasks;
	struct wbtrace_table wbs;
	struct wbtrace_wb_hot __percpu *wb_hot;
	struct wbtrace_table stacks;
	struct wbtrace_alloc_tables allocs;
	struct wbtrace_table devices;
	raw_spinlock_t *device_locks;
	struct wbtrace_io_atomic evicted_metadata;
	unsigned long *watched;
	u32 watchers;
};

struct wbtrace_session *wbtrace_session_alloc(const struct wbtrace_capacities *capacities);
void wbtrace_session_put(struct wbtrace_session *session);
void wbtrace_session_trim(struct wbtrace_session *session);

/* The lookups that find a row without a lock, for probes with preemption off. */

static __always_inline struct wbtrace_inode *
wbtrace_inode_find(struct wbtrace_session *session, const struct inode *inode)
{
	unsigned long hash = wbtrace_table_hash(&session->inodes, (unsigned long)inode);
	struct wbtrace_inode *row;

	hlist_for_each_entry_rcu(row, &session->inodes.buckets[hash], row.link)
		if (row->inode == inode)
			return row;
	return NULL;
}

static __always_inline struct wbtrace_task *
wbtrace_task_find(struct wbtrace_session *session, const struct task_struct *task)
{
	unsigned long hash = wbtrace_table_low_bits(&session->tasks, task->pid);
	struct wbtrace_task *row;

	hlist_for_each_entry_rcu(row, &session->tasks.buckets[hash], row.link)
		if (row->pid == task->pid && row->start_ns == task->start_boottime)
			return row;
	return NULL;
}

/* Brackets of an activity: what a task that is not watched pays is the test. */

static __always_inline void wbtrace_activity_enter(struct wbtrace_session *session,
						   enum wbtrace_activity activity)
{
	if (wbtrace_ledger_watches(session->watched, current))
		wbtrace_ledger_enter(session, activity);
}

static __always_inline void wbtrace_activity_leave(struct wbtrace_session *session,
						   enum wbtrace_activity activity)
{
	if (wbtrace_ledger_watches(session->watched, current))
		wbtrace_ledger_leave(session, activity);
}

#endif /* WBTRACE_SESSION_H */
