// SPDX-License-Identifier: GPL-2.0-or-later
/* Made reports: for each code of findings one that has it, and one that only looks so. */
#include <string.h>

#include "finding_cases.h"

#define DEV_A (254ULL << 20)
#define DEV_B (254ULL << 20 | 16)

struct report made;
static struct report_writer writers[WRITERS];
static struct report_wb wbs[2];
static struct report_device devices[2];
static struct report_target targets[2];
static struct report_inode inodes[2];
static struct report_watched others[1], flusher;
static struct report_sample samples[SAMPLES * WRITERS];
static struct report_wb_sample series[SAMPLES];
static struct vmstat vm[SAMPLES];
static uint64_t t_ns[SAMPLES];

static const char *const labels[WRITERS] = { "0", "1", "2" };

uint64_t made_part(uint64_t whole, unsigned int percent)
{
	return whole / 100 * percent;
}

/* All of it asleep, and nobody knows in what. */
static void idle_ledger(struct ledger *l, uint64_t wall_ns)
{
	size_t i;

	for (i = 0; i < CLASSES; i++)
		l->class_ns[i] = fig_of(0);
	l->class_ns[CLASS_OTHER] = fig_of(wall_ns);
	l->cpu_ns = fig_of(0);
	l->wall_ns = fig_of(wall_ns);
}

static void spend(struct ledger *l, enum ledger_class class, unsigned int percent)
{
	uint64_t ns = made_part(l->wall_ns.v, percent);

	l->class_ns[class] = fig_of(ns);
	l->class_ns[CLASS_OTHER].v -= ns;
	if (class == CLASS_CPU_SYSTEM)
		l->cpu_ns = fig_of(ns);
}

static void reset_writer(size_t i)
{
	writers[i] = (struct report_writer){
		.label = labels[i], .id = fig_of(i), .pid = fig_of(100 + i),
		.target = "/mnt/a", .dev = fig_of(DEV_A), .wall_ns = fig_of(WALL),
		.write_ns = fig_of(WALL), .written_bytes = fig_of(64 * MIB),
		.dirtied_bytes = fig_of(64 * MIB), .stall_ns = fig_of(100 * MS),
		.stall_at_ns = fig_of(SEC), .p99 = fig_of(MS), .mean = fig_of(MS),
		.flush_ns = fig_of(0), .fsync_max_ns = fig_of(0),
	};
	report_throttle_nothing(&writers[i].t);
	writers[i].t.no_writeback_ns = fig_of(0);
	idle_ledger(&writers[i].ledger, WALL);
}

static void reset_places(void)
{
	memset(wbs, 0, sizeof(wbs));
	wbs[0] = (struct report_wb){
		.bdi = "254:0", .ours = fig_of(1), .dirtied_bytes = fig_of(64 * MIB),
		.dirty_bytes = fig_of(0), .decided_dirty_bytes = fig_of(7 * MIB),
		.limit_bytes = fig_of(8 * MIB), .domain_dirty_bytes = fig_of(24 * MIB),
		.domain_limit_bytes = fig_of(32 * MIB), .bandwidth = fig_of(10 * MIB),
		.strictlimit = fig_of(0), .throttle_count = fig_of(100),
		.slept_ns = fig_of(0), .series = series,
	};
	wbs[1] = (struct report_wb){
		.bdi = "254:16", .dirtied_bytes = fig_of(0), .decided_dirty_bytes = fig_of(0),
		.bandwidth = fig_of(3 * MIB), .strictlimit = fig_of(0),
	};
	devices[0] = (struct report_device){
		.dev = fig_of(DEV_A), .during_bytes = fig_of(60 * MIB),
		.busy_ns = fig_of(WALL / 2), .write_count = fig_of(120),
		.jump_count = fig_of(12), .jump_bytes = fig_of(12 * MIB),
		.queue_ns = fig_of(0), .service_ns = fig_of(WALL * 4),
	};
	devices[1] = (struct report_device){ .dev = fig_of(DEV_B), .busy_ns = fig_of(0) };
	targets[0] = (struct report_target){ .path = "/mnt/a", .dev = fig_of(DEV_A) };
	targets[1] = (struct report_target){ .path = "/mnt/b", .dev = fig_of(DEV_B) };
}

static void reset_samples(void)
{
	size_t i, j;

	memset(series, 0, sizeof(series));
	memset(vm, 0, sizeof(vm));
	memset(samples, 0, sizeof(samples));
	for (i = 0; i < SAMPLES; i++) {
		t_ns[i] = (i + 1) * STEP;
		series[i] = (struct report_wb_sample){
			.dirty_bytes = fig_of(4 * MIB), .written_bytes = fig_of((i + 1) * 5 * MIB),
			.limit_bytes = fig_of(8 * MIB), .bandwidth_kernel = fig_of(10 * MIB),
			.throttle_count = fig_of(i + 1), .slept_ns = fig_of(0),
		};
		vm[i].dirty_limit_bytes = fig_of(32 * MIB);
		for (j = 0; j < WRITERS; j++)
			samples[i * WRITERS + j].written_bytes = fig_of((i + 1) * 5 * MIB);
	}
}

/* Three writers that nothing is wrong with, on a disk that is half busy. */
void made_reset(void)
{
	size_t i;

	memset(&made, 0, sizeof(made));
	memset(inodes, 0, sizeof(inodes));
	memset(others, 0, sizeof(others));
	memset(&flusher, 0, sizeof(flusher));
	for (i = 0; i < WRITERS; i++)
		reset_writer(i);
	reset_places();
	reset_samples();
	made.sys.dirty_limit_bytes = fig_of(32 * MIB);
	made.duration_ns = fig_of(WALL);
	made.writers = writers;
	made.writer_count = WRITERS;
	made.wbs = wbs;
	made.wb_count = 2;
	made.devices = devices;
	made.device_count = 2;
	made.targets = targets;
	made.target_count = 1;
	made.inodes = inodes;
	made.others = others;
	made.sample_count = SAMPLES;
	made.sample_t_ns = t_ns;
	made.samples = samples;
	made.sample_vm = vm;
}

void made_throttle(size_t i, enum wbtrace_limit_kind kind, unsigned int percent)
{
	uint64_t ns = made_part(WALL, percent);
	struct report_throttle *t = &writers[i].t;
	size_t k;

	t->count = fig_of(200);
	t->slept_count = fig_of(100);
	t->slept_ns = fig_of(ns);
	t->slept_max_ns = fig_of(200 * MS);
	t->held_ns = fig_of(ns);
	t->by_limit_ns[kind] = fig_of(ns);
	spend(&writers[i].ledger, CLASS_THROTTLE, percent);
	for (k = 0; k < SAMPLES; k++)
		samples[k * WRITERS + i].throttled_ns = fig_of(ns / SAMPLES * (k + 1));
}

void made_throttle_all(enum wbtrace_limit_kind kind, unsigned int percent)
{
	size_t i;

	for (i = 0; i < WRITERS; i++)
		made_throttle(i, kind, percent);
}

void made_spend_all(enum ledger_class class, unsigned int percent, const char *function)
{
	size_t i;

	for (i = 0; i < WRITERS; i++) {
		spend(&writers[i].ledger, class, percent);
		writers[i].top = (struct report_wait){
			.function = function, .class_name = class_names[class],
			.ns = fig_of(made_part(WALL, percent)),
		};
	}
}

static void busy(unsigned int percent)
{
	devices[0].busy_ns = fig_of(made_part(WALL, percent));
}

/* Somebody else has the dirty pages, and the writers' own disk is idle. */
static void pages_elsewhere(void)
{
	busy(5);
	wbs[1].decided_dirty_bytes = fig_of(28 * MIB);
}

/* The cases: what is right, and what looks like it. */

static void global(void)
{
	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 60);
}

static void global_elsewhere(void)
{
	global();
	pages_elsewhere();
}

static void by_wb(void)
{
	made_throttle_all(WBTRACE_LIMIT_KIND_WB, 60);
}

static void by_wb_elsewhere(void)
{
	by_wb();
	pages_elsewhere();
}

static void by_whole_limit(void)
{
	by_wb();
	wbs[0].limit_bytes = fig_of(31 * MIB);
}

static void strict(void)
{
	by_wb();
	wbs[0].strictlimit = fig_of(1);
	wbs[0].domain_dirty_bytes = fig_of(MIB / 4);
}

static void strict_unmeasured(void)
{
	strict();
	wbs[0].domain_dirty_bytes = fig_none();
}

static void by_wb_unplaced(void)
{
	size_t i;

	by_wb();
	for (i = 0; i < WRITERS; i++)
		writers[i].dev = fig_none();
}

static void memcg(void)
{
	wbs[0].cgroup = fig_of(77);
	made_throttle_all(WBTRACE_LIMIT_KIND_MEMCG, 60);
}

static void memcg_unmeasured(void)
{
	memcg();
	wbs[0].domain_limit_bytes = fig_none();
}

/* Under a limit of @low, writers sleep @low_ms in an interval. */
static void limit_at(size_t k, uint64_t bytes, uint64_t ms)
{
	series[k].limit_bytes = fig_of(bytes);
	series[k].slept_ns = fig_of((k ? series[k - 1].slept_ns.v : 0) + ms * MS);
	wbs[0].slept_ns = series[k].slept_ns;
}

static void limit_falls(void)
{
	size_t k;

	for (k = 0; k < SAMPLES; k++)
		limit_at(k, k < 6 ? 16 * MIB : MIB, k < 6 ? 10 : 500);
}

static void limit_of_new_wb(void)
{
	size_t k;

	for (k = 0; k < SAMPLES; k++)
		limit_at(k, k < 3 ? MIB : 16 * MIB, k < 3 ? 500 : 10);
}

static void global_limit_moves(void)
{
	size_t k;

	for (k = 6; k < SAMPLES; k++)
		vm[k].dirty_limit_bytes = fig_of(8 * MIB);
}

static void global_limit_falls(void)
{
	size_t k, j;

	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 40);
	global_limit_moves();
	for (k = 0; k < SAMPLES; k++)
		for (j = 0; j < WRITERS; j++)
			samples[k * WRITERS + j].throttled_ns = fig_of(k < 6 ? 0 : (k - 5) * SEC);
}

/* Other memory, the same throttling. */
static void global_limit_without_effect(void)
{
	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 40);
	global_limit_moves();
}

static void estimate(uint64_t early, uint64_t late)
{
	size_t k;

	for (k = 0; k < SAMPLES; k++)
		series[k].bandwidth_kernel = fig_of(t_ns[k] < 6 * SEC ? early : late);
}

static void estimate_low(void)
{
	estimate(MIB, MIB);
}

/* Less than half, as bursts at the end make of any estimate. */
static void estimate_a_bit_low(void)
{
	estimate(4 * MIB, 4 * MIB);
}

static void estimate_high(void)
{
	estimate(100 * MIB, 90 * MIB);
}

static void estimate_starts(void)
{
	estimate(100 * MIB, 11 * MIB);
}

static void estimate_of_bursts(void)
{
	estimate(100 * MIB, 30 * MIB);
}

static void without_writeback(unsigned int percent)
{
	size_t i;

	global();
	for (i = 0; i < WRITERS; i++)
		writers[i].t.no_writeback_ns = fig_of(made_part(writers[i].t.slept_ns.v, percent));
}

static void no_writeback(void)
{
	without_writeback(90);
}

static void some_writeback(void)
{
	without_writeback(10);
}

static void carrier(void)
{
	global();
	others[0].comm = "loop0";
	others[0].kthread = fig_of(1);
	others[0].t.held_ns = fig_of(made_part(WALL, 50));
	made.other_count = 1;
}

static void double_throttled(void)
{
	carrier();
	targets[0].lower_bdi = "254:16";
}

static void flusher_in(enum ledger_class class, const char *function)
{
	idle_ledger(&flusher.ledger, WALL);
	flusher.ledger.class_ns[CLASS_OTHER] = fig_of(0);
	flusher.ledger.class_ns[class] = fig_of(made_part(WALL, 60));
	flusher.top = (struct report_wait){
		.function = function, .class_name = class_names[class],
		.ns = fig_of(made_part(WALL, 60)),
	};
	wbs[0].flusher = &flusher;
}

static void flusher_in_journal(void)
{
	global();
	busy(20);
	flusher_in(CLASS_JOURNAL, "jbd2_log_wait_commit");
}

static void busy_disk(void)
{
	global();
	busy(97);
	flusher_in(CLASS_JOURNAL, "jbd2_log_wait_commit");
}

static void scattered(void)
{
	busy_disk();
	devices[0].write_count = fig_of(15000);
	devices[0].jump_count = fig_of(14000);
}

static void scattered_unmissed(void)
{
	scattered();
	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 0);
}

static void after(uint64_t during, uint64_t bytes)
{
	made.during_bytes = fig_of(during);
	made.after_bytes = fig_of(bytes);
	made.during_ratio = fig_ratio(fig_of(during), fig_of(during + bytes));
	made.rates.application = fig_of(64 * MIB);
	made.rates.device_during = fig_of(10 * MIB);
	made.rates.device_after = fig_of(10 * MIB);
	made.drain_ns = fig_of(3 * SEC);
	wbs[0].dirty_bytes = fig_of(bytes);
}

static void deferred(void)
{
	after(20 * MIB, 40 * MIB);
}

static void deferred_unpredicted(void)
{
	deferred();
	wbs[0].dirty_bytes = fig_none();
}

static void deferred_little(void)
{
	after(MIB, MIB);
}

static void allocation(void)
{
	made_spend_all(CLASS_ALLOCATION, 50, "ext4_mb_new_blocks");
}

static void allocation_some(void)
{
	global();
	made_spend_all(CLASS_ALLOCATION, 15, "ext4_mb_new_blocks");
}

static void journal(void)
{
	made_spend_all(CLASS_JOURNAL, 60, "jbd2_log_wait_commit");
}

/* Of what was dirtied there, writer 0 did a hundredth. */
static void behind_backlog(void)
{
	spend(&writers[0].ledger, CLASS_JOURNAL, 60);
	writers[0].flush_ns = fig_of(made_part(WALL, 60));
	writers[0].fsync_max_ns = fig_of(2 * SEC);
	writers[0].dirtied_bytes = fig_of(MIB);
	wbs[0].dirtied_bytes = fig_of(128 * MIB);
	made.writer_count = 1;
}

static void fsync_alone(void)
{
	behind_backlog();
	wbs[0].dirtied_bytes = fig_of(MIB);
}

static void page_writeback(void)
{
	made_spend_all(CLASS_PAGE_WRITEBACK, 50, "folio_wait_stable");
}

static void in_fsync(void)
{
	made_spend_all(CLASS_FSYNC, 50, "__filemap_fdatawait_range");
}

static void in_wbt(void)
{
	made_spend_all(CLASS_BLOCK_LAYER, 50, "rq_qos_wait");
	devices[0].service_ns = fig_of(WALL);
}

/* Behind a full queue, who waits in blk-wbt waits for the disk. */
static void in_wbt_of_busy_disk(void)
{
	in_wbt();
	busy(97);
	devices[0].queue_ns = fig_of(WALL * 6);
}

static void in_io_max(void)
{
	made_spend_all(CLASS_BLOCK_LAYER, 50, "__blk_throtl_bio");
}

static void in_short_queue(void)
{
	made_spend_all(CLASS_BLOCK_LAYER, 50, "blk_mq_get_tag");
}

static void in_full_queue(void)
{
	in_short_queue();
	busy(97);
}

static void in_direct(void)
{
	in_io_max();
	made.direct = true;
}

static void flusher_in_wbt(void)
{
	flusher_in(CLASS_BLOCK_LAYER, "rq_qos_wait");
	devices[0].service_ns = fig_of(WALL);
}

static void flusher_in_low_wbt(void)
{
	flusher_in(CLASS_BLOCK_LAYER, "rq_qos_wait");
	devices[0].wbt_lat_ns = fig_of(75000);
}

/* With the kernel's own aim who waits in blk-wbt waits for the disk. */
static void flusher_in_usual_wbt(void)
{
	flusher_in(CLASS_BLOCK_LAYER, "rq_qos_wait");
	devices[0].wbt_lat_ns = fig_of(2000000);
}

static void flusher_in_io_max(void)
{
	flusher_in(CLASS_BLOCK_LAYER, "blkcg_iolatency_throttle");
}

static void flusher_in_queue(void)
{
	flusher_in(CLASS_BLOCK_LAYER, "blk_mq_get_tag");
}

static void reclaim(void)
{
	made_spend_all(CLASS_RECLAIM, 50, "reclaim_throttle");
}

static void lock(void)
{
	made_spend_all(CLASS_LOCK, 50, "rwsem_down_write_slowpath");
}

static void server(void)
{
	made_spend_all(CLASS_NETWORK, 50, "rpc_wait_bit_killable");
}

static void cpu(void)
{
	made_spend_all(CLASS_CPU_SYSTEM, 95, NULL);
}

static void cpu_short(void)
{
	size_t i;

	for (i = 0; i < WRITERS; i++) {
		writers[i].wall_ns = fig_of(800 * MS);
		idle_ledger(&writers[i].ledger, 800 * MS);
	}
	cpu();
}

static void nothing(void)
{
}

static void nothing_dirtied(void)
{
	size_t i;

	for (i = 0; i < WRITERS; i++)
		writers[i].dirtied_bytes = fig_of(0);
}

static void file(size_t i, uint64_t neighbour)
{
	inodes[i] = (struct report_inode){
		.writer = fig_of(i), .label = labels[i], .dev = fig_of(DEV_A),
		.ino = fig_of(12 + i), .bdi = "254:0", .dirtied_bytes = fig_of(64 * MIB),
		.extents = fig_of(90), .allocations = fig_of(100), .interleaved = fig_of(60),
		.allocated_bytes = fig_of(64 * MIB), .groups = fig_of(3),
		.neighbour = fig_of(neighbour), .preallocated_bytes = fig_of(0),
		.beyond_end_bytes = fig_of(0), .foreign_bytes = fig_of(0),
		.wb_switches = fig_of(1),
	};
	made.inode_count = i + 1;
}

static void interleaved(void)
{
	file(0, 77);
}

static void interleaved_each_other(void)
{
	file(0, 13);
	file(1, 12);
}

static void fragmented(void)
{
	file(0, 77);
	inodes[0].interleaved = fig_of(0);
}

static void preallocated(void)
{
	fragmented();
	inodes[0].beyond_end_bytes = fig_of(16 * MIB);
	inodes[0].preallocated_bytes = fig_of(64 * MIB);
}

static void rounded_up(void)
{
	fragmented();
	inodes[0].beyond_end_bytes = fig_of(MIB / 2);
}

static void foreign(void)
{
	fragmented();
	inodes[0].foreign_bytes = fig_of(40 * MIB);
}

static void hardly_foreign(void)
{
	fragmented();
	inodes[0].foreign_bytes = fig_of(4 * MIB);
}

static void fairness(double jain, double high, double min_max, double slowest)
{
	made.fairness = (struct report_fairness){
		.jain = ratio_of(jain), .jain_low = ratio_of(jain - 0.02),
		.jain_high = ratio_of(high), .min_max = ratio_of(min_max),
		.slowest = fig_of(1), .slowest_of_mean = ratio_of(slowest),
		.slowest_low = ratio_of(slowest - 0.1), .slowest_high = ratio_of(slowest + 0.1),
		.interval_count = fig_of(SAMPLES),
	};
}

static void unfair(void)
{
	fairness(0.8, 0.85, 0.3, 0.4);
}

static void unfair_by_weight(void)
{
	unfair();
	made.fairness.weighted_jain = ratio_of(0.995);
}

static void unfair_by_device(void)
{
	unfair();
	made.target_count = 2;
}

static void unfair_by_chance(void)
{
	fairness(0.9, 0.98, 0.5, 0.6);
	made.fairness.slowest_high = ratio_of(0.97);
}

static void equal(void)
{
	fairness(0.99, 0.995, 0.9, 0.95);
}

static void equal_unsure(void)
{
	equal();
	made.fairness.jain_low = (struct ratio){};
	made.fairness.jain_high = (struct ratio){};
}

/* Of many writers one fell behind, which the index hardly shows. */
static void one_behind(void)
{
	fairness(0.98, 0.99, 0.4, 0.45);
}

static void stalled(bool alone)
{
	size_t k, j;

	for (j = 0; j < WRITERS; j++)
		if (j == 1 || !alone)
			writers[j].stall_ns = fig_of(10 * SEC);
	writers[1].stall_at_ns = fig_of(6 * SEC);
	writers[1].top = (struct report_wait){
		.function = "rwsem_down_write_slowpath", .class_name = "lock",
		.ns = fig_of(10 * SEC),
	};
	for (k = 2; k < 8; k++)
		for (j = 0; j < WRITERS; j++)
			if (j == 1 || !alone)
				samples[k * WRITERS + j] = samples[2 * WRITERS + j];
}

static void starved(void)
{
	stalled(true);
}

static void all_stalled(void)
{
	stalled(false);
}

static void died(void)
{
	writers[1].error = "pwrite: /mnt/a/writer-1: No space left on device";
}

const struct finding_case finding_cases[] = {
	{ "throttled-global", global, by_wb, "all 3 writers" },
	{ "throttled-global", global_elsewhere, strict, "254:16 had 88 % of all dirty pages" },
	{ "throttled-global", by_whole_limit, memcg, "32.0 MiB" },
	{ "throttled-strictlimit", strict, by_wb, "0.8 %" },
	{ "throttled-strictlimit", strict_unmeasured, global, "strict limit of wb 254:0" },
	{ "throttled-wb", by_wb, strict, "25 % of the global one" },
	{ "throttled-wb", by_wb_elsewhere, global_elsewhere, "busy only 5.0 %" },
	{ "throttled-wb", by_wb_unplaced, by_whole_limit, "a bdi_writeback" },
	{ "throttled-memcg", memcg, global, "memory cgroup 77 (32.0 MiB)" },
	{ "throttled-memcg", memcg_unmeasured, by_wb, "a memory cgroup held" },
	{ "limit-collapsed", limit_falls, limit_of_new_wb, "1.0 MiB while it had been 16.0 MiB" },
	{ "limit-collapsed", global_limit_falls, global_limit_moves, "The global dirty limit" },
	{ "limit-collapsed", global_limit_falls, global_limit_without_effect, "throttled" },
	{ "bandwidth-misestimated", estimate_high, estimate_of_bursts, "of 5 intervals after" },
	{ "bandwidth-misestimated", estimate_low, estimate_a_bit_low,
	  "less than half in 100 % of 12" },
	{ "bandwidth-misestimated", estimate_high, estimate_starts, "as much in 100 % of" },
	{ "throttled-without-writeback", no_writeback, some_writeback, "90 % of the sleep" },
	{ "double-throttled", double_throttled, carrier, "loop0" },
	{ "flusher-blocked", flusher_in_journal, busy_disk, "jbd2_log_wait_commit (journal)" },
	{ "device-scattered", scattered, busy_disk, "4.1 KiB" },
	{ "device-bound", busy_disk, flusher_in_journal, "busy 97 %" },
	{ "device-bound", scattered, scattered_unmissed, "up to 60 % of their time" },
	{ "deferred-io", deferred, deferred_little, "40.0 MiB, or 67 %" },
	{ "deferred-io", deferred_unpredicted, deferred_little, "10.00 MiB/s after it" },
	{ "allocation-bound", allocation, allocation_some, "50 % of the time" },
	{ "journal-bound", journal, behind_backlog, "60 %" },
	{ "fsync-behind-backlog", behind_backlog, fsync_alone, "Writer 0 spent 60 %" },
	{ "page-writeback-wait", page_writeback, in_fsync, "50 % of their time" },
	{ "block-layer-throttled", in_wbt, in_full_queue, "(blk-wbt) held all 3 writers" },
	{ "block-layer-throttled", in_wbt, in_wbt_of_busy_disk, "1 writes in flight" },
	{ "block-layer-throttled", in_io_max, in_direct, "__blk_throtl_bio" },
	{ "block-layer-throttled", in_short_queue, global, "the queue is short" },
	{ "block-layer-throttled", flusher_in_wbt, flusher_in_queue, "(blk-wbt) held the flusher" },
	{ "block-layer-throttled", flusher_in_low_wbt, flusher_in_usual_wbt, "it aims at 75" },
	{ "block-layer-throttled", flusher_in_io_max, flusher_in_journal, "flusher of wb 254:0" },
	{ "reclaim-bound", reclaim, memcg, "Direct reclaim" },
	{ "lock-bound", lock, journal, "locks took 50 %" },
	{ "server-bound", server, page_writeback, "server" },
	{ "cpu-bound", cpu, cpu_short, "95 %" },
	{ "not-throttled", nothing, nothing_dirtied, "All 3 writers were not throttled" },
	{ "allocation-interleaved", interleaved, fragmented, "most behind inode 77" },
	{ "allocation-interleaved", interleaved_each_other, nothing, "behind another file's." },
	{ "preallocated", preallocated, rounded_up, "16.0 MiB" },
	{ "foreign-inode", foreign, hardly_foreign, "62 %" },
	{ "unfair", unfair, unfair_by_weight, "writer 1 had 40 %" },
	{ "unfair", unfair, unfair_by_device, "0.8500 at 95 %" },
	{ "unfair", unfair, unfair_by_chance, "12 intervals" },
	{ "equal", equal, one_behind, "within the noise" },
	{ "equal", equal_unsure, unfair, "fared alike: Jain" },
	{ "starved", starved, all_stalled, "Writer 1 made no progress for 10.0 s" },
	{ "writer-died", died, nothing, "No space left on device" },
};

const size_t finding_case_count = ARRAY_SIZE(finding_cases);
