/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause) */
/*
 * The generic netlink family of wbtrace.ko.
 * Made by scripts/gen-abi from
 * Documentation/netlink/specs/wbtrace.yaml: do not edit.
 *
 * Per-inode, per-task, per-bdi_writeback and per-super-block figures of
 * writeback and of dirty throttling in balance_dirty_pages(). Counters only
 * grow while the probes stay attached; readers take differences. An
 * attribute that is missing was not measured on this kernel; it is never
 * sent as 0. Times are CLOCK_MONOTONIC nanoseconds. Every command needs
 * CAP_SYS_ADMIN in the initial user namespace.
 *
 * Types: uint and sint are 4 or 8 bytes long, whichever the value needs.
 */
#ifndef _UAPI_LINUX_WBTRACE_H
#define _UAPI_LINUX_WBTRACE_H

#define WBTRACE_FAMILY_NAME	"wbtrace"
#define WBTRACE_FAMILY_VERSION	1
#define WBTRACE_MCGRP_EVENTS	"events"

/* Grows when the meaning of an attribute changes; additions leave it. */
#define WBTRACE_ABI_VERSION	1

/**
 * enum wbtrace_probe_kind - How a probe hooks the kernel
 * @WBTRACE_PROBE_KIND_TRACEPOINT: Found by name, type checked at build time.
 * @WBTRACE_PROBE_KIND_KPROBE: At the entry of a function.
 * @WBTRACE_PROBE_KIND_KRETPROBE: At the entry and the return of a function
 *	that may sleep.
 * @WBTRACE_PROBE_KIND_FTRACE: ftrace_ops at the entry of a function, for
 *	per-folio paths.
 */
enum wbtrace_probe_kind {
	WBTRACE_PROBE_KIND_TRACEPOINT = 0,
	WBTRACE_PROBE_KIND_KPROBE,
	WBTRACE_PROBE_KIND_KRETPROBE,
	WBTRACE_PROBE_KIND_FTRACE,
};

/**
 * enum wbtrace_probe_state - Where a probe stands
 * @WBTRACE_PROBE_STATE_DETACHED: Nobody asked for figures.
 * @WBTRACE_PROBE_STATE_ATTACHED: It counts.
 * @WBTRACE_PROBE_STATE_ABSENT: This kernel has no such tracepoint or
 *	function now.
 * @WBTRACE_PROBE_STATE_FAILED: The kernel has it but refused to attach.
 */
enum wbtrace_probe_state {
	WBTRACE_PROBE_STATE_DETACHED = 0,
	WBTRACE_PROBE_STATE_ATTACHED,
	WBTRACE_PROBE_STATE_ABSENT,
	WBTRACE_PROBE_STATE_FAILED,
};

/**
 * enum wbtrace_table_mask - Which tables `reset` empties
 * @WBTRACE_TABLE_MASK_INODE: The inodes, and with them the super blocks.
 * @WBTRACE_TABLE_MASK_TASK: The tasks.
 * @WBTRACE_TABLE_MASK_WB: The bdi_writebacks.
 */
enum wbtrace_table_mask {
	WBTRACE_TABLE_MASK_INODE = 1 << 0,
	WBTRACE_TABLE_MASK_TASK = 1 << 1,
	WBTRACE_TABLE_MASK_WB = 1 << 2,
};

/**
 * enum wbtrace_event_mask - Kinds of events
 * @WBTRACE_EVENT_MASK_THROTTLE: One decision of balance_dirty_pages().
 * @WBTRACE_EVENT_MASK_HELD: One call of balance_dirty_pages() that throttled
 *	has returned.
 * @WBTRACE_EVENT_MASK_INODE_PASS: One pass of the flusher over an inode has
 *	ended.
 * @WBTRACE_EVENT_MASK_WORK: One slice of a flusher's work has ended.
 */
enum wbtrace_event_mask {
	WBTRACE_EVENT_MASK_THROTTLE = 1 << 0,
	WBTRACE_EVENT_MASK_HELD = 1 << 1,
	WBTRACE_EVENT_MASK_INODE_PASS = 1 << 2,
	WBTRACE_EVENT_MASK_WORK = 1 << 3,
};

/**
 * enum wbtrace_row_flags - What a row stands for
 * @WBTRACE_ROW_FLAGS_EVICTED: The sum of all rows that left the table or
 *	found no room in it.
 * @WBTRACE_ROW_FLAGS_GONE: The inode left memory, the task exited or the bdi
 *	went away.
 * @WBTRACE_ROW_FLAGS_KTHREAD: The task is a kernel thread.
 * @WBTRACE_ROW_FLAGS_BLOCK_DEVICE: The inode is a block device's (metadata,
 *	or raw writes).
 * @WBTRACE_ROW_FLAGS_METADATA: The inode holds a file system's metadata
 *	only.
 * @WBTRACE_ROW_FLAGS_STRICTLIMIT: The bdi is under strict limit.
 */
enum wbtrace_row_flags {
	WBTRACE_ROW_FLAGS_EVICTED = 1 << 0,
	WBTRACE_ROW_FLAGS_GONE = 1 << 1,
	WBTRACE_ROW_FLAGS_KTHREAD = 1 << 2,
	WBTRACE_ROW_FLAGS_BLOCK_DEVICE = 1 << 3,
	WBTRACE_ROW_FLAGS_METADATA = 1 << 4,
	WBTRACE_ROW_FLAGS_STRICTLIMIT = 1 << 5,
};

/**
 * enum wbtrace_limit_kind - Which limit decided
 * @WBTRACE_LIMIT_KIND_UNKNOWN: The kernel does not tell it apart (6.x only).
 * @WBTRACE_LIMIT_KIND_GLOBAL: The global dirty threshold.
 * @WBTRACE_LIMIT_KIND_WB: The wb's own share, under strict limit or when it
 *	is exceeded much further than the domain's threshold.
 * @WBTRACE_LIMIT_KIND_MEMCG: The dirty threshold of the memory cgroup.
 */
enum wbtrace_limit_kind {
	WBTRACE_LIMIT_KIND_UNKNOWN = 0,
	WBTRACE_LIMIT_KIND_GLOBAL,
	WBTRACE_LIMIT_KIND_WB,
	WBTRACE_LIMIT_KIND_MEMCG,
};

/**
 * enum wbtrace_sort_key - The field that `top` sorts by, largest first
 * @WBTRACE_SORT_KEY_DIRTIED: dirtied-bytes.
 * @WBTRACE_SORT_KEY_WRITTEN: written-bytes (tasks have none and are sorted
 *	by dirtied-bytes).
 * @WBTRACE_SORT_KEY_THROTTLE_COUNT: count of the throttle nest.
 * @WBTRACE_SORT_KEY_HELD: held-ns of the throttle nest.
 */
enum wbtrace_sort_key {
	WBTRACE_SORT_KEY_DIRTIED = 0,
	WBTRACE_SORT_KEY_WRITTEN,
	WBTRACE_SORT_KEY_THROTTLE_COUNT,
	WBTRACE_SORT_KEY_HELD,
};

/**
 * enum wbtrace_a_bucket - attributes of the set bucket
 * @WBTRACE_A_BUCKET_BELOW: (uint) Values in this bucket are smaller than
 *	this power of two and not smaller than its half (0 too in the first).
 * @WBTRACE_A_BUCKET_COUNT: (uint) How many values fell into it.
 * @__WBTRACE_A_BUCKET_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_BUCKET_MAX: The last of them.
 */
enum wbtrace_a_bucket {
	WBTRACE_A_BUCKET_BELOW = 1,
	WBTRACE_A_BUCKET_COUNT,
	__WBTRACE_A_BUCKET_MAX,
	WBTRACE_A_BUCKET_MAX = __WBTRACE_A_BUCKET_MAX - 1,
};

/**
 * enum wbtrace_a_by_limit - attributes of the set by-limit
 * @WBTRACE_A_BY_LIMIT_KIND: (u32) Which limit.
 * @WBTRACE_A_BY_LIMIT_COUNT: (uint) Decisions that it caused.
 * @WBTRACE_A_BY_LIMIT_SLEPT_NS: (uint) Time slept in their pauses. Missing
 *	without the kretprobe.
 * @__WBTRACE_A_BY_LIMIT_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_BY_LIMIT_MAX: The last of them.
 */
enum wbtrace_a_by_limit {
	WBTRACE_A_BY_LIMIT_KIND = 1,
	WBTRACE_A_BY_LIMIT_COUNT,
	WBTRACE_A_BY_LIMIT_SLEPT_NS,
	__WBTRACE_A_BY_LIMIT_MAX,
	WBTRACE_A_BY_LIMIT_MAX = __WBTRACE_A_BY_LIMIT_MAX - 1,
};

/**
 * enum wbtrace_a_throttle - attributes of the set throttle
 * @WBTRACE_A_THROTTLE_COUNT: (uint) Decisions, those that did not sleep too
 *	(equals the tracepoint's events).
 * @WBTRACE_A_THROTTLE_REQUESTED_NS: (uint) Sum of the positive pauses that
 *	the kernel decided on.
 * @WBTRACE_A_THROTTLE_REQUESTED_MAX_NS: (uint) The longest pause decided on.
 * @WBTRACE_A_THROTTLE_NO_PAUSE_COUNT: (uint) Decisions with no pause (zero
 *	or negative).
 * @WBTRACE_A_THROTTLE_DIRTIED_BYTES: (uint) Sum of the pages dirtied since
 *	the decision before, over all decisions.
 * @WBTRACE_A_THROTTLE_SLEPT_COUNT: (uint) Pauses really slept. Missing
 *	without the kretprobe.
 * @WBTRACE_A_THROTTLE_SLEPT_NS: (uint) Time from such a decision to the next
 *	one or the return.
 * @WBTRACE_A_THROTTLE_SLEPT_MAX_NS: (uint) The longest of them.
 * @WBTRACE_A_THROTTLE_HELD_COUNT: (uint) Calls of balance_dirty_pages() with
 *	at least one decision.
 * @WBTRACE_A_THROTTLE_HELD_NS: (uint) Time from the entry to the return of
 *	those calls.
 * @WBTRACE_A_THROTTLE_HELD_MAX_NS: (uint) The longest stay in one call.
 * @WBTRACE_A_THROTTLE_ASYNC_COUNT: (uint) Calls that returned -EAGAIN
 *	instead of sleeping (BDP_ASYNC).
 * @WBTRACE_A_THROTTLE_UNPAIRED_COUNT: (uint) Positive pauses whose call was
 *	not seen entering, so that the sleep could not be measured.
 * @WBTRACE_A_THROTTLE_SLEPT_HIST: (nest of bucket, once for each) Histogram
 *	of slept times in ns. Tasks and wbs only.
 * @WBTRACE_A_THROTTLE_DIRTIED_HIST: (nest of bucket, once for each)
 *	Histogram of bytes dirtied per decision. Tasks and wbs only.
 * @WBTRACE_A_THROTTLE_BY_LIMIT: (nest of by-limit, once for each) The
 *	decisions and the time slept by the limit that caused them.
 * @WBTRACE_A_THROTTLE_NO_WRITEBACK_NS: (uint) Time slept in pauses at whose
 *	beginning and end the wb had nothing under writeback. Missing without the
 *	kretprobe.
 * @__WBTRACE_A_THROTTLE_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_THROTTLE_MAX: The last of them.
 */
enum wbtrace_a_throttle {
	WBTRACE_A_THROTTLE_COUNT = 1,
	WBTRACE_A_THROTTLE_REQUESTED_NS,
	WBTRACE_A_THROTTLE_REQUESTED_MAX_NS,
	WBTRACE_A_THROTTLE_NO_PAUSE_COUNT,
	WBTRACE_A_THROTTLE_DIRTIED_BYTES,
	WBTRACE_A_THROTTLE_SLEPT_COUNT,
	WBTRACE_A_THROTTLE_SLEPT_NS,
	WBTRACE_A_THROTTLE_SLEPT_MAX_NS,
	WBTRACE_A_THROTTLE_HELD_COUNT,
	WBTRACE_A_THROTTLE_HELD_NS,
	WBTRACE_A_THROTTLE_HELD_MAX_NS,
	WBTRACE_A_THROTTLE_ASYNC_COUNT,
	WBTRACE_A_THROTTLE_UNPAIRED_COUNT,
	WBTRACE_A_THROTTLE_SLEPT_HIST,
	WBTRACE_A_THROTTLE_DIRTIED_HIST,
	WBTRACE_A_THROTTLE_BY_LIMIT,
	WBTRACE_A_THROTTLE_NO_WRITEBACK_NS,
	__WBTRACE_A_THROTTLE_MAX,
	WBTRACE_A_THROTTLE_MAX = __WBTRACE_A_THROTTLE_MAX - 1,
};

/**
 * enum wbtrace_a_limit - attributes of the set limit
 * @WBTRACE_A_LIMIT_TIME_NS: (uint) When.
 * @WBTRACE_A_LIMIT_THRESH_BYTES: (uint) Dirty threshold of the domain that
 *	decided.
 * @WBTRACE_A_LIMIT_BG_THRESH_BYTES: (uint) Background threshold of that
 *	domain.
 * @WBTRACE_A_LIMIT_DIRTY_BYTES: (uint) Dirty and under-writeback bytes of
 *	that domain.
 * @WBTRACE_A_LIMIT_SETPOINT_BYTES: (uint) (limit + (thresh + bg-thresh) / 2)
 *	/ 2; without the limit (6.x) thresh stands for it.
 * @WBTRACE_A_LIMIT_LIMIT_BYTES: (uint) Hard limit of the domain (7.x only).
 * @WBTRACE_A_LIMIT_WB_THRESH_BYTES: (uint) This wb's share of the threshold.
 * @WBTRACE_A_LIMIT_WB_DIRTY_BYTES: (uint) This wb's dirty and
 *	under-writeback bytes.
 * @WBTRACE_A_LIMIT_DIRTY_RATELIMIT_BYTES_PER_S: (uint) The wb's base rate
 *	limit for one task.
 * @WBTRACE_A_LIMIT_TASK_RATELIMIT_BYTES_PER_S: (uint) The task's rate limit
 *	after position control.
 * @WBTRACE_A_LIMIT_KIND: (u32) Which limit decided.
 * @WBTRACE_A_LIMIT_POS_RATIO_PPM: (uint) Position ratio in parts per
 *	million, by which the base rate limit is multiplied (7.x only).
 * @__WBTRACE_A_LIMIT_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_LIMIT_MAX: The last of them.
 */
enum wbtrace_a_limit {
	WBTRACE_A_LIMIT_TIME_NS = 1,
	WBTRACE_A_LIMIT_THRESH_BYTES,
	WBTRACE_A_LIMIT_BG_THRESH_BYTES,
	WBTRACE_A_LIMIT_DIRTY_BYTES,
	WBTRACE_A_LIMIT_SETPOINT_BYTES,
	WBTRACE_A_LIMIT_LIMIT_BYTES,
	WBTRACE_A_LIMIT_WB_THRESH_BYTES,
	WBTRACE_A_LIMIT_WB_DIRTY_BYTES,
	WBTRACE_A_LIMIT_DIRTY_RATELIMIT_BYTES_PER_S,
	WBTRACE_A_LIMIT_TASK_RATELIMIT_BYTES_PER_S,
	WBTRACE_A_LIMIT_KIND,
	WBTRACE_A_LIMIT_POS_RATIO_PPM,
	__WBTRACE_A_LIMIT_MAX,
	WBTRACE_A_LIMIT_MAX = __WBTRACE_A_LIMIT_MAX - 1,
};

/**
 * enum wbtrace_a_work - attributes of the set work
 * @WBTRACE_A_WORK_REASON: (string) The kernel's own name of the reason.
 * @WBTRACE_A_WORK_COUNT: (uint) Slices (rounds of wb_writeback()).
 * @WBTRACE_A_WORK_BYTES: (uint) Written in them, by the work's own count.
 * @WBTRACE_A_WORK_TIME_NS: (uint) Time in them.
 * @__WBTRACE_A_WORK_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_WORK_MAX: The last of them.
 */
enum wbtrace_a_work {
	WBTRACE_A_WORK_REASON = 1,
	WBTRACE_A_WORK_COUNT,
	WBTRACE_A_WORK_BYTES,
	WBTRACE_A_WORK_TIME_NS,
	__WBTRACE_A_WORK_MAX,
	WBTRACE_A_WORK_MAX = __WBTRACE_A_WORK_MAX - 1,
};

/**
 * enum wbtrace_a_inode - attributes of the set inode
 * @WBTRACE_A_INODE_QUERY: (nest of query) Which rows. Request only.
 * @WBTRACE_A_INODE_DEV: (u32) Device of the super block, major << 20 |
 *	minor.
 * @WBTRACE_A_INODE_INO: (u64) Inode number.
 * @WBTRACE_A_INODE_GENERATION: (u32) Inode generation.
 * @WBTRACE_A_INODE_FLAGS: (u32) What the row stands for.
 * @WBTRACE_A_INODE_FS_TYPE: (string) File system type.
 * @WBTRACE_A_INODE_BDI: (string) Name of the bdi last dirtied through.
 * @WBTRACE_A_INODE_CGROUP: (u64) Inode number of the memory cgroup that owns
 *	the wb last dirtied through.
 * @WBTRACE_A_INODE_DIRTIED_BYTES: (uint) Bytes dirtied, by whole folios.
 * @WBTRACE_A_INODE_WRITE_STARTED_BYTES: (uint) Bytes put under writeback.
 * @WBTRACE_A_INODE_WRITTEN_BYTES: (uint) Bytes whose writeback ended.
 * @WBTRACE_A_INODE_THROTTLE: (nest of throttle) Decisions about tasks that
 *	last dirtied this inode.
 * @WBTRACE_A_INODE_PASS_COUNT: (uint) Flusher passes over the inode.
 * @WBTRACE_A_INODE_PASS_BYTES: (uint) Bytes submitted by these passes.
 * @WBTRACE_A_INODE_PASS_NS: (uint) Time in these passes.
 * @WBTRACE_A_INODE_FIRST_NS: (uint) When the row came into the table.
 * @WBTRACE_A_INODE_LAST_NS: (uint) When the inode was last dirtied, to a
 *	jiffy.
 * @WBTRACE_A_INODE_DIRTY_NOW_BYTES: (uint) Dirty bytes counted from the page
 *	cache's tags at this moment. Only with count-pages, and while the inode is
 *	in memory.
 * @WBTRACE_A_INODE_WRITEBACK_NOW_BYTES: (uint) The same for bytes under
 *	writeback.
 * @WBTRACE_A_INODE_PATH: (string) Path inside its file system. Only with
 *	paths.
 * @WBTRACE_A_INODE_FOLIO_COUNT: (uint) Folios dirtied (dirtied-bytes over
 *	this is the mean folio).
 * @__WBTRACE_A_INODE_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_INODE_MAX: The last of them.
 */
enum wbtrace_a_inode {
	WBTRACE_A_INODE_QUERY = 1,
	WBTRACE_A_INODE_DEV,
	WBTRACE_A_INODE_INO,
	WBTRACE_A_INODE_GENERATION,
	WBTRACE_A_INODE_FLAGS,
	WBTRACE_A_INODE_FS_TYPE,
	WBTRACE_A_INODE_BDI,
	WBTRACE_A_INODE_CGROUP,
	WBTRACE_A_INODE_DIRTIED_BYTES,
	WBTRACE_A_INODE_WRITE_STARTED_BYTES,
	WBTRACE_A_INODE_WRITTEN_BYTES,
	WBTRACE_A_INODE_THROTTLE,
	WBTRACE_A_INODE_PASS_COUNT,
	WBTRACE_A_INODE_PASS_BYTES,
	WBTRACE_A_INODE_PASS_NS,
	WBTRACE_A_INODE_FIRST_NS,
	WBTRACE_A_INODE_LAST_NS,
	WBTRACE_A_INODE_DIRTY_NOW_BYTES,
	WBTRACE_A_INODE_WRITEBACK_NOW_BYTES,
	WBTRACE_A_INODE_PATH,
	WBTRACE_A_INODE_FOLIO_COUNT,
	__WBTRACE_A_INODE_MAX,
	WBTRACE_A_INODE_MAX = __WBTRACE_A_INODE_MAX - 1,
};

/**
 * enum wbtrace_a_task - attributes of the set task
 * @WBTRACE_A_TASK_QUERY: (nest of query) Which rows. Request only.
 * @WBTRACE_A_TASK_PID: (u32) Thread id, in the initial pid namespace.
 * @WBTRACE_A_TASK_TGID: (u32) Process id, in the initial pid namespace.
 * @WBTRACE_A_TASK_START_NS: (u64) Start time, CLOCK_BOOTTIME (as in
 *	/proc/PID/stat, there in ticks); with pid it names the task.
 * @WBTRACE_A_TASK_COMM: (string) Command name.
 * @WBTRACE_A_TASK_FLAGS: (u32) What the row stands for.
 * @WBTRACE_A_TASK_CGROUP: (u64) Inode number of its cgroup in the default
 *	hierarchy.
 * @WBTRACE_A_TASK_DIRTIED_BYTES: (uint) Bytes dirtied, by whole folios.
 * @WBTRACE_A_TASK_THROTTLE: (nest of throttle) What throttling did to it.
 * @WBTRACE_A_TASK_LIMIT: (nest of limit) Limits at its last decision.
 * @WBTRACE_A_TASK_FIRST_NS: (uint) When the row came into the table.
 * @WBTRACE_A_TASK_LAST_NS: (uint) When it last dirtied or was throttled, to
 *	a jiffy.
 * @WBTRACE_A_TASK_THROTTLED_NOW_NS: (uint) How long the call of
 *	balance_dirty_pages() that it is in now has held it; missing when it is in
 *	none.
 * @__WBTRACE_A_TASK_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_TASK_MAX: The last of them.
 */
enum wbtrace_a_task {
	WBTRACE_A_TASK_QUERY = 1,
	WBTRACE_A_TASK_PID,
	WBTRACE_A_TASK_TGID,
	WBTRACE_A_TASK_START_NS,
	WBTRACE_A_TASK_COMM,
	WBTRACE_A_TASK_FLAGS,
	WBTRACE_A_TASK_CGROUP,
	WBTRACE_A_TASK_DIRTIED_BYTES,
	WBTRACE_A_TASK_THROTTLE,
	WBTRACE_A_TASK_LIMIT,
	WBTRACE_A_TASK_FIRST_NS,
	WBTRACE_A_TASK_LAST_NS,
	WBTRACE_A_TASK_THROTTLED_NOW_NS,
	__WBTRACE_A_TASK_MAX,
	WBTRACE_A_TASK_MAX = __WBTRACE_A_TASK_MAX - 1,
};

/**
 * enum wbtrace_a_wb - attributes of the set wb
 * @WBTRACE_A_WB_QUERY: (nest of query) Which rows. Request only.
 * @WBTRACE_A_WB_BDI: (string) Name of the bdi (major:minor, or such as
 *	btrfs-1).
 * @WBTRACE_A_WB_BDI_ID: (u64) Id of the bdi, never used twice.
 * @WBTRACE_A_WB_CGROUP: (u64) Inode number of the memory cgroup that owns
 *	the wb.
 * @WBTRACE_A_WB_FLAGS: (u32) What the row stands for.
 * @WBTRACE_A_WB_DIRTIED_BYTES: (uint) Bytes dirtied, by whole folios.
 * @WBTRACE_A_WB_WRITE_STARTED_BYTES: (uint) Bytes put under writeback.
 * @WBTRACE_A_WB_WRITTEN_BYTES: (uint) Bytes whose writeback ended.
 * @WBTRACE_A_WB_THROTTLE: (nest of throttle) Decisions under this wb.
 * @WBTRACE_A_WB_LIMIT: (nest of limit) Limits at the last decision.
 * @WBTRACE_A_WB_PASS_COUNT: (uint) Flusher passes over inodes of this wb.
 * @WBTRACE_A_WB_PASS_BYTES: (uint) Bytes submitted by these passes.
 * @WBTRACE_A_WB_PASS_NS: (uint) Time in these passes.
 * @WBTRACE_A_WB_WORK: (nest of work, once for each) Flusher work by reason.
 * @WBTRACE_A_WB_FIRST_NS: (uint) When the row came into the table.
 * @WBTRACE_A_WB_LAST_NS: (uint) When it was last dirtied or throttled, to a
 *	jiffy.
 * @WBTRACE_A_WB_KERNEL_DIRTIED_BYTES: (uint) The kernel's own WB_DIRTIED,
 *	since the bdi exists.
 * @WBTRACE_A_WB_KERNEL_WRITTEN_BYTES: (uint) The kernel's own WB_WRITTEN,
 *	since the bdi exists.
 * @WBTRACE_A_WB_KERNEL_RECLAIMABLE_BYTES: (uint) The kernel's own
 *	WB_RECLAIMABLE (dirty now).
 * @WBTRACE_A_WB_KERNEL_WRITEBACK_BYTES: (uint) The kernel's own WB_WRITEBACK
 *	(under writeback now).
 * @WBTRACE_A_WB_WRITE_BANDWIDTH_BYTES_PER_S: (uint) The kernel's estimate of
 *	the write bandwidth.
 * @WBTRACE_A_WB_AVG_WRITE_BANDWIDTH_BYTES_PER_S: (uint) The kernel's
 *	smoothed estimate.
 * @WBTRACE_A_WB_DIRTY_RATELIMIT_BYTES_PER_S: (uint) The kernel's base rate
 *	limit for one task.
 * @WBTRACE_A_WB_MIN_RATIO_PPM: (uint) Guaranteed share of the dirty
 *	threshold, in parts per million.
 * @WBTRACE_A_WB_MAX_RATIO_PPM: (uint) Largest share of the dirty threshold,
 *	in parts per million.
 * @__WBTRACE_A_WB_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_WB_MAX: The last of them.
 */
enum wbtrace_a_wb {
	WBTRACE_A_WB_QUERY = 1,
	WBTRACE_A_WB_BDI,
	WBTRACE_A_WB_BDI_ID,
	WBTRACE_A_WB_CGROUP,
	WBTRACE_A_WB_FLAGS,
	WBTRACE_A_WB_DIRTIED_BYTES,
	WBTRACE_A_WB_WRITE_STARTED_BYTES,
	WBTRACE_A_WB_WRITTEN_BYTES,
	WBTRACE_A_WB_THROTTLE,
	WBTRACE_A_WB_LIMIT,
	WBTRACE_A_WB_PASS_COUNT,
	WBTRACE_A_WB_PASS_BYTES,
	WBTRACE_A_WB_PASS_NS,
	WBTRACE_A_WB_WORK,
	WBTRACE_A_WB_FIRST_NS,
	WBTRACE_A_WB_LAST_NS,
	WBTRACE_A_WB_KERNEL_DIRTIED_BYTES,
	WBTRACE_A_WB_KERNEL_WRITTEN_BYTES,
	WBTRACE_A_WB_KERNEL_RECLAIMABLE_BYTES,
	WBTRACE_A_WB_KERNEL_WRITEBACK_BYTES,
	WBTRACE_A_WB_WRITE_BANDWIDTH_BYTES_PER_S,
	WBTRACE_A_WB_AVG_WRITE_BANDWIDTH_BYTES_PER_S,
	WBTRACE_A_WB_DIRTY_RATELIMIT_BYTES_PER_S,
	WBTRACE_A_WB_MIN_RATIO_PPM,
	WBTRACE_A_WB_MAX_RATIO_PPM,
	__WBTRACE_A_WB_MAX,
	WBTRACE_A_WB_MAX = __WBTRACE_A_WB_MAX - 1,
};

/**
 * enum wbtrace_a_sb - attributes of the set sb
 * @WBTRACE_A_SB_QUERY: (nest of query) Which rows. Request only.
 * @WBTRACE_A_SB_DEV: (u32) Device of the super block, major << 20 | minor.
 * @WBTRACE_A_SB_FS_TYPE: (string) File system type.
 * @WBTRACE_A_SB_FLAGS: (u32) What the row stands for.
 * @WBTRACE_A_SB_INODES: (uint) Rows in the inode table now.
 * @WBTRACE_A_SB_DIRTIED_BYTES: (uint) Bytes dirtied, by whole folios.
 * @WBTRACE_A_SB_WRITE_STARTED_BYTES: (uint) Bytes put under writeback.
 * @WBTRACE_A_SB_WRITTEN_BYTES: (uint) Bytes whose writeback ended.
 * @WBTRACE_A_SB_PASS_COUNT: (uint) Flusher passes over inodes of this super
 *	block.
 * @WBTRACE_A_SB_PASS_BYTES: (uint) Bytes submitted by these passes.
 * @WBTRACE_A_SB_PASS_NS: (uint) Time in these passes.
 * @WBTRACE_A_SB_THROTTLE_COUNT: (uint) Decisions about tasks that last
 *	dirtied its inodes.
 * @WBTRACE_A_SB_HELD_NS: (uint) Time in the calls that throttled them.
 * @__WBTRACE_A_SB_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_SB_MAX: The last of them.
 */
enum wbtrace_a_sb {
	WBTRACE_A_SB_QUERY = 1,
	WBTRACE_A_SB_DEV,
	WBTRACE_A_SB_FS_TYPE,
	WBTRACE_A_SB_FLAGS,
	WBTRACE_A_SB_INODES,
	WBTRACE_A_SB_DIRTIED_BYTES,
	WBTRACE_A_SB_WRITE_STARTED_BYTES,
	WBTRACE_A_SB_WRITTEN_BYTES,
	WBTRACE_A_SB_PASS_COUNT,
	WBTRACE_A_SB_PASS_BYTES,
	WBTRACE_A_SB_PASS_NS,
	WBTRACE_A_SB_THROTTLE_COUNT,
	WBTRACE_A_SB_HELD_NS,
	__WBTRACE_A_SB_MAX,
	WBTRACE_A_SB_MAX = __WBTRACE_A_SB_MAX - 1,
};

/**
 * enum wbtrace_a_probe - attributes of the set probe
 * @WBTRACE_A_PROBE_NAME: (string) Name of the tracepoint or function.
 * @WBTRACE_A_PROBE_KIND: (u32) How it hooks.
 * @WBTRACE_A_PROBE_STATE: (u32) Where it stands.
 * @WBTRACE_A_PROBE_HITS: (uint) Times it ran since it was attached. Missing
 *	when not attached.
 * @WBTRACE_A_PROBE_MISSED: (uint) Times the kernel could not run it (kprobe
 *	and kretprobe only).
 * @WBTRACE_A_PROBE_ERROR: (u32) Positive errno of the refusal. Only with
 *	state failed.
 * @WBTRACE_A_PROBE_GIVES: (string) What is not measured without it.
 * @__WBTRACE_A_PROBE_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_PROBE_MAX: The last of them.
 */
enum wbtrace_a_probe {
	WBTRACE_A_PROBE_NAME = 1,
	WBTRACE_A_PROBE_KIND,
	WBTRACE_A_PROBE_STATE,
	WBTRACE_A_PROBE_HITS,
	WBTRACE_A_PROBE_MISSED,
	WBTRACE_A_PROBE_ERROR,
	WBTRACE_A_PROBE_GIVES,
	__WBTRACE_A_PROBE_MAX,
	WBTRACE_A_PROBE_MAX = __WBTRACE_A_PROBE_MAX - 1,
};

/**
 * enum wbtrace_a_table - attributes of the set table
 * @WBTRACE_A_TABLE_NAME: (string) inode, task or wb; super blocks are sums
 *	over inodes.
 * @WBTRACE_A_TABLE_ENTRIES: (uint) Rows in use.
 * @WBTRACE_A_TABLE_CAPACITY: (uint) Rows it can hold.
 * @WBTRACE_A_TABLE_EVICTED: (uint) Rows folded into the evicted row.
 * @WBTRACE_A_TABLE_OVERFLOW: (uint) Times a probe found no free row and
 *	counted into the evicted row.
 * @WBTRACE_A_TABLE_MEMORY_BYTES: (uint) Memory it holds while attached.
 * @__WBTRACE_A_TABLE_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_TABLE_MAX: The last of them.
 */
enum wbtrace_a_table {
	WBTRACE_A_TABLE_NAME = 1,
	WBTRACE_A_TABLE_ENTRIES,
	WBTRACE_A_TABLE_CAPACITY,
	WBTRACE_A_TABLE_EVICTED,
	WBTRACE_A_TABLE_OVERFLOW,
	WBTRACE_A_TABLE_MEMORY_BYTES,
	__WBTRACE_A_TABLE_MAX,
	WBTRACE_A_TABLE_MAX = __WBTRACE_A_TABLE_MAX - 1,
};

/**
 * enum wbtrace_a_info - attributes of the set info
 * @WBTRACE_A_INFO_VERSION: (string) Version of the module.
 * @WBTRACE_A_INFO_ABI_VERSION: (u32) The constant abi-version of the module.
 * @WBTRACE_A_INFO_ATTACHED: (u32) 1 while the probes are attached.
 * @WBTRACE_A_INFO_ATTACHED_NS: (uint) When they were attached. Missing when
 *	they are not.
 * @WBTRACE_A_INFO_NOW_NS: (uint) When this answer was made.
 * @WBTRACE_A_INFO_CLIENTS: (u32) Sockets that hold the probes attached.
 * @WBTRACE_A_INFO_PAGE_BYTES: (u32) The kernel's page size.
 * @WBTRACE_A_INFO_EVENTS_GENERATED: (uint) Events since attached.
 * @WBTRACE_A_INFO_EVENTS_EMITTED: (uint) Events handed to the multicast
 *	group.
 * @WBTRACE_A_INFO_EVENTS_LOST: (uint) Events lost in the module. emitted +
 *	lost + those still queued = generated.
 * @WBTRACE_A_INFO_EVENTS_QUEUED: (uint) Events not yet sent.
 * @WBTRACE_A_INFO_PROBE: (nest of probe, once for each) Each probe.
 * @WBTRACE_A_INFO_TABLE: (nest of table, once for each) Each table.
 * @WBTRACE_A_INFO_RESET_NS: (uint) When somebody last sent reset since the
 *	probes were attached. Missing when nobody did.
 * @__WBTRACE_A_INFO_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_INFO_MAX: The last of them.
 */
enum wbtrace_a_info {
	WBTRACE_A_INFO_VERSION = 1,
	WBTRACE_A_INFO_ABI_VERSION,
	WBTRACE_A_INFO_ATTACHED,
	WBTRACE_A_INFO_ATTACHED_NS,
	WBTRACE_A_INFO_NOW_NS,
	WBTRACE_A_INFO_CLIENTS,
	WBTRACE_A_INFO_PAGE_BYTES,
	WBTRACE_A_INFO_EVENTS_GENERATED,
	WBTRACE_A_INFO_EVENTS_EMITTED,
	WBTRACE_A_INFO_EVENTS_LOST,
	WBTRACE_A_INFO_EVENTS_QUEUED,
	WBTRACE_A_INFO_PROBE,
	WBTRACE_A_INFO_TABLE,
	WBTRACE_A_INFO_RESET_NS,
	__WBTRACE_A_INFO_MAX,
	WBTRACE_A_INFO_MAX = __WBTRACE_A_INFO_MAX - 1,
};

/**
 * enum wbtrace_a_config - attributes of the set config
 * @WBTRACE_A_CONFIG_ATTACH: (u32) 1 keeps the probes attached while this
 *	socket is open, 0 lets go. In the answer, whether this socket holds them.
 * @WBTRACE_A_CONFIG_EVENTS: (u32) Kinds of events this socket wants in the
 *	group `events`. Other than 0 it implies attach.
 * @WBTRACE_A_CONFIG_EVENTS_ALL: (u32) Kinds that any client wants. Answer
 *	only.
 * @WBTRACE_A_CONFIG_ENABLED: (u32) 1 when /sys/kernel/wbtrace/enabled holds
 *	the probes attached. Answer only.
 * @__WBTRACE_A_CONFIG_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_CONFIG_MAX: The last of them.
 */
enum wbtrace_a_config {
	WBTRACE_A_CONFIG_ATTACH = 1,
	WBTRACE_A_CONFIG_EVENTS,
	WBTRACE_A_CONFIG_EVENTS_ALL,
	WBTRACE_A_CONFIG_ENABLED,
	__WBTRACE_A_CONFIG_MAX,
	WBTRACE_A_CONFIG_MAX = __WBTRACE_A_CONFIG_MAX - 1,
};

/**
 * enum wbtrace_a_reset - attributes of the set reset
 * @WBTRACE_A_RESET_TABLES: (u32) Tables to empty; all when missing.
 * @__WBTRACE_A_RESET_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_RESET_MAX: The last of them.
 */
enum wbtrace_a_reset {
	WBTRACE_A_RESET_TABLES = 1,
	__WBTRACE_A_RESET_MAX,
	WBTRACE_A_RESET_MAX = __WBTRACE_A_RESET_MAX - 1,
};

/**
 * enum wbtrace_a_query - attributes of the set query
 * @WBTRACE_A_QUERY_DEV: (u32) Only this device (inode, sb).
 * @WBTRACE_A_QUERY_INO: (u64) Only this inode number (inode).
 * @WBTRACE_A_QUERY_PID: (u32) Only this thread (task).
 * @WBTRACE_A_QUERY_TGID: (u32) Only threads of this process (task).
 * @WBTRACE_A_QUERY_CGROUP: (u64) Only this cgroup (inode, task, wb).
 * @WBTRACE_A_QUERY_BDI: (string) Only this bdi, by name (inode, wb).
 * @WBTRACE_A_QUERY_TOP: (u32) Only the N largest rows by `by`, largest
 *	first. The evicted row comes last.
 * @WBTRACE_A_QUERY_BY: (u32) Field for `top`; dirtied when missing.
 * @WBTRACE_A_QUERY_COUNT_PAGES: (flag) Count dirty and writeback pages from
 *	the page cache (inode).
 * @WBTRACE_A_QUERY_PATHS: (flag) Find a path for each inode that is in
 *	memory (inode).
 * @__WBTRACE_A_QUERY_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_QUERY_MAX: The last of them.
 */
enum wbtrace_a_query {
	WBTRACE_A_QUERY_DEV = 1,
	WBTRACE_A_QUERY_INO,
	WBTRACE_A_QUERY_PID,
	WBTRACE_A_QUERY_TGID,
	WBTRACE_A_QUERY_CGROUP,
	WBTRACE_A_QUERY_BDI,
	WBTRACE_A_QUERY_TOP,
	WBTRACE_A_QUERY_BY,
	WBTRACE_A_QUERY_COUNT_PAGES,
	WBTRACE_A_QUERY_PATHS,
	__WBTRACE_A_QUERY_MAX,
	WBTRACE_A_QUERY_MAX = __WBTRACE_A_QUERY_MAX - 1,
};

/**
 * enum wbtrace_a_record - attributes of the set record
 * @WBTRACE_A_RECORD_KIND: (u32) One bit of event-mask.
 * @WBTRACE_A_RECORD_TIME_NS: (uint) When.
 * @WBTRACE_A_RECORD_SEQ: (uint) Number of the event; a gap is a loss.
 * @WBTRACE_A_RECORD_PID: (u32) Thread.
 * @WBTRACE_A_RECORD_COMM: (string) Command name.
 * @WBTRACE_A_RECORD_BDI: (string) Name of the bdi.
 * @WBTRACE_A_RECORD_CGROUP: (u64) Memory cgroup of the wb.
 * @WBTRACE_A_RECORD_DEV: (u32) Device of the inode, where known.
 * @WBTRACE_A_RECORD_INO: (u64) Inode, where known.
 * @WBTRACE_A_RECORD_PAUSE_NS: (sint) throttle, the pause decided on; can be
 *	negative.
 * @WBTRACE_A_RECORD_DIRTIED_BYTES: (uint) throttle, dirtied since the
 *	decision before.
 * @WBTRACE_A_RECORD_LIMIT: (nest of limit) throttle, the limits.
 * @WBTRACE_A_RECORD_DURATION_NS: (uint) held, inode-pass and work, how long.
 * @WBTRACE_A_RECORD_BYTES: (uint) inode-pass and work, bytes written.
 * @WBTRACE_A_RECORD_REASON: (string) work, the kernel's name of the reason.
 * @__WBTRACE_A_RECORD_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_RECORD_MAX: The last of them.
 */
enum wbtrace_a_record {
	WBTRACE_A_RECORD_KIND = 1,
	WBTRACE_A_RECORD_TIME_NS,
	WBTRACE_A_RECORD_SEQ,
	WBTRACE_A_RECORD_PID,
	WBTRACE_A_RECORD_COMM,
	WBTRACE_A_RECORD_BDI,
	WBTRACE_A_RECORD_CGROUP,
	WBTRACE_A_RECORD_DEV,
	WBTRACE_A_RECORD_INO,
	WBTRACE_A_RECORD_PAUSE_NS,
	WBTRACE_A_RECORD_DIRTIED_BYTES,
	WBTRACE_A_RECORD_LIMIT,
	WBTRACE_A_RECORD_DURATION_NS,
	WBTRACE_A_RECORD_BYTES,
	WBTRACE_A_RECORD_REASON,
	__WBTRACE_A_RECORD_MAX,
	WBTRACE_A_RECORD_MAX = __WBTRACE_A_RECORD_MAX - 1,
};

/**
 * enum wbtrace_a_event - attributes of the set event
 * @WBTRACE_A_EVENT_LOST: (uint) Events lost in the module so far.
 * @WBTRACE_A_EVENT_RECORD: (nest of record, once for each) The events, in
 *	the order of seq for each CPU.
 * @__WBTRACE_A_EVENT_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_EVENT_MAX: The last of them.
 */
enum wbtrace_a_event {
	WBTRACE_A_EVENT_LOST = 1,
	WBTRACE_A_EVENT_RECORD,
	__WBTRACE_A_EVENT_MAX,
	WBTRACE_A_EVENT_MAX = __WBTRACE_A_EVENT_MAX - 1,
};

/**
 * enum wbtrace_cmd - commands of the family
 * @WBTRACE_CMD_INFO: Version, probes, tables and losses.
 * @WBTRACE_CMD_INODE: An inode by query dev and ino, or the inode table.
 * @WBTRACE_CMD_TASK: A thread by query pid, or the task table.
 * @WBTRACE_CMD_WB: A wb by query bdi (and cgroup), or the wb table.
 * @WBTRACE_CMD_SB: A super block by query dev, or all that have had rows.
 * @WBTRACE_CMD_CONFIG: What this socket keeps switched on. Without
 *	attributes it only asks.
 * @WBTRACE_CMD_RESET: Empty tables, for people; other readers see their
 *	counters fall.
 * @WBTRACE_CMD_EVENT: Events, in batches.
 * @__WBTRACE_CMD_MAX: Not a command: add above, in the spec.
 * @WBTRACE_CMD_MAX: The last of them.
 */
enum wbtrace_cmd {
	WBTRACE_CMD_INFO = 1,
	WBTRACE_CMD_INODE,
	WBTRACE_CMD_TASK,
	WBTRACE_CMD_WB,
	WBTRACE_CMD_SB,
	WBTRACE_CMD_CONFIG,
	WBTRACE_CMD_RESET,
	WBTRACE_CMD_EVENT,
	__WBTRACE_CMD_MAX,
	WBTRACE_CMD_MAX = __WBTRACE_CMD_MAX - 1,
};

#endif /* _UAPI_LINUX_WBTRACE_H */
