// SPDX-License-Identifier: GPL-2.0-only
/* btrfs: its inodes and ordered extents. */

#include <linux/magic.h>
#include <linux/uaccess.h>

#include "embedded.h"
#include "fs_btrfs.h"

/* Type of the item that describes an extent, as btrfs_reserve_extent() sets it. */
#define EXTENT_ITEM	BTRFS_EXTENT_ITEM_KEY

static struct wbtrace_embedded inode_at;

/**
 * wbtrace_btrfs_inode - the VFS inode of a struct btrfs_inode
 * @inode: the kernel's own
 *
 * Context: any; reads that could fault are caught.
 *
 * Return: the inode, or NULL when the layout is another.
 */
struct inode *wbtrace_btrfs_inode(const void *inode)
{
	return wbtrace_embedded_inode(&inode_at, inode, BTRFS_SUPER_MAGIC);
}

/**
 * wbtrace_btrfs_read_ordered - look at a struct btrfs_ordered_extent
 * @copy: filled in
 * @ordered: the kernel's own
 *
 * Context: any; reads that could fault are caught.
 *
 * Return: whether it is what the layout says it is.
 */
bool wbtrace_btrfs_read_ordered(struct wbtrace_btrfs_ordered_layout *copy, const void *ordered)
{
	if (copy_from_kernel_nofault(copy, ordered, sizeof(*copy)))
		return false;
	/* Sectors have 512 bytes at least, and a file fits into its extents. */
	return copy->num_bytes && copy->disk_num_bytes && copy->num_bytes <= copy->ram_bytes &&
	       !((copy->file_offset | copy->num_bytes | copy->disk_bytenr |
		  copy->disk_num_bytes) % 512);
}

/**
 * wbtrace_btrfs_read_key - look at what btrfs_reserve_extent() gave
 * @copy: filled in: address and bytes
 * @key: its argument
 *
 * Context: any; reads that could fault are caught.
 *
 * Return: whether it is the key of an extent.
 */
bool wbtrace_btrfs_read_key(struct btrfs_key *copy, const void *key)
{
	return !copy_from_kernel_nofault(copy, key, sizeof(*copy)) &&
	       copy->type == EXTENT_ITEM && copy->offset && !(copy->offset % 512);
}
