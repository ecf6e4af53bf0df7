// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each probe runs when its cause is provoked: the hits grow by the cause, not
 * by something else that happened to go on. A probe that is absent on this
 * kernel fails its test, and so does one that this file has no cause for.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"

#define CGROUP		"/sys/fs/cgroup/selftest"

FIXTURE(probe) {
	struct client client;
	bool asked_for;
};

/* What makes a probe run, and how often at least. */
struct cause {
	const char *name;
	int kind;
	void (*provoke)(void);
	__u64 hits;
};

FIXTURE_VARIANT(probe) {
	struct cause cause;
};

static void dirty_pages(void)
{
	write_file(MOUNT_POINT "/dirty", 64 * page_bytes(), page_bytes(),
		   false);
}

static void write_back(void)
{
	write_file(MOUNT_POINT "/written", 64 * page_bytes(), page_bytes(),
		   true);
}

static void throttle(void)
{
	dirty_limits(MIB, 2 * MIB);
	write_file(MOUNT_POINT "/throttled", 6 * MIB, 65536, false);
	dirty_limits_restore();
}

static void flusher_work(void)
{
	dirty_pages();
	sync();
}

static void drop_inode(void)
{
	flusher_work();
	if (unlink(MOUNT_POINT "/dirty"))
		die("unlink: %s", strerror(errno));
}

static void nothing(void *unused)
{
}

static void write_in_cgroup(void *unused)
{
	write_text(CGROUP "/cgroup.procs", "0");
	write_back();
}

/*
 * A cgroup that goes away hands its inodes over to another wb, those that are
 * clean by then.
 */
static void remove_cgroup(void)
{
	write_text("/sys/fs/cgroup/cgroup.subtree_control", "+memory +io");
	if (mkdir(CGROUP, 0755))
		die("%s: %s", CGROUP, strerror(errno));
	if (wait_child(start_child(write_in_cgroup, NULL)))
		die("cannot write in a cgroup");
	sync();
	if (rmdir(CGROUP))
		die("rmdir %s: %s", CGROUP, strerror(errno));
}

static void write_synchronously(void)
{
	int fd = open(MOUNT_POINT "/sync", O_CREAT | O_WRONLY | O_SYNC, 0600);

	if (fd < 0 || write(fd, "x", 1) != 1 || close(fd))
		die("O_SYNC: %s", strerror(errno));
}

static void fork_once(void)
{
	if (wait_child(start_child(nothing, NULL)))
		die("the child failed");
}

/* Data that goes through the journal fills it (4 MiB) at once. */
static void fill_journal(void)
{
	fs_unmount(MOUNT_POINT);
	must_run("mount -t ext4 -o data=journal %s %s", test_disk(0), MOUNT_POINT);
	write_file(MOUNT_POINT "/journaled", 12 * MIB, MIB, true);
}

#define MIN_FREE	"/proc/sys/vm/min_free_kbytes"

/* Reads a disk into its page cache, which stays while it is open. */
static int fill_cache(size_t bytes)
{
	int fd = open(test_disk(1), O_RDONLY);
	static char block[MIB];

	for (; bytes; bytes -= sizeof(block))
		if (read(fd, block, sizeof(block)) != sizeof(block))
			die("%s: %s", test_disk(1), strerror(errno));
	return fd;
}

static pid_t find_kswapd(void)
{
	char path[64], name[16];
	pid_t pid;

	/* Kernel threads have the first pids. */
	for (pid = 2; pid < 1000; pid++) {
		snprintf(path, sizeof(path), "/proc/%d/comm", pid);
		if (!access(path, R_OK)) {
			read_text(path, name, sizeof(name));
			if (!strncmp(name, "kswapd0", strlen("kswapd0")))
				return pid;
		}
	}
	die("there is no kswapd0");
}

/*
 * kswapd is to wait for this CPU. It has the lowest priority rather than we the
 * highest: real-time tasks may take from the reserves.
 */
static void keep_off_kswapd(void)
{
	const struct sched_param none = {};
	pid_t kswapd = find_kswapd();
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	if (sched_setaffinity(kswapd, sizeof(one), &one) ||
	    sched_setaffinity(0, sizeof(one), &one) ||
	    sched_setscheduler(kswapd, SCHED_IDLE, &none))
		die("cannot hold kswapd0 off: %s", strerror(errno));
}

/*
 * With all free memory put aside, what is taken comes from the page cache: at once,
 * before kswapd has given that back.
 */
static void populate(void *unused)
{
	char text[32];

	keep_off_kswapd();
	snprintf(text, sizeof(text), "%llu",
		 sysconf(_SC_AVPHYS_PAGES) * (page_bytes() / 1024) - 1024);
	write_text(MIN_FREE, text);
	if (mmap(NULL, 32 * MIB, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0) == MAP_FAILED)
		die("mmap: %s", strerror(errno));
}

static void reclaim(void)
{
	__u64 before = read_number(MIN_FREE);
	int fd = fill_cache(96 * MIB);
	char text[32];
	int status;

	status = wait_child(start_child(populate, NULL));
	snprintf(text, sizeof(text), "%llu", before);
	write_text(MIN_FREE, text);
	close(fd);
	if (status)
		die("cannot fill the memory");
}

static void write_in_small_cgroup(void *unused)
{
	write_text(CGROUP "/cgroup.procs", "0");
	write_file(MOUNT_POINT "/small", 24 * MIB, MIB, true);
}

static void memcg_reclaim(void)
{
	write_text("/sys/fs/cgroup/cgroup.subtree_control", "+memory +io");
	if (mkdir(CGROUP, 0755))
		die("%s: %s", CGROUP, strerror(errno));
	/* A small max alone can kill a writer before its pages are reclaimed (6.12). */
	write_text(CGROUP "/memory.max", "67108864");
	write_text(CGROUP "/memory.high", "8388608");
	if (wait_child(start_child(write_in_small_cgroup, NULL)))
		die("cannot write in a cgroup");
	sync();
	if (rmdir(CGROUP))
		die("rmdir %s: %s", CGROUP, strerror(errno));
}

static void write_shared(void *unused)
{
	int fd = open(MOUNT_POINT "/shared", O_CREAT | O_WRONLY, 0600);
	static char block[65536];
	int i;

	for (i = 0; i < 200; i++)
		if (pwrite(fd, block, sizeof(block), 0) != sizeof(block))
			die("write: %s", strerror(errno));
}

/* The inode's rwsem is held for the length of a write. */
static void contend(void)
{
	pid_t child[4];
	size_t i;

	for (i = 0; i < 4; i++)
		child[i] = start_child(write_shared, NULL);
	for (i = 0; i < 4; i++)
		wait_child(child[i]);
}

#define OTHER		"/mnt-loop"

/* A write with its blocks, and blocks without a write, on another file system. */
static void allocate_on(const char *type)
{
	int fd;

	fs_make(type, test_disk(1));
	fs_mount(type, test_disk(1), OTHER);
	write_file(OTHER "/file", 64 * page_bytes(), page_bytes(), true);
	fd = open(OTHER "/empty", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	/* An indirect map has no blocks without data. */
	if (fd < 0 || (fallocate(fd, 0, 0, MIB) && errno != EOPNOTSUPP))
		die("fallocate: %s", strerror(errno));
	close(fd);
	fs_unmount(OTHER);
}

static void allocate_ext2(void)
{
	allocate_on("ext2");
}

static void allocate_xfs(void)
{
	allocate_on("xfs");
}

static void allocate_btrfs(void)
{
	allocate_on("btrfs");
}

static void cancel(void)
{
	dirty_pages();
	if (truncate(MOUNT_POINT "/dirty", 0))
		die("truncate: %s", strerror(errno));
}

/* On a file system of its own; the fixture's setup has loaded the module. */
static void cancel_on_btrfs(void)
{
	fs_make("btrfs", test_disk(1));
	fs_mount("btrfs", test_disk(1), "/mnt-loop");
	write_file("/mnt-loop/dirty", MIB, MIB, false);
	if (unlink("/mnt-loop/dirty"))
		die("unlink: %s", strerror(errno));
	fs_unmount("/mnt-loop");
}

static void overwrite_for_ever(void *unused)
{
	for (;;)
		write_file("/mnt-loop/journalled", MIB, 65536, false);
}

/* On 6.1 a write(2) to a journalled file does not make its folios dirty. */
static void touch_mapped(const char *path, size_t bytes)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	char *map;
	size_t i;

	map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd < 0 || map == MAP_FAILED)
		die("mmap of %s: %s", path, strerror(errno));
	for (i = 0; i < bytes; i += page_bytes())
		map[i]++;
	munmap(map, bytes);
	close(fd);
}

/* A commit gives back pages of a journalled file that are dirty once more. */
static void redirty(void)
{
	pid_t pid;
	int i;

	fs_make("ext4", test_disk(1));
	must_run("mkdir -p /mnt-loop && mount -o data=journal %s /mnt-loop",
		 test_disk(1));
	write_file("/mnt-loop/journalled", MIB, 65536, true);
	pid = start_child(overwrite_for_ever, NULL);
	for (i = 0; i < 10; i++) {
		touch_mapped("/mnt-loop/journalled", MIB);
		write_file("/mnt-loop/journalled", MIB, 65536, true);
	}
	kill(pid, SIGKILL);
	wait_child(pid);
	fs_unmount("/mnt-loop");
}

static void fsync_for_ever(void *unused)
{
	int fd = open(MOUNT_POINT "/synced", O_WRONLY | O_CREAT, 0644);
	off_t at = 0;

	for (;; at = (at + 4096) % MIB)
		if (pwrite(fd, "x", 1, at) != 1 || fsync(fd))
			die("fsync: %s", strerror(errno));
}

/* Without a journal fsync(2) waits with the inode under I_SYNC. */
static void requeue(void)
{
	pid_t pid;
	int i;

	fs_unmount(MOUNT_POINT);
	fs_make("ext2", test_disk(0));
	fs_mount("ext2", test_disk(0), MOUNT_POINT);
	dirty_limits(64 * 1024, 8 * MIB);
	pid = start_child(fsync_for_ever, NULL);
	for (i = 0; i < 10; i++)
		write_file(MOUNT_POINT "/written", 4 * MIB, 65536, false);
	kill(pid, SIGKILL);
	wait_child(pid);
	dirty_limits_restore();
}

static void write_in(void *cgroup)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/cgroup.procs", (char *)cgroup);
	write_text(path, "0");
	dirty_pages();
}

/* The inode stays with the cgroup that came first. */
static void dirty_from_two_cgroups(void)
{
	write_text("/sys/fs/cgroup/cgroup.subtree_control", "+memory +io");
	must_run("mkdir -p " CGROUP "0 " CGROUP "1");
	wait_child(start_child(write_in, CGROUP "0"));
	sync();
	/* Pages that are cached belong to it as well. */
	write_text("/proc/sys/vm/drop_caches", "1");
	wait_child(start_child(write_in, CGROUP "1"));
	sync();
	run("rmdir " CGROUP "0 " CGROUP "1");
}

/* The slow disk gives requests back for which it has no rate left. */
static void write_too_fast(void)
{
	write_file(MOUNT_POINT "/fast", 8 * MIB, MIB, true);
}

FIXTURE_VARIANT_ADD(probe, folio_account_cleaned) {
	.cause = { "folio_account_cleaned",
		   WBTRACE_PROBE_KIND_FTRACE, cancel, 1 },
};

FIXTURE_VARIANT_ADD(probe, btrfs_invalidate_folio) {
	.cause = { "btrfs_invalidate_folio",
		   WBTRACE_PROBE_KIND_KRETPROBE, cancel_on_btrfs, 1 },
};

FIXTURE_VARIANT_ADD(probe, folio_redirty_for_writepage) {
	.cause = { "folio_redirty_for_writepage",
		   WBTRACE_PROBE_KIND_FTRACE, redirty, 1 },
};

FIXTURE_VARIANT_ADD(probe, writeback_sb_inodes_requeue) {
	.cause = { "writeback_sb_inodes_requeue",
		   WBTRACE_PROBE_KIND_TRACEPOINT, requeue, 1 },
};

FIXTURE_VARIANT_ADD(probe, track_foreign_dirty) {
	.cause = { "track_foreign_dirty",
		   WBTRACE_PROBE_KIND_TRACEPOINT, dirty_from_two_cgroups, 1 },
};

FIXTURE_VARIANT_ADD(probe, block_rq_issue) {
	.cause = { "block_rq_issue",
		   WBTRACE_PROBE_KIND_TRACEPOINT, write_back, 1 },
};

FIXTURE_VARIANT_ADD(probe, block_rq_requeue) {
	.cause = { "block_rq_requeue",
		   WBTRACE_PROBE_KIND_TRACEPOINT, write_too_fast, 1 },
};

FIXTURE_VARIANT_ADD(probe, block_rq_complete) {
	.cause = { "block_rq_complete",
		   WBTRACE_PROBE_KIND_TRACEPOINT, write_back, 1 },
};

FIXTURE_VARIANT_ADD(probe, clear_inode) {
	.cause = { "clear_inode",
		   WBTRACE_PROBE_KIND_FTRACE, drop_inode, 1 },
};

FIXTURE_VARIANT_ADD(probe, inode_switch_wbs) {
	.cause = { "inode_switch_wbs",
		   WBTRACE_PROBE_KIND_TRACEPOINT, remove_cgroup, 1 },
};

FIXTURE_VARIANT_ADD(probe, writeback_dirty_folio) {
	.cause = { "writeback_dirty_folio",
		   WBTRACE_PROBE_KIND_TRACEPOINT, dirty_pages, 1 },
};

FIXTURE_VARIANT_ADD(probe, folio_start_writeback) {
	.cause = { "__folio_start_writeback",
		   WBTRACE_PROBE_KIND_FTRACE, write_back, 1 },
};

FIXTURE_VARIANT_ADD(probe, folio_end_writeback) {
	.cause = { "__folio_end_writeback",
		   WBTRACE_PROBE_KIND_FTRACE, write_back, 1 },
};

FIXTURE_VARIANT_ADD(probe, balance_dirty_pages_call) {
	.cause = { "balance_dirty_pages",
		   WBTRACE_PROBE_KIND_KRETPROBE, throttle, 2 },
};

FIXTURE_VARIANT_ADD(probe, balance_dirty_pages) {
	.cause = { "balance_dirty_pages",
		   WBTRACE_PROBE_KIND_TRACEPOINT, throttle, 2 },
};

FIXTURE_VARIANT_ADD(probe, global_dirty_state) {
	.cause = { "global_dirty_state",
		   WBTRACE_PROBE_KIND_TRACEPOINT, throttle, 2 },
};

FIXTURE_VARIANT_ADD(probe, writeback_single_inode_start) {
	.cause = { "writeback_single_inode_start",
		   WBTRACE_PROBE_KIND_TRACEPOINT, flusher_work, 1 },
};

FIXTURE_VARIANT_ADD(probe, writeback_single_inode) {
	.cause = { "writeback_single_inode",
		   WBTRACE_PROBE_KIND_TRACEPOINT, flusher_work, 1 },
};

FIXTURE_VARIANT_ADD(probe, writeback_start) {
	.cause = { "writeback_start",
		   WBTRACE_PROBE_KIND_TRACEPOINT, flusher_work, 1 },
};

FIXTURE_VARIANT_ADD(probe, writeback_written) {
	.cause = { "writeback_written",
		   WBTRACE_PROBE_KIND_TRACEPOINT, flusher_work, 1 },
};

FIXTURE_VARIANT_ADD(probe, sched_process_fork) {
	.cause = { "sched_process_fork",
		   WBTRACE_PROBE_KIND_TRACEPOINT, fork_once, 1 },
};

FIXTURE_VARIANT_ADD(probe, sched_switch) {
	.cause = { "sched_switch",
		   WBTRACE_PROBE_KIND_TRACEPOINT, fork_once, 1 },
};

FIXTURE_VARIANT_ADD(probe, do_fsync) {
	.cause = { "do_fsync",
		   WBTRACE_PROBE_KIND_KRETPROBE, write_back, 1 },
};

FIXTURE_VARIANT_ADD(probe, vfs_fsync_range) {
	.cause = { "vfs_fsync_range",
		   WBTRACE_PROBE_KIND_KRETPROBE, write_synchronously, 1 },
};

FIXTURE_VARIANT_ADD(probe, jbd2_log_wait_commit) {
	.cause = { "jbd2_log_wait_commit",
		   WBTRACE_PROBE_KIND_KRETPROBE, write_back, 1 },
};

FIXTURE_VARIANT_ADD(probe, jbd2_log_wait_for_space) {
	.cause = { "__jbd2_log_wait_for_space",
		   WBTRACE_PROBE_KIND_KRETPROBE, fill_journal, 1 },
};

FIXTURE_VARIANT_ADD(probe, mm_vmscan_direct_reclaim_begin) {
	.cause = { "mm_vmscan_direct_reclaim_begin",
		   WBTRACE_PROBE_KIND_TRACEPOINT, reclaim, 1 },
};

FIXTURE_VARIANT_ADD(probe, mm_vmscan_direct_reclaim_end) {
	.cause = { "mm_vmscan_direct_reclaim_end",
		   WBTRACE_PROBE_KIND_TRACEPOINT, reclaim, 1 },
};

FIXTURE_VARIANT_ADD(probe, mm_vmscan_memcg_reclaim_begin) {
	.cause = { "mm_vmscan_memcg_reclaim_begin",
		   WBTRACE_PROBE_KIND_TRACEPOINT, memcg_reclaim, 1 },
};

FIXTURE_VARIANT_ADD(probe, mm_vmscan_memcg_reclaim_end) {
	.cause = { "mm_vmscan_memcg_reclaim_end",
		   WBTRACE_PROBE_KIND_TRACEPOINT, memcg_reclaim, 1 },
};

FIXTURE_VARIANT_ADD(probe, contention_begin) {
	.cause = { "contention_begin",
		   WBTRACE_PROBE_KIND_TRACEPOINT, contend, 1 },
};

FIXTURE_VARIANT_ADD(probe, contention_end) {
	.cause = { "contention_end",
		   WBTRACE_PROBE_KIND_TRACEPOINT, contend, 1 },
};

FIXTURE_VARIANT_ADD(probe, ext4_mb_new_blocks) {
	.cause = { "ext4_mb_new_blocks",
		   WBTRACE_PROBE_KIND_KRETPROBE, write_back, 1 },
};

FIXTURE_VARIANT_ADD(probe, ext4_da_reserve_space) {
	.cause = { "ext4_da_reserve_space",
		   WBTRACE_PROBE_KIND_TRACEPOINT, dirty_pages, 1 },
};

FIXTURE_VARIANT_ADD(probe, ext4_ext_map_blocks_enter) {
	.cause = { "ext4_ext_map_blocks_enter",
		   WBTRACE_PROBE_KIND_TRACEPOINT, write_back, 1 },
};

FIXTURE_VARIANT_ADD(probe, ext4_ext_map_blocks_exit) {
	.cause = { "ext4_ext_map_blocks_exit",
		   WBTRACE_PROBE_KIND_TRACEPOINT, write_back, 1 },
};

FIXTURE_VARIANT_ADD(probe, ext4_ind_map_blocks_enter) {
	.cause = { "ext4_ind_map_blocks_enter",
		   WBTRACE_PROBE_KIND_TRACEPOINT, allocate_ext2, 1 },
};

FIXTURE_VARIANT_ADD(probe, ext4_ind_map_blocks_exit) {
	.cause = { "ext4_ind_map_blocks_exit",
		   WBTRACE_PROBE_KIND_TRACEPOINT, allocate_ext2, 1 },
};

FIXTURE_VARIANT_ADD(probe, xfs_bmap_btalloc) {
	.cause = { "xfs_bmap_btalloc",
		   WBTRACE_PROBE_KIND_KRETPROBE, allocate_xfs, 1 },
};

FIXTURE_VARIANT_ADD(probe, xfs_bmapi_reserve_delalloc) {
	.cause = { "xfs_bmapi_reserve_delalloc",
		   WBTRACE_PROBE_KIND_KRETPROBE, allocate_xfs, 1 },
};

FIXTURE_VARIANT_ADD(probe, xfs_bmapi_convert_delalloc) {
	.cause = { "xfs_bmapi_convert_delalloc",
		   WBTRACE_PROBE_KIND_KRETPROBE, allocate_xfs, 1 },
};

FIXTURE_VARIANT_ADD(probe, xfs_bmapi_write) {
	.cause = { "xfs_bmapi_write",
		   WBTRACE_PROBE_KIND_KRETPROBE, allocate_xfs, 1 },
};

FIXTURE_VARIANT_ADD(probe, btrfs_reserve_extent) {
	.cause = { "btrfs_reserve_extent",
		   WBTRACE_PROBE_KIND_KRETPROBE, allocate_btrfs, 1 },
};

FIXTURE_VARIANT_ADD(probe, btrfs_ordered_extent_add) {
	.cause = { "btrfs_ordered_extent_add",
		   WBTRACE_PROBE_KIND_TRACEPOINT, allocate_btrfs, 1 },
};

/* The probes that the command line names, or all. */
static char **only;

static bool is_asked_for(const char *name)
{
	char **asked;

	for (asked = only; *asked; asked++)
		if (!strcmp(*asked, name))
			return true;
	return !*only;
}

FIXTURE_SETUP(probe)
{
	self->asked_for = is_asked_for(variant->cause.name);
	if (!self->asked_for)
		return;
	fs_make("ext4", test_disk(0));
	fs_mount("ext4", test_disk(0), MOUNT_POINT);
	quiesce();
	ASSERT_EQ(0, client_open(&self->client));
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
	/* Some probes are there only while a task is watched. */
	ASSERT_EQ(0, client_watch(&self->client, getpid(), NULL));
}

FIXTURE_TEARDOWN(probe)
{
	if (!self->asked_for)
		return;
	client_close(&self->client);
	fs_unmount(MOUNT_POINT);
}

struct wanted {
	struct client *client;
	const char *name;
	int kind;
	__u64 hits;
};

static int read_probe(const struct wanted *w, struct row *probe)
{
	const struct row *found;
	struct info info;
	int err;

	err = client_info(w->client, &info);
	if (err)
		return err;
	found = info_probe(&info, w->name, w->kind);
	if (!found)
		return -ENOENT;
	*probe = *found;
	return 0;
}

#define PROVOKE_TIMES	4

static bool has_fired(void *data)
{
	struct wanted *w = data;
	struct row probe;

	return !read_probe(w, &probe) &&
	       probe.v[WBTRACE_A_PROBE_HITS] >= w->hits;
}

TEST_F(probe, fires)
{
	const struct cause *cause = &variant->cause;
	struct wanted w = { &self->client, cause->name, cause->kind, 0 };
	struct row probe;
	__u64 missed;
	int times = 0;

	if (!self->asked_for)
		SKIP(return, "not asked for");
	ASSERT_EQ(0, read_probe(&w, &probe));
	if (probe.v[WBTRACE_A_PROBE_STATE] == WBTRACE_PROBE_STATE_UNNEEDED &&
	    !strcmp(cause->name, "do_fsync"))
		SKIP(return, "this kernel has do_fsync() inlined");
	ASSERT_EQ(WBTRACE_PROBE_STATE_ATTACHED,
		  probe.v[WBTRACE_A_PROBE_STATE]);
	ASSERT_TRUE(row_has(&probe, WBTRACE_A_PROBE_HITS));
	missed = probe.v[WBTRACE_A_PROBE_MISSED];
	w.hits = probe.v[WBTRACE_A_PROBE_HITS] + cause->hits;
	do {
		cause->provoke();
	} while (!wait_until(has_fired, &w, WAIT_MS / PROVOKE_TIMES) &&
		 ++times < PROVOKE_TIMES);
	EXPECT_TRUE(has_fired(&w));
	ASSERT_EQ(0, read_probe(&w, &probe));
	EXPECT_EQ(missed, probe.v[WBTRACE_A_PROBE_MISSED]);
}

static bool is_tested(const struct row *probe)
{
	struct __fixture_variant_metadata *v;
	const struct cause *cause;

	for (v = _probe_fixture_object.variant; v; v = v->next) {
		cause = v->data;
		if (!strcmp(cause->name, probe->name) &&
		    cause->kind == probe->v[WBTRACE_A_PROBE_KIND])
			return true;
	}
	return false;
}

/* A probe that the module has and this file does not know is not tested. */
TEST(every_probe_has_a_cause)
{
	static struct client c;
	struct info info;
	unsigned int i;

	ASSERT_EQ(0, client_open(&c));
	ASSERT_EQ(0, client_info(&c, &info));
	EXPECT_GT(info.probes, 0);
	for (i = 0; i < info.probes; i++) {
		EXPECT_TRUE(is_tested(&info.probe[i])) {
			TH_LOG("no cause for %s", info.probe[i].name);
		}
	}
	client_close(&c);
}

static pid_t holder;
static int ready[2];

/* Attaching and detaching takes seconds: once for all tests. */
static void hold(void *unused)
{
	static struct client c;

	if (client_open(&c) || client_config(&c, 1, -1, NULL) ||
	    client_watch(&c, getpid(), NULL))
		die("cannot attach");
	if (write(ready[1], "x", 1) != 1)
		die("cannot say so");
	for (;;)
		pause();
}

static void let_go(void)
{
	kill(holder, SIGKILL);
	wait_child(holder);
	if (!wait_detached())
		die("the probes stay attached");
}

/* probes_fire [PROBE]... */
int main(int argc, char **argv)
{
	char byte;

	only = argv + 1;
	/* Their probes are there when they are. */
	run("modprobe -q xfs; modprobe -q btrfs");
	if (pipe(ready))
		die("pipe: %s", strerror(errno));
	holder = start_child(hold, NULL);
	close(ready[1]);
	if (read(ready[0], &byte, 1) != 1)
		die("nobody holds the probes");
	/* After the totals, which atexit() prints too. */
	atexit(let_go);
	return selftest_run(argc, argv);
}
