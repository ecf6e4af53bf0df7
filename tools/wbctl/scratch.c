// SPDX-License-Identifier: GPL-2.0-or-later
/* A sweep's own file system on a device given to it: checked, made, mounted. */
#include <blkid/blkid.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <linux/fs.h>

#include "mount.h"
#include "parse.h"
#include "scratch.h"
#include "spawn.h"

#define MKFS_WORDS 8

/**
 * struct mkfs - how a file system is made
 * @type: Its type.
 * @program: What makes it.
 * @words: The options: nothing is to be left for later, when runs are timed.
 */
struct mkfs {
	const char *type;
	const char *program;
	const char *words[MKFS_WORDS];
};

static const struct mkfs mkfs_table[] = {
	{ "ext2", "mkfs.ext2", { "-q", "-F", "-E", "lazy_itable_init=0" } },
	{ "ext4", "mkfs.ext4", { "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0" } },
	{ "xfs", "mkfs.xfs", { "-q", "-f" } },
	{ "btrfs", "mkfs.btrfs", { "-q", "-f" } },
};

static const struct mkfs *find_mkfs(const char *type)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(mkfs_table); i++)
		if (!strcmp(mkfs_table[i].type, type))
			return &mkfs_table[i];
	return NULL;
}

int scratch_has_tools(const char *fs, bool striped)
{
	const char *program = find_mkfs(fs)->program;

	if (striped && !spawn_find("dmsetup"))
		return refuse(WBCTL_MISSING, "--stripe needs the program dmsetup");
	if (!spawn_find(program))
		return refuse(WBCTL_MISSING, "%s needs the program %s", fs, program);
	return WBCTL_OK;
}

/* Where a device is mounted; false when it is not. */
static bool find_mount(uint32_t dev, const char *device, char where[static PATH_MAX])
{
	FILE *f = fopen("/proc/self/mountinfo", "re");
	char *line = NULL, point[PATH_MAX];
	bool found = false;
	struct mount m;
	size_t size = 0;
	uint64_t id;

	while (f && !found && getline(&line, &size, f) > 0) {
		if (sscanf(line, "%*s %*s %*s %*s %4095s", point) != 1 ||
		    mount_parse(line, &id, &m))
			continue;
		/* btrfs has a number of its own and names its device. */
		found = m.dev == dev || (!(m.dev >> 20) && !strcmp(m.source, device));
		if (found)
			snprintf(where, PATH_MAX, "%s", point);
	}
	free(line);
	if (f)
		fclose(f);
	return found;
}

static int refuse_busy(const struct scratch *s, size_t i)
{
	char where[PATH_MAX];

	if (find_mount(s->dev[i], s->device[i], where))
		return refuse(WBCTL_USAGE, "%s is mounted on %s", s->device[i], where);
	return refuse(WBCTL_USAGE,
		      "%s is in use: by a mounted partition of it, swap, RAID or the device mapper",
		      s->device[i]);
}

/* What a probe has found, "" for nothing and for what a sweep has left. */
static int signature(const char *device, char *what, size_t size)
{
	blkid_probe pr = blkid_new_probe_from_filename(device);
	const char *type = NULL, *label = NULL;
	int rc;

	what[0] = '\0';
	if (!pr)
		return -EIO;
	blkid_probe_enable_superblocks(pr, 1);
	blkid_probe_set_superblocks_flags(pr, BLKID_SUBLKS_TYPE | BLKID_SUBLKS_LABEL);
	blkid_probe_enable_partitions(pr, 1);
	rc = blkid_do_safeprobe(pr);
	if (rc == 0) {
		if (blkid_probe_lookup_value(pr, "TYPE", &type, NULL) &&
		    blkid_probe_lookup_value(pr, "PTTYPE", &type, NULL))
			type = "something";
		blkid_probe_lookup_value(pr, "LABEL", &label, NULL);
		if (!label || strcmp(label, SCRATCH_LABEL))
			snprintf(what, size, "%s", type);
	} else if (rc == -2) {
		snprintf(what, size, "signatures of several file systems");
	}
	blkid_free_probe(pr);
	return rc == -1 ? -EIO : 0;
}

static int check_signature(const char *device)
{
	char what[64];
	int rc = signature(device, what, sizeof(what));

	if (rc)
		return refuse(WBCTL_FAILED, "%s: cannot tell what is on it: %s", device,
			      strerror(-rc));
	if (what[0])
		return refuse(WBCTL_USAGE, "%s has %s on it; --destroy overwrites it", device,
			      what);
	return WBCTL_OK;
}

static int check_one(struct scratch *s, size_t i, bool destroy)
{
	const char *device = s->device[i];
	struct stat st;
	size_t j;
	int fd;

	if (stat(device, &st))
		return refuse(WBCTL_USAGE, "%s: %s", device, strerror(errno));
	if (!S_ISBLK(st.st_mode))
		return refuse(WBCTL_USAGE, "%s is not a block device", device);
	s->dev[i] = major(st.st_rdev) << 20 | minor(st.st_rdev);
	for (j = 0; j < i; j++)
		if (s->dev[j] == s->dev[i])
			return refuse(WBCTL_USAGE, "%s and %s are the same device",
				      s->device[j], device);
	fd = open(device, O_RDWR | O_EXCL | O_CLOEXEC);
	if (fd < 0 && errno == EBUSY)
		return refuse_busy(s, i);
	if (fd < 0)
		return refuse(errno == EACCES || errno == EPERM ? WBCTL_MISSING : WBCTL_FAILED,
			      "%s: %s", device, strerror(errno));
	if (ioctl(fd, BLKGETSIZE64, &s->bytes[i]))
		s->bytes[i] = 0;
	close(fd);
	return destroy ? WBCTL_OK : check_signature(device);
}

int scratch_check(struct scratch *s, bool destroy)
{
	int rc = WBCTL_OK;
	size_t i;

	for (i = 0; !rc && i < s->count; i++)
		rc = check_one(s, i, destroy);
	return rc;
}

/* "0 SECTORS striped N CHUNK DEV 0 DEV 0 ..." */
static void stripe_table(const struct scratch *s, uint64_t chunk, char *text, size_t size)
{
	uint64_t each = UINT64_MAX;
	size_t i, at;

	for (i = 0; i < s->count; i++)
		if (s->bytes[i] < each)
			each = s->bytes[i];
	each -= each % chunk;
	at = (size_t)snprintf(text, size, "0 %llu striped %zu %llu",
			      (unsigned long long)(each / 512 * s->count), s->count,
			      (unsigned long long)(chunk / 512));
	for (i = 0; i < s->count && at < size; i++)
		at += (size_t)snprintf(text + at, size - at, " %u:%u 0", s->dev[i] >> 20,
				       s->dev[i] & 0xfffff);
}

static int tool(char *const *argv, struct undo *u, char why[static SCRATCH_WHY])
{
	char said[SPAWN_SAID];
	int rc = spawn_tool(argv, u->fd, said);

	if (rc < 0)
		snprintf(why, SCRATCH_WHY, "%s: %s", argv[0], strerror(-rc));
	else if (rc)
		snprintf(why, SCRATCH_WHY, "%s failed with %d: %.200s", argv[0], rc, said);
	return rc ? -1 : 0;
}

static int make_stripe(const struct scratch *s, struct undo *u, const char *stripe,
		       const char *name, char why[static SCRATCH_WHY])
{
	char table[1024];
	char *const argv[] = { "dmsetup", "create", (char *)name, "--table", table, NULL };
	uint64_t chunk = 0;
	int rc;

	parse_size(stripe, &chunk);
	stripe_table(s, chunk, table, sizeof(table));
	rc = undo_add(u, UNDO_DM, name);
	if (rc) {
		snprintf(why, SCRATCH_WHY, "the note: %s", strerror(-rc));
		return -1;
	}
	return tool(argv, u, why);
}

static int make_fs(struct undo *u, const char *device, const char *fs,
		   char why[static SCRATCH_WHY])
{
	const struct mkfs *m = find_mkfs(fs);
	char *argv[MKFS_WORDS + 5];
	size_t i, n = 0;

	argv[n++] = (char *)m->program;
	for (i = 0; m->words[i]; i++)
		argv[n++] = (char *)m->words[i];
	argv[n++] = "-L";
	argv[n++] = SCRATCH_LABEL;
	argv[n++] = (char *)device;
	argv[n] = NULL;
	return tool(argv, u, why);
}

static int mount_fs(struct scratch *s, struct undo *u, const char *device, const char *fs,
		    char why[static SCRATCH_WHY])
{
	char dir[PATH_MAX];
	int rc = undo_add(u, UNDO_MOUNT, s->dir);

	tunable_file(dir, s->dir);
	if (!rc && mkdir(dir, 0700) && errno != EEXIST)
		rc = -errno;
	if (!rc && mount(device, dir, fs, MS_NOATIME, NULL))
		rc = -errno;
	if (rc)
		snprintf(why, SCRATCH_WHY, "mounting %s on %s: %s", fs, s->dir, strerror(-rc));
	return rc ? -1 : 0;
}

int scratch_make(struct scratch *s, struct undo *u, const char *stripe, const char *fs,
		 char why[static SCRATCH_WHY])
{
	char name[64], path[128];
	const char *device = s->device[0];

	snprintf(s->dir, sizeof(s->dir), "%s/" UNDO_MOUNT_PREFIX "%d", u->dir, (int)getpid());
	if (stripe) {
		snprintf(name, sizeof(name), UNDO_DM_PREFIX "%d", (int)getpid());
		snprintf(path, sizeof(path), "/dev/mapper/%s", name);
		device = path;
		if (make_stripe(s, u, stripe, name, why))
			return -1;
	}
	if (make_fs(u, device, fs, why))
		return -1;
	return mount_fs(s, u, device, fs, why);
}
