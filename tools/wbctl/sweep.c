// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl sweep: a run for each cell of a matrix, several times, in random order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "out.h"
#include "revert.h"
#include "signals.h"
#include "sweep.h"

#define TAKE_WAIT_NS (10 * NSEC_PER_SEC)
#define REPEATS 3

#define AT(member) offsetof(struct sweep_opts, member)

static const struct opt sweep_options[] = {
	{ "ratio", "D:B,...", OPT_TEXT, AT(axis[AXIS_RATIO]), 0, 0, NULL,
	  "Pairs of vm.dirty_ratio and vm.dirty_background_ratio, DIRTY:BACKGROUND; what is often written (5,10), background first, is 10:5 here.",
	},
	{ "dirty-bytes", "D:B,...", OPT_TEXT, AT(axis[AXIS_DIRTY_BYTES]), 0, 0, NULL,
	  "The same in bytes: 32M:8M." },
	{ "expire", "N,...", OPT_TEXT, AT(axis[AXIS_EXPIRE]), 0, 0, NULL,
	  "vm.dirty_expire_centisecs." },
	{ "writeback", "N,...", OPT_TEXT, AT(axis[AXIS_WRITEBACK]), 0, 0, NULL,
	  "vm.dirty_writeback_centisecs." },
	{ "bdi-max-ratio", "N,...", OPT_TEXT, AT(axis[AXIS_BDI_MAX_RATIO]), 0, 0, NULL,
	  "max_ratio of the bdi that the run writes to; likewise the next four." },
	{ "bdi-min-ratio", "N,...", OPT_TEXT, AT(axis[AXIS_BDI_MIN_RATIO]), 0, 0, NULL,
	  "min_ratio." },
	{ "bdi-strict", "0,1", OPT_TEXT, AT(axis[AXIS_BDI_STRICT]), 0, 0, NULL,
	  "strict_limit, where the kernel has it." },
	{ "read-ahead", "KIB,...", OPT_TEXT, AT(axis[AXIS_READ_AHEAD]), 0, 0, NULL,
	  "read_ahead_kb." },
	{ "scheduler", "NAME,...", OPT_TEXT, AT(axis[AXIS_SCHEDULER]), 0, 0, NULL,
	  "I/O scheduler of the disks below." },
	{ "wbt", "USEC,...", OPT_TEXT, AT(axis[AXIS_WBT]), 0, 0, NULL,
	  "Their wbt_lat_usec; 0 is off." },
	{ "nr-requests", "N,...", OPT_TEXT, AT(axis[AXIS_NR_REQUESTS]), 0, 0, NULL,
	  "Their nr_requests." },
	{ "writers", "N,...", OPT_TEXT, AT(axis[AXIS_WRITERS]), 0, 0, NULL,
	  "--writers of the run." },
	{ "bs", "SIZE,...", OPT_TEXT, AT(axis[AXIS_BS]), 0, 0, NULL,
	  "--bs of the run." },
	{ "profile", "NAME,...", OPT_TEXT, AT(axis[AXIS_PROFILE]), 0, 0, NULL,
	  "--profile of the run." },
	{ "fs", "TYPE,...", OPT_TEXT, AT(axis[AXIS_FS]), 0, 0, NULL,
	  "ext2, ext4, xfs, btrfs: made anew on --device, or on the stripes, for each run." },
	{ "stripe", "SIZE,...", OPT_TEXT, AT(axis[AXIS_STRIPE]), 0, 0, NULL,
	  "Width of the stripes of a dm device over --devices; with ext4 unless --fs says another.",
	},
	{ "device", "DEV", OPT_TEXT, AT(device), 0, 0, NULL,
	  "The device for --fs." },
	{ "devices", "DEV,DEV...", OPT_TEXT, AT(devices), 0, 0, NULL,
	  "The devices for --stripe." },
	{ "destroy", NULL, OPT_FLAG, AT(destroy), 0, 0, NULL,
	  "Overwrite these devices even if there is something on them. One that is in use is refused in any case.",
	},
	{ "repeats", "N", OPT_NUMBER, AT(repeats), 1, 1000, NULL,
	  "Runs of each cell (3)." },
	{ "seed", "N", OPT_NUMBER, AT(seed), 0, INT64_MAX, NULL,
	  "The same seed gives the same order." },
	{ "output", "FILE", OPT_TEXT, AT(output), 0, 0, NULL,
	  "Keep each run there, as JSON lines; `wbctl compare` reads them." },
	{ "resume", "FILE", OPT_TEXT, AT(resume), 0, 0, NULL,
	  "Go on with a file of --output. The words may be left out: the file has them." },
	{ "dry-run", NULL, OPT_FLAG, AT(dry_run), 0, 0, NULL,
	  "Print the order and change nothing." },
	{ "json", "[FILE]", OPT_JSON, AT(json), 0, 0, NULL,
	  "The table as one JSON document, into FILE or onto standard output (-)." },
};

static void add_word(struct json_object *list, const char *word)
{
	json_object_array_add(list, json_object_new_string(word));
}

static void add_option(struct json_object *list, const char *option, const char *value)
{
	char word[64];

	if (!value)
		return;
	snprintf(word, sizeof(word), "--%s", option);
	add_word(list, word);
	add_word(list, value);
}

/* What makes the sweep what it is: not where its output goes. */
static void make_command(struct sweep *s)
{
	int i;

	s->command = json_object_new_array();
	add_word(s->command, "sweep");
	for (i = 0; i < AXIS_COUNT; i++)
		add_option(s->command, axis_kinds[i].option, s->o.axis[i]);
	add_option(s->command, "device", s->o.device);
	add_option(s->command, "devices", s->o.devices);
	add_word(s->command, "--");
	for (i = 0; i < s->run_argc; i++)
		add_word(s->command, s->run_argv[i]);
}

static int take_axes(struct sweep *s)
{
	int rc = WBCTL_OK, i;

	for (i = 0; !rc && i < AXIS_COUNT; i++)
		if (s->o.axis[i])
			rc = axis_parse(&s->axes, (enum axis_id)i, s->o.axis[i]);
	if (rc)
		return rc;
	if (!s->axes.count)
		return refuse(WBCTL_USAGE, "sweep wants an axis: --ratio 10:5,80:60 for one");
	if (s->o.axis[AXIS_RATIO] && s->o.axis[AXIS_DIRTY_BYTES])
		return refuse(WBCTL_USAGE, "--ratio and --dirty-bytes exclude each other");
	if (axes_cells(&s->axes) > AXIS_CELLS_MAX)
		return refuse(WBCTL_USAGE, "these axes span more than %d cells", AXIS_CELLS_MAX);
	return WBCTL_OK;
}

static int take_devices(struct sweep *s)
{
	struct scratch *sc = &s->scratch;
	bool fs = s->o.axis[AXIS_FS], stripe = s->o.axis[AXIS_STRIPE];
	char *rest, *word;

	if (s->o.device && s->o.devices)
		return refuse(WBCTL_USAGE, "--device and --devices exclude each other");
	if (stripe == !s->o.devices)
		return refuse(WBCTL_USAGE, "--stripe and --devices need each other");
	if (fs && !stripe && !s->o.device)
		return refuse(WBCTL_USAGE, "--fs needs --device, where it makes file systems");
	if (s->o.device && !fs)
		return refuse(WBCTL_USAGE, "--device is for --fs");
	if (!fs && !stripe)
		return s->o.destroy ? refuse(WBCTL_USAGE, "--destroy needs --device or --devices") :
				      WBCTL_OK;
	sc->striped = stripe;
	s->device_words = strdup(stripe ? s->o.devices : s->o.device);
	rest = s->device_words;
	while (rest && (word = stripe ? strsep(&rest, ",") : rest)) {
		if (!*word || sc->count == SCRATCH_DEVICES)
			return refuse(WBCTL_USAGE, "--devices takes 2 to %d devices",
				      SCRATCH_DEVICES);
		sc->device[sc->count++] = word;
		rest = stripe ? rest : NULL;
	}
	if (stripe && sc->count < 2)
		return refuse(WBCTL_USAGE, "--devices takes 2 to %d devices", SCRATCH_DEVICES);
	return WBCTL_OK;
}

/* Whether @word is --NAME or --NAME=VALUE; *value becomes VALUE or NULL. */
static bool is_option(const char *word, const char *name, const char **value)
{
	size_t len = strlen(name);

	if (strncmp(word, "--", 2) || strncmp(word + 2, name, len))
		return false;
	word += 2 + len;
	*value = *word == '=' ? word + 1 : NULL;
	return !*word || *word == '=';
}

static int check_run_word(struct sweep *s, const char *word, const char *next)
{
	const char *value;
	size_t i;

	if (is_option(word, "json", &value))
		return refuse(WBCTL_USAGE, "leave --json out of the run: the sweep reads it");
	for (i = 0; i < s->axes.count; i++)
		if (is_option(word, axis_kinds[s->axes.axis[i].id].option, &value))
			return refuse(WBCTL_USAGE, "leave %s out of the run: it is an axis", word);
	if (!is_option(word, "dir", &value))
		return WBCTL_OK;
	if (s->scratch.count)
		return refuse(WBCTL_USAGE,
			      "leave --dir out of the run: it writes to the file system of the sweep");
	value = value ? value : next;
	if (value && s->dirs.count < OPT_LIST_MAX)
		s->dirs.word[s->dirs.count++] = value;
	return WBCTL_OK;
}

static int check_run_words(struct sweep *s)
{
	const char *fallback = getenv("WBCTL_DIR");
	int i, rc = WBCTL_OK;

	if (!s->run_argc || strcmp(s->run_argv[0], "run"))
		return refuse(WBCTL_USAGE,
			      "sweep wants a run behind its options: wbctl sweep ... -- run --size 64M");
	for (i = 1; !rc && i < s->run_argc && strcmp(s->run_argv[i], "--"); i++)
		rc = check_run_word(s, s->run_argv[i], s->run_argv[i + 1]);
	if (!s->dirs.count)
		s->dirs.word[s->dirs.count++] = fallback && *fallback ? fallback : ".";
	return rc;
}

/* What there is to put back afterwards. */
static void find_changes(struct sweep *s)
{
	size_t i;

	for (i = 0; i < s->axes.count; i++)
		s->changes |= axis_kinds[s->axes.axis[i].id].target != TARGET_RUN;
}

/* The words before and behind "--". */
static int take_words(struct sweep *s, int argc, char **argv)
{
	int i, rc;

	for (i = 0; i < argc && strcmp(argv[i], "--"); i++)
		;
	s->run_argc = i < argc ? argc - i - 1 : 0;
	s->run_argv = argv + argc - s->run_argc;
	argc = i;
	rc = opt_parse(sweep_options, ARRAY_SIZE(sweep_options), &argc, argv, &s->o);
	if (!rc && argc)
		rc = refuse(WBCTL_USAGE, "sweep takes no word '%s' before `-- run`", argv[0]);
	if (!rc && s->o.output && s->o.resume)
		rc = refuse(WBCTL_USAGE, "--output and --resume exclude each other");
	return rc;
}

/* Whether the command line names nothing of the sweep itself. */
static bool only_resume(const struct sweep *s)
{
	int i;

	for (i = 0; i < AXIS_COUNT; i++)
		if (s->o.axis[i])
			return false;
	return s->o.resume && !s->run_argc && !s->o.device && !s->o.devices;
}

/* Parses the words of the file; they live as long as it. */
static int words_of_file(struct sweep *s)
{
	struct json_object *list = NULL, *word;
	char **argv;
	size_t i, n;
	int rc;

	json_object_object_get_ex(s->file.head, "command", &list);
	n = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
	argv = calloc(n + 1, sizeof(*argv));
	if (!argv || !n) {
		free(argv);
		return refuse(WBCTL_USAGE, "--resume %s: it names no command", s->file.name);
	}
	for (i = 1; i < n; i++) {
		word = json_object_array_get_idx(list, i);
		argv[i - 1] = (char *)json_object_get_string(word);
	}
	rc = take_words(s, (int)n - 1, argv);
	/* The run's words are still needed; the process ends with the sweep. */
	s->run_argv = rc ? NULL : s->run_argv;
	if (rc)
		free(argv);
	return rc;
}

static struct fig figure_of_file(const struct sweep *s, const char *key)
{
	struct json_object *value;

	if (!json_object_object_get_ex(s->file.head, key, &value))
		return fig_none();
	return fig_of(json_object_get_uint64(value));
}

static int choose_figures(struct sweep *s)
{
	uint32_t seed;

	if (s->o.resume) {
		if (!s->o.seed.known)
			s->o.seed = figure_of_file(s, "seed");
		if (!s->o.repeats.known)
			s->o.repeats = figure_of_file(s, "repeats");
	}
	if (!s->o.seed.known) {
		if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
			return refuse(WBCTL_FAILED, "no random seed: %s", strerror(errno));
		/* One that is easily typed. */
		s->o.seed = fig_of(seed % 1000000);
	}
	if (!s->o.repeats.known)
		s->o.repeats = fig_of(REPEATS);
	/* Out of a file it may be anything. */
	if (s->o.repeats.v < 1 || s->o.repeats.v > 1000)
		return refuse(WBCTL_USAGE, "--resume %s: its number of repeats makes no sense",
			      s->o.resume);
	return WBCTL_OK;
}

static int prepare(struct sweep *s, int argc, char **argv)
{
	int rc = take_words(s, argc, argv);

	if (!rc && s->o.resume)
		rc = sweep_file_load(&s->file, s->o.resume);
	if (!rc && only_resume(s))
		rc = words_of_file(s);
	if (!rc)
		rc = take_axes(s);
	if (!rc)
		rc = take_devices(s);
	if (!rc)
		rc = check_run_words(s);
	if (!rc)
		rc = choose_figures(s);
	if (rc)
		return rc;
	find_changes(s);
	make_command(s);
	if (plan_make(&s->plan, axes_cells(&s->axes), s->o.repeats.v, s->o.seed.v))
		return refuse(WBCTL_FAILED, "no memory");
	return WBCTL_OK;
}

/* The file of --resume, before anything is changed. */
static int take_file(struct sweep *s)
{
	struct json_object *head;
	int rc;

	if (!s->o.resume)
		return WBCTL_OK;
	head = sweep_head(s->command, &s->axes, s->o.repeats.v, s->o.seed.v);
	rc = sweep_file_check(&s->file, head);
	json_object_put(head);
	return rc ? rc : sweep_file_take(&s->file, &s->axes, &s->plan, &s->results);
}

static int create_file(struct sweep *s)
{
	struct json_object *head;
	int rc;

	if (!s->o.output)
		return WBCTL_OK;
	head = sweep_head(s->command, &s->axes, s->o.repeats.v, s->o.seed.v);
	rc = sweep_file_create(&s->file, s->o.output, head);
	json_object_put(head);
	return rc;
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static const char *to_do(const struct sweep *s, char mark, char *text, size_t len)
{
	snprintf(text, len, "%zu cell%s x %llu repeat%s, seed %llu%c %zu run%s to do",
		 s->plan.cells, plural(s->plan.cells), (unsigned long long)s->o.repeats.v,
		 plural(s->o.repeats.v), (unsigned long long)s->o.seed.v, mark, s->plan.left,
		 plural(s->plan.left));
	return text;
}

static int print_plan(const struct sweep *s)
{
	size_t at = 0, cell, repeat, n = 0;
	char label[1024];

	printf("%s:\n", to_do(s, ';', label, sizeof(label)));
	while (plan_next(&s->plan, &at, &cell, &repeat))
		printf("%4zu  repeat %zu  %s\n", ++n, repeat + 1,
		       axes_label(&s->axes, cell, label, sizeof(label)));
	return out_flush();
}

static int open_signals(struct sweep *s)
{
	sigset_t set;

	signals_that_stop(&set);
	/* A caller that ignores it would have the runs vanish. */
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, &set, &s->mask);
	s->signal_fd = signalfd(-1, &set, SFD_CLOEXEC);
	if (s->signal_fd < 0)
		return refuse(WBCTL_FAILED, "signalfd: %s", strerror(errno));
	return WBCTL_OK;
}

static int refuse_note(const struct sweep *s, int rc)
{
	if (rc == -EBUSY)
		return refuse(WBCTL_FAILED, "another sweep is running (pid %d)", s->undo.pid);
	if (rc == -EAGAIN)
		return refuse(WBCTL_FAILED,
			      "what a killed sweep has started still runs; end that first");
	if (rc == -EPERM)
		return refuse(WBCTL_FAILED,
			      "%s belongs to somebody else, or others may write to it",
			      s->undo.dir);
	return refuse(rc == -EACCES ? WBCTL_MISSING : WBCTL_FAILED, "no note can be kept: %s: %s",
		      s->undo.dir, strerror(-rc));
}

/* The note, which is also what keeps two sweeps from running at once. */
static int take_note(struct sweep *s)
{
	int rc = -ENOENT;
	size_t i;

	revert_stale();
	if (!s->changes)
		return WBCTL_OK;
	/* Nobody else is to make the directory of root's notes. */
	if (geteuid() && !*tunable_root())
		return refuse(WBCTL_MISSING,
			      "sweep needs root for all axes but --profile, --writers and --bs");
	for (i = 0; rc && undo_dirs[i]; i++) {
		undo_close(&s->undo);
		rc = undo_open(&s->undo, undo_dirs[i], true, TAKE_WAIT_NS);
		if (rc == -EBUSY || rc == -EAGAIN)
			break;
	}
	if (rc)
		return refuse_note(s, rc);
	if (s->undo.count && !s->undo.other_boot)
		return refuse(WBCTL_FAILED,
			      "a killed sweep has left something that was not restored; see `wbctl restore`");
	rc = undo_restart(&s->undo);
	if (rc)
		return refuse_note(s, rc);
	s->note_taken = true;
	return WBCTL_OK;
}

static int print_results(const struct sweep *s)
{
	struct json_object *doc;
	int rc = WBCTL_OK;

	if (s->o.json) {
		doc = sweep_head(s->command, &s->axes, s->o.repeats.v, s->o.seed.v);
		json_object_object_add(doc, "schema",
				       json_object_new_string("wbctl.sweep-table/1"));
		json_object_object_add(doc, "cells", results_json(&s->results, &s->axes));
		rc = json_write(doc, s->o.json);
		json_object_put(doc);
	}
	if (s->o.json && !strcmp(s->o.json, "-"))
		return rc;
	results_table(stdout, &s->results, &s->axes);
	return out_flush() ? WBCTL_FAILED : rc;
}

/* How it ended, when not well. */
static int verdict(const struct sweep *s)
{
	size_t failed = results_failed(&s->results);

	if (s->signal && s->file.fd >= 0)
		return refuse(WBCTL_FAILED,
			      "interrupted by SIG%s, %zu run%s left; go on with: wbctl sweep --resume %s",
			      sigabbrev_np(s->signal), s->plan.left, plural(s->plan.left),
			      s->file.name);
	if (s->signal)
		return refuse(WBCTL_FAILED,
			      "interrupted by SIG%s, %zu run%s left; without --output no sweep can be resumed",
			      sigabbrev_np(s->signal), s->plan.left, plural(s->plan.left));
	if (failed)
		return refuse(WBCTL_FAILED, "%zu of %zu run%s failed", failed, s->results.count,
			      plural(s->results.count));
	return WBCTL_OK;
}

static int execute(struct sweep *s)
{
	int rc = take_file(s), printed;
	char text[128];

	if (rc)
		return rc;
	if (s->o.dry_run) {
		rc = sweep_check_runs(s);
		return rc ? rc : print_plan(s);
	}
	/* The note first: devices that a killed sweep has used are free then. */
	rc = open_signals(s);
	if (!rc)
		rc = take_note(s);
	if (!rc)
		rc = sweep_check_targets(s);
	if (!rc)
		rc = create_file(s);
	if (rc)
		return rc;
	fprintf(stderr, "wbctl: %s\n", to_do(s, ',', text, sizeof(text)));
	rc = sweep_loop(s);
	/* One that was refused at once leaves nothing. */
	if (rc == WBCTL_USAGE && !s->results.count && !s->o.resume && s->file.fd >= 0)
		unlink(s->file.name);
	printed = s->results.count ? print_results(s) : WBCTL_OK;
	rc = rc ? rc : printed;
	return rc ? rc : verdict(s);
}

static void release(struct sweep *s)
{
	/* Something that could not be put back needs its note; another's is another's. */
	if (!s->note_taken || s->broken || (s->undo.count && !s->undo.other_boot))
		undo_close(&s->undo);
	else
		undo_remove(&s->undo);
	sweep_file_close(&s->file);
	plan_free(&s->plan);
	free(s->results.r);
	free(s->device_words);
	json_object_put(s->command);
	if (s->signal_fd >= 0)
		close(s->signal_fd);
}

static int sweep_run(int argc, char **argv)
{
	static struct sweep s = {
		.signal_fd = -1, .file = { .fd = -1 }, .undo = { .fd = -1, .dir_fd = -1 },
	};
	int rc = prepare(&s, argc - 1, argv + 1);

	if (!rc)
		rc = execute(&s);
	release(&s);
	return rc;
}

static void sweep_help(FILE *to)
{
	fprintf(to, "usage: wbctl sweep AXIS... [OPTION]... -- run [OPTION OF run]...\n");
	fprintf(to, "       wbctl sweep --resume FILE\n\n");
	wrap(to,
	     "Does the run for every combination of the axes' values, several times, in random order, and prints a row for each combination. A round of all combinations is complete before the next one begins.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, sweep_options, ARRAY_SIZE(sweep_options));
	fputc('\n', to);
	wrap(to,
	     "After each run everything is put back as it was. A sweep that is killed leaves a note, from which the next run, the next sweep or `wbctl restore` does that. Ctrl-C ends the run, puts everything back and says how to go on. Exit status: 0 done, 1 a run failed or it was interrupted, 2 a wrong command line or a device that may not be overwritten, 3 a program or a permission is missing.",
	     0, 0);
}

const struct command cmd_sweep = {
	"sweep", "run over a matrix of settings, in random order", sweep_run, sweep_help
};
