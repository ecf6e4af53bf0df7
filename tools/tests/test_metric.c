// SPDX-License-Identifier: GPL-2.0-or-later
/* Rules that find a figure in what a program prints, and the list of metrics. */
#include <errno.h>

#include "metric.h"
#include "tap.h"

static void check_rule(const char *word, const char *text, struct ratio want)
{
	struct metric_rule rule;
	struct ratio got;

	if (!ok(metric_rule_parse(&rule, "--metric", word) == WBCTL_OK, "%s is taken", word))
		return;
	got = metric_rule_apply(&rule, text);
	ok(got.known == want.known && (!want.known || got.v == want.v), "%s", word);
	metric_rule_free(&rule);
}

static void check_refused(const char *word)
{
	struct metric_rule rule;

	ok(metric_rule_parse(&rule, "--metric", word) == WBCTL_USAGE, "'%s' is refused", word);
}

static void check_list(void)
{
	static struct metric_list list;
	char name[METRIC_NAME_LEN];
	int i;

	ok(!metric_get(&list, "a").known, "nothing is there");
	ok(!metric_set(&list, "a_bytes", ratio_of(1.5)), "one is set");
	ok(!metric_set(&list, "a_bytes", ratio_of(2)), "and set again");
	ok(list.count == 1 && metric_get(&list, "a_bytes").v == 2, "the last counts");
	for (i = 1; i < METRIC_LIST_MAX; i++) {
		snprintf(name, sizeof(name), "m%d", i);
		metric_set(&list, name, ratio_of(i));
	}
	ok(metric_set(&list, "one_more", ratio_of(1)) == -ENOSPC, "a full list takes no more");
	ok(!metric_set(&list, "m7", ratio_of(8)), "but changes what it has");
}

int main(void)
{
	const struct ratio none = { .known = false };

	check_rule("files_per_s=^ +([0-9.]+) files", "x\n  17.25 files\n  18.5 files\nend\n",
		   ratio_of(18.5));
	check_rule("mb_per_s=([0-9]+)", "17\r18\r19", ratio_of(19));
	check_rule("x=Throughput ([-0-9.e+]+) MB", "Throughput 1.5e+3 MB/sec\n", ratio_of(1500));
	check_rule("x=total ([a-z]+)", "total none\n", none);
	check_rule("x=(nothing)", "something\n", none);
	check_rule("x=(a)|b ([0-9]+)", "", none);
	check_refused("files");
	check_refused("files=");
	check_refused("=x");
	check_refused("Files/s=x");
	check_refused("x=(");
	/* Without a group nothing says which part is the figure. */
	check_refused("x=files: [0-9]+");
	check_refused("x=\\(7\\)");
	check_refused("a_name_that_is_longer_than_any_column_could_ever_show=x");
	check_list();
	return tap_end();
}
