// SPDX-License-Identifier: GPL-2.0-or-later
/* Where writers write: directories, checked, and wbctl's own below them. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <linux/magic.h>

#include "leftover.h"
#include "target.h"

#define ZFS_MAGIC 0x2fc12fc1

const char *target_no_throttling(uint64_t magic)
{
	static const char in_memory[] = "its files live in memory and are never written back";
	static const char no_files[] = "it holds no ordinary files";
	static const struct {
		uint64_t magic;
		const char *why;
	} unfit[] = {
		{ TMPFS_MAGIC, in_memory },
		{ RAMFS_MAGIC, in_memory },
		{ HUGETLBFS_MAGIC, in_memory },
		{ PROC_SUPER_MAGIC, no_files },
		{ SYSFS_MAGIC, no_files },
		{ DEBUGFS_MAGIC, no_files },
		{ TRACEFS_MAGIC, no_files },
		{ SECURITYFS_MAGIC, no_files },
		{ CGROUP_SUPER_MAGIC, no_files },
		{ CGROUP2_SUPER_MAGIC, no_files },
		{ DEVPTS_SUPER_MAGIC, no_files },
		{ BPF_FS_MAGIC, no_files },
		{ EFIVARFS_MAGIC, no_files },
		{ ZFS_MAGIC, "ZFS throttles writers by itself, not in balance_dirty_pages()" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(unfit); i++)
		if (unfit[i].magic == magic)
			return unfit[i].why;
	return NULL;
}

static int refuse_unthrottled(const struct target *t, const char *type, const char *why)
{
	return refuse(WBCTL_USAGE,
		      "%s %s: %s has no dirty throttling (%s); name a directory on a disk's file system",
		      t->from, t->dir, type, why);
}

/* An overlay is as good as what its files land on, and lies on its devices. */
static int check_overlay(struct target *t)
{
	const char *why = NULL;
	struct mount upper;
	struct statfs sfs;
	int fd;

	fd = open(t->mount.upper, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return WBCTL_OK;
	if (!fstatfs(fd, &sfs))
		why = target_no_throttling((uint32_t)sfs.f_type);
	if (!why && !mount_of(fd, &upper)) {
		t->mount = upper;
		snprintf(t->mount.fs_type, sizeof(t->mount.fs_type), "overlay");
	}
	close(fd);
	return why ? refuse_unthrottled(t, "this overlay", why) : WBCTL_OK;
}

static int check_throttling(struct target *t)
{
	const char *why;
	struct statfs sfs;
	int rc;

	if (fstatfs(t->fd, &sfs))
		return refuse(WBCTL_FAILED, "%s %s: statfs: %s", t->from, t->dir,
			      strerror(errno));
	rc = mount_of(t->fd, &t->mount);
	if (rc)
		snprintf(t->mount.fs_type, sizeof(t->mount.fs_type), "unknown");
	why = target_no_throttling((uint32_t)sfs.f_type);
	if (why)
		return refuse_unthrottled(t, t->mount.fs_type, why);
	if (t->mount.upper[0] && !strcmp(t->mount.fs_type, "overlay"))
		return check_overlay(t);
	return WBCTL_OK;
}

static int check_writable(struct target *t)
{
	struct statvfs vfs;

	if (fstatvfs(t->fd, &vfs))
		return refuse(WBCTL_FAILED, "%s %s: statvfs: %s", t->from, t->dir,
			      strerror(errno));
	if (vfs.f_flag & ST_RDONLY)
		return refuse(WBCTL_USAGE,
			      "%s %s: %s is mounted read-only here; it must be writable",
			      t->from, t->dir, t->mount.fs_type);
	t->free_bytes = fig_of((uint64_t)vfs.f_bavail * vfs.f_frsize);
	return WBCTL_OK;
}

int target_open(struct target *t, const char *dir, const char *from)
{
	struct stat st;
	int rc;

	memset(t, 0, sizeof(*t));
	t->dir = dir;
	t->from = from;
	t->own_fd = -1;
	t->note_fd = -1;
	t->fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (t->fd < 0 && errno == ENOENT)
		return refuse(WBCTL_USAGE, "%s %s does not exist", from, dir);
	if (t->fd < 0 && errno == ENOTDIR)
		return refuse(WBCTL_USAGE, "%s %s is not a directory", from, dir);
	if (t->fd < 0)
		return refuse(errno == EACCES ? WBCTL_MISSING : WBCTL_FAILED, "%s %s: %s", from,
			      dir, strerror(errno));
	if (!realpath(dir, t->path) || fstat(t->fd, &st))
		return refuse(WBCTL_FAILED, "%s %s: %s", from, dir, strerror(errno));
	t->st_dev = major(st.st_dev) << 20 | minor(st.st_dev);
	t->mount.dev = t->st_dev;
	rc = check_throttling(t);
	return rc ? rc : check_writable(t);
}

static int make_failed(struct target *t, const char *what)
{
	int err = errno;

	return refuse(err == EACCES || err == EPERM ? WBCTL_MISSING : WBCTL_FAILED,
		      "%s %s: %s: %s",
		      t->from, t->dir, what, strerror(err));
}

int target_make(struct target *t)
{
	char path[PATH_MAX + 64];

	leftovers_remove(t->fd, t->path);
	snprintf(path, sizeof(path), "%s/" LEFTOVER_PREFIX "%d-XXXXXX", t->path, (int)getpid());
	if (!mkdtemp(path))
		return make_failed(t, "cannot make a directory in it");
	snprintf(t->name, sizeof(t->name), "%s", strrchr(path, '/') + 1);
	t->own_fd = openat(t->fd, t->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (t->own_fd < 0)
		return make_failed(t, t->name);
	t->note_fd = leftover_note(t->own_fd);
	if (t->note_fd < 0) {
		errno = -t->note_fd;
		return make_failed(t, "cannot write the owner's note in it");
	}
	return WBCTL_OK;
}

void target_read_direct(struct target *t)
{
	struct statx stx = {};

	if (statx(t->note_fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &stx) ||
	    !(stx.stx_mask & STATX_DIOALIGN))
		return;
	t->direct_align = fig_max(fig_of(stx.stx_dio_mem_align), fig_of(stx.stx_dio_offset_align));
}

int target_remove(struct target *t)
{
	int rc;

	if (!t->name[0])
		return 0;
	rc = t->own_fd < 0 ? 0 : leftover_empty(t->own_fd);
	if (!rc && unlinkat(t->fd, t->name, AT_REMOVEDIR))
		rc = -errno;
	/* An earlier try has removed it, and failed at another target. */
	return rc == -ENOENT ? 0 : rc;
}

void target_close_note(struct target *t)
{
	if (t->note_fd >= 0)
		close(t->note_fd);
	t->note_fd = -1;
}

void target_close(struct target *t)
{
	target_close_note(t);
	if (t->own_fd >= 0)
		close(t->own_fd);
	if (t->fd >= 0)
		close(t->fd);
	t->own_fd = -1;
	t->fd = -1;
}
