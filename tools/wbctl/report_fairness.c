// SPDX-License-Identifier: GPL-2.0-or-later
/* How sure the fairness of a report is: bounds from how it varies in time. */
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

#include "report.h"
#include "stats.h"

#define DRAWS 1000
/* Draws from fewer intervals are too much alike. */
#define INTERVALS_LEAST 5
/* Fixed: the same document has the same bounds whenever it is read. */
#define SEED 1
#define LOW 0.025
#define HIGH 0.975

/**
 * struct intervals - what each writer moved in each interval
 * @count: Intervals in which all writers were writing.
 * @writers: Writers.
 * @bytes: What they moved, all writers of the first interval first.
 * @slowest: Which of them is the slowest of the run.
 */
struct intervals {
	size_t count;
	size_t writers;
	double *bytes;
	size_t slowest;
};

/**
 * struct draws - what came out of the draws
 * @count: Draws in which anything was moved.
 * @jain: Jain's index of each.
 * @slowest: The slowest writer's part of the mean in each.
 */
struct draws {
	size_t count;
	double jain[DRAWS];
	double slowest[DRAWS];
};

/* When the first of the writers stopped writing. */
static struct fig first_end(const struct report *rep)
{
	struct fig first = rep->writers[0].write_ns;
	size_t i;

	for (i = 1; i < rep->writer_count && first.known; i++) {
		if (!rep->writers[i].write_ns.known)
			return fig_none();
		if (rep->writers[i].write_ns.v < first.v)
			first = rep->writers[i].write_ns;
	}
	return first;
}

static struct fig moved_by(const struct report *rep, size_t sample, size_t writer)
{
	const struct report_sample *s = &rep->samples[sample * rep->writer_count + writer];

	if (!s->written_bytes.known)
		return fig_none();
	return fig_of(shape_moved(rep->shape, s->written_bytes.v, s->read_bytes.v));
}

/* The interval that ends with a sample; false when a writer's part is not known. */
static bool interval_of(const struct report *rep, size_t sample, double *bytes)
{
	struct fig grown;
	size_t i;

	for (i = 0; i < rep->writer_count; i++) {
		grown = fig_grown(sample ? moved_by(rep, sample - 1, i) : fig_of(0),
				  moved_by(rep, sample, i));
		if (!grown.known)
			return false;
		bytes[i] = (double)grown.v;
	}
	return true;
}

/* The intervals are the same for all writers, so that bytes are as good as rates. */
static void find_intervals(struct intervals *in, const struct report *rep)
{
	struct fig end = first_end(rep);
	size_t i;

	for (i = 0; i < rep->sample_count && end.known && rep->sample_t_ns[i] <= end.v; i++)
		if (interval_of(rep, i, in->bytes + in->count * in->writers))
			in->count++;
	while (in->slowest + 1 < in->writers &&
	       rep->writers[in->slowest].id.v != rep->fairness.slowest.v)
		in->slowest++;
}

static void add_interval(double *sum, const struct intervals *in, size_t interval)
{
	const double *bytes = in->bytes + interval * in->writers;
	size_t i;

	for (i = 0; i < in->writers; i++)
		sum[i] += bytes[i];
}

static void take_draw(struct draws *d, const double *sum, const struct intervals *in)
{
	struct ratio jain = jain_of(sum, in->writers);
	double all = 0;
	size_t i;

	if (!jain.known)
		return;
	for (i = 0; i < in->writers; i++)
		all += sum[i];
	d->jain[d->count] = jain.v;
	d->slowest[d->count++] = sum[in->slowest] * (double)in->writers / all;
}

/* Draws as many intervals as there are, some more than once, some never. */
static void draw(struct draws *d, const struct intervals *in, double *sum, gsl_rng *rng)
{
	size_t i;

	memset(sum, 0, in->writers * sizeof(*sum));
	for (i = 0; i < in->count; i++)
		add_interval(sum, in, gsl_rng_uniform_int(rng, in->count));
	take_draw(d, sum, in);
}

/*
 * Draws vary about the intervals as these do about what is true, and are a bit
 * less alike: where the writers are alike, all draws may be on one side of @own.
 */
static void bounds(struct ratio *low, struct ratio *high, double *x, size_t n, double own)
{
	double a, b;

	gsl_sort(x, 1, n);
	a = gsl_stats_quantile_from_sorted_data(x, 1, n, LOW);
	b = gsl_stats_quantile_from_sorted_data(x, 1, n, HIGH);
	*low = ratio_of(own < a ? own : a);
	*high = ratio_of(own > b ? own : b);
}

static void draw_all(struct report_fairness *f, const struct intervals *in, struct draws *d,
		     double *sum, gsl_rng *rng)
{
	double jain, slowest;
	size_t i;

	memset(sum, 0, in->writers * sizeof(*sum));
	for (i = 0; i < in->count; i++)
		add_interval(sum, in, i);
	take_draw(d, sum, in);
	if (!d->count)
		return;
	jain = d->jain[0];
	slowest = d->slowest[0];
	d->count = 0;
	gsl_rng_set(rng, SEED);
	for (i = 0; i < DRAWS; i++)
		draw(d, in, sum, rng);
	if (!d->count)
		return;
	bounds(&f->jain_low, &f->jain_high, d->jain, d->count, jain);
	if (f->slowest.known)
		bounds(&f->slowest_low, &f->slowest_high, d->slowest, d->count, slowest);
}

static void fill_bounds(struct report *rep)
{
	struct intervals in = { .writers = rep->writer_count };
	struct draws *d = calloc(1, sizeof(*d));
	double *sum = calloc(in.writers, sizeof(*sum));
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	in.bytes = calloc(rep->sample_count * in.writers + 1, sizeof(*in.bytes));
	if (d && sum && rng && in.bytes) {
		find_intervals(&in, rep);
		rep->fairness.interval_count = fig_of(in.count);
		if (in.count >= INTERVALS_LEAST)
			draw_all(&rep->fairness, &in, d, sum, rng);
	}
	if (rng)
		gsl_rng_free(rng);
	free(in.bytes);
	free(sum);
	free(d);
}

static void fill_latency(struct report *rep, struct fig *mean, double *p99)
{
	struct report_fairness *f = &rep->fairness;
	size_t i, n = rep->writer_count;
	double median;

	for (i = 0; i < n; i++)
		mean[i] = rep->writers[i].mean;
	f->latency_jain = jain_index(mean, n);
	for (i = 0; i < n; i++) {
		if (!rep->writers[i].p99.known)
			return;
		p99[i] = (double)rep->writers[i].p99.v;
	}
	gsl_sort(p99, 1, n);
	median = gsl_stats_median_from_sorted_data(p99, 1, n);
	if (median > 0)
		f->latency_max_ratio = ratio_of(p99[n - 1] / median);
}

/* Equal weights have nothing to say: that is the index without them. */
static void fill_weighted(struct report *rep, double *x)
{
	const struct report_writer *w = rep->writers;
	bool differ = false;
	size_t i;

	for (i = 0; i < rep->writer_count; i++) {
		if (!w[i].cgroup_weight.known || !w[i].cgroup_weight.v || !w[i].throughput.known)
			return;
		differ |= w[i].cgroup_weight.v != w[0].cgroup_weight.v;
		x[i] = (double)w[i].throughput.v / (double)w[i].cgroup_weight.v;
	}
	if (differ)
		rep->fairness.weighted_jain = jain_of(x, rep->writer_count);
}

void report_fill_fairness(struct report *rep)
{
	struct fig *mean = calloc(rep->writer_count + 1, sizeof(*mean));
	double *x = calloc(rep->writer_count + 1, sizeof(*x));

	/* The processes of a program are not meant to be alike, and one has no other. */
	if (mean && x && !rep->program && rep->writer_count > 1) {
		fill_latency(rep, mean, x);
		fill_weighted(rep, x);
		if (rep->samples)
			fill_bounds(rep);
	}
	free(mean);
	free(x);
}
