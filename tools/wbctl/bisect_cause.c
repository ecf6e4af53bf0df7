// SPDX-License-Identifier: GPL-2.0-or-later
/* Whether a bad step is bad for the same cause: where the time of runs went. */
#include <math.h>

#include "bisect_cause.h"
#include "jsonin.h"

/* The least part of the way from good to bad that is more than noise. */
#define LEAST_ALONG 0.25

/* User and system time are one class: a short run has too few ticks to part them. */
static const char *class_label(size_t class)
{
	return class == CLASS_CPU_SYSTEM ? "cpu" : class_names[class];
}

static double number(struct json_object *in, const char *key)
{
	struct json_object *v;

	return json_object_object_get_ex(in, key, &v) ? json_object_get_double(v) : 0;
}

/* Adds a writer's times to @ns. Return: Whether it has a ledger. */
static bool add_writer(double ns[CLASSES], struct json_object *writer)
{
	struct json_object *ledger;
	double cpu;
	size_t i;

	if (!json_object_object_get_ex(writer, "ledger_ns", &ledger))
		return false;
	for (i = CLASS_RUNQUEUE; i < CLASSES; i++)
		ns[i] += number(ledger, class_names[i]);
	cpu = number(ledger, "cpu_user") + number(ledger, "cpu_system");
	/* Left out when no tick was seen. */
	ns[CLASS_CPU_SYSTEM] += cpu > 0 ? cpu : number(writer, "ledger_cpu_ns");
	return true;
}

static bool add_writers(double ns[CLASSES], struct json_object *run)
{
	struct json_object *writers = json_member(run, "writers", json_type_array);
	size_t i;

	for (i = 0; i < json_list_len(writers); i++)
		if (!add_writer(ns, json_object_array_get_idx(writers, i)))
			return false;
	return writers;
}

/* Of all steps, when it is a profile's. */
static bool add_runs(double ns[CLASSES], struct json_object *doc)
{
	struct json_object *steps = json_member(doc, "steps", json_type_array);
	size_t i;

	if (!steps)
		return add_writers(ns, doc);
	for (i = 0; i < json_list_len(steps); i++)
		if (!add_writers(ns, json_member(json_object_array_get_idx(steps, i), "run",
						 json_type_object)))
			return false;
	return true;
}

bool cause_add(struct cause_profile *p, struct json_object *doc)
{
	double ns[CLASSES] = { 0 }, sum = 0;
	size_t i;

	if (!add_runs(ns, doc))
		return false;
	for (i = 0; i < CLASSES; i++)
		sum += ns[i];
	if (sum <= 0)
		return false;
	p->runs++;
	for (i = 0; i < CLASSES; i++)
		p->share[i] += (ns[i] / sum - p->share[i]) / p->runs;
	return true;
}

double cause_distance(const struct cause_profile *a, const struct cause_profile *b)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < CLASSES; i++)
		sum += fabs(a->share[i] - b->share[i]);
	return sum / 2;
}

/**
 * struct shift - how the time of a step moved, compared with the good run
 * @along: How far towards the bad run: 1 is as far as that.
 * @straight: The length of that part.
 * @aside: The length of what moved elsewhere.
 * @class: The class that took more time than the way to the bad run explains.
 */
struct shift {
	double along;
	double straight;
	double aside;
	size_t class;
};

static struct shift shift_of(const struct cause_profile *step, const struct cause_profile *good,
			     const struct cause_profile *bad)
{
	double u[CLASSES], v[CLASSES], uu = 0, uv = 0, rest, most = 0;
	struct shift s = { 0 };
	size_t i;

	for (i = 0; i < CLASSES; i++) {
		u[i] = bad->share[i] - good->share[i];
		v[i] = step->share[i] - good->share[i];
		uu += u[i] * u[i];
		uv += u[i] * v[i];
	}
	s.along = uu > 0 ? uv / uu : 0;
	s.straight = s.along * sqrt(uu);
	for (i = 0; i < CLASSES; i++) {
		rest = v[i] - s.along * u[i];
		s.aside += rest * rest;
		if (rest > most) {
			most = rest;
			s.class = i;
		}
	}
	s.aside = sqrt(s.aside);
	return s;
}

bool cause_same(const struct cause_profile *step, const struct cause_profile *good,
		const struct cause_profile *bad, char *why, size_t len)
{
	struct shift s = shift_of(step, good, bad);

	if (s.along >= LEAST_ALONG && s.straight > s.aside)
		return true;
	if (cause_distance(step, good) < LEAST_ALONG * cause_distance(good, bad))
		snprintf(why, len, "its time went as in the good run");
	else
		snprintf(why, len,
			 "%s took %.0f %% of the time, in the bad run %.0f %%, in the good %.0f %%",
			 class_label(s.class), step->share[s.class] * 100,
			 bad->share[s.class] * 100, good->share[s.class] * 100);
	return false;
}
