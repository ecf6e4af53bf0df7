// SPDX-License-Identifier: GPL-2.0-or-later
/* Axes of a sweep: what varies, its values, and the cells that they span. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "axis.h"
#include "parse.h"
#include "run.h"

const struct axis_kind axis_kinds[AXIS_COUNT] = {
	[AXIS_STRIPE] = { "stripe", "stripe", TARGET_STRIPE, NULL,
			  "a multiple of 4k, 4k to 64M" },
	[AXIS_FS] = { "fs", "fs", TARGET_FS, NULL, "one of ext2, ext4, xfs, btrfs" },
	[AXIS_SCHEDULER] = { "scheduler", "scheduler", TARGET_QUEUE, "scheduler",
			     "the name of a scheduler" },
	[AXIS_WBT] = { "wbt", "wbt", TARGET_QUEUE, "wbt_lat_usec", "a number of microseconds" },
	[AXIS_NR_REQUESTS] = { "nr-requests", "nr_requests", TARGET_QUEUE, "nr_requests",
			       "a whole number above 0" },
	[AXIS_READ_AHEAD] = { "read-ahead", "read_ahead", TARGET_BDI, "read_ahead_kb",
			      "a whole number of KiB" },
	[AXIS_BDI_STRICT] = { "bdi-strict", "bdi_strict", TARGET_BDI, "strict_limit", "0 or 1" },
	[AXIS_BDI_MIN_RATIO] = { "bdi-min-ratio", "bdi_min_ratio", TARGET_BDI, "min_ratio",
				 "a percentage, 0 to 99" },
	[AXIS_BDI_MAX_RATIO] = { "bdi-max-ratio", "bdi_max_ratio", TARGET_BDI, "max_ratio",
				 "a percentage, 1 to 100" },
	[AXIS_RATIO] = { "ratio", "ratio", TARGET_LIMITS, NULL,
			 "a pair DIRTY:BACKGROUND of percents, 1 to 100" },
	[AXIS_DIRTY_BYTES] = { "dirty-bytes", "dirty_bytes", TARGET_LIMITS, NULL,
			       "a pair DIRTY:BACKGROUND of sizes of 64k and more" },
	[AXIS_EXPIRE] = { "expire", "expire", TARGET_VM, "dirty_expire_centisecs",
			  "a number of hundredths of a second" },
	[AXIS_WRITEBACK] = { "writeback", "writeback", TARGET_VM, "dirty_writeback_centisecs",
			     "a number of hundredths of a second" },
	[AXIS_PROFILE] = { "profile", "profile", TARGET_RUN, NULL, "the name of a profile" },
	[AXIS_WRITERS] = { "writers", "writers", TARGET_RUN, NULL, "a whole number, 1 to 1024" },
	[AXIS_BS] = { "bs", "bs", TARGET_RUN, NULL, "a size, 1 to 1G" },
};

static int parse_pair(const char *value, int (*parse)(const char *, uint64_t *), uint64_t least,
		      uint64_t most, uint64_t out[2])
{
	char text[AXIS_VALUE_LEN], *colon;
	int i, rc;

	snprintf(text, sizeof(text), "%s", value);
	colon = strchr(text, ':');
	if (!colon)
		return -EINVAL;
	*colon = '\0';
	rc = parse(text, &out[0]);
	if (!rc)
		rc = parse(colon + 1, &out[1]);
	for (i = 0; !rc && i < 2; i++)
		if (out[i] < least || out[i] > most)
			rc = -ERANGE;
	if (rc)
		return rc;
	return out[1] < out[0] ? 0 : -EDOM;
}

int axis_limits(enum axis_id id, const char *value, struct limits *l)
{
	bool ratio = id == AXIS_RATIO;
	uint64_t v[2];
	int rc = ratio ? parse_pair(value, parse_number, 1, 100, v) :
			 parse_pair(value, parse_size, 64 << 10, INT64_MAX, v);

	if (rc)
		return rc;
	memset(l, 0, sizeof(*l));
	l->v[ratio ? LIMIT_RATIO : LIMIT_BYTES] = v[0];
	l->v[ratio ? LIMIT_BG_RATIO : LIMIT_BG_BYTES] = v[1];
	return 0;
}

static bool number_ok(const char *value, uint64_t least, uint64_t most)
{
	uint64_t v;

	return !parse_number(value, &v) && v >= least && v <= most;
}

static bool size_ok(const char *value, uint64_t least, uint64_t most, uint64_t step)
{
	uint64_t v;

	return !parse_size(value, &v) && v >= least && v <= most && v % step == 0;
}

static bool word_ok(const char *value)
{
	const char *p;

	for (p = value; *p; p++)
		if (!isalnum((unsigned char)*p) && (p == value || !strchr("-_.", *p)))
			return false;
	return *value;
}

static bool fs_ok(const char *value)
{
	return !strcmp(value, "ext2") || !strcmp(value, "ext4") || !strcmp(value, "xfs") ||
	       !strcmp(value, "btrfs");
}

static bool value_ok(enum axis_id id, const char *value)
{
	struct limits l;

	switch (id) {
	case AXIS_STRIPE:
		return size_ok(value, 4 << 10, 64 << 20, 4 << 10);
	case AXIS_FS:
		return fs_ok(value);
	case AXIS_SCHEDULER:
	case AXIS_PROFILE:
		return word_ok(value);
	case AXIS_RATIO:
	case AXIS_DIRTY_BYTES:
		return !axis_limits(id, value, &l);
	case AXIS_BDI_STRICT:
		return number_ok(value, 0, 1);
	case AXIS_BDI_MAX_RATIO:
		return number_ok(value, 1, 100);
	case AXIS_BDI_MIN_RATIO:
		return number_ok(value, 0, 99);
	case AXIS_WRITERS:
		return number_ok(value, 1, RUN_WRITERS_MAX);
	case AXIS_BS:
		return size_ok(value, 1, 1 << 30, 1);
	case AXIS_NR_REQUESTS:
		return number_ok(value, 1, INT32_MAX);
	default:
		return number_ok(value, 0, INT32_MAX);
	}
}

/* A pair the wrong way round is how the kernel's lists write it. */
static int bad_value(enum axis_id id, const char *value)
{
	const struct axis_kind *k = &axis_kinds[id];
	struct limits l;
	int colon = (int)strcspn(value, ":");

	if (k->target == TARGET_LIMITS && axis_limits(id, value, &l) == -EDOM)
		return refuse(WBCTL_USAGE,
			      "--%s %s: background must be below dirty, and a pair is DIRTY:BACKGROUND; (%.*s,%s) with background first is %s:%.*s here",
			      k->option, value, colon, value, value + colon + 1,
			      value + colon + 1, colon, value);
	return refuse(WBCTL_USAGE, "--%s: '%s' is not %s", k->option, value, k->wants);
}

static int add_value(struct axis *a, const char *value)
{
	const char *option = axis_kinds[a->id].option;
	size_t i;

	if (strlen(value) >= AXIS_VALUE_LEN || !value_ok(a->id, value))
		return bad_value(a->id, value);
	for (i = 0; i < a->count; i++)
		if (!strcmp(a->value[i], value))
			return refuse(WBCTL_USAGE, "--%s names %s twice", option, value);
	if (a->count == AXIS_VALUES)
		return refuse(WBCTL_USAGE, "--%s takes %d values at most", option, AXIS_VALUES);
	strcpy(a->value[a->count++], value);
	return WBCTL_OK;
}

int axis_parse(struct axes *axes, enum axis_id id, const char *list)
{
	struct axis *a = &axes->axis[axes->count++];
	char value[256];
	size_t len;
	int rc;

	a->id = id;
	a->count = 0;
	for (;; list += len + 1) {
		len = strcspn(list, ",");
		snprintf(value, sizeof(value), "%.*s", (int)len, list);
		rc = add_value(a, value);
		if (rc || !list[len])
			return rc;
	}
}

const struct axis *axis_find(const struct axes *axes, enum axis_id id)
{
	size_t i;

	for (i = 0; i < axes->count; i++)
		if (axes->axis[i].id == id)
			return &axes->axis[i];
	return NULL;
}

size_t axes_cells(const struct axes *axes)
{
	size_t i, n = 1;

	for (i = 0; i < axes->count; i++)
		if (__builtin_mul_overflow(n, axes->axis[i].count, &n))
			return SIZE_MAX;
	return n;
}

const char *axes_value(const struct axes *axes, size_t cell, size_t i)
{
	size_t j;

	for (j = axes->count - 1; j > i; j--)
		cell /= axes->axis[j].count;
	return axes->axis[i].value[cell % axes->axis[i].count];
}

const char *axes_cell_value(const struct axes *axes, size_t cell, enum axis_id id)
{
	size_t i;

	for (i = 0; i < axes->count; i++)
		if (axes->axis[i].id == id)
			return axes_value(axes, cell, i);
	return NULL;
}

const char *axes_label(const struct axes *axes, size_t cell, char *buf, size_t size)
{
	size_t i, at = 0;

	buf[0] = '\0';
	for (i = 0; i < axes->count && at < size; i++)
		at += (size_t)snprintf(buf + at, size - at, "%s%s %s", i ? ", " : "",
				       axis_kinds[axes->axis[i].id].key,
				       axes_value(axes, cell, i));
	return buf;
}
