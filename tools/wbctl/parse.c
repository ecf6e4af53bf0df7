// SPDX-License-Identifier: GPL-2.0-or-later
/* Words of the command line: sizes, times, numbers, devices. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "parse.h"
#include "wbctl.h"

/**
 * struct suffix - what may stand behind a number
 * @name: The suffix.
 * @factor: What it multiplies by.
 */
struct suffix {
	const char *name;
	uint64_t factor;
};

static const struct suffix size_suffixes[] = {
	{ "", 1 },
	{ "k", 1ULL << 10 },
	{ "K", 1ULL << 10 },
	{ "M", 1ULL << 20 },
	{ "m", 1ULL << 20 },
	{ "G", 1ULL << 30 },
	{ "g", 1ULL << 30 },
	{ "T", 1ULL << 40 },
	{ "t", 1ULL << 40 },
};

static const struct suffix time_suffixes[] = {
	{ "", NSEC_PER_SEC },
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", NSEC_PER_SEC },
	{ "m", 60 * NSEC_PER_SEC },
	{ "h", 3600 * NSEC_PER_SEC },
};

/* The digits at the start of @text; *end is what follows them. */
static int digits(const char *text, uint64_t *out, const char **end)
{
	uint64_t v = 0;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	for (; isdigit((unsigned char)*text); text++)
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, *text - '0', &v))
			return -ERANGE;
	*out = v;
	*end = text;
	return 0;
}

static int parse_suffixed(const char *text, const struct suffix *suffixes, size_t n,
			  uint64_t *out)
{
	const char *end;
	uint64_t v;
	size_t i;
	int rc;

	rc = digits(text, &v, &end);
	if (rc)
		return rc;
	for (i = 0; i < n; i++) {
		if (strcmp(end, suffixes[i].name))
			continue;
		if (__builtin_mul_overflow(v, suffixes[i].factor, &v))
			return -ERANGE;
		*out = v;
		return 0;
	}
	return -EINVAL;
}

int parse_number(const char *text, uint64_t *out)
{
	const char *end;
	uint64_t v;
	int rc;

	rc = digits(text, &v, &end);
	if (rc)
		return rc;
	if (*end)
		return -EINVAL;
	*out = v;
	return 0;
}

int parse_size(const char *text, uint64_t *out)
{
	uint64_t v;
	int rc;

	rc = parse_suffixed(text, size_suffixes, ARRAY_SIZE(size_suffixes), &v);
	if (rc)
		return rc;
	if (v > INT64_MAX)
		return -ERANGE;
	*out = v;
	return 0;
}

int parse_time(const char *text, uint64_t *out)
{
	uint64_t v;
	int rc;

	rc = parse_suffixed(text, time_suffixes, ARRAY_SIZE(time_suffixes), &v);
	if (rc)
		return rc;
	if (v > INT64_MAX)
		return -ERANGE;
	*out = v;
	return 0;
}

int parse_dev(const char *text, uint32_t *out)
{
	uint64_t major, minor;
	const char *end;
	int rc;

	rc = digits(text, &major, &end);
	if (rc)
		return rc;
	if (*end != ':')
		return -EINVAL;
	rc = parse_number(end + 1, &minor);
	if (rc)
		return rc;
	if (major >= 1U << 12 || minor >= 1U << 20)
		return -ERANGE;
	*out = (uint32_t)(major << 20 | minor);
	return 0;
}

int parse_cgroup(const char *text, uint64_t *out)
{
	char path[4200];
	struct stat st;
	int rc;

	rc = parse_number(text, out);
	if (rc != -EINVAL)
		return rc;
	if (stat(text, &st)) {
		snprintf(path, sizeof(path), "/sys/fs/cgroup/%s", text);
		if (stat(path, &st))
			return -errno;
	}
	if (!S_ISDIR(st.st_mode))
		return -ENOTDIR;
	*out = st.st_ino;
	return 0;
}
