// SPDX-License-Identifier: GPL-2.0-or-later
/* Named figures of one subject, which the rules of findings go by. */
#include <string.h>

#include "facts.h"
#include "out.h"

static const struct {
	const char *end;
	enum unit unit;
} units[] = {
	/* The longer one first: a rate ends like a size would. */
	{ "_bytes_per_s", UNIT_RATE },
	{ "_bytes", UNIT_BYTES },
	{ "_ns", UNIT_NS },
	{ "_ratio", UNIT_RATIO },
	{ "_index", UNIT_INDEX },
	{ "_count", UNIT_COUNT },
	{ "_times", UNIT_COEFFICIENT },
};

static enum unit unit_of(const char *name)
{
	size_t i, len = strlen(name), end;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		end = strlen(units[i].end);
		if (len > end && !strcmp(name + len - end, units[i].end))
			return units[i].unit;
	}
	return UNIT_TEXT;
}

static struct fact *fact_new(struct facts *facts, const char *name)
{
	struct fact *fact;

	if (facts_find(facts, name) || facts->count == FACTS_MAX)
		return NULL;
	fact = &facts->f[facts->count++];
	snprintf(fact->name, sizeof(fact->name), "%s", name);
	return fact;
}

void facts_set(struct facts *facts, const char *name, double v)
{
	struct fact *fact = fact_new(facts, name);

	if (fact)
		fact->v = v;
}

void facts_fig(struct facts *facts, const char *name, struct fig f)
{
	if (f.known)
		facts_set(facts, name, (double)f.v);
}

void facts_ratio(struct facts *facts, const char *name, struct ratio r)
{
	if (r.known)
		facts_set(facts, name, r.v);
}

void facts_text(struct facts *facts, const char *name, const char *text)
{
	struct fact *fact = text && *text ? fact_new(facts, name) : NULL;

	if (fact)
		format_clean(fact->text, sizeof(fact->text), text);
}

const struct fact *facts_find(const struct facts *facts, const char *name)
{
	size_t i;

	for (i = 0; i < facts->count; i++)
		if (!strcmp(facts->f[i].name, name))
			return &facts->f[i];
	return NULL;
}

bool fact_is_word(const char *name)
{
	return unit_of(name) == UNIT_TEXT;
}

const char *fact_format(char *buf, size_t len, const struct fact *fact)
{
	enum unit unit = unit_of(fact->name);
	char text[FORMAT_LEN];

	switch (unit) {
	case UNIT_TEXT:
		snprintf(buf, len, "%s", fact->text);
		break;
	case UNIT_RATIO:
		snprintf(buf, len, fact->v > 0 && fact->v < 0.095 ? "%.1f %%" : "%.0f %%",
			 fact->v * 100);
		break;
	case UNIT_INDEX:
		format_ratio(text, unit, ratio_of(fact->v));
		snprintf(buf, len, "%s", text);
		break;
	case UNIT_COEFFICIENT:
		snprintf(buf, len, "%.1f", fact->v);
		break;
	case UNIT_COUNT:
		snprintf(buf, len, fact->v == (double)(uint64_t)fact->v ? "%.0f" : "%.1f",
			 fact->v);
		break;
	case UNIT_RATE:
		format_fig(text, unit, fig_of((uint64_t)fact->v));
		snprintf(buf, len, "%s MiB/s", text);
		break;
	default:
		format_fig(text, unit, fig_of((uint64_t)(fact->v + 0.5)));
		snprintf(buf, len, "%s", text);
	}
	return buf;
}

void fact_json(struct json_object *into, const struct fact *fact)
{
	enum unit unit = unit_of(fact->name);

	if (json_object_object_get(into, fact->name))
		return;
	if (unit == UNIT_TEXT)
		json_add_text(into, fact->name, fact->text);
	else if (unit == UNIT_RATIO || unit == UNIT_INDEX || unit == UNIT_COEFFICIENT ||
		 fact->v != (double)(uint64_t)fact->v)
		json_add_number(into, fact->name, fact->v);
	else
		json_add_fig(into, fact->name, fig_of((uint64_t)(fact->v + 0.5)));
}
