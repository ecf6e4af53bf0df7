/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A bounded hash table whose rows are allocated up front, looked up under RCU
 * from probes and evicted least recently used first by a worker.
 *
 * Rows never leave the table's memory while it exists, so a pointer to one
 * stays valid; what it stands for is named by its tag. A row goes
 * FREE -> LIVE -> DYING -> FREE, and a grace period lies between DYING and
 * FREE: whoever saw it LIVE with preemption off may still count into it, and
 * nothing counted is lost.
 */
#ifndef WBTRACE_TABLE_H
#define WBTRACE_TABLE_H

#include <linux/hash.h>
#include <linux/rculist.h>
#include <linux/spinlock.h>
#include <linux/types.h>

enum wbtrace_row_state {
	WBTRACE_ROW_FREE,
	WBTRACE_ROW_LIVE,
	WBTRACE_ROW_DYING,
	WBTRACE_ROW_EVICTED,	/* the row into which others are folded */
};

/**
 * struct wbtrace_row - head of every table's row
 * @link: in a bucket while LIVE, in the free list while FREE
 * @last: jiffies of the last use
 * @tag: index of the row and, above it, how often it was taken; never 0
 * @first_ns: when it was taken
 * @state: enum wbtrace_row_state; written under the table's lock
 */
struct wbtrace_row {
	struct hlist_node link;
	unsigned long last;
	u64 tag;
	u64 first_ns;
	u32 state;
};

struct wbtrace_table;

/**
 * struct wbtrace_table_ops - what a table's rows need beyond their head
 * @busy: whether a row must not be evicted now; may be NULL. Lock held.
 * @unlink: take a row out of further lists; may be NULL. Lock held.
 * @fold: add a row's figures to the evicted row. Lock held.
 * @release: drop what a row holds; may be NULL. No lock, may sleep.
 */
struct wbtrace_table_ops {
	bool (*busy)(const struct wbtrace_row *row);
	void (*unlink)(struct wbtrace_row *row);
	void (*fold)(struct wbtrace_table *table, struct wbtrace_row *row);
	void (*release)(struct wbtrace_row *row);
};

struct wbtrace_age {
	unsigned long last;
	u32 index;
};

/**
 * struct wbtrace_table - the table
 * @name: for people
 * @ops: see there
 * @rows: capacity + 1 rows of @row_bytes; the last one is the evicted row
 * @row_bytes: size of a row
 * @capacity: how many rows
 * @shift: 64 - log2 of the number of buckets
 * @mask: number of buckets - 1
 * @buckets: heads, read under RCU, written under @lock
 * @lock: guards the lists, the rows' state, the counters below and the evicted
 *	row. Taken with interrupts off, since probes insert from there.
 * @free: FREE rows
 * @entries: LIVE rows
 * @evicted: rows folded so far
 * @overflow: times a probe found no free row
 * @generation: grows when rows are evicted or reset, so that dumps notice
 * @ages: scratch of the worker, @capacity long
 * @orphan: cuts pointers that other tables keep to DYING rows; may be NULL.
 *	Called between two grace periods, may sleep.
 */
struct wbtrace_table {
	const char *name;
	const struct wbtrace_table_ops *ops;
	void *rows;
	size_t row_bytes;
	unsigned int capacity;
	unsigned int shift;
	unsigned int mask;
	struct hlist_head *buckets;
	raw_spinlock_t lock;
	struct hlist_head free;
	unsigned int entries;
	u64 evicted;
	u64 overflow;
	unsigned int generation;
	struct wbtrace_age *ages;
	void (*orphan)(struct wbtrace_table *table);
};

int wbtrace_table_init(struct wbtrace_table *table, const char *name,
		       const struct wbtrace_table_ops *ops, size_t row_bytes,
		       unsigned int capacity);
void wbtrace_table_free(struct wbtrace_table *table);
size_t wbtrace_table_bytes(const struct wbtrace_table *table);
struct wbtrace_row *wbtrace_table_take(struct wbtrace_table *table);
void wbtrace_table_link(struct wbtrace_table *table, struct wbtrace_row *row,
			unsigned long bucket);
void wbtrace_table_trim(struct wbtrace_table *table);
void wbtrace_table_reset(struct wbtrace_table *table);

static inline struct wbtrace_row *wbtrace_table_row(const struct wbtrace_table *table,
						    unsigned int index)
{
	return table->rows + index * table->row_bytes;
}

static inline struct wbtrace_row *wbtrace_table_evicted(const struct wbtrace_table *table)
{
	return wbtrace_table_row(table, table->capacity);
}

/* The shift is kept ready, since probes hash for each folio. */
static __always_inline unsigned long wbtrace_table_hash(const struct wbtrace_table *table, u64 key)
{
	/* The mask spares the check that some kernels compile in. */
	return key * GOLDEN_RATIO_64 >> (table->shift & 63);
}

/* For keys that are dense, as pids are. */
static __always_inline unsigned long wbtrace_table_low_bits(const struct wbtrace_table *table,
							    unsigned int key)
{
	return key & table->mask;
}

static inline size_t wbtrace_table_buckets(const struct wbtrace_table *table)
{
	return 1UL << (64 - table->shift);
}

/* Whether a dump shows the row: those not yet folded still hold figures. */
static inline bool wbtrace_row_shown(const struct wbtrace_row *row)
{
	return READ_ONCE(row->state) != WBTRACE_ROW_FREE;
}

/* With preemption off the row stays what @tag names until it is on again. */
static inline struct wbtrace_row *wbtrace_table_by_tag(const struct wbtrace_table *table, u64 tag)
{
	struct wbtrace_row *row;

	if (!tag)
		return NULL;
	row = wbtrace_table_row(table, (u32)tag);
	return READ_ONCE(row->state) == WBTRACE_ROW_LIVE && READ_ONCE(row->tag) == tag ?
	       row : NULL;
}

#endif /* WBTRACE_TABLE_H */
