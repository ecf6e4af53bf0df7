/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hooks: the one way in which probes are attached, whatever they hook
 * (tracepoint by name, kretprobe, ftrace_ops), with a state for each.
 */
#ifndef WBTRACE_HOOK_H
#define WBTRACE_HOOK_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/wbtrace.h>

/* The hooks, in the order in which they are attached; detached in reverse. */
enum wbtrace_hook_id {
	WBTRACE_HOOK_CLEAR_INODE,
	WBTRACE_HOOK_INODE_SWITCH_WBS,
	WBTRACE_HOOK_DIRTY_FOLIO,
	WBTRACE_HOOK_START_WRITEBACK,
	WBTRACE_HOOK_END_WRITEBACK,
	WBTRACE_HOOK_BDP_CALL,
	WBTRACE_HOOK_GLOBAL_STATE,
	WBTRACE_HOOK_BDP,
	WBTRACE_HOOK_INODE_PASS_START,
	WBTRACE_HOOK_INODE_PASS_END,
	WBTRACE_HOOK_WORK_START,
	WBTRACE_HOOK_WORK_END,
	/* Allocation. */
	WBTRACE_HOOK_EXT4_NEW_BLOCKS,
	WBTRACE_HOOK_EXT4_DA_RESERVE,
	WBTRACE_HOOK_EXT4_EXT_MAP_ENTER,
	WBTRACE_HOOK_EXT4_EXT_MAP_EXIT,
	WBTRACE_HOOK_EXT4_IND_MAP_ENTER,
	WBTRACE_HOOK_EXT4_IND_MAP_EXIT,
	WBTRACE_HOOK_XFS_BTALLOC,
	WBTRACE_HOOK_XFS_RESERVE,
	WBTRACE_HOOK_XFS_CONVERT,
	WBTRACE_HOOK_XFS_WRITE,
	WBTRACE_HOOK_BTRFS_RESERVE_EXTENT,
	WBTRACE_HOOK_BTRFS_ORDERED_ADD,
	/* Pages cancelled and redirtied, requeues, foreign dirtying. */
	WBTRACE_HOOK_CANCELLED,
	WBTRACE_HOOK_BTRFS_INVALIDATE,
	WBTRACE_HOOK_REDIRTIED,
	WBTRACE_HOOK_REQUEUE,
	WBTRACE_HOOK_FOREIGN,
	/* Block devices. */
	WBTRACE_HOOK_RQ_ISSUE,
	WBTRACE_HOOK_RQ_REQUEUE,
	WBTRACE_HOOK_RQ_COMPLETE,
	/* The ledger of watched tasks. */
	WBTRACE_HOOK_SCHED_FORK,
	WBTRACE_HOOK_SCHED_SWITCH,
	WBTRACE_HOOK_FSYNC,
	WBTRACE_HOOK_DO_FSYNC,
	WBTRACE_HOOK_LOG_WAIT_COMMIT,
	WBTRACE_HOOK_LOG_WAIT_SPACE,
	WBTRACE_HOOK_RECLAIM_BEGIN,
	WBTRACE_HOOK_RECLAIM_END,
	WBTRACE_HOOK_MEMCG_RECLAIM_BEGIN,
	WBTRACE_HOOK_MEMCG_RECLAIM_END,
	WBTRACE_HOOK_LOCK_BEGIN,
	WBTRACE_HOOK_LOCK_END,
	WBTRACE_HOOKS,
};

/**
 * enum wbtrace_hook_group - what is attached and detached together
 * @WBTRACE_GROUP_COUNT: what counts, while anybody wants figures
 * @WBTRACE_GROUP_INODES: tells when an inode leaves memory; attached before the
 *	others and detached after them
 * @WBTRACE_GROUP_WATCH: the ledger's, only while a task is watched
 * @WBTRACE_GROUPS: how many there are
 */
enum wbtrace_hook_group {
	WBTRACE_GROUP_COUNT,
	WBTRACE_GROUP_INODES,
	WBTRACE_GROUP_WATCH,
	WBTRACE_GROUPS,
};

/**
 * struct wbtrace_hook - one hook
 * @name: of the tracepoint or function
 * @gives: what is not measured without it
 * @kind: how it hooks
 * @group: with which others
 * @optional: its function may have been inlined into one that another hook sees
 * @probe: tracepoint: the function
 * @kretprobe: kretprobe: its handlers, data_size and maxactive
 * @ftrace: ftrace: its func and flags
 * @state: where it stands
 * @error: positive errno while @state is failed
 * @tp: tracepoint: the one found
 */
struct wbtrace_hook {
	const char *name;
	const char *gives;
	enum wbtrace_probe_kind kind;
	enum wbtrace_hook_group group;
	bool optional;
	void *probe;
	struct kretprobe kretprobe;
	struct ftrace_ops ftrace;

	enum wbtrace_probe_state state;
	int error;
	struct tracepoint *tp;
};

/* Written by the probes with preemption off. */
DECLARE_PER_CPU(unsigned long [WBTRACE_HOOKS], wbtrace_hook_hits);

static __always_inline void wbtrace_hook_hit(enum wbtrace_hook_id id)
{
	__this_cpu_inc(wbtrace_hook_hits[id]);
}

struct wbtrace_session;

/*
 * What ftrace and kretprobe handlers count into; tracepoints get it as data.
 * NULL while nothing is attached.
 */
extern struct wbtrace_session *wbtrace_hook_session;

int wbtrace_hooks_init(struct wbtrace_hook *hooks, const char *renamed);
void wbtrace_hooks_exit(void);
unsigned int wbtrace_hooks_attach(struct wbtrace_session *session, enum wbtrace_hook_group group);
void wbtrace_hooks_detach(enum wbtrace_hook_group group);
void wbtrace_hooks_forget(void);
const char *wbtrace_hook_kind_name(enum wbtrace_probe_kind kind);
const struct wbtrace_hook *wbtrace_hook_get(enum wbtrace_hook_id id);
bool wbtrace_hook_attached(enum wbtrace_hook_id id);
u64 wbtrace_hook_hits_sum(enum wbtrace_hook_id id);
u64 wbtrace_hook_missed(enum wbtrace_hook_id id);

#endif /* WBTRACE_HOOK_H */
