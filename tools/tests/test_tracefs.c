// SPDX-License-Identifier: GPL-2.0-or-later
/* Trace events: taken apart by the kernel's formats, and summed up by task. */
#include <errno.h>

#include <linux/wbtrace.h>

#include "tap.h"
#include "tracefs_decode.h"
#include "tracefs_sum.h"

#define MS 1000000ULL
#define ME 100
#define OTHER 200
#define STRANGER 300

static struct trace_sum sum;

static void begin(void)
{
	static const pid_t pids[] = { OTHER, ME };

	trace_sum_free(&sum);
	ok(!trace_sum_init(&sum, pids, ARRAY_SIZE(pids), 1000 * MS), "a set of two tasks");
}

static void feed(pid_t pid, uint64_t ms, enum trace_kind kind, uint64_t state)
{
	const struct trace_event e = { .t_ns = ms * MS, .kind = kind, .pid = pid, .state = state };

	trace_sum_feed(&sum, &e);
}

static void decide_on(pid_t pid, uint64_t ms, int64_t pause_ms, uint64_t cgroup)
{
	const struct trace_event e = {
		.t_ns = ms * MS, .kind = TRACE_DECISION, .pid = pid,
		.d = {
			.pause_ms = pause_ms, .dirtied_pages = 7, .dirty_pages = 900,
			.setpoint_pages = 800, .limit_pages = 1000, .wb_dirty_pages = 450,
			.wb_setpoint_pages = 400, .cgroup = cgroup, .bdi = "none:0",
		},
	};

	trace_sum_feed(&sum, &e);
}

static void decide(uint64_t ms, int64_t pause_ms)
{
	decide_on(ME, ms, pause_ms, 1);
}

static struct trace_task *me(void)
{
	return trace_sum_task(&sum, ME);
}

static void is(uint64_t got, uint64_t want, const char *what)
{
	if (!ok(got == want, "%s", what))
		printf("# got %llu, want %llu\n", (unsigned long long)got,
		       (unsigned long long)want);
}

/* Woken at 1010, on a CPU at 1012, a pause from 1020 to 1052, dead at 1060. */
static void a_pause(void)
{
	const struct trace_throttle *t;
	const struct trace_ledger *l;

	begin();
	feed(ME, 1010, TRACE_WAKE, 0);
	feed(ME, 1012, TRACE_IN, 0);
	decide(1018, 0);
	decide(1020, 28);
	feed(ME, 1021, TRACE_OUT, TRACE_STATE_UNINTERRUPTIBLE);
	feed(ME, 1049, TRACE_WAKE, 0);
	feed(ME, 1052, TRACE_IN, 0);
	decide(1053, -4);
	feed(ME, 1060, TRACE_OUT, 0x20);
	feed(ME, 1070, TRACE_WAKE, 0);
	trace_sum_end(&sum, 2000 * MS);
	t = &me()->t;
	l = &me()->ledger;
	is(t->count, 3, "decisions");
	is(t->no_pause_count, 2, "those of zero and below have no pause");
	is(t->requested_ns, 28 * MS, "requested: positive pauses alone");
	is(t->requested_max_ns, 28 * MS, "the longest");
	is(t->dirtied_pages, 21, "pages dirtied");
	is(t->slept_count, 1, "one sleep");
	is(t->slept_ns, 32 * MS, "from the decision to the CPU");
	is(t->slept_max_ns, 32 * MS, "the longest sleep");
	is(t->unpaired_count, 0, "nothing unpaired");
	is(t->by_limit_ns[WBTRACE_LIMIT_KIND_GLOBAL], 32 * MS, "for the global limit");
	is(l->throttle_ns, 28 * MS, "ledger: asleep in the pause");
	is(l->runqueue_ns, 2 * MS + 3 * MS, "ledger: runqueue");
	is(l->cpu_ns, 9 * MS + 8 * MS, "ledger: cpu");
	is(l->other_ns, 10 * MS, "ledger: the wait before");
	is(l->throttle_ns + l->runqueue_ns + l->cpu_ns + l->other_ns, 60 * MS,
	   "ledger: nothing after death, nothing lost");
	is(sum.wb_count, 1, "one wb");
	is(sum.wbs[0].t.slept_ns, 32 * MS, "its sleeps");
	is(sum.wbs[0].last.dirty_pages, 900, "its last decision");
}

static void preempted_before_the_sleep(void)
{
	begin();
	decide(1010, 20);
	feed(ME, 1011, TRACE_OUT, 0x100);
	feed(ME, 1015, TRACE_IN, 0);
	feed(ME, 1016, TRACE_OUT, TRACE_STATE_UNINTERRUPTIBLE);
	feed(ME, 1036, TRACE_IN, 0);
	is(me()->t.slept_count, 1, "preempted before the sleep: one sleep");
	is(me()->t.slept_ns, 26 * MS, "from the decision");
	is(me()->ledger.runqueue_ns, 4 * MS, "preempted is runqueue");
	is(me()->ledger.throttle_ns, 20 * MS, "without a wakeup seen, asleep until the CPU");
}

static void no_sleep_follows(void)
{
	begin();
	decide(1010, 20);
	feed(ME, 1011, TRACE_OUT, 0x01);
	feed(ME, 1030, TRACE_IN, 0);
	is(me()->t.slept_count, 0, "an interruptible sleep is not the pause");
	is(me()->t.unpaired_count, 1, "which is unpaired");
	is(me()->ledger.other_ns, 19 * MS, "and other in the ledger");
	decide(1040, 20);
	decide(1050, 20);
	is(me()->t.unpaired_count, 2, "so is one that another decision follows");
	feed(ME, 1060, TRACE_OUT, 0x10);
	is(me()->t.unpaired_count, 3, "and one that death follows");
	is(me()->t.requested_ns, 60 * MS, "all three were requested");
	is(sum.wbs[0].t.unpaired_count, 3, "the wb knows too");
}

static void woken_on_its_cpu(void)
{
	begin();
	feed(ME, 1000, TRACE_IN, 0);
	feed(ME, 1010, TRACE_WAKE, 0);
	feed(ME, 1020, TRACE_OUT, 0);
	is(me()->ledger.cpu_ns, 20 * MS, "woken while on its CPU: it stays there");
	feed(ME, 1019, TRACE_IN, 0);
	is(me()->ledger.runqueue_ns, 0, "a clock that lags takes nothing back");
}

static void others(void)
{
	begin();
	decide_on(STRANGER, 1010, 50, 1);
	is(sum.wb_count, 0, "a stranger's decision is passed over");
	decide_on(OTHER, 1010, 50, 1);
	decide_on(OTHER, 1011, 50, 4711);
	is(me()->t.count, 0, "another's is not mine");
	is(trace_sum_task(&sum, OTHER)->t.count, 2, "but his");
	is(sum.wb_count, 2, "a wb is a bdi and a cgroup");
	ok(!trace_sum_task(&sum, STRANGER), "a stranger is none of the set");
	feed(OTHER, 1012, TRACE_OUT, TRACE_STATE_UNINTERRUPTIBLE);
	trace_sum_end(&sum, 1112 * MS);
	is(trace_sum_task(&sum, OTHER)->ledger.throttle_ns, 100 * MS,
	   "the ledger of one that still sleeps is closed");
	is(trace_sum_task(&sum, OTHER)->t.slept_count, 0, "its pause is not over");
}

static void kinds(void)
{
	struct trace_decision d = {
		.dirty_pages = 900, .setpoint_pages = 800, .limit_pages = 1000,
		.wb_dirty_pages = 450, .wb_setpoint_pages = 400, .cgroup = 1,
	};

	is((uint64_t)trace_limit_kind(&d, false), WBTRACE_LIMIT_KIND_GLOBAL, "below its share");
	is((uint64_t)trace_limit_kind(&d, true), WBTRACE_LIMIT_KIND_WB, "strict limit");
	d.wb_setpoint_pages = 10;
	is((uint64_t)trace_limit_kind(&d, false), WBTRACE_LIMIT_KIND_WB, "far above its share");
	d.cgroup = 4711;
	is((uint64_t)trace_limit_kind(&d, true), WBTRACE_LIMIT_KIND_UNKNOWN,
	   "a cgroup's wb: one of two domains");
	d.cgroup = 1;
	d.setpoint_pages = 0;
	is((uint64_t)trace_limit_kind(&d, false), WBTRACE_LIMIT_KIND_UNKNOWN, "no setpoint");
}

#define HEAD \
	"format:\n" \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static const char bdp_old[] =
	"name: balance_dirty_pages\nID: 985\n" HEAD
	"\tfield:char bdi[32];\toffset:8;\tsize:32;\tsigned:0;\n"
	"\tfield:unsigned long limit;\toffset:40;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long setpoint;\toffset:48;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long dirty;\toffset:56;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long bdi_setpoint;\toffset:64;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long bdi_dirty;\toffset:72;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned int dirtied;\toffset:80;\tsize:4;\tsigned:0;\n"
	"\tfield:long pause;\toffset:88;\tsize:8;\tsigned:1;\n"
	"\tfield:ino_t cgroup_ino;\toffset:96;\tsize:8;\tsigned:0;\n\n"
	"print fmt: \"bdi %s\", REC->bdi\n";

static const char switch_format[] =
	"name: sched_switch\nID: 372\n" HEAD
	"\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	"\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
	"\tfield:pid_t next_pid;\toffset:40;\tsize:4;\tsigned:1;\n\n"
	"print fmt: \"%d\", REC->prev_pid\n";

static const char wakeup_format[] =
	"name: sched_wakeup\nID: 374\n" HEAD
	"\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n\n"
	"print fmt: \"%d\", REC->pid\n";

static void put(char *record, size_t at, uint64_t v, size_t size)
{
	memcpy(record + at, &v, size);
}

static void decode_decision(const struct decode *d)
{
	struct trace_event e[2];
	char record[104] = {};

	put(record, 0, 985, 2);
	put(record, 4, ME, 4);
	memset(record + 8, 'x', 32);
	put(record, 40, 1000, 8);
	put(record, 48, 800, 8);
	put(record, 56, 900, 8);
	put(record, 64, 400, 8);
	put(record, 72, 450, 8);
	put(record, 80, 7, 4);
	put(record, 88, (uint64_t)-12, 8);
	put(record, 96, 4711, 8);
	is(decode_record(d, record, sizeof(record), 5, e), 1, "a decision is one event");
	ok(e[0].kind == TRACE_DECISION && e[0].pid == ME && e[0].t_ns == 5, "of a task, at a time");
	ok(e[0].d.pause_ms == -12, "a negative pause stays negative");
	ok(e[0].d.dirtied_pages == 7 && e[0].d.dirty_pages == 900 && e[0].d.limit_pages == 1000 &&
	   e[0].d.setpoint_pages == 800, "the domain's figures");
	ok(e[0].d.wb_dirty_pages == 450 && e[0].d.wb_setpoint_pages == 400,
	   "the wb's, by their old names");
	ok(e[0].d.cgroup == 4711 && strlen(e[0].d.bdi) == TRACE_BDI_LEN - 1,
	   "cgroup, and a name without an end");
	is(decode_record(d, record, 90, 5, e), 1, "a record that was cut");
	ok(e[0].d.pause_ms == 0 && e[0].d.cgroup == 0, "is not read past its end");
	put(record, 0, 999, 2);
	is(decode_record(d, record, sizeof(record), 5, e), 0, "an event of another kind");
	is(decode_record(d, record, 1, 5, e), 0, "no room for a kind");
	put(record, 0, 0, 2);
	is(decode_record(d, record, sizeof(record), 5, e), 0, "kind 0 is none");
}

static void decode_sched(const struct decode *d)
{
	struct trace_event e[2];
	char record[48] = {};

	put(record, 0, 372, 2);
	put(record, 24, ME, 4);
	put(record, 32, 2, 8);
	put(record, 40, OTHER, 4);
	is(decode_record(d, record, sizeof(record), 9, e), 2, "a switch is two events");
	ok(e[0].kind == TRACE_OUT && e[0].pid == ME && e[0].state == 2 && e[0].t_ns == 9,
	   "one leaves its CPU");
	ok(e[1].kind == TRACE_IN && e[1].pid == OTHER && e[1].t_ns == 9, "another gets it");
	put(record, 0, 374, 2);
	is(decode_record(d, record, sizeof(record), 9, e), 1, "a wakeup is one");
	ok(e[0].kind == TRACE_WAKE && e[0].pid == ME, "of the task that is woken");
}

static void formats(void)
{
	static const char useless[] = "name: sched_wakeup\nID: 1\n" HEAD "print fmt: \"\"\n";
	struct decode d = {};

	ok(!decode_format(&d, DECODE_BDP, bdp_old, strlen(bdp_old)), "balance_dirty_pages");
	ok(!decode_format(&d, DECODE_SWITCH, switch_format, strlen(switch_format)),
	   "sched_switch");
	ok(!decode_format(&d, DECODE_WAKEUP, wakeup_format, strlen(wakeup_format)),
	   "sched_wakeup");
	is(d.id[DECODE_BDP], 985, "its number");
	decode_decision(&d);
	decode_sched(&d);
	ok(decode_format(&d, DECODE_WAKEUP, useless, strlen(useless)) == -ENOTSUP,
	   "a format without the pid is of no use");
	ok(decode_format(&d, DECODE_BDP, "x", 1) < 0, "nor is one that is none");
}

int main(void)
{
	a_pause();
	preempted_before_the_sleep();
	no_sleep_follows();
	woken_on_its_cpu();
	others();
	kinds();
	formats();
	trace_sum_free(&sum);
	return tap_end();
}
