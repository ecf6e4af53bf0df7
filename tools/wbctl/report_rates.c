// SPDX-License-Identifier: GPL-2.0-or-later
/* Rates: at the application and at the devices, of each directory, of other work. */
#include <stdlib.h>
#include <string.h>

#include "report.h"

static struct report_target *target_of(struct report *rep, const struct report_writer *w)
{
	struct report_target *t;
	size_t i;

	for (i = 0; i < rep->target_count; i++) {
		t = &rep->targets[i];
		if (!strcmp(t->path, w->target))
			return t;
	}
	t = &rep->targets[rep->target_count++];
	t->path = w->target;
	t->dev = w->dev;
	t->fs_type = w->fs_type;
	t->writer_count = fig_of(0);
	t->written_bytes = fig_of(0);
	t->moved_bytes = fig_of(0);
	t->read_bytes = fig_of(0);
	return t;
}

/* What does not fit is told by an ellipsis; the writers have their targets in JSON. */
static void add_id(struct report_target *t, const struct report_writer *w)
{
	size_t at = strlen(t->ids);

	if (at + 16 < sizeof(t->ids))
		snprintf(t->ids + at, sizeof(t->ids) - at, "%s%llu", at ? " " : "",
			 (unsigned long long)w->id.v);
	else if (t->ids[at - 1] != '.')
		snprintf(t->ids + at, sizeof(t->ids) - at, " ...");
}

static void fill_targets(struct report *rep)
{
	const struct report_writer *w;
	struct report_target *t;
	struct fig *write_ns;
	size_t i;

	rep->targets = calloc(rep->writer_count, sizeof(*rep->targets));
	write_ns = calloc(rep->writer_count, sizeof(*write_ns));
	for (i = 0; rep->targets && write_ns && i < rep->writer_count; i++) {
		w = &rep->writers[i];
		/* A document may lack it. */
		if (!w->target)
			continue;
		t = target_of(rep, w);
		t->writer_count.v++;
		add_id(t, w);
		t->written_bytes = fig_add(t->written_bytes, w->written_bytes);
		t->read_bytes = fig_add(t->read_bytes, w->read_bytes);
		t->moved_bytes = fig_add(t->moved_bytes, w->moved_bytes);
		t->wall_ns = fig_max(t->wall_ns, w->wall_ns);
		write_ns[t - rep->targets] = fig_max(write_ns[t - rep->targets], w->write_ns);
	}
	for (i = 0; i < rep->target_count; i++) {
		t = &rep->targets[i];
		t->throughput = fig_rate(t->moved_bytes, t->wall_ns);
		t->write_rate = fig_rate(t->moved_bytes, write_ns[i]);
	}
	free(write_ns);
}

void report_fill_rates(struct report *rep)
{
	struct report_rates *r = &rep->rates;

	r->application = fig_rate(rep->all.moved_bytes, rep->all.write_ns);
	r->with_flush = rep->all.throughput;
	r->device_during = fig_rate(rep->during_bytes, rep->duration_ns);
	r->device_after = fig_rate(rep->after_bytes, rep->drain_ns);
	fill_targets(rep);
}

/* Within 1 % they are the same. */
static bool differ(struct fig a, struct fig b)
{
	double x = (double)a.v, y = (double)b.v;

	return a.known && b.known && (x > y * 1.01 || y > x * 1.01);
}

static void targets_text(FILE *to, const struct report *rep)
{
	char moved[FORMAT_LEN], rate[FORMAT_LEN], dev[FORMAT_LEN], path[128];
	const struct report_target *t;
	size_t i;

	for (i = 0; rep->target_count > 1 && i < rep->target_count; i++) {
		t = &rep->targets[i];
		line(to, "target", "%s, %s on %s: writer%s %s, %s, %s MiB/s",
		     format_clean(path, sizeof(path), t->path), t->fs_type,
		     format_fig(dev, UNIT_DEV, t->dev), t->writer_count.v == 1 ? "" : "s",
		     t->ids, format_fig(moved, UNIT_BYTES, t->moved_bytes),
		     format_fig(rate, UNIT_RATE, t->throughput));
	}
}

void report_rates_text(FILE *to, const struct report *rep)
{
	char app[FORMAT_LEN], flush[FORMAT_LEN], during[FORMAT_LEN], after[FORMAT_LEN];
	const struct report_rates *r = &rep->rates;

	if (differ(r->application, r->with_flush) || differ(r->with_flush, r->device_during))
		line(to,
		     "rates",
		     "%s MiB/s while %s, %s with %s; the device took %s during the run, %s after",
		     format_fig(app, UNIT_RATE, r->application),
		     rep->shape->verb,
		     format_fig(flush, UNIT_RATE, r->with_flush),
		     rep->shape->writes ? "flush and close" : "the close",
		     format_fig(during, UNIT_RATE, r->device_during),
		     format_fig(after, UNIT_RATE, r->device_after));
	targets_text(to, rep);
	report_chains_text(to, rep);
}

#define COL(member_, title_, width_, unit_) \
	{ .title = title_, .width = width_, .unit = unit_, \
	  .at = offsetof(struct report_writer, member_) }

static const struct column work_columns[] = {
	COL(label, "WRITER", -6, UNIT_TEXT),
	COL(read_bytes, "READ", FORMAT_BYTES_WIDTH, UNIT_BYTES),
	COL(read_rate, "MiB/s", FORMAT_RATE_WIDTH, UNIT_RATE),
	COL(ops, "OPS", FORMAT_COUNT_WIDTH, UNIT_COUNT),
	COL(ops_rate, "OPS/s", FORMAT_COUNT_WIDTH, UNIT_COUNT),
	COL(mean, "MEAN", FORMAT_TIME_WIDTH, UNIT_NS),
	COL(files, "FILES", FORMAT_COUNT_WIDTH, UNIT_COUNT),
	COL(files_rate, "FILES/s", 7, UNIT_COUNT),
	COL(extents, "EXTENTS", 7, UNIT_COUNT),
};

static const struct table work_table = { work_columns, ARRAY_SIZE(work_columns), NULL };

void report_work_text(FILE *to, const struct report *rep)
{
	size_t i;

	if (rep->shape == &shape_write)
		return;
	fputc('\n', to);
	table_header(to, &work_table);
	for (i = 0; i < rep->writer_count; i++)
		table_row(to, &work_table, &rep->writers[i]);
	table_row(to, &work_table, &rep->all);
}

#define T(member_, key_, unit_) \
	{ .key = key_, .unit = unit_, .at = offsetof(struct report_target, member_) }

static const struct column target_columns[] = {
	T(path, "target", UNIT_TEXT),
	T(dev, "dev", UNIT_DEV),
	T(fs_type, "fs_type", UNIT_TEXT),
	T(writer_count, "writer_count", UNIT_COUNT),
	T(written_bytes, "written_bytes", UNIT_BYTES),
	T(read_bytes, "read_bytes", UNIT_BYTES),
	T(wall_ns, "wall_ns", UNIT_NS),
	T(throughput, "throughput_bytes_per_s", UNIT_RATE),
	T(write_rate, "application_bytes_per_s", UNIT_RATE),
	T(bdi, "bdi", UNIT_TEXT),
	T(lower_bdi, "lower_bdi", UNIT_TEXT),
};

static const struct table target_table = { target_columns, ARRAY_SIZE(target_columns), NULL };

struct json_object *report_targets_json(const struct report *rep)
{
	struct json_object *list = json_object_new_array(), *one;
	size_t i;

	for (i = 0; i < rep->target_count; i++) {
		one = json_object_new_object();
		table_json(&target_table, &rep->targets[i], one);
		if (rep->targets[i].chain[0])
			json_add_text(one, "chain", rep->targets[i].chain);
		json_object_array_add(list, one);
	}
	return list;
}
