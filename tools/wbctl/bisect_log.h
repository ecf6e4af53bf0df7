/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log of a bisection: a line for each step, and what it searches for. */
#ifndef WBCTL_BISECT_LOG_H
#define WBCTL_BISECT_LOG_H

#include <limits.h>

#include "bisect_rule.h"
#include "git.h"
#include "figures.h"

#define BISECT_WORD_LEN 65
#define BISECT_WHY_LEN 320
#define BISECT_STEP_LEN 4000

/**
 * struct bisect_line - what a step found
 * @date: When, as date(1) prints it.
 * @host: On which machine.
 * @label: What the user calls the search.
 * @commit: What was measured, "-" when there is no repository.
 * @sum: The figures.
 * @verdict: good, bad or skip.
 * @why: Why it is no other verdict; may be empty.
 */
struct bisect_line {
	char date[BISECT_WORD_LEN];
	char host[BISECT_WORD_LEN];
	char label[BISECT_WORD_LEN];
	char commit[GIT_COMMIT_LEN];
	struct moments sum;
	char verdict[8];
	char why[BISECT_WHY_LEN];
};

/**
 * struct bisect_search - what is searched for
 * @metric: The metric; empty: not known.
 * @above: Bad is above the bound.
 * @bound: The threshold.
 * @step: The words after "wbctl bisect step" but the threshold, for sh(1); empty:
 *	not known.
 */
struct bisect_search {
	char metric[FIGURE_NAME_LEN];
	bool above;
	double bound;
	char step[BISECT_STEP_LEN];
};

/**
 * struct bisect_entry - what the log has about a commit
 * @commit: The commit.
 * @sum: The figures of all of its steps.
 */
struct bisect_entry {
	char commit[GIT_COMMIT_LEN];
	struct moments sum;
};

/**
 * struct bisect_other - a commit that was measured for another search
 * @commit: The commit.
 * @label: The label of that search.
 */
struct bisect_other {
	char commit[GIT_COMMIT_LEN];
	char label[BISECT_WORD_LEN];
};

/**
 * struct bisect_log - a log that was read
 * @search: The last search in it.
 * @label: The last label in it.
 * @entries: The commits that were measured under that label and metric.
 * @count: How many.
 * @others: Commits that were measured before, under another label or metric.
 * @other_count: How many.
 */
struct bisect_log {
	struct bisect_search search;
	char label[BISECT_WORD_LEN];
	struct bisect_entry *entries;
	size_t count;
	struct bisect_other *others;
	size_t other_count;
};

/**
 * bisect_number() - a figure as the log has it
 * @buf: At least FORMAT_LEN bytes.
 * @v: The figure.
 *
 * Return: @buf: six digits or all before the point, never an exponent where
 * the number is large.
 */
const char *bisect_number(char *buf, double v);

/**
 * bisect_line_format() - a line of the log
 * @buf: Where it goes, with its newline.
 * @len: Its size.
 * @l: What a step found.
 */
void bisect_line_format(char *buf, size_t len, const struct bisect_line *l);

/**
 * bisect_line_parse() - read a line of the log
 * @l: What the step found.
 * @line: The line.
 *
 * Return: Whether it is one.
 */
bool bisect_line_parse(struct bisect_line *l, const char *line);

/**
 * bisect_quote() - words as sh(1) takes them
 * @buf: Where they go, one blank between them.
 * @len: Its size.
 * @words: The words, up to a NULL.
 *
 * Return: Whether they fit and are free of control characters.
 */
bool bisect_quote(char *buf, size_t len, char *const *words);

/**
 * bisect_log_path() - where the log is
 * @path: Where its name goes.
 * @given: What the user said, NULL: nothing.
 *
 * Without a word of the user it is wbctl-bisect.log in the git directory.
 *
 * Return: Whether there is one.
 */
bool bisect_log_path(char path[static PATH_MAX], const char *given);

/**
 * bisect_log_read() - read a log
 * @log: The log; free it with bisect_log_free().
 * @path: Its name.
 *
 * Return: 0 or -errno.
 */
int bisect_log_read(struct bisect_log *log, const char *path);

/**
 * bisect_log_free() - give back what was read
 * @log: The log.
 */
void bisect_log_free(struct bisect_log *log);

/**
 * bisect_log_find() - what the log has about a commit
 * @log: The log.
 * @commit: The commit.
 *
 * Return: It, NULL when the commit was not measured.
 */
const struct bisect_entry *bisect_log_find(const struct bisect_log *log, const char *commit);

/**
 * bisect_log_other() - whether a commit was measured for another search
 * @log: The log.
 * @commit: The commit.
 *
 * Return: The label of the last such search, NULL: there is none.
 */
const char *bisect_log_other(const struct bisect_log *log, const char *commit);

/**
 * bisect_log_append() - add text to a log
 * @path: Its name.
 * @text: Whole lines.
 *
 * Return: 0 or -errno.
 */
int bisect_log_append(const char *path, const char *text);

/**
 * bisect_log_mark() - what is searched for, for the log
 * @buf: Where the lines go.
 * @len: Its size.
 * @s: What is searched for.
 * @last: What the log has last; only what differs is written.
 */
void bisect_log_mark(char *buf, size_t len, const struct bisect_search *s,
		     const struct bisect_search *last);

#endif /* WBCTL_BISECT_LOG_H */
