/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the runs of a sweep came to: figures of each, and a row for each cell. */
#ifndef WBCTL_RESULT_H
#define WBCTL_RESULT_H

#include <json-c/json.h>

#include "axis.h"
#include "metric.h"

/**
 * struct result - a run
 * @cell: Its cell.
 * @repeat: Its round, from 0.
 * @status: Its exit status.
 * @throughput: Bytes per second of all writers together.
 * @throttled: Part of their time that they were throttled.
 * @metric: Its first metric, unless that is another one than in the other runs.
 */
struct result {
	size_t cell;
	size_t repeat;
	int status;
	struct ratio throughput;
	struct ratio throttled;
	struct ratio metric;
};

/**
 * struct results - the runs so far
 * @count: How many.
 * @r: The runs.
 * @metric: The name of the first metric of the first run that has one, empty: none.
 */
struct results {
	size_t count;
	struct result *r;
	char metric[METRIC_NAME_LEN];
};

/**
 * results_add() - take in a run
 * @all: The runs.
 * @r: One more; its figures come from @doc.
 * @doc: The document of the run, NULL: it made none.
 *
 * Return: The run in @all, NULL: no memory.
 */
const struct result *results_add(struct results *all, struct result r,
				 struct json_object *doc);

/**
 * results_failed() - how many failed
 * @all: The runs.
 *
 * Return: Runs whose exit status is not 0.
 */
size_t results_failed(const struct results *all);

/**
 * results_table() - a row for each cell, within 80 columns
 * @to: Where it goes.
 * @all: The runs.
 * @axes: The axes.
 */
void results_table(FILE *to, const struct results *all, const struct axes *axes);

/**
 * results_json() - the same as an array
 * @all: The runs.
 * @axes: The axes.
 *
 * Return: The array, the caller's.
 */
struct json_object *results_json(const struct results *all, const struct axes *axes);

/**
 * axes_cell_json() - a cell as an object
 * @axes: The axes.
 * @cell: The cell.
 *
 * Return: The object, the caller's.
 */
struct json_object *axes_cell_json(const struct axes *axes, size_t cell);

#endif /* WBCTL_RESULT_H */
