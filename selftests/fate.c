// SPDX-License-Identifier: GPL-2.0-only
/*
 * What becomes of dirty pages: each byte dirtied was put under writeback, was
 * dropped, was given back, or is dirty still (L1), on each file system; and
 * what the kernel says about inodes that wait.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"

#define CGROUPS		"/sys/fs/cgroup"
#define ROUNDS		60
#define FILES		4
/* What a flusher may have moved on between two figures of one answer. */
#define IN_FLIGHT	(8 * MIB)

FIXTURE(fate) {
	struct client client;
	struct rows rows;
	__u32 dev;
};

FIXTURE_VARIANT(fate) {
	const char *type;
	/* Its flusher cleans what lies beyond the end of a file, and no more. */
	bool skips;
};

FIXTURE_VARIANT_ADD(fate, ext4) {
	.type = "ext4",
};

FIXTURE_VARIANT_ADD(fate, ext2) {
	.type = "ext2",
	.skips = true,
};

FIXTURE_VARIANT_ADD(fate, xfs) {
	.type = "xfs",
	.skips = true,
};

FIXTURE_VARIANT_ADD(fate, btrfs) {
	.type = "btrfs",
	.skips = true,
};

static int start(struct client *c, struct rows *rows, const char *type,
		 unsigned int disk, __u32 *dev)
{
	int err;

	memset(rows, 0, sizeof(*rows));
	fs_make(type, test_disk(disk));
	fs_mount(type, test_disk(disk), MOUNT_POINT);
	*dev = fs_dev(MOUNT_POINT);
	quiesce();
	err = client_open(c);
	return err ? err : client_config(c, 1, -1, NULL);
}

static bool stop(struct client *c, struct rows *rows)
{
	dirty_limits_restore();
	client_close(c);
	rows_free(rows);
	fs_unmount(MOUNT_POINT);
	return wait_detached();
}

FIXTURE_SETUP(fate)
{
	ASSERT_EQ(0, start(&self->client, &self->rows, variant->type, 1,
			   &self->dev));
}

FIXTURE_TEARDOWN(fate)
{
	EXPECT_TRUE(stop(&self->client, &self->rows));
}

static int dump(struct client *c, __u32 dev, struct rows *rows)
{
	struct query q = { .dev = dev, .count_pages = true };

	return client_dump(c, WBTRACE_CMD_INODE, &q, rows);
}

/* What is left of the bytes dirtied when all that is known of them is taken. */
static __s64 unaccounted(const struct row *row)
{
	return row->v[WBTRACE_A_INODE_DIRTIED_BYTES] -
	       row->v[WBTRACE_A_INODE_WRITE_STARTED_BYTES] -
	       row->v[WBTRACE_A_INODE_CANCELLED_BYTES] -
	       row->v[WBTRACE_A_INODE_REDIRTIED_BYTES] -
	       row->v[WBTRACE_A_INODE_DIRTY_NOW_BYTES];
}

static const char *describe(const struct row *row)
{
	static char text[256];

	snprintf(text, sizeof(text),
		 "ino %llu: %llu dirtied, %llu started, %llu cancelled, %llu redirtied, %llu dirty, %llu passes",
		 row->v[WBTRACE_A_INODE_INO],
		 row->v[WBTRACE_A_INODE_DIRTIED_BYTES],
		 row->v[WBTRACE_A_INODE_WRITE_STARTED_BYTES],
		 row->v[WBTRACE_A_INODE_CANCELLED_BYTES],
		 row->v[WBTRACE_A_INODE_REDIRTIED_BYTES],
		 row->v[WBTRACE_A_INODE_DIRTY_NOW_BYTES],
		 row->v[WBTRACE_A_INODE_PASS_COUNT]);
	return text;
}

static bool is_file(const struct row *row)
{
	return !(row->v[WBTRACE_A_INODE_FLAGS] &
		 ~(__u64)WBTRACE_ROW_FLAGS_GONE);
}

/*
 * A file that is cut is shorter before its pages are gone. A flusher that comes
 * between finds some beyond the end: on most file systems it takes their dirty
 * bit and writes nothing, and no function tells. So up to @cut may be missing.
 */
static void expect_law(struct __test_metadata *_metadata,
		       const struct rows *rows, __s64 slack, __s64 cut)
{
	const struct row *row;
	size_t i;

	for (i = 0; i < rows->n; i++) {
		row = &rows->row[i];
		if (!is_file(row))
			continue;
		EXPECT_LE(unaccounted(row), slack + cut) {
			TH_LOG("%s", describe(row));
		}
		EXPECT_GE(unaccounted(row), -slack) {
			TH_LOG("%s", describe(row));
		}
	}
}

static void write_at(const char *path, size_t offset, size_t bytes)
{
	static char buf[65536];
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	size_t n;

	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	memset(buf, 'x', sizeof(buf));
	while (bytes) {
		n = bytes < sizeof(buf) ? bytes : sizeof(buf);
		if (pwrite(fd, buf, n, offset) != (ssize_t)n)
			die("writing %s: %s", path, strerror(errno));
		offset += n;
		bytes -= n;
	}
	close(fd);
}

static void write_mapped(const char *path, size_t bytes)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	char *map;
	size_t i;

	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		die("mmap of %s: %s", path, strerror(errno));
	for (i = 0; i < bytes; i += 3 * page_bytes())
		map[i]++;
	munmap(map, bytes);
	close(fd);
}

/*
 * Append, cut, overwrite, map, delete: each file meets all of it in turn.
 * Return: by how much it was cut.
 */
static size_t stir(unsigned int round)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), MOUNT_POINT "/file%u", round % FILES);
	st.st_size = 0;
	stat(path, &st);
	switch (round / FILES % 5) {
	case 0:
		write_at(path, st.st_size, MIB + 1000);
		break;
	case 1:
		write_at(path, 0, MIB / 2);
		write_mapped(path, MIB);
		break;
	case 2:
		if (truncate(path, MIB / 3))
			die("truncate: %s", strerror(errno));
		return st.st_size > (off_t)MIB / 3 ? st.st_size - MIB / 3 : 0;
	case 3:
		write_at(path, st.st_size, 2 * MIB);
		write_mapped(path, MIB);
		break;
	case 4:
		if (round % 2 && unlink(path))
			die("unlink: %s", strerror(errno));
		break;
	}
	return 0;
}

/* L1, with the flusher at work, and exactly once all is quiet. */
TEST_F_TIMEOUT(fate, every_byte_has_one, 120)
{
	__u64 cancelled;
	unsigned int round;
	__s64 cut = 0;
	size_t bytes;

	dirty_limits(256 * 1024, 256 * MIB);
	for (round = 0; round < ROUNDS; round++) {
		bytes = stir(round);
		if (variant->skips)
			cut += bytes;
		ASSERT_EQ(0, dump(&self->client, self->dev, &self->rows));
		expect_law(_metadata, &self->rows, IN_FLIGHT, cut);
	}
	dirty_limits_restore();
	quiesce();
	ASSERT_EQ(0, dump(&self->client, self->dev, &self->rows));
	expect_law(_metadata, &self->rows, 0, cut);
	cancelled = rows_sum(&self->rows, WBTRACE_A_INODE_CANCELLED_BYTES);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, NULL,
				 &self->rows));
	EXPECT_LE(cancelled, rows_sum(&self->rows,
				      WBTRACE_A_INODE_CANCELLED_BYTES));
	cancelled = rows_sum(&self->rows, WBTRACE_A_INODE_CANCELLED_BYTES);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_WB, NULL,
				 &self->rows));
	EXPECT_EQ(cancelled, rows_sum(&self->rows,
				      WBTRACE_A_WB_CANCELLED_BYTES));
}

static ino_t ino_of(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		die("%s: %s", path, strerror(errno));
	return st.st_ino;
}

static int get_inode(struct client *c, __u32 dev, ino_t ino, struct row *row)
{
	struct query q = { .dev = dev, .ino = ino, .count_pages = true };

	return client_get(c, WBTRACE_CMD_INODE, &q, row);
}

/*
 * No flusher runs meanwhile, so what is unlinked is dropped whole. Before they
 * cut a file xfs writes a page of it and btrfs all.
 */
TEST_F(fate, cancelled)
{
	struct client *c = &self->client;
	struct row row;
	ino_t ino;

	write_file(MOUNT_POINT "/cut", MIB, MIB, false);
	ino = ino_of(MOUNT_POINT "/cut");
	ASSERT_EQ(0, get_inode(c, self->dev, ino, &row));
	ASSERT_TRUE(row_has(&row, WBTRACE_A_INODE_CANCELLED_BYTES));
	EXPECT_EQ(0, row.v[WBTRACE_A_INODE_CANCELLED_BYTES]);
	ASSERT_EQ(0, truncate(MOUNT_POINT "/cut", 0));
	ASSERT_EQ(0, get_inode(c, self->dev, ino, &row));
	EXPECT_EQ(MIB, row.v[WBTRACE_A_INODE_DIRTIED_BYTES]);
	EXPECT_EQ(MIB, row.v[WBTRACE_A_INODE_CANCELLED_BYTES] +
		       row.v[WBTRACE_A_INODE_WRITE_STARTED_BYTES]);
	if (!strncmp(variant->type, "ext", 3))
		EXPECT_EQ(MIB, row.v[WBTRACE_A_INODE_CANCELLED_BYTES]);

	write_file(MOUNT_POINT "/gone", 2 * MIB, MIB, false);
	ino = ino_of(MOUNT_POINT "/gone");
	ASSERT_EQ(0, unlink(MOUNT_POINT "/gone"));
	ASSERT_EQ(0, get_inode(c, self->dev, ino, &row));
	EXPECT_EQ(2 * MIB, row.v[WBTRACE_A_INODE_CANCELLED_BYTES]);
}

struct aged {
	struct client *client;
	__u32 dev;
	ino_t ino;
};

/* btrfs dirties an inode once more when its data has been written. */
static bool is_clean(void *data)
{
	struct aged *aged = data;
	struct row row;

	sync();
	return !get_inode(aged->client, aged->dev, aged->ino, &row) &&
	       !row_has(&row, WBTRACE_A_INODE_DIRTY_AGE_NS);
}

TEST_F(fate, age_of_the_dirty)
{
	struct client *c = &self->client;
	struct aged aged = { c, self->dev, 0 };
	struct row row;
	__u64 start;
	ino_t ino;

	start = now_ms();
	write_file(MOUNT_POINT "/old", MIB, MIB, false);
	ino = ino_of(MOUNT_POINT "/old");
	poll(NULL, 0, 200);
	ASSERT_EQ(0, get_inode(c, self->dev, ino, &row));
	ASSERT_TRUE(row_has(&row, WBTRACE_A_INODE_DIRTY_AGE_NS)) {
		TH_LOG("%s", describe(&row));
	}
	EXPECT_GE(row.v[WBTRACE_A_INODE_DIRTY_AGE_NS], 190000000ULL);
	/* A jiffy is at most 10 ms. */
	EXPECT_LE(row.v[WBTRACE_A_INODE_DIRTY_AGE_NS],
		  (now_ms() - start + 20) * 1000000ULL);
	aged.ino = ino;
	EXPECT_TRUE(wait_until(is_clean, &aged, WAIT_MS));
}

/* On a disk of its own choice: what only some file systems do. */
FIXTURE(one) {
	struct client client;
	struct rows rows;
	__u32 dev;
};

FIXTURE_SETUP(one)
{
}

FIXTURE_TEARDOWN(one)
{
	EXPECT_TRUE(stop(&self->client, &self->rows));
}

static void overwrite_for_ever(void *unused)
{
	for (;;)
		write_file(MOUNT_POINT "/file", MIB, 65536, false);
}

/*
 * With data=journal a commit looks at each dirty folio and gives back those
 * that the running transaction holds as well.
 */
TEST_F_TIMEOUT(one, redirtied, 60)
{
	struct client *c = &self->client;
	struct row row = { 0 };
	__u64 end;
	pid_t pid;

	memset(&self->rows, 0, sizeof(self->rows));
	fs_make("ext4", test_disk(1));
	must_run("mkdir -p " MOUNT_POINT " && mount -o data=journal %s " MOUNT_POINT,
		 test_disk(1));
	self->dev = fs_dev(MOUNT_POINT);
	quiesce();
	ASSERT_EQ(0, client_open(c));
	ASSERT_EQ(0, client_config(c, 1, -1, NULL));
	end = now_ms() + WAIT_MS;
	write_file(MOUNT_POINT "/file", MIB, 65536, true);
	pid = start_child(overwrite_for_ever, NULL);
	do {
		write_mapped(MOUNT_POINT "/file", MIB);
		write_file(MOUNT_POINT "/file", MIB, 65536, true);
		ASSERT_EQ(0, get_inode(c, self->dev,
				       ino_of(MOUNT_POINT "/file"), &row));
	} while (!row.v[WBTRACE_A_INODE_REDIRTIED_BYTES] && now_ms() < end);
	kill(pid, SIGKILL);
	wait_child(pid);
	ASSERT_TRUE(row_has(&row, WBTRACE_A_INODE_REDIRTIED_BYTES));
	EXPECT_GT(row.v[WBTRACE_A_INODE_REDIRTIED_BYTES], 0);
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_WB, NULL, &self->rows));
	EXPECT_GT(rows_sum(&self->rows, WBTRACE_A_WB_REDIRTIED_BYTES), 0);
}

static void fsync_for_ever(void *unused)
{
	int fd = open(MOUNT_POINT "/synced", O_WRONLY | O_CREAT, 0644);
	off_t at = 0;

	for (;; at = (at + 4096) % MIB)
		if (pwrite(fd, "x", 1, at) != 1 || fsync(fd))
			die("fsync: %s", strerror(errno));
}

static void write_for_ever(void *unused)
{
	for (;;)
		write_file(MOUNT_POINT "/written", 4 * MIB, 65536, false);
}

struct counted {
	struct client *client;
	struct rows *rows;
};

static bool was_requeued(void *data)
{
	struct counted *counted = data;

	return !client_dump(counted->client, WBTRACE_CMD_INODE, NULL,
			    counted->rows) &&
	       rows_sum(counted->rows, WBTRACE_A_INODE_REQUEUE_COUNT) > 0;
}

/*
 * Without a journal fsync(2) waits for the disk with the inode locked against
 * other passes, which the flusher then meets.
 */
TEST_F_TIMEOUT(one, requeued, 60)
{
	struct counted counted = { &self->client, &self->rows };
	__u64 requeues;
	pid_t pid[2];

	ASSERT_EQ(0, start(&self->client, &self->rows, "ext2", 0, &self->dev));
	dirty_limits(64 * 1024, 8 * MIB);
	pid[0] = start_child(fsync_for_ever, NULL);
	pid[1] = start_child(write_for_ever, NULL);
	EXPECT_TRUE(wait_until(was_requeued, &counted, 2 * WAIT_MS));
	kill(pid[0], SIGKILL);
	kill(pid[1], SIGKILL);
	wait_child(pid[0]);
	wait_child(pid[1]);
	quiesce();
	EXPECT_TRUE(was_requeued(&counted));
	requeues = rows_sum(&self->rows, WBTRACE_A_INODE_REQUEUE_COUNT);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_WB, NULL,
				 &self->rows));
	EXPECT_EQ(requeues, rows_sum(&self->rows, WBTRACE_A_WB_REQUEUE_COUNT));
}

struct cgroup_write {
	const char *cgroup;
	size_t offset;
	size_t bytes;
};

static void write_in_cgroup(void *data)
{
	struct cgroup_write *w = data;
	char path[96];

	snprintf(path, sizeof(path), CGROUPS "/%s/cgroup.procs", w->cgroup);
	write_text(path, "0");
	write_at(MOUNT_POINT "/shared", w->offset, w->bytes);
}

static void make_cgroup(const char *name)
{
	write_text(CGROUPS "/cgroup.subtree_control", "+memory +io");
	must_run("mkdir -p " CGROUPS "/%s", name);
}

/* The first cgroup owns the inode; the second one's pages are foreign. */
TEST_F_TIMEOUT(one, foreign, 60)
{
	struct cgroup_write own = { "fate-own", 0, MIB };
	struct cgroup_write strange = { "fate-strange", MIB, 3 * MIB };
	struct client *c = &self->client;
	struct row row;

	ASSERT_EQ(0, start(c, &self->rows, "ext4", 1, &self->dev));
	make_cgroup(own.cgroup);
	make_cgroup(strange.cgroup);
	ASSERT_EQ(0, wait_child(start_child(write_in_cgroup, &own)));
	ASSERT_EQ(0, get_inode(c, self->dev, ino_of(MOUNT_POINT "/shared"),
			       &row));
	ASSERT_TRUE(row_has(&row, WBTRACE_A_INODE_FOREIGN_BYTES));
	EXPECT_EQ(0, row.v[WBTRACE_A_INODE_FOREIGN_BYTES]);
	ASSERT_EQ(0, wait_child(start_child(write_in_cgroup, &strange)));
	ASSERT_EQ(0, get_inode(c, self->dev, ino_of(MOUNT_POINT "/shared"),
			       &row));
	EXPECT_EQ(3 * MIB, row.v[WBTRACE_A_INODE_FOREIGN_BYTES]);
	EXPECT_EQ(4 * MIB, row.v[WBTRACE_A_INODE_DIRTIED_BYTES]);
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_WB, NULL, &self->rows));
	EXPECT_GE(rows_sum(&self->rows, WBTRACE_A_WB_FOREIGN_BYTES), 3 * MIB);
	quiesce();
	run("rmdir " CGROUPS "/fate-own " CGROUPS "/fate-strange");
}

static bool has_switched(void *data)
{
	struct counted *counted = data;

	return !client_dump(counted->client, WBTRACE_CMD_INODE, NULL,
			    counted->rows) &&
	       rows_sum(counted->rows, WBTRACE_A_INODE_WB_SWITCH_COUNT) > 0;
}

/* A cgroup that goes away hands its clean inodes over to another wb. */
TEST_F_TIMEOUT(one, switched, 60)
{
	struct counted counted = { &self->client, &self->rows };
	struct cgroup_write own = { "fate-switch", 0, MIB };

	ASSERT_EQ(0, start(&self->client, &self->rows, "ext4", 1, &self->dev));
	make_cgroup(own.cgroup);
	ASSERT_EQ(0, wait_child(start_child(write_in_cgroup, &own)));
	quiesce();
	must_run("rmdir " CGROUPS "/%s", own.cgroup);
	EXPECT_TRUE(wait_until(has_switched, &counted, WAIT_MS));
}

static __u64 measured(struct client *c, struct rows *rows)
{
	if (client_dump(c, WBTRACE_CMD_WB, NULL, rows))
		return 0;
	return rows_sum(rows,
			WBTRACE_A_WB_MEASURED_WRITE_BANDWIDTH_BYTES_PER_S);
}

/*
 * Against a disk of 20 MB/s, or what a busy machine makes of it; an idle wb
 * keeps the figure.
 */
TEST_F_TIMEOUT(one, measured_bandwidth, 60)
{
	struct client *c = &self->client;
	__u64 rate, begun, bytes_per_s;

	ASSERT_EQ(0, start(c, &self->rows, "ext4", 0, &self->dev));
	EXPECT_EQ(0, measured(c, &self->rows));
	begun = now_ms();
	write_file(MOUNT_POINT "/slow", 40 * MIB, MIB, true);
	bytes_per_s = 40 * MIB * 1000 / (now_ms() - begun);
	quiesce();
	poll(NULL, 0, 200);
	rate = measured(c, &self->rows);
	TH_LOG("measured %llu, written %llu a second", rate, bytes_per_s);
	EXPECT_GE(rate, bytes_per_s / 2);
	EXPECT_LE(rate, 40000000);
	poll(NULL, 0, 300);
	EXPECT_EQ(rate, measured(c, &self->rows));
}

/* The pid of a kernel worker that runs now. */
TEST_F_TIMEOUT(one, flusher, 60)
{
	struct client *c = &self->client;
	char path[64], comm[32];
	unsigned int i;
	__u64 pid = 0;

	ASSERT_EQ(0, start(c, &self->rows, "ext4", 1, &self->dev));
	write_file(MOUNT_POINT "/flushed", MIB, MIB, false);
	quiesce();
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_WB, NULL, &self->rows));
	for (i = 0; i < self->rows.n; i++)
		if (self->rows.row[i].v[WBTRACE_A_WB_FLUSHER_PID])
			pid = self->rows.row[i].v[WBTRACE_A_WB_FLUSHER_PID];
	ASSERT_NE(0, pid);
	snprintf(path, sizeof(path), "/proc/%llu/comm", pid);
	read_text(path, comm, sizeof(comm));
	EXPECT_EQ(0, strncmp("kworker/", comm, 8));
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
