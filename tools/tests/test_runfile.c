// SPDX-License-Identifier: GPL-2.0-or-later
/* Figures by name out of result documents, and what must be alike in them. */
#include <errno.h>
#include <math.h>

#include "rundoc.h"
#include "runfile.h"
#include "tap.h"

static const struct rundoc usual = {
	.kernel = "6.1.0", .fs = "ext4", .memory_bytes = 512 << 20, .dirty_ratio = 20,
	.bytes_per_s = 8 << 20, .allocation_ns = 2e9, .fsync_ns = 1e9, .drain_ns = 5e8,
};

static void check_figure(struct json_object *doc, const char *name, double want)
{
	struct ratio got;
	int rc = runfile_figure(doc, name, &got);

	if (!ok(!rc && got.known && fabs(got.v - want) <= fabs(want) / 1e6, "%s", name))
		printf("# %d, got %.10g, want %.10g\n", rc, got.v, want);
}

static void check_absent(struct json_object *doc, const char *name, int want)
{
	struct ratio got = ratio_of(1);

	ok(runfile_figure(doc, name, &got) == want && !got.known, "%s is not there", name);
}

static struct json_object *first_writer(struct json_object *doc)
{
	return json_object_array_get_idx(json_object_object_get(doc, "writers"), 0);
}

static void check_run(void)
{
	struct json_object *doc = rundoc(&usual), *w = first_writer(doc);

	/* Two writers, 64 MiB at 8 MiB/s each: 8 s. */
	json_object_object_add(w, "throughput_bytes_per_s", json_object_new_int(6 << 20));
	check_figure(doc, "throughput_bytes_per_s", 14 << 20);
	check_figure(doc, "writer_min_throughput_bytes_per_s", 6 << 20);
	check_figure(doc, "latency_p99_ns", 2e6);
	check_figure(doc, "throttled_ratio", 4.92 / 8);
	check_figure(doc, "ledger_throttle_ratio", 4.92 / 8);
	check_figure(doc, "ledger_throttle_ns", 4.92e9);
	check_figure(doc, "ledger_allocation_ratio", 2.0 / 8);
	check_figure(doc, "slept_global_ns", 4.92e9);
	check_figure(doc, "slept_wb_ns", 0);
	check_figure(doc, "device_during_ratio", 0.5);
	check_figure(doc, "device_during_bytes_per_s", 8 << 20);
	check_figure(doc, "drain_ns", 5e8);
	check_figure(doc, "jain_index", 1);
	check_absent(doc, "extents", -ENOENT);
	check_absent(doc, "slept_memcg_ns", -ENOENT);
	check_absent(doc, "ledger_cpu_ratio", -ENOENT);
	json_object_object_del(json_object_object_get(w, "ledger_ns"), "allocation");
	check_absent(doc, "ledger_allocation_ratio", -ENOENT);
	check_figure(doc, "ledger_fsync_ratio", 1.0 / 8);
	json_object_object_del(w, "throughput_bytes_per_s");
	check_absent(doc, "throughput_bytes_per_s", -ENOENT);
	json_object_object_del(doc, "writers");
	check_absent(doc, "ledger_fsync_ratio", -ENOENT);
	json_object_object_add(doc, "schema", json_object_new_string("wbctl.show/1"));
	check_absent(doc, "drain_ns", -EINVAL);
	json_object_put(doc);
	check_absent(NULL, "drain_ns", -EINVAL);
}

static void check_odd(void)
{
	static const char *const members[][2] = {
		{ "schema", "\"wbctl.run/1\"" },
		{ "metrics", "{\"a\":1.5,\"b\":\"2\",\"c\":null,\"d\":[3],\"drain_ns\":7}" },
		{ "writers", "[1,null,{}]" },
		{ "device", "{\"drain_ns\":8}" },
		{ "inodes", "[{\"extents\":3},{\"extents\":4}]" },
		{ "fairness", "5" },
		{ "watched", "[{\"ledger_wall_ns\":10,\"ledger_ns\":{\"lock\":5}}]" },
	};
	struct json_object *doc = json_object_new_object();
	size_t i;

	for (i = 0; i < ARRAY_SIZE(members); i++)
		json_object_object_add(doc, members[i][0], json_tokener_parse(members[i][1]));
	check_figure(doc, "a", 1.5);
	check_absent(doc, "b", -ENOENT);
	check_absent(doc, "c", -ENOENT);
	check_absent(doc, "d", -ENOENT);
	check_figure(doc, "drain_ns", 7);
	check_figure(doc, "extents", 7);
	check_absent(doc, "throughput_bytes_per_s", -ENOENT);
	json_object_object_del(doc, "writers");
	check_figure(doc, "ledger_lock_ratio", 0.5);
	json_object_put(doc);
}

static void check_program(void)
{
	struct json_object *doc = rundoc(&usual), *program = json_object_new_object();
	struct json_object *w = first_writer(doc);

	/* Of a program's processes the sum, whatever their number is. */
	json_object_object_add(program, "flushed_bytes_per_s", json_object_new_int(5000));
	json_object_object_add(doc, "program", program);
	check_figure(doc, "ledger_fsync_ns", 2e9);
	check_figure(doc, "ledger_wall_ns", 16e9);
	check_figure(doc, "slept_global_ns", 2 * 4.92e9);
	check_figure(doc, "flushed_bytes_per_s", 5000);
	json_object_object_del(w, "wall_ns");
	check_figure(doc, "throttled_ratio", 4.92 / 8);
	json_object_object_del(json_object_object_get(w, "throttle"), "held_ns");
	check_absent(doc, "throttled_ratio", -ENOENT);
	json_object_put(doc);
}

static void add_step(struct json_object *steps, const char *name, double rate, bool metric)
{
	struct json_object *step = json_object_new_object(), *metrics = json_object_new_object();
	struct rundoc like = usual;
	struct json_object *run;

	like.bytes_per_s = rate;
	run = rundoc(&like);
	if (metric)
		json_object_object_add(metrics, "files_per_s", json_object_new_double(25000.5));
	json_object_object_add(run, "metrics", metrics);
	json_object_object_add(step, "step", json_object_new_string(name));
	json_object_object_add(step, "run", run);
	json_object_array_add(steps, step);
}

static struct json_object *profile(void)
{
	struct json_object *doc = json_object_new_object(), *steps = json_object_new_array();
	struct json_object *metrics = json_object_new_object();

	json_object_object_add(metrics, "files_per_s", json_object_new_double(25000.5));
	add_step(steps, "write", 8 << 20, true);
	add_step(steps, "64 Clients, run 1", 4 << 20, true);
	add_step(steps, "64 Clients, run 2", 6 << 20, false);
	add_step(steps, "64 Clients, run 3", 8 << 20, true);
	json_object_object_add(doc, "schema", json_object_new_string("wbctl.profile/1"));
	json_object_object_add(doc, "profile", json_object_new_string("fsmark"));
	json_object_object_add(doc, "kernel", json_object_new_string("6.1.0"));
	json_object_object_add(doc, "metrics", metrics);
	json_object_object_add(doc, "steps", steps);
	return doc;
}

static void check_profile(void)
{
	struct json_object *doc = profile();

	check_figure(doc, "files_per_s", 25000.5);
	check_figure(doc, "write_files_per_s", 25000.5);
	check_figure(doc, "write_throughput_bytes_per_s", 16 << 20);
	check_figure(doc, "write_ledger_fsync_ratio", 1.0 / 8);
	check_absent(doc, "throughput_bytes_per_s", -ENOENT);
	check_figure(doc, "64_clients_throughput_bytes_per_s", 12 << 20);
	check_figure(doc, "64_clients_ledger_fsync_ns", 1e9);
	check_absent(doc, "64_clients_files_per_s", -ENOENT);
	json_object_put(doc);
}

static void check_differ(const char *what, const struct rundoc *other, const char *want)
{
	struct json_object *a = rundoc(&usual), *b = rundoc(other);
	static struct traits of_a, of_b;
	char *text;

	traits_of(&of_a, a);
	traits_of(&of_b, b);
	text = traits_differ(&of_a, &of_b);
	is_text(text, want, what);
	free(text);
	traits_free(&of_a);
	traits_free(&of_b);
	json_object_put(a);
	json_object_put(b);
}

static void check_traits(void)
{
	struct rundoc other = usual;

	other.kernel = "7.3.0";
	other.bytes_per_s *= 2;
	check_differ("the kernel and the figures may differ", &other, "");
	other.memory_bytes += other.memory_bytes / 50;
	check_differ("so may 2 % of the memory", &other, "");
	other.memory_bytes = 1 << 30;
	check_differ("not half of it", &other, "memory 1.0 GiB against 512.0 MiB");
	other = usual;
	other.fs = "xfs";
	check_differ("nor the file system", &other, "file system xfs against ext4");
	other = usual;
	other.dirty_ratio = 5;
	check_differ("nor a sysctl", &other, "vm.dirty_ratio 5 against 20");
}

/* A name twice, with an empty value, what has several, and a part of another. */
static void check_parts(void)
{
	static struct traits t;
	char *text;

	traits_add(&t, "fs", "ext4");
	traits_add(&t, "fs", "");
	traits_add(&t, "fs", "ext");
	traits_add(&t, "fs", "xfs");
	traits_add(&t, "fs", "ext4");
	traits_add(&t, "source", "");
	text = traits_text(&t);
	is_text(text, "fs ext4/ext/xfs, source ", "values are kept once each");
	free(text);
	traits_free(&t);
}

int main(void)
{
	check_run();
	check_odd();
	check_program();
	check_profile();
	check_traits();
	check_parts();
	return tap_end();
}
