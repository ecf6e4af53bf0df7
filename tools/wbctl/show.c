// SPDX-License-Identifier: GPL-2.0-only
/* wbctl show: the module's tables. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "client.h"
#include "opt.h"
#include "show.h"

#define COL(attr_, title_, width_) { .title = title_, .width = width_, .at = attr_ }
#define SUB(nest_, attr_, title_, width_) \
	{ .title = title_, .width = width_, .at = attr_, .sub = nest_ }

/* A column of what is now: rows of what is gone say so there. */
#define NOW(attr_, title_, width_) \
	{ .title = title_, .width = width_, .at = attr_, .sub = SUB_NOW }
#define SUB_NOW -1

static const struct column inode_columns[] = {
	COL(WBTRACE_A_INODE_DEV, "DEV", -7),
	COL(WBTRACE_A_INODE_INO, "INODE", 10),
	COL(WBTRACE_A_INODE_DIRTIED_BYTES, "DIRTIED", FORMAT_BYTES_WIDTH),
	COL(WBTRACE_A_INODE_WRITTEN_BYTES, "WRITTEN", FORMAT_BYTES_WIDTH),
	NOW(WBTRACE_A_INODE_DIRTY_NOW_BYTES, "DIRTY NOW", FORMAT_BYTES_WIDTH),
	SUB(WBTRACE_A_INODE_THROTTLE, WBTRACE_A_THROTTLE_COUNT, "DECIDED", 7),
	SUB(WBTRACE_A_INODE_THROTTLE, WBTRACE_A_THROTTLE_HELD_NS, "HELD", FORMAT_TIME_WIDTH),
};

static const struct column task_columns[] = {
	COL(WBTRACE_A_TASK_PID, "PID", 7),
	COL(WBTRACE_A_TASK_DIRTIED_BYTES, "DIRTIED", FORMAT_BYTES_WIDTH),
	SUB(WBTRACE_A_TASK_THROTTLE, WBTRACE_A_THROTTLE_COUNT, "DECIDED", 7),
	SUB(WBTRACE_A_TASK_THROTTLE, WBTRACE_A_THROTTLE_SLEPT_COUNT, "PAUSES", 6),
	SUB(WBTRACE_A_TASK_THROTTLE, WBTRACE_A_THROTTLE_SLEPT_NS, "SLEPT", FORMAT_TIME_WIDTH),
	SUB(WBTRACE_A_TASK_THROTTLE, WBTRACE_A_THROTTLE_HELD_NS, "HELD", FORMAT_TIME_WIDTH),
	NOW(WBTRACE_A_TASK_THROTTLED_NOW_NS, "NOW", FORMAT_TIME_WIDTH),
	COL(WBTRACE_A_TASK_COMM, "COMMAND", -1),
};

/* KERNEL is the kernel's estimate of the bandwidth, in MiB/s. */
static const struct column wb_columns[] = {
	COL(WBTRACE_A_WB_BDI, "BDI", -8),
	COL(WBTRACE_A_WB_CGROUP, "CGROUP", 6),
	COL(WBTRACE_A_WB_DIRTIED_BYTES, "DIRTIED", FORMAT_BYTES_WIDTH),
	COL(WBTRACE_A_WB_WRITTEN_BYTES, "WRITTEN", FORMAT_BYTES_WIDTH),
	NOW(WBTRACE_A_WB_KERNEL_RECLAIMABLE_BYTES, "DIRTY NOW", FORMAT_BYTES_WIDTH),
	SUB(WBTRACE_A_WB_THROTTLE, WBTRACE_A_THROTTLE_COUNT, "DECIDED", 7),
	SUB(WBTRACE_A_WB_THROTTLE, WBTRACE_A_THROTTLE_SLEPT_NS, "SLEPT", FORMAT_TIME_WIDTH),
	COL(WBTRACE_A_WB_WRITE_BANDWIDTH_BYTES_PER_S, "KERNEL", FORMAT_RATE_WIDTH),
};

static const struct column sb_columns[] = {
	COL(WBTRACE_A_SB_DEV, "DEV", -8),
	COL(WBTRACE_A_SB_FS_TYPE, "FS", -7),
	COL(WBTRACE_A_SB_INODES, "INODES", 6),
	COL(WBTRACE_A_SB_DIRTIED_BYTES, "DIRTIED", FORMAT_BYTES_WIDTH),
	COL(WBTRACE_A_SB_WRITTEN_BYTES, "WRITTEN", FORMAT_BYTES_WIDTH),
	COL(WBTRACE_A_SB_PASS_COUNT, "PASSES", 6),
	COL(WBTRACE_A_SB_THROTTLE_COUNT, "DECIDED", 7),
	COL(WBTRACE_A_SB_HELD_NS, "HELD", FORMAT_TIME_WIDTH),
};

static bool is_gone(const struct record *row)
{
	int i;

	for (i = 1; i <= row->set->max; i++)
		if (row->set->attrs[i].type == ATTR_BITS)
			return record_fig(row, i).v & WBTRACE_ROW_FLAGS_GONE;
	return false;
}

static struct cell show_cell(const void *row, const struct column *column)
{
	struct column plain = *column;
	struct cell cell;

	if (column->sub != SUB_NOW)
		return record_cell(row, column);
	plain.sub = 0;
	cell = record_cell(row, &plain);
	if (is_gone(row))
		cell.text = "gone";
	return cell;
}

const struct show_table show_tables[] = {
	{ "inodes", WBTRACE_CMD_INODE, WBTRACE_TABLE_MASK_INODE, &attrs_inode,
	  { inode_columns, ARRAY_SIZE(inode_columns), show_cell },
	  WBTRACE_A_INODE_FLAGS, WBTRACE_A_INODE_PATH },
	{ "tasks", WBTRACE_CMD_TASK, WBTRACE_TABLE_MASK_TASK, &attrs_task,
	  { task_columns, ARRAY_SIZE(task_columns), show_cell },
	  WBTRACE_A_TASK_FLAGS, 0 },
	{ "wbs", WBTRACE_CMD_WB, WBTRACE_TABLE_MASK_WB, &attrs_wb,
	  { wb_columns, ARRAY_SIZE(wb_columns), show_cell },
	  WBTRACE_A_WB_FLAGS, 0 },
	{ "sbs", WBTRACE_CMD_SB, 0, &attrs_sb,
	  { sb_columns, ARRAY_SIZE(sb_columns), show_cell },
	  WBTRACE_A_SB_FLAGS, 0 },
};

const size_t show_tables_count = ARRAY_SIZE(show_tables);

const struct show_table *show_find(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(show_tables); i++)
		if (!strcmp(show_tables[i].name, name))
			return &show_tables[i];
	return NULL;
}

/* Whether no figure of a row, or of its nests, is other than 0. */
static bool is_zero(const struct record *row)
{
	const struct attr *a;
	int i;

	for (i = 1; row && i <= row->set->max; i++) {
		a = &row->set->attrs[i];
		if (!row->values[i].set)
			continue;
		if (a->type == ATTR_UINT && row->values[i].u)
			return false;
		if (a->type == ATTR_NEST && !is_zero(row->values[i].nest))
			return false;
	}
	return true;
}

static void show_row(FILE *to, const struct show_table *t, const struct record *row)
{
	const char *path = t->path ? record_text(row, t->path) : NULL;
	char buf[4200];

	if (record_fig(row, t->flags).v & WBTRACE_ROW_FLAGS_EVICTED) {
		if (is_zero(row))
			return;
		fprintf(to, "the sum of the rows that left the table or found no room:\n");
	}
	table_row(to, &t->table, row);
	if (path)
		fprintf(to, "  %s\n", format_clean(buf, sizeof(buf), path));
}

void show_text(FILE *to, const struct show_table *t, const struct rows *rows)
{
	const struct record *row;

	table_header(to, &t->table);
	for (row = rows->first; row; row = row->next)
		show_row(to, t, row);
	if (rows->inconsistent)
		wrap(to,
		     "The table kept changing while it was read: a row may be missing or be there twice.",
		     0, 0);
}

struct json_object *show_json(const struct show_table *t, const struct rows *rows, int64_t now)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *list = json_object_new_array();
	const struct record *row;

	json_object_object_add(doc, "schema", json_object_new_string("wbctl.show/1"));
	json_object_object_add(doc, "wbctl_version", json_object_new_string(WBCTL_VERSION));
	json_add_time(doc, "time", now);
	json_object_object_add(doc, "table", json_object_new_string(t->name));
	json_object_object_add(doc, "inconsistent", json_object_new_boolean(rows->inconsistent));
	for (row = rows->first; row; row = row->next)
		json_object_array_add(list, record_json(row));
	json_object_object_add(doc, "rows", list);
	return doc;
}

/**
 * struct show_opts - the options of `wbctl show`
 * @q: Which rows.
 * @json: Where the JSON goes, NULL: text.
 */
struct show_opts {
	struct query q;
	const char *json;
};

static const char *const sort_keys[] = {
	"dirtied", "written", "throttle-count", "held", NULL
};

#define AT(member) offsetof(struct show_opts, member)

static const struct opt show_options[] = {
	{ "top", "N", OPT_NUMBER, AT(q.top), 1, UINT32_MAX, NULL,
	  "Only the N largest rows (inodes, tasks, wbs)." },
	{ "by", "FIELD", OPT_NAME, AT(q.by), 0, 0, sort_keys,
	  "What they are the largest in: dirtied, written, throttle-count or held." },
	{ "dev", "MAJOR:MINOR", OPT_DEV, AT(q.dev), 0, 0, NULL,
	  "Only this file system's device (inodes, sbs)." },
	{ "ino", "N", OPT_NUMBER, AT(q.ino), 0, 0, NULL,
	  "Only this inode number (inodes)." },
	{ "pid", "N", OPT_NUMBER, AT(q.pid), 1, INT32_MAX, NULL,
	  "Only this thread (tasks)." },
	{ "tgid", "N", OPT_NUMBER, AT(q.tgid), 1, INT32_MAX, NULL,
	  "Only the threads of this process (tasks)." },
	{ "bdi", "NAME", OPT_TEXT, AT(q.bdi), 0, 0, NULL,
	  "Only this backing device, such as 8:0 or btrfs-1 (inodes, wbs)." },
	{ "cgroup", "PATH|INO", OPT_CGROUP, AT(q.cgroup), 0, 0, NULL,
	  "Only this cgroup (inodes, tasks, wbs)." },
	{ "paths", NULL, OPT_FLAG, AT(q.paths), 0, 0, NULL,
	  "Find each inode's path inside its file system (inodes)." },
	{ "count-pages", NULL, OPT_FLAG, AT(q.count_pages), 0, 0, NULL,
	  "Count dirty pages in the page cache: the column DIRTY NOW (inodes)." },
	{ "json", "[FILE]", OPT_JSON, AT(json), 0, 0, NULL,
	  "Everything that is known, as one JSON document, into FILE or onto standard output (-).",
	},
};

/* Says which option does not go with the table, if there is one. */
static int check_options(const struct show_table *t, const struct query *q)
{
	bool inode = t->cmd == WBTRACE_CMD_INODE, task = t->cmd == WBTRACE_CMD_TASK;
	bool wb = t->cmd == WBTRACE_CMD_WB, sb = t->cmd == WBTRACE_CMD_SB;
	const struct {
		const char *name;
		bool given;
		bool goes;
	} uses[] = {
		{ "dev", q->dev.known, inode || sb },
		{ "ino", q->ino.known, inode },
		{ "pid", q->pid.known, task },
		{ "tgid", q->tgid.known, task },
		{ "bdi", q->bdi, inode || wb },
		{ "cgroup", q->cgroup.known, !sb },
		{ "top", q->top.known, !sb },
		{ "by", q->by.known, !sb },
		{ "paths", q->paths, inode },
		{ "count-pages", q->count_pages, inode },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(uses); i++)
		if (uses[i].given && !uses[i].goes)
			return refuse(WBCTL_USAGE, "--%s does not apply to %s", uses[i].name,
				      t->name);
	if (q->by.known && !q->top.known)
		return refuse(WBCTL_USAGE,
			      "--by needs --top N: it says what the N rows are the largest in");
	if (q->bdi && strlen(q->bdi) > 63)
		return refuse(WBCTL_USAGE, "--bdi takes at most 63 characters");
	return WBCTL_OK;
}

static int show_rows(struct client *c, const struct show_table *t, const struct show_opts *o)
{
	struct rows rows = {};
	struct json_object *doc;
	int rc;

	rc = client_dump(c, t->cmd, t->set, &o->q, &rows);
	if (rc)
		return client_refuse(c, rc);
	if (o->json) {
		doc = show_json(t, &rows, time(NULL));
		rc = json_write(doc, o->json);
		json_object_put(doc);
	} else {
		show_text(stdout, t, &rows);
		rc = out_flush();
	}
	record_free(rows.first);
	return rc;
}

static int show_run(int argc, char **argv)
{
	struct show_opts o = {};
	const struct show_table *t;
	struct client *c = NULL;
	int rc;

	argc--;
	argv++;
	rc = opt_parse(show_options, ARRAY_SIZE(show_options), &argc, argv, &o);
	if (rc)
		return rc;
	if (argc != 1)
		return refuse(WBCTL_USAGE, "show wants one table: inodes, tasks, wbs or sbs");
	t = show_find(argv[0]);
	if (!t)
		return refuse(WBCTL_USAGE, "there is no table '%s': show inodes, tasks, wbs or sbs",
			      argv[0]);
	rc = check_options(t, &o.q);
	if (rc)
		return rc;
	rc = client_open(&c);
	rc = rc ? client_refuse(c, rc) : show_rows(c, t, &o);
	client_close(c);
	return rc;
}

static void show_help(FILE *to)
{
	fprintf(to, "usage: wbctl show inodes|tasks|wbs|sbs [OPTION]...\n\n");
	wrap(to,
	     "Prints a table of the module. Counters count from when the probes were attached; rows of tasks that exited and of inodes that left memory stay.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, show_options, ARRAY_SIZE(show_options));
	fprintf(to, "\n");
	wrap(to,
	     "'-' is what was not measured. The columns are explained in Documentation/wbctl.rst.",
	     0, 0);
}

const struct command cmd_show = {
	"show", "print a table: inodes, tasks, wbs or sbs", show_run, show_help
};
