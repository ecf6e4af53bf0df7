/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run's figures from the kernel's own tracepoints, and their report. */
#ifndef WBCTL_TRACEFS_RUN_H
#define WBCTL_TRACEFS_RUN_H

#include "report.h"
#include "run.h"

/**
 * tracefs_fill_writer() - what tracefs says of a writer
 * @w: The writer.
 * @r: The run, at its end.
 * @i: The writer's number.
 */
void tracefs_fill_writer(struct report_writer *w, const struct run *r, size_t i);

/**
 * tracefs_fill_tree() - the throttling of a program and of what it forked
 * @all: Their sum.
 * @r: The run.
 *
 * Return: Whether it is known.
 */
bool tracefs_fill_tree(struct report_throttle *all, const struct run *r);

/**
 * tracefs_fill_wbs() - what tracefs says of the wbs
 * @rep: The report, without wbs.
 * @r: The run, at its end.
 */
void tracefs_fill_wbs(struct report *rep, const struct run *r);

/**
 * tracefs_fill_notes() - what the reader has to know about the figures
 * @rep: The report.
 * @r: The run, at its end.
 */
void tracefs_fill_notes(struct report *rep, const struct run *r);

#endif /* WBCTL_TRACEFS_RUN_H */
