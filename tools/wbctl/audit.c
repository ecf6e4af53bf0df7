// SPDX-License-Identifier: GPL-2.0-or-later
/* The laws of the audit: arithmetic only; who gathers the figures is audit_run.c. */
#include <stdarg.h>
#include <string.h>

#include "audit.h"

#define MS 1000000ULL

__printf(3, 4)
static void conclude(struct audit_law *law, enum audit_holds holds, const char *fmt, ...)
{
	va_list ap;

	law->holds = holds;
	va_start(ap, fmt);
	vsnprintf(law->note, sizeof(law->note), fmt, ap);
	va_end(ap);
}

static uint64_t gap(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

static void tell_all(struct audit_law *law, size_t count, const char *what, const char *how)
{
	conclude(law, AUDIT_HOLDS, "%zu %s%s, %s", count, what, count == 1 ? "" : "s", how);
}

void audit_l1(struct audit_law *law, const struct audit_inode *inodes, size_t count)
{
	const struct audit_inode *in;
	struct fig ours = fig_of(0), theirs = fig_of(0), a, b;
	char gap_text[FORMAT_LEN];
	size_t i;

	law->unit = UNIT_BYTES;
	if (!count) {
		conclude(law, AUDIT_UNCHECKED, "no file of the run is in the module's table");
		return;
	}
	for (i = 0; i < count; i++) {
		in = &inodes[i];
		a = fig_add(in->dirty_start, in->dirtied);
		b = fig_add(fig_add(in->started, in->cancelled),
			    fig_add(in->redirtied, in->dirty_end));
		if (!a.known || !b.known) {
			conclude(law, AUDIT_UNCHECKED,
				 "the module does not tell what was cancelled and redirtied, or lost a part of a file's figures");
			return;
		}
		ours.v += a.v;
		theirs.v += b.v;
		if (gap(a.v, b.v) > in->in_flight && gap(a.v, b.v) <= in->redirtied.v) {
			conclude(law, AUDIT_UNCHECKED,
				 "the flusher gave pages back, and some of them it wrote in part");
			return;
		}
		if (gap(a.v, b.v) > in->in_flight && law->holds != AUDIT_BROKEN)
			conclude(law, AUDIT_BROKEN, "the file of %s is off by %s", in->label,
				 format_fig(gap_text, UNIT_BYTES, fig_of(gap(a.v, b.v))));
	}
	law->ours = ours;
	law->theirs = theirs;
	if (law->holds != AUDIT_BROKEN)
		tell_all(law, count, "file",
			 "dirtied against write started, cancelled, redirtied and dirty by the tags");
}

/**
 * struct range - what a counter can have grown by
 * @known: It is known.
 * @least: Least.
 * @most: Most.
 * @slack: How far a figure may be outside: none when nothing moved while the
 *	tables were read.
 */
struct range {
	bool known;
	uint64_t least;
	uint64_t most;
	uint64_t slack;
};

/* A counter is read before and after each reading of the tables. */
static struct range grown_between(const struct fig start[2], const struct fig end[2])
{
	struct fig least = fig_grown(start[1], end[0]), most = fig_grown(start[0], end[1]);
	struct range r = { .known = least.known && most.known, .least = least.v, .most = most.v };

	r.slack = least.v == most.v ? 0 : AUDIT_FOLIO_BYTES;
	return r;
}

static bool is_within(struct range r, uint64_t v)
{
	return v + r.slack >= r.least && v <= r.most + r.slack;
}

static const char unread[] = "a table or a counter was not read whole, or was emptied meanwhile";

void audit_l2(struct audit_law *law, const struct audit_totals *start,
	      const struct audit_totals *end)
{
	struct range r = grown_between(start->vm_dirtied, end->vm_dirtied);
	struct fig inodes = fig_grown(start->inodes_dirtied, end->inodes_dirtied);
	struct fig tasks = fig_grown(start->tasks_dirtied, end->tasks_dirtied);
	struct fig given_back = fig_grown(start->wbs_given_back, end->wbs_given_back);
	char text[FORMAT_LEN];

	/* The kernel takes what flushers give back off nr_dirtied. */
	r.least += given_back.v;
	r.most += given_back.v;
	law->unit = UNIT_BYTES;
	law->ours = inodes;
	law->theirs = r.known ? fig_of(r.most) : fig_none();
	if (!r.known || !inodes.known || !tasks.known)
		conclude(law, AUDIT_UNCHECKED, "%s", unread);
	else if (!given_back.known && inodes.v == tasks.v && inodes.v > r.most)
		conclude(law, AUDIT_UNCHECKED,
			 "nr_dirtied of /proc/vmstat lacks what flushers gave back, which is not measured");
	else if (!is_within(r, inodes.v) || !is_within(r, tasks.v))
		conclude(law, AUDIT_BROKEN,
			 "all inodes against nr_dirtied of /proc/vmstat; all tasks dirtied %s",
			 format_fig(text, UNIT_BYTES, tasks));
	else
		conclude(law, AUDIT_HOLDS,
			 "all inodes, and all tasks, against nr_dirtied of /proc/vmstat%s",
			 given_back.v ? " and what flushers gave back" : "");
}

void audit_l3(struct audit_law *law, const struct audit_totals *start,
	      const struct audit_totals *end)
{
	struct range r = grown_between(start->vm_written, end->vm_written);
	struct fig inodes = fig_grown(start->inodes_written, end->inodes_written);

	law->unit = UNIT_BYTES;
	law->ours = inodes;
	law->theirs = r.known ? fig_of(r.most) : fig_none();
	if (!r.known || !inodes.known)
		conclude(law, AUDIT_UNCHECKED, "%s", unread);
	else
		conclude(law, is_within(r, inodes.v) ? AUDIT_HOLDS : AUDIT_BROKEN,
			 "all inodes against nr_written of /proc/vmstat");
}

/*
 * The stream has ms. Where a jiffy is a whole number of them that is exact; else
 * each pause is cut to one.
 */
static bool pauses_hold(const struct audit_pauses *t)
{
	uint64_t cut = t->requested_ns.v % MS ? t->count.v * MS : 0;

	return t->count.v == t->seen_count.v && t->requested_ns.v >= t->seen_requested_ns.v &&
	       t->requested_ns.v - t->seen_requested_ns.v <= cut;
}

void audit_l4(struct audit_law *law, const struct audit_pauses *tasks, size_t count,
	      uint64_t lost)
{
	uint64_t ours = 0, theirs = 0, decided = 0;
	const struct audit_pauses *t;
	size_t i;

	law->unit = UNIT_NS;
	if (!count || lost) {
		conclude(law, AUDIT_UNCHECKED, lost ? "the raw trace stream lost events" :
			 "nobody read the raw trace stream beside it: --audit does");
		return;
	}
	for (i = 0; i < count; i++) {
		t = &tasks[i];
		if (!t->count.known || !t->requested_ns.known || !t->seen_count.known ||
		    !t->seen_requested_ns.known) {
			conclude(law, AUDIT_UNCHECKED, "a figure of %s is missing", t->label);
			return;
		}
		ours += t->requested_ns.v;
		theirs += t->seen_requested_ns.v;
		decided += t->count.v;
		if (!pauses_hold(t) && law->holds != AUDIT_BROKEN)
			conclude(law, AUDIT_BROKEN,
				 "%s: %llu decisions, the raw trace stream has %llu", t->label,
				 (unsigned long long)t->count.v,
				 (unsigned long long)t->seen_count.v);
	}
	law->ours = fig_of(ours);
	law->theirs = fig_of(theirs);
	if (law->holds != AUDIT_BROKEN)
		conclude(law, AUDIT_HOLDS,
			 "pauses decided on against the raw trace stream; %llu decisions, the same there",
			 (unsigned long long)decided);
}

/*
 * Blocks of the map that were given back. ext4 takes a block when a file comes to
 * its fifth extent, and frees it when extents merge to four again: a file that
 * grows by flushed appends does so at each of them. The module counts what was
 * taken, st_blocks what is still there.
 */
static uint64_t maps_back(const struct audit_file *f)
{
	uint64_t over = f->allocated.v > f->grown.v ? f->allocated.v - f->grown.v : 0;

	return f->maps.known && f->maps.v < over ? f->maps.v : f->maps.known ? over : 0;
}

static bool file_holds(const struct audit_file *f)
{
	uint64_t slack = AUDIT_ALLOC_BYTES + (f->beyond.known ? f->beyond.v : 0);
	uint64_t left = f->allocated.v - maps_back(f);

	if (f->cow && left > f->grown.v + slack)
		return true;
	if (gap(left, f->grown.v) > slack)
		return false;
	return !f->extents.known || !f->fiemap.known || f->extents.v == f->fiemap.v;
}

void audit_l5(struct audit_law *law, const struct audit_file *files, size_t count)
{
	char extents[FORMAT_LEN], fiemap[FORMAT_LEN], text[FORMAT_LEN], given_back[80];
	uint64_t ours = 0, theirs = 0, back = 0;
	const struct audit_file *f;
	size_t i, compared = 0;

	law->unit = UNIT_BYTES;
	if (!count) {
		conclude(law, AUDIT_UNCHECKED, "the module does not measure block allocation here");
		return;
	}
	for (i = 0; i < count; i++) {
		f = &files[i];
		if (!f->allocated.known || !f->grown.known) {
			conclude(law, AUDIT_UNCHECKED, "a figure of the file of %s is missing",
				 f->label);
			return;
		}
		ours += f->allocated.v - (f->cow ? 0 : maps_back(f));
		theirs += f->grown.v;
		back += f->cow ? 0 : maps_back(f);
		compared += f->extents.known && f->fiemap.known;
		if (!file_holds(f) && law->holds != AUDIT_BROKEN)
			conclude(law, AUDIT_BROKEN,
				 "the file of %s; %s extents, FIEMAP has %s", f->label,
				 format_fig(extents, UNIT_COUNT, f->extents),
				 format_fig(fiemap, UNIT_COUNT, f->fiemap));
	}
	law->ours = fig_of(ours);
	law->theirs = fig_of(theirs);
	snprintf(given_back, sizeof(given_back), ", less %s of block maps that were freed again,",
		 format_fig(text, UNIT_BYTES, fig_of(back)));
	if (law->holds != AUDIT_BROKEN)
		conclude(law, AUDIT_HOLDS,
			 "allocated%s against the growth of st_blocks; extents are FIEMAP's in %zu of %zu files",
			 back ? given_back : "", compared, count);
}

static uint64_t ledger_slack(uint64_t clock)
{
	uint64_t slack = (uint64_t)((double)clock * AUDIT_LEDGER_RATIO);

	return slack > AUDIT_LEDGER_NS ? slack : AUDIT_LEDGER_NS;
}

void audit_l6(struct audit_law *law, const struct audit_ledger *ledgers, size_t count)
{
	uint64_t ours = 0, theirs = 0, off, worst = 0;
	const struct audit_ledger *l;
	char text[FORMAT_LEN];
	size_t i;

	law->unit = UNIT_NS;
	for (i = 0; i < count; i++) {
		l = &ledgers[i];
		if (!l->wall.known || !l->sum.known || !l->clock.known) {
			conclude(law, AUDIT_UNCHECKED, "%s has no ledger of its clock", l->label);
			return;
		}
		ours += l->sum.v;
		theirs += l->clock.v;
		off = gap(l->sum.v, l->clock.v);
		worst = off > worst ? off : worst;
		if (law->holds == AUDIT_BROKEN)
			continue;
		if (l->sum.v != l->wall.v)
			conclude(law, AUDIT_BROKEN, "the parts of %s are not its whole", l->label);
		else if (off > ledger_slack(l->clock.v))
			conclude(law, AUDIT_BROKEN, "the ledger of %s is %s off", l->label,
				 format_fig(text, UNIT_NS, fig_of(off)));
	}
	if (!count) {
		conclude(law, AUDIT_UNCHECKED, "there are no ledgers");
		return;
	}
	law->ours = fig_of(ours);
	law->theirs = fig_of(theirs);
	if (law->holds != AUDIT_BROKEN)
		conclude(law, AUDIT_HOLDS, "%zu ledger%s against writers' clocks, %s off or less",
			 count, count == 1 ? "" : "s",
			 format_fig(text, UNIT_NS, fig_of(worst)));
}

void audit_l7(struct audit_law *law, const struct audit_events *e)
{
	struct fig sum = fig_add(fig_add(e->emitted, e->lost), e->queued);

	law->unit = UNIT_COUNT;
	law->ours = sum;
	law->theirs = e->generated;
	if (!sum.known || !e->generated.known)
		conclude(law, AUDIT_UNCHECKED, "the module does not tell");
	else if (!e->generated.v && !sum.v)
		conclude(law, AUDIT_UNCHECKED, "nobody asked for events");
	else
		conclude(law, sum.v == e->generated.v ? AUDIT_HOLDS : AUDIT_BROKEN,
			 "events emitted, lost and queued against those generated");
}

void audit_l8(struct audit_law *law, const struct audit_totals *start,
	      const struct audit_totals *end)
{
	struct range moved = grown_between(start->vm_dirtied, end->vm_dirtied);
	struct fig inodes = fig_grown(start->inodes_dirtied, end->inodes_dirtied);
	struct fig tasks = fig_grown(start->tasks_dirtied, end->tasks_dirtied);
	struct fig wbs = fig_grown(start->wbs_dirtied, end->wbs_dirtied);
	struct fig inodes_w = fig_grown(start->inodes_written, end->inodes_written);
	struct fig wbs_w = fig_grown(start->wbs_written, end->wbs_written);
	/* Between the tables what was dirtied or written while they were read. */
	uint64_t slack = AUDIT_FOLIO_BYTES + moved.most - moved.least;
	bool holds;

	law->unit = UNIT_BYTES;
	law->ours = inodes;
	law->theirs = wbs;
	if (!inodes.known || !tasks.known || !wbs.known || !inodes_w.known || !wbs_w.known) {
		conclude(law, AUDIT_UNCHECKED, "%s", unread);
		return;
	}
	holds = gap(inodes.v, tasks.v) <= slack && gap(inodes.v, wbs.v) <= slack &&
		gap(inodes_w.v, wbs_w.v) <= slack;
	conclude(law, holds ? AUDIT_HOLDS : AUDIT_BROKEN,
		 "dirtied by all inodes against all wbs, all tasks and, of what was written, all wbs; rows that left the tables included");
}

size_t audit_count(const struct audit *a, enum audit_holds holds)
{
	size_t i, n = 0;

	for (i = 0; i < AUDIT_LAWS; i++)
		n += a->law[i].holds == holds;
	return n;
}

/* "L2, L3" */
static const char *broken_names(const struct audit *a, char *buf, size_t len)
{
	size_t i, at = 0;

	buf[0] = '\0';
	for (i = 0; i < AUDIT_LAWS; i++)
		if (a->law[i].holds == AUDIT_BROKEN && at < len)
			at += (size_t)snprintf(buf + at, len - at, "%sL%zu", at ? ", " : "",
					       i + 1);
	return buf;
}

const char *audit_verdict(const struct audit *a, char *buf, size_t len)
{
	size_t hold = audit_count(a, AUDIT_HOLDS), broken = audit_count(a, AUDIT_BROKEN);
	char names[64], rest[64] = "";

	if (hold + broken < AUDIT_LAWS)
		snprintf(rest, sizeof(rest), ", %zu not checked", AUDIT_LAWS - hold - broken);
	if (broken)
		snprintf(buf, len, "%s broken; %zu of %zu laws%s hold%s",
			 broken_names(a, names, sizeof(names)), hold, hold + broken,
			 *rest ? " checked" : "", rest);
	else
		snprintf(buf, len, "%zu of %zu laws%s hold%s", hold, hold,
			 *rest ? " checked" : "", rest);
	return buf;
}
