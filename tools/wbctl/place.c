// SPDX-License-Identifier: GPL-2.0-or-later
/* Which disks and which bdi a directory lies on, by their names in /sys. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "place.h"

/* The last part of where a link of sysfs leads, as a device's name. */
static int link_name(const char *path, char name[static PLACE_NAME])
{
	char file[PATH_MAX], target[PATH_MAX], *last;

	if (!realpath(tunable_file(file, path), target))
		return -errno;
	last = strrchr(target, '/') + 1;
	if (strlen(last) >= PLACE_NAME)
		return -ENODEV;
	strcpy(name, last);
	return 0;
}

int place_disk(uint32_t dev, char name[static PLACE_NAME])
{
	char path[128], file[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/partition", dev >> 20, dev & 0xfffff);
	if (access(tunable_file(file, path), F_OK))
		snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", dev >> 20, dev & 0xfffff);
	else
		snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/..", dev >> 20, dev & 0xfffff);
	return link_name(path, name) ? -ENODEV : 0;
}

/* btrfs has a bdi of its own; the disk of @p tells which file system it is. */
static void find_btrfs_bdi(struct place *p, uint32_t dev)
{
	char path[PATH_MAX], file[PATH_MAX], name[PLACE_NAME];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", dev >> 20, dev & 0xfffff);
	if (link_name(path, name))
		return;
	dir = opendir(tunable_file(file, "/sys/fs/btrfs"));
	while (dir && !p->bdi[0] && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "/sys/fs/btrfs/%s/devices/%s", entry->d_name, name);
		if (access(tunable_file(file, path), F_OK))
			continue;
		snprintf(path, sizeof(path), "/sys/fs/btrfs/%s/bdi", entry->d_name);
		link_name(path, p->bdi);
	}
	if (dir)
		closedir(dir);
}

static void find_bdi(struct place *p, const struct mount *m, uint32_t dev)
{
	char path[128], file[PATH_MAX];

	if (!strcmp(m->fs_type, "btrfs")) {
		find_btrfs_bdi(p, dev);
		return;
	}
	if (p->disk_count && m->dev >> 20) {
		snprintf(path, sizeof(path), "/sys/block/%s/bdi", p->disk[0]);
		link_name(path, p->bdi);
		return;
	}
	snprintf(path, sizeof(path), "/sys/class/bdi/%u:%u", m->dev >> 20, m->dev & 0xfffff);
	if (!access(tunable_file(file, path), F_OK))
		snprintf(p->bdi, sizeof(p->bdi), "%u:%u", m->dev >> 20, m->dev & 0xfffff);
}

int place_of_dir(struct place *p, const char *dir)
{
	uint32_t devs[MOUNT_DEVICES_MAX] = {};
	struct mount m;
	size_t i, n;
	int fd, rc;

	memset(p, 0, sizeof(*p));
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	rc = mount_of(fd, &m);
	close(fd);
	if (rc)
		return rc;
	n = mount_devices(&m, devs);
	for (i = 0; i < n; i++)
		if (!place_disk(devs[i], p->disk[p->disk_count]))
			p->disk_count++;
	find_bdi(p, &m, devs[0]);
	return 0;
}
