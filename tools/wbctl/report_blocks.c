// SPDX-License-Identifier: GPL-2.0-or-later
/* What a report says about blocks: extents, allocations, devices by kind. */
#include "report.h"
#include "run.h"

static struct fig grown(const struct record *start, const struct record *end, int attr)
{
	return fig_grown(start ? record_fig(start, attr) : fig_of(0), record_fig(end, attr));
}

/* Behind whose blocks most allocations landed. */
static struct fig neighbour_of(const struct record *alloc)
{
	const struct record *n = record_nest(alloc, WBTRACE_A_ALLOC_NEIGHBOUR);
	struct fig ino = fig_none();
	uint64_t most = 0;

	for (; n; n = n->next) {
		if (record_fig(n, WBTRACE_A_NEIGHBOUR_COUNT).v <= most)
			continue;
		most = record_fig(n, WBTRACE_A_NEIGHBOUR_COUNT).v;
		ino = record_fig(n, WBTRACE_A_NEIGHBOUR_INO);
	}
	return ino;
}

static void fill_inode(struct report_inode *in, const struct audit_writer *w)
{
	in->extents = w->extents;
	in->allocations = grown(w->alloc_start, w->alloc_end, WBTRACE_A_ALLOC_REQUEST_COUNT);
	in->interleaved = grown(w->alloc_start, w->alloc_end, WBTRACE_A_ALLOC_INTERLEAVED_COUNT);
	in->allocated_bytes = grown(w->alloc_start, w->alloc_end,
				    WBTRACE_A_ALLOC_ALLOCATED_BYTES);
	in->alloc_ns = grown(w->alloc_start, w->alloc_end, WBTRACE_A_ALLOC_TIME_NS);
	in->flusher_allocations = grown(w->alloc_start, w->alloc_end,
					WBTRACE_A_ALLOC_FLUSHER_COUNT);
	in->alloc_extents = grown(w->alloc_start, w->alloc_end, WBTRACE_A_ALLOC_EXTENT_COUNT);
	in->groups = grown(w->alloc_start, w->alloc_end, WBTRACE_A_ALLOC_GROUP_COUNT);
	in->preallocated_bytes = grown(w->alloc_start, w->alloc_end,
				       WBTRACE_A_ALLOC_PREALLOCATED_BYTES);
	in->neighbour = neighbour_of(w->alloc_end);
}

static const struct record *device_of(const struct rows *rows, uint64_t dev)
{
	const struct record *row;

	for (row = rows->first; row; row = row->next)
		if (record_fig(row, WBTRACE_A_DEVICE_DEV).known &&
		    record_fig(row, WBTRACE_A_DEVICE_DEV).v == dev)
			return row;
	return NULL;
}

/* Empty parts are not sent: without one nothing of the kind was written. */
static struct fig bytes_of_kind(const struct record *device, uint64_t kind)
{
	const struct record *part = record_nest(device, WBTRACE_A_DEVICE_PART);

	for (; part; part = part->next)
		if (record_fig(part, WBTRACE_A_DEVICE_PART_KIND).v == kind)
			return record_fig(part, WBTRACE_A_DEVICE_PART_WRITE_BYTES);
	return fig_of(0);
}

/* Of all kinds; times that no part has were not stamped. */
static struct fig sum_of_kinds(const struct record *device, int attr)
{
	const struct record *part = record_nest(device, WBTRACE_A_DEVICE_PART);
	struct fig sum = part ? fig_none() : fig_of(0), one;

	for (; part; part = part->next) {
		one = record_fig(part, attr);
		if (one.known)
			sum = fig_of(sum.v + one.v);
	}
	return sum;
}

static struct fig grown_sum(const struct record *a, const struct record *b, int attr)
{
	struct fig then = sum_of_kinds(a, attr);

	return fig_grown(then.known ? then : fig_of(0), sum_of_kinds(b, attr));
}

static void fill_device(struct report_device *d, const struct ledgers *l)
{
	const struct record *a = device_of(&l->devices_start, d->dev.v);
	const struct record *b = device_of(&l->devices_end, d->dev.v);
	size_t i;

	/* The table has whole disks; the row of a partition's disk is not its own. */
	if (!b)
		return;
	for (i = 0; i < REPORT_KINDS; i++)
		d->kind_bytes[i] = fig_grown(bytes_of_kind(a, i), bytes_of_kind(b, i));
	d->busy_ns = grown(a, b, WBTRACE_A_DEVICE_BUSY_NS);
	d->read_bytes = grown(a, b, WBTRACE_A_DEVICE_READ_BYTES);
	d->jump_count = grown(a, b, WBTRACE_A_DEVICE_JUMP_COUNT);
	d->jump_bytes = grown(a, b, WBTRACE_A_DEVICE_JUMP_BYTES);
	d->write_count = grown_sum(a, b, WBTRACE_A_DEVICE_PART_WRITE_COUNT);
	d->queue_ns = grown_sum(a, b, WBTRACE_A_DEVICE_PART_QUEUE_NS);
	d->service_ns = grown_sum(a, b, WBTRACE_A_DEVICE_PART_SERVICE_NS);
}

void report_fill_blocks(struct report *rep, const struct run *r)
{
	struct report_inode *in;
	size_t i;

	if (!r->module.client || r->module.lost)
		return;
	for (i = 0; r->audit.w && i < rep->inode_count && !r->program; i++) {
		in = &rep->inodes[i];
		fill_inode(in, &r->audit.w[in->writer.v]);
		if (r->board->w[in->writer.v].beyond_end_known)
			in->beyond_end_bytes = fig_of(r->board->w[in->writer.v].beyond_end_bytes);
	}
	for (i = 0; i < rep->device_count; i++)
		fill_device(&rep->devices[i], &r->ledgers);
}
