// SPDX-License-Identifier: GPL-2.0-or-later
/* A run's figures from the kernel's own tracepoints, and their report. */
#include <errno.h>
#include <stdlib.h>

#include "source.h"
#include "tracefs_reader.h"
#include "tracefs_run.h"

/* What failed first counts: later calls may fail because of it. */
static void note_failure(struct run *r, int rc)
{
	if (rc && !r->trace_rc)
		r->trace_rc = rc;
}

static bool usable(const struct run *r)
{
	return r->source == SOURCE_TRACEFS && r->trace && !r->trace_rc;
}

/* NULL too when the run ended before the barrier: then nothing was started. */
static const struct trace_task *task_of(const struct run *r, size_t i)
{
	return usable(r) ? reader_task(r->trace, r->procs[i].pid) : NULL;
}

static int attach(struct run *r)
{
	int rc = reader_open(&r->trace);

	return rc ? reader_refuse(r->trace, rc) : WBCTL_OK;
}

static void start(struct run *r)
{
	pid_t *pids = calloc(r->writers, sizeof(*pids));
	size_t i;

	for (i = 0; pids && i < r->writers; i++)
		pids[i] = r->procs[i].pid;
	if (r->program)
		reader_follow_forks(r->trace);
	note_failure(r, pids ? reader_start(r->trace, pids, r->writers) : -ENOMEM);
	free(pids);
}

static int fd(const struct run *r)
{
	return usable(r) ? reader_fd(r->trace) : -1;
}

static void poll_trace(struct run *r)
{
	if (usable(r))
		note_failure(r, reader_poll(r->trace));
}

/* All tasks of the program, those that it forked too. */
static struct fig slept_of_all(const struct run *r)
{
	const struct trace_sum *sum;
	uint64_t ns = 0;
	size_t i;

	if (!usable(r) || !reader_sees_sleep(r->trace))
		return fig_none();
	sum = reader_sum(r->trace);
	for (i = 0; i < sum->task_count; i++)
		ns += sum->tasks[i].t.slept_ns;
	return fig_of(ns);
}

static void sample(struct run *r, struct fig *throttled)
{
	const struct trace_task *task;
	size_t i;

	poll_trace(r);
	if (r->program) {
		*throttled = slept_of_all(r);
		return;
	}
	for (i = 0; i < r->writers; i++) {
		task = task_of(r, i);
		if (task && reader_sees_sleep(r->trace))
			throttled[i] = fig_of(task->t.slept_ns);
	}
}

static void end(struct run *r)
{
	note_failure(r, reader_stop(r->trace));
}

static void close_trace(struct run *r)
{
	reader_close(r->trace);
}

static int verdict(const struct run *r)
{
	if (r->trace_rc)
		return refuse(WBCTL_MISSING, "the figures of tracefs are missing: %s",
			      reader_why(r->trace, r->trace_rc));
	if (reader_lost(r->trace))
		return refuse(WBCTL_MISSING,
			      "figures of tracefs are missing: the kernel lost %llu trace events",
			      (unsigned long long)reader_lost(r->trace));
	return WBCTL_OK;
}

const struct source source_tracefs = {
	.name = "tracefs",
	.attach = attach,
	.start = start,
	.fd = fd,
	.poll = poll_trace,
	.sample = sample,
	.end = end,
	.close = close_trace,
	.verdict = verdict,
};

static void fill_throttle(struct report_throttle *to, const struct run *r,
			  const struct trace_throttle *t)
{
	size_t i;

	to->count = fig_of(t->count);
	to->no_pause_count = fig_of(t->no_pause_count);
	to->requested_ns = fig_of(t->requested_ns);
	to->dirtied_bytes = fig_of(t->dirtied_pages * r->sys.page_bytes);
	if (!reader_sees_sleep(r->trace))
		return;
	to->slept_count = fig_of(t->slept_count);
	to->slept_ns = fig_of(t->slept_ns);
	to->slept_max_ns = fig_of(t->slept_max_ns);
	to->unpaired_count = fig_of(t->unpaired_count);
	for (i = 0; i < REPORT_LIMITS; i++)
		to->by_limit_ns[i] = fig_of(t->by_limit_ns[i]);
}

void tracefs_fill_writer(struct report_writer *w, const struct run *r, size_t i)
{
	const struct trace_task *task = task_of(r, i);
	struct writer_state *s = &r->board->w[i];

	if (r->source != SOURCE_TRACEFS)
		return;
	/* The event of a dirtied folio does not tell its size; this account does. */
	if (s->dirtied_known)
		w->dirtied_bytes = fig_of(s->dirtied_bytes);
	if (task)
		fill_throttle(&w->t, r, &task->t);
}

bool tracefs_fill_tree(struct report_throttle *all, const struct run *r)
{
	const struct trace_sum *sum;
	struct report_throttle t;
	size_t i;

	if (!usable(r))
		return false;
	sum = reader_sum(r->trace);
	for (i = 0; i < sum->task_count; i++) {
		t = (struct report_throttle){};
		fill_throttle(&t, r, &sum->tasks[i].t);
		if (i)
			report_throttle_add(all, &t);
		else
			*all = t;
	}
	return sum->task_count > 0;
}

void tracefs_fill_wbs(struct report *rep, const struct run *r)
{
	struct report_throttle t;
	const struct trace_sum *sum;
	const struct trace_wb *from;
	struct report_wb *wb;
	size_t i;

	if (!usable(r))
		return;
	sum = reader_sum(r->trace);
	rep->wbs = calloc(sum->wb_count + 1, sizeof(*rep->wbs));
	for (i = 0; rep->wbs && i < sum->wb_count; i++) {
		from = &sum->wbs[i];
		wb = &rep->wbs[rep->wb_count++];
		t = (struct report_throttle){};
		fill_throttle(&t, r, &from->t);
		wb->bdi = from->bdi;
		wb->cgroup = fig_of(from->cgroup);
		wb->ours = fig_of(1);
		wb->decided_dirty_bytes = fig_of(from->last.wb_dirty_pages * r->sys.page_bytes);
		wb->domain_dirty_bytes = fig_of(from->last.dirty_pages * r->sys.page_bytes);
		wb->throttle_count = t.count;
		wb->slept_ns = t.slept_ns;
	}
}

void tracefs_fill_notes(struct report *rep, const struct run *r)
{
	rep->source = source_name(r->source);
	if (r->source != SOURCE_TRACEFS)
		return;
	if (r->trace_rc) {
		report_note(rep, "The figures of tracefs are missing: %s.",
			    reader_why(r->trace, r->trace_rc));
		return;
	}
	rep->lost_events = fig_of(reader_lost(r->trace));
	if (rep->lost_events.v)
		report_note(rep,
			    "The kernel lost %llu trace events: sums of pauses and sleeps are too small.",
			    (unsigned long long)rep->lost_events.v);
	if (!reader_sees_sleep(r->trace))
		report_note(rep,
			    "This kernel has no scheduler events: what was really slept is not known.");
}

void wbctl_source_ledger(const struct run *r, size_t i, struct source_ledger *out)
{
	const struct trace_task *task = task_of(r, i);

	*out = (struct source_ledger){};
	if (!task || !reader_sees_sleep(r->trace))
		return;
	out->cpu_ns = fig_of(task->ledger.cpu_ns);
	out->runqueue_ns = fig_of(task->ledger.runqueue_ns);
	out->throttle_ns = fig_of(task->ledger.throttle_ns);
	out->other_ns = fig_of(task->ledger.other_ns);
}
