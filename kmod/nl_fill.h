/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows and events as netlink attributes. */
#ifndef WBTRACE_NL_FILL_H
#define WBTRACE_NL_FILL_H

#include <net/netlink.h>

#include "event.h"
#include "session.h"

/**
 * struct wbtrace_fill - how rows are to be sent
 * @session: where they are
 * @count_pages: count pages of inodes from the page cache
 * @path: buffer for paths of inodes, NULL when they are not asked for
 * @path_bytes: its size
 */
struct wbtrace_fill {
	struct wbtrace_session *session;
	bool count_pages;
	char *path;
	int path_bytes;
};

int wbtrace_fill_uint(struct sk_buff *skb, int type, u64 value);
int wbtrace_fill_times(struct sk_buff *skb, const struct wbtrace_row *row, int first, int last);
int wbtrace_fill_inode(struct sk_buff *skb, const struct wbtrace_fill *fill,
		       struct wbtrace_row *row);
int wbtrace_fill_task(struct sk_buff *skb, const struct wbtrace_fill *fill,
		      struct wbtrace_row *row);
int wbtrace_fill_wb(struct sk_buff *skb, const struct wbtrace_fill *fill,
		    struct wbtrace_row *row);
int wbtrace_fill_sb(struct sk_buff *skb, const struct wbtrace_session *session,
		    const struct wbtrace_sb *sb, bool rest);
int wbtrace_fill_inode_fate(struct sk_buff *skb, struct wbtrace_session *session,
			    struct wbtrace_inode *inode);
int wbtrace_fill_wb_fate(struct sk_buff *skb, const struct wbtrace_session *session,
			 const struct wbtrace_wb *wbrow);
int wbtrace_fill_task_device(struct sk_buff *skb, const struct wbtrace_session *session,
			     const struct wbtrace_task *task);
int wbtrace_fill_device(struct sk_buff *skb, const struct wbtrace_fill *fill,
			struct wbtrace_row *row);
int wbtrace_fill_ledger(struct sk_buff *skb, const struct wbtrace_session *session,
			struct wbtrace_task *task);
int wbtrace_fill_stack(struct sk_buff *skb, const struct wbtrace_fill *fill,
		       struct wbtrace_row *row);
int wbtrace_fill_alloc(struct sk_buff *skb, const struct wbtrace_fill *fill,
		       struct wbtrace_row *row);
int wbtrace_fill_task_alloc(struct sk_buff *skb, const struct wbtrace_session *session,
			    const struct wbtrace_task *task);
int wbtrace_fill_event(struct sk_buff *skb, const struct wbtrace_session *session,
		       const struct wbtrace_event *event);

#endif /* WBTRACE_NL_FILL_H */
