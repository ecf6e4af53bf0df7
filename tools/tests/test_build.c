// SPDX-License-Identifier: GPL-2.0-or-later
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

/* The module's state: a probe, and tables that have evicted so many rows. */
static struct record *info_of(uint64_t evicted, uint32_t state, const char *probe,
			      uint64_t reset_ns)
{
	static const char *const tables[] = { "task", "inode", "wb" };
	struct nl_msg *msg = row_message(WBTRACE_CMD_INFO);
	struct nlattr *nest;
	size_t i;

	nla_put_string(msg, WBTRACE_A_INFO_VERSION, "1");
	nla_put_u32(msg, WBTRACE_A_INFO_ABI_VERSION, 1);
	nla_put_u32(msg, WBTRACE_A_INFO_ATTACHED, 1);
	nest = nla_nest_start(msg, WBTRACE_A_INFO_PROBE);
	nla_put_string(msg, WBTRACE_A_PROBE_NAME, probe);
	nla_put_u32(msg, WBTRACE_A_PROBE_STATE, state);
	nla_nest_end(msg, nest);
	for (i = 0; i < ARRAY_SIZE(tables); i++) {
		nest = nla_nest_start(msg, WBTRACE_A_INFO_TABLE);
		nla_put_string(msg, WBTRACE_A_TABLE_NAME, tables[i]);
		put_uint(msg, WBTRACE_A_TABLE_EVICTED, evicted);
		put_uint(msg, WBTRACE_A_TABLE_OVERFLOW, 0);
		nla_nest_end(msg, nest);
	}
	if (reset_ns)
		put_uint(msg, WBTRACE_A_INFO_RESET_NS, reset_ns);
	return row(&attrs_info, msg);
}

static struct record *info(uint64_t evicted, uint32_t state)
{
	return info_of(evicted, state, "writeback_dirty_folio", 0);
}

/* What the module says at the end, instead of what begin() has put there. */
static void ends_with(struct record *now)
{
	record_free(run.module.info_end);
	run.module.info_end = now;
}

/* A run of one writer: 1000 ms, 8 MiB, its first write done at 10 ms. */
static void begin(void)
{
	struct writer_state *s;

	run = (struct run){
		.targets = &target, .target_count = 1, .writers = 1, .procs = procs,
		.shape = &shape_write, .wrap = 8 * MIB,
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
	run.module.start_ns = 990 * MS;
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
	ok(rep->note_count == 1 && !strncmp(rep->notes[0], "1 probe is not attached", 23),
	   "one absent probe is noted in the singular");
	ok(rep->probes_absent_count.v == 1 &&
	   !strcmp(rep->probes_absent[0], "writeback_dirty_folio"),
	   "the absent probe is named");
	end(rep);
}

static struct record *wb_row(const char *bdi, uint64_t first_ns, uint64_t dirtied)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_WB);

	nla_put_string(msg, WBTRACE_A_WB_BDI, bdi);
	nla_put_u64(msg, WBTRACE_A_WB_BDI_ID, 9);
	put_uint(msg, WBTRACE_A_WB_FIRST_NS, first_ns);
	put_uint(msg, WBTRACE_A_WB_DIRTIED_BYTES, dirtied);
	return row(&attrs_wb, msg);
}

static struct record *inode_row(uint64_t first_ns, uint64_t dirtied)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_INODE);

	nla_put_u32(msg, WBTRACE_A_INODE_DEV, 252 << 20);
	nla_put_u64(msg, WBTRACE_A_INODE_INO, 12);
	nla_put_string(msg, WBTRACE_A_INODE_BDI, "252:0");
	put_uint(msg, WBTRACE_A_INODE_FIRST_NS, first_ns);
	put_uint(msg, WBTRACE_A_INODE_DIRTIED_BYTES, dirtied);
	return row(&attrs_inode, msg);
}

/* A reset after the last write: no row comes again. */
static void check_late_reset(void)
{
	struct report *rep;

	begin();
	procs[0].ino = fig_of(12);
	ends_with(info_of(3, WBTRACE_PROBE_STATE_ATTACHED, "writeback_dirty_folio", 1950 * MS));
	rep = report_build(&run);
	ok(!rep->writers[0].t.count.known && !rep->writers[0].dirtied_bytes.known &&
	   !rep->all.t.held_ns.known, "late reset: a task without a row is unknown, not 0");
	ok(rep->inode_count == 1 && rep->inodes[0].ino.v == 12 &&
	   !rep->inodes[0].dirtied_bytes.known && !rep->inodes[0].dirty_bytes.known,
	   "late reset: the inode's line is there, without figures");
	ok(rep->wb_count == 1 && rep->wbs[0].ours.v && !rep->wbs[0].dirtied_bytes.known,
	   "late reset: the wb's line is there, without figures");
	ok(rep->note_count == 1 && strstr(rep->notes[0], "reset"), "late reset: it is noted");
	end(rep);
	begin();
	ends_with(info_of(3, WBTRACE_PROBE_STATE_ATTACHED, "writeback_dirty_folio", 1950 * MS));
	rep = report_build(&run);
	ok(!rep->inode_count && rep->note_count == 1,
	   "late reset: a file that is not known has no line");
	end(rep);
}

/* A reset, and then rows again, made by the flusher. */
static void check_rows_after_reset(void)
{
	struct report *rep;

	begin();
	ends_with(info_of(3, WBTRACE_PROBE_STATE_ATTACHED, "writeback_dirty_folio", 1950 * MS));
	procs[0].task_end = task(1001 * MS, 8 * MIB, 40, 250 * MS);
	procs[0].inode_end = inode_row(1960 * MS, 0);
	run.module.wbs_end.first = wb_row("252:0", 1960 * MS, 0);
	rep = report_build(&run);
	ok(rep->writers[0].t.count.v == 40, "reset: a row from before it has lost nothing");
	ok(rep->inode_count == 1 && !rep->inodes[0].dirtied_bytes.known,
	   "reset: an inode's row from after it is no figure");
	ok(rep->wb_count == 1 && !rep->wbs[0].dirtied_bytes.known &&
	   !rep->wbs[0].bandwidth.known, "reset: nor is a wb's");
	end(rep);
}

static void check_early_reset(void)
{
	struct report *rep;

	begin();
	ends_with(info_of(3, WBTRACE_PROBE_STATE_ATTACHED, "writeback_dirty_folio", 989 * MS));
	rep = report_build(&run);
	ok(rep->writers[0].t.count.known && !rep->writers[0].t.count.v && !rep->note_count,
	   "a reset before the run began: no row is 0");
	ok(!rep->inode_count && !rep->wb_count, "and no line stands for what was not there");
	end(rep);
}

/* The row of a writer that began as another row: not one row's difference. */
static void check_other_stay(void)
{
	struct report *rep;

	begin();
	procs[0].task_start = task(500 * MS, 3 * MIB, 10, 100 * MS);
	procs[0].task_end = task(1005 * MS, 8 * MIB, 40, 250 * MS);
	rep = report_build(&run);
	ok(!rep->writers[0].dirtied_bytes.known && rep->note_count == 1,
	   "rows of two stays have no difference");
	end(rep);
}

/* Without the probe of dirtying, the first decision makes the row. */
static void check_no_dirty_probe(void)
{
	struct report *rep;

	begin();
	ends_with(info(3, WBTRACE_PROBE_STATE_ABSENT));
	procs[0].task_end = task(1500 * MS, 0, 4, 25 * MS);
	procs[0].inode_end = inode_row(1500 * MS, 0);
	rep = report_build(&run);
	ok(rep->writers[0].t.count.v == 4 && rep->writers[0].t.held_ns.v == 25 * MS,
	   "no dirty-folio probe: a row that came late has lost nothing");
	ok(rep->inodes[0].dirtied_bytes.known, "no dirty-folio probe: nor has an inode's");
	ok(rep->note_count == 1 && !strstr(rep->notes[0], "reset"),
	   "no dirty-folio probe: no note of lost rows");
	end(rep);
	begin();
	ends_with(info(4, WBTRACE_PROBE_STATE_ABSENT));
	procs[0].task_end = task(1500 * MS, 0, 4, 25 * MS);
	rep = report_build(&run);
	ok(!rep->writers[0].t.count.known,
	   "no dirty-folio probe: one that came late, and one was evicted: unknown");
	end(rep);
	begin();
	ends_with(info_of(3, WBTRACE_PROBE_STATE_ABSENT, "writeback_dirty_folio",
			  1400 * MS));
	procs[0].task_end = task(1500 * MS, 0, 4, 25 * MS);
	rep = report_build(&run);
	ok(!rep->writers[0].t.count.known,
	   "no dirty-folio probe: one that came after a reset: unknown");
	end(rep);
}

/* O_DIRECT dirties no folios: its rows come when they come. */
static void check_direct(void)
{
	struct report *rep;

	begin();
	run.o.direct = true;
	procs[0].task_end = task(1500 * MS, 0, 4, 25 * MS);
	rep = report_build(&run);
	ok(rep->writers[0].t.count.v == 4 && !rep->note_count,
	   "O_DIRECT: a row that came late has lost nothing");
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
	check_late_reset();
	check_rows_after_reset();
	check_early_reset();
	check_other_stay();
	check_no_dirty_probe();
	check_direct();
	check_lost();
	check_killed();
	check_killed_flush();
	return tap_end();
}
