// SPDX-License-Identifier: GPL-2.0-only
/* What the C tests share: see support.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

#define POLL_MS		10
#define EXTENTS_MAX	256

static int kmsg = -1;

void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("# ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	_exit(1);
}

static int run_command(const char *command)
{
	int status;

	status = system(command);
	if (status == -1)
		die("%s: %s", command, strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int run(const char *format, ...)
{
	char command[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	return run_command(command);
}

void must_run(const char *format, ...)
{
	char command[1024];
	va_list args;
	int status;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	status = run_command(command);
	if (status)
		die("'%s' exited with %d", command, status);
}

void read_text(const char *path, char *text, size_t size)
{
	ssize_t got = 0;
	size_t len = 0;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	while (len < size - 1 &&
	       (got = read(fd, text + len, size - 1 - len)) > 0)
		len += got;
	if (got < 0)
		die("%s: %s", path, strerror(errno));
	close(fd);
	text[len] = '\0';
}

int try_write_text(const char *path, const char *text)
{
	size_t len = strlen(text);
	int err = 0;
	int fd;

	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, text, len) != (ssize_t)len)
		err = -errno;
	close(fd);
	return err;
}

void write_text(const char *path, const char *text)
{
	int err = try_write_text(path, text);

	if (err)
		die("cannot write '%s' to %s: %s", text, path, strerror(-err));
}

__u64 read_number(const char *path)
{
	char text[64];

	read_text(path, text, sizeof(text));
	return strtoull(text, NULL, 10);
}

/* The per-CPU deltas are folded in first: without that the count lags. */
__u64 read_vmstat(const char *name)
{
	char text[16384], *line = text;
	size_t len = strlen(name);

	write_text("/proc/sys/vm/stat_refresh", "1");
	read_text("/proc/vmstat", text, sizeof(text));
	while (line && *line) {
		if (!strncmp(line, name, len) && line[len] == ' ')
			return strtoull(line + len, NULL, 10);
		line = strchr(line, '\n');
		if (line)
			line++;
	}
	die("/proc/vmstat has no %s", name);
}

__u64 page_bytes(void)
{
	return sysconf(_SC_PAGESIZE);
}

__u64 now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000ULL + ts.tv_nsec / 1000000;
}

bool wait_until(bool (*done)(void *data), void *data, unsigned int ms)
{
	__u64 end = now_ms() + ms;

	while (!done(data)) {
		if (now_ms() > end)
			return false;
		poll(NULL, 0, POLL_MS);
	}
	return true;
}

void module_load(const char *params)
{
	must_run("insmod ./wbtrace.ko %s", params);
}

void module_reload(const char *params)
{
	if (!access(SYSFS, F_OK))
		must_run("rmmod wbtrace");
	module_load(params);
}

bool sysfs_attached(void)
{
	char text[8192];

	read_text(SYSFS "/probes", text, sizeof(text));
	return strstr(text, " attached ");
}

static bool is_detached(void *unused)
{
	return !sysfs_attached();
}

bool wait_detached(void)
{
	return wait_until(is_detached, NULL, WAIT_MS);
}

const char *test_disk(unsigned int n)
{
	const char *path;
	char name[16];

	snprintf(name, sizeof(name), "DISK%u", n);
	path = getenv(name);
	if (!path)
		die("the test machine has no disk %u: $%s is not set", n, name);
	return path;
}

void fs_make(const char *type, const char *disk)
{
	/* Lazily made inode tables would be written in the measured window. */
	if (!strncmp(type, "ext", 3))
		must_run("mkfs.%s -q -F -N 4096 -E lazy_itable_init=0 %s %s",
			 type, strcmp(type, "ext2") ? "-J size=4" : "", disk);
	else
		must_run("mkfs.%s -q -f %s >/dev/null 2>&1", type, disk);
}

void fs_mount(const char *type, const char *disk, const char *dir)
{
	run("modprobe -q %s", type);
	mkdir(dir, 0755);
	if (mount(disk, dir, type, MS_NOATIME, NULL))
		die("cannot mount %s as %s: %s", disk, type, strerror(errno));
}

static bool try_unmount(void *dir)
{
	return !umount(dir) || errno == EINVAL;
}

void fs_unmount(const char *dir)
{
	if (!wait_until(try_unmount, (void *)dir, WAIT_MS))
		die("cannot unmount %s: %s", dir, strerror(errno));
}

/*
 * The device of the super block. What stat(2) says is another one for btrfs,
 * which has a device of its own for each subvolume.
 */
__u32 fs_dev(const char *dir)
{
	unsigned int major, minor;
	char line[4096], at[256];
	FILE *f;

	f = fopen("/proc/self/mountinfo", "re");
	if (!f)
		die("/proc/self/mountinfo: %s", strerror(errno));
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*d %*d %u:%u %*s %255s", &major, &minor,
			   at) == 3 && !strcmp(at, dir)) {
			fclose(f);
			return major << 20 | minor;
		}
	}
	die("nothing is mounted at %s", dir);
}

static bool nothing_dirty(void *unused)
{
	return !read_vmstat("nr_writeback");
}

/*
 * Until nothing is under writeback; the periodic flusher is kept out for an
 * hour. With 0 it has no period, but each inode that becomes dirty wakes it at
 * once, and then it writes where a wb's part of the limits is still small: on
 * btrfs, whose bdi is new with each mount.
 */
void quiesce(void)
{
	write_text("/proc/sys/vm/dirty_writeback_centisecs", "360000");
	sync();
	if (!wait_until(nothing_dirty, NULL, WAIT_MS))
		die("writeback does not end");
}

/* Bytes; the machine's own ratios come back with dirty_limits_restore(). */
void dirty_limits(unsigned long background, unsigned long dirty)
{
	char text[32];

	snprintf(text, sizeof(text), "%lu", background);
	write_text("/proc/sys/vm/dirty_background_bytes", text);
	snprintf(text, sizeof(text), "%lu", dirty);
	write_text("/proc/sys/vm/dirty_bytes", text);
}

void dirty_limits_restore(void)
{
	write_text("/proc/sys/vm/dirty_background_ratio", "10");
	write_text("/proc/sys/vm/dirty_ratio", "20");
}

static void fill(char *buf, size_t bs)
{
	size_t i;

	for (i = 0; i < bs; i++)
		buf[i] = i * 7 + 1;
}

void write_file(const char *path, size_t bytes, size_t bs, bool sync)
{
	char *buf = malloc(bs);
	size_t left = bytes;
	ssize_t wrote;
	int fd;

	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0 || !buf)
		die("%s: %s", path, strerror(errno));
	fill(buf, bs);
	while (left) {
		wrote = write(fd, buf, left < bs ? left : bs);
		if (wrote < 0)
			die("writing %s: %s", path, strerror(errno));
		left -= wrote;
	}
	if (sync && fsync(fd))
		die("fsync of %s: %s", path, strerror(errno));
	close(fd);
	free(buf);
}

/*
 * Extents that begin inside the file: what xfs keeps beyond its end is unwritten,
 * and so another extent although it was allocated in one piece.
 */
__u64 mapped_extents(const char *path)
{
	static union {
		struct fiemap map;
		char room[sizeof(struct fiemap) +
			  EXTENTS_MAX * sizeof(struct fiemap_extent)];
	} u;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	__u64 inside = 0;
	unsigned int i;

	u.map = (struct fiemap){
		.fm_length = FIEMAP_MAX_OFFSET, .fm_flags = FIEMAP_FLAG_SYNC,
		.fm_extent_count = EXTENTS_MAX,
	};
	if (fd < 0 || fstat(fd, &st) || ioctl(fd, FS_IOC_FIEMAP, &u.map))
		die("FIEMAP of %s: %s", path, strerror(errno));
	close(fd);
	for (i = 0; i < u.map.fm_mapped_extents; i++)
		inside += u.map.fm_extents[i].fe_logical < st.st_size;
	return inside;
}

struct job {
	const char *path;
	size_t bytes;
	size_t bs;
	int barrier;
};

/* A barrier is the read end of a pipe that gets one byte for each writer. */
static void writer(void *data)
{
	struct job *job = data;
	char byte;

	if (job->barrier >= 0 && read(job->barrier, &byte, 1) != 1)
		die("barrier: %s", strerror(errno));
	write_file(job->path, job->bytes, job->bs, false);
}

pid_t start_writer(const char *path, size_t bytes, size_t bs, int barrier)
{
	struct job job = { path, bytes, bs, barrier };

	return start_child(writer, &job);
}

pid_t start_child(void (*fn)(void *data), void *data)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork: %s", strerror(errno));
	if (pid)
		return pid;
	/* What a failed test leaves would keep its sockets open. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	fn(data);
	_exit(0);
}

/* The exit status, or 128 and the signal. */
int wait_child(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			die("waitpid: %s", strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   128 + WTERMSIG(status);
}

void kmsg_mark(void)
{
	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (kmsg < 0 || lseek(kmsg, 0, SEEK_END) < 0)
		die("/dev/kmsg: %s", strerror(errno));
}

/* The first line since kmsg_mark() that no test may cause, or "". */
const char *kmsg_complaint(void)
{
	static const char *const bad[] = {
		"WARNING:", "BUG:", "Oops", "INFO: task", "INFO: rcu",
		"possible circular", "possible recursive", "inconsistent lock",
		"suspicious RCU", "general protection", "scheduling while",
		"sleeping function", "refcount_t:", "list_add corruption",
		"list_del corruption", "unregister_netdevice",
	};
	static char text[8192];
	ssize_t got;
	size_t i;

	for (;;) {
		got = read(kmsg, text, sizeof(text) - 1);
		if (got < 0 && errno == EPIPE)
			continue;
		if (got <= 0)
			return "";
		text[got] = '\0';
		for (i = 0; i < sizeof(bad) / sizeof(*bad); i++)
			if (strstr(text, bad[i]))
				return text;
	}
}
