/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file of a sweep: a line for the sweep, then one for each run. */
#ifndef WBCTL_SWEEP_FILE_H
#define WBCTL_SWEEP_FILE_H

#include <json-c/json.h>

#include "plan.h"
#include "result.h"

/**
 * struct sweep_file - the file
 * @name: Its name.
 * @fd: Open and locked, -1: there is none.
 * @text: What was in it, cut into lines, NULL: it is new.
 * @length: Bytes of whole lines in it.
 * @size: Its bytes.
 * @head: Its first line.
 */
struct sweep_file {
	const char *name;
	int fd;
	char *text;
	size_t length;
	size_t size;
	struct json_object *head;
};

/**
 * sweep_head() - the first line
 * @command: The words of the sweep.
 * @axes: The axes.
 * @repeats: How many rounds.
 * @seed: The seed of the order.
 *
 * Return: The object, the caller's.
 */
struct json_object *sweep_head(struct json_object *command, const struct axes *axes,
			       uint64_t repeats, uint64_t seed);

/**
 * sweep_file_create() - begin a new file
 * @f: Where it goes.
 * @name: Its name; a file that is not empty is refused.
 * @head: Its first line.
 *
 * Return: An exit status; what is wrong has been said.
 */
int sweep_file_create(struct sweep_file *f, const char *name, struct json_object *head);

/**
 * sweep_file_load() - open a file to go on with it
 * @f: Where it goes; its @head is read.
 * @name: Its name.
 *
 * Return: An exit status; what is wrong has been said.
 */
int sweep_file_load(struct sweep_file *f, const char *name);

/**
 * sweep_file_check() - whether it is of the same sweep on the same kernel
 * @f: The file, loaded.
 * @head: What its first line would be now.
 *
 * Return: An exit status; what is wrong has been said.
 */
int sweep_file_check(const struct sweep_file *f, struct json_object *head);

/**
 * sweep_file_take() - take in the runs that it has
 * @f: The file, checked. A last line that is not whole is cut off.
 * @axes: The axes.
 * @plan: Where they are marked.
 * @all: Where they are added.
 *
 * Return: An exit status; what is wrong has been said.
 */
int sweep_file_take(struct sweep_file *f, const struct axes *axes, struct plan *plan,
		    struct results *all);

/**
 * sweep_file_append() - one more line, at once and on disk
 * @f: The file; with none there is nothing to do.
 * @line: The line.
 *
 * Return: An exit status; what is wrong has been said.
 */
int sweep_file_append(struct sweep_file *f, struct json_object *line);

/**
 * sweep_file_close() - close it
 * @f: The file.
 */
void sweep_file_close(struct sweep_file *f);

#endif /* WBCTL_SWEEP_FILE_H */
