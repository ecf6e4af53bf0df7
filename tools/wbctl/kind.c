// SPDX-License-Identifier: GPL-2.0-or-later
/* What the name of a figure says: its unit, and which direction is better. */
#include <string.h>

#include "kind.h"

#define SCALES 5
#define KIND_NAME_LEN 256

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
	{ "over_", false, BETTER_LOWER },
	{ "interleaved", false, BETTER_LOWER },
	{ "extent", false, BETTER_LOWER },
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

/*
 * A profile has the spread of its repeats beside a figure, with the name of
 * the figure before it: the name of the figure, and what it is of it.
 */
static const char *base_name(const char *name, char *buf, size_t len)
{
	static const char *const spreads[] = { "_min", "_max", "_mean", "_stddev" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(spreads); i++) {
		if (ends_in(name, spreads[i])) {
			snprintf(buf, len, "%.*s", (int)(strlen(name) - strlen(spreads[i])), name);
			return spreads[i];
		}
	}
	snprintf(buf, len, "%s", name);
	return "";
}

bool kind_is_spread(const char *name)
{
	char base[KIND_NAME_LEN];

	return *base_name(name, base, sizeof(base));
}

enum better kind_better(const char *name)
{
	const struct direction *d;
	char base[KIND_NAME_LEN];
	size_t i;

	if (!strcmp(base_name(name, base, sizeof(base)), "_stddev"))
		return BETTER_NEITHER;
	for (i = 0; i < ARRAY_SIZE(directions); i++) {
		d = &directions[i];
		if (d->at_end ? ends_in(base, d->part) : !!strstr(base, d->part))
			return d->better;
	}
	return BETTER_NEITHER;
}

bool kind_is_rate(const char *name)
{
	char base[KIND_NAME_LEN];

	return strcmp(base_name(name, base, sizeof(base)), "_stddev") && ends_in(base, "_per_s");
}

struct kind_scale kind_scale(const char *name, double most)
{
	const struct kind_scale *s;
	char base[KIND_NAME_LEN];
	size_t i, j;

	base_name(name, base, sizeof(base));
	for (i = 0; i < ARRAY_SIZE(scales); i++) {
		if (!ends_in(base, scales[i].suffix))
			continue;
		s = scales[i].scale;
		for (j = 0; j + 1 < SCALES && s[j + 1].name; j++)
			if (most < s[j + 1].factor)
				break;
		return s[j];
	}
	return (struct kind_scale){ "", 1 };
}
