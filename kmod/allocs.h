/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The allocation table: blocks given to inodes, per (device, ino, generation),
 * and the ends of recent allocations, which tell whose blocks lie before whose.
 */
#ifndef WBTRACE_ALLOCS_H
#define WBTRACE_ALLOCS_H

#include <linux/fs.h>
#include <linux/spinlock.h>

#include "inodes.h"
#include "table.h"

struct wbtrace_session;

/* File systems whose allocator is known. ext4 serves ext2 and ext3 too. */
enum wbtrace_alloc_fs {
	WBTRACE_ALLOC_EXT4,
	WBTRACE_ALLOC_XFS,
	WBTRACE_ALLOC_BTRFS,
	WBTRACE_ALLOC_FS,
};

enum wbtrace_alloc_count {
	WBTRACE_ALLOC_REQUESTS,
	WBTRACE_ALLOC_FLUSHER,
	WBTRACE_ALLOC_DATA_BYTES,
	WBTRACE_ALLOC_METADATA_BYTES,
	WBTRACE_ALLOC_NS,
	WBTRACE_ALLOC_MAX_NS,
	WBTRACE_ALLOC_EXTENTS,
	WBTRACE_ALLOC_OUT_OF_ORDER,
	WBTRACE_ALLOC_GOAL_HITS,
	WBTRACE_ALLOC_GOAL_MISSES,
	WBTRACE_ALLOC_GROUPS,
	WBTRACE_ALLOC_INTERLEAVED,
	WBTRACE_ALLOC_RESERVED_BYTES,
	WBTRACE_ALLOC_PREALLOCATED_BYTES,
	WBTRACE_ALLOC_COUNTS,
};

/**
 * struct wbtrace_alloc_sums - what was counted
 * @of: by enum wbtrace_alloc_count; sums but for MAX_NS
 */
struct wbtrace_alloc_sums {
	u64 of[WBTRACE_ALLOC_COUNTS];
};

/* Inodes next to whose blocks allocations landed. */
#define WBTRACE_NEIGHBOURS	4

/**
 * struct wbtrace_neighbour - one of them
 * @ino: i_ino, on the same device; 0 for none
 * @count: allocations that landed behind it
 */
struct wbtrace_neighbour {
	u64 ino;
	u64 count;
};

/**
 * struct wbtrace_alloc - row of the allocation table
 * @row: head
 * @dev: s_dev
 * @generation: i_generation
 * @ino: i_ino
 * @flags: enum wbtrace_row_flags that do not change
 * @fs: enum wbtrace_alloc_fs
 * @fs_name: name of the file system type
 * @sums: all below in this row is guarded by the row's lock
 *	(wbtrace_alloc_tables.locks), in the evicted row too
 * @group: group of the last allocation
 * @has_group: @group holds one
 * @unit_bytes: size of what its file system promises by, 0 for not yet known
 * @file_end: where the last allocation of data ended in the file, bytes
 * @kept_end: what of it stays when preallocation is given back, bytes
 * @device_end: where it ended on the device, bytes; 0 for none yet
 * @highest_end: where the last of the file's blocks ends in it, bytes
 * @neighbours: by whom it is interleaved, those seen first
 */
struct wbtrace_alloc {
	struct wbtrace_row row;
	dev_t dev;
	u32 generation;
	u64 ino;
	u32 flags;
	u32 fs;
	char fs_name[WBTRACE_FS_NAME_BYTES];
	struct wbtrace_alloc_sums sums;
	u32 group;
	bool has_group;
	u32 unit_bytes;
	u64 file_end;
	u64 kept_end;
	u64 device_end;
	u64 highest_end;
	struct wbtrace_neighbour neighbours[WBTRACE_NEIGHBOURS];
};

/* Locks of rows and of ends; each guards every 64th. */
#define WBTRACE_ALLOC_LOCKS	64
/* Ends that are kept. */
#define WBTRACE_ALLOC_ENDS_SHIFT	12
#define WBTRACE_ALLOC_ENDS	BIT(WBTRACE_ALLOC_ENDS_SHIFT)

/**
 * struct wbtrace_alloc_end - where a recent allocation ended
 * @at: on the device, bytes
 * @ino: whose
 * @ns: when
 * @dev: s_dev; 0 for none
 */
struct wbtrace_alloc_end {
	u64 at;
	u64 ino;
	u64 ns;
	dev_t dev;
};

/**
 * struct wbtrace_alloc_tables - what a session keeps of allocations
 * @rows: struct wbtrace_alloc, hashed by device and ino
 * @ends: WBTRACE_ALLOC_ENDS of them, hashed by device and address; the newer one
 *	takes the slot of the older
 * @row_locks: guard rows; taken with interrupts off, under the table's lock or
 *	alone
 * @end_locks: guard ends; a leaf, taken with interrupts off
 */
struct wbtrace_alloc_tables {
	struct wbtrace_table rows;
	struct wbtrace_alloc_end *ends;
	raw_spinlock_t row_locks[WBTRACE_ALLOC_LOCKS];
	raw_spinlock_t end_locks[WBTRACE_ALLOC_LOCKS];
};

/**
 * struct wbtrace_allocation - one return of an allocator
 * @fs: whose
 * @inode: for which inode; the caller keeps it from being freed
 * @data: the blocks hold file data
 * @file_at: offset in the file, bytes
 * @file_bytes: bytes of the file that it holds
 * @device_at: address on the device, bytes
 * @bytes: bytes on the device; 0 when it failed
 * @kept_bytes: part of @file_bytes up to the end of the file
 * @ns: time it took
 * @group: block group or allocation group
 * @has_group: @group holds one
 * @has_goal: it had a wish
 * @hit: it got what it wished for
 */
struct wbtrace_allocation {
	enum wbtrace_alloc_fs fs;
	struct inode *inode;
	bool data;
	u64 file_at;
	u64 file_bytes;
	u64 device_at;
	u64 bytes;
	u64 kept_bytes;
	u64 ns;
	u32 group;
	bool has_group;
	bool has_goal;
	bool hit;
};

static inline struct wbtrace_alloc *to_wbtrace_alloc(struct wbtrace_row *row)
{
	return container_of(row, struct wbtrace_alloc, row);
}

int wbtrace_alloc_init(struct wbtrace_alloc_tables *tables, unsigned int capacity);
void wbtrace_alloc_free(struct wbtrace_alloc_tables *tables);
void wbtrace_alloc_reset(struct wbtrace_alloc_tables *tables);
void wbtrace_alloc_add(struct wbtrace_alloc_sums *to, const struct wbtrace_alloc_sums *from);
void wbtrace_alloc_count(struct wbtrace_session *session,
			 const struct wbtrace_allocation *allocation,
			 struct wbtrace_alloc_sums *sums);
void wbtrace_alloc_count_evicted(struct wbtrace_session *session,
				 const struct wbtrace_alloc_sums *sums);
u32 wbtrace_alloc_unit_bytes(struct wbtrace_session *session, enum wbtrace_alloc_fs fs,
			     struct inode *inode);
void wbtrace_alloc_set_unit_bytes(struct wbtrace_session *session, struct inode *inode,
				  u32 bytes);
void wbtrace_alloc_reserve(struct wbtrace_session *session, enum wbtrace_alloc_fs fs,
			   struct inode *inode, u64 bytes);
void wbtrace_alloc_count_task(struct wbtrace_session *session,
			      const struct wbtrace_alloc_sums *sums);
void wbtrace_alloc_read(struct wbtrace_session *session, const struct wbtrace_alloc *row,
			struct wbtrace_alloc *copy);

#endif /* WBTRACE_ALLOCS_H */
