/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the name of a figure says: its unit, and which direction is better. */
#ifndef WBCTL_KIND_H
#define WBCTL_KIND_H

#include "wbctl.h"

/**
 * enum better - which direction of a figure is better
 * @BETTER_NEITHER: Neither, or the name does not say.
 * @BETTER_HIGHER: Higher.
 * @BETTER_LOWER: Lower.
 */
enum better {
	BETTER_NEITHER,
	BETTER_HIGHER,
	BETTER_LOWER,
};

/**
 * struct kind_scale - the unit that a block of figures is printed in
 * @name: The unit, "" for a bare number.
 * @factor: What it is worth in the unit of the figure's name.
 */
struct kind_scale {
	const char *name;
	double factor;
};

/**
 * kind_better() - which direction of a figure is better
 * @name: Its name.
 *
 * Where the time of a writer went is neither: a part can only grow when
 * another shrinks, or with the whole.
 *
 * Return: The direction.
 */
enum better kind_better(const char *name);

/**
 * kind_is_spread() - whether a figure tells how the repeats in one run spread
 * @name: Its name: NAME_min, NAME_max, NAME_mean or NAME_stddev.
 *
 * Return: True when it does.
 */
bool kind_is_spread(const char *name);

/**
 * kind_is_rate() - whether the mean of such figures is the harmonic one
 * @name: A figure's name.
 *
 * Return: True for work per time.
 */
bool kind_is_rate(const char *name);

/**
 * kind_scale() - the unit that suits the largest of some figures
 * @name: Their name.
 * @most: The largest, without its sign.
 *
 * Return: The unit.
 */
struct kind_scale kind_scale(const char *name, double most);

#endif /* WBCTL_KIND_H */
