/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a bad step is bad for the same cause: where the time of runs went. */
#ifndef WBCTL_BISECT_CAUSE_H
#define WBCTL_BISECT_CAUSE_H

#include <json-c/json.h>

#include "waits.h"
#include "wbctl.h"

/* Profiles of good and bad that are nearer to each other cannot tell causes apart. */
#define CAUSE_LEAST_DISTANCE 0.05

/**
 * struct cause_profile - where the time of the writers of runs went
 * @runs: How many.
 * @share: The mean of their shares; CLASS_CPU_SYSTEM has all of the CPU.
 */
struct cause_profile {
	unsigned int runs;
	double share[CLASSES];
};

/**
 * cause_add() - add a run
 * @p: The profile.
 * @doc: The document of the run, or of a profile with all its steps.
 *
 * Return: Whether it has a ledger; without one nothing is added.
 */
bool cause_add(struct cause_profile *p, struct json_object *doc);

/**
 * cause_distance() - how much time moved between two profiles
 * @a: A profile with a run.
 * @b: Another.
 *
 * Return: The share of the time that is in other classes: half of the sum of the
 * differences, 0..1.
 */
double cause_distance(const struct cause_profile *a, const struct cause_profile *b);

/**
 * cause_same() - whether a step is bad as the bad run is
 * @step: The step's profile.
 * @good: That of a run known good.
 * @bad: That of a run known bad for the cause that is searched.
 * @why: When it is not: the class that moved and its shares.
 * @len: Bytes at @why.
 *
 * What moved between the good run and the step is parted into what moved as
 * between the good and the bad run, and the rest. It is the same cause when the
 * first is the longer one, and a quarter of the bad run's way at least: so half of
 * the regression and twice of it count, and another class that took the time
 * does not. The plain distance would not tell: what pays for it, as a rule the
 * throttling, falls in either case.
 *
 * Return: Whether it is.
 */
bool cause_same(const struct cause_profile *step, const struct cause_profile *good,
		const struct cause_profile *bad, char *why, size_t len);

#endif /* WBCTL_BISECT_CAUSE_H */
