// SPDX-License-Identifier: GPL-2.0-or-later
/* The report of a run as a document of schema wbctl.run/1. */
#include "report.h"

static struct json_object *rows_json(const struct table *t, const void *rows, size_t size,
				     size_t count)
{
	struct json_object *list = json_object_new_array(), *one;
	size_t i;

	for (i = 0; i < count; i++) {
		one = json_object_new_object();
		table_json(t, (const char *)rows + i * size, one);
		json_object_array_add(list, one);
	}
	return list;
}

static struct json_object *writer_json(const struct report *rep, size_t i)
{
	const struct report_writer *w = &rep->writers[i];
	struct json_object *one = json_object_new_object();
	struct json_object *inodes = json_object_new_array();

	table_json(&report_writers, w, one);
	table_json(&report_details, w, one);
	table_json(&report_ledgers, w, one);
	if (w->tasks)
		json_object_object_add(one, "tasks",
				       rows_json(&report_watched_ledgers, w->tasks,
						 sizeof(*w->tasks), w->task_count));
	if (w->inode.known)
		json_object_array_add(inodes, json_object_new_uint64(w->inode.v));
	json_object_object_add(one, "inodes", inodes);
	return one;
}

static struct json_object *writers_json(const struct report *rep)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < rep->writer_count; i++)
		json_object_array_add(list, writer_json(rep, i));
	return list;
}

static struct json_object *sysctls_json(const struct sysinfo *sys)
{
	struct json_object *into = json_object_new_object();
	char key[64];
	size_t i;

	for (i = 0; i < sys->sysctl_count; i++) {
		snprintf(key, sizeof(key), "vm.%s", sys->sysctls[i].name);
		json_object_object_add(into, key, json_object_new_uint64(sys->sysctls[i].value));
	}
	return into;
}

static struct json_object *limits_json(const struct sysinfo *sys)
{
	struct json_object *into = json_object_new_object();

	json_add_fig(into, "dirty_bytes", sys->dirty_limit_bytes);
	json_add_fig(into, "background_bytes", sys->background_limit_bytes);
	return into;
}

static struct json_object *job_json(const struct report *rep)
{
	struct json_object *into = json_object_new_object();

	if (rep->program) {
		json_add_fig(into, "time_limit_ns", rep->time_limit_ns);
		json_add_text(into, "where", rep->where);
		return into;
	}
	json_object_object_add(into, "writers", json_object_new_uint64(rep->writer_count));
	json_add_text(into, "shape", rep->shape->name);
	json_add_fig(into, "size_bytes", rep->size);
	json_add_fig(into, "file_bytes", rep->file_size);
	json_add_fig(into, "file_count", rep->files);
	json_add_fig(into, "rate_bytes_per_s", rep->rate);
	json_add_fig(into, "bs_bytes", rep->bs);
	json_add_fig(into, "time_limit_ns", rep->time_limit_ns);
	json_add_text(into, "where", rep->where);
	json_add_text(into, "fsync", rep->fsync);
	json_object_object_add(into, "direct", json_object_new_boolean(rep->direct));
	json_object_object_add(into, "rewrite", json_object_new_boolean(rep->rewrite));
	return into;
}

static struct json_object *device_json(const struct report *rep)
{
	struct json_object *into = json_object_new_object();
	const struct column ratio = { .key = "during_ratio", .unit = UNIT_RATIO,
				      .at = offsetof(struct report, during_ratio) };
	const struct table one = { &ratio, 1, NULL };

	json_add_fig(into, "during_bytes", rep->during_bytes);
	json_add_fig(into, "after_bytes", rep->after_bytes);
	json_add_fig(into, "drain_ns", rep->drain_ns);
	json_add_fig(into, "during_bytes_per_s", rep->rates.device_during);
	json_add_fig(into, "after_bytes_per_s", rep->rates.device_after);
	table_json(&one, rep, into);
	json_object_object_add(into, "by_dev",
			       rows_json(&report_devices, rep->devices, sizeof(*rep->devices),
					 rep->device_count));
	return into;
}

static struct json_object *sample_json(const struct report *rep, size_t i)
{
	struct json_object *into = json_object_new_object();
	struct json_object *list = json_object_new_array(), *one, *vm;
	const struct report_sample *s;
	size_t j;

	json_object_object_add(into, "t_ns", json_object_new_uint64(rep->sample_t_ns[i]));
	json_add_fig(into, "device_bytes", rep->sample_device[i]);
	if (rep->program) {
		json_add_fig(into, "dirtied_bytes", rep->samples[i].dirtied_bytes);
		json_add_fig(into, "throttled_ns", rep->samples[i].throttled_ns);
	}
	for (j = 0; j < rep->writer_count && !rep->program; j++) {
		s = &rep->samples[i * rep->writer_count + j];
		one = json_object_new_object();
		json_add_fig(one, "written_bytes", s->written_bytes);
		json_add_fig(one, "read_bytes", s->read_bytes);
		json_add_fig(one, "throttled_ns", s->throttled_ns);
		json_object_array_add(list, one);
	}
	json_object_object_add(into, "writers", list);
	if (!rep->sample_vm || !rep->sample_vm[i].interval_ns.known)
		return into;
	vm = json_object_new_object();
	table_json(&vmstat_table, &rep->sample_vm[i], vm);
	json_object_object_add(into, "vmstat", vm);
	return into;
}

static struct json_object *samples_json(const struct report *rep)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < rep->sample_count; i++)
		json_object_array_add(list, sample_json(rep, i));
	return list;
}

static struct json_object *series_json(const struct report *rep, const struct report_wb *wb)
{
	struct json_object *list = json_object_new_array(), *one;
	size_t i;

	for (i = 0; i < rep->sample_count; i++) {
		one = json_object_new_object();
		json_object_object_add(one, "t_ns", json_object_new_uint64(rep->sample_t_ns[i]));
		table_json(&report_wb_samples, &wb->series[i], one);
		json_object_array_add(list, one);
	}
	return list;
}

static struct json_object *wb_json(const struct report *rep, const struct report_wb *wb)
{
	struct json_object *one = json_object_new_object(), *flusher;

	table_json(&report_wbs, wb, one);
	if (wb->flusher) {
		flusher = json_object_new_object();
		table_json(&report_watched_ledgers, wb->flusher, flusher);
		json_object_object_add(one, "flusher", flusher);
	}
	if (wb->series)
		json_object_object_add(one, "series", series_json(rep, wb));
	return one;
}

static struct json_object *wbs_json(const struct report *rep)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < rep->wb_count; i++)
		json_object_array_add(list, wb_json(rep, &rep->wbs[i]));
	return list;
}

static void add_head(struct json_object *doc, const struct report *rep)
{
	json_object_object_add(doc, "schema", json_object_new_string(REPORT_SCHEMA));
	json_add_text(doc, "wbctl_version",
		      rep->wbctl_version ? rep->wbctl_version : WBCTL_VERSION);
	json_add_text(doc, "source", rep->source);
	json_add_fig(doc, "lost_events", rep->lost_events);
	json_add_text(doc, "module_version", rep->module_version);
	json_add_text(doc, "kernel", rep->sys.kernel);
	json_add_time(doc, "time", rep->time);
	json_add_text(doc, "command_line", rep->command_line);
	json_add_fig(doc, "memory_bytes", rep->sys.memory_bytes);
	json_add_fig(doc, "cpus", rep->sys.cpus);
	json_object_object_add(doc, "page_bytes", json_object_new_uint64(rep->sys.page_bytes));
	json_object_object_add(doc, "sysctls", sysctls_json(&rep->sys));
	json_object_object_add(doc, "limits", limits_json(&rep->sys));
}

static void add_probes(struct json_object *doc, const struct report *rep)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < rep->probes_absent_count.v; i++)
		json_object_array_add(list, json_object_new_string(rep->probes_absent[i]));
	if (rep->probes_absent_count.known)
		json_object_object_add(doc, "probes_absent", list);
	else
		json_object_put(list);
}

static void add_notes(struct json_object *doc, const struct report *rep)
{
	struct json_object *list = json_object_new_array();
	char text[REPORT_NOTE_LEN];
	size_t i;

	for (i = 0; i < rep->note_count; i++)
		json_object_array_add(list,
				      json_object_new_string(format_clean(text, sizeof(text),
									  rep->notes[i])));
	json_object_object_add(doc, "notes", list);
}

static void add_watched(struct json_object *doc, const struct report *rep)
{
	if (rep->watched_count)
		json_object_object_add(doc, "watched",
				       rows_json(&report_watched_ledgers, rep->watched,
						 sizeof(*rep->watched), rep->watched_count));
	if (rep->other_count)
		json_object_object_add(doc, "others",
				       rows_json(&report_watched_ledgers, rep->others,
						 sizeof(*rep->others), rep->other_count));
}

struct json_object *report_json(const struct report *rep)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *fairness = json_object_new_object();
	struct json_object *rates = json_object_new_object();

	add_head(doc, rep);
	add_probes(doc, rep);
	json_object_object_add(doc, "interrupted", json_object_new_boolean(rep->interrupted));
	json_object_object_add(doc, "module_lost", json_object_new_boolean(rep->module_lost));
	json_object_object_add(doc, "job", job_json(rep));
	json_add_fig(doc, "duration_ns", rep->duration_ns);
	if (rep->program)
		json_object_object_add(doc, "program", report_program_json(rep));
	json_object_object_add(doc, "writers", writers_json(rep));
	table_json(&report_rates, &rep->rates, rates);
	json_object_object_add(doc, "rates", rates);
	json_object_object_add(doc, "targets", report_targets_json(rep));
	table_json(&report_fairness, &rep->fairness, fairness);
	json_object_object_add(doc, "fairness", fairness);
	json_object_object_add(doc, "device", device_json(rep));
	json_object_object_add(doc, "wbs", wbs_json(rep));
	json_object_object_add(doc, "inodes", rows_json(&report_inodes, rep->inodes,
							sizeof(*rep->inodes), rep->inode_count));
	json_object_object_add(doc, "samples", samples_json(rep));
	add_watched(doc, rep);
	if (rep->findings)
		findings_json(doc, rep->findings);
	if (metric_any(rep->metrics))
		json_object_object_add(doc, "metrics", metric_json(rep->metrics));
	if (rep->audit.done)
		json_object_object_add(doc, "audit", report_audit_json(rep));
	if (rep->profile)
		json_object_object_add(doc, "cpu_profile", cpu_profile_json(rep->profile));
	add_notes(doc, rep);
	return doc;
}
