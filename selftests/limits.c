// SPDX-License-Identifier: GPL-2.0-only
/*
 * By which limit a writer is throttled: each is forced alone, and the writer's
 * decisions must all be laid to it, or nearly all where the limit first has to
 * be reached. SELFTEST_REPEAT=20 does so 20 times, after the first time in short.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "ktap.h"

#define KINDS		(WBTRACE_LIMIT_KIND_MEMCG + 1)
#define CGROUPS		"/sys/fs/cgroup"
#define CGROUP		CGROUPS "/selftest-limits"
/*
 * A memory cgroup counts its dirty pages with a delay of up to two seconds, and 7.x
 * lets a writer run a second before the first decision.
 */
#define WRITE_BYTES	(160 * MIB)
/* After so many a repetition ends. */
#define DECISIONS	16
#define TRIES		5

/* Decisions and time slept of one task, by the limit that caused them. */
struct by_limit {
	__u64 count[KINDS];
	__u64 slept_ns[KINDS];
};

FIXTURE(limits) {
	struct client client;
	char bdi[64];
};

static void bdi_write(const char *bdi, const char *file, const char *value)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/class/bdi/%s/%s", bdi, file);
	write_text(path, value);
}

FIXTURE_SETUP(limits)
{
	struct stat st;

	fs_make("ext4", test_disk(0));
	fs_mount("ext4", test_disk(0), MOUNT_POINT);
	ASSERT_EQ(0, stat(MOUNT_POINT, &st));
	snprintf(self->bdi, sizeof(self->bdi), "%u:%u", major(st.st_dev), minor(st.st_dev));
	quiesce();
	ASSERT_EQ(0, client_open(&self->client));
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
}

FIXTURE_TEARDOWN(limits)
{
	client_close(&self->client);
	dirty_limits_restore();
	bdi_write(self->bdi, "max_ratio", "100");
	fs_unmount(MOUNT_POINT);
	EXPECT_TRUE(wait_detached());
}

static void add_part(struct by_limit *by, const struct nlattr *nest)
{
	const struct nlattr *attr;
	__u64 value[WBTRACE_A_BY_LIMIT_MAX + 1] = { 0 };

	mnl_attr_for_each_nested(attr, nest)
		value[mnl_attr_get_type(attr)] =
			mnl_attr_get_payload_len(attr) == sizeof(__u64) ?
			mnl_attr_get_u64(attr) : mnl_attr_get_u32(attr);
	by->count[value[WBTRACE_A_BY_LIMIT_KIND]] += value[WBTRACE_A_BY_LIMIT_COUNT];
	by->slept_ns[value[WBTRACE_A_BY_LIMIT_KIND]] += value[WBTRACE_A_BY_LIMIT_SLEPT_NS];
}

static int take_task(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr, *part;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(attr) != WBTRACE_A_TASK_THROTTLE)
			continue;
		mnl_attr_for_each_nested(part, attr)
			if (mnl_attr_get_type(part) == WBTRACE_A_THROTTLE_BY_LIMIT)
				add_part(data, part);
	}
	return MNL_CB_OK;
}

static int get_by_limit(struct client *c, pid_t pid, struct by_limit *by)
{
	char buf[256];
	struct query query = { .pid = pid };
	struct nlmsghdr *nlh = client_request(c, buf, WBTRACE_CMD_TASK);

	memset(by, 0, sizeof(*by));
	client_put_query(nlh, WBTRACE_CMD_TASK, &query);
	return client_talk(c, nlh, take_task, by);
}

/* All decisions are @kind's, and it slept for it. */
static bool is_only(const struct by_limit *by, enum wbtrace_limit_kind kind)
{
	int i;

	for (i = 0; i < KINDS; i++)
		if (i != kind && by->count[i])
			return false;
	return by->count[kind] && by->slept_ns[kind];
}

/* A limit that is forced alone, again and again. */
struct trial {
	struct __test_metadata *_metadata;
	struct client *client;
	enum wbtrace_limit_kind kind;
	void (*write)(void *unused);
	pid_t pid;
};

static bool has_decided(void *data)
{
	struct trial *t = data;
	struct by_limit by;
	__u64 count = 0, slept_ns = 0;
	int i;

	if (get_by_limit(t->client, t->pid, &by))
		return false;
	for (i = 0; i < KINDS; i++) {
		count += by.count[i];
		slept_ns += by.slept_ns[i];
	}
	return count >= DECISIONS && slept_ns;
}

static bool slept(const struct by_limit *by)
{
	__u64 ns = 0;
	int i;

	for (i = 0; i < KINDS; i++)
		ns += by->slept_ns[i];
	return ns;
}

/* The first writes all that there is to write, the others until they have slept. */
static void write_once(struct trial *t, unsigned int n, struct by_limit *by)
{
	t->pid = start_child(t->write, NULL);
	if (n) {
		wait_until(has_decided, t, WAIT_MS);
		kill(t->pid, SIGKILL);
	}
	wait_child(t->pid);
	if (get_by_limit(t->client, t->pid, by))
		memset(by, 0, sizeof(*by));
}

/* On a machine that is busy elsewhere the disk can keep up: then there is nothing to name. */
static bool named_right(struct trial *t, unsigned int n)
{
	struct __test_metadata *_metadata = t->_metadata;
	struct by_limit by = { 0 };
	unsigned int tries = TRIES;
	bool right;
	int i;

	write_once(t, n, &by);
	while (!slept(&by) && --tries) {
		unlink(MOUNT_POINT "/file");
		quiesce();
		write_once(t, n, &by);
	}
	right = is_only(&by, t->kind);
	for (i = 0; i < KINDS && (!n || !right); i++)
		TH_LOG("run %u, kind %d: %llu decisions, %llu ms slept", n + 1, i, by.count[i],
		       by.slept_ns[i] / 1000000);
	/* The next begins as this one did. */
	unlink(MOUNT_POINT "/file");
	quiesce();
	return right;
}

static void expect_always(struct __test_metadata *_metadata, struct client *c,
			  enum wbtrace_limit_kind kind, void (*write)(void *unused))
{
	const char *text = getenv("SELFTEST_REPEAT");
	unsigned int runs = text ? atoi(text) : 1;
	struct trial t = { _metadata, c, kind, write, 0 };
	unsigned int n, right = 0;

	for (n = 0; n < runs; n++)
		right += named_right(&t, n);
	TH_LOG("named right in %u of %u runs", right, runs);
	EXPECT_GT(runs, 0);
	EXPECT_EQ(runs, right);
}

static void write_alone(void *unused)
{
	write_file(MOUNT_POINT "/file", WRITE_BYTES, 65536, false);
}

TEST_F_TIMEOUT(limits, global, 600)
{
	dirty_limits(4 * MIB, 16 * MIB);
	expect_always(_metadata, &self->client, WBTRACE_LIMIT_KIND_GLOBAL, write_alone);
}

/* The wb's share is a hundredth, so that it is exceeded long before the setpoint. */
TEST_F_TIMEOUT(limits, wb_share, 600)
{
	dirty_limits(4 * MIB, 64 * MIB);
	bdi_write(self->bdi, "max_ratio", "1");
	expect_always(_metadata, &self->client, WBTRACE_LIMIT_KIND_WB, write_alone);
}

TEST_F_TIMEOUT(limits, wb_strictlimit, 600)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/class/bdi/%s/strict_limit", self->bdi);
	if (access(path, W_OK))
		SKIP(return, "strict limit: its bdis have no strict_limit file before 6.2");
	bdi_write(self->bdi, "strict_limit", "1");
	bdi_write(self->bdi, "max_ratio", "5");
	expect_always(_metadata, &self->client, WBTRACE_LIMIT_KIND_WB, write_alone);
	bdi_write(self->bdi, "strict_limit", "0");
}

static void write_in_cgroup(void *unused)
{
	write_text(CGROUP "/cgroup.procs", "0");
	write_alone(NULL);
}

TEST_F_TIMEOUT(limits, memcg, 600)
{
	write_text(CGROUPS "/cgroup.subtree_control", "+memory +io");
	ASSERT_TRUE(!mkdir(CGROUP, 0755) || errno == EEXIST);
	/* Thresholds go by the lower of high and max, and high kills nobody. */
	write_text(CGROUP "/memory.high", "50331648");
	expect_always(_metadata, &self->client, WBTRACE_LIMIT_KIND_MEMCG, write_in_cgroup);
	EXPECT_EQ(0, rmdir(CGROUP));
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
