/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics: fairness, and a histogram of times. */
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
 * min_max_ratio() - the smallest share over the largest
 * @x: Shares.
 * @n: How many.
 *
 * Return: The ratio; unknown as for jain_index().
 */
struct ratio min_max_ratio(const struct fig *x, size_t n);

#endif /* WBCTL_STATS_H */
