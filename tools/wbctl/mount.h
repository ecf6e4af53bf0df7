/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which mount a file is on, and on which devices that lies. */
#ifndef WBCTL_MOUNT_H
#define WBCTL_MOUNT_H

#include "wbctl.h"

#define MOUNT_DEVICES_MAX 16

/**
 * struct mount - a mount
 * @dev: The super block's device, major << 20 | minor.
 * @fs_type: Type of the file system.
 * @source: What is mounted.
 * @upper: Upper directory of an overlay, else "".
 */
struct mount {
	uint32_t dev;
	char fs_type[32];
	char source[512];
	char upper[512];
};

/**
 * mount_parse() - a line of /proc/self/mountinfo
 * @line: The line; it is taken apart.
 * @id: The mount's number.
 * @out: The mount.
 *
 * Return: 0 or -EBADMSG.
 */
int mount_parse(char *line, uint64_t *id, struct mount *out);

/**
 * mount_of() - the mount that an open file is on
 * @fd: The file.
 * @out: The mount.
 *
 * Return: 0 or -errno.
 */
int mount_of(int fd, struct mount *out);

/**
 * mount_devices() - the block devices under a file system
 * @m: Its mount.
 * @devs: MOUNT_DEVICES_MAX device numbers, major << 20 | minor.
 *
 * Return: How many; 0 when there is no block device.
 */
size_t mount_devices(const struct mount *m, uint32_t devs[static MOUNT_DEVICES_MAX]);

#endif /* WBCTL_MOUNT_H */
