// SPDX-License-Identifier: GPL-2.0-only
/* The generic netlink family: requests, dumps and the event group. */

#include <linux/limits.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/slab.h>
#include <linux/ktime.h>
#include <linux/wbtrace.h>

#include "compat/netlink.h"
#include "control.h"
#include "hook.h"
#include "netlink.h"
#include "nl_fill.h"
#include "nl_policy.h"
#include "nl_query.h"
#include "version.h"

/* A row with all its attributes but a path; checked when it is filled in. */
#define ROW_BYTES	NLMSG_GOODSIZE
/* All the probes and tables with what they say. */
#define INFO_BYTES	32768

static struct genl_family family;

/**
 * struct dump - a dump in progress
 * @session: its tables, referenced
 * @query: what was asked for
 * @kind: table
 * @fill: how rows are sent
 * @order: rows in order, or NULL for the order of the table
 * @sbs: super blocks, for WBTRACE_KIND_SB
 * @next: position of the row to send next
 */
struct dump {
	struct wbtrace_session *session;
	struct wbtrace_query query;
	enum wbtrace_kind kind;
	struct wbtrace_fill fill;
	struct wbtrace_order *order;
	struct wbtrace_sbs *sbs;
	unsigned int next;
};

static int (* const fill_row[])(struct sk_buff *skb, const struct wbtrace_fill *fill,
				struct wbtrace_row *row) = {
	[WBTRACE_KIND_INODE]	= wbtrace_fill_inode,
	[WBTRACE_KIND_TASK]	= wbtrace_fill_task,
	[WBTRACE_KIND_WB]	= wbtrace_fill_wb,
	[WBTRACE_KIND_STACK]	= wbtrace_fill_stack,
	[WBTRACE_KIND_ALLOC]	= wbtrace_fill_alloc,
	[WBTRACE_KIND_DEVICE]	= wbtrace_fill_device,
};

static const u8 kind_command[] = {
	[WBTRACE_KIND_INODE]	= WBTRACE_CMD_INODE,
	[WBTRACE_KIND_TASK]	= WBTRACE_CMD_TASK,
	[WBTRACE_KIND_WB]	= WBTRACE_CMD_WB,
	[WBTRACE_KIND_SB]	= WBTRACE_CMD_SB,
	[WBTRACE_KIND_STACK]	= WBTRACE_CMD_STACK,
	[WBTRACE_KIND_ALLOC]	= WBTRACE_CMD_ALLOC,
	[WBTRACE_KIND_DEVICE]	= WBTRACE_CMD_DEVICE,
};

static struct wbtrace_session *get_session(enum wbtrace_kind kind, struct netlink_ext_ack *extack)
{
	struct wbtrace_session *session = wbtrace_control_session();

	if (!session) {
		NL_SET_ERR_MSG_MOD(extack,
				   "nothing is measured: send config attach 1 or write 1 to enabled");
		return ERR_PTR(-ENODATA);
	}
	if (!session->track_inodes && (kind == WBTRACE_KIND_INODE || kind == WBTRACE_KIND_SB)) {
		NL_SET_ERR_MSG_MOD(extack, "inodes are not measured: clear_inode() is not hooked");
		wbtrace_session_put(session);
		return ERR_PTR(-EOPNOTSUPP);
	}
	return session;
}

static int fill_init(struct wbtrace_fill *fill, struct wbtrace_session *session,
		     const struct wbtrace_query *query)
{
	/* Both the inodes' bdi and the wbs' sums depend on it. */
	wbtrace_inode_settle(session);
	fill->session = session;
	fill->count_pages = wbtrace_query_has(query, WBTRACE_A_QUERY_COUNT_PAGES);
	if (!wbtrace_query_has(query, WBTRACE_A_QUERY_PATHS))
		return 0;
	fill->path_bytes = PATH_MAX;
	fill->path = kmalloc(PATH_MAX, GFP_KERNEL);
	return fill->path ? 0 : -ENOMEM;
}

/* `do` of a row */

static int put_found(struct sk_buff *skb, const struct wbtrace_fill *fill, enum wbtrace_kind kind,
		     const struct wbtrace_query *query)
{
	struct wbtrace_row *row;

	row = wbtrace_query_find(fill->session, kind, query);
	return row ? fill_row[kind](skb, fill, row) : -ENOENT;
}

static int put_found_sb(struct sk_buff *skb, struct wbtrace_session *session, dev_t dev)
{
	struct wbtrace_sbs *sbs = kmalloc(sizeof(*sbs), GFP_KERNEL);
	unsigned int i, count;
	int err = -ENOENT;

	if (!sbs)
		return -ENOMEM;
	count = wbtrace_sb_collect(session, sbs);
	for (i = 0; i < count && err == -ENOENT; i++)
		if (sbs->rows[i].dev == dev)
			err = wbtrace_fill_sb(skb, session, &sbs->rows[i], false);
	kfree(sbs);
	return err;
}

static int put_answer(struct sk_buff *skb, struct genl_info *info, enum wbtrace_kind kind,
		      const struct wbtrace_query *query)
{
	struct wbtrace_fill fill = {};
	struct wbtrace_session *session = get_session(kind, info->extack);
	int err;

	if (IS_ERR(session))
		return PTR_ERR(session);
	err = fill_init(&fill, session, query);
	if (!err && kind == WBTRACE_KIND_SB)
		err = put_found_sb(skb, session, query->dev);
	else if (!err)
		err = put_found(skb, &fill, kind, query);
	if (err == -ENOENT)
		NL_SET_ERR_MSG_MOD(info->extack, "no such row in the table");
	kfree(fill.path);
	wbtrace_session_put(session);
	return err;
}

/* Starts an answer. Return: the message, or NULL without memory. */
static struct sk_buff *answer_new(struct genl_info *info, u8 command, size_t bytes, void **header)
{
	struct sk_buff *skb = genlmsg_new(bytes, GFP_KERNEL);

	if (!skb)
		return NULL;
	*header = genlmsg_put_reply(skb, info, &family, 0, command);
	if (!*header) {
		nlmsg_free(skb);
		return NULL;
	}
	return skb;
}

static int answer_send(struct sk_buff *skb, struct genl_info *info, void *header, int err)
{
	if (err) {
		nlmsg_free(skb);
		return err;
	}
	genlmsg_end(skb, header);
	return genlmsg_reply(skb, info);
}

/* The query's attribute has the number 1 in each of the sets. */
static_assert(WBTRACE_A_INODE_QUERY == 1 && WBTRACE_A_TASK_QUERY == 1 &&
	      WBTRACE_A_WB_QUERY == 1 && WBTRACE_A_SB_QUERY == 1 &&
	      WBTRACE_A_ALLOC_QUERY == 1 &&
	      WBTRACE_A_DEVICE_QUERY == 1);
#define A_QUERY	1

static int row_doit(struct genl_info *info, enum wbtrace_kind kind)
{
	struct wbtrace_query query;
	struct sk_buff *skb;
	void *header;
	int err;

	err = wbtrace_query_parse(&query, kind, false, info->attrs[A_QUERY], info->extack);
	if (err)
		return err;
	skb = answer_new(info, kind_command[kind], ROW_BYTES + PATH_MAX, &header);
	if (!skb)
		return -ENOMEM;
	return answer_send(skb, info, header, put_answer(skb, info, kind, &query));
}

int wbtrace_nl_inode_doit(struct sk_buff *skb, struct genl_info *info)
{
	return row_doit(info, WBTRACE_KIND_INODE);
}

int wbtrace_nl_task_doit(struct sk_buff *skb, struct genl_info *info)
{
	return row_doit(info, WBTRACE_KIND_TASK);
}

int wbtrace_nl_wb_doit(struct sk_buff *skb, struct genl_info *info)
{
	return row_doit(info, WBTRACE_KIND_WB);
}

int wbtrace_nl_sb_doit(struct sk_buff *skb, struct genl_info *info)
{
	return row_doit(info, WBTRACE_KIND_SB);
}

int wbtrace_nl_alloc_doit(struct sk_buff *skb, struct genl_info *info)
{
	return row_doit(info, WBTRACE_KIND_ALLOC);
}

/* Dumps */

static void dump_free(struct dump *dump)
{
	if (dump->session)
		wbtrace_session_put(dump->session);
	kfree(dump->fill.path);
	kvfree(dump->order);
	kfree(dump->sbs);
	kfree(dump);
}

static int dump_prepare(struct dump *dump)
{
	int err;

	if (dump->kind == WBTRACE_KIND_SB) {
		dump->sbs = kmalloc(sizeof(*dump->sbs), GFP_KERNEL);
		if (!dump->sbs)
			return -ENOMEM;
		wbtrace_sb_collect(dump->session, dump->sbs);
		return 0;
	}
	err = fill_init(&dump->fill, dump->session, &dump->query);
	if (err || !dump->query.top)
		return err;
	dump->order = wbtrace_query_order(dump->session, dump->kind, &dump->query);
	return dump->order ? 0 : -ENOMEM;
}

static enum wbtrace_kind command_kind(u8 command)
{
	int kind;

	for (kind = 0; kind < ARRAY_SIZE(kind_command) - 1; kind++)
		if (kind_command[kind] == command)
			break;
	return kind;
}

/**
 * wbtrace_nl_dump_start - start any of the dumps
 * @cb: the dump; its args[0] becomes a struct dump
 *
 * Refusals wait for the first message, since the kernel lets a text be given
 * only there (6.1 has no cb->extack in start).
 *
 * Return: 0 or -ENOMEM.
 */
int wbtrace_nl_dump_start(struct netlink_callback *cb)
{
	const struct genlmsghdr *genl = nlmsg_data(cb->nlh);
	struct dump *dump = kzalloc(sizeof(*dump), GFP_KERNEL);

	if (!dump)
		return -ENOMEM;
	dump->kind = command_kind(genl->cmd);
	/* One row must fit whatever the reader's buffer was before. */
	cb->min_dump_alloc = ROW_BYTES + PATH_MAX;
	cb->args[0] = (long)dump;
	return 0;
}

static int dump_open(struct dump *dump, struct netlink_callback *cb)
{
	struct wbtrace_session *session;
	int err;

	if (dump->session)
		return 0;
	err = wbtrace_query_parse(&dump->query, dump->kind, true,
				  wbtrace_dump_attrs(cb)[A_QUERY], cb->extack);
	if (err)
		return err;
	dump->query.watcher = wbtrace_control_watcher(NETLINK_CB(cb->skb).portid);
	session = get_session(dump->kind, cb->extack);
	if (IS_ERR(session))
		return PTR_ERR(session);
	dump->session = session;
	return dump_prepare(dump);
}

/**
 * wbtrace_nl_dump_done - end a dump, finished or not
 * @cb: the dump
 *
 * Return: 0.
 */
int wbtrace_nl_dump_done(struct netlink_callback *cb)
{
	dump_free((struct dump *)cb->args[0]);
	return 0;
}

static void *dump_header(struct sk_buff *skb, struct netlink_callback *cb,
			 const struct dump *dump)
{
	void *header = genlmsg_put(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq, &family,
				   NLM_F_MULTI, kind_command[dump->kind]);

	if (header)
		genl_dump_check_consistent(cb, header);
	return header;
}

static int dump_one(struct sk_buff *skb, struct netlink_callback *cb, const struct dump *dump,
		    struct wbtrace_row *row)
{
	void *header = dump_header(skb, cb, dump);

	if (!header)
		return -EMSGSIZE;
	if (fill_row[dump->kind](skb, &dump->fill, row)) {
		genlmsg_cancel(skb, header);
		return -EMSGSIZE;
	}
	genlmsg_end(skb, header);
	return 0;
}

static bool dump_wants(const struct dump *dump, struct wbtrace_row *row)
{
	bool wants;

	rcu_read_lock();
	wants = wbtrace_query_matches(&dump->query, dump->kind, row);
	rcu_read_unlock();
	return wants;
}

static int dump_rows(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *dump = (struct dump *)cb->args[0];
	struct wbtrace_table *table;
	unsigned int count;
	int err;

	err = dump_open(dump, cb);
	if (err)
		return err;
	table = wbtrace_query_table(dump->session, dump->kind);
	count = dump->order ? dump->order->count : table->capacity + 1;
	/* Rows evicted meanwhile could be seen twice or not at all. */
	cb->seq = READ_ONCE(table->generation);
	for (; dump->next < count; dump->next++) {
		unsigned int index = dump->order ? dump->order->index[dump->next] : dump->next;
		struct wbtrace_row *row = wbtrace_table_row(table, index);

		if (dump_wants(dump, row) && dump_one(skb, cb, dump, row))
			return skb->len ?: -EMSGSIZE;
	}
	return skb->len;
}

static int dump_sb(struct sk_buff *skb, struct netlink_callback *cb, const struct dump *dump,
		   unsigned int index)
{
	bool rest = index == WBTRACE_SBS_MAX;
	void *header = dump_header(skb, cb, dump);

	if (!header)
		return -EMSGSIZE;
	if (wbtrace_fill_sb(skb, dump->session, &dump->sbs->rows[index], rest)) {
		genlmsg_cancel(skb, header);
		return -EMSGSIZE;
	}
	genlmsg_end(skb, header);
	return 0;
}

static bool wants_sb(const struct dump *dump, unsigned int index)
{
	const struct wbtrace_sbs *sbs = dump->sbs;
	bool filtered = wbtrace_query_has(&dump->query, WBTRACE_A_QUERY_DEV);

	if (index == WBTRACE_SBS_MAX)
		return !filtered && sbs->rows[index].dirtied_pages;
	return index < sbs->count && (!filtered || sbs->rows[index].dev == dump->query.dev);
}

int wbtrace_nl_sb_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *dump = (struct dump *)cb->args[0];
	int err;

	err = dump_open(dump, cb);
	if (err)
		return err;
	/* The sums were taken when the dump was opened. */
	cb->seq = 1;
	for (; dump->next <= WBTRACE_SBS_MAX; dump->next++)
		if (wants_sb(dump, dump->next) && dump_sb(skb, cb, dump, dump->next))
			return skb->len ?: -EMSGSIZE;
	return skb->len;
}

int wbtrace_nl_inode_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return dump_rows(skb, cb);
}

int wbtrace_nl_task_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return dump_rows(skb, cb);
}

int wbtrace_nl_wb_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return dump_rows(skb, cb);
}

int wbtrace_nl_stack_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return dump_rows(skb, cb);
}

int wbtrace_nl_alloc_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return dump_rows(skb, cb);
}

int wbtrace_nl_device_doit(struct sk_buff *skb, struct genl_info *info)
{
	return row_doit(info, WBTRACE_KIND_DEVICE);
}

int wbtrace_nl_device_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return dump_rows(skb, cb);
}

/* info */

static int put_probe(struct sk_buff *skb, enum wbtrace_hook_id id)
{
	const struct wbtrace_hook *hook = wbtrace_hook_get(id);
	enum wbtrace_probe_state state = READ_ONCE(hook->state);
	struct nlattr *nest = nla_nest_start(skb, WBTRACE_A_INFO_PROBE);

	if (!nest || nla_put_string(skb, WBTRACE_A_PROBE_NAME, hook->name) ||
	    nla_put_u32(skb, WBTRACE_A_PROBE_KIND, hook->kind) ||
	    nla_put_u32(skb, WBTRACE_A_PROBE_STATE, state) ||
	    nla_put_string(skb, WBTRACE_A_PROBE_GIVES, hook->gives))
		return -EMSGSIZE;
	if (state == WBTRACE_PROBE_STATE_ATTACHED &&
	    wbtrace_fill_uint(skb, WBTRACE_A_PROBE_HITS, wbtrace_hook_hits_sum(id)))
		return -EMSGSIZE;
	if (state == WBTRACE_PROBE_STATE_ATTACHED && hook->kind == WBTRACE_PROBE_KIND_KRETPROBE &&
	    wbtrace_fill_uint(skb, WBTRACE_A_PROBE_MISSED, wbtrace_hook_missed(id)))
		return -EMSGSIZE;
	if (state == WBTRACE_PROBE_STATE_FAILED &&
	    nla_put_u32(skb, WBTRACE_A_PROBE_ERROR, READ_ONCE(hook->error)))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_table_use(struct sk_buff *skb, const struct wbtrace_table *table)
{
	if (wbtrace_fill_uint(skb, WBTRACE_A_TABLE_ENTRIES, READ_ONCE(table->entries)) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_TABLE_EVICTED, READ_ONCE(table->evicted)) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_TABLE_OVERFLOW, READ_ONCE(table->overflow)) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_TABLE_MEMORY_BYTES, wbtrace_table_bytes(table)))
		return -EMSGSIZE;
	return 0;
}

/* @table is NULL while nothing is attached: then only its size is known. */
static int put_table(struct sk_buff *skb, const char *name, unsigned int capacity,
		     const struct wbtrace_table *table)
{
	struct nlattr *nest = nla_nest_start(skb, WBTRACE_A_INFO_TABLE);

	if (!nest || nla_put_string(skb, WBTRACE_A_TABLE_NAME, name) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_TABLE_CAPACITY, capacity) ||
	    (table && put_table_use(skb, table)))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_tables(struct sk_buff *skb, const struct wbtrace_session *session)
{
	const struct wbtrace_capacities *rows = wbtrace_control_capacities();

	if (put_table(skb, "inode", rows->inodes, session ? &session->inodes : NULL) ||
	    put_table(skb, "task", rows->tasks, session ? &session->tasks : NULL) ||
	    put_table(skb, "wb", rows->wbs, session ? &session->wbs : NULL) ||
	    put_table(skb, "stack", rows->stacks, session ? &session->stacks : NULL) ||
	    put_table(skb, "alloc", rows->allocs, session ? &session->allocs.rows : NULL) ||
	    put_table(skb, "device", rows->devices, session ? &session->devices : NULL))
		return -EMSGSIZE;
	return 0;
}

static int put_event_counts(struct sk_buff *skb)
{
	struct wbtrace_event_counts counts;

	wbtrace_event_count(&counts);
	if (wbtrace_fill_uint(skb, WBTRACE_A_INFO_EVENTS_GENERATED, counts.generated) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_INFO_EVENTS_EMITTED, counts.emitted) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_INFO_EVENTS_LOST, counts.lost) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_INFO_EVENTS_QUEUED, counts.queued))
		return -EMSGSIZE;
	return 0;
}

static int put_info(struct sk_buff *skb, const struct wbtrace_session *session)
{
	struct wbtrace_status status;
	enum wbtrace_hook_id id;

	wbtrace_control_status(&status);
	if (nla_put_string(skb, WBTRACE_A_INFO_VERSION, WBTRACE_VERSION) ||
	    nla_put_u32(skb, WBTRACE_A_INFO_ABI_VERSION, WBTRACE_ABI_VERSION) ||
	    nla_put_u32(skb, WBTRACE_A_INFO_ATTACHED, !!session) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_INFO_NOW_NS, ktime_get_ns()) ||
	    nla_put_u32(skb, WBTRACE_A_INFO_CLIENTS, status.clients) ||
	    nla_put_u32(skb, WBTRACE_A_INFO_PAGE_BYTES, PAGE_SIZE) ||
	    put_event_counts(skb))
		return -EMSGSIZE;
	for (id = 0; id < WBTRACE_HOOKS; id++)
		if (put_probe(skb, id))
			return -EMSGSIZE;
	if (session && wbtrace_fill_uint(skb, WBTRACE_A_INFO_ATTACHED_NS, session->attached_ns))
		return -EMSGSIZE;
	if (session && READ_ONCE(session->reset_ns) &&
	    wbtrace_fill_uint(skb, WBTRACE_A_INFO_RESET_NS, READ_ONCE(session->reset_ns)))
		return -EMSGSIZE;
	return put_tables(skb, session);
}

int wbtrace_nl_info_doit(struct sk_buff *request, struct genl_info *info)
{
	struct wbtrace_session *session;
	struct sk_buff *skb;
	void *header;
	int err;

	skb = answer_new(info, WBTRACE_CMD_INFO, INFO_BYTES, &header);
	if (!skb)
		return -ENOMEM;
	session = wbtrace_control_session();
	err = put_info(skb, session);
	if (session)
		wbtrace_session_put(session);
	return answer_send(skb, info, header, err);
}

/* config and reset */

static int put_config(struct sk_buff *skb, u32 portid)
{
	struct wbtrace_client_config config;
	struct wbtrace_status status;

	wbtrace_control_lookup(portid, &config);
	wbtrace_control_status(&status);
	if (nla_put_u32(skb, WBTRACE_A_CONFIG_ATTACH, config.attach) ||
	    nla_put_u32(skb, WBTRACE_A_CONFIG_EVENTS, config.events) ||
	    nla_put_u32(skb, WBTRACE_A_CONFIG_EVENTS_ALL, status.events_all) ||
	    nla_put_u32(skb, WBTRACE_A_CONFIG_ENABLED, status.enabled) ||
	    nla_put_u32(skb, WBTRACE_A_CONFIG_WATCHED_COUNT, wbtrace_control_watched(portid)))
		return -EMSGSIZE;
	return 0;
}

static void explain_refusal(struct netlink_ext_ack *extack, int err)
{
	switch (err) {
	case 0:
		break;
	case -ENOMEM:
		NL_SET_ERR_MSG_MOD(extack, "no memory for the tables: load smaller ones");
		break;
	case -ESRCH:
		NL_SET_ERR_MSG_MOD(extack, "watch: there is no such process");
		break;
	case -ENOSPC:
		NL_SET_ERR_MSG_MOD(extack, "watch: the task table is full: load a larger one");
		break;
	case -EUSERS:
		NL_SET_ERR_MSG_MOD(extack, "watch: 32 clients watch already");
		break;
	case -EOPNOTSUPP:
		NL_SET_ERR_MSG_MOD(extack, "watch: no probe of the ledger could be attached");
		break;
	default:
		NL_SET_ERR_MSG_MOD(extack,
				   "no probe could be attached: see /sys/kernel/wbtrace/probes");
	}
}

static int configure(struct genl_info *info)
{
	struct nlattr *attach = info->attrs[WBTRACE_A_CONFIG_ATTACH];
	struct nlattr *events = info->attrs[WBTRACE_A_CONFIG_EVENTS];
	struct nlattr *watch = info->attrs[WBTRACE_A_CONFIG_WATCH];
	struct wbtrace_client_config config;
	int err;

	wbtrace_control_lookup(info->snd_portid, &config);
	config.watch = watch ? nla_get_u32(watch) : 0;
	if (watch && attach && !nla_get_u32(attach)) {
		NL_SET_ERR_MSG_MOD(info->extack, "watch needs the probes: attach cannot be 0");
		return -EINVAL;
	}
	if (watch)
		config.attach = true;
	if (events)
		config.events = nla_get_u32(events);
	if (events && config.events)
		config.attach = true;
	if (attach && !nla_get_u32(attach) && events && config.events) {
		NL_SET_ERR_MSG_MOD(info->extack, "events need the probes: attach cannot be 0");
		return -EINVAL;
	}
	if (attach)
		config.attach = nla_get_u32(attach);
	if (!config.attach)
		config.events = 0;
	err = wbtrace_control_configure(info->snd_portid, &config);
	explain_refusal(info->extack, err);
	return err;
}

int wbtrace_nl_config_doit(struct sk_buff *request, struct genl_info *info)
{
	struct sk_buff *skb;
	void *header;
	int err = 0;

	if (info->attrs[WBTRACE_A_CONFIG_ATTACH] || info->attrs[WBTRACE_A_CONFIG_EVENTS] ||
	    info->attrs[WBTRACE_A_CONFIG_WATCH])
		err = configure(info);
	if (err)
		return err;
	skb = answer_new(info, WBTRACE_CMD_CONFIG, NLMSG_DEFAULT_SIZE, &header);
	if (!skb)
		return -ENOMEM;
	return answer_send(skb, info, header, put_config(skb, info->snd_portid));
}

int wbtrace_nl_reset_doit(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *tables = info->attrs[WBTRACE_A_RESET_TABLES];
	int err = wbtrace_control_reset(tables ? nla_get_u32(tables) : U32_MAX);

	if (err)
		NL_SET_ERR_MSG_MOD(info->extack, "nothing is measured: nothing to reset");
	return err;
}

/* Events */

static int put_events(struct sk_buff *skb, const struct wbtrace_session *session,
		      const struct wbtrace_event *events, unsigned int count, u64 lost)
{
	unsigned int i;
	int err = wbtrace_fill_uint(skb, WBTRACE_A_EVENT_LOST, lost);

	for (i = 0; i < count && !err; i++)
		err = wbtrace_fill_event(skb, session, &events[i]);
	return err;
}

/**
 * wbtrace_netlink_send_events - sink of the events
 * @session: in which they happened
 * @events: a batch of them
 * @count: how many
 * @lost: events lost so far
 *
 * Context: process, may sleep.
 *
 * Return: 0, or a negative errno when nobody got them.
 */
int wbtrace_netlink_send_events(const struct wbtrace_session *session,
				const struct wbtrace_event *events, unsigned int count, u64 lost)
{
	struct sk_buff *skb = genlmsg_new(ROW_BYTES, GFP_KERNEL);
	void *header;

	if (!skb)
		return -ENOMEM;
	header = genlmsg_put(skb, 0, 0, &family, 0, WBTRACE_CMD_EVENT);
	if (!header || put_events(skb, session, events, count, lost)) {
		nlmsg_free(skb);
		return -EMSGSIZE;
	}
	genlmsg_end(skb, header);
	return genlmsg_multicast(&family, skb, 0, 0, GFP_KERNEL);
}

/* The family lives in the initial network namespace only, so do its clients. */
static int netlink_event(struct notifier_block *nb, unsigned long event, void *data)
{
	const struct netlink_notify *notify = data;

	if (event == NETLINK_URELEASE && notify->protocol == NETLINK_GENERIC &&
	    net_eq(notify->net, &init_net))
		wbtrace_control_release(notify->portid);
	return NOTIFY_DONE;
}

static struct notifier_block netlink_nb = {
	.notifier_call = netlink_event,
};

static const struct genl_multicast_group groups[] = {
	{ .name = WBTRACE_MCGRP_EVENTS, .flags = GENL_MCAST_CAP_SYS_ADMIN },
};

static struct genl_family family __ro_after_init = {
	.name		= WBTRACE_FAMILY_NAME,
	.version	= WBTRACE_FAMILY_VERSION,
	.module		= THIS_MODULE,
	/* Attaching takes a while; nobody else's family must wait for it. */
	.parallel_ops	= true,
	.ops		= wbtrace_nl_ops,
	.mcgrps		= groups,
	.n_mcgrps	= ARRAY_SIZE(groups),
	.resv_start_op	= WBTRACE_CMD_MAX + 1,
};

/**
 * wbtrace_netlink_init - open the family to user space
 *
 * Context: process, may sleep.
 *
 * Return: 0 or a negative errno.
 */
int __init wbtrace_netlink_init(void)
{
	int err = netlink_register_notifier(&netlink_nb);

	if (err)
		return err;
	family.n_ops = wbtrace_nl_ops_count;
	err = genl_register_family(&family);
	if (err)
		netlink_unregister_notifier(&netlink_nb);
	return err;
}

/**
 * wbtrace_netlink_exit - undo wbtrace_netlink_init()
 *
 * Context: process, may sleep.
 */
void wbtrace_netlink_exit(void)
{
	genl_unregister_family(&family);
	netlink_unregister_notifier(&netlink_nb);
}
