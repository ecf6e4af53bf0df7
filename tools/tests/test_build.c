// SPDX-License-Identifier: GPL-2.0-only
/* From what a run has seen to its report: differences, and what is not known. */
#include <netlink/attr.h>

#include "messages.h"
#include "report.h"
#include "run.h"
#include "tap.h"

#define MS 1000000ULL
#define MIB (1024ULL * 1024)

static struct target target;
static struct proc procs[1];
static struct run run;

static struct record *row(const struct attr_set *set, struct nl_msg *msg)
{
	struct genlmsghdr *ghdr = genlmsg_hdr(nlmsg_hdr(msg));
	struct record *rec = NULL;

	if (record_parse(set, genlmsg_attrdata(ghdr, 0), genlmsg_attrlen(ghdr, 0), &rec))
		abort();
	nlmsg_free(msg);
	return rec;
}

static struct record *task(uint64_t first_ns, uint64_t dirtied, uint64_t count, uint64_t held)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_TASK);
	struct nlattr *nest;

	put_uint(msg, WBTRACE_A_TASK_FIRST_NS, first_ns);
	put_uint(msg, WBTRACE_A_TASK_DIRTIED_BYTES, dirtied);
	nest = nla_nest_start(msg, WBTRACE_A_TASK_THROTTLE);
	put_uint(msg, WBTRACE_A_THROTTLE_COUNT, count);
	put_uint(msg, WBTRACE_A_THROTTLE_HELD_NS, held);
	put_uint(msg, WBTRACE_A_THROTTLE_HELD_MAX_NS, 7 * MS);
	nla_nest_end(msg, nest);
	return row(&attrs_task, msg);
}

/* The module's state: a task table that has evicted so many rows. */
static struct record *info(uint64_t evicted, uint32_t state)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_INFO);
	struct nlattr *nest;

	nla_put_string(msg, WBTRACE_A_INFO_VERSION, "1");
	nla_put_u32(msg, WBTRACE_A_INFO_ABI_VERSION, 1);
	nla_put_u32(msg, WBTRACE_A_INFO_ATTACHED, 1);
	nest = nla_nest_start(msg, WBTRACE_A_INFO_PROBE);
	nla_put_string(msg, WBTRACE_A_PROBE_NAME, "a_probe");
	nla_put_u32(msg, WBTRACE_A_PROBE_STATE, state);
	nla_nest_end(msg, nest);
	nest = nla_nest_start(msg, WBTRACE_A_INFO_TABLE);
	nla_put_string(msg, WBTRACE_A_TABLE_NAME, "task");
	put_uint(msg, WBTRACE_A_TABLE_EVICTED, evicted);
	put_uint(msg, WBTRACE_A_TABLE_OVERFLOW, 0);
	nla_nest_end(msg, nest);
	return row(&attrs_info, msg);
}

/* A run of one writer: 1000 ms, 8 MiB, its first write done at 10 ms. */
static void begin(void)
{
	struct writer_state *s;

	run = (struct run){
		.targets = &target, .target_count = 1, .writers = 1, .procs = procs,
		.o = { .fsync = fig_of(FSYNC_END), .bs = fig_of(65536) },
		.go_ns = 1000 * MS, .end_ns = 2000 * MS,
	};
	memset(procs, 0, sizeof(procs));
	run.board = writer_board_new(1);
	s = &run.board->w[0];
	s->start_ns = 1000 * MS;
	s->first_ns = 1010 * MS;
	s->progress_ns = 1900 * MS;
	s->write_end_ns = 1900 * MS;
	s->end_ns = 2000 * MS;
	s->written_bytes = 8 * MIB;
	s->stall_ns = 50 * MS;
	run.module.client = test_client();
	run.module.info = info(3, WBTRACE_PROBE_STATE_ATTACHED);
	run.module.info_end = info(3, WBTRACE_PROBE_STATE_ATTACHED);
}

static void end(struct report *rep)
{
	report_free(rep);
	writer_board_free(run.board, 1);
	module_close(&run);
}

static void check_new_task(void)
{
	struct report_writer *w;
	struct report *rep;

	begin();
	procs[0].task_end = task(1001 * MS, 8 * MIB, 40, 250 * MS);
	rep = report_build(&run);
	w = &rep->writers[0];
	ok(w->wall_ns.v == 1000 * MS && w->write_ns.v == 900 * MS, "times since the barrier");
	ok(w->throughput.v == 8 * MIB, "bytes over the time with the flush");
	ok(w->dirtied_bytes.v == 8 * MIB && w->t.count.v == 40, "a new task's counters");
	ok(w->t.held_max_ns.v == 7 * MS, "and its maximum");
	ok(w->throttled.v > 0.2499 && w->throttled.v < 0.2501, "a quarter of the time");
	ok(!w->t.slept_ns.known && !w->t.async_count.known, "what did not arrive is unknown");
	ok(!rep->note_count, "nothing to note");
	end(rep);
}

static void check_old_task(void)
{
	struct report *rep;

	begin();
	procs[0].task_start = task(500 * MS, 3 * MIB, 10, 100 * MS);
	procs[0].task_end = task(500 * MS, 8 * MIB, 40, 250 * MS);
	rep = report_build(&run);
	ok(rep->writers[0].dirtied_bytes.v == 5 * MIB, "the difference of bytes");
	ok(rep->writers[0].t.count.v == 30, "the difference of decisions");
	ok(rep->writers[0].t.held_ns.v == 150 * MS, "the difference of times");
	ok(!rep->writers[0].t.held_max_ns.known, "a maximum has no difference");
	end(rep);
}

static void check_emptied(void)
{
	struct report *rep;

	begin();
	procs[0].task_end = task(1500 * MS, 2 * MIB, 4, 25 * MS);
	rep = report_build(&run);
	ok(!rep->writers[0].dirtied_bytes.known && !rep->writers[0].t.count.known,
	   "a row that came after the first write knows a part only");
	ok(rep->note_count == 1 && strstr(rep->notes[0], "reset"), "and that is noted");
	end(rep);
}

static void check_no_row(void)
{
	struct report *rep;

	begin();
	rep = report_build(&run);
	ok(rep->writers[0].t.count.known && !rep->writers[0].t.count.v,
	   "no row, and none was lost: 0");
	end(rep);
	begin();
	record_free(run.module.info_end);
	run.module.info_end = info(4, WBTRACE_PROBE_STATE_ATTACHED);
	rep = report_build(&run);
	ok(!rep->writers[0].t.count.known, "no row, and one was evicted: unknown");
	end(rep);
	begin();
	record_free(run.module.info_end);
	run.module.info_end = info(3, WBTRACE_PROBE_STATE_ABSENT);
	rep = report_build(&run);
	ok(!rep->writers[0].t.count.known, "no row, and a probe is absent: unknown");
	ok(rep->probes_absent_count.v == 1 && !strcmp(rep->probes_absent[0], "a_probe"),
	   "the absent probe is named");
	end(rep);
}

static void check_lost(void)
{
	struct report *rep;

	begin();
	run.module.lost = true;
	strcpy(run.module.lost_why, "it was unloaded during the run");
	procs[0].task_end = task(1001 * MS, 8 * MIB, 40, 250 * MS);
	rep = report_build(&run);
	ok(!rep->writers[0].dirtied_bytes.known, "a module that is lost says nothing");
	ok(strstr(rep->notes[0], "unloaded"), "and that is noted");
	end(rep);
}

/* A writer that was killed in a write that began after 500 ms. */
static void check_killed(void)
{
	struct report *rep;

	begin();
	run.board->w[0].progress_ns = 1500 * MS;
	run.board->w[0].write_end_ns = 0;
	run.board->w[0].end_ns = 0;
	run.signal = 2;
	rep = report_build(&run);
	ok(rep->writers[0].stall_ns.v == 500 * MS, "the write that did not end is a stall");
	ok(rep->writers[0].wall_ns.v == 1000 * MS, "it ends with the run");
	ok(rep->interrupted && strstr(rep->notes[0], "SIGINT"), "the signal is noted");
	end(rep);
}

/* One that was killed in its flush, which began after 900 ms. */
static void check_killed_flush(void)
{
	struct report *rep;

	begin();
	run.board->w[0].end_ns = 0;
	rep = report_build(&run);
	ok(rep->writers[0].flush_ns.v == 100 * MS, "the flush that did not end counts");
	ok(rep->writers[0].stall_ns.v == 50 * MS, "and is no stall");
	end(rep);
}

int main(void)
{
	check_new_task();
	check_old_task();
	check_emptied();
	check_no_row();
	check_lost();
	check_killed();
	check_killed_flush();
	return tap_end();
}
