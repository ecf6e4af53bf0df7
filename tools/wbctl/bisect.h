/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wbctl bisect: its parts, and the exit statuses that git bisect run takes. */
#ifndef WBCTL_BISECT_H
#define WBCTL_BISECT_H

#include "bisect_rule.h"
#include "opt.h"

/**
 * enum bisect_exit - exit statuses of wbctl bisect
 * @BISECT_EXIT_GOOD: The commit is good; for next: done.
 * @BISECT_EXIT_BAD: It is bad; for next: it failed.
 * @BISECT_EXIT_SKIP: It cannot be told.
 * @BISECT_EXIT_FAILED: wbctl itself cannot go on; git bisect stops.
 * @BISECT_EXIT_USAGE: A wrong command line: 2, as elsewhere, would be a bad commit.
 * @BISECT_EXIT_SIGNAL: Plus the signal that stopped it.
 */
enum bisect_exit {
	BISECT_EXIT_GOOD = 0,
	BISECT_EXIT_BAD = 1,
	BISECT_EXIT_SKIP = 125,
	BISECT_EXIT_FAILED = 128,
	BISECT_EXIT_USAGE = 129,
	BISECT_EXIT_SIGNAL = 128,
};

/**
 * bisect_parse_real() - a number of the command line
 * @option: Its option, for the sentence.
 * @word: The word, NULL: not given.
 * @out: The number, unknown when it was not given.
 *
 * Return: WBCTL_OK or WBCTL_USAGE; what is wrong has been said.
 */
int bisect_parse_real(const char *option, const char *word, struct ratio *out);

/**
 * bisect_parse_bound() - the threshold of the command line
 * @below: --bad-below, NULL: not given.
 * @above: --bad-above, likewise.
 * @bound: The threshold, unknown when neither was given.
 * @is_above: Whether it was --bad-above.
 *
 * Return: WBCTL_OK or WBCTL_USAGE; what is wrong has been said.
 */
int bisect_parse_bound(const char *below, const char *above, struct ratio *bound,
		       bool *is_above);

/**
 * bisect_parse_confidence() - the confidence of the command line
 * @word: --confidence, NULL: 0.95.
 * @alpha: 1 - confidence.
 *
 * Return: WBCTL_OK or WBCTL_USAGE; what is wrong has been said.
 */
int bisect_parse_confidence(const char *word, double *alpha);

/**
 * bisect_parse_range() - a word MIN..MAX
 * @word: The word; either may be left out.
 * @min: The least, -HUGE_VAL when it is left out.
 * @max: The most, HUGE_VAL when it is left out.
 *
 * Return: 0 or -EINVAL.
 */
int bisect_parse_range(const char *word, double *min, double *max);

/**
 * bisect_step() - measure a commit and say whether it is good
 * @argc: Words in @argv.
 * @argv: The words; @argv[0] is "step".
 *
 * Return: One of enum bisect_exit.
 */
int bisect_step(int argc, char **argv);

/**
 * bisect_next() - say what to search for in what is left
 * @argc: Words in @argv.
 * @argv: The words; @argv[0] is "next".
 *
 * Return: One of enum bisect_exit.
 */
int bisect_next(int argc, char **argv);

/**
 * bisect_step_help() - print the options of bisect step
 * @to: Where they go.
 */
void bisect_step_help(FILE *to);

/**
 * bisect_next_help() - print the options of bisect next
 * @to: Where they go.
 */
void bisect_next_help(FILE *to);

#endif /* WBCTL_BISECT_H */
