// SPDX-License-Identifier: GPL-2.0-only
/* One session: the tables while the probes are attached, and their memory. */

#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/threads.h>
#include <linux/ktime.h>

#include "session.h"

/* A class each, so that lockdep checks the order in which they nest. */
static struct lock_class_key inode_lock_key, task_lock_key, wb_lock_key;

static void session_free(struct wbtrace_session *session)
{
	wbtrace_table_free(&session->inodes);
	wbtrace_table_free(&session->tasks);
	wbtrace_table_free(&session->wbs);
	wbtrace_table_free(&session->stacks);
	wbtrace_alloc_free(&session->allocs);
	wbtrace_table_free(&session->devices);
	kvfree(session->device_locks);
	kvfree(session->watched);
	kvfree(session->inode_keys);
	free_percpu(session->wb_hot);
	kvfree(session);
}

static void orphan_wbs(struct wbtrace_table *wbs)
{
	wbtrace_inode_cut_wbs(container_of(wbs, struct wbtrace_session, wbs));
}

static int alloc_tables(struct wbtrace_session *session,
			const struct wbtrace_capacities *capacities)
{
	int err;

	err = wbtrace_table_init(&session->inodes, "inode", &wbtrace_inode_ops,
				 sizeof(struct wbtrace_inode), capacities->inodes);
	if (err)
		return err;
	lockdep_set_class_and_name(&session->inodes.lock, &inode_lock_key, "wbtrace_inodes");
	err = wbtrace_table_init(&session->tasks, "task", &wbtrace_task_ops,
				 sizeof(struct wbtrace_task), capacities->tasks);
	if (err)
		return err;
	lockdep_set_class_and_name(&session->tasks.lock, &task_lock_key, "wbtrace_tasks");
	err = wbtrace_table_init(&session->wbs, "wb", &wbtrace_wb_ops,
				 sizeof(struct wbtrace_wb), capacities->wbs);
	if (err)
		return err;
	lockdep_set_class_and_name(&session->wbs.lock, &wb_lock_key, "wbtrace_wbs");
	session->wbs.orphan = orphan_wbs;
	err = wbtrace_table_init(&session->stacks, "stack", &wbtrace_stack_ops,
				 sizeof(struct wbtrace_stack), capacities->stacks);
	if (err)
		return err;
	err = wbtrace_alloc_init(&session->allocs, capacities->allocs);
	if (err)
		return err;
	err = wbtrace_table_init(&session->devices, "device", &wbtrace_device_ops,
				 sizeof(struct wbtrace_device), capacities->devices);
	if (err)
		return err;
	session->device_locks = wbtrace_device_locks_alloc(capacities->devices);
	session->watched = kvcalloc(BITS_TO_LONGS(PID_MAX_LIMIT), sizeof(long), GFP_KERNEL);
	session->inode_keys = kvcalloc(wbtrace_table_buckets(&session->inodes),
				       sizeof(*session->inode_keys), GFP_KERNEL);
	session->wb_hot = __alloc_percpu(capacities->wbs * sizeof(*session->wb_hot),
					 __alignof__(*session->wb_hot));
	return session->inode_keys && session->wb_hot && session->watched &&
	       session->device_locks ? 0 : -ENOMEM;
}

/**
 * wbtrace_session_alloc - allocate the tables
 * @capacities: how large
 *
 * Context: process, may sleep.
 *
 * Return: a session with one reference, or an ERR_PTR.
 */
struct wbtrace_session *wbtrace_session_alloc(const struct wbtrace_capacities *capacities)
{
	struct wbtrace_session *session = kvzalloc(sizeof(*session), GFP_KERNEL);
	int err;

	if (!session)
		return ERR_PTR(-ENOMEM);
	kref_init(&session->refs);
	err = alloc_tables(session, capacities);
	if (err) {
		session_free(session);
		return ERR_PTR(err);
	}
	session->attached_ns = ktime_get_ns();
	session->requests_from_ns = U64_MAX;
	return session;
}

static void session_release(struct kref *refs)
{
	session_free(container_of(refs, struct wbtrace_session, refs));
}

/**
 * wbtrace_session_put - drop a reference
 * @session: the session
 *
 * Context: process, may sleep.
 */
void wbtrace_session_put(struct wbtrace_session *session)
{
	kref_put(&session->refs, session_release);
}

/**
 * wbtrace_session_trim - make room in tables that are nearly full
 * @session: the session
 *
 * Context: the housekeeping work only, may sleep.
 */
void wbtrace_session_trim(struct wbtrace_session *session)
{
	wbtrace_table_trim(&session->inodes);
	wbtrace_table_trim(&session->tasks);
	wbtrace_table_trim(&session->wbs);
	wbtrace_table_trim(&session->stacks);
	wbtrace_table_trim(&session->allocs.rows);
	wbtrace_table_trim(&session->devices);
}
