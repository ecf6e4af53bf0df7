/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How two series of figures go together. */
#ifndef WBCTL_CORRELATE_H
#define WBCTL_CORRELATE_H

#include "wbctl.h"

/* Fewer pairs than that say nothing. */
#define CORRELATE_LEAST 3

/**
 * struct correlation - how two series go together
 * @r: Pearson's coefficient, unknown with fewer than CORRELATE_LEAST pairs, or
 *	when a series does not vary.
 * @rho: Spearman's: Pearson's of the ranks, equal ones sharing their mean.
 * @pairs: How many pairs there were.
 */
struct correlation {
	struct ratio r;
	struct ratio rho;
	struct fig pairs;
};

/**
 * correlate() - how two series go together
 * @x: A series.
 * @y: Another.
 * @n: Their length.
 *
 * Return: Their correlation.
 */
struct correlation correlate(const double *x, const double *y, size_t n);

#endif /* WBCTL_CORRELATE_H */
