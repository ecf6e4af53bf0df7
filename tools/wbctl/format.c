// SPDX-License-Identifier: GPL-2.0-or-later
/* Figures as people read them, each within a known width. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"

/* 999.95 would round to 1000.0, which is one character too wide. */
#define ROUNDS_TO_1000 999.95

static void format_bytes(char *buf, uint64_t bytes)
{
	static const char *const units[] = { "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	double v = (double)bytes / 1024;
	size_t i = 0;

	if (bytes < 1000) {
		snprintf(buf, FORMAT_LEN, "%u B", (unsigned int)bytes);
		return;
	}
	for (; v >= ROUNDS_TO_1000 && i + 1 < ARRAY_SIZE(units); i++)
		v /= 1024;
	snprintf(buf, FORMAT_LEN, "%.1f %s", v, units[i]);
}

/* Three significant digits. */
static void format_3_digits(char *buf, double v, const char *unit)
{
	int digits = v < 9.995 ? 2 : v < 99.95 ? 1 : 0;

	snprintf(buf, FORMAT_LEN, "%.*f %s", digits, v, unit);
}

static void format_time(char *buf, uint64_t ns)
{
	static const struct {
		const char *name;
		double ns;
		double below;
	} units[] = {
		{ "us", 1e3, 999.5 },
		{ "ms", 1e6, 999.5 },
		{ "s", 1e9, 999.5 },
		{ "m", 60e9, 99.95 },
		{ "h", 3600e9, 99.95 },
		{ "d", 86400e9, 1e9 },
	};
	size_t i;

	if (ns < 1000) {
		snprintf(buf, FORMAT_LEN, "%u %s", (unsigned int)ns, ns ? "ns" : "s");
		return;
	}
	for (i = 0; i + 1 < ARRAY_SIZE(units); i++)
		if ((double)ns / units[i].ns < units[i].below)
			break;
	format_3_digits(buf, (double)ns / units[i].ns, units[i].name);
}

static void format_rate(char *buf, uint64_t bytes_per_s)
{
	double v = (double)bytes_per_s / (1 << 20);

	if (v < ROUNDS_TO_1000)
		snprintf(buf, FORMAT_LEN, "%.2f", v);
	else if (v < 999999.5)
		snprintf(buf, FORMAT_LEN, "%.0f", v);
	else
		snprintf(buf, FORMAT_LEN, "%.0e", v);
}

static void format_count(char *buf, uint64_t n)
{
	static const char units[] = "kMGTPE";
	double v = (double)n / 1000;
	size_t i = 0;

	if (n < 1000000) {
		snprintf(buf, FORMAT_LEN, "%llu", (unsigned long long)n);
		return;
	}
	for (; v >= ROUNDS_TO_1000 && i + 2 < sizeof(units); i++)
		v /= 1000;
	snprintf(buf, FORMAT_LEN, "%.1f%c", v, units[i]);
}

const char *format_fig(char buf[static FORMAT_LEN], enum unit unit, struct fig f)
{
	if (!f.known) {
		strcpy(buf, "-");
		return buf;
	}
	switch (unit) {
	case UNIT_BYTES:
		format_bytes(buf, f.v);
		break;
	case UNIT_NS:
		format_time(buf, f.v);
		break;
	case UNIT_RATE:
		format_rate(buf, f.v);
		break;
	case UNIT_COUNT:
		format_count(buf, f.v);
		break;
	case UNIT_DEV:
		snprintf(buf, FORMAT_LEN, "%u:%u", (unsigned int)(f.v >> 20),
			 (unsigned int)(f.v & 0xfffff));
		break;
	case UNIT_BOOL:
		strcpy(buf, f.v ? "yes" : "no");
		break;
	default:
		snprintf(buf, FORMAT_LEN, "%llu", (unsigned long long)f.v);
	}
	return buf;
}

const char *format_ratio(char buf[static FORMAT_LEN], enum unit unit, struct ratio r)
{
	if (!r.known) {
		strcpy(buf, "-");
		return buf;
	}
	/* Of what JSON has, so that the text that is made from JSON is the same. */
	snprintf(buf, FORMAT_LEN, FORMAT_RATIO_JSON, r.v);
	r.v = strtod(buf, NULL);
	if (unit == UNIT_INDEX)
		snprintf(buf, FORMAT_LEN, "%.4f", r.v);
	else if (unit == UNIT_COEFFICIENT)
		snprintf(buf, FORMAT_LEN, "%+.2f", r.v);
	else if (r.v < 9.9995)
		snprintf(buf, FORMAT_LEN, "%.1f %%", r.v * 100);
	else
		strcpy(buf, ">999 %");
	return buf;
}

/* Length of the UTF-8 character at @s, 0 when there is none. */
static size_t utf8_len(const unsigned char *s)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint32_t c = s[0];
	size_t n, i;

	if (c < 0x80)
		return 1;
	n = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 0;
	if (!n || c >= 0xf8)
		return 0;
	c &= 0x7f >> n;
	for (i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0;
	/* U+0080..U+009f are control characters too. */
	return n == 2 && c < 0xa0 ? 0 : n;
}

const char *format_clean(char *buf, size_t len, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t at = 0, n;

	while (*s) {
		n = utf8_len(s);
		if (at + (n ? n : 1) >= len)
			break;
		if (!n || *s < ' ' || *s == 0x7f) {
			buf[at++] = '?';
			s++;
			continue;
		}
		memcpy(buf + at, s, n);
		at += n;
		s += n;
	}
	buf[at] = '\0';
	return buf;
}

char *format_clean_dup(const char *text)
{
	char *copy = strdup(text);

	return copy ? (char *)format_clean(copy, strlen(text) + 1, text) : NULL;
}
