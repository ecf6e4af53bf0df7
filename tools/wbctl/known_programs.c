// SPDX-License-Identifier: GPL-2.0-or-later
/* What well-known programs print of themselves, as metrics. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "known_programs.h"
#include "stats.h"

#define KB 1024.0
#define MB 1000000.0
#define NS_PER_US 1000.0
#define NS_PER_MS 1000000.0
#define LONGEST_LINE_BYTES 1024

/**
 * enum take - what the figures of all lines that match become
 * @TAKE_LAST: The last one.
 * @TAKE_MEAN: Their mean.
 * @TAKE_MIN: The smallest.
 * @TAKE_MAX: The largest.
 * @TAKE_STDDEV: Their standard deviation; of one there is none.
 */
enum take {
	TAKE_LAST,
	TAKE_MEAN,
	TAKE_MIN,
	TAKE_MAX,
	TAKE_STDDEV,
};

/**
 * struct rule - a figure of a program
 * @program: Base name of the program.
 * @metric: What it is called here, with its unit.
 * @regex: POSIX extended; the first group is the number, a second one its unit.
 * @take: Which of the lines count.
 * @scale: What the number is multiplied by, for the unit of @metric.
 */
struct rule {
	const char *program;
	const char *metric;
	const char *regex;
	enum take take;
	double scale;
};

#define NUMBER "([0-9]+[.]?[0-9]*)"
/* FSUse% Count Size Files/sec "App Overhead" */
#define FS_MARK_RATE "^ *[0-9]+ +[0-9]+ +[0-9]+ +" NUMBER " +[0-9]+"
/* kB reclen write rewrite ..., when it is not the throughput mode */
#define IOZONE_COLUMNS "^ +[0-9]+ +[0-9]+ +"
#define IOZONE_CHILDREN "Children see throughput for +[0-9]+ "
#define IOZONE_PARENT "Parent sees throughput for +[0-9]+ "
#define IOZONE_RATE "[ \t=]+" NUMBER " [kK]B/sec"

static const struct rule rules[] = {
	{ "dbench", "throughput_bytes_per_s", "^Throughput " NUMBER " MB/sec", TAKE_LAST, MB },
	{ "dbench", "clients", "^Throughput .* ([0-9]+) clients", TAKE_LAST, 1 },
	{ "dbench", "max_latency_ns", "^Throughput .*max_latency=" NUMBER " ms", TAKE_LAST,
	  NS_PER_MS },

	{ "fs_mark", "files_per_s", FS_MARK_RATE, TAKE_MEAN, 1 },
	{ "fs_mark", "files_per_s_min", FS_MARK_RATE, TAKE_MIN, 1 },
	{ "fs_mark", "files_per_s_stddev", FS_MARK_RATE, TAKE_STDDEV, 1 },
	{ "fs_mark", "files_per_s_max", FS_MARK_RATE, TAKE_MAX, 1 },
	{ "fs_mark", "app_overhead_ns", "^ *[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+ +" NUMBER, TAKE_MEAN,
	  NS_PER_US },

	{ "pgbench", "transactions_per_s", "^tps = " NUMBER, TAKE_LAST, 1 },
	{ "pgbench", "latency_average_ns", "^latency average = " NUMBER " ms", TAKE_LAST,
	  NS_PER_MS },
	{ "pgbench", "latency_stddev_ns", "^latency stddev = " NUMBER " ms", TAKE_LAST,
	  NS_PER_MS },
	{ "pgbench", "clients", "^number of clients: ([0-9]+)", TAKE_LAST, 1 },
	{ "pgbench", "transactions", "^number of transactions actually processed: ([0-9]+)",
	  TAKE_LAST, 1 },
	{ "pgbench", "failed_transactions", "^number of failed transactions: ([0-9]+)",
	  TAKE_LAST, 1 },

	{ "iozone", "write_bytes_per_s", IOZONE_COLUMNS "([0-9]+)", TAKE_MEAN, KB },
	{ "iozone", "rewrite_bytes_per_s", IOZONE_COLUMNS "[0-9]+ +([0-9]+)", TAKE_MEAN, KB },
	{ "iozone", "write_bytes_per_s", IOZONE_CHILDREN "initial writers" IOZONE_RATE, TAKE_LAST,
	  KB },
	{ "iozone", "rewrite_bytes_per_s", IOZONE_CHILDREN "rewriters" IOZONE_RATE, TAKE_LAST,
	  KB },
	{ "iozone", "write_parent_bytes_per_s", IOZONE_PARENT "initial writers" IOZONE_RATE,
	  TAKE_LAST, KB },
	{ "iozone", "rewrite_parent_bytes_per_s", IOZONE_PARENT "rewriters" IOZONE_RATE,
	  TAKE_LAST, KB },

	/* Where its JSON is not to be had; the sums of all groups. */
	{ "fio", "read_bytes_per_s", "^ *READ: bw=" NUMBER "([KMGT]?i?B)/s", TAKE_LAST, 1 },
	{ "fio", "write_bytes_per_s", "^ *WRITE: bw=" NUMBER "([KMGT]?i?B)/s", TAKE_LAST, 1 },
	{ "fio", "read_bytes", "^ *READ: .* io=" NUMBER "([KMGT]?i?B)", TAKE_LAST, 1 },
	{ "fio", "write_bytes", "^ *WRITE: .* io=" NUMBER "([KMGT]?i?B)", TAKE_LAST, 1 },
};

/**
 * struct found - the figures of the lines that matched
 * @last: The last.
 * @all: All of them.
 */
struct found {
	struct ratio last;
	struct series all;
};

static struct ratio result(const struct found *f, enum take take)
{
	switch (take) {
	case TAKE_MEAN:
		return series_mean(&f->all);
	case TAKE_MIN:
		return series_min(&f->all);
	case TAKE_MAX:
		return series_max(&f->all);
	case TAKE_STDDEV:
		return series_stddev(&f->all);
	default:
		return f->last;
	}
}

/* "MiB" is 2^20, "MB" is 10^6, "B" is 1. */
static double unit_scale(const char *unit)
{
	static const char prefixes[] = "KMGT";
	const char *at = strchr(prefixes, *unit);
	double base = unit[0] && unit[1] == 'i' ? 1024 : 1000;

	return *unit && at ? pow(base, (double)(at - prefixes + 1)) : 1;
}

static void apply(struct found *f, const regex_t *regex, const char *line)
{
	regmatch_t at[3];
	double v;

	if (regexec(regex, line, ARRAY_SIZE(at), at, 0) || at[1].rm_so < 0)
		return;
	v = strtod(line + at[1].rm_so, NULL);
	if (at[2].rm_so >= 0)
		v *= unit_scale(line + at[2].rm_so);
	if (!isfinite(v))
		return;
	f->last = ratio_of(v);
	series_add(&f->all, f->last);
}

static struct ratio find(const struct rule *rule, const char *text)
{
	char line[LONGEST_LINE_BYTES];
	struct found f = {};
	regex_t regex;
	size_t len;

	if (regcomp(&regex, rule->regex, REG_EXTENDED))
		return (struct ratio){ .known = false };
	while (*text) {
		len = strcspn(text, "\r\n");
		snprintf(line, sizeof(line), "%.*s",
			 (int)(len < sizeof(line) ? len : sizeof(line) - 1), text);
		apply(&f, &regex, line);
		text += len + !!text[len];
	}
	regfree(&regex);
	return result(&f, rule->take);
}

bool known_program(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rules); i++)
		if (!strcmp(rules[i].program, name))
			return true;
	return false;
}

size_t known_program_metrics(const char *name, const char *text, struct metric_list *list)
{
	struct ratio value;
	size_t i, count = 0;

	for (i = 0; i < ARRAY_SIZE(rules); i++) {
		if (strcmp(rules[i].program, name))
			continue;
		value = find(&rules[i], text);
		if (!value.known)
			continue;
		value.v *= rules[i].scale;
		count += !metric_set(list, rules[i].metric, value);
	}
	return count;
}
