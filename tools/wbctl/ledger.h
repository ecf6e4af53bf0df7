/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ledger of a task: what the module says at one moment, and its classes. */
#ifndef WBCTL_LEDGER_H
#define WBCTL_LEDGER_H

#include <linux/wbtrace.h>

#include "waits.h"

struct record;

#define LEDGER_ACTIVITIES (WBTRACE_ACTIVITY_LOCK + 1)

/**
 * struct ledger_part - the part inside one activity
 * @cpu_ns: On a CPU.
 * @wait_ns: Asleep.
 * @stacked_ns: Part of @wait_ns that rows of the stack table explain.
 */
struct ledger_part {
	uint64_t cpu_ns;
	uint64_t wait_ns;
	uint64_t stacked_ns;
};

/**
 * struct ledger_snap - a ledger at one moment, or between two of them
 * @known: It was measured.
 * @since_ns: When the task began to be watched.
 * @wall_ns: Time accounted.
 * @runqueue_ns: Ready, not on a CPU.
 * @user_ns: The kernel's own account of user mode, by ticks.
 * @system_ns: The same of the kernel.
 * @sleep_count: Sleeps.
 * @preempt_count: Times it lost the CPU while ready.
 * @unstacked_count: Sleeps whose stack found no room.
 * @parts: By enum wbtrace_activity; what is new there counts as none.
 *
 * Plain numbers: it lies in memory that processes share.
 */
struct ledger_snap {
	bool known;
	uint64_t since_ns;
	uint64_t wall_ns;
	uint64_t runqueue_ns;
	uint64_t user_ns;
	uint64_t system_ns;
	uint64_t sleep_count;
	uint64_t preempt_count;
	uint64_t unstacked_count;
	struct ledger_part parts[LEDGER_ACTIVITIES];
};

/**
 * struct ledger_stacks - sleeps that stacks explain
 * @ns: By activity and by class.
 */
struct ledger_stacks {
	uint64_t ns[LEDGER_ACTIVITIES][CLASSES];
};

/**
 * struct ledger - where the time of a task went
 * @wall_ns: The time that the classes sum to.
 * @class_ns: By class. Without a tick of the CPU's account the two classes of
 *	the CPU are unknown, and @cpu_ns stands for them.
 * @cpu_ns: cpu_user and cpu_system together.
 * @unstacked_ns: Sleeps that no stack explains; they are in the class of their
 *	activity, or in other.
 * @sleep_count: Sleeps.
 * @preempt_count: Times it lost the CPU while ready.
 */
struct ledger {
	struct fig wall_ns;
	struct fig class_ns[CLASSES];
	struct fig cpu_ns;
	struct fig unstacked_ns;
	struct fig sleep_count;
	struct fig preempt_count;
};

/**
 * ledger_snap() - take a ledger out of a row of the task table
 * @snap: Where it goes.
 * @task: The row; NULL has none.
 *
 * Return: Whether it has one.
 */
bool ledger_snap(struct ledger_snap *snap, const struct record *task);

/**
 * ledger_between() - what a ledger grew by
 * @out: Where it goes; unknown when the two are not of one watching.
 * @start: The ledger before; one that is not known is that of a task that was
 *	not watched yet.
 * @end: The ledger after.
 *
 * Return: Whether it is known.
 */
bool ledger_between(struct ledger_snap *out, const struct ledger_snap *start,
		    const struct ledger_snap *end);

/**
 * struct ledger_excess - what is in a ledger that was asked for too late
 * @cpu_ns: On a CPU since then.
 * @queued_ns: Ready, and waiting for one.
 * @asleep_ns: The rest: asleep for a lock, the one that answers are given under,
 *	or for memory, or ready before anybody looked.
 */
struct ledger_excess {
	uint64_t cpu_ns;
	uint64_t queued_ns;
	uint64_t asleep_ns;
};

/**
 * ledger_take_off() - take time off a ledger that was asked for too late
 * @snap: The ledger; nothing of it becomes less than in @start.
 * @start: The ledger when its clock began.
 * @x: What is too much in it.
 *
 * What is not where @x has it is where else a task can be that asks.
 */
void ledger_take_off(struct ledger_snap *snap, const struct ledger_snap *start,
		     const struct ledger_excess *x);

/**
 * ledger_work() - leave out of a ledger what no activity and no stack explains
 * @d: What the ledger grew by; its wall time becomes that of the rest.
 * @stacks: The sleeps that are to stay.
 *
 * For a kernel worker, which sleeps when it has nothing to do.
 */
void ledger_work(struct ledger_snap *d, const struct ledger_stacks *stacks);

/**
 * ledger_sort() - from parts to classes
 * @ledger: Where it goes.
 * @d: What the ledger grew by.
 * @stacks: The sleeps of the same time that stacks explain.
 *
 * The classes sum to the wall time of @d, whatever @stacks holds: rows that
 * claim more than @d says that stacks explain are scaled down.
 */
void ledger_sort(struct ledger *ledger, const struct ledger_snap *d,
		 const struct ledger_stacks *stacks);

/**
 * ledger_sum() - the classes together
 * @ledger: The ledger.
 *
 * Return: Their sum, with what stands for unknown ones of the CPU.
 */
struct fig ledger_sum(const struct ledger *ledger);

/**
 * ledger_add() - add a ledger to a sum
 * @to: The sum; all 0 and unknown before the first.
 * @from: The ledger.
 * @first: It is the first.
 */
void ledger_add(struct ledger *to, const struct ledger *from, bool first);

/**
 * ledger_forget() - make classes unknown that nothing measured
 * @ledger: The ledger.
 * @info: The module's state.
 * @allocation: The module measures block allocation.
 *
 * Those whose hook is not attached and in which no stack has put anything.
 */
void ledger_forget(struct ledger *ledger, const struct record *info, bool allocation);

#endif /* WBCTL_LEDGER_H */
