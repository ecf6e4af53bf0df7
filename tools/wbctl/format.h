/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures as people read them, each within a known width. */
#ifndef WBCTL_FORMAT_H
#define WBCTL_FORMAT_H

#include <stddef.h>

#include "wbctl.h"

#define FORMAT_LEN 32
/* How a ratio is written in JSON. */
#define FORMAT_RATIO_JSON "%.6g"

/* The widest text that each function makes, for the columns. */
#define FORMAT_BYTES_WIDTH 9
#define FORMAT_TIME_WIDTH 7
#define FORMAT_RATE_WIDTH 6
#define FORMAT_COUNT_WIDTH 6
#define FORMAT_PERCENT_WIDTH 7

/**
 * enum unit - what a figure counts
 * @UNIT_COUNT: Things.
 * @UNIT_BYTES: Bytes, printed in binary units.
 * @UNIT_NS: Nanoseconds, printed in the unit that fits.
 * @UNIT_RATE: Bytes per second, printed as a bare number of MiB/s.
 * @UNIT_RATIO: 0..1, printed in percent.
 * @UNIT_INDEX: 0..1, printed as it is, with four digits.
 * @UNIT_COEFFICIENT: -1..1, printed with its sign and two digits.
 * @UNIT_ID: A number that names something (pid, inode): printed as it is.
 * @UNIT_TEXT: Text.
 * @UNIT_DEV: A device number, major << 20 | minor.
 * @UNIT_BOOL: Yes or no.
 */
enum unit {
	UNIT_COUNT,
	UNIT_BYTES,
	UNIT_NS,
	UNIT_RATE,
	UNIT_RATIO,
	UNIT_INDEX,
	UNIT_COEFFICIENT,
	UNIT_ID,
	UNIT_TEXT,
	UNIT_DEV,
	UNIT_BOOL,
};

/**
 * format_fig() - a figure as text
 * @buf: At least FORMAT_LEN bytes.
 * @unit: What it counts.
 * @f: The figure.
 *
 * Return: @buf; "-" when the figure is unknown.
 */
const char *format_fig(char buf[static FORMAT_LEN], enum unit unit, struct fig f);

/**
 * format_ratio() - a ratio as text
 * @buf: At least FORMAT_LEN bytes.
 * @unit: UNIT_RATIO, UNIT_INDEX or UNIT_COEFFICIENT.
 * @r: The ratio.
 *
 * Return: @buf; "-" when the ratio is unknown.
 */
const char *format_ratio(char buf[static FORMAT_LEN], enum unit unit, struct ratio r);

/**
 * format_clean() - text from outside, fit for one line and for JSON
 * @buf: Where it goes.
 * @len: Its size, at least 1; longer text is cut at a whole character.
 * @text: A name or a path, any bytes.
 *
 * Control characters and what is not UTF-8 become '?'.
 *
 * Return: @buf.
 */
const char *format_clean(char *buf, size_t len, const char *text);

/**
 * format_clean_dup() - the same, as long as it is
 * @text: The text.
 *
 * Return: A copy, the caller's; NULL: no memory.
 */
char *format_clean_dup(const char *text);

#endif /* WBCTL_FORMAT_H */
