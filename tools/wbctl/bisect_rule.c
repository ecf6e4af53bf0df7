// SPDX-License-Identifier: GPL-2.0-or-later
/* When a bisection step is sure: a t test that is looked at after every try. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "bisect_rule.h"
#include "welch.h"

/* Wrong verdicts that the simulation is to see: their number is known within 5 %. */
#define WRONG_WANTED 400
#define SEED 20120702

/*
 * How far the mean lies above @bound, in standard errors. @noise_sd is the noise
 * of one try, or 0 when the tries have to tell.
 */
static double distance(const struct moments *sum, double bound, double noise_sd)
{
	double sd = noise_sd > 0 ? noise_sd : moments_sd(sum).v;

	return (sum->mean - bound) / (sd / sqrt(sum->n));
}

/* The p value of a mean as low as that where the truth is the threshold. */
static double p_low(double far, unsigned int n, bool noise_known)
{
	return noise_known ? gsl_cdf_ugaussian_P(far) : gsl_cdf_tdist_P(far, n - 1);
}

/* The distance below which a p value is under @alpha, for each number of tries. */
static void find_near(const struct bisect_rule *rule, double near[BISECT_TRIES_MAX + 1])
{
	unsigned int n;

	for (n = rule->min_tries; n <= rule->max_tries; n++)
		near[n] = rule->noise.known ? gsl_cdf_ugaussian_Pinv(rule->alpha) :
					      gsl_cdf_tdist_Pinv(rule->alpha, n - 1);
}

/* The least p value of all looks of one made-up step; 1 when none is under alpha. */
static double least_p(const struct bisect_rule *rule, const double *near, gsl_rng *rng)
{
	struct moments sum = { 0 };
	double least = 1, far, p;

	while (sum.n < rule->max_tries) {
		moments_add(&sum, gsl_ran_gaussian_ziggurat(rng, 1));
		if (sum.n < rule->min_tries)
			continue;
		far = distance(&sum, 0, rule->noise.known);
		if (far >= near[sum.n])
			continue;
		p = p_low(far, sum.n, rule->noise.known);
		if (p < least)
			least = p;
	}
	return least;
}

static int ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int bisect_rule_prepare(struct bisect_rule *rule)
{
	size_t i, steps = (size_t)(WRONG_WANTED / rule->alpha), wrong;
	double near[BISECT_TRIES_MAX + 1], *p;
	gsl_rng *rng;

	rule->level = rule->alpha / (rule->max_tries - rule->min_tries + 1);
	if (rule->max_tries == rule->min_tries)
		return 0;
	p = calloc(steps, sizeof(*p));
	if (!p)
		return -ENOMEM;
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(rng, SEED);
	find_near(rule, near);
	for (i = 0; i < steps; i++)
		p[i] = least_p(rule, near, rng);
	qsort(p, steps, sizeof(*p), ascending);
	/* Two standard deviations fewer than may be: the simulation has noise too. */
	wrong = WRONG_WANTED - 2 * (size_t)sqrt(WRONG_WANTED);
	rule->level = fmax(rule->level, p[wrong - 1]);
	gsl_rng_free(rng);
	free(p);
	return 0;
}

static enum bisect_verdict side(const struct bisect_rule *rule, bool low)
{
	return low != rule->above ? BISECT_BAD : BISECT_GOOD;
}

enum bisect_verdict bisect_rule_verdict(const struct bisect_rule *rule,
					const struct moments *sum)
{
	double noise_sd = rule->noise.known ? rule->noise.v * fabs(rule->bound) : 0, far;

	if (sum->n < rule->min_tries || !sum->n || sum->mean == rule->bound)
		return BISECT_UNSURE;
	if (noise_sd <= 0) {
		if (sum->n < 2)
			return BISECT_UNSURE;
		if (sum->squares <= 0)
			return pow(0.5, sum->n) <= rule->alpha ?
				       side(rule, sum->mean < rule->bound) : BISECT_UNSURE;
	}
	far = distance(sum, rule->bound, noise_sd);
	if (p_low(-fabs(far), sum->n, noise_sd > 0) > rule->level)
		return BISECT_UNSURE;
	return side(rule, far < 0);
}

static struct summary summary_of(const struct moments *m)
{
	return (struct summary){ .n = m->n, .mean = m->mean, .stddev = moments_sd(m) };
}

struct ratio bisect_welch(const struct moments *a, const struct moments *b)
{
	const struct summary x = summary_of(a), y = summary_of(b);
	const struct welch w = welch_test(&y, &x, 1);

	if (!w.t.known)
		return (struct ratio){ .known = false };
	return ratio_of(gsl_cdf_tdist_P(w.t.v, w.df.v));
}
