// SPDX-License-Identifier: GPL-2.0-or-later
/* What tasks of a report slept in longest. */
#include <stdlib.h>
#include <string.h>

#include "report.h"

#define NAME_LEN 128

/**
 * struct slept - the sleeps of a task in one function
 * @function: The function.
 * @class: Their class.
 * @ns: Time in them.
 * @count: How many, 0: not known.
 * @max_ns: The longest, 0: not known.
 */
struct slept {
	char function[NAME_LEN];
	enum ledger_class class;
	uint64_t ns;
	uint64_t count;
	uint64_t max_ns;
};

/* All of a task's; at most one for each wait and for each activity. */
struct sleeps {
	struct slept *s;
	size_t count;
	uint64_t claimed[LEDGER_ACTIVITIES];
};

static struct slept *slept_in(struct sleeps *all, const char *function, enum ledger_class class)
{
	struct slept *s;
	size_t i;

	for (i = 0; i < all->count; i++)
		if (all->s[i].class == class && !strcmp(all->s[i].function, function))
			return &all->s[i];
	s = &all->s[all->count++];
	snprintf(s->function, sizeof(s->function), "%s", function);
	s->class = class;
	return s;
}

static void add_wait(struct sleeps *all, const struct wait *w)
{
	uint64_t activity = record_fig(w->row, WBTRACE_A_STACK_ACTIVITY).v;
	char name[NAME_LEN];
	struct slept *s;

	function_of_wait(name, sizeof(name), record_text(w->row, WBTRACE_A_STACK_FRAME));
	s = slept_in(all, *name ? name : class_names[w->class], w->class);
	s->ns += w->time_ns;
	s->count += w->count;
	if (!w->max_before && w->max_ns > s->max_ns)
		s->max_ns = w->max_ns;
	if (activity < LEDGER_ACTIVITIES)
		all->claimed[activity] += w->time_ns;
}

/* What hooks tell without a stack: the function is not known, but what it is. */
static void add_activity(struct sleeps *all, uint64_t activity, uint64_t wait_ns)
{
	enum ledger_class class = class_of_activity(activity);

	if (wait_ns > all->claimed[activity])
		slept_in(all, class_names[class], class)->ns += wait_ns - all->claimed[activity];
}

static const struct slept *longest_of(const struct sleeps *all)
{
	const struct slept *top = NULL;
	size_t i;

	for (i = 0; i < all->count; i++)
		if (all->s[i].ns && (!top || all->s[i].ns > top->ns))
			top = &all->s[i];
	return top;
}

static struct fig unless_0(uint64_t v)
{
	return v ? fig_of(v) : fig_none();
}

void report_fill_top(struct report_wait *top, const struct report_filling *f,
		     const struct record *task, const struct ledger_snap *d, wait_fits *fits)
{
	struct sleeps all = { .s = calloc(f->count + LEDGER_ACTIVITIES, sizeof(*all.s)) };
	const struct slept *longest;
	uint64_t a;
	size_t i;

	if (!all.s)
		return;
	for (i = 0; i < f->count; i++)
		if (wait_is_of(&f->waits[i], task) && (!fits || fits(&f->waits[i])))
			add_wait(&all, &f->waits[i]);
	for (a = WBTRACE_ACTIVITY_NONE + 1; a < LEDGER_ACTIVITIES; a++)
		add_activity(&all, a, d->parts[a].wait_ns);
	longest = longest_of(&all);
	if (longest)
		*top = (struct report_wait){
			.function = strdup(longest->function),
			.class_name = class_names[longest->class],
			.ns = fig_of(longest->ns), .count = unless_0(longest->count),
			.max_ns = unless_0(longest->max_ns),
		};
	free(all.s);
}

struct fig report_fsync_max(const struct report_filling *f, const struct record *task)
{
	uint64_t max_ns = 0;
	const struct wait *w;
	size_t i;

	for (i = 0; i < f->count; i++) {
		w = &f->waits[i];
		if (!wait_is_of(w, task) || w->max_before || w->max_ns <= max_ns)
			continue;
		if (record_fig(w->row, WBTRACE_A_STACK_ACTIVITY).v == WBTRACE_ACTIVITY_FSYNC ||
		    frames_under(record_text(w->row, WBTRACE_A_STACK_FRAME),
				 "vfs_fsync_range do_fsync"))
			max_ns = w->max_ns;
	}
	return unless_0(max_ns);
}

void report_free_tasks(const struct report *rep, struct report_watched *tasks, size_t count)
{
	size_t i;

	/* The texts of a loaded one are its document's. */
	for (i = 0; tasks && !rep->doc && i < count; i++)
		free((char *)tasks[i].top.function);
	free(tasks);
}
