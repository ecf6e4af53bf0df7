// SPDX-License-Identifier: GPL-2.0-or-later
/* The four sysctls of the dirty limits, which are written together. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "dirty_limits.h"
#include "parse.h"
#include "tunable.h"

const char *const limit_paths[LIMIT_FILES] = {
	[LIMIT_RATIO] = "/proc/sys/vm/dirty_ratio",
	[LIMIT_BYTES] = "/proc/sys/vm/dirty_bytes",
	[LIMIT_BG_RATIO] = "/proc/sys/vm/dirty_background_ratio",
	[LIMIT_BG_BYTES] = "/proc/sys/vm/dirty_background_bytes",
};

enum limit_file limits_index(const char *path)
{
	int i;

	for (i = 0; i < LIMIT_FILES; i++)
		if (!strcmp(path, limit_paths[i]))
			break;
	return (enum limit_file)i;
}

int limits_read(struct limits *l)
{
	char text[TUNABLE_VALUE];
	int i, rc = 0;

	for (i = 0; !rc && i < LIMIT_FILES; i++) {
		rc = tunable_read(limit_paths[i], text);
		if (!rc)
			rc = parse_number(text, &l->v[i]);
	}
	return rc;
}

static int write_one(enum limit_file file, uint64_t v)
{
	char text[TUNABLE_VALUE];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)v);
	return tunable_write(limit_paths[file], text);
}

/* @ratio is the first of the pair, its bytes follow. */
static int write_pair(enum limit_file ratio, const struct limits *now, const struct limits *want)
{
	enum limit_file bytes = (enum limit_file)(ratio + 1);
	int rc = 0;

	if (now->v[ratio] == want->v[ratio] && now->v[bytes] == want->v[bytes])
		return 0;
	if (want->v[bytes])
		return write_one(bytes, want->v[bytes]);
	/* A ratio that stays as it is (0) would not zero the bytes. */
	if (!want->v[ratio])
		rc = write_one(ratio, 1);
	return rc ? rc : write_one(ratio, want->v[ratio]);
}

/* About how many bytes a pair means: good enough to tell up from down. */
static double pair_bytes(enum limit_file ratio, const struct limits *l)
{
	double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);

	return l->v[ratio + 1] ? (double)l->v[ratio + 1] : (double)l->v[ratio] * memory / 100;
}

int limits_write(const struct limits *want)
{
	enum limit_file first = LIMIT_BG_RATIO, second = LIMIT_RATIO;
	struct limits now;
	int rc = limits_read(&now);

	if (rc)
		return rc;
	if (pair_bytes(LIMIT_RATIO, want) > pair_bytes(LIMIT_RATIO, &now)) {
		first = LIMIT_RATIO;
		second = LIMIT_BG_RATIO;
	}
	rc = write_pair(first, &now, want);
	return rc ? rc : write_pair(second, &now, want);
}
