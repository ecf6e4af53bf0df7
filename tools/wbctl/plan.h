/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The order of a sweep's runs: every cell once a round, each round shuffled. */
#ifndef WBCTL_PLAN_H
#define WBCTL_PLAN_H

#include "wbctl.h"

/**
 * struct plan - the runs of a sweep
 * @cells: How many cells.
 * @repeats: How many rounds.
 * @cell: The cell of each run: a round's runs stand together.
 * @done: Whether a cell has been run in a round, by round * cells + cell.
 * @left: How many runs are not done.
 */
struct plan {
	size_t cells;
	size_t repeats;
	size_t *cell;
	bool *done;
	size_t left;
};

/**
 * plan_make() - draw the order
 * @p: Where it goes; plan_free() it.
 * @cells: How many cells.
 * @repeats: How many rounds.
 * @seed: The same seed yields the same order, on every machine.
 *
 * Rounds keep what drifts during a sweep (a disk that fills, a room that
 * warms) from falling on one cell.
 *
 * Return: 0 or -ENOMEM.
 */
int plan_make(struct plan *p, size_t cells, size_t repeats, uint64_t seed);

/**
 * plan_free() - free it
 * @p: The plan.
 */
void plan_free(struct plan *p);

/**
 * plan_mark() - a run is done
 * @p: The plan.
 * @cell: Its cell.
 * @repeat: Its round.
 *
 * Return: False when it was done already.
 */
bool plan_mark(struct plan *p, size_t cell, size_t repeat);

/**
 * plan_next() - the next run that is not done
 * @p: The plan.
 * @at: Where to begin; becomes the place after that run. 0 at first.
 * @cell: Its cell.
 * @repeat: Its round.
 *
 * Return: False: there is none.
 */
bool plan_next(const struct plan *p, size_t *at, size_t *cell, size_t *repeat);

#endif /* WBCTL_PLAN_H */
