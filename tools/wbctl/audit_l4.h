/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The raw trace stream of pauses, read beside a run for the audit. */
#ifndef WBCTL_AUDIT_L4_H
#define WBCTL_AUDIT_L4_H

struct run;

/**
 * audit_l4_open() - get ready to read the stream
 * @r: The run. When it cannot be read, the law is not checked.
 */
void audit_l4_open(struct run *r);

/**
 * audit_l4_start() - begin to read what is decided about the writers
 * @r: The run, its writers at the barrier.
 */
void audit_l4_start(struct run *r);

/**
 * audit_l4_fd() - what says when to call audit_l4_poll()
 * @r: The run.
 *
 * Return: A descriptor, -1: nothing is read.
 */
int audit_l4_fd(const struct run *r);

/**
 * audit_l4_poll() - take in what has come
 * @r: The run.
 */
void audit_l4_poll(struct run *r);

/**
 * audit_l4_stop() - take in the rest, when the last writer is done
 * @r: The run.
 */
void audit_l4_stop(struct run *r);

/**
 * audit_l4_close() - let go of the stream
 * @r: The run.
 */
void audit_l4_close(struct run *r);

#endif /* WBCTL_AUDIT_L4_H */
