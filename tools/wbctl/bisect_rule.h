/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When a bisection step is sure: a t test that is looked at after every try. */
#ifndef WBCTL_BISECT_RULE_H
#define WBCTL_BISECT_RULE_H

#include "stats.h"

#define BISECT_TRIES_MAX 100
#define BISECT_CONFIDENCE_MIN 0.5
#define BISECT_CONFIDENCE_MAX 0.999

/**
 * enum bisect_verdict - what is known of a commit
 * @BISECT_UNSURE: Not enough to tell.
 * @BISECT_GOOD: Good, at the confidence that was asked for.
 * @BISECT_BAD: Bad, at that confidence.
 */
enum bisect_verdict {
	BISECT_UNSURE,
	BISECT_GOOD,
	BISECT_BAD,
};

/**
 * struct bisect_rule - when the figures are enough
 * @bound: The threshold.
 * @above: Bad is above it; else below.
 * @min_tries: Nothing is said before so many.
 * @max_tries: No more are made.
 * @alpha: 1 - confidence: how often a good commit may be called bad, and a bad
 *	one good.
 * @noise: The noise of one try as a share of the figure, when it is known.
 * @level: What the p value of one look has to reach; bisect_rule_prepare().
 */
struct bisect_rule {
	double bound;
	bool above;
	unsigned int min_tries;
	unsigned int max_tries;
	double alpha;
	struct ratio noise;
	double level;
};

/**
 * bisect_rule_prepare() - work out the level of one look
 * @rule: The rule; everything but @level is set.
 *
 * The verdict is looked for after each try, so one look may be wrong less often
 * than all together. How much less depends on nothing but the number of looks,
 * and is found by simulation: of many made-up steps whose true mean lies at the
 * threshold, the worst case, a share @alpha at most gives a p value of the level
 * or less at any look. The generator's seed is fixed: the same rule always has
 * the same level. It is never below Bonferroni's, @alpha / looks.
 *
 * Return: 0 or -ENOMEM.
 */
int bisect_rule_prepare(struct bisect_rule *rule);

/**
 * bisect_rule_verdict() - what the figures say so far
 * @rule: The rule.
 * @sum: The figures.
 *
 * A one-sided t test against the threshold, or a z test when the noise is known.
 * Figures that are all equal have no spread to judge by; for them each is a coin
 * that fell on the same side of the threshold.
 *
 * Return: The verdict.
 */
enum bisect_verdict bisect_rule_verdict(const struct bisect_rule *rule,
					const struct moments *sum);

/**
 * bisect_welch() - whether a mean is below another by more than the noise
 * @a: The figures of one.
 * @b: The figures of the other.
 *
 * Return: Welch's one-sided p value of a's mean not being below b's; unknown when
 * one of them has less than two figures, or none of them has any spread.
 */
struct ratio bisect_welch(const struct moments *a, const struct moments *b);

#endif /* WBCTL_BISECT_RULE_H */
