// SPDX-License-Identifier: GPL-2.0-or-later
/* The figures of a run or of a profile, by name, out of its JSON. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "format.h"
#include "jsonin.h"

/**
 * struct taker - where figures go
 * @into: The list.
 * @step: What stands before their names: a step and '_', or nothing.
 * @nth: How many steps of that name came before.
 * @metric: They are the document's own metrics.
 */
struct taker {
	struct figures *into;
	const char *step;
	size_t nth;
	bool metric;
};

const struct figure *figures_find(const struct figures *in, const char *name)
{
	size_t i;

	for (i = 0; i < in->count; i++)
		if (!strcmp(in->f[i].name, name))
			return &in->f[i];
	return NULL;
}

void figures_free(struct figures *f)
{
	free(f->f);
	*f = (struct figures){};
}

static struct figure *make_room(struct figures *f)
{
	size_t room = f->room ? 2 * f->room : 64;
	struct figure *more;

	if (f->count == f->room) {
		more = realloc(f->f, room * sizeof(*more));
		if (!more) {
			f->failed = true;
			return NULL;
		}
		f->f = more;
		f->room = room;
	}
	return &f->f[f->count];
}

/* What an earlier step of that name did not have stays as it is, and is dropped. */
static void repeat(struct figure *f, size_t nth, double v)
{
	if (!f->bare || f->steps != nth)
		return;
	f->value = (f->value * (double)nth + v) / (double)(nth + 1);
	f->steps = nth + 1;
}

static void add(const struct taker *t, const char *name, struct ratio value)
{
	char full[2 * FIGURE_NAME_LEN];
	struct figure *f;

	snprintf(full, sizeof(full), "%s%s", t->step, name);
	if (!value.known || strlen(full) >= FIGURE_NAME_LEN)
		return;
	f = (struct figure *)figures_find(t->into, full);
	if (f) {
		repeat(f, t->nth, value.v);
		return;
	}
	f = t->nth ? NULL : make_room(t->into);
	if (!f)
		return;
	format_clean(f->name, sizeof(f->name), full);
	f->bare = strlen(t->step);
	f->metric = t->metric;
	f->steps = 1;
	f->value = value.v;
	t->into->count++;
}

static struct ratio over(struct ratio part, struct ratio whole)
{
	if (!part.known || !whole.known || whole.v <= 0)
		return (struct ratio){ .known = false };
	return ratio_of(part.v / whole.v);
}

static struct ratio times(struct ratio v, double factor)
{
	return v.known ? ratio_of(v.v * factor) : v;
}

/* A member of @inner in each row, or of the row itself; @fold unites two of them. */
static struct ratio fold(struct json_object *rows, const char *inner, const char *key,
			 double (*unite)(double, double))
{
	struct ratio all = { .known = false }, one;
	struct json_object *row;
	size_t i;

	for (i = 0; i < json_list_len(rows); i++) {
		row = json_object_array_get_idx(rows, i);
		if (inner)
			row = json_member(row, inner, json_type_object);
		one = json_number(row, key);
		if (!one.known)
			return one;
		all = ratio_of(i ? unite(all.v, one.v) : one.v);
	}
	return all;
}

static double plus(double a, double b)
{
	return a + b;
}

/*
 * Where the time went: the mean writer's, or the sum over all processes of a
 * program, whose number may differ from run to run. What is not known of one
 * of them is not known of all. The classes are those that the document has;
 * cpu_user and cpu_system are one, because often they cannot be told apart.
 */
static void take_ledger(const struct taker *t, struct json_object *rows, double n)
{
	struct ratio wall = fold(rows, NULL, "ledger_wall_ns", plus), sum;
	struct json_object *first;
	char name[FIGURE_NAME_LEN];

	if (!wall.known)
		return;
	add(t, "ledger_wall_ns", times(wall, 1 / n));
	sum = fold(rows, NULL, "ledger_cpu_ns", plus);
	add(t, "ledger_cpu_ratio", over(sum, wall));
	add(t, "ledger_cpu_ns", times(sum, 1 / n));
	first = json_member(json_object_array_get_idx(rows, 0), "ledger_ns", json_type_object);
	if (!first)
		return;
	json_object_object_foreach(first, class, value) {
		if (!value || !strncmp(class, "cpu_", 4))
			continue;
		sum = fold(rows, "ledger_ns", class, plus);
		snprintf(name, sizeof(name), "ledger_%s_ratio", class);
		add(t, name, over(sum, wall));
		snprintf(name, sizeof(name), "ledger_%s_ns", class);
		add(t, name, times(sum, 1 / n));
	}
}

static void take_limits(const struct taker *t, struct json_object *writers, double n)
{
	static const char *const limits[] = { "global", "wb", "memcg", "unknown" };
	struct ratio all, one;
	struct json_object *throttle;
	char name[FIGURE_NAME_LEN];
	size_t i, j, rows = json_list_len(writers);

	for (i = 0; rows && i < ARRAY_SIZE(limits); i++) {
		all = ratio_of(0);
		for (j = 0; j < rows && all.known; j++) {
			throttle = json_member(json_object_array_get_idx(writers, j), "throttle",
					       json_type_object);
			one = json_number(json_member(throttle, "by_limit_ns", json_type_object),
					  limits[i]);
			all = one.known ? ratio_of(all.v + one.v) : one;
		}
		snprintf(name, sizeof(name), "slept_%s_ns", limits[i]);
		add(t, name, times(all, 1 / n));
	}
}

/* Source tracefs knows of the pauses only, and a program's processes have no clock of ours. */
static struct ratio throttled(struct json_object *writers)
{
	struct ratio held = fold(writers, "throttle", "held_ns", plus);
	struct ratio wall = fold(writers, NULL, "wall_ns", plus);

	if (!held.known)
		held = fold(writers, "throttle", "slept_ns", plus);
	if (!wall.known)
		wall = fold(writers, NULL, "ledger_wall_ns", plus);
	return over(held, wall);
}

static void take_writers(const struct taker *t, struct json_object *writers)
{
	const char *rate = "throughput_bytes_per_s";

	add(t, rate, fold(writers, NULL, rate, plus));
	add(t, "writer_min_throughput_bytes_per_s", fold(writers, NULL, rate, fmin));
	add(t, "latency_p99_ns", fold(writers, "latency_ns", "p99", fmax));
	add(t, "latency_max_ns", fold(writers, "latency_ns", "max", fmax));
	add(t, "throttled_ratio", throttled(writers));
}

static void take_device(const struct taker *t, struct json_object *doc)
{
	struct json_object *device = json_member(doc, "device", json_type_object);
	struct ratio during = json_number(device, "during_bytes");

	add(t, "device_during_bytes_per_s",
	    times(over(during, json_number(doc, "duration_ns")), (double)NSEC_PER_SEC));
	add(t, "device_during_ratio", json_number(device, "during_ratio"));
	add(t, "drain_ns", json_number(device, "drain_ns"));
}

static void take_run(const struct taker *t, struct json_object *doc)
{
	struct json_object *writers = json_member(doc, "writers", json_type_array);
	struct json_object *watched = json_member(doc, "watched", json_type_array);
	struct json_object *fairness = json_member(doc, "fairness", json_type_object);
	struct json_object *program = json_member(doc, "program", json_type_object);
	struct json_object *rows = json_list_len(writers) ? writers : watched;
	double n = program ? 1 : (double)json_list_len(rows);

	take_writers(t, writers);
	take_limits(t, writers, n);
	take_device(t, doc);
	add(t, "jain_index", json_number(fairness, "jain_index"));
	add(t, "longest_stall_ns", json_number(fairness, "longest_stall_ns"));
	add(t, "duration_ns", json_number(doc, "duration_ns"));
	add(t, "extents",
	    fold(json_member(doc, "inodes", json_type_array), NULL, "extents", plus));
	add(t, "flushed_bytes_per_s", json_number(program, "flushed_bytes_per_s"));
	take_ledger(t, rows, n);
}

static void take_metrics(const struct taker *t, struct json_object *doc)
{
	struct json_object *metrics = json_member(doc, "metrics", json_type_object);
	struct taker own = *t;

	if (!metrics)
		return;
	own.metric = true;
	json_object_object_foreach(metrics, name, value) {
		(void)value;
		add(&own, name, json_number(metrics, name));
	}
}

/* "64 clients, run 2" becomes "64_clients_". */
static void step_prefix(const char *step, char *buf, size_t len)
{
	size_t i, n = strlen(step), at = 0;

	for (i = n; i && isdigit((unsigned char)step[i - 1]); i--)
		;
	if (i >= 4 && i < n && !strncmp(step + i - 4, "run ", 4))
		n = i - 4;
	for (i = 0; i < n && at + 2 < len; i++) {
		if (isalnum((unsigned char)step[i]))
			buf[at++] = (char)tolower((unsigned char)step[i]);
		else if (at && buf[at - 1] != '_')
			buf[at++] = '_';
	}
	if (at && buf[at - 1] != '_')
		buf[at++] = '_';
	buf[at] = '\0';
}

/* Steps before the one at @end that have the prefix @name. */
static size_t steps_before(struct json_object *steps, size_t end, const char *name)
{
	char other[FIGURE_NAME_LEN];
	const char *step;
	size_t i, n = 0;

	for (i = 0; i < end; i++) {
		step = json_text(json_object_array_get_idx(steps, i), "step");
		if (!step)
			continue;
		step_prefix(step, other, sizeof(other));
		n += !strcmp(name, other);
	}
	return n;
}

/* A figure that one of several repeats does not have is not known. */
static void drop_partial(struct figures *f, struct json_object *steps)
{
	char name[FIGURE_NAME_LEN];
	size_t i, left = 0;

	for (i = 0; i < f->count; i++) {
		snprintf(name, sizeof(name), "%.*s", (int)f->f[i].bare, f->f[i].name);
		if (!f->f[i].bare ||
		    f->f[i].steps == steps_before(steps, json_list_len(steps), name))
			f->f[left++] = f->f[i];
	}
	f->count = left;
}

bool figure_name_ok(const char *name)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	size_t len = strlen(name);

	return len && len < FIGURE_NAME_LEN && !name[strspn(name, allowed)];
}

void figures_of(struct figures *into, struct json_object *doc)
{
	struct json_object *steps = json_member(doc, "steps", json_type_array), *step, *run;
	struct taker t = { .into = into, .step = "" };
	char name[FIGURE_NAME_LEN];
	size_t i;

	take_metrics(&t, doc);
	take_run(&t, doc);
	for (i = 0; i < json_list_len(steps); i++) {
		step = json_object_array_get_idx(steps, i);
		run = json_member(step, "run", json_type_object);
		if (!json_text(step, "step"))
			continue;
		step_prefix(json_text(step, "step"), name, sizeof(name));
		t.step = name;
		t.nth = steps_before(steps, i, name);
		take_metrics(&t, run);
		take_run(&t, run);
	}
	drop_partial(into, steps);
}
