// SPDX-License-Identifier: GPL-2.0-or-later
/* The reader on this machine's kernel: the ledger of a child that is known. */
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "tap.h"
#include "tracefs_reader.h"

#define MS 1000000ULL
#define BUSY_NS (200 * MS)
#define SLEEP_NS (100 * MS)

static void skip(const char *why)
{
	tap.passed++;
	printf("ok %d - trace events of a child # SKIP %s\n", tap.passed, why);
}

/* What the child tells of itself: its CPU time up to the start, and its time since. */
struct account {
	uint64_t cpu_before_ns;
	uint64_t wall_ns;
};

/* Busy, then asleep, after the pipe has ended. */
static void be_child(int go, struct account *tell)
{
	const struct timespec nap = { .tv_nsec = SLEEP_NS };
	uint64_t start_ns, busy_ns;
	char byte;

	tell->cpu_before_ns = clock_read_ns(CLOCK_PROCESS_CPUTIME_ID);
	busy_ns = tell->cpu_before_ns + BUSY_NS;
	while (read(go, &byte, 1) > 0)
		;
	start_ns = now_ns();
	while (clock_read_ns(CLOCK_PROCESS_CPUTIME_ID) < busy_ns)
		;
	nanosleep(&nap, NULL);
	tell->wall_ns = now_ns() - start_ns;
	_exit(0);
}

/* @most_ns is from before the start to its end. */
static void check_ledger(const struct trace_task *task, const struct rusage *use,
			 const struct account *told, uint64_t most_ns)
{
	uint64_t least_ns = told->wall_ns;
	const struct trace_ledger *l = &task->ledger;
	uint64_t cpu_ns = (uint64_t)(use->ru_utime.tv_sec + use->ru_stime.tv_sec) * NSEC_PER_SEC +
			  (uint64_t)(use->ru_utime.tv_usec + use->ru_stime.tv_usec) * 1000;
	uint64_t sum_ns = l->cpu_ns + l->runqueue_ns + l->throttle_ns + l->other_ns;

	printf("# cpu %llu runqueue %llu throttle %llu other %llu us, of %llu to %llu\n",
	       (unsigned long long)l->cpu_ns / 1000, (unsigned long long)l->runqueue_ns / 1000,
	       (unsigned long long)l->throttle_ns / 1000, (unsigned long long)l->other_ns / 1000,
	       (unsigned long long)least_ns / 1000, (unsigned long long)most_ns / 1000);
	/* What the host of a guest took from it is in one of the two only. */
	ok(l->cpu_ns + 20 * MS >= cpu_ns - told->cpu_before_ns,
	   "its time on the CPU is not below that of wait4(2)");
	ok(l->other_ns >= SLEEP_NS, "its sleep is in other");
	ok(!l->throttle_ns && !task->t.count, "it was not throttled");
	ok(sum_ns >= least_ns && sum_ns <= most_ns, "the parts sum to its time");
	ok(task->where == TRACE_DEAD, "its end was seen");
}

static void watch_child(struct reader *rd)
{
	uint64_t start_ns = now_ns(), most_ns;
	struct account *told = mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct rusage use;
	int go[2], rc;
	pid_t pid;

	if (pipe(go) || told == MAP_FAILED)
		exit(2);
	pid = fork();
	if (!pid) {
		close(go[1]);
		be_child(go[0], told);
	}
	close(go[0]);
	ok(!reader_start(rd, &pid, 1), "the reader starts");
	close(go[1]);
	while (!wait4(pid, NULL, WNOHANG, &use)) {
		usleep(10000);
		reader_poll(rd);
	}
	most_ns = now_ns() - start_ns;
	rc = reader_stop(rd);
	ok(!rc && !reader_lost(rd), "the reader stops, and nothing was lost");
	ok(reader_fd(rd) < 0, "there is nothing to poll any more");
	check_ledger(reader_task(rd, pid), &use, told, most_ns);
	ok(!reader_task(rd, getpid()), "of others it knows nothing");
}

int main(void)
{
	struct reader *rd;
	int rc = reader_open(&rd);

	if (rc)
		skip(reader_why(rd, rc));
	else if (!reader_sees_sleep(rd))
		skip("this kernel has no scheduler events");
	else
		watch_child(rd);
	reader_close(rd);
	return tap_end();
}
