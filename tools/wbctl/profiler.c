// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs perf beside a run's clock, and reads the samples that it took. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include "clock.h"
#include "profiler.h"

/* Starting perf reads all symbols; an emulated machine needs seconds for that. */
#define START_WITHIN_NS (60 * NSEC_PER_SEC)
#define ANSWER_WITHIN_NS (10 * NSEC_PER_SEC)
#define END_WITHIN_NS (60 * NSEC_PER_SEC)

static void path_of(const struct profiler *p, const char *file, char path[static PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s/%s", p->dir, file);
}

static bool find_perf(struct profiler *p)
{
	const char *at = getenv("PATH");
	size_t len;

	for (at = at ? at : "/usr/sbin:/usr/bin:/sbin:/bin"; *at; at += len + !!at[len]) {
		len = strcspn(at, ":");
		snprintf(p->perf, sizeof(p->perf), "%.*s/perf", (int)len, at);
		if (len && !access(p->perf, X_OK))
			return true;
	}
	return false;
}

/* Whether the kernel counts that event of all tasks here, 0 or a -errno. */
static int try_event(uint32_t type, uint64_t config)
{
	struct perf_event_attr attr = {
		.type = type, .size = sizeof(attr), .config = config, .exclude_user = 1,
		.disabled = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		return -errno;
	close(fd);
	return 0;
}

int profiler_check(struct profiler *p)
{
	int rc;

	if (!p->hz.known)
		return WBCTL_OK;
	if (!find_perf(p))
		return refuse(WBCTL_MISSING,
			      "--cpu-profile needs perf, which is not here: install the package linux-perf");
	p->event = "cycles";
	rc = try_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	if (!rc)
		return WBCTL_OK;
	p->event = "cpu-clock";
	rc = try_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	if (rc == -EACCES || rc == -EPERM)
		return refuse(WBCTL_MISSING, "--cpu-profile needs root (CAP_PERFMON)");
	if (rc)
		return refuse(WBCTL_MISSING, "--cpu-profile: this kernel has no perf events: %s",
			      strerror(-rc));
	return WBCTL_OK;
}

/* In the child: perf as it would be from a shell, but out of reach of Ctrl-C. */
static void become(const struct profiler *p, char *const argv[], int out_fd)
{
	int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC), err_fd;
	char err[PATH_MAX];
	sigset_t none;

	path_of(p, "perf.err", err);
	err_fd = open(err, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	setpgid(0, 0);
	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(null_fd, STDIN_FILENO);
	dup2(out_fd >= 0 ? out_fd : null_fd, STDOUT_FILENO);
	dup2(err_fd >= 0 ? err_fd : null_fd, STDERR_FILENO);
	/* Nobody's ~/.perfconfig changes what is read here. */
	setenv("PERF_CONFIG", "/dev/null", 1);
	execv(p->perf, argv);
	dprintf(STDERR_FILENO, "%s: %s\n", p->perf, strerror(errno));
	_exit(127);
}

/* Its pid, or a -errno. */
static pid_t spawn(const struct profiler *p, char *const argv[], int out_fd, const int keep[2],
		   int *pidfd)
{
	pid_t parent = getpid(), pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return -errno;
	if (pid) {
		*pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
		if (*pidfd >= 0)
			return pid;
		kill(pid, SIGKILL);
		return waitpid(pid, NULL, 0) == pid ? -EAGAIN : -ECHILD;
	}
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(1);
	for (size_t i = 0; keep && i < 2; i++)
		fcntl(keep[i], F_SETFD, 0);
	become(p, argv, out_fd);
	return 0;
}

/* Ends a child, and by SIGKILL when it does not listen; whether it did its work. */
static bool end_child(pid_t pid, int pidfd, int with)
{
	struct pollfd fd = { .fd = pidfd, .events = POLLIN };
	int status = 0;

	if (with)
		syscall(SYS_pidfd_send_signal, pidfd, with, NULL, 0);
	if (poll(&fd, 1, (int)(END_WITHIN_NS / 1000000)) <= 0)
		syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0);
	close(pidfd);
	/* watch() waits for every child, and may have had it. */
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* The last line that perf wrote, which says what went wrong. */
static void perf_words(const struct profiler *p, char *buf, size_t len)
{
	char path[PATH_MAX], line[256];
	FILE *f;

	snprintf(buf, len, "it said nothing");
	path_of(p, "perf.err", path);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		if (*line)
			snprintf(buf, len, "%.*s", (int)len - 1, line);
	}
	if (f)
		fclose(f);
}

/* 0 when perf has answered, -EINTR when something woke us, -ETIMEDOUT, or -EPIPE. */
static int wait_answer(struct profiler *p, uint64_t limit_ns, int wake_fd)
{
	struct pollfd fds[] = {
		{ .fd = p->ack, .events = POLLIN },
		{ .fd = wake_fd, .events = POLLIN },
	};
	uint64_t end = now_ns() + limit_ns, now;
	char answer[16];

	for (;;) {
		now = now_ns();
		if (poll(fds, ARRAY_SIZE(fds),
			 now < end ? (int)((end - now) / 1000000) + 1 : 0) < 0 && errno != EINTR)
			return -errno;
		if (fds[0].revents)
			return read(p->ack, answer, sizeof(answer)) > 0 ? 0 : -EPIPE;
		if (fds[1].revents)
			return -EINTR;
		if (now >= end)
			return -ETIMEDOUT;
	}
}

static int tell(struct profiler *p, const char *words, uint64_t limit_ns, int wake_fd)
{
	size_t len = strlen(words);

	if (write(p->ctl, words, len) != (ssize_t)len)
		return -EPIPE;
	return wait_answer(p, limit_ns, wake_fd);
}

static int failed(struct profiler *p, int rc)
{
	char words[192];

	perf_words(p, words, sizeof(words));
	snprintf(p->why, sizeof(p->why), "perf %s: %s",
		 rc == -ETIMEDOUT ? "does not answer" : "failed", words);
	return rc;
}

static int make_dir(struct profiler *p)
{
	const char *tmp = getenv("TMPDIR");
	char dir[sizeof(p->dir)];

	if ((size_t)snprintf(dir, sizeof(dir), "%s/wbctl-perf-XXXXXX",
			     tmp && *tmp ? tmp : "/tmp") >= sizeof(dir))
		snprintf(dir, sizeof(dir), "/tmp/wbctl-perf-XXXXXX");
	if (!mkdtemp(dir))
		return refuse(WBCTL_FAILED, "--cpu-profile: %s: %s", dir, strerror(errno));
	memcpy(p->dir, dir, sizeof(dir));
	return WBCTL_OK;
}

static int spawn_record(struct profiler *p)
{
	char data[PATH_MAX], event[32], hz[24], control[64];
	char *const argv[] = {
		"perf", "record", "-q", "-a", "-B", "-N", "-e", event, "-F", hz, "-D", "-1",
		"--control", control, "-o", data, NULL
	};
	int ctl[2], ack[2];
	pid_t pid;

	if (pipe2(ctl, O_CLOEXEC))
		return -errno;
	if (pipe2(ack, O_CLOEXEC)) {
		close(ctl[0]);
		close(ctl[1]);
		return -errno;
	}
	path_of(p, "perf.data", data);
	snprintf(event, sizeof(event), "%s:k", p->event);
	snprintf(hz, sizeof(hz), "%u", (unsigned int)p->hz.v);
	snprintf(control, sizeof(control), "fd:%d,%d", ctl[0], ack[1]);
	pid = spawn(p, argv, -1, (const int[]){ ctl[0], ack[1] }, &p->pidfd);
	close(ctl[0]);
	close(ack[1]);
	p->ctl = ctl[1];
	p->ack = ack[0];
	p->pid = pid > 0 ? pid : 0;
	return pid > 0 ? 0 : pid;
}

int profiler_start(struct profiler *p, int wake_fd)
{
	int rc;

	if (!p->hz.known)
		return WBCTL_OK;
	rc = make_dir(p);
	if (rc)
		return rc;
	rc = spawn_record(p);
	/* It is off, and says so once it could be on. */
	if (!rc)
		rc = tell(p, "disable\n", START_WITHIN_NS, wake_fd);
	if (!rc || rc == -EINTR)
		return WBCTL_OK;
	failed(p, rc);
	return refuse(WBCTL_FAILED, "--cpu-profile: %s", p->why);
}

void profiler_begin(struct profiler *p)
{
	int rc;

	if (!p->pid)
		return;
	rc = tell(p, "enable\n", ANSWER_WITHIN_NS, -1);
	if (rc)
		failed(p, rc);
	else
		p->start_ns = now_ns();
}

void profiler_end(struct profiler *p)
{
	int rc;

	if (!p->start_ns)
		return;
	p->end_ns = now_ns();
	rc = tell(p, "disable\n", ANSWER_WITHIN_NS, -1);
	if (rc)
		failed(p, rc);
}

static void end_perf(struct profiler *p)
{
	if (p->pid)
		end_child(p->pid, p->pidfd, SIGTERM);
	p->pid = 0;
	if (p->ctl >= 0)
		close(p->ctl);
	if (p->ack >= 0)
		close(p->ack);
	p->ctl = -1;
	p->ack = -1;
}

int profiler_take_line(struct profiler *p, const char *line)
{
	const char *lost = strstr(line, "PERF_RECORD_LOST"), *n;
	const struct kallsym *s;
	unsigned long tid;
	uint64_t ip;
	char *end;

	if (lost) {
		n = strstr(lost, " lost ");
		p->lost.v += n ? strtoull(n + 6, NULL, 10) : 0;
		return 0;
	}
	tid = strtoul(line, &end, 10);
	if (end == line || *end != ' ')
		return 0;
	line = end;
	ip = strtoull(line, &end, 16);
	if (end == line)
		return 0;
	s = kallsyms_find(&p->syms, ip);
	return cpu_hits_add(&p->hits, (uint32_t)tid,
			    s ? (uint32_t)(s - p->syms.s) : CPU_HITS_NOWHERE);
}

/* Whole lines of @buf; the rest of it moves to the front. */
static int take_lines(struct profiler *p, char *buf, size_t *len)
{
	char *line = buf, *end;
	int rc = 0;

	buf[*len] = '\0';
	while (!rc && (end = strchr(line, '\n'))) {
		*end = '\0';
		rc = profiler_take_line(p, line);
		line = end + 1;
	}
	*len -= (size_t)(line - buf);
	memmove(buf, line, *len);
	return rc;
}

static int read_script(struct profiler *p, int from, int wake_fd)
{
	struct pollfd fds[] = {
		{ .fd = from, .events = POLLIN },
		{ .fd = wake_fd, .events = POLLIN },
	};
	char buf[65536];
	size_t len = 0;
	ssize_t n;
	int rc;

	for (;;) {
		if (poll(fds, ARRAY_SIZE(fds), -1) < 0 && errno != EINTR)
			return -errno;
		if (fds[1].revents)
			return -EINTR;
		if (!fds[0].revents)
			continue;
		n = read(from, buf + len, sizeof(buf) - 1 - len);
		if (n <= 0)
			return n < 0 ? -errno : 0;
		len += (size_t)n;
		rc = take_lines(p, buf, &len);
		if (rc)
			return rc;
		/* No line of perf's is that long. */
		if (len == sizeof(buf) - 1)
			return -EPROTO;
	}
}

/* perf script prints "TID ADDRESS", and a line for what was lost. */
static int run_script(struct profiler *p, int wake_fd)
{
	char data[PATH_MAX];
	char *const argv[] = {
		"perf", "script", "-i", data, "-F", "tid,ip", "--show-lost-events", NULL
	};
	int out[2], rc, pidfd;
	pid_t pid;

	path_of(p, "perf.data", data);
	if (pipe2(out, O_CLOEXEC))
		return -errno;
	pid = spawn(p, argv, out[1], NULL, &pidfd);
	close(out[1]);
	rc = pid > 0 ? read_script(p, out[0], wake_fd) : pid;
	close(out[0]);
	if (pid > 0 && !end_child(pid, pidfd, rc ? SIGKILL : 0) && !rc)
		rc = -EIO;
	return rc;
}

static void remove_files(struct profiler *p)
{
	static const char *const files[] = { "perf.data", "perf.err" };
	char path[PATH_MAX];
	size_t i;

	if (!*p->dir)
		return;
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		path_of(p, files[i], path);
		unlink(path);
	}
	rmdir(p->dir);
	p->dir[0] = '\0';
}

void profiler_read(struct profiler *p, int wake_fd)
{
	int rc;

	end_perf(p);
	if (p->end_ns && !*p->why) {
		p->lost = fig_of(0);
		rc = kallsyms_read(&p->syms);
		if (!rc)
			rc = run_script(p, wake_fd);
		if (rc == -EINTR)
			snprintf(p->why, sizeof(p->why), "reading it was interrupted");
		else if (rc)
			failed(p, rc);
	}
	remove_files(p);
}

void profiler_close(struct profiler *p)
{
	if (!p->hz.known)
		return;
	end_perf(p);
	remove_files(p);
	kallsyms_free(&p->syms);
	free(p->hits.h);
}
