/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The module's state as text and as JSON. */
#ifndef WBCTL_STATUS_H
#define WBCTL_STATUS_H

#include "record.h"

/**
 * status_text() - the state as text
 * @to: Where it goes.
 * @info: A record of attrs_info.
 * @config: A record of attrs_config.
 */
void status_text(FILE *to, const struct record *info, const struct record *config);

/**
 * status_json() - the state as a document
 * @info: A record of attrs_info.
 * @config: A record of attrs_config.
 * @now: Seconds since the epoch.
 *
 * Return: A new object.
 */
struct json_object *status_json(const struct record *info, const struct record *config,
				int64_t now);

#endif /* WBCTL_STATUS_H */
