// SPDX-License-Identifier: GPL-2.0-or-later
/* The profile dbench: a file server's mix of calls, average, high and low. */
#include "profile.h"

#define MB 1e6
#define DEFAULT_TIME_NS (20 * NSEC_PER_SEC)
/* dbench looks at its clients once a second, and after the first says 0. */
#define LEAST_TIME_NS (2 * NSEC_PER_SEC)

/* dbench counts in whole seconds. */
static int command(const struct profile_run *p, struct step *s)
{
	uint64_t ns = p->o->time.known ? p->o->time.v : DEFAULT_TIME_NS;

	if (ns < LEAST_TIME_NS)
		return refuse(WBCTL_USAGE,
			      "--time is too short: dbench needs 2 s at least to measure anything");
	return step_command(s, "dbench -t %llu -D . %llu",
			    (unsigned long long)((ns + NSEC_PER_SEC - 1) / NSEC_PER_SEC),
			    (unsigned long long)s->o.writers.v);
}

int dbench_plan(struct profile_run *p)
{
	struct step *s;
	uint64_t run;
	int rc = WBCTL_OK;

	for (run = 0; run < p->runs && !rc; run++) {
		s = step_add(p, SHAPE_MIXED, 0, "%llu clients, run %llu",
			     (unsigned long long)profile_writers(p), (unsigned long long)run + 1);
		if (!s)
			return WBCTL_FAILED;
		fig_default(&s->o.writers, p->profile->writers);
		if (p->driver) {
			rc = command(p, s);
			continue;
		}
		if (!s->o.size.known)
			fig_default(&s->o.time, DEFAULT_TIME_NS);
	}
	return rc;
}

static struct series throughput(const struct profile_run *p)
{
	const struct step *s = NULL;
	struct series all = {};

	while ((s = profile_next(p, s, -1)))
		series_add(&all, p->driver ? step_metric(s, "throughput_bytes_per_s") :
				 ratio_of_fig(s->res.rates.with_flush));
	return all;
}

void dbench_metrics(struct profile_run *p)
{
	struct series all = throughput(p), ops = {}, latency = {};
	const struct step *s = NULL;

	while ((s = profile_next(p, s, -1))) {
		series_add(&ops, ratio_of_fig(s->res.all.ops_rate));
		series_add(&latency, p->driver ? step_metric(s, "max_latency_ns") :
				     ratio_of_fig(s->res.all.max));
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

	mean.v /= MB;
	max.v /= MB;
	min.v /= MB;
	snprintf(title, sizeof(title), "dbench %llu processes",
		 (unsigned long long)profile_writers(p));
	fprintf(to, "%-32s%12s%12s%12s (MB/sec)\n", title, "Average", "High", "Low");
	fprintf(to, "%-32.32s%12s%12s%12s\n", p->sys.kernel, real_text(average, 2, mean),
		real_text(high, 2, max), real_text(low, 2, min));
}
