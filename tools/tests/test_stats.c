// SPDX-License-Identifier: GPL-2.0-or-later
/* Jain's index and percentiles against values worked out by hand. */
#include <math.h>

#include "stats.h"
#include "tap.h"

static bool near(struct ratio r, double want)
{
	const double much = 1 / 1e9;

	return r.known && r.v > want - much && r.v < want + much;
}

static void check_jain(void)
{
	const struct fig equal[] = { fig_of(7), fig_of(7), fig_of(7) };
	const struct fig one[] = { fig_of(5), fig_of(0), fig_of(0), fig_of(0) };
	const struct fig some[] = { fig_of(1), fig_of(2), fig_of(3) };
	const struct fig none[] = { fig_of(0), fig_of(0) };
	const struct fig hole[] = { fig_of(1), fig_none() };
	const struct fig huge[] = { fig_of(UINT64_MAX), fig_of(UINT64_MAX) };

	ok(near(jain_index(equal, 3), 1), "equal shares: 1");
	ok(near(jain_index(one, 4), 0.25), "one has everything: 1/4");
	/* (1+2+3)^2 / (3 * (1+4+9)) = 36/42 */
	ok(near(jain_index(some, 3), 36.0 / 42), "1, 2, 3: 6/7");
	ok(near(jain_index(some, 1), 1), "one writer: 1");
	ok(!jain_index(none, 2).known, "nothing was shared: unknown");
	ok(!jain_index(hole, 2).known, "an unknown share: unknown");
	ok(!jain_index(some, 0).known, "no writers: unknown");
	ok(near(jain_index(huge, 2), 1), "no overflow");
	ok(near(min_max_ratio(some, 3), 1.0 / 3), "1 over 3");
	ok(near(min_max_ratio(one, 4), 0), "0 over 5");
	ok(!min_max_ratio(none, 2).known, "0 over 0: unknown");
	ok(!min_max_ratio(hole, 2).known, "min over max of an unknown: unknown");
}

static struct hist h;

static void check_exact(void)
{
	uint64_t i;

	memset(&h, 0, sizeof(h));
	ok(!hist_quantile(&h, 500).known && !hist_max(&h).known, "empty: unknown");
	hist_add(&h, 42);
	ok(hist_quantile(&h, 1).v == 42 && hist_quantile(&h, 1000).v == 42, "one value");
	memset(&h, 0, sizeof(h));
	/* Nearest rank of 1..50: the median is the 25th, p99 the 50th. */
	for (i = 1; i <= 50; i++)
		hist_add(&h, i);
	ok(hist_quantile(&h, 500).v == 25, "median of 1..50 is 25");
	ok(hist_quantile(&h, 100).v == 5, "p10 of 1..50 is 5");
	ok(hist_quantile(&h, 990).v == 50, "p99 of 1..50 is 50");
	ok(hist_max(&h).v == 50, "maximum of 1..50");
	memset(&h, 0, sizeof(h));
	for (i = 0; i < 999; i++)
		hist_add(&h, 10);
	hist_add(&h, 1000000);
	ok(hist_quantile(&h, 999).v == 10, "999 of 1000 values are 10: p99.9 is 10");
	ok(hist_quantile(&h, 1000).v == 1000000, "p100 is the maximum");
}

/* The answer is never too small, and at most 1/64 too large. */
static void check_width(void)
{
	bool low = true, high = true;
	uint64_t v, got;
	int bit, part;

	for (bit = 0; bit < 64; bit++) {
		for (part = 0; part < 8; part++) {
			v = (1ULL << bit) + (bit > 3 ? (uint64_t)part << (bit - 3) : 0);
			memset(&h, 0, sizeof(h));
			hist_add(&h, v);
			hist_add(&h, UINT64_MAX);
			got = hist_quantile(&h, 500).v;
			low &= got >= v;
			high &= got - v <= v / 64;
		}
	}
	ok(low, "no bucket's top is below its values");
	ok(high, "no bucket is wider than 1/64");
	ok(hist_max(&h).v == UINT64_MAX, "the largest value of all");
}

static void check_figs(void)
{
	ok(fig_grown(fig_of(3), fig_of(10)).v == 7, "a counter that grew");
	ok(!fig_grown(fig_of(10), fig_of(3)).known, "a counter that fell: unknown");
	ok(!fig_grown(fig_none(), fig_of(3)).known, "no start: unknown");
	ok(!fig_add(fig_of(1), fig_none()).known, "a sum with an unknown: unknown");
	ok(fig_max(fig_of(1), fig_none()).v == 1, "maximum with an unknown");
	ok(fig_rate(fig_of(3 << 20), fig_of(1500000000)).v == 2 << 20, "3 MiB in 1.5 s");
	ok(!fig_rate(fig_of(1), fig_of(0)).known, "a rate over no time: unknown");
	ok(!fig_ratio(fig_of(1), fig_of(0)).known, "a ratio of nothing: unknown");
}

static void check_series(void)
{
	struct series s = {}, far = {};
	size_t i;

	ok(!series_mean(&s).known && !series_min(&s).known, "an empty series: unknown");
	series_add(&s, ratio_of(2));
	ok(near(series_mean(&s), 2) && !series_stddev(&s).known, "one: no deviation");
	series_add(&s, (struct ratio){ .known = false });
	series_add(&s, ratio_of(4));
	series_add(&s, ratio_of(9));
	/* Mean 5, squares 9 + 1 + 16 = 26, over 2. */
	ok(near(series_mean(&s), 5) && s.m.n == 3, "what is unknown does not count");
	ok(near(series_stddev(&s), sqrt(13)), "the deviation of the sample");
	for (i = 0; i < 3; i++)
		series_add(&far, ratio_of(1e12 + i));
	ok(near(series_stddev(&far), 1), "small beside the mean, and not lost");
	ok(near(series_min(&s), 2) && near(series_max(&s), 9), "the smallest, the largest");
}

int main(void)
{
	check_jain();
	check_exact();
	check_width();
	check_figs();
	check_series();
	return tap_end();
}
