// SPDX-License-Identifier: GPL-2.0-or-later
/* What takes one piece of evidence from a made report, so that the finding goes. */
#include <string.h>

#include "finding_cases.h"

/* Each writer is held for a part of its time, in percent. */
static void held(unsigned int percent)
{
	size_t i;

	for (i = 0; i < WRITERS; i++)
		made.writers[i].t.held_ns = fig_of(made_part(WALL, percent));
}

static void held_little(void)
{
	held(4);
}

static void held_hardly(void)
{
	held(3);
}

static void held_some(void)
{
	held(6);
}

static void shrink(struct ledger *l, unsigned int by)
{
	size_t i;

	for (i = 0; i < CLASS_OTHER; i++)
		l->class_ns[i].v /= by;
	l->cpu_ns.v /= by;
}

static void quarter(void)
{
	size_t i;

	for (i = 0; i < WRITERS; i++)
		shrink(&made.writers[i].ledger, 4);
}

/* The same shares of a moment. */
static void for_a_moment(void)
{
	size_t i;

	for (i = 0; i < WRITERS; i++) {
		made.writers[i].wall_ns.v /= 60;
		made.writers[i].ledger.wall_ns.v /= 60;
		shrink(&made.writers[i].ledger, 60);
	}
}

static void directly(void)
{
	made.direct = true;
}

static void sleeps_in_own_io(void)
{
	size_t i;

	for (i = 0; i < WRITERS; i++)
		made.writers[i].top.function = "__iomap_dio_rw";
}

static void half_busy(void)
{
	made.devices[0].busy_ns = fig_of(made_part(WALL, 50));
}

static void deep_queue(void)
{
	made.devices[0].queue_ns = fig_of(WALL * 6);
}

static void large_requests(void)
{
	made.devices[0].write_count = fig_of(120);
	made.devices[0].jump_count = fig_of(110);
}

static void few_jumps(void)
{
	made.devices[0].jump_count = fig_of(1500);
}

static void nobody_waits(void)
{
	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 0);
}

static void short_run(void)
{
	made.duration_ns = fig_of(900 * MS);
	made.devices[0].busy_ns = fig_of(890 * MS);
}

static void own_pages(void)
{
	made.wbs[1].decided_dirty_bytes = fig_of(MIB);
}

static void large_share(void)
{
	made.wbs[0].limit_bytes = fig_of(20 * MIB);
}

static void under_strict_limit(void)
{
	made.wbs[0].strictlimit = fig_of(1);
}

static void slept_before(void)
{
	size_t k;

	for (k = 0; k < SAMPLES; k++)
		made.wbs[0].series[k].slept_ns.v += 9 * SEC;
}

static void slept_nothing(void)
{
	made.wbs[0].slept_ns = fig_of(MS / 2);
}

static void limit_nearly_stays(void)
{
	size_t k;

	for (k = 6; k < SAMPLES; k++)
		made.sample_vm[k].dirty_limit_bytes = fig_of(28 * MIB);
}

static void hardly_throttled_then(void)
{
	size_t i;

	for (i = 0; i < SAMPLES * WRITERS; i++)
		made.samples[i].throttled_ns.v /= 10;
}

static void two_samples(void)
{
	made.sample_count = 2;
}

static void ten_samples(void)
{
	made.sample_count = 10;
}

static void few_estimates(void)
{
	size_t k;

	for (k = 0; k < 5; k++)
		made.wbs[0].series[k].bandwidth_kernel = fig_none();
}

static void carrier_free(void)
{
	made.others[0].t.held_ns = fig_of(made_part(WALL, 5));
}

static void flusher_less(void)
{
	shrink(&made.wbs[0].flusher->ledger, 6);
}

static void flusher_at_queue(void)
{
	made.wbs[0].flusher->top.function = "blk_mq_get_tag";
}

static void flusher_elsewhere(void)
{
	made.wbs[0].flusher->top.class_name = class_names[CLASS_JOURNAL];
}

static void mostly_during(void)
{
	made.during_ratio = ratio_of(0.9);
}

static void little_left(void)
{
	made.wbs[0].dirty_bytes = fig_of(MIB / 2);
}

static void short_fsync(void)
{
	made.writers[0].flush_ns = fig_of(made_part(WALL, 20));
}

static void own_backlog(void)
{
	made.writers[0].dirtied_bytes = fig_of(50 * MIB);
}

static void small_backlog(void)
{
	size_t k;

	for (k = 0; k < SAMPLES; k++)
		made.wbs[0].series[k].dirty_bytes = fig_of(MIB / 2);
}

static void hardly_interleaved(void)
{
	size_t i;

	for (i = 0; i < made.inode_count; i++)
		made.inodes[i].interleaved = fig_of(15);
}

static void few_allocations(void)
{
	size_t i;

	for (i = 0; i < made.inode_count; i++) {
		made.inodes[i].allocations = fig_of(4);
		made.inodes[i].interleaved = fig_of(3);
	}
}

static void few_extents(void)
{
	size_t i;

	for (i = 0; i < made.inode_count; i++)
		made.inodes[i].extents = fig_of(3);
}

static void small_file(void)
{
	made.inodes[0].dirtied_bytes = fig_of(4 * MIB);
	made.inodes[0].beyond_end_bytes = fig_of(MIB / 2);
}

static void small_part(void)
{
	made.inodes[0].beyond_end_bytes = fig_of(2 * MIB);
}

/* What is measured lies below the writers' directory: this wb is another file system's. */
static void elsewhere(void)
{
	made.wbs[0].bdi = "7:7";
	made.device_count = 1;
}

static void over_at_once(void)
{
	made.duration_ns = fig_of(100000000);
}

/* Its worker served a wb with more to write too, which it may have waited for. */
static void works_for_another(void)
{
	made.wbs[0].flusher->shared = fig_of(1);
	made.wbs[1].decided_dirty_bytes = fig_of(1 << 30);
}

/* On ext4 blocks beyond the end are those of delayed allocation. */
static void delayed(void)
{
	made.inodes[0].preallocated_bytes = fig_of(0);
}

/* At full speed the file grows into it at once. */
static void at_full_speed(void)
{
	made_spend_all(CLASS_CPU_SYSTEM, 60, NULL);
}

static void index_of_alike(void)
{
	made.fairness.jain = ratio_of(0.95);
}

static void slowest_near(void)
{
	made.fairness.slowest_of_mean = ratio_of(0.8);
}

/* Long for its short life, and two samples in it. */
static void short_stall(void)
{
	made.writers[1].wall_ns = fig_of(8 * SEC);
	made.writers[1].stall_ns = fig_of(1900 * MS);
	made.sample_t_ns[3] = 7 * SEC;
	made.samples[3 * WRITERS].written_bytes.v += MIB;
}

static void long_life(void)
{
	made.writers[1].wall_ns = fig_of(100 * SEC);
}

static void others_stall(void)
{
	made.writers[0].stall_ns = fig_of(5 * SEC);
}

static void others_write_nothing(void)
{
	size_t k, j;

	for (k = 3; k < 8; k++)
		for (j = 0; j < WRITERS; j++)
			made.samples[k * WRITERS + j] = made.samples[2 * WRITERS + j];
}

#define ELSEWHERE "254:16 had 88 % of all dirty pages"
#define BUSY_ONLY "busy only 5.0 %"

const struct finding_miss finding_misses[] = {
	{ "throttled-global", ELSEWHERE, held_little, NULL },
	{ "throttled-global", ELSEWHERE, half_busy, "although" },
	{ "throttled-global", ELSEWHERE, own_pages, "although" },
	{ "throttled-strictlimit", "0.8 %", held_little, NULL },
	{ "throttled-strictlimit", "strict limit of wb 254:0", held_little, NULL },
	{ "throttled-wb", BUSY_ONLY, held_little, NULL },
	{ "throttled-wb", BUSY_ONLY, large_share, "although" },
	{ "throttled-wb", BUSY_ONLY, half_busy, "although" },
	{ "throttled-wb", BUSY_ONLY, own_pages, "although" },
	{ "throttled-wb", BUSY_ONLY, under_strict_limit, NULL },
	{ "throttled-memcg", "memory cgroup 77 (32.0 MiB)", held_little, NULL },
	{ "limit-collapsed", "1.0 MiB while it had been 16.0 MiB", slept_before, NULL },
	{ "limit-collapsed", "1.0 MiB while it had been 16.0 MiB", slept_nothing, NULL },
	{ "limit-collapsed", "1.0 MiB while it had been 16.0 MiB", under_strict_limit, NULL },
	{ "limit-collapsed", "The global dirty limit", limit_nearly_stays, NULL },
	{ "limit-collapsed", "The global dirty limit", hardly_throttled_then, NULL },
	{ "bandwidth-misestimated", "less than half in 100 % of 12", two_samples, NULL },
	{ "bandwidth-misestimated", "as much in 100 % of", few_estimates, NULL },
	{ "bandwidth-misestimated", "as much in 100 % of", ten_samples, NULL },
	{ "throttled-without-writeback", "90 % of the sleep", held_hardly, NULL },
	{ "double-throttled", "loop0", held_little, NULL },
	{ "double-throttled", "loop0", carrier_free, NULL },
	{ "flusher-blocked", "jbd2_log_wait_commit (journal)", flusher_less, NULL },
	{ "flusher-blocked", "jbd2_log_wait_commit (journal)", flusher_at_queue, NULL },
	{ "flusher-blocked", "jbd2_log_wait_commit (journal)", nobody_waits, NULL },
	{ "device-scattered", "4.1 KiB", half_busy, NULL },
	{ "device-scattered", "4.1 KiB", large_requests, NULL },
	{ "device-scattered", "4.1 KiB", few_jumps, NULL },
	{ "device-scattered", "4.1 KiB", nobody_waits, NULL },
	{ "device-bound", "busy 97 %", short_run, NULL },
	{ "deferred-io", "40.0 MiB, or 67 %", mostly_during, NULL },
	{ "deferred-io", "40.0 MiB, or 67 %", little_left, "left behind" },
	{ "allocation-bound", "50 % of the time", for_a_moment, NULL },
	{ "journal-bound", "60 %", quarter, NULL },
	{ "journal-bound", "60 %", for_a_moment, NULL },
	{ "fsync-behind-backlog", "Writer 0 spent 60 %", short_fsync, NULL },
	{ "fsync-behind-backlog", "Writer 0 spent 60 %", own_backlog, NULL },
	{ "fsync-behind-backlog", "Writer 0 spent 60 %", small_backlog, NULL },
	{ "page-writeback-wait", "50 % of their time", for_a_moment, NULL },
	{ "block-layer-throttled", "(blk-wbt) held all 3 writers", quarter, NULL },
	{ "block-layer-throttled", "(blk-wbt) held all 3 writers", for_a_moment, NULL },
	{ "block-layer-throttled", "(blk-wbt) held all 3 writers", directly, NULL },
	{ "block-layer-throttled", "(blk-wbt) held all 3 writers", sleeps_in_own_io, NULL },
	{ "block-layer-throttled", "__blk_throtl_bio", quarter, NULL },
	{ "block-layer-throttled", "__blk_throtl_bio", for_a_moment, NULL },
	{ "block-layer-throttled", "the queue is short", quarter, NULL },
	{ "block-layer-throttled", "the queue is short", for_a_moment, NULL },
	{ "block-layer-throttled", "the queue is short", directly, NULL },
	{ "block-layer-throttled", "the queue is short", sleeps_in_own_io, NULL },
	{ "block-layer-throttled", "(blk-wbt) held the flusher", flusher_less, NULL },
	{ "block-layer-throttled", "(blk-wbt) held the flusher", flusher_elsewhere, NULL },
	{ "block-layer-throttled", "(blk-wbt) held the flusher", flusher_at_queue, NULL },
	{ "block-layer-throttled", "(blk-wbt) held the flusher", deep_queue, NULL },
	{ "block-layer-throttled", "(blk-wbt) held the flusher", elsewhere, NULL },
	{ "block-layer-throttled", "it aims at 75", flusher_less, NULL },
	{ "block-layer-throttled", "it aims at 75", works_for_another, NULL },
	{ "block-layer-throttled", "it aims at 75", flusher_elsewhere, NULL },
	{ "block-layer-throttled", "it aims at 75", flusher_at_queue, NULL },
	{ "block-layer-throttled", "flusher of wb 254:0", flusher_less, NULL },
	{ "block-layer-throttled", "flusher of wb 254:0", flusher_elsewhere, NULL },
	{ "reclaim-bound", "Direct reclaim", for_a_moment, NULL },
	{ "lock-bound", "locks took 50 %", for_a_moment, NULL },
	{ "server-bound", "server", for_a_moment, NULL },
	{ "cpu-bound", "95 %", quarter, NULL },
	{ "cpu-bound", "95 %", held_some, NULL },
	{ "allocation-interleaved", "most behind inode 77", hardly_interleaved, NULL },
	{ "allocation-interleaved", "most behind inode 77", few_allocations, NULL },
	{ "allocation-interleaved", "most behind inode 77", few_extents, NULL },
	{ "preallocated", "16.0 MiB", small_file, NULL },
	{ "preallocated", "16.0 MiB", small_part, NULL },
	{ "preallocated", "16.0 MiB", delayed, NULL },
	{ "preallocated", "16.0 MiB", at_full_speed, NULL },
	{ "unfair", "writer 1 had 40 %", index_of_alike, NULL },
	{ "unfair", "writer 1 had 40 %", slowest_near, NULL },
	{ "equal", "within the noise", index_of_alike, NULL },
	{ "equal", "fared alike: Jain", index_of_alike, NULL },
	{ "equal", "fared alike: Jain", over_at_once, NULL },
	{ "starved", "Writer 1 made no progress for 10.0 s", short_stall, NULL },
	{ "starved", "Writer 1 made no progress for 10.0 s", long_life, NULL },
	{ "starved", "Writer 1 made no progress for 10.0 s", others_stall, NULL },
	{ "starved", "Writer 1 made no progress for 10.0 s", others_write_nothing, NULL },
};

const size_t finding_miss_count = ARRAY_SIZE(finding_misses);
