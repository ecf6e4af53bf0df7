// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl report: print the report of a run again, out of its JSON. */
#include <string.h>

#include "json_docs.h"
#include "jsonin.h"
#include "opt.h"
#include "report.h"
#include "report_load.h"

#define PROFILE_SCHEMA "wbctl.profile/1"

/**
 * struct report_opts - the options of `wbctl report`
 * @vmstat: Print the samples as vmstat(8) does.
 * @audit: Print the audit in full.
 * @json: Where the JSON goes, NULL: none is wanted.
 * @doc: It, once it was read.
 * @printed: Reports printed.
 */
struct report_opts {
	bool vmstat;
	bool audit;
	const char *json;
	struct json_object *doc;
	size_t printed;
};

#define AT(member) offsetof(struct report_opts, member)

static const struct opt report_options[] = {
	{ "vmstat", NULL, OPT_FLAG, AT(vmstat), 0, 0, NULL,
	  "Print the samples of the run as vmstat does, instead of the report." },
	{ "audit", NULL, OPT_FLAG, AT(audit), 0, 0, NULL,
	  "Print each law of the audit, and how throughput and throttling go together." },
	{ "json", "[FILE]", OPT_JSON, AT(json), 0, 0, NULL,
	  "The document of the one run in FILE as this wbctl writes it, instead of text." },
};

static int print_vmstat(const struct report *rep, const char *from)
{
	size_t i;

	for (i = 0; i < rep->sample_count; i++)
		if (rep->sample_vm[i].interval_ns.known)
			break;
	if (i == rep->sample_count)
		return refuse(WBCTL_FAILED,
			      "%s has no samples of the machine: an older wbctl wrote it", from);
	vmstat_text(stdout, rep->sample_vm, rep->sample_count);
	return WBCTL_OK;
}

static int print_run(struct json_object *doc, const char *from, struct report_opts *o)
{
	struct report *rep = report_load(doc, from);
	int rc = WBCTL_OK;

	if (!rep)
		return WBCTL_FAILED;
	if (o->json && o->printed)
		rc = refuse(WBCTL_USAGE, "--json takes one run, and there are more: %s", from);
	else if (o->json)
		o->doc = report_json(rep);
	else if (o->printed)
		putchar('\n');
	o->printed++;
	if (!o->json && o->vmstat)
		rc = print_vmstat(rep, from);
	else if (!o->json)
		report_text(stdout, rep, o->audit);
	report_free(rep);
	return rc;
}

/* As it was printed; without it, what is there instead. */
static void print_profile_head(struct json_object *doc, const char *from, size_t steps)
{
	struct json_object *table = json_member(doc, "table", json_type_array);
	const char *name = json_text(doc, "profile");
	char text[512], clean[1024];
	size_t i;

	if (!table) {
		snprintf(text, sizeof(text),
			 "%s is of the profile %s: its table is not in it, the report%s of its %zu step%s follow%s.",
			 from, format_clean(clean, 64, name ? name : "-"), steps == 1 ? "" : "s",
			 steps, steps == 1 ? "" : "s", steps == 1 ? "s" : "");
		wrap(stdout, text, 0, 0);
	}
	for (i = 0; i < json_list_len(table); i++) {
		name = json_object_get_string(json_object_array_get_idx(table, i));
		puts(format_clean(clean, sizeof(clean), name ? name : ""));
	}
}

static int print_profile(struct json_object *doc, const char *from, struct report_opts *o)
{
	struct json_object *steps = json_member(doc, "steps", json_type_array), *step, *run;
	const char *what;
	char text[512], clean[64];
	size_t i, n = json_list_len(steps);
	int rc = WBCTL_OK;

	if (o->json)
		return refuse(WBCTL_USAGE,
			      "%s is of a profile of %zu runs, and --json takes one run", from, n);
	if (o->printed)
		putchar('\n');
	print_profile_head(doc, from, n);
	o->printed++;
	for (i = 0; i < n && !rc; i++) {
		step = json_object_array_get_idx(steps, i);
		run = json_member(step, "run", json_type_object);
		what = json_text(step, "step");
		snprintf(text, sizeof(text), "%s, step %zu", from, i + 1);
		if (!run)
			return refuse(WBCTL_FAILED, "%s has no run", text);
		printf("\n== %s ==\n", format_clean(clean, sizeof(clean), what ? what : "-"));
		o->printed = 0;
		rc = print_run(run, text, o);
	}
	o->printed++;
	return rc;
}

static int print_one(struct json_object *doc, const char *from, void *arg)
{
	const char *schema = json_text(doc, "schema");

	if (schema && !strcmp(schema, PROFILE_SCHEMA))
		return print_profile(doc, from, arg);
	return print_run(doc, from, arg);
}

static int report_run(int argc, char **argv)
{
	struct report_opts o = {};
	int rc, flushed;

	argc--;
	argv++;
	rc = opt_parse(report_options, ARRAY_SIZE(report_options), &argc, argv, &o);
	if (rc)
		return rc;
	if (argc != 1)
		return refuse(WBCTL_USAGE, "report wants one file, which wbctl run --json wrote");
	if (o.vmstat && (o.json || o.audit))
		return refuse(WBCTL_USAGE, "--vmstat and --%s exclude each other",
			      o.json ? "json" : "audit");
	rc = json_docs_read(argv[0], print_one, &o);
	/* Not before it is known that there is but one. */
	if (!rc && o.doc)
		rc = json_write(o.doc, o.json);
	json_object_put(o.doc);
	flushed = out_flush();
	return rc ? rc : flushed;
}

static void report_help(FILE *to)
{
	fprintf(to, "usage: wbctl report [OPTION]... FILE\n\n");
	wrap(to,
	     "Prints what `wbctl run --json FILE` printed, from that file alone: on any machine, without root and without the module. FILE may hold several runs, one document after another; with - they come from standard input. Of a profile the reports of its steps are printed.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, report_options, ARRAY_SIZE(report_options));
	fputc('\n', to);
	wrap(to,
	     "Exit status: 0 done, 1 the file cannot be read, was cut off, or is of another program or version, 2 a wrong command line.",
	     0, 0);
}

const struct command cmd_report = {
	"report", "print a run again, from its JSON", report_run, report_help
};
