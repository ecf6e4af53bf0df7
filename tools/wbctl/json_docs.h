/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of JSON documents: one after another, as runs leave them. */
#ifndef WBCTL_JSON_DOCS_H
#define WBCTL_JSON_DOCS_H

#include <json-c/json.h>

#include "wbctl.h"

/**
 * struct json_docs - a file of documents that is being read
 * @name: What people call it.
 * @text: What is in it.
 * @len: How much.
 * @at: Where the next document begins; behind a bad one where it is bad.
 * @begin: Where the last one began.
 * @count: Documents so far.
 * @why: Why json_docs_next() gave none; json_tokener_success: the end, no memory, or null.
 */
struct json_docs {
	const char *name;
	char *text;
	size_t len;
	size_t at;
	size_t begin;
	size_t count;
	enum json_tokener_error why;
};

/**
 * json_docs_open() - read a file in
 * @d: Where it goes; json_docs_close() gives it back, also after a failure.
 * @file: Its name, or "-" for standard input.
 *
 * Return: 0 or -errno.
 */
int json_docs_open(struct json_docs *d, const char *file);

/**
 * json_docs_next() - the next document
 * @d: The file.
 *
 * Return: The document, the caller's; NULL at the end of the file, and when
 * what follows is none (@d->why).
 */
struct json_object *json_docs_next(struct json_docs *d);

/**
 * json_docs_end() - whether nothing is left
 * @d: The file.
 *
 * Return: Whether that was all.
 */
bool json_docs_end(const struct json_docs *d);

/**
 * json_docs_line() - the line that the last document began at
 * @d: The file.
 *
 * Return: Its number, from 1.
 */
size_t json_docs_line(const struct json_docs *d);

/**
 * json_docs_close() - give a file back
 * @d: The file.
 */
void json_docs_close(struct json_docs *d);

/**
 * json_docs_read() - read all documents of a file
 * @file: Its name, or "-" for standard input.
 * @each: Takes one; @from says in words which it is. Returns an exit status,
 *	and what is wrong has been said; it keeps @doc by taking a reference.
 * @arg: Its last argument.
 *
 * Return: WBCTL_OK; or an exit status, that of the first @each that failed or
 * of a file that cannot be read or is not JSON, and what is wrong has been said.
 */
int json_docs_read(const char *file,
		   int (*each)(struct json_object *doc, const char *from, void *arg), void *arg);

#endif /* WBCTL_JSON_DOCS_H */
