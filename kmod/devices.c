// SPDX-License-Identifier: GPL-2.0-only
/* The device table: the requests of each block device. */

#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "session.h"

static bool device_busy(const struct wbtrace_row *row)
{
	return READ_ONCE(container_of(row, struct wbtrace_device, row)->in_flight);
}

static void io_add(struct wbtrace_io *to, const struct wbtrace_io *from)
{
	to->count += from->count;
	to->bytes += from->bytes;
	to->queue_ns += from->queue_ns;
	to->service_ns += from->service_ns;
}

static void fold_into(struct wbtrace_device *to, const struct wbtrace_device *from)
{
	int kind;

	for (kind = 0; kind < WBTRACE_WRITE_KINDS; kind++)
		io_add(&to->writes[kind], &from->writes[kind]);
	to->read_count += from->read_count;
	to->read_bytes += from->read_bytes;
	to->flush_count += from->flush_count;
	to->flush_ns += from->flush_ns;
	to->discard_bytes += from->discard_bytes;
	to->busy_ns += from->busy_ns;
	to->jump_count += from->jump_count;
	to->jump_bytes += from->jump_bytes;
}

static void device_fold(struct wbtrace_table *table, struct wbtrace_row *row)
{
	fold_into(to_wbtrace_device(wbtrace_table_evicted(table)), to_wbtrace_device(row));
}

const struct wbtrace_table_ops wbtrace_device_ops = {
	.busy	= device_busy,
	.fold	= device_fold,
};

/**
 * wbtrace_device_locks_alloc - the locks of a device table's rows
 * @count: how many rows
 *
 * Context: process, may sleep.
 *
 * Return: the locks, to be freed with kvfree(), or NULL.
 */
raw_spinlock_t *wbtrace_device_locks_alloc(unsigned int count)
{
	raw_spinlock_t *locks = kvcalloc(count, sizeof(*locks), GFP_KERNEL);
	unsigned int i;

	for (i = 0; locks && i < count; i++)
		raw_spin_lock_init(&locks[i]);
	return locks;
}

static struct wbtrace_device *find(struct wbtrace_session *session, dev_t dev)
{
	unsigned long hash = wbtrace_table_hash(&session->devices, dev);
	struct wbtrace_device *row;

	hlist_for_each_entry_rcu(row, &session->devices.buckets[hash], row.link,
				 lockdep_is_held(&session->devices.lock))
		if (row->dev == dev)
			return row;
	return NULL;
}

static struct wbtrace_device *make(struct wbtrace_session *session, const struct gendisk *disk)
{
	dev_t dev = disk_devt((struct gendisk *)disk);
	struct wbtrace_device *row;
	struct wbtrace_row *taken;
	unsigned long flags;

	raw_spin_lock_irqsave(&session->devices.lock, flags);
	row = find(session, dev);
	taken = row ? NULL : wbtrace_table_take(&session->devices);
	if (taken) {
		row = to_wbtrace_device(taken);
		row->dev = dev;
		strscpy(row->name, disk->disk_name, sizeof(row->name));
		row->lock = &session->device_locks[(u32)taken->tag];
		wbtrace_table_link(&session->devices, taken,
				   wbtrace_table_hash(&session->devices, dev));
	}
	raw_spin_unlock_irqrestore(&session->devices.lock, flags);
	return row;
}

/* Return: the row, or NULL when the table is full. Context: preemption off. */
static struct wbtrace_device *get(struct wbtrace_session *session, const struct gendisk *disk)
{
	return find(session, disk_devt((struct gendisk *)disk)) ?: make(session, disk);
}

/* Under the row's lock. */
static void leave(struct wbtrace_device *row, u64 now)
{
	/* What was issued before the probes were there is not in flight for them. */
	if (!row->in_flight || --row->in_flight) {
		row->requeued = min(row->requeued, row->in_flight);
		return;
	}
	row->requeued = 0;
	if (now > row->busy_since_ns)
		row->busy_ns += now - row->busy_since_ns;
}

/* Under the row's lock. */
static void move_to(struct wbtrace_device *row, struct wbtrace_place place)
{
	u64 from = row->write_end;

	if (!place.end)
		return;
	row->write_end = place.end;
	if (!from || from == place.begin)
		return;
	row->jump_count++;
	row->jump_bytes += (max(from, place.begin) - min(from, place.begin)) << SECTOR_SHIFT;
}

/**
 * wbtrace_device_issue - a request is handed to the driver
 * @session: the session
 * @disk: its disk
 * @place: where it writes
 *
 * Context: any but NMI, preemption off.
 */
void wbtrace_device_issue(struct wbtrace_session *session, const struct gendisk *disk,
			  struct wbtrace_place place)
{
	struct wbtrace_device *row = get(session, disk);
	unsigned long flags;

	/* Without a row it is not known when the device is busy. */
	if (!row)
		return;
	raw_spin_lock_irqsave(row->lock, flags);
	/* Whichever this one is: of those given back one less is waiting. */
	if (row->requeued)
		row->requeued--;
	else if (!row->in_flight++)
		row->busy_since_ns = ktime_get_mono_fast_ns();
	move_to(row, place);
	raw_spin_unlock_irqrestore(row->lock, flags);
}

/**
 * wbtrace_device_requeue - the driver gives a request back
 * @session: the session
 * @disk: its disk
 * @place: where it was to write
 *
 * It stays in flight: it will be issued once more, and does not jump then: it has
 * already. Context: any but NMI, preemption off.
 */
void wbtrace_device_requeue(struct wbtrace_session *session, const struct gendisk *disk,
			    struct wbtrace_place place)
{
	struct wbtrace_device *row = get(session, disk);
	unsigned long flags;

	if (!row)
		return;
	raw_spin_lock_irqsave(row->lock, flags);
	/* A driver that gives requests back has more than it can take. */
	if (row->requeued < row->in_flight)
		row->requeued++;
	if (place.end && row->write_end == place.end)
		row->write_end = place.begin;
	raw_spin_unlock_irqrestore(row->lock, flags);
}

/**
 * wbtrace_io_share - the part of a completion that some of its bytes are
 * @done: the completion
 * @bytes: of @done->bytes
 * @io: filled in; times by bytes
 *
 * Context: any.
 */
void wbtrace_io_share(const struct wbtrace_done *done, u32 bytes, struct wbtrace_io *io)
{
	io->count = done->last;
	io->bytes = bytes;
	io->queue_ns = done->queue_ns;
	io->service_ns = done->service_ns;
	if (bytes >= done->bytes)
		return;
	io->queue_ns = mul_u64_u32_div(done->queue_ns, bytes, done->bytes);
	io->service_ns = mul_u64_u32_div(done->service_ns, bytes, done->bytes);
}

/**
 * wbtrace_io_fold - add writes
 * @to: to these
 * @from: those
 *
 * Context: any.
 */
void wbtrace_io_fold(struct wbtrace_io_atomic *to, const struct wbtrace_io_atomic *from)
{
	atomic64_add(atomic64_read(&from->count), &to->count);
	atomic64_add(atomic64_read(&from->bytes), &to->bytes);
	atomic64_add(atomic64_read(&from->queue_ns), &to->queue_ns);
	atomic64_add(atomic64_read(&from->service_ns), &to->service_ns);
}

/* Under the lock of the row, or of the table for the evicted row. */
static void add_done(struct wbtrace_device *row, const struct wbtrace_done *done)
{
	struct wbtrace_io io;
	int kind;

	for (kind = 0; kind < WBTRACE_WRITE_KINDS; kind++) {
		if (!done->written[kind])
			continue;
		wbtrace_io_share(done, done->written[kind], &io);
		io_add(&row->writes[kind], &io);
	}
	row->read_bytes += done->read;
	row->read_count += done->reads && done->last;
	row->discard_bytes += done->discarded;
	row->flush_count += done->flush;
	if (done->flush)
		row->flush_ns += done->service_ns;
}

static void done_without_row(struct wbtrace_session *session, const struct wbtrace_done *done)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&session->devices.lock, flags);
	add_done(to_wbtrace_device(wbtrace_table_evicted(&session->devices)), done);
	raw_spin_unlock_irqrestore(&session->devices.lock, flags);
}

/**
 * wbtrace_device_done - a request was completed, or a part of it
 * @session: the session
 * @disk: its disk
 * @done: what was completed
 *
 * Context: any but NMI, preemption off.
 */
void wbtrace_device_done(struct wbtrace_session *session, const struct gendisk *disk,
			 const struct wbtrace_done *done)
{
	struct wbtrace_device *row = get(session, disk);
	unsigned long flags;

	if (!row) {
		done_without_row(session, done);
		return;
	}
	raw_spin_lock_irqsave(row->lock, flags);
	row->row.last = jiffies;
	add_done(row, done);
	/* One that was given back can also end without being issued again. */
	if (done->last && (done->counted || (done->followed && row->requeued)))
		leave(row, done->now);
	raw_spin_unlock_irqrestore(row->lock, flags);
}

/**
 * wbtrace_device_read - the figures of a device at one moment
 * @session: the session
 * @row: its row, or the evicted row
 * @copy: filled in; its @busy_ns is up to now
 *
 * Context: process.
 *
 * Return: false when the row left the table meanwhile.
 */
bool wbtrace_device_read(struct wbtrace_session *session, struct wbtrace_row *row,
			 struct wbtrace_device *copy)
{
	bool evicted = row == wbtrace_table_evicted(&session->devices);
	raw_spinlock_t *lock = evicted ? &session->devices.lock :
			       &session->device_locks[(u32)row->tag];
	unsigned long flags;
	u64 now;

	raw_spin_lock_irqsave(lock, flags);
	*copy = *to_wbtrace_device(row);
	now = ktime_get_mono_fast_ns();
	if (copy->in_flight && now > copy->busy_since_ns)
		copy->busy_ns += now - copy->busy_since_ns;
	raw_spin_unlock_irqrestore(lock, flags);
	return wbtrace_row_shown(&copy->row);
}
