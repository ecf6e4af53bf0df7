// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of profiles, and the command that lists it. */
#include <string.h>

#include "opt.h"
#include "profile.h"

#define KNOBLAUCH "Martin Knoblauch, 2007-10-29: 2.6.24-rc1: First impressions"
#define ZIJLSTRA "Peter Zijlstra, 2007-11-12: iozone write 50% regression in kernel 2.6.24-rc1"
#define MORTON "Andrew Morton, 2003-06: i/o benchmarks on 2.5.70* kernels"
#define WONG "Mark Wong, 2004-03-18: 2.6.4-mm2"
#define GORMAN "Mel Gorman, 2012-07-02: [MMTests] IO metadata on XFS"

static const char *const dbench_takes[] = { "writers", "time", NULL };
static const char *const fsmark_takes[] = {
	"writers", "size", "files", "bs", "fsync", NULL
};

#define DD(name_, writers_, share_, direct_, meaning_) { \
	.name = name_, .source = KNOBLAUCH, .meaning = meaning_, .runs = 1, \
	.writers = writers_, .share = share_, .direct = direct_, .plan = dd_plan, \
	.metrics = dd_metrics, .table = dd_table, \
}

const struct profile profiles[] = {
	DD("dd1", 1, 1, false, "One dd to a local file system: all of --size (16 GB there)."),
	DD("dd1-dir", 1, 1, true, "The same with O_DIRECT."),
	DD("dd2", 2, 7.6 / 16, false, "Two at once, 7.6 sixteenths of --size each."),
	DD("dd2-dir", 2, 7.6 / 16, true, "The same with O_DIRECT."),
	DD("dd3", 3, 5.2 / 16, false, "Three at once, 5.2 sixteenths of --size each."),
	DD("dd3-dir", 3, 5.2 / 16, true, "The same with O_DIRECT."),
	{
		.name = "net1", .source = KNOBLAUCH, .runs = 1, .writers = 1, .share = 5.2 / 16,
		.meaning = "A copy from the first --dir (NFS there) into the second.",
		.dirs = 2, .needs = "where to copy from, and where to",
		.plan = net1_plan, .metrics = dd_metrics, .table = dd_table,
	},
	{
		.name = "mix3", .source = KNOBLAUCH, .runs = 1, .writers = 3, .share = 5.2 / 16,
		.meaning =
		"Three dd at once, into the first --dir (a local disk there) and two others (NFS there).",
		.dirs = 3, .needs = "a local disk and two network mounts",
		.plan = dd_plan, .metrics = mix3_metrics, .table = mix3_table,
	},
	{
		.name = "iozone", .source = ZIJLSTRA, .runs = 3, .writers = 1, .share = 1,
		.meaning =
		"iozone -i 0: write and rewrite of a file of --size, with --include-flush its -e -c; with several --writers its throughput mode.",
		.plan = iozone_plan, .metrics = iozone_metrics, .table = iozone_table,
	},
	{
		.name = "tiobench", .source = MORTON, .runs = 1,
		.meaning =
		"Sequential and random write and read, by 8 and by 128 threads (or --writers), of files of --size together.",
		.plan = tiobench_plan, .metrics = tiobench_metrics, .table = tiobench_table,
	},
	{
		.name = "dbench", .source = MORTON, .runs = 3, .writers = 64,
		.meaning =
		"A file server's mix of calls by 64 clients (or --writers), for 20 s (or --time), or until each has moved --size.",
		.program = "dbench", .takes = dbench_takes,
		.plan = dbench_plan, .metrics = dbench_metrics, .table = dbench_table,
	},
	{
		.name = "fsmark", .source = GORMAN, .runs = 5,
		.meaning =
		"Files of --size (50 KiB) made and flushed, --files (500) by each of 1 and of 16 threads (or --writers).",
		.program = "fs_mark", .takes = fsmark_takes,
		.plan = fsmark_plan, .metrics = fsmark_metrics, .table = fsmark_table,
	},
	{
		.name = "oltp", .source = WONG, .runs = 1, .writers = 9,
		.meaning =
		"PostgreSQL's shape under DBT-2: 8 KiB pages, a log in the first --dir and random reads and writes by 8 others in the second, for 30 s (or --time).",
		.plan = oltp_plan, .metrics = oltp_metrics, .table = oltp_table,
	},
	{
		.name = "grow", .source = MORTON, .runs = 1, .writers = 8,
		.meaning =
		"The block allocator's case: 8 files (or --writers) grown side by side to --size (4 MiB) by flushed appends, slowly with --rate; then read back.",
		.plan = grow_plan, .metrics = grow_metrics, .table = grow_table,
	},
	{
		.name = "fio", .source = "Jens Axboe's fio", .runs = 1, .writers = 1,
		.meaning =
		"Any job file of fio's, in the first --dir: `--profile fio JOBFILE`, or its words behind --.",
		.program = "fio", .alone = true,
		.plan = fio_plan, .metrics = fio_series, .table = fio_table,
	},
	{ .name = NULL },
};

const struct profile *profile_find(const char *name)
{
	const struct profile *p;

	for (p = profiles; p->name; p++)
		if (!strcmp(p->name, name))
			return p;
	return NULL;
}

/**
 * struct list_opts - the options of `wbctl profiles`
 * @json: Where the JSON goes, NULL: none is wanted.
 */
struct list_opts {
	const char *json;
};

static const struct opt list_options[] = {
	{ "json", "[FILE]", OPT_JSON, offsetof(struct list_opts, json), 0, 0, NULL,
	  "One JSON document, into FILE or onto standard output." },
};

static int list_json(const char *file)
{
	struct json_object *doc = json_object_new_object(), *list = json_object_new_array(), *one;
	const struct profile *p;
	int rc;

	json_object_object_add(doc, "schema", json_object_new_string("wbctl.profiles/1"));
	for (p = profiles; p->name; p++) {
		one = json_object_new_object();
		json_add_text(one, "name", p->name);
		json_add_text(one, "source", p->source);
		json_add_text(one, "meaning", p->meaning);
		json_add_text(one, p->alone ? "program" : "stands_in_for", p->program);
		json_object_array_add(list, one);
	}
	json_object_object_add(doc, "profiles", list);
	rc = json_write(doc, file);
	json_object_put(doc);
	return rc;
}

static void list_text(FILE *to)
{
	const struct profile *p;
	char source[128];
	int at;

	for (p = profiles; p->name; p++) {
		at = fprintf(to, "%s", p->name);
		wrap(to, p->meaning, at, 10);
		if (!p[1].name || strcmp(p->source, p[1].source)) {
			snprintf(source, sizeof(source), "(%s)", p->source);
			wrap(to, source, 0, 10);
			fputc('\n', to);
		}
	}
}

static int profiles_run(int argc, char **argv)
{
	struct list_opts o = {};
	int rc;

	argc--;
	argv++;
	rc = opt_parse(list_options, ARRAY_SIZE(list_options), &argc, argv, &o);
	if (rc)
		return rc;
	if (argc)
		return refuse(WBCTL_USAGE, "profiles takes no word '%s'", argv[0]);
	if (o.json)
		return list_json(o.json);
	list_text(stdout);
	return out_flush();
}

static void profiles_help(FILE *to)
{
	fprintf(to, "usage: wbctl profiles [OPTION]\n\n");
	wrap(to,
	     "Lists the benchmarks that `wbctl run --profile NAME` runs: what each does, and the post that it comes from.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, list_options, ARRAY_SIZE(list_options));
}

const struct command cmd_profiles = {
	"profiles", "list the benchmarks that run has", profiles_run, profiles_help
};
