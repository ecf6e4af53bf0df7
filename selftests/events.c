// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events under load: every generated one was emitted, lost or is queued (L7),
 * a gap in seq is a loss, and whatever a reader misses, the totals are right.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"

#define WRITERS		3
#define ALL_EVENTS	(WBTRACE_EVENT_MASK_THROTTLE |	\
			 WBTRACE_EVENT_MASK_HELD |	\
			 WBTRACE_EVENT_MASK_INODE_PASS |	\
			 WBTRACE_EVENT_MASK_WORK)
#define SEEN_MAX	1000000

/* What a reader in a process of its own has seen; shared with its parent. */
struct reader {
	bool ready;
	bool stop;
	bool overrun;
	int error;
	__u64 received;
	__u64 twice;
	__u64 by_kind[4];
	__u64 last_seq;
	unsigned char seen[SEEN_MAX];
};

FIXTURE(events) {
	struct client client;
	struct reader *reader;
	bool small_ring;
};

FIXTURE_SETUP(events)
{
	self->reader = mmap(NULL, sizeof(*self->reader),
			    PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->reader);
	fs_make("ext4", test_disk(0));
	fs_mount("ext4", test_disk(0), MOUNT_POINT);
	quiesce();
	dirty_limits(2 * MIB, 4 * MIB);
}

FIXTURE_TEARDOWN(events)
{
	client_close(&self->client);
	munmap(self->reader, sizeof(*self->reader));
	dirty_limits_restore();
	fs_unmount(MOUNT_POINT);
	EXPECT_TRUE(wait_detached());
	if (self->small_ring)
		module_reload("");
}

static int take(const struct record *record, void *data)
{
	struct reader *r = data;
	__u64 seq = record->v[WBTRACE_A_RECORD_SEQ];
	__u32 kind = record->v[WBTRACE_A_RECORD_KIND];

	if (!kind || kind & (kind - 1) || kind > ALL_EVENTS || seq >= SEEN_MAX)
		return -EBADMSG;
	r->received++;
	r->by_kind[__builtin_ctz(kind)]++;
	if (r->seen[seq])
		r->twice++;
	r->seen[seq] = 1;
	if (seq > r->last_seq)
		r->last_seq = seq;
	return 0;
}

/* Reads until told to stop and nothing is left. */
static void read_events(struct client *c, struct reader *r)
{
	struct pollfd p = { mnl_socket_get_fd(c->nl), POLLIN, 0 };
	int err;

	for (;;) {
		if (!poll(&p, 1, 100) &&
		    __atomic_load_n(&r->stop, __ATOMIC_ACQUIRE))
			return;
		err = client_events(c, MSG_DONTWAIT, take, r);
		if (err == -ENOBUFS)
			r->overrun = true;
		else if (err && err != -EAGAIN)
			r->error = err;
	}
}

static pid_t start_reader(struct reader *r, int events, int rcvbuf)
{
	static struct client c;
	pid_t pid = fork();
	int err;

	if (pid)
		return pid;
	err = client_open(&c);
	if (!err && setsockopt(mnl_socket_get_fd(c.nl), SOL_SOCKET,
			       SO_RCVBUFFORCE, &rcvbuf, sizeof(rcvbuf)))
		err = -errno;
	if (!err)
		err = client_join(&c);
	if (!err)
		err = client_config(&c, -1, events, NULL);
	r->error = err;
	__atomic_store_n(&r->ready, true, __ATOMIC_RELEASE);
	if (!err)
		read_events(&c, r);
	_exit(0);
}

static bool reader_is_ready(void *data)
{
	struct reader *r = data;

	return __atomic_load_n(&r->ready, __ATOMIC_ACQUIRE);
}

static bool sent_all(void *data)
{
	struct info info;

	return !client_info(data, &info) &&
	       !info.head.v[WBTRACE_A_INFO_EVENTS_QUEUED];
}

static void start_writers(pid_t *pid, size_t bytes)
{
	char path[64];
	int i;

	for (i = 0; i < WRITERS; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/writer%d", i);
		pid[i] = start_writer(path, bytes, page_bytes(), -1);
	}
}

static bool adds_up(const struct info *info)
{
	const __u64 *v = info->head.v;

	return v[WBTRACE_A_INFO_EVENTS_GENERATED] ==
	       v[WBTRACE_A_INFO_EVENTS_EMITTED] +
	       v[WBTRACE_A_INFO_EVENTS_LOST] +
	       v[WBTRACE_A_INFO_EVENTS_QUEUED];
}

/* While they write, the sum is asked for again and again. */
static int wait_writers(struct client *c, pid_t *pid, bool *always)
{
	struct info info;
	int running = WRITERS;
	int asked = 0;
	int i;

	while (running) {
		if (client_info(c, &info) || !adds_up(&info))
			*always = false;
		asked++;
		for (i = 0; i < WRITERS; i++)
			if (pid[i] && waitpid(pid[i], NULL, WNOHANG) > 0) {
				pid[i] = 0;
				running--;
			}
		poll(NULL, 0, 5);
	}
	return asked;
}

/* Joins a reader to this process' own hold, which keeps the counters alive. */
static pid_t attach_with_reader(struct __test_metadata *_metadata,
				struct client *c, struct reader *r,
				int events, int rcvbuf)
{
	pid_t pid;

	ASSERT_EQ(0, client_open(c));
	ASSERT_EQ(0, client_config(c, 1, -1, NULL));
	pid = start_reader(r, events, rcvbuf);
	ASSERT_TRUE(wait_until(reader_is_ready, r, WAIT_MS));
	ASSERT_EQ(0, r->error);
	return pid;
}

/* Ends the load: info is what the module says when nothing is queued. */
static void finish(struct __test_metadata *_metadata, struct client *c,
		   struct reader *r, pid_t reading, struct info *info)
{
	quiesce();
	EXPECT_TRUE(wait_until(sent_all, c, WAIT_MS));
	ASSERT_EQ(0, client_info(c, info));
	__atomic_store_n(&r->stop, true, __ATOMIC_RELEASE);
	EXPECT_EQ(0, wait_child(reading));
	EXPECT_EQ(0, r->error);
	EXPECT_EQ(0, r->twice);
	EXPECT_TRUE(adds_up(info));
	EXPECT_EQ(0, info->head.v[WBTRACE_A_INFO_EVENTS_QUEUED]);
}

/* Every number up to the last was received or lost. */
static void expect_gaps_are_losses(struct __test_metadata *_metadata,
				   const struct reader *r,
				   const struct info *info)
{
	EXPECT_EQ(info->head.v[WBTRACE_A_INFO_EVENTS_EMITTED], r->received);
	EXPECT_EQ(info->head.v[WBTRACE_A_INFO_EVENTS_GENERATED],
		  r->received + info->head.v[WBTRACE_A_INFO_EVENTS_LOST]);
	EXPECT_LE(r->last_seq, info->head.v[WBTRACE_A_INFO_EVENTS_GENERATED]);
}

/* A reader that keeps up gets each event that was emitted, once. */
TEST_F_TIMEOUT(events, all_arrive, 120)
{
	struct reader *r = self->reader;
	pid_t pid[WRITERS], reading;
	bool always = true;
	struct info info;
	int i;

	reading = attach_with_reader(_metadata, &self->client, r, ALL_EVENTS,
				     8 * MIB);
	start_writers(pid, 8 * MIB);
	EXPECT_GT(wait_writers(&self->client, pid, &always), 10);
	EXPECT_TRUE(always);
	finish(_metadata, &self->client, r, reading, &info);
	EXPECT_FALSE(r->overrun);
	expect_gaps_are_losses(_metadata, r, &info);
	for (i = 0; i < 4; i++)
		EXPECT_GT(r->by_kind[i], 0);
	EXPECT_GE(r->by_kind[0], r->by_kind[1]);
}

static void write_and_sync_many(unsigned int files)
{
	char path[64];
	unsigned int i;

	for (i = 0; i < files; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/small%u", i);
		write_file(path, 1, 1, false);
	}
	sync();
}

/* L7: passes over many inodes come faster than a ring of 64 can be sent. */
TEST_F_TIMEOUT(events, small_ring_counts_its_losses, 120)
{
	struct reader *r = self->reader;
	pid_t pid[WRITERS], reading;
	bool always = true;
	struct info info;
	int i;

	self->small_ring = true;
	module_reload("event_ring=64");
	reading = attach_with_reader(_metadata, &self->client, r, ALL_EVENTS,
				     8 * MIB);
	start_writers(pid, 2 * MIB);
	for (i = 0; i < 3; i++)
		write_and_sync_many(300);
	wait_writers(&self->client, pid, &always);
	EXPECT_TRUE(always);
	finish(_metadata, &self->client, r, reading, &info);
	EXPECT_GT(info.head.v[WBTRACE_A_INFO_EVENTS_LOST], 0);
	EXPECT_EQ(info.head.v[WBTRACE_A_INFO_EVENTS_LOST],
		  read_number(SYSFS "/lost_events"));
	EXPECT_FALSE(r->overrun);
	expect_gaps_are_losses(_metadata, r, &info);
}

/*
 * A reader that stands still while three writers are throttled: it is told
 * that it missed some, and the tables never were. SELFTEST_STOP_MIB sets how
 * much they write meanwhile: 200 takes the disk of 20 MiB/s ten seconds.
 */
TEST_F_TIMEOUT(events, stopped_reader_is_told, 180)
{
	const char *size = getenv("SELFTEST_STOP_MIB");
	size_t bytes = (size ? atoi(size) : 36) * MIB / WRITERS;
	struct rows tasks = { 0 }, inodes = { 0 };
	struct reader *r = self->reader;
	pid_t pid[WRITERS], reading;
	bool always = true;
	struct info info;
	__u64 dirtied;

	reading = attach_with_reader(_metadata, &self->client, r,
				     WBTRACE_EVENT_MASK_THROTTLE, 4096);
	dirtied = read_vmstat("nr_dirtied");
	ASSERT_EQ(0, kill(reading, SIGSTOP));
	start_writers(pid, bytes);
	wait_writers(&self->client, pid, &always);
	EXPECT_TRUE(always);
	ASSERT_EQ(0, kill(reading, SIGCONT));
	finish(_metadata, &self->client, r, reading, &info);

	EXPECT_TRUE(r->overrun);
	EXPECT_LT(r->received,
		  info.head.v[WBTRACE_A_INFO_EVENTS_GENERATED]);
	EXPECT_LE(r->received, info.head.v[WBTRACE_A_INFO_EVENTS_EMITTED]);
	dirtied = (read_vmstat("nr_dirtied") - dirtied) * page_bytes();
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_TASK, NULL,
				 &tasks));
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, NULL,
				 &inodes));
	EXPECT_EQ(dirtied, rows_sum(&tasks, WBTRACE_A_TASK_DIRTIED_BYTES));
	EXPECT_EQ(dirtied, rows_sum(&inodes, WBTRACE_A_INODE_DIRTIED_BYTES));
	EXPECT_EQ(info.head.v[WBTRACE_A_INFO_EVENTS_GENERATED],
		  rows_sum_throttle(&tasks, WBTRACE_A_THROTTLE_COUNT));
	rows_free(&tasks);
	rows_free(&inodes);
}

/* Each socket has its own mask, and its wish goes with it. */
TEST_F(events, mask_of_each_socket)
{
	struct client other;
	struct config config;

	ASSERT_EQ(0, client_open(&self->client));
	ASSERT_EQ(0, client_config(&self->client, -1,
				   WBTRACE_EVENT_MASK_HELD, &config));
	EXPECT_EQ(1, config.v[WBTRACE_A_CONFIG_ATTACH]);
	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, client_config(&other, -1, WBTRACE_EVENT_MASK_WORK,
				   &config));
	EXPECT_EQ(WBTRACE_EVENT_MASK_WORK,
		  config.v[WBTRACE_A_CONFIG_EVENTS]);
	EXPECT_EQ(WBTRACE_EVENT_MASK_WORK | WBTRACE_EVENT_MASK_HELD,
		  config.v[WBTRACE_A_CONFIG_EVENTS_ALL]);
	client_close(&other);
	ASSERT_EQ(0, client_config(&self->client, -1, -1, &config));
	EXPECT_EQ(WBTRACE_EVENT_MASK_HELD,
		  config.v[WBTRACE_A_CONFIG_EVENTS_ALL]);
	ASSERT_EQ(0, client_config(&self->client, 0, 0, &config));
	EXPECT_EQ(0, config.v[WBTRACE_A_CONFIG_ATTACH]);
	EXPECT_EQ(0, config.v[WBTRACE_A_CONFIG_EVENTS_ALL]);
	EXPECT_TRUE(wait_detached());
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
