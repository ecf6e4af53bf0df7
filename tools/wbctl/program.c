// SPDX-License-Identifier: GPL-2.0-or-later
/* A program that a run starts and follows, with all that it forks. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "known_programs.h"
#include "leftover.h"
#include "out.h"
#include "proctree.h"
#include "run.h"

#define PIPE_BYTES 65536

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Whether execvp(2) would find a file at @path: 0 or -errno. */
static int check_file(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EACCES;
	return access(path, X_OK) ? -errno : 0;
}

int program_find(const char *name)
{
	const char *dirs = getenv("PATH"), *at;
	char path[PATH_MAX];
	int rc, worst = -ENOENT;
	size_t len;

	if (strchr(name, '/'))
		return check_file(name);
	for (at = dirs ? dirs : "/bin:/usr/bin"; at; at = at[len] ? at + len + 1 : NULL) {
		len = strcspn(at, ":");
		snprintf(path, sizeof(path), "%.*s%s%s", (int)len, at, len ? "/" : "", name);
		rc = check_file(path);
		if (!rc)
			return 0;
		if (rc == -EACCES)
			worst = rc;
	}
	return worst;
}

static int take_rules(struct program *p, const struct opt_list *metrics)
{
	size_t i, j;
	int rc;

	p->rules = calloc(metrics->count + 1, sizeof(*p->rules));
	if (!p->rules)
		return refuse(WBCTL_FAILED, "no memory");
	for (i = 0; i < metrics->count; i++) {
		rc = metric_rule_parse(&p->rules[i], "--metric", metrics->word[i]);
		if (rc)
			return rc;
		p->rule_count++;
		for (j = 0; j < i; j++)
			if (!strcmp(p->rules[j].name, p->rules[i].name))
				return refuse(WBCTL_USAGE, "--metric names %s twice",
					      p->rules[i].name);
	}
	return WBCTL_OK;
}

int program_new(struct program **out, int argc, char **argv, const struct opt_list *metrics)
{
	struct program *p = calloc(1, sizeof(*p));
	size_t i;
	int rc;

	*out = p;
	if (!p)
		return refuse(WBCTL_FAILED, "no memory");
	p->argc = argc;
	p->argv = argv;
	p->name = base_name(argv[0]);
	for (i = 0; i < PROGRAM_STREAMS; i++) {
		p->streams[i] = (struct program_stream){ .fds = { -1, -1 } };
		p->streams[i].kept.room = PROGRAM_KEPT_BYTES;
	}
	p->exec_fds[0] = -1;
	p->exec_fds[1] = -1;
	rc = program_find(argv[0]);
	if (rc == -ENOENT || rc == -ENOTDIR)
		return refuse(WBCTL_USAGE, "there is no program '%s'", argv[0]);
	if (rc)
		return refuse(WBCTL_USAGE, "'%s' is no program that can be executed: %s", argv[0],
			      strerror(-rc));
	return take_rules(p, metrics);
}

int program_open(struct run *r)
{
	struct program *p = r->program;
	size_t i;

	p->streams[0].to = r->live_to == stderr ? STDERR_FILENO : STDOUT_FILENO;
	p->streams[1].to = STDERR_FILENO;
	for (i = 0; i < PROGRAM_STREAMS; i++)
		if (pipe2(p->streams[i].fds, O_CLOEXEC) ||
		    fcntl(p->streams[i].fds[0], F_SETFL, O_NONBLOCK))
			return refuse(WBCTL_FAILED, "cannot open pipes: %s", strerror(errno));
	if (pipe2(p->exec_fds, O_CLOEXEC | O_NONBLOCK))
		return refuse(WBCTL_FAILED, "cannot open pipes: %s", strerror(errno));
	/* Orphans of the tree become children of wbctl: it can wait for them. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	getrusage(RUSAGE_CHILDREN, &p->usage_start);
	p->words = p->argv;
	if (strcmp(p->name, "fio"))
		return WBCTL_OK;
	p->words = fio_ask(&p->fio, p->argc, p->argv);
	return p->words ? WBCTL_OK : refuse(WBCTL_FAILED, "no memory");
}

/* What wbctl changed for itself is not the program's to inherit. */
static void restore_signals(void)
{
	sigset_t none;

	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static int redirect(const struct program *p)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (null < 0 || dup2(null, STDIN_FILENO) < 0)
		return -errno;
	if (dup2(p->streams[0].fds[1], STDOUT_FILENO) < 0)
		return -errno;
	return dup2(p->streams[1].fds[1], STDERR_FILENO) < 0 ? -errno : 0;
}

static int go_to_place(const struct run *r)
{
	const struct target *t = &r->targets[0];

	if (r->place == PLACE_CALLER)
		return 0;
	if (fchdir(r->place == PLACE_OWN ? t->own_fd : t->fd))
		return -errno;
	return r->place == PLACE_OWN && chdir(LEFTOVER_PROGRAM) ? -errno : 0;
}

/* An end of the pipe without `go` means that wbctl died or gave up. */
static void wait_at_barrier(const struct run *r)
{
	char byte = 'r';

	if (write(r->ready[1], &byte, 1) != 1)
		_exit(1);
	while (read(r->go[0], &byte, 1) < 0 && errno == EINTR)
		;
	if (!atomic_load(&r->board->go))
		_exit(1);
}

static void program_main(const struct run *r, pid_t parent)
{
	const struct program *p = r->program;
	int rc;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	/* A group of its own: the terminal's Ctrl-C is wbctl's to pass on, once. */
	setpgid(0, 0);
	close(r->go[1]);
	rc = redirect(p);
	if (!rc)
		rc = go_to_place(r);
	wait_at_barrier(r);
	restore_signals();
	if (!rc) {
		r->board->w[0].start_ns = now_ns();
		execvp(p->words[0], p->words);
		rc = -errno;
	}
	rc = -rc;
	if (write(p->exec_fds[1], &rc, sizeof(rc)) < 0)
		_exit(126);
	_exit(127);
}

pid_t program_spawn(struct run *r)
{
	struct program *p = r->program;
	pid_t parent = getpid(), pid;
	size_t i;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid)
		program_main(r, parent);
	for (i = 0; i < PROGRAM_STREAMS; i++) {
		close(p->streams[i].fds[1]);
		p->streams[i].fds[1] = -1;
	}
	return pid;
}

void program_poll(const struct program *p, struct pollfd fds[PROGRAM_STREAMS])
{
	size_t i;

	for (i = 0; i < PROGRAM_STREAMS; i++)
		fds[i] = (struct pollfd){ .fd = p ? p->streams[i].fds[0] : -1, .events = POLLIN };
}

static void pass_on(struct program_stream *s, const char *text, size_t len)
{
	ssize_t n;

	while (len && s->to >= 0) {
		n = write(s->to, text, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			/* Nobody reads it any more; the metrics still do. */
			s->to = -1;
			return;
		}
		text += n;
		len -= (size_t)n;
	}
}

/* Returns whether there may be more. */
static bool pump(struct program_stream *s)
{
	char buf[PIPE_BYTES];
	ssize_t n;

	if (s->fds[0] < 0)
		return false;
	n = read(s->fds[0], buf, sizeof(buf));
	if (n > 0) {
		pass_on(s, buf, (size_t)n);
		tail_add(&s->kept, buf, (size_t)n);
		return true;
	}
	if (n < 0 && errno == EINTR)
		return true;
	if (!n) {
		close(s->fds[0]);
		s->fds[0] = -1;
	}
	return false;
}

void program_pump(struct program *p, const struct pollfd fds[PROGRAM_STREAMS])
{
	size_t i;

	for (i = 0; p && i < PROGRAM_STREAMS; i++)
		if (fds[i].revents)
			pump(&p->streams[i]);
}

/* perf, which profiles the run, is none of the program's. */
static void find_left(struct program *p, pid_t perf)
{
	struct proctree tree;

	if (p->childless || proctree_read(&tree, getpid(), perf))
		return;
	p->left_count = tree.count;
	if (tree.count) {
		p->left_pid = tree.pids[0];
		proctree_name(p->left_name, sizeof(p->left_name), p->left_pid);
	}
	proctree_free(&tree);
}

/* What follows begins a line of its own. */
static void end_line(struct program_stream *s)
{
	if (s->kept.len && s->kept.text[s->kept.len - 1] != '\n')
		pass_on(s, "\n", 1);
}

/* fio's output went into memory; what is for people goes where it would have gone. */
static void read_fio(struct program *p)
{
	char *text = p->fio.fd ? fio_output(&p->fio) : NULL;

	if (text) {
		fio_take(&p->fio, text);
		pass_on(&p->streams[0], text, strlen(text));
		tail_add(&p->streams[0].kept, text, strlen(text));
	} else if (!strcmp(p->name, "fio")) {
		text = strdup(tail_text(&p->streams[0].kept));
		if (text)
			fio_take(&p->fio, text);
	}
	free(text);
}

static void find_metrics(struct run *r)
{
	struct program *p = r->program;
	const char *out = tail_text(&p->streams[0].kept), *err = tail_text(&p->streams[1].kept);
	struct ratio value;
	size_t i;

	if (p->fio.jobs)
		fio_metrics(&p->fio, &r->metrics);
	else
		known_program_metrics(p->name, out, &r->metrics);
	for (i = 0; i < p->rule_count; i++) {
		value = metric_rule_apply(&p->rules[i], out);
		if (!value.known)
			value = metric_rule_apply(&p->rules[i], err);
		metric_set(&r->metrics, p->rules[i].name, value);
	}
}

void program_ended(struct run *r)
{
	struct program *p = r->program;
	size_t i;

	for (i = 0; i < PROGRAM_STREAMS; i++)
		while (pump(&p->streams[i]))
			;
	if (read(p->exec_fds[0], &p->exec_errno, sizeof(p->exec_errno)) < 0)
		p->exec_errno = 0;
	getrusage(RUSAGE_CHILDREN, &p->usage_end);
	find_left(p, r->profiler.pid);
	read_fio(p);
	end_line(&p->streams[0]);
	find_metrics(r);
}

const char *program_status(const struct run *r, char *text, size_t len)
{
	const struct proc *p = &r->procs[0];

	if (p->abandoned)
		snprintf(text, len, "did not die of SIGKILL and was left behind");
	else if (r->program->exec_errno)
		snprintf(text, len, "could not be executed: %s", strerror(r->program->exec_errno));
	else if (WIFSIGNALED(p->status) && sigabbrev_np(WTERMSIG(p->status)))
		snprintf(text, len, "was killed by SIG%s", sigabbrev_np(WTERMSIG(p->status)));
	else if (WIFSIGNALED(p->status))
		snprintf(text, len, "was killed by signal %d", WTERMSIG(p->status));
	else
		snprintf(text, len, "exited with status %d", WEXITSTATUS(p->status));
	return text;
}

int program_verdict(const struct run *r)
{
	const struct program *p = r->program;
	int rc = WBCTL_OK;
	char text[128];
	size_t i;

	/* Before the barrier there was nothing of it to end. */
	if (!r->go_ns)
		return rc;
	for (i = 0; i < p->rule_count && !r->signal; i++)
		if (!metric_get(&r->metrics, p->rules[i].name).known)
			rc = refuse(WBCTL_FAILED, "--metric %s: nothing that %s printed has it",
				    p->rules[i].name, p->name);
	if ((!r->procs[0].status || p->timed_out) && !r->procs[0].abandoned)
		return rc;
	return refuse(WBCTL_FAILED, "%s %s", p->name, program_status(r, text, sizeof(text)));
}

void program_live(const struct run *r)
{
	const struct sample *now = r->samples[r->sample_count - 1];
	const struct sample *then = r->sample_count > 1 ? r->samples[r->sample_count - 2] : NULL;
	char at[FORMAT_LEN], dirtied[FORMAT_LEN], rate[FORMAT_LEN], throttled[FORMAT_LEN];
	struct fig bytes = fig_grown(then ? then->device_bytes : fig_of(0), now->device_bytes);
	struct fig ns = fig_of(now->t_ns - (then ? then->t_ns : 0));

	fprintf(stderr, "%s: %s dirtied, the device takes %s MiB/s, throttled for %s%s\n",
		format_fig(at, UNIT_NS, fig_of(now->t_ns)),
		format_fig(dirtied, UNIT_BYTES, now->dirtied_bytes),
		format_fig(rate, UNIT_RATE, fig_rate(bytes, ns)),
		format_fig(throttled, UNIT_NS, now->w[0].throttled_ns),
		r->kill_ns ? ", stopping" : "");
}

void program_free(struct program *p)
{
	size_t i;

	if (!p)
		return;
	for (i = 0; i < PROGRAM_STREAMS; i++) {
		if (p->streams[i].fds[0] >= 0)
			close(p->streams[i].fds[0]);
		if (p->streams[i].fds[1] >= 0)
			close(p->streams[i].fds[1]);
		tail_free(&p->streams[i].kept);
	}
	for (i = 0; i < ARRAY_SIZE(p->exec_fds); i++)
		if (p->exec_fds[i] >= 0)
			close(p->exec_fds[i]);
	for (i = 0; i < p->rule_count; i++)
		metric_rule_free(&p->rules[i]);
	free(p->rules);
	if (p->words != p->argv)
		fio_free_words(p->words, p->argc);
	fio_free(&p->fio);
	free(p);
}
