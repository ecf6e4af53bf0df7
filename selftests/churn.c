// SPDX-License-Identifier: GPL-2.0-only
/*
 * All laws over one run of 1000 files that eight writers create, append to,
 * rename, truncate and delete, throttled for a part of it, while two of the
 * writers are killed; also with tables that are far too small for it.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "stream.h"

#define WRITERS		8
#define FILES		1000
#define NAME_LEN	64
#define PARTLY_MAX	(256 * 1024)
/* As fs_make(), which has the block size chosen by the disk's. */
#define EXT4_MKFS	"-N 4096 -E lazy_itable_init=0 -J size=4"
#define ALL_EVENTS	(WBTRACE_EVENT_MASK_THROTTLE | WBTRACE_EVENT_MASK_HELD | \
			 WBTRACE_EVENT_MASK_INODE_PASS | WBTRACE_EVENT_MASK_WORK)

/* What the parent does once so many files were begun. */
#define LIMITS_LOW_AT	250
#define KILL_FIRST_AT	400
#define KILL_SECOND_AT	500
#define LIMITS_HIGH_AT	800

/* What was counted from window_open() to window_close(). */
struct window {
	struct client client;
	struct client listener;
	struct rows inodes;
	struct rows tasks;
	struct rows wbs;
	struct rows sbs;
	struct rows allocs;
	struct info info;
	struct stream stream[WRITERS + 1];
	/* Files begun, shared with the writers. */
	unsigned int *begun;
	__u32 dev;
	__u64 dirtied;
	__u64 written;
	__u64 received;
	/* One in so many bytes may be missing of files that were cut; 0: none. */
	unsigned int passed_over;
};

FIXTURE(churn) {
	struct window window;
};

FIXTURE_VARIANT(churn) {
	const char *type;
	const char *mkfs;
	const char *tables;
	/* What is appended goes to blocks of its own, so stat(2) grows by less. */
	bool cow;
	/* Its flusher passes over pages beyond the end of a file that is being cut. */
	bool passes_over;
};

FIXTURE_VARIANT_ADD(churn, ext4) {
	.type = "ext4", .mkfs = "mkfs.ext4 -q -F -b 4096 " EXT4_MKFS, .tables = "",
};

FIXTURE_VARIANT_ADD(churn, ext4_small_blocks) {
	.type = "ext4", .mkfs = "mkfs.ext4 -q -F -b 1024 " EXT4_MKFS, .tables = "",
};

FIXTURE_VARIANT_ADD(churn, xfs) {
	.type = "xfs", .mkfs = "mkfs.xfs -q -f", .tables = "", .passes_over = true,
};

FIXTURE_VARIANT_ADD(churn, btrfs) {
	.type = "btrfs", .mkfs = "mkfs.btrfs -q -f", .tables = "", .cow = true,
};

FIXTURE_VARIANT_ADD(churn, small_tables) {
	.type = "ext4", .mkfs = "mkfs.ext4 -q -F -b 4096 " EXT4_MKFS,
	.tables = "inodes=64 tasks=16 stacks=16 allocs=32",
};

FIXTURE_SETUP(churn)
{
	struct window *w = &self->window;

	w->begun = mmap(NULL, page_bytes(), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, w->begun);
	if (*variant->tables)
		module_reload(variant->tables);
	must_run("%s %s >/dev/null", variant->mkfs, test_disk(0));
	fs_mount(variant->type, test_disk(0), MOUNT_POINT);
	w->dev = fs_dev(MOUNT_POINT);
}

FIXTURE_TEARDOWN(churn)
{
	struct window *w = &self->window;

	client_close(&w->listener);
	client_close(&w->client);
	rows_free(&w->inodes);
	rows_free(&w->tasks);
	rows_free(&w->wbs);
	rows_free(&w->sbs);
	rows_free(&w->allocs);
	munmap(w->begun, page_bytes());
	trace_remove();
	dirty_limits_restore();
	write_text("/proc/sys/vm/dirty_writeback_centisecs", "0");
	write_text("/proc/sys/vm/dirty_expire_centisecs", "3000");
	fs_unmount(MOUNT_POINT);
	EXPECT_TRUE(wait_detached());
	if (*variant->tables)
		module_reload("");
}

static const char *name_of(const char *kind, unsigned int n)
{
	static char names[2][NAME_LEN];
	static unsigned int at;
	char *name = names[at++ % 2];

	snprintf(name, NAME_LEN, MOUNT_POINT "/%s-%u", kind, n);
	return name;
}

static void append(const char *path, size_t bytes, bool sync)
{
	static char buf[65536];
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	memset(buf, 'c', sizeof(buf));
	if (write(fd, buf, bytes) != (ssize_t)bytes)
		die("writing %s: %s", path, strerror(errno));
	if (sync && fsync(fd))
		die("fsync of %s: %s", path, strerror(errno));
	close(fd);
}

/*
 * A life for each number: a third of the files is deleted, one in five of the
 * others is cut, and what is called "whole" was only ever appended to.
 */
static void live(unsigned int n)
{
	append(name_of("new", n), 5000 + n * 7919 % 50000, n % 16 == 0);
	append(name_of("new", n), 1 + n * 104729 % 60000, false);
	if (n % 3 == 0) {
		if (unlink(name_of("new", n)))
			die("unlink: %s", strerror(errno));
	} else if (n % 5 == 0) {
		if (rename(name_of("new", n), name_of("cut", n)) ||
		    truncate(name_of("cut", n), 3000 + n))
			die("truncate: %s", strerror(errno));
		append(name_of("cut", n), 9000, false);
	} else {
		append(name_of("new", n), 20000, false);
		if (rename(name_of("new", n), name_of("whole", n)))
			die("rename: %s", strerror(errno));
	}
}

struct job {
	unsigned int *begun;
	int go;
};

static void work(void *data)
{
	struct job *job = data;
	unsigned int n;
	char byte;

	if (read(job->go, &byte, 1) != 1)
		die("the barrier is closed");
	for (;;) {
		n = __atomic_fetch_add(job->begun, 1, __ATOMIC_RELAXED);
		if (n >= FILES)
			return;
		live(n);
	}
}

static bool adds_up(const struct info *info)
{
	const __u64 *v = info->head.v;

	return v[WBTRACE_A_INFO_EVENTS_GENERATED] ==
	       v[WBTRACE_A_INFO_EVENTS_EMITTED] + v[WBTRACE_A_INFO_EVENTS_LOST] +
	       v[WBTRACE_A_INFO_EVENTS_QUEUED];
}

static int take(const struct record *record, void *received)
{
	++*(__u64 *)received;
	return 0;
}

static bool all_begun(unsigned int *begun, unsigned int n)
{
	return __atomic_load_n(begun, __ATOMIC_RELAXED) >= n;
}

/* Waits until so many files were begun, and looks at L7 all the time. */
static void wait_begun(struct __test_metadata *_metadata, struct window *w,
		       unsigned int n)
{
	__u64 end = now_ms() + 4 * WAIT_MS;

	while (!all_begun(w->begun, n)) {
		ASSERT_LT(now_ms(), end);
		ASSERT_EQ(0, client_info(&w->client, &w->info));
		EXPECT_TRUE(adds_up(&w->info));
		client_events(&w->listener, MSG_DONTWAIT, take, &w->received);
		poll(NULL, 0, 5);
	}
}

static bool sent_all(void *data)
{
	struct info info;

	return !client_info(data, &info) && !info.head.v[WBTRACE_A_INFO_EVENTS_QUEUED];
}

/* Nothing is dirty, and every counter starts at zero. */
static void window_open(struct __test_metadata *_metadata, struct window *w)
{
	quiesce();
	ASSERT_EQ(0, client_open(&w->client));
	ASSERT_EQ(0, client_config(&w->client, 1, -1, NULL));
	ASSERT_EQ(0, client_open(&w->listener));
	ASSERT_EQ(0, client_join(&w->listener));
	ASSERT_EQ(0, client_config(&w->listener, -1, ALL_EVENTS, NULL));
	trace_start();
	w->dirtied = read_vmstat("nr_dirtied");
	w->written = read_vmstat("nr_written");
	write_text("/proc/sys/vm/dirty_writeback_centisecs", "50");
	write_text("/proc/sys/vm/dirty_expire_centisecs", "100");
}

static void window_close(struct __test_metadata *_metadata, struct window *w)
{
	struct query pages = { .count_pages = true };
	struct client *c = &w->client;

	quiesce();
	trace_stop();
	w->dirtied = (read_vmstat("nr_dirtied") - w->dirtied) * page_bytes();
	w->written = (read_vmstat("nr_written") - w->written) * page_bytes();
	EXPECT_TRUE(wait_until(sent_all, c, WAIT_MS));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_INODE, &pages, &w->inodes));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_TASK, NULL, &w->tasks));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_WB, NULL, &w->wbs));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_SB, NULL, &w->sbs));
	ASSERT_EQ(0, client_dump(c, WBTRACE_CMD_ALLOC, NULL, &w->allocs));
	ASSERT_EQ(0, client_info(c, &w->info));
	trace_read(w->stream, WRITERS + 1);
}

static void kill_writer(struct __test_metadata *_metadata, struct window *w, int i)
{
	/* It cannot be through: files are left, and it takes them until none is. */
	ASSERT_EQ(0, kill(w->stream[i].pid, SIGKILL));
	ASSERT_EQ(128 + SIGKILL, wait_child(w->stream[i].pid));
}

static void run_writers(struct __test_metadata *_metadata, struct window *w)
{
	struct job job = { .begun = w->begun };
	int go[2], i;

	ASSERT_EQ(0, pipe2(go, O_CLOEXEC));
	job.go = go[0];
	for (i = 0; i < WRITERS; i++) {
		w->stream[i].pid = start_child(work, &job);
		ASSERT_EQ(0, client_watch(&w->client, w->stream[i].pid, NULL));
	}
	ASSERT_EQ(WRITERS, write(go[1], "12345678", WRITERS));
	wait_begun(_metadata, w, LIMITS_LOW_AT);
	dirty_limits(MIB / 4, MIB);
	wait_begun(_metadata, w, KILL_FIRST_AT);
	kill_writer(_metadata, w, 2);
	wait_begun(_metadata, w, KILL_SECOND_AT);
	kill_writer(_metadata, w, 5);
	wait_begun(_metadata, w, LIMITS_HIGH_AT);
	dirty_limits_restore();
	wait_begun(_metadata, w, FILES);
	for (i = 0; i < WRITERS; i++)
		if (i != 2 && i != 5)
			EXPECT_EQ(0, wait_child(w->stream[i].pid));
	close(go[0]);
	close(go[1]);
}

/* L1: what is left of the bytes dirtied when all that is known of them is taken. */
static __s64 unaccounted(const struct row *row)
{
	return row->v[WBTRACE_A_INODE_DIRTIED_BYTES] -
	       row->v[WBTRACE_A_INODE_WRITE_STARTED_BYTES] -
	       row->v[WBTRACE_A_INODE_CANCELLED_BYTES] -
	       row->v[WBTRACE_A_INODE_REDIRTIED_BYTES] -
	       row->v[WBTRACE_A_INODE_DIRTY_NOW_BYTES];
}

/* btrfs' trees and the block device are exempt: Documentation/fields.rst. */
static bool is_metadata(const struct row *row, __u32 dev)
{
	return row->v[WBTRACE_A_INODE_DEV] != dev ||
	       row->v[WBTRACE_A_INODE_FLAGS] & ~(__u64)(WBTRACE_ROW_FLAGS_GONE |
						       WBTRACE_ROW_FLAGS_EVICTED);
}

/*
 * btrfs, and ext4 with blocks smaller than a page, write a large folio in parts, and
 * start the whole of it each time: what of a file may be under writeback twice.
 */
static __s64 partly(const struct row *row)
{
	__u64 small = row->v[WBTRACE_A_INODE_FOLIO_COUNT] * page_bytes();

	return row->v[WBTRACE_A_INODE_DIRTIED_BYTES] > small ? PARTLY_MAX : 0;
}

static void expect_balance(struct __test_metadata *_metadata, const struct window *w,
			   const struct row *row, bool whole)
{
	__s64 one = unaccounted(row);

	EXPECT_TRUE((one <= 0 || (w->passed_over && !whole)) && -one <= partly(row)) {
		TH_LOG("ino %llu: %llu dirtied, %llu started, %llu cancelled, %llu redirtied",
		       row->v[WBTRACE_A_INODE_INO],
		       row->v[WBTRACE_A_INODE_DIRTIED_BYTES],
		       row->v[WBTRACE_A_INODE_WRITE_STARTED_BYTES],
		       row->v[WBTRACE_A_INODE_CANCELLED_BYTES],
		       row->v[WBTRACE_A_INODE_REDIRTIED_BYTES]);
	}
}

/* Of each inode; a small table has only its sum left. */
static void expect_l1(struct __test_metadata *_metadata, struct window *w, bool each)
{
	__s64 sum = 0, least = 0, most = 0;
	size_t i, gone = 0;

	for (i = 0; i < w->inodes.n; i++) {
		const struct row *row = &w->inodes.row[i];

		if (each && is_metadata(row, w->dev))
			continue;
		sum += unaccounted(row);
		least -= partly(row);
		gone += !!(row->v[WBTRACE_A_INODE_FLAGS] & WBTRACE_ROW_FLAGS_GONE);
		if (each)
			expect_balance(_metadata, w, row, false);
	}
	if (w->passed_over)
		most = rows_sum(&w->inodes, WBTRACE_A_INODE_DIRTIED_BYTES) / w->passed_over;
	/* The sum has the block device's too: given back and written in one pass. */
	if (!each)
		least -= rows_sum(&w->inodes, WBTRACE_A_INODE_REDIRTIED_BYTES);
	EXPECT_TRUE(sum >= least && sum <= most) {
		TH_LOG("%lld bytes are missing", sum);
	}
	EXPECT_GT(rows_sum(&w->inodes, WBTRACE_A_INODE_CANCELLED_BYTES), 0);
	if (each)
		EXPECT_GT(gone, FILES / 4);
}

/* L2, L3, L8: one total in every table, and in /proc/vmstat. */
static void expect_totals(struct __test_metadata *_metadata, struct window *w)
{
	__u64 dirtied = rows_sum(&w->inodes, WBTRACE_A_INODE_DIRTIED_BYTES);
	__u64 given_back = rows_sum(&w->wbs, WBTRACE_A_WB_GIVEN_BACK_BYTES);

	EXPECT_EQ(w->dirtied + given_back, dirtied);
	EXPECT_EQ(given_back, rows_sum(&w->inodes, WBTRACE_A_INODE_GIVEN_BACK_BYTES));
	EXPECT_EQ(dirtied, rows_sum(&w->tasks, WBTRACE_A_TASK_DIRTIED_BYTES));
	EXPECT_EQ(dirtied, rows_sum(&w->wbs, WBTRACE_A_WB_DIRTIED_BYTES));
	EXPECT_EQ(dirtied, rows_sum(&w->sbs, WBTRACE_A_SB_DIRTIED_BYTES));

	EXPECT_GT(w->written, 0);
	EXPECT_EQ(w->written, rows_sum(&w->inodes, WBTRACE_A_INODE_WRITTEN_BYTES));
	EXPECT_EQ(w->written, rows_sum(&w->wbs, WBTRACE_A_WB_WRITTEN_BYTES));
	EXPECT_EQ(w->written, rows_sum(&w->sbs, WBTRACE_A_SB_WRITTEN_BYTES));
	EXPECT_EQ(w->written, rows_sum(&w->inodes, WBTRACE_A_INODE_WRITE_STARTED_BYTES));
	TH_LOG("%llu KiB dirtied, %llu given back, %llu dropped, %llu written", dirtied >> 10,
	       given_back >> 10, rows_sum(&w->inodes, WBTRACE_A_INODE_CANCELLED_BYTES) >> 10,
	       w->written >> 10);
}

/* L4: of each writer, and of all tasks. */
static void expect_pauses(struct __test_metadata *_metadata, struct window *w, bool each)
{
	const struct stream *s = w->stream, *all = &s[WRITERS];
	const struct row *task;
	int i;

	EXPECT_GT(all->requested_ns, 0);
	EXPECT_EQ(all->count, rows_sum_throttle(&w->tasks, WBTRACE_A_THROTTLE_COUNT));
	EXPECT_EQ(all->requested_ns,
		  rows_sum_throttle(&w->tasks, WBTRACE_A_THROTTLE_REQUESTED_NS));
	/* An inode that is gone gets no more of them. */
	EXPECT_GE(all->count, rows_sum_throttle(&w->inodes, WBTRACE_A_THROTTLE_COUNT));
	EXPECT_EQ(all->count, rows_sum_throttle(&w->wbs, WBTRACE_A_THROTTLE_COUNT));
	for (i = 0; each && i < WRITERS; i++) {
		task = rows_find(&w->tasks, WBTRACE_A_TASK_PID, s[i].pid);
		ASSERT_NE(NULL, task);
		EXPECT_EQ(s[i].count, task->throttle[WBTRACE_A_THROTTLE_COUNT]);
		EXPECT_EQ(s[i].requested_ns, task->throttle[WBTRACE_A_THROTTLE_REQUESTED_NS]);
	}
	TH_LOG("%llu decisions, %llu ms asked for", all->count, all->requested_ns / 1000000);
}

/* L1 of a file that was never cut has no exception. */
static void expect_whole(struct __test_metadata *_metadata, struct window *w, __u64 ino)
{
	struct query q = { .dev = w->dev, .ino = ino, .count_pages = true };
	struct row row;

	ASSERT_EQ(0, client_get(&w->client, WBTRACE_CMD_INODE, &q, &row));
	expect_balance(_metadata, w, &row, true);
}

/* L5 of a file that is left. Return: whether its extents could be compared. */
static bool expect_blocks(struct __test_metadata *_metadata, struct window *w,
			  const char *path, bool whole, bool cow)
{
	struct query q = { .dev = w->dev };
	__u64 allocated, on_disk, before_end;
	struct row row;
	struct stat st;
	int err;

	ASSERT_EQ(0, stat(path, &st));
	q.ino = st.st_ino;
	err = client_get(&w->client, WBTRACE_CMD_ALLOC, &q, &row);
	/* What was cut to nothing before it was written, or never was. */
	if (err == -ENOENT && !st.st_blocks)
		return false;
	ASSERT_EQ(0, err);
	on_disk = st.st_blocks * 512ULL;
	allocated = row.v[WBTRACE_A_ALLOC_ALLOCATED_BYTES];
	before_end = allocated - row.v[WBTRACE_A_ALLOC_PREALLOCATED_BYTES];
	EXPECT_GE(allocated + row.v[WBTRACE_A_ALLOC_METADATA_BYTES], on_disk) {
		TH_LOG("%s", path);
	}
	if (whole)
		expect_whole(_metadata, w, st.st_ino);
	if (!whole || cow)
		return false;
	EXPECT_LE(before_end, on_disk) {
		TH_LOG("%s", path);
	}
	if (row.v[WBTRACE_A_ALLOC_OUT_OF_ORDER_COUNT])
		return false;
	EXPECT_EQ(mapped_extents(path), row.v[WBTRACE_A_ALLOC_EXTENT_COUNT]) {
		TH_LOG("%s", path);
	}
	return true;
}

/* L5, and that the files are those that the writers meant to leave. */
static void expect_files(struct __test_metadata *_metadata, struct window *w, bool cow)
{
	unsigned int whole = 0, left = 0, compared = 0;
	char path[sizeof(MOUNT_POINT) + NAME_MAX + 1];
	struct dirent *entry;
	DIR *dir;

	dir = opendir(MOUNT_POINT);
	ASSERT_TRUE(!!dir);
	while ((entry = readdir(dir))) {
		if (!strchr(entry->d_name, '-'))
			continue;
		snprintf(path, sizeof(path), MOUNT_POINT "/%s", entry->d_name);
		left++;
		whole += *entry->d_name == 'w';
		compared += expect_blocks(_metadata, w, path, *entry->d_name == 'w', cow);
	}
	closedir(dir);
	/* Two may have died before their file came to be, or to its end. */
	EXPECT_GE(left, FILES * 2 / 3 - 2);
	EXPECT_LE(left, FILES * 2 / 3 + 2);
	EXPECT_GT(whole, FILES / 2);
	if (!cow)
		EXPECT_GT(compared, whole / 2);
	TH_LOG("%u files are left, of %u the extents are compared", left, compared);
}

/* L6: parts, sum and clock of each watched writer, of those killed too. */
static void expect_ledgers(struct __test_metadata *_metadata, struct window *w)
{
	const struct row *task;
	unsigned int i, j;
	__u64 sum;

	for (i = 0; i < WRITERS; i++) {
		task = rows_find(&w->tasks, WBTRACE_A_TASK_PID, w->stream[i].pid);
		ASSERT_NE(NULL, task);
		sum = task->ledger[WBTRACE_A_LEDGER_RUNQUEUE_NS];
		for (j = 0; j < task->parts; j++)
			sum += task->part[j].v[WBTRACE_A_PART_CPU_NS] +
			       task->part[j].v[WBTRACE_A_PART_WAIT_NS];
		EXPECT_GT(sum, 0);
		EXPECT_EQ(task->ledger[WBTRACE_A_LEDGER_WALL_NS], sum);
		EXPECT_TRUE(!!(task->ledger_have & 1ULL << WBTRACE_A_LEDGER_UNTIL_NS));
		EXPECT_EQ(task->ledger[WBTRACE_A_LEDGER_UNTIL_NS] -
				  task->ledger[WBTRACE_A_LEDGER_SINCE_NS], sum);
	}
}

static void expect_events(struct __test_metadata *_metadata, struct window *w)
{
	EXPECT_TRUE(adds_up(&w->info));
	EXPECT_GT(w->info.head.v[WBTRACE_A_INFO_EVENTS_EMITTED], 0);
	EXPECT_GT(w->received, 0);
}

/* L8 of what was allocated, by inode and by task. */
static void expect_allocated(struct __test_metadata *_metadata, struct window *w)
{
	__u64 by_tasks = 0;
	size_t i;

	for (i = 0; i < w->tasks.n; i++)
		by_tasks += w->tasks.row[i].alloc[WBTRACE_A_ALLOC_ALLOCATED_BYTES];
	EXPECT_GT(by_tasks, 0);
	EXPECT_EQ(by_tasks, rows_sum(&w->allocs, WBTRACE_A_ALLOC_ALLOCATED_BYTES));
}

static void expect_overrun(struct __test_metadata *_metadata, struct window *w,
			   const char *name)
{
	const struct row *table = info_table(&w->info, name);

	ASSERT_NE(NULL, table);
	EXPECT_GT(table->v[WBTRACE_A_TABLE_EVICTED] + table->v[WBTRACE_A_TABLE_OVERFLOW], 0) {
		TH_LOG("table %s", name);
	}
}

TEST_F_TIMEOUT(churn, all_laws, 200)
{
	struct window *w = &self->window;
	bool each = !*variant->tables;

	window_open(_metadata, w);
	run_writers(_metadata, w);
	window_close(_metadata, w);

	w->passed_over = variant->passes_over ? 100 : 0;
	expect_l1(_metadata, w, each);
	expect_totals(_metadata, w);
	expect_pauses(_metadata, w, each);
	expect_events(_metadata, w);
	expect_allocated(_metadata, w);
	if (each) {
		expect_ledgers(_metadata, w);
		expect_files(_metadata, w, variant->cow);
	} else {
		expect_overrun(_metadata, w, "inode");
		expect_overrun(_metadata, w, "alloc");
	}
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
