// SPDX-License-Identifier: GPL-2.0-or-later
/* The extents of a file on disk, by FIEMAP. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <linux/fiemap.h>
#include <linux/fs.h>

#include "extents.h"

#define EXTENTS_AT_ONCE 256

/**
 * struct place - where the extent before ended
 * @count: Extents so far.
 * @logical: In the file.
 * @physical: On the device.
 */
struct place {
	uint64_t count;
	uint64_t logical;
	uint64_t physical;
};

/* Takes in an answer; true when it holds the last extent. */
static bool take(struct place *at, const struct fiemap *map)
{
	const struct fiemap_extent *e;
	uint32_t i;

	for (i = 0; i < map->fm_mapped_extents; i++) {
		e = &map->fm_extents[i];
		if (!at->count || e->fe_logical != at->logical || e->fe_physical != at->physical)
			at->count++;
		at->logical = e->fe_logical + e->fe_length;
		at->physical = e->fe_physical + e->fe_length;
		if (e->fe_flags & FIEMAP_EXTENT_LAST)
			return true;
	}
	return !map->fm_mapped_extents;
}

static struct fig count(int fd)
{
	struct fiemap *map = calloc(1, sizeof(*map) +
				    EXTENTS_AT_ONCE * sizeof(struct fiemap_extent));
	struct place at = {};
	bool last = false;

	if (!map)
		return fig_none();
	while (!last) {
		map->fm_start = at.logical;
		map->fm_length = FIEMAP_MAX_OFFSET - at.logical;
		map->fm_flags = FIEMAP_FLAG_SYNC;
		map->fm_extent_count = EXTENTS_AT_ONCE;
		if (ioctl(fd, FS_IOC_FIEMAP, map)) {
			free(map);
			return fig_none();
		}
		last = take(&at, map);
	}
	free(map);
	return fig_of(at.count);
}

struct fig extents_of(int dirfd, const char *name)
{
	int fd = openat(dirfd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	struct fig n;

	if (fd < 0)
		return fig_none();
	n = count(fd);
	close(fd);
	return n;
}
