// SPDX-License-Identifier: GPL-2.0-or-later
/* A kernel CPU profile: in which functions the machine and its tasks were seen. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_profile.h"

#define LEAST_ROOM 2048
#define NOWHERE "[unknown]"

#define P(member_, key_, unit_) \
	{ .key = key_, .unit = unit_, .at = offsetof(struct cpu_profile, member_) }
#define T(member_, key_, unit_) \
	{ .key = key_, .unit = unit_, .at = offsetof(struct cpu_task, member_) }
#define F(member_, key_, unit_) \
	{ .key = key_, .unit = unit_, .at = offsetof(struct cpu_function, member_) }
#define FS(member_, key_, unit_, title_, width_) \
	{ .key = key_, .title = title_, .width = width_, .unit = unit_, \
	  .at = offsetof(struct cpu_function, member_) }

static const struct column profile_columns[] = {
	P(event, "event", UNIT_TEXT),
	P(hz, "hz", UNIT_COUNT),
	P(duration_ns, "duration_ns", UNIT_NS),
	P(samples, "samples_count", UNIT_COUNT),
	P(idle, "idle_samples_count", UNIT_COUNT),
	P(lost, "lost_count", UNIT_COUNT),
};

static const struct column task_columns[] = {
	T(pid, "pid", UNIT_ID),
	T(comm, "comm", UNIT_TEXT),
	T(samples, "samples_count", UNIT_COUNT),
};

static const struct column function_columns[] = {
	F(name, "name", UNIT_TEXT),
	F(module, "module", UNIT_TEXT),
	FS(samples, "samples_count", UNIT_COUNT, "SAMPLES", 7),
	FS(self, "self_ratio", UNIT_RATIO, "SELF", FORMAT_PERCENT_WIDTH),
	FS(of_tasks, NULL, UNIT_COUNT, "TASKS", FORMAT_COUNT_WIDTH),
	F(length_bytes, "length_bytes", UNIT_BYTES),
	FS(per_kib, "samples_per_kib", UNIT_INDEX, "PER KiB", 11),
};

static const struct column label_columns[] = {
	{ .title = "FUNCTION", .width = -8, .unit = UNIT_TEXT },
};

static const struct table profile_table = { profile_columns, ARRAY_SIZE(profile_columns), NULL };
static const struct table task_table = { task_columns, ARRAY_SIZE(task_columns), NULL };
static const struct table function_table = {
	function_columns, ARRAY_SIZE(function_columns), NULL
};

static int by_task(const void *a, const void *b)
{
	const struct cpu_hit *x = a, *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	return x->sym < y->sym ? -1 : x->sym > y->sym;
}

static int by_function(const void *a, const void *b)
{
	const struct cpu_hit *x = a, *y = b;

	return x->sym < y->sym ? -1 : x->sym > y->sym;
}

/* Rows of one task and function become one. */
static void compact(struct cpu_hits *hits)
{
	size_t i, n = 0;

	if (hits->count)
		qsort(hits->h, hits->count, sizeof(*hits->h), by_task);
	for (i = 0; i < hits->count; i++) {
		if (n && !by_task(&hits->h[n - 1], &hits->h[i]))
			hits->h[n - 1].n += hits->h[i].n;
		else
			hits->h[n++] = hits->h[i];
	}
	hits->count = n;
}

static int make_room(struct cpu_hits *hits)
{
	size_t room = hits->room ? hits->room * 2 : LEAST_ROOM;
	struct cpu_hit *grown;

	compact(hits);
	/* Half of it free is worth to go on with. */
	if (hits->count < hits->room / 2)
		return 0;
	grown = reallocarray(hits->h, room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	hits->h = grown;
	hits->room = room;
	return 0;
}

int cpu_hits_add(struct cpu_hits *hits, uint32_t tid, uint32_t sym)
{
	if (hits->count == hits->room && make_room(hits))
		return -ENOMEM;
	hits->h[hits->count++] = (struct cpu_hit){ tid, sym, 1 };
	return 0;
}

/* An idle CPU is in a function of its idle task that waits or chooses how to. */
static bool is_idle(const struct cpu_hit *h, const struct kallsyms *k)
{
	const char *name = h->sym == CPU_HITS_NOWHERE ? "" : k->s[h->sym].name;

	return !h->tid && (strstr(name, "idle") || strstr(name, "halt") || strstr(name, "mwait"));
}

static int by_samples(const void *a, const void *b)
{
	const struct cpu_function *x = a, *y = b;

	if (x->samples.v != y->samples.v)
		return x->samples.v < y->samples.v ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* What the table shows in place of figures and of two texts. */
static void set_texts(struct cpu_function *f)
{
	char text[sizeof(f->label) + 64];

	/* Of what JSON has, as format_ratio() does. */
	snprintf(text, sizeof(text), FORMAT_RATIO_JSON, f->per_kib.v);
	snprintf(f->per_kib_text, sizeof(f->per_kib_text), "%.2f", strtod(text, NULL));
	snprintf(text, sizeof(text), "%s%s%s%s", f->name ? f->name : "-", f->module ? " [" : "",
		 f->module ? f->module : "", f->module ? "]" : "");
	format_clean(f->label, sizeof(f->label), text);
}

static void set_function(struct cpu_function *f, const struct cpu_hit *h, const struct kallsyms *k,
			 struct fig busy)
{
	const struct kallsym *s = h->sym == CPU_HITS_NOWHERE ? NULL : &k->s[h->sym];

	f->name = s ? s->name : NOWHERE;
	f->module = s ? s->module : NULL;
	f->samples = fig_of(h->n);
	f->self = fig_ratio(f->samples, busy);
	if (s && s->length_bytes.known && s->length_bytes.v) {
		f->length_bytes = s->length_bytes;
		f->per_kib = ratio_of((double)h->n * 1024 / (double)s->length_bytes.v);
	}
}

/* Functions of hits that are sorted by function; those of one are added up. */
static struct cpu_function *functions_of(struct cpu_hit *h, size_t count, const struct kallsyms *k,
					 struct fig busy, size_t *functions)
{
	struct cpu_function *f = calloc(count + 1, sizeof(*f));
	struct cpu_hit sum;
	size_t i, n = 0;

	for (i = 0; f && i < count; i++) {
		if (i && h[i].sym == h[i - 1].sym)
			sum.n += h[i].n;
		else
			sum = h[i];
		if (i + 1 == count || h[i + 1].sym != h[i].sym)
			set_function(&f[n++], &sum, k, busy);
	}
	if (f)
		qsort(f, n, sizeof(*f), by_samples);
	*functions = n;
	return f;
}

static uint64_t sum_of(const struct cpu_hit *h, size_t count)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < count; i++)
		sum += h[i].n;
	return sum;
}

/* The hits of a task follow each other. */
static int fill_task(struct cpu_task *t, struct cpu_hits *hits, const struct kallsyms *k)
{
	size_t from = 0, to;

	while (from < hits->count && hits->h[from].tid != t->pid.v)
		from++;
	for (to = from; to < hits->count && hits->h[to].tid == t->pid.v; to++)
		;
	t->samples = fig_of(sum_of(hits->h + from, to - from));
	t->functions = functions_of(hits->h + from, to - from, k, t->samples,
				    &t->function_count);
	return t->functions ? 0 : -ENOMEM;
}

/* Takes the idle ones out. */
static uint64_t drop_idle(struct cpu_hits *hits, const struct kallsyms *k)
{
	uint64_t idle = 0;
	size_t i, n = 0;

	for (i = 0; i < hits->count; i++) {
		if (is_idle(&hits->h[i], k))
			idle += hits->h[i].n;
		else
			hits->h[n++] = hits->h[i];
	}
	hits->count = n;
	return idle;
}

void cpu_profile_derive(struct cpu_profile *p)
{
	const struct cpu_function *of;
	struct cpu_function *f;
	size_t i, t, j;

	for (i = 0; i < p->function_count; i++) {
		f = &p->functions[i];
		set_texts(f);
		/* Only those that are shown are worth the search. */
		if (i >= CPU_PROFILE_TOP || !p->task_count)
			continue;
		f->of_tasks = fig_of(0);
		for (t = 0; t < p->task_count; t++)
			for (j = 0; j < p->tasks[t].function_count; j++) {
				of = &p->tasks[t].functions[j];
				if (!strcmp(of->name, f->name) &&
				    of->length_bytes.v == f->length_bytes.v)
					f->of_tasks.v += of->samples.v;
			}
	}
}

int cpu_profile_fill(struct cpu_profile *p, struct cpu_hits *hits, const struct kallsyms *k)
{
	size_t i;
	int rc = 0;

	compact(hits);
	p->samples = fig_of(sum_of(hits->h, hits->count));
	p->idle = fig_of(drop_idle(hits, k));
	for (i = 0; i < p->task_count && !rc; i++)
		rc = fill_task(&p->tasks[i], hits, k);
	if (hits->count)
		qsort(hits->h, hits->count, sizeof(*hits->h), by_function);
	p->functions = functions_of(hits->h, hits->count, k, fig_grown(p->idle, p->samples),
				    &p->function_count);
	cpu_profile_derive(p);
	return p->functions ? rc : -ENOMEM;
}

void cpu_profile_free(struct cpu_profile *p)
{
	size_t i;

	if (!p)
		return;
	for (i = 0; i < p->task_count; i++)
		free(p->tasks[i].functions);
	free(p->tasks);
	free(p->functions);
	free(p);
}

static struct json_object *functions_json(const struct cpu_function *f, size_t count)
{
	struct json_object *list = json_object_new_array(), *one;
	size_t i;

	for (i = 0; i < count; i++) {
		one = json_object_new_object();
		table_json(&function_table, &f[i], one);
		json_object_array_add(list, one);
	}
	return list;
}

struct json_object *cpu_profile_json(const struct cpu_profile *p)
{
	struct json_object *into = json_object_new_object(), *one;
	struct json_object *tasks = json_object_new_array();
	const struct cpu_task *t;
	size_t i;

	table_json(&profile_table, p, into);
	json_object_object_add(into, "functions", functions_json(p->functions, p->function_count));
	for (i = 0; i < p->task_count; i++) {
		t = &p->tasks[i];
		one = json_object_new_object();
		table_json(&task_table, t, one);
		json_object_object_add(one, "functions",
				       functions_json(t->functions, t->function_count));
		json_object_array_add(tasks, one);
	}
	json_object_object_add(into, "tasks", tasks);
	return into;
}

static struct cpu_function *functions_load(struct json_object *list, size_t *count,
					   const char **bad)
{
	size_t i, n = json_object_is_type(list, json_type_array) ?
		json_object_array_length(list) : 0;
	struct cpu_function *f = calloc(n + 1, sizeof(*f));

	*count = f ? n : 0;
	if (list && !json_object_is_type(list, json_type_array))
		*bad = "functions";
	for (i = 0; i < *count && !*bad; i++) {
		*bad = table_load(&function_table, &f[i], json_object_array_get_idx(list, i));
		if (!*bad && (!f[i].name || !f[i].samples.known))
			*bad = "functions";
	}
	return f;
}

static void tasks_load(struct cpu_profile *p, struct json_object *list, const char **bad)
{
	size_t i, n = json_object_is_type(list, json_type_array) ?
		json_object_array_length(list) : 0;
	struct json_object *one;
	struct cpu_task *t;

	p->tasks = calloc(n + 1, sizeof(*p->tasks));
	for (i = 0; p->tasks && i < n && !*bad; i++) {
		t = &p->tasks[p->task_count++];
		one = json_object_array_get_idx(list, i);
		*bad = table_load(&task_table, t, one);
		if (!*bad)
			t->functions = functions_load(json_get(one, "functions"),
						      &t->function_count, bad);
	}
}

struct cpu_profile *cpu_profile_load(struct json_object *from, const char **bad)
{
	struct cpu_profile *p = calloc(1, sizeof(*p));

	*bad = NULL;
	if (!p)
		return NULL;
	*bad = json_object_is_type(from, json_type_object) ?
		table_load(&profile_table, p, from) : "cpu_profile";
	if (!*bad)
		p->functions = functions_load(json_get(from, "functions"), &p->function_count,
					      bad);
	if (!*bad)
		tasks_load(p, json_get(from, "tasks"), bad);
	if (*bad) {
		cpu_profile_free(p);
		return NULL;
	}
	cpu_profile_derive(p);
	return p;
}

static struct cell shown_cell(const void *row, const struct column *c)
{
	const struct cpu_function *f = row;
	struct cell cell = { .unit = c->unit };

	if (c->unit == UNIT_TEXT)
		cell.text = f->label;
	else if (c->unit == UNIT_INDEX)
		cell.text = f->per_kib.known ? f->per_kib_text : "-";
	else if (c->unit == UNIT_RATIO)
		cell.ratio = f->self;
	else
		memcpy(&cell.fig, (const char *)row + c->at, sizeof(cell.fig));
	return cell;
}

void cpu_profile_text(FILE *to, const struct cpu_profile *p)
{
	struct column columns[ARRAY_SIZE(function_columns) + 1];
	const struct table shown = { columns, ARRAY_SIZE(columns), shown_cell };
	char samples[FORMAT_LEN], hz[FORMAT_LEN], idle[FORMAT_LEN], lost[FORMAT_LEN], text[256];
	size_t i;
	int at;

	memcpy(columns, function_columns, sizeof(function_columns));
	columns[ARRAY_SIZE(function_columns)] = label_columns[0];
	at = fprintf(to, "cpu");
	snprintf(text, sizeof(text), "%s at %s Hz: %s kernel samples, %s of them idle; %s lost",
		 p->event ? p->event : "-", format_fig(hz, UNIT_ID, p->hz),
		 format_fig(samples, UNIT_COUNT, p->samples), format_fig(idle, UNIT_COUNT, p->idle),
		 format_fig(lost, UNIT_COUNT, p->lost));
	wrap(to, text, at, 10);
	if (!p->function_count)
		return;
	fputc('\n', to);
	table_header(to, &shown);
	for (i = 0; i < p->function_count && i < CPU_PROFILE_TOP; i++)
		table_row(to, &shown, &p->functions[i]);
}
