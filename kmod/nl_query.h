/* SPDX-License-Identifier: GPL-2.0-only */
/* What a request asks for: which rows, in which order. */
#ifndef WBTRACE_NL_QUERY_H
#define WBTRACE_NL_QUERY_H

#include <linux/wbtrace.h>
#include <net/netlink.h>

#include "session.h"

/* What can be asked for. */
enum wbtrace_kind {
	WBTRACE_KIND_INODE,
	WBTRACE_KIND_TASK,
	WBTRACE_KIND_WB,
	WBTRACE_KIND_SB,
	WBTRACE_KIND_STACK,
	WBTRACE_KIND_ALLOC,
	WBTRACE_KIND_DEVICE,
};

/**
 * struct wbtrace_query - the nest `query` of a request
 * @given: bit N is set when attribute N is there
 * @dev: filter
 * @ino: filter
 * @pid: filter
 * @tgid: filter
 * @cgroup: filter
 * @bdi: filter
 * @top: how many rows
 * @by: sort key of @top
 * @watcher: bit of the client that asks, for the filter watched
 */
struct wbtrace_query {
	unsigned long given;
	u32 dev;
	u64 ino;
	u32 pid;
	u32 tgid;
	u64 cgroup;
	char bdi[sizeof_field(struct wbtrace_wb, name)];
	u32 top;
	u32 by;
	u32 watcher;
};

/**
 * struct wbtrace_order - rows in the order in which a dump sends them
 * @count: how many
 * @index: their indices; the evicted row's is the table's capacity
 */
struct wbtrace_order {
	unsigned int count;
	u32 index[];
};

static inline bool wbtrace_query_has(const struct wbtrace_query *query, int attr)
{
	return query->given & BIT(attr);
}

int wbtrace_query_parse(struct wbtrace_query *query, enum wbtrace_kind kind, bool dump,
			struct nlattr *nest, struct netlink_ext_ack *extack);
struct wbtrace_table *wbtrace_query_table(struct wbtrace_session *session, enum wbtrace_kind kind);
bool wbtrace_query_matches(const struct wbtrace_query *query, enum wbtrace_kind kind,
			   struct wbtrace_row *row);
struct wbtrace_row *wbtrace_query_find(struct wbtrace_session *session, enum wbtrace_kind kind,
				       const struct wbtrace_query *query);
struct wbtrace_order *wbtrace_query_order(struct wbtrace_session *session, enum wbtrace_kind kind,
					  const struct wbtrace_query *query);

#endif /* WBTRACE_NL_QUERY_H */
