// SPDX-License-Identifier: GPL-2.0-only
/*
 * Block allocation: the blocks of an inode are those that stat(2) grew by, the
 * extents those of FIEMAP, neighbours are named, and promises and preallocation
 * stand apart.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"

#define FILES_MAX	8
#define CHUNK		65536
#define ROUNDS		16
#define SMALL_FILES	64

struct kind {
	const char *type;
	const char *options;
	/* Blocks are allocated in write(2), not later. */
	bool at_once;
	/* What stat(2) counts holds the blocks of the map too. */
	bool map_in_stat;
};

static const struct kind ext4 = { "ext4", "", false, true };
static const struct kind ext4_at_once = { "ext4", "nodelalloc", true, true };
static const struct kind ext2 = { "ext2", "", true, true };
static const struct kind xfs = { "xfs", "", false, false };
static const struct kind btrfs = { "btrfs", "", false, false };

struct bench {
	struct client client;
	struct rows rows;
	__u32 dev;
	/* A file that the test has open, or -1; it would keep the disk busy. */
	int fd;
	bool reload;
};

static int bench_open(struct bench *b, const struct kind *kind)
{
	int err;

	b->fd = -1;
	fs_make(kind->type, test_disk(1));
	run("modprobe -q %s", kind->type);
	mkdir(MOUNT_POINT, 0755);
	if (mount(test_disk(1), MOUNT_POINT, kind->type, MS_NOATIME,
		  kind->options))
		die("cannot mount %s: %s", kind->type, strerror(errno));
	b->dev = fs_dev(MOUNT_POINT);
	quiesce();
	err = client_open(&b->client);
	return err ? err : client_config(&b->client, 1, -1, NULL);
}

static void bench_close(struct bench *b)
{
	if (b->fd >= 0)
		close(b->fd);
	client_close(&b->client);
	rows_free(&b->rows);
	fs_unmount(MOUNT_POINT);
	if (!wait_detached())
		die("the probes stay attached");
	if (b->reload)
		module_reload("");
}

static const char *name_of(unsigned int n)
{
	static char path[32];

	snprintf(path, sizeof(path), MOUNT_POINT "/file%u", n);
	return path;
}

static struct stat stat_of(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		die("%s: %s", path, strerror(errno));
	return st;
}

static int get_alloc(struct bench *b, const char *path, struct row *row)
{
	struct query q = {
		.dev = b->dev, .ino = stat_of(path).st_ino, .paths = true,
	};

	return client_get(&b->client, WBTRACE_CMD_ALLOC, &q, row);
}

static int get_task(struct bench *b, pid_t pid, struct row *row)
{
	struct query q = { .pid = pid };

	return client_get(&b->client, WBTRACE_CMD_TASK, &q, row);
}

static void append(int fd, size_t bytes)
{
	static char buf[CHUNK];

	memset(buf, 'a', sizeof(buf));
	if (write(fd, buf, bytes) != (ssize_t)bytes)
		die("write: %s", strerror(errno));
}

/* Files that grow in turns, each by a chunk that is allocated before the next. */
static void grow_side_by_side(const struct kind *kind, unsigned int files,
			      unsigned int rounds, size_t bytes)
{
	int fd[FILES_MAX];
	unsigned int i, round;

	for (i = 0; i < files; i++) {
		fd[i] = open(name_of(i), O_WRONLY | O_CREAT | O_APPEND, 0644);
		if (fd[i] < 0)
			die("%s: %s", name_of(i), strerror(errno));
	}
	for (round = 0; round < rounds; round++) {
		for (i = 0; i < files; i++) {
			append(fd[i], bytes);
			if (!kind->at_once && fdatasync(fd[i]))
				die("fdatasync: %s", strerror(errno));
		}
	}
	for (i = 0; i < files; i++)
		close(fd[i]);
	sync();
}

static __u64 sum_of_tasks(const struct rows *rows, unsigned int attr)
{
	__u64 sum = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		sum += rows->row[i].alloc[attr];
	return sum;
}

FIXTURE(fs) {
	struct bench bench;
};

FIXTURE_VARIANT(fs) {
	const struct kind *kind;
};

FIXTURE_VARIANT_ADD(fs, ext4) {
	.kind = &ext4,
};

FIXTURE_VARIANT_ADD(fs, ext4_nodelalloc) {
	.kind = &ext4_at_once,
};

FIXTURE_VARIANT_ADD(fs, ext2) {
	.kind = &ext2,
};

FIXTURE_VARIANT_ADD(fs, xfs) {
	.kind = &xfs,
};

FIXTURE_VARIANT_ADD(fs, btrfs) {
	.kind = &btrfs,
};

FIXTURE_SETUP(fs)
{
	ASSERT_EQ(0, bench_open(&self->bench, variant->kind));
}

FIXTURE_TEARDOWN(fs)
{
	bench_close(&self->bench);
}

static void expect_blocks(struct __test_metadata *_metadata,
			  const struct kind *kind, const char *path,
			  const struct row *row)
{
	__u64 bytes = row->v[WBTRACE_A_ALLOC_ALLOCATED_BYTES];
	__u64 on_disk = stat_of(path).st_blocks * 512ULL;

	/*
	 * What was beyond the end of the file may have been given back, and so
	 * may blocks of an extent tree that grew while extents were unwritten.
	 */
	EXPECT_LE(bytes - row->v[WBTRACE_A_ALLOC_PREALLOCATED_BYTES], on_disk);
	if (kind->map_in_stat)
		bytes += row->v[WBTRACE_A_ALLOC_METADATA_BYTES];
	EXPECT_GE(bytes, on_disk);
	/* An indirect map stays. */
	if (kind == &ext2)
		EXPECT_EQ(bytes, on_disk);
}

static void expect_files(struct __test_metadata *_metadata, struct bench *b,
			 const struct kind *kind, unsigned int files)
{
	unsigned int i;
	struct row row;

	for (i = 0; i < files; i++) {
		ASSERT_EQ(0, get_alloc(b, name_of(i), &row));
		EXPECT_STREQ(kind->type, row.fs);
		EXPECT_STREQ(name_of(i) + strlen(MOUNT_POINT), row.path);
		EXPECT_EQ(0, row.v[WBTRACE_A_ALLOC_OUT_OF_ORDER_COUNT]);
		EXPECT_EQ(mapped_extents(name_of(i)),
			  row.v[WBTRACE_A_ALLOC_EXTENT_COUNT]) {
			TH_LOG("%s of %u", name_of(i), files);
		}
		expect_blocks(_metadata, kind, name_of(i), &row);
		EXPECT_GT(row.v[WBTRACE_A_ALLOC_REQUEST_COUNT], 0);
		EXPECT_GE(row.v[WBTRACE_A_ALLOC_TIME_NS],
			  row.v[WBTRACE_A_ALLOC_MAX_NS]);
		EXPECT_GT(row.v[WBTRACE_A_ALLOC_MAX_NS], 0);
	}
}

TEST_F_TIMEOUT(fs, growing_files, 120)
{
	static const unsigned int files[] = { 1, 3, FILES_MAX };
	unsigned int i, j;

	for (i = 0; i < sizeof(files) / sizeof(*files); i++) {
		grow_side_by_side(variant->kind, files[i], ROUNDS, CHUNK);
		expect_files(_metadata, &self->bench, variant->kind, files[i]);
		for (j = 0; j < files[i]; j++)
			ASSERT_EQ(0, unlink(name_of(j)));
	}
}

/* Opened and closed for each chunk, so that preallocation goes each time. */
TEST_F_TIMEOUT(fs, three_files_opened_anew, 90)
{
	unsigned int i;

	for (i = 0; i < 6; i++)
		grow_side_by_side(variant->kind, 3, 1, CHUNK);
	expect_files(_metadata, &self->bench, variant->kind, 3);
}

/* What a kernel or a file system does not give is not there. */
TEST_F(fs, only_what_is_measured)
{
	bool in_groups = variant->kind != &btrfs;
	bool has_goal = in_groups && variant->kind != &xfs;
	struct row row;

	grow_side_by_side(variant->kind, 1, 2, CHUNK);
	ASSERT_EQ(0, get_alloc(&self->bench, name_of(0), &row));
	EXPECT_EQ(has_goal, row_has(&row, WBTRACE_A_ALLOC_GOAL_HIT_COUNT));
	EXPECT_EQ(has_goal, row_has(&row, WBTRACE_A_ALLOC_GOAL_MISS_COUNT));
	EXPECT_EQ(in_groups, row_has(&row, WBTRACE_A_ALLOC_GROUP_COUNT));
	EXPECT_EQ(in_groups, row_has(&row, WBTRACE_A_ALLOC_LAST_GROUP));
	EXPECT_EQ(in_groups, row_has(&row, WBTRACE_A_ALLOC_METADATA_BYTES));
	EXPECT_EQ(in_groups, row_has(&row, WBTRACE_A_ALLOC_RESERVED_BYTES));
	EXPECT_EQ(variant->kind == &xfs,
		  row_has(&row, WBTRACE_A_ALLOC_PREALLOCATED_BYTES));
	if (has_goal)
		EXPECT_LE(row.v[WBTRACE_A_ALLOC_GOAL_HIT_COUNT] +
				  row.v[WBTRACE_A_ALLOC_GOAL_MISS_COUNT],
			  row.v[WBTRACE_A_ALLOC_REQUEST_COUNT]);
	if (in_groups)
		EXPECT_GE(row.v[WBTRACE_A_ALLOC_GROUP_COUNT], 1);
	EXPECT_EQ(0, client_unknown_attr);
}

/* Until it is written, delayed allocation promises and allocates nothing. */
TEST_F(fs, promised_apart_from_allocated)
{
	struct row row;
	int *fd = &self->bench.fd;

	if (variant->kind == &btrfs)
		SKIP(return, "what btrfs promised is not measured");
	*fd = open(name_of(0), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	ASSERT_GE(*fd, 0);
	append(*fd, CHUNK);
	append(*fd, CHUNK);
	ASSERT_EQ(0, get_alloc(&self->bench, name_of(0), &row));
	if (variant->kind->at_once) {
		EXPECT_EQ(0, row.v[WBTRACE_A_ALLOC_RESERVED_BYTES]);
		EXPECT_EQ(2 * CHUNK, row.v[WBTRACE_A_ALLOC_ALLOCATED_BYTES]);
	} else {
		EXPECT_GE(row.v[WBTRACE_A_ALLOC_RESERVED_BYTES], 2 * CHUNK);
		EXPECT_EQ(0, row.v[WBTRACE_A_ALLOC_ALLOCATED_BYTES]);
		EXPECT_EQ(0, row.v[WBTRACE_A_ALLOC_REQUEST_COUNT]);
	}
	ASSERT_EQ(0, fsync(*fd));
	ASSERT_EQ(0, get_alloc(&self->bench, name_of(0), &row));
	EXPECT_EQ(2 * CHUNK, row.v[WBTRACE_A_ALLOC_ALLOCATED_BYTES] -
				     row.v[WBTRACE_A_ALLOC_PREALLOCATED_BYTES]);
}

static void write_chunks(void *unused)
{
	int fd = open(name_of(0), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

	append(fd, CHUNK);
	append(fd, CHUNK);
	close(fd);
}

/* Whose work it was: the writer's, or of the flusher that sync(2) wakes. */
TEST_F(fs, in_whose_context)
{
	struct row row, task;
	pid_t pid;

	pid = start_child(write_chunks, NULL);
	ASSERT_EQ(0, wait_child(pid));
	sync();
	ASSERT_EQ(0, get_alloc(&self->bench, name_of(0), &row));
	ASSERT_EQ(0, get_task(&self->bench, pid, &task));
	EXPECT_TRUE(task.alloc_have &
		    1ULL << WBTRACE_A_ALLOC_ALLOCATED_BYTES);
	if (variant->kind->at_once) {
		EXPECT_EQ(0, row.v[WBTRACE_A_ALLOC_FLUSHER_COUNT]);
		EXPECT_EQ(2 * CHUNK,
			  task.alloc[WBTRACE_A_ALLOC_ALLOCATED_BYTES]);
	} else {
		EXPECT_EQ(row.v[WBTRACE_A_ALLOC_REQUEST_COUNT],
			  row.v[WBTRACE_A_ALLOC_FLUSHER_COUNT]);
		EXPECT_EQ(0, task.alloc[WBTRACE_A_ALLOC_ALLOCATED_BYTES]);
	}
}

/* One writer has no neighbour; several that allocate at once have each other. */
TEST_F(fs, neighbours)
{
	struct row row;
	unsigned int i, j, k;
	__u64 met = 0, interleaved = 0;

	grow_side_by_side(variant->kind, 1, ROUNDS, CHUNK);
	ASSERT_EQ(0, get_alloc(&self->bench, name_of(0), &row));
	EXPECT_EQ(0, row.v[WBTRACE_A_ALLOC_INTERLEAVED_COUNT]);
	ASSERT_EQ(0, unlink(name_of(0)));
	if (!variant->kind->at_once)
		SKIP(return, "allocation is delayed");
	grow_side_by_side(variant->kind, 3, 6 * ROUNDS, CHUNK);
	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, get_alloc(&self->bench, name_of(i), &row));
		interleaved += row.v[WBTRACE_A_ALLOC_INTERLEAVED_COUNT];
		for (j = 0; j < row.parts; j++) {
			met += row.part[j].v[WBTRACE_A_NEIGHBOUR_COUNT];
			for (k = 0; k < 3; k++)
				if (row.part[j].v[WBTRACE_A_NEIGHBOUR_INO] ==
				    stat_of(name_of(k)).st_ino)
					break;
			EXPECT_LT(k, 3);
			EXPECT_NE(i, k);
		}
		EXPECT_LE(row.v[WBTRACE_A_ALLOC_INTERLEAVED_COUNT],
			  row.v[WBTRACE_A_ALLOC_EXTENT_COUNT]);
	}
	/* Not each file must land behind another: some find room of their own. */
	EXPECT_GT(interleaved, 0);
	EXPECT_EQ(interleaved, met);
}

/* Blocks before the end: the count of extents no longer is FIEMAP's. */
TEST_F(fs, out_of_order)
{
	struct row row;
	int *fd = &self->bench.fd;

	*fd = open(name_of(0), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	ASSERT_GE(*fd, 0);
	ASSERT_EQ(16 * CHUNK, lseek(*fd, 16 * CHUNK, SEEK_SET));
	append(*fd, CHUNK);
	ASSERT_EQ(0, fsync(*fd));
	ASSERT_EQ(0, lseek(*fd, 0, SEEK_SET));
	append(*fd, CHUNK);
	ASSERT_EQ(0, fsync(*fd));
	ASSERT_EQ(0, get_alloc(&self->bench, name_of(0), &row));
	/* Without delay each block is asked for by itself. */
	EXPECT_GE(row.v[WBTRACE_A_ALLOC_OUT_OF_ORDER_COUNT], 1);
	EXPECT_EQ(2, row.v[WBTRACE_A_ALLOC_EXTENT_COUNT]);
}

/* Of a directory, whose blocks all are metadata. */
static __u64 map_bytes(const struct kind *kind, const char *dir)
{
	return kind->map_in_stat ? stat_of(dir).st_blocks * 512ULL : 0;
}

/* Rows that leave a small table stay in its sum. */
TEST_F_TIMEOUT(fs, totals_outlive_rows, 90)
{
	struct bench *b = &self->bench;
	const struct row *table;
	struct info info;
	char path[64];
	__u64 bytes, by_tasks, on_disk;
	unsigned int i;

	client_close(&b->client);
	ASSERT_TRUE(wait_detached());
	module_reload("allocs=16 tasks=16");
	b->reload = true;
	ASSERT_EQ(0, client_open(&b->client));
	ASSERT_EQ(0, client_config(&b->client, 1, -1, NULL));
	on_disk = -map_bytes(variant->kind, MOUNT_POINT);
	for (i = 0; i < SMALL_FILES; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/small%u", i);
		write_file(path, CHUNK, CHUNK, true);
	}
	sync();
	for (i = 0; i < SMALL_FILES; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/small%u", i);
		on_disk += stat_of(path).st_blocks * 512ULL;
	}
	on_disk += map_bytes(variant->kind, MOUNT_POINT);
	ASSERT_EQ(0, client_dump(&b->client, WBTRACE_CMD_ALLOC, NULL,
				 &b->rows));
	bytes = rows_sum(&b->rows, WBTRACE_A_ALLOC_ALLOCATED_BYTES);
	if (variant->kind->map_in_stat)
		bytes += rows_sum(&b->rows, WBTRACE_A_ALLOC_METADATA_BYTES);
	ASSERT_EQ(0, client_dump(&b->client, WBTRACE_CMD_TASK, NULL,
				 &b->rows));
	by_tasks = sum_of_tasks(&b->rows, WBTRACE_A_ALLOC_ALLOCATED_BYTES);
	if (variant->kind->map_in_stat)
		by_tasks += sum_of_tasks(&b->rows,
					   WBTRACE_A_ALLOC_METADATA_BYTES);
	EXPECT_EQ(on_disk, bytes);
	EXPECT_EQ(by_tasks, bytes);
	ASSERT_EQ(0, client_info(&b->client, &info));
	table = info_table(&info, "alloc");
	ASSERT_TRUE(!!table);
	EXPECT_EQ(16, table->v[WBTRACE_A_TABLE_CAPACITY]);
	EXPECT_GT(table->v[WBTRACE_A_TABLE_EVICTED] +
			  table->v[WBTRACE_A_TABLE_OVERFLOW], 0);
}

FIXTURE(command) {
	struct bench bench;
};

FIXTURE_SETUP(command)
{
	ASSERT_EQ(0, bench_open(&self->bench, &ext4));
	write_file(name_of(0), CHUNK, CHUNK, true);
	write_file(name_of(1), 4 * CHUNK, CHUNK, true);
	write_file(name_of(2), 2 * CHUNK, CHUNK, true);
}

FIXTURE_TEARDOWN(command)
{
	bench_close(&self->bench);
}

TEST_F(command, refusals)
{
	struct client *c = &self->bench.client;
	struct rows *rows = &self->bench.rows;
	struct row row;
	struct query q = { .dev = self->bench.dev };

	EXPECT_EQ(-EINVAL, client_get(c, WBTRACE_CMD_ALLOC, &q, &row));
	EXPECT_TRUE(!!strstr(c->extack, "dev and ino")) {
		TH_LOG("%s", c->extack);
	}
	EXPECT_EQ(-EINVAL, client_get(c, WBTRACE_CMD_ALLOC, NULL, &row));
	q.ino = 0xffffff;
	EXPECT_EQ(-ENOENT, client_get(c, WBTRACE_CMD_ALLOC, &q, &row));
	q.count_pages = true;
	EXPECT_EQ(-EINVAL, client_get(c, WBTRACE_CMD_ALLOC, &q, &row));
	q = (struct query){ .pid = 1 };
	EXPECT_EQ(-EINVAL, client_dump(c, WBTRACE_CMD_ALLOC, &q, rows));
	EXPECT_TRUE(!!strstr(c->extack, "selected by")) {
		TH_LOG("%s", c->extack);
	}
	q = (struct query){ .top = 1, .by = WBTRACE_SORT_KEY_DIRTIED };
	EXPECT_EQ(-EINVAL, client_dump(c, WBTRACE_CMD_ALLOC, &q, rows));
	q.by = WBTRACE_SORT_KEY_ALLOCATED;
	EXPECT_EQ(-EINVAL, client_dump(c, WBTRACE_CMD_INODE, &q, rows));
	EXPECT_EQ(0, client_config(c, 0, -1, NULL));
	EXPECT_EQ(-ENODATA, client_dump(c, WBTRACE_CMD_ALLOC, NULL, rows));
}

TEST_F(command, largest_first)
{
	struct client *c = &self->bench.client;
	struct rows *rows = &self->bench.rows;
	struct query q = {
		.dev = self->bench.dev, .top = 2,
		.by = WBTRACE_SORT_KEY_ALLOCATED,
	};
	size_t i;

	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_ALLOC, &q, rows));
	ASSERT_EQ(2, rows->n);
	EXPECT_EQ(stat_of(name_of(1)).st_ino,
		  rows->row[0].v[WBTRACE_A_ALLOC_INO]);
	EXPECT_EQ(stat_of(name_of(2)).st_ino,
		  rows->row[1].v[WBTRACE_A_ALLOC_INO]);
	q = (struct query){ .top = 100, .by = WBTRACE_SORT_KEY_TIME };
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_ALLOC, &q, rows));
	ASSERT_GT(rows->n, 3);
	for (i = 2; i < rows->n; i++) {
		if (rows->row[i].v[WBTRACE_A_ALLOC_FLAGS] &
		    WBTRACE_ROW_FLAGS_EVICTED)
			continue;
		EXPECT_LE(rows->row[i].v[WBTRACE_A_ALLOC_TIME_NS],
			  rows->row[i - 1].v[WBTRACE_A_ALLOC_TIME_NS]);
	}
}

TEST_F(command, gone_and_reset)
{
	struct client *c = &self->bench.client;
	struct query q = { .dev = self->bench.dev };
	struct row row;

	q.ino = stat_of(name_of(0)).st_ino;
	ASSERT_EQ(0, unlink(name_of(0)));
	ASSERT_EQ(0, client_get(c, WBTRACE_CMD_ALLOC, &q, &row));
	EXPECT_TRUE(row.v[WBTRACE_A_ALLOC_FLAGS] & WBTRACE_ROW_FLAGS_GONE);
	EXPECT_FALSE(row_has(&row, WBTRACE_A_ALLOC_PATH));
	EXPECT_EQ(CHUNK, row.v[WBTRACE_A_ALLOC_ALLOCATED_BYTES]);
	ASSERT_EQ(0, client_reset(c, WBTRACE_TABLE_MASK_INODE));
	EXPECT_EQ(-ENOENT, client_get(c, WBTRACE_CMD_ALLOC, &q, &row));
}

/* Without the function's hook its figures are missing, not zero. */
TEST_F(command, missing_without_its_probe)
{
	struct bench *b = &self->bench;
	struct row row;

	client_close(&b->client);
	ASSERT_TRUE(wait_detached());
	module_reload("rename_probe=ext4_mb_new_blocks");
	b->reload = true;
	ASSERT_EQ(0, client_open(&b->client));
	ASSERT_EQ(0, client_config(&b->client, 1, -1, NULL));
	write_file(name_of(3), CHUNK, CHUNK, true);
	ASSERT_EQ(0, get_alloc(b, name_of(3), &row));
	EXPECT_EQ(CHUNK, row.v[WBTRACE_A_ALLOC_RESERVED_BYTES]);
	EXPECT_FALSE(row_has(&row, WBTRACE_A_ALLOC_ALLOCATED_BYTES));
	EXPECT_FALSE(row_has(&row, WBTRACE_A_ALLOC_REQUEST_COUNT));
	EXPECT_FALSE(row_has(&row, WBTRACE_A_ALLOC_EXTENT_COUNT));
	EXPECT_FALSE(row_has(&row, WBTRACE_A_ALLOC_GOAL_HIT_COUNT));
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
