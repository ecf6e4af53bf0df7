// SPDX-License-Identifier: GPL-2.0-only
/*
 * What throttling did to each task: the decisions and the pauses that the
 * kernel asked for equal the raw tracefs stream (L4), and the time that was
 * really slept is a figure of its own.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "stream.h"

#define WRITERS		3
#define MS_NS		1000000ULL

FIXTURE(throttled) {
	struct client client;
	struct rows tasks;
};

FIXTURE_SETUP(throttled)
{
	fs_make("ext4", test_disk(0));
	fs_mount("ext4", test_disk(0), MOUNT_POINT);
	quiesce();
	ASSERT_EQ(0, client_open(&self->client));
}

FIXTURE_TEARDOWN(throttled)
{
	client_close(&self->client);
	rows_free(&self->tasks);
	trace_remove();
	dirty_limits_restore();
	fs_unmount(MOUNT_POINT);
	EXPECT_TRUE(wait_detached());
}

static void expect_stream(struct __test_metadata *_metadata,
			  const struct stream *s, const struct row *task)
{
	const __u64 *t = task->throttle;

	EXPECT_GT(s->count, 0);
	EXPECT_GT(s->requested_ns, 0);
	EXPECT_EQ(s->count, t[WBTRACE_A_THROTTLE_COUNT]);
	EXPECT_EQ(s->requested_ns, t[WBTRACE_A_THROTTLE_REQUESTED_NS]);
	EXPECT_EQ(s->requested_max_ns,
		  t[WBTRACE_A_THROTTLE_REQUESTED_MAX_NS]);
	EXPECT_EQ(s->no_pause, t[WBTRACE_A_THROTTLE_NO_PAUSE_COUNT]);
	EXPECT_EQ(s->dirtied_bytes, t[WBTRACE_A_THROTTLE_DIRTIED_BYTES]);
}

/* What must hold inside the throttle nest of a task that is in no call. */
static void expect_consistent(struct __test_metadata *_metadata,
			      const struct row *task)
{
	const __u64 *t = task->throttle;

	EXPECT_EQ(t[WBTRACE_A_THROTTLE_COUNT],
		  t[WBTRACE_A_THROTTLE_NO_PAUSE_COUNT] +
		  t[WBTRACE_A_THROTTLE_SLEPT_COUNT] +
		  t[WBTRACE_A_THROTTLE_ASYNC_COUNT] +
		  t[WBTRACE_A_THROTTLE_UNPAIRED_COUNT]);
	EXPECT_EQ(t[WBTRACE_A_THROTTLE_SLEPT_COUNT], task->slept_hist_count);
	EXPECT_EQ(t[WBTRACE_A_THROTTLE_COUNT], task->dirtied_hist_count);
	EXPECT_EQ(t[WBTRACE_A_THROTTLE_COUNT], task->by_limit_count);
	EXPECT_EQ(t[WBTRACE_A_THROTTLE_SLEPT_NS], task->by_limit_slept_ns);
	EXPECT_LE(t[WBTRACE_A_THROTTLE_NO_WRITEBACK_NS],
		  t[WBTRACE_A_THROTTLE_SLEPT_NS]);
	EXPECT_LE(t[WBTRACE_A_THROTTLE_HELD_COUNT],
		  t[WBTRACE_A_THROTTLE_COUNT]);
	EXPECT_GE(t[WBTRACE_A_THROTTLE_HELD_NS],
		  t[WBTRACE_A_THROTTLE_SLEPT_NS]);
	EXPECT_GE(t[WBTRACE_A_THROTTLE_HELD_MAX_NS],
		  t[WBTRACE_A_THROTTLE_SLEPT_MAX_NS]);
	EXPECT_FALSE(row_has(task, WBTRACE_A_TASK_THROTTLED_NOW_NS));
	EXPECT_TRUE(task->limit_have & 1U << WBTRACE_A_LIMIT_THRESH_BYTES);
	EXPECT_GT(task->limit[WBTRACE_A_LIMIT_THRESH_BYTES],
		  task->limit[WBTRACE_A_LIMIT_BG_THRESH_BYTES]);
}

/* Each starts at its byte of the barrier, which is returned. */
static int prepare_writers(struct stream *s, int n, size_t bytes)
{
	int barrier[2];
	char path[64];
	int i;

	if (pipe2(barrier, O_CLOEXEC))
		die("pipe: %s", strerror(errno));
	for (i = 0; i < n; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/writer%d", i);
		s[i].pid = start_writer(path, bytes, 65536, barrier[0]);
	}
	close(barrier[0]);
	return barrier[1];
}

/* L4: three writers, over one window, against tracefs. */
TEST_F_TIMEOUT(throttled, equals_the_tracefs_stream, 120)
{
	struct rows wbs = { 0 }, inodes = { 0 };
	struct stream s[WRITERS + 1] = { 0 };
	struct stream *all = &s[WRITERS];
	const struct row *task;
	int barrier;
	int i;

	dirty_limits(4 * MIB, 8 * MIB);
	barrier = prepare_writers(s, WRITERS, 16 * MIB);
	trace_start();
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
	ASSERT_EQ(WRITERS, write(barrier, "xxxx", WRITERS));
	for (i = 0; i < WRITERS; i++)
		ASSERT_EQ(0, wait_child(s[i].pid));
	trace_stop();
	trace_read(s, WRITERS + 1);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_TASK, NULL,
				 &self->tasks));
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_WB, NULL, &wbs));
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, NULL,
				 &inodes));

	for (i = 0; i < WRITERS; i++) {
		task = rows_find(&self->tasks, WBTRACE_A_TASK_PID, s[i].pid);
		ASSERT_NE(NULL, task);
		expect_stream(_metadata, &s[i], task);
		expect_consistent(_metadata, task);
	}
	EXPECT_EQ(all->count, rows_sum_throttle(&self->tasks,
						WBTRACE_A_THROTTLE_COUNT));
	EXPECT_EQ(all->count, rows_sum_throttle(&wbs,
						WBTRACE_A_THROTTLE_COUNT));
	EXPECT_EQ(all->requested_ns,
		  rows_sum_throttle(&wbs, WBTRACE_A_THROTTLE_REQUESTED_NS));
	EXPECT_EQ(all->count, rows_sum_throttle(&inodes,
						WBTRACE_A_THROTTLE_COUNT));
	close(barrier);
	rows_free(&wbs);
	rows_free(&inodes);
}

struct victim {
	struct client *client;
	pid_t pid;
	struct row row;
};

/* Whether it is in a call now, with a pause long enough to be cut short. */
static bool in_a_long_pause(void *data)
{
	struct victim *v = data;
	struct query q = { .pid = v->pid };

	return !client_get(v->client, WBTRACE_CMD_TASK, &q, &v->row) &&
	       row_has(&v->row, WBTRACE_A_TASK_THROTTLED_NOW_NS) &&
	       v->row.throttle[WBTRACE_A_THROTTLE_REQUESTED_MAX_NS] >=
	       40 * MS_NS;
}

/* Requested and slept are two figures: a killed task did not sleep it all. */
TEST_F_TIMEOUT(throttled, killed_in_its_pause, 120)
{
	struct stream s[WRITERS] = { 0 };
	struct victim v = { .client = &self->client };
	int cut_short = 0;
	int barrier;
	int i;

	dirty_limits(16 * MIB, 32 * MIB);
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
	barrier = prepare_writers(s, WRITERS, 90 * MIB);
	ASSERT_EQ(WRITERS, write(barrier, "xxxx", WRITERS));
	for (i = 0; i < WRITERS; i++) {
		v.pid = s[i].pid;
		EXPECT_TRUE(wait_until(in_a_long_pause, &v, WAIT_MS));
		ASSERT_EQ(0, kill(v.pid, SIGKILL));
		ASSERT_EQ(128 + SIGKILL, wait_child(v.pid));
		in_a_long_pause(&v);
		EXPECT_TRUE(v.row.v[WBTRACE_A_TASK_FLAGS] &
			    WBTRACE_ROW_FLAGS_GONE);
		expect_consistent(_metadata, &v.row);
		if (v.row.throttle[WBTRACE_A_THROTTLE_SLEPT_NS] <
		    v.row.throttle[WBTRACE_A_THROTTLE_REQUESTED_NS])
			cut_short++;
	}
	EXPECT_GT(cut_short, 0);
	close(barrier);
}

/*
 * Rewrites a cached file without waiting. A write that had to change the
 * file's times would be refused for that, so they are set first.
 */
static void write_nowait(int fd, size_t bytes)
{
	static char block[65536];
	struct iovec iov = { block, sizeof(block) };
	off_t at;

	memset(block, 'x', sizeof(block));
	for (at = 0; at < (off_t)bytes; at += sizeof(block)) {
		if (futimens(fd, NULL))
			die("futimens: %s", strerror(errno));
		if (pwritev2(fd, &iov, 1, at, RWF_NOWAIT) < 0 &&
		    errno != EAGAIN)
			die("RWF_NOWAIT write: %s", strerror(errno));
	}
}

FIXTURE(nowait) {
	struct client client;
};

FIXTURE_SETUP(nowait)
{
	fs_make("xfs", test_disk(0));
	fs_mount("xfs", test_disk(0), MOUNT_POINT);
	quiesce();
	ASSERT_EQ(0, client_open(&self->client));
}

FIXTURE_TEARDOWN(nowait)
{
	client_close(&self->client);
	dirty_limits_restore();
	fs_unmount(MOUNT_POINT);
}

/* BDP_ASYNC: the kernel decides on a pause and returns instead of sleeping. */
TEST_F_TIMEOUT(nowait, refused_writes_are_not_sleep, 60)
{
	struct query q = { .pid = getpid() };
	struct row row;
	int fd;

	write_file(MOUNT_POINT "/nowait", 24 * MIB, MIB, true);
	fd = open(MOUNT_POINT "/nowait", O_WRONLY | O_CLOEXEC);
	ASSERT_GE(fd, 0);
	dirty_limits(2 * MIB, 4 * MIB);
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
	write_nowait(fd, 24 * MIB);
	close(fd);
	ASSERT_EQ(0, client_get(&self->client, WBTRACE_CMD_TASK, &q, &row));
	EXPECT_GT(row.throttle[WBTRACE_A_THROTTLE_ASYNC_COUNT], 0);
	EXPECT_GT(row.throttle[WBTRACE_A_THROTTLE_REQUESTED_NS], 0);
	EXPECT_EQ(0, row.throttle[WBTRACE_A_THROTTLE_SLEPT_COUNT]);
	expect_consistent(_metadata, &row);
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
