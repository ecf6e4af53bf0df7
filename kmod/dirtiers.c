// SPDX-License-Identifier: GPL-2.0-only
/* Who dirtied an inode, and so whom what reaches a device is laid to. */

#include <linux/limits.h>
#include <linux/minmax.h>

#include "dirtiers.h"

static u32 add_pages(u32 pages, u64 more)
{
	return min_t(u64, pages + more, U32_MAX);
}

/* What the first one dirtied since it became the first is written down. */
static void settle(struct wbtrace_dirtiers *dirtiers, u64 dirtied_pages)
{
	u32 *to = dirtiers->tag[0] ? &dirtiers->pages[0] : &dirtiers->rest;

	WRITE_ONCE(*to, add_pages(*to, dirtied_pages - dirtiers->base));
	WRITE_ONCE(dirtiers->base, dirtied_pages);
}

/* Its place, or a free one, or the last one's, whose pages then join the rest. */
static unsigned int place_of(struct wbtrace_dirtiers *dirtiers, u64 tag)
{
	unsigned int i;

	for (i = 0; i < WBTRACE_DIRTIERS; i++)
		if (dirtiers->tag[i] == tag)
			return i;
	for (i = 0; i < WBTRACE_DIRTIERS; i++)
		if (!dirtiers->tag[i])
			return i;
	i = WBTRACE_DIRTIERS - 1;
	WRITE_ONCE(dirtiers->rest, add_pages(dirtiers->rest, dirtiers->pages[i]));
	WRITE_ONCE(dirtiers->pages[i], 0);
	return i;
}

/**
 * wbtrace_dirtiers_switch - another task dirties an inode
 * @dirtiers: of the inode
 * @tag: of the task's row, 0 when it has none
 * @dirtied_pages: the inode's, without what the task is about to add
 *
 * The last ones stay in the order in which they dirtied it.
 * Context: under the mapping's i_pages lock, interrupts off.
 */
void wbtrace_dirtiers_switch(struct wbtrace_dirtiers *dirtiers, u64 tag, u64 dirtied_pages)
{
	unsigned int i;
	u32 pages;

	raw_write_seqcount_begin(&dirtiers->seq);
	settle(dirtiers, dirtied_pages);
	i = place_of(dirtiers, tag);
	pages = dirtiers->pages[i];
	for (; i; i--) {
		WRITE_ONCE(dirtiers->tag[i], dirtiers->tag[i - 1]);
		WRITE_ONCE(dirtiers->pages[i], dirtiers->pages[i - 1]);
	}
	WRITE_ONCE(dirtiers->tag[0], tag);
	WRITE_ONCE(dirtiers->pages[0], pages);
	raw_write_seqcount_end(&dirtiers->seq);
}

static u64 copy(const struct wbtrace_dirtiers *dirtiers, struct wbtrace_dirtier_shares *shares)
{
	unsigned int i;

	for (i = 0; i < WBTRACE_DIRTIERS; i++) {
		shares->tag[i] = READ_ONCE(dirtiers->tag[i]);
		shares->pages[i] = READ_ONCE(dirtiers->pages[i]);
	}
	shares->tag[i] = 0;
	shares->pages[i] = READ_ONCE(dirtiers->rest);
	return READ_ONCE(dirtiers->base);
}

/**
 * wbtrace_dirtiers_read - who dirtied how much of an inode
 * @dirtiers: of the inode
 * @dirtied_pages: the inode's
 * @shares: filled in
 *
 * Context: any but NMI. Who changes the order has interrupts off, so the wait
 * for it is short and never for the CPU's own.
 */
void wbtrace_dirtiers_read(const struct wbtrace_dirtiers *dirtiers, u64 dirtied_pages,
			   struct wbtrace_dirtier_shares *shares)
{
	unsigned int i, seq;
	u64 base;

	do {
		seq = raw_read_seqcount_begin(&dirtiers->seq);
		base = copy(dirtiers, shares);
	} while (read_seqcount_retry(&dirtiers->seq, seq));
	/* Without a first one nobody is known. */
	i = shares->tag[0] ? 0 : WBTRACE_DIRTIERS;
	if (dirtied_pages > base)
		shares->pages[i] += dirtied_pages - base;
	shares->total = 0;
	for (i = 0; i <= WBTRACE_DIRTIERS; i++)
		shares->total += shares->pages[i];
}

/**
 * wbtrace_dirtiers_one - whether one task alone dirtied an inode
 * @shares: of its dirtiers
 */
bool wbtrace_dirtiers_one(const struct wbtrace_dirtier_shares *shares)
{
	return shares->tag[0] && shares->pages[0] == shares->total;
}
