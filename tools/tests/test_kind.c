// SPDX-License-Identifier: GPL-2.0-or-later
/* What the names of figures say: direction, mean, unit. */
#include "kind.h"
#include "tap.h"

/**
 * struct name - a name and what it says
 * @name: The name.
 * @better: The direction.
 * @rate: Its mean is the harmonic one.
 * @most: A figure of that name.
 * @unit: The unit that it is printed in.
 */
struct name {
	const char *name;
	enum better better;
	bool rate;
	double most;
	const char *unit;
};

static const struct name names[] = {
	{ "throughput_bytes_per_s", BETTER_HIGHER, true, 3 << 20, "MiB/s" },
	{ "files_per_s", BETTER_HIGHER, true, 25000, "1/s" },
	{ "files_per_s_min", BETTER_HIGHER, true, 25000, "1/s" },
	{ "files_per_s_stddev", BETTER_NEITHER, false, 25000, "1/s" },
	{ "latency_p99_ns", BETTER_LOWER, false, 5e6, "ms" },
	{ "latency_p99_ns_max", BETTER_LOWER, false, 999, "ns" },
	{ "overhead", BETTER_LOWER, false, 600000, "" },
	{ "threads_8_over_2s_ratio", BETTER_LOWER, false, 0.1, "%" },
	{ "throttled_ratio", BETTER_NEITHER, false, 0.1, "%" },
	{ "write_ledger_allocation_ns", BETTER_NEITHER, false, 3e9, "s" },
	{ "slept_wb_ns", BETTER_NEITHER, false, 3e3, "us" },
	{ "device_during_ratio", BETTER_HIGHER, false, 1, "%" },
	{ "cpu_ratio", BETTER_NEITHER, false, 1, "%" },
	{ "jain_index", BETTER_HIGHER, false, 1, "" },
	{ "extent_count", BETTER_LOWER, false, 3, "" },
	{ "dirtied_bytes", BETTER_NEITHER, false, 100, "B" },
	{ "tps", BETTER_NEITHER, false, 100, "" },
	{ "_min", BETTER_NEITHER, false, 1, "" },
	{ "", BETTER_NEITHER, false, 1, "" },
};

int main(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		ok(kind_better(names[i].name) == names[i].better, "direction: %s", names[i].name);
		ok(kind_is_rate(names[i].name) == names[i].rate, "mean: %s", names[i].name);
		is_text(kind_scale(names[i].name, names[i].most).name, names[i].unit,
			names[i].name);
	}
	ok(kind_is_spread("files_per_s_stddev") && !kind_is_spread("latency_max_ns"),
	   "what tells the spread of repeats");
	return tap_end();
}
