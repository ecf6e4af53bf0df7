/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing with what is known to be right, in tests/golden/. */
#ifndef WBCTL_GOLDEN_H
#define WBCTL_GOLDEN_H

#include <json-c/json.h>

#include "tap.h"

/**
 * golden_text() - compare text with a file, and its lines with 80 columns
 * @name: The file. WBCTL_UPDATE_GOLDEN=1 in the environment writes it.
 * @text: The text.
 */
void golden_text(const char *name, const char *text);

/**
 * golden_json() - compare a document with a file
 * @name: The file.
 * @doc: The document; it is put.
 */
void golden_json(const char *name, struct json_object *doc);

#endif /* WBCTL_GOLDEN_H */
