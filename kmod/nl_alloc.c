// SPDX-License-Identifier: GPL-2.0-only
/* Block allocation as netlink attributes, of inodes and of tasks. */

#include <linux/wbtrace.h>

#include "hook.h"
#include "nl_fill.h"

/* What is measured or not by itself. */
#define GIVES_BLOCKS	BIT(0)
#define GIVES_METADATA	BIT(1)
#define GIVES_GOAL	BIT(2)
#define GIVES_GROUP	BIT(3)
#define GIVES_RESERVED	BIT(4)
#define GIVES_BEYOND	BIT(5)

static const struct {
	u8 attr;
	u8 count;
	u8 needs;
} attrs[] = {
	{ WBTRACE_A_ALLOC_REQUEST_COUNT, WBTRACE_ALLOC_REQUESTS, GIVES_BLOCKS },
	{ WBTRACE_A_ALLOC_FLUSHER_COUNT, WBTRACE_ALLOC_FLUSHER, GIVES_BLOCKS },
	{ WBTRACE_A_ALLOC_ALLOCATED_BYTES, WBTRACE_ALLOC_DATA_BYTES, GIVES_BLOCKS },
	{ WBTRACE_A_ALLOC_METADATA_BYTES, WBTRACE_ALLOC_METADATA_BYTES, GIVES_METADATA },
	{ WBTRACE_A_ALLOC_TIME_NS, WBTRACE_ALLOC_NS, GIVES_BLOCKS },
	{ WBTRACE_A_ALLOC_MAX_NS, WBTRACE_ALLOC_MAX_NS, GIVES_BLOCKS },
	{ WBTRACE_A_ALLOC_EXTENT_COUNT, WBTRACE_ALLOC_EXTENTS, GIVES_BLOCKS },
	{ WBTRACE_A_ALLOC_OUT_OF_ORDER_COUNT, WBTRACE_ALLOC_OUT_OF_ORDER, GIVES_BLOCKS },
	{ WBTRACE_A_ALLOC_GOAL_HIT_COUNT, WBTRACE_ALLOC_GOAL_HITS, GIVES_GOAL },
	{ WBTRACE_A_ALLOC_GOAL_MISS_COUNT, WBTRACE_ALLOC_GOAL_MISSES, GIVES_GOAL },
	{ WBTRACE_A_ALLOC_GROUP_COUNT, WBTRACE_ALLOC_GROUPS, GIVES_GROUP },
	{ WBTRACE_A_ALLOC_INTERLEAVED_COUNT, WBTRACE_ALLOC_INTERLEAVED, GIVES_BLOCKS },
	{ WBTRACE_A_ALLOC_RESERVED_BYTES, WBTRACE_ALLOC_RESERVED_BYTES, GIVES_RESERVED },
	{ WBTRACE_A_ALLOC_PREALLOCATED_BYTES, WBTRACE_ALLOC_PREALLOCATED_BYTES, GIVES_BEYOND },
};

static bool measured(const struct wbtrace_session *session, enum wbtrace_hook_id id)
{
	return READ_ONCE(session->measured) & BIT(id);
}

static u32 fs_gives(const struct wbtrace_session *session, enum wbtrace_alloc_fs fs)
{
	u32 gives = 0;

	switch (fs) {
	case WBTRACE_ALLOC_EXT4:
		if (measured(session, WBTRACE_HOOK_EXT4_NEW_BLOCKS))
			gives = GIVES_BLOCKS | GIVES_METADATA | GIVES_GOAL | GIVES_GROUP;
		if (measured(session, WBTRACE_HOOK_EXT4_DA_RESERVE))
			gives |= GIVES_RESERVED;
		break;
	case WBTRACE_ALLOC_XFS:
		if (measured(session, WBTRACE_HOOK_XFS_BTALLOC))
			gives = GIVES_BLOCKS | GIVES_METADATA | GIVES_GROUP | GIVES_BEYOND;
		if (measured(session, WBTRACE_HOOK_XFS_RESERVE))
			gives |= GIVES_RESERVED;
		break;
	default:
		/* Which inode a tree's blocks are for is not told. */
		if (measured(session, WBTRACE_HOOK_BTRFS_RESERVE_EXTENT) &&
		    measured(session, WBTRACE_HOOK_BTRFS_ORDERED_ADD))
			gives = GIVES_BLOCKS;
	}
	return gives;
}

static u32 any_gives(const struct wbtrace_session *session)
{
	u32 fs, gives = 0;

	for (fs = 0; fs < WBTRACE_ALLOC_FS; fs++)
		gives |= fs_gives(session, fs);
	return gives;
}

static int put_sums(struct sk_buff *skb, const struct wbtrace_alloc_sums *sums, u32 gives)
{
	int i, err = 0;

	for (i = 0; i < ARRAY_SIZE(attrs) && !err; i++)
		if (attrs[i].needs & gives)
			err = wbtrace_fill_uint(skb, attrs[i].attr,
						READ_ONCE(sums->of[attrs[i].count]));
	return err;
}

static int put_neighbours(struct sk_buff *skb, const struct wbtrace_alloc *alloc)
{
	int i;

	for (i = 0; i < WBTRACE_NEIGHBOURS && alloc->neighbours[i].ino; i++) {
		const struct wbtrace_neighbour *neighbour = &alloc->neighbours[i];
		struct nlattr *nest = nla_nest_start(skb, WBTRACE_A_ALLOC_NEIGHBOUR);

		if (!nest || nla_put(skb, WBTRACE_A_NEIGHBOUR_INO, sizeof(neighbour->ino),
				     &neighbour->ino) ||
		    wbtrace_fill_uint(skb, WBTRACE_A_NEIGHBOUR_COUNT, neighbour->count))
			return -EMSGSIZE;
		nla_nest_end(skb, nest);
	}
	return 0;
}

static int put_key(struct sk_buff *skb, const struct wbtrace_alloc *alloc, u32 flags)
{
	if (nla_put_u32(skb, WBTRACE_A_ALLOC_DEV, alloc->dev) ||
	    nla_put(skb, WBTRACE_A_ALLOC_INO, sizeof(alloc->ino), &alloc->ino) ||
	    nla_put_u32(skb, WBTRACE_A_ALLOC_GENERATION, alloc->generation) ||
	    nla_put_u32(skb, WBTRACE_A_ALLOC_FLAGS, flags) ||
	    nla_put_string(skb, WBTRACE_A_ALLOC_FS_TYPE, alloc->fs_name))
		return -EMSGSIZE;
	return 0;
}

static int put_path(struct sk_buff *skb, const struct wbtrace_fill *fill,
		    struct wbtrace_inode *inode, const struct wbtrace_alloc *alloc)
{
	char *path = fill->path ? wbtrace_inode_path(inode, fill->path, fill->path_bytes) : NULL;

	/* The row may have become another inode's meanwhile. */
	if (!path || inode->dev != alloc->dev || inode->ino != alloc->ino)
		return 0;
	return nla_put_string(skb, WBTRACE_A_ALLOC_PATH, path);
}

/* What the inode table knows of it beside: whether it is in memory, and a path. */
static int put_inode(struct sk_buff *skb, const struct wbtrace_fill *fill,
		     const struct wbtrace_alloc *alloc)
{
	struct wbtrace_inode *inode;
	u32 flags = alloc->flags;

	inode = wbtrace_inode_by_key(fill->session, alloc->dev, alloc->ino, alloc->generation);
	if (inode && !READ_ONCE(inode->inode))
		flags |= WBTRACE_ROW_FLAGS_GONE;
	if (put_key(skb, alloc, flags))
		return -EMSGSIZE;
	return inode ? put_path(skb, fill, inode, alloc) : 0;
}

/**
 * wbtrace_fill_alloc - put a row of the allocation table
 * @skb: message
 * @fill: how
 * @row: the row
 *
 * Context: process, may sleep.
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_alloc(struct sk_buff *skb, const struct wbtrace_fill *fill,
		       struct wbtrace_row *row)
{
	struct wbtrace_alloc alloc;
	u32 gives;

	wbtrace_alloc_read(fill->session, to_wbtrace_alloc(row), &alloc);
	if (alloc.row.state == WBTRACE_ROW_EVICTED) {
		if (nla_put_u32(skb, WBTRACE_A_ALLOC_FLAGS, WBTRACE_ROW_FLAGS_EVICTED))
			return -EMSGSIZE;
		return put_sums(skb, &alloc.sums, any_gives(fill->session));
	}
	gives = fs_gives(fill->session, alloc.fs);
	if (put_inode(skb, fill, &alloc) || put_sums(skb, &alloc.sums, gives))
		return -EMSGSIZE;
	if (gives & GIVES_GROUP && alloc.has_group &&
	    wbtrace_fill_uint(skb, WBTRACE_A_ALLOC_LAST_GROUP, alloc.group))
		return -EMSGSIZE;
	return gives & GIVES_BLOCKS ? put_neighbours(skb, &alloc) : 0;
}

/**
 * wbtrace_fill_task_alloc - put what was allocated in a task's context
 * @skb: message
 * @session: where it is
 * @task: row of the task
 *
 * Context: process.
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_task_alloc(struct sk_buff *skb, const struct wbtrace_session *session,
			    const struct wbtrace_task *task)
{
	/* A task writes to many files: a change of group says nothing. */
	u32 gives = any_gives(session) & ~GIVES_GROUP;
	struct nlattr *nest;

	if (!gives)
		return 0;
	nest = nla_nest_start(skb, WBTRACE_A_TASK_ALLOC);
	if (!nest || put_sums(skb, &task->alloc, gives))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}
