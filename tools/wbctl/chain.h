/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a file system lies on: loop devices, stacks of devices, servers. */
#ifndef WBCTL_CHAIN_H
#define WBCTL_CHAIN_H

#include "mount.h"

#define CHAIN_SYSFS "/sys"
#define CHAIN_BDI_LEN 48

/**
 * struct chain - what a file system lies on
 * @bdi: The bdi that its pages are dirtied through, as the module names it.
 * @text: What lies below, from the top: "loop0, a file on ext4 on 254:0"; "": a
 *	disk of its own.
 * @lower_bdi: The bdi that the first page cache below dirties its pages through,
 *	"": there is none, or nothing throttles it.
 */
struct chain {
	char bdi[CHAIN_BDI_LEN];
	char text[160];
	char lower_bdi[CHAIN_BDI_LEN];
};

/**
 * chain_read() - find out what a file system lies on
 * @c: Where it goes.
 * @sysfs: Where sysfs is mounted: CHAIN_SYSFS.
 * @m: The file system's mount.
 */
void chain_read(struct chain *c, const char *sysfs, const struct mount *m);

/**
 * chain_is_here() - whether a server of NFS is this machine
 * @source: What is mounted, HOST:/PATH.
 * @path: The directory there, in @source; NULL when it is not this machine.
 *
 * By the name localhost, that of the machine, and the addresses of its
 * interfaces; no server of names is asked.
 *
 * Return: Whether it is.
 */
bool chain_is_here(const char *source, const char **path);

#endif /* WBCTL_CHAIN_H */
