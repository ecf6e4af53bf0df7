// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl show: the module's tables. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "client.h"
#include "opt.h"
#include "show.h"
#include "show_stacks.h"

#define TABLES "inodes, tasks, wbs, sbs, alloc, devices or stacks"
#define WATCH_TIME_NS (5 * NSEC_PER_SEC)

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

static const struct column alloc_columns[] = {
	COL(WBTRACE_A_ALLOC_DEV, "DEV", -7),
	COL(WBTRACE_A_ALLOC_INO, "INODE", 10),
	COL(WBTRACE_A_ALLOC_ALLOCATED_BYTES, "ALLOCATED", FORMAT_BYTES_WIDTH),
	COL(WBTRACE_A_ALLOC_REQUEST_COUNT, "ASKED", FORMAT_COUNT_WIDTH),
	COL(WBTRACE_A_ALLOC_EXTENT_COUNT, "EXTENTS", 7),
	COL(WBTRACE_A_ALLOC_INTERLEAVED_COUNT, "MIXED", FORMAT_COUNT_WIDTH),
	COL(WBTRACE_A_ALLOC_TIME_NS, "TIME", FORMAT_TIME_WIDTH),
	COL(WBTRACE_A_ALLOC_PREALLOCATED_BYTES, "PREALLOC", FORMAT_BYTES_WIDTH),
};

/* A column of the writes of one kind. */
#define KIND(kind_, title_) \
	{ .title = title_, .width = FORMAT_BYTES_WIDTH, .sub = SUB_KIND, \
	  .at = WBTRACE_WRITE_KIND_##kind_ }
#define SUB_KIND -2

static const struct column device_columns[] = {
	COL(WBTRACE_A_DEVICE_DEV, "DEV", -7),
	COL(WBTRACE_A_DEVICE_NAME, "NAME", -7),
	KIND(DATA, "DATA"),
	KIND(METADATA, "METADATA"),
	KIND(JOURNAL, "JOURNAL"),
	KIND(DIRECT, "DIRECT"),
	KIND(OTHER, "OTHER"),
	COL(WBTRACE_A_DEVICE_BUSY_NS, "BUSY", FORMAT_TIME_WIDTH),
};

/* Empty parts are not sent: without one nothing of the kind was written. */
static struct cell kind_cell(const struct record *row, uint64_t kind)
{
	const struct record *part = record_nest(row, WBTRACE_A_DEVICE_PART);
	struct cell cell = { .unit = UNIT_BYTES, .fig = fig_of(0) };

	for (; part; part = part->next)
		if (record_fig(part, WBTRACE_A_DEVICE_PART_KIND).v == kind)
			cell.fig = record_fig(part, WBTRACE_A_DEVICE_PART_WRITE_BYTES);
	return cell;
}

/* Behind whose blocks an inode's landed, and what is only promised to it. */
static void alloc_more(FILE *to, const struct record *row)
{
	const struct record *n = record_nest(row, WBTRACE_A_ALLOC_NEIGHBOUR);
	struct fig reserved = record_fig(row, WBTRACE_A_ALLOC_RESERVED_BYTES);
	char text[512], bytes[FORMAT_LEN], ino[FORMAT_LEN], count[FORMAT_LEN];
	size_t at = 0;

	if (reserved.v)
		at = (size_t)snprintf(text, sizeof(text), "%s reserved, no blocks yet",
				      format_fig(bytes, UNIT_BYTES, reserved));
	for (; n && at < sizeof(text) - 64; n = n->next)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%sbehind inode %s %s times",
				       at ? ", " : "",
				       format_fig(ino, UNIT_ID,
						  record_fig(n, WBTRACE_A_NEIGHBOUR_INO)),
				       format_fig(count, UNIT_COUNT,
						  record_fig(n, WBTRACE_A_NEIGHBOUR_COUNT)));
	if (at)
		wrap(to, text, 0, 2);
}

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

	if (column->sub == SUB_KIND)
		return kind_cell(row, column->at);
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
	  WBTRACE_A_INODE_FLAGS, WBTRACE_A_INODE_PATH, NULL },
	{ "tasks", WBTRACE_CMD_TASK, WBTRACE_TABLE_MASK_TASK, &attrs_task,
	  { task_columns, ARRAY_SIZE(task_columns), show_cell },
	  WBTRACE_A_TASK_FLAGS, 0, NULL },
	{ "wbs", WBTRACE_CMD_WB, WBTRACE_TABLE_MASK_WB, &attrs_wb,
	  { wb_columns, ARRAY_SIZE(wb_columns), show_cell },
	  WBTRACE_A_WB_FLAGS, 0, NULL },
	{ "sbs", WBTRACE_CMD_SB, 0, &attrs_sb,
	  { sb_columns, ARRAY_SIZE(sb_columns), show_cell },
	  WBTRACE_A_SB_FLAGS, 0, NULL },
	{ "alloc", WBTRACE_CMD_ALLOC, 0, &attrs_alloc,
	  { alloc_columns, ARRAY_SIZE(alloc_columns), show_cell },
	  WBTRACE_A_ALLOC_FLAGS, WBTRACE_A_ALLOC_PATH, alloc_more },
	{ "devices", WBTRACE_CMD_DEVICE, WBTRACE_TABLE_MASK_DEVICE, &attrs_device,
	  { device_columns, ARRAY_SIZE(device_columns), show_cell },
	  WBTRACE_A_DEVICE_FLAGS, 0, NULL },
	{ "stacks", WBTRACE_CMD_STACK, WBTRACE_TABLE_MASK_STACK, &attrs_stack,
	  { NULL, 0, NULL }, WBTRACE_A_STACK_FLAGS, 0, NULL },
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
	if (t->more)
		t->more(to, row);
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
 * @watch: Watch this process first (stacks).
 * @time_ns: For how long.
 * @json: Where the JSON goes, NULL: text.
 */
struct show_opts {
	struct query q;
	struct fig watch;
	struct fig time_ns;
	const char *json;
};

static const char *const sort_keys[] = {
	"dirtied", "written", "throttle-count", "held", "time", "allocated", NULL
};

#define AT(member) offsetof(struct show_opts, member)

static const struct opt show_options[] = {
	{ "top", "N", OPT_NUMBER, AT(q.top), 1, UINT32_MAX, NULL,
	  "Only the N largest rows (inodes, tasks, wbs, alloc, stacks)." },
	{ "by", "FIELD", OPT_NAME, AT(q.by), 0, 0, sort_keys,
	  "What they are the largest in: dirtied, written, throttle-count or held; of alloc: time or allocated.",
	},
	{ "dev", "MAJOR:MINOR", OPT_DEV, AT(q.dev), 0, 0, NULL,
	  "Only this file system's device (inodes, sbs, alloc), or this disk (devices)." },
	{ "ino", "N", OPT_NUMBER, AT(q.ino), 0, 0, NULL,
	  "Only this inode number (inodes, alloc)." },
	{ "pid", "N", OPT_NUMBER, AT(q.pid), 1, INT32_MAX, NULL,
	  "Only this thread (tasks, stacks)." },
	{ "tgid", "N", OPT_NUMBER, AT(q.tgid), 1, INT32_MAX, NULL,
	  "Only the threads of this process (tasks, stacks)." },
	{ "bdi", "NAME", OPT_TEXT, AT(q.bdi), 0, 0, NULL,
	  "Only this backing device, such as 8:0 or btrfs-1 (inodes, wbs)." },
	{ "cgroup", "PATH|INO", OPT_CGROUP, AT(q.cgroup), 0, 0, NULL,
	  "Only this cgroup (inodes, tasks, wbs)." },
	{ "paths", NULL, OPT_FLAG, AT(q.paths), 0, 0, NULL,
	  "Find each inode's path inside its file system (inodes, alloc)." },
	{ "count-pages", NULL, OPT_FLAG, AT(q.count_pages), 0, 0, NULL,
	  "Count dirty pages in the page cache: the column DIRTY NOW (inodes)." },
	{ "watch", "PID", OPT_NUMBER, AT(watch), 1, INT32_MAX, NULL,
	  "Watch this process, and what it forks, for a while first (stacks)." },
	{ "time", "TIME", OPT_TIME, AT(time_ns), 1000000, 0, NULL,
	  "How long --watch watches (5s)." },
	{ "json", "[FILE]", OPT_JSON, AT(json), 0, 0, NULL,
	  "Everything that is known, as one JSON document, into FILE or onto standard output (-).",
	},
};

/* The sort keys that a table knows, bits of enum wbtrace_sort_key. */
static uint32_t keys_of(int cmd)
{
	switch (cmd) {
	case WBTRACE_CMD_ALLOC:
		return 1 << WBTRACE_SORT_KEY_TIME | 1 << WBTRACE_SORT_KEY_ALLOCATED;
	case WBTRACE_CMD_STACK:
		return 1 << WBTRACE_SORT_KEY_TIME;
	case WBTRACE_CMD_SB:
	case WBTRACE_CMD_DEVICE:
		return 0;
	default:
		return 1 << WBTRACE_SORT_KEY_DIRTIED | 1 << WBTRACE_SORT_KEY_WRITTEN |
		       1 << WBTRACE_SORT_KEY_THROTTLE_COUNT | 1 << WBTRACE_SORT_KEY_HELD;
	}
}

/* Says which option does not go with the table, if there is one. */
static int check_options(const struct show_table *t, const struct show_opts *o)
{
	bool inode = t->cmd == WBTRACE_CMD_INODE, task = t->cmd == WBTRACE_CMD_TASK;
	bool wb = t->cmd == WBTRACE_CMD_WB, sb = t->cmd == WBTRACE_CMD_SB;
	bool alloc = t->cmd == WBTRACE_CMD_ALLOC, device = t->cmd == WBTRACE_CMD_DEVICE;
	bool stack = t->cmd == WBTRACE_CMD_STACK;
	const struct query *q = &o->q;
	const struct {
		const char *name;
		bool given;
		bool goes;
	} uses[] = {
		{ "dev", q->dev.known, inode || sb || alloc || device },
		{ "ino", q->ino.known, inode || alloc },
		{ "pid", q->pid.known, task || stack },
		{ "tgid", q->tgid.known, task || stack },
		{ "bdi", q->bdi, inode || wb },
		{ "cgroup", q->cgroup.known, inode || task || wb },
		{ "top", q->top.known, keys_of(t->cmd) },
		{ "by", q->by.known, keys_of(t->cmd) },
		{ "paths", q->paths, inode || alloc },
		{ "count-pages", q->count_pages, inode },
		{ "watch", o->watch.known, stack },
		{ "time", o->time_ns.known, stack },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(uses); i++)
		if (uses[i].given && !uses[i].goes)
			return refuse(WBCTL_USAGE, "--%s does not apply to %s", uses[i].name,
				      t->name);
	if (q->by.known && !q->top.known)
		return refuse(WBCTL_USAGE,
			      "--by needs --top N: it says what the N rows are the largest in");
	if (q->by.known && !(keys_of(t->cmd) & 1U << q->by.v))
		return refuse(WBCTL_USAGE, "--by %s does not apply to %s", sort_keys[q->by.v],
			      t->name);
	if (o->time_ns.known && !o->watch.known)
		return refuse(WBCTL_USAGE, "--time needs --watch PID: it says for how long");
	if (q->bdi && strlen(q->bdi) > 63)
		return refuse(WBCTL_USAGE, "--bdi takes at most 63 characters");
	return WBCTL_OK;
}

static int show_stacks(struct client *c, const struct show_opts *o)
{
	struct stacks_opts so = { .q = o->q, .watch = o->watch, .time_ns = o->time_ns };
	struct stacks_seen seen = {};
	struct json_object *doc;
	int rc;

	if (!so.time_ns.known)
		so.time_ns = fig_of(WATCH_TIME_NS);
	rc = stacks_read(c, &so, &seen);
	if (rc == -ESRCH) {
		rc = refuse(WBCTL_USAGE, "--watch %u: there is no such process",
			    (unsigned int)o->watch.v);
	} else if (rc) {
		rc = client_refuse(c, rc);
	} else if (o->json) {
		doc = stacks_json(&seen, o->q.top, time(NULL));
		rc = json_write(doc, o->json);
		json_object_put(doc);
	} else {
		stacks_text(stdout, &seen, o->q.top);
		rc = out_flush();
	}
	stacks_free(&seen);
	return rc;
}

static int show_rows(struct client *c, const struct show_table *t, const struct show_opts *o)
{
	struct rows rows = {};
	struct query q = o->q;
	struct json_object *doc;
	int rc;

	if (t->cmd == WBTRACE_CMD_STACK)
		return show_stacks(c, o);
	/* The module sorts by what was dirtied unless it is told otherwise. */
	if (t->cmd == WBTRACE_CMD_ALLOC && q.top.known && !q.by.known)
		q.by = fig_of(WBTRACE_SORT_KEY_TIME);
	rc = client_dump(c, t->cmd, t->set, &q, &rows);
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
		return refuse(WBCTL_USAGE, "show wants one table: " TABLES);
	t = show_find(argv[0]);
	if (!t)
		return refuse(WBCTL_USAGE, "there is no table '%s': show " TABLES,
			      argv[0]);
	rc = check_options(t, &o);
	if (rc)
		return rc;
	rc = client_open(&c);
	rc = rc ? client_refuse(c, rc) : show_rows(c, t, &o);
	client_close(c);
	return rc;
}

static void show_help(FILE *to)
{
	fprintf(to, "usage: wbctl show TABLE [OPTION]...\n\n");
	wrap(to,
	     "Prints a table of the module: inodes, tasks, wbs, sbs, alloc, devices or stacks. Counters count from when the probes were attached; rows of tasks that exited and of inodes that left memory stay.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, show_options, ARRAY_SIZE(show_options));
	fprintf(to, "\n");
	wrap(to,
	     "Stacks are those of watched tasks: `wbctl run` watches its writers, --watch any process. '-' is what was not measured. The columns are explained in Documentation/wbctl.rst.",
	     0, 0);
}

const struct command cmd_show = {
	"show", "print a table: " TABLES, show_run, show_help
};
