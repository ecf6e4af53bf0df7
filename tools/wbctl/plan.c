// SPDX-License-Identifier: GPL-2.0-or-later
/* The order of a sweep's runs: every cell once a round, each round shuffled. */
#include <errno.h>
#include <stdlib.h>

#include "plan.h"

/* splitmix64: the whole state is one number, and any seed is a good one. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/* 0..@n-1, each as likely: what would favour the low ones is drawn again. */
static size_t below(uint64_t *state, size_t n)
{
	uint64_t limit = UINT64_MAX - UINT64_MAX % n, v;

	do {
		v = next_random(state);
	} while (v >= limit);
	return (size_t)(v % n);
}

static void shuffle(size_t *cell, size_t n, uint64_t *state)
{
	size_t i, j, t;

	for (i = 0; i < n; i++)
		cell[i] = i;
	for (i = n; i > 1; i--) {
		j = below(state, i);
		t = cell[i - 1];
		cell[i - 1] = cell[j];
		cell[j] = t;
	}
}

int plan_make(struct plan *p, size_t cells, size_t repeats, uint64_t seed)
{
	size_t i;

	p->cells = cells;
	p->repeats = repeats;
	p->left = cells * repeats;
	p->cell = calloc(p->left, sizeof(*p->cell));
	p->done = calloc(p->left, sizeof(*p->done));
	if (!p->cell || !p->done) {
		plan_free(p);
		return -ENOMEM;
	}
	for (i = 0; i < repeats; i++)
		shuffle(p->cell + i * cells, cells, &seed);
	return 0;
}

void plan_free(struct plan *p)
{
	free(p->cell);
	free(p->done);
	p->cell = NULL;
	p->done = NULL;
}

bool plan_mark(struct plan *p, size_t cell, size_t repeat)
{
	bool *done = &p->done[repeat * p->cells + cell];

	if (*done)
		return false;
	*done = true;
	p->left--;
	return true;
}

bool plan_next(const struct plan *p, size_t *at, size_t *cell, size_t *repeat)
{
	for (; *at < p->cells * p->repeats; (*at)++) {
		*repeat = *at / p->cells;
		*cell = p->cell[*at];
		if (!p->done[*repeat * p->cells + *cell]) {
			(*at)++;
			return true;
		}
	}
	return false;
}
