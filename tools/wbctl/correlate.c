// SPDX-License-Identifier: GPL-2.0-or-later
/* Pearson's and Spearman's coefficients of correlation. */
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

#include "correlate.h"

/* Relative error of the square of a difference, with room. */
#define ROUNDING 0.00000000000000000001

/* What rounding leaves of a constant series is no variance. */
static bool varies(const double *x, size_t n)
{
	double mean = gsl_stats_mean(x, 1, n);

	return gsl_stats_tss_m(x, 1, n, mean) > ROUNDING * mean * mean * (double)n;
}

/* GSL's may be past 1 by the last digit. */
static struct ratio coefficient(double r)
{
	return ratio_of(r > 1 ? 1 : r < -1 ? -1 : r);
}

struct correlation correlate(const double *x, const double *y, size_t n)
{
	struct correlation c = { .pairs = fig_of(n) };
	double *work;

	if (n < CORRELATE_LEAST || !varies(x, n) || !varies(y, n))
		return c;
	c.r = coefficient(gsl_stats_correlation(x, 1, y, 1, n));
	work = calloc(2 * n, sizeof(*work));
	if (!work)
		return c;
	c.rho = coefficient(gsl_stats_spearman(x, 1, y, 1, n, work));
	free(work);
	return c;
}
