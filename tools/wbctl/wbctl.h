/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every part of wbctl shares: exit statuses, measured figures, the one
 * way to refuse.
 */
#ifndef WBCTL_H
#define WBCTL_H

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef WBCTL_VERSION
#define WBCTL_VERSION "0.1.0"
#endif

#define __printf(fmt, args) \
	__attribute__((__format__(__printf__, \
				  fmt, args)))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define NSEC_PER_SEC 1000000000ULL

/**
 * enum wbctl_exit - exit statuses of the program
 * @WBCTL_OK: Done.
 * @WBCTL_FAILED: The job failed or was interrupted.
 * @WBCTL_USAGE: The command line asks for what cannot be.
 * @WBCTL_MISSING: The module or a permission is missing.
 * @WBCTL_THRESHOLD: A threshold that was asked for was crossed.
 */
enum wbctl_exit {
	WBCTL_OK = 0,
	WBCTL_FAILED = 1,
	WBCTL_USAGE = 2,
	WBCTL_MISSING = 3,
	WBCTL_THRESHOLD = 4,
};

/**
 * struct fig - a figure that may not have been measured
 * @known: False: not measured. It prints as '-' and is left out of JSON.
 * @v: The figure; its unit is said by the field's name.
 */
struct fig {
	bool known;
	uint64_t v;
};

/**
 * struct ratio - a real number that may not have been measured
 * @known: False: not measured.
 * @v: The number, 1.0 for the whole.
 */
struct ratio {
	bool known;
	double v;
};

static inline struct fig fig_of(uint64_t v)
{
	return (struct fig){ .known = true, .v = v };
}

static inline struct fig fig_none(void)
{
	return (struct fig){ .known = false, .v = 0 };
}

/**
 * fig_add() - sum of two figures
 * @a: A figure.
 * @b: Another.
 *
 * Return: Their sum, unknown when one of them is.
 */
static inline struct fig fig_add(struct fig a, struct fig b)
{
	if (!a.known || !b.known)
		return fig_none();
	return fig_of(a.v + b.v);
}

/**
 * fig_grown() - how much a counter grew
 * @start: The counter before.
 * @end: The counter after.
 *
 * Return: The difference, unknown when either is or when the counter fell
 * (somebody emptied the tables in between).
 */
static inline struct fig fig_grown(struct fig start, struct fig end)
{
	if (!start.known || !end.known || end.v < start.v)
		return fig_none();
	return fig_of(end.v - start.v);
}

/**
 * fig_default() - set a figure that is not known
 * @f: The figure.
 * @v: What it is otherwise.
 */
static inline void fig_default(struct fig *f, uint64_t v)
{
	if (!f->known)
		*f = fig_of(v);
}

/**
 * fig_max() - the larger of two figures
 * @a: A figure.
 * @b: Another.
 *
 * Return: The larger of those that are known.
 */
static inline struct fig fig_max(struct fig a, struct fig b)
{
	if (!a.known)
		return b;
	return b.known && b.v > a.v ? b : a;
}

static inline struct ratio ratio_of(double v)
{
	return (struct ratio){ .known = true, .v = v };
}

/**
 * fig_ratio() - one figure over another
 * @part: The part.
 * @whole: The whole.
 *
 * Return: The ratio, unknown when a figure is or when @whole is 0.
 */
static inline struct ratio fig_ratio(struct fig part, struct fig whole)
{
	if (!part.known || !whole.known || !whole.v)
		return (struct ratio){ .known = false, .v = 0 };
	return ratio_of((double)part.v / (double)whole.v);
}

/**
 * fig_rate() - bytes per second
 * @bytes: Bytes.
 * @ns: The time they took, in ns.
 *
 * Return: Bytes per second, unknown when a figure is or when @ns is 0.
 */
static inline struct fig fig_rate(struct fig bytes, struct fig ns)
{
	if (!bytes.known || !ns.known || !ns.v)
		return fig_none();
	return fig_of((uint64_t)((double)bytes.v * (double)NSEC_PER_SEC / (double)ns.v));
}

/**
 * struct command - a row of the command table
 * @name: First word of the command line.
 * @summary: One line for the list of commands.
 * @run: Does it; @argv[0] is @name. Returns an exit status.
 * @help: Prints the command's help.
 */
struct command {
	const char *name;
	const char *summary;
	int (*run)(int argc, char **argv);
	void (*help)(FILE *to);
};

extern const struct command cmd_run;
extern const struct command cmd_report;
extern const struct command cmd_explain;
extern const struct command cmd_profiles;
extern const struct command cmd_status;
extern const struct command cmd_show;
extern const struct command cmd_reset;
extern const struct command cmd_compare;
extern const struct command cmd_bisect;
extern const struct command cmd_restore;
extern const struct command cmd_sweep;

/**
 * refuse() - say in one sentence what is wrong
 * @status: The exit status that this leads to.
 * @fmt: The sentence, without the program's name and the newline.
 *
 * Control characters are printed as '?', so that a strange file name cannot
 * make two lines of one.
 *
 * Return: @status.
 */
__printf(2, 3) int refuse(int status, const char *fmt, ...);

#endif /* WBCTL_H */
