// SPDX-License-Identifier: GPL-2.0-only
/*
 * A probe that this kernel does not have: it is reported as absent, what it
 * would give is missing rather than 0, and the rest works. The module is made
 * to look for a name that does not exist, one probe after the other.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ktap.h"

#define FIRE_LOG	"/tmp/probes_fire.log"

struct dumps {
	struct rows inodes;
	struct rows tasks;
	struct rows wbs;
	struct rows sbs;
};

FIXTURE(absent) {
	struct client client;
	struct dumps dumps;
};

/* Bits of the attributes that go with the probe, or that inodes do. */
FIXTURE_VARIANT(absent) {
	const char *name;
	const char *kind;
	__u32 inode;
	__u32 task;
	__u32 wb;
	__u32 sb;
	__u32 throttle;
	bool all_inodes;
};

#define BIT(n)	(1U << (n))

FIXTURE_VARIANT_ADD(absent, clear_inode) {
	.name = "clear_inode",
	.all_inodes = true,
};

FIXTURE_VARIANT_ADD(absent, inode_switch_wbs) {
	.name = "inode_switch_wbs",
};

FIXTURE_VARIANT_ADD(absent, writeback_dirty_folio) {
	.name = "writeback_dirty_folio",
	.inode = BIT(WBTRACE_A_INODE_DIRTIED_BYTES) |
		 BIT(WBTRACE_A_INODE_FOLIO_COUNT),
	.task = BIT(WBTRACE_A_TASK_DIRTIED_BYTES),
	.wb = BIT(WBTRACE_A_WB_DIRTIED_BYTES),
	.sb = BIT(WBTRACE_A_SB_DIRTIED_BYTES),
};

FIXTURE_VARIANT_ADD(absent, folio_start_writeback) {
	.name = "__folio_start_writeback",
	.inode = BIT(WBTRACE_A_INODE_WRITE_STARTED_BYTES),
	.wb = BIT(WBTRACE_A_WB_WRITE_STARTED_BYTES),
	.sb = BIT(WBTRACE_A_SB_WRITE_STARTED_BYTES),
};

FIXTURE_VARIANT_ADD(absent, folio_end_writeback) {
	.name = "__folio_end_writeback",
	.inode = BIT(WBTRACE_A_INODE_WRITTEN_BYTES),
	.wb = BIT(WBTRACE_A_WB_WRITTEN_BYTES),
	.sb = BIT(WBTRACE_A_SB_WRITTEN_BYTES),
};

FIXTURE_VARIANT_ADD(absent, balance_dirty_pages) {
	.name = "balance_dirty_pages",
	.inode = BIT(WBTRACE_A_INODE_THROTTLE),
	.task = BIT(WBTRACE_A_TASK_THROTTLE) | BIT(WBTRACE_A_TASK_LIMIT) |
		BIT(WBTRACE_A_TASK_THROTTLED_NOW_NS),
	.wb = BIT(WBTRACE_A_WB_THROTTLE) | BIT(WBTRACE_A_WB_LIMIT),
	.sb = BIT(WBTRACE_A_SB_THROTTLE_COUNT) | BIT(WBTRACE_A_SB_HELD_NS),
};

FIXTURE_VARIANT_ADD(absent, balance_dirty_pages_call) {
	.name = "balance_dirty_pages",
	.kind = "kretprobe",
	.task = BIT(WBTRACE_A_TASK_THROTTLED_NOW_NS),
	.sb = BIT(WBTRACE_A_SB_HELD_NS),
	.throttle = BIT(WBTRACE_A_THROTTLE_SLEPT_COUNT) |
		    BIT(WBTRACE_A_THROTTLE_SLEPT_NS) |
		    BIT(WBTRACE_A_THROTTLE_SLEPT_MAX_NS) |
		    BIT(WBTRACE_A_THROTTLE_HELD_COUNT) |
		    BIT(WBTRACE_A_THROTTLE_HELD_NS) |
		    BIT(WBTRACE_A_THROTTLE_HELD_MAX_NS) |
		    BIT(WBTRACE_A_THROTTLE_ASYNC_COUNT) |
		    BIT(WBTRACE_A_THROTTLE_SLEPT_HIST) |
		    BIT(WBTRACE_A_THROTTLE_NO_WRITEBACK_NS),
};

/* What it adds, on 6.x only, is a kind in the by-limit nest. */
FIXTURE_VARIANT_ADD(absent, global_dirty_state) {
	.name = "global_dirty_state",
};

FIXTURE_VARIANT_ADD(absent, writeback_single_inode_start) {
	.name = "writeback_single_inode_start",
	.inode = BIT(WBTRACE_A_INODE_PASS_NS),
	.wb = BIT(WBTRACE_A_WB_PASS_NS),
	.sb = BIT(WBTRACE_A_SB_PASS_NS),
};

FIXTURE_VARIANT_ADD(absent, writeback_single_inode) {
	.name = "writeback_single_inode",
	.inode = BIT(WBTRACE_A_INODE_PASS_COUNT) |
		 BIT(WBTRACE_A_INODE_PASS_BYTES) |
		 BIT(WBTRACE_A_INODE_PASS_NS),
	.wb = BIT(WBTRACE_A_WB_PASS_COUNT) | BIT(WBTRACE_A_WB_PASS_BYTES) |
	      BIT(WBTRACE_A_WB_PASS_NS),
	.sb = BIT(WBTRACE_A_SB_PASS_COUNT) | BIT(WBTRACE_A_SB_PASS_BYTES) |
	      BIT(WBTRACE_A_SB_PASS_NS),
};

FIXTURE_VARIANT_ADD(absent, writeback_written) {
	.name = "writeback_written",
	.wb = BIT(WBTRACE_A_WB_WORK),
};

FIXTURE_SETUP(absent)
{
	char params[64];

	snprintf(params, sizeof(params), "rename_probe=%s%s%s",
		 variant->kind ? variant->kind : "", variant->kind ? ":" : "",
		 variant->name);
	module_reload(params);
	fs_make("ext4", test_disk(0));
	fs_mount("ext4", test_disk(0), MOUNT_POINT);
	quiesce();
	dirty_limits(MIB, 2 * MIB);
	ASSERT_EQ(0, client_open(&self->client));
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
}

FIXTURE_TEARDOWN(absent)
{
	client_close(&self->client);
	rows_free(&self->dumps.inodes);
	rows_free(&self->dumps.tasks);
	rows_free(&self->dumps.wbs);
	rows_free(&self->dumps.sbs);
	dirty_limits_restore();
	fs_unmount(MOUNT_POINT);
	module_reload("");
}

/* The attributes that any row of the table has. */
static __u32 union_of(const struct rows *rows)
{
	__u32 have = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		have |= rows->row[i].have;
	return have;
}

static __u32 union_of_throttle(const struct rows *rows)
{
	__u32 have = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		have |= rows->row[i].throttle_have;
	return have;
}

static void dump_all(struct __test_metadata *_metadata, struct client *c,
		     struct dumps *d, int inodes_err)
{
	EXPECT_EQ(inodes_err,
		  client_dump(c, WBTRACE_CMD_INODE, NULL, &d->inodes));
	EXPECT_EQ(inodes_err,
		  client_dump(c, WBTRACE_CMD_SB, NULL, &d->sbs));
	EXPECT_EQ(0, client_dump(c, WBTRACE_CMD_TASK, NULL, &d->tasks));
	EXPECT_EQ(0, client_dump(c, WBTRACE_CMD_WB, NULL, &d->wbs));
}

/* Only the one is absent; its namesake of another kind is not. */
static void expect_listed(struct __test_metadata *_metadata,
			  struct client *c, const char *name,
			  const char *kind)
{
	bool only_call = kind;
	const struct row *probe;
	struct info info;
	unsigned int i;

	ASSERT_EQ(0, client_info(c, &info));
	EXPECT_NE(NULL, info_probe(&info, name, -1));
	for (i = 0; i < info.probes; i++) {
		probe = &info.probe[i];
		if (strcmp(probe->name, name) ||
		    (only_call && probe->v[WBTRACE_A_PROBE_KIND] !=
				  WBTRACE_PROBE_KIND_KRETPROBE)) {
			EXPECT_EQ(WBTRACE_PROBE_STATE_ATTACHED,
				  probe->v[WBTRACE_A_PROBE_STATE]);
			continue;
		}
		EXPECT_EQ(WBTRACE_PROBE_STATE_ABSENT,
			  probe->v[WBTRACE_A_PROBE_STATE]);
		EXPECT_FALSE(row_has(probe, WBTRACE_A_PROBE_HITS));
	}
}

/* What one load is sure to bring when every probe is there. */
#define INODE_ALWAYS	(BIT(WBTRACE_A_INODE_DIRTIED_BYTES) |		\
			 BIT(WBTRACE_A_INODE_WRITE_STARTED_BYTES) |	\
			 BIT(WBTRACE_A_INODE_WRITTEN_BYTES) |		\
			 BIT(WBTRACE_A_INODE_THROTTLE) |		\
			 BIT(WBTRACE_A_INODE_PASS_COUNT) |		\
			 BIT(WBTRACE_A_INODE_PASS_NS))
#define TASK_ALWAYS	(BIT(WBTRACE_A_TASK_DIRTIED_BYTES) |		\
			 BIT(WBTRACE_A_TASK_THROTTLE) |			\
			 BIT(WBTRACE_A_TASK_LIMIT))
#define WB_ALWAYS	(BIT(WBTRACE_A_WB_DIRTIED_BYTES) |		\
			 BIT(WBTRACE_A_WB_WRITE_STARTED_BYTES) |	\
			 BIT(WBTRACE_A_WB_WRITTEN_BYTES) |		\
			 BIT(WBTRACE_A_WB_THROTTLE) |			\
			 BIT(WBTRACE_A_WB_LIMIT) |			\
			 BIT(WBTRACE_A_WB_PASS_COUNT) |			\
			 BIT(WBTRACE_A_WB_PASS_NS) |			\
			 BIT(WBTRACE_A_WB_WORK))

TEST_F_TIMEOUT(absent, is_missing_and_not_zero, 60)
{
	struct dumps *d = &self->dumps;

	expect_listed(_metadata, &self->client, variant->name, variant->kind);
	write_file(MOUNT_POINT "/file", 8 * MIB, 65536, false);
	sync();
	dump_all(_metadata, &self->client, d,
		 variant->all_inodes ? -EOPNOTSUPP : 0);

	EXPECT_EQ(0, union_of(&d->inodes) & variant->inode);
	EXPECT_EQ(0, union_of(&d->tasks) & variant->task);
	EXPECT_EQ(0, union_of(&d->wbs) & variant->wb);
	EXPECT_EQ(0, union_of(&d->sbs) & variant->sb);
	EXPECT_EQ(0, union_of_throttle(&d->tasks) & variant->throttle);
	EXPECT_EQ(0, union_of_throttle(&d->wbs) & variant->throttle);
	EXPECT_EQ(0, union_of_throttle(&d->inodes) & variant->throttle);
	EXPECT_EQ(TASK_ALWAYS & ~variant->task,
		  union_of(&d->tasks) & TASK_ALWAYS);
	EXPECT_EQ(WB_ALWAYS & ~variant->wb, union_of(&d->wbs) & WB_ALWAYS);
	if (!variant->all_inodes) {
		EXPECT_EQ(INODE_ALWAYS & ~variant->inode,
			  union_of(&d->inodes) & INODE_ALWAYS);
	}
}

FIXTURE(broken) {
	int unused;
};

FIXTURE_SETUP(broken)
{
	module_reload("rename_probe=__folio_end_writeback");
}

FIXTURE_TEARDOWN(broken)
{
	module_reload("");
}

/* The other test must notice: this one runs it and wants it to fail. */
TEST_F_TIMEOUT(broken, fails_probes_fire, 120)
{
	EXPECT_EQ(KSFT_FAIL, run("build/selftests/probes_fire >%s 2>&1",
				 FIRE_LOG));
	EXPECT_EQ(0, run("grep -q '^not ok .*folio_end_writeback' %s",
			 FIRE_LOG));
	EXPECT_EQ(1, run("grep '^not ok ' %s | grep -v folio_end_writeback",
			 FIRE_LOG));
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
