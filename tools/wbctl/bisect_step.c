// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl bisect step: measure a commit until it is sure, and tell git bisect. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bisect.h"
#include "bisect_try.h"
#include "capture.h"
#include "format.h"

/**
 * struct step_opts - the command line
 * @metric: NAME, or NAME=REGEX for a command.
 * @below: --bad-below.
 * @above: --bad-above.
 * @confidence: --confidence.
 * @noise: --noise, in percent.
 * @max_tries: --max-tries.
 * @min_tries: --min-tries.
 * @timeout: --timeout.
 * @log: --log.
 * @label: --label.
 * @good: --good.
 * @bad: --bad.
 * @guard: --guard.
 * @any_cause: --any-cause.
 */
struct step_opts {
	const char *metric;
	const char *below;
	const char *above;
	const char *confidence;
	const char *noise;
	struct fig max_tries;
	struct fig min_tries;
	struct fig timeout;
	const char *log;
	const char *label;
	const char *good;
	const char *bad;
	const char *guard;
	bool any_cause;
};

/**
 * struct step - a step on its way
 * @o: The command line.
 * @rule: When it is sure.
 * @try: What is tried.
 * @sum: The figures.
 * @guard_sum: Those of the guard.
 * @guard_min: Where the guard's mean has to lie.
 * @guard_max: Its other end.
 * @causes: Whether @good and @bad are known.
 * @good: The profile of a good run.
 * @bad: That of a bad one.
 * @log: The log's name; empty: there is none.
 * @search: What is searched for.
 * @line: The log's line.
 */
struct step {
	struct step_opts o;
	struct bisect_rule rule;
	struct bisect_try try;
	struct moments sum;
	struct moments guard_sum;
	double guard_min;
	double guard_max;
	bool causes;
	struct cause_profile good;
	struct cause_profile bad;
	char log[PATH_MAX];
	struct bisect_search search;
	struct bisect_line line;
};

#define AT(member) offsetof(struct step_opts, member)

static const struct opt step_options[] = {
	{ "metric", "METRIC", OPT_TEXT, AT(metric), 0, 0, NULL,
	  "The figure: NAME of a run of ours (files_per_s, throughput_bytes_per_s); NAME=REGEX of what a command prints: POSIX extended, its first group, the last line that matches.",
	},
	{ "bad-below", "N", OPT_TEXT, AT(below), 0, 0, NULL,
	  "A commit with less is bad." },
	{ "bad-above", "N", OPT_TEXT, AT(above), 0, 0, NULL,
	  "A commit with more is bad." },
	{ "confidence", "P", OPT_TEXT, AT(confidence), 0, 0, NULL,
	  "How sure a verdict is to be (0.95): a good commit is called bad, and a bad one good, in 1 - P of cases at most.",
	},
	{ "max-tries", "N", OPT_NUMBER, AT(max_tries), 1, BISECT_TRIES_MAX, NULL,
	  "Skip the commit when it is not sure after so many (10)." },
	{ "min-tries", "N", OPT_NUMBER, AT(min_tries), 1, BISECT_TRIES_MAX, NULL,
	  "Say nothing before so many (2). 1 needs --noise." },
	{ "noise", "PERCENT", OPT_TEXT, AT(noise), 0, 0, NULL,
	  "The standard deviation of one try, when it is known; otherwise the tries tell." },
	{ "timeout", "TIME", OPT_TIME, AT(timeout), 1000000, 0, NULL,
	  "End a try after that time, and skip the commit." },
	{ "log", "FILE", OPT_TEXT, AT(log), 0, 0, NULL,
	  "Where a line for each step goes (wbctl-bisect.log in the git directory)." },
	{ "label", "WORD", OPT_TEXT, AT(label), 0, 0, NULL,
	  "What the log calls this search (the metric)." },
	{ "guard", "GUARD", OPT_TEXT, AT(guard), 0, 0, NULL,
	  "METRIC:MIN..MAX: skip the commit when the mean of that figure lies outside. MIN or MAX may be left out.",
	},
	{ "good", "FILE", OPT_TEXT, AT(good), 0, 0, NULL,
	  "The document of a good run (run --json): with --bad it guards the cause." },
	{ "bad", "FILE", OPT_TEXT, AT(bad), 0, 0, NULL,
	  "That of a bad run. A bad commit whose time went elsewhere is skipped." },
	{ "any-cause", NULL, OPT_FLAG, AT(any_cause), 0, 0, NULL,
	  "Such a commit is bad too; the log says so." },
};

void bisect_step_help(FILE *to)
{
	opt_help(to, step_options, ARRAY_SIZE(step_options));
}

/* Cuts the command line at --. Return: The words after it, NULL: there are none. */
static char **cut_words(int *argc, char **argv)
{
	int i;

	for (i = 0; i < *argc; i++)
		if (!strcmp(argv[i], "--"))
			break;
	if (i == *argc)
		return NULL;
	*argc = i;
	return argv + i + 1;
}

/* A run of ours gets its --json from us. */
static int check_run_words(char **words)
{
	for (; *words && strcmp(*words, "--"); words++)
		if (!strcmp(*words, "--json") || !strncmp(*words, "--json=", 7))
			return refuse(WBCTL_USAGE, "the run's --json is the step's own");
	return WBCTL_OK;
}

static int parse_noise(struct step *s)
{
	struct ratio *noise = &s->rule.noise;
	int rc = bisect_parse_real("--noise", s->o.noise, noise);

	noise->v /= 100;
	if (!rc && noise->known && (noise->v <= 0 || noise->v > 10))
		return refuse(WBCTL_USAGE, "--noise wants percent, more than 0, not '%s'",
			      s->o.noise);
	if (!rc && noise->known && fabs(s->rule.bound) <= 0)
		return refuse(WBCTL_USAGE, "--noise has no meaning with a threshold of 0");
	return rc;
}

static int parse_tries(struct step *s)
{
	struct bisect_rule *r = &s->rule;

	r->min_tries = s->o.min_tries.known ? (unsigned int)s->o.min_tries.v : 2;
	r->max_tries = s->o.max_tries.known ? (unsigned int)s->o.max_tries.v : 10;
	if (!s->o.max_tries.known && r->max_tries < r->min_tries)
		r->max_tries = r->min_tries;
	if (r->max_tries < r->min_tries)
		return refuse(WBCTL_USAGE,
			      "--max-tries %u is less than the %u that there are at least",
			      r->max_tries, r->min_tries);
	if (r->min_tries == 1 && !r->noise.known)
		return refuse(WBCTL_USAGE,
			      "--min-tries 1 needs --noise: one figure does not tell how noisy it is");
	return WBCTL_OK;
}

static int parse_rule(struct step *s)
{
	struct ratio bound;
	int rc = bisect_parse_bound(s->o.below, s->o.above, &bound, &s->rule.above);

	if (!rc && !bound.known)
		return refuse(WBCTL_USAGE, "bisect step wants --bad-below or --bad-above");
	s->rule.bound = bound.v;
	if (!rc)
		rc = bisect_parse_confidence(s->o.confidence, &s->rule.alpha);
	if (!rc)
		rc = parse_noise(s);
	if (!rc)
		rc = parse_tries(s);
	return rc;
}

/* METRIC:MIN..MAX; a regular expression may have colons of its own. */
static int parse_guard(struct step *s)
{
	const char *colon = s->o.guard ? strrchr(s->o.guard, ':') : NULL;
	char *metric;
	int rc;

	if (!s->o.guard)
		return WBCTL_OK;
	if (!colon || bisect_parse_range(colon + 1, &s->guard_min, &s->guard_max))
		return refuse(WBCTL_USAGE, "--guard %s: it takes METRIC:MIN..MAX", s->o.guard);
	metric = strndup(s->o.guard, (size_t)(colon - s->o.guard));
	if (!metric)
		return refuse(BISECT_EXIT_FAILED, "no memory");
	rc = bisect_figure_parse(&s->try.guard, s->try.ours, "--guard", metric);
	free(metric);
	return rc;
}

static int read_profile(struct cause_profile *p, const char *option, const char *file)
{
	struct json_object *doc = json_object_from_file(file);
	bool has = doc && cause_add(p, doc);

	json_object_put(doc);
	if (!doc)
		return refuse(WBCTL_USAGE, "%s %s: it cannot be read as JSON", option, file);
	if (!has)
		return refuse(WBCTL_USAGE, "%s %s: it is no run with a ledger", option, file);
	return WBCTL_OK;
}

static int parse_causes(struct step *s)
{
	double far;
	int rc;

	if (!s->o.good && !s->o.bad)
		return s->o.any_cause ?
			       refuse(WBCTL_USAGE, "--any-cause needs --good and --bad") : WBCTL_OK;
	if (!s->o.good || !s->o.bad)
		return refuse(WBCTL_USAGE, "--good and --bad need each other");
	if (!s->try.ours)
		return refuse(WBCTL_USAGE,
			      "--good and --bad need a run of ours; --guard is for commands");
	rc = read_profile(&s->good, "--good", s->o.good);
	if (!rc)
		rc = read_profile(&s->bad, "--bad", s->o.bad);
	if (rc)
		return rc;
	s->causes = true;
	far = cause_distance(&s->good, &s->bad);
	if (far < CAUSE_LEAST_DISTANCE)
		return refuse(WBCTL_USAGE,
			      "the time of --good and --bad went the same ways but for %.1f %%: they cannot guard the cause",
			      far * 100);
	return WBCTL_OK;
}

static int parse_label(struct step *s)
{
	const char *label = s->o.label ? s->o.label : s->try.metric.name, *p;

	for (p = label; *p; p++)
		if (isspace((unsigned char)*p) || iscntrl((unsigned char)*p))
			return refuse(WBCTL_USAGE, "--label wants one word, not '%s'", label);
	if ((size_t)(p - label) >= sizeof(s->line.label))
		return refuse(WBCTL_USAGE, "--label %s is too long", label);
	strcpy(s->line.label, label);
	return WBCTL_OK;
}

static int parse(struct step *s, int argc, char **argv)
{
	int rc;

	s->try.words = cut_words(&argc, argv);
	rc = opt_parse(step_options, ARRAY_SIZE(step_options), &argc, argv, &s->o);
	if (rc)
		return rc;
	if (argc)
		return refuse(WBCTL_USAGE, "bisect step takes no word '%s' before --", argv[0]);
	if (!s->o.metric)
		return refuse(WBCTL_USAGE, "bisect step wants --metric");
	rc = parse_rule(s);
	if (rc)
		return rc;
	if (!s->try.words || !s->try.words[0] || !*s->try.words[0])
		return refuse(WBCTL_USAGE, "bisect step wants a command after --");
	s->try.ours = !strcmp(s->try.words[0], "run");
	s->try.timeout_ns = s->o.timeout.known ? s->o.timeout.v : 0;
	rc = s->try.ours ? check_run_words(s->try.words) : WBCTL_OK;
	if (!rc)
		rc = bisect_figure_parse(&s->try.metric, s->try.ours, "--metric", s->o.metric);
	if (!rc)
		rc = parse_guard(s);
	if (!rc)
		rc = parse_causes(s);
	return rc ? rc : parse_label(s);
}

/* All words but the threshold, which is another one in the next search. */
static void quote_step(struct bisect_search *search, int argc, char **argv)
{
	char **words = calloc((size_t)argc + 1, sizeof(*words));
	int i, n = 0;

	if (!words)
		return;
	for (i = 0; i < argc && strcmp(argv[i], "--"); i++) {
		if (!strcmp(argv[i], "--bad-below") || !strcmp(argv[i], "--bad-above"))
			i++;
		else if (strncmp(argv[i], "--bad-below=", 12) &&
			 strncmp(argv[i], "--bad-above=", 12))
			words[n++] = argv[i];
	}
	for (; i < argc; i++)
		words[n++] = argv[i];
	bisect_quote(search->step, sizeof(search->step), words);
	free((void *)words);
}

/* Adds to the log; without one that is no error. */
static int log_text(const struct step *s, const char *text)
{
	int rc = s->log[0] ? bisect_log_append(s->log, text) : 0;

	if (rc)
		return refuse(BISECT_EXIT_FAILED, "--log %s: %s", s->log, strerror(-rc));
	return 0;
}

/* Says in the log what is searched for, unless it says so already. */
static int begin_log(struct step *s)
{
	char text[BISECT_STEP_LEN + 256];
	struct bisect_log log = { 0 };
	int rc;

	if (!bisect_log_path(s->log, s->o.log)) {
		s->log[0] = '\0';
		return 0;
	}
	rc = bisect_log_read(&log, s->log);
	if (rc && rc != -ENOENT)
		return refuse(BISECT_EXIT_FAILED, "--log %s: %s", s->log, strerror(-rc));
	snprintf(s->search.metric, sizeof(s->search.metric), "%s", s->try.metric.name);
	s->search.above = s->rule.above;
	s->search.bound = s->rule.bound;
	bisect_log_mark(text, sizeof(text), &s->search, &log.search);
	bisect_log_free(&log);
	return log_text(s, text);
}

static void say_try(const struct step *s, enum bisect_verdict v)
{
	struct ratio sd = moments_sd(&s->sum);
	char value[FORMAT_LEN], mean[FORMAT_LEN], spread[FORMAT_LEN] = "-";

	if (sd.known)
		bisect_number(spread, sd.v);
	fprintf(stderr, "wbctl: try %u of %u: %s %s, mean %s ±%s%s\n", s->sum.n,
		s->rule.max_tries, s->try.metric.name, bisect_number(value, s->try.value),
		bisect_number(mean, s->sum.mean), spread,
		v == BISECT_UNSURE ? ", not sure yet" : "");
}

/* Return: 0, or that of bisect_try(). */
static int measure(struct step *s, enum bisect_verdict *v)
{
	int rc;

	for (*v = BISECT_UNSURE; *v == BISECT_UNSURE && s->sum.n < s->rule.max_tries;) {
		rc = bisect_try(&s->try);
		if (rc)
			return rc;
		moments_add(&s->sum, s->try.value);
		if (s->try.guard.name[0])
			moments_add(&s->guard_sum, s->try.guard_value);
		*v = bisect_rule_verdict(&s->rule, &s->sum);
		say_try(s, *v);
	}
	return 0;
}

static bool guard_holds(struct step *s)
{
	char mean[FORMAT_LEN];

	if (!s->try.guard.name[0] ||
	    (s->guard_sum.mean >= s->guard_min && s->guard_sum.mean <= s->guard_max))
		return true;
	snprintf(s->line.why, sizeof(s->line.why), "the guard %s is %s", s->try.guard.name,
		 bisect_number(mean, s->guard_sum.mean));
	return false;
}

/* Whether a bad step is bad as --bad is. */
static bool cause_holds(struct step *s)
{
	char why[BISECT_WHY_LEN / 2];

	if (!s->causes)
		return true;
	if (s->try.profile.runs != s->sum.n) {
		snprintf(s->line.why, sizeof(s->line.why),
			 "bad, but not every try has a ledger to tell the cause");
		return false;
	}
	if (cause_same(&s->try.profile, &s->good, &s->bad, why, sizeof(why)))
		return true;
	snprintf(s->line.why, sizeof(s->line.why), "bad, but another cause: %s", why);
	return false;
}

static int conclude(struct step *s, enum bisect_verdict v)
{
	char bound[FORMAT_LEN];

	if (!guard_holds(s))
		return BISECT_EXIT_SKIP;
	if (v == BISECT_GOOD)
		return BISECT_EXIT_GOOD;
	if (v == BISECT_BAD)
		return cause_holds(s) || s->o.any_cause ? BISECT_EXIT_BAD : BISECT_EXIT_SKIP;
	snprintf(s->line.why, sizeof(s->line.why),
		 "not sure after %u tries; the threshold is %s", s->sum.n,
		 bisect_number(bound, s->rule.bound));
	return BISECT_EXIT_SKIP;
}

/* A line of the log is one line, whatever a command is called. */
static void keep_one_line(char *text)
{
	for (; *text; text++)
		if (iscntrl((unsigned char)*text))
			*text = '?';
}

static int end_log(struct step *s, int verdict)
{
	char text[sizeof(s->line) + 128];
	time_t now = time(NULL);
	struct tm tm;
	const char *word = verdict == BISECT_EXIT_GOOD ? "good" :
			   verdict == BISECT_EXIT_BAD ? "bad" : "skip";

	if (localtime_r(&now, &tm))
		strftime(s->line.date, sizeof(s->line.date), "%a %b %e %H:%M:%S %Z %Y", &tm);
	if (gethostname(s->line.host, sizeof(s->line.host) - 1) || !s->line.host[0])
		strcpy(s->line.host, "-");
	s->line.host[strcspn(s->line.host, ".")] = '\0';
	if (!git_commit(s->line.commit, "HEAD"))
		strcpy(s->line.commit, "-");
	s->line.sum = s->sum;
	strcpy(s->line.verdict, word);
	keep_one_line(s->line.why);
	bisect_line_format(text, sizeof(text), &s->line);
	fputs(text, stderr);
	return log_text(s, text);
}

/* Return: The step's exit status, before the log has it. */
static int outcome(struct step *s)
{
	enum bisect_verdict v;
	int rc = measure(s, &v);

	switch (rc) {
	case 0:
		return conclude(s, v);
	case -ENODATA:
		snprintf(s->line.why, sizeof(s->line.why), "%s", s->try.why);
		return BISECT_EXIT_SKIP;
	case -EINTR:
		return refuse(BISECT_EXIT_SIGNAL + s->try.signal, "interrupted by SIG%s",
			      sigabbrev_np(s->try.signal));
	case -EINVAL:
		return BISECT_EXIT_USAGE;
	case -ENODEV:
		return refuse(BISECT_EXIT_FAILED,
			      "the run cannot begin here, nor would it at another commit");
	default:
		return refuse(BISECT_EXIT_FAILED, "a try: %s", strerror(-rc));
	}
}

static int execute(struct step *s)
{
	int rc, verdict;

	if (bisect_rule_prepare(&s->rule))
		return refuse(BISECT_EXIT_FAILED, "no memory");
	s->try.signal_fd = capture_signals();
	if (s->try.signal_fd < 0)
		return refuse(BISECT_EXIT_FAILED, "signalfd: %s", strerror(-s->try.signal_fd));
	rc = begin_log(s);
	if (rc)
		return rc;
	verdict = outcome(s);
	rc = verdict > BISECT_EXIT_SKIP ? 0 : end_log(s, verdict);
	return rc ? rc : verdict;
}

int bisect_step(int argc, char **argv)
{
	struct step s = { 0 };
	int rc;

	quote_step(&s.search, argc - 1, argv + 1);
	rc = parse(&s, argc - 1, argv + 1);
	if (!rc)
		rc = execute(&s);
	else if (rc == WBCTL_USAGE)
		rc = BISECT_EXIT_USAGE;
	bisect_figure_free(&s.try.metric, s.try.ours);
	bisect_figure_free(&s.try.guard, s.try.ours);
	return rc;
}
