// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The rules of findings, one entry for each way to say a thing: what must hold,
 * what would refute it, the sentence. The facts are made in finding_tasks.c,
 * finding_wbs.c and finding_run.c; Documentation/findings.rst explains each code
 * and where its thresholds come from. A sentence whose facts are not all
 * known is not said.
 *
 * A share of wall time counts from a twentieth on for throttling, which is exact, and
 * from a fifth on for classes that stacks tell; below a twentieth a usual suspect
 * is named as what it was not. In between nothing is said.
 */
#include "finding_facts.h"
#include "finding_rules.h"

#define HELD 0.05
#define SOME 0.10
#define MUCH 0.20
#define MOST 0.50
#define BUSY 0.90
#define IDLE 0.30
/* Shares of less than this are those of a moment. */
#define LONG_NS 5e8

/* Mean of writes in flight; blk-wbt lets half a queue through as long as it is content. */
#define SHALLOW 2.5
/* The kernel's own aims are 2 ms, and 75 ms for disks that rotate. */
#define UNMET_NS 5e5
/* Waits that end when the disk is done. */
#define FOR_THE_DISK "blk_mq_get_tag|*dio*|*direct*"

#define PAUSES \
	"({slept_ns} asleep in {pause_count} pauses in all)"
#define COLLATERAL \
	"although {device} was busy only {busy_ratio} of it: {other_bdi} had {other_wb_dirty_ratio} of all dirty pages and wrote {other_bytes_per_s}."
#define THROTTLE_FACTS "throttled_ratio", "slept_max_ns", "pages_per_pause_count", \
	"pages_per_pause_max_count", "wb_limit_bytes", "wb_limit_ratio", "wb_dirty_bytes"

const struct rule finding_rules[] = {
	/* Throttled, by which limit. */
	{
		.code = "throttled-global", .on = ON_TASK, .apart = true,
		.holds = {
			{ "global_throttled_ratio", AT_LEAST, HELD, NULL },
			{ "busy_ratio", AT_MOST, IDLE, NULL },
			{ "other_wb_dirty_ratio", AT_LEAST, MOST, NULL },
		},
		.explains = "global_throttled_ns", .agree = "throttled_agree_ratio",
		.says = "The global dirty limit ({dirty_limit_bytes}) held {subject} for {global_throttled_ratio} of {its} time "
			PAUSES ", " COLLATERAL,
		.more = { THROTTLE_FACTS, "other_wb_dirty_bytes" },
	},
	{
		.code = "throttled-global", .on = ON_TASK, .apart = true,
		.holds = {
			{ "global_throttled_ratio", AT_LEAST, HELD, NULL },
		},
		.explains = "global_throttled_ns", .agree = "throttled_agree_ratio",
		.says = "The global dirty limit ({dirty_limit_bytes}) held {subject} for {global_throttled_ratio} of {its} time "
			PAUSES ".",
		.more = { THROTTLE_FACTS, "busy_ratio", "other_wb_dirty_ratio" },
	},
	{
		.code = "throttled-strictlimit", .on = ON_TASK, .apart = true,
		.holds = {
			{ "wb_throttled_ratio", AT_LEAST, HELD, NULL },
			{ "strictlimit_count", AT_LEAST, 1, NULL },
			{ "dirty_of_limit_ratio", AT_LEAST, 0, NULL },
		},
		.explains = "wb_throttled_ns", .agree = "throttled_agree_ratio",
		.says = "The strict limit of {wb} ({wb_limit_bytes}) held {subject} for {wb_throttled_ratio} of {its} time "
			PAUSES "; the machine as a whole had used {dirty_of_limit_ratio} of its dirty limit.",
		.more = { THROTTLE_FACTS, "busy_ratio" },
	},
	{
		.code = "throttled-strictlimit", .on = ON_TASK, .apart = true,
		.holds = {
			{ "wb_throttled_ratio", AT_LEAST, HELD, NULL },
			{ "strictlimit_count", AT_LEAST, 1, NULL },
		},
		.explains = "wb_throttled_ns", .agree = "throttled_agree_ratio",
		.says = "The strict limit of {wb} held {subject} for {wb_throttled_ratio} of {its} time "
			PAUSES ".",
		.more = { THROTTLE_FACTS, "busy_ratio" },
	},
	{
		.code = "throttled-wb", .on = ON_TASK, .apart = true,
		.holds = {
			{ "wb_throttled_ratio", AT_LEAST, HELD, NULL },
			{ "wb_limit_ratio", AT_MOST, MOST, NULL },
			{ "busy_ratio", AT_MOST, IDLE, NULL },
			{ "other_wb_dirty_ratio", AT_LEAST, MOST, NULL },
		},
		.refuted = {
			{ "strictlimit_count", AT_LEAST, 1, NULL },
		},
		.explains = "wb_throttled_ns", .agree = "throttled_agree_ratio",
		.says = "The limit of {wb}, {wb_limit_bytes} or {wb_limit_ratio} of the global one, held {subject} for {wb_throttled_ratio} of {its} time "
			PAUSES ", " COLLATERAL,
		.more = { THROTTLE_FACTS, "other_wb_dirty_bytes" },
	},
	{
		.code = "throttled-wb", .on = ON_TASK, .apart = true,
		.holds = {
			{ "wb_throttled_ratio", AT_LEAST, HELD, NULL },
			{ "wb_limit_ratio", AT_LEAST, 0, NULL },
		},
		.refuted = {
			{ "strictlimit_count", AT_LEAST, 1, NULL },
		},
		.explains = "wb_throttled_ns", .agree = "throttled_agree_ratio",
		.says = "The limit of {wb}, {wb_limit_bytes} or {wb_limit_ratio} of the global one, held {subject} for {wb_throttled_ratio} of {its} time "
			PAUSES ".",
		.more = { THROTTLE_FACTS, "busy_ratio" },
	},
	{
		.code = "throttled-wb", .on = ON_TASK, .apart = true,
		.holds = {
			{ "wb_throttled_ratio", AT_LEAST, HELD, NULL },
		},
		.refuted = {
			{ "strictlimit_count", AT_LEAST, 1, NULL },
		},
		.explains = "wb_throttled_ns", .agree = "throttled_agree_ratio",
		.says = "The limit of a bdi_writeback held {subject} for {wb_throttled_ratio} of {its} time "
			PAUSES ".",
		.more = { THROTTLE_FACTS, "busy_ratio" },
	},
	{
		.code = "throttled-memcg", .on = ON_TASK, .apart = true,
		.holds = {
			{ "memcg_throttled_ratio", AT_LEAST, HELD, NULL },
			{ "domain_limit_bytes", AT_LEAST, 0, NULL },
		},
		.explains = "memcg_throttled_ns", .agree = "throttled_agree_ratio",
		.says = "The dirty limit of memory cgroup {cgroup_id} ({domain_limit_bytes}) held {subject} for {memcg_throttled_ratio} of {its} time "
			PAUSES ".",
		.more = { THROTTLE_FACTS, "busy_ratio", "cgroup_id" },
	},
	{
		.code = "throttled-memcg", .on = ON_TASK, .apart = true,
		.holds = {
			{ "memcg_throttled_ratio", AT_LEAST, HELD, NULL },
		},
		.explains = "memcg_throttled_ns", .agree = "throttled_agree_ratio",
		.says = "The dirty limit of a memory cgroup held {subject} for {memcg_throttled_ratio} of {its} time "
			PAUSES ".",
		.more = { THROTTLE_FACTS, "busy_ratio" },
	},

	/* What is wrong with the limit or with what it goes by. */
	{
		.code = "limit-collapsed", .on = ON_WB,
		.holds = {
			{ "limit_fall_ratio", AT_MOST, 0.25, NULL },
			{ "low_slept_ratio", AT_LEAST, MOST, NULL },
			{ "slept_ns", AT_LEAST, 1e6, NULL },
		},
		.refuted = {
			{ "strictlimit_count", AT_LEAST, 1, NULL },
		},
		.says = "The limit of {subject} was down to {limit_min_bytes} while it had been {limit_max_bytes} in the same run, and {low_slept_ratio} of all sleep under it ({slept_ns}) fell into that time.",
		.more = { "throttle_count" },
	},
	{
		.code = "limit-collapsed", .on = ON_RUN,
		.holds = {
			{ "dirty_limit_fall_ratio", AT_MOST, 0.60, NULL },
			{ "low_throttled_ratio", AT_LEAST, SOME, NULL },
			{ "low_of_high_times", AT_LEAST, 2, NULL },
		},
		.says = "The global dirty limit moved during the run, between {dirty_limit_min_bytes} and {dirty_limit_max_bytes}; below the middle of the two the writers were throttled {low_throttled_ratio} of the time, above it {high_throttled_ratio}.",
		.more = { "free_min_bytes" },
	},
	{
		.code = "bandwidth-misestimated", .on = ON_WB,
		.holds = {
			{ "estimate_low_ratio", AT_LEAST, MOST, NULL },
			{ "estimate_min_ratio", AT_MOST, 0.33, NULL },
			{ "estimate_count", AT_LEAST, 3, NULL },
		},
		.says = "The kernel's estimate of {subject}'s bandwidth was {bandwidth_kernel_bytes_per_s} in the mean while it completed {bandwidth_measured_bytes_per_s} when it wrote: less than half in {estimate_low_ratio} of {estimate_count} intervals.",
		.more = { "bandwidth_kernel_min_bytes_per_s" },
	},
	{
		.code = "bandwidth-misestimated", .on = ON_WB,
		.holds = {
			{ "estimate_high_ratio", AT_LEAST, 0.75, NULL },
			{ "estimate_count", AT_LEAST, 8, NULL },
			{ "settled_count", AT_LEAST, 4, NULL },
		},
		.says = "The kernel's estimate of {subject}'s bandwidth was {bandwidth_kernel_bytes_per_s} in the mean while it completed {bandwidth_measured_bytes_per_s} when it wrote: more than four times as much in {estimate_high_ratio} of {settled_count} intervals after the first seconds.",
	},
	{
		.code = "throttled-without-writeback", .on = ON_TASK,
		.holds = {
			{ "throttled_ratio", AT_LEAST, 0.05, NULL },
			{ "no_writeback_ratio", AT_LEAST, MOST, NULL },
		},
		.says = "For {no_writeback_ns}, or {no_writeback_ratio} of the sleep in {its} pauses, nothing of the wb was under writeback: {subject} waited for a write that nobody had begun.",
		.more = { "slept_ns", "pause_count" },
	},
	{
		.code = "double-throttled", .on = ON_TASK, .apart = true,
		.holds = {
			{ "throttled_ratio", AT_LEAST, SOME, NULL },
			{ "carrier_throttled_ratio", AT_LEAST, SOME, NULL },
		},
		.says = "{subject} waited twice for one write: {throttled_ratio} of {its} time in pauses of {its} own, while {carrier}, which carries the data on to {lower_bdi}, was held for {carrier_throttled_ratio} of the run.",
		.more = { "carrier_held_ns", "chain" },
	},

	/* What kept the flusher or the device. */
	{
		.code = "flusher-blocked", .on = ON_WB,
		.holds = {
			{ "flusher_blocked_ratio", AT_LEAST, MUCH, NULL },
			{ "flusher_function", UNLIKE, 0, "blk_mq_get_tag|rq_qos_wait" },
			{ "waited_ratio", AT_LEAST, SOME, NULL },
		},
		.refuted = {
			{ "busy_ratio", AT_LEAST, BUSY, NULL },
		},
		.says = "The flusher of {subject} slept {flusher_blocked_ratio} of the run outside of the block layer, longest in {flusher_function} ({flusher_class}), while the device was busy {busy_ratio}: the device was not the bottleneck.",
		.more = { "flusher_journal_ratio", "flusher_lock_ratio", "flusher_allocation_ratio",
			  "flusher_other_ratio", "flusher_block_layer_ratio", "waited_ratio" },
	},
	{
		.code = "device-scattered", .on = ON_DEVICE,
		.holds = {
			{ "busy_ratio", AT_LEAST, BUSY, NULL },
			{ "request_bytes", AT_MOST, 32768, NULL },
			{ "jump_ratio", AT_LEAST, 0.25, NULL },
			{ "waited_ratio", AT_LEAST, IDLE, NULL },
		},
		.says = "{subject} was busy {busy_ratio} of the run with small scattered writes: {write_count} requests of {request_bytes} in the mean, {jump_ratio} of them not next to the one before but {jump_mean_bytes} away; it took {device_bytes_per_s}.",
		.more = { "waited_ratio" },
	},
	{
		.code = "device-bound", .on = ON_DEVICE,
		.holds = {
			{ "busy_ratio", AT_LEAST, BUSY, NULL },
			{ "waited_ratio", AT_LEAST, IDLE, NULL },
			{ "device_ns", AT_LEAST, 1e9, NULL },
		},
		.says = "{subject} was busy {busy_ratio} of the run and took {device_bytes_per_s}: it is the bottleneck of those who waited for it, up to {waited_ratio} of their time.",
		.more = { "request_bytes", "jump_ratio" },
	},
	{
		.code = "deferred-io", .on = ON_RUN,
		.holds = {
			{ "after_ratio", AT_LEAST, MUCH, NULL },
			{ "after_bytes", AT_LEAST, 4 << 20, NULL },
			{ "backlog_bytes", AT_LEAST, 1 << 20, NULL },
		},
		.says = "{after_bytes}, or {after_ratio} of what the device took, came after the clock: the writers saw {application_bytes_per_s}, the device took {device_during_bytes_per_s} meanwhile. The {backlog_bytes} left behind were {predicted_ns} of work at {bandwidth_measured_bytes_per_s}; it took {drain_ns}.",
		.more = { "device_after_bytes_per_s" },
	},
	{
		.code = "deferred-io", .on = ON_RUN,
		.holds = {
			{ "after_ratio", AT_LEAST, MUCH, NULL },
			{ "after_bytes", AT_LEAST, 4 << 20, NULL },
		},
		.says = "{after_bytes}, or {after_ratio} of what the device took, came after the clock: the writers saw {application_bytes_per_s}, the device took {device_during_bytes_per_s} while the clock ran and {device_after_bytes_per_s} after it.",
		.more = { "drain_ns" },
	},

	/* Not throttling. */
	{
		.code = "allocation-bound", .on = ON_TASK,
		.holds = {
			{ "allocation_ratio", AT_LEAST, MUCH, NULL },
			{ "wall_ns", AT_LEAST, LONG_NS, NULL },
		},
		.explains = "allocation_ns",
		.says = "Block allocation took {allocation_ratio} of the time of {subject} ({allocation_ns}); throttling took {throttled_ratio}.",
		.more = { "extent_count", "allocation_count", "interleaved_ratio" },
	},
	{
		.code = "journal-bound", .on = ON_TASK,
		.holds = {
			{ "journal_ratio", AT_LEAST, MUCH, NULL },
			{ "wall_ns", AT_LEAST, LONG_NS, NULL },
		},
		.refuted = {
			{ "backlog_behind_count", AT_LEAST, 1, NULL },
		},
		.explains = "journal_ns",
		.says = "Waiting for the journal took {journal_ratio} of the time of {subject} ({journal_ns}).",
		.more = { "top_function", "throttled_ratio" },
	},
	{
		.code = "fsync-behind-backlog", .on = ON_TASK, .apart = true,
		.holds = {
			{ "fsync_wait_ratio", AT_LEAST, BEHIND_WAIT_RATIO, NULL },
			{ "own_dirtied_ratio", AT_MOST, BEHIND_OWN_RATIO, NULL },
			{ "others_backlog_bytes", AT_LEAST, BEHIND_BACKLOG_BYTES, NULL },
			{ "backlog_behind_count", AT_LEAST, 1, NULL },
		},
		.explains = "fsync_wait_ns",
		.says = "{subject} spent {fsync_wait_ratio} of {its} time in fsync ({fsync_wait_ns}, the longest {fsync_max_ns}) and {throttled_ratio} throttled; others had {others_backlog_bytes} dirty in front of it, at {backlog_bytes_per_s} {predicted_ns} of work.",
		.more = { "held_ns", "lock_ratio", "journal_ratio", "fsync_ratio" },
	},
	{
		.code = "page-writeback-wait", .on = ON_TASK,
		.holds = {
			{ "page_writeback_ratio", AT_LEAST, MUCH, NULL },
			{ "wall_ns", AT_LEAST, LONG_NS, NULL },
		},
		.explains = "page_writeback_ns",
		.says = "{subject} waited {page_writeback_ratio} of {its} time ({page_writeback_ns}) for pages under writeback that must not change (stable pages, or {its} own rewrite).",
		.more = { "top_function", "throttled_ratio" },
	},
	/*
	 * Who waits for a tag, or for blk-wbt in front of a busy disk, waits for the
	 * disk; blk-wbt is named where it lets hardly anything through.
	 */
	{
		.code = "block-layer-throttled", .on = ON_TASK, .apart = true,
		.holds = {
			{ "block_layer_ratio", AT_LEAST, MUCH, NULL },
			{ "block_function", UNLIKE, 0, FOR_THE_DISK "|rq_qos_wait|wbt_wait" },
			{ "wall_ns", AT_LEAST, LONG_NS, NULL },
		},
		.refuted = {
			{ "direct_count", AT_LEAST, 1, NULL },
		},
		.explains = "block_layer_ns",
		.says = "The block layer held {subject} for {block_layer_ratio} of {its} time ({block_layer_ns}), longest in {block_function}; throttling took {throttled_ratio}.",
		.more = { "busy_ratio" },
	},
	{
		.code = "block-layer-throttled", .on = ON_TASK, .apart = true,
		.holds = {
			{ "block_layer_ratio", AT_LEAST, MUCH, NULL },
			{ "block_function", LIKE, 0, "rq_qos_wait|wbt_wait" },
			{ "depth_count", AT_MOST, SHALLOW, NULL },
			{ "wall_ns", AT_LEAST, LONG_NS, NULL },
		},
		.refuted = {
			{ "direct_count", AT_LEAST, 1, NULL },
		},
		.explains = "block_layer_ns",
		.says = "Writeback throttling of the block layer (blk-wbt) held {subject} for {block_layer_ratio} of {its} time ({block_layer_ns}) in {block_function}, while {device} had {depth_count} writes in flight in the mean; balance_dirty_pages() took {throttled_ratio}.",
		.more = { "busy_ratio" },
	},
	{
		.code = "block-layer-throttled", .on = ON_TASK, .apart = true,
		.holds = {
			{ "block_layer_ratio", AT_LEAST, IDLE, NULL },
			{ "block_function", LIKE, 0, "blk_mq_get_tag" },
			{ "busy_ratio", AT_MOST, 0.70, NULL },
			{ "wall_ns", AT_LEAST, LONG_NS, NULL },
		},
		.refuted = {
			{ "direct_count", AT_LEAST, 1, NULL },
		},
		.explains = "block_layer_ns",
		.says = "{subject} waited {block_layer_ratio} of {its} time ({block_layer_ns}) for a request of {device}'s queue, which was busy {busy_ratio}: the queue is short, not the device slow.",
	},
	{
		.code = "block-layer-throttled", .on = ON_WB,
		.holds = {
			{ "flusher_block_layer_ratio", AT_LEAST, MUCH, NULL },
			{ "flusher_class", LIKE, 0, "block_layer" },
			{ "flusher_function", LIKE, 0, "rq_qos_wait|wbt_wait" },
			{ "depth_count", AT_MOST, SHALLOW, NULL },
		},
		.says = "Writeback throttling of the block layer (blk-wbt) held the flusher of {subject} for {flusher_block_layer_ratio} of the run in {flusher_function}, while the device had {depth_count} writes in flight in the mean.",
		.more = { "busy_ratio", "waited_ratio" },
	},
	{
		.code = "block-layer-throttled", .on = ON_WB,
		.holds = {
			{ "flusher_block_layer_ratio", AT_LEAST, MUCH, NULL },
			{ "flusher_class", LIKE, 0, "block_layer" },
			{ "flusher_function", LIKE, 0, "rq_qos_wait|wbt_wait" },
			{ "wbt_lat_ns", AT_MOST, UNMET_NS, NULL },
		},
		.says = "Writeback throttling of the block layer (blk-wbt) held the flusher of {subject} for {flusher_block_layer_ratio} of the run in {flusher_function}: it aims at {wbt_lat_ns}, which hardly a disk meets.",
		.more = { "busy_ratio", "waited_ratio", "depth_count" },
	},
	{
		.code = "block-layer-throttled", .on = ON_WB,
		.holds = {
			{ "flusher_block_layer_ratio", AT_LEAST, MUCH, NULL },
			{ "flusher_class", LIKE, 0, "block_layer" },
			{ "flusher_function", UNLIKE, 0, FOR_THE_DISK "|rq_qos_wait|wbt_wait" },
		},
		.says = "The block layer held the flusher of {subject} for {flusher_block_layer_ratio} of the run, longest in {flusher_function}.",
		.more = { "busy_ratio", "waited_ratio" },
	},
	{
		.code = "reclaim-bound", .on = ON_TASK,
		.holds = {
			{ "reclaim_ratio", AT_LEAST, MUCH, NULL },
			{ "wall_ns", AT_LEAST, LONG_NS, NULL },
		},
		.explains = "reclaim_ns",
		.says = "Direct reclaim of memory took {reclaim_ratio} of the time of {subject} ({reclaim_ns}).",
		.more = { "throttled_ratio", "top_function" },
	},
	{
		.code = "lock-bound", .on = ON_TASK,
		.holds = {
			{ "lock_ratio", AT_LEAST, MUCH, NULL },
			{ "wall_ns", AT_LEAST, LONG_NS, NULL },
		},
		.explains = "lock_ns",
		.says = "Waiting for locks took {lock_ratio} of the time of {subject} ({lock_ns}).",
		.more = { "top_function", "throttled_ratio" },
	},
	{
		.code = "server-bound", .on = ON_TASK,
		.holds = {
			{ "network_ratio", AT_LEAST, IDLE, NULL },
			{ "wall_ns", AT_LEAST, LONG_NS, NULL },
		},
		.explains = "network_ns",
		.says = "{subject} waited {network_ratio} of {its} time ({network_ns}) for the file system's server.",
		.more = { "top_function", "throttled_ratio", "chain" },
	},
	{
		.code = "cpu-bound", .on = ON_TASK,
		.holds = {
			{ "cpu_and_queue_ratio", AT_LEAST, 0.85, NULL },
			{ "throttled_ratio", AT_MOST, 0.05, NULL },
			{ "wall_ns", AT_LEAST, 2e9, NULL },
		},
		.explains = "cpu_and_queue_ns",
		.says = "{subject} had the CPU for {cpu_ratio} of {its} time and waited for one for {runqueue_ratio}: {its} speed is the CPU's.",
		.more = { "op_mean_ns" },
	},
	{
		.code = "not-throttled", .on = ON_TASK,
		.holds = {
			{ "throttled_ratio", AT_MOST, 0.02, NULL },
			{ "pause_count", AT_LEAST, 0, NULL },
			{ "dirtied_bytes", AT_LEAST, 1, NULL },
		},
		.says = "{subject} {was} not throttled: {held_ns} in balance_dirty_pages(), {pause_count} pauses ({slept_ns}), {throttled_ratio} of {its} time.",
	},

	/* Files. */
	{
		.code = "allocation-interleaved", .on = ON_INODE,
		.holds = {
			{ "interleaved_ratio", AT_LEAST, MUCH, NULL },
			{ "interleaved_count", AT_LEAST, 8, NULL },
			{ "extent_count", AT_LEAST, 8, NULL },
		},
		.says = "{subject} came out in {extent_count} extents: {interleaved_count} of {allocation_count} allocations ({interleaved_ratio}) landed right behind another file's, most behind inode {neighbour_id}.",
		.more = { "allocated_bytes", "group_change_count" },
	},
	{
		.code = "allocation-interleaved", .on = ON_INODE,
		.holds = {
			{ "interleaved_ratio", AT_LEAST, MUCH, NULL },
			{ "interleaved_count", AT_LEAST, 8, NULL },
			{ "extent_count", AT_LEAST, 8, NULL },
		},
		.says = "{subject} came out in {extent_count} extents: {interleaved_count} of {allocation_count} allocations ({interleaved_ratio}) landed right behind another file's.",
		.more = { "allocated_bytes", "group_change_count" },
	},
	{
		.code = "preallocated", .on = ON_INODE,
		.holds = {
			{ "beyond_end_bytes", AT_LEAST, 1 << 20, NULL },
			{ "beyond_end_ratio", AT_LEAST, 0.05, NULL },
			{ "preallocated_bytes", AT_LEAST, 1, NULL },
			{ "idle_ratio", AT_LEAST, MOST, NULL },
		},
		.says = "{subject} had {beyond_end_bytes} allocated beyond the end of {its} data ({beyond_end_ratio} of what was written): speculative preallocation, which the file system gives back; it is neither lost space nor written.",
		.more = { "dirtied_bytes", "extent_count" },
	},
	{
		.code = "foreign-inode", .on = ON_INODE,
		.holds = {
			{ "foreign_ratio", AT_LEAST, MUCH, NULL },
		},
		.says = "{foreign_bytes} of {subject}, {foreign_ratio} of what was dirtied, were dirtied from another memory cgroup than the one whose wb writes it.",
		.more = { "wb_switch_count", "dirtied_bytes" },
	},

	/* All writers together. */
	{
		.code = "unfair", .on = ON_RUN,
		.holds = {
			{ "jain_index", AT_MOST, 0.93, NULL },
			{ "slowest_of_mean_ratio", AT_MOST, 0.75, NULL },
			{ "slowest_of_mean_high_ratio", AT_MOST, 0.90, NULL },
		},
		.refuted = {
			{ "weighted_jain_index", AT_LEAST, 0.95, NULL },
			{ "bdi_count", AT_LEAST, 2, NULL },
		},
		.says = "The writers fared unequally: writer {slowest_id} had {slowest_of_mean_ratio} of the mean throughput (at most {slowest_of_mean_high_ratio} at 95 %), Jain's index is {jain_index} ({jain_low_index}-{jain_high_index} at 95 % over {interval_count} intervals).",
		.more = { "min_max_ratio", "throttle_jain_index", "latency_p99_max_times" },
	},
	{
		.code = "equal", .on = ON_RUN,
		.holds = {
			{ "jain_index", AT_LEAST, 0.97, NULL },
			{ "min_max_ratio", AT_LEAST, 0.60, NULL },
			{ "jain_low_index", AT_LEAST, 0, NULL },
		},
		.says = "The {writer_count} writers fared alike, within the noise: Jain's index {jain_index} ({jain_low_index}-{jain_high_index} at 95 %), the slowest at {slowest_of_mean_ratio} of the mean.",
		.more = { "interval_count" },
	},
	{
		.code = "equal", .on = ON_RUN,
		.holds = {
			{ "jain_index", AT_LEAST, 0.97, NULL },
			{ "min_max_ratio", AT_LEAST, 0.60, NULL },
			{ "duration_ns", AT_LEAST, LONG_NS, NULL },
		},
		.says = "The {writer_count} writers fared alike: Jain's index {jain_index}, the slowest at {slowest_of_mean_ratio} of the mean.",
	},
	{
		.code = "starved", .on = ON_TASK,
		.holds = {
			{ "stall_ns", AT_LEAST, 2e9, NULL },
			{ "stall_ratio", AT_LEAST, 0.15, NULL },
			{ "stall_of_others_times", AT_LEAST, 3, NULL },
			{ "others_meanwhile_bytes", AT_LEAST, 1 << 20, NULL },
		},
		.says = "{subject} made no progress for {stall_ns}, {stall_of_others_times} times as long as another writer at the most, from {stall_at_ns} on, while others wrote {others_meanwhile_bytes}; {its} longest waits were {top_class}, in {top_function}.",
		.more = { "stall_ratio", "op_p99_ns", "top_function" },
	},
	{
		.code = "writer-died", .on = ON_TASK,
		.holds = {
			{ "error", UNLIKE, 0, "" },
		},
		.says = "{subject} ended early: {error}; what is shown is of the time before.",
		.more = { "written_bytes" },
	},
};

const size_t finding_rule_count = ARRAY_SIZE(finding_rules);

const struct usual_suspect usual_suspects[] = {
	{ "throttled_ratio", "throttling", "*_throttled_ns" },
	{ "allocation_ratio", "allocation", "allocation_ns" },
	{ "journal_ratio", "the journal", "journal_ns" },
	{ "reclaim_ratio", "reclaim", "reclaim_ns" },
	{ "lock_ratio", "locks", "lock_ns" },
};

const size_t usual_suspect_count = ARRAY_SIZE(usual_suspects);
