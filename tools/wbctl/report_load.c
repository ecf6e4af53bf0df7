// SPDX-License-Identifier: GPL-2.0-or-later
/* The report of a run out of its JSON document. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report.h"
#include "report_load.h"

/**
 * struct loading - a report in the making
 * @rep: The report.
 * @doc: Its document.
 * @from: What people call it.
 * @rc: WBCTL_OK until something is wrong, which has been said.
 */
struct loading {
	struct report *rep;
	struct json_object *doc;
	const char *from;
	int rc;
};

static void wrong(struct loading *l, const char *where, const char *key)
{
	if (!l->rc)
		l->rc = refuse(WBCTL_FAILED, "%s: '%s' of '%s' is not what a run has there",
			       l->from, key, where);
}

static void no_memory(struct loading *l)
{
	if (!l->rc)
		l->rc = refuse(WBCTL_FAILED, "%s: no memory for it", l->from);
}

static void load(struct loading *l, const struct table *t, void *row, struct json_object *from,
		 const char *where)
{
	const char *key = from ? table_load(t, row, from) : NULL;

	if (key)
		wrong(l, where, key);
}

/* The elements of a list; a member that is missing has none. */
static size_t list_of(struct loading *l, const char *key, struct json_object **list)
{
	*list = json_get(l->doc, key);
	if (*list && !json_object_is_type(*list, json_type_array)) {
		wrong(l, "the document", key);
		*list = NULL;
	}
	return *list ? json_object_array_length(*list) : 0;
}

/* Rows as report_json() writes them; *rows is freed with the report. */
static size_t load_rows(struct loading *l, const struct table *t, const char *key, size_t size,
			void **rows)
{
	struct json_object *list;
	size_t i, n = list_of(l, key, &list);

	*rows = calloc(n + 1, size);
	if (!*rows) {
		no_memory(l);
		return 0;
	}
	for (i = 0; i < n; i++)
		load(l, t, (char *)*rows + i * size, json_object_array_get_idx(list, i), key);
	return n;
}

static int64_t time_of(const char *text)
{
	struct tm tm = {};

	return text && strptime(text, "%Y-%m-%dT%H:%M:%SZ", &tm) ? (int64_t)timegm(&tm) : 0;
}

static void load_sysctls(struct sysinfo *sys, struct json_object *from)
{
	if (!json_object_is_type(from, json_type_object))
		return;
	json_object_object_foreach(from, key, value) {
		if (strncmp(key, "vm.", 3) || sys->sysctl_count == ARRAY_SIZE(sys->sysctls))
			continue;
		sys->sysctls[sys->sysctl_count].name = key + 3;
		sys->sysctls[sys->sysctl_count++].value = json_object_get_uint64(value);
	}
}

static void load_machine(struct loading *l)
{
	struct sysinfo *sys = &l->rep->sys;
	const char *kernel = json_get_text(l->doc, "kernel");

	snprintf(sys->kernel, sizeof(sys->kernel), "%s", kernel ? kernel : "-");
	sys->memory_bytes = json_get_fig(l->doc, "memory_bytes");
	sys->cpus = json_get_fig(l->doc, "cpus");
	sys->page_bytes = json_get_fig(l->doc, "page_bytes").v;
	sys->dirty_limit_bytes = json_get_fig(l->doc, "limits.dirty_bytes");
	sys->background_limit_bytes = json_get_fig(l->doc, "limits.background_bytes");
	load_sysctls(sys, json_get(l->doc, "sysctls"));
}

static bool is_true(struct loading *l, const char *key)
{
	return json_object_get_boolean(json_get(l->doc, key));
}

static void load_head(struct loading *l)
{
	const char *command_line = json_get_text(l->doc, "command_line");
	struct report *rep = l->rep;

	rep->wbctl_version = json_get_text(l->doc, "wbctl_version");
	rep->source = json_get_text(l->doc, "source");
	rep->lost_events = json_get_fig(l->doc, "lost_events");
	rep->module_version = json_get_text(l->doc, "module_version");
	rep->time = time_of(json_get_text(l->doc, "time"));
	rep->command_line = command_line ? strdup(command_line) : NULL;
	rep->interrupted = is_true(l, "interrupted");
	rep->module_lost = is_true(l, "module_lost");
	rep->duration_ns = json_get_fig(l->doc, "duration_ns");
	rep->during_bytes = json_get_fig(l->doc, "device.during_bytes");
	rep->after_bytes = json_get_fig(l->doc, "device.after_bytes");
	rep->drain_ns = json_get_fig(l->doc, "device.drain_ns");
	/* Not the rounded one of the document. */
	rep->during_ratio = fig_ratio(rep->during_bytes,
				      fig_add(rep->during_bytes, rep->after_bytes));
}

static void load_job(struct loading *l)
{
	const char *where = json_get_text(l->doc, "job.where");
	const char *fsync = json_get_text(l->doc, "job.fsync");
	const char *shape = json_get_text(l->doc, "job.shape");
	struct report *rep = l->rep;

	rep->shape = shape ? shape_named(shape) : &shape_write;
	if (!rep->shape) {
		wrong(l, "job", "shape");
		rep->shape = &shape_write;
	}
	rep->file_size = json_get_fig(l->doc, "job.file_bytes");
	rep->files = json_get_fig(l->doc, "job.file_count");
	rep->rate = json_get_fig(l->doc, "job.rate_bytes_per_s");
	rep->size = json_get_fig(l->doc, "job.size_bytes");
	rep->bs = json_get_fig(l->doc, "job.bs_bytes");
	rep->time_limit_ns = json_get_fig(l->doc, "job.time_limit_ns");
	rep->fsync = fsync ? fsync : "-";
	rep->direct = is_true(l, "job.direct");
	rep->rewrite = is_true(l, "job.rewrite");
	snprintf(rep->where, sizeof(rep->where), "%s", where ? where : "-");
}

static void load_probes(struct loading *l)
{
	struct json_object *list;
	size_t i, n = list_of(l, "probes_absent", &list);

	if (!list)
		return;
	l->rep->probes_absent = calloc(n + 1, sizeof(*l->rep->probes_absent));
	for (i = 0; i < n && l->rep->probes_absent; i++)
		l->rep->probes_absent[i] = json_object_get_string(json_object_array_get_idx(list,
											    i));
	l->rep->probes_absent_count = fig_of(l->rep->probes_absent ? n : 0);
}

static char *copy(const char *text)
{
	return text ? strdup(text) : NULL;
}

static void load_thread(struct loading *l, struct report_watched *w, struct json_object *one,
			const char *where)
{
	load(l, &report_watched_ledgers, w, one, where);
	/* Not the rounded one of the document. */
	w->throttled = fig_ratio(w->t.held_ns, w->ledger.wall_ns);
	report_watched_label(w);
}

/* What only the processes of a program have. */
static void load_process(struct loading *l, struct report_writer *w, struct json_object *one)
{
	struct json_object *tasks = json_get(one, "tasks");
	size_t i, n;

	w->label = report_process_label(w);
	w->throttled = fig_ratio(w->t.held_ns, w->ledger.wall_ns);
	if (!tasks)
		return;
	if (!json_object_is_type(tasks, json_type_array)) {
		wrong(l, "writers", "tasks");
		return;
	}
	n = json_object_array_length(tasks);
	w->tasks = calloc(n + 1, sizeof(*w->tasks));
	if (!w->tasks) {
		no_memory(l);
		return;
	}
	w->task_count = n;
	for (i = 0; i < n; i++)
		load_thread(l, &w->tasks[i], json_object_array_get_idx(tasks, i), "tasks");
}

/* What report_free() frees one by one is the report's own. */
static void load_writer(struct loading *l, struct report_writer *w, struct json_object *one)
{
	struct json_object *inodes;
	char label[FORMAT_LEN];

	load(l, &report_writers, w, one, "writers");
	load(l, &report_details, w, one, "writers");
	load(l, &report_ledgers, w, one, "writers");
	w->comm = copy(w->comm);
	w->error = copy(w->error);
	w->inode = fig_none();
	inodes = json_get(one, "inodes");
	if (json_object_is_type(inodes, json_type_array) && json_object_array_length(inodes))
		w->inode = fig_of(json_object_get_uint64(json_object_array_get_idx(inodes, 0)));
	if (l->rep->program) {
		load_process(l, w, one);
		return;
	}
	w->label = strdup(format_fig(label, UNIT_ID, w->id));
	w->throttled = fig_ratio(w->t.held_ns, w->wall_ns);
	if (w->written_bytes.known)
		w->moved_bytes = fig_of(shape_moved(l->rep->shape, w->written_bytes.v,
						    w->read_bytes.v));
}

static void load_writers(struct loading *l)
{
	struct json_object *list;
	size_t i, n = list_of(l, "writers", &list);

	l->rep->writers = calloc(n + 1, sizeof(*l->rep->writers));
	if (!l->rep->writers) {
		no_memory(l);
		return;
	}
	l->rep->writer_count = n;
	for (i = 0; i < n; i++)
		load_writer(l, &l->rep->writers[i], json_object_array_get_idx(list, i));
}

static void load_inodes(struct loading *l)
{
	struct report *rep = l->rep;
	struct report_inode *in;
	size_t i;

	rep->inode_count = load_rows(l, &report_inodes, "inodes", sizeof(*rep->inodes),
				     (void **)&rep->inodes);
	for (i = 0; i < rep->inode_count; i++) {
		in = &rep->inodes[i];
		if (rep->program && in->pid.known)
			in->label = report_inode_label(in);
		else if (in->writer.known && in->writer.v < rep->writer_count)
			in->label = rep->writers[in->writer.v].label;
	}
}

/* A list of threads; *threads is freed with the report. */
static size_t load_threads(struct loading *l, const char *key, struct report_watched **threads)
{
	struct json_object *list;
	size_t i, n = list_of(l, key, &list);

	*threads = calloc(n + 1, sizeof(**threads));
	if (!*threads) {
		no_memory(l);
		return 0;
	}
	for (i = 0; i < n; i++)
		load_thread(l, &(*threads)[i], json_object_array_get_idx(list, i), key);
	return n;
}

static void load_sample(struct loading *l, size_t i, struct json_object *one)
{
	struct report *rep = l->rep;
	struct json_object *writers = json_get(one, "writers"), *w, *vm = json_get(one, "vmstat");
	struct report_sample *s;
	size_t j;

	rep->sample_t_ns[i] = json_get_fig(one, "t_ns").v;
	rep->sample_device[i] = json_get_fig(one, "device_bytes");
	load(l, &vmstat_table, &rep->sample_vm[i], vm, "vmstat");
	if (rep->program) {
		rep->samples[i].dirtied_bytes = json_get_fig(one, "dirtied_bytes");
		rep->samples[i].throttled_ns = json_get_fig(one, "throttled_ns");
		return;
	}
	if (!json_object_is_type(writers, json_type_array) ||
	    json_object_array_length(writers) != rep->writer_count) {
		wrong(l, "samples", "writers");
		return;
	}
	for (j = 0; j < rep->writer_count; j++) {
		s = &rep->samples[i * rep->writer_count + j];
		w = json_object_array_get_idx(writers, j);
		s->written_bytes = json_get_fig(w, "written_bytes");
		s->read_bytes = json_get_fig(w, "read_bytes");
		s->throttled_ns = json_get_fig(w, "throttled_ns");
	}
}

static void load_samples(struct loading *l)
{
	struct report *rep = l->rep;
	struct json_object *list;
	size_t i, n = list_of(l, "samples", &list);

	rep->sample_t_ns = calloc(n + 1, sizeof(*rep->sample_t_ns));
	rep->sample_device = calloc(n + 1, sizeof(*rep->sample_device));
	rep->sample_vm = calloc(n + 1, sizeof(*rep->sample_vm));
	rep->samples = calloc(n * (rep->program ? 1 : rep->writer_count) + 1,
			      sizeof(*rep->samples));
	if (!rep->sample_t_ns || !rep->sample_device || !rep->sample_vm || !rep->samples) {
		no_memory(l);
		return;
	}
	rep->sample_count = n;
	for (i = 0; i < n && !l->rc; i++)
		load_sample(l, i, json_object_array_get_idx(list, i));
}

static void load_series(struct loading *l, struct report_wb *wb, struct json_object *list)
{
	size_t i, n = l->rep->sample_count;

	if (!json_object_is_type(list, json_type_array) || json_object_array_length(list) != n) {
		wrong(l, "wbs", "series");
		return;
	}
	wb->series = calloc(n + 1, sizeof(*wb->series));
	if (!wb->series) {
		no_memory(l);
		return;
	}
	for (i = 0; i < n; i++)
		load(l, &report_wb_samples, &wb->series[i], json_object_array_get_idx(list, i),
		     "series");
}

/* After the samples: a series is as long as they are. */
static void load_wbs(struct loading *l)
{
	struct json_object *list = json_get(l->doc, "wbs"), *one, *part;
	struct report *rep = l->rep;
	struct report_wb *wb;
	size_t i;

	rep->wb_count = load_rows(l, &report_wbs, "wbs", sizeof(*rep->wbs), (void **)&rep->wbs);
	for (i = 0; i < rep->wb_count && !l->rc; i++) {
		wb = &rep->wbs[i];
		one = json_object_array_get_idx(list, i);
		part = json_get(one, "series");
		if (part)
			load_series(l, wb, part);
		part = json_get(one, "flusher");
		if (!part)
			continue;
		wb->flusher = calloc(1, sizeof(*wb->flusher));
		if (wb->flusher)
			load_thread(l, wb->flusher, part, "flusher");
		else
			no_memory(l);
	}
}

static void load_metrics(struct loading *l)
{
	struct json_object *from = json_get(l->doc, "metrics");
	struct metric_list *list;

	if (!json_object_is_type(from, json_type_object))
		return;
	list = calloc(1, sizeof(*list));
	if (!list) {
		no_memory(l);
		return;
	}
	json_object_object_foreach(from, key, value) {
		if (!metric_name_ok(key) || !json_object_is_type(value, json_type_double) ||
		    metric_set(list, key, ratio_of(json_object_get_double(value))))
			wrong(l, "metrics", key);
	}
	l->rep->metrics = list;
}

static void load_profile(struct loading *l)
{
	struct json_object *from = json_get(l->doc, "cpu_profile");
	const char *bad;

	if (!from)
		return;
	l->rep->profile = cpu_profile_load(from, &bad);
	if (bad)
		wrong(l, "cpu_profile", bad);
	else if (!l->rep->profile)
		no_memory(l);
}

static void load_program(struct loading *l)
{
	struct json_object *from = json_get(l->doc, "program");
	const char *bad;

	if (!from)
		return;
	bad = report_program_load(l->rep, from);
	if (bad)
		wrong(l, "program", bad);
	else if (!l->rep->program)
		no_memory(l);
}

/* Sums are not in the document, and fairness there is rounded. */
static void load_sums(struct loading *l)
{
	if (l->rep->program)
		report_program_sum(l->rep);
	else
		report_sum(l->rep);
	report_fill_fairness(l->rep);
	if (l->rep->program)
		l->rep->all.dirtied_bytes = json_get_fig(l->doc, "program.dirtied_bytes");
	report_fill_rates(l->rep);
	report_load_chains(l->rep, json_get(l->doc, "targets"));
}

static void load_notes(struct loading *l)
{
	struct json_object *list, *one;
	size_t i, n = list_of(l, "notes", &list);

	for (i = 0; i < n; i++) {
		one = json_object_array_get_idx(list, i);
		if (json_object_is_type(one, json_type_string))
			report_note(l->rep, "%s", json_object_get_string(one));
	}
}

static void load_findings(struct loading *l)
{
	const char *bad;

	l->rep->findings = findings_load(l->doc, &bad);
	if (bad)
		wrong(l, "findings", bad);
	/* An older version wrote it; the figures are there all the same. */
	else if (!l->rep->findings && !l->rc)
		l->rep->findings = findings_of(l->rep);
}

/* Whether the document is of the kind that is read here. */
static bool check_schema(struct loading *l)
{
	const char *schema = json_get_text(l->doc, "schema");

	if (schema && !strcmp(schema, REPORT_SCHEMA))
		return true;
	if (!schema)
		refuse(WBCTL_FAILED, "%s is not from wbctl run: it names no schema", l->from);
	else if (!strncmp(schema, REPORT_SCHEMA_ANY, strlen(REPORT_SCHEMA_ANY)))
		refuse(WBCTL_FAILED,
		       "%s is of schema %s, and this wbctl reads %s: another version wrote it",
		       l->from, schema, REPORT_SCHEMA);
	else
		refuse(WBCTL_FAILED, "%s is not from wbctl run: its schema is %s", l->from,
		       schema);
	return false;
}

struct report *report_load(struct json_object *doc, const char *from)
{
	struct loading l = { .doc = doc, .from = from };
	const char *bad_law;
	struct report *rep;

	if (!check_schema(&l))
		return NULL;
	rep = calloc(1, sizeof(*rep));
	l.rep = rep;
	if (!rep) {
		no_memory(&l);
		return NULL;
	}
	rep->doc = json_object_get(doc);
	load_machine(&l);
	load_head(&l);
	load_job(&l);
	load_program(&l);
	load_probes(&l);
	load_writers(&l);
	load_inodes(&l);
	rep->watched_count = load_threads(&l, "watched", &rep->watched);
	rep->other_count = load_threads(&l, "others", &rep->others);
	rep->device_count = load_rows(&l, &report_devices, "device.by_dev",
				      sizeof(*rep->devices), (void **)&rep->devices);
	load_samples(&l);
	load_wbs(&l);
	load_metrics(&l);
	load_profile(&l);
	load_notes(&l);
	bad_law = report_audit_load(&rep->audit, json_get(doc, "audit"));
	if (bad_law)
		wrong(&l, "audit", bad_law);
	load_sums(&l);
	load_findings(&l);
	if (!l.rc)
		return rep;
	report_free(rep);
	return NULL;
}
