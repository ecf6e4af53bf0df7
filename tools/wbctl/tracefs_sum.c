// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a stream of trace events says of each task: decisions, sleeps, ledger.
 *
 * A pause is slept from the decision to the moment that the task has a CPU
 * again: its first switch away from the CPU after a decision with a pause is
 * the sleep, when it goes in an uninterruptible state (balance_dirty_pages()
 * sleeps killable, which the event shows as D); being preempted in between
 * changes nothing. Any other sleep, another decision or the task's end means
 * that the pause was not slept: a call that may not wait returns instead. A
 * task that such a call lets go and that sleeps in D at once for another reason
 * cannot be told apart; writers of `wbctl run` make no such calls.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <linux/wbtrace.h>

#include "tracefs_sum.h"

#define NSEC_PER_MSEC 1000000ULL
#define ROOT_CGROUP 1

static int by_pid(const void *a, const void *b)
{
	const struct trace_task *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

int trace_sum_init(struct trace_sum *s, const pid_t *pids, size_t count, uint64_t t_ns)
{
	size_t i;

	memset(s, 0, sizeof(*s));
	s->tasks = calloc(count + 1, sizeof(*s->tasks));
	if (!s->tasks)
		return -ENOMEM;
	s->task_count = count;
	for (i = 0; i < count; i++) {
		s->tasks[i].pid = pids[i];
		s->tasks[i].since_ns = t_ns;
	}
	qsort(s->tasks, count, sizeof(*s->tasks), by_pid);
	return 0;
}

int trace_sum_add(struct trace_sum *s, pid_t pid, uint64_t t_ns)
{
	struct trace_task *grown = reallocarray(s->tasks, s->task_count + 1, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	s->tasks = grown;
	grown[s->task_count] = (struct trace_task){ .pid = pid, .since_ns = t_ns };
	s->task_count++;
	qsort(s->tasks, s->task_count, sizeof(*s->tasks), by_pid);
	return 0;
}

void trace_sum_free(struct trace_sum *s)
{
	free(s->tasks);
	free(s->wbs);
	memset(s, 0, sizeof(*s));
}

struct trace_task *trace_sum_task(const struct trace_sum *s, pid_t pid)
{
	const struct trace_task key = { .pid = pid };

	if (!s->task_count)
		return NULL;
	return bsearch(&key, s->tasks, s->task_count, sizeof(*s->tasks), by_pid);
}

/*
 * Before 6.2 there is no such file, and only FUSE asks for strict limit; its
 * bdis are called so.
 */
static bool is_strict(const char *bdi)
{
	char path[128], c;
	FILE *f;

	snprintf(path, sizeof(path), "/sys/class/bdi/%s/strict_limit", bdi);
	f = fopen(path, "re");
	if (!f)
		return strstr(bdi, "-fuse");
	c = (char)fgetc(f);
	fclose(f);
	return c == '1';
}

static struct trace_wb *find_wb(struct trace_sum *s, const struct trace_decision *d)
{
	struct trace_wb *grown, *wb;
	size_t i;

	for (i = 0; i < s->wb_count; i++)
		if (s->wbs[i].cgroup == d->cgroup && !strcmp(s->wbs[i].bdi, d->bdi))
			return &s->wbs[i];
	grown = reallocarray(s->wbs, s->wb_count + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	s->wbs = grown;
	wb = &grown[s->wb_count++];
	memset(wb, 0, sizeof(*wb));
	memcpy(wb->bdi, d->bdi, sizeof(wb->bdi));
	wb->cgroup = d->cgroup;
	wb->strict = is_strict(d->bdi);
	return wb;
}

/*
 * The wb of the root's cgroup has the global domain and no other. There, the
 * module's rule: the wb is named when it exceeds its share, and is over it at
 * least twice as far as the domain is over its threshold. The event has no
 * thresholds: the wb's share of the domain is the quotient of the setpoints,
 * the domain's threshold its hard limit, which is that or a little above.
 * Page counts have 32 bits: the products do not overflow.
 */
int trace_limit_kind(const struct trace_decision *d, bool strict)
{
	if (d->cgroup != ROOT_CGROUP)
		return WBTRACE_LIMIT_KIND_UNKNOWN;
	if (strict)
		return WBTRACE_LIMIT_KIND_WB;
	if (!d->setpoint_pages || !d->limit_pages)
		return WBTRACE_LIMIT_KIND_UNKNOWN;
	if (d->wb_dirty_pages * d->setpoint_pages > d->wb_setpoint_pages * d->limit_pages &&
	    d->wb_dirty_pages / 2 * d->setpoint_pages > d->dirty_pages * d->wb_setpoint_pages)
		return WBTRACE_LIMIT_KIND_WB;
	return WBTRACE_LIMIT_KIND_GLOBAL;
}

static void spend(struct trace_ledger *l, enum trace_where where, bool in_pause, uint64_t ns)
{
	switch (where) {
	case TRACE_RUNNING:
		l->cpu_ns += ns;
		break;
	case TRACE_QUEUED:
		l->runqueue_ns += ns;
		break;
	case TRACE_ASLEEP:
		*(in_pause ? &l->throttle_ns : &l->other_ns) += ns;
		break;
	default:
		break;
	}
}

/* The first event of a task tells where it had been: only one on a CPU decides. */
static enum trace_where before(enum trace_kind kind)
{
	if (kind == TRACE_WAKE)
		return TRACE_ASLEEP;
	return kind == TRACE_IN ? TRACE_QUEUED : TRACE_RUNNING;
}

/* Books the time up to now to where the task was; clocks of CPUs may differ. */
static void advance(struct trace_task *task, uint64_t t_ns)
{
	if (t_ns <= task->since_ns)
		return;
	spend(&task->ledger, task->where, task->in_pause, t_ns - task->since_ns);
	task->since_ns = t_ns;
}

static void unpair(struct trace_sum *s, struct trace_task *task)
{
	if (!task->pause_ns)
		return;
	task->pause_ns = 0;
	task->in_pause = false;
	task->t.unpaired_count++;
	s->wbs[task->wb].t.unpaired_count++;
}

static void add_decision(struct trace_throttle *t, const struct trace_decision *d)
{
	uint64_t ns;

	t->count++;
	t->dirtied_pages += d->dirtied_pages;
	if (d->pause_ms <= 0) {
		t->no_pause_count++;
		return;
	}
	ns = (uint64_t)d->pause_ms * NSEC_PER_MSEC;
	t->requested_ns += ns;
	if (ns > t->requested_max_ns)
		t->requested_max_ns = ns;
}

static int on_decision(struct trace_sum *s, struct trace_task *task, const struct trace_event *e)
{
	struct trace_wb *wb = find_wb(s, &e->d);

	if (!wb)
		return -ENOMEM;
	unpair(s, task);
	add_decision(&task->t, &e->d);
	add_decision(&wb->t, &e->d);
	wb->last = e->d;
	task->where = TRACE_RUNNING;
	if (e->d.pause_ms <= 0)
		return 0;
	task->pause_ns = e->t_ns;
	task->wb = (size_t)(wb - s->wbs);
	task->kind = trace_limit_kind(&e->d, wb->strict);
	return 0;
}

static void on_out(struct trace_sum *s, struct trace_task *task, uint64_t state)
{
	if (!(state & TRACE_STATE_MASK)) {
		task->where = TRACE_QUEUED;
		return;
	}
	if (state & TRACE_STATE_DEAD) {
		unpair(s, task);
		task->where = TRACE_DEAD;
		return;
	}
	task->where = TRACE_ASLEEP;
	if (task->pause_ns && (state & TRACE_STATE_UNINTERRUPTIBLE))
		task->in_pause = true;
	else
		unpair(s, task);
}

static void add_sleep(struct trace_throttle *t, int kind, uint64_t ns)
{
	t->slept_count++;
	t->slept_ns += ns;
	t->by_limit_ns[kind] += ns;
	if (ns > t->slept_max_ns)
		t->slept_max_ns = ns;
}

static void on_in(struct trace_sum *s, struct trace_task *task, uint64_t t_ns)
{
	task->where = TRACE_RUNNING;
	if (!task->in_pause)
		return;
	add_sleep(&task->t, task->kind, t_ns - task->pause_ns);
	add_sleep(&s->wbs[task->wb].t, task->kind, t_ns - task->pause_ns);
	task->pause_ns = 0;
	task->in_pause = false;
}

int trace_sum_feed(struct trace_sum *s, const struct trace_event *e)
{
	struct trace_task *task = trace_sum_task(s, e->pid);

	if (!task || task->where == TRACE_DEAD)
		return 0;
	if (task->where == TRACE_NOWHERE)
		task->where = before(e->kind);
	advance(task, e->t_ns);
	switch (e->kind) {
	case TRACE_DECISION:
		return on_decision(s, task, e);
	case TRACE_OUT:
		on_out(s, task, e->state);
		break;
	case TRACE_WAKE:
		/* A task that has not left its CPU yet is woken before it sleeps. */
		if (task->where == TRACE_ASLEEP)
			task->where = TRACE_QUEUED;
		break;
	case TRACE_IN:
		on_in(s, task, e->t_ns);
		break;
	}
	return 0;
}

void trace_sum_end(struct trace_sum *s, uint64_t t_ns)
{
	size_t i;

	for (i = 0; i < s->task_count; i++)
		if (s->tasks[i].where != TRACE_DEAD)
			advance(&s->tasks[i], t_ns);
}
