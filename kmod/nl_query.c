// SPDX-License-Identifier: GPL-2.0-only
/* What a request asks for: which rows, in which order. */

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "nl_query.h"

#define HAS(attr)	BIT(WBTRACE_A_QUERY_##attr)
#define ORDER		(HAS(TOP) | HAS(BY))

/* What rows of most tables can be sorted by; ask for another and be refused. */
#define BY_COUNTS	(BIT(WBTRACE_SORT_KEY_DIRTIED) | BIT(WBTRACE_SORT_KEY_WRITTEN) | \
			 BIT(WBTRACE_SORT_KEY_THROTTLE_COUNT) | BIT(WBTRACE_SORT_KEY_HELD))

/**
 * struct rules - what a query may hold
 * @by: sort keys that a dump takes
 * @dump: attributes that a dump takes
 * @needed: attributes that a do needs
 * @optional: further attributes that a do takes
 * @needs: what a do needs, in words
 * @takes: what a dump takes, in words
 */
struct rules {
	unsigned long by;
	unsigned long dump;
	unsigned long needed;
	unsigned long optional;
	const char *needs;
	const char *takes;
};

static const struct rules rules[] = {
	[WBTRACE_KIND_INODE] = {
		.by = BY_COUNTS,
		.dump = HAS(DEV) | HAS(INO) | HAS(CGROUP) | HAS(BDI) | HAS(COUNT_PAGES) |
			HAS(PATHS) | ORDER,
		.needed = HAS(DEV) | HAS(INO),
		.optional = HAS(COUNT_PAGES) | HAS(PATHS),
		.needs = "wbtrace: an inode is asked for by dev and ino (and count-pages, paths)",
		.takes = "wbtrace: inodes are selected by dev, ino, cgroup, bdi, top, by",
	},
	[WBTRACE_KIND_TASK] = {
		.by = BY_COUNTS,
		.dump = HAS(PID) | HAS(TGID) | HAS(CGROUP) | HAS(WATCHED) | ORDER,
		.needed = HAS(PID),
		.needs = "wbtrace: a task is asked for by pid",
		.takes = "wbtrace: tasks are selected by pid, tgid, cgroup, watched, top, by",
	},
	[WBTRACE_KIND_WB] = {
		.by = BY_COUNTS,
		.dump = HAS(CGROUP) | HAS(BDI) | ORDER,
		.needed = HAS(BDI),
		.optional = HAS(CGROUP),
		.needs = "wbtrace: a wb is asked for by bdi (and cgroup)",
		.takes = "wbtrace: wbs are selected by cgroup, bdi, top, by",
	},
	[WBTRACE_KIND_SB] = {
		.dump = HAS(DEV),
		.needed = HAS(DEV),
		.needs = "wbtrace: a super block is asked for by dev",
		.takes = "wbtrace: super blocks are selected by dev",
	},
	[WBTRACE_KIND_STACK] = {
		.by = BIT(WBTRACE_SORT_KEY_TIME),
		.dump = HAS(PID) | HAS(TGID) | ORDER,
		.takes = "wbtrace: stacks are selected by pid, tgid, top, by",
	},
	[WBTRACE_KIND_ALLOC] = {
		.by = BIT(WBTRACE_SORT_KEY_TIME) | BIT(WBTRACE_SORT_KEY_ALLOCATED),
		.dump = HAS(DEV) | HAS(INO) | HAS(PATHS) | ORDER,
		.needed = HAS(DEV) | HAS(INO),
		.optional = HAS(PATHS),
		.needs = "wbtrace: allocation is asked for by dev and ino (and paths)",
		.takes = "wbtrace: allocations are selected by dev, ino, top, by",
	},
	[WBTRACE_KIND_DEVICE] = {
		.dump = HAS(DEV),
		.needed = HAS(DEV),
		.needs = "wbtrace: a block device is asked for by dev",
		.takes = "wbtrace: block devices are selected by dev",
	},
};

static void store(struct wbtrace_query *query, struct nlattr **tb)
{
	int attr;

	for (attr = 1; attr <= WBTRACE_A_QUERY_MAX; attr++)
		if (tb[attr])
			query->given |= BIT(attr);
	if (tb[WBTRACE_A_QUERY_DEV])
		query->dev = nla_get_u32(tb[WBTRACE_A_QUERY_DEV]);
	if (tb[WBTRACE_A_QUERY_INO])
		query->ino = nla_get_u64(tb[WBTRACE_A_QUERY_INO]);
	if (tb[WBTRACE_A_QUERY_PID])
		query->pid = nla_get_u32(tb[WBTRACE_A_QUERY_PID]);
	if (tb[WBTRACE_A_QUERY_TGID])
		query->tgid = nla_get_u32(tb[WBTRACE_A_QUERY_TGID]);
	if (tb[WBTRACE_A_QUERY_CGROUP])
		query->cgroup = nla_get_u64(tb[WBTRACE_A_QUERY_CGROUP]);
	if (tb[WBTRACE_A_QUERY_BDI])
		nla_strscpy(query->bdi, tb[WBTRACE_A_QUERY_BDI], sizeof(query->bdi));
	if (tb[WBTRACE_A_QUERY_TOP])
		query->top = nla_get_u32(tb[WBTRACE_A_QUERY_TOP]);
	if (tb[WBTRACE_A_QUERY_BY])
		query->by = nla_get_u32(tb[WBTRACE_A_QUERY_BY]);
}

/* NL_SET_ERR_MSG() takes a literal only. */
static int refuse(struct netlink_ext_ack *extack, const char *message)
{
	if (extack)
		extack->_msg = message;
	return -EINVAL;
}

static int check(const struct wbtrace_query *query, enum wbtrace_kind kind, bool dump,
		 struct netlink_ext_ack *extack)
{
	const struct rules *r = &rules[kind];

	if (dump && query->given & ~r->dump)
		return refuse(extack, r->takes);
	if (dump && wbtrace_query_has(query, WBTRACE_A_QUERY_BY) && !query->top)
		return refuse(extack, "wbtrace: by needs top");
	if (dump && wbtrace_query_has(query, WBTRACE_A_QUERY_BY) && !(r->by & BIT(query->by)))
		return refuse(extack, "wbtrace: these rows have no such field to sort by");
	if (!dump && ((query->given & r->needed) != r->needed ||
		      query->given & ~(r->needed | r->optional)))
		return refuse(extack, r->needs);
	return 0;
}

/**
 * wbtrace_query_parse - read the nest `query`
 * @query: filled in
 * @kind: table that is asked
 * @dump: it is a dump
 * @nest: the nest, checked against the policy, or NULL
 * @extack: gets the reason of a refusal
 *
 * Return: 0 or -EINVAL.
 */
int wbtrace_query_parse(struct wbtrace_query *query, enum wbtrace_kind kind, bool dump,
			struct nlattr *nest, struct netlink_ext_ack *extack)
{
	struct nlattr *tb[WBTRACE_A_QUERY_MAX + 1] = {};
	int err;

	memset(query, 0, sizeof(*query));
	if (nest) {
		err = nla_parse_nested(tb, WBTRACE_A_QUERY_MAX, nest, NULL, extack);
		if (err)
			return err;
	}
	store(query, tb);
	return check(query, kind, dump, extack);
}

/**
 * wbtrace_query_table - the table of a kind
 * @session: the session
 * @kind: not WBTRACE_KIND_SB, which has none
 */
struct wbtrace_table *wbtrace_query_table(struct wbtrace_session *session, enum wbtrace_kind kind)
{
	switch (kind) {
	case WBTRACE_KIND_INODE:
		return &session->inodes;
	case WBTRACE_KIND_TASK:
		return &session->tasks;
	case WBTRACE_KIND_STACK:
		return &session->stacks;
	case WBTRACE_KIND_ALLOC:
		return &session->allocs.rows;
	case WBTRACE_KIND_DEVICE:
		return &session->devices;
	default:
		return &session->wbs;
	}
}

static bool inode_matches(const struct wbtrace_query *query, const struct wbtrace_inode *inode)
{
	const struct wbtrace_wb *wbrow = READ_ONCE(inode->wbrow);

	if (wbtrace_query_has(query, WBTRACE_A_QUERY_DEV) && inode->dev != query->dev)
		return false;
	if (wbtrace_query_has(query, WBTRACE_A_QUERY_INO) && inode->ino != query->ino)
		return false;
	if (wbtrace_query_has(query, WBTRACE_A_QUERY_CGROUP) &&
	    (!wbrow || wbrow->cgroup != query->cgroup))
		return false;
	return !wbtrace_query_has(query, WBTRACE_A_QUERY_BDI) ||
	       (wbrow && !strcmp(wbrow->name, query->bdi));
}

static bool task_matches(const struct wbtrace_query *query, const struct wbtrace_task *task)
{
	if (wbtrace_query_has(query, WBTRACE_A_QUERY_PID) && task->pid != query->pid)
		return false;
	if (wbtrace_query_has(query, WBTRACE_A_QUERY_TGID) && task->tgid != query->tgid)
		return false;
	if (wbtrace_query_has(query, WBTRACE_A_QUERY_WATCHED) &&
	    !(READ_ONCE(task->ledger.watchers) & query->watcher))
		return false;
	return !wbtrace_query_has(query, WBTRACE_A_QUERY_CGROUP) || task->cgroup == query->cgroup;
}

static bool wb_matches(const struct wbtrace_query *query, const struct wbtrace_wb *wbrow)
{
	if (wbtrace_query_has(query, WBTRACE_A_QUERY_CGROUP) && wbrow->cgroup != query->cgroup)
		return false;
	return !wbtrace_query_has(query, WBTRACE_A_QUERY_BDI) ||
	       !strcmp(wbrow->name, query->bdi);
}

static bool stack_matches(const struct wbtrace_query *query, const struct wbtrace_stack *stack)
{
	if (wbtrace_query_has(query, WBTRACE_A_QUERY_PID) && stack->pid != query->pid)
		return false;
	return !wbtrace_query_has(query, WBTRACE_A_QUERY_TGID) || stack->tgid == query->tgid;
}

static bool alloc_matches(const struct wbtrace_query *query, const struct wbtrace_alloc *alloc)
{
	if (wbtrace_query_has(query, WBTRACE_A_QUERY_DEV) && alloc->dev != query->dev)
		return false;
	return !wbtrace_query_has(query, WBTRACE_A_QUERY_INO) || alloc->ino == query->ino;
}

static bool device_matches(const struct wbtrace_query *query, const struct wbtrace_device *device)
{
	return !wbtrace_query_has(query, WBTRACE_A_QUERY_DEV) || device->dev == query->dev;
}

/**
 * wbtrace_query_matches - whether a row is asked for
 * @query: the query
 * @kind: the row's table
 * @row: the row; the evicted row matches a query without filters
 *
 * Context: process, under RCU.
 */
bool wbtrace_query_matches(const struct wbtrace_query *query, enum wbtrace_kind kind,
			   struct wbtrace_row *row)
{
	unsigned long filters = HAS(DEV) | HAS(INO) | HAS(PID) | HAS(TGID) | HAS(CGROUP) |
				HAS(BDI) | HAS(WATCHED);

	if (!wbtrace_row_shown(row))
		return false;
	if (READ_ONCE(row->state) == WBTRACE_ROW_EVICTED)
		return !(query->given & filters);
	switch (kind) {
	case WBTRACE_KIND_INODE:
		return inode_matches(query, to_wbtrace_inode(row));
	case WBTRACE_KIND_TASK:
		return task_matches(query, to_wbtrace_task(row));
	case WBTRACE_KIND_STACK:
		return stack_matches(query, to_wbtrace_stack(row));
	case WBTRACE_KIND_ALLOC:
		return alloc_matches(query, to_wbtrace_alloc(row));
	case WBTRACE_KIND_DEVICE:
		return device_matches(query, to_wbtrace_device(row));
	default:
		return wb_matches(query, to_wbtrace_wb(row));
	}
}

/**
 * wbtrace_query_find - the newest row that matches
 * @session: the session
 * @kind: the table
 * @query: a do's
 *
 * Context: process.
 *
 * Return: the row or NULL.
 */
struct wbtrace_row *wbtrace_query_find(struct wbtrace_session *session, enum wbtrace_kind kind,
				       const struct wbtrace_query *query)
{
	struct wbtrace_table *table = wbtrace_query_table(session, kind);
	struct wbtrace_row *row, *found = NULL;
	unsigned int i;

	for (i = 0; i < table->capacity; i++) {
		row = wbtrace_table_row(table, i);
		rcu_read_lock();
		if (wbtrace_query_matches(query, kind, row) &&
		    (!found || row->first_ns > found->first_ns))
			found = row;
		rcu_read_unlock();
	}
	return found;
}

/**
 * struct ranked - a row to sort
 * @value: by this
 * @index: of the row
 */
struct ranked {
	u64 value;
	u32 index;
};

static int larger_first(const void *a, const void *b)
{
	const struct ranked *left = a, *right = b;

	return left->value > right->value ? -1 : left->value < right->value;
}

static const struct wbtrace_throttle *row_throttle(enum wbtrace_kind kind,
						   struct wbtrace_row *row)
{
	return kind == WBTRACE_KIND_INODE ? &to_wbtrace_inode(row)->throttle :
	       kind == WBTRACE_KIND_TASK ? &to_wbtrace_task(row)->throttle :
	       &to_wbtrace_wb(row)->throttle;
}

static u64 row_pages(enum wbtrace_kind kind, struct wbtrace_row *row, bool written)
{
	struct wbtrace_wb_hot sum;

	if (kind == WBTRACE_KIND_TASK)
		return local64_read(&to_wbtrace_task(row)->dirtied_pages);
	if (kind == WBTRACE_KIND_INODE)
		return written ? atomic64_read(&to_wbtrace_inode(row)->written_pages) :
		       local64_read(&to_wbtrace_inode(row)->dirtied_pages);
	wbtrace_wb_sum(to_wbtrace_wb(row), &sum);
	return sum.pages[written ? WBTRACE_WRITTEN : WBTRACE_DIRTIED];
}

static u64 alloc_value(const struct wbtrace_alloc *alloc, u32 by)
{
	return READ_ONCE(alloc->sums.of[by == WBTRACE_SORT_KEY_TIME ? WBTRACE_ALLOC_NS :
								      WBTRACE_ALLOC_DATA_BYTES]);
}

static u64 row_value(enum wbtrace_kind kind, struct wbtrace_row *row, u32 by)
{
	if (kind == WBTRACE_KIND_STACK)
		return READ_ONCE(to_wbtrace_stack(row)->ns);
	if (kind == WBTRACE_KIND_ALLOC)
		return alloc_value(to_wbtrace_alloc(row), by);
	switch (by) {
	case WBTRACE_SORT_KEY_THROTTLE_COUNT:
		return atomic64_read(&row_throttle(kind, row)->count);
	case WBTRACE_SORT_KEY_HELD:
		return atomic64_read(&row_throttle(kind, row)->held_ns);
	default:
		return row_pages(kind, row, by == WBTRACE_SORT_KEY_WRITTEN);
	}
}

static unsigned int rank(struct wbtrace_table *table, enum wbtrace_kind kind,
			 const struct wbtrace_query *query, struct ranked *ranked)
{
	unsigned int i, count = 0;

	for (i = 0; i < table->capacity; i++) {
		struct wbtrace_row *row = wbtrace_table_row(table, i);

		rcu_read_lock();
		if (wbtrace_query_matches(query, kind, row))
			ranked[count++] = (struct ranked){ row_value(kind, row, query->by), i };
		rcu_read_unlock();
	}
	sort(ranked, count, sizeof(*ranked), larger_first, NULL);
	return min(count, query->top);
}

/**
 * wbtrace_query_order - the rows of a dump with `top`
 * @session: the session
 * @kind: the table
 * @query: the dump's
 *
 * Context: process, may sleep.
 *
 * Return: the rows, the evicted row last, to be freed with kvfree(); or NULL
 * without memory.
 */
struct wbtrace_order *wbtrace_query_order(struct wbtrace_session *session, enum wbtrace_kind kind,
					  const struct wbtrace_query *query)
{
	struct wbtrace_table *table = wbtrace_query_table(session, kind);
	struct wbtrace_order *order;
	struct ranked *ranked;
	unsigned int i;

	ranked = kvmalloc_array(table->capacity, sizeof(*ranked), GFP_KERNEL);
	order = kvmalloc(struct_size(order, index, table->capacity + 1), GFP_KERNEL);
	if (!ranked || !order) {
		kvfree(ranked);
		kvfree(order);
		return NULL;
	}
	order->count = rank(table, kind, query, ranked);
	for (i = 0; i < order->count; i++)
		order->index[i] = ranked[i].index;
	kvfree(ranked);
	order->index[order->count++] = table->capacity;
	return order;
}
