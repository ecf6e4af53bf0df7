/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which disks and which bdi a directory lies on, by their names in /sys. */
#ifndef WBCTL_PLACE_H
#define WBCTL_PLACE_H

#include "mount.h"
#include "tunable.h"

#define PLACE_NAME 64

/**
 * struct place - what is under a directory
 * @disk_count: How many disks.
 * @disk: Their names below /sys/block.
 * @bdi: The bdi's name below /sys/class/bdi, "": not found.
 */
struct place {
	size_t disk_count;
	char disk[MOUNT_DEVICES_MAX][PLACE_NAME];
	char bdi[PLACE_NAME];
};

/**
 * place_of_dir() - what is under a directory
 * @p: Where it goes.
 * @dir: The directory.
 *
 * Return: 0 or -errno.
 */
int place_of_dir(struct place *p, const char *dir);

/**
 * place_disk() - the disk that a block device is or is a part of
 * @dev: major << 20 | minor.
 * @name: Where its name goes.
 *
 * Return: 0 or -ENODEV.
 */
int place_disk(uint32_t dev, char name[static PLACE_NAME]);

#endif /* WBCTL_PLACE_H */
