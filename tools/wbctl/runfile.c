// SPDX-License-Identifier: GPL-2.0-or-later
/* Result files: runs, profiles and sweeps, and the figures in them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "format.h"
#include "json_docs.h"
#include "jsonin.h"
#include "runfile.h"

/* More runs than a sweep can have. */
#define PLANNED_MOST 1e9

/**
 * struct reader - a file on its way in
 * @rf: Where the results go.
 * @docs: Its documents.
 * @sweep: The head of the sweep that what follows belongs to, NULL: none.
 * @documents: Documents so far.
 */
struct reader {
	struct runfile *rf;
	struct json_docs docs;
	struct json_object *sweep;
	size_t documents;
};

static bool has_schema(struct json_object *doc, const char *schema)
{
	const char *has = json_text(doc, "schema");

	return has && !strcmp(has, schema);
}

static bool is_result(struct json_object *doc)
{
	return has_schema(doc, "wbctl.run/1") || has_schema(doc, "wbctl.profile/1");
}

int runfile_figure(struct json_object *doc, const char *name, struct ratio *out)
{
	struct figures all = {};
	const struct figure *f;
	int rc;

	*out = (struct ratio){ .known = false };
	if (!is_result(doc))
		return -EINVAL;
	figures_of(&all, doc);
	f = figures_find(&all, name);
	if (f)
		*out = ratio_of(f->value);
	rc = f ? 0 : all.failed ? -ENOMEM : -ENOENT;
	figures_free(&all);
	return rc;
}

void runfile_free(struct runfile *rf)
{
	size_t i;

	for (i = 0; i < rf->count; i++) {
		figures_free(&rf->results[i].figures);
		traits_free(&rf->results[i].traits);
		json_object_put(rf->results[i].cell_json);
		json_object_put(rf->results[i].cpu_profiles);
	}
	free(rf->results);
	*rf = (struct runfile){};
}

size_t runfile_missing(const struct runfile *rf)
{
	return rf->planned > rf->done ? rf->planned - rf->done : 0;
}

static void add_cpu_profile(struct json_object **list, struct json_object *doc)
{
	struct json_object *one = json_member(doc, "cpu_profile", json_type_object);

	if (one && !*list)
		*list = json_object_new_array();
	if (one)
		json_object_array_add(*list, json_object_get(one));
}

static void take_cpu_profiles(struct runfile_result *to, struct json_object *doc)
{
	struct json_object *steps = json_member(doc, "steps", json_type_array);
	size_t i;

	add_cpu_profile(&to->cpu_profiles, doc);
	for (i = 0; i < json_list_len(steps); i++)
		add_cpu_profile(&to->cpu_profiles,
				json_member(json_object_array_get_idx(steps, i), "run",
					    json_type_object));
}

struct json_object *runfile_cpu_profiles(const struct runfile *rf, const char *cell)
{
	struct json_object *all = json_object_new_array(), *own;
	size_t i, j;

	for (i = 0; i < rf->count; i++) {
		own = rf->results[i].cpu_profiles;
		for (j = 0; !strcmp(rf->results[i].cell, cell) && j < json_list_len(own); j++)
			json_object_array_add(all,
					      json_object_get(json_object_array_get_idx(own, j)));
	}
	return all;
}

static int open_file(struct reader *r, const char *path)
{
	struct stat st;
	int rc;

	if (stat(path, &st))
		return refuse(WBCTL_USAGE, "%s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return refuse(WBCTL_USAGE, "%s: it is not a file", path);
	rc = json_docs_open(&r->docs, path);
	return rc ? refuse(WBCTL_USAGE, "%s: %s", path, strerror(-rc)) : WBCTL_OK;
}

static int bad_json(const struct reader *r, enum json_tokener_error why)
{
	const char *path = r->rf->path;

	if (why == json_tokener_continue && r->sweep)
		return refuse(WBCTL_USAGE,
			      "%s: its last line, %zu, is cut off: the sweep did not finish writing it",
			      path, json_docs_line(&r->docs));
	if (why == json_tokener_continue)
		return refuse(WBCTL_USAGE,
			      "%s: it is cut off: the document that begins at line %zu has no end",
			      path, json_docs_line(&r->docs));
	if (!r->documents)
		return refuse(WBCTL_USAGE, "%s: it is no result of wbctl: no JSON object", path);
	return refuse(WBCTL_USAGE, "%s: line %zu begins with what is no JSON object", path,
		      json_docs_line(&r->docs));
}

/* The next document, NULL at the end of the file and when *rc is no WBCTL_OK. */
static struct json_object *next_document(struct reader *r, int *rc)
{
	struct json_docs *d = &r->docs;
	struct json_object *doc;

	*rc = WBCTL_OK;
	if (json_docs_end(d))
		return NULL;
	if (d->text[d->at] != '{') {
		d->begin = d->at;
		*rc = bad_json(r, json_tokener_error_parse_unexpected);
		return NULL;
	}
	doc = json_docs_next(d);
	if (!doc && d->why == json_tokener_success)
		*rc = refuse(WBCTL_FAILED, "%s: no memory for it", r->rf->path);
	else if (!doc)
		*rc = bad_json(r, d->why);
	return doc;
}

/* What ended because its time was up did what it was told. */
static bool program_failed(struct json_object *program)
{
	struct ratio status = json_number(program, "exit_status");

	if (json_object_get_boolean(json_member(program, "timed_out", json_type_boolean)))
		return false;
	/* One that never ran has neither. */
	return program && (!status.known || status.v > 0);
}

/* A run that failed or was interrupted says nothing of the kernel. */
static bool finished(struct json_object *doc)
{
	struct json_object *steps = json_member(doc, "steps", json_type_array);
	struct json_object *writers = json_member(doc, "writers", json_type_array);
	size_t i;

	if (json_object_get_boolean(json_member(doc, "interrupted", json_type_boolean)) ||
	    json_object_get_boolean(json_member(doc, "module_lost", json_type_boolean)) ||
	    program_failed(json_member(doc, "program", json_type_object)))
		return false;
	for (i = 0; i < json_list_len(writers); i++)
		if (json_text(json_object_array_get_idx(writers, i), "error"))
			return false;
	for (i = 0; i < json_list_len(steps); i++)
		if (!finished(json_member(json_object_array_get_idx(steps, i), "run",
					  json_type_object)))
			return false;
	return true;
}

/* Where the value stands among those of its axis; behind all when it does not. */
static uint64_t rank_on_axis(struct json_object *values, struct json_object *value)
{
	uint64_t i, n = json_list_len(values);

	for (i = 0; i < n; i++)
		if (json_object_equal(json_object_array_get_idx(values, i), value))
			return i;
	return n;
}

static void take_cell(struct runfile_result *to, struct json_object *sweep,
		      struct json_object *cell)
{
	struct json_object *axes = json_member(sweep, "axes", json_type_object), *value;
	size_t at = 0;
	char *text;

	to->cell_json = json_object_get(cell);
	json_object_object_foreach(axes, axis, values) {
		if (!json_object_is_type(values, json_type_array))
			values = NULL;
		json_object_object_get_ex(cell, axis, &value);
		to->cell_rank = to->cell_rank * (json_list_len(values) + 1) +
				rank_on_axis(values, value);
		text = json_words(value);
		if (at < sizeof(to->cell))
			at += (size_t)snprintf(to->cell + at, sizeof(to->cell) - at, "%s%s %s",
					       at ? ", " : "", axis, text ? text : "-");
		free(text);
	}
}

static struct runfile_result *one_more(struct runfile *rf)
{
	size_t count = rf->count;
	struct runfile_result *more;

	/* Doubled whenever the count is a power of two. */
	if (!(count & (count - 1))) {
		more = realloc(rf->results, (count ? 2 * count : 1) * sizeof(*more));
		if (!more)
			return NULL;
		rf->results = more;
	}
	rf->results[count] = (struct runfile_result){};
	rf->count++;
	return &rf->results[count];
}

static int take_result(struct reader *r, struct json_object *doc, struct json_object *cell)
{
	struct runfile_result *to;
	const char *kernel = json_text(doc, "kernel");
	struct json_object *words;
	char *text;

	if (!finished(doc)) {
		r->rf->left_out++;
		return WBCTL_OK;
	}
	to = one_more(r->rf);
	if (!to)
		return refuse(WBCTL_FAILED, "%s: no memory for it", r->rf->path);
	words = json_member(r->sweep, "command", json_type_array);
	if (!words)
		words = json_member(r->sweep, "profile_or_command", json_type_array);
	text = words ? json_words(words) : NULL;
	if (text)
		traits_add(&to->traits, "sweep of", text);
	free(text);
	if (cell)
		take_cell(to, r->sweep, cell);
	format_clean(to->kernel, sizeof(to->kernel), kernel ? kernel : "unknown kernel");
	traits_of(&to->traits, doc);
	figures_of(&to->figures, doc);
	take_cpu_profiles(to, doc);
	if (to->figures.failed)
		return refuse(WBCTL_FAILED, "%s: no memory for it", r->rf->path);
	return WBCTL_OK;
}

/* How many runs a sweep was to have: each cell once in each round. */
static size_t runs_planned(struct json_object *head)
{
	struct json_object *axes = json_member(head, "axes", json_type_object);
	struct ratio repeats = json_number(head, "repeats");
	double n = repeats.known ? repeats.v : 0;

	json_object_object_foreach(axes, axis, values) {
		(void)axis;
		n *= json_object_is_type(values, json_type_array) ?
		     (double)json_list_len(values) : 0;
	}
	return n > 0 && n < PLANNED_MOST ? (size_t)n : 0;
}

static int take_sweep_line(struct reader *r, struct json_object *line)
{
	struct json_object *run = json_member(line, "run", json_type_object);
	struct json_object *cell = json_member(line, "cell", json_type_object);
	struct ratio status = json_number(line, "exit_status");

	if (!cell)
		return refuse(WBCTL_USAGE, "%s: line %zu is no run of a sweep: it has no cell",
			      r->rf->path, json_docs_line(&r->docs));
	r->rf->done++;
	/* A threshold that was crossed is a finding, no failure. */
	if (!run || !is_result(run) ||
	    (status.known && status.v > 0 && status.v < WBCTL_THRESHOLD)) {
		r->rf->left_out++;
		return WBCTL_OK;
	}
	return take_result(r, run, cell);
}

static int take_head(struct reader *r, struct json_object *head)
{
	if (!json_member(head, "axes", json_type_object))
		return refuse(WBCTL_USAGE, "%s: line %zu is the head of a sweep without axes",
			      r->rf->path, json_docs_line(&r->docs));
	json_object_put(r->sweep);
	r->sweep = json_object_get(head);
	r->rf->sweep = true;
	r->rf->planned += runs_planned(head);
	return WBCTL_OK;
}

static int take_document(struct reader *r, struct json_object *doc)
{
	const char *schema = json_text(doc, "schema");

	if (has_schema(doc, "wbctl.sweep/1") && (!r->documents || r->sweep))
		return take_head(r, doc);
	if (!schema && r->sweep)
		return take_sweep_line(r, doc);
	if (is_result(doc) && !r->sweep)
		return take_result(r, doc, NULL);
	if (!schema)
		return refuse(WBCTL_USAGE, "%s: it is no result of wbctl: it names no schema",
			      r->rf->path);
	if (has_schema(doc, "wbctl.sweep-table/1"))
		return refuse(WBCTL_USAGE,
			      "%s: it is the table of a sweep; its runs are in the file of --output",
			      r->rf->path);
	if (is_result(doc) || has_schema(doc, "wbctl.sweep/1"))
		return refuse(WBCTL_USAGE, "%s: it has runs beside those of a sweep", r->rf->path);
	return refuse(WBCTL_USAGE,
		      "%s: schema %s is none of wbctl.run/1, wbctl.profile/1, wbctl.sweep/1",
		      r->rf->path, schema);
}

static int read_documents(struct reader *r)
{
	struct json_object *doc;
	int rc;

	while ((doc = next_document(r, &rc))) {
		rc = take_document(r, doc);
		json_object_put(doc);
		if (rc)
			return rc;
		r->documents++;
	}
	return rc;
}

int runfile_read(struct runfile *rf, const char *path)
{
	struct reader r = { .rf = rf };
	int rc;

	*rf = (struct runfile){ .path = path };
	rc = open_file(&r, path);
	if (!rc)
		rc = read_documents(&r);
	json_docs_close(&r.docs);
	json_object_put(r.sweep);
	if (rc || rf->count)
		return rc;
	if (!r.documents)
		return refuse(WBCTL_USAGE, "%s: it is empty", path);
	if (rf->left_out)
		return refuse(WBCTL_USAGE,
			      "%s: it has no run that finished; failed or interrupted were %zu",
			      path, rf->left_out);
	return refuse(WBCTL_USAGE, "%s: it has the head of a sweep and no run yet", path);
}
