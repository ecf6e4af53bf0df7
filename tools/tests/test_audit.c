// SPDX-License-Identifier: GPL-2.0-or-later
/* The laws of the audit: that they hold when they do, and break when they do not. */
#include <string.h>

#include "audit.h"
#include "tap.h"

#define MIB (1024ULL * 1024)
#define MS 1000000ULL

static struct audit_law law;

static struct audit_law *fresh(void)
{
	memset(&law, 0, sizeof(law));
	return &law;
}

static void check_l1(void)
{
	struct audit_inode in[2] = {
		{ .label = "writer 0", .dirty_start = fig_of(0), .dirtied = fig_of(64 * MIB),
		  .started = fig_of(60 * MIB), .cancelled = fig_of(1 * MIB),
		  .redirtied = fig_of(1 * MIB), .dirty_end = fig_of(2 * MIB) },
	};

	in[1] = in[0];
	in[1].label = "writer 1";
	audit_l1(fresh(), in, 2);
	ok(law.holds == AUDIT_HOLDS && law.ours.v == 128 * MIB && law.theirs.v == 128 * MIB,
	   "L1 holds");
	in[1].dirtied.v += 4096;
	audit_l1(fresh(), in, 2);
	ok(law.holds == AUDIT_UNCHECKED && *law.note,
	   "L1 is not checked where pages given back can explain it");
	in[1].redirtied.v = 0;
	in[1].started.v += 1 * MIB;
	audit_l1(fresh(), in, 2);
	ok(law.holds == AUDIT_BROKEN && strstr(law.note, "writer 1"),
	   "L1 breaks by a page, and says whose");
	in[1].in_flight = 4096;
	audit_l1(fresh(), in, 2);
	ok(law.holds == AUDIT_HOLDS, "L1 allows what is in flight");
	in[1].in_flight = 0;
	in[1].dirty_start = fig_of(4096);
	in[1].dirtied.v -= 8192;
	audit_l1(fresh(), in, 2);
	ok(law.holds == AUDIT_HOLDS, "L1 counts what was dirty before");
	in[0].redirtied = fig_none();
	audit_l1(fresh(), in, 2);
	ok(law.holds == AUDIT_UNCHECKED && *law.note, "L1 is not checked without all figures");
	audit_l1(fresh(), NULL, 0);
	ok(law.holds == AUDIT_UNCHECKED && *law.note, "L1 is not checked without files");
}

static struct audit_totals totals(uint64_t ours, uint64_t before, uint64_t after)
{
	return (struct audit_totals){
		.inodes_dirtied = fig_of(ours), .tasks_dirtied = fig_of(ours),
		.wbs_dirtied = fig_of(ours), .inodes_written = fig_of(ours),
		.wbs_written = fig_of(ours), .wbs_given_back = fig_of(0),
		.vm_dirtied = { fig_of(before), fig_of(after) },
		.vm_written = { fig_of(before), fig_of(after) },
	};
}

static void check_l2_l3(void)
{
	struct audit_totals a = totals(0, 500 * MIB, 500 * MIB), b, c;

	b = totals(192 * MIB, 692 * MIB, 692 * MIB);
	audit_l2(fresh(), &a, &b);
	ok(law.holds == AUDIT_HOLDS && law.ours.v == 192 * MIB && law.theirs.v == 192 * MIB,
	   "L2 holds");
	audit_l3(fresh(), &a, &b);
	ok(law.holds == AUDIT_HOLDS, "L3 holds");
	c = b;
	c.inodes_dirtied.v -= 4096;
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_BROKEN, "L2 breaks by a page of an inode when nothing moves");
	c = b;
	c.inodes_dirtied.v += 8192;
	c.tasks_dirtied.v += 8192;
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_BROKEN, "L2 breaks by pages too many");
	c.wbs_given_back = fig_of(8192);
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_HOLDS && law.theirs.v == 192 * MIB + 8192,
	   "unless flushers gave them back");
	c.wbs_given_back = fig_of(4096);
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_BROKEN, "as many, that is");
	c.wbs_given_back = fig_none();
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_UNCHECKED && *law.note, "or it is not known whether they did");
	c = b;
	c.tasks_dirtied.v += 4096;
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_BROKEN, "L2 breaks by a page of a task");
	c = b;
	c.inodes_written.v += 4096;
	audit_l3(fresh(), &a, &c);
	ok(law.holds == AUDIT_BROKEN, "L3 breaks by a page");
	/* Somebody wrote 10 MiB while the tables were read. */
	c = totals(197 * MIB, 692 * MIB, 702 * MIB);
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_HOLDS, "L2 allows what came while the tables were read");
	c = totals(206 * MIB, 692 * MIB, 702 * MIB);
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_BROKEN, "L2 allows no more than that");
	c = b;
	c.vm_dirtied[1] = fig_none();
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_UNCHECKED, "L2 is not checked without /proc/vmstat");
	c = totals(192 * MIB, 692 * MIB, 692 * MIB);
	a.inodes_dirtied = fig_of(300 * MIB);
	audit_l2(fresh(), &a, &c);
	ok(law.holds == AUDIT_UNCHECKED, "L2 is not checked when tables were emptied");
}

static void check_l4(void)
{
	struct audit_pauses t[2] = {
		{ "writer 0", fig_of(420), fig_of(9000 * MS), fig_of(420), fig_of(9000 * MS) },
		{ "writer 1", fig_of(400), fig_of(8000 * MS), fig_of(400), fig_of(8000 * MS) },
	};

	audit_l4(fresh(), t, 2, 0);
	ok(law.holds == AUDIT_HOLDS && law.unit == UNIT_NS && law.ours.v == 17000 * MS,
	   "L4 holds");
	audit_l4(fresh(), t, 2, 3);
	ok(law.holds == AUDIT_UNCHECKED, "L4 is not checked against a stream with losses");
	audit_l4(fresh(), NULL, 0, 0);
	ok(law.holds == AUDIT_UNCHECKED, "L4 is not checked without a stream");
	t[1].seen_count.v++;
	audit_l4(fresh(), t, 2, 0);
	ok(law.holds == AUDIT_BROKEN && strstr(law.note, "writer 1"), "L4 breaks by a decision");
	t[1].seen_count.v--;
	t[0].requested_ns.v += MS;
	audit_l4(fresh(), t, 2, 0);
	ok(law.holds == AUDIT_BROKEN && strstr(law.note, "writer 0"), "L4 breaks by 1 ms");
	t[0].requested_ns.v += 1;
	audit_l4(fresh(), t, 2, 0);
	ok(law.holds == AUDIT_HOLDS, "L4 allows what is cut where a jiffy is no whole ms");
	t[0].requested_ns.v += 420 * MS;
	audit_l4(fresh(), t, 2, 0);
	ok(law.holds == AUDIT_BROKEN, "L4 allows no more than that");
}

static void check_l5(void)
{
	struct audit_file f = {
		.label = "writer 0", .allocated = fig_of(64 * MIB), .grown = fig_of(64 * MIB),
		.extents = fig_of(8), .fiemap = fig_of(8),
	};

	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_HOLDS && strstr(law.note, "1 of 1"), "L5 holds");
	/* A tree block taken and freed at each of 128 appends. */
	f.allocated.v += 512 << 10;
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_BROKEN, "L5 breaks by data that is not there");
	f.maps = fig_of(512 << 10);
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_HOLDS && law.ours.v == 64 * MIB && strstr(law.note, "512.0 KiB"),
	   "L5 allows block maps that were given back, and says how much");
	f.allocated.v += 128 << 10;
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_BROKEN, "L5 allows no more of them than were taken");
	f.allocated.v = 63 * MIB;
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_BROKEN, "nor a file that has more than it was given");
	f.allocated = fig_of(64 * MIB);
	f.maps = fig_none();
	f.fiemap = fig_of(9);
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_BROKEN, "L5 breaks by an extent");
	f.extents = fig_none();
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_HOLDS && strstr(law.note, "0 of 1"),
	   "L5 compares the extents it can");
	f.grown.v -= MIB;
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_BROKEN, "L5 breaks by a MiB");
	f.beyond = fig_of(MIB);
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_HOLDS, "L5 allows what is beyond the end of the file");
	f.beyond = fig_none();
	f.grown = fig_of(0);
	f.cow = true;
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_HOLDS, "L5 allows blocks that replace others, on btrfs");
	f.grown = fig_of(65 * MIB);
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_BROKEN, "L5 breaks there too when a file grew by more");
	f.allocated = fig_none();
	audit_l5(fresh(), &f, 1);
	ok(law.holds == AUDIT_UNCHECKED, "L5 is not checked without a file's row");
	audit_l5(fresh(), NULL, 0);
	ok(law.holds == AUDIT_UNCHECKED, "L5 is not checked without allocations");
}

static void check_l6(void)
{
	struct audit_ledger l[2] = {
		{ "writer 0", fig_of(10000 * MS), fig_of(10000 * MS), fig_of(9900 * MS) },
		{ "writer 1", fig_of(100 * MS), fig_of(100 * MS), fig_of(85 * MS) },
	};

	audit_l6(fresh(), l, 2);
	ok(law.holds == AUDIT_HOLDS, "L6 holds within 2 %%, and within the time to ask");
	l[0].clock.v = 9700 * MS;
	audit_l6(fresh(), l, 2);
	ok(law.holds == AUDIT_BROKEN && strstr(law.note, "writer 0"), "L6 breaks by 3 %%");
	l[0].clock.v = 10000 * MS;
	l[1].sum.v++;
	audit_l6(fresh(), l, 2);
	ok(law.holds == AUDIT_BROKEN && strstr(law.note, "writer 1"),
	   "L6 breaks when classes are not the whole");
	l[1].sum = fig_none();
	audit_l6(fresh(), l, 2);
	ok(law.holds == AUDIT_UNCHECKED, "L6 is not checked without a ledger");
}

static void check_l7(void)
{
	struct audit_events e = { fig_of(1000), fig_of(900), fig_of(90), fig_of(10) };

	audit_l7(fresh(), &e);
	ok(law.holds == AUDIT_HOLDS, "L7 holds");
	e.queued.v--;
	audit_l7(fresh(), &e);
	ok(law.holds == AUDIT_BROKEN, "L7 breaks by an event");
	e.queued = fig_none();
	audit_l7(fresh(), &e);
	ok(law.holds == AUDIT_UNCHECKED, "L7 is not checked without a figure");
	e = (struct audit_events){ fig_of(0), fig_of(0), fig_of(0), fig_of(0) };
	audit_l7(fresh(), &e);
	ok(law.holds == AUDIT_UNCHECKED, "L7 is not checked without events");
}

static void check_l8(void)
{
	struct audit_totals a = totals(0, 0, 0), b = totals(192 * MIB, 192 * MIB, 192 * MIB);

	audit_l8(fresh(), &a, &b);
	ok(law.holds == AUDIT_HOLDS, "L8 holds");
	b.wbs_dirtied.v -= 3 * MIB;
	audit_l8(fresh(), &a, &b);
	ok(law.holds == AUDIT_BROKEN, "L8 breaks when wbs lost a row");
	b.vm_dirtied[1].v += 10 * MIB;
	audit_l8(fresh(), &a, &b);
	ok(law.holds == AUDIT_HOLDS, "L8 allows what came while the tables were read");
	b = totals(192 * MIB, 192 * MIB, 192 * MIB);
	b.wbs_written.v -= 3 * MIB;
	audit_l8(fresh(), &a, &b);
	ok(law.holds == AUDIT_BROKEN, "L8 breaks when wbs lost what was written");
}

static void check_verdict(void)
{
	struct audit a = { .done = true };
	char text[160];
	size_t i;

	for (i = 0; i < AUDIT_LAWS; i++)
		a.law[i].holds = AUDIT_HOLDS;
	is_text(audit_verdict(&a, text, sizeof(text)), "8 of 8 laws hold", "all hold");
	a.law[3].holds = AUDIT_UNCHECKED;
	a.law[6].holds = AUDIT_UNCHECKED;
	is_text(audit_verdict(&a, text, sizeof(text)), "6 of 6 laws checked hold, 2 not checked",
		"two were not checked");
	a.law[0].holds = AUDIT_BROKEN;
	a.law[7].holds = AUDIT_BROKEN;
	is_text(audit_verdict(&a, text, sizeof(text)),
		"L1, L8 broken; 4 of 6 laws checked hold, 2 not checked", "two are broken");
	ok(audit_count(&a, AUDIT_BROKEN) == 2, "and are counted");
}

int main(void)
{
	check_l1();
	check_l2_l3();
	check_l4();
	check_l5();
	check_l6();
	check_l7();
	check_l8();
	check_verdict();
	return tap_end();
}
