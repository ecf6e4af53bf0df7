/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TAP for the unit tests: one line per check, and the exit status of kselftest. */
#ifndef WBCTL_TAP_H
#define WBCTL_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wbctl.h"

/**
 * struct tap - the checks so far
 * @passed: Those that held.
 * @failed: Those that did not.
 */
struct tap {
	int passed;
	int failed;
};

extern struct tap tap;

/**
 * ok() - a check
 * @holds: Whether it holds.
 * @fmt: What it is about.
 *
 * Return: @holds.
 */
__printf(2, 3)
static inline bool ok(bool holds, const char *fmt, ...)
{
	va_list ap;

	*(holds ? &tap.passed : &tap.failed) += 1;
	printf("%s %d - ", holds ? "ok" : "not ok", tap.passed + tap.failed);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	return holds;
}

/**
 * is_text() - a check of a text
 * @got: What came.
 * @want: What should come.
 * @what: What it is about.
 */
static inline void is_text(const char *got, const char *want, const char *what)
{
	if (!ok(!strcmp(got, want), "%s", what))
		printf("# got:  '%s'\n# want: '%s'\n", got, want);
}

/**
 * tap_end() - the plan
 *
 * Return: The exit status.
 */
static inline int tap_end(void)
{
	printf("1..%d\n", tap.passed + tap.failed);
	return tap.failed ? 1 : 0;
}

#endif /* WBCTL_TAP_H */
