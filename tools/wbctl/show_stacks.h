/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wbctl show stacks: what watched tasks waited for. */
#ifndef WBCTL_SHOW_STACKS_H
#define WBCTL_SHOW_STACKS_H

#include <json-c/json.h>

#include "client.h"

/**
 * struct stacks_opts - what `show stacks` is asked for
 * @q: Which rows.
 * @watch: Watch this process for a while, unknown: print what there is.
 * @time_ns: For how long.
 */
struct stacks_opts {
	struct query q;
	struct fig watch;
	struct fig time_ns;
};

/**
 * struct stacks_seen - what `show stacks` has read
 * @start: The stacks before.
 * @end: The stacks after.
 * @tasks_start: The ledgers of the watched process before.
 * @tasks_end: And after.
 */
struct stacks_seen {
	struct rows start;
	struct rows end;
	struct rows tasks_start;
	struct rows tasks_end;
};

/**
 * stacks_read() - read the stacks, and watch a process for them if that is asked
 * @c: The client.
 * @o: What is asked for.
 * @seen: What is read, to be freed with stacks_free() in either case.
 *
 * Return: 0 or -errno.
 */
int stacks_read(struct client *c, const struct stacks_opts *o, struct stacks_seen *seen);

/**
 * stacks_free() - free what was read
 * @seen: It.
 */
void stacks_free(struct stacks_seen *seen);

/**
 * stacks_text() - the longest waits first, each with its stack
 * @to: Where they go.
 * @seen: What was read.
 * @top: At most so many, unknown: all.
 */
void stacks_text(FILE *to, const struct stacks_seen *seen, struct fig top);

/**
 * stacks_json() - the same as a document
 * @seen: What was read.
 * @top: At most so many, unknown: all.
 * @now: Seconds since the epoch.
 *
 * Return: A new object.
 */
struct json_object *stacks_json(const struct stacks_seen *seen, struct fig top, int64_t now);

#endif /* WBCTL_SHOW_STACKS_H */
