// SPDX-License-Identifier: GPL-2.0-only
/* The allocation table: blocks given to inodes, and whose lie before whose. */

#include <linux/hash.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/wbtrace.h>

#include "session.h"

/* Blocks are another's fresh ones for this long. */
#define FRESH_NS	(30ULL * NSEC_PER_SEC)

static struct wbtrace_alloc_tables *tables_of(struct wbtrace_table *rows)
{
	return container_of(rows, struct wbtrace_alloc_tables, rows);
}

static raw_spinlock_t *row_lock(struct wbtrace_alloc_tables *tables,
				const struct wbtrace_alloc *row)
{
	unsigned long index = ((void *)row - tables->rows.rows) / sizeof(*row);

	return &tables->row_locks[index % WBTRACE_ALLOC_LOCKS];
}

static struct wbtrace_alloc *evicted_row(struct wbtrace_alloc_tables *tables)
{
	return to_wbtrace_alloc(wbtrace_table_evicted(&tables->rows));
}

/**
 * wbtrace_alloc_add - add sums
 * @to: to these
 * @from: these
 */
void wbtrace_alloc_add(struct wbtrace_alloc_sums *to, const struct wbtrace_alloc_sums *from)
{
	int i;

	for (i = 0; i < WBTRACE_ALLOC_COUNTS; i++) {
		u64 sum = to->of[i] + from->of[i];

		if (i == WBTRACE_ALLOC_MAX_NS)
			sum = max(to->of[i], from->of[i]);
		WRITE_ONCE(to->of[i], sum);
	}
}

/* The row is nobody's any more; the evicted row is everybody's. */
static void alloc_fold(struct wbtrace_table *table, struct wbtrace_row *row)
{
	struct wbtrace_alloc_tables *tables = tables_of(table);
	struct wbtrace_alloc *to = evicted_row(tables);
	raw_spinlock_t *lock = row_lock(tables, to);

	raw_spin_lock(lock);
	wbtrace_alloc_add(&to->sums, &to_wbtrace_alloc(row)->sums);
	raw_spin_unlock(lock);
}

static const struct wbtrace_table_ops alloc_ops = {
	.fold	= alloc_fold,
};

/**
 * wbtrace_alloc_init - allocate the tables
 * @tables: filled in
 * @capacity: rows
 *
 * Context: process, may sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int wbtrace_alloc_init(struct wbtrace_alloc_tables *tables, unsigned int capacity)
{
	int i, err;

	for (i = 0; i < WBTRACE_ALLOC_LOCKS; i++) {
		raw_spin_lock_init(&tables->row_locks[i]);
		raw_spin_lock_init(&tables->end_locks[i]);
	}
	err = wbtrace_table_init(&tables->rows, "alloc", &alloc_ops,
				 sizeof(struct wbtrace_alloc), capacity);
	if (err)
		return err;
	tables->ends = kvcalloc(WBTRACE_ALLOC_ENDS, sizeof(*tables->ends), GFP_KERNEL);
	return tables->ends ? 0 : -ENOMEM;
}

/**
 * wbtrace_alloc_free - drop their memory
 * @tables: half made is fine
 *
 * Context: process, may sleep.
 */
void wbtrace_alloc_free(struct wbtrace_alloc_tables *tables)
{
	wbtrace_table_free(&tables->rows);
	kvfree(tables->ends);
}

static u64 key_of(dev_t dev, u64 number)
{
	return number ^ ((u64)dev << 32);
}

static unsigned long end_slot(dev_t dev, u64 at)
{
	return hash_64(key_of(dev, at), WBTRACE_ALLOC_ENDS_SHIFT);
}

static raw_spinlock_t *end_lock(struct wbtrace_alloc_tables *tables, unsigned long slot)
{
	return &tables->end_locks[slot % WBTRACE_ALLOC_LOCKS];
}

static void forget_ends(struct wbtrace_alloc_tables *tables)
{
	unsigned long slot, flags;

	for (slot = 0; slot < WBTRACE_ALLOC_ENDS; slot++) {
		raw_spin_lock_irqsave(end_lock(tables, slot), flags);
		tables->ends[slot].dev = 0;
		raw_spin_unlock_irqrestore(end_lock(tables, slot), flags);
	}
}

/**
 * wbtrace_alloc_reset - empty the tables
 * @tables: the tables
 *
 * Context: process, may sleep; not while the table is trimmed.
 */
void wbtrace_alloc_reset(struct wbtrace_alloc_tables *tables)
{
	wbtrace_table_reset(&tables->rows);
	forget_ends(tables);
}

/* Return: whose fresh blocks end there, 0 for nobody's. */
static u64 owner_before(struct wbtrace_alloc_tables *tables, dev_t dev, u64 at, u64 now)
{
	unsigned long slot = end_slot(dev, at), flags;
	const struct wbtrace_alloc_end *end = &tables->ends[slot];
	u64 ino = 0;

	raw_spin_lock_irqsave(end_lock(tables, slot), flags);
	if (end->dev == dev && end->at == at && now - end->ns < FRESH_NS)
		ino = end->ino;
	raw_spin_unlock_irqrestore(end_lock(tables, slot), flags);
	return ino;
}

static void keep_end(struct wbtrace_alloc_tables *tables,
		     const struct wbtrace_allocation *allocation, u64 now)
{
	const struct wbtrace_alloc_end end = {
		.at = allocation->device_at + allocation->bytes, .ns = now,
		.dev = allocation->inode->i_sb->s_dev, .ino = allocation->inode->i_ino,
	};
	unsigned long slot = end_slot(end.dev, end.at), flags;

	raw_spin_lock_irqsave(end_lock(tables, slot), flags);
	tables->ends[slot] = end;
	raw_spin_unlock_irqrestore(end_lock(tables, slot), flags);
}

static struct wbtrace_alloc *find(struct wbtrace_table *rows, const struct inode *inode)
{
	dev_t dev = inode->i_sb->s_dev;
	unsigned long hash = wbtrace_table_hash(rows, key_of(dev, inode->i_ino));
	struct wbtrace_alloc *row;

	hlist_for_each_entry_rcu(row, &rows->buckets[hash], row.link, lockdep_is_held(&rows->lock))
		if (row->ino == inode->i_ino && row->dev == dev &&
		    row->generation == inode->i_generation)
			return row;
	return NULL;
}

static void fill_row(struct wbtrace_alloc *row, const struct inode *inode,
		     enum wbtrace_alloc_fs fs)
{
	row->dev = inode->i_sb->s_dev;
	row->ino = inode->i_ino;
	row->generation = inode->i_generation;
	row->fs = fs;
	row->flags = wbtrace_inode_flags(inode);
	strscpy(row->fs_name, inode->i_sb->s_type->name, sizeof(row->fs_name));
}

/* Return: the inode's row, or the evicted row when there is no room. */
static struct wbtrace_alloc *get(struct wbtrace_alloc_tables *tables, const struct inode *inode,
				 enum wbtrace_alloc_fs fs)
{
	struct wbtrace_table *rows = &tables->rows;
	struct wbtrace_alloc *row = find(rows, inode);
	struct wbtrace_row *taken;
	unsigned long flags;

	if (row)
		goto out;
	raw_spin_lock_irqsave(&rows->lock, flags);
	row = find(rows, inode);
	taken = row ? NULL : wbtrace_table_take(rows);
	if (taken) {
		row = to_wbtrace_alloc(taken);
		fill_row(row, inode, fs);
		wbtrace_table_link(rows, taken,
				   wbtrace_table_hash(rows, key_of(row->dev, row->ino)));
	}
	raw_spin_unlock_irqrestore(&rows->lock, flags);
out:
	if (!row)
		return evicted_row(tables);
	row->row.last = jiffies;
	return row;
}

static void sum_up(struct wbtrace_alloc_sums *sums, const struct wbtrace_allocation *allocation)
{
	sums->of[WBTRACE_ALLOC_REQUESTS] = 1;
	sums->of[WBTRACE_ALLOC_FLUSHER] = !!(current->flags & PF_KTHREAD);
	sums->of[WBTRACE_ALLOC_NS] = allocation->ns;
	sums->of[WBTRACE_ALLOC_MAX_NS] = allocation->ns;
	if (!allocation->bytes)
		return;
	if (allocation->data) {
		sums->of[WBTRACE_ALLOC_DATA_BYTES] = allocation->bytes;
		sums->of[WBTRACE_ALLOC_PREALLOCATED_BYTES] =
			allocation->file_bytes - allocation->kept_bytes;
	} else {
		sums->of[WBTRACE_ALLOC_METADATA_BYTES] = allocation->bytes;
	}
	if (allocation->has_goal)
		sums->of[allocation->hit ? WBTRACE_ALLOC_GOAL_HITS :
					   WBTRACE_ALLOC_GOAL_MISSES] = 1;
}

static void meet(struct wbtrace_alloc *row, u64 ino)
{
	int i;

	for (i = 0; i < WBTRACE_NEIGHBOURS; i++) {
		struct wbtrace_neighbour *neighbour = &row->neighbours[i];

		if (neighbour->ino && neighbour->ino != ino)
			continue;
		neighbour->ino = ino;
		neighbour->count++;
		return;
	}
}

/*
 * Preallocation beyond the end of the file may have been given back since; an
 * allocation that begins there then tells from where on.
 */
static void give_back(struct wbtrace_alloc *row, u64 file_at)
{
	if (file_at < row->kept_end || file_at >= row->file_end)
		return;
	if (row->highest_end == row->file_end)
		row->highest_end = file_at;
	row->device_end -= row->file_end - file_at;
	row->file_end = file_at;
}

/* Row's lock held. @before: whose fresh blocks end where this begins, or 0. */
static void place(struct wbtrace_alloc *row, const struct wbtrace_allocation *allocation,
		  u64 before, struct wbtrace_alloc_sums *sums)
{
	give_back(row, allocation->file_at);
	if (allocation->file_at < row->highest_end)
		sums->of[WBTRACE_ALLOC_OUT_OF_ORDER] = 1;
	if (!row->device_end || allocation->file_at != row->file_end ||
	    allocation->device_at != row->device_end) {
		sums->of[WBTRACE_ALLOC_EXTENTS] = 1;
		if (before && before != row->ino) {
			sums->of[WBTRACE_ALLOC_INTERLEAVED] = 1;
			meet(row, before);
		}
	}
	row->file_end = allocation->file_at + allocation->file_bytes;
	row->kept_end = allocation->file_at + allocation->kept_bytes;
	row->device_end = allocation->device_at + allocation->bytes;
	row->highest_end = max(row->highest_end, row->file_end);
}

static void go_to_group(struct wbtrace_alloc *row, u32 group, struct wbtrace_alloc_sums *sums)
{
	if (row->has_group && row->group == group)
		return;
	sums->of[WBTRACE_ALLOC_GROUPS] = 1;
	row->group = group;
	row->has_group = true;
}

static void add_to_row(struct wbtrace_alloc_tables *tables, struct wbtrace_alloc *row,
		       const struct wbtrace_allocation *allocation, u64 before,
		       struct wbtrace_alloc_sums *sums)
{
	bool placed = allocation->bytes && row != evicted_row(tables);
	raw_spinlock_t *lock = row_lock(tables, row);
	unsigned long flags;

	raw_spin_lock_irqsave(lock, flags);
	if (placed && allocation->data)
		place(row, allocation, before, sums);
	if (placed && allocation->has_group)
		go_to_group(row, allocation->group, sums);
	wbtrace_alloc_add(&row->sums, sums);
	raw_spin_unlock_irqrestore(lock, flags);
}

/**
 * wbtrace_alloc_count - count one return of an allocator for its inode
 * @session: the session
 * @allocation: what it gave
 * @sums: filled in: what was counted, which is the current task's too
 *
 * Context: any but NMI, preemption off.
 */
void wbtrace_alloc_count(struct wbtrace_session *session,
			 const struct wbtrace_allocation *allocation,
			 struct wbtrace_alloc_sums *sums)
{
	struct wbtrace_alloc_tables *tables = &session->allocs;
	u64 now = ktime_get_mono_fast_ns();
	struct wbtrace_alloc *row;
	u64 before = 0;

	memset(sums, 0, sizeof(*sums));
	sum_up(sums, allocation);
	if (allocation->bytes) {
		before = owner_before(tables, allocation->inode->i_sb->s_dev,
				      allocation->device_at, now);
		keep_end(tables, allocation, now);
	}
	row = get(tables, allocation->inode, allocation->fs);
	add_to_row(tables, row, allocation, before, sums);
}

/**
 * wbtrace_alloc_count_evicted - count for an inode that cannot be told
 * @session: the session
 * @sums: what to add
 *
 * Context: any but NMI, preemption off.
 */
void wbtrace_alloc_count_evicted(struct wbtrace_session *session,
				 const struct wbtrace_alloc_sums *sums)
{
	struct wbtrace_alloc *row = evicted_row(&session->allocs);
	raw_spinlock_t *lock = row_lock(&session->allocs, row);
	unsigned long flags;

	raw_spin_lock_irqsave(lock, flags);
	wbtrace_alloc_add(&row->sums, sums);
	raw_spin_unlock_irqrestore(lock, flags);
}

static struct wbtrace_task *task_now(struct wbtrace_session *session)
{
	return in_task() ? wbtrace_task_get(session) : NULL;
}

static void count_no_task(struct wbtrace_session *session, const struct wbtrace_alloc_sums *sums)
{
	struct wbtrace_task *row = to_wbtrace_task(wbtrace_table_evicted(&session->tasks));
	unsigned long flags;

	raw_spin_lock_irqsave(&session->tasks.lock, flags);
	wbtrace_alloc_add(&row->alloc, sums);
	raw_spin_unlock_irqrestore(&session->tasks.lock, flags);
}

/**
 * wbtrace_alloc_count_task - count for the current task
 * @session: the session
 * @sums: what to add
 *
 * Into the evicted row in interrupts, or when the task table is full.
 * Context: any but NMI, preemption off.
 */
void wbtrace_alloc_count_task(struct wbtrace_session *session,
			      const struct wbtrace_alloc_sums *sums)
{
	struct wbtrace_task *task = task_now(session);

	/* Only the task itself writes into its row. */
	if (task)
		wbtrace_alloc_add(&task->alloc, sums);
	else
		count_no_task(session, sums);
}

static void add_reserved(struct wbtrace_alloc_sums *sums, u64 bytes)
{
	u64 *reserved = &sums->of[WBTRACE_ALLOC_RESERVED_BYTES];

	WRITE_ONCE(*reserved, *reserved + bytes);
}

static noinline void reserve_no_task(struct wbtrace_session *session, u64 bytes)
{
	struct wbtrace_alloc_sums sums = { };

	add_reserved(&sums, bytes);
	count_no_task(session, &sums);
}

/**
 * wbtrace_alloc_unit_bytes - size of what an inode's file system promises by
 * @session: the session
 * @fs: whose
 * @inode: the inode
 *
 * Context: any but NMI, preemption off.
 *
 * Return: what wbtrace_alloc_set_unit_bytes() kept, or 0.
 */
u32 wbtrace_alloc_unit_bytes(struct wbtrace_session *session, enum wbtrace_alloc_fs fs,
			     struct inode *inode)
{
	const struct wbtrace_alloc *row = find(&session->allocs.rows, inode);

	return row && row->fs == fs ? READ_ONCE(row->unit_bytes) : 0;
}

/**
 * wbtrace_alloc_set_unit_bytes - keep it, if the inode has a row
 * @session: the session
 * @inode: the inode
 * @bytes: the size
 *
 * Context: any but NMI, preemption off.
 */
void wbtrace_alloc_set_unit_bytes(struct wbtrace_session *session, struct inode *inode,
				  u32 bytes)
{
	struct wbtrace_alloc *row = find(&session->allocs.rows, inode);

	if (row)
		WRITE_ONCE(row->unit_bytes, bytes);
}

/**
 * wbtrace_alloc_reserve - count a promise of blocks, for the task too
 * @session: the session
 * @fs: whose
 * @inode: for which inode
 * @bytes: how much
 *
 * Before 6.2 ext4 promises each page by itself, so this is short.
 * Context: any but NMI, preemption off.
 */
void wbtrace_alloc_reserve(struct wbtrace_session *session, enum wbtrace_alloc_fs fs,
			   struct inode *inode, u64 bytes)
{
	struct wbtrace_alloc *row = get(&session->allocs, inode, fs);
	raw_spinlock_t *lock = row_lock(&session->allocs, row);
	struct wbtrace_task *task;
	unsigned long flags;

	raw_spin_lock_irqsave(lock, flags);
	add_reserved(&row->sums, bytes);
	raw_spin_unlock_irqrestore(lock, flags);
	task = task_now(session);
	if (likely(task))
		add_reserved(&task->alloc, bytes);
	else
		reserve_no_task(session, bytes);
}

/**
 * wbtrace_alloc_read - copy a row as of one moment
 * @session: the session
 * @row: the row
 * @copy: filled in
 *
 * Context: process.
 */
void wbtrace_alloc_read(struct wbtrace_session *session, const struct wbtrace_alloc *row,
			struct wbtrace_alloc *copy)
{
	raw_spinlock_t *lock = row_lock(&session->allocs, row);
	unsigned long flags;

	raw_spin_lock_irqsave(lock, flags);
	*copy = *row;
	raw_spin_unlock_irqrestore(lock, flags);
}
