/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fio: asks it for its figures as JSON, and takes in what it says. */
#ifndef WBCTL_FIO_H
#define WBCTL_FIO_H

#include <json-c/json.h>

#include "metric.h"

/**
 * struct fio_side - the reads or the writes of fio
 * @bytes: Moved.
 * @runtime_ns: From the first of a job to its last, the longest job's.
 * @rate: Bytes per second, the sum of the jobs'.
 * @iops: Calls per second, the sum of the jobs'.
 * @max_ns: The longest call.
 */
struct fio_side {
	struct fig bytes;
	struct fig runtime_ns;
	struct fig rate;
	struct ratio iops;
	struct fig max_ns;
};

/**
 * struct fio - fio's figures
 * @fd: Memory that fio writes its output into, 0: it is asked for nothing.
 * @jobs: Its jobs for JSON, NULL: none are known.
 * @version: Its version.
 * @reads: All jobs' reads, unknown when there were none.
 * @writes: All jobs' writes.
 */
struct fio {
	int fd;
	struct json_object *jobs;
	char version[32];
	struct fio_side reads;
	struct fio_side writes;
};

/**
 * fio_ask() - have fio write its figures as JSON too
 * @f: Where the answer will go.
 * @argc: Words of its command line.
 * @argv: They.
 *
 * Nothing is asked when the words say already what output is wanted.
 *
 * Return: The words and what was added, up to a NULL, to be freed with
 * fio_free_words(); NULL without memory.
 */
char **fio_ask(struct fio *f, int argc, char **argv);

/**
 * fio_free_words() - free what fio_ask() made
 * @words: The words.
 * @argc: How many were given to it.
 */
void fio_free_words(char **words, int argc);

/**
 * fio_output() - all that fio wrote into the memory
 * @f: Its figures.
 *
 * Return: A new string, NULL when there is none.
 */
char *fio_output(const struct fio *f);

/**
 * fio_take() - take in the last JSON document of fio's output
 * @f: Where it goes.
 * @text: The output. The document is taken out of it.
 *
 * Return: Whether there was one.
 */
bool fio_take(struct fio *f, char *text);

/**
 * fio_metrics() - fio's figures as metrics
 * @f: The figures.
 * @list: Where they go.
 */
void fio_metrics(const struct fio *f, struct metric_list *list);

/**
 * fio_free() - give everything back
 * @f: The figures.
 */
void fio_free(struct fio *f);

#endif /* WBCTL_FIO_H */
