// SPDX-License-Identifier: GPL-2.0-or-later
/* Where the time of writers and of watched processes went. */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "run.h"
#include "stacks.h"

/* The ledger of a writer's clock: its own words, or else what wbctl has read. */
static bool between_of(struct ledger_snap *d, const struct run *r, size_t i, struct fig *own)
{
	const struct writer_state *s = &r->board->w[i];
	struct ledger_snap start, end;

	if (s->before.ledger.known && s->after.ledger.known &&
	    ledger_between(d, &s->before.ledger, &s->after.ledger)) {
		*own = fig_of(1);
		return true;
	}
	ledger_snap(&start, r->procs[i].task_start);
	ledger_snap(&end, r->procs[i].task_end);
	if (!ledger_between(d, &start, &end))
		return false;
	*own = fig_of(0);
	return true;
}

static void fill_ledger(struct ledger *l, const struct report_filling *f,
			struct ledger_snap *d, const struct record *task, wait_fits *fits)
{
	struct ledger_stacks stacks = {};

	waits_of_task(&stacks, f->waits, f->count, task, fits);
	if (fits == wait_is_flush)
		ledger_work(d, &stacks);
	ledger_sort(l, d, &stacks);
	ledger_forget(l, f->r->module.info_end, f->r->audit.alloc);
}

void report_watched_label(struct report_watched *w)
{
	char name[32];

	snprintf(w->label, sizeof(w->label), "%u %s", (unsigned int)w->pid.v,
		 format_clean(name, sizeof(name), w->comm ? w->comm : "-"));
}

void report_filling_begin(struct report_filling *f, const struct run *r)
{
	f->r = r;
	f->waits = waits_between(&r->ledgers.stacks_start, &r->ledgers.stacks_end, &f->count);
}

bool report_fill_task(struct report_watched *out, const struct report_filling *f,
		      const struct record *start, const struct record *end, wait_fits *fits)
{
	struct fig then = start ? record_fig(start, WBTRACE_A_TASK_DIRTIED_BYTES) : fig_of(0);
	struct ledger_snap before, after, d;

	out->pid = record_fig(end, WBTRACE_A_TASK_PID);
	out->tgid = record_fig(end, WBTRACE_A_TASK_TGID);
	out->comm = record_text(end, WBTRACE_A_TASK_COMM);
	out->cgroup = record_fig(end, WBTRACE_A_TASK_CGROUP);
	report_watched_label(out);
	out->kthread = fig_of(!!(record_fig(end, WBTRACE_A_TASK_FLAGS).v &
				 WBTRACE_ROW_FLAGS_KTHREAD));
	out->dirtied_bytes = fig_grown(then, record_fig(end, WBTRACE_A_TASK_DIRTIED_BYTES));
	report_throttle_of(&out->t, start, end, WBTRACE_A_TASK_THROTTLE);
	ledger_snap(&before, start);
	if (!ledger_snap(&after, end) || !ledger_between(&d, &before, &after))
		return false;
	fill_ledger(&out->ledger, f, &d, end, fits);
	report_fill_top(&out->top, f, end, &d, fits);
	out->fsync_max_ns = report_fsync_max(f, end);
	out->throttled = fig_ratio(out->t.held_ns, out->ledger.wall_ns);
	return true;
}

static void fill_watched(struct report *rep, const struct report_filling *f)
{
	const struct ledgers *l = &f->r->ledgers;
	const struct record *row;
	struct report_watched *out;
	size_t n = 0;

	for (row = l->watched_end.first; row; row = row->next)
		n++;
	rep->watched = calloc(n + 1, sizeof(*rep->watched));
	for (row = l->watched_end.first; row && rep->watched; row = row->next) {
		if (ledgers_only_flushes(l, row))
			continue;
		out = &rep->watched[rep->watched_count];
		if (report_fill_task(out, f, row_of_task(&l->watched_start, row), row, NULL)) {
			out->dev = ledgers_place(l, out->tgid.v);
			rep->watched_count++;
		} else {
			memset(out, 0, sizeof(*out));
		}
	}
}

static void fill_writer_ledger(struct report_writer *w, const struct report_filling *f,
			       struct ledger_snap *d, const struct record *task)
{
	fill_ledger(&w->ledger, f, d, task, wait_is_run);
	report_fill_top(&w->top, f, task, d, wait_is_run);
}

static void fill_io(struct report_writer *w, const struct writer_state *s)
{
	if (s->before.io_known && s->after.io_known)
		w->io_dirtied_bytes = fig_of(s->after.write_bytes - s->before.write_bytes);
}

/* How many values a bucket has got; the buckets before are of the same powers. */
static uint64_t bucket_grown(const struct record *start, const struct record *bucket)
{
	uint64_t below = record_fig(bucket, WBTRACE_A_BUCKET_BELOW).v;
	uint64_t count = record_fig(bucket, WBTRACE_A_BUCKET_COUNT).v, old;

	for (; start; start = start->next)
		if (record_fig(start, WBTRACE_A_BUCKET_BELOW).v == below) {
			old = record_fig(start, WBTRACE_A_BUCKET_COUNT).v;
			return count > old ? count - old : 0;
		}
	return count;
}

/* Pages dirtied before each decision: the largest whole number in the bucket. */
static void fill_pages(struct report_writer *w, const struct run *r, const struct proc *p)
{
	const struct record *a = record_nest(p->task_start, WBTRACE_A_TASK_THROTTLE), *b;
	const struct record *nest = record_nest(p->task_end, WBTRACE_A_TASK_THROTTLE);
	uint64_t all = 0, seen = 0, n, pages;

	a = record_nest(a, WBTRACE_A_THROTTLE_DIRTIED_HIST);
	nest = record_nest(nest, WBTRACE_A_THROTTLE_DIRTIED_HIST);
	for (b = nest; b; b = b->next)
		all += bucket_grown(a, b);
	/* The buckets come in the order of their powers. */
	for (b = nest; b && w->t.count.known; b = b->next) {
		n = bucket_grown(a, b);
		pages = record_fig(b, WBTRACE_A_BUCKET_BELOW).v / r->sys.page_bytes;
		pages -= pages > 0;
		if (n && seen < (all + 1) / 2 && seen + n >= (all + 1) / 2)
			w->pages_per_pause_p50 = fig_of(pages);
		if (n)
			w->pages_per_pause_max = fig_of(pages);
		seen += n;
	}
}

void report_fill_ledgers(struct report *rep, const struct run *r)
{
	struct report_filling f;
	struct report_writer *w;
	struct ledger_snap d;
	size_t i;

	if (r->module.lost || !r->module.client)
		return;
	report_filling_begin(&f, r);
	for (i = 0; i < rep->writer_count && !r->program; i++) {
		w = &rep->writers[i];
		fill_io(w, &r->board->w[i]);
		fill_pages(w, r, &r->procs[i]);
		if (between_of(&d, r, i, &w->ledger_own))
			fill_writer_ledger(w, &f, &d, r->procs[i].task_end);
	}
	fill_watched(rep, &f);
	free(f.waits);
}

/* The intervals of a writer in which it wrote all the time. */
static size_t intervals_of(const struct report *rep, size_t i, double *rate, double *share)
{
	const struct report_sample *s, *then = NULL;
	uint64_t t, before = 0;
	struct fig throttled;
	size_t k, n = 0;

	for (k = 0; k < rep->sample_count; k++) {
		t = rep->sample_t_ns[k];
		s = &rep->samples[k * rep->writer_count + i];
		throttled = fig_grown(then ? then->throttled_ns : fig_of(0), s->throttled_ns);
		if (rep->writers[i].write_ns.known && t <= rep->writers[i].write_ns.v &&
		    t > before && throttled.known && s->written_bytes.known) {
			rate[n] = (double)(s->written_bytes.v -
					   (then ? then->written_bytes.v : 0)) /
				  (double)(t - before);
			share[n++] = (double)throttled.v / (double)(t - before);
		}
		then = s;
		before = t;
	}
	return n;
}

void report_fill_together(struct report *rep)
{
	double *x = calloc(2 * rep->sample_count + 1, sizeof(*x)), *y = x + rep->sample_count;
	struct report_writer *w;
	size_t i, n;

	for (i = 0; x && i < rep->writer_count && !rep->program; i++) {
		w = &rep->writers[i];
		if (!w->t.held_ns.known)
			continue;
		n = intervals_of(rep, i, x, y);
		w->together = correlate(x, y, n);
	}
	free(x);
}
