// SPDX-License-Identifier: GPL-2.0-only
/* A bounded RCU hash table with rows allocated up front and LRU eviction. */

#include <linux/jiffies.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/ktime.h>

#include "table.h"

/* A worker trims a table with less than 1/8 free until 1/4 is. */
#define TRIM_BELOW(capacity)	((capacity) / 8)
#define TRIM_TO(capacity)	((capacity) / 4)

static u64 next_tag(u64 tag, u32 index)
{
	return (((tag >> 32) + 1) << 32) | index;
}

/**
 * wbtrace_table_init - allocate a table
 * @table: filled in
 * @name: for people
 * @ops: what its rows need
 * @row_bytes: size of a row, which begins with a struct wbtrace_row
 * @capacity: number of rows
 *
 * Context: process, may sleep.
 *
 * Return: 0 or -ENOMEM, then nothing is held.
 */
int wbtrace_table_init(struct wbtrace_table *table, const char *name,
		       const struct wbtrace_table_ops *ops, size_t row_bytes,
		       unsigned int capacity)
{
	unsigned int i;

	table->name = name;
	table->ops = ops;
	table->row_bytes = row_bytes;
	table->capacity = capacity;
	table->shift = 64 - max_t(unsigned int, ilog2(capacity), 4);
	table->mask = wbtrace_table_buckets(table) - 1;
	table->generation = 1;
	raw_spin_lock_init(&table->lock);
	table->rows = kvcalloc(capacity + 1, row_bytes, GFP_KERNEL);
	table->buckets = kvcalloc(wbtrace_table_buckets(table), sizeof(*table->buckets),
				  GFP_KERNEL);
	table->ages = kvcalloc(capacity, sizeof(*table->ages), GFP_KERNEL);
	if (!table->rows || !table->buckets || !table->ages) {
		wbtrace_table_free(table);
		return -ENOMEM;
	}
	for (i = 0; i < capacity; i++) {
		struct wbtrace_row *row = wbtrace_table_row(table, i);

		row->tag = next_tag(0, i);
		hlist_add_head(&row->link, &table->free);
	}
	wbtrace_table_evicted(table)->state = WBTRACE_ROW_EVICTED;
	return 0;
}

/**
 * wbtrace_table_free - drop all rows and the table's memory
 * @table: one that no probe and no dump can reach; half made is fine
 *
 * Context: process, may sleep.
 */
void wbtrace_table_free(struct wbtrace_table *table)
{
	unsigned int i;

	for (i = 0; table->rows && table->ops->release && i < table->capacity; i++)
		if (wbtrace_row_shown(wbtrace_table_row(table, i)))
			table->ops->release(wbtrace_table_row(table, i));
	kvfree(table->rows);
	kvfree(table->buckets);
	kvfree(table->ages);
	table->rows = NULL;
	table->buckets = NULL;
	table->ages = NULL;
}

/**
 * wbtrace_table_bytes - memory that a table holds
 * @table: the table
 */
size_t wbtrace_table_bytes(const struct wbtrace_table *table)
{
	return (table->capacity + 1) * table->row_bytes +
	       wbtrace_table_buckets(table) * sizeof(*table->buckets) +
	       table->capacity * sizeof(*table->ages);
}

/**
 * wbtrace_table_take - make a free row LIVE
 * @table: its table; the caller holds the lock
 *
 * The caller fills the row in and then hands it to wbtrace_table_link().
 *
 * Return: the row, zeroed but for its head, or NULL when all are in use
 * (counted).
 */
struct wbtrace_row *wbtrace_table_take(struct wbtrace_table *table)
{
	struct wbtrace_row *row;

	lockdep_assert_held(&table->lock);
	if (hlist_empty(&table->free)) {
		table->overflow++;
		return NULL;
	}
	row = hlist_entry(table->free.first, struct wbtrace_row, link);
	hlist_del(&row->link);
	row->last = jiffies;
	row->first_ns = ktime_get_mono_fast_ns();
	WRITE_ONCE(row->state, WBTRACE_ROW_LIVE);
	table->entries++;
	return row;
}

/**
 * wbtrace_table_link - let lookups find a row
 * @table: its table; the caller holds the lock
 * @row: taken from it and filled in
 * @bucket: where lookups look
 */
void wbtrace_table_link(struct wbtrace_table *table, struct wbtrace_row *row,
			unsigned long bucket)
{
	lockdep_assert_held(&table->lock);
	hlist_add_head_rcu(&row->link, &table->buckets[bucket]);
}

/* Lock held. The row's readers may go on until a grace period is over. */
static void start_dying(struct wbtrace_table *table, struct wbtrace_row *row)
{
	hlist_del_init_rcu(&row->link);
	if (table->ops->unlink)
		table->ops->unlink(row);
	WRITE_ONCE(row->state, WBTRACE_ROW_DYING);
	table->entries--;
}

/* The row leaves the dumps in the same moment as its figures are folded. */
static void fold_row(struct wbtrace_table *table, struct wbtrace_row *row, bool fold)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&table->lock, flags);
	if (fold) {
		table->ops->fold(table, row);
		table->evicted++;
	}
	WRITE_ONCE(row->state, WBTRACE_ROW_FREE);
	table->generation++;
	raw_spin_unlock_irqrestore(&table->lock, flags);
}

static void free_row(struct wbtrace_table *table, struct wbtrace_row *row)
{
	u64 tag = row->tag;
	unsigned long flags;

	if (table->ops->release)
		table->ops->release(row);
	memset(row, 0, table->row_bytes);
	row->tag = next_tag(tag, (u32)tag);
	raw_spin_lock_irqsave(&table->lock, flags);
	hlist_add_head(&row->link, &table->free);
	raw_spin_unlock_irqrestore(&table->lock, flags);
}

/* The DYING rows are folded (or, for a reset, dropped) and become FREE. */
static void bury(struct wbtrace_table *table, bool fold)
{
	unsigned int i;

	synchronize_rcu();
	if (table->orphan) {
		table->orphan(table);
		synchronize_rcu();
	}
	for (i = 0; i < table->capacity; i++) {
		struct wbtrace_row *row = wbtrace_table_row(table, i);

		if (READ_ONCE(row->state) != WBTRACE_ROW_DYING)
			continue;
		fold_row(table, row, fold);
		free_row(table, row);
	}
}

static int older(const void *a, const void *b)
{
	const struct wbtrace_age *left = a, *right = b;

	return time_before(left->last, right->last) ? -1 :
	       time_after(left->last, right->last);
}

static unsigned int sort_by_age(struct wbtrace_table *table)
{
	unsigned int i, count = 0;

	for (i = 0; i < table->capacity; i++) {
		struct wbtrace_row *row = wbtrace_table_row(table, i);

		if (READ_ONCE(row->state) == WBTRACE_ROW_LIVE)
			table->ages[count++] = (struct wbtrace_age){ READ_ONCE(row->last), i };
	}
	sort(table->ages, count, sizeof(*table->ages), older, NULL);
	return count;
}

/**
 * wbtrace_table_trim - evict the least recently used rows of a full table
 * @table: the table
 *
 * Context: the housekeeping work only (it owns @table->ages), may sleep.
 */
void wbtrace_table_trim(struct wbtrace_table *table)
{
	unsigned int spare = table->capacity - READ_ONCE(table->entries);
	unsigned int i, count, wanted;
	unsigned long flags;

	if (spare > TRIM_BELOW(table->capacity))
		return;
	wanted = TRIM_TO(table->capacity) - spare + 1;
	count = min(sort_by_age(table), wanted);
	raw_spin_lock_irqsave(&table->lock, flags);
	table->generation++;
	for (i = 0; i < count; i++) {
		struct wbtrace_row *row = wbtrace_table_row(table, table->ages[i].index);

		if (row->state == WBTRACE_ROW_LIVE &&
		    !(table->ops->busy && table->ops->busy(row)))
			start_dying(table, row);
	}
	raw_spin_unlock_irqrestore(&table->lock, flags);
	bury(table, true);
}

/**
 * wbtrace_table_reset - empty a table, evicted row and counts too
 * @table: the table
 *
 * Context: process, may sleep; not while wbtrace_table_trim() runs.
 */
void wbtrace_table_reset(struct wbtrace_table *table)
{
	struct wbtrace_row *evicted = wbtrace_table_evicted(table);
	unsigned long flags;
	unsigned int i;

	raw_spin_lock_irqsave(&table->lock, flags);
	table->generation++;
	for (i = 0; i < table->capacity; i++)
		if (wbtrace_table_row(table, i)->state == WBTRACE_ROW_LIVE)
			start_dying(table, wbtrace_table_row(table, i));
	raw_spin_unlock_irqrestore(&table->lock, flags);
	bury(table, false);
	raw_spin_lock_irqsave(&table->lock, flags);
	memset(evicted, 0, table->row_bytes);
	evicted->state = WBTRACE_ROW_EVICTED;
	table->evicted = 0;
	table->overflow = 0;
	table->generation++;
	raw_spin_unlock_irqrestore(&table->lock, flags);
}
