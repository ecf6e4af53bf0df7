// SPDX-License-Identifier: GPL-2.0-only
/*
 * What reaches block devices: per device what the kernel's own statistics say,
 * exactly; per inode its bytes; per task what it dirtied of them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "ktap.h"

#define WHOLE		(64 * MIB)
#define SECTOR		512
#define LOOPS		6
#define NULLBS		"/sys/kernel/config/nullb"

/* Fields of /sys/block/DISK/stat. */
enum {
	READ_SECTORS = 2,
	WRITE_SECTORS = 6,
	IN_FLIGHT = 8,
	DISCARD_SECTORS = 13,
	FLUSH_IOS = 15,
	STATS = 17,
};

struct stats {
	__u64 v[STATS];
};

FIXTURE(device) {
	struct client client;
	struct rows rows;
	__u32 dev;
};

FIXTURE_VARIANT(device) {
	const char *type;
	bool journal;
};

FIXTURE_VARIANT_ADD(device, ext4) {
	.type = "ext4",
	.journal = true,
};

FIXTURE_VARIANT_ADD(device, ext2) {
	.type = "ext2",
};

FIXTURE_VARIANT_ADD(device, xfs) {
	.type = "xfs",
	.journal = true,
};

FIXTURE_VARIANT_ADD(device, btrfs) {
	.type = "btrfs",
};

static __u32 disk_dev(const char *disk)
{
	struct stat st;

	if (stat(disk, &st))
		die("%s: %s", disk, strerror(errno));
	return major(st.st_rdev) << 20 | minor(st.st_rdev);
}

static struct stats read_stats(const char *disk)
{
	struct stats stats = { 0 };
	char path[64], text[512], *at = text;
	int i;

	snprintf(path, sizeof(path), "/sys/block/%s/stat", disk + 5);
	read_text(path, text, sizeof(text));
	for (i = 0; i < STATS; i++)
		stats.v[i] = strtoull(at, &at, 10);
	return stats;
}

static int attach(struct client *c)
{
	int err = client_open(c);

	return err ? err : client_config(c, 1, -1, NULL);
}

static int start(struct client *c, struct rows *rows, const char *type,
		 unsigned int disk, __u32 *dev)
{
	memset(rows, 0, sizeof(*rows));
	fs_make(type, test_disk(disk));
	fs_mount(type, test_disk(disk), MOUNT_POINT);
	*dev = fs_dev(MOUNT_POINT);
	quiesce();
	return attach(c);
}

FIXTURE_SETUP(device)
{
	memset(&self->rows, 0, sizeof(self->rows));
	fs_make(variant->type, test_disk(1));
	fs_mount(variant->type, test_disk(1), MOUNT_POINT);
	self->dev = fs_dev(MOUNT_POINT);
	quiesce();
}

FIXTURE_TEARDOWN(device)
{
	client_close(&self->client);
	rows_free(&self->rows);
	fs_unmount(MOUNT_POINT);
	EXPECT_TRUE(wait_detached());
}

static int get_device(struct client *c, const char *disk, struct row *row)
{
	struct query q = { .dev = disk_dev(disk) };

	return client_get(c, WBTRACE_CMD_DEVICE, &q, row);
}

/* What the kernel says of a disk and what its row says, at one time. */
struct both {
	struct stats stats;
	struct row row;
};

static void read_both(struct client *c, const char *disk, struct both *both)
{
	int err;

	both->stats = read_stats(disk);
	err = get_device(c, disk, &both->row);
	if (err && err != -ENOENT)
		die("the row of %s: %s", disk, strerror(-err));
	/* No request of it has been seen. */
	if (err)
		memset(&both->row, 0, sizeof(both->row));
}

static bool same_row(const struct row *a, const struct row *b)
{
	static const int counted[] = {
		WBTRACE_A_DEVICE_READ_BYTES, WBTRACE_A_DEVICE_FLUSH_COUNT,
		WBTRACE_A_DEVICE_DISCARD_BYTES,
		WBTRACE_A_DEVICE_IN_FLIGHT_COUNT,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(counted); i++)
		if (a->v[counted[i]] != b->v[counted[i]])
			return false;
	return !memcmp(a->io, b->io, sizeof(a->io));
}

/*
 * ext4 reads its bitmaps ahead, up to five seconds after the mount, and the end
 * of a request is first in the one and then in the other: they are compared
 * where both stand still with nothing in flight.
 */
static void read_while_idle(struct client *c, const char *disk,
			    struct both *both)
{
	__u64 end = now_ms() + 2 * WAIT_MS;
	struct both last;

	read_both(c, disk, both);
	do {
		last = *both;
		poll(NULL, 0, 100);
		read_both(c, disk, both);
		if (now_ms() > end)
			die("%s does not come to rest", disk);
	} while (both->stats.v[IN_FLIGHT] ||
		 memcmp(&last.stats, &both->stats, sizeof(last.stats)) ||
		 !same_row(&last.row, &both->row));
}

static int get_inode(struct client *c, __u32 dev, const char *path,
		     struct row *row)
{
	struct query q = { .dev = dev };
	struct stat st;

	if (stat(path, &st))
		die("%s: %s", path, strerror(errno));
	q.ino = st.st_ino;
	return client_get(c, WBTRACE_CMD_INODE, &q, row);
}

static __u64 written_bytes(const struct row *device)
{
	__u64 sum = 0;
	int kind;

	for (kind = 0; kind < IO_KINDS; kind++)
		sum += device->io[kind].bytes;
	return sum;
}

/* By how much a number of the row grew. */
static __u64 grown(const struct both *from, const struct both *to,
		   unsigned int attr)
{
	return to->row.v[attr] - from->row.v[attr];
}

static __u64 grown_io(const struct both *from, const struct both *to,
		      unsigned int kind)
{
	return to->row.io[kind].bytes - from->row.io[kind].bytes;
}

/* In bytes but for the flushes. */
static void expect_stats(struct __test_metadata *_metadata,
			 const struct both *from, const struct both *to)
{
	__u64 v[STATS];
	int i;

	for (i = 0; i < STATS; i++)
		v[i] = to->stats.v[i] - from->stats.v[i];
	EXPECT_EQ(v[READ_SECTORS] * SECTOR,
		  grown(from, to, WBTRACE_A_DEVICE_READ_BYTES));
	/* The kernel counts zeroing as a write. */
	EXPECT_EQ((v[WRITE_SECTORS] + v[DISCARD_SECTORS]) * SECTOR,
		  written_bytes(&to->row) - written_bytes(&from->row) +
		  grown(from, to, WBTRACE_A_DEVICE_DISCARD_BYTES));
	EXPECT_EQ(v[FLUSH_IOS],
		  grown(from, to, WBTRACE_A_DEVICE_FLUSH_COUNT));
	EXPECT_TRUE(row_has(&to->row, WBTRACE_A_DEVICE_IN_FLIGHT_COUNT));
	EXPECT_EQ(0, to->row.v[WBTRACE_A_DEVICE_IN_FLIGHT_COUNT]);
}

/* btrfs of 6.12 writes what has checksums through the page cache all the same. */
static void write_direct(const char *path, size_t bytes, size_t bs)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_DIRECT | O_CLOEXEC, 0644);
	void *buf = aligned_alloc(65536, bs);
	int no_checksums = FS_NOCOW_FL;
	size_t at;

	if (fd < 0 || !buf)
		die("%s: %s", path, strerror(errno));
	if (ioctl(fd, FS_IOC_SETFLAGS, &no_checksums) && errno != ENOTTY && errno != EOPNOTSUPP &&
	    errno != EINVAL)
		die("no checksums for %s: %s", path, strerror(errno));
	memset(buf, 'd', bs);
	for (at = 0; at < bytes; at += bs)
		if (pwrite(fd, buf, bs, at) != (ssize_t)bs)
			die("writing %s: %s", path, strerror(errno));
	close(fd);
	free(buf);
}

static void read_back(const char *path)
{
	write_text("/proc/sys/vm/drop_caches", "1");
	must_run("cat %s >/dev/null", path);
}

static void make_files(unsigned int n)
{
	char path[64];
	unsigned int i;

	for (i = 0; i < n; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/small%u", i);
		write_file(path, 3000, 3000, false);
	}
}

/*
 * Files, small ones for the metadata, direct I/O, reads, fsync and, with the
 * unmount, the metadata: the device's rows say what its statistics say.
 */
TEST_F_TIMEOUT(device, equals_its_statistics, 120)
{
	struct client *c = &self->client;
	struct both from, to;
	struct row device;

	ASSERT_EQ(0, attach(c));
	read_while_idle(c, test_disk(1), &from);
	make_files(50);
	write_file(MOUNT_POINT "/big", 8 * MIB, MIB, true);
	write_direct(MOUNT_POINT "/direct", 2 * MIB, MIB);
	quiesce();
	read_back(MOUNT_POINT "/big");
	fs_unmount(MOUNT_POINT);
	quiesce();
	read_while_idle(c, test_disk(1), &to);
	ASSERT_EQ(0, get_device(c, test_disk(1), &device));
	fs_mount(variant->type, test_disk(1), MOUNT_POINT);

	expect_stats(_metadata, &from, &to);
	EXPECT_STREQ(test_disk(1) + 5, device.name);
	EXPECT_GE(grown_io(&from, &to, WBTRACE_WRITE_KIND_DATA), 8 * MIB);
	EXPECT_LT(grown_io(&from, &to, WBTRACE_WRITE_KIND_DATA), 9 * MIB);
	EXPECT_EQ(2 * MIB, grown_io(&from, &to, WBTRACE_WRITE_KIND_DIRECT));
	EXPECT_EQ(0, grown_io(&from, &to, WBTRACE_WRITE_KIND_OTHER));
	EXPECT_GT(grown_io(&from, &to, WBTRACE_WRITE_KIND_METADATA), 0);
	EXPECT_LT(grown_io(&from, &to, WBTRACE_WRITE_KIND_METADATA), 4 * MIB);
	EXPECT_EQ(variant->journal,
		  grown_io(&from, &to, WBTRACE_WRITE_KIND_JOURNAL) > 0);
	EXPECT_GE(grown(&from, &to, WBTRACE_A_DEVICE_READ_BYTES), 8 * MIB);
	EXPECT_GT(device.v[WBTRACE_A_DEVICE_BUSY_NS], 0);
}

static void expect_task_sums(struct __test_metadata *_metadata,
			     struct client *c, struct rows *rows)
{
	__u64 data;

	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_INODE, NULL, rows));
	data = rows_sum_io(rows, WBTRACE_WRITE_KIND_DATA);
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_TASK, NULL, rows));
	EXPECT_EQ(data, rows_sum(rows, WBTRACE_A_TASK_DEVICE_EXACT_BYTES) +
			rows_sum(rows, WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES));
}

/* One writer's file: its bytes reach the device once, and all are its own. */
TEST_F_TIMEOUT(device, bytes_of_an_inode_and_its_task, 120)
{
	struct client *c = &self->client;
	const struct io *part;
	struct row inode, task;
	struct query q = { 0 };
	pid_t pid;

	ASSERT_EQ(0, attach(c));
	pid = start_writer(MOUNT_POINT "/whole", WHOLE, MIB, -1);
	ASSERT_EQ(0, wait_child(pid));
	quiesce();
	ASSERT_EQ(0, get_inode(c, self->dev, MOUNT_POINT "/whole", &inode));
	part = &inode.io[WBTRACE_WRITE_KIND_DATA];
	EXPECT_GE(part->bytes + page_bytes(), WHOLE);
	EXPECT_LE(part->bytes, WHOLE + page_bytes());
	EXPECT_GT(part->count, 0);
	EXPECT_GT(part->service_ns, 0);
	EXPECT_EQ(0, inode.io[WBTRACE_WRITE_KIND_METADATA].bytes);
	ASSERT_EQ(1, inode.dirtiers);
	EXPECT_EQ(pid, inode.dirtier[0].pid);
	EXPECT_EQ(WHOLE, inode.dirtier[0].bytes);

	q.pid = pid;
	ASSERT_EQ(0, client_get(c, WBTRACE_CMD_TASK, &q, &task));
	EXPECT_EQ(part->bytes, task.v[WBTRACE_A_TASK_DEVICE_EXACT_BYTES]);
	EXPECT_EQ(0, task.v[WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES]);
	EXPECT_EQ(part->service_ns,
		  task.v[WBTRACE_A_TASK_DEVICE_SERVICE_NS]);
	EXPECT_EQ(inode.dirtier[0].start_ns, task.v[WBTRACE_A_TASK_START_NS]);
	expect_task_sums(_metadata, c, &self->rows);
}

struct slice {
	size_t offset;
	size_t bytes;
};

static void write_slice(void *data)
{
	struct slice *slice = data;
	char *buf = malloc(slice->bytes);
	int fd = open(MOUNT_POINT "/shared", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || !buf)
		die("writing a slice: %s", strerror(errno));
	/* A copy that stops at a page not there drops what it had dirtied. */
	memset(buf, 's', slice->bytes);
	if (pwrite(fd, buf, slice->bytes, slice->offset) !=
	    (ssize_t)slice->bytes)
		die("writing a slice: %s", strerror(errno));
}

/* @n tasks dirty 1, 2, ... MiB of one file; nothing is written meanwhile. */
static void write_slices(unsigned int n, pid_t *pid)
{
	struct slice slice = { 0 };
	unsigned int i;

	write_file(MOUNT_POINT "/shared", 0, 1, false);
	for (i = 0; i < n; i++) {
		slice.bytes = (i + 1) * MIB;
		pid[i] = start_child(write_slice, &slice);
		if (wait_child(pid[i]))
			die("a writer failed");
		slice.offset += slice.bytes;
	}
	quiesce();
}

/* Rounding leaves less than a byte a request for each of them. */
#define ROUNDED	4096

/*
 * What the first two of six dirtied is nobody's any more, but it is not lost.
 * btrfs may begin to write before all have come.
 */
static void expect_rest(struct __test_metadata *_metadata,
			struct client *c, struct rows *rows, __u32 dev,
			bool early)
{
	struct row inode;
	const struct row *task;
	__u64 rest = 0;
	pid_t pid[6];
	size_t i;

	ASSERT_EQ(0, unlink(MOUNT_POINT "/shared"));
	write_slices(6, pid);
	ASSERT_EQ(0, get_inode(c, dev, MOUNT_POINT "/shared", &inode));
	ASSERT_EQ(DIRTIERS, inode.dirtiers);
	EXPECT_EQ(pid[5], inode.dirtier[0].pid);
	EXPECT_EQ(pid[2], inode.dirtier[3].pid);
	expect_task_sums(_metadata, c, rows);
	for (i = 0; i < rows->n; i++) {
		task = &rows->row[i];
		if (task->v[WBTRACE_A_TASK_FLAGS] & WBTRACE_ROW_FLAGS_EVICTED)
			rest = task->v[WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES];
	}
	EXPECT_GE(rest, (early ? MIB : 3 * MIB) - ROUNDED);
	EXPECT_LE(rest, (early ? 6 * MIB : 3 * MIB) + 6 * ROUNDED);
}

/*
 * Several: each one's share is an estimate, and they sum to all of it. Where
 * btrfs begins to write before all have come, the first has more.
 */
TEST_F_TIMEOUT(device, several_dirtiers_share, 60)
{
	struct client *c = &self->client;
	struct query q = { 0 };
	struct row inode, task;
	pid_t pid[3];
	int i;

	ASSERT_EQ(0, attach(c));
	write_slices(3, pid);
	ASSERT_EQ(0, get_inode(c, self->dev, MOUNT_POINT "/shared", &inode));
	EXPECT_EQ(6 * MIB, inode.io[WBTRACE_WRITE_KIND_DATA].bytes);
	ASSERT_EQ(3, inode.dirtiers);
	for (i = 0; i < 3; i++) {
		/* The last one comes first. */
		EXPECT_EQ(pid[i], inode.dirtier[2 - i].pid);
		EXPECT_EQ((i + 1) * MIB, inode.dirtier[2 - i].bytes);
		q.pid = pid[i];
		ASSERT_EQ(0, client_get(c, WBTRACE_CMD_TASK, &q, &task));
		if (!strcmp(variant->type, "btrfs"))
			continue;
		EXPECT_EQ(0, task.v[WBTRACE_A_TASK_DEVICE_EXACT_BYTES]);
		EXPECT_LE(task.v[WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES],
			  (i + 1) * MIB);
		EXPECT_GE(task.v[WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES],
			  (i + 1) * MIB - ROUNDED);
	}
	expect_task_sums(_metadata, c, &self->rows);
	expect_rest(_metadata, c, &self->rows, self->dev,
		    !strcmp(variant->type, "btrfs"));
}

/* What needs one file system only, or none. */
FIXTURE(disk) {
	struct client client;
	struct rows rows;
	bool mounted;
	bool small_table;
	unsigned int loops;
	int latent;
};

FIXTURE_SETUP(disk)
{
	memset(self, 0, sizeof(*self));
}

static void drop_loops(unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		run("losetup -d /dev/loop%u; rm -f /tmp/loop%u", i, i);
}

FIXTURE_TEARDOWN(disk)
{
	client_close(&self->client);
	rows_free(&self->rows);
	if (self->mounted)
		fs_unmount(MOUNT_POINT);
	drop_loops(self->loops);
	if (self->latent)
		run("rmdir " NULLBS "/nullb%d", self->latent);
	EXPECT_TRUE(wait_detached());
	if (self->small_table)
		module_reload("");
}

static __u64 monotonic_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* A disk of null_blk; @settings is a command of the shell, in its folder. */
static int make_null_disk(char *path, size_t size, const char *settings)
{
	int n = -1;

	/* Some kernels name it by its folder, some by its number. */
	do {
		snprintf(path, size, "/dev/nullb%d", ++n);
	} while (!access(path, F_OK));
	run("modprobe -q null_blk nr_devices=0");
	must_run("mkdir " NULLBS "/nullb%d", n);
	must_run("cd " NULLBS "/nullb%d && echo 16 >size && %s", n, settings);
	must_run("echo 1 >" NULLBS "/nullb%d/power", n);
	return n;
}

/* A disk that takes 50 ms for each request. */
static int make_latent_disk(char *path, size_t size)
{
	return make_null_disk(path, size, "echo 2 >irqmode && echo 50000000 >completion_nsec");
}

/* A disk that is always asked for more is busy all the time. */
TEST_F_TIMEOUT(disk, busy_while_saturated, 60)
{
	struct client *c = &self->client;
	struct row from, to;
	__u64 start, wall, busy;
	char disk[32];

	self->latent = make_latent_disk(disk, sizeof(disk));
	ASSERT_EQ(0, attach(c));
	write_direct(disk, 65536, 65536);
	ASSERT_EQ(0, get_device(c, disk, &from));
	start = monotonic_ns();
	write_direct(disk, 20 * 65536, 65536);
	wall = monotonic_ns() - start;
	ASSERT_EQ(0, get_device(c, disk, &to));
	busy = to.v[WBTRACE_A_DEVICE_BUSY_NS] -
	       from.v[WBTRACE_A_DEVICE_BUSY_NS];
	TH_LOG("busy %llu of %llu ns", busy, wall);
	EXPECT_LE(busy, wall + 1000000);
	EXPECT_GE(busy, wall / 10 * 8);
	EXPECT_EQ(21 * 65536, to.io[WBTRACE_WRITE_KIND_DIRECT].bytes);
	EXPECT_EQ(21, to.io[WBTRACE_WRITE_KIND_DIRECT].count);
	/* From the end of the first write back to the beginning, once. */
	EXPECT_EQ(1, to.v[WBTRACE_A_DEVICE_JUMP_COUNT] - from.v[WBTRACE_A_DEVICE_JUMP_COUNT]);
	EXPECT_EQ(65536, to.v[WBTRACE_A_DEVICE_JUMP_BYTES] - from.v[WBTRACE_A_DEVICE_JUMP_BYTES]);
	/* An idle disk is not. */
	poll(NULL, 0, 200);
	ASSERT_EQ(0, get_device(c, disk, &from));
	EXPECT_EQ(to.v[WBTRACE_A_DEVICE_BUSY_NS],
		  from.v[WBTRACE_A_DEVICE_BUSY_NS]);
	EXPECT_EQ(0, from.v[WBTRACE_A_DEVICE_IN_FLIGHT_COUNT]);
}

/*
 * Requests that were in flight when the probes came are not taken for later ones
 * when they end, which once made a busy disk look idle from then on.
 */
TEST_F_TIMEOUT(disk, busy_since_before_attach, 60)
{
	struct client *c = &self->client;
	__u64 start, wall, busy;
	struct row from, to;
	pid_t writers[4];
	char disk[32];
	size_t i;

	self->latent = make_latent_disk(disk, sizeof(disk));
	for (i = 0; i < ARRAY_SIZE(writers); i++) {
		writers[i] = fork();
		ASSERT_GE(writers[i], 0);
		if (!writers[i]) {
			write_direct(disk, 80 * 65536, 65536);
			_exit(0);
		}
	}
	poll(NULL, 0, 200);
	ASSERT_EQ(0, attach(c));
	/* Until the first request that is followed has made the row. */
	while (get_device(c, disk, &from))
		poll(NULL, 0, 10);
	poll(NULL, 0, 200);
	ASSERT_EQ(0, get_device(c, disk, &from));
	start = monotonic_ns();
	poll(NULL, 0, 1000);
	ASSERT_EQ(0, get_device(c, disk, &to));
	wall = monotonic_ns() - start;
	busy = to.v[WBTRACE_A_DEVICE_BUSY_NS] - from.v[WBTRACE_A_DEVICE_BUSY_NS];
	TH_LOG("busy %llu of %llu ns", busy, wall);
	EXPECT_GE(busy, wall / 10 * 8);
	EXPECT_LE(1, to.v[WBTRACE_A_DEVICE_IN_FLIGHT_COUNT]);
	for (i = 0; i < ARRAY_SIZE(writers); i++)
		waitpid(writers[i], NULL, 0);
}

/*
 * A driver that gives requests back because it can take no more is busy: null_blk
 * does so when it is over its rate.
 */
TEST_F_TIMEOUT(disk, busy_while_it_gives_back, 60)
{
	struct client *c = &self->client;
	__u64 start, wall, busy;
	struct row from, to;
	char disk[32];

	self->latent = make_null_disk(disk, sizeof(disk), "echo 4 >mbps");
	ASSERT_EQ(0, attach(c));
	write_direct(disk, 65536, 65536);
	ASSERT_EQ(0, get_device(c, disk, &from));
	start = monotonic_ns();
	write_direct(disk, 8 << 20, 65536);
	wall = monotonic_ns() - start;
	ASSERT_EQ(0, get_device(c, disk, &to));
	busy = to.v[WBTRACE_A_DEVICE_BUSY_NS] - from.v[WBTRACE_A_DEVICE_BUSY_NS];
	TH_LOG("busy %llu of %llu ns", busy, wall);
	EXPECT_GE(wall, 1000000000);
	EXPECT_GE(busy, wall / 10 * 7);
	EXPECT_EQ(0, to.v[WBTRACE_A_DEVICE_IN_FLIGHT_COUNT]);
}

static void make_loops(unsigned int n)
{
	unsigned int i;

	must_run("modprobe loop");
	for (i = 0; i < n; i++)
		must_run("truncate -s 16M /tmp/loop%u && losetup /dev/loop%u /tmp/loop%u",
			 i, i, i);
}

static void discard(const char *disk, __u64 from, __u64 bytes)
{
	__u64 range[2] = { from, bytes };
	int fd = open(disk, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || ioctl(fd, BLKDISCARD, range))
		die("BLKDISCARD of %s: %s", disk, strerror(errno));
	close(fd);
}

TEST_F(disk, discarded)
{
	struct client *c = &self->client;
	struct both from, to;

	make_loops(self->loops = 1);
	ASSERT_EQ(0, attach(c));
	read_while_idle(c, "/dev/loop0", &from);
	discard("/dev/loop0", 0, 2 * MIB);
	read_while_idle(c, "/dev/loop0", &to);
	EXPECT_EQ(2 * MIB, grown(&from, &to, WBTRACE_A_DEVICE_DISCARD_BYTES));
	expect_stats(_metadata, &from, &to);
}

/* A loop device has requests of its own: each disk counts what it got. */
TEST_F_TIMEOUT(disk, below_a_loop_device, 60)
{
	struct client *c = &self->client;
	struct both from, to, lower_from, lower_to;
	struct row inode;
	__u32 dev;

	ASSERT_EQ(0, start(c, &self->rows, "ext4", 1, &dev));
	self->mounted = true;
	must_run("truncate -s 64M " MOUNT_POINT "/image");
	must_run("modprobe loop && losetup /dev/loop0 " MOUNT_POINT "/image");
	fs_make("ext4", "/dev/loop0");
	fs_mount("ext4", "/dev/loop0", "/mnt-loop");
	quiesce();
	read_while_idle(c, "/dev/loop0", &from);
	read_while_idle(c, test_disk(1), &lower_from);
	write_file("/mnt-loop/file", 8 * MIB, MIB, true);
	quiesce();
	read_while_idle(c, "/dev/loop0", &to);
	read_while_idle(c, test_disk(1), &lower_to);
	ASSERT_EQ(0, get_inode(c, fs_dev("/mnt-loop"), "/mnt-loop/file",
			       &inode));
	expect_stats(_metadata, &from, &to);
	expect_stats(_metadata, &lower_from, &lower_to);
	EXPECT_EQ(8 * MIB, inode.io[WBTRACE_WRITE_KIND_DATA].bytes);
	EXPECT_EQ(8 * MIB, grown_io(&from, &to, WBTRACE_WRITE_KIND_DATA));
	/* It has a cache to flush: the journal's commits do. */
	EXPECT_GT(grown(&from, &to, WBTRACE_A_DEVICE_FLUSH_COUNT), 0);
	EXPECT_TRUE(row_has(&to.row, WBTRACE_A_DEVICE_FLUSH_NS));
	EXPECT_GE(grown_io(&lower_from, &lower_to, WBTRACE_WRITE_KIND_DATA),
		  8 * MIB);
	EXPECT_LT(grown_io(&lower_from, &lower_to, WBTRACE_WRITE_KIND_DATA),
		  10 * MIB);
	fs_unmount("/mnt-loop");
	must_run("losetup -d /dev/loop0");
}

/* dm has no requests: what it maps shows on the disk below, once. */
TEST_F_TIMEOUT(disk, below_a_linear_mapping, 60)
{
	struct client *c = &self->client;
	struct row device, inode;
	__u64 sectors;

	if (run("command -v dmsetup >/dev/null"))
		SKIP(return, "there is no dmsetup");
	sectors = 8192 * 16;
	must_run("modprobe dm-mod && echo 0 %llu linear %s 0 | dmsetup create wbt",
		 sectors, test_disk(1));
	fs_make("ext4", "/dev/mapper/wbt");
	fs_mount("ext4", "/dev/mapper/wbt", MOUNT_POINT);
	quiesce();
	ASSERT_EQ(0, attach(c));
	write_file(MOUNT_POINT "/file", 8 * MIB, MIB, true);
	quiesce();
	EXPECT_EQ(0, get_inode(c, fs_dev(MOUNT_POINT), MOUNT_POINT "/file",
			       &inode));
	EXPECT_EQ(0, get_device(c, test_disk(1), &device));
	EXPECT_EQ(-ENOENT, get_device(c, "/dev/mapper/wbt", &device));
	EXPECT_EQ(0, get_device(c, test_disk(1), &device));
	EXPECT_EQ(8 * MIB, inode.io[WBTRACE_WRITE_KIND_DATA].bytes);
	EXPECT_EQ(8 * MIB, device.io[WBTRACE_WRITE_KIND_DATA].bytes);
	client_close(c);
	fs_unmount(MOUNT_POINT);
	must_run("dmsetup remove wbt");
}

static __u64 rows_written(const struct rows *rows)
{
	__u64 sum = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		sum += written_bytes(&rows->row[i]);
	return sum;
}

/* L8: more devices than rows, and no byte is lost; a reset drops them all. */
TEST_F_TIMEOUT(disk, evicted_rows_keep_every_byte, 60)
{
	struct client *c = &self->client;
	char path[32];
	int i, round;

	self->small_table = true;
	module_reload("devices=4");
	make_loops(self->loops = LOOPS);
	ASSERT_EQ(0, attach(c));
	for (round = 0; round < 3; round++) {
		for (i = 0; i < LOOPS; i++) {
			snprintf(path, sizeof(path), "/dev/loop%d", i);
			write_direct(path, 65536, 65536);
		}
		/* Several ticks of the housekeeping. */
		poll(NULL, 0, 200);
	}
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_DEVICE, NULL, &self->rows));
	EXPECT_LE(self->rows.n, 5);
	EXPECT_EQ(3 * LOOPS * 65536, rows_written(&self->rows));
	ASSERT_EQ(0, client_reset(c, WBTRACE_TABLE_MASK_DEVICE));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_DEVICE, NULL, &self->rows));
	EXPECT_EQ(1, self->rows.n);
	EXPECT_EQ(0, rows_written(&self->rows));
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
