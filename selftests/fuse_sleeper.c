// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuse_sleeper [-o OPTIONS] DIR MOUNTPOINT: shows the files of DIR and takes its
 * time over them. Stays in the foreground until the
 * mount point is unmounted.
 *
 * Options: write_ms=N and fsync_ms=N, to sleep in each of these requests;
 * writeback, for the kernel's writeback cache. To stop all requests for as long
 * as one likes, SIGSTOP it.
 */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 35
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#ifndef PR_SET_IO_FLUSHER
#define PR_SET_IO_FLUSHER 57
#endif

struct options {
	unsigned int write_ms;
	unsigned int fsync_ms;
	int writeback;
};

static struct options options;
static const char *source;
static int dir;

static const struct fuse_opt specs[] = {
	{ "write_ms=%u", offsetof(struct options, write_ms), 0 },
	{ "fsync_ms=%u", offsetof(struct options, fsync_ms), 0 },
	{ "writeback", offsetof(struct options, writeback), 1 },
	FUSE_OPT_END
};

static void take_ms(unsigned int ms)
{
	if (ms)
		poll(NULL, 0, ms);
}

/* Paths begin with a slash. */
static const char *name(const char *path)
{
	return path[1] ? path + 1 : ".";
}

static int result(int rc)
{
	return rc < 0 ? -errno : 0;
}

static void *sleeper_init(struct fuse_conn_info *conn, struct fuse_config *config)
{
	if (options.writeback)
		conn->want |= conn->capable & FUSE_CAP_WRITEBACK_CACHE;
	config->nullpath_ok = 0;
	config->use_ino = 1;
	/* Who writes back must not wait for what it writes back itself. */
	prctl(PR_SET_IO_FLUSHER, 1, 0, 0, 0);
	return NULL;
}

static int sleeper_getattr(const char *path, struct stat *st, struct fuse_file_info *fi)
{
	return result(fstatat(dir, name(path), st, AT_SYMLINK_NOFOLLOW));
}

static int sleeper_readdir(const char *path, void *buf, fuse_fill_dir_t fill, off_t offset,
			   struct fuse_file_info *fi, enum fuse_readdir_flags flags)
{
	struct dirent *entry;
	int fd = openat(dir, name(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = fd < 0 ? NULL : fdopendir(fd);

	if (!list)
		return -errno;
	while ((entry = readdir(list)))
		if (fill(buf, entry->d_name, NULL, 0, 0))
			break;
	closedir(list);
	return 0;
}

/*
 * The writeback cache reads what it merges with, and keeps O_APPEND to itself.
 * O_DIRECT would want aligned buffers.
 */
static int open_file(const char *path, int flags, mode_t mode, struct fuse_file_info *fi)
{
	int fd;

	flags &= ~O_DIRECT;
	if (options.writeback) {
		flags &= ~O_APPEND;
		if ((flags & O_ACCMODE) == O_WRONLY)
			flags = (flags & ~O_ACCMODE) | O_RDWR;
	}
	fd = openat(dir, name(path), flags, mode);
	if (fd < 0)
		return -errno;
	fi->fh = fd;
	return 0;
}

static int sleeper_open(const char *path, struct fuse_file_info *fi)
{
	return open_file(path, fi->flags, 0, fi);
}

static int sleeper_create(const char *path, mode_t mode, struct fuse_file_info *fi)
{
	return open_file(path, fi->flags | O_CREAT, mode, fi);
}

static int sleeper_read(const char *path, char *buf, size_t size, off_t offset,
			struct fuse_file_info *fi)
{
	ssize_t got = pread(fi->fh, buf, size, offset);

	return got < 0 ? -errno : got;
}

static int sleeper_write(const char *path, const char *buf, size_t size, off_t offset,
			 struct fuse_file_info *fi)
{
	ssize_t wrote;

	take_ms(options.write_ms);
	wrote = pwrite(fi->fh, buf, size, offset);
	return wrote < 0 ? -errno : wrote;
}

static int sleeper_fsync(const char *path, int datasync, struct fuse_file_info *fi)
{
	take_ms(options.fsync_ms);
	return result(datasync ? fdatasync(fi->fh) : fsync(fi->fh));
}

static int sleeper_truncate(const char *path, off_t size, struct fuse_file_info *fi)
{
	int fd, rc;

	if (fi)
		return result(ftruncate(fi->fh, size));
	fd = openat(dir, name(path), O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	rc = result(ftruncate(fd, size));
	close(fd);
	return rc;
}

static int sleeper_statfs(const char *path, struct statvfs *st)
{
	return result(fstatvfs(dir, st));
}

static int sleeper_utimens(const char *path, const struct timespec times[2],
			   struct fuse_file_info *fi)
{
	return result(utimensat(dir, name(path), times, AT_SYMLINK_NOFOLLOW));
}

static int sleeper_unlink(const char *path)
{
	return result(unlinkat(dir, name(path), 0));
}

static int sleeper_mkdir(const char *path, mode_t mode)
{
	return result(mkdirat(dir, name(path), mode));
}

static int sleeper_rmdir(const char *path)
{
	return result(unlinkat(dir, name(path), AT_REMOVEDIR));
}

static int sleeper_rename(const char *from, const char *to, unsigned int flags)
{
	return result(renameat2(dir, name(from), dir, name(to), flags));
}

static int sleeper_release(const char *path, struct fuse_file_info *fi)
{
	close(fi->fh);
	return 0;
}

static const struct fuse_operations operations = {
	.init = sleeper_init,
	.getattr = sleeper_getattr,
	.readdir = sleeper_readdir,
	.open = sleeper_open,
	.create = sleeper_create,
	.read = sleeper_read,
	.write = sleeper_write,
	.fsync = sleeper_fsync,
	.truncate = sleeper_truncate,
	.utimens = sleeper_utimens,
	.unlink = sleeper_unlink,
	.statfs = sleeper_statfs,
	.rename = sleeper_rename,
	.mkdir = sleeper_mkdir,
	.rmdir = sleeper_rmdir,
	.release = sleeper_release,
};

/* The first that is no option is DIR; the rest is libfuse's. */
static int take_source(void *data, const char *arg, int key, struct fuse_args *args)
{
	if (key != FUSE_OPT_KEY_NONOPT || source)
		return 1;
	source = arg;
	return 0;
}

int main(int argc, char **argv)
{
	struct fuse_args args = FUSE_ARGS_INIT(argc, argv);

	if (fuse_opt_parse(&args, &options, specs, take_source) || !source) {
		fputs("usage: fuse_sleeper [-o OPTIONS] DIR MOUNTPOINT\n", stderr);
		return 2;
	}
	dir = open(source, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0) {
		fprintf(stderr, "fuse_sleeper: %s: %s\n", source, strerror(errno));
		return 1;
	}
	/* In the foreground, and one request after the other. */
	fuse_opt_add_arg(&args, "-f");
	fuse_opt_add_arg(&args, "-s");
	return fuse_main(args.argc, args.argv, &operations, NULL);
}
