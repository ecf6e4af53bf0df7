// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl run: drive writers, and say what became of their time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "report.h"
#include "run.h"

#define DEFAULT_TIME_NS (60 * NSEC_PER_SEC)
#define DEFAULT_LEAST_BYTES (64ULL << 20)
#define REMOVE_WITHIN_NS (20 * NSEC_PER_SEC)

static const char *const fsync_modes[] = { "end", "each", "none", NULL };

#define AT(member) offsetof(struct run_opts, member)

static const struct opt run_options[] = {
	{ "writers", "N", OPT_NUMBER, AT(writers), 1, RUN_WRITERS_MAX, NULL,
	  "Writers, each a process with a file of its own (3)." },
	{ "size", "SIZE", OPT_SIZE, AT(size), 1, 0, NULL,
	  "Bytes that each writer writes." },
	{ "bs", "SIZE", OPT_SIZE, AT(bs), 1, 1ULL << 30, NULL,
	  "Bytes in one pwrite(2) (64k)." },
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
	  "end: once after the last write (default); each: after each write; none." },
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
	{ "audit", NULL, OPT_FLAG, AT(audit), 0, 0, NULL,
	  "Print each law of the audit, and how throughput and throttling go together. Pauses are checked too, against the kernel's own trace events, which costs some time.",
	},
	{ "keep", NULL, OPT_FLAG, AT(keep), 0, 0, NULL,
	  "Leave the files." },
	{ "source", "WHO", OPT_NAME, AT(source), 0, 0, source_names,
	  "Who tells what the kernel did: module (default), or tracefs: the kernel's own trace events, for kernels that take no modules. What they do not tell is '-'.",
	},
	{ "without-module", NULL, OPT_NOT, AT(with_module), 0, 0, NULL,
	  "Do not ask the module: what only it knows is '-'. Needs no root." },
};

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

/* Takes the command behind -- off the command line. */
static int take_command(struct run *r, int argc, char **argv)
{
	int rc;

	if (argc < 0) {
		if (r->o.metrics.count)
			return refuse(WBCTL_USAGE, "--metric needs a command: -- COMMAND");
		return WBCTL_OK;
	}
	if (!argc)
		return refuse(WBCTL_USAGE, "a command is missing behind --");
	rc = check_command(&r->o);
	return rc ? rc : program_new(&r->program, argc, argv, &r->o.metrics);
}

static struct fig or_else(struct fig f, uint64_t v)
{
	return f.known ? f : fig_of(v);
}

static void set_defaults(struct run_opts *o)
{
	o->writers = or_else(o->writers, 3);
	o->bs = or_else(o->bs, 64 << 10);
	o->fsync = or_else(o->fsync, FSYNC_END);
}

/* Also tells where the figures come from. */
static int check_options(struct run *r)
{
	const struct run_opts *o = &r->o;

	if (o->source.known && !o->with_module)
		return refuse(WBCTL_USAGE, "--source and --without-module exclude each other");
	r->source = o->with_module ? (enum source_kind)o->source.v : SOURCE_NONE;
	if (o->rewrite && !o->size.known && o->time.known)
		return refuse(WBCTL_USAGE,
			      "--rewrite with --time needs --size: it says how long the files are");
	if (o->watch.count && r->source != SOURCE_MODULE)
		return refuse(WBCTL_USAGE, "--watch needs the module");
	if (o->audit && r->source != SOURCE_MODULE)
		return refuse(WBCTL_USAGE, "--audit needs the module");
	if (o->bs.v > INT64_MAX / 2 || (o->size.known && o->size.v > INT64_MAX / 2))
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

static int open_targets(struct run *r)
{
	const char *fallback = getenv("WBCTL_DIR"), *from = "--dir";
	size_t i;
	int rc;

	if (!r->o.dirs.count) {
		from = fallback && *fallback ? "WBCTL_DIR" : "directory";
		r->o.dirs.word[r->o.dirs.count++] = fallback && *fallback ? fallback : ".";
	}
	r->targets = calloc(r->o.dirs.count, sizeof(*r->targets));
	if (!r->targets)
		return refuse(WBCTL_FAILED, "no memory");
	for (i = 0; i < r->o.dirs.count; i++) {
		r->target_count = i + 1;
		rc = target_open(&r->targets[i], r->o.dirs.word[i], from);
		if (rc)
			return rc;
		devices_add(&r->devs, &r->targets[i].mount);
	}
	return WBCTL_OK;
}

/* Writers that write into the file system of a target. */
static uint64_t writers_on(const struct run *r, uint32_t dev)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < r->writers; i++)
		n += r->targets[i % r->target_count].mount.dev == dev;
	return n;
}

/* The largest size for each writer that takes half of the free space. */
static uint64_t half_of_free(const struct run *r)
{
	uint64_t least = INT64_MAX / 2, n, share;
	size_t i;

	for (i = 0; i < r->target_count; i++) {
		n = writers_on(r, r->targets[i].mount.dev);
		share = n ? r->targets[i].free_bytes.v / 2 / n : least;
		if (share < least)
			least = share;
	}
	return least;
}

static uint64_t round_down(uint64_t v, uint64_t to)
{
	return v - v % to;
}

/* Enough to pass the dirty threshold clearly; see --help. */
static uint64_t default_size(const struct run *r)
{
	uint64_t total = r->writers * DEFAULT_LEAST_BYTES, limit = r->sys.dirty_limit_bytes.v * 2;
	uint64_t each, half = half_of_free(r);

	if (total < limit)
		total = limit;
	each = total / r->writers;
	return round_down(each < half ? each : half, r->o.bs.v);
}

static int choose_size(struct run *r)
{
	const struct run_opts *o = &r->o;

	r->time_ns = o->time.known ? o->time.v : 0;
	r->size = o->size.v;
	r->wrap = o->size.v;
	if (o->size.known)
		return WBCTL_OK;
	r->chosen = true;
	r->wrap = o->time.known ? round_down(half_of_free(r), o->bs.v) : default_size(r);
	if (!r->wrap)
		return refuse(WBCTL_FAILED,
			      "%s %s: half of the free space is less than one write for each writer",
			      r->targets[0].from, r->targets[0].dir);
	if (o->time.known)
		return WBCTL_OK;
	r->size = r->wrap;
	r->time_ns = DEFAULT_TIME_NS;
	return WBCTL_OK;
}

static int check_space(const struct run *r)
{
	char need[FORMAT_LEN], have[FORMAT_LEN], each[FORMAT_LEN];
	const struct target *t;
	uint64_t n, bytes;
	size_t i;

	for (i = 0; i < r->target_count; i++) {
		t = &r->targets[i];
		n = writers_on(r, t->mount.dev);
		if (!__builtin_mul_overflow(n, r->wrap, &bytes) && bytes <= t->free_bytes.v)
			continue;
		return refuse(WBCTL_FAILED,
			      "%s %s: %llu writer%s x %s need %s, but only %s are free there",
			      t->from, t->dir, (unsigned long long)n, n == 1 ? "" : "s",
			      format_fig(each, UNIT_BYTES, fig_of(r->wrap)),
			      format_fig(need, UNIT_BYTES, fig_of(n * r->wrap)),
			      format_fig(have, UNIT_BYTES, t->free_bytes));
	}
	return WBCTL_OK;
}

static int check_direct(const struct run *r, const struct target *t)
{
	uint64_t align = t->direct_align.known ? t->direct_align.v : 512;

	if (!r->o.direct)
		return WBCTL_OK;
	if (!align)
		return refuse(WBCTL_USAGE, "--direct: %s in %s does not support O_DIRECT",
			      t->mount.fs_type, t->dir);
	if (r->o.bs.v % align)
		return refuse(WBCTL_USAGE, "--bs with --direct must be a multiple of %llu in %s",
			      (unsigned long long)align, t->dir);
	if (r->wrap % align)
		return refuse(WBCTL_USAGE, "--size with --direct must be a multiple of %llu in %s",
			      (unsigned long long)align, t->dir);
	return WBCTL_OK;
}

static int make_targets(struct run *r)
{
	size_t i;
	int rc;

	for (i = 0; i < r->target_count; i++) {
		rc = target_make(&r->targets[i]);
		if (rc)
			return rc;
		target_read_direct(&r->targets[i]);
		rc = check_direct(r, &r->targets[i]);
		if (rc)
			return rc;
	}
	return WBCTL_OK;
}

/* What a run needs before it can fork, program or writers. */
static int prepare_job(struct run *r)
{
	int rc;

	if (r->program) {
		r->time_ns = r->o.time.v;
		return WBCTL_OK;
	}
	rc = choose_size(r);
	return rc ? rc : check_space(r);
}

static int prepare(struct run *r)
{
	int rc = open_targets(r);

	sysinfo_read(&r->sys);
	if (!rc)
		rc = prepare_job(r);
	if (rc)
		return rc;
	r->board = writer_board_new(r->writers);
	r->procs = calloc(r->writers, sizeof(*r->procs));
	if (!r->board || !r->procs)
		return refuse(WBCTL_FAILED, "no memory for %zu writers", r->writers);
	for (size_t i = 0; i < r->writers; i++)
		r->procs[i].target = i % r->target_count;
	/* Signals wait before there is anything to clean up after them. */
	rc = run_open_fds(r);
	if (!rc)
		rc = r->program ? program_open(r) : make_targets(r);
	/* Last: what is refused is refused before anything is attached. */
	if (!rc)
		rc = source_attach(r);
	return rc;
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
	rc = child_run(remove_all, r, REMOVE_WITHIN_NS, -1);
	if (rc == -ENOTEMPTY) {
		/* NFS keeps what is removed under another name while it is open, as notes are. */
		for (size_t i = 0; i < r->target_count; i++)
			target_close_note(&r->targets[i]);
		rc = child_run(remove_all, r, REMOVE_WITHIN_NS, -1);
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
	struct report *rep = report_build(r);
	int rc, removed, printed;

	removed = remove_files(r);
	if (!rep)
		return refuse(WBCTL_FAILED, "no memory for the report");
	/* A run that never passed the barrier has nothing to print. */
	printed = r->go_ns ? print_report(r, rep) : WBCTL_OK;
	rc = verdict(r, rep);
	report_free(rep);
	if (printed)
		return printed;
	return rc ? rc : removed;
}

static int execute(struct run *r)
{
	int rc = prepare(r);

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
	return finish(r);
}

static void release(struct run *r)
{
	const int fds[] = {
		r->signal_fd, r->stop_fd, r->timer_fd,
		r->ready[0], r->ready[1], r->go[0], r->go[1],
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	for (i = 0; i < r->sample_count; i++)
		free(r->samples[i]);
	free(r->samples);
	for (i = 0; i < r->target_count; i++)
		target_close(&r->targets[i]);
	source_close(r);
	writer_board_free(r->board, r->writers);
	program_free(r->program);
	free(r->procs);
	free(r->targets);
}

static int run_run(int argc, char **argv)
{
	struct run r = {
		.o = {
			.interval = fig_of(NSEC_PER_SEC),
			.with_module = true,
		},
		.argc = argc,
		.argv = calloc((size_t)argc + 1, sizeof(char *)),
		.wall = time(NULL),
		.signal_fd = -1, .stop_fd = -1, .timer_fd = -1,
		.ready = { -1, -1 }, .go = { -1, -1 },
	};
	int rc, words, command;

	if (!r.argv)
		return refuse(WBCTL_FAILED, "no memory");
	/* opt_parse() moves the words about. */
	memcpy(r.argv, argv, (size_t)argc * sizeof(char *));
	r.argv[0] = "wbctl run";
	argc--;
	argv++;
	for (words = 0; words < argc && strcmp(argv[words], "--"); words++)
		;
	command = words == argc ? -1 : argc - words - 1;
	argc = words;
	rc = opt_parse(run_options, ARRAY_SIZE(run_options), &argc, argv, &r.o);
	if (!rc && argc)
		rc = refuse(WBCTL_USAGE, "run takes no word '%s'", argv[0]);
	if (!rc)
		rc = take_command(&r, command, argv + words + 1);
	set_defaults(&r.o);
	if (!rc)
		rc = check_options(&r);
	if (!rc)
		rc = check_json(&r.o);
	if (!rc)
		rc = ledgers_check(&r.ledgers, &r.o.watch);
	r.writers = r.program ? 1 : r.o.writers.v;
	r.live_to = r.o.json && !strcmp(r.o.json, "-") ? stderr : stdout;
	if (!rc)
		rc = execute(&r);
	release(&r);
	free(r.argv);
	return rc;
}

static void run_help(FILE *to)
{
	fprintf(to, "usage: wbctl run [OPTION]... [-- COMMAND [ARG]...]\n\n");
	wrap(to,
	     "Starts writers behind one barrier and reports for each its throughput, what throttled it and for how long, how fair that was, and how much reached the device during the run and after it.",
	     0, 0);
	fputc('\n', to);
	wrap(to,
	     "With a COMMAND: runs it instead, follows it and all that it forks from their first instruction, and reports for each process what it dirtied and what throttled it, beside the figures that the command prints itself.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, run_options, ARRAY_SIZE(run_options));
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
