/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The report of a run out of its JSON document. */
#ifndef WBCTL_REPORT_LOAD_H
#define WBCTL_REPORT_LOAD_H

#include <json-c/json.h>

struct report;

/**
 * report_load() - the report that report_json() has written
 * @doc: The document; the report takes a reference. Members that it does not
 *	know are passed over, those that are missing are unknown.
 * @from: What people call it, for the sentence.
 *
 * Return: The report, for report_free(); NULL when the document is no run of
 * this schema or a member is not of its kind, and what is wrong has been said.
 */
struct report *report_load(struct json_object *doc, const char *from);

#endif /* WBCTL_REPORT_LOAD_H */
