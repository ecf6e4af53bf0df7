// SPDX-License-Identifier: GPL-2.0-only
/* Ledgers and stacks as netlink attributes. */

#include <linux/kallsyms.h>
#include <linux/ktime.h>
#include <linux/wbtrace.h>

#include "hook.h"
#include "nl_fill.h"

/* A symbol, its module and the two offsets. */
#define FRAME_BYTES	(KSYM_SYMBOL_LEN)

static int put_part(struct sk_buff *skb, const struct wbtrace_part *part, u32 activity)
{
	struct nlattr *nest;

	if (!part->cpu_ns && !part->wait_ns)
		return 0;
	nest = nla_nest_start(skb, WBTRACE_A_LEDGER_PART);
	if (!nest || nla_put_u32(skb, WBTRACE_A_PART_ACTIVITY, activity) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_PART_CPU_NS, part->cpu_ns) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_PART_WAIT_NS, part->wait_ns) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_PART_STACKED_NS, part->stacked_ns))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_parts(struct sk_buff *skb, const struct wbtrace_ledger *ledger)
{
	int i, err = 0;

	for (i = 0; i < WBTRACE_ACTIVITIES && !err; i++)
		err = put_part(skb, &ledger->parts[i], i);
	return err;
}

static u64 wall_ns(const struct wbtrace_ledger *ledger)
{
	u64 ns = ledger->runqueue_ns;
	int i;

	for (i = 0; i < WBTRACE_ACTIVITIES; i++)
		ns += ledger->parts[i].cpu_ns + ledger->parts[i].wait_ns;
	return ns;
}

/**
 * wbtrace_fill_ledger - put the ledger of a task, if it has one
 * @skb: message
 * @session: where it is
 * @task: row of the task
 *
 * Context: process.
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_ledger(struct sk_buff *skb, const struct wbtrace_session *session,
			struct wbtrace_task *task)
{
	struct wbtrace_ledger ledger;
	struct nlattr *nest;

	if (!(session->measured & BIT(WBTRACE_HOOK_SCHED_SWITCH)) ||
	    !wbtrace_ledger_read(task, &ledger))
		return 0;
	nest = nla_nest_start(skb, WBTRACE_A_TASK_LEDGER);
	if (!nest || wbtrace_fill_uint(skb, WBTRACE_A_LEDGER_SINCE_NS, ledger.since_ns) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_LEDGER_WALL_NS, wall_ns(&ledger)) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_LEDGER_RUNQUEUE_NS, ledger.runqueue_ns) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_LEDGER_SLEEP_COUNT, ledger.sleeps) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_LEDGER_PREEMPT_COUNT, ledger.preempts) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_LEDGER_USER_NS, ledger.utime) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_LEDGER_SYSTEM_NS, ledger.stime) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_LEDGER_UNSTACKED_COUNT, ledger.unstacked))
		return -EMSGSIZE;
	if (ledger.until_ns &&
	    wbtrace_fill_uint(skb, WBTRACE_A_LEDGER_UNTIL_NS, ledger.until_ns))
		return -EMSGSIZE;
	if (put_parts(skb, &ledger))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

/* The kernel names its own functions, so that no address leaves it. */
static int put_frames(struct sk_buff *skb, const struct wbtrace_stack *stack)
{
	char name[FRAME_BYTES];
	u32 i;

	for (i = 0; i < stack->depth; i++) {
		snprintf(name, sizeof(name), "%pS", (void *)stack->frames[i]);
		if (nla_put_string(skb, WBTRACE_A_STACK_FRAME, name))
			return -EMSGSIZE;
	}
	return 0;
}

/* A sleep that goes on is in the ledger already, so it has to be here. */
static u64 stack_ns(const struct wbtrace_stack *stack)
{
	u64 ns = READ_ONCE(stack->ns), since = READ_ONCE(stack->asleep_ns), now = ktime_get_ns();

	return since && now > since ? ns + now - since : ns;
}

static int put_stack_key(struct sk_buff *skb, const struct wbtrace_stack *stack)
{
	if (nla_put_u32(skb, WBTRACE_A_STACK_PID, stack->pid) ||
	    nla_put_u32(skb, WBTRACE_A_STACK_TGID, stack->tgid) ||
	    nla_put(skb, WBTRACE_A_STACK_START_NS, sizeof(stack->start_ns), &stack->start_ns) ||
	    nla_put_string(skb, WBTRACE_A_STACK_COMM, stack->comm) ||
	    nla_put_u32(skb, WBTRACE_A_STACK_ACTIVITY, stack->activity))
		return -EMSGSIZE;
	return put_frames(skb, stack);
}

/**
 * wbtrace_fill_stack - put a row of the stack table
 * @skb: message
 * @fill: how
 * @row: the row
 *
 * Context: process.
 *
 * Return: 0 or -EMSGSIZE, then the message must be cancelled.
 */
int wbtrace_fill_stack(struct sk_buff *skb, const struct wbtrace_fill *fill,
		       struct wbtrace_row *row)
{
	const struct wbtrace_stack *stack = to_wbtrace_stack(row);
	bool evicted = READ_ONCE(row->state) == WBTRACE_ROW_EVICTED;

	if (nla_put_u32(skb, WBTRACE_A_STACK_FLAGS, evicted ? WBTRACE_ROW_FLAGS_EVICTED : 0) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_STACK_COUNT, READ_ONCE(stack->count)) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_STACK_TIME_NS, stack_ns(stack)) ||
	    wbtrace_fill_uint(skb, WBTRACE_A_STACK_MAX_NS, READ_ONCE(stack->max_ns)))
		return -EMSGSIZE;
	return evicted ? 0 : put_stack_key(skb, stack);
}
