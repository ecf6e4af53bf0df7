// SPDX-License-Identifier: GPL-2.0-or-later
/* Which functions one kernel CPU profile saw more often than another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "cpu_profile.h"
#include "welch.h"

/**
 * struct side - the profiles of one side, added up
 * @event: What they counted.
 * @hz: How often.
 * @seconds: Of run.
 */
struct side {
	const char *event;
	struct fig hz;
	double seconds;
};

/**
 * struct rise - a function on both sides
 * @name: Its name, with what a compiler added.
 * @len: Length of the name without that.
 * @module: Its module, NULL: the kernel proper.
 * @samples: By side.
 * @length_bytes: By side, 0: unknown.
 * @sigmas: How far the difference is beyond 0.
 * @p: The chance of so many of its samples on the second side, had it not risen;
 *	corrected.
 */
struct rise {
	const char *name;
	size_t len;
	const char *module;
	double samples[2];
	double length_bytes[2];
	double sigmas;
	struct ratio p;
};

/**
 * struct rises - the functions of both sides
 * @side: The two.
 * @count: Functions.
 * @room: How many there is room for.
 * @r: They.
 * @why: What forbids the comparison, "" : nothing.
 */
struct rises {
	struct side side[2];
	size_t count;
	size_t room;
	struct rise *r;
	char why[128];
};

static int by_name(const void *a, const void *b)
{
	const struct rise *x = a, *y = b;
	const char *m = x->module ? x->module : "", *n = y->module ? y->module : "";
	size_t least = x->len < y->len ? x->len : y->len;
	int c = strncmp(x->name, y->name, least);

	if (c || x->len != y->len)
		return c ? c : x->len < y->len ? -1 : 1;
	return strcmp(m, n);
}

static int by_sigmas(const void *a, const void *b)
{
	const struct rise *x = a, *y = b;

	return x->sigmas < y->sigmas ? 1 : x->sigmas > y->sigmas ? -1 : by_name(a, b);
}

static void add_function(struct rises *all, size_t side, struct json_object *from)
{
	const char *name = json_get_text(from, "name");
	struct rise *r, *grown;

	if (!name)
		return;
	if (all->count == all->room) {
		all->room = all->room ? all->room * 2 : 1024;
		grown = reallocarray(all->r, all->room, sizeof(*grown));
		if (!grown) {
			all->room = all->count;
			snprintf(all->why, sizeof(all->why), "there is no memory");
			return;
		}
		all->r = grown;
	}
	r = &all->r[all->count++];
	*r = (struct rise){ .name = name, .module = json_get_text(from, "module") };
	/* A name may begin with a dot; the rest up to one is the programmer's. */
	r->len = 1 + strcspn(name + !!*name, ".");
	r->len = r->len > strlen(name) ? strlen(name) : r->len;
	r->samples[side] = (double)json_get_fig(from, "samples_count").v;
	r->length_bytes[side] = (double)json_get_fig(from, "length_bytes").v;
}

static void add_profile(struct rises *all, size_t side, struct json_object *from)
{
	struct json_object *list = json_get(from, "functions");
	const char *event = json_get_text(from, "event");
	struct side *s = &all->side[side];
	struct fig hz = json_get_fig(from, "hz"), ns = json_get_fig(from, "duration_ns");
	size_t i;

	if (!event || !hz.known || !ns.v || !json_object_is_type(list, json_type_array)) {
		snprintf(all->why, sizeof(all->why), "one of them is no profile");
		return;
	}
	if (s->event && (strcmp(s->event, event) || s->hz.v != hz.v))
		snprintf(all->why, sizeof(all->why),
			 "those of one side are of different events or rates");
	s->event = event;
	s->hz = hz;
	s->seconds += (double)ns.v / (double)NSEC_PER_SEC;
	for (i = 0; i < json_object_array_length(list); i++)
		add_function(all, side, json_object_array_get_idx(list, i));
}

static void add_side(struct rises *all, size_t side, struct json_object *from)
{
	size_t i;

	if (!json_object_is_type(from, json_type_array)) {
		add_profile(all, side, from);
		return;
	}
	for (i = 0; i < json_object_array_length(from); i++)
		add_profile(all, side, json_object_array_get_idx(from, i));
}

/* Functions of one name and module become one; their longest part is its length. */
static void merge(struct rises *all)
{
	struct rise *r, *s;
	size_t i, n = 0, side;

	if (all->count)
		qsort(all->r, all->count, sizeof(*all->r), by_name);
	for (i = 0; i < all->count; i++) {
		s = &all->r[i];
		r = n ? &all->r[n - 1] : NULL;
		if (!r || by_name(r, s)) {
			all->r[n++] = *s;
			continue;
		}
		for (side = 0; side < 2; side++) {
			r->samples[side] += s->samples[side];
			if (s->length_bytes[side] > r->length_bytes[side])
				r->length_bytes[side] = s->length_bytes[side];
		}
	}
	all->count = n;
}

/*
 * Counts are Poisson's. If both sides had one rate it would be that of all samples
 * over all seconds, and the difference of the two would vary by it.
 */
static double sigmas_of(const struct rises *all, const struct rise *r)
{
	double s = all->side[0].seconds, t = all->side[1].seconds;
	double rate = (r->samples[0] + r->samples[1]) / (s + t);

	if (rate <= 0)
		return 0;
	return (r->samples[1] / t - r->samples[0] / s) / sqrt(rate / s + rate / t);
}

/*
 * Had it not risen, each of its samples would be on the second side with that side's
 * part of the time. Exact where there are few, which sigmas are not.
 */
static struct ratio chance_of(const struct rises *all, const struct rise *r)
{
	double s = all->side[0].seconds, t = all->side[1].seconds;
	double n = r->samples[0] + r->samples[1];

	if (r->samples[1] < 1 || n > UINT32_MAX)
		return ratio_of(1);
	return ratio_of(gsl_cdf_binomial_Q((unsigned int)r->samples[1] - 1, t / (s + t),
					   (unsigned int)n));
}

/* Each function is a test: of a thousand some rise by chance. */
static bool correct(struct rises *all)
{
	struct ratio **p = calloc(all->count + 1, sizeof(*p));
	size_t i, n = 0;

	for (i = 0; p && i < all->count; i++) {
		all->r[i].p = chance_of(all, &all->r[i]);
		p[i] = &all->r[i].p;
	}
	if (p)
		n = holm(p, all->count);
	free(p);
	return n == all->count;
}

static void check_alike(struct rises *all)
{
	const struct side *a = &all->side[0], *b = &all->side[1];

	if (*all->why)
		return;
	if (!a->event || !b->event)
		snprintf(all->why, sizeof(all->why), "there is none on one side");
	else if (strcmp(a->event, b->event))
		snprintf(all->why, sizeof(all->why), "one counts %s, the other %s", a->event,
			 b->event);
	else if (a->hz.v != b->hz.v)
		snprintf(all->why, sizeof(all->why), "one is at %llu Hz, the other at %llu",
			 (unsigned long long)a->hz.v, (unsigned long long)b->hz.v);
}

/* "0.12 > 3.40", or "-" for what is normalised by a length that nobody knows. */
static void kib_text(char *buf, size_t len, const struct rises *all, const struct rise *r,
		     size_t side)
{
	if (r->length_bytes[side] > 0)
		snprintf(buf, len, "%.2f",
			 r->samples[side] / all->side[side].seconds * 1024 /
			 r->length_bytes[side]);
	else
		snprintf(buf, len, r->samples[side] > 0 ? "-" : "0.00");
}

static void rise_text(FILE *to, const struct rises *all, const struct rise *r)
{
	double a = r->samples[0] / all->side[0].seconds, b = r->samples[1] / all->side[1].seconds;
	char change[16] = "new", kib[2][24], name[96], label[29];

	if (a > 0)
		snprintf(change, sizeof(change), b / a < 100 ? "%+.0f %%" : ">9900 %%",
			 (b / a - 1) * 100);
	kib_text(kib[0], sizeof(kib[0]), all, r, 0);
	kib_text(kib[1], sizeof(kib[1]), all, r, 1);
	snprintf(name, sizeof(name), "%.*s%s%.20s%s", (int)(r->len < 64 ? r->len : 64), r->name,
		 r->module ? " [" : "", r->module ? r->module : "", r->module ? "]" : "");
	fprintf(to, "%7.2f  %7.2f  %7s  %5.1f  %7s  %7s  %s\n", a, b, change, r->sigmas, kib[0],
		kib[1], format_clean(label, sizeof(label), name));
}

static void print_head(FILE *to, const struct rises *all, double alpha)
{
	char text[192];

	snprintf(text, sizeof(text),
		 "Functions that rose (p < %g, corrected by Holm for %zu function%s), in samples a second (%s):",
		 alpha, all->count, all->count == 1 ? "" : "s", all->side[0].event);
	wrap(to, text, 0, 0);
	fputs("      A        B   CHANGE  SIGMA  A / KiB  B / KiB  FUNCTION\n", to);
}

static int print(FILE *to, struct rises *all, double alpha)
{
	size_t i, n = 0, shown = 0;

	for (i = 0; i < all->count; i++)
		all->r[i].sigmas = sigmas_of(all, &all->r[i]);
	if (all->count)
		qsort(all->r, all->count, sizeof(*all->r), by_sigmas);
	if (!correct(all))
		return -1;
	for (i = 0; i < all->count; i++)
		n += all->r[i].p.v < alpha;
	if (!n) {
		fputs("No function of the kernel rose by more than the noise of counting.\n", to);
		return 0;
	}
	print_head(to, all, alpha);
	for (i = 0; i < all->count && shown < CPU_PROFILE_TOP; i++) {
		if (all->r[i].p.v < alpha) {
			rise_text(to, all, &all->r[i]);
			shown++;
		}
	}
	if (n > shown)
		fprintf(to, "and %zu more\n", n - shown);
	return (int)n;
}

int cpu_profile_rose(FILE *to, struct json_object *a, struct json_object *b, double alpha)
{
	struct rises all = {};
	char text[192];
	int n = -1;

	add_side(&all, 0, a);
	add_side(&all, 1, b);
	check_alike(&all);
	if (*all.why) {
		snprintf(text, sizeof(text), "The CPU profiles cannot be compared: %s.", all.why);
		wrap(to, text, 0, 0);
	} else {
		merge(&all);
		n = print(to, &all, alpha);
	}
	free(all.r);
	return n;
}
