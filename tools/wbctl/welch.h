/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two sets of figures: what each is, and whether they differ by more than the noise. */
#ifndef WBCTL_WELCH_H
#define WBCTL_WELCH_H

#include "wbctl.h"

/**
 * struct summary - a set of figures
 * @n: How many; 0: nothing below is known.
 * @min: The smallest.
 * @max: The largest.
 * @mean: Arithmetic mean.
 * @hmean: Harmonic mean: that of rates over equal work. Unknown unless all
 *	figures are above 0.
 * @inverse_stddev: Standard deviation of 1 over each figure. Unknown as @hmean, and
 *	as @stddev.
 * @stddev: Standard deviation of a sample (n - 1). Unknown with fewer than two.
 */
struct summary {
	size_t n;
	double min;
	double max;
	double mean;
	struct ratio hmean;
	struct ratio inverse_stddev;
	struct ratio stddev;
};

/**
 * struct welch - whether two sets differ
 * @difference: Mean of the second less that of the first, of what was tested.
 *	Unknown: one is empty.
 * @t: Welch's t. Unknown where a set has fewer than two figures, or neither
 *	varies.
 * @df: Degrees of freedom, after Welch and Satterthwaite. Unknown as @t.
 * @p: The chance of a difference at least that large, in either direction,
 *	between sets of one distribution. Unknown with fewer than two figures
 *	in a set.
 * @low: Lower end of the confidence interval of @difference. Unknown as @t, and
 *	for an alpha that is too small to compute with.
 * @high: Upper end.
 */
struct welch {
	struct ratio difference;
	struct ratio t;
	struct ratio df;
	struct ratio p;
	struct ratio low;
	struct ratio high;
};

/**
 * summarize() - what a set is
 * @x: Its figures.
 * @n: How many.
 *
 * Return: The summary.
 */
struct summary summarize(const double *x, size_t n);

/**
 * welch_test() - whether two sets differ
 * @a: The first.
 * @b: The second.
 * @alpha: One less the level of the confidence interval, 0.05 for 95 %.
 *
 * Welch's t-test, two sided. Where neither set varies there is no t: sets that
 * are the same have p 1, and p of others is that of the exact permutation test,
 * the number of ways to draw sets as far apart over that of all ways.
 *
 * Return: The result.
 */
struct welch welch_test(const struct summary *a, const struct summary *b, double alpha);

/**
 * welch_test_rates() - whether two sets of rates differ
 * @a: The first; its harmonic mean is known.
 * @b: The second, likewise.
 * @alpha: As of welch_test().
 *
 * The harmonic mean is 1 over the mean of what a unit of work took. These times are
 * what is tested, so that the test is of the means that are shown.
 *
 * Return: The result in the unit of the rates: @difference is that of the harmonic
 * means, and @low and @high are the ends of its interval. @high is unknown where
 * the times may be nothing.
 */
struct welch welch_test_rates(const struct summary *a, const struct summary *b, double alpha);

/**
 * holm() - correct p for the number of tests
 * @p: Values of p; each becomes the one that may be held against alpha as if it
 *	were the only one. Those that are unknown are no tests.
 * @n: How many.
 *
 * Holm's step-down: the chance of even one wrong alarm in the whole stays below
 * alpha, however the tests depend on each other.
 *
 * Return: The number of tests; 0 and nothing corrected when there is no memory.
 */
size_t holm(struct ratio **p, size_t n);

#endif /* WBCTL_WELCH_H */
