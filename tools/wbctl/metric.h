/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Metrics: named figures of a run, from a program's output or from a profile. */
#ifndef WBCTL_METRIC_H
#define WBCTL_METRIC_H

#include <regex.h>

#include <json-c/json.h>

#include "wbctl.h"

#define METRIC_NAME_LEN 48
#define METRIC_LIST_MAX 128

/**
 * struct metric - a named figure
 * @name: Its name, with its unit: [a-z0-9_]+, files_per_s.
 * @value: The figure, unknown when it was not found.
 */
struct metric {
	char name[METRIC_NAME_LEN];
	struct ratio value;
};

/**
 * struct metric_list - the metrics of a run, in the order in which they came
 * @count: How many.
 * @m: The metrics.
 */
struct metric_list {
	size_t count;
	struct metric m[METRIC_LIST_MAX];
};

/**
 * struct metric_rule - how to find a metric in what a program prints
 * @name: The metric's name.
 * @regex: POSIX extended; its first group is the figure.
 */
struct metric_rule {
	char name[METRIC_NAME_LEN];
	regex_t regex;
};

/**
 * metric_rule_parse() - take a word NAME=REGEX apart
 * @rule: Where it goes; free it with metric_rule_free() when this succeeded.
 * @option: The option it came with, for the sentence.
 * @word: The word.
 *
 * Return: WBCTL_OK or WBCTL_USAGE; what is wrong has been said.
 */
int metric_rule_parse(struct metric_rule *rule, const char *option, const char *word);

/**
 * metric_rule_free() - give a rule back
 * @rule: The rule.
 */
void metric_rule_free(struct metric_rule *rule);

/**
 * metric_rule_apply() - find the metric in a text
 * @rule: The rule.
 * @text: What the program printed.
 *
 * The last line that matches counts: programs print their sum at the end. The
 * figure is a decimal number; separators of thousands are not taken.
 *
 * Return: The figure, unknown when no line matches or what matched is no number.
 */
struct ratio metric_rule_apply(const struct metric_rule *rule, const char *text);

/**
 * metric_name_ok() - whether a word can be a metric's name
 * @name: The word.
 *
 * Return: True when it is [a-z][a-z0-9_]* and short enough.
 */
bool metric_name_ok(const char *name);

/**
 * metric_set() - set a metric, a new one or one that is there
 * @list: The metrics.
 * @name: Its name.
 * @value: The figure.
 *
 * Return: 0 or -ENOSPC.
 */
int metric_set(struct metric_list *list, const char *name, struct ratio value);

/**
 * metric_get() - look a metric up
 * @list: The metrics.
 * @name: Its name.
 *
 * Return: The figure, unknown when there is none of that name.
 */
struct ratio metric_get(const struct metric_list *list, const char *name);

/**
 * metric_any() - whether a list has a known figure
 * @list: The list, may be NULL.
 *
 * Return: Whether there is one.
 */
bool metric_any(const struct metric_list *list);

/**
 * metric_json() - the metrics as an object, NAME: figure
 * @list: The metrics; those that are unknown are left out.
 *
 * Return: The object, the caller's.
 */
struct json_object *metric_json(const struct metric_list *list);

#endif /* WBCTL_METRIC_H */
