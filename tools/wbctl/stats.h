/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics: fairness, a histogram of times, figures of several runs. */
#ifndef WBCTL_STATS_H
#define WBCTL_STATS_H

#include <stdatomic.h>

#include "wbctl.h"

/*
 * Log-linear: values below 2^HIST_SUB_BITS are exact, above that each power
 * of two has 2^HIST_SUB_BITS buckets, so that a bucket is at most 1/64 of its
 * value wide.
 */
#define HIST_SUB_BITS 6
#define HIST_SUB 64
#define HIST_BUCKETS ((64 - HIST_SUB_BITS + 1) * HIST_SUB)

/**
 * struct hist - a histogram that one process fills and another reads
 * @count: Values in all buckets.
 * @max: The largest value, exact.
 * @buckets: How many values fell into each.
 */
struct hist {
	atomic_ullong count;
	atomic_ullong max;
	atomic_ullong buckets[HIST_BUCKETS];
};

/**
 * hist_add() - count a value
 * @h: The histogram; only one process may add to it.
 * @v: The value.
 */
void hist_add(struct hist *h, uint64_t v);

/**
 * hist_quantile() - the value that a share of all values does not exceed
 * @h: The histogram.
 * @per_mille: The share in thousandths, 1..1000.
 *
 * The nearest-rank definition: the smallest value with at least that share
 * of all values at or below it. The answer is the upper end of its bucket
 * (at most 1/64 too large), and never above the largest value.
 *
 * Return: The value, unknown when the histogram is empty.
 */
struct fig hist_quantile(struct hist *h, unsigned int per_mille);

/**
 * hist_max() - the largest value
 * @h: The histogram.
 *
 * Return: The value, exact; unknown when the histogram is empty.
 */
struct fig hist_max(struct hist *h);

/**
 * struct moments - how many figures there were, and how they spread
 * @n: How many.
 * @mean: Their mean.
 * @squares: The sum of the squares of their differences from it.
 */
struct moments {
	unsigned int n;
	double mean;
	double squares;
};

/**
 * moments_add() - add a figure
 * @sum: The figures.
 * @x: The figure.
 */
void moments_add(struct moments *sum, double x);

/**
 * moments_join() - put the figures of two sets together
 * @sum: The figures; those of @more are added.
 * @more: More figures.
 */
void moments_join(struct moments *sum, const struct moments *more);

/**
 * moments_sd() - the standard deviation of the sample
 * @sum: The figures.
 *
 * Return: It, unknown for less than two.
 */
struct ratio moments_sd(const struct moments *sum);

/**
 * struct series - figures of several runs
 * @m: How they spread.
 * @min: The smallest.
 * @max: The largest.
 */
struct series {
	struct moments m;
	double min;
	double max;
};

/**
 * series_add() - add a figure
 * @s: The series, all 0 before the first.
 * @v: The figure; one that is unknown is not added.
 */
void series_add(struct series *s, struct ratio v);

/**
 * series_mean() - the mean
 * @s: The series.
 *
 * Return: The mean, unknown when it is empty.
 */
struct ratio series_mean(const struct series *s);

/**
 * series_stddev() - the standard deviation of the sample
 * @s: The series.
 *
 * Return: The deviation, unknown of less than two.
 */
struct ratio series_stddev(const struct series *s);

/**
 * series_min() - the smallest figure
 * @s: The series.
 *
 * Return: The figure, unknown when it is empty.
 */
struct ratio series_min(const struct series *s);

/**
 * series_max() - the largest figure
 * @s: The series.
 *
 * Return: The figure, unknown when it is empty.
 */
struct ratio series_max(const struct series *s);

/**
 * jain_index() - Jain's index of fairness
 * @x: Shares, none of them negative.
 * @n: How many.
 *
 * (sum x)^2 / (n * sum x^2): 1 when all shares are equal, 1/n when one has
 * everything.
 *
 * Return: The index, unknown when a share is unknown, when there are none or
 * when all are 0 (nothing was shared).
 */
struct ratio jain_index(const struct fig *x, size_t n);

/**
 * jain_of() - Jain's index of figures that are no counts
 * @x: Shares, none of them negative.
 * @n: How many.
 *
 * Return: As jain_index(); none of them is unknown.
 */
struct ratio jain_of(const double *x, size_t n);

/**
 * min_max_ratio() - the smallest share over the largest
 * @x: Shares.
 * @n: How many.
 *
 * Return: The ratio; unknown as for jain_index().
 */
struct ratio min_max_ratio(const struct fig *x, size_t n);

#endif /* WBCTL_STATS_H */
