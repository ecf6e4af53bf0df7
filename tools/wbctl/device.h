/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What block devices took. */
#ifndef WBCTL_DEVICE_H
#define WBCTL_DEVICE_H

#include "mount.h"

/**
 * struct device - a block device of the run
 * @dev: Its number, major << 20 | minor.
 * @slave: It carries another device of the list (dm, md): its bytes are
 *	those of the other one again, and no part of the sums.
 * @start_bytes: What it had taken when the run began.
 * @now_bytes: At the last sample.
 * @end_bytes: When the last writer was done.
 * @drained_bytes: After the drain.
 * @start_ticks_ns: How long requests were queued or in the driver, by the
 *	kernel's account (io_ticks), when the run began.
 * @end_ticks_ns: When the last writer was done.
 * @wbt_lat_ns: The latency that blk-wbt aims at, unknown: the queue has none, or it
 *	is off.
 */
struct device {
	uint32_t dev;
	bool slave;
	struct fig start_bytes;
	struct fig now_bytes;
	struct fig end_bytes;
	struct fig drained_bytes;
	struct fig start_ticks_ns;
	struct fig end_ticks_ns;
	struct fig wbt_lat_ns;
};

/**
 * struct devices - the block devices of the run
 * @count: How many.
 * @d: The devices, each once.
 */
struct devices {
	size_t count;
	struct device d[64];
};

/**
 * devices_add() - add the devices under a file system, and their slaves
 * @all: The list.
 * @m: The file system's mount.
 */
void devices_add(struct devices *all, const struct mount *m);

/**
 * device_written() - what a device took since it exists
 * @dev: Its number.
 *
 * Return: Bytes, from the sectors written in /sys/dev/block/MAJOR:MINOR/stat;
 * unknown when there is no such file.
 */
struct fig device_written(uint32_t dev);

/**
 * devices_read() - read all devices' figures
 * @all: The list.
 * @at: Offset of the struct fig in struct device that gets them.
 *
 * Return: Their sum without the slaves; unknown when there is no device.
 */
struct fig devices_read(struct devices *all, size_t at);

/**
 * devices_read_wbt() - read what blk-wbt aims at
 * @all: The list.
 */
void devices_read_wbt(struct devices *all);

/**
 * devices_read_ticks() - read all devices' times with a request
 * @all: The list.
 * @at: Which member of struct device gets the figure.
 */
void devices_read_ticks(struct devices *all, size_t at);

#endif /* WBCTL_DEVICE_H */
