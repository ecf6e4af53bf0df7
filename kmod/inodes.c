// SPDX-License-Identifier: GPL-2.0-only
/* The inode table: what was dirtied and written, per (device, ino, generation). */

#include <linux/dcache.h>
#include <linux/magic.h>
#include <linux/math64.h>
#include <linux/pagemap.h>
#include <linux/wbtrace.h>

#include "compat/compat.h"
#include "session.h"

static struct wbtrace_session *session_of(struct wbtrace_table *table)
{
	return container_of(table, struct wbtrace_session, inodes);
}

static struct hlist_head *key_bucket(struct wbtrace_session *session, dev_t dev, u64 ino)
{
	u64 key = ino ^ ((u64)dev << 32);

	return &session->inode_keys[wbtrace_table_hash(&session->inodes, key)];
}

static void sb_add(struct wbtrace_sb *sb, const struct wbtrace_inode *row, bool listed)
{
	sb->inodes += listed;
	sb->dirtied_pages += local64_read(&row->dirtied_pages);
	sb->write_started_pages += atomic64_read(&row->write_started_pages);
	sb->written_pages += atomic64_read(&row->written_pages);
	sb->pass_count += atomic64_read(&row->pass_count);
	sb->pass_pages += atomic64_read(&row->pass_pages);
	sb->pass_ns += atomic64_read(&row->pass_ns);
	sb->throttle_count += atomic64_read(&row->throttle.count);
	sb->held_ns += atomic64_read(&row->throttle.held_ns);
}

static struct wbtrace_sb *sb_find(struct wbtrace_sbs *sbs, dev_t dev, const char *fs_name)
{
	struct wbtrace_sb *sb;
	unsigned int i;

	for (i = 0; i < sbs->count; i++)
		if (sbs->rows[i].dev == dev)
			return &sbs->rows[i];
	if (sbs->count == WBTRACE_SBS_MAX)
		return &sbs->rows[WBTRACE_SBS_MAX];
	sb = &sbs->rows[sbs->count++];
	sb->dev = dev;
	strscpy(sb->fs_name, fs_name, sizeof(sb->fs_name));
	return sb;
}

/* clear_inode() will not find the row, so it must not point to the inode. */
static void inode_unlink(struct wbtrace_row *row)
{
	hlist_del_init(&to_wbtrace_inode(row)->key_link);
	WRITE_ONCE(to_wbtrace_inode(row)->inode, NULL);
}

static bool holds_metadata(const struct wbtrace_inode *row)
{
	return row->flags & (WBTRACE_ROW_FLAGS_BLOCK_DEVICE | WBTRACE_ROW_FLAGS_METADATA);
}

static void fold_fates(struct wbtrace_session *session, struct wbtrace_inode *to,
		       const struct wbtrace_inode *from)
{
	int i;

	for (i = 0; i < WBTRACE_FATES; i++)
		atomic64_add(atomic64_read(&from->fate_pages[i]), &to->fate_pages[i]);
	atomic_add(atomic_read(&from->requeues), &to->requeues);
	atomic_add(atomic_read(&from->switches), &to->switches);
	wbtrace_io_fold(holds_metadata(from) ? &session->evicted_metadata :
					       &to->io[WBTRACE_IO_OWN],
			&from->io[WBTRACE_IO_OWN]);
	wbtrace_io_fold(&to->io[WBTRACE_IO_JOURNAL], &from->io[WBTRACE_IO_JOURNAL]);
}

static void inode_fold(struct wbtrace_table *table, struct wbtrace_row *row)
{
	struct wbtrace_inode *to = to_wbtrace_inode(wbtrace_table_evicted(table));
	struct wbtrace_inode *from = to_wbtrace_inode(row);
	struct wbtrace_sbs *sbs = &session_of(table)->sbs;

	if (local64_read(&from->unattached_pages))
		wbtrace_wb_count(session_of(table), NULL, WBTRACE_DIRTIED,
				 local64_read(&from->unattached_pages));
	local64_add(local64_read(&from->dirtied_pages), &to->dirtied_pages);
	local64_add(local64_read(&from->dirtied_folios), &to->dirtied_folios);
	atomic64_add(atomic64_read(&from->write_started_pages), &to->write_started_pages);
	atomic64_add(atomic64_read(&from->written_pages), &to->written_pages);
	atomic64_add(atomic64_read(&from->pass_count), &to->pass_count);
	atomic64_add(atomic64_read(&from->pass_pages), &to->pass_pages);
	atomic64_add(atomic64_read(&from->pass_ns), &to->pass_ns);
	fold_fates(session_of(table), to, from);
	wbtrace_throttle_fold(&to->throttle, &from->throttle);
	sb_add(sb_find(sbs, from->dev, from->fs_name), from, false);
}

const struct wbtrace_table_ops wbtrace_inode_ops = {
	.unlink	= inode_unlink,
	.fold	= inode_fold,
};

/**
 * wbtrace_inode_flags - what an inode is, if it holds no file's data
 * @inode: the inode
 *
 * Return: enum wbtrace_row_flags.
 */
u32 wbtrace_inode_flags(const struct inode *inode)
{
	if (S_ISBLK(inode->i_mode))
		return WBTRACE_ROW_FLAGS_BLOCK_DEVICE;
	/* btrfs keeps its trees in an inode that no directory names. */
	if (inode->i_sb->s_magic == BTRFS_SUPER_MAGIC && inode->i_ino == 1)
		return WBTRACE_ROW_FLAGS_METADATA;
	return 0;
}

static void inode_fill(struct wbtrace_session *session, struct wbtrace_inode *row,
		       const struct inode *inode)
{
	row->dev = inode->i_sb->s_dev;
	row->ino = inode->i_ino;
	row->generation = inode->i_generation;
	row->other = !S_ISREG(inode->i_mode);
	row->flags = wbtrace_inode_flags(inode);
	row->wb = WBTRACE_WB_UNKNOWN;
	strscpy(row->fs_name, inode->i_sb->s_type->name, sizeof(row->fs_name));
	hlist_add_head(&row->key_link, key_bucket(session, row->dev, row->ino));
}

/*
 * A row whose inode left memory and now is back. Inodes of two btrfs
 * subvolumes can share device, number and generation: while both are in memory
 * each has a row of its own.
 */
static struct wbtrace_inode *find_gone(struct wbtrace_session *session, const struct inode *inode)
{
	dev_t dev = inode->i_sb->s_dev;
	struct wbtrace_inode *row;

	hlist_for_each_entry(row, key_bucket(session, dev, inode->i_ino), key_link)
		if (!row->inode && row->dev == dev && row->ino == inode->i_ino &&
		    row->generation == inode->i_generation)
			return row;
	return NULL;
}

/**
 * wbtrace_inode_by_key - a row by what names an inode
 * @session: the session
 * @dev: s_dev
 * @ino: i_ino
 * @generation: i_generation
 *
 * Context: process. The row may be another's by the time it is looked at.
 *
 * Return: the row, of an inode in memory if there is one, or NULL.
 */
struct wbtrace_inode *wbtrace_inode_by_key(struct wbtrace_session *session, dev_t dev, u64 ino,
					   u32 generation)
{
	struct wbtrace_inode *row, *found = NULL;
	unsigned long flags;

	raw_spin_lock_irqsave(&session->inodes.lock, flags);
	hlist_for_each_entry(row, key_bucket(session, dev, ino), key_link)
		if (row->dev == dev && row->ino == ino && row->generation == generation &&
		    (!found || row->inode))
			found = row;
	raw_spin_unlock_irqrestore(&session->inodes.lock, flags);
	return found;
}

static struct wbtrace_inode *find_or_take(struct wbtrace_session *session, struct inode *inode)
{
	struct wbtrace_inode *row = wbtrace_inode_find(session, inode);
	struct wbtrace_row *taken;

	if (row)
		return row;
	row = find_gone(session, inode);
	if (!row) {
		if (!session->track_inodes)
			return NULL;
		taken = wbtrace_table_take(&session->inodes);
		if (!taken)
			return NULL;
		row = to_wbtrace_inode(taken);
		inode_fill(session, row, inode);
	}
	row->inode = inode;
	wbtrace_table_link(&session->inodes, &row->row,
			   wbtrace_table_hash(&session->inodes, (unsigned long)inode));
	return row;
}

/**
 * wbtrace_inode_get - the row of an inode, made if there is none
 * @session: the session
 * @inode: an inode that the caller keeps from being freed
 *
 * Context: any but NMI, preemption off; the row stays while it is.
 *
 * Return: the row, or NULL when the table is full.
 */
struct wbtrace_inode *wbtrace_inode_get(struct wbtrace_session *session, struct inode *inode)
{
	struct wbtrace_inode *row = wbtrace_inode_find(session, inode);
	unsigned long flags;

	if (row)
		return row;
	raw_spin_lock_irqsave(&session->inodes.lock, flags);
	row = find_or_take(session, inode);
	raw_spin_unlock_irqrestore(&session->inodes.lock, flags);
	return row;
}

/**
 * wbtrace_inode_overflow - count pages of an inode that found no row
 * @session: the session
 * @inode: the inode
 * @stage: what happened to the pages
 * @pages: how many; one folio
 *
 * They go to the evicted row and to the inode's super block.
 * Context: any but NMI.
 */
void wbtrace_inode_overflow(struct wbtrace_session *session, struct inode *inode,
			    enum wbtrace_stage stage, u64 pages)
{
	struct wbtrace_inode *row = to_wbtrace_inode(wbtrace_table_evicted(&session->inodes));
	struct wbtrace_sb *sb;
	unsigned long flags;

	raw_spin_lock_irqsave(&session->inodes.lock, flags);
	sb = sb_find(&session->sbs, inode->i_sb->s_dev, inode->i_sb->s_type->name);
	if (stage == WBTRACE_DIRTIED) {
		local64_add(pages, &row->dirtied_pages);
		local64_inc(&row->dirtied_folios);
		sb->dirtied_pages += pages;
	} else if (stage == WBTRACE_WRITE_STARTED) {
		atomic64_add(pages, &row->write_started_pages);
		sb->write_started_pages += pages;
	} else {
		atomic64_add(pages, &row->written_pages);
		sb->written_pages += pages;
	}
	raw_spin_unlock_irqrestore(&session->inodes.lock, flags);
}

/**
 * wbtrace_inode_overflow_pass - count a pass over an inode that found no row
 * @session: the session
 * @inode: the inode
 * @pages: pages submitted
 *
 * Context: any but NMI.
 */
void wbtrace_inode_overflow_pass(struct wbtrace_session *session, struct inode *inode, u64 pages)
{
	struct wbtrace_inode *row = to_wbtrace_inode(wbtrace_table_evicted(&session->inodes));
	struct wbtrace_sb *sb;
	unsigned long flags;

	raw_spin_lock_irqsave(&session->inodes.lock, flags);
	sb = sb_find(&session->sbs, inode->i_sb->s_dev, inode->i_sb->s_type->name);
	atomic64_inc(&row->pass_count);
	atomic64_add(pages, &row->pass_pages);
	sb->pass_count++;
	sb->pass_pages += pages;
	raw_spin_unlock_irqrestore(&session->inodes.lock, flags);
}

/* Bytes dirtied before the inode had a wb belong to the one that it got. */
static void settle_unattached(struct wbtrace_session *session, struct wbtrace_inode *row,
			      struct wbtrace_wb *wbrow)
{
	u64 pages = local64_xchg(&row->unattached_pages, 0);

	if (pages)
		wbtrace_wb_count(session, wbrow, WBTRACE_DIRTIED, pages);
}

/**
 * wbtrace_inode_attach_wb - bring a row's wb up to date
 * @session: the session
 * @row: its row
 * @inode: the inode
 *
 * Context: any but NMI, preemption off.
 *
 * Return: the row of the wb that the inode is attached to now, or NULL when it
 * has none or the wb table is full.
 */
struct wbtrace_wb *wbtrace_inode_attach_wb(struct wbtrace_session *session,
					   struct wbtrace_inode *row, struct inode *inode)
{
	struct bdi_writeback *wb = wbtrace_inode_wb_now(inode);
	struct wbtrace_wb *wbrow;
	unsigned long flags;

	if (!wb)
		return NULL;
	wbrow = wbtrace_wb_get(session, wb);
	raw_spin_lock_irqsave(&session->inodes.lock, flags);
	WRITE_ONCE(row->wb, WBTRACE_WB_UNKNOWN);
	if (wbrow) {
		/* A reader that sees the old wb must not see the new row. */
		smp_wmb();
		WRITE_ONCE(row->wbrow, wbrow);
		/* Pairs with the load in the probes' count_wb(). */
		smp_store_release(&row->wb, wb);
	}
	settle_unattached(session, row, wbrow);
	raw_spin_unlock_irqrestore(&session->inodes.lock, flags);
	return wbrow;
}

/**
 * wbtrace_inode_gone - an inode leaves memory
 * @session: the session
 * @inode: in clear_inode(), so its i_wb is still there
 *
 * Its figures stay until the row is evicted. Context: preemption off.
 */
void wbtrace_inode_gone(struct wbtrace_session *session, struct inode *inode)
{
	struct wbtrace_inode *row = wbtrace_inode_find(session, inode);
	unsigned long flags;

	if (!row)
		return;
	if (local64_read(&row->unattached_pages))
		wbtrace_inode_attach_wb(session, row, inode);
	raw_spin_lock_irqsave(&session->inodes.lock, flags);
	if (row->inode == inode) {
		WRITE_ONCE(row->inode, NULL);
		WRITE_ONCE(row->wb, WBTRACE_WB_UNKNOWN);
		hlist_del_init_rcu(&row->row.link);
	}
	raw_spin_unlock_irqrestore(&session->inodes.lock, flags);
}

/**
 * wbtrace_inode_forget_all - no row points to an inode any more
 * @session: one whose probes are detached, but for the one in clear_inode()
 *
 * Context: process, may sleep.
 */
void wbtrace_inode_forget_all(struct wbtrace_session *session)
{
	unsigned long flags;
	unsigned int i;

	for (i = 0; i < session->inodes.capacity; i++) {
		struct wbtrace_inode *row;

		row = to_wbtrace_inode(wbtrace_table_row(&session->inodes, i));
		raw_spin_lock_irqsave(&session->inodes.lock, flags);
		WRITE_ONCE(row->inode, NULL);
		WRITE_ONCE(row->wb, WBTRACE_WB_UNKNOWN);
		raw_spin_unlock_irqrestore(&session->inodes.lock, flags);
	}
	/* Dumps look at row->inode under RCU. */
	synchronize_rcu();
}

/**
 * wbtrace_inode_cut_wbs - no row points to a row of the wb table that is dying
 * @session: the session
 *
 * Context: process.
 */
void wbtrace_inode_cut_wbs(struct wbtrace_session *session)
{
	struct wbtrace_table *table = &session->inodes;
	unsigned long flags;
	unsigned int i;

	for (i = 0; i < table->capacity; i++) {
		struct wbtrace_inode *row = to_wbtrace_inode(wbtrace_table_row(table, i));

		raw_spin_lock_irqsave(&table->lock, flags);
		if (row->wbrow && row->wbrow->row.state != WBTRACE_ROW_LIVE) {
			WRITE_ONCE(row->wb, WBTRACE_WB_UNKNOWN);
			WRITE_ONCE(row->wbrow, NULL);
		}
		raw_spin_unlock_irqrestore(&table->lock, flags);
	}
}

/**
 * wbtrace_inode_reset - empty the table, and what it keeps of super blocks
 * @session: the session
 *
 * Context: process, may sleep; not while the table is trimmed.
 */
void wbtrace_inode_reset(struct wbtrace_session *session)
{
	unsigned long flags;

	wbtrace_table_reset(&session->inodes);
	raw_spin_lock_irqsave(&session->inodes.lock, flags);
	memset(&session->sbs, 0, sizeof(session->sbs));
	memset(&session->evicted_metadata, 0, sizeof(session->evicted_metadata));
	raw_spin_unlock_irqrestore(&session->inodes.lock, flags);
}

/**
 * wbtrace_inode_settle - lay every byte to a wb before the wbs are read
 * @session: the session
 *
 * Context: process.
 */
void wbtrace_inode_settle(struct wbtrace_session *session)
{
	unsigned int i;

	for (i = 0; i < session->inodes.capacity; i++) {
		struct wbtrace_inode *row;
		struct inode *inode;

		row = to_wbtrace_inode(wbtrace_table_row(&session->inodes, i));
		if (!local64_read(&row->unattached_pages))
			continue;
		preempt_disable();
		inode = READ_ONCE(row->inode);
		if (inode && READ_ONCE(row->row.state) == WBTRACE_ROW_LIVE)
			wbtrace_inode_attach_wb(session, row, inode);
		preempt_enable();
	}
}

/**
 * wbtrace_inode_count_fate - pages were cancelled, redirtied or dirtied by strangers
 * @session: the session
 * @inode: their inode, attached to a wb
 * @fate: what happened
 * @pages: how many
 *
 * Context: any but NMI, preemption off.
 */
void wbtrace_inode_count_fate(struct wbtrace_session *session, struct inode *inode,
			      enum wbtrace_fate fate, u64 pages)
{
	struct wbtrace_inode *row = wbtrace_inode_get(session, inode);
	struct bdi_writeback *wb = wbtrace_inode_wb_now(inode) ?: &inode_to_bdi(inode)->wb;
	struct wbtrace_wb *wbrow;

	/* Pairs with the store in wbtrace_inode_attach_wb(). */
	if (row && smp_load_acquire(&row->wb) == wb)
		wbrow = READ_ONCE(row->wbrow);
	else
		wbrow = row ? wbtrace_inode_attach_wb(session, row, inode) :
			      wbtrace_wb_get(session, wb);
	row = row ?: to_wbtrace_inode(wbtrace_table_evicted(&session->inodes));
	atomic64_add(pages, &row->fate_pages[fate]);
	atomic64_add(pages, &wbtrace_wb_or_evicted(session, wbrow)->fate_pages[fate]);
}

static void add_task(struct wbtrace_session *session, u64 tag, bool exact,
		     const struct wbtrace_io *io)
{
	struct wbtrace_row *row = wbtrace_table_by_tag(&session->tasks, tag);
	struct wbtrace_task *task;

	task = to_wbtrace_task(row ?: wbtrace_table_evicted(&session->tasks));
	atomic64_add(io->bytes, exact && row ? &task->device_exact_bytes :
					       &task->device_estimated_bytes);
	atomic64_add(io->service_ns, &task->device_service_ns);
}

/* Each dirtier gets its share, the last one also what rounding left over. */
static void share_tasks(struct wbtrace_session *session,
			const struct wbtrace_dirtier_shares *shares, const struct wbtrace_io *io)
{
	struct wbtrace_io left = *io, part = {};
	int i;

	for (i = 0; i < WBTRACE_DIRTIERS; i++) {
		if (!shares->pages[i])
			continue;
		part.bytes = mul_u64_u64_div_u64(io->bytes, shares->pages[i], shares->total);
		part.service_ns = mul_u64_u64_div_u64(io->service_ns, shares->pages[i],
						      shares->total);
		add_task(session, shares->tag[i], false, &part);
		left.bytes -= part.bytes;
		left.service_ns -= part.service_ns;
	}
	if (left.bytes)
		add_task(session, 0, false, &left);
}

static void lay_to_tasks(struct wbtrace_session *session, const struct wbtrace_inode *row,
			 const struct wbtrace_io *io)
{
	struct wbtrace_dirtier_shares shares;

	wbtrace_dirtiers_read(&row->dirtiers, local64_read(&row->dirtied_pages), &shares);
	if (wbtrace_dirtiers_one(&shares))
		add_task(session, shares.tag[0], true, io);
	else
		share_tasks(session, &shares, io);
}

/**
 * wbtrace_inode_wrote - pages of an inode reached a device
 * @session: the session
 * @row: its row, or NULL when it found none
 * @kind: what the pages held
 * @io: the writes
 *
 * Data is laid to the tasks that dirtied the inode, too.
 * Context: any but NMI, preemption off.
 */
void wbtrace_inode_wrote(struct wbtrace_session *session, struct wbtrace_inode *row,
			 enum wbtrace_write_kind kind, const struct wbtrace_io *io)
{
	struct wbtrace_inode *evicted = to_wbtrace_inode(wbtrace_table_evicted(&session->inodes));
	struct wbtrace_inode *to = row ?: evicted;
	struct wbtrace_io_atomic *sum = &to->io[WBTRACE_IO_OWN];

	if (kind == WBTRACE_WRITE_KIND_JOURNAL)
		sum = &to->io[WBTRACE_IO_JOURNAL];
	else if (kind == WBTRACE_WRITE_KIND_METADATA && !row)
		sum = &session->evicted_metadata;
	atomic64_add(io->count, &sum->count);
	atomic64_add(io->bytes, &sum->bytes);
	atomic64_add(io->queue_ns, &sum->queue_ns);
	atomic64_add(io->service_ns, &sum->service_ns);
	if (kind == WBTRACE_WRITE_KIND_DATA && row)
		lay_to_tasks(session, row, io);
	else if (kind == WBTRACE_WRITE_KIND_DATA)
		add_task(session, 0, false, io);
}

/**
 * wbtrace_inode_dirty_age - how long an inode has been dirty
 * @row: the row
 * @age_ns: by the kernel's own stamp
 *
 * Context: process.
 *
 * Return: false when it is clean or not in memory.
 */
bool wbtrace_inode_dirty_age(struct wbtrace_inode *row, u64 *age_ns)
{
	bool dirty = false;
	struct inode *inode;

	rcu_read_lock();
	inode = READ_ONCE(row->inode);
	if (inode && wbtrace_inode_state(inode) & I_DIRTY) {
		dirty = true;
		*age_ns = jiffies_to_nsecs(jiffies - READ_ONCE(inode->dirtied_when));
	}
	rcu_read_unlock();
	return dirty;
}

/* One batch of tagged folios. Return: whether there may be more. */
static bool count_batch(struct wbtrace_inode *row, xa_mark_t tag, pgoff_t *index, u64 *pages)
{
	struct folio_batch batch;
	struct inode *inode;
	unsigned int i, found;

	folio_batch_init(&batch);
	/*
	 * clear_inode() empties row->inode before the inode is freed, and the
	 * inode is freed after a grace period: under RCU it is one to look at.
	 */
	rcu_read_lock();
	inode = READ_ONCE(row->inode);
	if (!inode) {
		rcu_read_unlock();
		return false;
	}
	found = filemap_get_folios_tag(inode->i_mapping, index, ULONG_MAX, tag, &batch);
	rcu_read_unlock();
	for (i = 0; i < found; i++)
		*pages += folio_nr_pages(batch.folios[i]);
	folio_batch_release(&batch);
	return found;
}

static u64 count_tag(struct wbtrace_inode *row, xa_mark_t tag)
{
	pgoff_t index = 0;
	u64 pages = 0;

	while (count_batch(row, tag, &index, &pages))
		cond_resched();
	return pages;
}

/**
 * wbtrace_inode_count_pages - ground truth from the page cache's tags
 * @row: the row
 * @dirty_pages: pages dirty now
 * @writeback_pages: pages under writeback now
 *
 * Context: process, may sleep.
 *
 * Return: 0, or -ESTALE when the inode is not in memory.
 */
int wbtrace_inode_count_pages(struct wbtrace_inode *row, u64 *dirty_pages,
			      u64 *writeback_pages)
{
	*dirty_pages = count_tag(row, PAGECACHE_TAG_DIRTY);
	*writeback_pages = count_tag(row, PAGECACHE_TAG_WRITEBACK);
	return READ_ONCE(row->inode) ? 0 : -ESTALE;
}

/**
 * wbtrace_inode_path - a path of an inode inside its file system
 * @row: the row
 * @buf: room for it
 * @bytes: size of @buf
 *
 * Context: process, may sleep.
 *
 * Return: the path (in @buf), or NULL when the inode has none in memory.
 */
char *wbtrace_inode_path(struct wbtrace_inode *row, char *buf, int bytes)
{
	struct dentry *dentry = NULL;
	struct inode *inode;
	char *path;

	rcu_read_lock();
	inode = READ_ONCE(row->inode);
	if (inode)
		dentry = d_find_alias(inode);
	rcu_read_unlock();
	if (!dentry)
		return NULL;
	path = dentry_path_raw(dentry, buf, bytes);
	dput(dentry);
	return IS_ERR(path) ? NULL : path;
}

/**
 * wbtrace_sb_collect - sums per super block
 * @session: the session
 * @sbs: filled in
 *
 * Context: process.
 *
 * Return: number of rows filled in; the one at WBTRACE_SBS_MAX, which takes the
 * rest, comes on top when it holds anything.
 */
unsigned int wbtrace_sb_collect(struct wbtrace_session *session, struct wbtrace_sbs *sbs)
{
	unsigned long flags;
	unsigned int i;

	raw_spin_lock_irqsave(&session->inodes.lock, flags);
	*sbs = session->sbs;
	raw_spin_unlock_irqrestore(&session->inodes.lock, flags);
	for (i = 0; i < session->inodes.capacity; i++) {
		struct wbtrace_inode *row;

		row = to_wbtrace_inode(wbtrace_table_row(&session->inodes, i));
		if (wbtrace_row_shown(&row->row))
			sb_add(sb_find(sbs, row->dev, row->fs_name), row, true);
	}
	return sbs->count;
}
