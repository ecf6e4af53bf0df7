// SPDX-License-Identifier: GPL-2.0-only
/* xfs: its inodes and its super block in memory. */

#include <linux/uaccess.h>

#include "embedded.h"
#include "fs_xfs.h"

/* s_magic of its super blocks; "XFSB", as sb_magicnum too. */
#define XFS_MAGIC	0x58465342

/*
 * struct xfs_inode begins with the pointer to struct xfs_mount, and that with
 * struct xfs_sb (BTF of 6.1, 6.12, 7.2 and 7.3 read).
 */
#define SB_AGBLKLOG_OFFSET	124

/* STARTBLOCKMASK: a delayed extent has no block but these bits. */
#define DELAYED_MASK		(((1ULL << 35) - 1) << 17)

static struct wbtrace_embedded inode_at;

/**
 * wbtrace_xfs_read_owner - look at a struct xfs_inode
 * @owner: filled in
 * @ip: the kernel's own
 *
 * Context: any; reads that could fault are caught.
 *
 * Return: whether it is what the layout says it is.
 */
bool wbtrace_xfs_read_owner(struct wbtrace_xfs_owner *owner, const void *ip)
{
	const void *mount;
	u32 magic;

	owner->inode = wbtrace_embedded_inode(&inode_at, ip, XFS_MAGIC);
	return owner->inode &&
	       !get_kernel_nofault(mount, (const void **)ip) &&
	       !get_kernel_nofault(magic, (const u32 *)mount) && magic == XFS_MAGIC &&
	       !get_kernel_nofault(owner->ag_shift, (const u8 *)(mount + SB_AGBLKLOG_OFFSET)) &&
	       owner->ag_shift && owner->ag_shift < 32;
}

/**
 * wbtrace_xfs_read_request - look at a struct xfs_bmalloca
 * @copy: filled in
 * @request: the kernel's own
 *
 * Context: any; reads that could fault are caught. Who owns it is to be looked at
 * with wbtrace_xfs_read_owner().
 *
 * Return: whether it could be read.
 */
bool wbtrace_xfs_read_request(struct wbtrace_xfs_request_layout *copy, const void *request)
{
	return !copy_from_kernel_nofault(copy, request, sizeof(*copy));
}

/**
 * wbtrace_xfs_read_delayed - look at a struct xfs_bmbt_irec without blocks
 * @copy: filled in
 * @extent: the kernel's own
 *
 * Context: any; reads that could fault are caught.
 *
 * Return: whether it is one that waits for its blocks.
 */
bool wbtrace_xfs_read_delayed(struct wbtrace_xfs_irec_layout *copy, const void *extent)
{
	return !copy_from_kernel_nofault(copy, extent, sizeof(*copy)) &&
	       (copy->startblock & DELAYED_MASK) == DELAYED_MASK;
}
