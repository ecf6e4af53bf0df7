// SPDX-License-Identifier: GPL-2.0-or-later
/* The rule of a bisection step by simulation, its log, its words, its causes. */
#include <math.h>
#include <unistd.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "bisect.h"
#include "bisect_log.h"
#include "bisect_try.h"
#include "tap.h"

#define STEPS 20000
#define TINY (1 / 1e9)

/**
 * struct rates - what became of many made-up steps
 * @good: The share that is called good.
 * @bad: The share that is called bad.
 * @tries: The mean number of tries.
 */
struct rates {
	double good;
	double bad;
	double tries;
};

static gsl_rng *rng;

/* One try; one in ten is lower by @slow, and the mean is @mean all the same. */
static double made_up(double mean, double sd, double slow)
{
	double x = mean + slow / 10 + gsl_ran_gaussian_ziggurat(rng, sd);

	return slow > 0 && gsl_rng_uniform(rng) < 0.1 ? x - slow : x;
}

/* A commit whose figures have the mean @mean and the standard deviation @sd. */
static struct rates simulate_slow(const struct bisect_rule *rule, double mean, double sd,
				  double slow)
{
	struct rates r = { 0 };
	int i;

	for (i = 0; i < STEPS; i++) {
		struct moments sum = { 0 };
		enum bisect_verdict v = BISECT_UNSURE;

		while (v == BISECT_UNSURE && sum.n < rule->max_tries) {
			moments_add(&sum, made_up(mean, sd, slow));
			v = bisect_rule_verdict(rule, &sum);
		}
		r.good += v == BISECT_GOOD;
		r.bad += v == BISECT_BAD;
		r.tries += sum.n;
	}
	r.good /= STEPS;
	r.bad /= STEPS;
	r.tries /= STEPS;
	return r;
}

static struct rates simulate(const struct bisect_rule *rule, double mean, double sd)
{
	return simulate_slow(rule, mean, sd, 0);
}

static struct bisect_rule rule_of(double confidence, unsigned int min, unsigned int max)
{
	struct bisect_rule rule = {
		.bound = 100, .min_tries = min, .max_tries = max, .alpha = 1 - confidence,
	};

	int rc = bisect_rule_prepare(&rule);

	ok(!rc, "confidence %g, %u to %u tries: a look's level is %.2g", confidence, min, max,
	   rule.level);
	return rule;
}

/* A share of @n cases may be so much above @p by chance, three standard errors. */
static double slack(double p)
{
	return 3 * sqrt(p * (1 - p) / STEPS);
}

/* At the threshold itself either verdict is wrong as often as it may ever be. */
static void check_errors(double confidence, unsigned int min, unsigned int max)
{
	struct bisect_rule rule = rule_of(confidence, min, max);
	double alpha = rule.alpha, most = alpha + slack(alpha);
	struct rates at = simulate(&rule, rule.bound, 10);

	printf("# at the threshold: %.2f %% good, %.2f %% bad, %.1f tries\n", at.good * 100,
	       at.bad * 100, at.tries);
	ok(at.good <= most && at.bad <= most, "neither verdict in more than %.1f %%",
	   alpha * 100);
	ok(max == min || at.bad > alpha / 2, "and not much less: tries are not wasted");
	ok(1 - at.good - at.bad >= 1 - 2 * most, "else it is skipped");
	ok(rule.level >= alpha / (max - min + 1) - 1 / 1e12 && rule.level <= alpha,
	   "between Bonferroni's level and that of one look");
}

/* Away from the threshold, by its distance in standard deviations of a try. */
static void check_power(void)
{
	struct bisect_rule rule = rule_of(0.95, 2, 10), bonferroni = rule;
	static const double far[] = { 0.5, 1, 1.5, 2, 3, 5 };
	struct rates low, high;
	bool wrong = false;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(far); i++) {
		low = simulate(&rule, 100 - far[i] * 10, 10);
		high = simulate(&rule, 100 + far[i] * 10, 10);
		printf("# %.1f sd off: %.1f %% right, %.2f %% wrong, %.1f tries\n", far[i],
		       low.bad * 100, low.good * 100, low.tries);
		wrong |= low.good > 0.05 || high.bad > 0.05;
	}
	ok(!wrong, "wrong verdicts become fewer away from the threshold");
	low = simulate(&rule, 80, 10);
	high = simulate(&rule, 120, 10);
	ok(low.bad > 0.95 && high.good > 0.95, "two standard deviations off: sure in 95 %%");
	ok(low.tries < 6, "after less than 6 tries");
	bonferroni.level = bonferroni.alpha / 9;
	high = simulate(&bonferroni, 80, 10);
	printf("# with Bonferroni's level: %.1f %% right, %.1f tries\n", high.bad * 100,
	       high.tries);
	ok(low.tries < high.tries * 0.9, "a tenth fewer than with Bonferroni's level");
	rule.above = true;
	high = simulate(&rule, 120, 10);
	ok(high.bad > 0.95, "--bad-above: the other side is bad");
}

/* Noise that is not normal: what the rule does not promise, for Documentation/bisect.rst. */
static void check_slow(void)
{
	struct bisect_rule rule = rule_of(0.95, 2, 10);
	static const double slow[] = { 20, 40, 60 };
	struct rates at, off;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(slow); i++) {
		at = simulate_slow(&rule, 100, 10, slow[i]);
		off = simulate_slow(&rule, 80, 10, slow[i]);
		printf("# one in ten lower by %.0f sd: at the threshold %.1f %% good, %.1f bad\n",
		       slow[i] / 10, at.good * 100, at.bad * 100);
		printf("#   2 sd below it %.1f %% right, %.2f %% wrong, %.1f tries\n",
		       off.bad * 100, off.good * 100, off.tries);
		ok(off.good < 0.05, "two sd off it is right with slow tries too");
	}
}

static void check_noise(void)
{
	struct bisect_rule rule = {
		.bound = 100, .min_tries = 1, .max_tries = 6, .alpha = 0.05,
		.noise = ratio_of(0.1),
	};
	int rc = bisect_rule_prepare(&rule);
	struct moments sum = { 0 };
	struct rates at;

	ok(!rc, "known noise: a look's level is %.2g", rule.level);
	at = simulate(&rule, 100, 10);
	printf("# at the threshold: %.2f %% good, %.2f %% bad\n", at.good * 100, at.bad * 100);
	ok(at.good <= 0.05 + slack(0.05) && at.bad <= 0.05 + slack(0.05),
	   "neither verdict in more than 5 %%");
	moments_add(&sum, 60);
	ok(bisect_rule_verdict(&rule, &sum) == BISECT_BAD, "one try is enough, four sd off");
	rule.noise.known = false;
	ok(bisect_rule_verdict(&rule, &sum) == BISECT_UNSURE, "never when the noise is not known");
}

/* Counts have no spread: five equal ones are five coins on one side. */
static void check_equal(void)
{
	struct bisect_rule rule = rule_of(0.95, 2, 10);
	struct moments sum = { 0 }, at = { 0 };
	int i;

	for (i = 0; i < 4; i++)
		moments_add(&sum, 90);
	ok(bisect_rule_verdict(&rule, &sum) == BISECT_UNSURE, "four equal figures are not sure");
	moments_add(&sum, 90);
	ok(bisect_rule_verdict(&rule, &sum) == BISECT_BAD, "five are");
	for (i = 0; i < 10; i++)
		moments_add(&at, 100);
	ok(bisect_rule_verdict(&rule, &at) == BISECT_UNSURE, "never at the threshold itself");
}

static void check_sums(void)
{
	static const double x[] = { 1, 2, 4, 8, 16, 32 };
	struct moments all = { 0 }, a = { 0 }, b = { 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(x); i++) {
		moments_add(&all, x[i]);
		moments_add(i < 2 ? &a : &b, x[i]);
	}
	moments_join(&a, &b);
	ok(a.n == all.n && fabs(a.mean - 10.5) < TINY && fabs(a.squares - all.squares) < TINY,
	   "two sets put together are one");
	moments_join(&a, &(struct moments){ 0 });
	ok(a.n == all.n && fabs(a.mean - 10.5) < TINY, "an empty one adds nothing");
	ok(!moments_sd(&(struct moments){ .n = 1, .mean = 3 }).known,
	   "one figure has no deviation");
	/* By hand: t = -3 / sqrt(1/3 + 1/3) with 4 degrees of freedom. */
	a = (struct moments){ .n = 3, .mean = 2, .squares = 2 };
	b = (struct moments){ .n = 3, .mean = 5, .squares = 2 };
	ok(fabs(bisect_welch(&a, &b).v - 0.0106) < 0.0001, "Welch's p of 1 2 3 below 4 5 6");
	ok(!bisect_welch(&a, &all).known || bisect_welch(&b, &a).v > 0.98, "and not above");
	b.n = 1;
	ok(!bisect_welch(&a, &b).known, "one figure: not known");
}

static void check_line(void)
{
	struct bisect_line l = {
		.date = "Mon Jul  2 15:46:13 IST 2012", .host = "sandy", .label = "xfsbisect",
		.commit = "141124c02059eee9dbc5c86ea797b1ca888e77f7",
		.sum = { .n = 3, .mean = 37454, .squares = 2 * 812.5 * 812.5 },
		.verdict = "good",
	}, back;
	char text[512];

	bisect_line_format(text, sizeof(text), &l);
	is_text(text,
		"Mon Jul  2 15:46:13 IST 2012 sandy xfsbisect 141124c02059eee9dbc5c86ea797b1ca888e77f7 37454 ±812.5 n=3 good\n",
		"a line of the log");
	ok(bisect_line_parse(&back, text) && back.sum.n == 3 && back.sum.mean == 37454 &&
	   fabs(back.sum.squares - l.sum.squares) < 1 && !strcmp(back.verdict, "good") &&
	   !strcmp(back.commit, l.commit) && !back.why[0], "is read back");
	l.sum = (struct moments){ 0 };
	strcpy(l.verdict, "skip");
	strcpy(l.why, "good: exited with 1");
	bisect_line_format(text, sizeof(text), &l);
	ok(strstr(text, "e77f7 - ±- n=0 skip: good: exited with 1\n"), "not measured is not 0");
	ok(bisect_line_parse(&back, text) && !back.sum.n && !strcmp(back.why, l.why),
	   "and is read back");
	ok(!bisect_line_parse(&back, "# GOOD 34757"), "a note is no line");
	ok(!bisect_line_parse(&back, "Mon Jul 2 15:46:13 IST 2012 sandy x 1411 37454 good"),
	   "nor is one without its tries");
	ok(!bisect_line_parse(&back, "a b c d e f host x 1411 nan ±1 n=2 good"),
	   "nor one whose figure is none");
	ok(!bisect_line_parse(&back, ""), "nor nothing");
}

static void check_quote(void)
{
	char *const plain[] = { (char *)"--bs=64k", (char *)"/mnt/a", NULL };
	char *const odd[] = { (char *)"it's", (char *)"", (char *)"$x y", NULL };
	char *const lines[] = { (char *)"a\nb", NULL };
	char buf[64], tight[9];

	ok(bisect_quote(buf, sizeof(buf), plain), "plain words");
	is_text(buf, "--bs=64k /mnt/a", "stay as they are");
	ok(bisect_quote(buf, sizeof(buf), odd), "others");
	is_text(buf, "'it'\\''s' '' '$x y'", "are quoted");
	ok(!bisect_quote(buf, sizeof(buf), lines) && !buf[0], "two lines are not one");
	ok(!bisect_quote(tight, sizeof(tight), plain), "what does not fit is left out");
}

static void check_log(void)
{
	static const char text[] =
		"# MARK v3.3..v3.4 Search for BAD files_per_s -lt 28000\n"
		"# STEP wbctl bisect step --metric files_per_s -- run --profile fsmark\n"
		"Mon Jul 2 15:46:13 IST 2012 sandy x aaa 100 ±1 n=2 good\n"
		"Mon Jul 2 15:56:06 IST 2012 sandy x bbb - ±- n=0 skip: run exited with 1\n"
		"Mon Jul 2 16:08:34 IST 2012 sandy x aaa 102 ±1 n=2 good\n"
		"some words of a person\n";
	char path[] = "/tmp/wbctl-test-XXXXXX", mark[512];
	struct bisect_search next;
	struct bisect_log log;
	int fd = mkstemp(path);

	ok(fd >= 0 && !bisect_log_append(path, text), "a log is written");
	ok(!bisect_log_read(&log, path) && log.count == 1, "and read");
	ok(bisect_log_find(&log, "aaa") && bisect_log_find(&log, "aaa")->sum.n == 4 &&
	   bisect_log_find(&log, "aaa")->sum.mean == 101, "steps of one commit are put together");
	ok(!bisect_log_find(&log, "bbb"), "what has no figure is not there");
	next = log.search;
	bisect_log_mark(mark, sizeof(mark), &next, &log.search);
	is_text(mark, "", "the same search is not marked again");
	next.bound = 20544;
	bisect_log_mark(mark, sizeof(mark), &next, &log.search);
	is_text(mark, "# MARK Search for BAD files_per_s -lt 20544\n", "another one is");
	bisect_log_free(&log);
	bisect_log_append(path, "# MARK Search for BAD other -gt 1\n");
	ok(!bisect_log_read(&log, path) && !log.count && log.search.above,
	   "figures of another metric are not mixed in");
	bisect_log_free(&log);
	close(fd);
	unlink(path);
	ok(bisect_log_read(&log, path) < 0, "a log that is not there");
}

static void check_words(void)
{
	struct ratio r;
	double min, max, alpha;
	bool above;

	ok(!bisect_parse_range("1..2.5", &min, &max) && min == 1 && max == 2.5, "1..2.5");
	ok(!bisect_parse_range("..-2", &min, &max) && min == -HUGE_VAL && max == -2, "..-2");
	ok(!bisect_parse_range("1e3..", &min, &max) && min == 1000 && max == HUGE_VAL, "1e3..");
	ok(bisect_parse_range("..", &min, &max) && bisect_parse_range("3", &min, &max) &&
	   bisect_parse_range("2..1", &min, &max) && bisect_parse_range("a..1", &min, &max) &&
	   bisect_parse_range("1..2..3", &min, &max), "what is no range");
	ok(!bisect_parse_real("--x", "-1.5e3", &r) && r.v == -1500, "-1.5e3");
	ok(bisect_parse_real("--x", "0x10", &r) && bisect_parse_real("--x", "nan", &r) &&
	   bisect_parse_real("--x", "", &r) && bisect_parse_real("--x", "1e999", &r) &&
	   bisect_parse_real("--x", "1 ", &r), "what is no number");
	ok(!bisect_parse_real("--x", NULL, &r) && !r.known, "nothing");
	ok(bisect_parse_bound("1", "2", &r, &above) == WBCTL_USAGE, "both thresholds");
	ok(!bisect_parse_bound(NULL, "2", &r, &above) && above && r.v == 2, "--bad-above");
	ok(!bisect_parse_confidence("0.99", &alpha) && fabs(alpha - 0.01) < TINY, "0.99");
	ok(bisect_parse_confidence("0.4", &alpha) && bisect_parse_confidence("1", &alpha) &&
	   bisect_parse_confidence("95", &alpha), "confidences that are none");
}

/* A run whose one writer spent these shares of its time. */
static struct json_object *run_of(int throttle, int journal, int allocation, int cpu)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "{\"writers\":[{\"ledger_cpu_ns\":%d,\"ledger_ns\":{\"throttle\":%d,\"journal\":%d,\"allocation\":%d}}]}",
		 cpu, throttle, journal, allocation);
	return json_tokener_parse(text);
}

static struct cause_profile profile_of(int throttle, int journal, int allocation, int cpu)
{
	struct json_object *doc = run_of(throttle, journal, allocation, cpu);
	struct cause_profile p = { 0 };

	cause_add(&p, doc);
	json_object_put(doc);
	return p;
}

static void check_causes(void)
{
	const struct cause_profile good = profile_of(80, 5, 5, 10);
	const struct cause_profile bad = profile_of(40, 45, 5, 10);
	struct cause_profile step = profile_of(45, 39, 6, 10);
	struct json_object *none = json_tokener_parse("{\"writers\":[{}]}");
	struct json_object *doc = json_tokener_parse("{\"steps\":[{},{}]}");
	struct json_object *steps = json_object_object_get(doc, "steps");
	char why[160] = "";

	ok(fabs(cause_distance(&good, &bad) - 0.4) < TINY, "40 %% of the time moved");
	ok(cause_same(&step, &good, &bad, why, sizeof(why)), "the journal again: the same");
	step = profile_of(42, 5, 43, 10);
	ok(!cause_same(&step, &good, &bad, why, sizeof(why)), "allocation: another cause");
	is_text(why, "allocation took 43 % of the time, in the bad run 5 %, in the good 5 %",
		"says which class it is");
	step = profile_of(41, 8, 8, 43);
	ok(!cause_same(&step, &good, &bad, why, sizeof(why)), "the CPU: another cause");
	is_text(why, "cpu took 43 % of the time, in the bad run 10 %, in the good 10 %",
		"user and system time are one");
	step = profile_of(60, 24, 6, 10);
	ok(cause_same(&step, &good, &bad, why, sizeof(why)), "half of the journal: the same");
	step = profile_of(5, 80, 5, 10);
	ok(cause_same(&step, &good, &bad, why, sizeof(why)), "twice the journal: the same");
	step = good;
	ok(!cause_same(&step, &good, &bad, why, sizeof(why)), "nothing moved: another cause");
	is_text(why, "its time went as in the good run", "and says so");
	step = (struct cause_profile){ 0 };
	ok(!cause_add(&step, doc) && !step.runs, "steps without a run have no profile");
	json_object_object_add(json_object_array_get_idx(steps, 0), "run", run_of(80, 0, 10, 10));
	json_object_object_add(json_object_array_get_idx(steps, 1), "run", run_of(20, 60, 10, 10));
	ok(cause_add(&step, doc) && step.runs == 1 &&
	   fabs(step.share[CLASS_THROTTLE] - 0.5) < TINY, "those of a profile are one run");
	step.runs = 0;
	ok(!cause_add(&step, none) && !step.runs, "a run without a ledger has no profile");
	json_object_put(doc);
	json_object_put(none);
}

int main(void)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(rng, 1);
	check_errors(0.95, 2, 10);
	check_errors(0.95, 2, 2);
	check_errors(0.95, 3, 30);
	check_errors(0.99, 2, 10);
	check_errors(0.8, 4, 6);
	check_power();
	check_slow();
	check_noise();
	check_equal();
	check_sums();
	check_line();
	check_quote();
	check_log();
	check_words();
	check_causes();
	gsl_rng_free(rng);
	return tap_end();
}
