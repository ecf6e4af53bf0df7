// SPDX-License-Identifier: GPL-2.0-or-later
/* Starts the writers, watches them and waits for them. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "proctree.h"
#include "run.h"
#include "signals.h"

/* Writers see `stop` after their next write; the kernel may hold that up. */
#define STOP_WITHIN_NS (3 * NSEC_PER_SEC)
#define DIE_WITHIN_NS (10 * NSEC_PER_SEC)

static void open_barrier(struct run *r, bool go)
{
	if (r->go[1] < 0)
		return;
	if (go)
		atomic_store(&r->board->go, true);
	close(r->go[1]);
	r->go[1] = -1;
}

static void stop_writers(struct run *r)
{
	if (r->kill_ns)
		return;
	atomic_store(&r->board->stop, true);
	if (r->program && r->go_ns)
		proctree_signal(getpid(), r->profiler.pid, SIGINT);
	r->kill_ns = now_ns() + STOP_WITHIN_NS;
	if (!r->go_ns)
		open_barrier(r, false);
}

static void kill_writers(struct run *r)
{
	size_t i;

	if (r->program) {
		proctree_signal(getpid(), r->profiler.pid, SIGKILL);
		r->program->childless |= r->killed;
	}
	for (i = 0; i < r->writers; i++) {
		if (!r->procs[i].alive)
			continue;
		if (r->killed) {
			r->procs[i].alive = false;
			r->procs[i].abandoned = true;
			r->failed = true;
		} else {
			kill(r->procs[i].pid, SIGKILL);
		}
	}
	r->killed = true;
	r->kill_ns = now_ns() + DIE_WITHIN_NS;
}

static bool has_only_perf(const struct run *r)
{
	struct proctree tree;
	bool only;

	if (proctree_read(&tree, getpid(), r->profiler.pid))
		return false;
	only = !tree.count;
	proctree_free(&tree);
	return only;
}

static void reap(struct run *r)
{
	bool early = !r->go_ns;
	int status;
	pid_t pid;
	size_t i;

	errno = 0;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		for (i = 0; i < r->writers; i++) {
			if (r->procs[i].pid != pid || !r->procs[i].alive)
				continue;
			r->procs[i].alive = false;
			r->procs[i].status = status;
			/* How a program ends is its own affair. */
			if (!status || (early && r->kill_ns) || r->killed || r->program)
				continue;
			r->failed = true;
			stop_writers(r);
		}
	}
	if (r->program)
		r->program->childless |= errno == ECHILD || (r->profiler.pid && has_only_perf(r));
}

static void on_signal(struct run *r)
{
	struct signalfd_siginfo info;

	while (read(r->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		r->signal = (int)info.ssi_signo;
		stop_writers(r);
	}
	reap(r);
}

bool run_caught(struct run *r)
{
	struct signalfd_siginfo info;

	while (read(r->stop_fd, &info, sizeof(info)) == sizeof(info))
		r->signal = (int)info.ssi_signo;
	return r->signal != 0;
}

static int sample(struct run *r)
{
	struct sample *s = calloc(1, sizeof(*s) + r->writers * sizeof(s->w[0]));
	struct fig *throttled = calloc(r->writers, sizeof(*throttled));
	struct sample **grown;
	size_t i;

	grown = reallocarray(r->samples, r->sample_count + 1, sizeof(struct sample *));
	if (grown)
		r->samples = grown;
	if (!s || !throttled || !grown) {
		free(s);
		free(throttled);
		return -ENOMEM;
	}
	source_sample(r, throttled);
	s->t_ns = now_ns() - r->go_ns;
	s->device_bytes = fig_grown(r->device_start,
				    devices_read(&r->devs, offsetof(struct device, now_bytes)));
	s->dirtied_bytes = r->tree.dirtied_now;
	vmstat_read(&s->vm);
	s->wbs = module_sample_wbs(r, &s->wb_count);
	for (i = 0; i < r->writers; i++) {
		s->w[i].written_bytes = r->board->w[i].written_bytes;
		s->w[i].read_bytes = r->board->w[i].read_bytes;
		s->w[i].throttled_ns = throttled[i];
	}
	free(throttled);
	ledgers_follow_cgroups(&r->ledgers);
	ledgers_find_places(&r->ledgers);
	r->samples[r->sample_count++] = s;
	return 0;
}

static void on_timer(struct run *r)
{
	uint64_t ticks;

	if (read(r->timer_fd, &ticks, sizeof(ticks)) != sizeof(ticks) || sample(r))
		return;
	if (r->program)
		program_live(r);
	else
		live_show(r);
}

static void on_ready(struct run *r)
{
	char bytes[64];
	ssize_t n;

	n = read(r->ready[0], bytes, sizeof(bytes));
	if (n > 0)
		r->ready_count += (size_t)n;
}

/* When somebody is to be killed, or a program's time is up; 0: never. */
static uint64_t deadline(const struct run *r)
{
	if (r->kill_ns || !r->program || !r->time_ns || !r->go_ns)
		return r->kill_ns;
	return r->go_ns + r->time_ns;
}

static int until_deadline_ms(const struct run *r)
{
	uint64_t now = now_ns(), end = deadline(r);

	if (!end)
		return -1;
	if (end <= now)
		return 0;
	/* A day at most: it is looked at again then. */
	if (end - now > 86400 * NSEC_PER_SEC)
		return 86400 * 1000;
	return (int)((end - now) / 1000000) + 1;
}

static void on_deadline(struct run *r)
{
	if (r->kill_ns) {
		kill_writers(r);
		return;
	}
	r->program->timed_out = true;
	stop_writers(r);
}

static bool any_alive(const struct run *r)
{
	size_t i;

	for (i = 0; i < r->writers; i++)
		if (r->procs[i].alive)
			return true;
	return false;
}

static bool at_barrier(const struct run *r)
{
	return r->ready_count >= r->writers || r->kill_ns || !any_alive(r);
}

/* A program that is stopped takes all that it forked with it. */
static bool all_done(const struct run *r)
{
	if (r->program && r->kill_ns && !r->program->childless)
		return false;
	return !any_alive(r);
}

/* Sleeps in poll(2) until @done; signals, samples and deaths come in here. */
static int watch(struct run *r, bool (*done)(const struct run *r))
{
	struct pollfd fds[] = {
		{ .fd = r->signal_fd, .events = POLLIN },
		{ .fd = r->timer_fd, .events = POLLIN },
		{ .fd = r->ready[0], .events = POLLIN },
		{ .events = POLLIN },
		{}, {},
	};

	/* One that could not be forked sends no signal. */
	reap(r);
	while (!done(r)) {
		fds[3].fd = source_fd(r);
		program_poll(r->program, &fds[4]);
		if (poll(fds, ARRAY_SIZE(fds), until_deadline_ms(r)) < 0) {
			if (errno == EINTR)
				continue;
			return refuse(WBCTL_FAILED, "poll: %s", strerror(errno));
		}
		if (fds[0].revents)
			on_signal(r);
		if (fds[1].revents)
			on_timer(r);
		if (fds[2].revents)
			on_ready(r);
		if (fds[3].revents)
			source_poll(r);
		program_pump(r->program, &fds[4]);
		if (deadline(r) && now_ns() >= deadline(r))
			on_deadline(r);
	}
	return WBCTL_OK;
}

/* What of a job is another one when it only prepares the file. */
static void make_preparing(struct writer_job *job, const struct run *r)
{
	job->shape = r->o.grown ? &shape_grow : &shape_write;
	job->size = r->wrap;
	if (!r->o.grown && job->bs < shape_write.bs)
		job->bs = shape_write.bs;
	job->fsync = r->o.grown ? FSYNC_EACH : FSYNC_NONE;
	job->exists = false;
	job->prepare = true;
	job->drop = r->shape->cold;
	/* It is copied from there. */
	if (r->shape == &shape_copy)
		job->dirfd = r->targets[0].own_fd;
}

static int spawn(struct run *r, size_t i, bool prepare)
{
	struct proc *p = &r->procs[i];
	const struct target *t = &r->targets[p->target];
	struct writer_job job = {
		.id = (unsigned int)i,
		.shape = r->shape,
		.dirfd = t->own_fd,
		.from_dirfd = r->targets[0].own_fd,
		.size = r->size,
		.wrap = r->wrap,
		.bs = r->o.bs.v,
		.rate = r->o.rate.v,
		.time_ns = r->time_ns,
		.align = t->direct_align.known && t->direct_align.v > r->sys.page_bytes ?
			 t->direct_align.v : r->sys.page_bytes,
		.fsync = (enum fsync_mode)r->o.fsync.v,
		.direct = r->o.direct,
		.ask = r->module.client,
		.exists = r->prepared && r->shape != &shape_copy,
		.ready_fd = r->ready[1],
		.go_fd = r->go[0],
		.close_fds = { r->go[1], client_fd(r->module.client),
			       client_fd(r->ledgers.client) },
		.parent = getpid(),
	};
	pid_t pid;

	if (prepare)
		make_preparing(&job, r);
	p->mono[0] = now_ns();
	p->boot[0] = clock_read_ns(CLOCK_BOOTTIME);
	pid = r->program ? program_spawn(r) : writer_spawn(&job, r->board);
	p->mono[1] = now_ns();
	p->boot[1] = clock_read_ns(CLOCK_BOOTTIME);
	if (pid < 0)
		return refuse(WBCTL_FAILED, "cannot start writer %zu: fork: %s", i, strerror(-pid));
	p->pid = pid;
	p->alive = true;
	p->cgroup = cgroup_of(pid);
	return WBCTL_OK;
}

static int spawn_all(struct run *r, bool prepare)
{
	size_t i;
	int rc;

	for (i = 0; i < r->writers; i++) {
		rc = spawn(r, i, prepare);
		if (rc) {
			stop_writers(r);
			watch(r, all_done);
			return rc;
		}
	}
	return WBCTL_OK;
}

/* Writes every file once; what that told on the board is not of the run. */
static int prepare_files(struct run *r)
{
	size_t i;
	int rc;

	if (!r->prepared)
		return WBCTL_OK;
	rc = spawn_all(r, true);
	if (!rc)
		rc = watch(r, all_done);
	for (i = 0; i < r->writers && !r->failed; i++)
		memset(&r->board->w[i], 0, sizeof(r->board->w[i]));
	return rc;
}

static int start_timer(struct run *r)
{
	struct itimerspec every = {
		.it_interval = {
			.tv_sec = (time_t)(r->o.interval.v / NSEC_PER_SEC),
			.tv_nsec = (long)(r->o.interval.v % NSEC_PER_SEC),
		},
	};

	every.it_value = every.it_interval;
	r->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (r->timer_fd < 0 || timerfd_settime(r->timer_fd, 0, &every, NULL))
		return refuse(WBCTL_FAILED, "timerfd: %s", strerror(errno));
	return WBCTL_OK;
}

/* Reads the figures, opens the barrier, and waits for the last writer. */
static int run_clock(struct run *r)
{
	int rc;

	source_start(r);
	profiler_begin(&r->profiler);
	r->device_start = devices_read(&r->devs, offsetof(struct device, start_bytes));
	devices_read_ticks(&r->devs, offsetof(struct device, start_ticks_ns));
	devices_read_wbt(&r->devs);
	vmstat_read(&r->vm_start);
	rc = start_timer(r);
	if (rc)
		stop_writers(r);
	r->go_ns = now_ns();
	open_barrier(r, !rc);
	watch(r, all_done);
	r->end_ns = now_ns();
	devices_read_ticks(&r->devs, offsetof(struct device, end_ticks_ns));
	r->during_bytes = fig_grown(r->device_start,
				    devices_read(&r->devs, offsetof(struct device, end_bytes)));
	sample(r);
	profiler_end(&r->profiler);
	source_end(r);
	if (r->program)
		program_ended(r);
	live_end(r);
	return rc;
}

int run_open_fds(struct run *r)
{
	sigset_t mask;

	/* Children are waited for, whatever the caller did with his. */
	signal(SIGCHLD, SIG_DFL);
	signals_that_stop(&mask);
	sigaddset(&mask, SIGCHLD);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	r->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	sigdelset(&mask, SIGCHLD);
	r->stop_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	if (r->signal_fd < 0 || r->stop_fd < 0 || pipe2(r->ready, O_CLOEXEC) ||
	    pipe2(r->go, O_CLOEXEC))
		return refuse(WBCTL_FAILED, "cannot open pipes: %s", strerror(errno));
	return WBCTL_OK;
}

int run_writers(struct run *r)
{
	int rc = prepare_files(r);

	if (rc || r->kill_ns)
		return rc;
	rc = spawn_all(r, false);
	/* A signal that comes meanwhile waits for watch(). */
	if (!rc)
		rc = profiler_start(&r->profiler, r->stop_fd);
	if (!rc)
		rc = watch(r, at_barrier);
	if (!rc && !r->kill_ns)
		return run_clock(r);
	stop_writers(r);
	watch(r, all_done);
	return rc;
}
