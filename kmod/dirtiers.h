/* SPDX-License-Identifier: GPL-2.0-only */
/* Who dirtied an inode, and so whom what reaches a device is laid to. */
#ifndef WBTRACE_DIRTIERS_H
#define WBTRACE_DIRTIERS_H

#include <linux/seqlock.h>
#include <linux/types.h>

/* An inode with more tasks than this keeps the last ones. */
#define WBTRACE_DIRTIERS	4

/**
 * struct wbtrace_dirtiers - the tasks that dirtied an inode last
 * @tag: tags of their rows, the one that dirties now first; 0 for none
 * @base: the inode's dirtied pages when @tag[0] became the first: what came since
 *	is its, and not yet in @pages
 * @pages: what each dirtied before; it stops at its end, 16 TiB
 * @rest: what tasks dirtied that are not here (any more)
 * @seq: odd while the order changes
 *
 * Written under the mapping's i_pages lock, as the inode's dirtied pages are.
 */
struct wbtrace_dirtiers {
	u64 tag[WBTRACE_DIRTIERS];
	u64 base;
	u32 pages[WBTRACE_DIRTIERS];
	u32 rest;
	seqcount_t seq;
};

/**
 * struct wbtrace_dirtier_shares - the dirtiers at one moment
 * @tag: as in struct wbtrace_dirtiers; the last one, 0, stands for the rest
 * @pages: what each dirtied, all of it
 * @total: their sum
 */
struct wbtrace_dirtier_shares {
	u64 tag[WBTRACE_DIRTIERS + 1];
	u64 pages[WBTRACE_DIRTIERS + 1];
	u64 total;
};

void wbtrace_dirtiers_switch(struct wbtrace_dirtiers *dirtiers, u64 tag, u64 dirtied_pages);
void wbtrace_dirtiers_read(const struct wbtrace_dirtiers *dirtiers, u64 dirtied_pages,
			   struct wbtrace_dirtier_shares *shares);
bool wbtrace_dirtiers_one(const struct wbtrace_dirtier_shares *shares);

#endif /* WBTRACE_DIRTIERS_H */
