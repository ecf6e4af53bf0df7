// SPDX-License-Identifier: GPL-2.0-or-later
/* Bounds of the fairness, of writers whose true rates are known. */
#include <gsl/gsl_randist.h>

#include "report.h"
#include "tap.h"

#define MIB (1024.0 * 1024)
#define SECOND 1000000000ULL
#define WRITERS 3
#define MOST 40
/* Sets of intervals, and how many of them must have the truth within bounds of 95 %. */
#define SETS 200
#define COVERED_LEAST 178

static struct report_writer writers[WRITERS];
static struct report_sample samples[MOST * WRITERS];
static uint64_t t_ns[MOST];

/* @count intervals of a second, of writers that write @rate[] MiB/s, more or less. */
static void make(struct report *rep, const double *rate, double noise, size_t count, gsl_rng *rng)
{
	double sum[WRITERS] = {};
	size_t i, j;

	memset(writers, 0, sizeof(writers));
	for (i = 0; i < count; i++) {
		t_ns[i] = (i + 1) * SECOND;
		for (j = 0; j < WRITERS; j++) {
			sum[j] += rate[j] * MIB * (1 + gsl_ran_flat(rng, -noise, noise));
			samples[i * WRITERS + j] = (struct report_sample){
				.written_bytes = fig_of((uint64_t)sum[j]),
			};
		}
	}
	for (j = 0; j < WRITERS; j++)
		writers[j] = (struct report_writer){
			.id = fig_of(j), .write_ns = fig_of(count * SECOND),
			.wall_ns = fig_of(count * SECOND),
			.written_bytes = fig_of((uint64_t)sum[j]),
			.throughput = fig_of((uint64_t)(sum[j] / (double)count)),
		};
	*rep = (struct report){
		.shape = &shape_write, .writers = writers, .writer_count = WRITERS,
		.samples = samples, .sample_t_ns = t_ns, .sample_count = count,
		.duration_ns = fig_of(count * SECOND),
	};
}

static void work_out(struct report *rep)
{
	report_sum(rep);
	report_fill_fairness(rep);
}

static bool within(struct ratio r, double low, double high)
{
	return r.known && r.v >= low && r.v <= high;
}

static bool near(struct ratio r, double want)
{
	const double much = 1 / 1e6;

	return within(r, want - much, want + much);
}

static void check_equal(gsl_rng *rng)
{
	static const double rate[] = { 10, 10, 10 };
	const struct report_fairness *f;
	struct report rep;

	make(&rep, rate, 0.2, MOST, rng);
	work_out(&rep);
	f = &rep.fairness;
	ok(f->interval_count.v == MOST, "all intervals count");
	ok(within(f->jain_high, 0.9995, 1), "alike but for noise: the upper bound is 1");
	ok(within(f->jain_low, 0.99, f->jain.v), "the lower one is close, and not above it");
	ok(within(f->slowest_low, 0.9, f->slowest_of_mean.v), "the slowest is near the mean");
	ok(within(f->slowest_high, f->slowest_of_mean.v, 1.1), "or not below it at all");
	make(&rep, rate, 0, MOST, rng);
	work_out(&rep);
	ok(near(f->jain_low, 1) && near(f->jain_high, 1),
	   "without noise both are 1");
}

static void check_half(gsl_rng *rng)
{
	static const double rate[] = { 10, 5, 10 };
	const struct report_fairness *f;
	struct report rep;

	make(&rep, rate, 0.2, MOST, rng);
	work_out(&rep);
	f = &rep.fairness;
	/* (2.5)^2 / (3 * 2.25), and 0.5 / (2.5 / 3) */
	ok(f->slowest.v == 1 && within(f->jain, 0.91, 0.94), "one at half speed");
	ok(within(f->jain_low, 0.88, f->jain.v) && within(f->jain_high, f->jain.v, 0.95),
	   "the bounds are about it, and exclude 1");
	ok(within(f->slowest_low, 0.55, 0.6) && within(f->slowest_high, 0.6, 0.65),
	   "it has 0.6 of the mean, and not the mean");
}

/* How often the truth lies within the bounds. */
static void check_covered(gsl_rng *rng)
{
	static const double rate[] = { 10, 5, 10 };
	const double jain = 6.25 / 6.75, slowest = 0.6;
	struct report_fairness *f;
	struct report rep;
	int i, jains = 0, slowests = 0;

	for (i = 0; i < SETS; i++) {
		make(&rep, rate, 0.5, MOST, rng);
		work_out(&rep);
		f = &rep.fairness;
		jains += f->jain_low.v <= jain && f->jain_high.v >= jain;
		slowests += f->slowest_low.v <= slowest && f->slowest_high.v >= slowest;
	}
	ok(jains >= COVERED_LEAST && jains < SETS, "Jain's index is in the bounds %d times of %d",
	   jains, SETS);
	ok(slowests >= COVERED_LEAST && slowests < SETS,
	   "the slowest one's part of the mean %d times", slowests);
}

static void check_same(gsl_rng *rng)
{
	static const double rate[] = { 10, 9, 8 };
	struct report_fairness then;
	struct report rep;

	make(&rep, rate, 0.3, 12, rng);
	work_out(&rep);
	then = rep.fairness;
	work_out(&rep);
	ok(!memcmp(&then, &rep.fairness, sizeof(then)), "the same figures, the same bounds");
}

static void check_few(gsl_rng *rng)
{
	static const double rate[] = { 10, 5, 10 };
	const struct report_fairness *f;
	struct report rep;

	f = &rep.fairness;
	make(&rep, rate, 0.2, 4, rng);
	work_out(&rep);
	ok(f->interval_count.v == 4 && !f->jain_low.known && !f->slowest_high.known,
	   "four intervals tell nothing");
	make(&rep, rate, 0.2, 10, rng);
	writers[2].write_ns = fig_of(5 * SECOND + 1);
	work_out(&rep);
	ok(f->interval_count.v == 5 && f->jain_low.known, "only those in which all were writing");
	writers[2].write_ns = fig_none();
	work_out(&rep);
	ok(!f->interval_count.v && !f->jain_low.known, "one that never wrote leaves none");
	make(&rep, rate, 0.2, 10, rng);
	rep.writer_count = 1;
	work_out(&rep);
	ok(!f->interval_count.known && f->jain.v > 0.9, "a single one is alone");
	make(&rep, rate, 0.2, 10, rng);
	memset(samples, 0, sizeof(samples));
	work_out(&rep);
	ok(!f->jain_low.known, "samples without bytes tell nothing");
}

static void check_latency(gsl_rng *rng)
{
	static const double rate[] = { 10, 10, 10 };
	const struct report_fairness *f;
	struct report rep;
	size_t i;

	f = &rep.fairness;
	make(&rep, rate, 0.2, 4, rng);
	work_out(&rep);
	ok(!f->latency_jain.known && !f->latency_max_ratio.known, "no operations, no times");
	for (i = 0; i < WRITERS; i++) {
		writers[i].mean = fig_of(i + 1);
		writers[i].p99 = fig_of(i == 1 ? 80 : 10 * (i + 1));
	}
	work_out(&rep);
	ok(near(f->latency_jain, 36.0 / 42), "means of 1, 2, 3: 6/7");
	ok(near(f->latency_max_ratio, 80.0 / 30),
	   "the largest p99 over the median one: 80 of 10, 30, 80");
}

static void check_weights(gsl_rng *rng)
{
	static const double rate[] = { 10, 20, 10 };
	const struct report_fairness *f;
	struct report rep;
	size_t i;

	f = &rep.fairness;
	make(&rep, rate, 0, 4, rng);
	for (i = 0; i < WRITERS; i++)
		writers[i].cgroup_weight = fig_of(100);
	work_out(&rep);
	ok(!f->weighted_jain.known, "equal weights have no index of their own");
	writers[1].cgroup_weight = fig_of(200);
	work_out(&rep);
	ok(near(f->weighted_jain, 1) && within(f->jain, 0.88, 0.9),
	   "twice the weight, twice the rate: 1");
	writers[0].cgroup_weight = fig_none();
	work_out(&rep);
	ok(!f->weighted_jain.known, "a weight that is not known: unknown");
}

int main(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	if (!rng)
		abort();
	check_equal(rng);
	check_half(rng);
	check_covered(rng);
	check_same(rng);
	check_few(rng);
	check_latency(rng);
	check_weights(rng);
	gsl_rng_free(rng);
	return tap_end();
}
