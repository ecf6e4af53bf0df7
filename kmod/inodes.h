/* SPDX-License-Identifier: GPL-2.0-only */
/* The inode table: what was dirtied and written, per (device, ino, generation). */
#ifndef WBTRACE_INODES_H
#define WBTRACE_INODES_H

#include <linux/backing-dev.h>
#include <linux/fs.h>
#include <asm/local64.h>

#include "devices.h"
#include "dirtiers.h"
#include "table.h"
#include "throttle.h"
#include "wbs.h"

struct wbtrace_session;

#define WBTRACE_FS_NAME_BYTES	16

/* Not NULL, so that an inode without a wb does not look like a known one. */
#define WBTRACE_WB_UNKNOWN	((struct bdi_writeback *)-1L)

/**
 * struct wbtrace_inode - row of the inode table
 * @row: head
 * @inode: the inode in memory, NULL once it left; compared by lookups, and
 *	dereferenced only under RCU (it is cleared before the inode is freed)
 * @wb: the inode's i_wb that @wbrow stands for, or WBTRACE_WB_UNKNOWN
 * @wbrow: row of that wb
 * @dirtied_pages: written under the mapping's i_pages lock; in the evicted row
 *	under the table's lock
 * @dirtied_folios: the same
 * @unattached_pages: part of @dirtied_pages not yet counted for a wb, since the
 *	inode had none; written like @dirtied_pages
 * @dirtiers: the tasks that dirtied it
 * @other: 0 for regular files, 1 for the rest
 * @flags: enum wbtrace_row_flags that do not change
 * @write_started_pages: put under writeback
 * @written_pages: whose writeback ended
 * @fate_pages: by enum wbtrace_fate
 * @requeues: times the flusher put it on the waiting list
 * @switches: times it moved to another wb
 * @io: what its pages wrote to devices, by enum wbtrace_inode_io
 * @pass_count: flusher passes
 * @pass_pages: pages submitted by them
 * @pass_ns: time in them
 * @pass_start_ns: start of the pass that runs now; passes exclude each other
 *	(I_SYNC)
 * @dev: s_dev
 * @ino: i_ino
 * @generation: i_generation
 * @fs_name: name of the file system type
 * @key_link: in wbtrace_session.inode_keys, under the table's lock
 * @throttle: decisions about tasks that last dirtied this inode
 */
struct wbtrace_inode {
	struct wbtrace_row row;
	struct inode *inode;
	struct bdi_writeback *wb;
	struct wbtrace_wb *wbrow;
	local64_t dirtied_pages;
	local64_t dirtied_folios;
	local64_t unattached_pages;
	struct wbtrace_dirtiers dirtiers;
	u32 other;
	u32 flags;
	atomic64_t write_started_pages;
	atomic64_t written_pages;
	atomic64_t fate_pages[WBTRACE_FATES];
	atomic_t requeues;
	atomic_t switches;
	struct wbtrace_io_atomic io[WBTRACE_INODE_IOS];
	atomic64_t pass_count;
	atomic64_t pass_pages;
	atomic64_t pass_ns;
	u64 pass_start_ns;
	dev_t dev;
	u64 ino;
	u32 generation;
	char fs_name[WBTRACE_FS_NAME_BYTES];
	struct hlist_node key_link;
	struct wbtrace_throttle throttle;
};

/**
 * struct wbtrace_sb - figures of one super block
 * @dev: s_dev
 * @fs_name: name of the file system type
 * @inodes: rows in the inode table
 * @dirtied_pages: sums over its inodes, as the members of struct wbtrace_inode
 * @write_started_pages: likewise
 * @written_pages: likewise
 * @pass_count: likewise
 * @pass_pages: likewise
 * @pass_ns: likewise
 * @throttle_count: decisions
 * @held_ns: time in the calls that throttled
 */
struct wbtrace_sb {
	dev_t dev;
	char fs_name[WBTRACE_FS_NAME_BYTES];
	u64 inodes;
	u64 dirtied_pages;
	u64 write_started_pages;
	u64 written_pages;
	u64 pass_count;
	u64 pass_pages;
	u64 pass_ns;
	u64 throttle_count;
	u64 held_ns;
};

#define WBTRACE_SBS_MAX	64

/**
 * struct wbtrace_sbs - super blocks of inodes that left the table
 * @rows: by device; the last one also takes those that found no room
 * @count: rows in use
 *
 * Guarded by the inode table's lock.
 */
struct wbtrace_sbs {
	struct wbtrace_sb rows[WBTRACE_SBS_MAX + 1];
	unsigned int count;
};

static inline struct wbtrace_inode *to_wbtrace_inode(struct wbtrace_row *row)
{
	return container_of(row, struct wbtrace_inode, row);
}

/* The wb that the inode is attached to now, NULL before its first dirtying. */
static __always_inline struct bdi_writeback *wbtrace_inode_wb_now(struct inode *inode)
{
#ifdef CONFIG_CGROUP_WRITEBACK
	return READ_ONCE(inode->i_wb);
#else
	return &inode_to_bdi(inode)->wb;
#endif
}

/* Whether the inode's pages count as dirty memory at all (tmpfs's do not). */
static inline bool wbtrace_inode_counts(struct inode *inode)
{
	return inode_to_bdi(inode)->capabilities & BDI_CAP_WRITEBACK;
}

extern const struct wbtrace_table_ops wbtrace_inode_ops;

u32 wbtrace_inode_flags(const struct inode *inode);
struct wbtrace_inode *wbtrace_inode_by_key(struct wbtrace_session *session, dev_t dev, u64 ino,
					   u32 generation);
struct wbtrace_inode *wbtrace_inode_get(struct wbtrace_session *session, struct inode *inode);
struct wbtrace_wb *wbtrace_inode_attach_wb(struct wbtrace_session *session,
					   struct wbtrace_inode *row, struct inode *inode);
void wbtrace_inode_overflow(struct wbtrace_session *session, struct inode *inode,
			    enum wbtrace_stage stage, u64 pages);
void wbtrace_inode_overflow_pass(struct wbtrace_session *session, struct inode *inode, u64 pages);
void wbtrace_inode_gone(struct wbtrace_session *session, struct inode *inode);
void wbtrace_inode_forget_all(struct wbtrace_session *session);
void wbtrace_inode_cut_wbs(struct wbtrace_session *session);
void wbtrace_inode_reset(struct wbtrace_session *session);
void wbtrace_inode_settle(struct wbtrace_session *session);
void wbtrace_inode_count_fate(struct wbtrace_session *session, struct inode *inode,
			      enum wbtrace_fate fate, u64 pages);
void wbtrace_inode_wrote(struct wbtrace_session *session, struct wbtrace_inode *row,
			 enum wbtrace_write_kind kind, const struct wbtrace_io *io);
bool wbtrace_inode_dirty_age(struct wbtrace_inode *row, u64 *age_ns);
int wbtrace_inode_count_pages(struct wbtrace_inode *row, u64 *dirty_pages,
			      u64 *writeback_pages);
char *wbtrace_inode_path(struct wbtrace_inode *row, char *buf, int bytes);
unsigned int wbtrace_sb_collect(struct wbtrace_session *session, struct wbtrace_sbs *sbs);

#endif /* WBTRACE_INODES_H */
