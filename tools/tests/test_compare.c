// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Comparing: how often sets of one distribution are called different, how often
 * a real change is found, and what the tables look like.
 */
#include <math.h>

#include <gsl/gsl_randist.h>

#include "compare.h"
#include "golden.h"
#include "rundoc.h"
#include "tap.h"

#define RUNS 10
#define TRIES 200
#define MANY_TRIES 5000
#define FILES_MOST 6

/**
 * struct job - files to compare, made in memory
 * @o: Options.
 * @files: The files.
 * @c: The comparison.
 */
struct job {
	struct compare_opts o;
	struct runfile files[FILES_MOST];
	struct compare c;
};

static void begin(struct job *j)
{
	*j = (struct job){ .o.alpha = 0.05 };
	j->c = (struct compare){ .o = &j->o, .files = j->files };
}

static void end(struct job *j)
{
	size_t i;

	compare_free(&j->c);
	for (i = 0; i < j->c.file_count; i++)
		runfile_free(&j->files[i]);
}

static struct runfile *add_file(struct job *j, const char *path, size_t runs)
{
	struct runfile *rf = &j->files[j->c.file_count++];

	*rf = (struct runfile){
		.path = path, .results = calloc(runs, sizeof(*rf->results))
	};
	return rf;
}

/* Takes @doc. */
static struct runfile_result *add_run(struct runfile *rf, struct json_object *doc)
{
	struct runfile_result *r = &rf->results[rf->count++];

	snprintf(r->kernel, sizeof(r->kernel), "%s",
		 json_object_get_string(json_object_object_get(doc, "kernel")));
	traits_of(&r->traits, doc);
	figures_of(&r->figures, doc);
	json_object_put(doc);
	return r;
}

static double normal(gsl_rng *rng, double mean)
{
	return mean * (1 + gsl_ran_gaussian(rng, 0.05));
}

/* A few runs are much slower than the others. */
static double skewed(gsl_rng *rng, double mean)
{
	return mean / gsl_ran_lognormal(rng, 0, 0.5);
}

/* Whether any of @metrics figures is called different; the first changes by @factor. */
static bool differs(gsl_rng *rng, double (*one)(gsl_rng *rng, double mean), double factor,
		    int metrics, size_t *first)
{
	char name[32];
	struct json_object *doc, *list;
	struct runfile *rf;
	struct job j;
	bool any = false;
	size_t i;
	int f, run, m;

	begin(&j);
	for (f = 0; f < 2; f++) {
		rf = add_file(&j, f ? "b" : "a", RUNS);
		for (run = 0; run < RUNS; run++) {
			doc = rundoc_metric("m0_per_s", one(rng, 25000 * (f ? factor : 1)));
			list = json_object_object_get(doc, "metrics");
			for (m = 1; m < metrics; m++) {
				snprintf(name, sizeof(name), "m%d_per_s", m);
				json_object_object_add(list, name,
						       json_object_new_double(one(rng, 25000)));
			}
			add_run(rf, doc);
		}
	}
	if (compare_make(&j.c))
		abort();
	for (i = 0; i < j.c.name_count; i++)
		any |= j.c.cells[0].rows[i].diffs[1].significant;
	*first += j.c.cells[0].rows[0].diffs[1].significant;
	end(&j);
	return any;
}

static size_t called(double (*one)(gsl_rng *rng, double mean), double factor, int metrics,
		     int tries, size_t *first)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	size_t any = 0;
	int i;

	*first = 0;
	for (i = 0; i < tries; i++) {
		gsl_rng_set(rng, (unsigned long)i + 1);
		any += differs(rng, one, factor, metrics, first);
	}
	gsl_rng_free(rng);
	return any;
}

/*
 * Of n tries with a chance of 5 %, as many as 5 % and three standard deviations
 * of the binomial distribution, sqrt(0.05 * 0.95 * n), are chance; more comes by
 * one time in 370 at most. The seeds are fixed, so that it comes always or never.
 */
static size_t chance(int tries)
{
	return (size_t)(0.05 * tries + 3 * sqrt(0.05 * 0.95 * tries));
}

static void check_false_alarms(void)
{
	size_t n, first;

	n = called(normal, 1, 1, TRIES, &first);
	ok(n <= chance(TRIES), "one distribution: %zu of %d tries called different (%zu is chance)",
	   n, TRIES, chance(TRIES));
	n = called(normal, 1, 1, MANY_TRIES, &first);
	ok(n <= chance(MANY_TRIES), "and %zu of %d (%zu)", n, MANY_TRIES, chance(MANY_TRIES));
	n = called(normal, 1, 5, TRIES, &first);
	ok(n <= chance(TRIES), "any of five figures: %zu of %d (%zu)", n, TRIES, chance(TRIES));
	n = called(skewed, 1, 1, TRIES, &first);
	ok(n <= chance(TRIES), "far from normal: %zu of %d (%zu)", n, TRIES, chance(TRIES));
}

static void check_power(void)
{
	size_t first;

	called(normal, 0.9, 1, TRIES, &first);
	ok(first >= TRIES * 9 / 10, "10 %% less, 5 %% noise: found in %zu of %d", first, TRIES);
	called(normal, 1.1, 1, TRIES, &first);
	ok(first >= TRIES * 9 / 10, "10 %% more: found in %zu of %d", first, TRIES);
	called(normal, 0.9, 5, TRIES, &first);
	ok(first >= TRIES * 9 / 10, "10 %% less, among five figures: found in %zu of %d", first,
	   TRIES);
}

/**
 * struct kernel - a kernel to make runs of
 * @release: Its release.
 * @slower: Its throughput is divided by it.
 * @allocation_ns: Part of each writer's time.
 */
struct kernel {
	const char *release;
	double slower;
	double allocation_ns;
};

static const struct kernel kernels[] = {
	{ "6.1.0-57-cloud-amd64", 1, 8e8 },
	{ "6.12.63-cloud-amd64", 1.25, 3.3e9 },
	{ "7.2.0-cloud-amd64", 0.5, 8.1e8 },
	{ "7.3.0-rc1-cloud-amd64", 1.002, 8e8 },
	{ "7.3.0-rc2-cloud-amd64", 1.01, 8e8 },
	{ "7.3.0-cloud-amd64", 4, 9e9 },
};

/* The same figures on every machine: GSL's generators are its own. */
static struct json_object *noisy(gsl_rng *rng, const struct kernel *k, uint64_t dirty_ratio)
{
	struct rundoc r = {
		.kernel = k->release, .fs = "ext4", .memory_bytes = 512 << 20,
		.dirty_ratio = dirty_ratio,
		.bytes_per_s = (6 << 20) / k->slower * (1 + gsl_ran_gaussian(rng, 0.02)),
		.allocation_ns = k->allocation_ns * (1 + gsl_ran_gaussian(rng, 0.05)),
		.fsync_ns = 1.9e9 * (1 + gsl_ran_gaussian(rng, 0.05)),
		.drain_ns = 5e8 * k->slower * (1 + gsl_ran_gaussian(rng, 0.1)),
	};

	return rundoc(&r);
}

static struct runfile *add_kernel(struct job *j, gsl_rng *rng, const char *path, size_t kernel,
				  size_t runs)
{
	struct runfile *rf = add_file(j, path, runs);
	size_t i;

	for (i = 0; i < runs; i++)
		add_run(rf, noisy(rng, &kernels[kernel], 20));
	return rf;
}

static void finish(struct job *j, const char *name)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!ok(compare_make(&j->c) == WBCTL_OK, "%s: compared", name))
		return;
	compare_text(&j->c, f);
	fclose(f);
	golden_text(name, text);
	free(text);
}

static void check_tables(gsl_rng *rng)
{
	struct job j;

	begin(&j);
	j.o.threshold_word = "5";
	j.o.threshold = ratio_of(0.05);
	add_kernel(&j, rng, "results/base.json", 0, RUNS);
	add_kernel(&j, rng, "results/new.json", 1, RUNS)->left_out = 2;
	finish(&j, "compare-two.txt");
	ok(compare_status(&j.c) == WBCTL_THRESHOLD, "the threshold is crossed");
	j.o.threshold = ratio_of(0.5);
	ok(compare_status(&j.c) == WBCTL_OK, "one of 50 %% is not");
	golden_json("compare-two.json", compare_json(&j.c));
	end(&j);

	begin(&j);
	add_kernel(&j, rng, "base.json", 0, 5);
	add_kernel(&j, rng, "same.json", 0, 5);
	finish(&j, "compare-same.txt");
	end(&j);
}

static void check_many(gsl_rng *rng)
{
	static const char *const paths[] = { "1", "2", "3", "4", "5", "6" };
	struct job j;
	size_t i;

	begin(&j);
	j.o.metrics.word[j.o.metrics.count++] = "throughput_bytes_per_s";
	j.o.metrics.word[j.o.metrics.count++] = "ledger_a*_ratio";
	for (i = 0; i < FILES_MOST; i++)
		add_kernel(&j, rng, paths[i], i, RUNS);
	finish(&j, "compare-six.txt");
	end(&j);
}

static void check_single(gsl_rng *rng)
{
	struct job j;

	begin(&j);
	j.o.threshold = ratio_of(0.05);
	j.o.threshold_word = "5";
	add_kernel(&j, rng, "a.json", 0, 1);
	add_kernel(&j, rng, "b.json", 1, 1);
	finish(&j, "compare-single.txt");
	ok(compare_status(&j.c) == WBCTL_FAILED, "a threshold that cannot be judged has not held");
	end(&j);
}

static void check_forced(gsl_rng *rng)
{
	struct json_object *doc;
	struct job j;

	begin(&j);
	j.o.force = true;
	add_kernel(&j, rng, "a.json", 0, 4);
	add_kernel(&j, rng, "b.json", 1, 4);
	doc = noisy(rng, &kernels[1], 10);
	json_object_object_add(doc, "memory_bytes", json_object_new_int64(1LL << 30));
	j.files[1].count--;
	figures_free(&j.files[1].results[3].figures);
	traits_free(&j.files[1].results[3].traits);
	add_run(&j.files[1], doc);
	finish(&j, "compare-forced.txt");
	end(&j);
}

static void check_sweep(gsl_rng *rng)
{
	static const uint64_t ratios[] = { 60, 20 };
	struct runfile_result *r;
	struct runfile *rf;
	struct job j;
	size_t f, i, k;

	begin(&j);
	j.o.metrics.word[j.o.metrics.count++] = "throughput_bytes_per_s";
	for (f = 0; f < 2; f++) {
		rf = add_file(&j, f ? "new.sweep" : "base.sweep", 10);
		rf->sweep = true;
		for (i = 0; i < 2; i++) {
			for (k = 0; k < 5 && (!f || i); k++) {
				r = add_run(rf, noisy(rng, &kernels[f], ratios[i]));
				snprintf(r->cell, sizeof(r->cell), "vm.dirty_ratio %d",
					 (int)ratios[i]);
				r->cell_rank = 1 - i;
			}
		}
	}
	finish(&j, "compare-sweep.txt");
	end(&j);
}

static struct json_object *profile(gsl_rng *rng, const struct kernel *k)
{
	static const char *const names[] = { "write", "rewrite" };
	struct json_object *doc = noisy(rng, k, 20), *steps = json_object_new_array(), *step;
	struct json_object *metrics = json_object_new_object();
	size_t i;

	json_object_object_add(doc, "schema", json_object_new_string("wbctl.profile/1"));
	json_object_object_add(doc, "profile", json_object_new_string("fsmark"));
	json_object_object_del(doc, "writers");
	json_object_object_del(doc, "device");
	json_object_object_del(doc, "job");
	json_object_object_del(doc, "fairness");
	json_object_object_add(metrics, "files_per_s",
			       json_object_new_double(normal(rng, 25000 / k->slower)));
	json_object_object_add(metrics, "overhead_ns", json_object_new_double(normal(rng, 6e8)));
	json_object_object_add(doc, "metrics", metrics);
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		step = json_object_new_object();
		json_object_object_add(step, "step", json_object_new_string(names[i]));
		json_object_object_add(step, "run", noisy(rng, i ? &kernels[0] : k, 20));
		json_object_array_add(steps, step);
	}
	json_object_object_add(doc, "steps", steps);
	return doc;
}

static void check_profile(gsl_rng *rng)
{
	struct runfile *rf;
	struct job j;
	size_t f, i;

	begin(&j);
	for (f = 0; f < 2; f++) {
		rf = add_file(&j, f ? "new.json" : "base.json", RUNS);
		for (i = 0; i < RUNS; i++)
			add_run(rf, profile(rng, &kernels[f]));
	}
	finish(&j, "compare-profile.txt");
	end(&j);
}

int main(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	check_false_alarms();
	check_power();
	gsl_rng_set(rng, 4);
	check_tables(rng);
	check_many(rng);
	check_single(rng);
	check_forced(rng);
	check_sweep(rng);
	check_profile(rng);
	gsl_rng_free(rng);
	return tap_end();
}
