// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl compare: its command line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <json-c/json.h>

#include "compare.h"
#include "jsonin.h"
#include "out.h"

#define AT(member) offsetof(struct compare_opts, member)

static const struct opt options[] = {
	{ "metric", "NAME", OPT_LIST, AT(metrics), 0, 0, NULL,
	  "Show this figure, or those that fit a pattern such as 'ledger_*'; may be repeated." },
	{ "all", NULL, OPT_FLAG, AT(all), 0, 0, NULL,
	  "Show every figure that the files have." },
	{ "threshold", "PERCENT", OPT_TEXT, AT(threshold_word), 0, 0, NULL,
	  "Exit with 4 when a figure is significantly worse by more than that." },
	{ "alpha", "P", OPT_TEXT, AT(alpha_word), 0, 0, NULL,
	  "A difference is significant when p is below that (0.05)." },
	{ "force", NULL, OPT_FLAG, AT(force), 0, 0, NULL,
	  "Compare what is not alike, and print what differs." },
	{ "csv", NULL, OPT_FLAG, AT(csv), 0, 0, NULL,
	  "Print every number as comma separated values." },
	{ "json", "[FILE]", OPT_JSON, AT(json), 0, 0, NULL,
	  "Every number as one JSON document, into FILE or onto standard output (-)." },
};

static bool real(const char *word, double *v)
{
	char *end;

	*v = strtod(word, &end);
	return end != word && !*end && isfinite(*v);
}

static int take_numbers(struct compare_opts *o)
{
	double percent;

	o->alpha = 0.05;
	if (o->alpha_word &&
	    (!real(o->alpha_word, &o->alpha) || o->alpha <= 0 || o->alpha >= 1))
		return refuse(WBCTL_USAGE, "--alpha wants a number between 0 and 1, not '%s'",
			      o->alpha_word);
	if (!o->threshold_word)
		return WBCTL_OK;
	if (!real(o->threshold_word, &percent) || percent < 0)
		return refuse(WBCTL_USAGE, "--threshold wants a number of percent, not '%s'",
			      o->threshold_word);
	o->threshold = ratio_of(percent / 100);
	return WBCTL_OK;
}

/* A result that was meant to be compared is easily taken for the name behind --json. */
static int check_json(const char *file)
{
	struct json_object *doc;
	const char *schema;
	int rc = WBCTL_OK;

	if (!file || !strcmp(file, "-") || access(file, F_OK))
		return WBCTL_OK;
	doc = json_object_from_file(file);
	schema = doc ? json_text(doc, "schema") : NULL;
	if (schema && !strncmp(schema, "wbctl.", 6) && strcmp(schema, "wbctl.compare/1"))
		rc = refuse(WBCTL_USAGE,
			    "--json %s: that holds a result; --json=FILE, or --json - before it, names another",
			    file);
	json_object_put(doc);
	return rc;
}

static int parse(struct compare_opts *o, int *argc, char **argv)
{
	int rc = opt_parse(options, ARRAY_SIZE(options), argc, argv, o);

	if (!rc)
		rc = take_numbers(o);
	if (rc)
		return rc;
	if (o->csv && o->json)
		return refuse(WBCTL_USAGE, "--csv and --json exclude each other");
	rc = check_json(o->json);
	if (rc)
		return rc;
	if (o->all && o->metrics.count)
		return refuse(WBCTL_USAGE, "--all and --metric exclude each other");
	if (*argc < 2)
		return refuse(WBCTL_USAGE,
			      "compare wants two files or more: others are held against the first");
	return WBCTL_OK;
}

static int print(const struct compare *c)
{
	struct json_object *doc;
	int rc;

	if (c->o->csv) {
		compare_csv(c, stdout);
		return out_flush();
	}
	if (c->o->json) {
		doc = compare_json(c);
		rc = json_write(doc, c->o->json);
		json_object_put(doc);
		if (rc || !strcmp(c->o->json, "-"))
			return rc;
	}
	compare_text(c, stdout);
	return out_flush();
}

static int compare_run(int argc, char **argv)
{
	struct compare_opts o = {};
	struct compare c = { .o = &o };
	size_t i;
	int rc;

	argc--;
	argv++;
	rc = parse(&o, &argc, argv);
	if (rc)
		return rc;
	c.file_count = (size_t)argc;
	c.files = calloc(c.file_count, sizeof(*c.files));
	if (!c.files)
		return refuse(WBCTL_FAILED, "no memory for the comparison");
	for (i = 0; i < c.file_count && !rc; i++)
		rc = runfile_read(&c.files[i], argv[i]);
	if (!rc)
		rc = compare_make(&c);
	if (!rc)
		rc = print(&c);
	if (!rc)
		rc = compare_status(&c);
	compare_free(&c);
	for (i = 0; i < c.file_count; i++)
		runfile_free(&c.files[i]);
	free(c.files);
	return rc;
}

static void compare_help(FILE *to)
{
	fprintf(to, "usage: wbctl compare [OPTION]... FIRST OTHER...\n\n");
	wrap(to,
	     "Compares results of `wbctl run --json FILE` and `wbctl sweep`: each other file against the first. A file may have several runs one after the other (cat), which are repeats. A change is marked where Welch's t-test finds it significant; with several tests p is corrected (Holm). What is not alike, the kernel excepted, is refused.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, options, ARRAY_SIZE(options));
	fputc('\n', to);
	wrap(to,
	     "Exit status: 0 compared, 2 a file is no result or is not like the first, 4 --threshold was crossed; 1 nothing could be tested for --threshold.",
	     0, 0);
}

const struct command cmd_compare = {
	"compare", "compare results, say what differs by more than the noise", compare_run,
	compare_help
};
