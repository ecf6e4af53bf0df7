// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl show stacks: what watched tasks waited for. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "show_stacks.h"
#include "stacks.h"

/* Sleeps that have not ended are in no row yet; shorter ones are not told. */
#define UNENDED_NS 1000000

static void sleep_ns(uint64_t ns)
{
	struct timespec left = {
		.tv_sec = (time_t)(ns / NSEC_PER_SEC), .tv_nsec = (long)(ns % NSEC_PER_SEC),
	};

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

static int read_stacks(struct client *c, const struct query *q, struct rows *rows)
{
	return client_dump(c, WBTRACE_CMD_STACK, &attrs_stack, q, rows);
}

static int read_tasks(struct client *c, struct fig pid, struct rows *rows)
{
	const struct query q = { .tgid = pid };

	return client_dump(c, WBTRACE_CMD_TASK, &attrs_task, &q, rows);
}

int stacks_read(struct client *c, const struct stacks_opts *o, struct stacks_seen *seen)
{
	struct query q = o->q;
	int rc = 0;

	/* The longest are chosen here: the module knows nothing of differences. */
	q.top = fig_none();
	q.by = fig_none();
	if (o->watch.known) {
		rc = client_watch(c, (pid_t)o->watch.v);
		if (!rc)
			rc = read_tasks(c, o->watch, &seen->tasks_start);
		if (!rc)
			rc = read_stacks(c, &q, &seen->start);
		if (!rc)
			sleep_ns(o->time_ns.v);
	}
	if (!rc)
		rc = read_stacks(c, &q, &seen->end);
	if (!rc && o->watch.known)
		rc = read_tasks(c, o->watch, &seen->tasks_end);
	return rc;
}

void stacks_free(struct stacks_seen *seen)
{
	record_free(seen->start.first);
	record_free(seen->end.first);
	record_free(seen->tasks_start.first);
	record_free(seen->tasks_end.first);
	memset(seen, 0, sizeof(*seen));
}

/* Frames, indented; those of the scheduler at the top are the same in all. */
static void frames_text(FILE *to, const char *frames)
{
	char line[512], clean[512];
	const char *at;
	size_t len;

	for (at = frames ? frames_of_wait(frames) : ""; *at; at += len + (at[len] == '\n')) {
		len = strcspn(at, "\n");
		snprintf(line, sizeof(line), "%.*s", (int)len, at);
		fprintf(to, "    %.75s\n", format_clean(clean, sizeof(clean), line));
	}
}

/**
 * struct stack_row - a wait as a line
 * @class: Its class.
 * @time_ns: Time in it.
 * @count: How often.
 * @max_ns: The longest.
 * @pid: Whose.
 * @comm: His name.
 */
struct stack_row {
	const char *class;
	struct fig time_ns;
	struct fig count;
	struct fig max_ns;
	struct fig pid;
	const char *comm;
};

#define COL(member_, title_, width_, unit_) \
	{ .title = title_, .width = width_, .unit = unit_, \
	  .at = offsetof(struct stack_row, member_) }

static const struct column stack_columns[] = {
	COL(class, "CLASS", -14, UNIT_TEXT),
	COL(time_ns, "TIME", FORMAT_TIME_WIDTH, UNIT_NS),
	COL(count, "COUNT", FORMAT_COUNT_WIDTH, UNIT_COUNT),
	COL(max_ns, "LONGEST", FORMAT_TIME_WIDTH, UNIT_NS),
	COL(pid, "PID", 7, UNIT_ID),
	COL(comm, "COMMAND", -1, UNIT_TEXT),
};

static const struct table stack_table = { stack_columns, ARRAY_SIZE(stack_columns), NULL };

static void wait_text(FILE *to, const struct wait *w)
{
	const struct stack_row row = {
		.class = class_names[w->class], .time_ns = fig_of(w->time_ns),
		.count = fig_of(w->count), .max_ns = fig_of(w->max_ns),
		.pid = record_fig(w->row, WBTRACE_A_STACK_PID),
		.comm = record_text(w->row, WBTRACE_A_STACK_COMM),
	};

	table_row(to, &stack_table, &row);
	frames_text(to, record_text(w->row, WBTRACE_A_STACK_FRAME));
}

/* Sleeps of a task in the time between that no row of the stack table has. */
static uint64_t unstacked_of(const struct ledger_snap *d)
{
	static const uint64_t stacked[] = {
		WBTRACE_ACTIVITY_NONE, WBTRACE_ACTIVITY_ALLOCATION, WBTRACE_ACTIVITY_FSYNC,
	};
	const struct ledger_part *part;
	uint64_t ns = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(stacked); i++) {
		part = &d->parts[stacked[i]];
		if (part->wait_ns > part->stacked_ns)
			ns += part->wait_ns - part->stacked_ns;
	}
	return ns;
}

/* What a thread did in the time, and what of it no stack can show. */
static void task_text(FILE *to, const struct stacks_seen *seen, const struct record *task)
{
	char text[256], comm[32], wall[FORMAT_LEN], cpu[FORMAT_LEN], queue[FORMAT_LEN];
	const char *name = record_text(task, WBTRACE_A_TASK_COMM);
	struct ledger_stacks none = {};
	struct ledger_snap a, b, d;
	char left[FORMAT_LEN];
	struct ledger l;
	int at;

	ledger_snap(&a, row_of_task(&seen->tasks_start, task));
	if (!ledger_snap(&b, task) || !ledger_between(&d, &a, &b))
		return;
	ledger_sort(&l, &d, &none);
	at = snprintf(text, sizeof(text), "%u %s: %s, on a CPU %s, waited for one %s",
		      (unsigned int)record_fig(task, WBTRACE_A_TASK_PID).v,
		      format_clean(comm, sizeof(comm), name ? name : "-"),
		      format_fig(wall, UNIT_NS, l.wall_ns), format_fig(cpu, UNIT_NS, l.cpu_ns),
		      format_fig(queue, UNIT_NS, l.class_ns[CLASS_RUNQUEUE]));
	if (unstacked_of(&d) >= UNENDED_NS)
		snprintf(text + at, sizeof(text) - (size_t)at,
			 "; %s in sleeps that have not ended, or began before it was watched",
			 format_fig(left, UNIT_NS, fig_of(unstacked_of(&d))));
	wrap(to, text, 0, 4);
}

void stacks_text(FILE *to, const struct stacks_seen *seen, struct fig top)
{
	const struct record *task;
	struct wait *waits;
	size_t i, n = 0;

	waits = waits_between(&seen->start, &seen->end, &n);
	for (task = seen->tasks_end.first; task; task = task->next)
		task_text(to, seen, task);
	if (!n)
		wrap(to,
		     "No sleep of a watched task has ended; only those of tasks that somebody watches are kept: see --watch.",
		     0, 0);
	else
		table_header(to, &stack_table);
	for (i = 0; i < n && (!top.known || i < top.v); i++)
		wait_text(to, &waits[i]);
	free(waits);
}

static struct json_object *wait_json(const struct wait *w)
{
	struct json_object *one = record_json(w->row);

	json_add_text(one, "class", class_names[w->class]);
	json_add_fig(one, "count", fig_of(w->count));
	json_add_fig(one, "time_ns", fig_of(w->time_ns));
	return one;
}

struct json_object *stacks_json(const struct stacks_seen *seen, struct fig top, int64_t now)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *list = json_object_new_array();
	struct wait *waits;
	size_t i, n = 0;

	waits = waits_between(&seen->start, &seen->end, &n);
	json_object_object_add(doc, "schema", json_object_new_string("wbctl.show/1"));
	json_object_object_add(doc, "wbctl_version", json_object_new_string(WBCTL_VERSION));
	json_add_time(doc, "time", now);
	json_object_object_add(doc, "table", json_object_new_string("stacks"));
	json_object_object_add(doc, "inconsistent",
			       json_object_new_boolean(seen->end.inconsistent));
	for (i = 0; i < n && (!top.known || i < top.v); i++)
		json_object_array_add(list, wait_json(&waits[i]));
	json_object_object_add(doc, "rows", list);
	free(waits);
	return doc;
}
