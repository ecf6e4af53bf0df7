// SPDX-License-Identifier: GPL-2.0-or-later
/* The ledger of a task: from the module's parts to the classes of the report. */
#include <string.h>

#include "ledger.h"
#include "record.h"

static uint64_t number(const struct record *rec, int attr)
{
	return record_fig(rec, attr).v;
}

static void snap_parts(struct ledger_snap *snap, const struct record *part)
{
	struct ledger_part *p;
	uint64_t activity;

	for (; part; part = part->next) {
		activity = number(part, WBTRACE_A_PART_ACTIVITY);
		p = &snap->parts[activity < LEDGER_ACTIVITIES ? activity : WBTRACE_ACTIVITY_NONE];
		p->cpu_ns += number(part, WBTRACE_A_PART_CPU_NS);
		p->wait_ns += number(part, WBTRACE_A_PART_WAIT_NS);
		p->stacked_ns += number(part, WBTRACE_A_PART_STACKED_NS);
	}
}

bool ledger_snap(struct ledger_snap *snap, const struct record *task)
{
	const struct record *l = record_nest(task, WBTRACE_A_TASK_LEDGER);

	memset(snap, 0, sizeof(*snap));
	if (!l || !record_fig(l, WBTRACE_A_LEDGER_WALL_NS).known)
		return false;
	snap->since_ns = number(l, WBTRACE_A_LEDGER_SINCE_NS);
	snap->wall_ns = number(l, WBTRACE_A_LEDGER_WALL_NS);
	snap->runqueue_ns = number(l, WBTRACE_A_LEDGER_RUNQUEUE_NS);
	snap->user_ns = number(l, WBTRACE_A_LEDGER_USER_NS);
	snap->system_ns = number(l, WBTRACE_A_LEDGER_SYSTEM_NS);
	snap->sleep_count = number(l, WBTRACE_A_LEDGER_SLEEP_COUNT);
	snap->preempt_count = number(l, WBTRACE_A_LEDGER_PREEMPT_COUNT);
	snap->unstacked_count = number(l, WBTRACE_A_LEDGER_UNSTACKED_COUNT);
	snap_parts(snap, record_nest(l, WBTRACE_A_LEDGER_PART));
	snap->known = true;
	return true;
}

/* The numbers of a snapshot are all of one type and follow each other. */
#define FIRST_NUMBER offsetof(struct ledger_snap, wall_ns)
#define NUMBERS ((sizeof(struct ledger_snap) - FIRST_NUMBER) / sizeof(uint64_t))

bool ledger_between(struct ledger_snap *out, const struct ledger_snap *start,
		    const struct ledger_snap *end)
{
	uint64_t a[NUMBERS], b[NUMBERS];
	size_t i;

	memset(out, 0, sizeof(*out));
	if (!end->known)
		return false;
	if (!start->known) {
		*out = *end;
		return true;
	}
	memcpy(a, (const char *)start + FIRST_NUMBER, sizeof(a));
	memcpy(b, (const char *)end + FIRST_NUMBER, sizeof(b));
	for (i = 0; i < NUMBERS; i++) {
		if (b[i] < a[i])
			return false;
		b[i] -= a[i];
	}
	if (start->since_ns != end->since_ns)
		return false;
	out->since_ns = end->since_ns;
	memcpy((char *)out + FIRST_NUMBER, b, sizeof(b));
	out->known = true;
	return true;
}

static uint64_t take_off(uint64_t *from, uint64_t least, uint64_t ns)
{
	uint64_t most = *from > least ? *from - least : 0, taken = ns < most ? ns : most;

	*from -= taken;
	return taken;
}

void ledger_take_off(struct ledger_snap *snap, const struct ledger_snap *start,
		     const struct ledger_excess *x)
{
	/* Where a task can be that asks: what it waits for first, is short of last. */
	static const enum wbtrace_activity at[] = {
		WBTRACE_ACTIVITY_LOCK, WBTRACE_ACTIVITY_NONE, WBTRACE_ACTIVITY_RECLAIM,
	};
	const struct ledger_part *none = &start->parts[WBTRACE_ACTIVITY_NONE];
	uint64_t rest = x->queued_ns + x->cpu_ns + x->asleep_ns, all = rest;
	size_t i;

	if (!snap->known || !start->known)
		return;
	rest -= take_off(&snap->runqueue_ns, start->runqueue_ns, x->queued_ns);
	rest -= take_off(&snap->parts[WBTRACE_ACTIVITY_NONE].cpu_ns, none->cpu_ns, x->cpu_ns);
	for (i = 0; i < ARRAY_SIZE(at); i++)
		rest -= take_off(&snap->parts[at[i]].wait_ns, start->parts[at[i]].wait_ns, rest);
	rest -= take_off(&snap->runqueue_ns, start->runqueue_ns, rest);
	for (i = 0; i < ARRAY_SIZE(at); i++)
		rest -= take_off(&snap->parts[at[i]].cpu_ns, start->parts[at[i]].cpu_ns, rest);
	snap->wall_ns -= all - rest;
}

void ledger_work(struct ledger_snap *d, const struct ledger_stacks *stacks)
{
	struct ledger_part *none = &d->parts[WBTRACE_ACTIVITY_NONE];
	uint64_t kept = 0;
	size_t i;

	for (i = 0; i < CLASSES; i++)
		kept += stacks->ns[WBTRACE_ACTIVITY_NONE][i];
	if (kept > none->stacked_ns)
		kept = none->stacked_ns;
	if (kept > none->wait_ns)
		kept = none->wait_ns;
	none->stacked_ns = kept;
	none->wait_ns = kept;
	d->wall_ns = d->runqueue_ns;
	for (i = 0; i < LEDGER_ACTIVITIES; i++)
		d->wall_ns += d->parts[i].cpu_ns + d->parts[i].wait_ns;
}

static void add(struct ledger *l, enum ledger_class class, uint64_t ns)
{
	l->class_ns[class] = fig_of(l->class_ns[class].v + ns);
}

/* The sleeps of one activity, as far as stacks explain them. */
static void sort_waits(struct ledger *l, uint64_t activity, const struct ledger_part *part,
		       const uint64_t *stacks)
{
	uint64_t claimed = 0, limit = part->stacked_ns, left, ns;
	size_t c;

	if (limit > part->wait_ns)
		limit = part->wait_ns;
	for (c = 0; c < CLASSES; c++)
		claimed += stacks[c];
	left = part->wait_ns;
	for (c = 0; c < CLASSES; c++) {
		ns = stacks[c];
		if (claimed > limit)
			ns = (uint64_t)((double)ns / (double)claimed * (double)limit);
		if (ns > left)
			ns = left;
		add(l, (enum ledger_class)c, ns);
		left -= ns;
	}
	add(l, class_of_activity(activity), left);
	l->unstacked_ns = fig_of(l->unstacked_ns.v + left);
}

/* Sleeps in these are explained by the activity alone: no stack is kept. */
static bool is_leaf(uint64_t activity)
{
	return activity == WBTRACE_ACTIVITY_THROTTLE || activity == WBTRACE_ACTIVITY_RECLAIM ||
	       activity == WBTRACE_ACTIVITY_JOURNAL;
}

/*
 * The CPU's time in no activity, shared between user mode and the kernel as the
 * kernel's ticks tell of all of it; user mode is in no activity.
 */
static void sort_cpu(struct ledger *l, const struct ledger_snap *d)
{
	uint64_t none = d->parts[WBTRACE_ACTIVITY_NONE].cpu_ns, all = 0, user;
	uint64_t ticks = d->user_ns + d->system_ns;
	size_t i;

	l->cpu_ns = fig_of(none);
	l->class_ns[CLASS_CPU_USER] = fig_none();
	l->class_ns[CLASS_CPU_SYSTEM] = fig_none();
	if (!ticks)
		return;
	for (i = 0; i < LEDGER_ACTIVITIES; i++)
		all += d->parts[i].cpu_ns;
	user = (uint64_t)((double)all * ((double)d->user_ns / (double)ticks));
	if (user > none)
		user = none;
	l->class_ns[CLASS_CPU_USER] = fig_of(user);
	l->class_ns[CLASS_CPU_SYSTEM] = fig_of(none - user);
}

void ledger_sort(struct ledger *l, const struct ledger_snap *d,
		 const struct ledger_stacks *stacks)
{
	const struct ledger_part *part;
	uint64_t i;

	memset(l, 0, sizeof(*l));
	if (!d->known)
		return;
	for (i = 0; i < CLASSES; i++)
		l->class_ns[i] = fig_of(0);
	l->wall_ns = fig_of(d->wall_ns);
	l->unstacked_ns = fig_of(0);
	l->sleep_count = fig_of(d->sleep_count);
	l->preempt_count = fig_of(d->preempt_count);
	add(l, CLASS_RUNQUEUE, d->runqueue_ns);
	for (i = 0; i < LEDGER_ACTIVITIES; i++) {
		part = &d->parts[i];
		if (i != WBTRACE_ACTIVITY_NONE)
			add(l, class_of_activity(i), part->cpu_ns);
		if (is_leaf(i))
			add(l, class_of_activity(i), part->wait_ns);
		else
			sort_waits(l, i, part, stacks->ns[i]);
	}
	sort_cpu(l, d);
}

struct fig ledger_sum(const struct ledger *l)
{
	struct fig sum = l->cpu_ns;
	size_t i;

	for (i = CLASS_RUNQUEUE; sum.known && i < CLASSES; i++)
		sum.v += l->class_ns[i].known ? l->class_ns[i].v : 0;
	return sum;
}

void ledger_add(struct ledger *to, const struct ledger *from, bool first)
{
	size_t i;

	if (first) {
		*to = *from;
		return;
	}
	to->wall_ns = fig_add(to->wall_ns, from->wall_ns);
	to->cpu_ns = fig_add(to->cpu_ns, from->cpu_ns);
	to->unstacked_ns = fig_add(to->unstacked_ns, from->unstacked_ns);
	to->sleep_count = fig_add(to->sleep_count, from->sleep_count);
	to->preempt_count = fig_add(to->preempt_count, from->preempt_count);
	for (i = 0; i < CLASSES; i++)
		to->class_ns[i] = fig_add(to->class_ns[i], from->class_ns[i]);
}

static bool is_attached(const struct record *info, const char *name, uint64_t kind)
{
	const struct record *p = record_nest(info, WBTRACE_A_INFO_PROBE);

	for (; p; p = p->next)
		if (!strcmp(record_text(p, WBTRACE_A_PROBE_NAME), name) &&
		    record_fig(p, WBTRACE_A_PROBE_KIND).v == kind)
			return record_fig(p, WBTRACE_A_PROBE_STATE).v ==
			       WBTRACE_PROBE_STATE_ATTACHED;
	return false;
}

void ledger_forget(struct ledger *l, const struct record *info, bool allocation)
{
	static const struct {
		enum ledger_class class;
		const char *probe;
		uint64_t kind;
	} hooks[] = {
		{ CLASS_THROTTLE, "balance_dirty_pages", WBTRACE_PROBE_KIND_KRETPROBE },
		{ CLASS_FSYNC, "vfs_fsync_range", WBTRACE_PROBE_KIND_KRETPROBE },
		{ CLASS_RECLAIM, "mm_vmscan_direct_reclaim_begin", WBTRACE_PROBE_KIND_TRACEPOINT },
		{ CLASS_LOCK, "contention_begin", WBTRACE_PROBE_KIND_TRACEPOINT },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hooks); i++)
		if (!l->class_ns[hooks[i].class].v &&
		    !is_attached(info, hooks[i].probe, hooks[i].kind))
			l->class_ns[hooks[i].class] = fig_none();
	if (!allocation && !l->class_ns[CLASS_ALLOCATION].v)
		l->class_ns[CLASS_ALLOCATION] = fig_none();
}
