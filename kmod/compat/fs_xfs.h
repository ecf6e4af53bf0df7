/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * xfs: what its allocator is called with. All of it is private to fs/xfs, and
 * so mirrored here; BTF of 6.1, 6.12, 7.2 and 7.3 read, the same in all.
 */
#ifndef WBTRACE_FS_XFS_H
#define WBTRACE_FS_XFS_H

#include <linux/build_bug.h>
#include <linux/fs.h>

/* xfs_bmapi_t: which fork, and that the blocks hold metadata. */
#define WBTRACE_XFS_BMAPI_METADATA	BIT(1)
#define WBTRACE_XFS_BMAPI_ATTRFORK	BIT(2)

/* NULLFSBLOCK. */
#define WBTRACE_XFS_NO_BLOCK		(~0ULL)

/* struct xfs_bmbt_irec: an extent. */
struct wbtrace_xfs_irec_layout {
	u64 startoff;
	u64 startblock;
	u64 blockcount;
	u32 state;
};

/* struct xfs_bmalloca: what xfs_bmap_btalloc() is asked for and then got. */
struct wbtrace_xfs_request_layout {
	void *tp;
	void *ip;
	struct wbtrace_xfs_irec_layout prev;
	struct wbtrace_xfs_irec_layout got;
	u64 offset;
	u32 length;
	u64 block;
	void *cursor;
	void *iext_cursor[2];
	int allocs;
	int log_flags;
	u32 total;
	u32 min_len;
	u32 min_left;
	bool eof;
	bool was_delayed;
	bool at_eof;
	bool conversion;
	int data_type;
	u32 flags;
};

static_assert(offsetof(struct wbtrace_xfs_request_layout, offset) == 80 &&
	      offsetof(struct wbtrace_xfs_request_layout, was_delayed) == 149 &&
	      offsetof(struct wbtrace_xfs_request_layout, flags) == 156);

/**
 * struct wbtrace_xfs_owner - whose request it is
 * @inode: the VFS inode
 * @ag_shift: an fsblock shifted right by it is the allocation group
 */
struct wbtrace_xfs_owner {
	struct inode *inode;
	u8 ag_shift;
};

bool wbtrace_xfs_read_owner(struct wbtrace_xfs_owner *owner, const void *ip);
bool wbtrace_xfs_read_request(struct wbtrace_xfs_request_layout *copy, const void *request);
bool wbtrace_xfs_read_delayed(struct wbtrace_xfs_irec_layout *copy, const void *extent);

#endif /* WBTRACE_FS_XFS_H */
