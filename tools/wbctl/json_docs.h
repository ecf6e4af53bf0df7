/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of JSON documents: one after another, as runs leave them. */
#ifndef WBCTL_JSON_DOCS_H
#define WBCTL_JSON_DOCS_H

#include <json-c/json.h>

#include "wbctl.h"

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
