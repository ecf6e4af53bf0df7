// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of where the time went, and the laws of the audit, as text. */
#include <stdlib.h>
#include <string.h>

#include "report.h"

#define TITLE "TIME %"
#define CELL_LEN 8

/* The columns: the CPU's two classes are one. */
enum time_column {
	TIME_CPU = 0,
	TIME_FIRST_CLASS,
	TIME_COLUMNS = TIME_FIRST_CLASS + CLASSES - CLASS_RUNQUEUE,
};

static const char *const titles[TIME_COLUMNS] = {
	"cpu", "queue", "throttle", "alloc", "journal", "fsync", "pgwb", "block", "reclaim",
	"lock", "network", "other",
};

static struct fig time_of(const struct ledger *l, size_t column)
{
	return column == TIME_CPU ? l->cpu_ns :
	       l->class_ns[CLASS_RUNQUEUE + column - TIME_FIRST_CLASS];
}

/**
 * struct time_table - the table
 * @count: Lines.
 * @rows: They.
 * @label_width: Width of the first column.
 */
struct time_table {
	size_t count;
	struct time_row *rows;
	int label_width;
};

static void add_row(struct time_table *t, const char *label, const struct ledger *l)
{
	int width = (int)strlen(label);

	if (!l->wall_ns.known)
		return;
	t->rows[t->count++] = (struct time_row){ label, l };
	if (width > t->label_width)
		t->label_width = width;
}

/* Whether a line has half a percent there, or does not know. */
static bool has_any(const struct time_table *t, size_t column)
{
	struct ratio share;
	size_t i;

	for (i = 0; i < t->count; i++) {
		share = fig_ratio(time_of(t->rows[i].ledger, column), t->rows[i].ledger->wall_ns);
		if (!share.known || share.v >= 0.005)
			return true;
	}
	return false;
}

static void print_cell(FILE *to, const struct ledger *l, size_t column)
{
	struct ratio share = fig_ratio(time_of(l, column), l->wall_ns);
	char text[CELL_LEN] = "-";

	if (share.known)
		snprintf(text, sizeof(text), "%.0f", share.v * 100);
	fprintf(to, "  %*s", (int)strlen(titles[column]), text);
}

/* One table of the columns from @first on that fit; returns the next one. */
static size_t print_columns(FILE *to, const struct time_table *t, size_t first)
{
	size_t i, c, last, fits = (size_t)(OUT_COLUMNS - 1 - t->label_width);
	bool shown[TIME_COLUMNS] = {};

	for (last = first; last < TIME_COLUMNS; last++) {
		shown[last] = last == TIME_CPU || has_any(t, last);
		if (!shown[last])
			continue;
		if (strlen(titles[last]) + 2 > fits)
			break;
		fits -= strlen(titles[last]) + 2;
	}
	fprintf(to, "\n%-*s", t->label_width, TITLE);
	for (c = first; c < last; c++)
		if (shown[c])
			fprintf(to, "  %s", titles[c]);
	fputc('\n', to);
	for (i = 0; i < t->count; i++) {
		fprintf(to, "%-*s", t->label_width, t->rows[i].label);
		for (c = first; c < last; c++)
			if (shown[c])
				print_cell(to, t->rows[i].ledger, c);
		fputc('\n', to);
	}
	return last;
}

static bool any_left(const struct time_table *t, size_t column)
{
	for (; column < TIME_COLUMNS; column++)
		if (has_any(t, column))
			return true;
	return false;
}

void time_text(FILE *to, const struct time_row *rows, size_t count)
{
	struct time_table t = { .label_width = (int)strlen(TITLE) };
	size_t i, column = 0;

	t.rows = calloc(count + 1, sizeof(*t.rows));
	if (!t.rows)
		return;
	for (i = 0; i < count; i++)
		add_row(&t, rows[i].label, rows[i].ledger);
	while (t.count && (!column || any_left(&t, column)))
		column = print_columns(to, &t, column);
	free(t.rows);
}

void report_time_text(FILE *to, const struct report *rep)
{
	struct time_row *rows;
	size_t i, n = 0, known = 0;

	rows = calloc(rep->writer_count + rep->watched_count + 1, sizeof(*rows));
	if (!rows)
		return;
	for (i = 0; i < rep->writer_count; i++) {
		rows[n++] = (struct time_row){ rep->writers[i].label, &rep->writers[i].ledger };
		known += rep->writers[i].ledger.wall_ns.known;
	}
	if (known > 1)
		rows[n++] = (struct time_row){ rep->all.label, &rep->all.ledger };
	for (i = 0; i < rep->watched_count; i++)
		rows[n++] = (struct time_row){ rep->watched[i].label, &rep->watched[i].ledger };
	time_text(to, rows, n);
	free(rows);
}

static const char *const states[] = { "not checked", "holds", "BROKEN" };

static void law_text(FILE *to, const struct audit_law *law, size_t i)
{
	char ours[FORMAT_LEN], theirs[FORMAT_LEN], text[AUDIT_NOTE_LEN + 128];
	int at = fprintf(to, "  L%zu", i + 1);

	if (law->ours.known && law->theirs.known)
		snprintf(text, sizeof(text), "%s: %s against %s: %s", states[law->holds],
			 format_fig(ours, law->unit, law->ours),
			 format_fig(theirs, law->unit, law->theirs), law->note);
	else
		snprintf(text, sizeof(text), "%s: %s", states[law->holds], law->note);
	wrap(to, text, at, 6);
}

static void together_text(FILE *to, const struct report_writer *w)
{
	char r[FORMAT_LEN], rho[FORMAT_LEN], pairs[FORMAT_LEN], text[160];
	int at;

	if (!w->together.pairs.known)
		return;
	at = fprintf(to, "  writer %s", w->label);
	snprintf(text, sizeof(text),
		 "throughput against throttling: r %s, rho %s over %s intervals",
		 format_ratio(r, UNIT_COEFFICIENT, w->together.r),
		 format_ratio(rho, UNIT_COEFFICIENT, w->together.rho),
		 format_fig(pairs, UNIT_COUNT, w->together.pairs));
	wrap(to, text, at, 6);
}

void report_audit_text(FILE *to, const struct report *rep)
{
	size_t i;

	for (i = 0; rep->audit.done && i < AUDIT_LAWS; i++)
		law_text(to, &rep->audit.law[i], i);
	for (i = 0; i < rep->writer_count; i++)
		together_text(to, &rep->writers[i]);
}

static const struct {
	enum unit unit;
	const char *name;
} law_units[] = {
	{ UNIT_COUNT, "count" },
	{ UNIT_BYTES, "bytes" },
	{ UNIT_NS, "ns" },
};

static const char *law_unit(enum unit unit)
{
	size_t i;

	for (i = ARRAY_SIZE(law_units) - 1; i && law_units[i].unit != unit; i--)
		;
	return law_units[i].name;
}

static struct json_object *law_json(const struct audit_law *law)
{
	struct json_object *one = json_object_new_object(), *holds = NULL;

	if (law->holds != AUDIT_UNCHECKED)
		holds = json_object_new_boolean(law->holds == AUDIT_HOLDS);
	json_object_object_add(one, "holds", holds);
	json_object_object_add(one, "unit", json_object_new_string(law_unit(law->unit)));
	json_add_fig(one, "ours", law->ours);
	json_add_fig(one, "theirs", law->theirs);
	json_add_text(one, "note", law->note);
	return one;
}

struct json_object *report_audit_json(const struct report *rep)
{
	struct json_object *into;
	char name[8];
	size_t i;

	if (!rep->audit.done)
		return NULL;
	into = json_object_new_object();
	for (i = 0; i < AUDIT_LAWS; i++) {
		snprintf(name, sizeof(name), "L%zu", i + 1);
		json_object_object_add(into, name, law_json(&rep->audit.law[i]));
	}
	return into;
}

static void law_load(struct audit_law *law, struct json_object *from)
{
	const char *unit = json_get_text(from, "unit"), *note = json_get_text(from, "note");
	struct json_object *holds = json_get(from, "holds");
	size_t i;

	law->holds = !holds ? AUDIT_UNCHECKED :
		     json_object_get_boolean(holds) ? AUDIT_HOLDS : AUDIT_BROKEN;
	for (i = 0; unit && i < ARRAY_SIZE(law_units); i++)
		if (!strcmp(unit, law_units[i].name))
			law->unit = law_units[i].unit;
	law->ours = json_get_fig(from, "ours");
	law->theirs = json_get_fig(from, "theirs");
	snprintf(law->note, sizeof(law->note), "%s", note ? note : "");
}

const char *report_audit_load(struct audit *a, struct json_object *from)
{
	static char name[8];
	size_t i;

	if (!from)
		return NULL;
	a->done = true;
	for (i = 0; i < AUDIT_LAWS; i++) {
		snprintf(name, sizeof(name), "L%zu", i + 1);
		if (!json_object_is_type(json_get(from, name), json_type_object))
			return name;
		law_load(&a->law[i], json_get(from, name));
	}
	return NULL;
}
