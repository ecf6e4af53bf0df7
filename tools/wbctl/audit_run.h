/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Gathers what the audit of a run compares. */
#ifndef WBCTL_AUDIT_RUN_H
#define WBCTL_AUDIT_RUN_H

#include "audit.h"
#include "client.h"

struct reader;
struct report;
struct run;

/**
 * struct audit_writer - what is read about a writer's file
 * @inode: The module's row of it after the drain.
 * @alloc_start: The module's account of its blocks when the clock started.
 * @alloc_end: After the drain.
 * @blocks_start: Its st_blocks when the clock started, in bytes.
 * @blocks_end: After the drain.
 * @extents: Its extents on disk after the drain.
 */
struct audit_writer {
	struct record *inode;
	struct record *alloc_start;
	struct record *alloc_end;
	struct fig blocks_start;
	struct fig blocks_end;
	struct fig extents;
};

/**
 * struct audit_run - what is gathered during a run
 * @start: The sums when the clock started.
 * @end: After the drain.
 * @drained: Everything has been written back before @end.
 * @alloc: The module measures block allocation.
 * @w: For each writer.
 * @l4: What somebody read of the raw stream, NULL: nobody did.
 * @reader: Who reads it, NULL: nobody.
 * @oracle: What he read.
 */
struct audit_run {
	struct audit_totals start;
	struct audit_totals end;
	bool drained;
	bool alloc;
	struct audit_writer *w;
	const struct audit_oracle_l4 *l4;
	struct reader *reader;
	struct audit_oracle_l4 oracle;
};

/**
 * audit_start() - read the first half, the writers at the barrier
 * @r: The run.
 */
void audit_start(struct run *r);

/**
 * audit_end() - read the second half, after the drain
 * @r: The run, its files still there.
 */
void audit_end(struct run *r);

/**
 * audit_free() - free what was gathered
 * @r: The run.
 */
void audit_free(struct run *r);

/**
 * audit_build() - check the laws
 * @a: Where it goes.
 * @r: The run, after audit_end().
 * @rep: Its report, the writers filled in.
 */
void audit_build(struct audit *a, const struct run *r, const struct report *rep);

#endif /* WBCTL_AUDIT_RUN_H */
