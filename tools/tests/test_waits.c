// SPDX-License-Identifier: GPL-2.0-or-later
/* What sleeps are told to be, by stacks as kernels have them. */
#include <string.h>

#include <linux/wbtrace.h>

#include "tap.h"
#include "waits.h"

#define NONE WBTRACE_ACTIVITY_NONE
#define FSYNC WBTRACE_ACTIVITY_FSYNC
#define ALLOCATION WBTRACE_ACTIVITY_ALLOCATION

/* The frames of the scheduler that every stack begins with. */
#define IO "io_schedule+0x42/0x70\n"
#define PAGE IO "folio_wait_bit_common+0x136/0x330\nfolio_wait_writeback+0x28/0x80\n"
#define WRITE "ext4_file_write_iter+0x5a/0x880 [ext4]\nvfs_write+0x2f0/0x400\n"
#define SYNC "file_write_and_wait_range+0x8a/0xb0\next4_sync_file+0x113/0x3a0\n"
#define VFS_SYNC "vfs_fsync_range+0x45/0xa0\n__x64_sys_fsync+0x37/0x60"

static const struct {
	uint64_t activity;
	enum ledger_class class;
	const char *what;
	const char *frames;
} waits[] = {
	{ NONE, CLASS_PAGE_WRITEBACK, "a stable page",
	  PAGE "folio_wait_stable+0x19/0x30\next4_da_write_begin+0x1a3/0x2d0\n" WRITE },
	{ NONE, CLASS_PAGE_WRITEBACK, "a killable wait for writeback",
	  IO "folio_wait_bit_common+0x1/0x2\nfolio_wait_writeback_killable+0x1/0x2\n" WRITE },
	{ FSYNC, CLASS_FSYNC, "an fsync waits for its pages",
	  PAGE "__filemap_fdatawait_range+0x8e/0x120\n" SYNC VFS_SYNC },
	{ NONE, CLASS_FSYNC, "so it does without its hook",
	  PAGE "__filemap_fdatawait_range+0x8e/0x120\n" SYNC "vfs_fsync_range+0x45/0xa0" },
	{ FSYNC, CLASS_FSYNC, "an fsync meets the flusher's pages (6.1)",
	  PAGE "mpage_prepare_extent_to_map+0x3a1/0x4b0\nfilemap_fdatawrite_wbc+0x1/0x2\n" SYNC
	  VFS_SYNC },
	{ FSYNC, CLASS_FSYNC, "an fsync meets the flusher's pages (7.3)",
	  PAGE "mpage_prepare_extent_to_map+0x3a1/0x4b0\nfilemap_writeback+0x1/0x2\n" SYNC
	  VFS_SYNC },
	{ FSYNC, CLASS_JOURNAL, "an fsync waits for the commit",
	  "schedule+0x5e/0xd0\njbd2_log_wait_commit+0x10b/0x160 [jbd2]\n"
	  "ext4_fsync_journal+0x1/0x2\n" VFS_SYNC },
	{ FSYNC, CLASS_BLOCK_LAYER, "an fsync waits for a tag",
	  IO "blk_mq_get_tag+0x11d/0x2b0\n__blk_mq_alloc_requests+0x1/0x2\n" SYNC VFS_SYNC },
	{ FSYNC, CLASS_FSYNC, "an fsync flushes the device's cache",
	  "schedule_timeout+0x1/0x2\nsubmit_bio_wait+0x1/0x2\nblkdev_issue_flush+0x1/0x2\n"
	  "ext4_sync_file+0x1/0x2\n" VFS_SYNC },
	{ NONE, CLASS_JOURNAL, "a handle waits for a locked transaction",
	  "schedule+0x5e/0xd0\nwait_transaction_locked+0x87/0xd0 [jbd2]\n"
	  "add_transaction_credits+0xe0/0x2b0 [jbd2]\n" WRITE },
	{ NONE, CLASS_JOURNAL, "a buffer that a commit holds, with a suffix",
	  "bit_wait_io+0x1/0x2\ndo_get_write_access.isra.0+0x276/0x3d0 [jbd2]\n" WRITE },
	{ NONE, CLASS_JOURNAL, "room in XFS's log",
	  "schedule+0x1/0x2\nxlog_grant_head_wait.constprop.0+0x1/0x2 [xfs]\n"
	  "xfs_trans_reserve+0x1/0x2 [xfs]\nxfs_file_write_iter+0x1/0x2 [xfs]" },
	{ NONE, CLASS_JOURNAL, "btrfs's commit",
	  "schedule+0x1/0x2\nwait_current_trans+0x1/0x2 [btrfs]\nstart_transaction+0x1/0x2" },
	{ NONE, CLASS_BLOCK_LAYER, "blk-wbt",
	  IO "rq_qos_wait+0xbd/0x150\nwbt_wait+0x1/0x2\n__rq_qos_throttle+0x1/0x2\n" WRITE },
	{ NONE, CLASS_BLOCK_LAYER, "io.latency and io.cost",
	  IO "blkcg_maybe_throttle_current+0x1/0x2\nexit_to_user_mode_prepare+0x1/0x2" },
	{ NONE, CLASS_BLOCK_LAYER, "a frozen queue",
	  "schedule+0x1/0x2\n__bio_queue_enter+0x16b/0x280\nblk_mq_submit_bio+0x1/0x2\n" WRITE },
	{ NONE, CLASS_BLOCK_LAYER, "direct I/O",
	  IO "__iomap_dio_rw+0x1/0x2\niomap_dio_rw+0x1/0x2\n" WRITE },
	{ NONE, CLASS_LOCK, "an inode's lock",
	  "schedule+0x1/0x2\nrwsem_down_write_slowpath+0x1/0x2\n" WRITE },
	{ NONE, CLASS_LOCK, "a lock inside the allocator",
	  "schedule+0x1/0x2\n__mutex_lock.constprop.0+0x1/0x2\next4_mb_new_blocks+0x1/0x2" },
	{ NONE, CLASS_LOCK, "a frozen file system",
	  "schedule+0x1/0x2\npercpu_rwsem_wait+0x1/0x2\n__percpu_down_read+0x1/0x2\n" WRITE },
	{ ALLOCATION, CLASS_ALLOCATION, "an allocator without a rule",
	  IO "bit_wait_io+0x1/0x2\n__wait_on_buffer+0x1/0x2\nsomething_new+0x1/0x2" },
	{ NONE, CLASS_ALLOCATION, "a bitmap that is read",
	  IO "ext4_wait_block_bitmap+0x1/0x2 [ext4]\n" WRITE },
	{ NONE, CLASS_ALLOCATION, "XFS's free space",
	  "schedule_timeout+0x1/0x2\nxfs_buf_iowait+0x1/0x2\nxfs_alloc_read_agf+0x1/0x2\n"
	  "xfs_bmapi_write+0x1/0x2" },
	{ NONE, CLASS_RECLAIM, "reclaim without its hook",
	  "schedule_timeout+0x1/0x2\nreclaim_throttle+0x1/0x2\nshrink_node+0x1/0x2\n"
	  "try_to_free_pages+0x1/0x2\n" WRITE },
	{ NONE, CLASS_THROTTLE, "throttling without its hook",
	  "io_schedule_timeout+0x1/0x2\nbalance_dirty_pages+0x1/0x2\n"
	  "balance_dirty_pages_ratelimited_flags+0x1/0x2\n" WRITE },
	{ FSYNC, CLASS_NETWORK, "NFS's commit",
	  "schedule+0x1/0x2\nrpc_wait_bit_killable+0x11/0x70 [sunrpc]\n"
	  "nfs_file_fsync+0x1/0x2 [nfs]\n" VFS_SYNC },
	{ FSYNC, CLASS_NETWORK, "an fsync's pages are under way to NFS's server",
	  PAGE "__filemap_fdatawait_range+0x90/0x120\nfile_write_and_wait_range+0x6f/0x90\n"
	  "nfs_file_fsync+0x94/0x1b0 [nfs]\n__x64_sys_fsync+0x37/0x60" },
	{ NONE, CLASS_NETWORK, "so are those of a close",
	  PAGE "__filemap_fdatawait_range+0x90/0x120\nfilemap_write_and_wait_range+0x1/0x2\n"
	  "nfs_wb_all+0x1/0x2 [nfs]\nfilp_flush+0x1/0x2" },
	{ NONE, CLASS_PAGE_WRITEBACK, "a write meets a page under way to NFS's server",
	  PAGE "nfs_write_begin+0x1/0x2 [nfs]\ngeneric_perform_write+0x1/0x2\n"
	  "nfs_file_write+0x1/0x2 [nfs]" },
	{ FSYNC, CLASS_NETWORK, "an fsync's pages are under way to FUSE's daemon",
	  PAGE "__filemap_fdatawait_range+0x90/0x120\nfile_write_and_wait_range+0x6f/0x90\n"
	  "fuse_fsync+0x1/0x2 [fuse]\n__x64_sys_fsync+0x37/0x60" },
	{ FSYNC, CLASS_JOURNAL, "the pages of btrfs's log",
	  PAGE "__filemap_fdatawait_range+0x90/0x120\nfilemap_fdatawait_range+0xe/0x20\n"
	  "__btrfs_wait_marked_extents.isra.0+0xd1/0x110 [btrfs]\n"
	  "btrfs_wait_tree_log_extents+0x23/0x80 [btrfs]\nbtrfs_sync_log+0x53a/0xb10 [btrfs]\n"
	  "btrfs_sync_file+0x2dd/0x610 [btrfs]\n__x64_sys_fsync+0x37/0x60" },
	{ FSYNC, CLASS_FSYNC, "those of a file, on btrfs",
	  PAGE "__filemap_fdatawait_range+0x90/0x120\nbtrfs_wait_ordered_range+0x1/0x2 [btrfs]\n"
	  "btrfs_sync_file+0x2dd/0x610 [btrfs]\n__x64_sys_fsync+0x37/0x60" },
	{ FSYNC, CLASS_JOURNAL, "XFS's log is written",
	  "schedule+0x5a/0xd0\nxlog_wait_on_iclog+0x16c/0x190 [xfs]\n"
	  "xfs_log_force_seq+0x8d/0x160 [xfs]\n__x64_sys_fsync+0x37/0x60" },
	{ NONE, CLASS_NETWORK, "FUSE's daemon",
	  "schedule+0x1/0x2\nrequest_wait_answer+0x13f/0x220 [fuse]\n"
	  "fuse_simple_request+0x1/0x2 [fuse]" },
	{ NONE, CLASS_OTHER, "a timer", "do_nanosleep+0x1/0x2\nhrtimer_nanosleep+0x1/0x2" },
	{ NONE, CLASS_OTHER, "no stack", NULL },
	{ FSYNC, CLASS_FSYNC, "an fsync without a stack", "" },
	{ 99, CLASS_OTHER, "an activity that is new", "schedule+0x1/0x2" },
};

static void check_waits(void)
{
	enum ledger_class class;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(waits); i++) {
		class = class_of_wait(waits[i].activity, waits[i].frames);
		if (!ok(class == waits[i].class, "%s: %s", waits[i].what,
			class_names[waits[i].class]))
			printf("# it is told to be %s\n", class_names[class]);
	}
}

static void check_names(void)
{
	char name[16];
	const char *next;

	next = frame_name(name, sizeof(name), "a.isra.0.cold+0x1/0x2 [m]\nb+0x3/0x4");
	is_text(name, "a", "a function without what compilers append");
	next = frame_name(name, sizeof(name), next);
	is_text(name, "b", "the next frame");
	ok(!*next, "and no other");
	frame_name(name, sizeof(name), "0xffffffffc0a81234");
	is_text(name, "0xffffffffc0a81", "an address without a name, cut to the room there is");
	frame_name(name, sizeof(name), "a_function_of_a_very_long_name+0x1/0x2");
	ok(strlen(name) == 15, "a long name is cut");
}

static void check_top(void)
{
	static const char stack[] = "__schedule+0x1/0x2\nschedule_timeout+0x1/0x2\n"
				    "xlog_grant_head_wait+0x1/0x2";

	is_text(frames_of_wait(stack), "xlog_grant_head_wait+0x1/0x2",
		"the scheduler's frames are off");
	is_text(frames_of_wait("schedule+0x1/0x2"), "schedule+0x1/0x2",
		"a stack of them alone stays");
}

int main(void)
{
	check_waits();
	check_names();
	check_top();
	return tap_end();
}
