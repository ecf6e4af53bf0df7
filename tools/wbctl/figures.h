/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures of a run or of a profile, by name, out of its JSON. */
#ifndef WBCTL_FIGURES_H
#define WBCTL_FIGURES_H

#include <json-c/json.h>

#include "wbctl.h"

#define FIGURE_NAME_LEN 128

/**
 * struct figure - a figure of a run
 * @name: Its name, with its unit.
 * @bare: Where in @name the step of a profile that it belongs to has ended.
 * @metric: The run itself named it, in its metrics.
 * @steps: Steps of one name that it is the mean of.
 * @value: The figure.
 */
struct figure {
	char name[FIGURE_NAME_LEN];
	size_t bare;
	bool metric;
	size_t steps;
	double value;
};

/**
 * struct figures - the figures of a run; what was not measured is not among them
 * @count: How many.
 * @room: For how many there is memory.
 * @f: The figures.
 * @failed: There was no memory for one.
 */
struct figures {
	size_t count;
	size_t room;
	struct figure *f;
	bool failed;
};

/**
 * figure_name_ok() - whether a word can be a figure's name
 * @name: The word; that of a profile's step begins with the step, "16_threads_".
 *
 * Return: Whether it can.
 */
bool figure_name_ok(const char *name);

/**
 * figures_of() - take the figures out of a document
 * @into: Empty; free it with figures_free().
 * @doc: A document of schema wbctl.run/1 or wbctl.profile/1.
 *
 * First the document's own metrics, then what follows from the rest of it; of
 * a profile's steps with the step's name and '_' before it. The name is in lower
 * case, '_' stands for what is no letter or digit, and a "run N" at its end is
 * left out: such steps are repeats, and the figure is their mean. A name that
 * is there already is not added again.
 */
void figures_of(struct figures *into, struct json_object *doc);

/**
 * figures_find() - a figure by name
 * @in: The figures.
 * @name: Its name.
 *
 * Return: The figure, NULL when there is none.
 */
const struct figure *figures_find(const struct figures *in, const char *name);

/**
 * figures_free() - give figures back
 * @f: The figures.
 */
void figures_free(struct figures *f);

#endif /* WBCTL_FIGURES_H */
