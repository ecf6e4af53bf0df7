/* SPDX-License-Identifier: GPL-2.0-only */
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
 */
struct witness {
	struct client *client;
};

/**
 * witness_open() - get ready to ask
 * @w: The witness.
 * @ask: Whether the module is to be asked; it is not when that fails.
 */
void witness_open(struct witness *w, bool ask);

/**
 * witness_speak() - ask about the calling task
 * @w: The witness.
 * @t: What is said; nothing is known of what could not be asked.
 * @begins: The clock begins now; else it has just ended. The ledger is asked
 *	for next to it.
 */
void witness_speak(struct witness *w, struct testimony *t, bool begins);

/**
 * witness_close() - let go of the module
 * @w: The witness.
 */
void witness_close(struct witness *w);

#endif /* WBCTL_WITNESS_H */
