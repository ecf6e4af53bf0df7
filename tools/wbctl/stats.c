// SPDX-License-Identifier: GPL-2.0-or-later
/* Statistics: fairness, a histogram of times, figures of several runs. */
#include <math.h>

#include "stats.h"

static_assert(HIST_SUB == 1 << HIST_SUB_BITS, "a power of two");

static size_t bucket_of(uint64_t v)
{
	unsigned int shift;

	if (v < HIST_SUB)
		return v;
	shift = 63 - __builtin_clzll(v) - HIST_SUB_BITS;
	return (size_t)(shift + 1) * HIST_SUB + ((v >> shift) & (HIST_SUB - 1));
}

/* The largest value that falls into the bucket. */
static uint64_t bucket_top(size_t bucket)
{
	size_t shift;

	if (bucket < HIST_SUB)
		return bucket;
	shift = bucket / HIST_SUB - 1;
	return ((HIST_SUB + (uint64_t)(bucket % HIST_SUB)) << shift) + ((1ULL << shift) - 1);
}

/* Load and store instead of an atomic add: there is one writer. */
static void bump(atomic_ullong *counter)
{
	atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1,
			      memory_order_relaxed);
}

void hist_add(struct hist *h, uint64_t v)
{
	bump(&h->buckets[bucket_of(v)]);
	bump(&h->count);
	if (v > atomic_load_explicit(&h->max, memory_order_relaxed))
		atomic_store_explicit(&h->max, v, memory_order_relaxed);
}

struct fig hist_quantile(struct hist *h, unsigned int per_mille)
{
	uint64_t count = 0, rank, seen = 0, max = h->max, top;
	size_t i;

	/* The buckets' own sum: a writer that was killed may have left count behind. */
	for (i = 0; i < HIST_BUCKETS; i++)
		count += h->buckets[i];
	if (!count)
		return fig_none();
	rank = count / 1000 * per_mille + (count % 1000 * per_mille + 999) / 1000;
	for (i = 0; i < HIST_BUCKETS; i++) {
		seen += h->buckets[i];
		if (seen >= rank && h->buckets[i])
			break;
	}
	top = bucket_top(i);
	return fig_of(top < max ? top : max);
}

struct fig hist_max(struct hist *h)
{
	return h->count ? fig_of(h->max) : fig_none();
}

void moments_add(struct moments *sum, double x)
{
	double delta = x - sum->mean;

	sum->n++;
	sum->mean += delta / sum->n;
	sum->squares += delta * (x - sum->mean);
}

void moments_join(struct moments *sum, const struct moments *more)
{
	double delta = more->mean - sum->mean;
	unsigned int n = sum->n + more->n;

	if (!n)
		return;
	sum->squares += more->squares + delta * delta * sum->n * more->n / n;
	sum->mean += delta * more->n / n;
	sum->n = n;
}

struct ratio moments_sd(const struct moments *sum)
{
	if (sum->n < 2)
		return (struct ratio){ .known = false };
	return ratio_of(sqrt(sum->squares / (sum->n - 1)));
}

void series_add(struct series *s, struct ratio v)
{
	if (!v.known)
		return;
	if (!s->m.n || v.v < s->min)
		s->min = v.v;
	if (!s->m.n || v.v > s->max)
		s->max = v.v;
	moments_add(&s->m, v.v);
}

struct ratio series_mean(const struct series *s)
{
	return (struct ratio){ s->m.n > 0, s->m.mean };
}

struct ratio series_stddev(const struct series *s)
{
	return moments_sd(&s->m);
}

struct ratio series_min(const struct series *s)
{
	return (struct ratio){ s->m.n > 0, s->min };
}

struct ratio series_max(const struct series *s)
{
	return (struct ratio){ s->m.n > 0, s->max };
}

static struct ratio jain_of_sums(double sum, double squares, size_t n)
{
	if (squares <= 0)
		return (struct ratio){ .known = false };
	return ratio_of(sum * sum / ((double)n * squares));
}

struct ratio jain_of(const double *x, size_t n)
{
	double sum = 0, squares = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		sum += x[i];
		squares += x[i] * x[i];
	}
	return jain_of_sums(sum, squares, n);
}

struct ratio jain_index(const struct fig *x, size_t n)
{
	double sum = 0, squares = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (!x[i].known)
			return (struct ratio){ .known = false };
		sum += (double)x[i].v;
		squares += (double)x[i].v * (double)x[i].v;
	}
	return jain_of_sums(sum, squares, n);
}

struct ratio min_max_ratio(const struct fig *x, size_t n)
{
	uint64_t min = UINT64_MAX, max = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (!x[i].known)
			return (struct ratio){ .known = false };
		if (x[i].v < min)
			min = x[i].v;
		if (x[i].v > max)
			max = x[i].v;
	}
	if (!max)
		return (struct ratio){ .known = false };
	return ratio_of((double)min / (double)max);
}
