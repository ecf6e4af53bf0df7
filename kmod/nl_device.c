// SPDX-License-Identifier: GPL-2.0-only
/* What becomes of dirty pages, up to the block devices, as netlink attributes. */

#include <linux/wbtrace.h>

#include "hook.h"
#include "nl_fill.h"

static bool measured(const struct wbtrace_session *session, enum wbtrace_hook_id id)
{
	return READ_ONCE(session->measured) & BIT(id);
}

static u64 bytes(u64 pages)
{
	return pages << PAGE_SHIFT;
}

/* Puts @value if @id counted it. */
static int put_if(struct sk_buff *skb, const struct wbtrace_session *session,
		  enum wbtrace_hook_id id, int type, u64 value)
{
	return measured(session, id) ? wbtrace_fill_uint(skb, type, value) : 0;
}

/* Which hook counts a fate. */
static const enum wbtrace_hook_id fate_hook[WBTRACE_FATES] = {
	[WBTRACE_CANCELLED]	= WBTRACE_HOOK_CANCELLED,
	[WBTRACE_REDIRTIED]	= WBTRACE_HOOK_REDIRTIED,
	[WBTRACE_FOREIGN]	= WBTRACE_HOOK_FOREIGN,
	[WBTRACE_GIVEN_BACK]	= WBTRACE_HOOK_REDIRTIED,
};

static int put_fates(struct sk_buff *skb, const struct wbtrace_session *session,
		     const atomic64_t *pages, const int types[WBTRACE_FATES])
{
	int i, err = 0;

	for (i = 0; i < WBTRACE_FATES && !err; i++)
		err = put_if(skb, session, fate_hook[i], types[i],
			     bytes(atomic64_read(&pages[i])));
	return err;
}

static int put_io(struct sk_buff *skb, int type, u32 kind, const struct wbtrace_io *io)
{
	struct nlattr *nest;

	if (!io->count && !io->bytes)
		return 0;
	nest = nla_nest_start(skb, type);
	if (!nest || nla_put_u32(skb, WBTRACE_A_DEVICE_PART_KIND, kind) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_PART_WRITE_COUNT, io->count) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_PART_WRITE_BYTES, io->bytes))
		return -EMSGSIZE;
	/* Queues of which nobody wants statistics are not stamped: no times. */
	if ((io->queue_ns || io->service_ns) &&
	    (wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_PART_QUEUE_NS, io->queue_ns) ||
	     wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_PART_SERVICE_NS, io->service_ns)))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_inode_io(struct sk_buff *skb, u32 kind, const struct wbtrace_io_atomic *from)
{
	const struct wbtrace_io io = {
		.count = atomic64_read(&from->count),
		.bytes = atomic64_read(&from->bytes),
		.queue_ns = atomic64_read(&from->queue_ns),
		.service_ns = atomic64_read(&from->service_ns),
	};

	return put_io(skb, WBTRACE_A_INODE_DEVICE, kind, &io);
}

static int put_inode_ios(struct sk_buff *skb, struct wbtrace_session *session,
			 const struct wbtrace_inode *inode)
{
	bool evicted = READ_ONCE(inode->row.state) == WBTRACE_ROW_EVICTED;
	u32 own = inode->flags ? WBTRACE_WRITE_KIND_METADATA : WBTRACE_WRITE_KIND_DATA;

	if (!measured(session, WBTRACE_HOOK_RQ_COMPLETE))
		return 0;
	if (put_inode_io(skb, own, &inode->io[WBTRACE_IO_OWN]) ||
	    put_inode_io(skb, WBTRACE_WRITE_KIND_JOURNAL, &inode->io[WBTRACE_IO_JOURNAL]))
		return -EMSGSIZE;
	return evicted ? put_inode_io(skb, WBTRACE_WRITE_KIND_METADATA,
				      &session->evicted_metadata) : 0;
}

/* A task whose row was evicted has no name any more. */
static int put_dirtier(struct sk_buff *skb, const struct wbtrace_session *session, u64 tag,
		       u64 pages)
{
	struct wbtrace_row *row = wbtrace_table_by_tag(&session->tasks, tag);
	const struct wbtrace_task *task = row ? to_wbtrace_task(row) : NULL;
	struct nlattr *nest;

	if (!task || !pages)
		return 0;
	nest = nla_nest_start(skb, WBTRACE_A_INODE_DIRTIER);
	if (!nest || nla_put_u32(skb, WBTRACE_A_DIRTIER_PID, task->pid) ||
	    nla_put(skb, WBTRACE_A_DIRTIER_START_NS, sizeof(task->start_ns), &task->start_ns) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_DIRTIER_DIRTIED_BYTES, bytes(pages)))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_dirtiers(struct sk_buff *skb, const struct wbtrace_session *session,
			const struct wbtrace_inode *inode)
{
	struct wbtrace_dirtier_shares shares;
	int i, err = 0;

	wbtrace_dirtiers_read(&inode->dirtiers, local64_read(&inode->dirtied_pages), &shares);
	/* The tasks' rows are not reused while a grace period cannot end. */
	rcu_read_lock();
	for (i = 0; i < WBTRACE_DIRTIERS && !err; i++)
		err = put_dirtier(skb, session, shares.tag[i], shares.pages[i]);
	rcu_read_unlock();
	return err;
}

/**
 * wbtrace_fill_inode_fate - put what became of an inode's dirty pages
 * @skb: message
 * @session: where it is
 * @inode: its row
 *
 * Context: process.
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_inode_fate(struct sk_buff *skb, struct wbtrace_session *session,
			    struct wbtrace_inode *inode)
{
	static const int types[WBTRACE_FATES] = {
		WBTRACE_A_INODE_CANCELLED_BYTES, WBTRACE_A_INODE_REDIRTIED_BYTES,
		WBTRACE_A_INODE_FOREIGN_BYTES, WBTRACE_A_INODE_GIVEN_BACK_BYTES,
	};
	u64 age_ns;

	if (put_fates(skb, session, inode->fate_pages, types) ||
	    put_if(skb, session, WBTRACE_HOOK_REQUEUE, WBTRACE_A_INODE_REQUEUE_COUNT,
		   atomic_read(&inode->requeues)) ||
	    put_if(skb, session, WBTRACE_HOOK_INODE_SWITCH_WBS, WBTRACE_A_INODE_WB_SWITCH_COUNT,
		   atomic_read(&inode->switches)) ||
	    put_inode_ios(skb, session, inode))
		return -EMSGSIZE;
	if (wbtrace_inode_dirty_age(inode, &age_ns) &&
	    wbtrace_fill_uint(skb, WBTRACE_A_INODE_DIRTY_AGE_NS, age_ns))
		return -EMSGSIZE;
	return measured(session, WBTRACE_HOOK_DIRTY_FOLIO) ? put_dirtiers(skb, session, inode) : 0;
}

/**
 * wbtrace_fill_wb_fate - put what became of a wb's dirty pages, and how fast
 * @skb: message
 * @session: where it is
 * @wbrow: its row
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_wb_fate(struct sk_buff *skb, const struct wbtrace_session *session,
			 const struct wbtrace_wb *wbrow)
{
	static const int types[WBTRACE_FATES] = {
		WBTRACE_A_WB_CANCELLED_BYTES, WBTRACE_A_WB_REDIRTIED_BYTES,
		WBTRACE_A_WB_FOREIGN_BYTES, WBTRACE_A_WB_GIVEN_BACK_BYTES,
	};
	u64 rate = READ_ONCE(wbrow->rate.bytes_per_s);
	u32 flusher_pid = READ_ONCE(wbrow->flusher_pid);

	if (put_fates(skb, session, wbrow->fate_pages, types) ||
	    put_if(skb, session, WBTRACE_HOOK_REQUEUE, WBTRACE_A_WB_REQUEUE_COUNT,
		   atomic64_read(&wbrow->requeues)) ||
	    (flusher_pid && nla_put_u32(skb, WBTRACE_A_WB_FLUSHER_PID, flusher_pid)))
		return -EMSGSIZE;
	if (!rate || !measured(session, WBTRACE_HOOK_START_WRITEBACK))
		return 0;
	return put_if(skb, session, WBTRACE_HOOK_END_WRITEBACK,
		      WBTRACE_A_WB_MEASURED_WRITE_BANDWIDTH_BYTES_PER_S, rate);
}

/**
 * wbtrace_fill_task_device - put what reached devices for a task
 * @skb: message
 * @session: where it is
 * @task: its row
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_task_device(struct sk_buff *skb, const struct wbtrace_session *session,
			     const struct wbtrace_task *task)
{
	u64 exact = atomic64_read(&task->device_exact_bytes);
	u64 estimated = atomic64_read(&task->device_estimated_bytes);
	u64 service_ns = atomic64_read(&task->device_service_ns);

	/* Without the dirtying nobody is known to have dirtied anything. */
	if (!measured(session, WBTRACE_HOOK_RQ_COMPLETE) ||
	    !measured(session, WBTRACE_HOOK_DIRTY_FOLIO))
		return 0;
	if (wbtrace_fill_uint(skb, WBTRACE_A_TASK_DEVICE_EXACT_BYTES, exact) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES, estimated))
		return -EMSGSIZE;
	if (!service_ns && (exact || estimated))
		return 0;
	return wbtrace_fill_uint(skb, WBTRACE_A_TASK_DEVICE_SERVICE_NS, service_ns);
}

/* What is counted when a request is issued; busy until it is completed. */
static int put_issued(struct sk_buff *skb, const struct wbtrace_device *device)
{
	if (wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_BUSY_NS, device->busy_ns) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_IN_FLIGHT_COUNT, device->in_flight) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_JUMP_COUNT, device->jump_count))
		return -EMSGSIZE;
	return wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_JUMP_BYTES, device->jump_bytes);
}

static int put_device_key(struct sk_buff *skb, const struct wbtrace_device *device)
{
	if (nla_put_u32(skb, WBTRACE_A_DEVICE_DEV, device->dev) ||
	    nla_put_string(skb, WBTRACE_A_DEVICE_NAME, device->name))
		return -EMSGSIZE;
	return 0;
}

static int put_completed(struct sk_buff *skb, const struct wbtrace_device *device)
{
	int kind;

	for (kind = 0; kind < WBTRACE_WRITE_KINDS; kind++)
		if (put_io(skb, WBTRACE_A_DEVICE_PART, kind, &device->writes[kind]))
			return -EMSGSIZE;
	if (wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_READ_COUNT, device->read_count) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_READ_BYTES, device->read_bytes) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_FLUSH_COUNT, device->flush_count) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_DISCARD_BYTES, device->discard_bytes))
		return -EMSGSIZE;
	if (!device->flush_ns && device->flush_count)
		return 0;
	return wbtrace_fill_uint(skb, WBTRACE_A_DEVICE_FLUSH_NS, device->flush_ns);
}

/**
 * wbtrace_fill_device - put a row of the device table
 * @skb: message
 * @fill: how
 * @row: the row
 *
 * Context: process.
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_device(struct sk_buff *skb, const struct wbtrace_fill *fill,
			struct wbtrace_row *row)
{
	const struct wbtrace_session *session = fill->session;
	bool evicted = READ_ONCE(row->state) == WBTRACE_ROW_EVICTED;
	struct wbtrace_device device;

	wbtrace_device_read(fill->session, row, &device);
	if (nla_put_u32(skb, WBTRACE_A_DEVICE_FLAGS, evicted ? WBTRACE_ROW_FLAGS_EVICTED : 0) ||
	    (!evicted && put_device_key(skb, &device)))
		return -EMSGSIZE;
	if (measured(session, WBTRACE_HOOK_RQ_COMPLETE) && put_completed(skb, &device))
		return -EMSGSIZE;
	if (measured(session, WBTRACE_HOOK_RQ_COMPLETE) &&
	    measured(session, WBTRACE_HOOK_RQ_ISSUE) && put_issued(skb, &device))
		return -EMSGSIZE;
	return wbtrace_fill_times(skb, row, WBTRACE_A_DEVICE_FIRST_NS, WBTRACE_A_DEVICE_LAST_NS);
}
