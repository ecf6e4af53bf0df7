// SPDX-License-Identifier: GPL-2.0-or-later
/* Profiles: what their steps are told, and their tables from figures that are fixed. */
#include <math.h>

#include "golden.h"
#include "profile.h"

#define MIB (1024ULL * 1024)
#define MS 1000000ULL

static struct run_opts opts;

static bool near(struct ratio r, double want)
{
	const double much = 1 / 1e12;

	return r.known && fabs(r.v - want) < much;
}

/* A machine with 32 MiB of dirty threshold and 10 GiB of free space. */
static void begin(struct profile_run *p, const char *name)
{
	*p = (struct profile_run){
		.profile = profile_find(name), .o = &opts, .space = 5ULL << 30,
		.sys = {
			.kernel = "6.1.0-57-cloud-amd64", .page_bytes = 16384,
			.dirty_limit_bytes = fig_of(32 * MIB),
			.background_limit_bytes = fig_of(8 * MIB),
		},
		.where = "ext4 on 252:0",
	};
	p->runs = opts.runs.known ? opts.runs.v : p->profile->runs;
	ok(p->profile->plan(p) == WBCTL_OK, "%s is planned", name);
}

static void end(struct profile_run *p)
{
	profile_free(p);
	opts = (struct run_opts){};
}

static void check_lookup(void)
{
	const struct profile *p;
	size_t n = 0;

	for (p = profiles; p->name; p++, n++) {
		ok(profile_find(p->name) == p, "%s is found", p->name);
		ok(p->source && p->meaning && p->plan && p->metrics && p->table,
		   "%s has all that it needs", p->name);
		ok(!p->dirs || p->needs, "%s says what directories are for", p->name);
	}
	ok(n == 15, "the profiles of the posts, and fio");
	ok(!profile_find("dd4"), "and no others");
}

static void check_sizes(void)
{
	struct profile_run p;

	ok(profile_part(1600, 0.5, 16) == 800, "half of it");
	ok(profile_part(1600, 0.33, 16) == 528, "whole blocks");
	ok(profile_part(10, 0.5, 16) == 16, "at least one");
	opts.size = fig_of(16000 * MIB);
	begin(&p, "dd3");
	ok(p.step_count == 1 && p.steps[0].o.size.v == 5200 * MIB, "dd3: 5.2 of 16");
	ok(p.steps[0].o.writers.v == 3 && p.steps[0].o.fsync.v == FSYNC_NONE, "three, no flush");
	ok(!p.steps[0].o.direct && p.steps[0].o.shape.v == SHAPE_WRITE, "through the cache");
	end(&p);
	opts.size = fig_of(16000 * MIB);
	opts.fsync = fig_of(FSYNC_END);
	opts.runs = fig_of(2);
	begin(&p, "dd2-dir");
	ok(p.step_count == 2 && p.steps[1].o.size.v == 7600 * MIB, "dd2: 7.6 of 16, twice");
	ok(p.steps[0].o.direct && p.steps[0].o.bs.v == MIB, "O_DIRECT in whole MiB");
	ok(p.steps[0].o.fsync.v == FSYNC_END, "the command line decides");
	end(&p);
	begin(&p, "dd1");
	ok(p.steps[0].o.size.v == 192 * MIB, "without --size: past the dirty threshold");
	p.sys.dirty_limit_bytes = fig_of(1024 * MIB);
	ok(profile_total(&p) == 2048 * MIB, "twice the threshold");
	p.space = 100 * MIB;
	ok(profile_total(&p) == 100 * MIB, "but half of the free space at most");
	end(&p);
}

/* The first step of a profile that a program does. */
static void check_driver(const char *name, const char *want)
{
	char text[256] = "";
	struct profile_run p = {
		.profile = profile_find(name), .driver = "program", .o = &opts, .runs = 1,
	};
	size_t i;

	ok(p.profile->plan(&p) == WBCTL_OK && !p.steps[0].o.time.known, "%s is planned", name);
	for (i = 0; p.steps[0].command[i]; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", i ? " " : "",
			 p.steps[0].command[i]);
	is_text(text, want, name);
	profile_free(&p);
	opts = (struct run_opts){};
}

static void check_plans(void)
{
	struct profile_run p;

	begin(&p, "tiobench");
	ok(p.step_count == 8 && p.steps[4].o.writers.v == 128, "tiobench: 4 phases, 8 and 128");
	ok(p.steps[0].o.size.v == 24 * MIB, "the file of each thread");
	ok(p.steps[1].o.size.v == 500 * 4096 && p.steps[1].o.file_size.v == 24 * MIB,
	   "4000 random requests by all threads");
	ok(p.steps[3].o.shape.v == SHAPE_RANDOM_READ, "random read is the last");
	end(&p);
	opts.writers = fig_of(2);
	opts.runs = fig_of(3);
	begin(&p, "fsmark");
	ok(p.step_count == 3 && p.steps[0].o.files.v == 500, "fsmark: --writers, --runs");
	end(&p);
	opts.time = fig_of(2500 * MS);
	check_driver("dbench", "dbench -t 3 -D . 64");
	check_driver("fsmark",
		     "fs_mark -d files -l log -L 1 -S 1 -t 1 -n 500 -s 51200 -w 16384");
	opts.include_flush = true;
	begin(&p, "iozone");
	ok(p.step_count == 6 && p.steps[1].o.rewrite && !p.steps[0].o.rewrite,
	   "iozone: write and rewrite, three times");
	ok(p.steps[0].o.fsync.v == FSYNC_END && p.steps[0].o.bs.v == 4096, "-e -c, 4k");
	end(&p);
	opts.size = fig_of(MIB);
	begin(&p, "oltp");
	ok(!p.steps[0].o.time.known, "oltp: until --size is done");
	end(&p);
	begin(&p, "grow");
	ok(p.step_count == 2 && p.steps[1].o.grown && p.steps[1].o.shape.v == SHAPE_READ,
	   "grow: what is read back was grown");
	end(&p);
	opts.runs = fig_of(1000);
	opts.writers = fig_of(1);
	begin(&p, "tiobench");
	ok(p.step_count == 4000, "the most steps");
	end(&p);
}

static void fill_ledger(struct ledger *l)
{
	size_t i;

	l->wall_ns = fig_of(10000 * MS);
	l->cpu_ns = fig_of(1500 * MS);
	for (i = 0; i < CLASSES; i++)
		l->class_ns[i] = fig_of(0);
	l->class_ns[CLASS_THROTTLE] = fig_of(6000 * MS);
	l->class_ns[CLASS_ALLOCATION] = fig_of(500 * MS);
	l->class_ns[CLASS_FSYNC] = fig_of(2000 * MS);
}

/* The @k-th step: 10 s, its writers 8 MiB a second and each a little less. */
static void fill_step(struct step *s, size_t k)
{
	struct step_result *res = &s->res;
	size_t i, n = s->o.writers.v;
	uint64_t moved;

	res->files = calloc(n, sizeof(*res->files));
	res->file_count = n;
	res->duration_ns = fig_of(10000 * MS + k * 100 * MS);
	res->file_size = s->o.file_size.known ? s->o.file_size : s->o.size;
	res->p99 = fig_of(12 * MS);
	res->all = (struct report_writer){
		.written_bytes = fig_of(0), .read_bytes = fig_of(40 * MIB), .ops = fig_of(0),
		.write_ns = fig_of(9000 * MS), .files = fig_of(25000), .mean = fig_of(7 * MS),
		.max = fig_of(62124 * MS), .over_2s = fig_of(3), .over_10s = fig_of(1),
		.cpu_user_ns = fig_of(1000 * MS), .cpu_system_ns = fig_of(3765 * MS),
		.extents = fig_of(12 * n), .ops_rate = fig_of(1000),
		.throttled = ratio_of(0.6),
	};
	for (i = 0; i < n; i++) {
		moved = (80 - i % 8) * MIB + k * MIB;
		res->files[i] = (struct step_file){
			.written_bytes = fig_of(moved), .moved_bytes = fig_of(moved),
			.wall_ns = fig_of(10000 * MS), .write_ns = fig_of(9000 * MS),
			.ops = fig_of(2000), .mean = fig_of(4 * MS), .extents = fig_of(12),
			.interleaved = fig_of(3), .target = i % 3,
		};
		res->all.written_bytes.v += moved;
		res->all.ops.v += 2000;
	}
	res->rates = (struct report_rates){
		.application = fig_rate(res->all.written_bytes, fig_of(9000 * MS)),
		.with_flush = fig_rate(res->all.written_bytes, res->duration_ns),
		.device_during = fig_of(20 * MIB), .device_after = fig_of(18 * MIB),
	};
	res->during_ratio = ratio_of(0.94);
	fill_ledger(&res->all.ledger);
	res->laws_hold = 6;
	res->laws_unchecked = 2;
	s->doc = json_object_new_object();
	json_object_object_add(s->doc, "schema", json_object_new_string("wbctl.run/1"));
	json_object_object_add(s->doc, "kernel", json_object_new_string("6.1.0-57-cloud-amd64"));
	s->done = true;
}

/* As text, and when @json as a document too. */
static void check_text(const char *name, const char *file, bool json)
{
	struct profile_run p;
	char *text, path[64];
	size_t size, i;
	FILE *f;

	begin(&p, name);
	for (i = 0; i < p.step_count; i++)
		fill_step(&p.steps[i], i);
	p.profile->metrics(&p);
	f = open_memstream(&text, &size);
	profile_text(f, &p);
	fclose(f);
	snprintf(path, sizeof(path), "profile-%s.txt", file);
	golden_text(path, text);
	free(text);
	snprintf(path, sizeof(path), "profile-%s.json", file);
	if (json)
		golden_json(path, profile_json(&p));
	end(&p);
}

static void check_texts(void)
{
	/* What is installed here must not tell. */
	setenv("PATH", "/nonexistent", 1);
	check_text("dd1", "dd1", false);
	check_text("dd3", "dd3", true);
	opts.runs = fig_of(3);
	check_text("net1", "net1", false);
	check_text("mix3", "mix3", false);
	check_text("iozone", "iozone", true);
	opts.writers = fig_of(2);
	opts.runs = fig_of(1);
	opts.include_flush = true;
	check_text("iozone", "iozone-threads", false);
	check_text("tiobench", "tiobench", true);
	check_text("dbench", "dbench", false);
	check_text("fsmark", "fsmark", true);
	check_text("oltp", "oltp", true);
	opts.writers = fig_of(3);
	check_text("grow", "grow", true);
}

/* 3 of 16000 took more than 2 s, 1 more than 10 s; 47.65 % of a CPU. */
static void check_percent(void)
{
	struct profile_run p;
	size_t i;

	begin(&p, "tiobench");
	for (i = 0; i < p.step_count; i++)
		fill_step(&p.steps[i], 0);
	p.profile->metrics(&p);
	ok(near(metric_get(&p.metrics, "threads_8_sequential_write_over_2s_ratio"),
		3.0 / 16000), "share over 2 s");
	ok(near(metric_get(&p.metrics, "threads_8_random_read_over_10s_ratio"),
		1.0 / 16000), "share over 10 s");
	ok(near(metric_get(&p.metrics, "threads_128_sequential_read_cpu_ratio"),
		0.4765), "CPU time over the clock");
	end(&p);
}

/* A step that was not done has no line and no figure. */
static void check_missing(void)
{
	struct profile_run p;

	opts.runs = fig_of(2);
	begin(&p, "iozone");
	fill_step(&p.steps[0], 0);
	p.profile->metrics(&p);
	ok(metric_get(&p.metrics, "write_bytes_per_s").known, "what was done has a figure");
	ok(!metric_get(&p.metrics, "write_bytes_per_s_stddev").known, "but no deviation");
	ok(!metric_get(&p.metrics, "rewrite_bytes_per_s").known, "what was not has none");
	end(&p);
}

int main(void)
{
	check_lookup();
	check_sizes();
	check_plans();
	check_texts();
	check_percent();
	check_missing();
	return tap_end();
}
