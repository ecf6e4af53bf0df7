/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options: rows of a table that parses them and prints the help. */
#ifndef WBCTL_OPT_H
#define WBCTL_OPT_H

#include "wbctl.h"

/**
 * enum opt_type - what an option's value is and where it goes
 * @OPT_FLAG: No value; a bool becomes true.
 * @OPT_NOT: No value; a bool becomes false.
 * @OPT_NUMBER: A number into a struct fig.
 * @OPT_RATE: A number into a struct fig; may be left out, and is that of @names then.
 * @OPT_SIZE: A size into a struct fig.
 * @OPT_TIME: A time into a struct fig, in ns.
 * @OPT_DEV: A device into a struct fig.
 * @OPT_CGROUP: A cgroup into a struct fig.
 * @OPT_NAME: One of @names; its index goes into a struct fig.
 * @OPT_TEXT: A word into a const char *.
 * @OPT_LIST: A word; it is added to a struct opt_list.
 * @OPT_JSON: A file's name or "-" into a const char *; may be left out.
 */
enum opt_type {
	OPT_FLAG,
	OPT_NOT,
	OPT_NUMBER,
	OPT_RATE,
	OPT_SIZE,
	OPT_TIME,
	OPT_DEV,
	OPT_CGROUP,
	OPT_NAME,
	OPT_TEXT,
	OPT_LIST,
	OPT_JSON,
};

#define OPT_LIST_MAX 64

/**
 * struct opt_list - the values of an option that may be repeated
 * @count: How many.
 * @word: The values.
 */
struct opt_list {
	size_t count;
	const char *word[OPT_LIST_MAX];
};

/**
 * struct opt - a row of an option table
 * @name: Its name, without the dashes.
 * @arg: What the help calls its value, NULL when it has none.
 * @type: What the value is.
 * @at: Offset into the struct that gets the value.
 * @min: Least number, size or time.
 * @max: Largest, 0: any.
 * @names: For OPT_NAME, up to a NULL; for OPT_RATE, the one.
 * @help: What it does.
 */
struct opt {
	const char *name;
	const char *arg;
	enum opt_type type;
	size_t at;
	uint64_t min;
	uint64_t max;
	const char *const *names;
	const char *help;
};

/**
 * opt_parse() - take the options out of a command line
 * @opts: The table.
 * @count: Its rows.
 * @argc: Words in @argv; becomes the number of those that are no options.
 * @argv: The words after the command; those that are no options are moved to
 *	the front.
 * @into: The struct that gets the values.
 *
 * Return: WBCTL_OK or WBCTL_USAGE; what is wrong has been said.
 */
int opt_parse(const struct opt *opts, size_t count, int *argc, char **argv, void *into);

/**
 * opt_help() - print the table as help, within 80 columns
 * @to: Where it goes.
 * @opts: The table.
 * @count: Its rows.
 */
void opt_help(FILE *to, const struct opt *opts, size_t count);

#endif /* WBCTL_OPT_H */
