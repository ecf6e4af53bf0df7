// SPDX-License-Identifier: GPL-2.0-or-later
/* The runs of a sweep, one after the other, each in a child. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "out.h"
#include "revert.h"
#include "run_check.h"
#include "spawn.h"
#include "sweep.h"

#define RUN_WORDS_MAX 32
#define DOCUMENT_MAX (256LL << 20)

/**
 * struct one_run - a run of the sweep
 * @cell: Its cell.
 * @repeat: Its round, from 0.
 * @status: Its exit status.
 * @error: Its error words, "": none.
 * @doc: Its document, NULL: it made none.
 * @json_fd: Where it writes the document to.
 * @said_fd: Its standard error.
 */
struct one_run {
	size_t cell;
	size_t repeat;
	int status;
	char error[SPAWN_SAID];
	struct json_object *doc;
	int json_fd;
	int said_fd;
};

/* Takes a signal in if there is one. */
static bool interrupted(struct sweep *s)
{
	struct pollfd p = { .fd = s->signal_fd, .events = POLLIN };
	struct signalfd_siginfo info;

	if (poll(&p, 1, 0) == 1 && read(s->signal_fd, &info, sizeof(info)) == sizeof(info))
		s->signal = (int)info.ssi_signo;
	return s->signal;
}

/*
 * Waits for the child. A signal is passed on as SIGTERM, so that the run cleans
 * up; the second one does not wait for that.
 */
static int wait_child(struct sweep *s, pid_t pid, int *status)
{
	int kills = 0, rc;

	for (;;) {
		rc = spawn_wait(pid, s->signal_fd, status);
		if (rc != -EINTR)
			return rc;
		if (interrupted(s))
			kill(pid, kills++ ? SIGKILL : SIGTERM);
	}
}

/* "run", the axes' options, where and the document, then the words given. */
static size_t run_words(struct sweep *s, const struct one_run *one, char **words,
			char text[RUN_WORDS_MAX][PATH_MAX])
{
	const char *value;
	size_t n = 0, t = 0, i;

	words[n++] = "wbctl";
	words[n++] = "run";
	for (i = 0; i < s->axes.count; i++) {
		const struct axis_kind *k = &axis_kinds[s->axes.axis[i].id];

		if (k->target != TARGET_RUN)
			continue;
		value = axes_value(&s->axes, one->cell, i);
		snprintf(text[t], PATH_MAX, "--%s=%s", k->option, value);
		words[n++] = text[t++];
	}
	if (s->scratch.count && s->scratch.dir[0]) {
		tunable_file(text[t], s->scratch.dir);
		words[n++] = "--dir";
		words[n++] = text[t++];
	}
	if (one->json_fd >= 0) {
		snprintf(text[t], PATH_MAX, "--json=/proc/self/fd/%d", one->json_fd);
		words[n++] = text[t++];
	}
	for (i = 1; i < (size_t)s->run_argc; i++)
		words[n++] = s->run_argv[i];
	words[n] = NULL;
	return n;
}

int sweep_check_runs(struct sweep *s)
{
	static char text[RUN_WORDS_MAX][PATH_MAX];
	char **words = calloc((size_t)s->run_argc + RUN_WORDS_MAX, sizeof(*words));
	struct one_run one = { .json_fd = -1 };
	int rc = WBCTL_OK;
	size_t n;

	if (!words)
		return refuse(WBCTL_FAILED, "no memory");
	for (; !rc && one.cell < s->plan.cells; one.cell++) {
		n = run_words(s, &one, words, text);
		rc = run_check((int)n - 1, words + 1);
	}
	free(words);
	return rc;
}

static int run_child(struct sweep *s, struct one_run *one)
{
	static char text[RUN_WORDS_MAX][PATH_MAX];
	char **words = calloc((size_t)s->run_argc + RUN_WORDS_MAX, sizeof(*words));
	const int keep[] = { one->json_fd, s->undo.fd, -1 };
	struct spawn how = {
		.file = "/proc/self/exe", .argv = words, .out_fd = -1, .err_fd = one->said_fd,
		.keep_fds = keep, .mask = &s->mask, .death_signal = SIGTERM,
	};
	pid_t pid;
	int rc;

	if (!words)
		return -ENOMEM;
	run_words(s, one, words, text);
	pid = spawn_start(&how);
	rc = pid < 0 ? (int)pid : wait_child(s, pid, &one->status);
	free(words);
	return rc;
}

static struct json_object *read_document(int fd)
{
	struct json_object *doc = NULL;
	struct stat st;
	char *text;

	if (fstat(fd, &st) || !st.st_size || st.st_size > DOCUMENT_MAX)
		return NULL;
	text = calloc(1, (size_t)st.st_size + 1);
	if (text && pread(fd, text, (size_t)st.st_size, 0) == st.st_size)
		doc = json_tokener_parse(text);
	free(text);
	return doc;
}

/* The sentence after "wbctl: " is enough. */
static void take_error(struct one_run *one)
{
	static const char head[] = "wbctl: ";

	spawn_last_line(one->said_fd, one->error);
	if (!strncmp(one->error, head, strlen(head)))
		memmove(one->error, one->error + strlen(head),
			strlen(one->error) - strlen(head) + 1);
	if (!one->error[0])
		snprintf(one->error, sizeof(one->error), "exit status %d", one->status);
}

static void do_run(struct sweep *s, struct one_run *one)
{
	int rc;

	one->json_fd = memfd_create("run.json", MFD_CLOEXEC);
	one->said_fd = memfd_create("said", MFD_CLOEXEC);
	rc = one->json_fd < 0 || one->said_fd < 0 ? -errno : run_child(s, one);
	if (rc) {
		one->status = WBCTL_FAILED;
		snprintf(one->error, sizeof(one->error), "cannot start the run: %s", strerror(-rc));
	} else {
		one->doc = read_document(one->json_fd);
		if (!one->doc && !one->status)
			one->status = WBCTL_FAILED;
		if (one->status)
			take_error(one);
	}
	if (one->json_fd >= 0)
		close(one->json_fd);
	if (one->said_fd >= 0)
		close(one->said_fd);
}

/* Between two runs the machine is as it was before the sweep. */
static void put_back(struct sweep *s)
{
	struct revert r = { .live = true };

	if (!s->changes)
		return;
	revert_all(&s->undo, &r);
	s->broken = r.failed;
	/* What somebody else has changed is theirs from now on. */
	if (!s->broken && undo_restart(&s->undo))
		s->broken = true;
}

static int keep_run(struct sweep *s, const struct one_run *one)
{
	struct result r = { .cell = one->cell, .repeat = one->repeat, .status = one->status };
	struct json_object *line = json_object_new_object();
	int rc;

	json_object_object_add(line, "cell", axes_cell_json(&s->axes, one->cell));
	json_object_object_add(line, "repeat", json_object_new_uint64(one->repeat + 1));
	json_object_object_add(line, "exit_status", json_object_new_int(one->status));
	if (one->error[0])
		json_add_text(line, "error", one->error);
	if (one->doc)
		json_object_object_add(line, "run", json_object_get(one->doc));
	rc = sweep_file_append(&s->file, line);
	json_object_put(line);
	plan_mark(&s->plan, one->cell, one->repeat);
	if (!results_add(&s->results, r, one->doc))
		rc = refuse(WBCTL_FAILED, "no memory");
	return rc;
}

static void say_begin(const struct sweep *s, const struct one_run *one)
{
	size_t all = s->plan.cells * s->plan.repeats;
	char label[1024];

	fprintf(stderr, "%zu/%zu %s, repeat %zu: ", all - s->plan.left + 1, all,
		axes_label(&s->axes, one->cell, label, sizeof(label)), one->repeat + 1);
	fflush(stderr);
}

static void say_end(const struct sweep *s, const struct one_run *one)
{
	const struct result *r = &s->results.r[s->results.count - 1];
	char rate[FORMAT_LEN], share[FORMAT_LEN], left[FORMAT_LEN];
	struct fig bytes = r->throughput.known ? fig_of((uint64_t)r->throughput.v) : fig_none();

	if (one->status)
		fprintf(stderr, "failed with %d: %s", one->status, one->error);
	else
		fprintf(stderr, "%s MiB/s", format_fig(rate, UNIT_RATE, bytes));
	if (!one->status && r->throttled.known)
		fprintf(stderr, ", throttled %s", format_ratio(share, UNIT_RATIO, r->throttled));
	if (s->plan.left)
		fprintf(stderr, "; about %s left",
			format_fig(left, UNIT_NS,
				   fig_of(s->timed_ns / s->timed * s->plan.left)));
	fputc('\n', stderr);
}

static int next_run(struct sweep *s, struct one_run *one)
{
	uint64_t start = now_ns();
	int rc = WBCTL_OK;

	say_begin(s, one);
	if (sweep_set_up(s, one->cell, one->error))
		one->status = WBCTL_FAILED;
	else if (!interrupted(s))
		do_run(s, one);
	put_back(s);
	interrupted(s);
	if (s->signal) {
		fprintf(stderr, "interrupted\n");
	} else if (one->status == WBCTL_USAGE) {
		/* No repeat of it would do better. */
		fprintf(stderr, "refused\n");
		rc = refuse(WBCTL_USAGE, "the run is refused: %s", one->error);
	} else {
		s->timed_ns += now_ns() - start;
		s->timed++;
		rc = keep_run(s, one);
		if (!rc)
			say_end(s, one);
	}
	json_object_put(one->doc);
	return rc;
}

int sweep_loop(struct sweep *s)
{
	struct one_run one = {};
	int rc = WBCTL_OK;
	size_t at = 0;

	while (!rc && !s->signal && !s->broken && !interrupted(s)) {
		one = (struct one_run){};
		if (!plan_next(&s->plan, &at, &one.cell, &one.repeat))
			break;
		rc = next_run(s, &one);
	}
	if (s->broken)
		rc = refuse(WBCTL_FAILED,
			    "the sweep ends here: something could not be put back; see `wbctl restore`");
	return rc;
}
