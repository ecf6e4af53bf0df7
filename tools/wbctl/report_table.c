// SPDX-License-Identifier: GPL-2.0-or-later
/* The fields of a report: each is named once, for text and for JSON. */
#include <linux/wbtrace.h>

#include "report.h"

#define FIELD(type_, member_, key_, unit_) \
	{ .key = key_, .unit = unit_, .at = offsetof(struct type_, member_) }
#define SHOWN(type_, member_, key_, unit_, title_, width_) \
	{ .key = key_, .title = title_, .width = width_, .unit = unit_, \
	  .at = offsetof(struct type_, member_) }

#define W(member_, key_, unit_) FIELD(report_writer, member_, key_, unit_)
#define WS(member_, key_, unit_, title_, width_) \
	SHOWN(report_writer, member_, key_, unit_, title_, width_)

static const struct column writer_columns[] = {
	WS(label, NULL, UNIT_TEXT, "WRITER", -6),
	W(id, "id", UNIT_ID),
	W(pid, "pid", UNIT_ID),
	W(comm, "comm", UNIT_TEXT),
	W(target, "target", UNIT_TEXT),
	W(dev, "dev", UNIT_DEV),
	W(fs_type, "fs_type", UNIT_TEXT),
	W(wall_ns, "wall_ns", UNIT_NS),
	W(write_ns, "write_ns", UNIT_NS),
	WS(written_bytes, "written_bytes", UNIT_BYTES, "WRITTEN", FORMAT_BYTES_WIDTH),
	WS(throughput, "throughput_bytes_per_s", UNIT_RATE, "MiB/s", FORMAT_RATE_WIDTH),
	W(write_rate, "write_bytes_per_s", UNIT_RATE),
	W(read_bytes, "read_bytes", UNIT_BYTES),
	W(read_rate, "read_bytes_per_s", UNIT_RATE),
	W(ops, "op_count", UNIT_COUNT),
	W(ops_rate, "ops_per_s", UNIT_COUNT),
	W(files, "file_count", UNIT_COUNT),
	W(files_rate, "files_per_s", UNIT_COUNT),
	W(cpu_user_ns, "rusage_ns.user", UNIT_NS),
	W(cpu_system_ns, "rusage_ns.system", UNIT_NS),
	W(extents, "extents", UNIT_COUNT),
	W(pages_per_pause_p50, "throttle.pages_per_pause.p50", UNIT_COUNT),
	W(pages_per_pause_max, "throttle.pages_per_pause.max", UNIT_COUNT),
	W(together.r, "correlation.throughput_throttle_r", UNIT_COEFFICIENT),
	W(together.rho, "correlation.throughput_throttle_rho", UNIT_COEFFICIENT),
	W(together.pairs, "correlation.intervals", UNIT_COUNT),
	W(io_dirtied_bytes, "io_dirtied_bytes", UNIT_BYTES),
	WS(throttled, "throttle.held_ratio", UNIT_RATIO, "THROTTLED", 9),
	WS(t.slept_count, "throttle.slept_count", UNIT_COUNT, "PAUSES", FORMAT_COUNT_WIDTH),
	WS(t.slept_ns, "throttle.slept_ns", UNIT_NS, "SLEPT", FORMAT_TIME_WIDTH),
	WS(t.slept_max_ns, "throttle.max_ns", UNIT_NS, "LONGEST", FORMAT_TIME_WIDTH),
	WS(stall_ns, "longest_stall_ns", UNIT_NS, "STALL", FORMAT_TIME_WIDTH),
	WS(flush_ns, "flush_ns", UNIT_NS, "FLUSH", FORMAT_TIME_WIDTH),
	W(stall_at_ns, "longest_stall_at_ns", UNIT_NS),
	W(fsync_count, "fsync_count", UNIT_COUNT),
	W(fsync_max_ns, "fsync_max_ns", UNIT_NS),
	W(cgroup, "cgroup", UNIT_ID),
	W(cgroup_weight, "cgroup_weight_count", UNIT_COUNT),
	W(top.function, "top_wait.function", UNIT_TEXT),
	W(top.class_name, "top_wait.class", UNIT_TEXT),
	W(top.ns, "top_wait.wait_ns", UNIT_NS),
	W(top.count, "top_wait.count", UNIT_COUNT),
	W(top.max_ns, "top_wait.max_ns", UNIT_NS),
	W(error, "error", UNIT_TEXT),
	W(others, "others_count", UNIT_COUNT),
};

static const struct column detail_columns[] = {
	WS(label, NULL, UNIT_TEXT, "WRITER", -6),
	WS(t.count, "throttle.count", UNIT_COUNT, "DECIDED", 7),
	W(t.no_pause_count, "throttle.no_pause_count", UNIT_COUNT),
	W(t.requested_ns, "throttle.requested_ns", UNIT_NS),
	W(t.dirtied_bytes, "throttle.dirtied_bytes", UNIT_BYTES),
	W(t.held_count, "throttle.held_count", UNIT_COUNT),
	WS(t.held_ns, "throttle.held_ns", UNIT_NS, "HELD", FORMAT_TIME_WIDTH),
	WS(t.held_max_ns, "throttle.held_max_ns", UNIT_NS, "STAY", FORMAT_TIME_WIDTH),
	W(t.async_count, "throttle.async_count", UNIT_COUNT),
	W(t.unpaired_count, "throttle.unpaired_count", UNIT_COUNT),
	W(t.by_limit_ns[WBTRACE_LIMIT_KIND_GLOBAL], "throttle.by_limit_ns.global", UNIT_NS),
	W(t.by_limit_ns[WBTRACE_LIMIT_KIND_WB], "throttle.by_limit_ns.wb", UNIT_NS),
	W(t.by_limit_ns[WBTRACE_LIMIT_KIND_MEMCG], "throttle.by_limit_ns.memcg", UNIT_NS),
	W(t.by_limit_ns[WBTRACE_LIMIT_KIND_UNKNOWN], "throttle.by_limit_ns.unknown", UNIT_NS),
	W(t.no_writeback_ns, "throttle.no_writeback_running_ns", UNIT_NS),
	WS(dirtied_bytes, "dirtied_bytes", UNIT_BYTES, "DIRTIED", FORMAT_BYTES_WIDTH),
	WS(p50, "latency_ns.p50", UNIT_NS, "p50", FORMAT_TIME_WIDTH),
	WS(p99, "latency_ns.p99", UNIT_NS, "p99", FORMAT_TIME_WIDTH),
	WS(p999, "latency_ns.p999", UNIT_NS, "p99.9", FORMAT_TIME_WIDTH),
	WS(max, "latency_ns.max", UNIT_NS, "max", FORMAT_TIME_WIDTH),
	W(mean, "latency_ns.mean", UNIT_NS),
	W(over_2s, "over_2s_count", UNIT_COUNT),
	W(over_10s, "over_10s_count", UNIT_COUNT),
};

#define L(member_, key_) FIELD(report_writer, ledger.member_, key_, UNIT_NS)
#define LC(class_, key_) FIELD(report_writer, ledger.class_ns[class_], "ledger_ns." key_, UNIT_NS)

static const struct column ledger_columns[] = {
#include "report_ledger.inc"
	W(ledger.sleep_count, "sleep_count", UNIT_COUNT),
	W(ledger.preempt_count, "preempt_count", UNIT_COUNT),
	W(ledger_own, "ledger_of_clock", UNIT_BOOL),
};

#undef L
#undef LC
#define L(member_, key_) FIELD(report_watched, ledger.member_, key_, UNIT_NS)
#define LC(class_, key_) FIELD(report_watched, ledger.class_ns[class_], "ledger_ns." key_, UNIT_NS)

static const struct column watched_columns[] = {
	FIELD(report_watched, pid, "pid", UNIT_ID),
	FIELD(report_watched, tgid, "tgid", UNIT_ID),
	FIELD(report_watched, comm, "comm", UNIT_TEXT),
	FIELD(report_watched, dev, "dev", UNIT_DEV),
	FIELD(report_watched, cgroup, "cgroup", UNIT_ID),
	FIELD(report_watched, dirtied_bytes, "dirtied_bytes", UNIT_BYTES),
	FIELD(report_watched, throttled, "throttle.held_ratio", UNIT_RATIO),
	FIELD(report_watched, t.count, "throttle.count", UNIT_COUNT),
	FIELD(report_watched, t.slept_count, "throttle.slept_count", UNIT_COUNT),
	FIELD(report_watched, t.slept_ns, "throttle.slept_ns", UNIT_NS),
	FIELD(report_watched, t.slept_max_ns, "throttle.max_ns", UNIT_NS),
	FIELD(report_watched, t.held_ns, "throttle.held_ns", UNIT_NS),
	FIELD(report_watched, t.by_limit_ns[WBTRACE_LIMIT_KIND_GLOBAL],
	      "throttle.by_limit_ns.global", UNIT_NS),
	FIELD(report_watched, t.by_limit_ns[WBTRACE_LIMIT_KIND_WB],
	      "throttle.by_limit_ns.wb", UNIT_NS),
	FIELD(report_watched, t.by_limit_ns[WBTRACE_LIMIT_KIND_MEMCG],
	      "throttle.by_limit_ns.memcg", UNIT_NS),
	FIELD(report_watched, t.by_limit_ns[WBTRACE_LIMIT_KIND_UNKNOWN],
	      "throttle.by_limit_ns.unknown", UNIT_NS),
	FIELD(report_watched, t.no_writeback_ns, "throttle.no_writeback_running_ns", UNIT_NS),
	FIELD(report_watched, kthread, "kernel_thread", UNIT_BOOL),
	FIELD(report_watched, shared, "shared", UNIT_BOOL),
	FIELD(report_watched, fsync_max_ns, "fsync_max_ns", UNIT_NS),
	FIELD(report_watched, top.function, "top_wait.function", UNIT_TEXT),
	FIELD(report_watched, top.class_name, "top_wait.class", UNIT_TEXT),
	FIELD(report_watched, top.ns, "top_wait.wait_ns", UNIT_NS),
	FIELD(report_watched, top.count, "top_wait.count", UNIT_COUNT),
	FIELD(report_watched, top.max_ns, "top_wait.max_ns", UNIT_NS),
#include "report_ledger.inc"
	FIELD(report_watched, ledger.sleep_count, "sleep_count", UNIT_COUNT),
	FIELD(report_watched, ledger.preempt_count, "preempt_count", UNIT_COUNT),
};

#define I(member_, key_, unit_) FIELD(report_inode, member_, key_, unit_)
#define IS(member_, key_, unit_, title_, width_) \
	SHOWN(report_inode, member_, key_, unit_, title_, width_)

static const struct column inode_columns[] = {
	IS(label, NULL, UNIT_TEXT, "WRITER", -6),
	I(writer, "writer", UNIT_ID),
	I(pid, "pid", UNIT_ID),
	I(tree_dirtied_bytes, "tree_dirtied_bytes", UNIT_BYTES),
	IS(dev, "dev", UNIT_DEV, "DEV", 7),
	IS(ino, "ino", UNIT_ID, "INODE", 9),
	I(path, "path", UNIT_TEXT),
	I(bdi, "bdi", UNIT_TEXT),
	I(cgroup, "cgroup", UNIT_ID),
	IS(dirtied_bytes, "dirtied_bytes", UNIT_BYTES, "DIRTIED", FORMAT_BYTES_WIDTH),
	IS(written_bytes, "written_bytes", UNIT_BYTES, "WRITTEN", FORMAT_BYTES_WIDTH),
	IS(dirty_bytes, "dirty_bytes", UNIT_BYTES, "DIRTY NOW", FORMAT_BYTES_WIDTH),
	IS(writeback_bytes, "writeback_bytes", UNIT_BYTES, "WRITEBACK", FORMAT_BYTES_WIDTH),
	IS(passes, "pass_count", UNIT_COUNT, "PASSES", FORMAT_COUNT_WIDTH),
	I(held_ns, "held_ns", UNIT_NS),
	I(cancelled_bytes, "cancelled_bytes", UNIT_BYTES),
	I(redirtied_bytes, "redirtied_bytes", UNIT_BYTES),
	I(age_ns, "age_ns", UNIT_NS),
	I(extents, "extents", UNIT_COUNT),
	I(allocations, "allocations", UNIT_COUNT),
	I(interleaved, "interleaved_allocations", UNIT_COUNT),
	I(allocated_bytes, "allocated_bytes", UNIT_BYTES),
	I(alloc_ns, "allocation_ns", UNIT_NS),
	I(flusher_allocations, "flusher_allocations", UNIT_COUNT),
	I(alloc_extents, "allocation_extents", UNIT_COUNT),
	I(groups, "group_changes", UNIT_COUNT),
	I(neighbour, "neighbour_ino", UNIT_ID),
	I(preallocated_bytes, "preallocated_bytes", UNIT_BYTES),
	I(beyond_end_bytes, "beyond_end_bytes", UNIT_BYTES),
	I(foreign_bytes, "foreign_bytes", UNIT_BYTES),
	I(wb_switches, "wb_switch_count", UNIT_COUNT),
};

#define B(member_, key_, unit_) FIELD(report_wb, member_, key_, unit_)

static const struct column wb_columns[] = {
	B(bdi, "bdi", UNIT_TEXT),
	B(cgroup, "cgroup", UNIT_ID),
	B(ours, "of_writers", UNIT_BOOL),
	B(dirtied_bytes, "dirtied_bytes", UNIT_BYTES),
	B(written_bytes, "written_bytes", UNIT_BYTES),
	B(dirty_bytes, "dirty_bytes", UNIT_BYTES),
	B(limit_bytes, "limit_bytes", UNIT_BYTES),
	B(decided_dirty_bytes, "last_decision.dirty_bytes", UNIT_BYTES),
	B(domain_dirty_bytes, "last_decision.domain_dirty_bytes", UNIT_BYTES),
	B(domain_limit_bytes, "last_decision.domain_limit_bytes", UNIT_BYTES),
	B(bandwidth_kernel, "write_bandwidth_kernel_bytes_per_s", UNIT_RATE),
	B(bandwidth, "write_bandwidth_measured_bytes_per_s", UNIT_RATE),
	B(bandwidth_now, "write_bandwidth_now_bytes_per_s", UNIT_RATE),
	B(throttle_count, "throttle.count", UNIT_COUNT),
	B(slept_ns, "throttle.slept_ns", UNIT_NS),
	B(held_ns, "throttle.held_ns", UNIT_NS),
	B(no_writeback_ns, "throttle.no_writeback_running_ns", UNIT_NS),
	B(strictlimit, "strictlimit", UNIT_BOOL),
};

#define WBS(member_, key_, unit_) FIELD(report_wb_sample, member_, key_, unit_)

static const struct column wb_sample_columns[] = {
	WBS(dirty_bytes, "dirty_bytes", UNIT_BYTES),
	WBS(written_bytes, "written_bytes", UNIT_BYTES),
	WBS(limit_bytes, "limit_bytes", UNIT_BYTES),
	WBS(domain_limit_bytes, "domain_limit_bytes", UNIT_BYTES),
	WBS(bandwidth_kernel, "write_bandwidth_kernel_bytes_per_s", UNIT_RATE),
	WBS(throttle_count, "throttle.count", UNIT_COUNT),
	WBS(slept_ns, "throttle.slept_ns", UNIT_NS),
};

#define D(member_, key_, unit_) FIELD(report_device, member_, key_, unit_)

static const struct column device_columns[] = {
	D(dev, "dev", UNIT_DEV),
	D(slave, "slave", UNIT_BOOL),
	D(during_bytes, "during_bytes", UNIT_BYTES),
	D(after_bytes, "after_bytes", UNIT_BYTES),
	D(kind_bytes[WBTRACE_WRITE_KIND_DATA], "kinds_bytes.data", UNIT_BYTES),
	D(kind_bytes[WBTRACE_WRITE_KIND_METADATA], "kinds_bytes.metadata", UNIT_BYTES),
	D(kind_bytes[WBTRACE_WRITE_KIND_JOURNAL], "kinds_bytes.journal", UNIT_BYTES),
	D(kind_bytes[WBTRACE_WRITE_KIND_DIRECT], "kinds_bytes.direct", UNIT_BYTES),
	D(kind_bytes[WBTRACE_WRITE_KIND_OTHER], "kinds_bytes.other", UNIT_BYTES),
	D(busy_ns, "busy_ns", UNIT_NS),
	D(ticks_ns, "io_ticks_ns", UNIT_NS),
	D(wbt_lat_ns, "wbt_lat_ns", UNIT_NS),
	D(write_count, "write_count", UNIT_COUNT),
	D(read_bytes, "read_bytes", UNIT_BYTES),
	D(jump_count, "jump_count", UNIT_COUNT),
	D(jump_bytes, "jump_bytes", UNIT_BYTES),
	D(queue_ns, "queue_ns", UNIT_NS),
	D(service_ns, "service_ns", UNIT_NS),
};

#define F(member_, key_, unit_) FIELD(report_fairness, member_, key_, unit_)

static const struct column fairness_columns[] = {
	F(jain, "jain_index", UNIT_INDEX),
	F(min_max, "min_max_ratio", UNIT_RATIO),
	F(slowest, "slowest_writer", UNIT_ID),
	F(slowest_of_mean, "slowest_of_mean_ratio", UNIT_RATIO),
	F(stall_ns, "longest_stall_ns", UNIT_NS),
	F(throttle_jain, "throttle_jain_index", UNIT_INDEX),
	F(throttle_min_max, "throttle_min_max_ratio", UNIT_RATIO),
	F(interval_count, "interval_count", UNIT_COUNT),
	F(jain_low, "jain_low_index", UNIT_INDEX),
	F(jain_high, "jain_high_index", UNIT_INDEX),
	F(slowest_low, "slowest_of_mean_low_ratio", UNIT_RATIO),
	F(slowest_high, "slowest_of_mean_high_ratio", UNIT_RATIO),
	F(latency_jain, "latency_jain_index", UNIT_INDEX),
	F(latency_max_ratio, "latency_p99_max_ratio", UNIT_RATIO),
	F(weighted_jain, "weighted_jain_index", UNIT_INDEX),
};

#define R(member_, key_) FIELD(report_rates, member_, key_, UNIT_RATE)

static const struct column rate_columns[] = {
	R(application, "application_bytes_per_s"),
	R(with_flush, "with_flush_bytes_per_s"),
	R(device_during, "device_during_bytes_per_s"),
	R(device_after, "device_after_bytes_per_s"),
};

const struct table report_rates = {
	rate_columns, ARRAY_SIZE(rate_columns), NULL
};

const struct table report_writers = {
	writer_columns, ARRAY_SIZE(writer_columns), NULL
};

const struct table report_details = {
	detail_columns, ARRAY_SIZE(detail_columns), NULL
};

const struct table report_ledgers = {
	ledger_columns, ARRAY_SIZE(ledger_columns), NULL
};

const struct table report_watched_ledgers = {
	watched_columns, ARRAY_SIZE(watched_columns), NULL
};

const struct table report_inodes = {
	inode_columns, ARRAY_SIZE(inode_columns), NULL
};

const struct table report_wbs = {
	wb_columns, ARRAY_SIZE(wb_columns), NULL
};

const struct table report_wb_samples = {
	wb_sample_columns, ARRAY_SIZE(wb_sample_columns), NULL
};

const struct table report_devices = {
	device_columns, ARRAY_SIZE(device_columns), NULL
};

const struct table report_fairness = {
	fairness_columns, ARRAY_SIZE(fairness_columns), NULL
};
