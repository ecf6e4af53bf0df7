// SPDX-License-Identifier: GPL-2.0-or-later
/* Tries the rules of findings on the subjects of a run. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "finding_facts.h"
#include "finding_rules.h"
#include "findings.h"

/* A cause that has less than this share of the time is one that it was not. */
#define WAS_NOT 0.05
#define LISTED_MAX 6

/**
 * struct searching - the search for findings
 * @rep: The report.
 * @tasks: All tasks.
 * @task_count: How many.
 * @out: The findings so far.
 * @room: For how many there is memory.
 * @failed: There was no memory for one.
 */
struct searching {
	const struct report *rep;
	struct finding_task *tasks;
	size_t task_count;
	struct findings *out;
	size_t room;
	bool failed;
};

/**
 * struct subject - what a rule is tried on
 * @kind: Its kind, as JSON has it.
 * @label: What it is called.
 * @many: It is several.
 * @facts: What is known of it.
 */
struct subject {
	const char *kind;
	char label[FINDING_SUBJECT_LEN];
	bool many;
	struct facts facts;
};

static bool fits_one_of(const char *text, const char *words)
{
	char pattern[64];
	size_t len;

	while (*words) {
		len = strcspn(words, "|");
		snprintf(pattern, sizeof(pattern), "%.*s", (int)len, words);
		if (!fnmatch(pattern, text, 0))
			return true;
		words += len + (words[len] == '|');
	}
	return false;
}

static bool passes(const struct rule_test *test, const struct facts *facts)
{
	const struct fact *fact = facts_find(facts, test->fact);

	if (!fact)
		return test->op == ABSENT;
	switch (test->op) {
	case AT_LEAST:
		return fact->v >= test->v;
	case AT_MOST:
		return fact->v <= test->v;
	case LIKE:
		return fits_one_of(fact->text, test->words);
	case UNLIKE:
		return !fits_one_of(fact->text, test->words);
	default:
		return false;
	}
}

/* The word in braces at @text; NULL: there is none. */
static const char *placeholder(const char *text, char name[static FACT_NAME_LEN])
{
	const char *end = *text == '{' ? strchr(text, '}') : NULL;

	if (!end)
		return NULL;
	snprintf(name, FACT_NAME_LEN, "%.*s", (int)(end - text - 1), text + 1);
	return end + 1;
}

static const char *own_word(const struct subject *s, const char *name)
{
	if (!strcmp(name, "subject"))
		return s->label;
	if (!strcmp(name, "its"))
		return s->many ? "their" : "its";
	return !strcmp(name, "was") ? s->many ? "were" : "was" : NULL;
}

/* A sentence is said with all its figures or not at all. */
static bool can_say(const struct rule *rule, const struct subject *s)
{
	const char *at = rule->says, *next;
	char name[FACT_NAME_LEN];

	while (*at) {
		next = placeholder(at, name);
		if (next && !own_word(s, name) && !facts_find(&s->facts, name))
			return false;
		at = next ? next : at + 1;
	}
	return true;
}

static bool holds(const struct rule *rule, const struct subject *s)
{
	const struct rule_test *t;

	for (t = rule->holds; t < rule->holds + RULE_TESTS && t->fact; t++)
		if (!passes(t, &s->facts))
			return false;
	for (t = rule->refuted; t < rule->refuted + RULE_TESTS && t->fact; t++)
		if (passes(t, &s->facts))
			return false;
	return can_say(rule, s);
}

static void say(char *out, size_t len, const char *text, const struct subject *s)
{
	char name[FACT_NAME_LEN], value[FACT_TEXT_LEN];
	const char *next, *word;
	size_t at = 0;

	while (*text && at + 1 < len) {
		next = placeholder(text, name);
		if (!next) {
			out[at++] = *text++;
			continue;
		}
		word = own_word(s, name);
		if (!word)
			word = fact_format(value, sizeof(value), facts_find(&s->facts, name));
		at += (size_t)snprintf(out + at, len - at, "%s", word);
		at = at < len ? at : len - 1;
		text = next;
	}
	out[at] = '\0';
	out[0] = (char)toupper((unsigned char)out[0]);
}

static void add_evidence(struct json_object *into, const struct subject *s, const char *name)
{
	const struct fact *fact = facts_find(&s->facts, name);

	if (fact)
		fact_json(into, fact);
}

static struct json_object *evidence_of(const struct rule *rule, const struct subject *s)
{
	struct json_object *into = json_object_new_object();
	const char *at = rule->says, *next;
	const struct rule_test *t;
	char name[FACT_NAME_LEN];
	size_t i;

	for (t = rule->holds; t < rule->holds + RULE_TESTS && t->fact; t++)
		add_evidence(into, s, t->fact);
	for (t = rule->refuted; t < rule->refuted + RULE_TESTS && t->fact; t++)
		add_evidence(into, s, t->fact);
	while (*at) {
		next = placeholder(at, name);
		if (next)
			add_evidence(into, s, name);
		at = next ? next : at + 1;
	}
	for (i = 0; i < RULE_MORE && rule->more[i]; i++)
		add_evidence(into, s, rule->more[i]);
	if (rule->agree)
		add_evidence(into, s, rule->agree);
	return into;
}

/* How far a figure is beyond its threshold: 0 there, near 1 far away. */
static double distance(const struct rule_test *test, double v)
{
	if (test->op == AT_LEAST)
		return v > 0 && test->v > 0 ? 1 - test->v / v : 1;
	if (test->op == AT_MOST)
		return test->v > 0 ? 1 - v / test->v : 1;
	return 1;
}

/*
 * From how far the figure nearest to its threshold is beyond it, and from how many
 * of the run's intervals say the same.
 */
static double confidence_of(const struct rule *rule, const struct subject *s)
{
	const struct fact *agree = rule->agree ? facts_find(&s->facts, rule->agree) : NULL;
	const struct rule_test *t;
	const struct fact *fact;
	double least = 1, d;

	for (t = rule->holds; t < rule->holds + RULE_TESTS && t->fact; t++) {
		fact = facts_find(&s->facts, t->fact);
		if (!fact || fact_is_word(t->fact))
			continue;
		d = distance(t, fact->v);
		least = d < least ? d : least;
	}
	return 0.5 + 0.5 * least * (agree ? agree->v : 1);
}

static void add(struct searching *f, const struct rule *rule, const struct subject *s)
{
	struct finding *all = f->out->f, *one;
	const struct fact *explains = rule->explains ? facts_find(&s->facts, rule->explains) : NULL;

	if (f->out->count == f->room) {
		all = reallocarray(all, f->room + 16, sizeof(*all));
		if (!all) {
			f->failed = true;
			return;
		}
		f->out->f = all;
		f->room += 16;
	}
	one = &f->out->f[f->out->count++];
	*one = (struct finding){ .code = rule->code, .kind = s->kind };
	snprintf(one->subject, sizeof(one->subject), "%s", s->label);
	one->confidence = confidence_of(rule, s);
	one->explains = explains ? rule->explains : NULL;
	one->explains_ns = explains ? fig_of((uint64_t)explains->v) : fig_none();
	say(one->text, sizeof(one->text), rule->says, s);
	one->evidence = evidence_of(rule, s);
}

/* The first rule of those with one code that holds; @from is the first with it. */
static const struct rule *rule_for(size_t from, const struct subject *s)
{
	const char *code = finding_rules[from].code;
	size_t i;

	for (i = from; i < finding_rule_count; i++)
		if (finding_rules[i].on == finding_rules[from].on &&
		    !strcmp(finding_rules[i].code, code) && holds(&finding_rules[i], s))
			return &finding_rules[i];
	return NULL;
}

/* Whether a rule is the first of its code for its kind of subject. */
static bool is_first(size_t i)
{
	size_t j;

	for (j = 0; j < i; j++)
		if (finding_rules[j].on == finding_rules[i].on &&
		    !strcmp(finding_rules[j].code, finding_rules[i].code))
			return false;
	return true;
}

/* Tries all codes on one subject. */
static void try_all(struct searching *f, enum rule_subject on, const struct subject *s)
{
	const struct rule *rule;
	size_t i;

	for (i = 0; i < finding_rule_count; i++) {
		if (finding_rules[i].on != on || !is_first(i))
			continue;
		rule = rule_for(i, s);
		if (rule)
			add(f, rule, s);
	}
}

/*
 * Names of members: "writer 0", "writers 0, 2 and 5", "all 3 writers", "40 of 64
 * writers". @plural is the kind with its s.
 */
static void name_set(char *out, size_t len, const char *kind, const char *plural,
		     const char *const *names, size_t count, size_t of)
{
	size_t i, at;

	if (count == 1) {
		snprintf(out, len, "%s %s", kind, names[0]);
		return;
	}
	if (count == of && count == 2) {
		snprintf(out, len, "both %s", plural);
		return;
	}
	if (count == of) {
		snprintf(out, len, "all %zu %s", count, plural);
		return;
	}
	if (count > LISTED_MAX) {
		snprintf(out, len, "%zu of %zu %s", count, of, plural);
		return;
	}
	at = (size_t)snprintf(out, len, "%s ", plural);
	for (i = 0; i < count && at < len; i++)
		at += (size_t)snprintf(out + at, len - at, "%s%s",
				       !i ? "" : i + 1 == count ? " and " : ", ", names[i]);
}

/* Tasks */

static const char *plural_of(const char *kind)
{
	return !strcmp(kind, "writer") ? "writers" : !strcmp(kind, "process") ? "processes" :
	       "tasks";
}

static size_t of_kind(const struct searching *f, const char *kind)
{
	size_t i, n = 0;

	for (i = 0; i < f->task_count; i++)
		n += !strcmp(f->tasks[i].kind, kind);
	return n;
}

static void task_subject(struct subject *s, const struct searching *f,
			 const struct finding_task *const *tasks, size_t count)
{
	const char **names = calloc(count, sizeof(*names));
	size_t i;

	memset(s, 0, sizeof(*s));
	s->kind = tasks[0]->kind;
	s->many = count > 1;
	for (i = 0; names && i < count; i++)
		names[i] = tasks[i]->name;
	if (names)
		name_set(s->label, sizeof(s->label), s->kind, plural_of(s->kind), names, count,
			 of_kind(f, s->kind));
	free(names);
	finding_task_facts(&s->facts, f->rep, tasks, count);
}

/* Those of whom a code can be said in one sentence: one kind and, where it names it, one wb. */
static bool go_together(const struct rule *rule, const struct finding_task *a,
			const struct finding_task *b)
{
	return a->kind == b->kind &&
	       (!rule->apart || (a->wb == b->wb && a->device == b->device));
}

/* Says a code of some tasks together, if it holds for them. */
static bool say_of_set(struct searching *f, size_t code, const struct finding_task *const *set,
		       size_t n)
{
	const struct rule *rule;
	struct subject s;

	task_subject(&s, f, set, n);
	rule = rule_for(code, &s);
	if (rule)
		add(f, rule, &s);
	return rule;
}

static bool is_in(const struct finding_task *const *set, size_t n, const struct finding_task *task)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (set[i] == task)
			return true;
	return false;
}

/* Adds to those that fit all others that go together with the first; how many these are. */
static size_t widen(const struct searching *f, size_t code, const struct finding_task **set,
		    size_t n)
{
	const struct finding_task *first = set[0];
	size_t i, all = n;

	for (i = 0; i < f->task_count; i++)
		if (go_together(&finding_rules[code], first, &f->tasks[i]) &&
		    !is_in(set, n, &f->tasks[i]))
			set[all++] = &f->tasks[i];
	return all;
}

/*
 * Says a code of those of @fit that belong together, beginning with the first. Some
 * of them can be on either side of a threshold: if half of all that belong together
 * are beyond it alone, and all are as a whole, it is said of all.
 */
static void say_of_tasks(struct searching *f, size_t code, const struct finding_task **fit,
			 size_t *count)
{
	const struct finding_task **set = calloc(f->task_count, sizeof(*set));
	size_t i, n = 0, left = 0, all;
	const struct finding_task *first = fit[0];
	bool said;

	if (!set) {
		f->failed = true;
		*count = 0;
		return;
	}
	for (i = 0; i < *count; i++)
		if (go_together(&finding_rules[code], first, fit[i]))
			set[n++] = fit[i];
		else
			fit[left++] = fit[i];
	*count = left;
	all = widen(f, code, set, n);
	said = all > n && n * 2 >= all && say_of_set(f, code, set, all);
	said = said || say_of_set(f, code, set, n);
	for (i = 0; !said && i < n; i++)
		say_of_set(f, code, &set[i], 1);
	free(set);
}

static void try_tasks(struct searching *f)
{
	const struct finding_task **fit = calloc(f->task_count + 1, sizeof(*fit)), *one;
	struct subject *all = calloc(f->task_count + 1, sizeof(*all));
	size_t i, k, n;

	for (k = 0; all && k < f->task_count; k++) {
		one = &f->tasks[k];
		task_subject(&all[k], f, &one, 1);
	}
	for (i = 0; fit && all && i < finding_rule_count; i++) {
		if (finding_rules[i].on != ON_TASK || !is_first(i))
			continue;
		for (n = 0, k = 0; k < f->task_count; k++)
			if (rule_for(i, &all[k]))
				fit[n++] = &f->tasks[k];
		while (n)
			say_of_tasks(f, i, fit, &n);
	}
	f->failed |= !fit || !all;
	free(fit);
	free(all);
}

/* Files */

static void inode_subject(struct subject *s, const struct report *rep,
			  const struct report_inode *const *inodes, size_t count)
{
	const char **names = calloc(count, sizeof(*names));
	char label[FINDING_SUBJECT_LEN - 16];
	size_t i;

	memset(s, 0, sizeof(*s));
	s->kind = "inode";
	s->many = count > 1;
	for (i = 0; names && i < count; i++)
		names[i] = inodes[i]->label ? inodes[i]->label : "?";
	if (names) {
		name_set(label, sizeof(label), rep->program ? "process" : "writer",
			 rep->program ? "processes" : "writers", names, count,
			 rep->program ? SIZE_MAX : rep->writer_count);
		snprintf(s->label, sizeof(s->label), "the file%s of %s", count > 1 ? "s" : "",
			 label);
	}
	free(names);
	finding_inode_facts(&s->facts, rep, inodes, count);
}

static void say_of_inodes(struct searching *f, size_t code, const struct report_inode **fit,
			  size_t count)
{
	const struct rule *rule;
	struct subject s;

	inode_subject(&s, f->rep, fit, count);
	rule = rule_for(code, &s);
	if (rule)
		add(f, rule, &s);
}

static void try_inodes(struct searching *f)
{
	const struct report *rep = f->rep;
	const struct report_inode **fit = calloc(rep->inode_count + 1, sizeof(*fit)), *one;
	struct subject s;
	size_t i, k, n;

	for (i = 0; fit && i < finding_rule_count; i++) {
		if (finding_rules[i].on != ON_INODE || !is_first(i))
			continue;
		for (n = 0, k = 0; k < rep->inode_count; k++) {
			one = &rep->inodes[k];
			inode_subject(&s, rep, &one, 1);
			if (rule_for(i, &s))
				fit[n++] = one;
		}
		if (n)
			say_of_inodes(f, i, fit, n);
	}
	f->failed |= !fit;
	free(fit);
}

/* Wbs, devices, the run */

static void try_wbs(struct searching *f)
{
	const struct report *rep = f->rep;
	const struct report_wb *wb;
	struct subject s;
	size_t i;

	for (i = 0; i < rep->wb_count; i++) {
		wb = &rep->wbs[i];
		memset(&s, 0, sizeof(s));
		s.kind = "wb";
		if (wb->cgroup.known && wb->cgroup.v > 1)
			snprintf(s.label, sizeof(s.label), "wb %s of cgroup %llu",
				 wb->bdi ? wb->bdi : "?", (unsigned long long)wb->cgroup.v);
		else
			snprintf(s.label, sizeof(s.label), "wb %s", wb->bdi ? wb->bdi : "?");
		finding_wb_facts(&s.facts, rep, wb, f->tasks, f->task_count);
		try_all(f, ON_WB, &s);
	}
}

static void try_devices(struct searching *f)
{
	const struct report *rep = f->rep;
	char dev[FORMAT_LEN];
	struct subject s;
	size_t i;

	for (i = 0; i < rep->device_count; i++) {
		memset(&s, 0, sizeof(s));
		s.kind = "device";
		snprintf(s.label, sizeof(s.label), "device %s",
			 format_fig(dev, UNIT_DEV, rep->devices[i].dev));
		finding_device_facts(&s.facts, rep, &rep->devices[i], f->tasks, f->task_count);
		try_all(f, ON_DEVICE, &s);
	}
}

static void try_run(struct searching *f)
{
	struct subject s = { .kind = "run", .label = "the run" };

	finding_run_facts(&s.facts, f->rep);
	try_all(f, ON_RUN, &s);
}

/* What explains most comes first; among equals the order of the rules stays. */
static void rank(struct findings *out)
{
	struct finding one;
	size_t i, j;

	for (i = 1; i < out->count; i++) {
		one = out->f[i];
		for (j = i; j && out->f[j - 1].explains_ns.v < one.explains_ns.v; j--)
			out->f[j] = out->f[j - 1];
		out->f[j] = one;
	}
}

/* The classes that a rule's share lies in, the first one first. */
static const struct {
	const char *explains;
	enum ledger_class classes[3];
	size_t count;
} explained_classes[] = {
	{ "global_throttled_ns", { CLASS_THROTTLE }, 1 },
	{ "wb_throttled_ns", { CLASS_THROTTLE }, 1 },
	{ "memcg_throttled_ns", { CLASS_THROTTLE }, 1 },
	{ "allocation_ns", { CLASS_ALLOCATION }, 1 },
	{ "journal_ns", { CLASS_JOURNAL }, 1 },
	{ "fsync_wait_ns", { CLASS_FSYNC, CLASS_JOURNAL, CLASS_BLOCK_LAYER }, 3 },
	{ "page_writeback_ns", { CLASS_PAGE_WRITEBACK }, 1 },
	{ "block_layer_ns", { CLASS_BLOCK_LAYER }, 1 },
	{ "reclaim_ns", { CLASS_RECLAIM }, 1 },
	{ "lock_ns", { CLASS_LOCK }, 1 },
	{ "network_ns", { CLASS_NETWORK }, 1 },
	{ "cpu_and_queue_ns", { CLASS_CPU_SYSTEM, CLASS_RUNQUEUE }, 2 },
};

/* Takes what a finding explains off the time that is left. */
static void take_off(double *left, const struct finding *one)
{
	double ns = (double)one->explains_ns.v, part;
	size_t i, j;

	for (i = 0; one->explains_ns.known && i < ARRAY_SIZE(explained_classes); i++) {
		if (strcmp(explained_classes[i].explains, one->explains))
			continue;
		for (j = 0; j < explained_classes[i].count; j++) {
			part = left[explained_classes[i].classes[j]];
			part = part < ns ? part : ns;
			left[explained_classes[i].classes[j]] -= part;
			ns -= part;
		}
	}
}

static void add_unexplained(struct searching *f)
{
	double left[CLASSES] = {}, wall = 0, sum = 0;
	const struct ledger *l;
	size_t i, j;

	for (i = 0; i < f->task_count; i++) {
		l = f->tasks[i].ledger;
		if (!l->wall_ns.known)
			continue;
		wall += (double)l->wall_ns.v;
		left[CLASS_CPU_SYSTEM] += (double)(l->cpu_ns.known ? l->cpu_ns.v :
						   l->class_ns[CLASS_CPU_USER].v +
						   l->class_ns[CLASS_CPU_SYSTEM].v);
		for (j = CLASS_RUNQUEUE; j < CLASSES; j++)
			left[j] += (double)l->class_ns[j].v;
	}
	for (i = 0; i < f->out->count; i++)
		take_off(left, &f->out->f[i]);
	for (j = 0; wall > 0 && j < CLASSES; j++) {
		f->out->left[j] = ratio_of(left[j] / wall);
		sum += left[j] / wall;
	}
	if (wall > 0)
		f->out->unexplained = ratio_of(sum < 1 ? sum : 1);
}

/* Whether a finding explains time by a suspect: of one of many writers it is little of all. */
static bool is_found(const struct findings *out, const struct usual_suspect *suspect)
{
	size_t i;

	for (i = 0; i < out->count; i++)
		if (out->f[i].explains && fits_one_of(out->f[i].explains, suspect->explains))
			return true;
	return false;
}

/* "Not allocation (1 %), not the journal (2 %)." of all writers together. */
static void add_was_not(struct searching *f)
{
	const struct finding_task **all = calloc(f->task_count + 1, sizeof(*all));
	char *out = f->out->was_not, value[FACT_TEXT_LEN];
	size_t i, n = 0, at = 0, len = sizeof(f->out->was_not);
	const struct fact *fact;
	struct subject s;

	for (i = 0; all && i < f->task_count; i++)
		if (f->tasks[i].kind == f->tasks[0].kind)
			all[n++] = &f->tasks[i];
	if (n)
		task_subject(&s, f, all, n);
	for (i = 0; n && i < usual_suspect_count; i++) {
		fact = facts_find(&s.facts, usual_suspects[i].fact);
		if (!fact || fact->v >= WAS_NOT || is_found(f->out, &usual_suspects[i]))
			continue;
		at += (size_t)snprintf(out + at, len - at, "%s %s (%s)", at ? ", not" : "Not",
				       usual_suspects[i].name,
				       fact_format(value, sizeof(value), fact));
	}
	if (at)
		snprintf(out + at, len - at, ".");
	free(all);
}

struct findings *findings_of(const struct report *rep)
{
	struct searching f = { .rep = rep, .out = calloc(1, sizeof(*f.out)) };

	if (!f.out)
		return NULL;
	f.tasks = finding_tasks(rep, &f.task_count);
	if (f.tasks) {
		try_tasks(&f);
		try_wbs(&f);
		try_inodes(&f);
		try_devices(&f);
		try_run(&f);
		rank(f.out);
		add_unexplained(&f);
		add_was_not(&f);
	}
	if (!f.tasks || f.failed) {
		free(f.tasks);
		findings_free(f.out);
		return NULL;
	}
	free(f.tasks);
	return f.out;
}
