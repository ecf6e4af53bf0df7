/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One try of a bisection step: a run of ours or a command, and its figure. */
#ifndef WBCTL_BISECT_TRY_H
#define WBCTL_BISECT_TRY_H

#include "bisect_cause.h"
#include "bisect_log.h"
#include "figures.h"
#include "metric.h"

/**
 * struct bisect_figure - a figure of a try
 * @name: The metric's name.
 * @rule: How a command's output tells it; not for a run of ours.
 */
struct bisect_figure {
	char name[FIGURE_NAME_LEN];
	struct metric_rule rule;
};

/**
 * struct bisect_try - what is tried, and what it told
 * @words: A command, or the words of a run of ours that begin with "run".
 * @ours: They are a run of ours.
 * @timeout_ns: For one try, 0: none.
 * @signal_fd: From capture_signals().
 * @metric: The figure that decides.
 * @guard: The figure that guards, unless its name is empty.
 * @value: The last try's figure.
 * @guard_value: And its guard.
 * @profile: Where the time of all tries went; only for runs of ours.
 * @signal: The signal that stops the step, 0: none.
 * @why: Why the last try has no figure.
 */
struct bisect_try {
	char **words;
	bool ours;
	uint64_t timeout_ns;
	int signal_fd;
	struct bisect_figure metric;
	struct bisect_figure guard;
	double value;
	double guard_value;
	struct cause_profile profile;
	int signal;
	char why[BISECT_WHY_LEN];
};

/**
 * bisect_figure_parse() - take a word NAME=REGEX apart, or NAME for a run of ours
 * @f: Where it goes.
 * @ours: It is for a run of ours.
 * @option: The option it came with, for the sentence.
 * @word: The word.
 *
 * Return: WBCTL_OK or WBCTL_USAGE; what is wrong has been said.
 */
int bisect_figure_parse(struct bisect_figure *f, bool ours, const char *option, const char *word);

/**
 * bisect_figure_free() - give a figure back
 * @f: The figure; zero when it was not parsed.
 * @ours: It is for a run of ours.
 */
void bisect_figure_free(struct bisect_figure *f, bool ours);

/**
 * bisect_try() - try once
 * @t: What; @t->value is set when this succeeds.
 *
 * Return: 0; -ENODATA when there is no figure, and @t->why says why; -EINTR when
 * a signal stops the step; -EINVAL when the command line of a run of ours is
 * wrong, which has been said; -errno when wbctl itself cannot go on.
 */
int bisect_try(struct bisect_try *t);

#endif /* WBCTL_BISECT_TRY_H */
