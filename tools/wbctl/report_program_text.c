// SPDX-License-Identifier: GPL-2.0-or-later
/* The report of a program, as text and as JSON. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "fio.h"
#include "report.h"

/**
 * struct row - a process or a watched thread
 * @label: Its pid and name.
 * @ran: How long it was there.
 * @dirtied: What it dirtied.
 * @throttled: Share of its time in calls that throttled.
 * @pauses: Pauses slept.
 * @slept: Time in them.
 * @longest: The longest.
 */
struct row {
	const char *label;
	struct fig ran;
	struct fig dirtied;
	struct ratio throttled;
	struct fig pauses;
	struct fig slept;
	struct fig longest;
};

#define COL(member_, title_, width_, unit_) \
	{ .title = title_, .width = width_, .unit = unit_, .at = offsetof(struct row, member_) }

static const struct column columns[] = {
	COL(label, "PROCESS", -23, UNIT_TEXT),
	COL(ran, "RAN", FORMAT_TIME_WIDTH, UNIT_NS),
	COL(dirtied, "DIRTIED", FORMAT_BYTES_WIDTH, UNIT_BYTES),
	COL(throttled, "THROTTLED", 9, UNIT_RATIO),
	COL(pauses, "PAUSES", FORMAT_COUNT_WIDTH, UNIT_COUNT),
	COL(slept, "SLEPT", FORMAT_TIME_WIDTH, UNIT_NS),
	COL(longest, "LONGEST", FORMAT_TIME_WIDTH, UNIT_NS),
};

static const struct table processes = { columns, ARRAY_SIZE(columns), NULL };

static void print_row(FILE *to, const char *label, struct fig ran, struct fig dirtied,
		      struct ratio throttled, const struct report_throttle *t)
{
	const struct row row = {
		label, ran, dirtied, throttled, t->slept_count, t->slept_ns, t->slept_max_ns,
	};

	table_row(to, &processes, &row);
}

static void print_process(FILE *to, const struct report_writer *w)
{
	print_row(to, w->label, w->wall_ns, w->dirtied_bytes, w->throttled, &w->t);
}

void report_program_head(FILE *to, const struct report *rep)
{
	char text[2048], word[512], ran[FORMAT_LEN];
	size_t at = 0;
	int i;

	at += (size_t)snprintf(text, sizeof(text), "wbctl run:");
	for (i = 0; i < rep->program->argc && at < sizeof(text) / 2; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, " %s",
				       format_clean(word, sizeof(word), rep->program->argv[i]));
	snprintf(text + at, sizeof(text) - at, "%s", i < rep->program->argc ? " ..." : "");
	wrap(to, text, 0, 0);
	snprintf(text, sizeof(text), "it %s after %s; %s", rep->program->status,
		 format_fig(ran, UNIT_NS, rep->duration_ns), rep->where);
	wrap(to, text, 0, 0);
}

void report_program_text(FILE *to, const struct report *rep)
{
	size_t i;

	fputc('\n', to);
	table_header(to, &processes);
	for (i = 0; i < rep->writer_count; i++)
		print_process(to, &rep->writers[i]);
	if (rep->all.dirtied_bytes.known)
		print_process(to, &rep->all);
}

void report_watched_text(FILE *to, const struct report *rep)
{
	const struct report_watched *w;
	size_t i;

	if (!rep->watched_count)
		return;
	fprintf(to, "\nwatched: threads of other processes\n");
	table_header(to, &processes);
	for (i = 0; i < rep->watched_count; i++) {
		w = &rep->watched[i];
		print_row(to, w->label, w->ledger.wall_ns, w->dirtied_bytes, w->throttled, &w->t);
	}
}

void report_usage_text(FILE *to, const struct report *rep)
{
	char user[FORMAT_LEN], system[FORMAT_LEN], dirtied[FORMAT_LEN], text[160];
	const struct report_program *p = rep->program;

	snprintf(text, sizeof(text),
		 "%s in user mode, %s in the kernel; dirtied or written directly %s (getrusage)",
		 format_fig(user, UNIT_NS, p->usage_user_ns),
		 format_fig(system, UNIT_NS, p->usage_system_ns),
		 format_fig(dirtied, UNIT_BYTES, p->usage_dirtied_bytes));
	wrap(to, text, fprintf(to, "usage"), 10);
}

static bool ends_in(const char *name, const char *end)
{
	size_t len = strlen(name), tail = strlen(end);

	return len >= tail && !strcmp(name + len - tail, end);
}

/* A metric's name says its unit. */
static void metric_value(char *text, size_t len, const struct metric *m)
{
	char buf[FORMAT_LEN];
	struct fig v = m->value.v >= 0 ? fig_of((uint64_t)m->value.v) : fig_none();

	if (v.known && ends_in(m->name, "_bytes_per_s"))
		snprintf(text, len, "%s MiB/s", format_fig(buf, UNIT_RATE, v));
	else if (v.known && ends_in(m->name, "_bytes"))
		snprintf(text, len, "%s", format_fig(buf, UNIT_BYTES, v));
	else if (v.known && ends_in(m->name, "_ns"))
		snprintf(text, len, "%s", format_fig(buf, UNIT_NS, v));
	else
		snprintf(text, len, "%.6g", m->value.v);
}

/* What a program's own clock leaves out is in the device's bytes. */
static void flushed_text(FILE *to, const struct report *rep)
{
	struct fig bytes = fig_add(rep->during_bytes, rep->after_bytes);
	struct fig ns = fig_add(rep->duration_ns, rep->drain_ns);
	char took[FORMAT_LEN], over[FORMAT_LEN], rate[FORMAT_LEN], text[160];

	if (!rep->program->flushed_rate.known)
		return;
	snprintf(text, sizeof(text),
		 "with the flush after it, the device took %s in %s: %s MiB/s",
		 format_fig(took, UNIT_BYTES, bytes), format_fig(over, UNIT_NS, ns),
		 format_fig(rate, UNIT_RATE, rep->program->flushed_rate));
	fprintf(to, "  ");
	wrap(to, text, 2, 2);
}

void report_metrics_text(FILE *to, const struct report *rep)
{
	const struct metric_list *list = rep->metrics;
	char value[64], name[48];
	size_t i;

	/* That one was not found is said where the run ends. */
	if (!rep->program || !metric_any(list))
		return;
	fprintf(to, "\n%s says\n", format_clean(name, sizeof(name), rep->program->name));
	for (i = 0; i < list->count; i++) {
		if (!list->m[i].value.known)
			continue;
		metric_value(value, sizeof(value), &list->m[i]);
		fprintf(to, "  %-30s  %s\n", list->m[i].name, value);
	}
	flushed_text(to, rep);
}

#define P(member_, key_, unit_) \
	{ .key = key_, .unit = unit_, .at = offsetof(struct report_program, member_) }

static const struct column program_columns[] = {
	P(name, "name", UNIT_TEXT),
	P(exit_status, "exit_status", UNIT_ID),
	P(signal, "signal", UNIT_TEXT),
	P(timed_out, "timed_out", UNIT_BOOL),
	P(left_count, "left_count", UNIT_COUNT),
	P(process_count, "process_count", UNIT_COUNT),
	P(task_count, "task_count", UNIT_COUNT),
	P(usage_user_ns, "usage.user_ns", UNIT_NS),
	P(usage_system_ns, "usage.system_ns", UNIT_NS),
	P(usage_dirtied_bytes, "usage.dirtied_bytes", UNIT_BYTES),
	P(flushed_rate, "flushed_bytes_per_s", UNIT_RATE),
};

static const struct table program_table = { program_columns, ARRAY_SIZE(program_columns), NULL };

static struct json_object *fio_json(const struct fio *fio)
{
	struct json_object *into = json_object_new_object();

	json_add_text(into, "version", fio->version);
	json_object_object_add(into, "jobs", json_object_get(fio->jobs));
	return into;
}

struct json_object *report_program_json(const struct report *rep)
{
	struct json_object *into = json_object_new_object(), *argv = json_object_new_array();
	char word[PATH_MAX];
	int i;

	for (i = 0; i < rep->program->argc; i++)
		json_object_array_add(argv,
				      json_object_new_string(format_clean(word, sizeof(word),
									  rep->program->argv[i])));
	json_object_object_add(into, "argv", argv);
	json_add_text(into, "status", rep->program->status);
	table_json(&program_table, rep->program, into);
	json_add_fig(into, "dirtied_bytes", rep->all.dirtied_bytes);
	if (rep->program->fio)
		json_object_object_add(into, "fio", fio_json(rep->program->fio));
	return into;
}

char *report_process_label(const struct report_writer *w)
{
	char label[40];

	if (w->others.known)
		snprintf(label, sizeof(label), "(%u others)", (unsigned int)w->others.v);
	else
		snprintf(label, sizeof(label), "%u %.15s", (unsigned int)w->pid.v,
			 w->comm ? w->comm : "-");
	return strdup(label);
}

const char *report_inode_label(struct report_inode *in)
{
	snprintf(in->own_label, sizeof(in->own_label), "%u", (unsigned int)in->pid.v);
	return in->own_label;
}

static const char *load_words(struct report_program *p, struct json_object *from)
{
	struct json_object *argv = json_get(from, "argv"), *word;
	size_t i, n;

	if (!json_object_is_type(argv, json_type_array))
		return "argv";
	n = json_object_array_length(argv);
	p->argv = calloc(n + 1, sizeof(*p->argv));
	for (i = 0; p->argv && i < n; i++) {
		word = json_object_array_get_idx(argv, i);
		if (!json_object_is_type(word, json_type_string))
			return "argv";
		p->argv[p->argc++] = (char *)json_object_get_string(word);
	}
	return NULL;
}

static const char *load_fio(struct report_program *p, struct json_object *from)
{
	struct json_object *jobs = json_get(from, "jobs");
	const char *version = json_get_text(from, "version");
	struct fio *fio;

	if (!from)
		return NULL;
	if (!json_object_is_type(jobs, json_type_array))
		return "fio";
	fio = calloc(1, sizeof(*fio));
	if (!fio)
		return NULL;
	snprintf(fio->version, sizeof(fio->version), "%s", version ? version : "");
	fio->jobs = json_object_get(jobs);
	p->fio = fio;
	return NULL;
}

const char *report_program_load(struct report *rep, struct json_object *from)
{
	const char *status = json_get_text(from, "status"), *bad;
	struct report_program *p = calloc(1, sizeof(*p));

	rep->program = p;
	if (!p)
		return NULL;
	snprintf(p->status, sizeof(p->status), "%s", status ? status : "ended");
	bad = table_load(&program_table, p, from);
	if (!bad && !p->name)
		bad = "name";
	if (!bad)
		bad = load_words(p, from);
	if (!bad)
		bad = load_fio(p, json_get(from, "fio"));
	return bad;
}

void report_program_free(struct report *rep)
{
	struct report_program *p = rep->program;

	/* Those of a run that was here are the run's own. */
	if (p && rep->doc) {
		free((void *)p->argv);
		if (p->fio)
			fio_free((struct fio *)p->fio);
		free((struct fio *)p->fio);
	}
	free(p);
	rep->program = NULL;
}
