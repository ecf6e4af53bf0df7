// SPDX-License-Identifier: GPL-2.0-or-later
/* What the runs of a sweep came to: figures of each, and a row for each cell. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "kind.h"
#include "out.h"
#include "result.h"

/**
 * struct sum - the runs of a cell
 * @runs: Those that are done.
 * @failed: Those of them that failed.
 * @mean: Mean of the throughputs that are known, of runs that did not fail.
 * @stddev: Their standard deviation, unknown for fewer than two.
 * @throttled: Mean of the shares throttled.
 * @metric: Mean of the metric; of rates the harmonic one.
 */
struct sum {
	struct fig runs;
	struct fig failed;
	struct ratio mean;
	struct ratio stddev;
	struct ratio throttled;
	struct ratio metric;
};

/* A figure of @from by a path with dots; unknown when it is not there. */
static struct ratio get_number(struct json_object *from, const char *path)
{
	struct json_object *value = json_get(from, path);

	if (!json_object_is_type(value, json_type_int) &&
	    !json_object_is_type(value, json_type_double))
		return (struct ratio){ .known = false };
	return ratio_of(json_object_get_double(value));
}

/* The sum over all writers; unknown when one does not have it. */
static struct ratio sum_writers(struct json_object *doc, const char *path)
{
	struct ratio sum = { .known = false }, one;
	struct json_object *list;
	size_t i;

	if (!json_object_object_get_ex(doc, "writers", &list) ||
	    !json_object_is_type(list, json_type_array))
		return sum;
	for (i = 0; i < json_object_array_length(list); i++) {
		one = get_number(json_object_array_get_idx(list, i), path);
		if (!one.known)
			return one;
		sum = ratio_of(sum.v + one.v);
	}
	return sum;
}

static struct ratio divide(struct ratio part, struct ratio whole)
{
	if (!part.known || !whole.known || whole.v <= 0)
		return (struct ratio){ .known = false };
	return ratio_of(part.v / whole.v);
}

/**
 * struct totals - of a run, or of all steps of a profile
 * @moved: Bytes that the writers wrote or read, those that count for their shape.
 * @duration: Nanoseconds from the barrier to the last writer's end.
 * @held: Nanoseconds that they were held.
 * @wall: Their own nanoseconds.
 */
struct totals {
	struct ratio moved;
	struct ratio duration;
	struct ratio held;
	struct ratio wall;
};

/* Unknown as soon as one part is. */
static void add(struct ratio *sum, struct ratio one)
{
	sum->known = sum->known && one.known;
	sum->v += one.v;
}

static struct ratio moved_of(struct json_object *doc, struct ratio duration)
{
	struct ratio rate = get_number(doc, "rates.with_flush_bytes_per_s");

	if (!rate.known || !duration.known)
		return sum_writers(doc, "written_bytes");
	return ratio_of(rate.v * duration.v / (double)NSEC_PER_SEC);
}

static void add_run(struct totals *t, struct json_object *doc)
{
	struct ratio duration = get_number(doc, "duration_ns");
	struct ratio held = sum_writers(doc, "throttle.held_ns");

	/* Source tracefs knows of the pauses only. */
	if (!held.known)
		held = sum_writers(doc, "throttle.slept_ns");
	add(&t->moved, moved_of(doc, duration));
	add(&t->duration, duration);
	add(&t->held, held);
	add(&t->wall, sum_writers(doc, "wall_ns"));
}

static void take_figures(struct result *r, struct json_object *doc)
{
	struct totals t = { ratio_of(0), ratio_of(0), ratio_of(0), ratio_of(0) };
	struct json_object *steps, *run;
	size_t i;

	if (json_object_object_get_ex(doc, "steps", &steps) &&
	    json_object_is_type(steps, json_type_array)) {
		for (i = 0; i < json_object_array_length(steps); i++) {
			run = NULL;
			json_object_object_get_ex(json_object_array_get_idx(steps, i), "run", &run);
			add_run(&t, run);
		}
	} else {
		add_run(&t, doc);
	}
	r->throughput = divide(t.moved, t.duration);
	r->throughput.v *= (double)NSEC_PER_SEC;
	r->throttled = divide(t.held, t.wall);
}

/* What the run, or its profile, is about comes first among its metrics. */
static struct ratio take_metric(struct results *all, struct json_object *doc)
{
	struct json_object *metrics = json_get(doc, "metrics");

	if (!json_object_is_type(metrics, json_type_object))
		return (struct ratio){ .known = false };
	if (!all->metric[0]) {
		json_object_object_foreach(metrics, name, value) {
			(void)value;
			if (metric_name_ok(name)) {
				snprintf(all->metric, sizeof(all->metric), "%s", name);
				break;
			}
		}
	}
	return get_number(metrics, all->metric);
}

const struct result *results_add(struct results *all, struct result r, struct json_object *doc)
{
	struct result *bigger = realloc(all->r, (all->count + 1) * sizeof(*bigger));

	if (!bigger)
		return NULL;
	all->r = bigger;
	if (doc) {
		take_figures(&r, doc);
		r.metric = take_metric(all, doc);
	}
	all->r[all->count] = r;
	return &all->r[all->count++];
}

size_t results_failed(const struct results *all)
{
	size_t i, n = 0;

	for (i = 0; i < all->count; i++)
		n += all->r[i].status != 0;
	return n;
}

static struct ratio mean_of(const double *x, size_t n)
{
	return n ? ratio_of(gsl_stats_mean(x, 1, n)) : (struct ratio){ .known = false };
}

/* Unknown when one of the runs does not have it. */
static struct ratio metric_of(const struct results *all, size_t cell)
{
	bool harmonic = kind_is_rate(all->metric);
	struct ratio sum = ratio_of(0);
	const struct result *r;
	size_t i, n = 0;

	for (i = 0; i < all->count; i++) {
		r = &all->r[i];
		if (r->cell != cell || r->status)
			continue;
		if (!r->metric.known || (harmonic && r->metric.v <= 0))
			return (struct ratio){ .known = false };
		sum.v += harmonic ? 1 / r->metric.v : r->metric.v;
		n++;
	}
	if (!n)
		return (struct ratio){ .known = false };
	return ratio_of(harmonic ? (double)n / sum.v : sum.v / (double)n);
}

/* @x and @share have room for all runs. */
static void sum_cell(const struct results *all, size_t cell, double *x, double *share,
		     struct sum *sum)
{
	const struct result *r;
	size_t i, n = 0, shares = 0;

	*sum = (struct sum){ .runs = fig_of(0), .failed = fig_of(0) };
	for (i = 0; i < all->count; i++) {
		r = &all->r[i];
		if (r->cell != cell)
			continue;
		sum->runs.v++;
		sum->failed.v += r->status != 0;
		if (!r->status && r->throughput.known)
			x[n++] = r->throughput.v;
		if (!r->status && r->throttled.known)
			share[shares++] = r->throttled.v;
	}
	sum->mean = mean_of(x, n);
	if (n > 1)
		sum->stddev = ratio_of(gsl_stats_sd(x, 1, n));
	sum->throttled = mean_of(share, shares);
	sum->metric = metric_of(all, cell);
}

static int axis_width(const struct axis *a)
{
	size_t width = strlen(axis_kinds[a->id].key), i;

	for (i = 0; i < a->count; i++)
		if (strlen(a->value[i]) > width)
			width = strlen(a->value[i]);
	return (int)width;
}

static struct fig rate_of(struct ratio bytes_per_s)
{
	return bytes_per_s.known ? fig_of((uint64_t)llround(bytes_per_s.v)) : fig_none();
}

#define FIGURES "%5s  %8s  %8s  %9s  %6s\n"
#define FIGURES_WIDTH 44

static void print_sum(FILE *to, const struct sum *sum)
{
	char runs[FORMAT_LEN], mean[FORMAT_LEN], sd[FORMAT_LEN], share[FORMAT_LEN];
	char failed[FORMAT_LEN];

	fprintf(to, FIGURES, format_fig(runs, UNIT_COUNT, sum->runs),
		format_fig(mean, UNIT_RATE, rate_of(sum->mean)),
		format_fig(sd, UNIT_RATE, rate_of(sum->stddev)),
		format_ratio(share, UNIT_RATIO, sum->throttled),
		format_fig(failed, UNIT_COUNT, sum->failed));
}

/* The axes' names, or their values in @cell; each column as wide as it needs. */
static void print_cell(FILE *to, const struct axes *axes, const size_t *cell)
{
	const char *key, *p;
	size_t i;
	int width;

	for (i = 0; i < axes->count; i++) {
		width = axis_width(&axes->axis[i]);
		key = axis_kinds[axes->axis[i].id].key;
		if (cell) {
			fprintf(to, "%-*s  ", width, axes_value(axes, *cell, i));
			continue;
		}
		for (p = key; *p; p++)
			fputc(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p, to);
		fprintf(to, "%*s", width - (int)strlen(key) + 2, "");
	}
}

/* Too many axes for one line: the cell in words, and its figures below. */
static bool is_wide(const struct axes *axes)
{
	int width = FIGURES_WIDTH;
	size_t i;

	for (i = 0; i < axes->count; i++)
		width += axis_width(&axes->axis[i]) + 2;
	return width > OUT_COLUMNS - 1;
}

static void print_row(FILE *to, const struct axes *axes, size_t cell, const struct sum *sum)
{
	char label[1024];

	if (is_wide(axes)) {
		wrap(to, axes_label(axes, cell, label, sizeof(label)), 0, 0);
		fprintf(to, "%*s", 4, "");
	} else {
		print_cell(to, axes, &cell);
	}
	print_sum(to, sum);
}

/* The metric in all cells, 0: it is not in all of those that have runs. */
static double largest_metric(const struct results *all, const struct axes *axes)
{
	double most = 0;
	struct ratio m;
	size_t i;

	for (i = 0; i < all->count; i++) {
		m = metric_of(all, all->r[i].cell);
		if (!m.known)
			return 0;
		most = fmax(most, fabs(m.v));
	}
	return axes->count ? most : 0;
}

/* A line for each cell: what the runs themselves are about. */
static void metric_table(FILE *to, const struct results *all, const struct axes *axes)
{
	double most = all->metric[0] ? largest_metric(all, axes) : 0;
	struct kind_scale scale = kind_scale(all->metric, most);
	char label[1024], text[1100];
	struct ratio m;
	size_t cell;

	if (most <= 0)
		return;
	fprintf(to, "\n%s%s%s, mean of each cell\n", all->metric, *scale.name ? " in " : "",
		scale.name);
	for (cell = 0; cell < axes_cells(axes); cell++) {
		m = metric_of(all, cell);
		axes_label(axes, cell, label, sizeof(label));
		if (m.known)
			snprintf(text, sizeof(text), "%10.2f  %s", m.v / scale.factor, label);
		else
			snprintf(text, sizeof(text), "%10s  %s", "-", label);
		fprintf(to, "%.12s", text);
		wrap(to, text + 12, 12, 12);
	}
}

void results_table(FILE *to, const struct results *all, const struct axes *axes)
{
	double *x = calloc(2 * all->count + 1, sizeof(*x));
	struct sum sum;
	size_t cell;

	if (!x)
		return;
	if (is_wide(axes))
		fprintf(to, "CELL\n%*s", 4, "");
	else
		print_cell(to, axes, NULL);
	fprintf(to, FIGURES, "RUNS", "MiB/s", "STDDEV", "THROTTLED", "FAILED");
	for (cell = 0; cell < axes_cells(axes); cell++) {
		sum_cell(all, cell, x, x + all->count, &sum);
		print_row(to, axes, cell, &sum);
	}
	metric_table(to, all, axes);
	free(x);
}

struct json_object *axes_cell_json(const struct axes *axes, size_t cell)
{
	struct json_object *into = json_object_new_object();
	size_t i;

	for (i = 0; i < axes->count; i++)
		json_add_text(into, axis_kinds[axes->axis[i].id].key, axes_value(axes, cell, i));
	return into;
}

static void add_number(struct json_object *into, const char *key, struct ratio r)
{
	if (r.known)
		json_add_number(into, key, r.v);
}

static struct json_object *sum_json(const struct results *all, const struct axes *axes,
				    size_t cell, const struct sum *sum)
{
	struct json_object *metrics = json_object_new_object();
	struct json_object *into = json_object_new_object();

	json_object_object_add(into, "cell", axes_cell_json(axes, cell));
	json_add_fig(into, "runs", sum->runs);
	json_add_fig(into, "failed", sum->failed);
	json_add_fig(into, "throughput_mean_bytes_per_s", rate_of(sum->mean));
	json_add_fig(into, "throughput_stddev_bytes_per_s", rate_of(sum->stddev));
	add_number(into, "throttled_ratio", sum->throttled);
	add_number(metrics, all->metric, sum->metric);
	json_object_object_add(into, "metrics", metrics);
	return into;
}

struct json_object *results_json(const struct results *all, const struct axes *axes)
{
	struct json_object *list = json_object_new_array();
	double *x = calloc(2 * all->count + 1, sizeof(*x));
	struct sum sum;
	size_t cell;

	for (cell = 0; x && cell < axes_cells(axes); cell++) {
		sum_cell(all, cell, x, x + all->count, &sum);
		json_object_array_add(list, sum_json(all, axes, cell, &sum));
	}
	free(x);
	return list;
}
