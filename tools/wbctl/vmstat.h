/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What vmstat(8) shows, and the dirty limits: the whole machine at one moment. */
#ifndef WBCTL_VMSTAT_H
#define WBCTL_VMSTAT_H

#include "out.h"

/**
 * struct vmstat - the machine at one moment, or between two of them
 * @interval_ns: Between two moments: the time between them.
 * @running: Tasks that ran or were ready, without the one that asked.
 * @blocked: Tasks that waited for I/O.
 * @swap_used_bytes: Swap in use.
 * @free_bytes: Free memory.
 * @buffers_bytes: The page cache of block devices.
 * @cached_bytes: The rest of the page cache, and slabs that can be reclaimed.
 * @dirty_bytes: Dirty pages.
 * @writeback_bytes: Pages under writeback.
 * @dirty_limit_bytes: The global dirty threshold.
 * @background_limit_bytes: The threshold where the flusher starts.
 * @swap_in_bytes: Swapped in; this and the rest is since boot, or between two
 *	moments.
 * @swap_out_bytes: Swapped out.
 * @page_in_bytes: Read from block devices.
 * @page_out_bytes: Written to block devices.
 * @interrupts: Interrupts.
 * @switches: Context switches.
 * @user_ns: CPU time in user mode, nice or not, of all CPUs.
 * @system_ns: In the kernel, with interrupts.
 * @idle_ns: Idle.
 * @iowait_ns: Idle while a task waited for I/O.
 * @steal_ns: Taken by the hypervisor.
 */
struct vmstat {
	struct fig interval_ns;
	struct fig running;
	struct fig blocked;
	struct fig swap_used_bytes;
	struct fig free_bytes;
	struct fig buffers_bytes;
	struct fig cached_bytes;
	struct fig dirty_bytes;
	struct fig writeback_bytes;
	struct fig dirty_limit_bytes;
	struct fig background_limit_bytes;
	struct fig swap_in_bytes;
	struct fig swap_out_bytes;
	struct fig page_in_bytes;
	struct fig page_out_bytes;
	struct fig interrupts;
	struct fig switches;
	struct fig user_ns;
	struct fig system_ns;
	struct fig idle_ns;
	struct fig iowait_ns;
	struct fig steal_ns;
};

/* The fields in JSON. */
extern const struct table vmstat_table;

/**
 * vmstat_parse() - take the fields out of the kernel's texts
 * @v: Where they go; what is not found is unknown.
 * @vmstat: /proc/vmstat, NULL: it could not be read.
 * @stat: /proc/stat, likewise.
 * @meminfo: /proc/meminfo, likewise.
 * @page_bytes: Size of a page.
 */
void vmstat_parse(struct vmstat *v, const char *vmstat, const char *stat, const char *meminfo,
		  uint64_t page_bytes);

/**
 * vmstat_read() - ask the kernel
 * @v: Where the fields go.
 */
void vmstat_read(struct vmstat *v);

/**
 * vmstat_between() - what the counters grew by
 * @out: Where it goes, with the rest as it was at the end.
 * @start: A moment.
 * @end: A later one.
 * @ns: The time between them.
 */
void vmstat_between(struct vmstat *out, const struct vmstat *start, const struct vmstat *end,
		    uint64_t ns);

/**
 * vmstat_text() - print as vmstat(8) does, within 80 columns
 * @to: Where it goes.
 * @v: The intervals.
 * @count: How many.
 *
 * Memory is in KiB; in MiB, as with vmstat -S M, when a machine has too much of
 * it for the columns.
 */
void vmstat_text(FILE *to, const struct vmstat *v, size_t count);

#endif /* WBCTL_VMSTAT_H */
