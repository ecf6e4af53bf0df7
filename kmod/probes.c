// SPDX-License-Identifier: GPL-2.0-only
/* The list of all probes: what each hooks and what is lost without it. */

#include "hook.h"
#include "probes.h"

/* More tasks than this asleep in balance_dirty_pages() are counted as missed. */
#define BDP_MAXACTIVE	1024

/* The same for the calls that the ledger follows, of watched tasks only. */
#define CALL_MAXACTIVE	512

/* The same for calls of an allocator: more of them would wait for one another. */
#define ALLOC_MAXACTIVE	256

/*
 * ftrace_enabled=0 would silence a hook unseen; a permanent one refuses that
 * while it is attached.
 */
#define FTRACE_FLAGS	FTRACE_OPS_FL_PERMANENT

#define TRACEPOINT(tp, fn, lost) {					       \
	.name = #tp,							       \
	.kind = WBTRACE_PROBE_KIND_TRACEPOINT,				       \
	.probe = fn,							       \
	.gives = lost,							       \
}

#define FTRACE(function, fn, lost) {					       \
	.name = #function,						       \
	.kind = WBTRACE_PROBE_KIND_FTRACE,				       \
	.ftrace = { .func = fn, .flags = FTRACE_FLAGS },		       \
	.gives = lost,							       \
}

#define ALLOCATOR(function, call, lost) {				       \
	.name = #function,						       \
	.kind = WBTRACE_PROBE_KIND_KRETPROBE,				       \
	.kretprobe = {							       \
		.entry_handler = wbtrace_probe_##call##_entry,		       \
		.handler = wbtrace_probe_##call##_return,		       \
		.data_size = WBTRACE_ALLOC_CALL_BYTES,			       \
		.maxactive = ALLOC_MAXACTIVE,				       \
	},								       \
	.gives = lost,							       \
}

/* The ledger's, attached only while a task is watched. */
#define WATCH(tp, fn, lost) {						       \
	.name = #tp,							       \
	.kind = WBTRACE_PROBE_KIND_TRACEPOINT,				       \
	.group = WBTRACE_GROUP_WATCH,					       \
	.probe = fn,							       \
	.gives = lost,							       \
}

#define WATCH_CALL(function, enter, leave, lost) {				       \
	.name = #function,						       \
	.kind = WBTRACE_PROBE_KIND_KRETPROBE,				       \
	.group = WBTRACE_GROUP_WATCH,					       \
	.kretprobe = {							       \
		.entry_handler = wbtrace_probe_##enter##_entry,	       \
		.handler = wbtrace_probe_##leave##_return,		       \
		.maxactive = CALL_MAXACTIVE,				       \
	},								       \
	.gives = lost,							       \
}

struct wbtrace_hook wbtrace_probes[WBTRACE_HOOKS] = {
	[WBTRACE_HOOK_CLEAR_INODE] = {
		.name = "clear_inode",
		.kind = WBTRACE_PROBE_KIND_FTRACE,
		.group = WBTRACE_GROUP_INODES,
		.ftrace = { .func = wbtrace_probe_clear_inode, .flags = FTRACE_FLAGS },
		.gives = "all figures of inodes and super blocks",
	},
	[WBTRACE_HOOK_INODE_SWITCH_WBS] =
		TRACEPOINT(inode_switch_wbs, wbtrace_probe_inode_switch_wbs,
			   "the exact wb of an inode that changed its cgroup"),
	[WBTRACE_HOOK_DIRTY_FOLIO] =
		TRACEPOINT(writeback_dirty_folio, wbtrace_probe_dirty_folio,
			   "bytes dirtied"),
	[WBTRACE_HOOK_START_WRITEBACK] =
		FTRACE(__folio_start_writeback, wbtrace_probe_start_writeback,
		       "bytes put under writeback"),
	[WBTRACE_HOOK_END_WRITEBACK] =
		FTRACE(__folio_end_writeback, wbtrace_probe_end_writeback,
		       "bytes written"),
	[WBTRACE_HOOK_BDP_CALL] = {
		.name = "balance_dirty_pages",
		.kind = WBTRACE_PROBE_KIND_KRETPROBE,
		.kretprobe = {
			.entry_handler = wbtrace_probe_bdp_entry,
			.handler = wbtrace_probe_bdp_return,
			.maxactive = BDP_MAXACTIVE,
		},
		.gives = "time slept and held in balance_dirty_pages()",
	},
	[WBTRACE_HOOK_GLOBAL_STATE] =
		TRACEPOINT(global_dirty_state, wbtrace_probe_global_state,
			   "on 6.x, whether a memory cgroup's limit decided"),
	[WBTRACE_HOOK_BDP] =
		TRACEPOINT(balance_dirty_pages, wbtrace_probe_bdp,
			   "throttle decisions, their pauses and limits"),
	[WBTRACE_HOOK_INODE_PASS_START] =
		TRACEPOINT(writeback_single_inode_start, wbtrace_probe_inode_pass_start,
			   "time of flusher passes over inodes"),
	[WBTRACE_HOOK_INODE_PASS_END] =
		TRACEPOINT(writeback_single_inode, wbtrace_probe_inode_pass_end,
			   "flusher passes over inodes"),
	[WBTRACE_HOOK_WORK_START] =
		TRACEPOINT(writeback_start, wbtrace_probe_work_start,
			   "time and bytes of flusher work"),
	[WBTRACE_HOOK_WORK_END] =
		TRACEPOINT(writeback_written, wbtrace_probe_work_end,
			   "flusher work by reason"),

	/* Allocation. */
	[WBTRACE_HOOK_EXT4_NEW_BLOCKS] =
		ALLOCATOR(ext4_mb_new_blocks, ext4_new_blocks, "block allocation of ext4"),
	[WBTRACE_HOOK_EXT4_DA_RESERVE] =
		TRACEPOINT(ext4_da_reserve_space, wbtrace_probe_ext4_da_reserve,
			   "bytes that ext4 promised without blocks"),
	[WBTRACE_HOOK_EXT4_EXT_MAP_ENTER] =
		WATCH(ext4_ext_map_blocks_enter, wbtrace_probe_ext4_ext_map_enter,
		      "time in the extent trees of ext4"),
	[WBTRACE_HOOK_EXT4_EXT_MAP_EXIT] =
		WATCH(ext4_ext_map_blocks_exit, wbtrace_probe_ext4_ext_map_exit,
		      "time in the extent trees of ext4"),
	[WBTRACE_HOOK_EXT4_IND_MAP_ENTER] =
		WATCH(ext4_ind_map_blocks_enter, wbtrace_probe_ext4_ind_map_enter,
		      "time in the indirect maps of ext4"),
	[WBTRACE_HOOK_EXT4_IND_MAP_EXIT] =
		WATCH(ext4_ind_map_blocks_exit, wbtrace_probe_ext4_ind_map_exit,
		      "time in the indirect maps of ext4"),
	[WBTRACE_HOOK_XFS_BTALLOC] =
		ALLOCATOR(xfs_bmap_btalloc, xfs_btalloc, "block allocation of xfs"),
	[WBTRACE_HOOK_XFS_RESERVE] =
		ALLOCATOR(xfs_bmapi_reserve_delalloc, xfs_reserve,
			  "bytes that xfs promised without blocks"),
	[WBTRACE_HOOK_XFS_CONVERT] =
		WATCH_CALL(xfs_bmapi_convert_delalloc, xfs_convert, xfs_map,
			   "time in the extent trees of xfs"),
	[WBTRACE_HOOK_XFS_WRITE] =
		WATCH_CALL(xfs_bmapi_write, xfs_write, xfs_map,
			   "time in the extent trees of xfs"),
	[WBTRACE_HOOK_BTRFS_RESERVE_EXTENT] =
		ALLOCATOR(btrfs_reserve_extent, btrfs_reserve, "block allocation of btrfs"),
	[WBTRACE_HOOK_BTRFS_ORDERED_ADD] =
		TRACEPOINT(btrfs_ordered_extent_add, wbtrace_probe_btrfs_ordered_add,
			   "for which inode btrfs allocated"),
	/* Pages cancelled and redirtied, requeues, foreign dirtying. */
	[WBTRACE_HOOK_CANCELLED] =
		FTRACE(folio_account_cleaned, wbtrace_probe_cancelled,
		       "dirty bytes that were dropped and never written"),
	[WBTRACE_HOOK_BTRFS_INVALIDATE] = {
		.name = "btrfs_invalidate_folio",
		.kind = WBTRACE_PROBE_KIND_KRETPROBE,
		.kretprobe = {
			.entry_handler = wbtrace_probe_btrfs_invalidate_entry,
			.handler = wbtrace_probe_btrfs_invalidate_return,
			.data_size = sizeof(struct folio *),
			.maxactive = CALL_MAXACTIVE,
		},
		.gives = "dirty bytes that btrfs drops on 7.x (none while it is not loaded)",
	},
	[WBTRACE_HOOK_REDIRTIED] =
		FTRACE(folio_redirty_for_writepage, wbtrace_probe_redirtied,
		       "dirty bytes that a flusher gave back"),
	[WBTRACE_HOOK_REQUEUE] =
		TRACEPOINT(writeback_sb_inodes_requeue, wbtrace_probe_requeue,
			   "requeues of inodes by the flusher"),
	[WBTRACE_HOOK_FOREIGN] =
		TRACEPOINT(track_foreign_dirty, wbtrace_probe_foreign,
			   "bytes dirtied from another memory cgroup"),

	/* Block devices. */
	[WBTRACE_HOOK_RQ_ISSUE] =
		TRACEPOINT(block_rq_issue, wbtrace_probe_rq_issue,
			   "how long devices are busy"),
	[WBTRACE_HOOK_RQ_REQUEUE] =
		TRACEPOINT(block_rq_requeue, wbtrace_probe_rq_requeue,
			   "how long devices are busy, exactly"),
	[WBTRACE_HOOK_RQ_COMPLETE] =
		TRACEPOINT(block_rq_complete, wbtrace_probe_rq_complete,
			   "what reached block devices, and for whom"),

	/* The ledger of watched tasks. */
	[WBTRACE_HOOK_SCHED_FORK] =
		WATCH(sched_process_fork, wbtrace_probe_sched_fork,
		      "the ledgers of what watched tasks fork"),
	[WBTRACE_HOOK_SCHED_SWITCH] =
		WATCH(sched_switch, wbtrace_probe_sched_switch,
		      "all ledgers"),
	[WBTRACE_HOOK_FSYNC] =
		WATCH_CALL(vfs_fsync_range, fsync, fsync, "time on the CPU in synchronous writes"),
	/* Where it is inlined into the system calls, they call vfs_fsync_range(). */
	[WBTRACE_HOOK_DO_FSYNC] = {
		.name = "do_fsync",
		.kind = WBTRACE_PROBE_KIND_KRETPROBE,
		.group = WBTRACE_GROUP_WATCH,
		.optional = true,
		.kretprobe = {
			.entry_handler = wbtrace_probe_do_fsync_entry,
			.handler = wbtrace_probe_fsync_return,
			.maxactive = CALL_MAXACTIVE,
		},
		.gives = "time on the CPU in fsync(2)",
	},
	[WBTRACE_HOOK_LOG_WAIT_COMMIT] =
		WATCH_CALL(jbd2_log_wait_commit, commit, journal,
			   "waits for an ext4 journal's commit, without a stack"),
	[WBTRACE_HOOK_LOG_WAIT_SPACE] =
		WATCH_CALL(__jbd2_log_wait_for_space, space, journal,
			   "waits for room in an ext4 journal, without a stack"),
	[WBTRACE_HOOK_RECLAIM_BEGIN] =
		WATCH(mm_vmscan_direct_reclaim_begin, wbtrace_probe_reclaim_begin,
		      "time in direct reclaim"),
	[WBTRACE_HOOK_RECLAIM_END] =
		WATCH(mm_vmscan_direct_reclaim_end, wbtrace_probe_reclaim_end,
		      "time in direct reclaim"),
	[WBTRACE_HOOK_MEMCG_RECLAIM_BEGIN] =
		WATCH(mm_vmscan_memcg_reclaim_begin, wbtrace_probe_memcg_reclaim_begin,
		      "time in reclaim of a memory cgroup"),
	[WBTRACE_HOOK_MEMCG_RECLAIM_END] =
		WATCH(mm_vmscan_memcg_reclaim_end, wbtrace_probe_memcg_reclaim_end,
		      "time in reclaim of a memory cgroup"),
	[WBTRACE_HOOK_LOCK_BEGIN] =
		WATCH(contention_begin, wbtrace_probe_lock_begin,
		      "time in the slow paths of locks, on the CPU"),
	[WBTRACE_HOOK_LOCK_END] =
		WATCH(contention_end, wbtrace_probe_lock_end,
		      "time in the slow paths of locks, on the CPU"),
};
