/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What well-known programs print of themselves, as metrics. */
#ifndef WBCTL_KNOWN_PROGRAMS_H
#define WBCTL_KNOWN_PROGRAMS_H

#include "metric.h"

/**
 * known_program() - whether a program's output is known
 * @name: The base name of its file.
 *
 * Return: True when known_program_metrics() has rules for it.
 */
bool known_program(const char *name);

/**
 * known_program_metrics() - find the figures of a well-known program
 * @name: The base name of its file.
 * @text: What it printed.
 * @list: Where they go; what is not found is not set.
 *
 * Return: How many were found.
 */
size_t known_program_metrics(const char *name, const char *text, struct metric_list *list);

#endif /* WBCTL_KNOWN_PROGRAMS_H */
