/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Named figures of one subject, which the rules of findings go by. */
#ifndef WBCTL_FACTS_H
#define WBCTL_FACTS_H

#include <json-c/json.h>

#include "format.h"
#include "wbctl.h"

#define FACT_NAME_LEN 48
#define FACT_TEXT_LEN 128
#define FACTS_MAX 160

/**
 * struct fact - a figure or a word, by name
 * @name: Its name; its end tells the unit, and one without a unit is a word.
 * @v: The figure, in the unit of its name.
 * @text: The word.
 */
struct fact {
	char name[FACT_NAME_LEN];
	double v;
	char text[FACT_TEXT_LEN];
};

/**
 * struct facts - what is known of a subject
 * @count: How many.
 * @f: They; what was not measured is not among them.
 */
struct facts {
	size_t count;
	struct fact f[FACTS_MAX];
};

/**
 * facts_set() - add a figure
 * @facts: Where it goes; the first one of a name stays.
 * @name: Its name.
 * @v: The figure.
 */
void facts_set(struct facts *facts, const char *name, double v);

/**
 * facts_fig() - add a figure that may be unknown
 * @facts: Where it goes, if it is known.
 * @name: Its name.
 * @f: The figure.
 */
void facts_fig(struct facts *facts, const char *name, struct fig f);

/**
 * facts_ratio() - add a ratio that may be unknown
 * @facts: Where it goes, if it is known.
 * @name: Its name.
 * @r: The ratio.
 */
void facts_ratio(struct facts *facts, const char *name, struct ratio r);

/**
 * facts_text() - add a word
 * @facts: Where it goes.
 * @name: Its name.
 * @text: The word, NULL: it is not known.
 */
void facts_text(struct facts *facts, const char *name, const char *text);

/**
 * facts_find() - a fact by name
 * @facts: The facts.
 * @name: Its name.
 *
 * Return: The fact, NULL when it is not known.
 */
const struct fact *facts_find(const struct facts *facts, const char *name);

/**
 * fact_is_word() - whether a fact is a word
 * @name: Its name.
 *
 * Return: True for a word, false for a figure.
 */
bool fact_is_word(const char *name);

/**
 * fact_format() - a fact as people read it, with its unit
 * @buf: Where it goes.
 * @len: Its size.
 * @fact: The fact.
 *
 * Return: @buf.
 */
const char *fact_format(char *buf, size_t len, const struct fact *fact);

/**
 * fact_json() - add a fact to an object
 * @into: The object; a member that is there already stays.
 * @fact: The fact.
 */
void fact_json(struct json_object *into, const struct fact *fact);

#endif /* WBCTL_FACTS_H */
