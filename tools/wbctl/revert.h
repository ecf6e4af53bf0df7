/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Putting back what a note says was changed. */
#ifndef WBCTL_REVERT_H
#define WBCTL_REVERT_H

#include "undo.h"

/**
 * struct revert - how to put back, and what became of it
 * @force: Also values that somebody else has changed since.
 * @live: The sweep goes on: what somebody else has set is theirs now.
 * @say: Where each thing that was put back is said, NULL: nowhere.
 * @restored: Things put back.
 * @foreign: Values left alone because they are neither ours nor the old ones.
 * @gone: Values of devices that are not there any more.
 * @failed: Things that could not be put back; each has been said.
 */
struct revert {
	bool force;
	bool live;
	FILE *say;
	size_t restored;
	size_t foreign;
	size_t gone;
	size_t failed;
};

/**
 * revert_all() - put back everything, the last change first
 * @u: The note.
 * @r: How, and what became of it. Whatever is not @restored is said on
 *	standard error.
 */
void revert_all(struct undo *u, struct revert *r);

/**
 * revert_stale() - put back what killed sweeps have left changed
 *
 * One sentence on standard error when there was something.
 */
void revert_stale(void);

/**
 * revert_list() - say what a note would put back
 * @to: Where to.
 * @u: The note.
 */
void revert_list(FILE *to, const struct undo *u);

#endif /* WBCTL_REVERT_H */
