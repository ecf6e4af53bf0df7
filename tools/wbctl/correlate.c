// SPDX-License-Identifier: GPL-2.0-or-later
/* Pearson's and Spearman's coefficients of correlation. */
#include <math.h>
#include <stdlib.h>

#include "correlate.h"

/* Relative error of the square of a difference, with room. */
#define ROUNDING 0.00000000000000000001

static double mean(const double *x, size_t n)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < n; i++)
		sum += x[i];
	return sum / (double)n;
}

static struct ratio pearson(const double *x, const double *y, size_t n)
{
	double mx = mean(x, n), my = mean(y, n), xx = 0, yy = 0, xy = 0, r;
	size_t i;

	for (i = 0; i < n; i++) {
		xx += (x[i] - mx) * (x[i] - mx);
		yy += (y[i] - my) * (y[i] - my);
		xy += (x[i] - mx) * (y[i] - my);
	}
	/* What rounding leaves of a constant series is no variance. */
	if (xx <= ROUNDING * mx * mx * (double)n || yy <= ROUNDING * my * my * (double)n)
		return (struct ratio){ .known = false };
	r = xy / sqrt(xx * yy);
	return ratio_of(r > 1 ? 1 : r < -1 ? -1 : r);
}

/* Ranks from 1; equal values share the mean of theirs. Series are short. */
static void ranks(const double *x, double *rank, size_t n)
{
	size_t i, j, less, equal;

	for (i = 0; i < n; i++) {
		less = 0;
		equal = 0;
		for (j = 0; j < n; j++) {
			less += x[j] < x[i];
			equal += x[j] == x[i];
		}
		rank[i] = (double)less + (double)(equal + 1) / 2;
	}
}

struct correlation correlate(const double *x, const double *y, size_t n)
{
	struct correlation c = { .pairs = fig_of(n) };
	double *rank;

	if (n < CORRELATE_LEAST)
		return c;
	c.r = pearson(x, y, n);
	rank = calloc(2 * n, sizeof(*rank));
	if (!rank)
		return c;
	ranks(x, rank, n);
	ranks(y, rank + n, n);
	c.rho = pearson(rank, rank + n, n);
	free(rank);
	return c;
}
