// SPDX-License-Identifier: GPL-2.0-only
/*
 * The laws of the totals, on each file system: what all rows of a table sum
 * to is what the kernel counted in /proc/vmstat over the same window (L2, L3),
 * also when rows were evicted (L8), and one file's bytes are the same number
 * in every column.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"

#define CGROUPS		"/sys/fs/cgroup"
#define TASKS		40
#define WBS		8
#define CAPACITY	64
#define FILES		600
#define WHOLE		(64 * MIB)
/* Larger than any folio that the page cache makes on these kernels. */
#define FOLIO_MAX	(2 * MIB)

/* What was counted from window_open() to window_close(). */
struct window {
	struct client client;
	struct rows inodes;
	struct rows tasks;
	struct rows wbs;
	struct rows sbs;
	__u64 dirtied;
	__u64 written;
};

FIXTURE(fs) {
	struct window window;
	bool small_table;
};

FIXTURE_VARIANT(fs) {
	const char *type;
};

FIXTURE_VARIANT_ADD(fs, ext4) {
	.type = "ext4",
};

FIXTURE_VARIANT_ADD(fs, xfs) {
	.type = "xfs",
};

FIXTURE_VARIANT_ADD(fs, btrfs) {
	.type = "btrfs",
};

FIXTURE_VARIANT_ADD(fs, ext2) {
	.type = "ext2",
};

FIXTURE_SETUP(fs)
{
	fs_make(variant->type, test_disk(1));
	fs_mount(variant->type, test_disk(1), MOUNT_POINT);
}

FIXTURE_TEARDOWN(fs)
{
	client_close(&self->window.client);
	rows_free(&self->window.inodes);
	rows_free(&self->window.tasks);
	rows_free(&self->window.wbs);
	rows_free(&self->window.sbs);
	fs_unmount(MOUNT_POINT);
	EXPECT_TRUE(wait_detached());
	if (self->small_table)
		module_reload("");
}

/* Nothing is dirty, and every counter starts at zero. */
static int window_open(struct window *w)
{
	int err;

	quiesce();
	err = client_open(&w->client);
	if (!err)
		err = client_config(&w->client, 1, -1, NULL);
	w->dirtied = read_vmstat("nr_dirtied");
	w->written = read_vmstat("nr_written");
	return err;
}

static int window_close(struct window *w)
{
	int err;

	quiesce();
	w->dirtied = (read_vmstat("nr_dirtied") - w->dirtied) * page_bytes();
	w->written = (read_vmstat("nr_written") - w->written) * page_bytes();
	err = client_dump(&w->client, WBTRACE_CMD_INODE, NULL, &w->inodes);
	if (!err)
		err = client_dump(&w->client, WBTRACE_CMD_TASK, NULL,
				  &w->tasks);
	if (!err)
		err = client_dump(&w->client, WBTRACE_CMD_WB, NULL, &w->wbs);
	if (!err)
		err = client_dump(&w->client, WBTRACE_CMD_SB, NULL, &w->sbs);
	return err;
}

static void expect_sums(struct __test_metadata *_metadata, struct window *w)
{
	EXPECT_EQ(w->dirtied, rows_sum(&w->inodes,
				       WBTRACE_A_INODE_DIRTIED_BYTES));
	EXPECT_EQ(w->dirtied, rows_sum(&w->tasks,
				       WBTRACE_A_TASK_DIRTIED_BYTES));
	EXPECT_EQ(w->dirtied, rows_sum(&w->wbs, WBTRACE_A_WB_DIRTIED_BYTES));
	EXPECT_EQ(w->dirtied, rows_sum(&w->sbs, WBTRACE_A_SB_DIRTIED_BYTES));

	EXPECT_EQ(w->written, rows_sum(&w->inodes,
				       WBTRACE_A_INODE_WRITTEN_BYTES));
	EXPECT_EQ(w->written, rows_sum(&w->wbs, WBTRACE_A_WB_WRITTEN_BYTES));
	EXPECT_EQ(w->written, rows_sum(&w->sbs, WBTRACE_A_SB_WRITTEN_BYTES));
	EXPECT_EQ(w->written, rows_sum(&w->inodes,
				       WBTRACE_A_INODE_WRITE_STARTED_BYTES));
	EXPECT_EQ(w->written, rows_sum(&w->wbs,
				       WBTRACE_A_WB_WRITE_STARTED_BYTES));
}

static void write_small_files(unsigned int n, size_t bytes)
{
	char path[64];
	unsigned int i;

	for (i = 0; i < n; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/small%u", i);
		write_file(path, bytes, page_bytes(), false);
	}
}

/* L2 and L3 with several tasks, rewrites, truncation and metadata. */
TEST_F_TIMEOUT(fs, sums_equal_vmstat, 120)
{
	struct window *w = &self->window;
	char path[64];
	pid_t pid[3];
	int i;

	ASSERT_EQ(0, window_open(w));
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/big%d", i);
		pid[i] = start_writer(path, (i + 1) * MIB, 65536, -1);
	}
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, wait_child(pid[i]));
	write_small_files(50, 3 * page_bytes() / 2);
	sync();
	write_file(MOUNT_POINT "/big2", MIB, 1000, true);
	ASSERT_EQ(0, unlink(MOUNT_POINT "/small7"));
	ASSERT_EQ(0, truncate(MOUNT_POINT "/big1", 12345));
	ASSERT_EQ(0, window_close(w));

	EXPECT_GE(w->dirtied, 7 * MIB);
	expect_sums(_metadata, w);
}

static const struct row *find_inode(struct window *w, __u32 dev, ino_t ino)
{
	struct row *row;
	size_t i;

	for (i = 0; i < w->inodes.n; i++) {
		row = &w->inodes.row[i];
		if (row->v[WBTRACE_A_INODE_DEV] == dev &&
		    row->v[WBTRACE_A_INODE_INO] == ino)
			return row;
	}
	return NULL;
}

static const struct row *find_wb(struct window *w, const char *bdi)
{
	size_t i;

	for (i = 0; i < w->wbs.n; i++)
		if (!strcmp(w->wbs.row[i].name, bdi))
			return &w->wbs.row[i];
	return NULL;
}

static bool within_folio(__u64 bytes, __u64 want)
{
	return bytes >= want && bytes - want < FOLIO_MAX;
}

static void expect_whole(struct __test_metadata *_metadata, struct window *w,
			 const char *type, pid_t pid)
{
	const struct row *inode, *task, *wb;
	struct stat st;

	ASSERT_EQ(0, stat(MOUNT_POINT "/whole", &st));
	inode = find_inode(w, fs_dev(MOUNT_POINT), st.st_ino);
	ASSERT_NE(NULL, inode);
	task = rows_find(&w->tasks, WBTRACE_A_TASK_PID, pid);
	ASSERT_NE(NULL, task);
	wb = find_wb(w, inode->name);
	ASSERT_NE(NULL, wb);

	EXPECT_STREQ(type, inode->fs);
	EXPECT_EQ(WHOLE, inode->v[WBTRACE_A_INODE_DIRTIED_BYTES]);
	EXPECT_EQ(WHOLE, inode->v[WBTRACE_A_INODE_WRITE_STARTED_BYTES]);
	EXPECT_EQ(WHOLE, inode->v[WBTRACE_A_INODE_WRITTEN_BYTES]);
	EXPECT_TRUE(within_folio(task->v[WBTRACE_A_TASK_DIRTIED_BYTES],
				 WHOLE));
	EXPECT_TRUE(within_folio(wb->v[WBTRACE_A_WB_DIRTIED_BYTES], WHOLE));
	EXPECT_TRUE(within_folio(wb->v[WBTRACE_A_WB_WRITTEN_BYTES], WHOLE));
}

/* 64 MiB written by one task is 64 MiB in every column. */
TEST_F_TIMEOUT(fs, one_file_in_every_column, 120)
{
	struct window *w = &self->window;
	pid_t pid;

	ASSERT_EQ(0, window_open(w));
	pid = start_writer(MOUNT_POINT "/whole", WHOLE, MIB, -1);
	ASSERT_EQ(0, wait_child(pid));
	ASSERT_EQ(0, window_close(w));
	expect_sums(_metadata, w);
	expect_whole(_metadata, w, variant->type, pid);
}

static unsigned int evicted_rows(const struct rows *rows, unsigned int attr)
{
	unsigned int found = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		if (rows->row[i].v[attr] & WBTRACE_ROW_FLAGS_EVICTED)
			found++;
	return found;
}

/* A writer in a cgroup of its own: a task, and on the same bdi a wb, the more. */
static void write_in_cgroup(void *data)
{
	unsigned int n = *(unsigned int *)data;
	char path[96];

	snprintf(path, sizeof(path), CGROUPS "/laws%u/cgroup.procs", n % WBS);
	write_text(path, "0");
	snprintf(path, sizeof(path), MOUNT_POINT "/task%u", n);
	write_file(path, 5 * page_bytes(), page_bytes(), false);
}

static void write_by_many(void)
{
	unsigned int i;

	write_text(CGROUPS "/cgroup.subtree_control", "+memory +io");
	for (i = 0; i < WBS; i++)
		run("mkdir -p " CGROUPS "/laws%u", i);
	for (i = 0; i < TASKS; i++)
		wait_child(start_child(write_in_cgroup, &i));
	for (i = 0; i < WBS; i++)
		run("rmdir " CGROUPS "/laws%u", i);
}

static void expect_overrun(struct __test_metadata *_metadata, const struct info *info,
			   const char *name, __u64 capacity)
{
	const struct row *table = info_table(info, name);

	ASSERT_NE(NULL, table);
	EXPECT_EQ(capacity, table->v[WBTRACE_A_TABLE_CAPACITY]);
	EXPECT_LE(table->v[WBTRACE_A_TABLE_ENTRIES], capacity);
	EXPECT_GT(table->v[WBTRACE_A_TABLE_EVICTED] +
		  table->v[WBTRACE_A_TABLE_OVERFLOW], 0);
}

/* L8: far more inodes, tasks and wbs than the tables hold, and no byte is lost. */
TEST_F_TIMEOUT(fs, evicted_rows_keep_every_byte, 120)
{
	struct window *w = &self->window;
	struct info info;

	self->small_table = true;
	module_reload("inodes=64 tasks=16 wbs=4");
	ASSERT_EQ(0, window_open(w));
	write_small_files(FILES, page_bytes() + 1);
	sync();
	write_by_many();
	write_small_files(FILES / 4, 3 * page_bytes());
	ASSERT_EQ(0, window_close(w));
	ASSERT_EQ(0, client_info(&w->client, &info));

	EXPECT_GE(w->dirtied, FILES * 2 * page_bytes());
	expect_sums(_metadata, w);
	EXPECT_EQ(1, evicted_rows(&w->inodes, WBTRACE_A_INODE_FLAGS));
	EXPECT_LE(w->inodes.n, CAPACITY + 1);
	expect_overrun(_metadata, &info, "inode", CAPACITY);
	expect_overrun(_metadata, &info, "task", 16);
	/* ext2 has no writeback by cgroup, so all its tasks share a wb. */
	if (strcmp(variant->type, "ext2"))
		expect_overrun(_metadata, &info, "wb", 4);
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
