// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl run: drive writers, and say what became of their time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "profile.h"
#include "report.h"
#include "run.h"
#include "run_check.h"

#define REMOVE_WITHIN_NS (20 * NSEC_PER_SEC)
#define REMOVE_FILE_NS (NSEC_PER_SEC / 50)

static const char *const profile_hz[] = { "99", NULL };
static const char *const fsync_modes[] = { "end", "each", "none", NULL };

#define AT(member) offsetof(struct run_opts, member)

static const struct opt run_options[] = {
	{ "writers", "N", OPT_NUMBER, AT(writers), 1, RUN_WRITERS_MAX, NULL,
	  "Writers, each a process with a file of its own (3)." },
	{ "shape", "NAME", OPT_NAME, AT(shape), 0, 0, shape_names,
	  "What they do, see below (write)." },
	{ "size", "SIZE", OPT_SIZE, AT(size), 1, 0, NULL,
	  "Bytes that each writer writes, or reads; with --shape files the size of a file (50k).",
	},
	{ "file-size", "SIZE", OPT_SIZE, AT(file_size), 1, 0, NULL,
	  "How long the file of each writer is, when that is not --size." },
	{ "files", "N", OPT_NUMBER, AT(files), 1, 1ULL << 32, NULL,
	  "With --shape files, files of each writer (1000)." },
	{ "rate", "SIZE", OPT_SIZE, AT(rate), 1, 0, NULL,
	  "Bytes per second of each writer at most." },
	{ "bs", "SIZE", OPT_SIZE, AT(bs), 1, 1ULL << 30, NULL,
	  "Bytes in one pwrite(2) or pread(2) (64k; random 4k, oltp 8k, grow 16k)." },
	{ "time", "TIME", OPT_TIME, AT(time), 1000000, 0, NULL,
	  "Stop writing after that time; with a command, stop it then. Without --size the files grow until then; those that reach their share of half of the free space are written again from the start.",
	},
	{ "metric", "NAME=REGEX", OPT_LIST, AT(metrics), 0, 0, NULL,
	  "With a command: find a figure in what it prints; the last line counts that matches the POSIX extended REGEX, and of it the first group. May be repeated.",
	},
	{ "dir", "DIR", OPT_LIST, AT(dirs), 0, 0, NULL,
	  "Where to write; may be repeated, the writers take turns ($WBCTL_DIR, or the current directory). With a command: whose file systems' devices are measured; the command stays in the caller's directory.",
	},
	{ "fsync", "WHEN", OPT_NAME, AT(fsync), 0, 0, fsync_modes,
	  "end: once after the last write of a file (default); each: after each write; none." },
	{ "direct", NULL, OPT_FLAG, AT(direct), 0, 0, NULL,
	  "Write with O_DIRECT." },
	{ "rewrite", NULL, OPT_FLAG, AT(rewrite), 0, 0, NULL,
	  "Write and sync every file once before the clock starts, then write it again." },
	{ "interval", "TIME", OPT_TIME, AT(interval), 10000000, 3600 * NSEC_PER_SEC, NULL,
	  "Time between samples (1s)." },
	{ "json", "[FILE]", OPT_JSON, AT(json), 0, 0, NULL,
	  "The report as one JSON document too, into FILE; or onto standard output (-), and then the progress goes to standard error.",
	},
	{ "watch", "PID", OPT_LIST, AT(watch), 0, 0, NULL,
	  "Say where the time of this process and of what it forks meanwhile went too, and what they dirtied; may be repeated.",
	},
	{ "watch-cgroup", "PATH", OPT_LIST, AT(watch_cgroup), 0, 0, NULL,
	  "The same of all processes of this control group and of those below it, also of those that come there during the run; PATH is absolute or below /sys/fs/cgroup; may be repeated.",
	},
	{ "audit", NULL, OPT_FLAG, AT(audit), 0, 0, NULL,
	  "Print each law of the audit, and how throughput and throttling go together. Pauses are checked too, against the kernel's own trace events, which costs some time.",
	},
	{ "cpu-profile", "[HZ]", OPT_RATE, AT(cpu_profile), 1, PROFILER_HZ_MAX, profile_hz,
	  "A kernel CPU profile of the run, taken by perf HZ times a second on each CPU (99).",
	},
	{ "keep", NULL, OPT_FLAG, AT(keep), 0, 0, NULL,
	  "Leave the files." },
	{ "source", "WHO", OPT_NAME, AT(source), 0, 0, source_names,
	  "Who tells what the kernel did: module (default), or tracefs: the kernel's own trace events, for kernels that take no modules. What they do not tell is '-'.",
	},
	{ "profile", "NAME", OPT_TEXT, AT(profile), 0, 0, NULL,
	  "Run a benchmark of one of the posts that wbctl profiles lists; options change what it sets.",
	},
	{ "runs", "N", OPT_NUMBER, AT(runs), 1, 1000, NULL,
	  "How often the profile does each of its steps." },
	{ "builtin", NULL, OPT_FLAG, AT(builtin), 0, 0, NULL,
	  "With the profiles dbench and fsmark: wbctl's own writers, even if the program is installed.",
	},
	{ "record-size", "SIZE", OPT_SIZE, AT(record_size), 1, 1ULL << 30, NULL,
	  "With the profile iozone: what that calls --bs." },
	{ "include-flush", NULL, OPT_FLAG, AT(include_flush), 0, 0, NULL,
	  "With the profile iozone: flush and close inside the clock, its -e -c." },
	{ "without-module", NULL, OPT_NOT, AT(with_module), 0, 0, NULL,
	  "Do not ask the module: what only it knows is '-'. Needs no root." },
};

static int check_shape(const struct run *r)
{
	const struct run_opts *o = &r->o;
	const struct shape *s = r->shape;

	if (o->rewrite && s != &shape_write)
		return refuse(WBCTL_USAGE, "--rewrite makes no sense with --shape %s", s->name);
	if (o->files.known && s != &shape_files)
		return refuse(WBCTL_USAGE, "--files needs --shape files");
	if (o->file_size.known && s->many)
		return refuse(WBCTL_USAGE, "--file-size does not apply to --shape %s", s->name);
	if (o->direct && s == &shape_mixed)
		return refuse(WBCTL_USAGE,
			      "--direct does not apply to --shape mixed: its calls are of any length");
	if (s == &shape_oltp && r->writers < 2)
		return refuse(WBCTL_USAGE,
			      "--shape oltp needs 2 writers at least: the first one writes the log");
	if (s == &shape_copy && o->dirs.count < 2)
		return refuse(WBCTL_USAGE,
			      "--shape copy needs --dir twice: from where, and to where");
	return WBCTL_OK;
}

/* What the shape would not look at; steps of a profile may be of any shape. */
static int check_effect(const struct run_opts *o)
{
	const struct shape *s = shape_of(o->shape.v);

	if (o->fsync.known && !s->writes)
		return refuse(WBCTL_USAGE, "--fsync does not apply to --shape %s: it only reads",
			      s->name);
	return WBCTL_OK;
}

/* What is about wbctl's own writers does not go together with a command. */
static int check_command(const struct run_opts *o)
{
	const struct {
		const char *name;
		bool given;
	} refused[] = {
		{ "writers", o->writers.known },
		{ "size", o->size.known },
		{ "bs", o->bs.known },
		{ "fsync", o->fsync.known },
		{ "direct", o->direct },
		{ "rewrite", o->rewrite },
		{ "shape", o->shape.known },
		{ "files", o->files.known },
		{ "file-size", o->file_size.known },
		{ "rate", o->rate.known },
		{ "keep", o->keep },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(refused); i++)
		if (refused[i].given)
			return refuse(WBCTL_USAGE,
				      "--%s is about wbctl's own writers and does not apply to a command",
				      refused[i].name);
	return WBCTL_OK;
}

/* The command behind --; a count below 0: there is none. */
static int take_command(struct run *r, const struct run_opts *o, int count, char **command)
{
	int rc;

	if (count < 0) {
		if (o->metrics.count)
			return refuse(WBCTL_USAGE, "--metric needs a command: -- COMMAND");
		return check_effect(o);
	}
	if (!count)
		return refuse(WBCTL_USAGE, "a command is missing behind --");
	rc = check_command(o);
	if (!rc)
		rc = program_new(&r->program, count, command, &o->metrics);
	r->writers = 1;
	return rc;
}

/* Also tells where the figures come from. */
static int check_options(struct run *r)
{
	const struct run_opts *o = &r->o;
	int rc = r->program ? WBCTL_OK : check_shape(r);

	if (rc)
		return rc;
	if (o->source.known && !o->with_module)
		return refuse(WBCTL_USAGE, "--source and --without-module exclude each other");
	r->source = o->with_module ? (enum source_kind)o->source.v : SOURCE_NONE;
	if (o->rewrite && !o->size.known && o->time.known)
		return refuse(WBCTL_USAGE,
			      "--rewrite with --time needs --size: it says how long the files are");
	if (o->watch.count && r->source != SOURCE_MODULE)
		return refuse(WBCTL_USAGE, "--watch needs the module");
	if (o->watch_cgroup.count && r->source != SOURCE_MODULE)
		return refuse(WBCTL_USAGE, "--watch-cgroup needs the module");
	if (o->audit && r->source != SOURCE_MODULE)
		return refuse(WBCTL_USAGE, "--audit needs the module");
	if (o->size.v > INT64_MAX / 2 || o->file_size.v > INT64_MAX / 2)
		return refuse(WBCTL_USAGE, "--size is too large");
	return WBCTL_OK;
}

/* Whether --json FILE can be written: better known before the run than after. */
static int check_json(const struct run_opts *o)
{
	char dir[PATH_MAX], *slash;
	struct stat st;

	if (!o->json || !strcmp(o->json, "-"))
		return WBCTL_OK;
	if (!stat(o->json, &st) && S_ISDIR(st.st_mode))
		return refuse(WBCTL_FAILED, "--json %s: %s", o->json, strerror(EISDIR));
	if (!access(o->json, W_OK))
		return WBCTL_OK;
	if (errno == ENOENT) {
		snprintf(dir, sizeof(dir), "%s", o->json);
		slash = strrchr(dir, '/');
		if (slash)
			slash[slash == dir] = '\0';
		if (!access(slash ? dir : ".", W_OK | X_OK))
			return WBCTL_OK;
	}
	return refuse(WBCTL_FAILED, "--json %s: %s", o->json, strerror(errno));
}

static int remove_all(void *arg)
{
	const struct run *r = arg;
	int rc, err = 0;
	size_t i;

	module_leave(r);
	for (i = 0; i < r->target_count; i++) {
		rc = target_remove(&r->targets[i]);
		if (rc)
			err = -rc;
	}
	return err;
}

/* Many files take their time, which is no hanging. */
static uint64_t remove_within(const struct run *r)
{
	uint64_t files = 0;
	size_t i;

	for (i = 0; r->board && i < r->writers; i++)
		files += r->board->w[i].file_count;
	if (r->place == PLACE_OWN)
		files += r->o.files.v * r->o.writers.v;
	return REMOVE_WITHIN_NS + files * REMOVE_FILE_NS;
}

static int remove_files(struct run *r)
{
	const struct target *t = &r->targets[0];
	int rc;

	if (!r->target_count || !t->name[0])
		return WBCTL_OK;
	if (r->o.keep) {
		for (size_t i = 0; i < r->target_count; i++)
			fprintf(stderr, "wbctl: kept %s/%s\n", r->targets[i].path,
				r->targets[i].name);
		return WBCTL_OK;
	}
	rc = child_run(remove_all, r, remove_within(r), -1);
	if (rc == -ENOTEMPTY) {
		/* NFS keeps what is removed under another name while it is open, as notes are. */
		for (size_t i = 0; i < r->target_count; i++)
			target_close_note(&r->targets[i]);
		rc = child_run(remove_all, r, remove_within(r), -1);
	}
	if (rc == -ETIMEDOUT)
		return refuse(WBCTL_FAILED, "removing %s/%s hangs; the next run there removes it",
			      t->path, t->name);
	if (rc)
		return refuse(WBCTL_FAILED, "cannot remove %s/%s: %s", t->path, t->name,
			      strerror(-rc));
	return WBCTL_OK;
}

static int print_report(const struct run *r, const struct report *rep)
{
	bool json_only = r->o.json && !strcmp(r->o.json, "-");
	struct json_object *doc;
	int rc = WBCTL_OK;

	if (r->o.json) {
		doc = report_json(rep);
		rc = json_write(doc, r->o.json);
		json_object_put(doc);
	}
	if (json_only)
		return rc;
	report_text(stdout, rep, r->o.audit);
	return out_flush() ? WBCTL_FAILED : rc;
}

/* What went wrong in the run itself, a sentence each on standard error. */
static int verdict(const struct run *r, const struct report *rep)
{
	int rc = source_verdict(r);
	char text[160];
	size_t i;

	if (r->drain_rc && r->drain_rc != -EINTR)
		rc = refuse(WBCTL_FAILED, "the drain failed: syncfs: %s", strerror(-r->drain_rc));
	for (i = 0; i < rep->writer_count; i++)
		if (rep->writers[i].error)
			rc = refuse(WBCTL_FAILED, "writer %zu failed: %s", i,
				    rep->writers[i].error);
	if (audit_count(&rep->audit, AUDIT_BROKEN))
		rc = refuse(WBCTL_FAILED, "the audit failed: %s",
			    audit_verdict(&rep->audit, text, sizeof(text)));
	if (r->program && program_verdict(r))
		rc = WBCTL_FAILED;
	if (r->signal)
		rc = refuse(WBCTL_FAILED, "interrupted by SIG%s", sigabbrev_np(r->signal));
	return rc;
}

static int finish(struct run *r)
{
	int rc, removed;

	r->rep = report_build(r);
	removed = remove_files(r);
	if (!r->rep)
		return refuse(WBCTL_FAILED, "no memory for the report");
	rc = verdict(r, r->rep);
	return rc ? rc : removed;
}

static int execute(struct run *r)
{
	int rc = run_prepare(r);

	/* Without writers there are no files to keep. */
	if (rc)
		r->o.keep = false;
	else
		rc = run_writers(r);
	if (rc) {
		remove_files(r);
		return rc;
	}
	if (r->go_ns && !r->signal)
		run_drain(r);
	if (r->go_ns)
		audit_end(r);
	profiler_read(&r->profiler, r->stop_fd);
	return finish(r);
}

struct run *run_new(const struct run_opts *o, int argc, char **argv)
{
	struct run *r = calloc(1, sizeof(*r));

	if (!r) {
		refuse(WBCTL_FAILED, "no memory");
		return NULL;
	}
	r->o = *o;
	r->shape = shape_of(o->shape.v);
	fig_default(&r->o.writers, 3);
	fig_default(&r->o.bs, r->shape->bs);
	fig_default(&r->o.interval, NSEC_PER_SEC);
	fig_default(&r->o.fsync, FSYNC_END);
	r->argc = argc;
	r->argv = argv;
	r->wall = time(NULL);
	r->writers = r->o.writers.v;
	r->prepared = o->rewrite || r->shape->prepared;
	r->live_to = o->json && !strcmp(o->json, "-") ? stderr : stdout;
	r->signal_fd = -1;
	r->stop_fd = -1;
	r->timer_fd = -1;
	r->ready[0] = -1;
	r->ready[1] = -1;
	r->go[0] = -1;
	r->go[1] = -1;
	r->profiler.hz = o->cpu_profile;
	r->profiler.ctl = -1;
	r->profiler.ack = -1;
	return r;
}

int run_execute(struct run *r)
{
	int rc = check_options(r);

	if (!rc)
		rc = profiler_check(&r->profiler);
	if (!rc)
		rc = ledgers_check(&r->ledgers, &r->o.watch);
	if (!rc)
		rc = ledgers_check_cgroups(&r->ledgers, &r->o.watch_cgroup);
	return rc ? rc : execute(r);
}

void run_free(struct run *r)
{
	const int fds[] = {
		r->signal_fd, r->stop_fd, r->timer_fd,
		r->ready[0], r->ready[1], r->go[0], r->go[1],
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	report_free(r->rep);
	for (i = 0; i < r->sample_count; i++) {
		free(r->samples[i]->wbs);
		free(r->samples[i]);
	}
	free(r->samples);
	for (i = 0; i < r->target_count; i++)
		target_close(&r->targets[i]);
	source_close(r);
	profiler_close(&r->profiler);
	writer_board_free(r->board, r->writers);
	program_free(r->program);
	free(r->procs);
	free(r->targets);
	free(r);
}

/* A run of writers, or of the command of @count words; below 0 there is none. */
static int run_single(const struct run_opts *o, int argc, char **argv, int count, char **command)
{
	struct run *r = run_new(o, argc, argv);
	int rc, printed = WBCTL_OK;

	if (!r)
		return WBCTL_FAILED;
	rc = take_command(r, o, count, command);
	if (!rc)
		rc = run_execute(r);
	/* A run that never passed the barrier has nothing to print. */
	if (r->rep && r->go_ns)
		printed = print_report(r, r->rep);
	run_free(r);
	return printed ? printed : rc;
}

static int check_profile(const struct run_opts *o)
{
	if (!o->profile && o->runs.known)
		return refuse(WBCTL_USAGE, "--runs needs --profile");
	if (!o->profile && o->include_flush)
		return refuse(WBCTL_USAGE, "--include-flush needs --profile iozone");
	if (!o->profile && o->builtin)
		return refuse(WBCTL_USAGE, "--builtin needs --profile dbench or fsmark");
	if (o->record_size.known && (!o->profile || strcmp(o->profile, "iozone")))
		return refuse(WBCTL_USAGE, "--record-size needs --profile iozone");
	if (o->record_size.known && o->bs.known)
		return refuse(WBCTL_USAGE, "--record-size and --bs exclude each other");
	if (o->profile && o->shape.known)
		return refuse(WBCTL_USAGE, "--profile and --shape exclude each other");
	if (o->profile && o->rewrite)
		return refuse(WBCTL_USAGE, "--profile and --rewrite exclude each other");
	return WBCTL_OK;
}

/**
 * struct words - a command line of `wbctl run`, taken apart
 * @o: Its options.
 * @all: All of it as it was; opt_parse() moves the words about.
 * @rest: Words that are no options, and those behind "--".
 * @left: How many of them are no options.
 * @count: How many are behind "--"; below 0 there is no "--".
 * @command: Where these are.
 */
struct words {
	struct run_opts o;
	char **all;
	char **rest;
	int left;
	int count;
	char **command;
};

static int parse(struct words *w, int argc, char **argv)
{
	struct run_opts *o = &w->o;
	int rc, at;
	bool job;

	*w = (struct words){ .o.with_module = true, .rest = argv + 1 };
	w->all = calloc((size_t)argc + 1, sizeof(char *));
	if (!w->all)
		return refuse(WBCTL_FAILED, "no memory");
	memcpy(w->all, argv, (size_t)argc * sizeof(char *));
	w->all[0] = "wbctl run";
	for (at = 1; at < argc && strcmp(argv[at], "--"); at++)
		;
	w->count = argc - at - 1;
	w->left = at - 1;
	w->command = argv + at + 1;
	rc = opt_parse(run_options, ARRAY_SIZE(run_options), &w->left, w->rest, o);
	job = o->profile && !strcmp(o->profile, "fio");
	if (!rc && w->left && !job)
		rc = refuse(WBCTL_USAGE, "run takes no word '%s'", w->rest[0]);
	if (!rc)
		rc = check_profile(o);
	if (!rc && o->profile && w->count >= 0 && !job)
		rc = refuse(WBCTL_USAGE, "--profile and a command exclude each other");
	if (!rc)
		rc = check_json(o);
	if (o->record_size.known)
		o->bs = o->record_size;
	/* The words of a job are those before and behind --. */
	if (job && w->count > 0)
		memmove(w->rest + w->left, w->command, (size_t)w->count * sizeof(char *));
	return rc;
}

static int run_run(int argc, char **argv)
{
	struct words w;
	int rc = parse(&w, argc, argv);

	if (!rc && w.o.profile)
		rc = profile_run(&w.o, argc, w.all, w.left + (w.count > 0 ? w.count : 0), w.rest);
	else if (!rc)
		rc = run_single(&w.o, argc, w.all, w.count, w.command);
	free(w.all);
	return rc;
}

/* What run_single() and run_execute() look at before they do anything. */
static int check_single(const struct words *w, int argc)
{
	struct run *r = run_new(&w->o, argc, w->all);
	int rc;

	if (!r)
		return WBCTL_FAILED;
	rc = take_command(r, &w->o, w->count, w->command);
	if (!rc)
		rc = check_options(r);
	run_free(r);
	return rc;
}

int run_check(int argc, char **argv)
{
	struct words w;
	int rc = parse(&w, argc, argv);

	if (!rc && !w.o.profile)
		rc = check_single(&w, argc);
	else if (!rc)
		rc = profile_known(w.o.profile);
	free(w.all);
	return rc;
}

static void run_help(FILE *to)
{
	fprintf(to, "usage: wbctl run [OPTION]... [-- COMMAND [ARG]...]\n"
		"       wbctl run [OPTION]... --profile fio JOBFILE\n\n");
	wrap(to,
	     "Starts writers behind one barrier and reports for each its throughput, what throttled it and for how long, how fair that was, and how much reached the device during the run and after it.",
	     0, 0);
	fputc('\n', to);
	wrap(to,
	     "With a COMMAND: runs it instead, follows it and all that it forks from their first instruction, and reports for each process what it dirtied and what throttled it, beside the figures that the command prints itself.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, run_options, ARRAY_SIZE(run_options));
	fprintf(to, "\nShapes:\n\n");
	shape_help(to);
	fputc('\n', to);
	wrap(to,
	     "SIZE is digits and k, M, G or T (binary); TIME is digits and ns, us, ms, s, m or h (seconds without). Without --size and --time all writers together write the larger of 64 MiB each and twice the dirty threshold of now, so that throttling sets in; at most half of the free space, and for 60 s at most.",
	     0, 0);
	fputc('\n', to);
	wrap(to,
	     "The files go into a directory of wbctl's own in DIR and are removed at the end. Ctrl-C stops the writers and prints what was measured up to then. Exit status: 0 done, 1 failed or interrupted, or the audit found figures that cannot be right, 2 a wrong command line or directory, 3 the module, tracefs or a permission is missing, the module went away during the run, or trace events were lost.",
	     0, 0);
}

const struct command cmd_run = {
	"run", "drive writers and report on each", run_run, run_help
};
