/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a writer says of itself right before and right after its clock. */
#ifndef WBCTL_WITNESS_H
#define WBCTL_WITNESS_H

#include "ledger.h"

struct client;

/**
 * struct testimony - a task's own words, at one moment
 * @ledger: Its ledger, as the module has it.
 * @io_known: The next two are known.
 * @write_bytes: What it has dirtied, by the kernel's own account (/proc/self/io).
 * @cancelled_bytes: What it has dropped before it was written, likewise.
 */
struct testimony {
	struct ledger_snap ledger;
	bool io_known;
	uint64_t write_bytes;
	uint64_t cancelled_bytes;
};

/**
 * struct witness - the means to ask
 * @client: A connection of its own, which holds nothing attached; NULL: none.
 * @schedstat: The scheduler's account of the task, -1: not open.
 */
struct witness {
	struct client *client;
	int schedstat;
};

/**
 * witness_open() - get ready to ask
 * @w: The witness.
 * @ask: Whether the module is to be asked; it is not when that fails.
 */
void witness_open(struct witness *w, bool ask);

/**
 * witness_begin() - ask about the calling task, then begin its clock
 * @w: The witness.
 * @t: What is said; nothing is known of what could not be asked.
 *
 * Return: When the clock begins.
 */
uint64_t witness_begin(struct witness *w, struct testimony *t);

/**
 * witness_end() - end the calling task's clock, then ask about it
 * @w: The witness.
 * @begin: What was said when the clock began.
 * @t: What is said; nothing is known of what could not be asked.
 *
 * The answer can be late: the task loses the CPU, or others are being answered.
 * What came after the clock is taken off the ledger; of what kind it was,
 * /proc/self/schedstat tells.
 *
 * Return: When the clock ended.
 */
uint64_t witness_end(struct witness *w, const struct testimony *begin, struct testimony *t);

/**
 * witness_close() - let go of the module
 * @w: The witness.
 */
void witness_close(struct witness *w);

#endif /* WBCTL_WITNESS_H */
