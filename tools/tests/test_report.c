// SPDX-License-Identifier: GPL-2.0-or-later
/* The report of a run, from a fixed model, against golden files. */
#include <linux/wbtrace.h>

#include "clock.h"
#include "golden.h"
#include "report.h"
#include "run.h"

#define MIB (1024ULL * 1024)
#define MS 1000000ULL
#define SAMPLES 2
#define KNOWN(v_) { true, v_ }

static const char *const labels[] = { "0", "1", "2" };
static const char *const absent[] = { "inode_switch_wbs" };

static struct report_writer writers[3];
static struct report_inode inodes[3];
static struct report_wb wbs[2];
static struct report_device devices[2];
static struct report_sample samples[SAMPLES * 3];
static struct report_watched watched[1];
static uint64_t sample_t_ns[SAMPLES] = { 1000 * MS, 2000 * MS };
static struct fig sample_device[SAMPLES];
static struct vmstat sample_vm[SAMPLES];

/* 71 % in throttling, and nothing known of allocation. */
static void fill_ledger(struct ledger *l, uint64_t wall_ns)
{
	static const uint64_t percent[CLASSES] = {
		[CLASS_CPU_USER] = 1, [CLASS_CPU_SYSTEM] = 8, [CLASS_RUNQUEUE] = 3,
		[CLASS_THROTTLE] = 71, [CLASS_JOURNAL] = 2, [CLASS_FSYNC] = 12,
		[CLASS_BLOCK_LAYER] = 1, [CLASS_OTHER] = 2,
	};
	size_t i;

	for (i = 0; i < CLASSES; i++)
		l->class_ns[i] = fig_of(wall_ns / 100 * percent[i]);
	l->class_ns[CLASS_ALLOCATION] = fig_none();
	l->cpu_ns = fig_add(l->class_ns[CLASS_CPU_USER], l->class_ns[CLASS_CPU_SYSTEM]);
	l->wall_ns = fig_of(wall_ns);
	l->unstacked_ns = fig_of(0);
	l->sleep_count = fig_of(420);
	l->preempt_count = fig_of(17);
}

/* Of the @i-th writer, wall time 15.7 s and 71 % of that in throttling. */
static void fill_writer(size_t i, bool module)
{
	struct report_writer *w = &writers[i];

	*w = (struct report_writer){
		.label = labels[i], .id = fig_of(i), .pid = fig_of(1000 + i),
		.comm = "wbctl-w", .target = "/mnt/a", .dev = fig_of(252 << 20),
		.fs_type = "ext4", .inode = fig_of(12 + i),
		.wall_ns = fig_of(15686 * MS + i * 200 * MS), .write_ns = fig_of(13800 * MS),
		.written_bytes = fig_of(96 * MIB), .moved_bytes = fig_of(96 * MIB),
		.flush_ns = fig_of(1900 * MS),
		.p50 = fig_of(180000), .p99 = fig_of(150 * MS), .p999 = fig_of(200 * MS),
		.max = fig_of(400 * MS), .stall_ns = fig_of(400 * MS + i * MS),
	};
	w->throughput = fig_rate(w->written_bytes, w->wall_ns);
	w->write_rate = fig_rate(w->written_bytes, w->write_ns);
	if (!module)
		return;
	w->dirtied_bytes = fig_of(96 * MIB);
	w->t = (struct report_throttle){
		.count = fig_of(500 + i), .no_pause_count = fig_of(88),
		.requested_ns = fig_of(12000 * MS), .dirtied_bytes = fig_of(90 * MIB),
		.slept_count = fig_of(412), .slept_ns = fig_of(11000 * MS),
		.slept_max_ns = fig_of(200 * MS), .held_count = fig_of(90),
		.held_ns = fig_of(11200 * MS - i * 100 * MS), .held_max_ns = fig_of(800 * MS),
		.async_count = fig_of(0), .unpaired_count = fig_of(1),
		.by_limit_ns = { fig_of(0), fig_of(10500 * MS), fig_of(500 * MS), fig_of(0) },
		.no_writeback_ns = fig_of(300 * MS),
	};
	w->throttled = fig_ratio(w->t.held_ns, w->wall_ns);
	w->pages_per_pause_p50 = fig_of(127);
	w->pages_per_pause_max = fig_of(511);
	w->io_dirtied_bytes = fig_of(96 * MIB);
	w->together = (struct correlation){ ratio_of(-0.875), ratio_of(-0.5), fig_of(12) };
	fill_ledger(&w->ledger, w->wall_ns.v);
	w->ledger_own = fig_of(i != 1);
}

/* The machine in the middle of a run; what the first interval stole is not known. */
static void fill_vmstat(struct report *rep)
{
	size_t i;

	for (i = 0; i < SAMPLES; i++)
		sample_vm[i] = (struct vmstat){
			.interval_ns = fig_of(1000 * MS),
			.running = fig_of(1), .blocked = fig_of(3),
			.swap_used_bytes = fig_of(0), .free_bytes = fig_of(300 * MIB),
			.buffers_bytes = fig_of(4 * MIB), .cached_bytes = fig_of(90 * MIB),
			.dirty_bytes = fig_of(24 * MIB), .writeback_bytes = fig_of(7 * MIB),
			.dirty_limit_bytes = fig_of(32 * MIB),
			.background_limit_bytes = fig_of(8 * MIB), .swap_in_bytes = fig_of(0),
			.swap_out_bytes = fig_of(0), .page_in_bytes = fig_of(65536),
			.page_out_bytes = fig_of(20 * MIB), .interrupts = fig_of(700 + i),
			.switches = fig_of(1900), .user_ns = fig_of(20 * MS),
			.system_ns = fig_of(180 * MS), .idle_ns = fig_of(300 * MS),
			.iowait_ns = fig_of(1500 * MS), .steal_ns = i ? fig_of(0) : fig_none(),
		};
	rep->sample_vm = sample_vm;
}

static void fill_module(struct report *rep)
{
	size_t i;

	fill_vmstat(rep);

	for (i = 0; i < 3; i++)
		inodes[i] = (struct report_inode){
			.writer = fig_of(i), .label = labels[i], .dev = fig_of(252 << 20),
			.ino = fig_of(12 + i), .path = "/wbctl-run-1-abcdef/writer",
			.bdi = "252:0", .dirtied_bytes = fig_of(96 * MIB),
			.written_bytes = fig_of(90 * MIB), .dirty_bytes = fig_of(6 * MIB),
			.writeback_bytes = fig_of(0), .passes = fig_of(7),
			.held_ns = fig_of(11000 * MS),
		};
	wbs[0] = (struct report_wb){
		.bdi = "252:0", .cgroup = fig_of(1), .ours = fig_of(1),
		.dirtied_bytes = fig_of(290 * MIB), .written_bytes = fig_of(271 * MIB),
		.dirty_bytes = fig_of(18 * MIB), .decided_dirty_bytes = fig_of(31 * MIB),
		.limit_bytes = fig_of(32 * MIB), .domain_dirty_bytes = fig_of(31 * MIB),
		.domain_limit_bytes = fig_of(32 * MIB), .bandwidth = fig_of(19188940),
		.bandwidth_kernel = fig_of(18979226), .throttle_count = fig_of(1503),
		.slept_ns = fig_of(33000 * MS), .held_ns = fig_of(33300 * MS),
	};
	wbs[1] = (struct report_wb){
		.bdi = "btrfs-with-a-long-name", .cgroup = fig_of(4711), .ours = fig_of(1),
		.dirtied_bytes = fig_of(1 * MIB), .dirty_bytes = fig_of(1 * MIB),
		.throttle_count = fig_of(0),
	};
	rep->inodes = inodes;
	rep->inode_count = 3;
	rep->wbs = wbs;
	rep->wb_count = 2;
	rep->source = "module";
	inodes[0].extents = fig_of(8);
	inodes[0].cancelled_bytes = fig_of(0);
	inodes[0].allocations = fig_of(9);
	inodes[0].interleaved = fig_of(3);
	devices[0].kind_bytes[WBTRACE_WRITE_KIND_DATA] = fig_of(260 * MIB);
	devices[0].kind_bytes[WBTRACE_WRITE_KIND_JOURNAL] = fig_of(11 * MIB);
	rep->module_version = "0.1.0";
	rep->probes_absent = (const char **)absent;
	rep->probes_absent_count = fig_of(1);
}

/* One law broken, four that hold, three that could not be checked. */
static void fill_audit(struct audit *a)
{
	size_t i;

	a->done = true;
	for (i = 0; i < AUDIT_LAWS; i++)
		a->law[i] = (struct audit_law){
			.holds = i > 4 ? AUDIT_UNCHECKED : i == 2 ? AUDIT_BROKEN : AUDIT_HOLDS,
			.unit = i == 3 ? UNIT_NS : UNIT_BYTES, .ours = fig_of(290 * MIB + i),
			.theirs = i > 4 ? fig_none() : fig_of(290 * MIB),
			.note = "all inodes against nr_dirtied of /proc/vmstat, and so on",
		};
}

/* What is worked out of the rest; of the model itself nothing is allocated. */
static void finish(struct report *rep)
{
	free(rep->targets);
	rep->targets = NULL;
	rep->target_count = 0;
	report_sum(rep);
	report_fill_fairness(rep);
	report_fill_rates(rep);
}

static void fill(struct report *rep, bool module)
{
	size_t i;

	*rep = (struct report){
		.sys = {
			.kernel = "6.1.0-57-cloud-amd64", .memory_bytes = fig_of(512 * MIB),
			.cpus = fig_of(2), .page_bytes = 16384,
			.dirty_limit_bytes = fig_of(32 * MIB),
			.background_limit_bytes = fig_of(8 * MIB), .sysctl_count = 1,
			.sysctls = { { "dirty_bytes", 32 * MIB } },
		},
		.source = "none", .time = 1796045792, .command_line = "wbctl run --writers 3",
		.size = fig_of(96 * MIB), .bs = fig_of(65536), .fsync = "end",
		.where = "ext4 on 252:0", .duration_ns = fig_of(16100 * MS),
		.writers = writers, .writer_count = 3,
		.devices = devices, .device_count = 2,
		.during_bytes = fig_of(271 * MIB), .after_bytes = fig_of(17 * MIB),
		.during_ratio = ratio_of(271.0 / 288), .drain_ns = fig_of(900 * MS),
		.samples = samples, .sample_t_ns = sample_t_ns, .sample_device = sample_device,
		.sample_count = SAMPLES, .shape = &shape_write, .file_size = fig_of(96 * MIB),
	};
	devices[0] = (struct report_device){
		.dev = fig_of(252 << 20), .slave = fig_of(0), .during_bytes = fig_of(271 * MIB),
		.after_bytes = fig_of(17 * MIB),
	};
	devices[1] = (struct report_device){
		.dev = fig_of(8 << 20), .slave = fig_of(1), .during_bytes = fig_of(271 * MIB),
	};
	for (i = 0; i < 3; i++)
		fill_writer(i, module);
	for (i = 0; i < SAMPLES * 3; i++)
		samples[i] = (struct report_sample){
			.written_bytes = fig_of(i * MIB),
			.throttled_ns = module ? fig_of(i * MS) : fig_none(),
		};
	if (module) {
		fill_module(rep);
		fill_audit(&rep->audit);
	}
	finish(rep);
}

static void check(const char *name, struct report *rep)
{
	char file[64], *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	rep->findings = findings_of(rep);
	report_text(f, rep, true);
	fclose(f);
	snprintf(file, sizeof(file), "run-%s.txt", name);
	golden_text(file, text);
	free(text);
	snprintf(file, sizeof(file), "run-%s.json", name);
	golden_json(file, report_json(rep));
	findings_free(rep->findings);
	free(rep->targets);
}

/* Widths at their worst: the largest figures that a run can have. */
static void check_huge(void)
{
	struct report rep;
	size_t i;

	fill(&rep, true);
	for (i = 0; i < 3; i++) {
		writers[i].written_bytes = fig_of(1ULL << 50);
		writers[i].moved_bytes = fig_of(1ULL << 50);
		writers[i].dirtied_bytes = fig_of(1ULL << 50);
		writers[i].throughput = fig_of(1ULL << 50);
		writers[i].wall_ns = fig_of(86400000 * MS);
		writers[i].t.count = fig_of(1ULL << 50);
		writers[i].t.slept_count = fig_of(1ULL << 50);
		writers[i].t.held_ns = fig_of(86400000 * MS);
		writers[i].throttled = ratio_of(1);
	}
	rep.duration_ns = fig_of(86400000 * MS);
	inodes[0].ino = fig_of(UINT32_MAX);
	finish(&rep);
	check("huge", &rep);
}

/* What was seen of the wb over time, who flushed it, and who else took part. */
static void fill_looked_at(struct report *rep)
{
	static struct report_wb_sample series[SAMPLES];
	static struct report_watched flusher[1], others[2];
	const struct report_wait slept = {
		.function = "blk_mq_get_tag", .class_name = class_names[CLASS_BLOCK_LAYER],
		.ns = fig_of(1400 * MS), .count = fig_of(70), .max_ns = fig_of(90 * MS),
	};
	size_t i;

	for (i = 0; i < SAMPLES; i++)
		series[i] = (struct report_wb_sample){
			.dirty_bytes = fig_of((12 + i) * MIB),
			.written_bytes = fig_of(i * 19 * MIB),
			.limit_bytes = i ? fig_of(32 * MIB) : fig_none(),
			.domain_limit_bytes = i ? fig_of(32 * MIB) : fig_none(),
			.bandwidth_kernel = fig_of(18979226), .throttle_count = fig_of(i * 93),
			.slept_ns = fig_of(i * 2000 * MS),
		};
	flusher[0] = (struct report_watched){
		.pid = fig_of(25), .tgid = fig_of(25), .comm = "kworker/u4:1",
		.kthread = fig_of(1), .top = slept,
	};
	fill_ledger(&flusher[0].ledger, 2000 * MS);
	flusher[0].ledger.sleep_count = fig_none();
	for (i = 0; i < 2; i++)
		others[i] = (struct report_watched){
			.pid = fig_of(600 + i), .tgid = fig_of(600), .comm = "cp",
			.kthread = fig_of(i), .dirtied_bytes = fig_of(40 * MIB),
			.t = { .held_ns = fig_of(900 * MS - i * MS) },
		};
	rep->wbs[0].series = series;
	rep->wbs[0].flusher = flusher;
	rep->wbs[0].strictlimit = fig_of(0);
	rep->wbs[0].no_writeback_ns = fig_of(20 * MS);
	rep->others = others;
	rep->other_count = 2;
	rep->writers[0].top = slept;
	rep->writers[0].top.count = fig_none();
}

static void fill_placed(struct report *rep)
{
	struct report_device *d = &rep->devices[0];
	struct report_inode *in = &rep->inodes[0];

	d->write_count = fig_of(2420);
	d->read_bytes = fig_of(4096);
	d->jump_count = fig_of(1495);
	d->jump_bytes = fig_of(64356293632);
	d->queue_ns = fig_of(532218 * MS);
	d->service_ns = fig_of(2433 * MS);
	in->alloc_ns = fig_of(82 * MS);
	in->flusher_allocations = fig_of(6);
	in->alloc_extents = fig_of(8);
	in->groups = fig_of(5);
	in->neighbour = fig_of(13);
	in->preallocated_bytes = fig_of(0);
	in->beyond_end_bytes = fig_of(1024);
	in->foreign_bytes = fig_of(0);
	in->wb_switches = fig_of(1);
}

/* A process beside the writers, in every class: two tables of columns. */
static void check_watched(void)
{
	struct report rep;
	size_t i;

	fill(&rep, true);
	watched[0] = (struct report_watched){
		.label = "4711 a-name-of-fifteen", .pid = fig_of(4711), .tgid = fig_of(4711),
		.comm = "a-name-of-fifteen", .dirtied_bytes = fig_of(8 * MIB),
		.t = { .count = fig_of(40), .slept_count = fig_of(12), .slept_ns = fig_of(600 * MS),
		       .slept_max_ns = fig_of(200 * MS), .held_ns = fig_of(800 * MS) },
		.throttled = ratio_of(0.05), .fsync_max_ns = fig_of(300 * MS),
		.kthread = fig_of(0),
	};
	fill_looked_at(&rep);
	fill_placed(&rep);
	fill_ledger(&watched[0].ledger, 16000 * MS);
	for (i = CLASS_RUNQUEUE; i < CLASSES; i++)
		watched[0].ledger.class_ns[i] = fig_of(1600 * MS);
	rep.watched = watched;
	rep.watched_count = 1;
	check("watched", &rep);
}

/* A CPU profile, its names as long as the kernel's longest. */
static void check_profile(void)
{
	static struct cpu_function functions[] = {
		{ .name = "dm_table_unplug_all", .module = "dm_mod", .samples = KNOWN(113677),
		  .self = { true, 0.25 }, .length_bytes = KNOWN(82),
		  .per_kib = { true, 113677 * 1024.0 / 82 } },
		{ .name = "__do_sys_a_name_that_is_as_long_as_no_name_of_the_kernel_is_allowed_to",
		  .samples = KNOWN(7), .self = { true, 7 / 454708.0 } },
	};
	static struct cpu_function ones[] = {
		{ .name = "dm_table_unplug_all", .module = "dm_mod", .samples = KNOWN(40),
		  .self = { true, 1 }, .length_bytes = KNOWN(82),
		  .per_kib = { true, 40 * 1024.0 / 82 } },
	};
	static struct cpu_task tasks[] = {
		{ .pid = KNOWN(1000), .comm = "wbctl-w0", .samples = KNOWN(40),
		  .function_count = 1, .functions = ones },
		{ .pid = KNOWN(1001), .comm = "wbctl-w1", .samples = KNOWN(0) },
	};
	struct cpu_profile p = {
		.event = "cpu-clock", .hz = fig_of(99), .duration_ns = fig_of(16100 * MS),
		.samples = fig_of(1000000), .idle = fig_of(545292), .lost = fig_of(0),
		.function_count = ARRAY_SIZE(functions), .functions = functions,
		.task_count = ARRAY_SIZE(tasks), .tasks = tasks,
	};
	struct report rep;

	fill(&rep, true);
	cpu_profile_derive(&p);
	rep.profile = &p;
	check("profile", &rep);
}

/* Two processes and a row of others, with what the program says of itself. */
static void check_program(void)
{
	static char fio[8] = "fio", job[16] = "a job.fio";
	static char *argv[2] = { fio, job };
	static struct metric_list metrics;
	struct report_program program = {
		.argc = 2, .argv = argv, .name = "fio", .status = "exited with status 0",
		.exit_status = fig_of(0), .timed_out = fig_of(0), .left_count = fig_of(0),
		.process_count = fig_of(70), .task_count = fig_of(72),
		.usage_user_ns = fig_of(120 * MS), .usage_system_ns = fig_of(2400 * MS),
		.usage_dirtied_bytes = fig_of(288 * MIB), .flushed_rate = fig_of(17 * MIB),
	};
	struct report rep;
	size_t i;

	fill(&rep, true);
	rep.program = &program;
	for (i = 0; i < 2; i++) {
		struct report_writer *w = &writers[i];

		w->label = i ? "1001 fio" : "1000 fio";
		w->comm = "fio";
		w->target = NULL;
		w->written_bytes = fig_none();
		w->moved_bytes = fig_none();
		w->throughput = fig_none();
		w->write_rate = fig_none();
		w->write_ns = fig_none();
	}
	for (i = 0; i < rep.inode_count; i++) {
		rep.inodes[i].writer = fig_none();
		rep.inodes[i].pid = fig_of(1000 + i);
		rep.inodes[i].label = report_inode_label(&rep.inodes[i]);
	}
	rep.target_count = 0;
	writers[2] = (struct report_writer){
		.label = "(68 others)", .others = fig_of(68), .dirtied_bytes = fig_of(96 * MIB),
		.t = writers[2].t,
	};
	watched[0] = (struct report_watched){
		.pid = fig_of(1000), .tgid = fig_of(1000), .comm = "fio",
		.dirtied_bytes = fig_of(96 * MIB),
	};
	writers[0].tasks = watched;
	writers[0].task_count = 1;
	rep.samples[1].dirtied_bytes = fig_of(96 * MIB);
	metric_set(&metrics, "write_bytes_per_s", ratio_of(26.5 * MIB));
	metric_set(&metrics, "write_bytes", ratio_of(288 * MIB));
	metric_set(&metrics, "latency_ns", ratio_of(1.5 * MS));
	metric_set(&metrics, "answer", ratio_of(42.5));
	metric_set(&metrics, "missing", (struct ratio){ .known = false });
	rep.metrics = &metrics;
	report_program_sum(&rep);
	rep.rates.application = fig_none();
	rep.rates.with_flush = fig_none();
	check("program", &rep);
}

/* A device that is not there, a run that was interrupted, a writer that failed. */
static void check_bad(void)
{
	struct report rep;

	fill(&rep, false);
	rep.size = fig_none();
	rep.time_limit_ns = fig_of(20000 * MS);
	rep.direct = true;
	rep.rewrite = true;
	rep.interrupted = true;
	rep.module_lost = true;
	rep.device_count = 0;
	rep.during_bytes = fig_none();
	rep.after_bytes = fig_none();
	rep.during_ratio.known = false;
	rep.drain_ns = fig_none();
	writers[1].wall_ns = fig_none();
	writers[1].throughput = fig_none();
	writers[1].error =
		"pwrite of /mnt/a/wbctl-run-1-abcdef/writer-1 at offset 1: No space left";
	finish(&rep);
	report_note(&rep, "Interrupted by SIGINT: the figures are those up to then.");
	report_note(&rep, "Writer 1 failed: %s.", writers[1].error);
	check("bad", &rep);
}

/* Six intervals in which all write, the second one twice as much in every other. */
static void fill_intervals(struct report *rep)
{
	static struct report_sample more[6 * 3];
	static uint64_t t_ns[6];
	static struct fig device[6];
	size_t i, j;

	for (i = 0; i < 6; i++) {
		t_ns[i] = (i + 1) * 1000 * MS;
		for (j = 0; j < 3; j++)
			more[i * 3 + j] = (struct report_sample){
				.written_bytes = fig_of(((i + 1) + (j == 1) * (i + 1) / 2) * MIB),
				.read_bytes = fig_of(i * MIB),
			};
	}
	rep->samples = more;
	rep->sample_t_ns = t_ns;
	rep->sample_device = device;
	rep->sample_count = 6;
}

/* Other work than writing, in two directories, and times of seconds. */
static void check_shape(void)
{
	struct report rep;
	size_t i;

	fill(&rep, false);
	fill_intervals(&rep);
	rep.shape = &shape_mixed;
	for (i = 0; i < 3; i++) {
		writers[i].read_bytes = fig_of(32 * MIB);
		writers[i].moved_bytes = fig_of(128 * MIB);
		writers[i].throughput = fig_rate(writers[i].moved_bytes, writers[i].wall_ns);
		writers[i].read_rate = fig_rate(writers[i].read_bytes, writers[i].write_ns);
		writers[i].ops = fig_of(3000 + i);
		writers[i].ops_rate = fig_rate(writers[i].ops, writers[i].wall_ns);
		writers[i].files = fig_of(500);
		writers[i].files_rate = fig_rate(writers[i].files, writers[i].wall_ns);
		writers[i].mean = fig_of(4 * MS);
		writers[i].over_2s = fig_of(i);
		writers[i].over_10s = fig_of(0);
		writers[i].cpu_user_ns = fig_of(100 * MS);
		writers[i].cpu_system_ns = fig_of(900 * MS);
		writers[i].target = i == 1 ? "/mnt/b" : "/mnt/a";
		writers[i].stall_at_ns = fig_of(3000 * MS);
		writers[i].fsync_count = fig_of(500);
		writers[i].fsync_max_ns = fig_of(90 * MS);
		writers[i].cgroup = fig_of(4711 + i);
		writers[i].cgroup_weight = fig_of(i == 1 ? 200 : 100);
	}
	finish(&rep);
	snprintf(rep.targets[1].chain, sizeof(rep.targets[1].chain),
		 "loop0, a file on ext4 on 254:0");
	rep.targets[0].bdi = "252:0";
	rep.targets[1].bdi = "7:0";
	rep.targets[1].lower_bdi = "254:0";
	check("shape", &rep);
}

/* The devices are counted from the end of the clock on, and so is the time. */
static void check_drain(void)
{
	struct run_opts o = { .with_module = false };
	struct run *r = run_new(&o, 0, NULL);

	if (!r)
		abort();
	r->go_ns = 1;
	r->end_ns = now_ns() - 5 * NSEC_PER_SEC;
	run_drain(r);
	ok(!r->drain_rc && r->drain_ns.known && r->drain_ns.v >= 5 * NSEC_PER_SEC,
	   "the drain begins when the clock stops");
	run_free(r);
}

int main(void)
{
	struct report rep;

	fill(&rep, true);
	check("module", &rep);
	fill(&rep, false);
	check("without-module", &rep);
	check_huge();
	check_watched();
	check_profile();
	check_program();
	check_bad();
	check_shape();
	check_drain();
	return tap_end();
}
