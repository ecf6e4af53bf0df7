/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ext4 (which also serves ext2 and ext3): prototypes of its tracepoints where
 * they differ, the request to its block allocator, and what its super block on
 * disk says.
 */
#ifndef WBTRACE_FS_EXT4_H
#define WBTRACE_FS_EXT4_H

#include <linux/build_bug.h>
#include <linux/fs.h>
#include <linux/jbd2.h>

/* What trace/events/ext4.h takes from fs/ext4/ext4.h. */
typedef unsigned long long ext4_fsblk_t;
typedef __u32 ext4_lblk_t;
typedef int ext4_grpblk_t;
typedef unsigned int ext4_group_t;
#include <trace/events/ext4.h>

/* 6.2 and later pass how many clusters; before, it is always one. */
#ifdef WBTRACE_HAVE_EXT4_NR_RESV
#define WBTRACE_EXT4_DA_RESERVE_PROTO	void *data, struct inode *inode, int nr_resv
#define WBTRACE_EXT4_DA_RESERVE_COUNT	nr_resv
#else
#define WBTRACE_EXT4_DA_RESERVE_PROTO	void *data, struct inode *inode
#define WBTRACE_EXT4_DA_RESERVE_COUNT	1
#endif

/* Of fs/ext4/ext4.h: the call may allocate. Same from 6.1 to 7.3. */
#define WBTRACE_EXT4_GET_BLOCKS_CREATE	0x0001
/* The same: the request is for a regular file's data. */
#define WBTRACE_EXT4_MB_HINT_DATA	0x0020

/*
 * struct ext4_allocation_request, which ext4_mb_new_blocks() takes. It has been
 * this since 6.1 (BTF of 6.1, 6.12, 7.2 and 7.3 read).
 */
struct wbtrace_ext4_request_layout {
	struct inode *inode;
	u32 len;
	u32 logical;
	u32 lleft;
	u32 lright;
	u64 goal;
	u64 pleft;
	u64 pright;
	u32 flags;
};

static_assert(offsetof(struct wbtrace_ext4_request_layout, goal) == 24 &&
	      offsetof(struct wbtrace_ext4_request_layout, flags) == 48);

/**
 * struct wbtrace_ext4_geometry - what the super block on disk says
 * @cluster_bytes: unit of allocation; the block but with bigalloc
 * @first_block: block where group 0 begins
 * @group_blocks: blocks of a group
 */
struct wbtrace_ext4_geometry {
	u64 cluster_bytes;
	u64 first_block;
	u32 group_blocks;
};

bool wbtrace_ext4_read_request(struct wbtrace_ext4_request_layout *copy, const void *request);
bool wbtrace_ext4_read_geometry(struct wbtrace_ext4_geometry *geometry,
				const struct super_block *sb);

#endif /* WBTRACE_FS_EXT4_H */
