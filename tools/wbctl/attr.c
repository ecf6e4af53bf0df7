// SPDX-License-Identifier: GPL-2.0-or-later
/* The attribute sets of the family: names, types, units. */
#include "attr.h"

static const char *const probe_kind_names[] = {
	"tracepoint", "kprobe", "kretprobe", "ftrace", NULL
};

static const char *const probe_state_names[] = {
	"detached", "attached", "absent", "failed", "unneeded", NULL
};

static const char *const event_mask_names[] = {
	"throttle", "held", "inode_pass", "work", NULL
};

static const char *const row_flags_names[] = {
	"evicted", "gone", "kthread", "block_device", "metadata", "strictlimit",
	"watched", NULL
};

static const char *const limit_kind_names[] = {
	"unknown", "global", "wb", "memcg", NULL
};

const char *const attr_activity_names[] = {
	"none", "throttle", "allocation", "journal", "fsync", "reclaim", "lock", NULL
};

static const char *const write_kind_names[] = {
	"data", "metadata", "journal", "direct", "other", NULL
};

static const struct attr bucket_attrs[] = {
	[WBTRACE_A_BUCKET_BELOW] = {
		.name = "below", .type = ATTR_UINT, .unit = UNIT_COUNT, .must = true
	},
	[WBTRACE_A_BUCKET_COUNT] = {
		.name = "count", .type = ATTR_UINT, .unit = UNIT_COUNT, .must = true
	},
};

static const struct attr_set attrs_bucket = {
	"bucket", ARRAY_SIZE(bucket_attrs) - 1, bucket_attrs
};

static const struct attr by_limit_attrs[] = {
	[WBTRACE_A_BY_LIMIT_KIND] = {
		.name = "kind", .type = ATTR_ENUM, .must = true, .names = limit_kind_names
	},
	[WBTRACE_A_BY_LIMIT_COUNT] = { .name = "count", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_BY_LIMIT_SLEPT_NS] = { .name = "slept_ns", .type = ATTR_UINT, .unit = UNIT_NS },
};

static const struct attr_set attrs_by_limit = {
	"by-limit", ARRAY_SIZE(by_limit_attrs) - 1, by_limit_attrs
};

static const struct attr throttle_attrs[] = {
	[WBTRACE_A_THROTTLE_COUNT] = { .name = "count", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_THROTTLE_REQUESTED_NS] = {
		.name = "requested_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
	[WBTRACE_A_THROTTLE_REQUESTED_MAX_NS] = {
		.name = "requested_max_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
	[WBTRACE_A_THROTTLE_NO_PAUSE_COUNT] = {
		.name = "no_pause_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_THROTTLE_DIRTIED_BYTES] = {
		.name = "dirtied_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_THROTTLE_SLEPT_COUNT] = {
		.name = "slept_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_THROTTLE_SLEPT_NS] = { .name = "slept_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_THROTTLE_SLEPT_MAX_NS] = {
		.name = "slept_max_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
	[WBTRACE_A_THROTTLE_HELD_COUNT] = {
		.name = "held_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_THROTTLE_HELD_NS] = { .name = "held_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_THROTTLE_HELD_MAX_NS] = {
		.name = "held_max_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
	[WBTRACE_A_THROTTLE_ASYNC_COUNT] = {
		.name = "async_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_THROTTLE_UNPAIRED_COUNT] = {
		.name = "unpaired_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_THROTTLE_SLEPT_HIST] = {
		.name = "slept_hist", .type = ATTR_LIST, .nest = &attrs_bucket
	},
	[WBTRACE_A_THROTTLE_DIRTIED_HIST] = {
		.name = "dirtied_hist", .type = ATTR_LIST, .nest = &attrs_bucket
	},
	[WBTRACE_A_THROTTLE_BY_LIMIT] = {
		.name = "by_limit", .type = ATTR_LIST, .nest = &attrs_by_limit
	},
	[WBTRACE_A_THROTTLE_NO_WRITEBACK_NS] = {
		.name = "no_writeback_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
};

static const struct attr_set attrs_throttle = {
	"throttle", ARRAY_SIZE(throttle_attrs) - 1, throttle_attrs
};

static const struct attr limit_attrs[] = {
	[WBTRACE_A_LIMIT_TIME_NS] = { .name = "time_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_LIMIT_THRESH_BYTES] = {
		.name = "thresh_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_LIMIT_BG_THRESH_BYTES] = {
		.name = "bg_thresh_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_LIMIT_DIRTY_BYTES] = {
		.name = "dirty_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_LIMIT_SETPOINT_BYTES] = {
		.name = "setpoint_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_LIMIT_LIMIT_BYTES] = {
		.name = "limit_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_LIMIT_WB_THRESH_BYTES] = {
		.name = "wb_thresh_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_LIMIT_WB_DIRTY_BYTES] = {
		.name = "wb_dirty_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_LIMIT_DIRTY_RATELIMIT_BYTES_PER_S] = {
		.name = "dirty_ratelimit_bytes_per_s", .type = ATTR_UINT, .unit = UNIT_RATE
	},
	[WBTRACE_A_LIMIT_TASK_RATELIMIT_BYTES_PER_S] = {
		.name = "task_ratelimit_bytes_per_s", .type = ATTR_UINT, .unit = UNIT_RATE
	},
	[WBTRACE_A_LIMIT_KIND] = {
		.name = "kind", .type = ATTR_ENUM, .names = limit_kind_names
	},
	[WBTRACE_A_LIMIT_POS_RATIO_PPM] = {
		.name = "pos_ratio_ppm", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
};

static const struct attr_set attrs_limit = {
	"limit", ARRAY_SIZE(limit_attrs) - 1, limit_attrs
};

static const struct attr work_attrs[] = {
	[WBTRACE_A_WORK_REASON] = {
		.name = "reason", .type = ATTR_STRING, .unit = UNIT_TEXT, .must = true
	},
	[WBTRACE_A_WORK_COUNT] = { .name = "count", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_WORK_BYTES] = { .name = "bytes", .type = ATTR_UINT, .unit = UNIT_BYTES },
	[WBTRACE_A_WORK_TIME_NS] = { .name = "time_ns", .type = ATTR_UINT, .unit = UNIT_NS },
};

static const struct attr_set attrs_work = {
	"work", ARRAY_SIZE(work_attrs) - 1, work_attrs
};

static const struct attr part_attrs[] = {
	[WBTRACE_A_PART_ACTIVITY] = {
		.name = "activity", .type = ATTR_ENUM, .must = true, .names = attr_activity_names
	},
	[WBTRACE_A_PART_CPU_NS] = { .name = "cpu_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_PART_WAIT_NS] = { .name = "wait_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_PART_STACKED_NS] = { .name = "stacked_ns", .type = ATTR_UINT, .unit = UNIT_NS },
};

static const struct attr_set attrs_part = {
	"part", ARRAY_SIZE(part_attrs) - 1, part_attrs
};

static const struct attr ledger_attrs[] = {
	[WBTRACE_A_LEDGER_SINCE_NS] = { .name = "since_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_LEDGER_UNTIL_NS] = { .name = "until_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_LEDGER_WALL_NS] = { .name = "wall_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_LEDGER_RUNQUEUE_NS] = {
		.name = "runqueue_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
	[WBTRACE_A_LEDGER_SLEEP_COUNT] = {
		.name = "sleep_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_LEDGER_PREEMPT_COUNT] = {
		.name = "preempt_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_LEDGER_USER_NS] = { .name = "user_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_LEDGER_SYSTEM_NS] = { .name = "system_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_LEDGER_UNSTACKED_COUNT] = {
		.name = "unstacked_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_LEDGER_PART] = { .name = "part", .type = ATTR_LIST, .nest = &attrs_part },
};

static const struct attr_set attrs_ledger = {
	"ledger", ARRAY_SIZE(ledger_attrs) - 1, ledger_attrs
};

static const struct attr neighbour_attrs[] = {
	[WBTRACE_A_NEIGHBOUR_INO] = { .name = "ino", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_NEIGHBOUR_COUNT] = { .name = "count", .type = ATTR_UINT, .unit = UNIT_COUNT },
};

static const struct attr_set attrs_neighbour = {
	"neighbour", ARRAY_SIZE(neighbour_attrs) - 1, neighbour_attrs
};

static const struct attr alloc_attrs[] = {
	[WBTRACE_A_ALLOC_DEV] = { .name = "dev", .type = ATTR_U32, .unit = UNIT_DEV },
	[WBTRACE_A_ALLOC_INO] = { .name = "ino", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_ALLOC_GENERATION] = { .name = "generation", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_ALLOC_FLAGS] = { .name = "flags", .type = ATTR_BITS, .names = row_flags_names },
	[WBTRACE_A_ALLOC_FS_TYPE] = { .name = "fs_type", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_ALLOC_PATH] = { .name = "path", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_ALLOC_REQUEST_COUNT] = {
		.name = "request_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_ALLOC_FLUSHER_COUNT] = {
		.name = "flusher_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_ALLOC_ALLOCATED_BYTES] = {
		.name = "allocated_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_ALLOC_METADATA_BYTES] = {
		.name = "metadata_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_ALLOC_TIME_NS] = { .name = "time_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_ALLOC_MAX_NS] = { .name = "max_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_ALLOC_EXTENT_COUNT] = {
		.name = "extent_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_ALLOC_OUT_OF_ORDER_COUNT] = {
		.name = "out_of_order_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_ALLOC_GOAL_HIT_COUNT] = {
		.name = "goal_hit_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_ALLOC_GOAL_MISS_COUNT] = {
		.name = "goal_miss_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_ALLOC_GROUP_COUNT] = {
		.name = "group_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_ALLOC_LAST_GROUP] = { .name = "last_group", .type = ATTR_UINT, .unit = UNIT_ID },
	[WBTRACE_A_ALLOC_INTERLEAVED_COUNT] = {
		.name = "interleaved_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_ALLOC_NEIGHBOUR] = {
		.name = "neighbour", .type = ATTR_LIST, .nest = &attrs_neighbour
	},
	[WBTRACE_A_ALLOC_RESERVED_BYTES] = {
		.name = "reserved_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_ALLOC_PREALLOCATED_BYTES] = {
		.name = "preallocated_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
};

const struct attr_set attrs_alloc = {
	"alloc", ARRAY_SIZE(alloc_attrs) - 1, alloc_attrs
};

static const struct attr device_part_attrs[] = {
	[WBTRACE_A_DEVICE_PART_KIND] = {
		.name = "kind", .type = ATTR_ENUM, .must = true, .names = write_kind_names
	},
	[WBTRACE_A_DEVICE_PART_WRITE_COUNT] = {
		.name = "write_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_DEVICE_PART_WRITE_BYTES] = {
		.name = "write_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_DEVICE_PART_QUEUE_NS] = {
		.name = "queue_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
	[WBTRACE_A_DEVICE_PART_SERVICE_NS] = {
		.name = "service_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
};

static const struct attr_set attrs_device_part = {
	"device-part", ARRAY_SIZE(device_part_attrs) - 1, device_part_attrs
};

static const struct attr dirtier_attrs[] = {
	[WBTRACE_A_DIRTIER_PID] = { .name = "pid", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_DIRTIER_START_NS] = { .name = "start_ns", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_DIRTIER_DIRTIED_BYTES] = {
		.name = "dirtied_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
};

static const struct attr_set attrs_dirtier = {
	"dirtier", ARRAY_SIZE(dirtier_attrs) - 1, dirtier_attrs
};

static const struct attr inode_attrs[] = {
	[WBTRACE_A_INODE_DEV] = { .name = "dev", .type = ATTR_U32, .unit = UNIT_DEV },
	[WBTRACE_A_INODE_INO] = { .name = "ino", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_INODE_GENERATION] = { .name = "generation", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_INODE_FLAGS] = { .name = "flags", .type = ATTR_BITS, .names = row_flags_names },
	[WBTRACE_A_INODE_FS_TYPE] = { .name = "fs_type", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_INODE_BDI] = { .name = "bdi", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_INODE_CGROUP] = { .name = "cgroup", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_INODE_DIRTIED_BYTES] = {
		.name = "dirtied_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_WRITE_STARTED_BYTES] = {
		.name = "write_started_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_WRITTEN_BYTES] = {
		.name = "written_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_THROTTLE] = {
		.name = "throttle", .type = ATTR_NEST, .nest = &attrs_throttle
	},
	[WBTRACE_A_INODE_PASS_COUNT] = {
		.name = "pass_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_INODE_PASS_BYTES] = {
		.name = "pass_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_PASS_NS] = { .name = "pass_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_INODE_FIRST_NS] = { .name = "first_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_INODE_LAST_NS] = { .name = "last_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_INODE_DIRTY_NOW_BYTES] = {
		.name = "dirty_now_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_WRITEBACK_NOW_BYTES] = {
		.name = "writeback_now_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_PATH] = { .name = "path", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_INODE_FOLIO_COUNT] = {
		.name = "folio_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_INODE_CANCELLED_BYTES] = {
		.name = "cancelled_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_REDIRTIED_BYTES] = {
		.name = "redirtied_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_GIVEN_BACK_BYTES] = {
		.name = "given_back_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_DIRTY_AGE_NS] = {
		.name = "dirty_age_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
	[WBTRACE_A_INODE_REQUEUE_COUNT] = {
		.name = "requeue_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_INODE_WB_SWITCH_COUNT] = {
		.name = "wb_switch_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_INODE_FOREIGN_BYTES] = {
		.name = "foreign_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_INODE_DEVICE] = {
		.name = "device", .type = ATTR_LIST, .nest = &attrs_device_part
	},
	[WBTRACE_A_INODE_DIRTIER] = {
		.name = "dirtier", .type = ATTR_LIST, .nest = &attrs_dirtier
	},
};

const struct attr_set attrs_inode = {
	"inode", ARRAY_SIZE(inode_attrs) - 1, inode_attrs
};

static const struct attr task_attrs[] = {
	[WBTRACE_A_TASK_PID] = { .name = "pid", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_TASK_TGID] = { .name = "tgid", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_TASK_START_NS] = { .name = "start_ns", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_TASK_COMM] = { .name = "comm", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_TASK_FLAGS] = { .name = "flags", .type = ATTR_BITS, .names = row_flags_names },
	[WBTRACE_A_TASK_CGROUP] = { .name = "cgroup", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_TASK_DIRTIED_BYTES] = {
		.name = "dirtied_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_TASK_THROTTLE] = {
		.name = "throttle", .type = ATTR_NEST, .nest = &attrs_throttle
	},
	[WBTRACE_A_TASK_LIMIT] = { .name = "limit", .type = ATTR_NEST, .nest = &attrs_limit },
	[WBTRACE_A_TASK_FIRST_NS] = { .name = "first_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_TASK_LAST_NS] = { .name = "last_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_TASK_THROTTLED_NOW_NS] = {
		.name = "throttled_now_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
	[WBTRACE_A_TASK_LEDGER] = { .name = "ledger", .type = ATTR_NEST, .nest = &attrs_ledger },
	[WBTRACE_A_TASK_ALLOC] = { .name = "alloc", .type = ATTR_NEST, .nest = &attrs_alloc },
	[WBTRACE_A_TASK_DEVICE_EXACT_BYTES] = {
		.name = "device_exact_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES] = {
		.name = "device_estimated_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_TASK_DEVICE_SERVICE_NS] = {
		.name = "device_service_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
};

const struct attr_set attrs_task = {
	"task", ARRAY_SIZE(task_attrs) - 1, task_attrs
};

static const struct attr wb_attrs[] = {
	[WBTRACE_A_WB_BDI] = { .name = "bdi", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_WB_BDI_ID] = { .name = "bdi_id", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_WB_CGROUP] = { .name = "cgroup", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_WB_FLAGS] = { .name = "flags", .type = ATTR_BITS, .names = row_flags_names },
	[WBTRACE_A_WB_DIRTIED_BYTES] = {
		.name = "dirtied_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_WRITE_STARTED_BYTES] = {
		.name = "write_started_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_WRITTEN_BYTES] = {
		.name = "written_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_THROTTLE] = {
		.name = "throttle", .type = ATTR_NEST, .nest = &attrs_throttle
	},
	[WBTRACE_A_WB_LIMIT] = { .name = "limit", .type = ATTR_NEST, .nest = &attrs_limit },
	[WBTRACE_A_WB_PASS_COUNT] = { .name = "pass_count", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_WB_PASS_BYTES] = { .name = "pass_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES },
	[WBTRACE_A_WB_PASS_NS] = { .name = "pass_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_WB_WORK] = { .name = "work", .type = ATTR_LIST, .nest = &attrs_work },
	[WBTRACE_A_WB_FIRST_NS] = { .name = "first_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_WB_LAST_NS] = { .name = "last_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_WB_KERNEL_DIRTIED_BYTES] = {
		.name = "kernel_dirtied_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_KERNEL_WRITTEN_BYTES] = {
		.name = "kernel_written_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_KERNEL_RECLAIMABLE_BYTES] = {
		.name = "kernel_reclaimable_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_KERNEL_WRITEBACK_BYTES] = {
		.name = "kernel_writeback_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_WRITE_BANDWIDTH_BYTES_PER_S] = {
		.name = "write_bandwidth_bytes_per_s", .type = ATTR_UINT, .unit = UNIT_RATE
	},
	[WBTRACE_A_WB_AVG_WRITE_BANDWIDTH_BYTES_PER_S] = {
		.name = "avg_write_bandwidth_bytes_per_s", .type = ATTR_UINT, .unit = UNIT_RATE
	},
	[WBTRACE_A_WB_DIRTY_RATELIMIT_BYTES_PER_S] = {
		.name = "dirty_ratelimit_bytes_per_s", .type = ATTR_UINT, .unit = UNIT_RATE
	},
	[WBTRACE_A_WB_MIN_RATIO_PPM] = {
		.name = "min_ratio_ppm", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_WB_MAX_RATIO_PPM] = {
		.name = "max_ratio_ppm", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_WB_CANCELLED_BYTES] = {
		.name = "cancelled_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_REDIRTIED_BYTES] = {
		.name = "redirtied_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_GIVEN_BACK_BYTES] = {
		.name = "given_back_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_REQUEUE_COUNT] = {
		.name = "requeue_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_WB_FOREIGN_BYTES] = {
		.name = "foreign_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_WB_MEASURED_WRITE_BANDWIDTH_BYTES_PER_S] = {
		.name = "measured_write_bandwidth_bytes_per_s", .type = ATTR_UINT, .unit = UNIT_RATE
	},
	[WBTRACE_A_WB_FLUSHER_PID] = { .name = "flusher_pid", .type = ATTR_U32, .unit = UNIT_ID },
};

const struct attr_set attrs_wb = {
	"wb", ARRAY_SIZE(wb_attrs) - 1, wb_attrs
};

static const struct attr device_attrs[] = {
	[WBTRACE_A_DEVICE_DEV] = { .name = "dev", .type = ATTR_U32, .unit = UNIT_DEV },
	[WBTRACE_A_DEVICE_FLAGS] = { .name = "flags", .type = ATTR_BITS, .names = row_flags_names },
	[WBTRACE_A_DEVICE_NAME] = { .name = "name", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_DEVICE_PART] = { .name = "part", .type = ATTR_LIST, .nest = &attrs_device_part },
	[WBTRACE_A_DEVICE_READ_COUNT] = {
		.name = "read_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_DEVICE_READ_BYTES] = {
		.name = "read_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_DEVICE_FLUSH_COUNT] = {
		.name = "flush_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_DEVICE_FLUSH_NS] = { .name = "flush_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_DEVICE_DISCARD_BYTES] = {
		.name = "discard_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_DEVICE_BUSY_NS] = { .name = "busy_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_DEVICE_IN_FLIGHT_COUNT] = {
		.name = "in_flight_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_DEVICE_FIRST_NS] = { .name = "first_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_DEVICE_LAST_NS] = { .name = "last_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_DEVICE_JUMP_COUNT] = {
		.name = "jump_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_DEVICE_JUMP_BYTES] = {
		.name = "jump_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
};

const struct attr_set attrs_device = {
	"device", ARRAY_SIZE(device_attrs) - 1, device_attrs
};

static const struct attr stack_attrs[] = {
	[WBTRACE_A_STACK_FLAGS] = { .name = "flags", .type = ATTR_BITS, .names = row_flags_names },
	[WBTRACE_A_STACK_PID] = { .name = "pid", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_STACK_TGID] = { .name = "tgid", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_STACK_START_NS] = { .name = "start_ns", .type = ATTR_U64, .unit = UNIT_ID },
	[WBTRACE_A_STACK_COMM] = { .name = "comm", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_STACK_ACTIVITY] = {
		.name = "activity", .type = ATTR_ENUM, .names = attr_activity_names
	},
	[WBTRACE_A_STACK_COUNT] = { .name = "count", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_STACK_TIME_NS] = { .name = "time_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_STACK_MAX_NS] = { .name = "max_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_STACK_FRAME] = { .name = "frame", .type = ATTR_LINES, .unit = UNIT_TEXT },
};

const struct attr_set attrs_stack = {
	"stack", ARRAY_SIZE(stack_attrs) - 1, stack_attrs
};

static const struct attr sb_attrs[] = {
	[WBTRACE_A_SB_DEV] = { .name = "dev", .type = ATTR_U32, .unit = UNIT_DEV },
	[WBTRACE_A_SB_FS_TYPE] = { .name = "fs_type", .type = ATTR_STRING, .unit = UNIT_TEXT },
	[WBTRACE_A_SB_FLAGS] = { .name = "flags", .type = ATTR_BITS, .names = row_flags_names },
	[WBTRACE_A_SB_INODES] = { .name = "inodes", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_SB_DIRTIED_BYTES] = {
		.name = "dirtied_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_SB_WRITE_STARTED_BYTES] = {
		.name = "write_started_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_SB_WRITTEN_BYTES] = {
		.name = "written_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
	[WBTRACE_A_SB_PASS_COUNT] = { .name = "pass_count", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_SB_PASS_BYTES] = { .name = "pass_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES },
	[WBTRACE_A_SB_PASS_NS] = { .name = "pass_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_SB_THROTTLE_COUNT] = {
		.name = "throttle_count", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_SB_HELD_NS] = { .name = "held_ns", .type = ATTR_UINT, .unit = UNIT_NS },
};

const struct attr_set attrs_sb = {
	"sb", ARRAY_SIZE(sb_attrs) - 1, sb_attrs
};

static const struct attr probe_attrs[] = {
	[WBTRACE_A_PROBE_NAME] = {
		.name = "name", .type = ATTR_STRING, .unit = UNIT_TEXT, .must = true
	},
	[WBTRACE_A_PROBE_KIND] = { .name = "kind", .type = ATTR_ENUM, .names = probe_kind_names },
	[WBTRACE_A_PROBE_STATE] = {
		.name = "state", .type = ATTR_ENUM, .must = true, .names = probe_state_names
	},
	[WBTRACE_A_PROBE_HITS] = { .name = "hits", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_PROBE_MISSED] = { .name = "missed", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_PROBE_ERROR] = { .name = "error", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_PROBE_GIVES] = { .name = "gives", .type = ATTR_STRING, .unit = UNIT_TEXT },
};

static const struct attr_set attrs_probe = {
	"probe", ARRAY_SIZE(probe_attrs) - 1, probe_attrs
};

static const struct attr table_attrs[] = {
	[WBTRACE_A_TABLE_NAME] = {
		.name = "name", .type = ATTR_STRING, .unit = UNIT_TEXT, .must = true
	},
	[WBTRACE_A_TABLE_ENTRIES] = { .name = "entries", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_TABLE_CAPACITY] = { .name = "capacity", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_TABLE_EVICTED] = { .name = "evicted", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_TABLE_OVERFLOW] = { .name = "overflow", .type = ATTR_UINT, .unit = UNIT_COUNT },
	[WBTRACE_A_TABLE_MEMORY_BYTES] = {
		.name = "memory_bytes", .type = ATTR_UINT, .unit = UNIT_BYTES
	},
};

static const struct attr_set attrs_table = {
	"table", ARRAY_SIZE(table_attrs) - 1, table_attrs
};

static const struct attr info_attrs[] = {
	[WBTRACE_A_INFO_VERSION] = {
		.name = "version", .type = ATTR_STRING, .unit = UNIT_TEXT, .must = true
	},
	[WBTRACE_A_INFO_ABI_VERSION] = {
		.name = "abi_version", .type = ATTR_U32, .unit = UNIT_ID, .must = true
	},
	[WBTRACE_A_INFO_ATTACHED] = {
		.name = "attached", .type = ATTR_U32, .unit = UNIT_BOOL, .must = true
	},
	[WBTRACE_A_INFO_ATTACHED_NS] = {
		.name = "attached_ns", .type = ATTR_UINT, .unit = UNIT_NS
	},
	[WBTRACE_A_INFO_NOW_NS] = { .name = "now_ns", .type = ATTR_UINT, .unit = UNIT_NS },
	[WBTRACE_A_INFO_CLIENTS] = { .name = "clients", .type = ATTR_U32, .unit = UNIT_COUNT },
	[WBTRACE_A_INFO_PAGE_BYTES] = { .name = "page_bytes", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_INFO_EVENTS_GENERATED] = {
		.name = "events_generated", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_INFO_EVENTS_EMITTED] = {
		.name = "events_emitted", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_INFO_EVENTS_LOST] = {
		.name = "events_lost", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_INFO_EVENTS_QUEUED] = {
		.name = "events_queued", .type = ATTR_UINT, .unit = UNIT_COUNT
	},
	[WBTRACE_A_INFO_PROBE] = { .name = "probe", .type = ATTR_LIST, .nest = &attrs_probe },
	[WBTRACE_A_INFO_TABLE] = { .name = "table", .type = ATTR_LIST, .nest = &attrs_table },
	[WBTRACE_A_INFO_RESET_NS] = { .name = "reset_ns", .type = ATTR_UINT, .unit = UNIT_NS },
};

const struct attr_set attrs_info = {
	"info", ARRAY_SIZE(info_attrs) - 1, info_attrs
};

static const struct attr config_attrs[] = {
	[WBTRACE_A_CONFIG_ATTACH] = {
		.name = "attach", .type = ATTR_U32, .unit = UNIT_BOOL, .must = true
	},
	[WBTRACE_A_CONFIG_EVENTS] = {
		.name = "events", .type = ATTR_BITS, .names = event_mask_names
	},
	[WBTRACE_A_CONFIG_EVENTS_ALL] = {
		.name = "events_all", .type = ATTR_BITS, .names = event_mask_names
	},
	[WBTRACE_A_CONFIG_ENABLED] = { .name = "enabled", .type = ATTR_U32, .unit = UNIT_BOOL },
	[WBTRACE_A_CONFIG_WATCH] = { .name = "watch", .type = ATTR_U32, .unit = UNIT_ID },
	[WBTRACE_A_CONFIG_WATCHED_COUNT] = {
		.name = "watched_count", .type = ATTR_U32, .unit = UNIT_COUNT
	},
};

const struct attr_set attrs_config = {
	"config", ARRAY_SIZE(config_attrs) - 1, config_attrs
};
