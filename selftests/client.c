// SPDX-License-Identifier: GPL-2.0-only
/*
 * The libmnl client of the tests: requests, answers checked against the types
 * of the spec, dumps, and events.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client.h"

#define DUMP_TRIES	100

/* What the spec says of an attribute; NONE is one that must not come. */
enum kind { NONE, U32, U64, UINT, SINT, STRING, NEST };

static const __u8 inode_kinds[ROW_ATTRS] = {
	[WBTRACE_A_INODE_DEV] = U32,
	[WBTRACE_A_INODE_INO] = U64,
	[WBTRACE_A_INODE_GENERATION] = U32,
	[WBTRACE_A_INODE_FLAGS] = U32,
	[WBTRACE_A_INODE_FS_TYPE] = STRING,
	[WBTRACE_A_INODE_BDI] = STRING,
	[WBTRACE_A_INODE_CGROUP] = U64,
	[WBTRACE_A_INODE_DIRTIED_BYTES ...
	 WBTRACE_A_INODE_WRITTEN_BYTES] = UINT,
	[WBTRACE_A_INODE_THROTTLE] = NEST,
	[WBTRACE_A_INODE_PASS_COUNT ...
	 WBTRACE_A_INODE_WRITEBACK_NOW_BYTES] = UINT,
	[WBTRACE_A_INODE_PATH] = STRING,
	[WBTRACE_A_INODE_FOLIO_COUNT ...
	 WBTRACE_A_INODE_FOREIGN_BYTES] = UINT,
	[WBTRACE_A_INODE_DEVICE ... WBTRACE_A_INODE_DIRTIER] = NEST,
	[WBTRACE_A_INODE_GIVEN_BACK_BYTES] = UINT,
};

static const __u8 task_kinds[ROW_ATTRS] = {
	[WBTRACE_A_TASK_PID] = U32,
	[WBTRACE_A_TASK_TGID] = U32,
	[WBTRACE_A_TASK_START_NS] = U64,
	[WBTRACE_A_TASK_COMM] = STRING,
	[WBTRACE_A_TASK_FLAGS] = U32,
	[WBTRACE_A_TASK_CGROUP] = U64,
	[WBTRACE_A_TASK_DIRTIED_BYTES] = UINT,
	[WBTRACE_A_TASK_THROTTLE] = NEST,
	[WBTRACE_A_TASK_LIMIT] = NEST,
	[WBTRACE_A_TASK_FIRST_NS ...
	 WBTRACE_A_TASK_THROTTLED_NOW_NS] = UINT,
	[WBTRACE_A_TASK_LEDGER ... WBTRACE_A_TASK_ALLOC] = NEST,
	[WBTRACE_A_TASK_DEVICE_EXACT_BYTES ... WBTRACE_A_TASK_MAX] = UINT,
};

static const __u8 ledger_kinds[ROW_ATTRS] = {
	[WBTRACE_A_LEDGER_SINCE_NS ...
	 WBTRACE_A_LEDGER_UNSTACKED_COUNT] = UINT,
	[WBTRACE_A_LEDGER_PART] = NEST,
};

static const __u8 part_kinds[ROW_ATTRS] = {
	[WBTRACE_A_PART_ACTIVITY] = U32,
	[WBTRACE_A_PART_CPU_NS ... WBTRACE_A_PART_STACKED_NS] = UINT,
};

static const __u8 alloc_kinds[ROW_ATTRS] = {
	[WBTRACE_A_ALLOC_DEV] = U32,
	[WBTRACE_A_ALLOC_INO] = U64,
	[WBTRACE_A_ALLOC_GENERATION] = U32,
	[WBTRACE_A_ALLOC_FLAGS] = U32,
	[WBTRACE_A_ALLOC_FS_TYPE ... WBTRACE_A_ALLOC_PATH] = STRING,
	[WBTRACE_A_ALLOC_REQUEST_COUNT ...
	 WBTRACE_A_ALLOC_INTERLEAVED_COUNT] = UINT,
	[WBTRACE_A_ALLOC_NEIGHBOUR] = NEST,
	[WBTRACE_A_ALLOC_RESERVED_BYTES ...
	 WBTRACE_A_ALLOC_PREALLOCATED_BYTES] = UINT,
};

static const __u8 neighbour_kinds[ROW_ATTRS] = {
	[WBTRACE_A_NEIGHBOUR_INO] = U64,
	[WBTRACE_A_NEIGHBOUR_COUNT] = UINT,
};

static const __u8 device_kinds[ROW_ATTRS] = {
	[WBTRACE_A_DEVICE_DEV] = U32,
	[WBTRACE_A_DEVICE_FLAGS] = U32,
	[WBTRACE_A_DEVICE_NAME] = STRING,
	[WBTRACE_A_DEVICE_PART] = NEST,
	[WBTRACE_A_DEVICE_READ_COUNT ... WBTRACE_A_DEVICE_MAX] = UINT,
};

static const __u8 device_part_kinds[ROW_ATTRS] = {
	[WBTRACE_A_DEVICE_PART_KIND] = U32,
	[WBTRACE_A_DEVICE_PART_WRITE_COUNT ...
	 WBTRACE_A_DEVICE_PART_SERVICE_NS] = UINT,
};

static const __u8 dirtier_kinds[ROW_ATTRS] = {
	[WBTRACE_A_DIRTIER_PID] = U32,
	[WBTRACE_A_DIRTIER_START_NS] = U64,
	[WBTRACE_A_DIRTIER_DIRTIED_BYTES] = UINT,
};

static const __u8 stack_kinds[ROW_ATTRS] = {
	[WBTRACE_A_STACK_FLAGS] = U32,
	[WBTRACE_A_STACK_PID ... WBTRACE_A_STACK_TGID] = U32,
	[WBTRACE_A_STACK_START_NS] = U64,
	[WBTRACE_A_STACK_COMM] = STRING,
	[WBTRACE_A_STACK_ACTIVITY] = U32,
	[WBTRACE_A_STACK_COUNT ... WBTRACE_A_STACK_MAX_NS] = UINT,
	/* Comes once for each frame, as a nest does. */
	[WBTRACE_A_STACK_FRAME] = NEST,
};

static const __u8 wb_kinds[ROW_ATTRS] = {
	[WBTRACE_A_WB_BDI] = STRING,
	[WBTRACE_A_WB_BDI_ID] = U64,
	[WBTRACE_A_WB_CGROUP] = U64,
	[WBTRACE_A_WB_FLAGS] = U32,
	[WBTRACE_A_WB_DIRTIED_BYTES ... WBTRACE_A_WB_WRITTEN_BYTES] = UINT,
	[WBTRACE_A_WB_THROTTLE] = NEST,
	[WBTRACE_A_WB_LIMIT] = NEST,
	[WBTRACE_A_WB_PASS_COUNT ... WBTRACE_A_WB_PASS_NS] = UINT,
	[WBTRACE_A_WB_WORK] = NEST,
	[WBTRACE_A_WB_FIRST_NS ... WBTRACE_A_WB_GIVEN_BACK_BYTES] = UINT,
	[WBTRACE_A_WB_FLUSHER_PID] = U32,
};

static const __u8 sb_kinds[ROW_ATTRS] = {
	[WBTRACE_A_SB_DEV] = U32,
	[WBTRACE_A_SB_FS_TYPE] = STRING,
	[WBTRACE_A_SB_FLAGS] = U32,
	[WBTRACE_A_SB_INODES ... WBTRACE_A_SB_HELD_NS] = UINT,
};

static const __u8 throttle_kinds[ROW_ATTRS] = {
	[WBTRACE_A_THROTTLE_COUNT ... WBTRACE_A_THROTTLE_UNPAIRED_COUNT] = UINT,
	[WBTRACE_A_THROTTLE_SLEPT_HIST] = NEST,
	[WBTRACE_A_THROTTLE_DIRTIED_HIST] = NEST,
	[WBTRACE_A_THROTTLE_BY_LIMIT] = NEST,
	[WBTRACE_A_THROTTLE_NO_WRITEBACK_NS] = UINT,
};

static const __u8 limit_kinds[ROW_ATTRS] = {
	[WBTRACE_A_LIMIT_TIME_NS ...
	 WBTRACE_A_LIMIT_TASK_RATELIMIT_BYTES_PER_S] = UINT,
	[WBTRACE_A_LIMIT_KIND] = U32,
	[WBTRACE_A_LIMIT_POS_RATIO_PPM] = UINT,
};

static const __u8 by_limit_kinds[ROW_ATTRS] = {
	[WBTRACE_A_BY_LIMIT_KIND] = U32,
	[WBTRACE_A_BY_LIMIT_COUNT ... WBTRACE_A_BY_LIMIT_SLEPT_NS] = UINT,
};

static const __u8 bucket_kinds[ROW_ATTRS] = {
	[WBTRACE_A_BUCKET_BELOW ... WBTRACE_A_BUCKET_COUNT] = UINT,
};

static const __u8 work_kinds[ROW_ATTRS] = {
	[WBTRACE_A_WORK_REASON] = STRING,
	[WBTRACE_A_WORK_COUNT ... WBTRACE_A_WORK_TIME_NS] = UINT,
};

static const __u8 info_kinds[ROW_ATTRS] = {
	[WBTRACE_A_INFO_VERSION] = STRING,
	[WBTRACE_A_INFO_ABI_VERSION] = U32,
	[WBTRACE_A_INFO_ATTACHED] = U32,
	[WBTRACE_A_INFO_ATTACHED_NS] = UINT,
	[WBTRACE_A_INFO_NOW_NS] = UINT,
	[WBTRACE_A_INFO_CLIENTS] = U32,
	[WBTRACE_A_INFO_PAGE_BYTES] = U32,
	[WBTRACE_A_INFO_EVENTS_GENERATED ...
	 WBTRACE_A_INFO_EVENTS_QUEUED] = UINT,
	[WBTRACE_A_INFO_PROBE] = NEST,
	[WBTRACE_A_INFO_TABLE] = NEST,
};

static const __u8 probe_kinds[ROW_ATTRS] = {
	[WBTRACE_A_PROBE_NAME] = STRING,
	[WBTRACE_A_PROBE_KIND] = U32,
	[WBTRACE_A_PROBE_STATE] = U32,
	[WBTRACE_A_PROBE_HITS] = UINT,
	[WBTRACE_A_PROBE_MISSED] = UINT,
	[WBTRACE_A_PROBE_ERROR] = U32,
	[WBTRACE_A_PROBE_GIVES] = STRING,
};

static const __u8 table_kinds[ROW_ATTRS] = {
	[WBTRACE_A_TABLE_NAME] = STRING,
	[WBTRACE_A_TABLE_ENTRIES ... WBTRACE_A_TABLE_MEMORY_BYTES] = UINT,
};

static const __u8 config_kinds[ROW_ATTRS] = {
	[WBTRACE_A_CONFIG_ATTACH] = U32,
	[WBTRACE_A_CONFIG_EVENTS] = U32,
	[WBTRACE_A_CONFIG_EVENTS_ALL] = U32,
	[WBTRACE_A_CONFIG_ENABLED] = U32,
	[WBTRACE_A_CONFIG_WATCHED_COUNT] = U32,
};

static const __u8 record_kinds[ROW_ATTRS] = {
	[WBTRACE_A_RECORD_KIND] = U32,
	[WBTRACE_A_RECORD_TIME_NS] = UINT,
	[WBTRACE_A_RECORD_SEQ] = UINT,
	[WBTRACE_A_RECORD_PID] = U32,
	[WBTRACE_A_RECORD_COMM] = STRING,
	[WBTRACE_A_RECORD_BDI] = STRING,
	[WBTRACE_A_RECORD_CGROUP] = U64,
	[WBTRACE_A_RECORD_DEV] = U32,
	[WBTRACE_A_RECORD_INO] = U64,
	[WBTRACE_A_RECORD_PAUSE_NS] = SINT,
	[WBTRACE_A_RECORD_DIRTIED_BYTES] = UINT,
	[WBTRACE_A_RECORD_LIMIT] = NEST,
	[WBTRACE_A_RECORD_DURATION_NS] = UINT,
	[WBTRACE_A_RECORD_BYTES] = UINT,
	[WBTRACE_A_RECORD_REASON] = STRING,
};

static bool kind_fits(__u8 kind, const struct nlattr *attr)
{
	__u16 len = mnl_attr_get_payload_len(attr);
	const char *text = mnl_attr_get_payload(attr);

	switch (kind) {
	case U32:
		return len == sizeof(__u32);
	case U64:
		return len == sizeof(__u64);
	case UINT:
	case SINT:
		return len == sizeof(__u32) || len == sizeof(__u64);
	case STRING:
		return len > 0 && strnlen(text, len) == len - 1U;
	case NEST:
		return true;
	}
	return false;
}

int client_unknown_attr;

/* Checks the type of an attribute and, if it is a number, stores it. */
static int take(const struct nlattr *attr, const __u8 *kinds,
		__u64 *have, __u64 *v)
{
	__u16 type = mnl_attr_get_type(attr);
	__u32 low;

	if (type >= ROW_ATTRS || kinds[type] == NONE) {
		client_unknown_attr = type;
		return 0;
	}
	if (!kind_fits(kinds[type], attr)) {
		fprintf(stderr, "# attribute %u of kind %u has %u bytes\n",
			type, kinds[type], mnl_attr_get_payload_len(attr));
		return -EBADMSG;
	}
	if (kinds[type] != NEST && *have & 1ULL << type)
		return -EBADMSG;
	*have |= 1ULL << type;
	if (kinds[type] == STRING || kinds[type] == NEST)
		return 0;
	if (mnl_attr_get_payload_len(attr) == sizeof(__u64)) {
		memcpy(&v[type], mnl_attr_get_payload(attr), sizeof(*v));
		return 0;
	}
	memcpy(&low, mnl_attr_get_payload(attr), sizeof(low));
	v[type] = kinds[type] == SINT ? (__u64)(__s64)(__s32)low : low;
	return 0;
}

static void copy(char *to, size_t size, const struct nlattr *attr)
{
	snprintf(to, size, "%s", mnl_attr_get_str(attr));
}

static int take_hist(const struct nlattr *nest, __u64 *count)
{
	__u64 v[ROW_ATTRS] = { 0 };
	const struct nlattr *attr;
	__u64 have = 0;
	int err;

	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, bucket_kinds, &have, v);
		if (err)
			return err;
	}
	if (v[WBTRACE_A_BUCKET_BELOW] & (v[WBTRACE_A_BUCKET_BELOW] - 1))
		return -EBADMSG;
	*count += v[WBTRACE_A_BUCKET_COUNT];
	return 0;
}

static int take_by_limit(const struct nlattr *nest, struct row *row)
{
	__u64 v[ROW_ATTRS] = { 0 };
	const struct nlattr *attr;
	__u64 have = 0;
	int err;

	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, by_limit_kinds, &have, v);
		if (err)
			return err;
	}
	if (v[WBTRACE_A_BY_LIMIT_KIND] > WBTRACE_LIMIT_KIND_MEMCG)
		return -EBADMSG;
	row->by_limit_count += v[WBTRACE_A_BY_LIMIT_COUNT];
	row->by_limit_slept_ns += v[WBTRACE_A_BY_LIMIT_SLEPT_NS];
	return 0;
}

static int take_throttle(const struct nlattr *nest, struct row *row)
{
	const struct nlattr *attr;
	int err;

	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, throttle_kinds, &row->throttle_have,
			   row->throttle);
		if (err)
			return err;
		if (mnl_attr_get_type(attr) == WBTRACE_A_THROTTLE_SLEPT_HIST)
			err = take_hist(attr, &row->slept_hist_count);
		if (mnl_attr_get_type(attr) == WBTRACE_A_THROTTLE_DIRTIED_HIST)
			err = take_hist(attr, &row->dirtied_hist_count);
		if (mnl_attr_get_type(attr) == WBTRACE_A_THROTTLE_BY_LIMIT)
			err = take_by_limit(attr, row);
		if (err)
			return err;
	}
	return 0;
}

static int take_limit(const struct nlattr *nest, __u64 *have, __u64 *v)
{
	const struct nlattr *attr;
	int err;

	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, limit_kinds, have, v);
		if (err)
			return err;
	}
	return 0;
}

static int take_work(const struct nlattr *nest, struct row *row)
{
	struct work *work = &row->work[row->works];
	__u64 v[ROW_ATTRS] = { 0 };
	const struct nlattr *attr;
	__u64 have = 0;
	int err;

	if (row->works == WORKS)
		return -EBADMSG;
	row->works++;
	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, work_kinds, &have, v);
		if (err)
			return err;
		if (mnl_attr_get_type(attr) == WBTRACE_A_WORK_REASON)
			copy(work->reason, sizeof(work->reason), attr);
	}
	work->count = v[WBTRACE_A_WORK_COUNT];
	work->bytes = v[WBTRACE_A_WORK_BYTES];
	work->time_ns = v[WBTRACE_A_WORK_TIME_NS];
	return 0;
}

static int take_part(const struct nlattr *nest, const __u8 *kinds,
		     struct part *parts, unsigned int *count)
{
	struct part *part = &parts[*count];
	const struct nlattr *attr;
	int err;

	if (*count == PARTS)
		return -EBADMSG;
	(*count)++;
	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, kinds, &part->have, part->v);
		if (err)
			return err;
	}
	return 0;
}

static int take_ledger(const struct nlattr *nest, struct row *row)
{
	const struct nlattr *attr;
	int err = 0;

	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, ledger_kinds, &row->ledger_have, row->ledger);
		if (!err && mnl_attr_get_type(attr) == WBTRACE_A_LEDGER_PART)
			err = take_part(attr, part_kinds, row->part,
					&row->parts);
		if (err)
			break;
	}
	return err;
}

static int take_alloc(const struct nlattr *nest, struct row *row)
{
	const struct nlattr *attr;
	int err = 0;

	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, alloc_kinds, &row->alloc_have, row->alloc);
		if (err)
			break;
	}
	return err;
}

static int take_io(const struct nlattr *nest, struct row *row)
{
	__u64 v[ROW_ATTRS] = { 0 };
	const struct nlattr *attr;
	struct io *io;
	__u64 have = 0;
	int err;

	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, device_part_kinds, &have, v);
		if (err)
			return err;
	}
	if (v[WBTRACE_A_DEVICE_PART_KIND] >= IO_KINDS)
		return -EBADMSG;
	io = &row->io[v[WBTRACE_A_DEVICE_PART_KIND]];
	if (io->have)
		return -EBADMSG;
	io->have = have;
	io->count = v[WBTRACE_A_DEVICE_PART_WRITE_COUNT];
	io->bytes = v[WBTRACE_A_DEVICE_PART_WRITE_BYTES];
	io->queue_ns = v[WBTRACE_A_DEVICE_PART_QUEUE_NS];
	io->service_ns = v[WBTRACE_A_DEVICE_PART_SERVICE_NS];
	return 0;
}

static int take_dirtier(const struct nlattr *nest, struct row *row)
{
	struct dirtier *dirtier = &row->dirtier[row->dirtiers];
	__u64 v[ROW_ATTRS] = { 0 };
	const struct nlattr *attr;
	__u64 have = 0;
	int err;

	if (row->dirtiers == DIRTIERS)
		return -EBADMSG;
	row->dirtiers++;
	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, dirtier_kinds, &have, v);
		if (err)
			return err;
	}
	dirtier->pid = v[WBTRACE_A_DIRTIER_PID];
	dirtier->start_ns = v[WBTRACE_A_DIRTIER_START_NS];
	dirtier->bytes = v[WBTRACE_A_DIRTIER_DIRTIED_BYTES];
	return 0;
}

static int row_inode(const struct nlattr *attr, struct row *row)
{
	switch (mnl_attr_get_type(attr)) {
	case WBTRACE_A_INODE_FS_TYPE:
		copy(row->fs, sizeof(row->fs), attr);
		break;
	case WBTRACE_A_INODE_BDI:
		copy(row->name, sizeof(row->name), attr);
		break;
	case WBTRACE_A_INODE_PATH:
		copy(row->path, sizeof(row->path), attr);
		break;
	case WBTRACE_A_INODE_THROTTLE:
		return take_throttle(attr, row);
	case WBTRACE_A_INODE_DEVICE:
		return take_io(attr, row);
	case WBTRACE_A_INODE_DIRTIER:
		return take_dirtier(attr, row);
	}
	return 0;
}

static int row_task(const struct nlattr *attr, struct row *row)
{
	switch (mnl_attr_get_type(attr)) {
	case WBTRACE_A_TASK_COMM:
		copy(row->name, sizeof(row->name), attr);
		break;
	case WBTRACE_A_TASK_THROTTLE:
		return take_throttle(attr, row);
	case WBTRACE_A_TASK_LIMIT:
		return take_limit(attr, &row->limit_have, row->limit);
	case WBTRACE_A_TASK_LEDGER:
		return take_ledger(attr, row);
	case WBTRACE_A_TASK_ALLOC:
		return take_alloc(attr, row);
	}
	return 0;
}

static int row_wb(const struct nlattr *attr, struct row *row)
{
	switch (mnl_attr_get_type(attr)) {
	case WBTRACE_A_WB_BDI:
		copy(row->name, sizeof(row->name), attr);
		break;
	case WBTRACE_A_WB_THROTTLE:
		return take_throttle(attr, row);
	case WBTRACE_A_WB_LIMIT:
		return take_limit(attr, &row->limit_have, row->limit);
	case WBTRACE_A_WB_WORK:
		return take_work(attr, row);
	}
	return 0;
}

static int row_sb(const struct nlattr *attr, struct row *row)
{
	if (mnl_attr_get_type(attr) == WBTRACE_A_SB_FS_TYPE)
		copy(row->fs, sizeof(row->fs), attr);
	return 0;
}

static int row_alloc(const struct nlattr *attr, struct row *row)
{
	switch (mnl_attr_get_type(attr)) {
	case WBTRACE_A_ALLOC_FS_TYPE:
		copy(row->fs, sizeof(row->fs), attr);
		break;
	case WBTRACE_A_ALLOC_PATH:
		copy(row->path, sizeof(row->path), attr);
		break;
	case WBTRACE_A_ALLOC_NEIGHBOUR:
		return take_part(attr, neighbour_kinds, row->part,
				 &row->parts);
	}
	return 0;
}

static int row_stack(const struct nlattr *attr, struct row *row)
{
	switch (mnl_attr_get_type(attr)) {
	case WBTRACE_A_STACK_COMM:
		copy(row->name, sizeof(row->name), attr);
		break;
	case WBTRACE_A_STACK_FRAME:
		if (row->frames == FRAMES || !kind_fits(STRING, attr))
			return -EBADMSG;
		copy(row->frame[row->frames], sizeof(row->frame[0]), attr);
		row->frames++;
		break;
	}
	return 0;
}

static int row_device(const struct nlattr *attr, struct row *row)
{
	switch (mnl_attr_get_type(attr)) {
	case WBTRACE_A_DEVICE_NAME:
		copy(row->name, sizeof(row->name), attr);
		break;
	case WBTRACE_A_DEVICE_PART:
		return take_io(attr, row);
	}
	return 0;
}

static const struct {
	const __u8 *kinds;
	int (*take)(const struct nlattr *attr, struct row *row);
} sets[] = {
	[WBTRACE_CMD_INODE] = { inode_kinds, row_inode },
	[WBTRACE_CMD_TASK] = { task_kinds, row_task },
	[WBTRACE_CMD_WB] = { wb_kinds, row_wb },
	[WBTRACE_CMD_SB] = { sb_kinds, row_sb },
	[WBTRACE_CMD_ALLOC] = { alloc_kinds, row_alloc },
	[WBTRACE_CMD_STACK] = { stack_kinds, row_stack },
	[WBTRACE_CMD_DEVICE] = { device_kinds, row_device },
};

int client_parse_row(const struct nlmsghdr *nlh, struct row *row)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;
	int err;

	memset(row, 0, sizeof(*row));
	if (genl->cmd > WBTRACE_CMD_DEVICE || !sets[genl->cmd].kinds)
		return -EBADMSG;
	mnl_attr_for_each(attr, nlh, sizeof(*genl)) {
		err = take(attr, sets[genl->cmd].kinds, &row->have, row->v);
		if (!err)
			err = sets[genl->cmd].take(attr, row);
		if (err)
			return err;
	}
	return 0;
}

struct nlmsghdr *client_request(struct client *c, void *buf, __u8 cmd)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = c->family;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
	nlh->nlmsg_seq = ++c->seq;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = cmd;
	genl->version = WBTRACE_FAMILY_VERSION;
	return nlh;
}

int client_send(struct client *c, struct nlmsghdr *nlh)
{
	c->extack[0] = '\0';
	c->interrupted = false;
	if (mnl_socket_sendto(c->nl, nlh, nlh->nlmsg_len) < 0)
		return -errno;
	return 0;
}

static void take_extack(struct client *c, const struct nlmsghdr *nlh,
			size_t offset)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, offset)
		if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
			copy(c->extack, sizeof(c->extack), attr);
}

static int take_error(struct client *c, const struct nlmsghdr *nlh)
{
	const struct nlmsgerr *err = mnl_nlmsg_get_payload(nlh);
	size_t offset = sizeof(*err);

	if (!(nlh->nlmsg_flags & NLM_F_CAPPED))
		offset += err->msg.nlmsg_len - sizeof(struct nlmsghdr);
	if (nlh->nlmsg_flags & NLM_F_ACK_TLVS)
		take_extack(c, nlh, offset);
	return err->error;
}

/* What a message asks of the loop that reads: to go on, or to end so. */
#define GO_ON	1

static int take_message(struct client *c, const struct nlmsghdr *nlh,
			message_fn fn, void *data)
{
	int err;

	if (nlh->nlmsg_seq != c->seq)
		return GO_ON;
	if (nlh->nlmsg_flags & NLM_F_DUMP_INTR)
		c->interrupted = true;
	switch (nlh->nlmsg_type) {
	case NLMSG_ERROR:
		return take_error(c, nlh);
	case NLMSG_DONE:
		memcpy(&err, mnl_nlmsg_get_payload(nlh), sizeof(err));
		if (err < 0 && nlh->nlmsg_flags & NLM_F_ACK_TLVS)
			take_extack(c, nlh, sizeof(err));
		return err;
	}
	err = fn ? fn(nlh, data) : 0;
	return err ? err : GO_ON;
}

static int read_answer(struct client *c, message_fn fn, void *data)
{
	const struct nlmsghdr *nlh;
	ssize_t got;
	int len;
	int err;

	for (;;) {
		got = mnl_socket_recvfrom(c->nl, c->buf, sizeof(c->buf));
		if (got < 0)
			return -errno;
		len = got;
		nlh = (void *)c->buf;
		for (; mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len)) {
			err = take_message(c, nlh, fn, data);
			if (err != GO_ON)
				return err;
		}
	}
}

int client_talk(struct client *c, struct nlmsghdr *nlh, message_fn fn,
		void *data)
{
	int err = client_send(c, nlh);

	return err ? err : read_answer(c, fn, data);
}

static int take_group(const struct nlattr *groups, struct client *c)
{
	const struct nlattr *group, *attr;
	const char *name;
	__u32 id;

	mnl_attr_for_each_nested(group, groups) {
		name = "";
		id = 0;
		mnl_attr_for_each_nested(attr, group) {
			if (mnl_attr_get_type(attr) == CTRL_ATTR_MCAST_GRP_NAME)
				name = mnl_attr_get_str(attr);
			if (mnl_attr_get_type(attr) == CTRL_ATTR_MCAST_GRP_ID)
				id = mnl_attr_get_u32(attr);
		}
		if (!strcmp(name, WBTRACE_MCGRP_EVENTS))
			c->group = id;
	}
	return 0;
}

static int take_family(const struct nlmsghdr *nlh, void *data)
{
	struct client *c = data;
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_ID)
			c->family = mnl_attr_get_u16(attr);
		if (mnl_attr_get_type(attr) == CTRL_ATTR_MCAST_GROUPS)
			take_group(attr, c);
	}
	return 0;
}

static int resolve(struct client *c)
{
	char buf[256];
	struct nlmsghdr *nlh;
	int err;

	c->family = GENL_ID_CTRL;
	nlh = client_request(c, buf, CTRL_CMD_GETFAMILY);
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, WBTRACE_FAMILY_NAME);
	err = client_talk(c, nlh, take_family, c);
	if (!err && (c->family == GENL_ID_CTRL || !c->group))
		err = -ENOENT;
	return err;
}

int client_open(struct client *c)
{
	int one = 1;
	int err;

	memset(c, 0, offsetof(struct client, buf));
	c->nl = mnl_socket_open2(NETLINK_GENERIC, SOCK_CLOEXEC);
	if (!c->nl)
		return -errno;
	if (mnl_socket_bind(c->nl, 0, MNL_SOCKET_AUTOPID) < 0)
		goto err_close;
	mnl_socket_setsockopt(c->nl, NETLINK_EXT_ACK, &one, sizeof(one));
	mnl_socket_setsockopt(c->nl, NETLINK_CAP_ACK, &one, sizeof(one));
	err = resolve(c);
	if (!err)
		return 0;
	errno = -err;
err_close:
	err = -errno;
	client_close(c);
	return err;
}

void client_close(struct client *c)
{
	if (c->nl)
		mnl_socket_close(c->nl);
	c->nl = NULL;
}

int client_join(struct client *c)
{
	int group = c->group;

	if (mnl_socket_setsockopt(c->nl, NETLINK_ADD_MEMBERSHIP, &group,
				  sizeof(group)) < 0)
		return -errno;
	return 0;
}

void client_put_query(struct nlmsghdr *nlh, __u8 cmd,
		      const struct query *q)
{
	static const __u16 nest_attr[] = {
		[WBTRACE_CMD_INODE] = WBTRACE_A_INODE_QUERY,
		[WBTRACE_CMD_TASK] = WBTRACE_A_TASK_QUERY,
		[WBTRACE_CMD_WB] = WBTRACE_A_WB_QUERY,
		[WBTRACE_CMD_SB] = WBTRACE_A_SB_QUERY,
		[WBTRACE_CMD_ALLOC] = WBTRACE_A_ALLOC_QUERY,
		[WBTRACE_CMD_STACK] = WBTRACE_A_STACK_QUERY,
		[WBTRACE_CMD_DEVICE] = WBTRACE_A_DEVICE_QUERY,
	};
	struct nlattr *nest;

	if (!q)
		return;
	nest = mnl_attr_nest_start(nlh, nest_attr[cmd]);
	if (q->dev)
		mnl_attr_put_u32(nlh, WBTRACE_A_QUERY_DEV, q->dev);
	if (q->ino)
		mnl_attr_put_u64(nlh, WBTRACE_A_QUERY_INO, q->ino);
	if (q->pid)
		mnl_attr_put_u32(nlh, WBTRACE_A_QUERY_PID, q->pid);
	if (q->tgid)
		mnl_attr_put_u32(nlh, WBTRACE_A_QUERY_TGID, q->tgid);
	if (q->cgroup)
		mnl_attr_put_u64(nlh, WBTRACE_A_QUERY_CGROUP, q->cgroup);
	if (q->bdi)
		mnl_attr_put_strz(nlh, WBTRACE_A_QUERY_BDI, q->bdi);
	if (q->top) {
		mnl_attr_put_u32(nlh, WBTRACE_A_QUERY_TOP, q->top);
		mnl_attr_put_u32(nlh, WBTRACE_A_QUERY_BY, q->by);
	}
	if (q->count_pages)
		mnl_attr_put(nlh, WBTRACE_A_QUERY_COUNT_PAGES, 0, NULL);
	if (q->paths)
		mnl_attr_put(nlh, WBTRACE_A_QUERY_PATHS, 0, NULL);
	if (q->watched)
		mnl_attr_put(nlh, WBTRACE_A_QUERY_WATCHED, 0, NULL);
	mnl_attr_nest_end(nlh, nest);
}

static int take_one(const struct nlmsghdr *nlh, void *data)
{
	return client_parse_row(nlh, data);
}

int client_get(struct client *c, __u8 cmd, const struct query *q,
	       struct row *row)
{
	struct nlmsghdr *nlh;
	char buf[512];

	nlh = client_request(c, buf, cmd);
	client_put_query(nlh, cmd, q);
	return client_talk(c, nlh, take_one, row);
}

static int take_row(const struct nlmsghdr *nlh, void *data)
{
	struct rows *rows = data;
	struct row *more;

	if (rows->n == rows->room) {
		rows->room = rows->room ? 2 * rows->room : 64;
		more = realloc(rows->row, rows->room * sizeof(*more));
		if (!more)
			return -ENOMEM;
		rows->row = more;
	}
	return client_parse_row(nlh, &rows->row[rows->n++]);
}

/* -EINTR when the kernel says that the rows are not from one state. */
int client_dump_once(struct client *c, __u8 cmd, const struct query *q,
		     struct rows *rows)
{
	struct nlmsghdr *nlh;
	char buf[512];
	int err;

	rows->n = 0;
	nlh = client_request(c, buf, cmd);
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	client_put_query(nlh, cmd, q);
	err = client_talk(c, nlh, take_row, rows);
	if (!err && c->interrupted)
		err = -EINTR;
	return err;
}

int client_dump(struct client *c, __u8 cmd, const struct query *q,
		struct rows *rows)
{
	int tries = DUMP_TRIES;
	int err;

	do {
		err = client_dump_once(c, cmd, q, rows);
	} while (err == -EINTR && --tries);
	return err;
}

static int take_named(const struct nlattr *nest, const __u8 *kinds,
		      struct row *row)
{
	const struct nlattr *attr;
	int err;

	memset(row, 0, sizeof(*row));
	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, kinds, &row->have, row->v);
		if (err)
			return err;
		if (mnl_attr_get_type(attr) == WBTRACE_A_PROBE_NAME)
			copy(row->name, sizeof(row->name), attr);
		else if (kinds[mnl_attr_get_type(attr)] == STRING)
			copy(row->gives, sizeof(row->gives), attr);
	}
	return 0;
}

static int take_info(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;
	struct info *info = data;
	int err;

	memset(info, 0, sizeof(*info));
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr)) {
		err = take(attr, info_kinds, &info->head.have, info->head.v);
		if (err)
			return err;
		switch (mnl_attr_get_type(attr)) {
		case WBTRACE_A_INFO_VERSION:
			copy(info->head.name, sizeof(info->head.name), attr);
			break;
		case WBTRACE_A_INFO_PROBE:
			if (info->probes == PROBES)
				return -EBADMSG;
			err = take_named(attr, probe_kinds,
					 &info->probe[info->probes++]);
			break;
		case WBTRACE_A_INFO_TABLE:
			if (info->tables == TABLES)
				return -EBADMSG;
			err = take_named(attr, table_kinds,
					 &info->table[info->tables++]);
			break;
		}
		if (err)
			return err;
	}
	return 0;
}

int client_info(struct client *c, struct info *info)
{
	struct nlmsghdr *nlh;
	char buf[64];

	nlh = client_request(c, buf, WBTRACE_CMD_INFO);
	return client_talk(c, nlh, take_info, info);
}

static int take_config(const struct nlmsghdr *nlh, void *data)
{
	struct config *config = data;
	__u64 v[ROW_ATTRS] = { 0 };
	const struct nlattr *attr;
	unsigned int i;
	int err;

	if (!config)
		return 0;
	config->have = 0;
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr)) {
		err = take(attr, config_kinds, &config->have, v);
		if (err)
			return err;
	}
	for (i = 0; i < ROW_ATTRS; i++)
		config->v[i] = v[i];
	return 0;
}

/* A negative attach or events leaves the attribute out. */
int client_config(struct client *c, int attach, int events,
		  struct config *config)
{
	struct nlmsghdr *nlh;
	char buf[128];

	nlh = client_request(c, buf, WBTRACE_CMD_CONFIG);
	if (attach >= 0)
		mnl_attr_put_u32(nlh, WBTRACE_A_CONFIG_ATTACH, attach);
	if (events >= 0)
		mnl_attr_put_u32(nlh, WBTRACE_A_CONFIG_EVENTS, events);
	return client_talk(c, nlh, take_config, config);
}

/* Watch a process, and all that it forks, as long as the socket is open. */
int client_watch(struct client *c, pid_t pid, struct config *config)
{
	struct nlmsghdr *nlh;
	char buf[128];

	nlh = client_request(c, buf, WBTRACE_CMD_CONFIG);
	mnl_attr_put_u32(nlh, WBTRACE_A_CONFIG_WATCH, pid);
	return client_talk(c, nlh, take_config, config);
}

int client_reset(struct client *c, __u32 tables)
{
	struct nlmsghdr *nlh;
	char buf[64];

	nlh = client_request(c, buf, WBTRACE_CMD_RESET);
	if (tables)
		mnl_attr_put_u32(nlh, WBTRACE_A_RESET_TABLES, tables);
	return client_talk(c, nlh, NULL, NULL);
}

static int take_record(const struct nlattr *nest, struct record *record)
{
	__u64 limit[ROW_ATTRS];
	const struct nlattr *attr;
	int err;

	memset(record, 0, sizeof(*record));
	mnl_attr_for_each_nested(attr, nest) {
		err = take(attr, record_kinds, &record->have, record->v);
		if (err)
			return err;
		switch (mnl_attr_get_type(attr)) {
		case WBTRACE_A_RECORD_COMM:
			copy(record->comm, sizeof(record->comm), attr);
			break;
		case WBTRACE_A_RECORD_BDI:
			copy(record->bdi, sizeof(record->bdi), attr);
			break;
		case WBTRACE_A_RECORD_REASON:
			copy(record->reason, sizeof(record->reason), attr);
			break;
		case WBTRACE_A_RECORD_LIMIT:
			err = take_limit(attr, &record->limit_have, limit);
			break;
		}
		if (err)
			return err;
	}
	return 0;
}

static int take_event(const struct nlmsghdr *nlh, record_fn fn, void *data)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;
	struct record record;
	int err;

	if (genl->cmd != WBTRACE_CMD_EVENT)
		return -EBADMSG;
	mnl_attr_for_each(attr, nlh, sizeof(*genl)) {
		if (mnl_attr_get_type(attr) != WBTRACE_A_EVENT_RECORD)
			continue;
		err = take_record(attr, &record);
		if (!err)
			err = fn(&record, data);
		if (err)
			return err;
	}
	return 0;
}

/* Reads one datagram of events; flags are those of recv(2). */
int client_events(struct client *c, int flags, record_fn fn, void *data)
{
	const struct nlmsghdr *nlh = (void *)c->buf;
	ssize_t got;
	int len;
	int err;

	got = recv(mnl_socket_get_fd(c->nl), c->buf, sizeof(c->buf),
		   flags | MSG_TRUNC);
	if (got < 0)
		return -errno;
	if ((size_t)got > sizeof(c->buf))
		return -EMSGSIZE;
	len = got;
	for (; mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len)) {
		err = take_event(nlh, fn, data);
		if (err)
			return err;
	}
	return 0;
}

void rows_free(struct rows *rows)
{
	free(rows->row);
	memset(rows, 0, sizeof(*rows));
}

__u64 rows_sum(const struct rows *rows, unsigned int attr)
{
	__u64 sum = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		sum += rows->row[i].v[attr];
	return sum;
}

__u64 rows_sum_io(const struct rows *rows, unsigned int kind)
{
	__u64 sum = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		sum += rows->row[i].io[kind].bytes;
	return sum;
}

__u64 rows_sum_throttle(const struct rows *rows, unsigned int attr)
{
	__u64 sum = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		sum += rows->row[i].throttle[attr];
	return sum;
}

/* The first row that is not an evicted one and has this value. */
const struct row *rows_find(const struct rows *rows, unsigned int attr,
			    __u64 value)
{
	size_t i;

	for (i = 0; i < rows->n; i++)
		if (row_has(&rows->row[i], attr) &&
		    rows->row[i].v[attr] == value)
			return &rows->row[i];
	return NULL;
}

/* A negative kind is any. */
const struct row *info_probe(const struct info *info, const char *name,
			     int kind)
{
	unsigned int i;

	for (i = 0; i < info->probes; i++)
		if (!strcmp(info->probe[i].name, name) &&
		    (kind < 0 ||
		     info->probe[i].v[WBTRACE_A_PROBE_KIND] == (__u64)kind))
			return &info->probe[i];
	return NULL;
}

const struct row *info_table(const struct info *info, const char *name)
{
	unsigned int i;

	for (i = 0; i < info->tables; i++)
		if (!strcmp(info->table[i].name, name))
			return &info->table[i];
	return NULL;
}
