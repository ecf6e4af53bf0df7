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
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"

#define FIRE		"build/selftests/probes_fire"
#define FIRE_LOG	"/tmp/probes_fire.log"

struct dumps {
	struct rows inodes;
	struct rows tasks;
	struct rows wbs;
	struct rows sbs;
	struct rows allocs;
	struct rows devices;
	struct rows stacks;
};

FIXTURE(absent) {
	struct client client;
	struct dumps dumps;
};

/* Bits of the attributes that go with the probe, or that inodes do. */
FIXTURE_VARIANT(absent) {
	const char *name;
	const char *kind;
	__u64 inode;
	__u64 task;
	__u64 wb;
	__u64 sb;
	__u64 throttle;
	__u64 alloc;
	__u64 task_alloc;
	__u64 device;
	bool all_inodes;
	bool all_stacks;
};

#define BIT(n)	(1ULL << (n))

#define TASK_DEVICE	(BIT(WBTRACE_A_TASK_DEVICE_EXACT_BYTES) |	\
			 BIT(WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES) |	\
			 BIT(WBTRACE_A_TASK_DEVICE_SERVICE_NS))

/* What is known of blocks from their allocation, and what from promises. */
#define ALLOC_BLOCKS	(BIT(WBTRACE_A_ALLOC_REQUEST_COUNT) |		\
			 BIT(WBTRACE_A_ALLOC_FLUSHER_COUNT) |		\
			 BIT(WBTRACE_A_ALLOC_ALLOCATED_BYTES) |		\
			 BIT(WBTRACE_A_ALLOC_METADATA_BYTES) |		\
			 BIT(WBTRACE_A_ALLOC_TIME_NS) |			\
			 BIT(WBTRACE_A_ALLOC_MAX_NS) |			\
			 BIT(WBTRACE_A_ALLOC_EXTENT_COUNT) |		\
			 BIT(WBTRACE_A_ALLOC_OUT_OF_ORDER_COUNT) |	\
			 BIT(WBTRACE_A_ALLOC_GOAL_HIT_COUNT) |		\
			 BIT(WBTRACE_A_ALLOC_GOAL_MISS_COUNT) |		\
			 BIT(WBTRACE_A_ALLOC_INTERLEAVED_COUNT))
#define ALLOC_GROUPS	(BIT(WBTRACE_A_ALLOC_GROUP_COUNT) |		\
			 BIT(WBTRACE_A_ALLOC_LAST_GROUP))

#define DEVICE_DONE	(BIT(WBTRACE_A_DEVICE_PART) |			\
			 BIT(WBTRACE_A_DEVICE_READ_COUNT) |		\
			 BIT(WBTRACE_A_DEVICE_READ_BYTES) |		\
			 BIT(WBTRACE_A_DEVICE_FLUSH_COUNT) |		\
			 BIT(WBTRACE_A_DEVICE_DISCARD_BYTES))
#define DEVICE_BUSY	(BIT(WBTRACE_A_DEVICE_BUSY_NS) |		\
			 BIT(WBTRACE_A_DEVICE_IN_FLIGHT_COUNT) |	\
			 BIT(WBTRACE_A_DEVICE_JUMP_COUNT) |		\
			 BIT(WBTRACE_A_DEVICE_JUMP_BYTES))

FIXTURE_VARIANT_ADD(absent, clear_inode) {
	.name = "clear_inode",
	.all_inodes = true,
};

FIXTURE_VARIANT_ADD(absent, inode_switch_wbs) {
	.name = "inode_switch_wbs",
	.inode = BIT(WBTRACE_A_INODE_WB_SWITCH_COUNT),
};

FIXTURE_VARIANT_ADD(absent, writeback_dirty_folio) {
	.name = "writeback_dirty_folio",
	.inode = BIT(WBTRACE_A_INODE_DIRTIED_BYTES) |
		 BIT(WBTRACE_A_INODE_FOLIO_COUNT) |
		 BIT(WBTRACE_A_INODE_DIRTIER),
	.task = BIT(WBTRACE_A_TASK_DIRTIED_BYTES) | TASK_DEVICE,
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

FIXTURE_VARIANT_ADD(absent, folio_account_cleaned) {
	.name = "folio_account_cleaned",
	.inode = BIT(WBTRACE_A_INODE_CANCELLED_BYTES),
	.wb = BIT(WBTRACE_A_WB_CANCELLED_BYTES),
};

FIXTURE_VARIANT_ADD(absent, folio_redirty_for_writepage) {
	.name = "folio_redirty_for_writepage",
	.inode = BIT(WBTRACE_A_INODE_REDIRTIED_BYTES) | BIT(WBTRACE_A_INODE_GIVEN_BACK_BYTES),
	.wb = BIT(WBTRACE_A_WB_REDIRTIED_BYTES) | BIT(WBTRACE_A_WB_GIVEN_BACK_BYTES),
};

FIXTURE_VARIANT_ADD(absent, writeback_sb_inodes_requeue) {
	.name = "writeback_sb_inodes_requeue",
	.inode = BIT(WBTRACE_A_INODE_REQUEUE_COUNT),
	.wb = BIT(WBTRACE_A_WB_REQUEUE_COUNT),
};

FIXTURE_VARIANT_ADD(absent, track_foreign_dirty) {
	.name = "track_foreign_dirty",
	.inode = BIT(WBTRACE_A_INODE_FOREIGN_BYTES),
	.wb = BIT(WBTRACE_A_WB_FOREIGN_BYTES),
};

FIXTURE_VARIANT_ADD(absent, block_rq_issue) {
	.name = "block_rq_issue",
	.device = DEVICE_BUSY,
};

/* What is known to have been issued but never to have ended is not told. */
FIXTURE_VARIANT_ADD(absent, block_rq_complete) {
	.name = "block_rq_complete",
	.inode = BIT(WBTRACE_A_INODE_DEVICE),
	.task = TASK_DEVICE,
	.device = DEVICE_DONE | DEVICE_BUSY,
};

FIXTURE_VARIANT_ADD(absent, ext4_mb_new_blocks) {
	.name = "ext4_mb_new_blocks",
	.alloc = ALLOC_BLOCKS | ALLOC_GROUPS,
	.task_alloc = ALLOC_BLOCKS,
};

FIXTURE_VARIANT_ADD(absent, ext4_da_reserve_space) {
	.name = "ext4_da_reserve_space",
	.alloc = BIT(WBTRACE_A_ALLOC_RESERVED_BYTES),
	.task_alloc = BIT(WBTRACE_A_ALLOC_RESERVED_BYTES),
};

FIXTURE_VARIANT_ADD(absent, sched_switch) {
	.name = "sched_switch",
	.task = BIT(WBTRACE_A_TASK_LEDGER),
	.all_stacks = true,
};

FIXTURE_SETUP(absent)
{
	char params[64];

	snprintf(params, sizeof(params), "rename_probe=%s%s%s",
		 variant->kind ? variant->kind : "", variant->kind ? ":" : "",
		 variant->name);
	/* A task's sums are of all file systems there are: only of this one. */
	run("modprobe -q -r xfs btrfs");
	module_reload(params);
	fs_make("ext4", test_disk(0));
	fs_mount("ext4", test_disk(0), MOUNT_POINT);
	quiesce();
	dirty_limits(MIB, 2 * MIB);
	ASSERT_EQ(0, client_open(&self->client));
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
	/* Some probes are there only while a task is watched. */
	ASSERT_EQ(0, client_watch(&self->client, getpid(), NULL));
}

FIXTURE_TEARDOWN(absent)
{
	client_close(&self->client);
	rows_free(&self->dumps.inodes);
	rows_free(&self->dumps.tasks);
	rows_free(&self->dumps.wbs);
	rows_free(&self->dumps.sbs);
	rows_free(&self->dumps.allocs);
	rows_free(&self->dumps.devices);
	rows_free(&self->dumps.stacks);
	dirty_limits_restore();
	fs_unmount(MOUNT_POINT);
	module_reload("");
}

/* The attributes that any row of the table has. */
static __u64 union_of(const struct rows *rows)
{
	__u64 have = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		have |= rows->row[i].have;
	return have;
}

static __u64 union_of_throttle(const struct rows *rows)
{
	__u64 have = 0;
	size_t i;

	for (i = 0; i < rows->n; i++)
		have |= rows->row[i].throttle_have;
	return have;
}

static __u64 union_of_task_alloc(const struct rows *tasks)
{
	__u64 have = 0;
	size_t i;

	for (i = 0; i < tasks->n; i++)
		have |= tasks->row[i].alloc_have;
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
	EXPECT_EQ(0, client_dump(c, WBTRACE_CMD_ALLOC, NULL, &d->allocs));
	EXPECT_EQ(0, client_dump(c, WBTRACE_CMD_DEVICE, NULL, &d->devices));
	EXPECT_EQ(0, client_dump(c, WBTRACE_CMD_STACK, NULL, &d->stacks));
}

/* Those of file systems that may not be loaded, and one that may be inlined. */
static bool may_be_unneeded(const struct row *probe)
{
	return !strncmp(probe->name, "xfs_", 4) ||
	       !strncmp(probe->name, "btrfs_", 6) ||
	       !strcmp(probe->name, "do_fsync");
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
			if (may_be_unneeded(probe) &&
			    probe->v[WBTRACE_A_PROBE_STATE] ==
				    WBTRACE_PROBE_STATE_UNNEEDED)
				continue;
			EXPECT_EQ(WBTRACE_PROBE_STATE_ATTACHED,
				  probe->v[WBTRACE_A_PROBE_STATE]) {
				TH_LOG("%s", probe->name);
			}
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
			 BIT(WBTRACE_A_INODE_PASS_NS) |			\
			 BIT(WBTRACE_A_INODE_CANCELLED_BYTES) |		\
			 BIT(WBTRACE_A_INODE_REDIRTIED_BYTES) |		\
			 BIT(WBTRACE_A_INODE_GIVEN_BACK_BYTES) |	\
			 BIT(WBTRACE_A_INODE_REQUEUE_COUNT) |		\
			 BIT(WBTRACE_A_INODE_FOREIGN_BYTES) |		\
			 BIT(WBTRACE_A_INODE_WB_SWITCH_COUNT) |		\
			 BIT(WBTRACE_A_INODE_DEVICE) |			\
			 BIT(WBTRACE_A_INODE_DIRTIER))
#define TASK_ALWAYS	(BIT(WBTRACE_A_TASK_DIRTIED_BYTES) |		\
			 BIT(WBTRACE_A_TASK_THROTTLE) |			\
			 BIT(WBTRACE_A_TASK_LIMIT) |			\
			 BIT(WBTRACE_A_TASK_LEDGER) |			\
			 BIT(WBTRACE_A_TASK_ALLOC) |			\
			 BIT(WBTRACE_A_TASK_DEVICE_EXACT_BYTES) |	\
			 BIT(WBTRACE_A_TASK_DEVICE_ESTIMATED_BYTES))
#define WB_ALWAYS	(BIT(WBTRACE_A_WB_DIRTIED_BYTES) |		\
			 BIT(WBTRACE_A_WB_WRITE_STARTED_BYTES) |	\
			 BIT(WBTRACE_A_WB_WRITTEN_BYTES) |		\
			 BIT(WBTRACE_A_WB_THROTTLE) |			\
			 BIT(WBTRACE_A_WB_LIMIT) |			\
			 BIT(WBTRACE_A_WB_PASS_COUNT) |			\
			 BIT(WBTRACE_A_WB_PASS_NS) |			\
			 BIT(WBTRACE_A_WB_WORK) |			\
			 BIT(WBTRACE_A_WB_CANCELLED_BYTES) |		\
			 BIT(WBTRACE_A_WB_REDIRTIED_BYTES) |		\
			 BIT(WBTRACE_A_WB_GIVEN_BACK_BYTES) |		\
			 BIT(WBTRACE_A_WB_REQUEUE_COUNT) |		\
			 BIT(WBTRACE_A_WB_FOREIGN_BYTES))
#define ALLOC_ALWAYS	(ALLOC_BLOCKS | ALLOC_GROUPS |			\
			 BIT(WBTRACE_A_ALLOC_RESERVED_BYTES))
#define TASK_ALLOC_ALWAYS (ALLOC_BLOCKS | BIT(WBTRACE_A_ALLOC_RESERVED_BYTES))
#define DEVICE_ALWAYS	(DEVICE_DONE | DEVICE_BUSY)
#define LOADED		(8 * MIB)

/* What goes with the probe is in no row, and all else is. */
static void expect_only(struct __test_metadata *_metadata, const char *table,
			__u64 have, __u64 always, __u64 missing)
{
	EXPECT_EQ(always & ~missing, have & (always | missing)) {
		TH_LOG("rows of %s", table);
	}
}

static const struct row *find_file(const struct rows *inodes)
{
	struct stat st;
	size_t i;

	if (stat(MOUNT_POINT "/file", &st))
		die("/file: %s", strerror(errno));
	for (i = 0; i < inodes->n; i++)
		if (!inodes->row[i].v[WBTRACE_A_INODE_FLAGS] &&
		    inodes->row[i].v[WBTRACE_A_INODE_INO] == st.st_ino)
			return &inodes->row[i];
	return NULL;
}

/* Those figures that are there are right. */
static void expect_figures(struct __test_metadata *_metadata,
			   const struct dumps *d)
{
	__u64 dirtied = rows_sum(&d->inodes, WBTRACE_A_INODE_DIRTIED_BYTES);
	__u64 written = rows_sum(&d->inodes, WBTRACE_A_INODE_WRITTEN_BYTES);
	const struct row *file;

	file = find_file(&d->inodes);
	ASSERT_NE(NULL, file);
	if (row_has(file, WBTRACE_A_INODE_DIRTIED_BYTES)) {
		EXPECT_EQ(LOADED, file->v[WBTRACE_A_INODE_DIRTIED_BYTES]);
		EXPECT_EQ(dirtied, rows_sum(&d->wbs,
					    WBTRACE_A_WB_DIRTIED_BYTES));
	}
	if (row_has(file, WBTRACE_A_INODE_WRITTEN_BYTES)) {
		EXPECT_EQ(LOADED, file->v[WBTRACE_A_INODE_WRITTEN_BYTES]);
		EXPECT_EQ(written, rows_sum(&d->wbs,
					    WBTRACE_A_WB_WRITTEN_BYTES));
	}
	if (row_has(file, WBTRACE_A_INODE_WRITE_STARTED_BYTES))
		EXPECT_EQ(LOADED,
			  file->v[WBTRACE_A_INODE_WRITE_STARTED_BYTES]);
	if (row_has(file, WBTRACE_A_INODE_DEVICE))
		EXPECT_EQ(LOADED, file->io[WBTRACE_WRITE_KIND_DATA].bytes);
}

static void expect_alloc_figures(struct __test_metadata *_metadata,
				 const struct rows *allocs)
{
	const unsigned int allocated = WBTRACE_A_ALLOC_ALLOCATED_BYTES;
	const unsigned int reserved = WBTRACE_A_ALLOC_RESERVED_BYTES;
	__u64 have = union_of(allocs);

	if (have & BIT(allocated))
		EXPECT_EQ(LOADED, rows_sum(allocs, allocated));
	if (have & BIT(reserved))
		EXPECT_EQ(LOADED, rows_sum(allocs, reserved));
}

TEST_F_TIMEOUT(absent, is_missing_and_not_zero, 60)
{
	struct dumps *d = &self->dumps;

	expect_listed(_metadata, &self->client, variant->name, variant->kind);
	write_file(MOUNT_POINT "/file", LOADED, 65536, false);
	quiesce();
	dump_all(_metadata, &self->client, d,
		 variant->all_inodes ? -EOPNOTSUPP : 0);

	expect_only(_metadata, "tasks", union_of(&d->tasks), TASK_ALWAYS,
		    variant->task);
	expect_only(_metadata, "wbs", union_of(&d->wbs), WB_ALWAYS,
		    variant->wb);
	expect_only(_metadata, "allocs", union_of(&d->allocs), ALLOC_ALWAYS,
		    variant->alloc);
	expect_only(_metadata, "tasks' allocs", union_of_task_alloc(&d->tasks),
		    TASK_ALLOC_ALWAYS, variant->task_alloc);
	expect_only(_metadata, "devices", union_of(&d->devices),
		    DEVICE_ALWAYS, variant->device);
	EXPECT_EQ(0, union_of(&d->sbs) & variant->sb);
	EXPECT_EQ(0, union_of_throttle(&d->tasks) & variant->throttle);
	EXPECT_EQ(0, union_of_throttle(&d->wbs) & variant->throttle);
	EXPECT_EQ(0, union_of_throttle(&d->inodes) & variant->throttle);
	EXPECT_EQ(variant->all_stacks,
		  !(union_of(&d->stacks) & BIT(WBTRACE_A_STACK_PID)));
	expect_alloc_figures(_metadata, &d->allocs);
	if (variant->all_inodes)
		return;
	expect_only(_metadata, "inodes", union_of(&d->inodes), INODE_ALWAYS,
		    variant->inode);
	expect_figures(_metadata, d);
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
	EXPECT_EQ(KSFT_FAIL, run(FIRE " %s %s %s >%s 2>&1", "clear_inode",
				 "__folio_start_writeback", "__folio_end_writeback",
				 FIRE_LOG));
	EXPECT_EQ(0, run("grep -q '^not ok .*folio_end_writeback' %s",
			 FIRE_LOG));
	EXPECT_EQ(1, run("grep '^not ok ' %s | grep -v folio_end_writeback",
			 FIRE_LOG));
	EXPECT_EQ(2, run("exit $(grep -v SKIP %s | grep -c '^ok .*\\.fires')",
			 FIRE_LOG));
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
