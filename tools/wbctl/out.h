/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Output: one table of columns that yields text and JSON. */
#ifndef WBCTL_OUT_H
#define WBCTL_OUT_H

#include <json-c/json.h>

#include "format.h"
#include "wbctl.h"

#define OUT_COLUMNS 80

/**
 * struct cell - a value on its way out
 * @unit: What it is.
 * @fig: Its value for units that count.
 * @ratio: Its value for UNIT_RATIO and UNIT_INDEX.
 * @text: Its value for UNIT_TEXT, NULL when it is not known. With another
 *	unit it stands in the table in place of the figure.
 */
struct cell {
	enum unit unit;
	struct fig fig;
	struct ratio ratio;
	const char *text;
};

/**
 * struct column - a field of a row
 * @key: Its place in JSON; a dot leads into an object. NULL: text only.
 * @title: Its column's title, NULL: JSON only.
 * @width: Its column's width, negative when it is set flush left.
 * @unit: What it is.
 * @at: Where the row has it: an offset into a struct (a struct fig, a
 *	struct ratio or a const char *), or what the table's @get wants.
 * @sub: More of the same, for @get.
 */
struct column {
	const char *key;
	const char *title;
	int width;
	enum unit unit;
	size_t at;
	int sub;
};

/**
 * struct table - how rows of one kind look
 * @columns: Their fields, in the order of the columns.
 * @count: How many.
 * @get: Takes a field out of a row; NULL when rows are structs.
 */
struct table {
	const struct column *columns;
	size_t count;
	struct cell (*get)(const void *row, const struct column *column);
};

/**
 * table_header() - the line of titles
 * @to: Where it goes.
 * @t: The table.
 */
void table_header(FILE *to, const struct table *t);

/**
 * table_row() - a row as a line
 * @to: Where it goes.
 * @t: The table.
 * @row: The row.
 */
void table_row(FILE *to, const struct table *t, const void *row);

/**
 * table_json() - a row as JSON
 * @t: The table.
 * @row: The row.
 * @into: The object that gets a member for each known field.
 */
void table_json(const struct table *t, const void *row, struct json_object *into);

/**
 * table_load() - a row out of JSON: the inverse of table_json()
 * @t: The table, one of structs.
 * @row: The row that gets a value for each member that is there; the others are
 *	left as they are.
 * @from: The object. Texts in @row are its, and live as long.
 *
 * Return: NULL, or the key of the first member that is not of its kind.
 */
const char *table_load(const struct table *t, void *row, struct json_object *from);

/**
 * json_get_fig() - the inverse of json_add_fig()
 * @from: The object.
 * @key: The member; a dot leads into an object.
 *
 * Return: The figure, unknown when the member is not there or is no figure.
 */
struct fig json_get_fig(struct json_object *from, const char *key);

/**
 * json_get_text() - the inverse of json_add_text()
 * @from: The object.
 * @key: The member; a dot leads into an object.
 *
 * Return: The text, which is the object's; NULL when it is not there or is no text.
 */
const char *json_get_text(struct json_object *from, const char *key);

/**
 * json_get() - a member
 * @from: The object.
 * @key: The member; a dot leads into an object.
 *
 * Return: The member, which is the object's; NULL when it is not there.
 */
struct json_object *json_get(struct json_object *from, const char *key);

/**
 * json_add_fig() - a member that may be unknown
 * @into: The object.
 * @key: The member; left out when @f is unknown.
 * @f: The figure.
 */
void json_add_fig(struct json_object *into, const char *key, struct fig f);

/**
 * json_add_number() - a member that is a real number
 * @into: The object.
 * @key: The member.
 * @v: The number; six digits of it are written.
 */
void json_add_number(struct json_object *into, const char *key, double v);

/**
 * json_add_text() - a member that is text from outside
 * @into: The object.
 * @key: The member; left out when @text is NULL.
 * @text: Any bytes; see format_clean().
 */
void json_add_text(struct json_object *into, const char *key, const char *text);

/**
 * json_add_time() - when the document was made
 * @into: The object.
 * @key: The member, ISO 8601 in UTC.
 * @seconds: Since the epoch.
 */
void json_add_time(struct json_object *into, const char *key, int64_t seconds);

/**
 * json_write() - write a document and its newline
 * @doc: The document.
 * @file: A file's name, or "-" for standard output.
 *
 * Return: An exit status; what went wrong has been said.
 */
int json_write(struct json_object *doc, const char *file);

/**
 * out_flush() - find out whether the text arrived
 *
 * Return: An exit status; what went wrong has been said.
 */
int out_flush(void);

/**
 * wrap() - print words within 80 columns
 * @to: Where they go.
 * @text: The words.
 * @column: Where the first line has arrived.
 * @indent: Where further lines begin.
 */
void wrap(FILE *to, const char *text, int column, int indent);

#endif /* WBCTL_OUT_H */
