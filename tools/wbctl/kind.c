// SPDX-License-Identifier: GPL-2.0-or-later
/* What the name of a figure says: its unit, and which direction is better. */
#include <string.h>

#include "kind.h"

#define SCALES 5

/**
 * struct direction - a part of a name that says which direction is better
 * @part: The part.
 * @at_end: The name must end in it.
 * @better: The direction.
 */
struct direction {
	const char *part;
	bool at_end;
	enum better better;
};

/* The first that fits counts. */
static const struct direction directions[] = {
	{ "ledger_", false, BETTER_NEITHER },
	{ "slept_", false, BETTER_NEITHER },
	{ "throttled_ratio", true, BETTER_NEITHER },
	{ "_per_s", true, BETTER_HIGHER },
	{ "_per_cpu", false, BETTER_HIGHER },
	{ "_index", true, BETTER_HIGHER },
	{ "min_max_ratio", true, BETTER_HIGHER },
	{ "during_ratio", true, BETTER_HIGHER },
	{ "latency", false, BETTER_LOWER },
	{ "overhead", false, BETTER_LOWER },
	{ "stall", false, BETTER_LOWER },
	{ "_over_", false, BETTER_LOWER },
	{ "extents", false, BETTER_LOWER },
	{ "_ns", true, BETTER_LOWER },
	{ "_us", true, BETTER_LOWER },
	{ "_ms", true, BETTER_LOWER },
	{ "_s", true, BETTER_LOWER },
	{ "_seconds", true, BETTER_LOWER },
};

/**
 * struct scales - the units that figures of one kind are printed in
 * @suffix: What their names end in.
 * @scale: The units, the smallest first, up to one without a name.
 */
struct scales {
	const char *suffix;
	struct kind_scale scale[SCALES];
};

static const struct scales scales[] = {
	{ "_bytes_per_s", { { "KiB/s", 0x1p10 }, { "MiB/s", 0x1p20 }, { "GiB/s", 0x1p30 } } },
	{ "_per_s", { { "1/s", 1 } } },
	{ "_bytes", { { "B", 1 }, { "KiB", 0x1p10 }, { "MiB", 0x1p20 }, { "GiB", 0x1p30 } } },
	{ "_ns", { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } } },
	{ "_ratio", { { "%", 0.01 } } },
};

static bool ends_in(const char *name, const char *suffix)
{
	size_t len = strlen(name), end = strlen(suffix);

	return len >= end && !strcmp(name + len - end, suffix);
}

enum better kind_better(const char *name)
{
	const struct direction *d;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(directions); i++) {
		d = &directions[i];
		if (d->at_end ? ends_in(name, d->part) : !!strstr(name, d->part))
			return d->better;
	}
	return BETTER_NEITHER;
}

bool kind_is_rate(const char *name)
{
	return ends_in(name, "_per_s");
}

struct kind_scale kind_scale(const char *name, double most)
{
	const struct kind_scale *s;
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(scales); i++) {
		if (!ends_in(name, scales[i].suffix))
			continue;
		s = scales[i].scale;
		for (j = 0; j + 1 < SCALES && s[j + 1].name; j++)
			if (most < s[j + 1].factor)
				break;
		return s[j];
	}
	return (struct kind_scale){ "", 1 };
}
