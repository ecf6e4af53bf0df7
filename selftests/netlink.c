// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each command of the family: what it answers, and that it refuses what it
 * should with a text; who holds the probes attached; dumps that rows come and
 * go under.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <linux/capability.h>

#include "ktap.h"

#define FILES		10
#define MANY_FILES	400
#define NOT_THERE	0xfffffff0U

static const __u8 all_commands[] = {
	WBTRACE_CMD_INFO, WBTRACE_CMD_INODE, WBTRACE_CMD_TASK, WBTRACE_CMD_WB,
	WBTRACE_CMD_SB, WBTRACE_CMD_CONFIG, WBTRACE_CMD_RESET,
	WBTRACE_CMD_ALLOC, WBTRACE_CMD_STACK, WBTRACE_CMD_DEVICE,
};

/* Tables, each with a row that it has not, and how it is sorted. */
static const struct row_command {
	__u8 cmd;
	struct query missing;
	/* It has rows, but none is asked for alone. */
	bool dump_only;
	/* Bits of the sort keys. */
	__u32 by;
} row_commands[] = {
	{ .cmd = WBTRACE_CMD_INODE, .by = 0xf,
	  .missing = { .dev = NOT_THERE, .ino = NOT_THERE } },
	{ .cmd = WBTRACE_CMD_TASK, .by = 0xf,
	  .missing = { .pid = NOT_THERE } },
	{ .cmd = WBTRACE_CMD_WB, .by = 0xf,
	  .missing = { .bdi = "no such bdi" } },
	{ .cmd = WBTRACE_CMD_SB,
	  .missing = { .dev = NOT_THERE } },
	{ .cmd = WBTRACE_CMD_ALLOC,
	  .by = 1 << WBTRACE_SORT_KEY_TIME | 1 << WBTRACE_SORT_KEY_ALLOCATED,
	  .missing = { .dev = NOT_THERE, .ino = NOT_THERE } },
	{ .cmd = WBTRACE_CMD_STACK, .by = 1 << WBTRACE_SORT_KEY_TIME,
	  .missing = { .pid = NOT_THERE }, .dump_only = true },
	{ .cmd = WBTRACE_CMD_DEVICE,
	  .missing = { .dev = NOT_THERE } },
};

/* Requests: nothing is attached, and most of them are refused. */
FIXTURE(request) {
	struct client client;
};

FIXTURE_SETUP(request)
{
	ASSERT_EQ(0, client_open(&self->client));
}

FIXTURE_TEARDOWN(request)
{
	client_close(&self->client);
	EXPECT_TRUE(wait_detached());
}

static __u64 monotonic_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

TEST_F(request, info)
{
	static const char *const tables[] = {
		"inode", "task", "wb", "stack", "alloc", "device"
	};
	struct info info;
	char version[64];
	__u64 before;
	size_t i;

	before = monotonic_ns();
	ASSERT_EQ(0, client_info(&self->client, &info));
	read_text(SYSFS "/version", version, sizeof(version));
	version[strcspn(version, "\n")] = '\0';
	EXPECT_STREQ(version, info.head.name);
	EXPECT_GE(info.head.v[WBTRACE_A_INFO_ABI_VERSION], 1);
	EXPECT_EQ(page_bytes(), info.head.v[WBTRACE_A_INFO_PAGE_BYTES]);
	EXPECT_EQ(0, info.head.v[WBTRACE_A_INFO_ATTACHED]);
	EXPECT_EQ(0, info.head.v[WBTRACE_A_INFO_CLIENTS]);
	EXPECT_FALSE(row_has(&info.head, WBTRACE_A_INFO_ATTACHED_NS));
	EXPECT_GE(info.head.v[WBTRACE_A_INFO_NOW_NS], before);
	EXPECT_LE(info.head.v[WBTRACE_A_INFO_NOW_NS], monotonic_ns());
	EXPECT_EQ(ARRAY_SIZE(tables), info.tables);
	for (i = 0; i < ARRAY_SIZE(tables); i++)
		EXPECT_NE(NULL, info_table(&info, tables[i]));
	EXPECT_GT(info.probes, 0);
	for (i = 0; i < info.probes; i++) {
		EXPECT_FALSE(row_has(&info.probe[i], WBTRACE_A_PROBE_HITS));
		EXPECT_STRNE("", info.probe[i].gives);
	}
}

static void expect_refused(struct __test_metadata *_metadata,
			   struct client *c, struct nlmsghdr *nlh, int want)
{
	EXPECT_EQ(want, client_talk(c, nlh, NULL, NULL));
	EXPECT_STRNE("", c->extack);
}

TEST_F(request, unknown_attribute)
{
	struct nlmsghdr *nlh;
	char buf[128];
	size_t i;

	for (i = 0; i < sizeof(all_commands); i++) {
		nlh = client_request(&self->client, buf, all_commands[i]);
		mnl_attr_put_u32(nlh, 200, 1);
		if (all_commands[i] == WBTRACE_CMD_STACK)
			nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
		expect_refused(_metadata, &self->client, nlh, -EINVAL);
	}
}

/* The reply's own attributes are not for requests. */
TEST_F(request, attribute_of_the_answer)
{
	struct client *c = &self->client;
	struct nlmsghdr *nlh;
	char buf[128];

	nlh = client_request(c, buf, WBTRACE_CMD_INODE);
	mnl_attr_put_u32(nlh, WBTRACE_A_INODE_DEV, 1);
	expect_refused(_metadata, c, nlh, -EINVAL);
	nlh = client_request(c, buf, WBTRACE_CMD_CONFIG);
	mnl_attr_put_u32(nlh, WBTRACE_A_CONFIG_EVENTS_ALL, 1);
	expect_refused(_metadata, c, nlh, -EINVAL);
	nlh = client_request(c, buf, WBTRACE_CMD_INFO);
	mnl_attr_put_u32(nlh, WBTRACE_A_INFO_ATTACHED, 1);
	expect_refused(_metadata, c, nlh, -EINVAL);
	nlh = client_request(c, buf, WBTRACE_CMD_ALLOC);
	mnl_attr_put_u32(nlh, WBTRACE_A_ALLOC_DEV, 1);
	expect_refused(_metadata, c, nlh, -EINVAL);
	nlh = client_request(c, buf, WBTRACE_CMD_DEVICE);
	mnl_attr_put_u32(nlh, WBTRACE_A_DEVICE_DEV, 1);
	expect_refused(_metadata, c, nlh, -EINVAL);
}

/* A query with one attribute in it, of any length. */
static struct nlmsghdr *one_query(struct client *c, char *buf, __u8 cmd,
				  __u16 attr, const void *data, size_t len)
{
	struct nlmsghdr *nlh = client_request(c, buf, cmd);
	struct nlattr *nest;

	nest = mnl_attr_nest_start(nlh, 1);
	mnl_attr_put(nlh, attr, len, data);
	mnl_attr_nest_end(nlh, nest);
	return nlh;
}

/* Each attribute of a query, cut and too long, in each command. */
TEST_F(request, wrong_length)
{
	static const struct {
		__u16 attr;
		size_t wrong[2];
	} attrs[] = {
		{ WBTRACE_A_QUERY_DEV, { 2, 8 } },
		{ WBTRACE_A_QUERY_INO, { 4, 16 } },
		{ WBTRACE_A_QUERY_PID, { 2, 8 } },
		{ WBTRACE_A_QUERY_TGID, { 2, 8 } },
		{ WBTRACE_A_QUERY_CGROUP, { 4, 16 } },
		{ WBTRACE_A_QUERY_TOP, { 2, 8 } },
		{ WBTRACE_A_QUERY_BY, { 2, 8 } },
		{ WBTRACE_A_QUERY_COUNT_PAGES, { 1, 4 } },
		{ WBTRACE_A_QUERY_PATHS, { 1, 4 } },
		{ WBTRACE_A_QUERY_WATCHED, { 1, 4 } },
	};
	struct client *c = &self->client;
	static const __u64 value[2] = { 1, 1 };
	const struct row_command *row;
	struct nlmsghdr *nlh;
	char buf[128];
	size_t i, j;

	for (row = row_commands; row < row_commands + ARRAY_SIZE(row_commands);
	     row++) {
		for (i = 0; i < 2 * ARRAY_SIZE(attrs); i++) {
			j = i / 2;
			nlh = one_query(c, buf, row->cmd, attrs[j].attr, value,
					attrs[j].wrong[i % 2]);
			if (row->dump_only)
				nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
			/* Of flags the kernel says that they are too long. */
			EXPECT_GT(0, client_talk(c, nlh, NULL, NULL)) {
				TH_LOG("command %u attribute %u was taken",
				       row->cmd, attrs[j].attr);
			}
			EXPECT_STRNE("", c->extack);
			EXPECT_EQ(NULL, strstr(c->extack, "wbtrace")) {
				TH_LOG("command %u attribute %u: %s", row->cmd,
				       attrs[j].attr, c->extack);
			}
		}
	}
}

TEST_F(request, wrong_type)
{
	struct client *c = &self->client;
	char buf[256], text[80];
	struct nlmsghdr *nlh;
	struct nlattr *nest;

	/* A query that is no nest, and a nest that should be a number. */
	nlh = client_request(c, buf, WBTRACE_CMD_INODE);
	mnl_attr_put_u32(nlh, WBTRACE_A_INODE_QUERY, 1);
	EXPECT_GT(0, client_talk(c, nlh, NULL, NULL));
	EXPECT_STRNE("", c->extack);
	nlh = client_request(c, buf, WBTRACE_CMD_CONFIG);
	nest = mnl_attr_nest_start(nlh, WBTRACE_A_CONFIG_ATTACH);
	mnl_attr_put_u32(nlh, 1, 1);
	mnl_attr_nest_end(nlh, nest);
	expect_refused(_metadata, c, nlh, -EINVAL);

	/* A string without its end, and one that is too long. */
	memset(text, 'x', sizeof(text));
	nlh = one_query(c, buf, WBTRACE_CMD_WB, WBTRACE_A_QUERY_BDI, text, 8);
	expect_refused(_metadata, c, nlh, -EINVAL);
	text[sizeof(text) - 1] = '\0';
	nlh = one_query(c, buf, WBTRACE_CMD_WB, WBTRACE_A_QUERY_BDI, text,
			sizeof(text));
	EXPECT_GT(0, client_talk(c, nlh, NULL, NULL));
	EXPECT_STRNE("", c->extack);
}

TEST_F(request, out_of_range)
{
	static const struct {
		__u8 cmd;
		__u16 attr;
		__u32 value;
		bool query;
		int want;
	} bad[] = {
		{ WBTRACE_CMD_CONFIG, WBTRACE_A_CONFIG_ATTACH, 2, false,
		  -ERANGE },
		{ WBTRACE_CMD_CONFIG, WBTRACE_A_CONFIG_EVENTS, 0x10, false,
		  -EINVAL },
		{ WBTRACE_CMD_RESET, WBTRACE_A_RESET_TABLES, 0x20, false,
		  -EINVAL },
		{ WBTRACE_CMD_TASK, WBTRACE_A_QUERY_TOP, 0, true, -ERANGE },
		{ WBTRACE_CMD_ALLOC, WBTRACE_A_QUERY_TOP, 0, true, -ERANGE },
		{ WBTRACE_CMD_TASK, WBTRACE_A_QUERY_BY, 6, true, -ERANGE },
		{ WBTRACE_CMD_DEVICE, WBTRACE_A_QUERY_BY, 6, true, -ERANGE },
	};
	struct client *c = &self->client;
	struct nlmsghdr *nlh;
	char buf[128];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		if (bad[i].query) {
			nlh = one_query(c, buf, bad[i].cmd, bad[i].attr,
					&bad[i].value, sizeof(__u32));
		} else {
			nlh = client_request(c, buf, bad[i].cmd);
			mnl_attr_put_u32(nlh, bad[i].attr, bad[i].value);
		}
		EXPECT_EQ(bad[i].want, client_talk(c, nlh, NULL, NULL)) {
			TH_LOG("command %u attribute %u value %u",
			       bad[i].cmd, bad[i].attr, bad[i].value);
		}
		EXPECT_STRNE("", c->extack);
	}
	EXPECT_FALSE(sysfs_attached());
}

/* A table is sorted by what its rows have, and by nothing else. */
TEST_F(request, sort_key_of_another_table)
{
	const struct row_command *row;
	struct client *c = &self->client;
	struct query q = { .top = 1 };
	struct rows rows = { 0 };
	int want;

	ASSERT_EQ(0, client_config(c, 1, -1, NULL));
	for (row = row_commands; row < row_commands + ARRAY_SIZE(row_commands);
	     row++) {
		for (q.by = 0; q.by <= WBTRACE_SORT_KEY_ALLOCATED; q.by++) {
			want = row->by & 1 << q.by ? 0 : -EINVAL;
			EXPECT_EQ(want, client_dump(c, row->cmd, &q, &rows)) {
				TH_LOG("command %u by %u", row->cmd, q.by);
			}
			EXPECT_EQ(!want, !c->extack[0]);
		}
	}
	rows_free(&rows);
}

/* One row wants its key, and there must be such a row. */
TEST_F(request, no_such_row)
{
	const struct row_command *want;
	struct client *c = &self->client;
	struct rows rows = { 0 };
	struct row row;

	ASSERT_EQ(0, client_config(c, 1, -1, NULL));
	for (want = row_commands;
	     want < row_commands + ARRAY_SIZE(row_commands); want++) {
		if (want->dump_only) {
			EXPECT_EQ(-EOPNOTSUPP,
				  client_get(c, want->cmd, NULL, &row));
			EXPECT_EQ(0, client_dump(c, want->cmd, &want->missing,
						 &rows));
			EXPECT_EQ(0, rows.n);
			continue;
		}
		EXPECT_EQ(-ENOENT, client_get(c, want->cmd, &want->missing,
					      &row));
		EXPECT_STRNE("", c->extack);
		EXPECT_EQ(-EINVAL, client_get(c, want->cmd, NULL, &row));
		EXPECT_STRNE("", c->extack);
	}
	rows_free(&rows);
}

/* Without tables there is nothing to ask for, and it says so. */
TEST_F(request, rows_while_detached)
{
	const struct row_command *want;
	struct client *c = &self->client;
	struct rows rows = { 0 };
	struct row row;

	for (want = row_commands;
	     want < row_commands + ARRAY_SIZE(row_commands); want++) {
		EXPECT_EQ(-ENODATA, client_dump(c, want->cmd, NULL, &rows));
		EXPECT_EQ(0, rows.n);
		EXPECT_STRNE("", c->extack);
		if (want->dump_only)
			continue;
		EXPECT_EQ(-ENODATA, client_get(c, want->cmd, &want->missing,
					       &row));
		EXPECT_STRNE("", c->extack);
	}
	rows_free(&rows);
}

TEST_F(request, unknown_command)
{
	struct client *c = &self->client;
	struct nlmsghdr *nlh;
	char buf[64];

	nlh = client_request(c, buf, 200);
	EXPECT_EQ(-EOPNOTSUPP, client_talk(c, nlh, NULL, NULL));
	nlh = client_request(c, buf, WBTRACE_CMD_EVENT);
	EXPECT_EQ(-EOPNOTSUPP, client_talk(c, nlh, NULL, NULL));
	nlh = client_request(c, buf, WBTRACE_CMD_INFO);
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	EXPECT_EQ(-EOPNOTSUPP, client_talk(c, nlh, NULL, NULL));
}

static void drop_capabilities(void)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2];

	if (syscall(SYS_capget, &header, data))
		die("capget: %s", strerror(errno));
	memset(data, 0, sizeof(data));
	if (syscall(SYS_capset, &header, data))
		die("capset: %s", strerror(errno));
}

static void without_permission(void *unused)
{
	static struct client c;
	struct nlmsghdr *nlh;
	char buf[64];
	size_t i;
	int err;

	drop_capabilities();
	if (client_open(&c))
		die("cannot ask for the family without capabilities");
	for (i = 0; i < sizeof(all_commands); i++) {
		/* It has no rows one by one: that is what is said first. */
		if (all_commands[i] == WBTRACE_CMD_STACK)
			continue;
		nlh = client_request(&c, buf, all_commands[i]);
		err = client_talk(&c, nlh, NULL, NULL);
		if (err != -EPERM)
			die("command %u: %d", all_commands[i], err);
	}
	for (i = 0; i < ARRAY_SIZE(row_commands); i++) {
		nlh = client_request(&c, buf, row_commands[i].cmd);
		nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
		err = client_talk(&c, nlh, NULL, NULL);
		if (err != -EPERM)
			die("dump of command %u: %d", row_commands[i].cmd, err);
	}
	err = client_join(&c);
	if (err != -EPERM)
		die("joining the group: %d", err);
}

TEST_F(request, without_capability)
{
	EXPECT_EQ(0, wait_child(start_child(without_permission, NULL)));
}

static __u64 clients(struct client *c)
{
	struct info info;

	return client_info(c, &info) ? ~0ULL :
				       info.head.v[WBTRACE_A_INFO_CLIENTS];
}

TEST_F(request, attached_while_a_socket_holds)
{
	struct client *c = &self->client;
	struct config config;
	struct client other;

	EXPECT_FALSE(sysfs_attached());
	ASSERT_EQ(0, client_config(c, 1, -1, &config));
	EXPECT_EQ(1, config.v[WBTRACE_A_CONFIG_ATTACH]);
	EXPECT_EQ(0, config.v[WBTRACE_A_CONFIG_ENABLED]);
	EXPECT_TRUE(sysfs_attached());
	ASSERT_EQ(0, client_config(c, 1, -1, &config));
	EXPECT_EQ(1, clients(c));

	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, client_config(&other, -1, -1, &config));
	EXPECT_EQ(0, config.v[WBTRACE_A_CONFIG_ATTACH]);
	ASSERT_EQ(0, client_config(&other, 1, -1, NULL));
	EXPECT_EQ(2, clients(c));
	ASSERT_EQ(0, client_config(c, 0, -1, &config));
	EXPECT_EQ(0, config.v[WBTRACE_A_CONFIG_ATTACH]);
	EXPECT_TRUE(sysfs_attached());
	EXPECT_EQ(1, clients(c));
	client_close(&other);
	EXPECT_TRUE(wait_detached());
	EXPECT_EQ(0, clients(c));
}

TEST_F(request, enabled_in_sysfs_holds_too)
{
	struct client *c = &self->client;
	struct config config;

	write_text(SYSFS "/enabled", "1");
	EXPECT_TRUE(sysfs_attached());
	ASSERT_EQ(0, client_config(c, -1, -1, &config));
	EXPECT_EQ(1, config.v[WBTRACE_A_CONFIG_ENABLED]);
	EXPECT_EQ(0, config.v[WBTRACE_A_CONFIG_ATTACH]);
	EXPECT_EQ(0, clients(c));
	ASSERT_EQ(0, client_config(c, 1, -1, NULL));
	write_text(SYSFS "/enabled", "0");
	EXPECT_TRUE(sysfs_attached());
	client_close(c);
	EXPECT_TRUE(wait_detached());
	ASSERT_EQ(0, client_open(c));
}

static void hold_for_ever(void *ready)
{
	static struct client c;

	if (client_open(&c) || client_config(&c, 1, 0xf, NULL) ||
	    client_join(&c))
		die("cannot attach");
	if (write(*(int *)ready, "x", 1) != 1)
		die("cannot say so");
	for (;;)
		pause();
}

TEST_F(request, killed_holder_lets_go)
{
	int ready[2];
	char byte;
	pid_t pid;
	int i;

	ASSERT_EQ(0, pipe(ready));
	for (i = 0; i < 5; i++) {
		pid = start_child(hold_for_ever, &ready[1]);
		ASSERT_EQ(1, read(ready[0], &byte, 1));
		EXPECT_TRUE(sysfs_attached());
		ASSERT_EQ(0, kill(pid, SIGKILL));
		ASSERT_EQ(128 + SIGKILL, wait_child(pid));
		EXPECT_TRUE(wait_detached());
	}
}

/* Rows: an attached socket and files of 1 to 10 blocks of 64 KiB. */
FIXTURE(rows) {
	struct client client;
	struct rows rows;
	__u32 dev;
	ino_t ino[FILES];
};

FIXTURE_SETUP(rows)
{
	struct stat st;
	char path[64];
	int i;

	fs_make("ext4", test_disk(1));
	fs_mount("ext4", test_disk(1), MOUNT_POINT);
	self->dev = fs_dev(MOUNT_POINT);
	quiesce();
	ASSERT_EQ(0, client_open(&self->client));
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
	for (i = 0; i < FILES; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/file%d", i);
		write_file(path, (i + 1) * 65536, 65536, false);
		ASSERT_EQ(0, stat(path, &st));
		self->ino[i] = st.st_ino;
	}
}

FIXTURE_TEARDOWN(rows)
{
	client_close(&self->client);
	rows_free(&self->rows);
	fs_unmount(MOUNT_POINT);
	EXPECT_TRUE(wait_detached());
}

TEST_F(rows, one_inode)
{
	struct query q = { .dev = self->dev };
	struct row row;
	int i;

	for (i = 0; i < FILES; i++) {
		q.ino = self->ino[i];
		ASSERT_EQ(0, client_get(&self->client, WBTRACE_CMD_INODE, &q,
					&row));
		EXPECT_EQ(self->dev, row.v[WBTRACE_A_INODE_DEV]);
		EXPECT_EQ(self->ino[i], row.v[WBTRACE_A_INODE_INO]);
		EXPECT_EQ((i + 1) * 65536,
			  row.v[WBTRACE_A_INODE_DIRTIED_BYTES]);
		EXPECT_STREQ("ext4", row.fs);
		EXPECT_FALSE(row_has(&row, WBTRACE_A_INODE_PATH));
		EXPECT_FALSE(row_has(&row, WBTRACE_A_INODE_DIRTY_NOW_BYTES));
	}
}

/* The page cache's own tags, and where the file is. */
TEST_F(rows, pages_and_path_on_demand)
{
	struct query q = {
		.dev = self->dev, .ino = self->ino[4],
		.count_pages = true, .paths = true,
	};
	struct row row;

	ASSERT_EQ(0, client_get(&self->client, WBTRACE_CMD_INODE, &q, &row));
	EXPECT_EQ(5 * 65536, row.v[WBTRACE_A_INODE_DIRTY_NOW_BYTES] +
			     row.v[WBTRACE_A_INODE_WRITEBACK_NOW_BYTES]);
	EXPECT_STREQ("/file4", row.path);
	sync();
	ASSERT_EQ(0, client_get(&self->client, WBTRACE_CMD_INODE, &q, &row));
	EXPECT_EQ(0, row.v[WBTRACE_A_INODE_DIRTY_NOW_BYTES]);
	EXPECT_EQ(0, row.v[WBTRACE_A_INODE_WRITEBACK_NOW_BYTES]);
	EXPECT_EQ(5 * 65536, row.v[WBTRACE_A_INODE_WRITTEN_BYTES]);
}

TEST_F(rows, filters)
{
	struct client *c = &self->client;
	struct query q = { .dev = self->dev };
	struct rows *rows = &self->rows;
	char bdi[64];
	size_t i;

	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_INODE, &q, rows));
	EXPECT_GE(rows->n, FILES);
	snprintf(bdi, sizeof(bdi), "%s", rows->row[0].name);
	EXPECT_STRNE("", bdi);
	for (i = 0; i < rows->n; i++) {
		EXPECT_EQ(self->dev, rows->row[i].v[WBTRACE_A_INODE_DEV]);
		EXPECT_STREQ(bdi, rows->row[i].name) {
			TH_LOG("inode %llu: dirtied %llu, flags %llx",
			       rows->row[i].v[WBTRACE_A_INODE_INO],
			       rows->row[i].v[WBTRACE_A_INODE_DIRTIED_BYTES],
			       rows->row[i].v[WBTRACE_A_INODE_FLAGS]);
		}
	}
	q = (struct query){ .bdi = bdi };
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_INODE, &q, rows));
	EXPECT_GE(rows->n, FILES);
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_WB, &q, rows));
	EXPECT_EQ(1, rows->n);
	q = (struct query){ .pid = getpid() };
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_TASK, &q, rows));
	EXPECT_EQ(1, rows->n);
	q = (struct query){ .tgid = getpid() };
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_TASK, &q, rows));
	EXPECT_EQ(1, rows->n);
	q = (struct query){ .dev = NOT_THERE };
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_INODE, &q, rows));
	EXPECT_EQ(0, rows->n);
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_SB, &q, rows));
	EXPECT_EQ(0, rows->n);
	q = (struct query){ .bdi = "no such bdi" };
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_WB, &q, rows));
	EXPECT_EQ(0, rows->n);
}

TEST_F(rows, the_largest_come_first)
{
	struct query q = {
		.dev = self->dev, .top = 3, .by = WBTRACE_SORT_KEY_DIRTIED,
	};
	struct rows *rows = &self->rows;
	size_t i;

	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, &q, rows));
	ASSERT_EQ(3, rows->n);
	for (i = 0; i < rows->n; i++)
		EXPECT_EQ((FILES - i) * 65536,
			  rows->row[i].v[WBTRACE_A_INODE_DIRTIED_BYTES]);
	sync();
	q.top = 1000;
	q.by = WBTRACE_SORT_KEY_WRITTEN;
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, &q, rows));
	EXPECT_GE(rows->n, FILES);
	for (i = 1; i < rows->n; i++)
		EXPECT_LE(rows->row[i].v[WBTRACE_A_INODE_WRITTEN_BYTES],
			  rows->row[i - 1].v[WBTRACE_A_INODE_WRITTEN_BYTES]);
}

/* The counters start anew with the first hold after the last. */
TEST_F(rows, zero_after_the_last_hold)
{
	struct client *c = &self->client;

	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_TASK, NULL, &self->rows));
	EXPECT_GT(self->rows.n, 0);
	ASSERT_EQ(0, client_config(c, 0, -1, NULL));
	EXPECT_TRUE(wait_detached());
	quiesce();
	ASSERT_EQ(0, client_config(c, 1, -1, NULL));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_INODE, NULL, &self->rows));
	EXPECT_EQ(0, rows_sum(&self->rows, WBTRACE_A_INODE_DIRTIED_BYTES));
}

TEST_F(rows, reset_empties_what_it_names)
{
	struct client *c = &self->client;
	struct rows *rows = &self->rows;

	quiesce();
	ASSERT_EQ(0, client_reset(c, WBTRACE_TABLE_MASK_TASK));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_TASK, NULL, rows));
	EXPECT_EQ(0, rows_sum(rows, WBTRACE_A_TASK_DIRTIED_BYTES));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_INODE, NULL, rows));
	EXPECT_GE(rows->n, FILES);
	ASSERT_EQ(0, client_reset(c, 0));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_INODE, NULL, rows));
	EXPECT_EQ(0, rows_sum(rows, WBTRACE_A_INODE_DIRTIED_BYTES));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_SB, NULL, rows));
	EXPECT_EQ(0, rows_sum(rows, WBTRACE_A_SB_DIRTIED_BYTES));
	write_file(MOUNT_POINT "/after", MIB, MIB, false);
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_WB, NULL, rows));
	EXPECT_GE(rows_sum(rows, WBTRACE_A_WB_DIRTIED_BYTES), MIB);
}

/* Rows of all kinds, with all that they can carry. */
TEST_F(rows, every_attribute_is_known)
{
	struct query q = { .count_pages = true, .paths = true };
	struct rows *rows = &self->rows;
	struct info info;
	size_t i;

	/* Waits with their stacks, too. */
	ASSERT_EQ(0, client_watch(&self->client, getpid(), NULL));
	dirty_limits(MIB, 2 * MIB);
	write_file(MOUNT_POINT "/throttled", 8 * MIB, 65536, true);
	dirty_limits_restore();
	client_unknown_attr = 0;
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, &q, rows));
	for (i = 0; i < ARRAY_SIZE(row_commands); i++) {
		ASSERT_EQ(0, client_dump(&self->client, row_commands[i].cmd,
					 NULL, rows));
		EXPECT_GT(rows->n, 0);
	}
	ASSERT_EQ(0, client_info(&self->client, &info));
	EXPECT_EQ(0, client_unknown_attr);
}

static void make_many_files(void)
{
	char path[64];
	int i;

	for (i = 0; i < MANY_FILES; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/many%d", i);
		write_file(path, 1, 1, false);
	}
}

struct cut {
	struct client other;
	struct rows rows;
	bool done;
};

/* At the first row that comes, another client empties the tables. */
static int reset_once(const struct nlmsghdr *nlh, void *data)
{
	struct cut *cut = data;

	if (cut->done)
		return 0;
	cut->done = true;
	return client_reset(&cut->other, 0);
}

TEST_F_TIMEOUT(rows, interrupted_dump_says_so, 120)
{
	static struct cut cut;
	struct nlmsghdr *nlh;
	char buf[64];

	make_many_files();
	ASSERT_EQ(0, client_open(&cut.other));
	nlh = client_request(&self->client, buf, WBTRACE_CMD_INODE);
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	ASSERT_EQ(0, client_talk(&self->client, nlh, reset_once, &cut));
	EXPECT_TRUE(cut.done);
	EXPECT_TRUE(self->client.interrupted);
	make_many_files();
	EXPECT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, NULL,
				 &self->rows));
	client_close(&cut.other);
}

static void come_and_go(void *unused)
{
	static struct client c;
	char path[64];
	int i;

	if (client_open(&c))
		die("cannot open a second client");
	for (i = 0;; i++) {
		snprintf(path, sizeof(path), MOUNT_POINT "/churn%d", i % 50);
		unlink(path);
		write_file(path, 1 + i % 3 * page_bytes(), page_bytes(),
			   false);
		if (i % 100 == 99)
			client_reset(&c, WBTRACE_TABLE_MASK_TASK);
	}
}

/* Dumps under churn end, in whole rows, one for each inode. */
TEST_F_TIMEOUT(rows, dump_across_churn, 180)
{
	struct rows *rows = &self->rows;
	int dumps, err, whole = 0;
	size_t i, j;
	pid_t pid;

	make_many_files();
	pid = start_child(come_and_go, NULL);
	for (dumps = 0; dumps < 20; dumps++) {
		err = client_dump_once(&self->client, WBTRACE_CMD_INODE, NULL,
				       rows);
		ASSERT_TRUE(!err || err == -EINTR);
		if (err)
			continue;
		whole++;
		for (i = 0; i < rows->n; i++)
			for (j = 0; j < i; j++)
				ASSERT_FALSE(!memcmp(rows->row[i].v,
						     rows->row[j].v,
						     sizeof(rows->row[i].v)));
	}
	EXPECT_EQ(0, client_dump(&self->client, WBTRACE_CMD_TASK, NULL, rows));
	ASSERT_EQ(0, kill(pid, SIGKILL));
	wait_child(pid);
	EXPECT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, NULL,
				 rows));
	TH_LOG("%d of %d dumps were from one state", whole, dumps);
}

/* A buffer that no row fits in: each comes cut, and the dump still ends. */
TEST_F(rows, buffer_smaller_than_a_row)
{
	struct client *c = &self->client;
	int fd = mnl_socket_get_fd(c->nl);
	bool cut = false, done = false;
	struct nlmsghdr *nlh;
	char buf[64], small[20];
	ssize_t got;
	int reads;

	nlh = client_request(c, buf, WBTRACE_CMD_WB);
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	ASSERT_EQ(0, client_send(c, nlh));
	for (reads = 0; reads < 1000 && !done; reads++) {
		got = recv(fd, small, sizeof(small), MSG_TRUNC);
		ASSERT_GT(got, 0);
		if ((size_t)got > sizeof(small))
			cut = true;
		nlh = (struct nlmsghdr *)small;
		done = nlh->nlmsg_type == NLMSG_DONE ||
		       nlh->nlmsg_type == NLMSG_ERROR;
	}
	EXPECT_TRUE(cut);
	EXPECT_TRUE(done);
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_WB, NULL, &self->rows));
	EXPECT_GT(self->rows.n, 0);
}

/* A receive buffer at the kernel's minimum still gets every row. */
TEST_F(rows, smallest_receive_buffer)
{
	struct client *c = &self->client;
	struct rows few = { 0 };
	struct client small;
	int one = 1;

	make_many_files();
	quiesce();
	ASSERT_EQ(0, client_open(&small));
	ASSERT_EQ(0, setsockopt(mnl_socket_get_fd(small.nl), SOL_SOCKET,
				SO_RCVBUF, &one, sizeof(one)));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_INODE, NULL, &self->rows));
	ASSERT_EQ(0, client_dump(&small, WBTRACE_CMD_INODE, NULL, &few));
	EXPECT_EQ(self->rows.n, few.n);
	EXPECT_EQ(rows_sum(&self->rows, WBTRACE_A_INODE_DIRTIED_BYTES),
		  rows_sum(&few, WBTRACE_A_INODE_DIRTIED_BYTES));
	rows_free(&few);
	client_close(&small);
}

static void dump_a_lot(void *unused)
{
	static struct client c;
	struct rows rows = { 0 };
	struct info info;
	int i;

	if (client_open(&c) || client_config(&c, 1, -1, NULL))
		die("cannot attach");
	for (i = 0; i < 30; i++)
		if (client_dump(&c, WBTRACE_CMD_INODE, NULL, &rows) ||
		    client_dump(&c, WBTRACE_CMD_TASK, NULL, &rows) ||
		    client_info(&c, &info))
			die("a dump failed beside another client");
}

TEST_F(rows, two_clients)
{
	struct rows *rows = &self->rows;
	__u64 before;
	pid_t pid;
	int i;

	quiesce();
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, NULL,
				 rows));
	before = rows_sum(rows, WBTRACE_A_INODE_DIRTIED_BYTES);
	pid = start_child(dump_a_lot, NULL);
	for (i = 0; i < 30; i++) {
		ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE,
					 NULL, rows));
		EXPECT_EQ(before, rows_sum(rows,
					   WBTRACE_A_INODE_DIRTIED_BYTES));
	}
	EXPECT_EQ(0, wait_child(pid));
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_INODE, NULL,
				 rows));
	EXPECT_EQ(before, rows_sum(rows, WBTRACE_A_INODE_DIRTIED_BYTES));
	EXPECT_TRUE(sysfs_attached());
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
