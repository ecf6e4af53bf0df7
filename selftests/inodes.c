// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a row is: which inode and which task the bytes belong to when names,
 * inode numbers, pids and programs change under them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"

#define RECYCLES	200

FIXTURE(identity) {
	struct client client;
	struct rows rows;
	__u32 dev;
};

FIXTURE_SETUP(identity)
{
	fs_make("ext4", test_disk(1));
	fs_mount("ext4", test_disk(1), MOUNT_POINT);
	self->dev = fs_dev(MOUNT_POINT);
	quiesce();
	ASSERT_EQ(0, client_open(&self->client));
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
}

FIXTURE_TEARDOWN(identity)
{
	client_close(&self->client);
	rows_free(&self->rows);
	fs_unmount(MOUNT_POINT);
	EXPECT_TRUE(wait_detached());
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
	struct query q = {
		.dev = dev, .ino = ino, .count_pages = true, .paths = true,
	};

	return client_get(c, WBTRACE_CMD_INODE, &q, row);
}

static int get_task(struct client *c, pid_t pid, struct row *row)
{
	struct query q = { .pid = pid };

	return client_get(c, WBTRACE_CMD_TASK, &q, row);
}

TEST_F(identity, two_names_are_one_inode)
{
	struct query q = { .dev = self->dev };
	struct row row;
	size_t i, found = 0;
	ino_t ino;

	write_file(MOUNT_POINT "/one", MIB, MIB, false);
	ino = ino_of(MOUNT_POINT "/one");
	ASSERT_EQ(0, link(MOUNT_POINT "/one", MOUNT_POINT "/two"));
	sync();
	write_file(MOUNT_POINT "/two", MIB, MIB, false);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, &q,
				 &self->rows));
	for (i = 0; i < self->rows.n; i++)
		if (self->rows.row[i].v[WBTRACE_A_INODE_INO] == ino)
			found++;
	EXPECT_EQ(1, found);
	ASSERT_EQ(0, get_inode(&self->client, self->dev, ino, &row));
	EXPECT_EQ(2 * MIB, row.v[WBTRACE_A_INODE_DIRTIED_BYTES]);
}

TEST_F(identity, renamed_while_dirty)
{
	struct row row;
	ino_t ino;

	write_file(MOUNT_POINT "/before", MIB, MIB, false);
	ino = ino_of(MOUNT_POINT "/before");
	ASSERT_EQ(0, mkdir(MOUNT_POINT "/dir", 0755));
	ASSERT_EQ(0, rename(MOUNT_POINT "/before", MOUNT_POINT "/dir/after"));
	ASSERT_EQ(0, get_inode(&self->client, self->dev, ino, &row));
	EXPECT_EQ(MIB, row.v[WBTRACE_A_INODE_DIRTIED_BYTES]);
	EXPECT_STREQ("/dir/after", row.path);
}

/* Its bytes stay in the totals although they were never written. */
TEST_F(identity, unlinked_while_dirty)
{
	struct row row;
	ino_t ino;

	write_file(MOUNT_POINT "/gone", MIB, MIB, false);
	ino = ino_of(MOUNT_POINT "/gone");
	ASSERT_EQ(0, unlink(MOUNT_POINT "/gone"));
	ASSERT_EQ(0, get_inode(&self->client, self->dev, ino, &row));
	EXPECT_EQ(MIB, row.v[WBTRACE_A_INODE_DIRTIED_BYTES]);
	EXPECT_EQ(0, row.v[WBTRACE_A_INODE_WRITTEN_BYTES]);
	EXPECT_TRUE(row.v[WBTRACE_A_INODE_FLAGS] & WBTRACE_ROW_FLAGS_GONE);
	EXPECT_FALSE(row_has(&row, WBTRACE_A_INODE_DIRTY_NOW_BYTES));
	EXPECT_FALSE(row_has(&row, WBTRACE_A_INODE_PATH));
}

/* What is left of it, in whole folios: a large one is not cut. */
TEST_F(identity, truncated_while_dirty)
{
	struct row row;
	__u64 left;

	write_file(MOUNT_POINT "/cut", MIB, MIB, false);
	ASSERT_EQ(0, truncate(MOUNT_POINT "/cut", 65536));
	ASSERT_EQ(0, get_inode(&self->client, self->dev,
			       ino_of(MOUNT_POINT "/cut"), &row));
	EXPECT_EQ(MIB, row.v[WBTRACE_A_INODE_DIRTIED_BYTES]);
	left = row.v[WBTRACE_A_INODE_DIRTY_NOW_BYTES];
	EXPECT_GE(left, 65536);
	EXPECT_LE(left, MIB);
	sync();
	ASSERT_EQ(0, get_inode(&self->client, self->dev,
			       ino_of(MOUNT_POINT "/cut"), &row));
	EXPECT_EQ(left, row.v[WBTRACE_A_INODE_WRITTEN_BYTES]);
	EXPECT_EQ(0, row.v[WBTRACE_A_INODE_DIRTY_NOW_BYTES]);
}

/* ext4 gives a freed number to the next file: another inode all the same. */
TEST_F(identity, recycled_inode_number)
{
	struct row *row;
	size_t i, same = 0;
	bool gone;
	ino_t ino;
	int n;

	write_file(MOUNT_POINT "/first", 3 * page_bytes(), MIB, true);
	ino = ino_of(MOUNT_POINT "/first");
	for (n = 0; n < RECYCLES; n++) {
		ASSERT_EQ(0, unlink(MOUNT_POINT "/first"));
		write_file(MOUNT_POINT "/first", page_bytes(), MIB, false);
		if (ino_of(MOUNT_POINT "/first") == ino)
			break;
	}
	ASSERT_LT(n, RECYCLES);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, NULL,
				 &self->rows));
	for (i = 0; i < self->rows.n; i++) {
		row = &self->rows.row[i];
		if (row->v[WBTRACE_A_INODE_DEV] != self->dev ||
		    row->v[WBTRACE_A_INODE_INO] != ino)
			continue;
		same++;
		gone = row->v[WBTRACE_A_INODE_FLAGS] & WBTRACE_ROW_FLAGS_GONE;
		EXPECT_EQ(gone ? 3 * page_bytes() : page_bytes(),
			  row->v[WBTRACE_A_INODE_DIRTIED_BYTES]);
	}
	EXPECT_EQ(2, same);
}

static void write_and_exec(void *unused)
{
	write_file(MOUNT_POINT "/here", MIB, MIB, false);
	execlp("dd", "dd", "if=/dev/zero", "of=" MOUNT_POINT "/there",
	       "bs=64k", "count=32", "status=none", NULL);
	die("exec: %s", strerror(errno));
}

TEST_F(identity, exec_keeps_its_row)
{
	struct row row;
	pid_t pid;

	pid = start_child(write_and_exec, NULL);
	ASSERT_EQ(0, wait_child(pid));
	ASSERT_EQ(0, get_task(&self->client, pid, &row));
	EXPECT_GE(row.v[WBTRACE_A_TASK_DIRTIED_BYTES], 3 * MIB);
	EXPECT_LT(row.v[WBTRACE_A_TASK_DIRTIED_BYTES], 4 * MIB);
	EXPECT_EQ(pid, row.v[WBTRACE_A_TASK_TGID]);
	EXPECT_TRUE(row.v[WBTRACE_A_TASK_FLAGS] & WBTRACE_ROW_FLAGS_GONE);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_TASK,
				 &(struct query){ .pid = pid }, &self->rows));
	EXPECT_EQ(1, self->rows.n);
}

static void write_under_a_strange_name(void *unused)
{
	prctl(PR_SET_NAME, "a\nb) R 1");
	write_file(MOUNT_POINT "/strange", MIB, MIB, false);
}

TEST_F(identity, name_with_a_newline)
{
	struct row row;
	pid_t pid;

	pid = start_child(write_under_a_strange_name, NULL);
	ASSERT_EQ(0, wait_child(pid));
	ASSERT_EQ(0, get_task(&self->client, pid, &row));
	EXPECT_STREQ("a\nb) R 1", row.name);
	EXPECT_GE(row.v[WBTRACE_A_TASK_DIRTIED_BYTES], MIB);
}

TEST_F(identity, forked_task_has_its_own_row)
{
	struct row parent, child;
	pid_t pid;

	write_file(MOUNT_POINT "/parent", MIB, MIB, false);
	pid = start_writer(MOUNT_POINT "/child", 2 * MIB, MIB, -1);
	ASSERT_EQ(0, wait_child(pid));
	ASSERT_EQ(0, get_task(&self->client, getpid(), &parent));
	ASSERT_EQ(0, get_task(&self->client, pid, &child));
	EXPECT_GE(parent.v[WBTRACE_A_TASK_DIRTIED_BYTES], MIB);
	EXPECT_LT(parent.v[WBTRACE_A_TASK_DIRTIED_BYTES], 2 * MIB);
	EXPECT_GE(child.v[WBTRACE_A_TASK_DIRTIED_BYTES], 2 * MIB);
	EXPECT_LT(child.v[WBTRACE_A_TASK_DIRTIED_BYTES], 3 * MIB);
	EXPECT_GT(child.v[WBTRACE_A_TASK_START_NS],
		  parent.v[WBTRACE_A_TASK_START_NS]);
	EXPECT_FALSE(parent.v[WBTRACE_A_TASK_FLAGS] & WBTRACE_ROW_FLAGS_GONE);
}

/* A pid that comes again is a new task. */
TEST_F(identity, recycled_pid)
{
	char text[16];
	pid_t pid, again;
	size_t i, same = 0;

	pid = start_writer(MOUNT_POINT "/one", MIB, MIB, -1);
	ASSERT_EQ(0, wait_child(pid));
	snprintf(text, sizeof(text), "%d", pid - 1);
	write_text("/proc/sys/kernel/ns_last_pid", text);
	again = start_writer(MOUNT_POINT "/two", 2 * MIB, MIB, -1);
	ASSERT_EQ(0, wait_child(again));
	ASSERT_EQ(pid, again);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_TASK, NULL,
				 &self->rows));
	for (i = 0; i < self->rows.n; i++)
		if (self->rows.row[i].v[WBTRACE_A_TASK_PID] == pid)
			same++;
	EXPECT_EQ(2, same);
}

/* tmpfs is never written back: the kernel does not count its pages either. */
TEST_F(identity, tmpfs_adds_nothing)
{
	struct row row;
	pid_t pid;

	quiesce();
	pid = start_writer("/dev/shm/file", 4 * MIB, MIB, -1);
	ASSERT_EQ(0, wait_child(pid));
	EXPECT_EQ(0, unlink("/dev/shm/file"));
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, NULL,
				 &self->rows));
	EXPECT_EQ(0, rows_sum(&self->rows, WBTRACE_A_INODE_DIRTIED_BYTES));
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_WB, NULL,
				 &self->rows));
	EXPECT_EQ(0, rows_sum(&self->rows, WBTRACE_A_WB_DIRTIED_BYTES));
	if (!get_task(&self->client, pid, &row))
		EXPECT_EQ(0, row.v[WBTRACE_A_TASK_DIRTIED_BYTES]);
}

/* Through a loop device the bytes are dirtied twice, on two wbs. */
TEST_F_TIMEOUT(identity, loop_device_is_a_wb_of_its_own, 60)
{
	size_t i, big = 0;

	must_run("truncate -s 64M " MOUNT_POINT "/image");
	must_run("modprobe loop && losetup /dev/loop0 " MOUNT_POINT "/image");
	fs_make("ext4", "/dev/loop0");
	fs_mount("ext4", "/dev/loop0", "/mnt-loop");
	quiesce();
	ASSERT_EQ(0, client_reset(&self->client, 0));
	write_file("/mnt-loop/file", 8 * MIB, MIB, true);
	quiesce();
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_WB, NULL,
				 &self->rows));
	for (i = 0; i < self->rows.n; i++) {
		if (self->rows.row[i].v[WBTRACE_A_WB_DIRTIED_BYTES] < 8 * MIB)
			continue;
		big++;
		EXPECT_LT(self->rows.row[i].v[WBTRACE_A_WB_DIRTIED_BYTES],
			  10 * MIB);
		EXPECT_GE(self->rows.row[i].v[WBTRACE_A_WB_WRITTEN_BYTES],
			  8 * MIB);
	}
	EXPECT_EQ(2, big);
	fs_unmount("/mnt-loop");
	must_run("losetup -d /dev/loop0");
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
