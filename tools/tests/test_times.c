// SPDX-License-Identifier: GPL-2.0-or-later
/* Stalls and fsyncs: what a writer says of them, and what the report makes of it. */
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "report.h"
#include "run.h"
#include "tap.h"

#define MS 1000000ULL
#define START (5000 * MS)

static void nap(uint64_t ns)
{
	const struct timespec t = { .tv_nsec = (long)ns };

	clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
}

/* Operations of a writer in this process: the second one is held up. */
static void check_stall(void)
{
	static struct writer_state s;
	struct writer w = { .state = &s };
	struct report_writer out = {};
	struct run r = { .shape = &shape_write };
	uint64_t held;

	s.progress_ns = now_ns();
	s.start_ns = s.progress_ns;
	op_begin(&w);
	nap(MS);
	op_end(&w);
	held = s.progress_ns;
	op_begin(&w);
	nap(30 * MS);
	op_end(&w);
	op_begin(&w);
	op_end(&w);
	s.write_end_ns = now_ns();
	s.end_ns = now_ns();
	r.end_ns = s.end_ns;
	report_fill_times(&out, &r, &s);
	ok(out.stall_ns.v >= 30 * MS, "the longest stall is that of the second operation");
	ok(out.stall_at_ns.known && out.stall_at_ns.v == held - s.start_ns,
	   "it began when the first one ended");
	ok(out.fsync_count.known && !out.fsync_count.v && !out.fsync_max_ns.known,
	   "no fsync, and so no longest");
}

static void check_fsync(void)
{
	const char *where = getenv("WBCTL_TEST_DIR");
	static struct writer_state s;
	struct writer w = { .state = &s };
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "%s/wbctl-times-XXXXXX", where ? where : "/var/tmp");
	fd = mkstemp(path);
	if (fd < 0)
		abort();
	unlink(path);
	ok(!io_flush(&w, fd, 0) && !io_flush(&w, fd, 0), "two calls");
	ok(s.fsync_count == 2 && !s.fsync_from_ns, "are counted, and over");
	ok(s.fsync_max_ns > 0 && s.fsync_max_ns <= s.flush_ns, "the longest is one of them");
	close(fd);
	ok(io_flush(&w, fd, 0) < 0 && s.fsync_count == 3, "one that fails is one too");
}

/* A writer that was killed: what it was in began at 2 s, the run ended at 9 s. */
static struct report_writer killed(bool flushing)
{
	static struct writer_state s;
	struct report_writer out = {};
	const struct run r = {
		.shape = &shape_write, .end_ns = START + 9000 * MS,
		.o = { .fsync = fig_of(FSYNC_END) },
	};

	memset(&s, 0, sizeof(s));
	s.start_ns = START;
	s.stall_ns = 300 * MS;
	s.stall_from_ns = START + 1000 * MS;
	s.progress_ns = START + 2000 * MS;
	if (flushing) {
		s.write_end_ns = s.progress_ns;
		s.fsync_count = 1;
		s.fsync_from_ns = s.progress_ns;
	}
	report_fill_times(&out, &r, &s);
	return out;
}

static void check_endless(void)
{
	struct report_writer w = killed(false);

	ok(w.stall_ns.v == 7000 * MS && w.stall_at_ns.v == 2000 * MS,
	   "a write that did not end is the stall");
	ok(w.write_ns.v == 9000 * MS && !w.flush_ns.v, "it wrote until the end");
	w = killed(true);
	ok(w.stall_ns.v == 300 * MS && w.stall_at_ns.v == 1000 * MS,
	   "a flush that did not end is none");
	ok(w.fsync_count.v == 1 && w.fsync_max_ns.v == 7000 * MS, "but the longest fsync");
	ok(w.flush_ns.v == 7000 * MS && w.wall_ns.v == 9000 * MS, "and in the clock");
}

static void check_none(void)
{
	const struct run r = { .shape = &shape_write, .end_ns = START };
	static struct writer_state s;
	struct report_writer out = {};

	report_fill_times(&out, &r, &s);
	ok(!out.wall_ns.known && !out.stall_at_ns.known && !out.fsync_count.known,
	   "one that never passed the barrier has no times");
	s.start_ns = START - MS;
	s.progress_ns = s.start_ns;
	s.write_end_ns = START;
	s.end_ns = START;
	report_fill_times(&out, &r, &s);
	ok(out.stall_ns.known && !out.stall_ns.v && !out.stall_at_ns.known,
	   "without an operation there was no stall, and none began");
}

int main(void)
{
	check_stall();
	check_fsync();
	check_endless();
	check_none();
	return tap_end();
}
