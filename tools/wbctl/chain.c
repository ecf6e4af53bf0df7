// SPDX-License-Identifier: GPL-2.0-or-later
/* What a file system lies on: loop devices, stacks of devices, servers. */
#include <dirent.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "chain.h"
#include "format.h"
#include "parse.h"
#include "target.h"

/* Layers; what is deeper is not followed. */
#define DEPTH_MAX 8
#define SLAVES_MAX 16

/**
 * struct walk - a way down
 * @sysfs: Where sysfs is.
 * @c: The chain so far.
 */
struct walk {
	const char *sysfs;
	struct chain *c;
};

static void describe_fs(const struct walk *w, const struct mount *m, int depth);

__printf(2, 3)
static void say(const struct walk *w, const char *fmt, ...)
{
	size_t at = strlen(w->c->text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(w->c->text + at, sizeof(w->c->text) - at, fmt, ap);
	va_end(ap);
}

static void say_dev(const struct walk *w, uint32_t dev)
{
	char text[FORMAT_LEN];

	say(w, "%s", format_fig(text, UNIT_DEV, fig_of(dev)));
}

/* The first line of a file; "" when it is not there. */
static bool read_file(const char *path, char *line, size_t len)
{
	FILE *f = fopen(path, "re");

	line[0] = '\0';
	if (!f)
		return false;
	if (!fgets(line, (int)len, f))
		line[0] = '\0';
	fclose(f);
	line[strcspn(line, "\n")] = '\0';
	return line[0];
}

/* Likewise of a file about a device. */
static bool read_line(const struct walk *w, uint32_t dev, const char *name, char *line, size_t len)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/dev/block/%u:%u/%s", w->sysfs, dev >> 20, dev & 0xfffff,
		 name);
	return read_file(path, line, len);
}

/* The disk of a partition, any other device itself. */
static uint32_t disk_of(const struct walk *w, uint32_t dev)
{
	char line[32];
	uint32_t disk;

	if (read_line(w, dev, "partition", line, sizeof(line)) &&
	    read_line(w, dev, "../dev", line, sizeof(line)) && !parse_dev(line, &disk))
		return disk;
	return dev;
}

static void say_name(const struct walk *w, uint32_t dev)
{
	char path[PATH_MAX], line[128], *name = NULL;
	FILE *f;

	snprintf(path, sizeof(path), "%s/dev/block/%u:%u/uevent", w->sysfs, dev >> 20,
		 dev & 0xfffff);
	f = fopen(path, "re");
	while (f && !name && fgets(line, sizeof(line), f))
		if (!strncmp(line, "DEVNAME=", 8))
			name = line + 8;
	if (f)
		fclose(f);
	if (!name) {
		say_dev(w, dev);
		return;
	}
	name[strcspn(name, "\n")] = '\0';
	say(w, "%s", name);
}

/* Whether a btrfs has the device. */
static bool btrfs_has(const char *btrfs, uint32_t wanted)
{
	char path[PATH_MAX], line[32];
	struct dirent *entry;
	bool found = false;
	uint32_t dev;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/devices", btrfs);
	dir = opendir(path);
	while (dir && !found && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), "%s/devices/%s/dev", btrfs, entry->d_name);
		found = entry->d_name[0] != '.' && read_file(path, line, sizeof(line)) &&
			!parse_dev(line, &dev) && dev == wanted;
	}
	if (dir)
		closedir(dir);
	return found;
}

/* The name of its bdi is that of a link: btrfs-N. */
static bool btrfs_bdi(const char *btrfs, char bdi[static CHAIN_BDI_LEN])
{
	char path[PATH_MAX], to[256];
	const char *name;
	ssize_t n;

	snprintf(path, sizeof(path), "%s/bdi", btrfs);
	n = readlink(path, to, sizeof(to) - 1);
	if (n < 0)
		return false;
	to[n] = '\0';
	name = strrchr(to, '/');
	snprintf(bdi, CHAIN_BDI_LEN, "%.*s", CHAIN_BDI_LEN - 1, name ? name + 1 : to);
	return true;
}

static bool find_btrfs_bdi(const struct walk *w, uint32_t dev, char bdi[static CHAIN_BDI_LEN])
{
	char all[256], btrfs[600];
	struct dirent *entry;
	bool found = false;
	DIR *dir;

	snprintf(all, sizeof(all), "%s/fs/btrfs", w->sysfs);
	dir = opendir(all);
	while (dir && !found && (entry = readdir(dir))) {
		snprintf(btrfs, sizeof(btrfs), "%s/%s", all, entry->d_name);
		found = entry->d_name[0] != '.' && btrfs_has(btrfs, dev) && btrfs_bdi(btrfs, bdi);
	}
	if (dir)
		closedir(dir);
	return found;
}

/* A disk's bdi is named after it, and is that of its partitions; btrfs has its own. */
static void find_bdi(const struct walk *w, const struct mount *m, char bdi[static CHAIN_BDI_LEN])
{
	uint32_t devs[MOUNT_DEVICES_MAX];
	char text[FORMAT_LEN];

	if (!strcmp(m->fs_type, "btrfs") && mount_devices(m, devs) &&
	    find_btrfs_bdi(w, devs[0], bdi))
		return;
	snprintf(bdi, CHAIN_BDI_LEN, "%s",
		 format_fig(text, UNIT_DEV, fig_of(disk_of(w, m->dev))));
}

/* The mount that holds a file's pages: an overlay's are those of its upper layer. */
static int mount_below(int fd, struct mount *m)
{
	int upper, rc = mount_of(fd, m);

	if (rc || strcmp(m->fs_type, "overlay") || !m->upper[0])
		return rc;
	upper = open(m->upper, O_PATH | O_CLOEXEC);
	if (upper < 0)
		return 0;
	rc = mount_of(upper, m);
	close(upper);
	return rc;
}

/* Of several page caches below, the one that is met first counts. */
static void note_lower(const struct walk *w, int fd, const struct mount *m)
{
	struct statfs sfs;

	if (!w->c->lower_bdi[0] && !fstatfs(fd, &sfs) &&
	    !target_no_throttling((uint32_t)sfs.f_type))
		find_bdi(w, m, w->c->lower_bdi);
}

static void describe_device(const struct walk *w, uint32_t dev, int depth);

static void describe_backing(const struct walk *w, int fd, bool direct, int depth)
{
	struct mount m;
	struct stat st;
	uint32_t dev;

	if (!fstat(fd, &st) && S_ISBLK(st.st_mode)) {
		dev = major(st.st_rdev) << 20 | minor(st.st_rdev);
		say(w, ", the device ");
		describe_device(w, dev, depth + 1);
		if (!direct && !w->c->lower_bdi[0])
			find_bdi(w, &(struct mount){ .dev = dev }, w->c->lower_bdi);
		return;
	}
	say(w, ", a file");
	if (mount_below(fd, &m))
		return;
	/* With direct I/O the file has no pages of its own. */
	if (!direct)
		note_lower(w, fd, &m);
	say(w, " on ");
	describe_fs(w, &m, depth + 1);
}

static void describe_loop(const struct walk *w, uint32_t dev, const char *file, int depth)
{
	int fd = open(file, O_PATH | O_CLOEXEC);
	char dio[8];

	say_name(w, dev);
	if (fd < 0) {
		say(w, ", a file that is not found here");
		return;
	}
	read_line(w, dev, "loop/dio", dio, sizeof(dio));
	describe_backing(w, fd, !strcmp(dio, "1"), depth);
	close(fd);
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static size_t slaves_of(const struct walk *w, uint32_t dev, uint32_t devs[static SLAVES_MAX])
{
	char path[PATH_MAX], line[32], name[NAME_MAX + 16];
	struct dirent *entry;
	size_t n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/dev/block/%u:%u/slaves", w->sysfs, dev >> 20,
		 dev & 0xfffff);
	dir = opendir(path);
	while (dir && n < SLAVES_MAX && (entry = readdir(dir))) {
		snprintf(name, sizeof(name), "slaves/%s/dev", entry->d_name);
		if (entry->d_name[0] != '.' && read_line(w, dev, name, line, sizeof(line)))
			n += !parse_dev(line, &devs[n]);
	}
	if (dir)
		closedir(dir);
	qsort(devs, n, sizeof(*devs), by_number);
	return n;
}

static void describe_devices(const struct walk *w, const uint32_t *devs, size_t n, int depth)
{
	size_t i;

	for (i = 0; i < n; i++) {
		say(w, "%s", i ? "+" : "");
		describe_device(w, devs[i], depth);
	}
}

/* A disk is its number; what has something below is its name, and what that is. */
static void describe_device(const struct walk *w, uint32_t dev, int depth)
{
	uint32_t slaves[SLAVES_MAX], disk = disk_of(w, dev);
	char file[PATH_MAX];
	size_t n;

	if (depth < DEPTH_MAX && read_line(w, disk, "loop/backing_file", file, sizeof(file))) {
		describe_loop(w, disk, file, depth);
		return;
	}
	n = depth < DEPTH_MAX ? slaves_of(w, disk, slaves) : 0;
	if (!n) {
		say_dev(w, dev);
		return;
	}
	say_name(w, disk);
	say(w, " on ");
	describe_devices(w, slaves, n, depth + 1);
}

static bool is_own_address(const char *host)
{
	struct ifaddrs *all = NULL, *a;
	char text[NI_MAXHOST];
	bool found = false;
	socklen_t len;

	if (!strncmp(host, "127.", 4) || !strcmp(host, "::1"))
		return true;
	if (getifaddrs(&all))
		return false;
	for (a = all; a && !found; a = a->ifa_next) {
		if (!a->ifa_addr || (a->ifa_addr->sa_family != AF_INET &&
				     a->ifa_addr->sa_family != AF_INET6))
			continue;
		len = a->ifa_addr->sa_family == AF_INET ? sizeof(struct sockaddr_in) :
		      sizeof(struct sockaddr_in6);
		found = !getnameinfo(a->ifa_addr, len, text, sizeof(text), NULL, 0,
				     NI_NUMERICHOST) && !strcmp(text, host);
	}
	freeifaddrs(all);
	return found;
}

static bool is_own_name(const char *host)
{
	char own[HOST_NAME_MAX + 1] = "";

	if (!strcasecmp(host, "localhost"))
		return true;
	if (gethostname(own, sizeof(own) - 1) || !own[0])
		return false;
	if (!strchr(host, '.'))
		own[strcspn(own, ".")] = '\0';
	return !strcasecmp(host, own);
}

bool chain_is_here(const char *source, const char **path)
{
	bool bracket = source[0] == '[';
	const char *end = strstr(source, bracket ? "]:/" : ":/");
	char host[256];

	*path = NULL;
	if (!end)
		return false;
	snprintf(host, sizeof(host), "%.*s", (int)(end - source - bracket), source + bracket);
	if (!is_own_address(host) && !is_own_name(host))
		return false;
	*path = strchr(end, '/');
	return true;
}

static void describe_nfs(const struct walk *w, const struct mount *m, int depth)
{
	struct mount exported;
	const char *path;
	int fd;

	say(w, "NFS from %s", m->source);
	/* What / is of NFSv4 is the server's to say. */
	if (depth == DEPTH_MAX || !chain_is_here(m->source, &path) || !strcmp(path, "/"))
		return;
	fd = open(path, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return;
	if (!mount_below(fd, &exported)) {
		note_lower(w, fd, &exported);
		say(w, ", this machine's ");
		describe_fs(w, &exported, depth + 1);
	}
	close(fd);
}

/* File systems with nothing of this machine's kernel below, as far as it is told. */
static bool describe_server(const struct walk *w, const struct mount *m, int depth)
{
	if (!strcmp(m->fs_type, "nfs") || !strcmp(m->fs_type, "nfs4"))
		describe_nfs(w, m, depth);
	else if (!strncmp(m->fs_type, "fuse", 4))
		say(w, "FUSE");
	else
		return false;
	return true;
}

static void describe_fs(const struct walk *w, const struct mount *m, int depth)
{
	uint32_t devs[MOUNT_DEVICES_MAX];
	size_t n;

	if (describe_server(w, m, depth))
		return;
	n = mount_devices(m, devs);
	say(w, "%s%s", m->fs_type, n ? " on " : "");
	describe_devices(w, devs, n, depth + 1);
}

static bool is_plain(const struct walk *w, uint32_t dev)
{
	uint32_t slaves[SLAVES_MAX], disk = disk_of(w, dev);
	char line[PATH_MAX];

	return !read_line(w, disk, "loop/backing_file", line, sizeof(line)) &&
	       !slaves_of(w, disk, slaves);
}

void chain_read(struct chain *c, const char *sysfs, const struct mount *m)
{
	const struct walk w = { sysfs, c };
	uint32_t devs[MOUNT_DEVICES_MAX];
	size_t n;

	memset(c, 0, sizeof(*c));
	find_bdi(&w, m, c->bdi);
	if (describe_server(&w, m, 0))
		return;
	n = mount_devices(m, devs);
	/* A disk of its own goes without saying. */
	if (n != 1 || !is_plain(&w, devs[0]))
		describe_devices(&w, devs, n, 0);
}
