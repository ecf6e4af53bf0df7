// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Welch's t-test and Holm's correction against published examples and values
 * worked out elsewhere (Simpson's rule over the density of Student's t).
 */
#include <float.h>
#include <math.h>

#include "tap.h"
#include "welch.h"

#define NEAR 0.0000001

static bool near(double got, double want)
{
	return fabs(got - want) <= NEAR * fmax(1, fabs(want));
}

static bool known_near(struct ratio got, double want)
{
	if (got.known && near(got.v, want))
		return true;
	printf("# got %.10g%s, want %.10g\n", got.v, got.known ? "" : " (unknown)", want);
	return false;
}

/**
 * struct example - two sets and what is known of them
 * @what: Its name.
 * @a: The first.
 * @a_n: Its size.
 * @b: The second.
 * @b_n: Its size.
 * @t: Welch's t.
 * @df: Degrees of freedom.
 * @p: Two sided.
 * @low: 95 % interval of the difference.
 * @high: Its upper end.
 */
struct example {
	const char *what;
	double a[20];
	size_t a_n;
	double b[20];
	size_t b_n;
	double t;
	double df;
	double p;
	double low;
	double high;
};

static const struct example examples[] = {
	/* Student 1908; R's documentation of t.test() has 1.8608, 17.776, 0.07939. */
	{ "Student's sleep data",
	  { 0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0 }, 10,
	  { 1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4 }, 10,
	  1.860813467, 17.776473516, 0.079394140, -0.205483231, 3.365483231 },
	/* The examples of unequal sizes and variances that Wikipedia has. */
	{ "unequal sizes, the larger set varies less",
	  { 17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8 }, 10,
	  { 21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8,
	    20.7, 21.7, 21.5, 22.5, 23.6, 21.5, 22.5, 23.5, 21.5, 21.8 }, 20,
	  1.565433523, 9.904741249, 0.148841697, -0.648421325, 3.698421325 },
	{ "unequal sizes, the larger set varies more",
	  { 19.8, 20.4, 19.6, 17.8, 18.5, 18.9, 18.3, 18.9, 19.5, 22.0 }, 10,
	  { 28.2, 26.6, 20.1, 23.3, 25.2, 22.1, 17.7, 27.6, 20.6, 13.7,
	    23.2, 17.5, 20.6, 18.0, 23.9, 21.6, 24.3, 20.4, 24.0, 13.2 }, 20,
	  2.219240916, 24.496223124, 0.035972271, 0.157606464, 4.282393536 },
	{ "one set does not vary",
	  { 5, 5, 5 }, 3, { 6, 7, 9 }, 3,
	  2.645751311, 2, 0.118082896, -1.461249700, 6.127916367 },
};

static void check_examples(void)
{
	struct summary a, b;
	struct welch w;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(examples); i++) {
		a = summarize(examples[i].a, examples[i].a_n);
		b = summarize(examples[i].b, examples[i].b_n);
		w = welch_test(&a, &b, 0.05);
		ok(known_near(w.t, examples[i].t), "t: %s", examples[i].what);
		ok(known_near(w.df, examples[i].df), "df: %s", examples[i].what);
		ok(known_near(w.p, examples[i].p), "p: %s", examples[i].what);
		ok(known_near(w.low, examples[i].low) && known_near(w.high, examples[i].high),
		   "interval: %s", examples[i].what);
		w = welch_test(&b, &a, 0.05);
		ok(known_near(w.t, -examples[i].t) && known_near(w.p, examples[i].p),
		   "the other way round: %s", examples[i].what);
	}
}

static void check_summary(void)
{
	static const double x[] = { 40, 60 }, zero[] = { 1, 0 }, tenths[] = { 0.1, 0.1, 0.1 };
	struct summary s = summarize(x, 2);

	ok(s.n == 2 && near(s.min, 40) && near(s.max, 60) && near(s.mean, 50), "40 and 60");
	ok(known_near(s.hmean, 48), "there at 40, back at 60: 48 on the whole");
	ok(known_near(s.stddev, 14.142135624), "n - 1 below the sum of squares");
	s = summarize(zero, 2);
	ok(!s.hmean.known, "no harmonic mean with a 0");
	s = summarize(tenths, 3);
	ok(s.stddev.known && s.stddev.v <= 0, "equal figures have no variance at all");
	s = summarize(x, 1);
	ok(s.n == 1 && near(s.mean, 40) && !s.stddev.known, "one figure has no deviation");
	s = summarize(x, 0);
	ok(!s.n && !s.hmean.known && !s.stddev.known, "none has nothing");
}

static void check_edges(void)
{
	static const double x[] = { 1, 2 }, fours[] = { 4, 4, 4, 4 }, fives[] = { 5, 5, 5, 5 };
	struct summary one = summarize(x, 1), two = summarize(x, 2), none = summarize(x, 0);
	struct summary four = summarize(fours, 4), five = summarize(fives, 4), three;
	struct welch w = welch_test(&one, &two, 0.05);

	ok(known_near(w.difference, 0.5) && !w.p.known && !w.t.known && !w.low.known,
	   "one figure on a side: a difference and no p");
	w = welch_test(&two, &none, 0.05);
	ok(!w.difference.known && !w.p.known, "nothing on a side: nothing");
	w = welch_test(&four, &four, 0.05);
	ok(known_near(w.p, 1) && !w.t.known, "no variance and no difference: p 1");
	w = welch_test(&four, &five, 0.05);
	ok(known_near(w.p, 2.0 / 70) && !w.t.known && !w.low.known,
	   "no variance, four against four: 2 of the 70 ways to deal them");
	four = summarize(examples[0].a, 10);
	w = welch_test(&four, &five, DBL_MIN);
	ok(w.p.known && isfinite(w.p.v) && (!w.low.known || isfinite(w.low.v)),
	   "an alpha that is too small to compute with ends nothing");
	four = summarize(fours, 4);
	three = summarize(fives, 3);
	w = welch_test(&four, &three, 0.05);
	ok(known_near(w.p, 1.0 / 35), "four against three: 1 of 35");
}

static void check_holm(void)
{
	struct ratio p[] = { { true, 0.01 }, { true, 0.04 }, { false, 0 }, { true, 0.03 },
			     { true, 0.005 } };
	struct ratio *of[] = { &p[0], &p[1], &p[2], &p[3], &p[4] };

	/* Sorted 0.005, 0.01, 0.03, 0.04, times 4, 3, 2, 1, none below the one before. */
	ok(holm(of, ARRAY_SIZE(of)) == 4, "an unknown p is no test");
	ok(known_near(p[4], 0.02) && known_near(p[0], 0.03) && known_near(p[3], 0.06) &&
	   known_near(p[1], 0.06) && !p[2].known, "Holm's of four");
	p[0] = ratio_of(0.7);
	ok(holm(of, 1) == 1 && known_near(p[0], 0.7), "one test stays as it is");
	p[1] = ratio_of(0.8);
	ok(holm(of, 2) == 2 && known_near(p[1], 1), "no chance is above 1");
	ok(holm(of, 0) == 0, "no test at all");
}

/*
 * Rates over equal work: the test is that of the times, and its interval is around
 * the change of the harmonic mean. Here the arithmetic means are equal.
 */
static void check_rates(void)
{
	static const double a[] = { 95, 100, 105, 100 }, b[] = { 40, 160, 60, 140 };
	struct summary sa = summarize(a, 4), sb = summarize(b, 4), sta, stb;
	struct welch w = welch_test_rates(&sa, &sb, 0.05), t;
	double ta[4], tb[4];
	int i;

	for (i = 0; i < 4; i++) {
		ta[i] = 1 / a[i];
		tb[i] = 1 / b[i];
	}
	sta = summarize(ta, 4);
	stb = summarize(tb, 4);
	t = welch_test(&sta, &stb, 0.05);
	ok(known_near(w.p, t.p.v) && known_near(w.t, -t.t.v) && known_near(w.df, t.df.v),
	   "rates: the test of their times");
	ok(known_near(w.difference, sb.hmean.v - sa.hmean.v), "the change of the harmonic mean");
	ok(w.low.known && w.low.v < w.difference.v, "is in its interval");
	ok(known_near(w.low, 1 / (sta.mean + t.high.v) - sa.hmean.v), "which is that of the times");
	w = welch_test_rates(&sa, &sa, 0.05);
	ok(w.low.v < 0 && w.high.v > 0 && near(w.p.v, 1), "no change is in it too");
	sb.hmean.known = false;
	ok(!welch_test_rates(&sa, &sb, 0.05).p.known, "rates of nothing are not tested");
}

int main(void)
{
	check_examples();
	check_summary();
	check_edges();
	check_holm();
	check_rates();
	return tap_end();
}
