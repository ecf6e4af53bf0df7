/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The module's tables as text and as JSON. */
#ifndef WBCTL_SHOW_H
#define WBCTL_SHOW_H

#include "client.h"

/**
 * struct show_table - a table of the module
 * @name: Its name on the command line.
 * @cmd: The command that dumps it (enum wbtrace_cmd).
 * @mask: Its bit in `reset`, 0: it has none.
 * @set: Its attributes.
 * @table: Its columns.
 * @flags: The attribute that holds the row's flags.
 * @path: The attribute that holds a path, 0: none.
 * @more: Prints what a row has besides its columns, NULL: nothing.
 */
struct show_table {
	const char *name;
	int cmd;
	uint32_t mask;
	const struct attr_set *set;
	struct table table;
	int flags;
	int path;
	void (*more)(FILE *to, const struct record *row);
};

extern const struct show_table show_tables[];
extern const size_t show_tables_count;

/**
 * show_find() - look a table up
 * @name: Its name.
 *
 * Return: The table, NULL when there is none of that name.
 */
const struct show_table *show_find(const char *name);

/**
 * show_text() - rows as text
 * @to: Where it goes.
 * @t: The table.
 * @rows: The rows.
 */
void show_text(FILE *to, const struct show_table *t, const struct rows *rows);

/**
 * show_json() - rows as a document
 * @t: The table.
 * @rows: The rows.
 * @now: Seconds since the epoch, for the member `time`.
 *
 * Return: A new object.
 */
struct json_object *show_json(const struct show_table *t, const struct rows *rows, int64_t now);

#endif /* WBCTL_SHOW_H */
