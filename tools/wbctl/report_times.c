// SPDX-License-Identifier: GPL-2.0-or-later
/* A writer's clock out of what it said: a writer that was killed said less. */
#include "report.h"
#include "run.h"

/* The longest time without an end of an operation, and when it began. */
static void fill_stall(struct report_writer *w, struct writer_state *s, uint64_t write_end)
{
	uint64_t stall = s->stall_ns, from = s->stall_from_ns, last = s->progress_ns;

	/* The write that did not end is a stall too. */
	if (!s->write_end_ns && write_end > last && write_end - last > stall) {
		stall = write_end - last;
		from = last;
	}
	w->stall_ns = fig_of(stall);
	if (stall && from >= s->start_ns)
		w->stall_at_ns = fig_of(from - s->start_ns);
}

static void fill_fsync(struct report_writer *w, struct writer_state *s, uint64_t end)
{
	uint64_t max = s->fsync_max_ns, from = s->fsync_from_ns;

	/* So is the fsync that did not end. */
	if (from && end > from && end - from > max)
		max = end - from;
	w->fsync_count = fig_of(s->fsync_count);
	if (s->fsync_count)
		w->fsync_max_ns = fig_of(max);
}

void report_fill_times(struct report_writer *w, const struct run *r, struct writer_state *s)
{
	uint64_t start = s->start_ns, end = s->end_ns ? s->end_ns : r->end_ns;
	uint64_t write_end = s->write_end_ns ? s->write_end_ns : r->end_ns;
	uint64_t flush = s->flush_ns;

	if (!start || end < start)
		return;
	/* The flush at the end that did not end is a flush. */
	if (s->write_end_ns && !s->end_ns && r->o.fsync.v == FSYNC_END && !r->shape->many)
		flush = r->end_ns - write_end;
	w->wall_ns = fig_of(end - start);
	w->write_ns = fig_of(write_end - start);
	fill_stall(w, s, write_end);
	if (!r->shape->writes)
		return;
	fill_fsync(w, s, r->end_ns);
	if (r->o.fsync.v != FSYNC_NONE)
		w->flush_ns = fig_of(flush);
}
