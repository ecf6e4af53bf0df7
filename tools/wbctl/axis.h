/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Axes of a sweep: what varies, its values, and the cells that they span. */
#ifndef WBCTL_AXIS_H
#define WBCTL_AXIS_H

#include "dirty_limits.h"
#include "wbctl.h"

#define AXIS_VALUES 32
#define AXIS_VALUE_LEN 32
#define AXIS_CELLS_MAX 4000

/**
 * enum axis_id - the axes, in the order in which a cell is set up
 * @AXIS_STRIPE: Width of the stripes over --devices.
 * @AXIS_FS: File system.
 * @AXIS_SCHEDULER: I/O scheduler of the disks.
 * @AXIS_WBT: Their wbt_lat_usec.
 * @AXIS_NR_REQUESTS: Their nr_requests.
 * @AXIS_READ_AHEAD: read_ahead_kb of the bdi.
 * @AXIS_BDI_STRICT: Its strict_limit.
 * @AXIS_BDI_MIN_RATIO: Its min_ratio.
 * @AXIS_BDI_MAX_RATIO: Its max_ratio.
 * @AXIS_RATIO: Pairs of vm.dirty_ratio and vm.dirty_background_ratio.
 * @AXIS_DIRTY_BYTES: Pairs of vm.dirty_bytes and vm.dirty_background_bytes.
 * @AXIS_EXPIRE: vm.dirty_expire_centisecs.
 * @AXIS_WRITEBACK: vm.dirty_writeback_centisecs.
 * @AXIS_PROFILE: --profile of the run.
 * @AXIS_WRITERS: --writers of the run.
 * @AXIS_BS: --bs of the run.
 * @AXIS_COUNT: How many there are.
 */
enum axis_id {
	AXIS_STRIPE,
	AXIS_FS,
	AXIS_SCHEDULER,
	AXIS_WBT,
	AXIS_NR_REQUESTS,
	AXIS_READ_AHEAD,
	AXIS_BDI_STRICT,
	AXIS_BDI_MIN_RATIO,
	AXIS_BDI_MAX_RATIO,
	AXIS_RATIO,
	AXIS_DIRTY_BYTES,
	AXIS_EXPIRE,
	AXIS_WRITEBACK,
	AXIS_PROFILE,
	AXIS_WRITERS,
	AXIS_BS,
	AXIS_COUNT,
};

/**
 * enum axis_target - what an axis changes
 * @TARGET_STRIPE: The dm device.
 * @TARGET_FS: The file system.
 * @TARGET_QUEUE: @file of the request queue of each disk.
 * @TARGET_BDI: @file of the bdi.
 * @TARGET_LIMITS: The dirty limits.
 * @TARGET_VM: @file below /proc/sys/vm.
 * @TARGET_RUN: An option of the run.
 */
enum axis_target {
	TARGET_STRIPE,
	TARGET_FS,
	TARGET_QUEUE,
	TARGET_BDI,
	TARGET_LIMITS,
	TARGET_VM,
	TARGET_RUN,
};

/**
 * struct axis_kind - what there is to know about an axis
 * @option: Its option of `wbctl sweep`, and of the run for TARGET_RUN.
 * @key: Its name in JSON and in the table.
 * @target: What it changes.
 * @file: The file, where there is one.
 * @wants: What a value is.
 */
struct axis_kind {
	const char *option;
	const char *key;
	enum axis_target target;
	const char *file;
	const char *wants;
};

extern const struct axis_kind axis_kinds[AXIS_COUNT];

/**
 * struct axis - an axis of this sweep
 * @id: Which.
 * @count: How many values.
 * @value: The values, as they were given.
 */
struct axis {
	enum axis_id id;
	size_t count;
	char value[AXIS_VALUES][AXIS_VALUE_LEN];
};

/**
 * struct axes - all axes of this sweep, in the order of enum axis_id
 * @count: How many.
 * @axis: The axes.
 */
struct axes {
	size_t count;
	struct axis axis[AXIS_COUNT];
};

/**
 * axis_parse() - take a list of values apart
 * @axes: Gets one more axis.
 * @id: Which.
 * @list: Its values, with commas between them.
 *
 * Return: WBCTL_OK or WBCTL_USAGE; what is wrong has been said.
 */
int axis_parse(struct axes *axes, enum axis_id id, const char *list);

/**
 * axis_find() - an axis of this sweep
 * @axes: The axes.
 * @id: Which.
 *
 * Return: The axis, NULL when it does not vary.
 */
const struct axis *axis_find(const struct axes *axes, enum axis_id id);

/**
 * axes_cells() - how many cells the axes span
 * @axes: The axes.
 *
 * Return: The product of their numbers of values.
 */
size_t axes_cells(const struct axes *axes);

/**
 * axes_value() - an axis's value in a cell
 * @axes: The axes.
 * @cell: The cell; the last axis varies fastest.
 * @i: Which of the axes.
 *
 * Return: The value.
 */
const char *axes_value(const struct axes *axes, size_t cell, size_t i);

/**
 * axes_cell_value() - an axis's value in a cell
 * @axes: The axes.
 * @cell: The cell.
 * @id: Which axis.
 *
 * Return: The value, NULL when this axis does not vary.
 */
const char *axes_cell_value(const struct axes *axes, size_t cell, enum axis_id id);

/**
 * axes_label() - a cell in words
 * @axes: The axes.
 * @cell: The cell.
 * @buf: Where they go.
 * @size: Its size.
 *
 * Return: @buf: "ratio 10:5, fs ext4".
 */
const char *axes_label(const struct axes *axes, size_t cell, char *buf, size_t size);

/**
 * axis_limits() - the dirty limits that a value means
 * @id: AXIS_RATIO or AXIS_DIRTY_BYTES.
 * @value: DIRTY:BACKGROUND.
 * @l: Where they go.
 *
 * Return: 0, or -EINVAL, -ERANGE when they are no such pair, -EDOM when the
 * background limit is not the lower one.
 */
int axis_limits(enum axis_id id, const char *value, struct limits *l);

#endif /* WBCTL_AXIS_H */
