// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl status: what the module is, what it can measure here, what it lost. */
#include <string.h>
#include <time.h>

#include "client.h"
#include "opt.h"
#include "status.h"

#define COL(attr_, title_, width_) { .title = title_, .width = width_, .at = attr_ }

static const struct column probe_columns[] = {
	COL(WBTRACE_A_PROBE_NAME, "PROBE", -34),
	COL(WBTRACE_A_PROBE_KIND, "KIND", -10),
	COL(WBTRACE_A_PROBE_STATE, "STATE", -8),
	COL(WBTRACE_A_PROBE_HITS, "HITS", FORMAT_COUNT_WIDTH),
	COL(WBTRACE_A_PROBE_MISSED, "MISSED", FORMAT_COUNT_WIDTH),
};

static const struct column table_columns[] = {
	COL(WBTRACE_A_TABLE_NAME, "TABLE", -6),
	COL(WBTRACE_A_TABLE_ENTRIES, "ROWS", FORMAT_COUNT_WIDTH),
	COL(WBTRACE_A_TABLE_CAPACITY, "CAPACITY", 8),
	COL(WBTRACE_A_TABLE_EVICTED, "EVICTED", 7),
	COL(WBTRACE_A_TABLE_OVERFLOW, "OVERFLOW", 8),
	COL(WBTRACE_A_TABLE_MEMORY_BYTES, "MEMORY", FORMAT_BYTES_WIDTH),
};

static const struct table probes_table = {
	probe_columns, ARRAY_SIZE(probe_columns), record_cell
};

static const struct table tables_table = {
	table_columns, ARRAY_SIZE(table_columns), record_cell
};

static void attached_text(FILE *to, const struct record *info, const struct record *config)
{
	struct fig since = record_fig(info, WBTRACE_A_INFO_ATTACHED_NS);
	struct fig now = record_fig(info, WBTRACE_A_INFO_NOW_NS);
	struct fig clients = record_fig(info, WBTRACE_A_INFO_CLIENTS);
	char ago[FORMAT_LEN], count[FORMAT_LEN], line[160];

	if (!record_fig(info, WBTRACE_A_INFO_ATTACHED).v) {
		fprintf(to, "probes    not attached: nobody asked for figures\n");
		return;
	}
	snprintf(line, sizeof(line), "attached for %s, held by %s client%s%s",
		 format_fig(ago, UNIT_NS, fig_grown(since, now)),
		 format_fig(count, UNIT_COUNT, clients), clients.v == 1 ? "" : "s",
		 record_fig(config, WBTRACE_A_CONFIG_ENABLED).v ?
		 " and by /sys/kernel/wbtrace/enabled" : "");
	fprintf(to, "probes");
	wrap(to, line, 6, 10);
}

static void events_text(FILE *to, const struct record *info)
{
	char generated[FORMAT_LEN], emitted[FORMAT_LEN], lost[FORMAT_LEN], queued[FORMAT_LEN];

	fprintf(to, "events    %s generated, %s emitted, %s lost, %s queued\n",
		format_fig(generated, UNIT_COUNT,
			   record_fig(info, WBTRACE_A_INFO_EVENTS_GENERATED)),
		format_fig(emitted, UNIT_COUNT, record_fig(info, WBTRACE_A_INFO_EVENTS_EMITTED)),
		format_fig(lost, UNIT_COUNT, record_fig(info, WBTRACE_A_INFO_EVENTS_LOST)),
		format_fig(queued, UNIT_COUNT, record_fig(info, WBTRACE_A_INFO_EVENTS_QUEUED)));
}

static void missing_text(FILE *to, const struct record *probe)
{
	uint64_t state = record_fig(probe, WBTRACE_A_PROBE_STATE).v;
	const char *gives = record_text(probe, WBTRACE_A_PROBE_GIVES);
	struct fig error = record_fig(probe, WBTRACE_A_PROBE_ERROR);
	char line[1024];

	if (state != WBTRACE_PROBE_STATE_ABSENT && state != WBTRACE_PROBE_STATE_FAILED)
		return;
	snprintf(line, sizeof(line), "%s is %s%s%s; without it these are not measured: %s",
		 record_text(probe, WBTRACE_A_PROBE_NAME),
		 state == WBTRACE_PROBE_STATE_ABSENT ? "absent on this kernel" : "not attached: ",
		 state == WBTRACE_PROBE_STATE_ABSENT ? "" : "the kernel refused, ",
		 error.known ? strerror((int)error.v) : "", gives ? gives : "-");
	fputc('\n', to);
	wrap(to, line, 0, 0);
}

void status_text(FILE *to, const struct record *info, const struct record *config)
{
	const struct record *rec;
	char buf[128];

	fprintf(to, "wbtrace   %s, ABI version %u, pages of %u bytes\n",
		format_clean(buf, sizeof(buf), record_text(info, WBTRACE_A_INFO_VERSION)),
		(unsigned int)record_fig(info, WBTRACE_A_INFO_ABI_VERSION).v,
		(unsigned int)record_fig(info, WBTRACE_A_INFO_PAGE_BYTES).v);
	attached_text(to, info, config);
	events_text(to, info);
	fputc('\n', to);
	table_header(to, &probes_table);
	for (rec = record_nest(info, WBTRACE_A_INFO_PROBE); rec; rec = rec->next)
		table_row(to, &probes_table, rec);
	fputc('\n', to);
	table_header(to, &tables_table);
	for (rec = record_nest(info, WBTRACE_A_INFO_TABLE); rec; rec = rec->next)
		table_row(to, &tables_table, rec);
	for (rec = record_nest(info, WBTRACE_A_INFO_PROBE); rec; rec = rec->next)
		missing_text(to, rec);
}

struct json_object *status_json(const struct record *info, const struct record *config,
				int64_t now)
{
	struct json_object *doc = json_object_new_object();

	json_object_object_add(doc, "schema", json_object_new_string("wbctl.status/1"));
	json_object_object_add(doc, "wbctl_version", json_object_new_string(WBCTL_VERSION));
	json_add_time(doc, "time", now);
	json_object_object_add(doc, "module", record_json(info));
	json_object_object_add(doc, "config", record_json(config));
	return doc;
}

/**
 * struct status_opts - the options of `wbctl status`
 * @json: Where the JSON goes, NULL: text.
 */
struct status_opts {
	const char *json;
};

static const struct opt status_options[] = {
	{ "json", "[FILE]", OPT_JSON, offsetof(struct status_opts, json), 0, 0, NULL,
	  "The state as one JSON document, into FILE or onto standard output (-)." },
};

static int print_status(const struct record *info, const struct record *config, const char *json)
{
	struct json_object *doc;
	int rc;

	if (!json) {
		status_text(stdout, info, config);
		return out_flush();
	}
	doc = status_json(info, config, time(NULL));
	rc = json_write(doc, json);
	json_object_put(doc);
	return rc;
}

static int status_run(int argc, char **argv)
{
	struct record *info = NULL, *config = NULL;
	struct status_opts o = {};
	struct client *c = NULL;
	int rc;

	argc--;
	argv++;
	rc = opt_parse(status_options, ARRAY_SIZE(status_options), &argc, argv, &o);
	if (rc)
		return rc;
	if (argc)
		return refuse(WBCTL_USAGE, "status takes no word '%s'", argv[0]);
	rc = client_open(&c);
	if (!rc)
		rc = client_info(c, &info);
	if (!rc)
		rc = client_config(c, &config);
	rc = rc ? client_refuse(c, rc) : print_status(info, config, o.json);
	record_free(config);
	record_free(info);
	client_close(c);
	return rc;
}

static void status_help(FILE *to)
{
	fprintf(to, "usage: wbctl status [--json [FILE]]\n\n");
	wrap(to,
	     "Prints the module's version, who holds its probes attached, each probe and each table, lost events, and what is not measured because a probe is absent.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, status_options, ARRAY_SIZE(status_options));
}

const struct command cmd_status = {
	"status", "print what the module is and what it can measure here", status_run, status_help
};
