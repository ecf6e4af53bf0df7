/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The audit: the laws that the figures of a run must obey, each checked against
 * a side that does not come from where the figures do.
 */
#ifndef WBCTL_AUDIT_H
#define WBCTL_AUDIT_H

#include "format.h"

#define AUDIT_LAWS 8
#define AUDIT_NOTE_LEN 256

/* What may be between a counter and the other one while somebody writes: a folio. */
#define AUDIT_FOLIO_BYTES (2ULL << 20)
/* What block maps that nobody counts and rounding are allowed, for each file. */
#define AUDIT_ALLOC_BYTES (64ULL << 10)
/* A ledger may miss its writer's clock by so much, and by the time to ask for it. */
#define AUDIT_LEDGER_RATIO 0.02
#define AUDIT_LEDGER_NS (20 * 1000000ULL)

/**
 * enum audit_holds - whether a law holds
 * @AUDIT_UNCHECKED: It could not be checked.
 * @AUDIT_HOLDS: It holds.
 * @AUDIT_BROKEN: It does not.
 */
enum audit_holds {
	AUDIT_UNCHECKED = 0,
	AUDIT_HOLDS,
	AUDIT_BROKEN,
};

/**
 * struct audit_law - a law and what became of it
 * @holds: Whether it holds.
 * @unit: What @ours and @theirs count.
 * @ours: The figure of the run.
 * @theirs: The same from elsewhere.
 * @note: What the other side is, and what was found or was missing.
 */
struct audit_law {
	enum audit_holds holds;
	enum unit unit;
	struct fig ours;
	struct fig theirs;
	char note[AUDIT_NOTE_LEN];
};

/**
 * struct audit - all laws; L1 is law[0]
 * @done: There was an audit.
 * @law: The laws.
 */
struct audit {
	bool done;
	struct audit_law law[AUDIT_LAWS];
};

/**
 * struct audit_inode - a file's pages, in bytes, for L1
 * @label: Whose it is.
 * @dirty_start: Dirty when the window began, counted from the tags.
 * @dirtied: Dirtied in the window.
 * @started: Put under writeback.
 * @cancelled: Dropped.
 * @redirtied: Taken up and given back.
 * @dirty_end: Dirty at its end, counted.
 * @in_flight: What may be on its way between two of these.
 */
struct audit_inode {
	const char *label;
	struct fig dirty_start;
	struct fig dirtied;
	struct fig started;
	struct fig cancelled;
	struct fig redirtied;
	struct fig dirty_end;
	uint64_t in_flight;
};

/**
 * struct audit_totals - sums over all tables and the kernel's counters, in bytes
 * @inodes_dirtied: Over all inodes, with those evicted.
 * @tasks_dirtied: Over all tasks.
 * @wbs_dirtied: Over all wbs.
 * @inodes_written: Over all inodes.
 * @wbs_given_back: Over all wbs: given back by flushers, and taken off nr_dirtied.
 * @wbs_written: Over all wbs.
 * @vm_dirtied: nr_dirtied of /proc/vmstat before and after the tables were read.
 * @vm_written: nr_written likewise.
 */
struct audit_totals {
	struct fig inodes_dirtied;
	struct fig tasks_dirtied;
	struct fig wbs_dirtied;
	struct fig inodes_written;
	struct fig wbs_written;
	struct fig wbs_given_back;
	struct fig vm_dirtied[2];
	struct fig vm_written[2];
};

/**
 * struct audit_pauses - pauses of a task, from two sources, for L4
 * @label: The task.
 * @count: Decisions, as the module has them.
 * @requested_ns: Sum of the positive pauses, likewise.
 * @seen_count: Decisions in the raw stream.
 * @seen_requested_ns: Sum of its positive pauses.
 */
struct audit_pauses {
	const char *label;
	struct fig count;
	struct fig requested_ns;
	struct fig seen_count;
	struct fig seen_requested_ns;
};

/**
 * struct audit_oracle_l4 - the raw stream of pauses, read by somebody else
 * @lost: Events that it lost: with any, it proves nothing.
 * @count: Tasks.
 * @tasks: The tasks; @label, @count and @requested_ns are not his to fill.
 *
 * Whoever reads the stream starts before the writers' barrier opens, for the
 * pids of the writers, stops when the last is done, and gives its figures in
 * the order of the writers to struct run.
 */
struct audit_oracle_l4 {
	uint64_t lost;
	size_t count;
	struct audit_pauses *tasks;
};

/**
 * struct audit_file - a file's blocks, for L5
 * @label: Whose it is.
 * @allocated: Bytes allocated for it, data and block maps, as the module has it.
 * @maps: The block maps, part of @allocated; unknown when they were not told apart.
 * @beyond: Allocated beyond its end, part of @allocated.
 * @grown: What st_blocks grew by, in bytes.
 * @extents: Extents as the module has them; unknown when it cannot tell.
 * @fiemap: Extents on disk.
 * @cow: The file system copies on write: what replaces blocks is no growth.
 */
struct audit_file {
	const char *label;
	bool cow;
	struct fig allocated;
	struct fig maps;
	struct fig beyond;
	struct fig grown;
	struct fig extents;
	struct fig fiemap;
};

/**
 * struct audit_ledger - a writer's clock, for L6
 * @label: The writer.
 * @wall: Its ledger's wall time, in ns.
 * @sum: The sum of its classes.
 * @clock: Its own clock.
 */
struct audit_ledger {
	const char *label;
	struct fig wall;
	struct fig sum;
	struct fig clock;
};

/**
 * struct audit_events - the module's events, for L7
 * @generated: Generated.
 * @emitted: Handed over.
 * @lost: Lost.
 * @queued: On their way.
 */
struct audit_events {
	struct fig generated;
	struct fig emitted;
	struct fig lost;
	struct fig queued;
};

/**
 * audit_l1() - a file's pages balance
 * @law: Where it goes.
 * @inodes: The files.
 * @count: How many.
 */
void audit_l1(struct audit_law *law, const struct audit_inode *inodes, size_t count);

/**
 * audit_l2() - what inodes and tasks dirtied is what the kernel counted
 * @law: Where it goes.
 * @start: When the window began.
 * @end: When it ended.
 */
void audit_l2(struct audit_law *law, const struct audit_totals *start,
	      const struct audit_totals *end);

/**
 * audit_l3() - what inodes wrote is what the kernel counted
 * @law: Where it goes.
 * @start: When the window began.
 * @end: When it ended.
 */
void audit_l3(struct audit_law *law, const struct audit_totals *start,
	      const struct audit_totals *end);

/**
 * audit_l4() - pauses are those of the raw stream, exactly
 * @law: Where it goes.
 * @tasks: The writers.
 * @count: How many.
 * @lost: Events that the stream lost.
 */
void audit_l4(struct audit_law *law, const struct audit_pauses *tasks, size_t count,
	      uint64_t lost);

/**
 * audit_l5() - what was allocated is what files grew by
 * @law: Where it goes.
 * @files: The files.
 * @count: How many.
 */
void audit_l5(struct audit_law *law, const struct audit_file *files, size_t count);

/**
 * audit_l6() - a ledger sums to its writer's time
 * @law: Where it goes.
 * @ledgers: The writers.
 * @count: How many.
 */
void audit_l6(struct audit_law *law, const struct audit_ledger *ledgers, size_t count);

/**
 * audit_l7() - no event vanishes
 * @law: Where it goes.
 * @e: The events.
 */
void audit_l7(struct audit_law *law, const struct audit_events *e);

/**
 * audit_l8() - the tables' totals are one, rows that left them included
 * @law: Where it goes.
 * @start: When the window began.
 * @end: When it ended.
 */
void audit_l8(struct audit_law *law, const struct audit_totals *start,
	      const struct audit_totals *end);

/**
 * audit_count() - how many laws are in a state
 * @a: The audit.
 * @holds: The state.
 *
 * Return: Their number.
 */
size_t audit_count(const struct audit *a, enum audit_holds holds);

/**
 * audit_verdict() - the audit in a line
 * @a: The audit.
 * @buf: Where it goes.
 * @len: Its size.
 *
 * Return: @buf.
 */
const char *audit_verdict(const struct audit *a, char *buf, size_t len);

#endif /* WBCTL_AUDIT_H */
