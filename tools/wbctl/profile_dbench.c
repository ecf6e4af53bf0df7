// SPDX-License-Identifier: GPL-2.0-or-later
/* The profile dbench: a file server's mix of calls, average, high and low. */
#include "profile.h"

#define MB 1e6
#define DEFAULT_TIME_NS (20 * NSEC_PER_SEC)

int dbench_plan(struct profile_run *p)
{
	struct step *s;
	uint64_t run;

	for (run = 0; run < p->runs; run++) {
		s = step_add(p, SHAPE_MIXED, 0, "%llu clients, run %llu",
			     (unsigned long long)profile_writers(p), (unsigned long long)run + 1);
		if (!s)
			return WBCTL_FAILED;
		step_default(&s->o.writers, p->profile->writers);
		if (!s->o.size.known)
			step_default(&s->o.time, DEFAULT_TIME_NS);
	}
	return WBCTL_OK;
}

static struct series throughput(const struct profile_run *p)
{
	const struct step *s = NULL;
	struct series all = {};

	while ((s = profile_next(p, s, -1)))
		series_add(&all, ratio_of_fig(s->res.rates.with_flush));
	return all;
}

void dbench_metrics(struct profile_run *p)
{
	struct series all = throughput(p), ops = {}, latency = {};
	const struct step *s = NULL;

	while ((s = profile_next(p, s, -1))) {
		series_add(&ops, ratio_of_fig(s->res.all.ops_rate));
		series_add(&latency, ratio_of_fig(s->res.all.max));
	}
	profile_series(p, "", "throughput_bytes_per_s", &all);
	profile_series(p, "", "ops_per_s", &ops);
	profile_metric(p, "", "latency_max_ns", series_max(&latency));
}

void dbench_table(FILE *to, const struct profile_run *p)
{
	char average[FORMAT_LEN], high[FORMAT_LEN], low[FORMAT_LEN], title[64];
	struct series all = throughput(p);
	struct ratio mean = series_mean(&all), max = series_max(&all), min = series_min(&all);
	const struct step *s = profile_next(p, NULL, -1);

	mean.v /= MB;
	max.v /= MB;
	min.v /= MB;
	snprintf(title, sizeof(title), "dbench %zu processes", s->res.file_count);
	fprintf(to, "%-32s%12s%12s%12s (MB/sec)\n", title, "Average", "High", "Low");
	fprintf(to, "%-32.32s%12s%12s%12s\n", p->sys.kernel, real_text(average, 2, mean),
		real_text(high, 2, max), real_text(low, 2, min));
}
