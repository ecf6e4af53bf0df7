/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An answer of the module, decoded by its attribute set. */
#ifndef WBCTL_RECORD_H
#define WBCTL_RECORD_H

#include <json-c/json.h>

#include "attr.h"
#include "out.h"

struct nlattr;

/**
 * struct value - an attribute that arrived, or did not
 * @set: It arrived.
 * @u: Number.
 * @text: String, owned.
 * @nest: The nest or the first of a list, owned.
 */
struct value {
	bool set;
	union {
		uint64_t u;
		char *text;
		struct record *nest;
	};
};

/**
 * struct record - a decoded set of attributes
 * @set: Which set.
 * @next: The next of a list, owned by this one.
 * @values: Indexed by attribute.
 */
struct record {
	const struct attr_set *set;
	struct record *next;
	struct value values[];
};

/**
 * record_parse() - decode attributes
 * @set: Which set they are of.
 * @head: The first attribute; may point past the end when @len is 0.
 * @len: Bytes of attributes.
 * @out: The record, to be freed with record_free().
 *
 * Attributes that this program does not know are passed over: an addition
 * to the ABI breaks no reader.
 *
 * Return: 0, -EBADMSG when an attribute is not what its set says or a
 * mandatory one is missing, -ENOMEM.
 */
int record_parse(const struct attr_set *set, const struct nlattr *head, int len,
		 struct record **out);

/**
 * record_free() - free a record and those that follow it
 * @rec: The record, may be NULL.
 */
void record_free(struct record *rec);

/**
 * record_fig() - a number of a record
 * @rec: The record; NULL has no numbers.
 * @attr: Which.
 *
 * Return: The number, unknown when it did not arrive.
 */
struct fig record_fig(const struct record *rec, int attr);

/**
 * record_text() - a string of a record
 * @rec: The record; NULL has no strings.
 * @attr: Which.
 *
 * Return: The string, NULL when it did not arrive.
 */
const char *record_text(const struct record *rec, int attr);

/**
 * record_nest() - a nest of a record
 * @rec: The record; NULL has no nests.
 * @attr: Which.
 *
 * Return: The nest or the first of a list, NULL when it did not arrive.
 */
const struct record *record_nest(const struct record *rec, int attr);

/**
 * record_json() - everything in a record
 * @rec: The record.
 *
 * Return: A new object. Bits and values of enums that have no name here are
 * given as numbers.
 */
struct json_object *record_json(const struct record *rec);

/**
 * record_cell() - a field of a record, for a struct table
 * @row: The record.
 * @column: @at is the attribute; with @sub not 0, the attribute of a nest
 *	whose attribute @sub is.
 *
 * Return: The cell.
 */
struct cell record_cell(const void *row, const struct column *column);

#endif /* WBCTL_RECORD_H */
