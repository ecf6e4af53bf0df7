// SPDX-License-Identifier: GPL-2.0-or-later
/* The profile tiobench: sequential and random write and read by many threads. */
#include "profile.h"

#define MIB 1048576.0
#define MS 1e6
/* Requests of a random phase, of all threads together. */
#define RANDOM_REQUESTS 4000

static const uint64_t many[] = { 8, 128 };

static const struct {
	const char *name;
	const char *title;
	const char *metric;
	enum shape_id shape;
	bool random;
} phases[] = {
	{ "write", "Sequential Writes", "sequential_write_", SHAPE_WRITE, false },
	{ "random write", "Random Writes", "random_write_", SHAPE_RANDOM_WRITE, true },
	{ "read", "Sequential Reads", "sequential_read_", SHAPE_READ, false },
	{ "random read", "Random Reads", "random_read_", SHAPE_RANDOM_READ, true },
};

static int add(struct profile_run *p, uint64_t threads, int kind)
{
	uint64_t length, requests = RANDOM_REQUESTS / threads;
	struct step *s = step_add(p, phases[kind].shape, kind, "%s, %llu threads",
				  phases[kind].name, (unsigned long long)threads);

	if (!s)
		return WBCTL_FAILED;
	s->group = threads;
	s->o.writers = fig_of(threads);
	fig_default(&s->o.bs, 4 << 10);
	length = profile_part(profile_total(p), 1.0 / (double)threads, s->o.bs.v);
	s->o.file_size = fig_of(length);
	s->o.size = s->o.file_size;
	if (phases[kind].random && requests * s->o.bs.v < length)
		s->o.size = fig_of((requests ? requests : 1) * s->o.bs.v);
	return WBCTL_OK;
}

static int add_threads(struct profile_run *p, uint64_t threads)
{
	size_t kind;
	uint64_t run;
	int rc = WBCTL_OK;

	for (run = 0; run < p->runs && !rc; run++)
		for (kind = 0; kind < ARRAY_SIZE(phases) && !rc; kind++)
			rc = add(p, threads, (int)kind);
	return rc;
}

int tiobench_plan(struct profile_run *p)
{
	return profile_threads(p, add_threads, many, ARRAY_SIZE(many));
}

/**
 * struct line - a line of the table
 * @rate: Bytes per second.
 * @cpu: CPU time over the time of the clock.
 * @mean: Mean latency, in ns.
 * @max: The longest.
 * @over_2s: Share of the requests that took more than 2 s.
 * @over_10s: More than 10 s.
 * @per_cpu: Rate over @cpu.
 */
struct line {
	struct ratio rate;
	struct ratio cpu;
	struct ratio mean;
	struct ratio max;
	struct ratio over_2s;
	struct ratio over_10s;
	struct ratio per_cpu;
};

static struct line line_of(const struct step *s)
{
	const struct report_writer *all = &s->res.all;
	struct line l = {
		.rate = ratio_of_fig(s->res.rates.with_flush),
		.cpu = fig_ratio(fig_add(all->cpu_user_ns, all->cpu_system_ns),
				 s->res.duration_ns),
		.mean = ratio_of_fig(all->mean), .max = ratio_of_fig(all->max),
		.over_2s = fig_ratio(all->over_2s, all->ops),
		.over_10s = fig_ratio(all->over_10s, all->ops),
	};

	if (l.rate.known && l.cpu.known && l.cpu.v > 0)
		l.per_cpu = ratio_of(l.rate.v / l.cpu.v);
	return l;
}

/* Whether it is the first run of its threads and phase. */
static bool is_first(struct profile_run *p, const struct step *s)
{
	const struct step *t = NULL;

	while ((t = profile_next(p, t, s->kind)))
		if (t->group == s->group)
			return t == s;
	return false;
}

/* The mean of all runs that are like @s; unknown where one of them is. */
static struct line mean_line(struct profile_run *p, const struct step *s)
{
	struct line sum = line_of(s), l;
	struct ratio *to = (struct ratio *)&sum;
	const struct ratio *from = (const struct ratio *)&l;
	const struct step *t = NULL;
	size_t i, n = 0;

	while ((t = profile_next(p, t, s->kind))) {
		if (t->group != s->group || !n++)
			continue;
		l = line_of(t);
		for (i = 0; i < sizeof(l) / sizeof(*from); i++) {
			to[i].known &= from[i].known;
			to[i].v += from[i].v;
		}
	}
	for (i = 0; n && i < sizeof(l) / sizeof(*to); i++)
		to[i].v /= (double)n;
	return sum;
}

void tiobench_metrics(struct profile_run *p)
{
	const struct step *s = NULL;
	char prefix[METRIC_NAME_LEN];
	struct line l;

	while ((s = profile_next(p, s, -1))) {
		if (!is_first(p, s))
			continue;
		l = mean_line(p, s);
		snprintf(prefix, sizeof(prefix), "threads_%zu_%s", s->group,
			 phases[s->kind].metric);
		profile_metric(p, prefix, "bytes_per_s", l.rate);
		profile_metric(p, prefix, "cpu_ratio", l.cpu);
		profile_metric(p, prefix, "mean_ns", l.mean);
		profile_metric(p, prefix, "max_ns", l.max);
		profile_metric(p, prefix, "over_2s_ratio", l.over_2s);
		profile_metric(p, prefix, "over_10s_ratio", l.over_10s);
	}
}

static struct ratio times(struct ratio r, double by)
{
	r.v *= by;
	return r;
}

static void line_text(FILE *to, const struct step *s)
{
	char rate[FORMAT_LEN], cpu[FORMAT_LEN], mean[FORMAT_LEN], max[FORMAT_LEN];
	char over_2s[FORMAT_LEN], over_10s[FORMAT_LEN], per_cpu[FORMAT_LEN];
	struct line l = line_of(s);

	fprintf(to, "%7zu %8s %7s%% %9s %11s %9s %9s %8s\n", s->group,
		real_text(rate, 2, times(l.rate, 1 / MIB)),
		real_text(cpu, 2, times(l.cpu, 100)),
		real_text(mean, 3, times(l.mean, 1 / MS)),
		real_text(max, 2, times(l.max, 1 / MS)),
		real_text(over_2s, 5, times(l.over_2s, 100)),
		real_text(over_10s, 5, times(l.over_10s, 100)),
		real_text(per_cpu, 0, times(l.per_cpu, 1 / MIB)));
}

void tiobench_table(FILE *to, const struct profile_run *p)
{
	const struct step *s;
	size_t kind;

	fprintf(to, "%-25s %9s %11s %9s %9s %8s\n", "latency in ms, rate in MiB/s", "Avg",
		"Maximum", "Lat%", "Lat%", "CPU");
	fprintf(to, "%7s %8s %8s %9s %11s %9s %9s %8s\n", "Threads", "Rate", "(CPU%)", "Latency",
		"Latency", ">2s", ">10s", "Eff");
	for (kind = 0; kind < ARRAY_SIZE(phases); kind++) {
		s = profile_next(p, NULL, (int)kind);
		if (!s)
			continue;
		fprintf(to, "%s\n", phases[kind].title);
		for (; s; s = profile_next(p, s, (int)kind))
			line_text(to, s);
	}
}
