// SPDX-License-Identifier: GPL-2.0-or-later
/* Coefficients of correlation against values worked out by hand. */
#include "correlate.h"
#include "tap.h"

#define NEAR 0.000001

static bool near(struct ratio r, double want)
{
	return r.known && r.v > want - NEAR && r.v < want + NEAR;
}

int main(void)
{
	static const double x[] = { 1, 2, 3, 4, 5 }, down[] = { 10, 8, 6, 4, 2 };
	static const double curve[] = { 1, 4, 9, 16, 25 }, flat[] = { 7, 7, 7, 7, 7 };
	static const double ties[] = { 1, 2, 2, 3, 5 }, mixed[] = { 2, 1, 4, 3, 5 };
	struct correlation c;

	c = correlate(x, down, 5);
	ok(near(c.r, -1) && near(c.rho, -1) && c.pairs.v == 5, "one falls as the other rises");
	c = correlate(x, curve, 5);
	ok(near(c.r, 0.981105) && near(c.rho, 1), "a curve: r below 1, ranks in order");
	c = correlate(x, mixed, 5);
	ok(near(c.r, 0.8) && near(c.rho, 0.8), "neighbours swapped");
	c = correlate(x, ties, 5);
	ok(near(c.r, 0.938315) && near(c.rho, 0.974679), "equal values share their rank");
	c = correlate(x, flat, 5);
	ok(!c.r.known && !c.rho.known && c.pairs.v == 5, "without variance it is unknown");
	c = correlate(x, down, 2);
	ok(!c.r.known && !c.rho.known && c.pairs.v == 2, "two pairs say nothing");
	c = correlate(x, down, 0);
	ok(!c.r.known && c.pairs.known && !c.pairs.v, "none neither");
	return tap_end();
}
