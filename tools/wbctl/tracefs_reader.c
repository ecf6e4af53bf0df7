// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reads the kernel's own trace events about a set of tasks, in a tracing
 * instance of its own that disturbs nobody else's.
 *
 * The events are read raw, as the kernel writes them into its buffer of each
 * CPU: only so are the events of one task brought into one order, and a sleep
 * needs two of them. The kernel passes over those of other tasks
 * (set_event_pid), so there are few: some for each pause.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <kbuffer.h>
#include <tracefs.h>

#include "clock.h"
#include "leftover.h"
#include "tracefs_decode.h"
#include "tracefs_reader.h"

#define INSTANCE_PREFIX "wbctl-trace-"
/* For each CPU. At 100 bytes an event that is 200000 a second between polls. */
#define BUFFER_KB 2048
#define POLL_NS (NSEC_PER_SEC / 10)
/*
 * Events younger than this wait for the next poll: an older one may still be
 * on its way into the buffer of another CPU, whose guest may be off its own.
 */
#define SETTLE_NS (NSEC_PER_SEC / 20)
/* The inode number of the first pid name space, PROC_PID_INIT_INO. */
#define FIRST_PID_NS 0xeffffffcU

/**
 * struct reader - a reader
 * @instance: Its tracing instance, NULL: none.
 * @formats: The formats of this kernel's events.
 * @timer_fd: When to poll, -1: not started.
 * @cpu_count: CPUs in @cpus.
 * @cpus: The buffers that are read; NULL where there is none.
 * @kbuf: Takes pages of the buffers apart.
 * @page: Such a page.
 * @sum: The sums.
 * @queue: Events that were read and not yet taken in.
 * @queued: How many.
 * @room: For how many there is room.
 * @order: Events read so far.
 * @lost: Events that the kernel lost.
 * @follow: What the tasks fork is read of too.
 * @why: Why the last call failed.
 */
struct reader {
	struct tracefs_instance *instance;
	struct decode formats;
	int timer_fd;
	int cpu_count;
	struct tracefs_cpu **cpus;
	struct kbuffer *kbuf;
	void *page;
	struct trace_sum sum;
	struct trace_event *queue;
	size_t queued;
	size_t room;
	uint64_t order;
	uint64_t lost;
	bool follow;
	char why[256];
};

__printf(3, 4)
static int fail(struct reader *rd, int rc, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(rd->why, sizeof(rd->why), fmt, ap);
	va_end(ap);
	return rc;
}

static int last_error(void)
{
	return errno ? -errno : -EIO;
}

/* The pids of trace events are those of the first name space. */
static bool pids_are_ours(void)
{
	struct stat st;

	return !stat("/proc/self/ns/pid", &st) && st.st_ino == FIRST_PID_NS;
}

static bool kernel_has_tracefs(void)
{
	FILE *f = fopen("/proc/filesystems", "re");
	bool found = false;
	char line[128];

	while (f && !found && fgets(line, sizeof(line), f))
		found = strstr(line, "\ttracefs\n");
	if (f)
		fclose(f);
	return found;
}

static int find_tracefs(struct reader *rd)
{
	const char *dir;

	if (!kernel_has_tracefs())
		return fail(rd, -ENOENT, "this kernel has no tracefs");
	if (!pids_are_ours())
		return fail(rd, -EXDEV, "trace events have the pids of another pid name space");
	dir = tracefs_tracing_dir();
	if (!dir)
		return fail(rd, -EPERM, "tracefs is not mounted and cannot be: it needs root");
	if (access(dir, R_OK | W_OK | X_OK))
		return fail(rd, last_error(), "%s: %s", dir, strerror(errno));
	return 0;
}

/* INSTANCE_PREFIX, the owner's pid, a dash, its start time in clock ticks. */
static void remove_if_dead(const char *name)
{
	unsigned long long start, now;
	struct tracefs_instance *dead;
	int pid, len = 0;

	if (sscanf(name, INSTANCE_PREFIX "%d-%llu%n", &pid, &start, &len) != 2 || name[len])
		return;
	if (!leftover_start(pid, &now) && now == start)
		return;
	dead = tracefs_instance_alloc(NULL, name);
	if (!dead)
		return;
	if (!tracefs_instance_destroy(dead))
		fprintf(stderr,
			"wbctl: removed the tracing instance %s, which a killed run had left\n",
			name);
	tracefs_instance_free(dead);
}

static void remove_leftovers(void)
{
	char *path = tracefs_get_tracing_file("instances");
	DIR *dir = path ? opendir(path) : NULL;
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		remove_if_dead(entry->d_name);
	if (dir)
		closedir(dir);
	tracefs_put_tracing_file(path);
}

static int make_instance(struct reader *rd)
{
	unsigned long long start = 0;
	char name[64];

	leftover_start(getpid(), &start);
	snprintf(name, sizeof(name), INSTANCE_PREFIX "%d-%llu", getpid(), start);
	errno = 0;
	rd->instance = tracefs_instance_create(name);
	if (!rd->instance)
		return fail(rd, last_error(), "cannot make a tracing instance: %s",
			    strerror(errno));
	return 0;
}

static int load_format(struct reader *rd, enum decode_event event)
{
	const char *system = decode_system(event), *name = decode_name(event);
	int rc, len = 0;
	char *text;

	text = tracefs_event_file_read(rd->instance, system, name, "format", &len);
	if (!text)
		return fail(rd, -ENOENT, "this kernel has no event %s:%s", system, name);
	rc = decode_format(&rd->formats, event, text, (size_t)len);
	free(text);
	if (rc)
		return fail(rd, rc, "the event %s:%s of this kernel is not understood", system,
			    name);
	return 0;
}

/* Without the scheduler's events there are decisions all the same. */
static int load_formats(struct reader *rd)
{
	int rc = load_format(rd, DECODE_BDP);

	if (rc)
		return rc;
	if (load_format(rd, DECODE_SWITCH) || load_format(rd, DECODE_WAKEUP)) {
		rd->formats.id[DECODE_SWITCH] = 0;
		rd->formats.id[DECODE_WAKEUP] = 0;
	}
	return 0;
}

static int write_file(struct reader *rd, const char *file, const char *value)
{
	errno = 0;
	if (tracefs_instance_file_write(rd->instance, file, value) < 0)
		return fail(rd, last_error(), "cannot write %s of a tracing instance: %s", file,
			    strerror(errno));
	return 0;
}

static int set_up(struct reader *rd)
{
	char size[16];
	int rc;

	snprintf(size, sizeof(size), "%d", BUFFER_KB);
	rc = write_file(rd, "trace_clock", "mono");
	if (!rc)
		rc = write_file(rd, "buffer_size_kb", size);
	/* Names of tasks, which nobody reads here, cost time at each switch. */
	if (!rc)
		tracefs_option_disable(rd->instance, TRACEFS_OPTION_RECORD_CMD);
	return rc;
}

int reader_open(struct reader **out)
{
	struct reader *rd = calloc(1, sizeof(*rd));
	int rc;

	*out = rd;
	if (!rd)
		return -ENOMEM;
	rd->timer_fd = -1;
	/* What it has to say is said here. */
	tracefs_set_loglevel(TEP_LOG_NONE);
	rc = find_tracefs(rd);
	if (rc)
		return rc;
	remove_leftovers();
	rc = make_instance(rd);
	if (!rc)
		rc = load_formats(rd);
	return rc ? rc : set_up(rd);
}

const char *reader_why(const struct reader *rd, int rc)
{
	return rd && rd->why[0] ? rd->why : strerror(-rc);
}

int reader_refuse(const struct reader *rd, int rc)
{
	return refuse(rc == -ENOMEM ? WBCTL_FAILED : WBCTL_MISSING, "--source tracefs: %s",
		      reader_why(rd, rc));
}

static int set_pids(struct reader *rd, const pid_t *pids, size_t count)
{
	char *text = NULL;
	size_t i, size;
	FILE *f = open_memstream(&text, &size);
	int rc;

	if (!f)
		return -ENOMEM;
	for (i = 0; i < count; i++)
		fprintf(f, "%d ", pids[i]);
	if (fclose(f))
		return -ENOMEM;
	rc = write_file(rd, "set_event_pid", text);
	free(text);
	return rc;
}

static int open_cpus(struct reader *rd)
{
	char name[64];
	int cpu;

	rd->cpu_count = (int)sysconf(_SC_NPROCESSORS_CONF);
	rd->cpus = calloc((size_t)rd->cpu_count, sizeof(struct tracefs_cpu *));
	rd->kbuf = kbuffer_alloc(KBUFFER_LSIZE_SAME_AS_HOST, KBUFFER_ENDIAN_SAME_AS_HOST);
	if (!rd->cpus || !rd->kbuf)
		return -ENOMEM;
	for (cpu = 0; cpu < rd->cpu_count; cpu++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%d", cpu);
		if (!tracefs_dir_exists(rd->instance, name))
			continue;
		rd->cpus[cpu] = tracefs_cpu_open(rd->instance, cpu, true);
		if (!rd->cpus[cpu])
			return fail(rd, last_error(), "cannot read the trace of CPU %d: %s", cpu,
				    strerror(errno));
		if (rd->page)
			continue;
		rd->page = malloc((size_t)tracefs_cpu_read_size(rd->cpus[cpu]));
		if (!rd->page)
			return -ENOMEM;
	}
	return rd->page ? 0 : fail(rd, -ENOENT, "no CPU has a trace buffer");
}

static int enable_events(struct reader *rd)
{
	size_t i;

	for (i = 0; i < DECODE_EVENTS; i++) {
		if (!rd->formats.id[i])
			continue;
		errno = 0;
		if (tracefs_event_enable(rd->instance, decode_system((enum decode_event)i),
					 decode_name((enum decode_event)i)))
			return fail(rd, last_error(), "cannot enable the event %s:%s: %s",
				    decode_system((enum decode_event)i),
				    decode_name((enum decode_event)i), strerror(errno));
	}
	return 0;
}

static int start_timer(struct reader *rd)
{
	const struct timespec every = { .tv_nsec = POLL_NS };
	const struct itimerspec spec = { every, every };

	rd->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (rd->timer_fd < 0 || timerfd_settime(rd->timer_fd, 0, &spec, NULL))
		return fail(rd, last_error(), "timerfd: %s", strerror(errno));
	return 0;
}

bool reader_follow_forks(struct reader *rd)
{
	rd->follow = tracefs_instance_file_write(rd->instance, "options/event-fork", "1") > 0;
	return rd->follow;
}

int reader_start(struct reader *rd, const pid_t *pids, size_t count)
{
	int rc = trace_sum_init(&rd->sum, pids, count, now_ns());

	if (!rc)
		rc = set_pids(rd, pids, count);
	if (!rc)
		rc = open_cpus(rd);
	if (!rc)
		rc = start_timer(rd);
	return rc ? rc : enable_events(rd);
}

int reader_fd(const struct reader *rd)
{
	return rd ? rd->timer_fd : -1;
}

static int push(struct reader *rd, const struct trace_event *e)
{
	struct trace_event *grown;
	size_t room;

	/* Those of other tasks come too: who woke a writer, who ran before it. */
	if (!trace_sum_task(&rd->sum, e->pid)) {
		/* A decision is only ever that of a task that is followed. */
		if (!rd->follow || e->kind != TRACE_DECISION)
			return 0;
		if (trace_sum_add(&rd->sum, e->pid, e->t_ns))
			return -ENOMEM;
	}
	if (rd->queued == rd->room) {
		room = rd->room ? rd->room * 2 : 1024;
		grown = reallocarray(rd->queue, room, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		rd->queue = grown;
		rd->room = room;
	}
	rd->queue[rd->queued] = *e;
	rd->queue[rd->queued++].order = rd->order++;
	return 0;
}

static int take_page(struct reader *rd)
{
	unsigned long long t_ns;
	struct trace_event e[2];
	size_t i, n;
	void *data;
	int rc = 0;

	if (kbuffer_load_subbuffer(rd->kbuf, rd->page))
		return fail(rd, -EBADMSG, "a page of the trace buffer is not understood");
	while (!rc && (data = kbuffer_read_event(rd->kbuf, &t_ns))) {
		n = decode_record(&rd->formats, data, (size_t)kbuffer_event_size(rd->kbuf), t_ns,
				  e);
		for (i = 0; i < n && !rc; i++)
			rc = push(rd, &e[i]);
		kbuffer_next_event(rd->kbuf, NULL);
	}
	return rc;
}

static int read_cpu(struct reader *rd, int cpu)
{
	int n, rc = 0;

	while (!rc) {
		errno = 0;
		n = tracefs_cpu_read(rd->cpus[cpu], rd->page, true);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno != EAGAIN)
			return fail(rd, last_error(), "reading the trace of CPU %d: %s", cpu,
				    strerror(errno));
		if (n <= 0)
			return 0;
		rc = take_page(rd);
	}
	return rc;
}

static int by_time(const void *a, const void *b)
{
	const struct trace_event *x = a, *y = b;

	if (x->t_ns != y->t_ns)
		return x->t_ns < y->t_ns ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

/* Takes in what is older than @until_ns; the rest stays in the queue. */
static int take_in(struct reader *rd, uint64_t until_ns)
{
	size_t i;
	int rc = 0;

	if (!rd->queued)
		return 0;
	qsort(rd->queue, rd->queued, sizeof(*rd->queue), by_time);
	for (i = 0; i < rd->queued && rd->queue[i].t_ns < until_ns && !rc; i++)
		rc = trace_sum_feed(&rd->sum, &rd->queue[i]);
	memmove(rd->queue, rd->queue + i, (rd->queued - i) * sizeof(*rd->queue));
	rd->queued -= i;
	return rc;
}

static int read_all(struct reader *rd, uint64_t until_ns)
{
	int cpu, rc = 0;

	for (cpu = 0; cpu < rd->cpu_count && !rc; cpu++)
		if (rd->cpus[cpu])
			rc = read_cpu(rd, cpu);
	return rc ? rc : take_in(rd, until_ns);
}

int reader_poll(struct reader *rd)
{
	uint64_t ticks, until_ns = now_ns() - SETTLE_NS;

	while (read(rd->timer_fd, &ticks, sizeof(ticks)) > 0)
		;
	return read_all(rd, until_ns);
}

/* A line of per_cpu/cpuN/stats, "overrun: 0". */
static uint64_t stat_of(const char *stats, const char *name)
{
	const char *at = strstr(stats, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

static int count_lost(struct reader *rd)
{
	char name[64], *stats;
	int cpu;

	for (cpu = 0; cpu < rd->cpu_count; cpu++) {
		if (!rd->cpus[cpu])
			continue;
		snprintf(name, sizeof(name), "per_cpu/cpu%d/stats", cpu);
		stats = tracefs_instance_file_read(rd->instance, name, NULL);
		if (!stats)
			return fail(rd, -EIO, "%s cannot be read: losses are not known", name);
		rd->lost += stat_of(stats, "\noverrun: ") + stat_of(stats, "commit overrun: ") +
			    stat_of(stats, "dropped events: ");
		free(stats);
	}
	return 0;
}

static void let_go(struct reader *rd)
{
	int cpu;

	for (cpu = 0; rd->cpus && cpu < rd->cpu_count; cpu++)
		if (rd->cpus[cpu])
			tracefs_cpu_close(rd->cpus[cpu]);
	free(rd->cpus);
	rd->cpus = NULL;
	if (rd->timer_fd >= 0)
		close(rd->timer_fd);
	rd->timer_fd = -1;
	if (!rd->instance)
		return;
	tracefs_instance_destroy(rd->instance);
	tracefs_instance_free(rd->instance);
	rd->instance = NULL;
}

int reader_stop(struct reader *rd)
{
	uint64_t end_ns;
	int rc;

	if (!rd->instance)
		return 0;
	tracefs_trace_off(rd->instance);
	end_ns = now_ns();
	rc = rd->cpus ? read_all(rd, UINT64_MAX) : 0;
	if (!rc && rd->cpus)
		rc = count_lost(rd);
	trace_sum_end(&rd->sum, end_ns);
	let_go(rd);
	return rc;
}

void reader_close(struct reader *rd)
{
	if (!rd)
		return;
	let_go(rd);
	trace_sum_free(&rd->sum);
	if (rd->kbuf)
		kbuffer_free(rd->kbuf);
	free(rd->page);
	free(rd->queue);
	free(rd);
}

const struct trace_sum *reader_sum(const struct reader *rd)
{
	return &rd->sum;
}

const struct trace_task *reader_task(const struct reader *rd, pid_t pid)
{
	return rd ? trace_sum_task(&rd->sum, pid) : NULL;
}

bool reader_sees_sleep(const struct reader *rd)
{
	return rd->formats.id[DECODE_SWITCH] && rd->formats.id[DECODE_WAKEUP];
}

uint64_t reader_lost(const struct reader *rd)
{
	return rd->lost;
}
