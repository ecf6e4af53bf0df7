/* SPDX-License-Identifier: GPL-2.0-only */
/* btrfs: ordered extents, whose structure is private to fs/btrfs. */
#ifndef WBTRACE_FS_BTRFS_H
#define WBTRACE_FS_BTRFS_H

#include <linux/btrfs_tree.h>
#include <linux/fs.h>
/* A macro of this name is in trace/events/ext4.h too. */
#undef show_map_flags
#include <trace/events/btrfs.h>
#undef show_map_flags

/*
 * The first members of struct btrfs_ordered_extent; BTF of 6.1, 6.12, 7.2 and
 * 7.3 read, the same in all.
 */
struct wbtrace_btrfs_ordered_layout {
	u64 file_offset;
	u64 num_bytes;
	u64 ram_bytes;
	u64 disk_bytenr;
	u64 disk_num_bytes;
};

/* Arguments of btrfs_reserve_extent() beyond those in registers. */
#define WBTRACE_BTRFS_RESERVE_KEY	6
#define WBTRACE_BTRFS_RESERVE_IS_DATA	7

struct inode *wbtrace_btrfs_inode(const void *inode);
bool wbtrace_btrfs_read_ordered(struct wbtrace_btrfs_ordered_layout *copy, const void *ordered);
bool wbtrace_btrfs_read_key(struct btrfs_key *copy, const void *key);

#endif /* WBTRACE_FS_BTRFS_H */
