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
 * @WBTRACE_PROBE_STATE_UNNEEDED: Not there, and nothing is lost; the module
 *	of its file system is not loaded, or the function was inlined where
 *	another probe sees its calls.
 */
enum wbtrace_probe_state {
	WBTRACE_PROBE_STATE_DETACHED = 0,
	WBTRACE_PROBE_STATE_ATTACHED,
	WBTRACE_PROBE_STATE_ABSENT,
	WBTRACE_PROBE_STATE_FAILED,
	WBTRACE_PROBE_STATE_UNNEEDED,
};

/**
 * enum wbtrace_table_mask - Which tables `reset` empties
 * @WBTRACE_TABLE_MASK_INODE: The inodes, and with them the super blocks.
 * @WBTRACE_TABLE_MASK_TASK: The tasks.
 * @WBTRACE_TABLE_MASK_WB: The bdi_writebacks.
 * @WBTRACE_TABLE_MASK_STACK: The stacks of waits.
 * @WBTRACE_TABLE_MASK_DEVICE: The block devices.
 */
enum wbtrace_table_mask {
	WBTRACE_TABLE_MASK_INODE = 1 << 0,
	WBTRACE_TABLE_MASK_TASK = 1 << 1,
	WBTRACE_TABLE_MASK_WB = 1 << 2,
	WBTRACE_TABLE_MASK_STACK = 1 << 3,
	WBTRACE_TABLE_MASK_DEVICE = 1 << 4,
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
 * @WBTRACE_ROW_FLAGS_WATCHED: The task is watched, so its time is kept in a
 *	ledger.
 */
enum wbtrace_row_flags {
	WBTRACE_ROW_FLAGS_EVICTED = 1 << 0,
	WBTRACE_ROW_FLAGS_GONE = 1 << 1,
	WBTRACE_ROW_FLAGS_KTHREAD = 1 << 2,
	WBTRACE_ROW_FLAGS_BLOCK_DEVICE = 1 << 3,
	WBTRACE_ROW_FLAGS_METADATA = 1 << 4,
	WBTRACE_ROW_FLAGS_STRICTLIMIT = 1 << 5,
	WBTRACE_ROW_FLAGS_WATCHED = 1 << 6,
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
 * enum wbtrace_activity - What a watched task is inside of, as hooks tell
 * @WBTRACE_ACTIVITY_NONE: Nothing named.
 * @WBTRACE_ACTIVITY_THROTTLE: balance_dirty_pages().
 * @WBTRACE_ACTIVITY_ALLOCATION: The block allocator of a file system.
 * @WBTRACE_ACTIVITY_JOURNAL: Waiting for room in a journal or for its
 *	commit.
 * @WBTRACE_ACTIVITY_FSYNC: fsync(), fdatasync() or a synchronous write.
 * @WBTRACE_ACTIVITY_RECLAIM: Direct reclaim of memory, global or of a memory
 *	cgroup.
 * @WBTRACE_ACTIVITY_LOCK: The slow path of a mutex, rwsem or other sleeping
 *	lock.
 */
enum wbtrace_activity {
	WBTRACE_ACTIVITY_NONE = 0,
	WBTRACE_ACTIVITY_THROTTLE,
	WBTRACE_ACTIVITY_ALLOCATION,
	WBTRACE_ACTIVITY_JOURNAL,
	WBTRACE_ACTIVITY_FSYNC,
	WBTRACE_ACTIVITY_RECLAIM,
	WBTRACE_ACTIVITY_LOCK,
};

/**
 * enum wbtrace_write_kind - What a write to a block device carries
 * @WBTRACE_WRITE_KIND_DATA: Pages of a file.
 * @WBTRACE_WRITE_KIND_METADATA: Metadata of a file system, journal excepted.
 * @WBTRACE_WRITE_KIND_JOURNAL: A journal's log.
 * @WBTRACE_WRITE_KIND_DIRECT: Direct I/O, past the page cache.
 * @WBTRACE_WRITE_KIND_OTHER: What cannot be laid to an inode (swap,
 *	encrypted or compressed pages, raw requests).
 */
enum wbtrace_write_kind {
	WBTRACE_WRITE_KIND_DATA = 0,
	WBTRACE_WRITE_KIND_METADATA,
	WBTRACE_WRITE_KIND_JOURNAL,
	WBTRACE_WRITE_KIND_DIRECT,
	WBTRACE_WRITE_KIND_OTHER,
};

/**
 * enum wbtrace_sort_key - The field that `top` sorts by, largest first
 * @WBTRACE_SORT_KEY_DIRTIED: dirtied-bytes.
 * @WBTRACE_SORT_KEY_WRITTEN: written-bytes (tasks have none and are sorted
 *	by dirtied-bytes).
 * @WBTRACE_SORT_KEY_THROTTLE_COUNT: count of the throttle nest.
 * @WBTRACE_SORT_KEY_HELD: held-ns of the throttle nest.
 * @WBTRACE_SORT_KEY_TIME: time-ns of an allocation or of a stack.
 * @WBTRACE_SORT_KEY_ALLOCATED: allocated-bytes (allocations only).
 */
enum wbtrace_sort_key {
	WBTRACE_SORT_KEY_DIRTIED = 0,
	WBTRACE_SORT_KEY_WRITTEN,
	WBTRACE_SORT_KEY_THROTTLE_COUNT,
	WBTRACE_SORT_KEY_HELD,
	WBTRACE_SORT_KEY_TIME,
	WBTRACE_SORT_KEY_ALLOCATED,
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
 * enum wbtrace_a_part - attributes of the set part
 * @WBTRACE_A_PART_ACTIVITY: (u32) Which activity.
 * @WBTRACE_A_PART_CPU_NS: (uint) Time on the CPU in it.
 * @WBTRACE_A_PART_WAIT_NS: (uint) Time off the CPU and not runnable in it.
 * @WBTRACE_A_PART_STACKED_NS: (uint) Part of wait-ns that rows of the
 *	command stack explain.
 * @__WBTRACE_A_PART_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_PART_MAX: The last of them.
 */
enum wbtrace_a_part {
	WBTRACE_A_PART_ACTIVITY = 1,
	WBTRACE_A_PART_CPU_NS,
	WBTRACE_A_PART_WAIT_NS,
	WBTRACE_A_PART_STACKED_NS,
	__WBTRACE_A_PART_MAX,
	WBTRACE_A_PART_MAX = __WBTRACE_A_PART_MAX - 1,
};

/**
 * enum wbtrace_a_ledger - attributes of the set ledger
 * @WBTRACE_A_LEDGER_SINCE_NS: (uint) When it began to be watched.
 * @WBTRACE_A_LEDGER_UNTIL_NS: (uint) When it exited. Missing while it is
 *	alive.
 * @WBTRACE_A_LEDGER_WALL_NS: (uint) Time accounted, from since-ns until now
 *	or until-ns.
 * @WBTRACE_A_LEDGER_RUNQUEUE_NS: (uint) Time runnable but not on a CPU.
 * @WBTRACE_A_LEDGER_SLEEP_COUNT: (uint) Times it went to sleep.
 * @WBTRACE_A_LEDGER_PREEMPT_COUNT: (uint) Times it lost the CPU while
 *	runnable.
 * @WBTRACE_A_LEDGER_USER_NS: (uint) The kernel's own account of its time in
 *	user mode since since-ns.
 * @WBTRACE_A_LEDGER_SYSTEM_NS: (uint) The kernel's own account of its time
 *	in the kernel since since-ns.
 * @WBTRACE_A_LEDGER_UNSTACKED_COUNT: (uint) Sleeps whose stack found no room
 *	in the table.
 * @WBTRACE_A_LEDGER_PART: (nest of part, once for each) The parts.
 * @__WBTRACE_A_LEDGER_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_LEDGER_MAX: The last of them.
 */
enum wbtrace_a_ledger {
	WBTRACE_A_LEDGER_SINCE_NS = 1,
	WBTRACE_A_LEDGER_UNTIL_NS,
	WBTRACE_A_LEDGER_WALL_NS,
	WBTRACE_A_LEDGER_RUNQUEUE_NS,
	WBTRACE_A_LEDGER_SLEEP_COUNT,
	WBTRACE_A_LEDGER_PREEMPT_COUNT,
	WBTRACE_A_LEDGER_USER_NS,
	WBTRACE_A_LEDGER_SYSTEM_NS,
	WBTRACE_A_LEDGER_UNSTACKED_COUNT,
	WBTRACE_A_LEDGER_PART,
	__WBTRACE_A_LEDGER_MAX,
	WBTRACE_A_LEDGER_MAX = __WBTRACE_A_LEDGER_MAX - 1,
};

/**
 * enum wbtrace_a_neighbour - attributes of the set neighbour
 * @WBTRACE_A_NEIGHBOUR_INO: (u64) Its inode number, on the same device.
 * @WBTRACE_A_NEIGHBOUR_COUNT: (uint) How many allocations landed behind it.
 * @__WBTRACE_A_NEIGHBOUR_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_NEIGHBOUR_MAX: The last of them.
 */
enum wbtrace_a_neighbour {
	WBTRACE_A_NEIGHBOUR_INO = 1,
	WBTRACE_A_NEIGHBOUR_COUNT,
	__WBTRACE_A_NEIGHBOUR_MAX,
	WBTRACE_A_NEIGHBOUR_MAX = __WBTRACE_A_NEIGHBOUR_MAX - 1,
};

/**
 * enum wbtrace_a_alloc - attributes of the set alloc
 * @WBTRACE_A_ALLOC_QUERY: (nest of query) Which rows. Request only.
 * @WBTRACE_A_ALLOC_DEV: (u32) Device of the super block, major << 20 | minor
 *	(command alloc).
 * @WBTRACE_A_ALLOC_INO: (u64) Inode number (command alloc).
 * @WBTRACE_A_ALLOC_GENERATION: (u32) Inode generation (command alloc).
 * @WBTRACE_A_ALLOC_FLAGS: (u32) What the row stands for (command alloc).
 * @WBTRACE_A_ALLOC_FS_TYPE: (string) File system type (command alloc).
 * @WBTRACE_A_ALLOC_PATH: (string) Path inside its file system. Only with
 *	paths (command alloc).
 * @WBTRACE_A_ALLOC_REQUEST_COUNT: (uint) Requests to the block allocator
 *	that it met.
 * @WBTRACE_A_ALLOC_FLUSHER_COUNT: (uint) Part of them made by kernel
 *	threads, the flusher foremost.
 * @WBTRACE_A_ALLOC_ALLOCATED_BYTES: (uint) Bytes allocated for data.
 * @WBTRACE_A_ALLOC_METADATA_BYTES: (uint) Bytes allocated for block maps and
 *	extent trees of the inode.
 * @WBTRACE_A_ALLOC_TIME_NS: (uint) Time in the allocator, on the CPU and off
 *	it.
 * @WBTRACE_A_ALLOC_MAX_NS: (uint) The longest stay in it.
 * @WBTRACE_A_ALLOC_EXTENT_COUNT: (uint) Data allocations that did not
 *	continue the one before, in the file and on the device.
 * @WBTRACE_A_ALLOC_OUT_OF_ORDER_COUNT: (uint) Data allocations before the
 *	end of the file as allocated so far; the extents of such a file are not
 *	these.
 * @WBTRACE_A_ALLOC_GOAL_HIT_COUNT: (uint) Requests that got the block they
 *	wished for (ext4 only).
 * @WBTRACE_A_ALLOC_GOAL_MISS_COUNT: (uint) Requests that got another (ext4
 *	only).
 * @WBTRACE_A_ALLOC_GROUP_COUNT: (uint) Block groups or allocation groups
 *	gone to, each change counted.
 * @WBTRACE_A_ALLOC_LAST_GROUP: (uint) Block group or allocation group of the
 *	last allocation.
 * @WBTRACE_A_ALLOC_INTERLEAVED_COUNT: (uint) Allocations that did not
 *	continue the inode's own blocks and landed right behind another inode's
 *	fresh ones.
 * @WBTRACE_A_ALLOC_NEIGHBOUR: (nest of neighbour, once for each) Behind
 *	whose (command alloc).
 * @WBTRACE_A_ALLOC_RESERVED_BYTES: (uint) Bytes promised by delayed
 *	allocation so far, no blocks yet.
 * @WBTRACE_A_ALLOC_PREALLOCATED_BYTES: (uint) Bytes allocated beyond the end
 *	of the file, speculatively.
 * @__WBTRACE_A_ALLOC_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_ALLOC_MAX: The last of them.
 */
enum wbtrace_a_alloc {
	WBTRACE_A_ALLOC_QUERY = 1,
	WBTRACE_A_ALLOC_DEV,
	WBTRACE_A_ALLOC_INO,
	WBTRACE_A_ALLOC_GENERATION,
	WBTRACE_A_ALLOC_FLAGS,
	WBTRACE_A_ALLOC_FS_TYPE,
	WBTRACE_A_ALLOC_PATH,
	WBTRACE_A_ALLOC_REQUEST_COUNT,
	WBTRACE_A_ALLOC_FLUSHER_COUNT,
	WBTRACE_A_ALLOC_ALLOCATED_BYTES,
	WBTRACE_A_ALLOC_METADATA_BYTES,
	WBTRACE_A_ALLOC_TIME_NS,
	WBTRACE_A_ALLOC_MAX_NS,
	WBTRACE_A_ALLOC_EXTENT_COUNT,
	WBTRACE_A_ALLOC_OUT_OF_ORDER_COUNT,
	WBTRACE_A_ALLOC_GOAL_HIT_COUNT,
	WBTRACE_A_ALLOC_GOAL_MISS_COUNT,
	WBTRACE_A_ALLOC_GROUP_COUNT,
	WBTRACE_A_ALLOC_LAST_GROUP,
	WBTRACE_A_ALLOC_INTERLEAVED_COUNT,
	WBTRACE_A_ALLOC_NEIGHBOUR,
	WBTRACE_A_ALLOC_RESERVED_BYTES,
	WBTRACE_A_ALLOC_PREALLOCATED_BYTES,
	__WBTRACE_A_ALLOC_MAX,
	WBTRACE_A_ALLOC_MAX = __WBTRACE_A_ALLOC_MAX - 1,
};

/**
 * enum wbtrace_a_device_part - attributes of the set device-part
 * @WBTRACE_A_DEVICE_PART_KIND: (u32) What they carried.
 * @WBTRACE_A_DEVICE_PART_WRITE_COUNT: (uint) Requests completed, or parts of
 *	one that several inodes share.
 * @WBTRACE_A_DEVICE_PART_WRITE_BYTES: (uint) Bytes written.
 * @WBTRACE_A_DEVICE_PART_QUEUE_NS: (uint) Time from the making of the
 *	request to its issue to the driver, summed over requests.
 * @WBTRACE_A_DEVICE_PART_SERVICE_NS: (uint) Time from issue to completion,
 *	summed over requests.
 * @__WBTRACE_A_DEVICE_PART_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_DEVICE_PART_MAX: The last of them.
 */
enum wbtrace_a_device_part {
	WBTRACE_A_DEVICE_PART_KIND = 1,
	WBTRACE_A_DEVICE_PART_WRITE_COUNT,
	WBTRACE_A_DEVICE_PART_WRITE_BYTES,
	WBTRACE_A_DEVICE_PART_QUEUE_NS,
	WBTRACE_A_DEVICE_PART_SERVICE_NS,
	__WBTRACE_A_DEVICE_PART_MAX,
	WBTRACE_A_DEVICE_PART_MAX = __WBTRACE_A_DEVICE_PART_MAX - 1,
};

/**
 * enum wbtrace_a_dirtier - attributes of the set dirtier
 * @WBTRACE_A_DIRTIER_PID: (u32) Thread.
 * @WBTRACE_A_DIRTIER_START_NS: (u64) Its start time, CLOCK_BOOTTIME.
 * @WBTRACE_A_DIRTIER_DIRTIED_BYTES: (uint) Bytes that it dirtied.
 * @__WBTRACE_A_DIRTIER_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_DIRTIER_MAX: The last of them.
 */
enum wbtrace_a_dirtier {
	WBTRACE_A_DIRTIER_PID = 1,
	WBTRACE_A_DIRTIER_START_NS,
	WBTRACE_A_DIRTIER_DIRTIED_BYTES,
	__WBTRACE_A_DIRTIER_MAX,
	WBTRACE_A_DIRTIER_MAX = __WBTRACE_A_DIRTIER_MAX - 1,
};

/**
 * enum wbtrace_a_device - attributes of the set device
 * @WBTRACE_A_DEVICE_QUERY: (nest of query) Which rows. Request only.
 * @WBTRACE_A_DEVICE_DEV: (u32) The whole disk, major << 20 | minor.
 * @WBTRACE_A_DEVICE_FLAGS: (u32) What the row stands for.
 * @WBTRACE_A_DEVICE_NAME: (string) Name of the disk.
 * @WBTRACE_A_DEVICE_PART: (nest of device-part, once for each) Writes by
 *	kind.
 * @WBTRACE_A_DEVICE_READ_COUNT: (uint) Reads completed.
 * @WBTRACE_A_DEVICE_READ_BYTES: (uint) Bytes read.
 * @WBTRACE_A_DEVICE_FLUSH_COUNT: (uint) Cache flushes completed.
 * @WBTRACE_A_DEVICE_FLUSH_NS: (uint) Time in them, from issue to completion.
 * @WBTRACE_A_DEVICE_DISCARD_BYTES: (uint) Bytes discarded or zeroed.
 * @WBTRACE_A_DEVICE_BUSY_NS: (uint) Time with at least one request between
 *	issue and completion.
 * @WBTRACE_A_DEVICE_IN_FLIGHT_COUNT: (uint) Requests between issue and
 *	completion now.
 * @WBTRACE_A_DEVICE_FIRST_NS: (uint) When the row came into the table.
 * @WBTRACE_A_DEVICE_LAST_NS: (uint) When a request last completed, to a
 *	jiffy.
 * @WBTRACE_A_DEVICE_JUMP_COUNT: (uint) Writes issued that do not begin where
 *	the write issued before ended.
 * @WBTRACE_A_DEVICE_JUMP_BYTES: (uint) How far apart these are, in all,
 *	forth or back.
 * @__WBTRACE_A_DEVICE_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_DEVICE_MAX: The last of them.
 */
enum wbtrace_a_device {
	WBTRACE_A_DEVICE_QUERY = 1,
	WBTRACE_A_DEVICE_DEV,
	WBTRACE_A_DEVICE_FLAGS,
	WBTRACE_A_DEVICE_NAME,
	WBTRACE_A_DEVICE_PART,
	WBTRACE_A_DEVICE_READ_COUNT,
	WBTRACE_A_DEVICE_READ_BYTES,
	WBTRACE_A_DEVICE_FLUSH_COUNT,
	WBTRACE_A_DEVICE_FLUSH_NS,
	WBTRACE_A_DEVICE_DISCARD_BYTES,
	WBTRACE_A_DEVICE_BUSY_NS,
	WBTRACE_A_DEVICE_IN_FLIGHT_COUNT,
	WBTRACE_A_DEVICE_FIRST_NS,
	WBTRACE_A_DEVICE_LAST_NS,
	WBTRACE_A_DEVICE_JUMP_COUNT,
	WBTRACE_A_DEVICE_JUMP_BYTES,
	__WBTRACE_A_DEVICE_MAX,
	WBTRACE_A_DEVICE_MAX = __WBTRACE_A_DEVICE_MAX - 1,
};

/**
 * enum wbtrace_a_stack - attributes of the set stack
 * @WBTRACE_A_STACK_QUERY: (nest of query) Which rows. Request only.
 * @WBTRACE_A_STACK_FLAGS: (u32) What the row stands for.
 * @WBTRACE_A_STACK_PID: (u32) Thread id, in the initial pid namespace.
 * @WBTRACE_A_STACK_TGID: (u32) Process id, in the initial pid namespace.
 * @WBTRACE_A_STACK_START_NS: (u64) Start time of the task, CLOCK_BOOTTIME.
 * @WBTRACE_A_STACK_COMM: (string) Command name when the row was made.
 * @WBTRACE_A_STACK_ACTIVITY: (u32) The innermost activity that hooks told.
 * @WBTRACE_A_STACK_COUNT: (uint) How many sleeps are over.
 * @WBTRACE_A_STACK_TIME_NS: (uint) Time in them and in the one that goes on,
 *	the wait for a CPU afterwards not counted.
 * @WBTRACE_A_STACK_MAX_NS: (uint) The longest of them.
 * @WBTRACE_A_STACK_FRAME: (string, once for each) A function, as
 *	symbol+offset/size [module], innermost first.
 * @__WBTRACE_A_STACK_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_STACK_MAX: The last of them.
 */
enum wbtrace_a_stack {
	WBTRACE_A_STACK_QUERY = 1,
	WBTRACE_A_STACK_FLAGS,
	WBTRACE_A_STACK_PID,
	WBTRACE_A_STACK_TGID,
	WBTRACE_A_STACK_START_NS,
	WBTRACE_A_STACK_COMM,
	WBTRACE_A_STACK_ACTIVITY,
	WBTRACE_A_STACK_COUNT,
	WBTRACE_A_STACK_TIME_NS,
	WBTRACE_A_STACK_MAX_NS,
	WBTRACE_A_STACK_FRAME,
	__WBTRACE_A_STACK_MAX,
	WBTRACE_A_STACK_MAX = __WBTRACE_A_STACK_MAX - 1,
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
 * @WBTRACE_A_INODE_CANCELLED_BYTES: (uint) Dirty bytes that were dropped and
 *	never written (truncated or invalidated).
 * @WBTRACE_A_INODE_REDIRTIED_BYTES: (uint) Dirty bytes that the flusher took
 *	up and gave back; they are in dirtied-bytes once more.
 * @WBTRACE_A_INODE_DIRTY_AGE_NS: (uint) How long ago the inode became dirty,
 *	by the kernel's own stamp. Missing when it is clean.
 * @WBTRACE_A_INODE_REQUEUE_COUNT: (uint) Times the flusher put it on a
 *	waiting list (b_more_io) and went on.
 * @WBTRACE_A_INODE_WB_SWITCH_COUNT: (uint) Times it moved to the wb of
 *	another cgroup.
 * @WBTRACE_A_INODE_FOREIGN_BYTES: (uint) Bytes dirtied by tasks of a memory
 *	cgroup other than the one that owns its wb.
 * @WBTRACE_A_INODE_DEVICE: (nest of device-part, once for each) What its
 *	pages wrote to block devices, by kind.
 * @WBTRACE_A_INODE_DIRTIER: (nest of dirtier, once for each) Who dirtied it,
 *	the last four.
 * @WBTRACE_A_INODE_GIVEN_BACK_BYTES: (uint) What the kernel took off
 *	nr_dirtied again when a flusher gave pages back, those that were dirty
 *	already too.
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
	WBTRACE_A_INODE_CANCELLED_BYTES,
	WBTRACE_A_INODE_REDIRTIED_BYTES,
	WBTRACE_A_INODE_DIRTY_AGE_NS,
	WBTRACE_A_INODE_REQUEUE_COUNT,
	WBTRACE_A_INODE_WB_SWITCH_COUNT,
	WBTRACE_A_INODE_FOREIGN_BYTES,
	WBTRACE_A_INODE_DEVICE,
	WBTRACE_A_INODE_DIRTIER,
	WBTRACE_A_INODE_GIVEN_BACK_BYTES,
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
 * @WBTRACE_A_TASK_LEDGER: (nest of ledger) Where its time went. Watched
 *	tasks only.
 * @WBTRACE_A_TASK_ALLOC: (nest of alloc) Block allocation in its context.
 * @WBTRACE_A_TASK_DEVICE_EXACT_BYTES: (uint) Bytes that reached block
 *	devices from inodes that this task alone dirtied.
 * @WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES: (uint) Its share, by bytes
 *	dirtied, of what reached block devices from inodes that several tasks
 *	dirtied.
 * @WBTRACE_A_TASK_DEVICE_SERVICE_NS: (uint) Time from issue to completion of
 *	those requests, shared likewise.
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
	WBTRACE_A_TASK_LEDGER,
	WBTRACE_A_TASK_ALLOC,
	WBTRACE_A_TASK_DEVICE_EXACT_BYTES,
	WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES,
	WBTRACE_A_TASK_DEVICE_SERVICE_NS,
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
 * @WBTRACE_A_WB_CANCELLED_BYTES: (uint) Dirty bytes that were dropped and
 *	never written.
 * @WBTRACE_A_WB_REDIRTIED_BYTES: (uint) Dirty bytes that the flusher took up
 *	and gave back.
 * @WBTRACE_A_WB_REQUEUE_COUNT: (uint) Times the flusher put an inode on the
 *	waiting list and went on.
 * @WBTRACE_A_WB_FOREIGN_BYTES: (uint) Bytes dirtied by tasks of another
 *	memory cgroup than the one that owns it.
 * @WBTRACE_A_WB_MEASURED_WRITE_BANDWIDTH_BYTES_PER_S: (uint) Completion rate
 *	over the last 200 ms or more in which this wb had pages under writeback;
 *	missing before the first.
 * @WBTRACE_A_WB_GIVEN_BACK_BYTES: (uint) What the kernel took off nr_dirtied
 *	again when flushers gave pages back.
 * @WBTRACE_A_WB_FLUSHER_PID: (u32) Thread that last began a round of flusher
 *	work; missing before the first.
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
	WBTRACE_A_WB_CANCELLED_BYTES,
	WBTRACE_A_WB_REDIRTIED_BYTES,
	WBTRACE_A_WB_REQUEUE_COUNT,
	WBTRACE_A_WB_FOREIGN_BYTES,
	WBTRACE_A_WB_MEASURED_WRITE_BANDWIDTH_BYTES_PER_S,
	WBTRACE_A_WB_GIVEN_BACK_BYTES,
	WBTRACE_A_WB_FLUSHER_PID,
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
 * @WBTRACE_A_CONFIG_WATCH: (u32) Watch the threads of this process (pid in
 *	the initial namespace) and all that they fork, as long as this socket is
 *	open. It implies attach.
 * @WBTRACE_A_CONFIG_WATCHED_COUNT: (u32) Tasks watched for this socket now.
 *	Answer only.
 * @__WBTRACE_A_CONFIG_MAX: Not an attribute: add above, in the spec.
 * @WBTRACE_A_CONFIG_MAX: The last of them.
 */
enum wbtrace_a_config {
	WBTRACE_A_CONFIG_ATTACH = 1,
	WBTRACE_A_CONFIG_EVENTS,
	WBTRACE_A_CONFIG_EVENTS_ALL,
	WBTRACE_A_CONFIG_ENABLED,
	WBTRACE_A_CONFIG_WATCH,
	WBTRACE_A_CONFIG_WATCHED_COUNT,
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
 * @WBTRACE_A_QUERY_DEV: (u32) Only this device (inode, sb, alloc, device).
 * @WBTRACE_A_QUERY_INO: (u64) Only this inode number (inode, alloc).
 * @WBTRACE_A_QUERY_PID: (u32) Only this thread (task, stack).
 * @WBTRACE_A_QUERY_TGID: (u32) Only threads of this process (task, stack).
 * @WBTRACE_A_QUERY_CGROUP: (u64) Only this cgroup (inode, task, wb).
 * @WBTRACE_A_QUERY_BDI: (string) Only this bdi, by name (inode, wb).
 * @WBTRACE_A_QUERY_TOP: (u32) Only the N largest rows by `by`, largest
 *	first. The evicted row comes last.
 * @WBTRACE_A_QUERY_BY: (u32) Field for `top`; dirtied when missing.
 * @WBTRACE_A_QUERY_COUNT_PAGES: (flag) Count dirty and writeback pages from
 *	the page cache (inode).
 * @WBTRACE_A_QUERY_PATHS: (flag) Find a path for each inode that is in
 *	memory (inode, alloc).
 * @WBTRACE_A_QUERY_WATCHED: (flag) Only tasks that this socket watches or
 *	watched while they lived, what they forked too (task).
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
	WBTRACE_A_QUERY_WATCHED,
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
 * @WBTRACE_CMD_ALLOC: Block allocation of an inode by query dev and ino, or
 *	of all inodes that had any.
 * @WBTRACE_CMD_STACK: The waits of watched tasks, by stack.
 * @WBTRACE_CMD_DEVICE: A block device by query dev, or all that completed
 *	requests.
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
	WBTRACE_CMD_ALLOC,
	WBTRACE_CMD_STACK,
	WBTRACE_CMD_DEVICE,
	__WBTRACE_CMD_MAX,
	WBTRACE_CMD_MAX = __WBTRACE_CMD_MAX - 1,
};

#endif /* _UAPI_LINUX_WBTRACE_H */
