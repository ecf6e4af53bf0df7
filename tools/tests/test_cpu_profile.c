// SPDX-License-Identifier: GPL-2.0-or-later
/* CPU profiles: functions of addresses, samples of perf's lines, and what rose. */
#include <gsl/gsl_randist.h>

#include "cpu_profile.h"
#include "profiler.h"
#include "tap.h"

static const char symbols[] =
	"ffffffff81000000 T _stext\n"
	"ffffffff81000000 t __startup\n"
	"ffffffff81000100 t __schedule\n"
	"ffffffff81000100 T schedule\n"
	"ffffffff81000180 T default_idle\n"
	"ffffffff81000200 D jiffies\n"
	"ffffffff81000400 T _etext\n"
	"nonsense\n"
	"\n"
	"ffffffffc0002000 t ext4_b\t[ext4]\n"
	"ffffffffc0001000 t dm_table_unplug_all\t[dm_mod]\n"
	"ffffffffc0001052 T dm_last\t[dm_mod]\n"
	"ffffffffc0001800 t ext4_a\t[ext4]";

static void check_symbols(void)
{
	const struct kallsym *s;
	struct kallsyms k;

	ok(!kallsyms_parse(&k, strdup(symbols)) && k.count == 8,
	   "functions, one at each address");
	s = kallsyms_find(&k, 0xffffffff81000140);
	ok(s && !strcmp(s->name, "schedule") && s->length_bytes.v == 0x80,
	   "the global name counts");
	s = kallsyms_find(&k, 0xffffffff81000180);
	ok(s && !strcmp(s->name, "default_idle") && s->length_bytes.v == 0x280,
	   "data ends no function");
	s = kallsyms_find(&k, 0xffffffffc0001051);
	ok(s && !strcmp(s->name, "dm_table_unplug_all") && !strcmp(s->module, "dm_mod") &&
	   s->length_bytes.v == 0x52, "a module's, out of order");
	s = kallsyms_find(&k, 0xffffffffc0001060);
	ok(s && !strcmp(s->name, "dm_last") && !s->length_bytes.known,
	   "the last of a module has no length");
	ok(!kallsyms_find(&k, 0xfff) && !kallsyms_find(&k, UINT64_MAX), "no function is there");
	kallsyms_free(&k);
	ok(!kallsyms_parse(&k, strdup("0000000000000000 T _stext\n0000000000000000 T x\n")) &&
	   !k.count, "addresses that are hidden");
	kallsyms_free(&k);
	ok(!kallsyms_parse(&k, strdup("")) && !k.count && !kallsyms_find(&k, 1), "nothing at all");
	kallsyms_free(&k);
}

static const char *const lines[] = {
	"10316  ffffffff81000110 ", "   17  ffffffffc0001004", "10316  ffffffffc0001008 ",
	"    0  ffffffff81000190 ", "    0  ffffffff81000110 ", "    0 PERF_RECORD_LOST lost 5 ",
	" 17 PERF_RECORD_LOST_SAMPLES lost 2", "", "no sample", "12", "10316  ffffffffc0001008",
	"10316              1000",
};

static void check_lines(void)
{
	struct cpu_task *tasks = calloc(2, sizeof(*tasks));
	struct cpu_profile *p = calloc(1, sizeof(*p));
	struct profiler from = {};
	size_t i;

	kallsyms_parse(&from.syms, strdup(symbols));
	for (i = 0; i < ARRAY_SIZE(lines); i++)
		profiler_take_line(&from, lines[i]);
	ok(from.lost.v == 7 && from.hits.count == 7, "samples, and what was lost");
	tasks[0].pid = fig_of(10316);
	tasks[1].pid = fig_of(4711);
	p->tasks = tasks;
	p->task_count = 2;
	ok(!cpu_profile_fill(p, &from.hits, &from.syms), "a profile of them");
	ok(p->samples.v == 7 && p->idle.v == 1, "idle ones apart");
	ok(p->function_count == 3 && !strcmp(p->functions[0].name, "dm_table_unplug_all") &&
	   p->functions[0].samples.v == 3 && p->functions[0].self.v == 0.5,
	   "the most samples first");
	ok(p->functions[0].per_kib.v > 37.46 && p->functions[0].per_kib.v < 37.47,
	   "normalised by length");
	ok(!strcmp(p->functions[1].name, "schedule") && p->functions[1].samples.v == 2,
	   "an idle task that schedules is not idle");
	ok(!strcmp(p->functions[2].name, "[unknown]") && !p->functions[2].per_kib.known,
	   "an address of no function");
	ok(tasks[0].samples.v == 4 && tasks[0].functions[0].samples.v == 2 &&
	   tasks[1].samples.v == 0 && !tasks[1].function_count, "by task; none is none");
	ok(p->functions[0].of_tasks.v == 2, "of tasks of the run");
	cpu_profile_free(p);
	free(from.hits.h);
	kallsyms_free(&from.syms);
}

/* Many tasks and functions many times: they are put together, and none is lost. */
static void check_many(void)
{
	struct cpu_hits hits = {};
	uint64_t sum = 0;
	uint32_t i;
	int rc = 0;

	for (i = 0; i < 300000 && !rc; i++)
		rc = cpu_hits_add(&hits, i % 97, i % 71);
	for (i = 0; i < hits.count; i++)
		sum += hits.h[i].n;
	ok(!rc && sum == 300000 && hits.room <= 32768, "300000 samples in %zu rows", hits.room);
	free(hits.h);
}

/**
 * struct seen - a function of a profile
 * @name: Its name.
 * @samples: Samples.
 * @length: Its length, 0: unknown.
 * @module: Its module.
 */
struct seen {
	const char *name;
	int samples;
	int length;
	const char *module;
};

static struct json_object *profile(const char *event, int hz, int seconds,
				   const struct seen *seen, size_t count)
{
	struct json_object *doc = json_object_new_object(), *list = json_object_new_array(), *one;
	size_t i;

	json_object_object_add(doc, "event", json_object_new_string(event));
	json_object_object_add(doc, "hz", json_object_new_int(hz));
	json_object_object_add(doc, "duration_ns",
			       json_object_new_int64((int64_t)seconds * (int64_t)NSEC_PER_SEC));
	for (i = 0; i < count; i++) {
		one = json_object_new_object();
		json_add_text(one, "name", seen[i].name);
		json_add_text(one, "module", seen[i].module);
		json_add_fig(one, "samples_count", fig_of((uint64_t)seen[i].samples));
		if (seen[i].length)
			json_add_fig(one, "length_bytes", fig_of((uint64_t)seen[i].length));
		json_object_array_add(list, one);
	}
	json_object_object_add(doc, "functions", list);
	return doc;
}

static struct json_object *one_of(const char *event, int hz, int samples)
{
	const struct seen f = { "f", samples, 0, NULL };

	return profile(event, hz, 10, &f, samples ? 1 : 0);
}

static char *rose(struct json_object *a, struct json_object *b, int *n)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	*n = cpu_profile_rose(f, a, b, 0.05);
	fclose(f);
	json_object_put(a);
	json_object_put(b);
	return text;
}

static void check_rose(void)
{
	static const struct seen before[] = {
		{ "schedule", 1000, 2048, NULL },
		{ "noise", 100, 0, NULL },
		{ "fell", 1000, 0, NULL },
		{ "alloc.isra.0", 1000, 512, NULL },
	};
	static const struct seen after[] = {
		{ "schedule", 800, 2048, NULL },
		{ "noise", 70, 0, NULL },
		{ "alloc", 500, 512, NULL },
		{ "seldom", 3, 0, NULL },
		{ "dm_table_unplug_all", 1100, 82, "dm_mod" },
	};
	int n;
	char *text = rose(profile("cpu-clock", 99, 100, before, ARRAY_SIZE(before)),
			  profile("cpu-clock", 99, 50, after, ARRAY_SIZE(after)), &n);

	ok(n == 2, "what is beyond the noise: %d", n);
	is_text(text,
		"Functions that rose (p < 0.05, corrected by Holm for 6 functions), in samples a\n"
		"second (cpu-clock):\n"
		"      A        B   CHANGE  SIGMA  A / KiB  B / KiB  FUNCTION\n"
		"   0.00    22.00      new   46.9     0.00   274.73  dm_table_unplug_all [dm_mod]\n"
		"  10.00    16.00    +60 %   10.0     5.00     8.00  schedule\n",
		"by how much");
	free(text);
}

/* Two sides of one rate: who is called different is so by chance, seldom. */
static void check_noise(void)
{
	struct json_object *a = json_object_new_array(), *b = json_object_new_array();
	int n;
	char *text;

	json_object_array_add(a, one_of("cycles", 99, 400));
	json_object_array_add(a, one_of("cycles", 99, 420));
	json_object_array_add(b, one_of("cycles", 99, 440));
	text = rose(a, b, &n);
	ok(!n && strstr(text, "No function"), "repeats are added up; 41 against 44 is noise");
	free(text);
	text = rose(one_of("cycles", 99, 0), one_of("cpu-clock", 99, 0), &n);
	ok(n == -1 && strstr(text, "one counts cycles, the other cpu-clock"), "other events");
	free(text);
	text = rose(one_of("cycles", 99, 0), one_of("cycles", 999, 0), &n);
	ok(n == -1 && strstr(text, "one is at 99 Hz, the other at 999"), "other rates");
	free(text);
	text = rose(json_object_new_object(), one_of("cycles", 99, 0), &n);
	ok(n == -1 && strstr(text, "no profile"), "no profile");
	free(text);
	text = rose(json_object_new_array(), one_of("cycles", 99, 0), &n);
	ok(n == -1 && strstr(text, "none on one side"), "none on one side");
	free(text);
}

/*
 * Of many functions of one rate, a few are always beyond three sigma; of seldom
 * ones most. Seeds are fixed.
 */
static void check_many_functions(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	static struct seen seen[2][2000];
	static char names[2000][8];
	int n, wrong = 0, i, k, side;

	for (i = 0; i < 2000; i++)
		snprintf(names[i], sizeof(names[i]), "f%d", i);
	for (k = 1; k <= 100; k++) {
		gsl_rng_set(rng, (unsigned long)k);
		for (side = 0; side < 2; side++)
			for (i = 0; i < 2000; i++)
				seen[side][i] = (struct seen){
					names[i], (int)gsl_ran_poisson(rng, i % 20), 0, NULL
				};
		free(rose(profile("cycles", 99, 100, seen[0], 2000),
			  profile("cycles", 99, 100, seen[1], 2000), &n));
		wrong += n > 0;
	}
	/* 5 % of 100, and three standard deviations of that. */
	ok(wrong <= 11, "2000 functions that did not rise: one is shown in %d of 100 pairs", wrong);
	gsl_rng_free(rng);
}

int main(void)
{
	check_symbols();
	check_lines();
	check_many();
	check_rose();
	check_noise();
	check_many_functions();
	return tap_end();
}
