/* SPDX-License-Identifier: GPL-2.0-only */
/* The device table: the requests of each block device. */
#ifndef WBTRACE_DEVICES_H
#define WBTRACE_DEVICES_H

#include <linux/blkdev.h>
#include <linux/wbtrace.h>

#include "table.h"

struct wbtrace_session;

#define WBTRACE_WRITE_KINDS	(WBTRACE_WRITE_KIND_OTHER + 1)

/**
 * struct wbtrace_io - writes that reached a device
 * @count: requests, or parts of one
 * @bytes: bytes
 * @queue_ns: from the making of the request to its issue
 * @service_ns: from its issue to its completion
 *
 * Both times are of requests that the kernel stamped; it does so while somebody
 * wants statistics of the queue, as blk-wbt does.
 */
struct wbtrace_io {
	u64 count;
	u64 bytes;
	u64 queue_ns;
	u64 service_ns;
};

/* The same where several CPUs add without a lock. */
struct wbtrace_io_atomic {
	atomic64_t count;
	atomic64_t bytes;
	atomic64_t queue_ns;
	atomic64_t service_ns;
};

/**
 * enum wbtrace_inode_io - the two kinds of writes that an inode's pages can be
 * @WBTRACE_IO_OWN: its data, or metadata when it holds nothing else
 * @WBTRACE_IO_JOURNAL: a journal's log
 * @WBTRACE_INODE_IOS: how many there are
 */
enum wbtrace_inode_io {
	WBTRACE_IO_OWN,
	WBTRACE_IO_JOURNAL,
	WBTRACE_INODE_IOS,
};

/**
 * struct wbtrace_done - what one completion of a request did
 * @last: nothing of the request is left
 * @followed: it was made after the probes were there
 * @counted: it is, and it was issued, so it is in flight
 * @reads: it is a read
 * @flush: it is a cache flush
 * @queue_ns: as in struct wbtrace_io, of a request that is done; 0 when the
 *	kernel did not stamp it
 * @service_ns: likewise
 * @now: when
 * @bytes: of this completion
 * @written: bytes written, by kind
 * @read: bytes read
 * @discarded: bytes discarded or zeroed
 */
struct wbtrace_done {
	bool last;
	bool followed;
	bool counted;
	bool reads;
	bool flush;
	u64 queue_ns;
	u64 service_ns;
	u64 now;
	u32 bytes;
	u32 written[WBTRACE_WRITE_KINDS];
	u32 read;
	u32 discarded;
};

/**
 * struct wbtrace_place - where on a disk a write goes
 * @begin: its first sector
 * @end: the one behind its last; none of both for what is no write
 */
struct wbtrace_place {
	u64 begin;
	u64 end;
};

/**
 * struct wbtrace_device - row of the device table
 * @row: head
 * @dev: the whole disk
 * @name: of the disk
 * @lock: guards all below; of the session, since it outlives what a row stands for
 * @writes: by enum wbtrace_write_kind
 * @read_count: reads completed
 * @read_bytes: bytes read
 * @flush_count: cache flushes completed
 * @flush_ns: time in those that the kernel stamped
 * @discard_bytes: discarded or zeroed
 * @in_flight: requests between their first issue and completion
 * @requeued: those of them that the driver gave back, and has not been given again
 * @busy_since_ns: when @in_flight became more than 0
 * @busy_ns: time in which it was, up to then
 * @write_end: sector behind the write issued last, 0 before the first
 * @jump_count: writes issued that did not begin there
 * @jump_bytes: how far from there they began
 */
struct wbtrace_device {
	struct wbtrace_row row;
	dev_t dev;
	char name[DISK_NAME_LEN];
	raw_spinlock_t *lock;
	struct wbtrace_io writes[WBTRACE_WRITE_KINDS];
	u64 read_count;
	u64 read_bytes;
	u64 flush_count;
	u64 flush_ns;
	u64 discard_bytes;
	u32 in_flight;
	u32 requeued;
	u64 busy_since_ns;
	u64 busy_ns;
	u64 write_end;
	u64 jump_count;
	u64 jump_bytes;
};

static inline struct wbtrace_device *to_wbtrace_device(struct wbtrace_row *row)
{
	return container_of(row, struct wbtrace_device, row);
}

extern const struct wbtrace_table_ops wbtrace_device_ops;

raw_spinlock_t *wbtrace_device_locks_alloc(unsigned int count);
void wbtrace_device_issue(struct wbtrace_session *session, const struct gendisk *disk,
			  struct wbtrace_place place);
void wbtrace_device_requeue(struct wbtrace_session *session, const struct gendisk *disk,
			    struct wbtrace_place place);
void wbtrace_device_done(struct wbtrace_session *session, const struct gendisk *disk,
			 const struct wbtrace_done *done);
bool wbtrace_device_read(struct wbtrace_session *session, struct wbtrace_row *row,
			 struct wbtrace_device *copy);

void wbtrace_io_fold(struct wbtrace_io_atomic *to, const struct wbtrace_io_atomic *from);
void wbtrace_io_share(const struct wbtrace_done *done, u32 bytes, struct wbtrace_io *io);

#endif /* WBTRACE_DEVICES_H */
