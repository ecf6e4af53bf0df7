// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes of block requests: what reached each disk, and for which inode.
 *
 * They run in hard interrupts too, and with locks of the queue held, so they
 * take nothing but the raw locks of our own tables. Devices without requests of
 * their own (dm, md, brd) do not show up; the disks below them do.
 */

#include <linux/bio.h>
#include <linux/blk-mq.h>
#include <linux/ktime.h>
#include <linux/pagemap.h>
#include <trace/events/block.h>

#include "hook.h"
#include "probes.h"
#include "session.h"

/* As jbd2 and xfs submit their log: metadata that somebody waits for, alone. */
#define JOURNAL_FLAGS	(REQ_META | REQ_SYNC | REQ_IDLE)
/* As all direct I/O is submitted; page cache writeback is never REQ_IDLE. */
#define DIRECT_FLAGS	(REQ_SYNC | REQ_IDLE)

/**
 * struct group - bios in a row of a request that are alike
 * @kind: what they carry
 * @inode: whose pages they write, or NULL
 * @stays: the inode cannot leave memory before the request has completed
 * @bytes: in them
 */
struct group {
	enum wbtrace_write_kind kind;
	struct inode *inode;
	bool stays;
	u32 bytes;
};

/*
 * The inode of the page cache that the bio writes next from. The bio has not
 * been ended yet: the tracepoint fires at the top of blk_update_request() and of
 * blk_complete_request(), so its folio is still what it was at submission.
 * Memory that was never a folio of the page cache has no mapping.
 */
static struct folio *bio_folio(const struct bio *bio)
{
	return page_folio(bio_iter_page(bio, bio->bi_iter));
}

static void look_at_folio(struct folio *folio, struct group *group)
{
	struct address_space *mapping = folio_test_anon(folio) ? NULL : folio_mapping(folio);
	bool is_block;

	group->inode = mapping ? mapping->host : NULL;
	if (!group->inode)
		return;
	is_block = S_ISBLK(group->inode->i_mode);
	/*
	 * Under writeback a folio stays in its mapping, and with it the inode. A
	 * block device's buffer is locked instead. jbd2 also writes a file's pages
	 * to its log, which truncation may then take away.
	 */
	group->stays = is_block || folio_test_writeback(folio);
	if (group->kind != WBTRACE_WRITE_KIND_DATA)
		return;
	if (is_block || wbtrace_inode_flags(group->inode))
		group->kind = WBTRACE_WRITE_KIND_METADATA;
}

/* What a bio of a write carries, by its flags and then by its first folio. */
static void look_at_bio(const struct bio *bio, struct group *group)
{
	blk_opf_t flags = bio->bi_opf;

	*group = (struct group){ .kind = WBTRACE_WRITE_KIND_DATA };
	if (!bio_has_data((struct bio *)bio)) {
		group->kind = WBTRACE_WRITE_KIND_OTHER;
		return;
	}
	if ((flags & JOURNAL_FLAGS) == JOURNAL_FLAGS) {
		group->kind = WBTRACE_WRITE_KIND_JOURNAL;
	} else if (flags & REQ_META) {
		group->kind = WBTRACE_WRITE_KIND_METADATA;
	} else if ((flags & DIRECT_FLAGS) == DIRECT_FLAGS) {
		group->kind = WBTRACE_WRITE_KIND_DIRECT;
		return;
	}
	look_at_folio(bio_folio(bio), group);
	if (!group->inode && group->kind == WBTRACE_WRITE_KIND_DATA)
		group->kind = WBTRACE_WRITE_KIND_OTHER;
}

/* Metadata that lies in pages of a file (none of ours does) is the device's alone. */
static bool is_of_inode(const struct group *group)
{
	if (!group->inode)
		return false;
	return group->kind != WBTRACE_WRITE_KIND_METADATA || wbtrace_inode_flags(group->inode);
}

static void lay_group(struct wbtrace_session *session, struct wbtrace_done *done,
		      const struct group *group)
{
	struct wbtrace_inode *row;
	struct wbtrace_io io;

	if (!group->bytes)
		return;
	done->written[group->kind] += group->bytes;
	if (!is_of_inode(group))
		return;
	/* A row made for an inode that leaves would point to it for ever. */
	row = group->stays ? wbtrace_inode_get(session, group->inode) :
			     wbtrace_inode_find(session, group->inode);
	wbtrace_io_share(done, group->bytes, &io);
	wbtrace_inode_wrote(session, row, group->kind, &io);
}

static void lay_write(struct wbtrace_session *session, const struct request *rq,
		      struct wbtrace_done *done)
{
	struct group group = {}, next;
	u32 left = done->bytes;
	struct bio *bio;

	for (bio = rq->bio; bio && left; bio = bio->bi_next) {
		u32 bytes = min(bio->bi_iter.bi_size, left);

		look_at_bio(bio, &next);
		if (next.inode != group.inode || next.kind != group.kind) {
			lay_group(session, done, &group);
			group = next;
		}
		group.bytes += bytes;
		left -= bytes;
	}
	lay_group(session, done, &group);
	done->written[WBTRACE_WRITE_KIND_OTHER] += left;
}

static void lay_bytes(struct wbtrace_session *session, const struct request *rq,
		      struct wbtrace_done *done)
{
	switch (req_op(rq)) {
	case REQ_OP_WRITE:
	case REQ_OP_ZONE_APPEND:
		lay_write(session, rq, done);
		break;
	case REQ_OP_READ:
		done->reads = true;
		done->read = done->bytes;
		break;
	case REQ_OP_DISCARD:
	case REQ_OP_SECURE_ERASE:
	case REQ_OP_WRITE_ZEROES:
		done->discarded = done->bytes;
		break;
	case REQ_OP_FLUSH:
		done->flush = done->last;
		break;
	case REQ_OP_DRV_OUT:
		done->written[WBTRACE_WRITE_KIND_OTHER] = done->bytes;
		break;
	default:
		break;
	}
}

/*
 * Whether a request counts as in flight, asked at its issue and at its end alike:
 * one that was made before the hooks were there may have been issued before too.
 * Its stamp does not change after the issue; there is none without iostats.
 */
static bool is_followed(const struct wbtrace_session *session, const struct request *rq)
{
	return !rq->start_time_ns || rq->start_time_ns >= READ_ONCE(session->requests_from_ns);
}

/* Stamps that are missing, or lie in the future by a hair, leave no time. */
static u64 since(u64 from, u64 to)
{
	return from && to > from ? to - from : 0;
}

static void look_at_request(const struct wbtrace_session *session, struct request *rq,
			    unsigned int nr_bytes, struct wbtrace_done *done)
{
	done->now = ktime_get_mono_fast_ns();
	done->bytes = nr_bytes;
	done->last = nr_bytes >= blk_rq_bytes(rq);
	done->followed = is_followed(session, rq);
	done->counted = blk_mq_request_started(rq) && done->followed;
	if (!done->last || !rq->io_start_time_ns)
		return;
	done->service_ns = since(rq->io_start_time_ns, done->now);
	done->queue_ns = since(rq->start_time_ns, rq->io_start_time_ns);
}

/*
 * A write with a flush before or after it ends twice: with its data, as other
 * writes do, and once more with no bytes when the sequence is over. The flushes
 * are requests of their own.
 */
static bool ends_flush_sequence(const struct request *rq, unsigned int nr_bytes)
{
	return !nr_bytes && req_op(rq) != REQ_OP_FLUSH && rq->bio &&
	       op_is_flush(rq->bio->bi_opf);
}

/* A zone append writes where its zone ends, which nobody knows yet. */
static struct wbtrace_place place_of(const struct request *rq)
{
	struct wbtrace_place place = {};

	if (req_op(rq) == REQ_OP_WRITE && blk_rq_bytes(rq)) {
		place.begin = blk_rq_pos(rq);
		place.end = place.begin + blk_rq_sectors(rq);
	}
	return place;
}

/**
 * wbtrace_probe_rq_issue - tracepoint block_rq_issue
 * @data: the session
 * @rq: is handed to the driver
 */
void wbtrace_probe_rq_issue(void *data, struct request *rq)
{
	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_RQ_ISSUE);
	if (rq->q->disk && is_followed(data, rq))
		wbtrace_device_issue(data, rq->q->disk, place_of(rq));
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_rq_requeue - tracepoint block_rq_requeue
 * @data: the session
 * @rq: comes back from the driver, if it was there, and will be issued again
 */
void wbtrace_probe_rq_requeue(void *data, struct request *rq)
{
	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_RQ_REQUEUE);
	if (rq->q->disk && blk_mq_request_started(rq) && is_followed(data, rq))
		wbtrace_device_requeue(data, rq->q->disk, place_of(rq));
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_rq_complete - tracepoint block_rq_complete
 * @data: the session
 * @rq: is completed, or a part of it
 * @error: not used: the kernel counts failed bytes as well
 * @nr_bytes: how much
 *
 * Called in any context but NMI.
 */
void wbtrace_probe_rq_complete(void *data, struct request *rq, blk_status_t error,
			       unsigned int nr_bytes)
{
	struct wbtrace_done done = {};

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_RQ_COMPLETE);
	if (rq->q->disk && !ends_flush_sequence(rq, nr_bytes)) {
		look_at_request(data, rq, nr_bytes, &done);
		lay_bytes(data, rq, &done);
		wbtrace_device_done(data, rq->q->disk, &done);
	}
	preempt_enable_notrace();
}

static void __maybe_unused check_types(void)
{
	check_trace_callback_type_block_rq_issue(wbtrace_probe_rq_issue);
	check_trace_callback_type_block_rq_requeue(wbtrace_probe_rq_requeue);
	check_trace_callback_type_block_rq_complete(wbtrace_probe_rq_complete);
}
