// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ledger of watched tasks: its parts sum to the wall time, agree with the
 * kernel's own accounts, follow forks and end with the client; sleeps keep the
 * right stack.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ktap.h"

#define NS_PER_MS	1000000ULL
#define NS_PER_S	1000000000ULL

FIXTURE(ledger) {
	struct client client;
	struct rows rows;
	int go[2];
};

FIXTURE_SETUP(ledger)
{
	quiesce();
	memset(&self->rows, 0, sizeof(self->rows));
	ASSERT_EQ(0, pipe(self->go));
	ASSERT_EQ(0, client_open(&self->client));
	ASSERT_EQ(0, client_config(&self->client, 1, -1, NULL));
}

FIXTURE_TEARDOWN(ledger)
{
	rows_free(&self->rows);
	client_close(&self->client);
	close(self->go[0]);
	close(self->go[1]);
	EXPECT_TRUE(wait_detached());
}

static __u64 clock_ns(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static void spin_ms(unsigned int ms)
{
	__u64 end = clock_ns(CLOCK_PROCESS_CPUTIME_ID) + ms * NS_PER_MS;

	while (clock_ns(CLOCK_PROCESS_CPUTIME_ID) < end)
		;
}

static void doze_ms(unsigned int ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

/* What a child reports of itself when it is through. */
struct account {
	__u64 wall_ns;
	__u64 cpu_ns;
};

static __u64 run_delay_ns(pid_t pid)
{
	unsigned long long cpu, delay;
	char path[64], text[128];

	snprintf(path, sizeof(path), "/proc/%d/schedstat", pid);
	read_text(path, text, sizeof(text));
	if (sscanf(text, "%llu %llu", &cpu, &delay) != 2)
		die("%s: %s", path, text);
	return delay;
}

struct job {
	int go;
	void (*work)(void);
	struct account account;
	int result;
};

static void run_job(void *data)
{
	struct job *job = data;
	struct account *a = &job->account;
	char byte;

	if (read(job->go, &byte, 1) != 1)
		die("the barrier is closed");
	a->wall_ns = clock_ns(CLOCK_MONOTONIC);
	a->cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	job->work();
	a->cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - a->cpu_ns;
	a->wall_ns = clock_ns(CLOCK_MONOTONIC) - a->wall_ns;
	if (write(job->result, a, sizeof(*a)) != sizeof(*a))
		die("cannot report");
	/* It stays to be looked at until it may go. */
	if (read(job->go, &byte, 1) != 1)
		die("the barrier is closed");
}

/* Starts a child that waits at the barrier. */
static pid_t start_job(const int *go, void (*work)(void), int *result)
{
	struct job job = { .go = go[0], .work = work };
	int pipes[2];
	pid_t pid;

	if (pipe(pipes))
		die("pipe: %s", strerror(errno));
	job.result = pipes[1];
	pid = start_child(run_job, &job);
	close(pipes[1]);
	*result = pipes[0];
	return pid;
}

static void watch(struct client *c, pid_t pid)
{
	if (client_watch(c, pid, NULL))
		die("%d cannot be watched: %s", pid, c->extack);
}

static pid_t start_watched(struct client *c, const int *go, void (*work)(void), int *result)
{
	pid_t pid = start_job(go, work, result);

	watch(c, pid);
	return pid;
}

static void let(const int *go)
{
	if (write(go[1], "g", 1) != 1)
		die("the barrier is closed");
}

static void do_job(const int *go, int result, struct account *account)
{
	let(go);
	if (read(result, account, sizeof(*account)) != sizeof(*account))
		die("the child has no account");
}

static void end_job(pid_t pid, const int *go, int result)
{
	let(go);
	close(result);
	if (wait_child(pid))
		die("the child failed");
}

static void finish_watched(pid_t pid, const int *go, int result, struct account *account)
{
	do_job(go, result, account);
	end_job(pid, go, result);
}

static bool is_asleep(void *data)
{
	char path[64], text[512];
	const char *end;

	snprintf(path, sizeof(path), "/proc/%d/stat", *(pid_t *)data);
	read_text(path, text, sizeof(text));
	end = strrchr(text, ')');
	return end && end[2] == 'S';
}

static void get_ledger(struct client *c, pid_t pid, struct row *row)
{
	struct query q = { .pid = pid };

	if (client_get(c, WBTRACE_CMD_TASK, &q, row))
		die("task %d: %s", pid, c->extack);
	if (!row_has(row, WBTRACE_A_TASK_LEDGER))
		die("task %d has no ledger", pid);
}

static __u64 part_ns(const struct row *row, int activity)
{
	const struct part *part = row_part(row, WBTRACE_A_PART_ACTIVITY, activity);

	return part ? part->v[WBTRACE_A_PART_CPU_NS] + part->v[WBTRACE_A_PART_WAIT_NS] : 0;
}

static __u64 sum_ns(const struct row *row)
{
	__u64 ns = row->ledger[WBTRACE_A_LEDGER_RUNQUEUE_NS];
	unsigned int i;

	for (i = 0; i < row->parts; i++)
		ns += row->part[i].v[WBTRACE_A_PART_CPU_NS] +
		      row->part[i].v[WBTRACE_A_PART_WAIT_NS];
	return ns;
}

static __u64 cpu_ns(const struct row *row)
{
	__u64 ns = 0;
	unsigned int i;

	for (i = 0; i < row->parts; i++)
		ns += row->part[i].v[WBTRACE_A_PART_CPU_NS];
	return ns;
}

static bool within(__u64 a, __u64 b, __u64 tolerance)
{
	return a > b ? a - b <= tolerance : b - a <= tolerance;
}

static __u64 percent(__u64 value, unsigned int n)
{
	return value * n / 100;
}

static void spin_and_doze(void)
{
	int i;

	for (i = 0; i < 20; i++) {
		spin_ms(10);
		doze_ms(10);
	}
}

/* Its own clocks against the ledger; what lies around them is small. */
TEST_F(ledger, agrees_with_the_clocks_of_the_task)
{
	struct account a;
	struct row before, after;
	__u64 wall;
	int result;
	pid_t pid;

	pid = start_watched(&self->client, self->go, spin_and_doze, &result);
	get_ledger(&self->client, pid, &before);
	finish_watched(pid, self->go, result, &a);
	get_ledger(&self->client, pid, &after);
	EXPECT_EQ(sum_ns(&after), after.ledger[WBTRACE_A_LEDGER_WALL_NS]);
	EXPECT_TRUE(after.ledger_have & 1ULL << WBTRACE_A_LEDGER_UNTIL_NS);
	EXPECT_EQ(after.ledger[WBTRACE_A_LEDGER_WALL_NS],
		  after.ledger[WBTRACE_A_LEDGER_UNTIL_NS] -
		  after.ledger[WBTRACE_A_LEDGER_SINCE_NS]);
	wall = sum_ns(&after) - sum_ns(&before);
	EXPECT_TRUE(within(a.wall_ns, wall, percent(wall, 5) + 10 * NS_PER_MS)) {
		TH_LOG("wall %llu, ledger %llu", a.wall_ns, wall);
	}
	EXPECT_TRUE(within(a.cpu_ns, cpu_ns(&after) - cpu_ns(&before),
			   percent(a.cpu_ns, 5) + 5 * NS_PER_MS)) {
		TH_LOG("cpu %llu, ledger %llu", a.cpu_ns, cpu_ns(&after) - cpu_ns(&before));
	}
	EXPECT_GE(after.ledger[WBTRACE_A_LEDGER_SLEEP_COUNT], 20);
}

static void spin_long(void)
{
	spin_ms(300);
}

static void pin_to_cpu0(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("sched_setaffinity: %s", strerror(errno));
}

static void spin_beside(void *unused)
{
	pin_to_cpu0();
	for (;;)
		spin_ms(1000);
}

static void spin_on_cpu0(void)
{
	pin_to_cpu0();
	spin_long();
}

/* Two that want one CPU: the wait for it is what the kernel's schedstat says. */
TEST_F(ledger, runqueue_equals_schedstat)
{
	__u64 ledger, delay;
	struct account a;
	pid_t rival, pid;
	struct row row;
	int result;

	rival = start_child(spin_beside, NULL);
	pid = start_watched(&self->client, self->go, spin_on_cpu0, &result);
	EXPECT_TRUE(wait_until(is_asleep, &pid, WAIT_MS));
	get_ledger(&self->client, pid, &row);
	ledger = row.ledger[WBTRACE_A_LEDGER_RUNQUEUE_NS];
	delay = run_delay_ns(pid);
	do_job(self->go, result, &a);
	EXPECT_TRUE(wait_until(is_asleep, &pid, WAIT_MS));
	get_ledger(&self->client, pid, &row);
	ledger = row.ledger[WBTRACE_A_LEDGER_RUNQUEUE_NS] - ledger;
	delay = run_delay_ns(pid) - delay;
	end_job(pid, self->go, result);
	kill(rival, SIGKILL);
	waitpid(rival, NULL, 0);
	EXPECT_GT(delay, 50 * NS_PER_MS);
	/* The kernel takes the run queues' clocks, which are a little apart. */
	EXPECT_TRUE(within(ledger, delay, percent(delay, 3) + 2 * NS_PER_MS)) {
		TH_LOG("ledger %llu, schedstat %llu", ledger, delay);
	}
}

static void doze_long(void)
{
	doze_ms(300);
}

static bool has_frame(const struct row *row, const char *name)
{
	size_t len = strlen(name);
	unsigned int i;

	for (i = 0; i < row->frames; i++)
		if (!strncmp(row->frame[i], name, len))
			return true;
	return false;
}

TEST_F(ledger, a_sleep_keeps_its_stack)
{
	struct query q = {};
	const struct row *found = NULL;
	struct account a;
	struct row row;
	int result;
	size_t i;
	pid_t pid;

	pid = start_watched(&self->client, self->go, doze_long, &result);
	finish_watched(pid, self->go, result, &a);
	get_ledger(&self->client, pid, &row);
	q.pid = pid;
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_STACK, &q, &self->rows));
	for (i = 0; i < self->rows.n; i++) {
		EXPECT_EQ(pid, self->rows.row[i].v[WBTRACE_A_STACK_PID]);
		if (has_frame(&self->rows.row[i], "hrtimer_nanosleep"))
			found = &self->rows.row[i];
	}
	ASSERT_NE(NULL, found);
	EXPECT_EQ(1, found->v[WBTRACE_A_STACK_COUNT]);
	EXPECT_TRUE(within(found->v[WBTRACE_A_STACK_TIME_NS], 300 * NS_PER_MS, 20 * NS_PER_MS));
	EXPECT_TRUE(has_frame(found, "schedule"));
	EXPECT_EQ(0, row.ledger[WBTRACE_A_LEDGER_UNSTACKED_COUNT]);
}

static bool has_slept(void *data)
{
	return clock_ns(CLOCK_MONOTONIC) > *(__u64 *)data;
}

/* A sleep that goes on is seen while it does, also one that began before the watch. */
TEST_F(ledger, a_sleep_that_goes_on_is_seen)
{
	struct query q = {};
	const struct row *found = NULL;
	__u64 until;
	struct row row;
	int result;
	size_t i;
	pid_t pid;

	pid = start_job(self->go, doze_long, &result);
	EXPECT_TRUE(wait_until(is_asleep, &pid, WAIT_MS));
	watch(&self->client, pid);
	until = clock_ns(CLOCK_MONOTONIC) + 100 * NS_PER_MS;
	EXPECT_TRUE(wait_until(has_slept, &until, WAIT_MS));
	get_ledger(&self->client, pid, &row);
	EXPECT_GE(part_ns(&row, WBTRACE_ACTIVITY_NONE), 100 * NS_PER_MS);
	q.pid = pid;
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_STACK, &q, &self->rows));
	for (i = 0; i < self->rows.n; i++)
		if (has_frame(&self->rows.row[i], "pipe_read") ||
		    has_frame(&self->rows.row[i], "anon_pipe_read"))
			found = &self->rows.row[i];
	/* 6.1 exports no way to ask for the stack of another task. */
	if (found) {
		EXPECT_GE(found->v[WBTRACE_A_STACK_TIME_NS], 100 * NS_PER_MS);
		EXPECT_EQ(0, found->v[WBTRACE_A_STACK_COUNT]);
	} else {
		EXPECT_EQ(0, self->rows.n);
		EXPECT_EQ(0, row_part(&row, WBTRACE_A_PART_ACTIVITY,
				      WBTRACE_ACTIVITY_NONE)->v[WBTRACE_A_PART_STACKED_NS]);
	}
	let(self->go);
	end_job(pid, self->go, result);
}

/* The stacks of a task explain what its ledger says that stacks explain. */
TEST_F(ledger, stacks_sum_to_the_stacked_time)
{
	struct query q = {};
	__u64 stacked = 0;
	struct account a;
	struct row row;
	unsigned int i;
	int result;
	pid_t pid;

	pid = start_watched(&self->client, self->go, spin_and_doze, &result);
	finish_watched(pid, self->go, result, &a);
	get_ledger(&self->client, pid, &row);
	for (i = 0; i < row.parts; i++)
		stacked += row.part[i].v[WBTRACE_A_PART_STACKED_NS];
	q.pid = pid;
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_STACK, &q, &self->rows));
	EXPECT_EQ(stacked, rows_sum(&self->rows, WBTRACE_A_STACK_TIME_NS));
	q.top = 1;
	q.by = WBTRACE_SORT_KEY_TIME;
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_STACK, &q, &self->rows));
	EXPECT_EQ(1, self->rows.n);
	q.by = WBTRACE_SORT_KEY_DIRTIED;
	EXPECT_EQ(-EINVAL, client_dump(&self->client, WBTRACE_CMD_STACK, &q, &self->rows));
}

static void fork_and_wait(void)
{
	pid_t pid = fork();

	if (!pid) {
		spin_ms(50);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

/* The child and the grandchild are watched, others are not. */
TEST_F(ledger, follows_forks)
{
	struct config config;
	unsigned int with = 0;
	struct account a;
	int result;
	size_t i;
	pid_t pid;

	pid = start_watched(&self->client, self->go, fork_and_wait, &result);
	ASSERT_EQ(0, client_config(&self->client, -1, -1, &config));
	EXPECT_EQ(1, config.v[WBTRACE_A_CONFIG_WATCHED_COUNT]);
	finish_watched(pid, self->go, result, &a);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_TASK, NULL, &self->rows));
	for (i = 0; i < self->rows.n; i++)
		with += row_has(&self->rows.row[i], WBTRACE_A_TASK_LEDGER) &&
			!(self->rows.row[i].v[WBTRACE_A_TASK_FLAGS] & WBTRACE_ROW_FLAGS_EVICTED);
	EXPECT_EQ(2, with);
	ASSERT_EQ(0, client_config(&self->client, -1, -1, &config));
	EXPECT_EQ(0, config.v[WBTRACE_A_CONFIG_WATCHED_COUNT]);
}

/* A socket can ask for the tasks that it watched itself, the dead too, by their last names. */
TEST_F(ledger, a_socket_asks_for_its_own)
{
	const struct query own = { .watched = true };
	static struct client other;
	struct account a;
	int result;
	size_t i;
	pid_t pid;

	pid = start_watched(&self->client, self->go, fork_and_wait, &result);
	finish_watched(pid, self->go, result, &a);
	ASSERT_EQ(0, client_dump(&self->client, WBTRACE_CMD_TASK, &own, &self->rows));
	EXPECT_EQ(2, self->rows.n);
	for (i = 0; i < self->rows.n; i++)
		EXPECT_TRUE(self->rows.row[i].v[WBTRACE_A_TASK_FLAGS] & WBTRACE_ROW_FLAGS_GONE);
	EXPECT_TRUE(!!rows_find(&self->rows, WBTRACE_A_TASK_PID, pid));
	ASSERT_EQ(0, client_open(&other));
	watch(&other, getpid());
	ASSERT_EQ(0, client_dump(&other, WBTRACE_CMD_TASK, &own, &self->rows));
	EXPECT_EQ(1, self->rows.n);
	EXPECT_FALSE(!!rows_find(&self->rows, WBTRACE_A_TASK_PID, pid));
	client_close(&other);
}

static bool switch_is_detached(void *data)
{
	const struct row *probe;
	struct info info;

	if (client_info(data, &info))
		return false;
	probe = info_probe(&info, "sched_switch", -1);
	return probe && probe->v[WBTRACE_A_PROBE_STATE] == WBTRACE_PROBE_STATE_DETACHED;
}

/* The watch ends with the socket, for other clients the figures stay. */
TEST_F(ledger, ends_with_the_socket)
{
	static struct client other;
	struct account a;
	struct row row;
	__u64 wall;
	int result;
	pid_t pid;

	EXPECT_TRUE(switch_is_detached(&self->client));
	/* The child must not hold the other's socket open. */
	pid = start_job(self->go, doze_long, &result);
	ASSERT_EQ(0, client_open(&other));
	watch(&other, pid);
	EXPECT_FALSE(switch_is_detached(&self->client));
	client_close(&other);
	EXPECT_TRUE(wait_until(switch_is_detached, &self->client, WAIT_MS));
	get_ledger(&self->client, pid, &row);
	EXPECT_FALSE(row.v[WBTRACE_A_TASK_FLAGS] & WBTRACE_ROW_FLAGS_WATCHED);
	wall = row.ledger[WBTRACE_A_LEDGER_WALL_NS];
	finish_watched(pid, self->go, result, &a);
	get_ledger(&self->client, pid, &row);
	EXPECT_EQ(wall, row.ledger[WBTRACE_A_LEDGER_WALL_NS]);
}

TEST_F(ledger, two_clients_do_not_disturb_each_other)
{
	static struct client other;
	struct account a;
	struct row row;
	int result;
	pid_t pid;

	pid = start_watched(&self->client, self->go, doze_long, &result);
	ASSERT_EQ(0, client_open(&other));
	watch(&other, pid);
	client_close(&other);
	finish_watched(pid, self->go, result, &a);
	get_ledger(&self->client, pid, &row);
	EXPECT_GE(row.ledger[WBTRACE_A_LEDGER_WALL_NS], a.wall_ns);
}

/* A reset in the middle: the task goes on being watched, from zero. */
TEST_F(ledger, survives_a_reset)
{
	struct config config;
	struct account a;
	struct row row;
	int result;
	pid_t pid;

	pid = start_watched(&self->client, self->go, spin_and_doze, &result);
	ASSERT_EQ(0, client_reset(&self->client, 0));
	finish_watched(pid, self->go, result, &a);
	get_ledger(&self->client, pid, &row);
	EXPECT_TRUE(within(sum_ns(&row), a.wall_ns, percent(a.wall_ns, 10) + 20 * NS_PER_MS)) {
		TH_LOG("wall %llu, ledger %llu", a.wall_ns, sum_ns(&row));
	}
	ASSERT_EQ(0, client_config(&self->client, -1, -1, &config));
	EXPECT_EQ(0, config.v[WBTRACE_A_CONFIG_WATCHED_COUNT]);
}

TEST_F(ledger, refuses_what_is_not_there)
{
	EXPECT_EQ(-ESRCH, client_watch(&self->client, 4194303, NULL));
	EXPECT_NE(NULL, strstr(self->client.extack, "no such process"));
	EXPECT_EQ(-ESRCH, client_watch(&self->client, 0x7fffffff, NULL));
}

static void throttled_write(void)
{
	write_file(MOUNT_POINT "/throttled", 12 * MIB, 65536, false);
}

/* All of a pause is throttling, and it is what the throttle nest says. */
TEST_F(ledger, throttling_is_the_time_held)
{
	struct account a;
	struct row row;
	__u64 held;
	int result;
	pid_t pid;

	fs_make("ext4", test_disk(0));
	fs_mount("ext4", test_disk(0), MOUNT_POINT);
	dirty_limits(MIB, 2 * MIB);
	pid = start_watched(&self->client, self->go, throttled_write, &result);
	finish_watched(pid, self->go, result, &a);
	dirty_limits_restore();
	get_ledger(&self->client, pid, &row);
	held = row.throttle[WBTRACE_A_THROTTLE_HELD_NS];
	EXPECT_GT(held, 100 * NS_PER_MS);
	/* What it waits for the CPU inside is on the run queue. */
	EXPECT_TRUE(within(part_ns(&row, WBTRACE_ACTIVITY_THROTTLE), held,
			   percent(held, 1) + row.ledger[WBTRACE_A_LEDGER_RUNQUEUE_NS])) {
		TH_LOG("throttle %llu, held %llu", part_ns(&row, WBTRACE_ACTIVITY_THROTTLE), held);
	}
	fs_unmount(MOUNT_POINT);
}

int main(int argc, char **argv)
{
	return selftest_run(argc, argv);
}
