// SPDX-License-Identifier: GPL-2.0-or-later
/* A program that is run once: what it prints is passed on and kept. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "clock.h"
#include "format.h"
#include "signals.h"

/* Half of it goes when it is full: a metric is the last thing that is printed. */
#define KEPT_BYTES (8UL << 20)
/* At a time: as much as a pipe can hold, and an endless output leaves time for others. */
#define READS_MAX 64
/* What a run of ours needs to remove its files. */
#define GRACE_NS (20 * NSEC_PER_SEC)

/**
 * struct pump - a program on its way
 * @c: The program.
 * @pid: Its process, the leader of its session.
 * @pidfd: Readable when it ended.
 * @out: Its standard output, -1 when that is closed.
 * @err: Its standard error, likewise.
 * @deadline_ns: When the next harder signal goes out; 0: never.
 * @rc: Why it was ended; 0: it was not.
 * @asked: How often it was asked to end, each time harder.
 */
struct pump {
	struct capture *c;
	pid_t pid;
	int pidfd;
	int out;
	int err;
	uint64_t deadline_ns;
	int rc;
	int asked;
};

int capture_signals(void)
{
	sigset_t mask;
	int fd;

	signals_that_stop(&mask);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

/* Makes room for @more bytes and the NUL. */
static bool text_room(struct capture_text *t, size_t more)
{
	size_t room = t->room ? t->room : 64 << 10;
	char *text;

	if (t->len + more + 1 > KEPT_BYTES) {
		memmove(t->text, t->text + t->len / 2, t->len - t->len / 2);
		t->len -= t->len / 2;
	}
	while (room < t->len + more + 1)
		room *= 2;
	if (room == t->room)
		return true;
	text = realloc(t->text, room);
	if (!text)
		return false;
	t->text = text;
	t->room = room;
	return true;
}

static void text_add(struct capture_text *t, const char *buf, size_t len)
{
	size_t i;

	if (!text_room(t, len))
		return;
	for (i = 0; i < len; i++)
		t->text[t->len++] = buf[i] ? buf[i] : ' ';
	t->text[t->len] = '\0';
}

static void pass_on(int to, const char *buf, size_t len)
{
	ssize_t n;

	while (len) {
		n = write(to, buf, len);
		if (n < 0 && errno == EINTR)
			continue;
		/* Nobody reads it any more; the figure counts all the same. */
		if (n <= 0)
			return;
		buf += n;
		len -= (size_t)n;
	}
}

/* Takes in what a stream has; closes it at its end. */
static void drain(struct pump *p, int *fd, struct capture_text *t, int to)
{
	char buf[16 << 10];
	int left = READS_MAX;
	ssize_t n;

	while (*fd >= 0 && left--) {
		n = read(*fd, buf, sizeof(buf));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return;
		if (n <= 0) {
			close(*fd);
			*fd = -1;
			return;
		}
		text_add(t, buf, (size_t)n);
		if (!p->c->quiet)
			pass_on(to, buf, (size_t)n);
	}
}

static void drain_both(struct pump *p)
{
	drain(p, &p->out, &p->c->out, STDOUT_FILENO);
	drain(p, &p->err, &p->c->err, STDERR_FILENO);
}

/* In the child. What fails is written to @said, which exec(2) closes. */
static void become(const struct capture *c, pid_t parent, const int *out, const int *err, int said)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC), why;
	sigset_t none;

	setsid();
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	/* It may have died before that. */
	if (getppid() != parent)
		_exit(127);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (null >= 0 && dup2(null, STDIN_FILENO) >= 0 && dup2(out[1], STDOUT_FILENO) >= 0 &&
	    dup2(err[1], STDERR_FILENO) >= 0)
		execvp(c->file, c->argv);
	why = errno;
	if (write(said, &why, sizeof(why)) < 0)
		_exit(126);
	_exit(127);
}

static int reaped(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* Starts it. Return: 0 or -errno, that of exec(2) too. */
static int start(struct pump *p, const int *out, const int *err, const int *said)
{
	pid_t parent = getpid();
	int why;

	fflush(NULL);
	p->pid = fork();
	why = errno;
	if (!p->pid)
		become(p->c, parent, out, err, said[1]);
	close(said[1]);
	if (p->pid < 0)
		return -why;
	if (read(said[0], &why, sizeof(why)) == sizeof(why)) {
		reaped(p->pid);
		return -why;
	}
	p->pidfd = (int)syscall(SYS_pidfd_open, p->pid, 0);
	if (p->pidfd >= 0)
		return 0;
	why = errno;
	kill(-p->pid, SIGKILL);
	reaped(p->pid);
	return -why;
}

/* The first time the session is asked, then it is killed, then left behind. */
static void end(struct pump *p, int rc)
{
	kill(-p->pid, p->asked ? SIGKILL : SIGTERM);
	p->deadline_ns = now_ns() + GRACE_NS;
	if (!p->asked++)
		p->rc = rc;
}

static void on_signal(struct pump *p)
{
	struct signalfd_siginfo info;

	while (read(p->c->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		p->c->signal = (int)info.ssi_signo;
		end(p, -EINTR);
	}
}

static int wait_ms(const struct pump *p)
{
	uint64_t now = now_ns(), ms;

	if (!p->deadline_ns)
		return -1;
	ms = now < p->deadline_ns ? (p->deadline_ns - now) / 1000000 + 1 : 0;
	return ms < INT32_MAX ? (int)ms : INT32_MAX;
}

/*
 * Until it ended; a child of its own that keeps the pipes is not waited for.
 * Return: Whether it did: the kernel may not let go of it.
 */
static bool watch(struct pump *p)
{
	for (;;) {
		struct pollfd fds[] = {
			{ .fd = p->pidfd, .events = POLLIN },
			{ .fd = p->c->signal_fd, .events = POLLIN },
			{ .fd = p->out, .events = POLLIN },
			{ .fd = p->err, .events = POLLIN },
		};

		poll(fds, ARRAY_SIZE(fds), wait_ms(p));
		drain_both(p);
		if (fds[0].revents) {
			/* What is left of the session would disturb what comes next. */
			if (p->asked)
				kill(-p->pid, SIGKILL);
			return true;
		}
		if (p->asked > 2)
			return false;
		if (fds[1].revents)
			on_signal(p);
		else if (p->deadline_ns && now_ns() >= p->deadline_ns)
			end(p, -ETIMEDOUT);
	}
}

static int failed(struct pump *p, int status)
{
	struct capture *c = p->c;
	char limit[FORMAT_LEN];

	if (p->rc) {
		format_fig(limit, UNIT_NS, fig_of(c->timeout_ns));
		if (p->rc == -ETIMEDOUT)
			snprintf(c->why, sizeof(c->why), "was not done within %s", limit);
		else
			snprintf(c->why, sizeof(c->why), "was interrupted by SIG%s",
				 sigabbrev_np(c->signal));
		return p->rc;
	}
	if (WIFSIGNALED(status)) {
		snprintf(c->why, sizeof(c->why), "was killed by signal %d", WTERMSIG(status));
		return -ECHILD;
	}
	c->status = WEXITSTATUS(status);
	if (!c->status)
		return 0;
	snprintf(c->why, sizeof(c->why), "exited with %d", c->status);
	return -ECHILD;
}

static void close_all(const int *fds, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

int capture_run(struct capture *c)
{
	struct pump p = { .c = c, .pidfd = -1 };
	int fds[6] = { -1, -1, -1, -1, -1, -1 }, rc;
	int *out = fds, *err = fds + 2, *said = fds + 4;

	signal(SIGCHLD, SIG_DFL);
	if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC) || pipe2(said, O_CLOEXEC)) {
		rc = -errno;
		close_all(fds, ARRAY_SIZE(fds));
		return rc;
	}
	fcntl(out[0], F_SETFL, O_NONBLOCK);
	fcntl(err[0], F_SETFL, O_NONBLOCK);
	rc = start(&p, out, err, said);
	/* start() closed said's other end. */
	close(said[0]);
	close(out[1]);
	close(err[1]);
	p.out = out[0];
	p.err = err[0];
	if (rc) {
		snprintf(c->why, sizeof(c->why), "cannot be started: %s", strerror(-rc));
	} else {
		p.deadline_ns = c->timeout_ns ? now_ns() + c->timeout_ns : 0;
		rc = failed(&p, watch(&p) ? reaped(p.pid) : 0);
	}
	close_all((int[]){ p.out, p.err, p.pidfd }, 3);
	return rc;
}

void capture_free(struct capture *c)
{
	free(c->out.text);
	free(c->err.text);
	memset(&c->out, 0, sizeof(c->out));
	memset(&c->err, 0, sizeof(c->err));
}
