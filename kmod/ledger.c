// SPDX-License-Identifier: GPL-2.0-only
/* The ledger: where the wall time of a watched task goes. */

#include <linux/ktime.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched/clock.h>
#include <linux/sched/signal.h>
#include <linux/stacktrace.h>

#include "compat/compat.h"
#include "session.h"

/*
 * Activities that explain a sleep inside them: what held the task is known
 * without its stack. In the others it may be a lock, a page, the journal. Which
 * lock it is only the stack tells, so those keep it.
 */
#define LEAVES	(BIT(WBTRACE_ACTIVITY_THROTTLE) | BIT(WBTRACE_ACTIVITY_RECLAIM) | \
		 BIT(WBTRACE_ACTIVITY_JOURNAL))

static u32 innermost(const struct wbtrace_ledger *ledger)
{
	unsigned int depth = min_t(unsigned int, ledger->depth, WBTRACE_LEDGER_DEPTH);

	return depth ? ledger->activity[depth - 1] : WBTRACE_ACTIVITY_NONE;
}

/* Lay the time since the mark to where the task was. */
static void account(struct wbtrace_ledger *ledger, u64 now)
{
	struct wbtrace_part *part = &ledger->parts[innermost(ledger)];
	/* Clocks of two CPUs may differ by a little. */
	u64 delta = now > ledger->mark_ns ? now - ledger->mark_ns : 0;

	ledger->mark_ns += delta;
	if (ledger->where == WBTRACE_WHERE_ON_CPU)
		part->cpu_ns += delta;
	else if (ledger->where == WBTRACE_WHERE_RUNNABLE)
		ledger->runqueue_ns += delta;
	else
		part->wait_ns += delta;
}

/* The sleep that began at the mark is over, @slept ns later. Interrupts off. */
static void end_wait(struct wbtrace_session *session, struct wbtrace_ledger *ledger, u64 slept)
{
	struct wbtrace_row *row = wbtrace_table_by_tag(&session->stacks, ledger->wait_tag);

	ledger->wait_tag = 0;
	if (!row)
		return;
	ledger->parts[innermost(ledger)].stacked_ns += slept;
	wbtrace_stack_slept(to_wbtrace_stack(row), slept);
}

static void finish(struct wbtrace_session *session, struct wbtrace_ledger *ledger,
		   const struct task_struct *task, u64 now)
{
	if (now > ledger->mark_ns)
		end_wait(session, ledger, now - ledger->mark_ns);
	account(ledger, now);
	ledger->until_ns = now;
	if (task) {
		ledger->utime = task->utime - ledger->utime;
		ledger->stime = task->stime - ledger->stime;
	}
}

static void begin(struct wbtrace_ledger *ledger, const struct task_struct *task, u32 watchers)
{
	memset(ledger->parts, 0, sizeof(ledger->parts));
	ledger->since_ns = ktime_get_mono_fast_ns();
	ledger->mark_ns = ledger->since_ns;
	ledger->until_ns = 0;
	ledger->runqueue_ns = 0;
	ledger->sleeps = 0;
	ledger->preempts = 0;
	ledger->unstacked = 0;
	ledger->utime = task->utime;
	ledger->stime = task->stime;
	ledger->depth = 0;
	ledger->contended = NULL;
	ledger->wait_tag = 0;
	ledger->watchers = watchers;
	ledger->where = task == current ? WBTRACE_WHERE_ON_CPU :
			task_is_running(task) ? WBTRACE_WHERE_RUNNABLE : WBTRACE_WHERE_ASLEEP;
}

/* The task sleeps, or is about to: @frames is its stack. Interrupts off. */
static void keep_stack(struct wbtrace_session *session, struct wbtrace_task *row,
		       const unsigned long *frames, unsigned int depth)
{
	struct wbtrace_ledger *ledger = &row->ledger;
	struct wbtrace_stack *stack;

	stack = wbtrace_stack_get(session, row, innermost(ledger), frames, depth,
				  ledger->mark_ns);
	if (stack)
		ledger->wait_tag = stack->row.tag;
	else
		ledger->unstacked++;
}

static void go_to_sleep(struct wbtrace_session *session, struct wbtrace_task *row)
{
	struct wbtrace_ledger *ledger = &row->ledger;
	unsigned long frames[WBTRACE_STACK_FRAMES];

	ledger->where = WBTRACE_WHERE_ASLEEP;
	ledger->sleeps++;
	if (!(LEAVES & BIT(innermost(ledger))))
		keep_stack(session, row, frames,
			   stack_trace_save(frames, ARRAY_SIZE(frames), 0));
}

/* A task that sleeps when it begins to be watched may sleep for long. */
static void begin_asleep(struct wbtrace_session *session, struct wbtrace_task *row,
			 struct task_struct *task)
{
	unsigned long frames[WBTRACE_STACK_FRAMES];
	unsigned int depth = wbtrace_stack_of(task, frames, ARRAY_SIZE(frames));

	if (depth)
		keep_stack(session, row, frames, depth);
}

/* Return: 0, or -ENOSPC when the task table is full. */
static int watch_task(struct wbtrace_session *session, struct task_struct *task, u32 watchers)
{
	struct wbtrace_task *row;
	unsigned long flags;

	preempt_disable_notrace();
	row = wbtrace_task_get_of(session, task);
	if (!row) {
		preempt_enable_notrace();
		return -ENOSPC;
	}
	raw_spin_lock_irqsave(&row->ledger.lock, flags);
	if (row->ledger.watchers && !row->ledger.until_ns) {
		row->ledger.watchers |= watchers;
	} else {
		begin(&row->ledger, task, watchers);
		if (row->ledger.where == WBTRACE_WHERE_ASLEEP)
			begin_asleep(session, row, task);
	}
	raw_spin_unlock_irqrestore(&row->ledger.lock, flags);
	set_bit(task->pid, session->watched);
	preempt_enable_notrace();
	return 0;
}

/**
 * wbtrace_ledger_watch - watch the threads of a process, and what they fork
 * @session: the session
 * @pid: of the process or of any of its threads, in the initial pid namespace
 * @watchers: bit of the client
 *
 * Context: process; the hooks of WBTRACE_GROUP_WATCH are attached.
 *
 * Return: 0, -ESRCH when there is no such process, -ENOSPC when the task table
 * is full.
 */
int wbtrace_ledger_watch(struct wbtrace_session *session, pid_t pid, u32 watchers)
{
	struct task_struct *process, *thread;
	int err = -ESRCH;

	rcu_read_lock();
	process = pid_task(find_pid_ns(pid, &init_pid_ns), PIDTYPE_PID);
	if (process) {
		err = 0;
		for_each_thread(process, thread) {
			/* The idle task's bit would be every CPU's. */
			err = thread->pid ? watch_task(session, thread, watchers) : -ESRCH;
			if (err)
				break;
		}
	}
	rcu_read_unlock();
	return err;
}

static struct task_struct *task_of(const struct wbtrace_task *row)
{
	struct task_struct *task = pid_task(find_pid_ns(row->pid, &init_pid_ns), PIDTYPE_PID);

	return task && task->start_boottime == row->start_ns ? task : NULL;
}

static void keep_row(struct wbtrace_session *session, struct wbtrace_task *row, u32 watchers)
{
	struct wbtrace_ledger *ledger = &row->ledger;
	unsigned long flags;

	raw_spin_lock_irqsave(&ledger->lock, flags);
	ledger->watchers &= watchers;
	if (ledger->since_ns && !ledger->until_ns && !ledger->watchers) {
		finish(session, ledger, task_of(row), ktime_get_mono_fast_ns());
		clear_bit(row->pid, session->watched);
	}
	raw_spin_unlock_irqrestore(&ledger->lock, flags);
}

/**
 * wbtrace_ledger_keep - end what clients that are gone watched
 * @session: the session
 * @watchers: bits of the clients that still watch
 *
 * Context: process.
 */
void wbtrace_ledger_keep(struct wbtrace_session *session, u32 watchers)
{
	unsigned int i;

	WRITE_ONCE(session->watchers, watchers);
	for (i = 0; i < session->tasks.capacity; i++) {
		struct wbtrace_row *row = wbtrace_table_row(&session->tasks, i);

		rcu_read_lock();
		if (READ_ONCE(row->state) == WBTRACE_ROW_LIVE)
			keep_row(session, to_wbtrace_task(row), watchers);
		rcu_read_unlock();
	}
	if (!watchers)
		bitmap_zero(session->watched, PID_MAX_LIMIT);
}

/**
 * wbtrace_ledger_count - tasks that clients watch
 * @session: the session
 * @watchers: bits of the clients
 *
 * Context: process.
 */
unsigned int wbtrace_ledger_count(struct wbtrace_session *session, u32 watchers)
{
	unsigned int i, count = 0;

	for (i = 0; i < session->tasks.capacity; i++) {
		struct wbtrace_row *row = wbtrace_table_row(&session->tasks, i);
		struct wbtrace_ledger *ledger = &to_wbtrace_task(row)->ledger;

		count += READ_ONCE(row->state) == WBTRACE_ROW_LIVE &&
			 READ_ONCE(ledger->watchers) & watchers && !READ_ONCE(ledger->until_ns);
	}
	return count;
}

/**
 * wbtrace_ledger_fork - a watched task forks
 * @session: the session
 * @child: not yet running
 *
 * Context: process, the parent's.
 */
void wbtrace_ledger_fork(struct wbtrace_session *session, struct task_struct *child)
{
	struct wbtrace_task *parent;
	u32 watchers;

	preempt_disable_notrace();
	parent = wbtrace_task_find(session, current);
	watchers = parent ? READ_ONCE(parent->ledger.watchers) : READ_ONCE(session->watchers);
	preempt_enable_notrace();
	/* A child that finds no room is not watched: the table counts it. */
	if (watchers)
		watch_task(session, child, watchers);
}

/* A row that a reset took is made again; every client then watches the task. */
static struct wbtrace_ledger *ledger_of(struct wbtrace_session *session, struct task_struct *task)
{
	struct wbtrace_task *row = wbtrace_task_find(session, task);

	if (likely(row))
		return &row->ledger;
	watch_task(session, task, READ_ONCE(session->watchers));
	row = wbtrace_task_find(session, task);
	return row ? &row->ledger : NULL;
}

/* How long a task that gets the CPU now has waited for it. */
static u64 queued_ns(const struct task_struct *task)
{
#ifdef CONFIG_SCHED_INFO
	/* Set when it became runnable and cleared after this probe, by the run queue's clock. */
	u64 since = task->sched_info.last_queued;
	u64 now = sched_clock_cpu(raw_smp_processor_id());

	return since && now > since ? now - since : 0;
#else
	return 0;
#endif
}

/**
 * wbtrace_ledger_off - a watched task loses the CPU
 * @session: the session
 * @task: the current task
 * @preempted: it stays runnable
 * @state: its state, as sched_switch has it
 *
 * Context: in the scheduler, interrupts off.
 */
void wbtrace_ledger_off(struct wbtrace_session *session, struct task_struct *task,
			bool preempted, unsigned int state)
{
	struct wbtrace_ledger *ledger = ledger_of(session, task);
	u64 now = ktime_get_mono_fast_ns();
	unsigned long flags;

	if (!ledger)
		return;
	raw_spin_lock_irqsave(&ledger->lock, flags);
	/* It got the CPU before its bit was set. */
	ledger->where = WBTRACE_WHERE_ON_CPU;
	if (state & TASK_DEAD) {
		/* Its row has the name of what forked it, unless somebody has asked since. */
		wbtrace_task_rename(container_of(ledger, struct wbtrace_task, ledger), task);
		finish(session, ledger, task, now);
		clear_bit(task->pid, session->watched);
	} else {
		account(ledger, now);
		if (preempted || !state) {
			ledger->where = WBTRACE_WHERE_RUNNABLE;
			ledger->preempts++;
		} else {
			go_to_sleep(session, container_of(ledger, struct wbtrace_task, ledger));
		}
	}
	raw_spin_unlock_irqrestore(&ledger->lock, flags);
}

static void end_sleep(struct wbtrace_session *session, struct wbtrace_ledger *ledger, u64 now,
		      u64 queued)
{
	struct wbtrace_part *part = &ledger->parts[innermost(ledger)];
	u64 slept = now > ledger->mark_ns ? now - ledger->mark_ns : 0;

	queued = min(queued, slept);
	slept -= queued;
	ledger->mark_ns += slept + queued;
	ledger->runqueue_ns += queued;
	part->wait_ns += slept;
	end_wait(session, ledger, slept);
}

/**
 * wbtrace_ledger_on - a watched task gets the CPU
 * @session: the session
 * @task: not yet the current one
 *
 * Context: in the scheduler, interrupts off.
 */
void wbtrace_ledger_on(struct wbtrace_session *session, struct task_struct *task)
{
	struct wbtrace_ledger *ledger = ledger_of(session, task);
	u64 now = ktime_get_mono_fast_ns();
	unsigned long flags;

	if (!ledger)
		return;
	raw_spin_lock_irqsave(&ledger->lock, flags);
	if (ledger->where == WBTRACE_WHERE_RUNNABLE)
		account(ledger, now);
	else
		end_sleep(session, ledger, now, queued_ns(task));
	ledger->where = WBTRACE_WHERE_ON_CPU;
	raw_spin_unlock_irqrestore(&ledger->lock, flags);
}

static void push(struct wbtrace_ledger *ledger, enum wbtrace_activity activity)
{
	if (ledger->depth < WBTRACE_LEDGER_DEPTH)
		ledger->activity[ledger->depth] = activity;
	ledger->depth++;
}

/* An activity entered before the task was watched is not on the ledger. */
static void pop(struct wbtrace_ledger *ledger, enum wbtrace_activity activity)
{
	if (ledger->depth > WBTRACE_LEDGER_DEPTH ||
	    (ledger->depth && ledger->activity[ledger->depth - 1] == activity))
		ledger->depth--;
}

/* Lay the time up to now to where the current task was, then change where it is. */
static void step(struct wbtrace_session *session, enum wbtrace_activity activity,
		 void (*change)(struct wbtrace_ledger *ledger, enum wbtrace_activity activity))
{
	struct wbtrace_ledger *ledger;
	unsigned long flags;

	if (!in_task())
		return;
	preempt_disable_notrace();
	ledger = ledger_of(session, current);
	if (ledger) {
		raw_spin_lock_irqsave(&ledger->lock, flags);
		account(ledger, ktime_get_mono_fast_ns());
		change(ledger, activity);
		raw_spin_unlock_irqrestore(&ledger->lock, flags);
	}
	preempt_enable_notrace();
}

/**
 * wbtrace_ledger_enter - the current task enters an activity
 * @session: the session
 * @activity: which
 *
 * Context: process; a call from an interrupt is not the task's and is ignored.
 */
void wbtrace_ledger_enter(struct wbtrace_session *session, enum wbtrace_activity activity)
{
	step(session, activity, push);
}

/**
 * wbtrace_ledger_leave - the current task leaves its innermost activity
 * @session: the session
 * @activity: which
 *
 * Context: like wbtrace_ledger_enter().
 */
void wbtrace_ledger_leave(struct wbtrace_session *session, enum wbtrace_activity activity)
{
	step(session, activity, pop);
}

static bool is_explained(const struct wbtrace_ledger *ledger)
{
	return LEAVES & BIT(innermost(ledger));
}

/**
 * wbtrace_ledger_contend - the current task meets a lock that is held
 * @session: the session
 * @lock: its address
 *
 * A mutex tells it twice, when it spins and when it sleeps, and its end once. A
 * lock inside an activity that explains all inside it (a journal's, waited for by
 * those that want room in it) is that activity's.
 * Context: like wbtrace_ledger_enter().
 */
void wbtrace_ledger_contend(struct wbtrace_session *session, void *lock)
{
	struct wbtrace_task *row;

	if (!in_task())
		return;
	preempt_disable_notrace();
	row = wbtrace_task_find(session, current);
	if (row && !row->ledger.contended && !is_explained(&row->ledger)) {
		row->ledger.contended = lock;
		wbtrace_ledger_enter(session, WBTRACE_ACTIVITY_LOCK);
	}
	preempt_enable_notrace();
}

/**
 * wbtrace_ledger_acquire - the current task is through with a contended lock
 * @session: the session
 * @lock: its address
 *
 * Context: like wbtrace_ledger_enter().
 */
void wbtrace_ledger_acquire(struct wbtrace_session *session, void *lock)
{
	struct wbtrace_task *row;

	if (!in_task())
		return;
	preempt_disable_notrace();
	row = wbtrace_task_find(session, current);
	if (row && row->ledger.contended == lock) {
		row->ledger.contended = NULL;
		wbtrace_ledger_leave(session, WBTRACE_ACTIVITY_LOCK);
	}
	preempt_enable_notrace();
}

/**
 * wbtrace_ledger_fold - add the ledger of a row that is evicted
 * @to: of the evicted row; the table's lock is held
 * @from: of the row
 */
void wbtrace_ledger_fold(struct wbtrace_ledger *to, const struct wbtrace_ledger *from)
{
	int i;

	if (!from->since_ns)
		return;
	if (!to->since_ns || from->since_ns < to->since_ns)
		to->since_ns = from->since_ns;
	to->until_ns = max(to->until_ns, from->until_ns);
	to->runqueue_ns += from->runqueue_ns;
	to->sleeps += from->sleeps;
	to->preempts += from->preempts;
	to->unstacked += from->unstacked;
	to->utime += from->utime;
	to->stime += from->stime;
	for (i = 0; i < WBTRACE_ACTIVITIES; i++) {
		to->parts[i].cpu_ns += from->parts[i].cpu_ns;
		to->parts[i].wait_ns += from->parts[i].wait_ns;
		to->parts[i].stacked_ns += from->parts[i].stacked_ns;
	}
}

/* Of a copy: the row of the stack table has the sleep that goes on, too. */
static void account_running(struct wbtrace_ledger *copy, u64 now)
{
	if (copy->where == WBTRACE_WHERE_ASLEEP && copy->wait_tag && now > copy->mark_ns)
		copy->parts[innermost(copy)].stacked_ns += now - copy->mark_ns;
	account(copy, now);
}

/**
 * wbtrace_ledger_read - a ledger as it stands now
 * @row: row of the task
 * @copy: filled in; its @utime and @stime are since it was watched
 *
 * What goes on is in the copy.
 * Context: process.
 *
 * Return: whether the task is or was watched.
 */
bool wbtrace_ledger_read(struct wbtrace_task *row, struct wbtrace_ledger *copy)
{
	const struct task_struct *task;
	unsigned long flags;

	if (!READ_ONCE(row->ledger.since_ns))
		return false;
	/* The evicted row is of nobody; it is written under the table's lock. */
	if (READ_ONCE(row->row.state) == WBTRACE_ROW_EVICTED) {
		*copy = row->ledger;
		return true;
	}
	rcu_read_lock();
	task = task_of(row);
	raw_spin_lock_irqsave(&row->ledger.lock, flags);
	*copy = row->ledger;
	raw_spin_unlock_irqrestore(&row->ledger.lock, flags);
	if (!copy->until_ns) {
		account_running(copy, ktime_get_mono_fast_ns());
		copy->utime = task ? task->utime - copy->utime : 0;
		copy->stime = task ? task->stime - copy->stime : 0;
	}
	rcu_read_unlock();
	return true;
}
