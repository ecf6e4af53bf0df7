// SPDX-License-Identifier: GPL-2.0-or-later
/* Two sets of figures: what each is, and whether they differ by more than the noise. */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_statistics_double.h>

#include "welch.h"

/* Of what is larger, the ways to draw cannot be counted in a double. */
#define PERMUTE_MOST 500

static struct ratio harmonic(const double *x, size_t n)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (x[i] <= 0)
			return (struct ratio){ .known = false };
		sum += 1 / x[i];
	}
	return ratio_of((double)n / sum);
}

static struct ratio inverse_sd(const double *x, size_t n)
{
	double mean = 0, squares = 0, d;
	size_t i;

	/* As gsl_stats_sd() does, of figures that are nowhere stored. */
	for (i = 0; i < n; i++) {
		d = 1 / x[i] - mean;
		mean += d / (double)(i + 1);
		squares += d * (1 / x[i] - mean);
	}
	return ratio_of(sqrt(squares / (double)(n - 1)));
}

struct summary summarize(const double *x, size_t n)
{
	struct summary s = { .n = n };

	if (!n)
		return s;
	gsl_stats_minmax(&s.min, &s.max, x, 1, n);
	s.mean = gsl_stats_mean(x, 1, n);
	s.hmean = harmonic(x, n);
	if (n < 2)
		return s;
	/* Rounding of the mean must not make a variance of equal figures. */
	s.stddev = ratio_of(s.min < s.max ? gsl_stats_sd(x, 1, n) : 0);
	if (s.hmean.known)
		s.inverse_stddev = s.min < s.max ? inverse_sd(x, n) : ratio_of(0);
	return s;
}

/*
 * Neither set varies. Of all ways to deal the figures to sets of these sizes,
 * only this one is as far apart, and its mirror image where the sizes are equal.
 */
static double permutation_p(const struct summary *a, const struct summary *b)
{
	size_t n = a->n + b->n;

	if (a->min <= b->min && a->min >= b->min)
		return 1;
	if (n > PERMUTE_MOST)
		return 0;
	return (a->n == b->n ? 2 : 1) / gsl_sf_choose((unsigned int)n, (unsigned int)a->n);
}

/* Half of the interval, in standard errors; not finite where GSL finds none. */
static double reach_of(double df, double alpha)
{
	gsl_error_handler_t *old = gsl_set_error_handler_off();
	double t = gsl_cdf_tdist_Qinv(alpha / 2, df);

	gsl_set_error_handler(old);
	return t;
}

struct welch welch_test(const struct summary *a, const struct summary *b, double alpha)
{
	double va, vb, diff, error, df, reach;
	struct welch w = {};

	if (!a->n || !b->n)
		return w;
	diff = b->mean - a->mean;
	w.difference = ratio_of(diff);
	if (!a->stddev.known || !b->stddev.known)
		return w;
	va = a->stddev.v * a->stddev.v / (double)a->n;
	vb = b->stddev.v * b->stddev.v / (double)b->n;
	if (va + vb <= 0) {
		w.p = ratio_of(permutation_p(a, b));
		return w;
	}
	error = sqrt(va + vb);
	df = (va + vb) * (va + vb) /
	     (va * va / (double)(a->n - 1) + vb * vb / (double)(b->n - 1));
	if (!isfinite(df))
		return w;
	w.t = ratio_of(diff / error);
	w.df = ratio_of(df);
	w.p = ratio_of(2 * gsl_cdf_tdist_Q(fabs(w.t.v), df));
	reach = reach_of(df, alpha) * error;
	if (!isfinite(reach))
		return w;
	w.low = ratio_of(diff - reach);
	w.high = ratio_of(diff + reach);
	return w;
}

/* What a unit of work took, of rates. */
static struct summary inverse(const struct summary *s)
{
	struct summary times = { .n = s->n };

	if (!s->n || !s->hmean.known)
		return (struct summary){};
	times.min = 1 / s->max;
	times.max = 1 / s->min;
	times.mean = 1 / s->hmean.v;
	times.stddev = s->inverse_stddev;
	return times;
}

/* The rate at @time more than that of the first, less the first; the time is above 0. */
static struct ratio as_rate(const struct summary *first, struct ratio time)
{
	double t = 1 / first->hmean.v + time.v;

	if (!time.known || t <= 0)
		return (struct ratio){ .known = false };
	return ratio_of(1 / t - first->hmean.v);
}

struct welch welch_test_rates(const struct summary *a, const struct summary *b, double alpha)
{
	const struct summary ta = inverse(a), tb = inverse(b);
	struct welch w = welch_test(&ta, &tb, alpha);
	const struct ratio low = w.low;

	if (!w.difference.known)
		return w;
	w.difference = ratio_of(b->hmean.v - a->hmean.v);
	if (w.t.known)
		w.t.v = -w.t.v;
	w.low = as_rate(a, w.high);
	w.high = as_rate(a, low);
	return w;
}

static int by_value(const void *left, const void *right)
{
	double a = (*(struct ratio *const *)left)->v, b = (*(struct ratio *const *)right)->v;

	return (a > b) - (a < b);
}

size_t holm(struct ratio **p, size_t n)
{
	struct ratio **known = calloc(n + 1, sizeof(*known));
	size_t i, count = 0;
	double least = 0, v;

	if (!known)
		return 0;
	for (i = 0; i < n; i++)
		if (p[i]->known)
			known[count++] = p[i];
	qsort(known, count, sizeof(*known), by_value);
	for (i = 0; i < count; i++) {
		v = fmin(1, known[i]->v * (double)(count - i));
		least = fmax(least, v);
		known[i]->v = least;
	}
	free(known);
	return count;
}
