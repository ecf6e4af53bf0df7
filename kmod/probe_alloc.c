// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes of the block allocators of ext4, xfs and btrfs. What an allocator is
 * asked for and gives is private to the file system: compat/fs_*.h read it and
 * say whether it looks like what it should be. When it does not, its figures are
 * not measured on this kernel.
 */

#include <linux/ktime.h>

#include "compat/fs_btrfs.h"
#include "compat/fs_ext4.h"
#include "compat/fs_xfs.h"
#include "hook.h"
#include "probes.h"
#include "session.h"

static __always_inline void hit(enum wbtrace_hook_id id)
{
	preempt_disable_notrace();
	wbtrace_hook_hit(id);
	preempt_enable_notrace();
}

/* The layout is not the one known: nothing counted by it is to be shown. */
static void distrust(struct wbtrace_session *session, enum wbtrace_hook_id id)
{
	clear_bit(id, &session->measured);
}

static void count(struct wbtrace_session *session, const struct wbtrace_allocation *allocation)
{
	struct wbtrace_alloc_sums sums;

	wbtrace_alloc_count(session, allocation, &sums);
	wbtrace_alloc_count_task(session, &sums);
}

/* ext4 */

/**
 * struct ext4_call - a call of ext4_mb_new_blocks() in progress
 * @request: its argument; filled in by the call
 * @entry_ns: when it began
 * @asked: what it was asked for
 */
struct ext4_call {
	const void *request;
	u64 entry_ns;
	struct wbtrace_ext4_request_layout asked;
};

static_assert(sizeof(struct ext4_call) <= WBTRACE_ALLOC_CALL_BYTES);

/**
 * wbtrace_probe_ext4_new_blocks_entry - entry of ext4_mb_new_blocks()
 * @ri: keeps what it was asked for
 * @regs: its arguments: handle, request, error
 *
 * Return: 0, or 1 when the return does not matter.
 */
int wbtrace_probe_ext4_new_blocks_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct wbtrace_session *session = wbtrace_hook_session;
	struct ext4_call *call = (struct ext4_call *)ri->data;

	hit(WBTRACE_HOOK_EXT4_NEW_BLOCKS);
	call->request = (const void *)regs_get_kernel_argument(regs, 1);
	if (!wbtrace_ext4_read_request(&call->asked, call->request)) {
		distrust(session, WBTRACE_HOOK_EXT4_NEW_BLOCKS);
		return 1;
	}
	wbtrace_activity_enter(session, WBTRACE_ACTIVITY_ALLOCATION);
	call->entry_ns = ktime_get_mono_fast_ns();
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_ext4_new_blocks_entry);

static void ext4_allocated(struct wbtrace_session *session, const struct ext4_call *call,
			   u64 block)
{
	struct inode *inode = call->asked.inode;
	struct wbtrace_allocation allocation = {
		.fs = WBTRACE_ALLOC_EXT4, .inode = inode,
		.ns = ktime_get_mono_fast_ns() - call->entry_ns,
		.data = call->asked.flags & WBTRACE_EXT4_MB_HINT_DATA,
	};
	struct wbtrace_ext4_request_layout got;
	struct wbtrace_ext4_geometry geometry;

	if (!wbtrace_ext4_read_request(&got, call->request) ||
	    !wbtrace_ext4_read_geometry(&geometry, inode->i_sb)) {
		distrust(session, WBTRACE_HOOK_EXT4_NEW_BLOCKS);
		return;
	}
	if (block) {
		allocation.bytes = got.len * geometry.cluster_bytes;
		allocation.file_at = (u64)call->asked.logical << inode->i_blkbits;
		allocation.file_bytes = allocation.bytes;
		allocation.kept_bytes = allocation.bytes;
		allocation.device_at = block << inode->i_blkbits;
		allocation.group = div_u64(block - geometry.first_block, geometry.group_blocks);
		allocation.has_group = true;
		allocation.has_goal = true;
		allocation.hit = block == call->asked.goal;
	}
	count(session, &allocation);
}

/**
 * wbtrace_probe_ext4_new_blocks_return - return of ext4_mb_new_blocks()
 * @ri: what it was asked for
 * @regs: the first block, 0 when it failed
 *
 * Return: 0.
 */
int wbtrace_probe_ext4_new_blocks_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct wbtrace_session *session = wbtrace_hook_session;

	preempt_disable_notrace();
	ext4_allocated(session, (struct ext4_call *)ri->data, regs_return_value(regs));
	wbtrace_activity_leave(session, WBTRACE_ACTIVITY_ALLOCATION);
	preempt_enable_notrace();
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_ext4_new_blocks_return);

/* The first promise to an inode. Return: bytes in a cluster, 0 when that cannot be told. */
static noinline u32 first_promise(struct wbtrace_session *session, struct inode *inode)
{
	struct wbtrace_ext4_geometry geometry;

	if (!wbtrace_ext4_read_geometry(&geometry, inode->i_sb)) {
		distrust(session, WBTRACE_HOOK_EXT4_DA_RESERVE);
		return 0;
	}
	return geometry.cluster_bytes;
}

/*
 * Tracepoint ext4_da_reserve_space; its prototype is in compat/fs_ext4.h. 6.1 has
 * it for each page, so the size of a cluster is kept in the inode's row.
 */
void wbtrace_probe_ext4_da_reserve(WBTRACE_EXT4_DA_RESERVE_PROTO)
{
	u32 kept, cluster_bytes;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_EXT4_DA_RESERVE);
	kept = wbtrace_alloc_unit_bytes(data, WBTRACE_ALLOC_EXT4, inode);
	cluster_bytes = kept ?: first_promise(data, inode);
	if (cluster_bytes)
		wbtrace_alloc_reserve(data, WBTRACE_ALLOC_EXT4, inode,
				      (u64)WBTRACE_EXT4_DA_RESERVE_COUNT * cluster_bytes);
	if (unlikely(!kept))
		wbtrace_alloc_set_unit_bytes(data, inode, cluster_bytes);
	preempt_enable_notrace();
}

/*
 * The insertion into the block map is part of the activity too. Both functions
 * leave in one place, with the flags that they came with.
 */
static void ext4_map_enter(struct wbtrace_session *session, enum wbtrace_hook_id id,
			   unsigned int flags)
{
	hit(id);
	if (flags & WBTRACE_EXT4_GET_BLOCKS_CREATE)
		wbtrace_activity_enter(session, WBTRACE_ACTIVITY_ALLOCATION);
}

static void ext4_map_exit(struct wbtrace_session *session, enum wbtrace_hook_id id,
			  unsigned int flags)
{
	hit(id);
	if (flags & WBTRACE_EXT4_GET_BLOCKS_CREATE)
		wbtrace_activity_leave(session, WBTRACE_ACTIVITY_ALLOCATION);
}

/**
 * wbtrace_probe_ext4_ext_map_enter - tracepoint ext4_ext_map_blocks_enter
 * @data: the session
 * @inode: not used
 * @lblk: not used
 * @len: not used
 * @flags: whether it may allocate
 */
void wbtrace_probe_ext4_ext_map_enter(void *data, struct inode *inode, ext4_lblk_t lblk,
				      unsigned int len, unsigned int flags)
{
	ext4_map_enter(data, WBTRACE_HOOK_EXT4_EXT_MAP_ENTER, flags);
}

/**
 * wbtrace_probe_ext4_ext_map_exit - tracepoint ext4_ext_map_blocks_exit
 * @data: the session
 * @inode: not used
 * @flags: as at the entry
 * @map: not used
 * @ret: not used
 */
void wbtrace_probe_ext4_ext_map_exit(void *data, struct inode *inode, unsigned int flags,
				     struct ext4_map_blocks *map, int ret)
{
	ext4_map_exit(data, WBTRACE_HOOK_EXT4_EXT_MAP_EXIT, flags);
}

/**
 * wbtrace_probe_ext4_ind_map_enter - tracepoint ext4_ind_map_blocks_enter
 * @data: the session
 * @inode: not used
 * @lblk: not used
 * @len: not used
 * @flags: whether it may allocate
 */
void wbtrace_probe_ext4_ind_map_enter(void *data, struct inode *inode, ext4_lblk_t lblk,
				      unsigned int len, unsigned int flags)
{
	ext4_map_enter(data, WBTRACE_HOOK_EXT4_IND_MAP_ENTER, flags);
}

/**
 * wbtrace_probe_ext4_ind_map_exit - tracepoint ext4_ind_map_blocks_exit
 * @data: the session
 * @inode: not used
 * @flags: as at the entry
 * @map: not used
 * @ret: not used
 */
void wbtrace_probe_ext4_ind_map_exit(void *data, struct inode *inode, unsigned int flags,
				     struct ext4_map_blocks *map, int ret)
{
	ext4_map_exit(data, WBTRACE_HOOK_EXT4_IND_MAP_EXIT, flags);
}

/* xfs */

/**
 * struct xfs_call - a call of xfs_bmap_btalloc() or
 *	xfs_bmapi_reserve_delalloc() in progress
 * @result: what it fills in
 * @entry_ns: when it began
 * @owner: for whom
 */
struct xfs_call {
	const void *result;
	u64 entry_ns;
	struct wbtrace_xfs_owner owner;
};

static_assert(sizeof(struct xfs_call) <= WBTRACE_ALLOC_CALL_BYTES);

/**
 * wbtrace_probe_xfs_btalloc_entry - entry of xfs_bmap_btalloc()
 * @ri: keeps for whom
 * @regs: its argument: the request
 *
 * Return: 0, or 1 when the return does not matter.
 */
int wbtrace_probe_xfs_btalloc_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct wbtrace_session *session = wbtrace_hook_session;
	struct xfs_call *call = (struct xfs_call *)ri->data;
	struct wbtrace_xfs_request_layout asked;

	hit(WBTRACE_HOOK_XFS_BTALLOC);
	call->result = (const void *)regs_get_kernel_argument(regs, 0);
	if (!wbtrace_xfs_read_request(&asked, call->result) ||
	    !wbtrace_xfs_read_owner(&call->owner, asked.ip)) {
		distrust(session, WBTRACE_HOOK_XFS_BTALLOC);
		return 1;
	}
	wbtrace_activity_enter(session, WBTRACE_ACTIVITY_ALLOCATION);
	call->entry_ns = ktime_get_mono_fast_ns();
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_xfs_btalloc_entry);

/* Only delayed allocation asks for more than was written. */
static u64 xfs_kept_bytes(const struct wbtrace_allocation *allocation, bool was_delayed)
{
	u64 eof = round_up(i_size_read(allocation->inode), i_blocksize(allocation->inode));
	u64 end = allocation->file_at + allocation->file_bytes;

	if (!was_delayed || end <= eof)
		return allocation->file_bytes;
	return eof > allocation->file_at ? eof - allocation->file_at : 0;
}

static void xfs_allocated(struct wbtrace_session *session, const struct xfs_call *call, bool failed)
{
	u8 shift = call->owner.inode->i_blkbits;
	struct wbtrace_allocation allocation = {
		.fs = WBTRACE_ALLOC_XFS, .inode = call->owner.inode,
		.ns = ktime_get_mono_fast_ns() - call->entry_ns,
	};
	struct wbtrace_xfs_request_layout got;

	if (!wbtrace_xfs_read_request(&got, call->result)) {
		distrust(session, WBTRACE_HOOK_XFS_BTALLOC);
		return;
	}
	if (!failed && got.block != WBTRACE_XFS_NO_BLOCK) {
		allocation.data = !(got.flags & (WBTRACE_XFS_BMAPI_METADATA |
						 WBTRACE_XFS_BMAPI_ATTRFORK));
		allocation.file_at = got.offset << shift;
		allocation.bytes = (u64)got.length << shift;
		allocation.file_bytes = allocation.bytes;
		allocation.kept_bytes = xfs_kept_bytes(&allocation, got.was_delayed);
		allocation.device_at = got.block << shift;
		allocation.group = got.block >> call->owner.ag_shift;
		allocation.has_group = true;
	}
	count(session, &allocation);
}

/**
 * wbtrace_probe_xfs_btalloc_return - return of xfs_bmap_btalloc()
 * @ri: for whom
 * @regs: 0 or an errno
 *
 * Return: 0.
 */
int wbtrace_probe_xfs_btalloc_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct wbtrace_session *session = wbtrace_hook_session;

	preempt_disable_notrace();
	xfs_allocated(session, (struct xfs_call *)ri->data, regs_return_value(regs));
	wbtrace_activity_leave(session, WBTRACE_ACTIVITY_ALLOCATION);
	preempt_enable_notrace();
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_xfs_btalloc_return);

/**
 * wbtrace_probe_xfs_reserve_entry - entry of xfs_bmapi_reserve_delalloc()
 * @ri: keeps for whom
 * @regs: its arguments: inode, fork, offset, length, preallocation, extent
 *
 * Return: 0, or 1 when the return does not matter.
 */
int wbtrace_probe_xfs_reserve_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct xfs_call *call = (struct xfs_call *)ri->data;

	hit(WBTRACE_HOOK_XFS_RESERVE);
	call->result = (const void *)regs_get_kernel_argument(regs, 5);
	if (wbtrace_xfs_read_owner(&call->owner, (void *)regs_get_kernel_argument(regs, 0)))
		return 0;
	distrust(wbtrace_hook_session, WBTRACE_HOOK_XFS_RESERVE);
	return 1;
}
NOKPROBE_SYMBOL(wbtrace_probe_xfs_reserve_entry);

/**
 * wbtrace_probe_xfs_reserve_return - return of xfs_bmapi_reserve_delalloc()
 * @ri: for whom
 * @regs: 0 or an errno
 *
 * Return: 0.
 */
int wbtrace_probe_xfs_reserve_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct wbtrace_session *session = wbtrace_hook_session;
	const struct xfs_call *call = (struct xfs_call *)ri->data;
	struct wbtrace_xfs_irec_layout extent;

	if (regs_return_value(regs))
		return 0;
	preempt_disable_notrace();
	if (wbtrace_xfs_read_delayed(&extent, call->result))
		wbtrace_alloc_reserve(session, WBTRACE_ALLOC_XFS, call->owner.inode,
				      extent.blockcount << call->owner.inode->i_blkbits);
	else
		distrust(session, WBTRACE_HOOK_XFS_RESERVE);
	preempt_enable_notrace();
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_xfs_reserve_return);

/* Return: 0, or 1 when the task is not watched, so that its return does not matter. */
static int enter(enum wbtrace_hook_id id)
{
	struct wbtrace_session *session = wbtrace_hook_session;

	hit(id);
	if (!wbtrace_ledger_watches(session->watched, current))
		return 1;
	wbtrace_activity_enter(session, WBTRACE_ACTIVITY_ALLOCATION);
	return 0;
}

/**
 * wbtrace_probe_xfs_convert_entry - entry of xfs_bmapi_convert_delalloc()
 * @ri: not used
 * @regs: not used
 *
 * Return: 0, or 1 when the return does not matter.
 */
int wbtrace_probe_xfs_convert_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return enter(WBTRACE_HOOK_XFS_CONVERT);
}
NOKPROBE_SYMBOL(wbtrace_probe_xfs_convert_entry);

/**
 * wbtrace_probe_xfs_write_entry - entry of xfs_bmapi_write()
 * @ri: not used
 * @regs: not used
 *
 * Return: 0, or 1 when the return does not matter.
 */
int wbtrace_probe_xfs_write_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return enter(WBTRACE_HOOK_XFS_WRITE);
}
NOKPROBE_SYMBOL(wbtrace_probe_xfs_write_entry);

/**
 * wbtrace_probe_xfs_map_return - return of either of them
 * @ri: not used
 * @regs: not used
 *
 * Return: 0.
 */
int wbtrace_probe_xfs_map_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	wbtrace_activity_leave(wbtrace_hook_session, WBTRACE_ACTIVITY_ALLOCATION);
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_xfs_map_return);

/* btrfs */

/**
 * struct btrfs_call - a call of btrfs_reserve_extent() in progress
 * @key: filled in by it
 * @entry_ns: when it began
 * @is_data: the extent is for data, not for a block of a tree
 */
struct btrfs_call {
	const void *key;
	u64 entry_ns;
	bool is_data;
};

static_assert(sizeof(struct btrfs_call) <= WBTRACE_ALLOC_CALL_BYTES);

/**
 * wbtrace_probe_btrfs_reserve_entry - entry of btrfs_reserve_extent()
 * @ri: keeps what it is for
 * @regs: its arguments; those that matter are on the stack
 *
 * Return: 0.
 */
int wbtrace_probe_btrfs_reserve_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct btrfs_call *call = (struct btrfs_call *)ri->data;

	hit(WBTRACE_HOOK_BTRFS_RESERVE_EXTENT);
	call->key = (const void *)regs_get_kernel_argument(regs, WBTRACE_BTRFS_RESERVE_KEY);
	/* An int or a bool: its lowest byte in both cases. */
	call->is_data = (u8)regs_get_kernel_argument(regs, WBTRACE_BTRFS_RESERVE_IS_DATA);
	wbtrace_activity_enter(wbtrace_hook_session, WBTRACE_ACTIVITY_ALLOCATION);
	call->entry_ns = ktime_get_mono_fast_ns();
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_btrfs_reserve_entry);

/*
 * It is not told the inode. An extent for data waits in the task's row for the
 * ordered extent that takes it, which the same task adds next.
 */
static void btrfs_reserved(struct wbtrace_session *session, const struct btrfs_call *call,
			   bool failed)
{
	u64 ns = ktime_get_mono_fast_ns() - call->entry_ns;
	struct wbtrace_alloc_sums sums = {
		.of[WBTRACE_ALLOC_REQUESTS] = 1,
		.of[WBTRACE_ALLOC_FLUSHER] = !!(current->flags & PF_KTHREAD),
		.of[WBTRACE_ALLOC_NS] = ns,
		.of[WBTRACE_ALLOC_MAX_NS] = ns,
	};
	struct wbtrace_task *task = wbtrace_task_get(session);
	struct btrfs_key key = { };

	if (!failed && !wbtrace_btrfs_read_key(&key, call->key)) {
		distrust(session, WBTRACE_HOOK_BTRFS_RESERVE_EXTENT);
		return;
	}
	sums.of[call->is_data ? WBTRACE_ALLOC_DATA_BYTES : WBTRACE_ALLOC_METADATA_BYTES] =
		key.offset;
	wbtrace_alloc_count_task(session, &sums);
	if (!call->is_data || failed)
		return;
	if (task)
		task->btrfs_extent = (struct wbtrace_btrfs_extent){
			.at = key.objectid, .bytes = key.offset, .ns = ns,
		};
	else
		wbtrace_alloc_count_evicted(session, &sums);
}

/**
 * wbtrace_probe_btrfs_reserve_return - return of btrfs_reserve_extent()
 * @ri: what it is for
 * @regs: 0 or an errno
 *
 * Return: 0.
 */
int wbtrace_probe_btrfs_reserve_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct wbtrace_session *session = wbtrace_hook_session;

	preempt_disable_notrace();
	btrfs_reserved(session, (struct btrfs_call *)ri->data, regs_return_value(regs));
	wbtrace_activity_leave(session, WBTRACE_ACTIVITY_ALLOCATION);
	preempt_enable_notrace();
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_btrfs_reserve_return);

/* The task's requests and bytes were counted when it got the extent. */
static void btrfs_count(struct wbtrace_session *session, struct wbtrace_task *task,
			const struct wbtrace_allocation *allocation)
{
	struct wbtrace_alloc_sums sums, placed = { };

	wbtrace_alloc_count(session, allocation, &sums);
	placed.of[WBTRACE_ALLOC_EXTENTS] = sums.of[WBTRACE_ALLOC_EXTENTS];
	placed.of[WBTRACE_ALLOC_OUT_OF_ORDER] = sums.of[WBTRACE_ALLOC_OUT_OF_ORDER];
	placed.of[WBTRACE_ALLOC_INTERLEAVED] = sums.of[WBTRACE_ALLOC_INTERLEAVED];
	wbtrace_alloc_add(&task->alloc, &placed);
}

/* Ordered extents that write into blocks of old (NOCOW, fallocate) take none. */
static void btrfs_ordered(struct wbtrace_session *session, const struct btrfs_inode *inode,
			  const struct btrfs_ordered_extent *ordered)
{
	struct wbtrace_task *task = wbtrace_task_find(session, current);
	struct wbtrace_btrfs_ordered_layout extent;
	struct wbtrace_allocation allocation = { .fs = WBTRACE_ALLOC_BTRFS, .data = true };

	if (!task || !task->btrfs_extent.bytes)
		return;
	allocation.inode = wbtrace_btrfs_inode(inode);
	if (!allocation.inode || !wbtrace_btrfs_read_ordered(&extent, ordered)) {
		distrust(session, WBTRACE_HOOK_BTRFS_ORDERED_ADD);
		return;
	}
	if (extent.disk_bytenr != task->btrfs_extent.at)
		return;
	allocation.ns = task->btrfs_extent.ns;
	allocation.bytes = task->btrfs_extent.bytes;
	allocation.device_at = extent.disk_bytenr;
	allocation.file_at = extent.file_offset;
	allocation.file_bytes = extent.num_bytes;
	allocation.kept_bytes = extent.num_bytes;
	task->btrfs_extent.bytes = 0;
	btrfs_count(session, task, &allocation);
}

/**
 * wbtrace_probe_btrfs_ordered_add - tracepoint btrfs_ordered_extent_add
 * @data: the session
 * @inode: which inode
 * @ordered: what is to be written where
 */
void wbtrace_probe_btrfs_ordered_add(void *data, const struct btrfs_inode *inode,
				     const struct btrfs_ordered_extent *ordered)
{
	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_BTRFS_ORDERED_ADD);
	btrfs_ordered(data, inode, ordered);
	preempt_enable_notrace();
}

static void __maybe_unused check_types(void)
{
	check_trace_callback_type_ext4_da_reserve_space(wbtrace_probe_ext4_da_reserve);
	check_trace_callback_type_ext4_ext_map_blocks_enter(wbtrace_probe_ext4_ext_map_enter);
	check_trace_callback_type_ext4_ext_map_blocks_exit(wbtrace_probe_ext4_ext_map_exit);
	check_trace_callback_type_ext4_ind_map_blocks_enter(wbtrace_probe_ext4_ind_map_enter);
	check_trace_callback_type_ext4_ind_map_blocks_exit(wbtrace_probe_ext4_ind_map_exit);
	check_trace_callback_type_btrfs_ordered_extent_add(wbtrace_probe_btrfs_ordered_add);
}
