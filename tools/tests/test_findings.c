// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Each code of findings on a made report: one where it is right, and one that looks
 * alike where it is not. What was found has to hold together in any of them.
 */
#include <strings.h>

#include "facts.h"
#include "finding_cases.h"
#include "finding_rules.h"
#include "tap.h"

static const struct finding *find(const struct findings *f, const char *code, const char *with)
{
	size_t i;

	for (i = 0; i < f->count; i++)
		if (!strcmp(f->f[i].code, code) && (!with || strstr(f->f[i].text, with)))
			return &f->f[i];
	return NULL;
}

static void print_all(const struct findings *f)
{
	size_t i;

	for (i = 0; i < f->count; i++)
		printf("# %s: %s\n", f->f[i].code, f->f[i].text);
}

/* What must hold of all that was found. */

static void facts_from(struct facts *facts, struct json_object *evidence)
{
	facts->count = 0;
	json_object_object_foreach(evidence, name, v) {
		if (json_object_is_type(v, json_type_string))
			facts_text(facts, name, json_object_get_string(v));
		else
			facts_set(facts, name, json_object_get_double(v));
	}
}

static const char *own_word(const struct finding *f, const char *name, bool many)
{
	if (!strcmp(name, "subject"))
		return f->subject;
	if (!strcmp(name, "its"))
		return many ? "their" : "its";
	return !strcmp(name, "was") ? many ? "were" : "was" : NULL;
}

/* Whether a sentence with the evidence in its gaps is the one that was said. */
static bool says_the_same(const struct finding *f, const char *says, const struct facts *facts,
			  bool many)
{
	char text[FINDING_TEXT_LEN] = "", name[FACT_NAME_LEN], value[FACT_TEXT_LEN];
	const struct fact *fact;
	const char *word, *end;
	size_t at = 0;

	while (*says) {
		if (*says != '{') {
			text[at++] = *says++;
			continue;
		}
		end = strchr(says, '}');
		snprintf(name, sizeof(name), "%.*s", (int)(end - says - 1), says + 1);
		says = end + 1;
		word = own_word(f, name, many);
		fact = facts_find(facts, name);
		if (!word && !fact)
			return false;
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s", word ? word :
				       fact_format(value, sizeof(value), fact));
	}
	return !strcasecmp(text, f->text);
}

static bool is_proved(const struct finding *f)
{
	static struct facts facts;
	size_t i;

	facts_from(&facts, f->evidence);
	for (i = 0; i < finding_rule_count; i++)
		if (!strcmp(finding_rules[i].code, f->code) &&
		    (says_the_same(f, finding_rules[i].says, &facts, false) ||
		     says_the_same(f, finding_rules[i].says, &facts, true)))
			return true;
	return false;
}

static bool is_in_order(const struct findings *f)
{
	size_t i;

	for (i = 1; i < f->count; i++)
		if (f->f[i - 1].explains_ns.v < f->f[i].explains_ns.v)
			return false;
	return true;
}

/* Six digits of a number are written. */
static bool near(double a, double b)
{
	return a == b || (a - b < 0.00001 * a && b - a < 0.00001 * a);
}

static bool is_same(const struct finding *a, const struct finding *b)
{
	bool explains = a->explains ? b->explains && !strcmp(a->explains, b->explains) :
			!b->explains;

	return explains && !strcmp(a->code, b->code) && !strcmp(a->subject, b->subject) &&
	       !strcmp(a->kind, b->kind) && near(a->confidence, b->confidence) &&
	       a->explains_ns.known == b->explains_ns.known &&
	       a->explains_ns.v == b->explains_ns.v && !strcmp(a->text, b->text) &&
	       !strcmp(json_object_to_json_string(a->evidence),
		       json_object_to_json_string(b->evidence));
}

static bool are_same(const struct findings *a, const struct findings *b)
{
	size_t i;

	if (a->count != b->count || strcmp(a->was_not, b->was_not) ||
	    a->unexplained.known != b->unexplained.known ||
	    !near(a->unexplained.v, b->unexplained.v))
		return false;
	for (i = 0; i < a->count; i++)
		if (!is_same(&a->f[i], &b->f[i]))
			return false;
	/* The user's part of the CPU's class is in the system's. */
	for (i = CLASS_CPU_SYSTEM; i < CLASSES; i++)
		if (a->left[i].known != b->left[i].known || !near(a->left[i].v, b->left[i].v))
			return false;
	return true;
}

/* Whether they come back out of the text of a document as they were. */
static bool comes_back(const struct findings *f)
{
	struct json_object *doc = json_object_new_object(), *read;
	struct findings *back;
	const char *bad;
	bool same;

	findings_json(doc, f);
	read = json_tokener_parse(json_object_to_json_string(doc));
	back = findings_load(read, &bad);
	same = back && !bad && are_same(f, back);
	findings_free(back);
	json_object_put(read);
	json_object_put(doc);
	return same;
}

static void holds_together(const struct findings *f, const char *what)
{
	size_t i, bad = 0;

	for (i = 0; i < f->count; i++) {
		if (is_proved(&f->f[i]) && f->f[i].confidence >= 0.5 && f->f[i].confidence <= 1)
			continue;
		printf("# %s (%g): %s\n", f->f[i].code, f->f[i].confidence, f->f[i].text);
		printf("# %s\n", json_object_to_json_string(f->f[i].evidence));
		bad++;
	}
	ok(!bad, "%s: the evidence has each figure, confidence is within bounds", what);
	ok(is_in_order(f) && comes_back(f), "%s: in order, and the same out of JSON", what);
}

static void try_case(const struct finding_case *c)
{
	struct findings *f;

	made_reset();
	c->right();
	f = findings_of(&made);
	if (!ok(find(f, c->code, c->with), "%s: found, with '%s'", c->code, c->with))
		print_all(f);
	holds_together(f, c->code);
	findings_free(f);
	made_reset();
	c->alike();
	f = findings_of(&made);
	if (!ok(!find(f, c->code, NULL), "%s: not where it only looks so", c->code))
		print_all(f);
	holds_together(f, c->code);
	findings_free(f);
}

static void test_cases(void)
{
	size_t i, j;

	for (i = 0; i < finding_case_count; i++)
		try_case(&finding_cases[i]);
	for (i = 0; i < finding_rule_count; i++) {
		for (j = 0; j < finding_case_count; j++)
			if (!strcmp(finding_cases[j].code, finding_rules[i].code))
				break;
		if (j == finding_case_count)
			ok(false, "%s has no case", finding_rules[i].code);
	}
}

static void try_miss(const struct finding_miss *m)
{
	const struct finding_case *c = finding_cases;
	struct findings *f;

	while (strcmp(c->code, m->code) || strcmp(c->with, m->with))
		if (++c == finding_cases + finding_case_count) {
			ok(false, "there is no case of %s with '%s'", m->code, m->with);
			return;
		}
	made_reset();
	c->right();
	m->spoil();
	f = findings_of(&made);
	if (!ok(!find(f, m->code, m->gone), "%s, '%s': not without each piece of evidence",
		m->code, m->with))
		print_all(f);
	holds_together(f, m->code);
	findings_free(f);
}

static void test_misses(void)
{
	size_t i;

	for (i = 0; i < finding_miss_count; i++)
		try_miss(&finding_misses[i]);
}

/* Words may stand in a sentence; every other fact says its unit. */
static bool is_named_word(const char *name)
{
	static const char *const words[] = {
		"subject", "its", "was", "wb", "device", "other_bdi", "carrier", "lower_bdi",
		"flusher_function", "flusher_class", "block_function", "top_function",
		"top_class", "neighbour_id", "slowest_id", "cgroup_id", "error",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(words[i], name))
			return true;
	return false;
}

static bool has_units(const char *says)
{
	char name[FACT_NAME_LEN];
	const char *at, *end;

	for (at = strchr(says, '{'); at; at = strchr(end, '{')) {
		end = strchr(at, '}');
		snprintf(name, sizeof(name), "%.*s", (int)(end - at - 1), at + 1);
		if (fact_is_word(name) != is_named_word(name)) {
			printf("# {%s}\n", name);
			return false;
		}
	}
	return true;
}

static bool tests_fit(const struct rule_test *tests)
{
	const struct rule_test *t;
	bool number;

	for (t = tests; t < tests + RULE_TESTS && t->fact; t++) {
		number = t->op == AT_LEAST || t->op == AT_MOST;
		if (t->op != ABSENT && number == fact_is_word(t->fact)) {
			printf("# %s\n", t->fact);
			return false;
		}
	}
	return true;
}

static void test_rules(void)
{
	const struct rule *r;
	size_t bad = 0;

	for (r = finding_rules; r < finding_rules + finding_rule_count; r++)
		bad += !has_units(r->says) || !tests_fit(r->holds) || !tests_fit(r->refuted) ||
		       !r->holds[0].fact;
	ok(!bad, "each fact has a unit in its name or is a word, each rule has evidence");
}

/* Nothing was measured but the clock: nothing is concluded. */
static void test_unmeasured(void)
{
	struct findings *f;
	size_t i;

	memset(&made, 0, sizeof(made));
	f = findings_of(&made);
	ok(f && !f->count && !f->was_not[0] && !f->unexplained.known, "nothing of an empty report");
	findings_free(f);
	made_reset();
	made.wb_count = 0;
	made.device_count = 0;
	made.sample_count = 0;
	for (i = 0; i < WRITERS; i++)
		made.writers[i] = (struct report_writer){
			.label = "0", .id = fig_of(i), .target = "/mnt/a",
			.dev = fig_of(254 << 20), .wall_ns = fig_of(WALL), .write_ns = fig_of(WALL),
			.written_bytes = fig_of(64 * MIB), .flush_ns = fig_of(WALL / 2),
			.stall_ns = fig_of(4 * SEC), .stall_at_ns = fig_of(0),
		};
	f = findings_of(&made);
	if (!ok(!f->count && !f->was_not[0] && !f->unexplained.known,
		"nothing of a run without the module"))
		print_all(f);
	holds_together(f, "without the module");
	findings_free(f);
}

/* The writers that a sentence is of. */
static void test_groups(void)
{
	const struct finding *one;
	struct findings *f;

	made_reset();
	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 60);
	made_throttle(1, WBTRACE_LIMIT_KIND_GLOBAL, 9);
	f = findings_of(&made);
	one = find(f, "throttled-global", NULL);
	ok(one && !strcmp(one->subject, "all 3 writers"), "one just below is no exception");
	ok(one && one->explains_ns.v == made_part(WALL, 129), "and its time is in the sum");
	findings_free(f);
	made_reset();
	made_throttle(2, WBTRACE_LIMIT_KIND_GLOBAL, 14);
	f = findings_of(&made);
	one = find(f, "throttled-global", NULL);
	ok(one && !strcmp(one->subject, "writer 2"), "one of three is named alone");
	one = find(f, "not-throttled", NULL);
	ok(one && !strcmp(one->subject, "writers 0 and 1"), "and the others are not throttled");
	ok(!strstr(f->was_not, "throttling") && strstr(f->was_not, "Not allocation (0 %)"),
	   "what one writer has is not what it was not: %s", f->was_not);
	findings_free(f);
}

/* At the threshold the figures just decide; far from it, and in each interval, they are sure. */
static void test_confidence(void)
{
	struct findings *f;
	size_t k, j;

	made_reset();
	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 5);
	f = findings_of(&made);
	ok(find(f, "throttled-global", NULL)->confidence == 0.5, "0.5 at the threshold");
	findings_free(f);
	made_reset();
	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 80);
	f = findings_of(&made);
	ok(find(f, "throttled-global", NULL)->confidence > 0.93, "near 1 far beyond it");
	findings_free(f);
	made_reset();
	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 80);
	for (k = 0; k < SAMPLES; k++)
		for (j = 0; j < WRITERS; j++)
			made.samples[k * WRITERS + j].throttled_ns =
				fig_of(k < SAMPLES / 2 ? 0 : made_part(WALL, 80));
	f = findings_of(&made);
	ok(find(f, "throttled-global", NULL)->confidence < 0.6, "less when few intervals agree");
	findings_free(f);
}

static void test_explained(void)
{
	struct findings *f;

	made_reset();
	made_throttle_all(WBTRACE_LIMIT_KIND_GLOBAL, 60);
	made_spend_all(CLASS_JOURNAL, 30, "jbd2_log_wait_commit");
	f = findings_of(&made);
	ok(!strcmp(f->f[0].code, "throttled-global") && !strcmp(f->f[1].code, "journal-bound"),
	   "what explains most comes first");
	ok(f->unexplained.v > 0.099 && f->unexplained.v < 0.101, "a tenth is left");
	ok(f->left[CLASS_OTHER].v == f->unexplained.v && f->left[CLASS_JOURNAL].v < 0.001,
	   "and it is in no class that was explained");
	findings_free(f);
}

int main(void)
{
	test_rules();
	test_cases();
	test_misses();
	test_unmeasured();
	test_groups();
	test_confidence();
	test_explained();
	return tap_end();
}
