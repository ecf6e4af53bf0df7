// SPDX-License-Identifier: GPL-2.0-or-later
/* From the module's ledgers and stacks to the classes of the report. */
#include <stdlib.h>
#include <string.h>

#include <netlink/attr.h>

#include "messages.h"
#include "stacks.h"
#include "tap.h"

#define MS 1000000ULL

static struct record *parse(const struct attr_set *set, struct nl_msg *msg)
{
	struct genlmsghdr *ghdr = genlmsg_hdr(nlmsg_hdr(msg));
	struct record *rec = NULL;

	if (record_parse(set, genlmsg_attrdata(ghdr, 0), genlmsg_attrlen(ghdr, 0), &rec))
		abort();
	nlmsg_free(msg);
	return rec;
}

static void put_part(struct nl_msg *msg, uint32_t activity, uint64_t cpu, uint64_t wait,
		     uint64_t stacked)
{
	struct nlattr *nest = nla_nest_start(msg, WBTRACE_A_LEDGER_PART);

	nla_put_u32(msg, WBTRACE_A_PART_ACTIVITY, activity);
	put_uint(msg, WBTRACE_A_PART_CPU_NS, cpu);
	put_uint(msg, WBTRACE_A_PART_WAIT_NS, wait);
	put_uint(msg, WBTRACE_A_PART_STACKED_NS, stacked);
	nla_nest_end(msg, nest);
}

static void check_snap(void)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_TASK);
	struct nlattr *nest = nla_nest_start(msg, WBTRACE_A_TASK_LEDGER);
	struct ledger_snap s;
	struct record *rec;

	put_uint(msg, WBTRACE_A_LEDGER_SINCE_NS, 5 * MS);
	put_uint(msg, WBTRACE_A_LEDGER_WALL_NS, 100 * MS);
	put_uint(msg, WBTRACE_A_LEDGER_RUNQUEUE_NS, 10 * MS);
	put_part(msg, WBTRACE_ACTIVITY_NONE, 20 * MS, 30 * MS, 25 * MS);
	put_part(msg, WBTRACE_ACTIVITY_LOCK, 0, 40 * MS, 0);
	put_part(msg, 77, 1 * MS, 2 * MS, 3 * MS);
	nla_nest_end(msg, nest);
	rec = parse(&attrs_task, msg);
	ok(ledger_snap(&s, rec) && s.known, "a task with a ledger");
	ok(s.since_ns == 5 * MS && s.wall_ns == 100 * MS && s.runqueue_ns == 10 * MS,
	   "its numbers");
	ok(s.parts[WBTRACE_ACTIVITY_LOCK].wait_ns == 40 * MS, "its parts");
	ok(s.parts[WBTRACE_ACTIVITY_NONE].cpu_ns == 21 * MS &&
	   s.parts[WBTRACE_ACTIVITY_NONE].stacked_ns == 28 * MS,
	   "an activity that is new counts as none");
	record_free(rec);
	rec = parse(&attrs_task, task_message(1));
	ok(!ledger_snap(&s, rec) && !s.known, "a task that is not watched");
	ok(!ledger_snap(&s, NULL), "no task");
	record_free(rec);
}

/* 100 ms: 10 queue, 20 + 5 cpu, throttle 30, none 15, fsync 15, lock 5. */
static struct ledger_snap sample(void)
{
	struct ledger_snap s = {
		.known = true, .since_ns = 1, .wall_ns = 100 * MS, .runqueue_ns = 10 * MS,
		.user_ns = 4 * MS, .system_ns = 16 * MS, .sleep_count = 7, .preempt_count = 3,
	};

	s.parts[WBTRACE_ACTIVITY_NONE] = (struct ledger_part){ 20 * MS, 15 * MS, 15 * MS };
	s.parts[WBTRACE_ACTIVITY_THROTTLE] = (struct ledger_part){ 0, 30 * MS, 0 };
	s.parts[WBTRACE_ACTIVITY_FSYNC] = (struct ledger_part){ 5 * MS, 15 * MS, 12 * MS };
	s.parts[WBTRACE_ACTIVITY_LOCK] = (struct ledger_part){ 0, 5 * MS, 0 };
	return s;
}

static void check_between(void)
{
	struct ledger_snap a = sample(), b = sample(), d, none = {};

	b.wall_ns += 50 * MS;
	b.parts[WBTRACE_ACTIVITY_THROTTLE].wait_ns += 50 * MS;
	ok(ledger_between(&d, &a, &b) && d.wall_ns == 50 * MS &&
	   d.parts[WBTRACE_ACTIVITY_THROTTLE].wait_ns == 50 * MS && !d.runqueue_ns,
	   "what a ledger grew by");
	ok(ledger_between(&d, &none, &b) && d.wall_ns == 150 * MS,
	   "a task that was not watched before");
	ok(!ledger_between(&d, &a, &none) && !d.known, "a task that is not watched after");
	b.since_ns = 2;
	ok(!ledger_between(&d, &a, &b), "two watchings have no difference");
	b.since_ns = 1;
	b.runqueue_ns = 0;
	ok(!ledger_between(&d, &a, &b) && !d.known, "nor has a ledger that was emptied");
}

static uint64_t class(const struct ledger *l, enum ledger_class c)
{
	return l->class_ns[c].v;
}

static void check_sort(void)
{
	struct ledger_snap s = sample();
	struct ledger_stacks stacks = {};
	struct ledger l;

	stacks.ns[WBTRACE_ACTIVITY_NONE][CLASS_PAGE_WRITEBACK] = 9 * MS;
	stacks.ns[WBTRACE_ACTIVITY_NONE][CLASS_NETWORK] = 6 * MS;
	stacks.ns[WBTRACE_ACTIVITY_FSYNC][CLASS_BLOCK_LAYER] = 12 * MS;
	ledger_sort(&l, &s, &stacks);
	ok(class(&l, CLASS_THROTTLE) == 30 * MS && class(&l, CLASS_LOCK) == 5 * MS,
	   "activities are what they are");
	ok(class(&l, CLASS_PAGE_WRITEBACK) == 9 * MS && class(&l, CLASS_NETWORK) == 6 * MS &&
	   class(&l, CLASS_BLOCK_LAYER) == 12 * MS, "stacks explain the others");
	ok(class(&l, CLASS_FSYNC) == 8 * MS && l.unstacked_ns.v == 8 * MS,
	   "what none explains is the activity's, and is told apart");
	ok(l.cpu_ns.v == 20 * MS && class(&l, CLASS_CPU_USER) == 5 * MS &&
	   class(&l, CLASS_CPU_SYSTEM) == 15 * MS, "the CPU is shared by the ticks");
	ok(ledger_sum(&l).v == 100 * MS, "the classes are the whole");
	s.user_ns = 20 * MS;
	s.system_ns = 0;
	ledger_sort(&l, &s, &stacks);
	ok(class(&l, CLASS_CPU_USER) == 20 * MS && !class(&l, CLASS_CPU_SYSTEM),
	   "user mode is in no activity");
	s.user_ns = 0;
	ledger_sort(&l, &s, &stacks);
	ok(!l.class_ns[CLASS_CPU_USER].known && !l.class_ns[CLASS_CPU_SYSTEM].known &&
	   l.cpu_ns.v == 20 * MS && ledger_sum(&l).v == 100 * MS,
	   "without ticks the CPU's classes are unknown, and the whole stays");
	s.known = false;
	ledger_sort(&l, &s, &stacks);
	ok(!l.wall_ns.known && !ledger_sum(&l).known, "no ledger has no classes");
}

/* Rows that claim more than the ledger says: those of before the clock. */
static void check_claims(void)
{
	struct ledger_snap s = sample();
	struct ledger_stacks stacks = {};
	struct ledger l;

	stacks.ns[WBTRACE_ACTIVITY_NONE][CLASS_PAGE_WRITEBACK] = 90 * MS;
	stacks.ns[WBTRACE_ACTIVITY_NONE][CLASS_NETWORK] = 60 * MS;
	ledger_sort(&l, &s, &stacks);
	ok(class(&l, CLASS_PAGE_WRITEBACK) == 9 * MS && class(&l, CLASS_NETWORK) == 6 * MS,
	   "claims are scaled down");
	ok(ledger_sum(&l).v == 100 * MS, "and the whole stays");
	ok(class(&l, CLASS_FSYNC) == 20 * MS && l.unstacked_ns.v == 20 * MS,
	   "an fsync without stacks is an fsync");
}

static void check_add(void)
{
	struct ledger_snap s = sample();
	struct ledger_stacks stacks = {};
	struct ledger a = {}, b;

	ledger_sort(&b, &s, &stacks);
	ledger_add(&a, &b, true);
	ledger_add(&a, &b, false);
	ok(a.wall_ns.v == 200 * MS && class(&a, CLASS_THROTTLE) == 60 * MS &&
	   ledger_sum(&a).v == 200 * MS, "two ledgers together");
	b.class_ns[CLASS_ALLOCATION] = fig_none();
	ledger_add(&a, &b, false);
	ok(!a.class_ns[CLASS_ALLOCATION].known, "what one does not know is not known of all");
}

static void check_take_off(void)
{
	const struct ledger_excess x = { 3 * MS, 4 * MS, 7 * MS }, all = { .asleep_ns = 99 * MS };
	struct ledger_snap start = {
		.known = true, .since_ns = 1, .wall_ns = 20 * MS, .runqueue_ns = 8 * MS,
	}, s = sample(), none = {}, d;
	struct ledger_stacks stacks = {};
	struct ledger l;

	start.parts[WBTRACE_ACTIVITY_NONE].cpu_ns = 12 * MS;
	ledger_take_off(&s, &none, &x);
	ok(s.wall_ns == 100 * MS, "nothing is taken off without a beginning");
	ledger_take_off(&s, &start, &x);
	ok(s.wall_ns == 86 * MS && s.runqueue_ns == 8 * MS &&
	   !s.parts[WBTRACE_ACTIVITY_LOCK].wait_ns &&
	   s.parts[WBTRACE_ACTIVITY_NONE].cpu_ns == 17 * MS &&
	   s.parts[WBTRACE_ACTIVITY_NONE].wait_ns == 11 * MS,
	   "what came after the clock is taken off, from where else it can be if need be");
	ok(ledger_between(&d, &start, &s) && d.wall_ns == 66 * MS, "the two still compare");
	ledger_sort(&l, &d, &stacks);
	ok(ledger_sum(&l).v == 66 * MS, "and the classes are the whole");
	ledger_take_off(&s, &start, &all);
	ok(s.wall_ns == 70 * MS && !s.parts[WBTRACE_ACTIVITY_NONE].wait_ns &&
	   s.parts[WBTRACE_ACTIVITY_NONE].cpu_ns == 12 * MS &&
	   s.parts[WBTRACE_ACTIVITY_THROTTLE].wait_ns == 30 * MS,
	   "no more than there is, and none of what only writing does");
}

static void check_forget(void)
{
	struct record *info = parse(&attrs_info, info_message(WBTRACE_ABI_VERSION));
	struct ledger_snap s = sample();
	struct ledger_stacks stacks = {};
	struct ledger l;

	s.parts[WBTRACE_ACTIVITY_THROTTLE].wait_ns = 0;
	ledger_sort(&l, &s, &stacks);
	ledger_forget(&l, info, false);
	ok(!l.class_ns[CLASS_THROTTLE].known, "throttling without the kretprobe is unknown");
	ok(!l.class_ns[CLASS_RECLAIM].known && !l.class_ns[CLASS_ALLOCATION].known,
	   "so is reclaim without its hook, and allocation");
	ok(l.class_ns[CLASS_LOCK].v == 5 * MS && l.class_ns[CLASS_FSYNC].known,
	   "what stacks have told stays");
	ok(l.class_ns[CLASS_JOURNAL].known && l.class_ns[CLASS_OTHER].known,
	   "and what needs no hook");
	ledger_sort(&l, &s, &stacks);
	ledger_forget(&l, info, true);
	ok(l.class_ns[CLASS_ALLOCATION].known, "allocation that is measured is 0");
	record_free(info);
}

static struct record *stack(uint32_t pid, uint64_t ns, uint64_t count, const char *frame)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_STACK);

	nla_put_u32(msg, WBTRACE_A_STACK_PID, pid);
	nla_put_u64(msg, WBTRACE_A_STACK_START_NS, 1000);
	nla_put_u32(msg, WBTRACE_A_STACK_ACTIVITY, WBTRACE_ACTIVITY_NONE);
	put_uint(msg, WBTRACE_A_STACK_TIME_NS, ns);
	put_uint(msg, WBTRACE_A_STACK_COUNT, count);
	nla_put_string(msg, WBTRACE_A_STACK_FRAME, "schedule+0x1/0x2");
	nla_put_string(msg, WBTRACE_A_STACK_FRAME, frame);
	return parse(&attrs_stack, msg);
}

static struct record *task_row(uint32_t pid, uint64_t start_ns)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_TASK);

	nla_put_u32(msg, WBTRACE_A_TASK_PID, pid);
	nla_put_u64(msg, WBTRACE_A_TASK_START_NS, start_ns);
	return parse(&attrs_task, msg);
}

/* A worker's idling is left out, what hooks tell and its flushing stay. */
static void check_work(void)
{
	struct ledger_stacks stacks = {};
	struct ledger_snap d = {
		.known = true, .wall_ns = 100 * MS, .runqueue_ns = 1 * MS,
		.parts = {
			[WBTRACE_ACTIVITY_NONE] = { 10 * MS, 80 * MS, 79 * MS },
			[WBTRACE_ACTIVITY_JOURNAL] = { 0, 9 * MS, 0 },
		},
	};
	struct ledger l;

	stacks.ns[WBTRACE_ACTIVITY_NONE][CLASS_BLOCK_LAYER] = 20 * MS;
	ledger_work(&d, &stacks);
	ledger_sort(&l, &d, &stacks);
	ok(l.wall_ns.v == 40 * MS && ledger_sum(&l).v == 40 * MS, "idling is left out");
	ok(l.class_ns[CLASS_BLOCK_LAYER].v == 20 * MS && l.class_ns[CLASS_JOURNAL].v == 9 * MS,
	   "and work is not");
}

static void check_flush_stacks(void)
{
	struct wait idle = { .row = stack(5, MS, 1, "worker_thread+0x1/0x2") };
	struct wait work = { .row = stack(5, MS, 1, "wb_workfn+0x1/0x2") };
	char name[32];

	ok(wait_is_flush(&work) && !wait_is_flush(&idle), "a flusher's idling by its stack");
	function_of_wait(name, sizeof(name),
			 "schedule+0x1/0x2\nblk_mq_get_tag+0x1/0x2\nfoo+0x0/0x1");
	is_text(name, "blk_mq_get_tag", "the function that a rule fits");
	function_of_wait(name, sizeof(name),
			 "schedule+0x1/0x2\nfoo.isra.0+0x0/0x1\nbar+0x0/0x1");
	is_text(name, "foo", "the innermost one where none does");
	function_of_wait(name, sizeof(name), NULL);
	is_text(name, "", "none without a stack");
	record_free((struct record *)idle.row);
	record_free((struct record *)work.row);
}

static void check_stacks(void)
{
	struct rows start = { .first = stack(7, 10 * MS, 1, "folio_wait_writeback+0x1/0x2") };
	struct rows end = { .first = stack(7, 30 * MS, 3, "folio_wait_writeback+0x1/0x2") };
	struct ledger_stacks sums = {};
	struct record *task;
	struct wait *waits;
	size_t n;

	end.first->next = stack(7, 5 * MS, 1, "anon_pipe_read+0x1/0x2");
	end.first->next->next = stack(8, 50 * MS, 1, "rpc_wait_bit_killable+0x1/0x2");
	start.first->next = stack(8, 80 * MS, 4, "rpc_wait_bit_killable+0x1/0x2");
	end.first->next->next->next = stack(9, 4 * MS, 2, "something+0x1/0x2");
	start.first->next->next = stack(9, 4 * MS, 2, "something+0x1/0x2");
	waits = waits_between(&start, &end, &n);
	ok(n == 3, "stacks that did not grow are left out");
	ok(waits[0].time_ns == 50 * MS && waits[0].count == 1 &&
	   waits[0].class == CLASS_NETWORK, "one that fell counts whole; the longest is first");
	ok(waits[1].time_ns == 20 * MS && waits[1].count == 2, "the others by their growth");
	task = task_row(7, 1000);
	waits_of_task(&sums, waits, n, task, wait_is_run);
	record_free(task);
	ok(sums.ns[WBTRACE_ACTIVITY_NONE][CLASS_PAGE_WRITEBACK] == 20 * MS &&
	   !sums.ns[WBTRACE_ACTIVITY_NONE][CLASS_NETWORK] &&
	   !sums.ns[WBTRACE_ACTIVITY_NONE][CLASS_OTHER], "those of a task, the barrier left out");
	memset(&sums, 0, sizeof(sums));
	task = task_row(7, 1001);
	waits_of_task(&sums, waits, n, task, NULL);
	record_free(task);
	ok(!sums.ns[WBTRACE_ACTIVITY_NONE][CLASS_PAGE_WRITEBACK],
	   "a task that got the pid later has none");
	free(waits);
	record_free(start.first);
	record_free(end.first);
}

int main(void)
{
	check_snap();
	check_between();
	check_sort();
	check_claims();
	check_add();
	check_take_off();
	check_forget();
	check_stacks();
	check_work();
	check_flush_stacks();
	return tap_end();
}
