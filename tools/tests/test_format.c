// SPDX-License-Identifier: GPL-2.0-or-later
/* Figures as text: what they look like, and that they fit their columns. */
#include "format.h"
#include "tap.h"

struct sample {
	enum unit unit;
	uint64_t v;
	const char *text;
};

#define KIB 1024ULL
#define MIB (KIB * KIB)
#define GIB (MIB * KIB)
#define PIB (GIB * MIB)

static const struct sample samples[] = {
	{ UNIT_BYTES, 0, "0 B" },
	{ UNIT_BYTES, 1, "1 B" },
	{ UNIT_BYTES, 999, "999 B" },
	{ UNIT_BYTES, 1000, "1.0 KiB" },
	{ UNIT_BYTES, 64 * KIB, "64.0 KiB" },
	{ UNIT_BYTES, 96 * MIB, "96.0 MiB" },
	{ UNIT_BYTES, 288 * MIB, "288.0 MiB" },
	{ UNIT_BYTES, 1000 * MIB, "1.0 GiB" },
	{ UNIT_BYTES, 1023 * GIB, "1.0 TiB" },
	{ UNIT_BYTES, PIB, "1.0 PiB" },
	{ UNIT_BYTES, UINT64_MAX, "16.0 EiB" },
	{ UNIT_NS, 0, "0 s" },
	{ UNIT_NS, 1, "1 ns" },
	{ UNIT_NS, 999, "999 ns" },
	{ UNIT_NS, 1000, "1.00 us" },
	{ UNIT_NS, 999499, "999 us" },
	{ UNIT_NS, 999999, "1.00 ms" },
	{ UNIT_NS, 12345678, "12.3 ms" },
	{ UNIT_NS, 200000000, "200 ms" },
	{ UNIT_NS, 11200000000, "11.2 s" },
	{ UNIT_NS, 400000000, "400 ms" },
	{ UNIT_NS, 999000000000, "999 s" },
	{ UNIT_NS, 1000000000000, "16.7 m" },
	{ UNIT_NS, 7200000000000, "2.00 h" },
	{ UNIT_NS, PIB, "13.0 d" },
	{ UNIT_RATE, 0, "0.00" },
	{ UNIT_RATE, 1, "0.00" },
	{ UNIT_RATE, 6417285, "6.12" },
	{ UNIT_RATE, 1000 * MIB, "1000" },
	{ UNIT_RATE, PIB, "1e+09" },
	{ UNIT_COUNT, 0, "0" },
	{ UNIT_COUNT, 1239, "1239" },
	{ UNIT_COUNT, 999999, "999999" },
	{ UNIT_COUNT, 1000000, "1.0M" },
	{ UNIT_COUNT, PIB, "1.1P" },
	{ UNIT_COUNT, UINT64_MAX, "18.4E" },
	{ UNIT_ID, UINT64_MAX, "18446744073709551615" },
	{ UNIT_DEV, 252 << 20 | 3, "252:3" },
	{ UNIT_DEV, 0xffffffff, "4095:1048575" },
	{ UNIT_BOOL, 1, "yes" },
	{ UNIT_BOOL, 0, "no" },
};

static const struct {
	enum unit unit;
	size_t width;
	const char *name;
} widths[] = {
	{ UNIT_BYTES, FORMAT_BYTES_WIDTH, "bytes" },
	{ UNIT_NS, FORMAT_TIME_WIDTH, "time" },
	{ UNIT_RATE, FORMAT_RATE_WIDTH, "rate" },
	{ UNIT_COUNT, FORMAT_COUNT_WIDTH, "count" },
};

/* Every power of two, one less and one more, and the powers of ten. */
static void check_width(enum unit unit, size_t width, const char *name)
{
	uint64_t most = unit == UNIT_RATE ? PIB : unit == UNIT_NS ? 1000ULL * 86400 * 1000000000 :
			UINT64_MAX;
	size_t widest = 0, len;
	char buf[FORMAT_LEN];
	uint64_t v, ten = 1;
	int bit, off;

	for (bit = 0; bit < 64; bit++) {
		for (off = -1; off <= 1; off++) {
			v = (1ULL << bit) + (uint64_t)off;
			len = v > most ? 0 : strlen(format_fig(buf, unit, fig_of(v)));
			widest = len > widest ? len : widest;
			v = ten + (uint64_t)off;
			len = v > most ? 0 : strlen(format_fig(buf, unit, fig_of(v)));
			widest = len > widest ? len : widest;
		}
		if (ten < UINT64_MAX / 10)
			ten *= 10;
	}
	ok(widest <= width, "%s is at most %zu wide (%zu)", name, width, widest);
}

static void check_ratios(void)
{
	char buf[FORMAT_LEN];

	is_text(format_ratio(buf, UNIT_RATIO, ratio_of(0)), "0.0 %", "ratio 0");
	is_text(format_ratio(buf, UNIT_RATIO, ratio_of(0.713)), "71.3 %", "ratio");
	is_text(format_ratio(buf, UNIT_RATIO, ratio_of(1)), "100.0 %", "ratio 1");
	is_text(format_ratio(buf, UNIT_RATIO, ratio_of(1e9)), ">999 %", "ratio that is absurd");
	is_text(format_ratio(buf, UNIT_INDEX, ratio_of(0.99994)), "0.9999", "index");
	is_text(format_ratio(buf, UNIT_INDEX, (struct ratio){}), "-", "unknown index");
	is_text(format_ratio(buf, UNIT_RATIO, (struct ratio){}), "-", "unknown ratio");
}

static void check_clean(void)
{
	char buf[64], tight[4];

	is_text(format_clean(buf, sizeof(buf), "dd"), "dd", "plain text");
	is_text(format_clean(buf, sizeof(buf), "a\nb\tc\033[2J\177"), "a?b?c?[2J?",
		"control characters");
	is_text(format_clean(buf, sizeof(buf), "gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f",
		"UTF-8");
	is_text(format_clean(buf, sizeof(buf), "a\xff\xc3(b\xc3"), "a?\?(b?", "not UTF-8");
	is_text(format_clean(buf, sizeof(buf), "\xc0\xaf\xed\xa0\x80"), "?\?\?\?\?",
		"overlong and surrogates");
	is_text(format_clean(buf, sizeof(buf), "\xc2\x9bz"), "?\?z", "C1 control characters");
	is_text(format_clean(tight, sizeof(tight), "abcdef"), "abc", "cut");
	is_text(format_clean(tight, sizeof(tight), "ab\xc3\xbc"), "ab", "cut at a character");
}

int main(void)
{
	char buf[FORMAT_LEN];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(samples); i++)
		is_text(format_fig(buf, samples[i].unit, fig_of(samples[i].v)), samples[i].text,
			samples[i].text);
	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		is_text(format_fig(buf, widths[i].unit, fig_none()), "-", "unknown");
		check_width(widths[i].unit, widths[i].width, widths[i].name);
	}
	check_ratios();
	check_clean();
	return tap_end();
}
