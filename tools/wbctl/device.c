// SPDX-License-Identifier: GPL-2.0-or-later
/* What block devices took. */
#include <dirent.h>
#include <errno.h>

#include "device.h"
#include "parse.h"

/* The unit of the sysfs files, whatever the device's own sectors are. */
#define SECTOR_BYTES 512

#define SLAVES_DEPTH 8

/* The sectors written and the io_ticks, in ms; see Documentation/block/stat.rst. */
static bool read_stat(uint32_t dev, unsigned long long *sectors, unsigned long long *ticks)
{
	char path[64];
	FILE *f;
	int n;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/stat", dev >> 20, dev & 0xfffff);
	f = fopen(path, "re");
	if (!f)
		return false;
	n = fscanf(f, "%*u %*u %*u %*u %*u %*u %llu %*u %*u %llu", sectors, ticks);
	fclose(f);
	return n == 2;
}

struct fig device_written(uint32_t dev)
{
	unsigned long long sectors, ticks;

	return read_stat(dev, &sectors, &ticks) ? fig_of(sectors * SECTOR_BYTES) : fig_none();
}

void devices_read_wbt(struct devices *all)
{
	unsigned long long usec;
	char path[64];
	uint32_t dev;
	size_t i;
	FILE *f;

	for (i = 0; i < all->count; i++) {
		dev = all->d[i].dev;
		snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/queue/wbt_lat_usec", dev >> 20,
			 dev & 0xfffff);
		f = fopen(path, "re");
		if (f && fscanf(f, "%llu", &usec) == 1 && usec)
			all->d[i].wbt_lat_ns = fig_of(usec * 1000);
		if (f)
			fclose(f);
	}
}

void devices_read_ticks(struct devices *all, size_t at)
{
	unsigned long long sectors, ticks;
	size_t i;

	for (i = 0; i < all->count; i++)
		*(struct fig *)((char *)&all->d[i] + at) =
			read_stat(all->d[i].dev, &sectors, &ticks) ? fig_of(ticks * 1000000) :
			fig_none();
}

static bool add_once(struct devices *all, uint32_t dev, bool slave)
{
	size_t i;

	for (i = 0; i < all->count; i++) {
		if (all->d[i].dev == dev) {
			all->d[i].slave &= slave;
			return false;
		}
	}
	if (all->count == ARRAY_SIZE(all->d))
		return false;
	all->d[all->count++] = (struct device){ .dev = dev, .slave = slave };
	return true;
}

static int slave_dev(const char *name, uint32_t *dev)
{
	char path[300], text[32];
	FILE *f;
	int n;

	snprintf(path, sizeof(path), "/sys/class/block/%s/dev", name);
	f = fopen(path, "re");
	if (!f)
		return -errno;
	n = fscanf(f, "%31s", text);
	fclose(f);
	return n == 1 ? parse_dev(text, dev) : -ENODEV;
}

static void add_with_slaves(struct devices *all, uint32_t dev, bool slave, int depth)
{
	struct dirent *entry;
	uint32_t below = 0;
	char path[64];
	DIR *dir;

	if (!add_once(all, dev, slave) || depth == SLAVES_DEPTH)
		return;
	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/slaves", dev >> 20, dev & 0xfffff);
	dir = opendir(path);
	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && !slave_dev(entry->d_name, &below))
			add_with_slaves(all, below, true, depth + 1);
	closedir(dir);
}

void devices_add(struct devices *all, const struct mount *m)
{
	uint32_t devs[MOUNT_DEVICES_MAX];
	size_t i, n = mount_devices(m, devs);

	for (i = 0; i < n; i++)
		add_with_slaves(all, devs[i], false, 0);
}

struct fig devices_read(struct devices *all, size_t at)
{
	struct fig sum = fig_of(0), f;
	bool any = false;
	size_t i;

	for (i = 0; i < all->count; i++) {
		f = device_written(all->d[i].dev);
		*(struct fig *)((char *)&all->d[i] + at) = f;
		if (all->d[i].slave)
			continue;
		sum = fig_add(sum, f);
		any = true;
	}
	return any ? sum : fig_none();
}
