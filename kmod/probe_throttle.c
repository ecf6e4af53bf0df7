// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes of balance_dirty_pages(): what it decided, and how long it held the
 * task. The tracepoint fires before the sleep, also for decisions that do not
 * sleep and for calls that return -EAGAIN instead; the time slept runs from a
 * decision with a pause to the next decision or the return.
 */

#include <linux/ktime.h>

#include "event.h"
#include "hook.h"
#include "probes.h"
#include "session.h"

/**
 * struct subjects - whom a decision is laid to
 * @task: the current task, or the evicted row
 * @wb: the wb that decided, or the evicted row
 * @inode: the inode that the task dirtied last on that bdi, or NULL
 */
struct subjects {
	struct wbtrace_task *task;
	struct wbtrace_wb *wb;
	struct wbtrace_inode *inode;
};

static struct wbtrace_inode *inode_by_tag(struct wbtrace_session *session, u64 tag)
{
	struct wbtrace_row *row = wbtrace_table_by_tag(&session->inodes, tag);

	return row ? to_wbtrace_inode(row) : NULL;
}

static bool on_bdi(const struct wbtrace_inode *row, const struct bdi_writeback *wb)
{
	const struct wbtrace_wb *wbrow = row ? READ_ONCE(row->wbrow) : NULL;

	return wbrow && wbrow->bdi == wb->bdi;
}

/*
 * balance_dirty_pages() is not told the inode. It is called after the dirtying,
 * so it is the last one that the task dirtied on this bdi, a regular file
 * before the metadata that was touched on the way.
 */
static struct wbtrace_inode *find_inode(struct wbtrace_session *session,
					const struct wbtrace_task *task,
					const struct bdi_writeback *wb)
{
	struct wbtrace_inode *regular = inode_by_tag(session, task->last_inode[0]);
	struct wbtrace_inode *other = inode_by_tag(session, task->last_inode[1]);

	if (on_bdi(regular, wb))
		return regular;
	return on_bdi(other, wb) ? other : NULL;
}

static void find_subjects(struct wbtrace_session *session, struct bdi_writeback *wb,
			  struct subjects *who)
{
	struct wbtrace_row *evicted_wb = wbtrace_table_evicted(&session->wbs);
	struct wbtrace_row *evicted_task = wbtrace_table_evicted(&session->tasks);

	who->wb = wbtrace_wb_get(session, wb) ?: to_wbtrace_wb(evicted_wb);
	who->task = wbtrace_task_get(session);
	who->inode = who->task ? find_inode(session, who->task, wb) : NULL;
	if (!who->task)
		who->task = to_wbtrace_task(evicted_task);
	who->task->row.last = jiffies;
	who->wb->row.last = jiffies;
}

static void find_call_subjects(struct wbtrace_session *session, struct wbtrace_task *task,
			       struct subjects *who)
{
	struct wbtrace_row *wb = wbtrace_table_by_tag(&session->wbs, task->call.wb_tag);

	who->task = task;
	who->wb = to_wbtrace_wb(wb ?: wbtrace_table_evicted(&session->wbs));
	who->inode = inode_by_tag(session, task->call.inode_tag);
}

/* Exact, since it is compared with zero; the counter's lock is the innermost. */
static bool has_no_writeback(struct bdi_writeback *wb)
{
	return !wb_stat_sum(wb, WB_WRITEBACK);
}

static void count_slept(const struct subjects *who, struct wbtrace_call *call, u64 now)
{
	struct wbtrace_sleep sleep = {
		.kind = call->kind,
		.ns = now - call->pause_ns,
	};

	if (!call->pause_ns)
		return;
	sleep.no_writeback = call->no_writeback && has_no_writeback(call->wb);
	call->pause_ns = 0;
	wbtrace_throttle_slept(&who->task->throttle, &who->task->hist, &sleep);
	wbtrace_throttle_slept(&who->wb->throttle, &who->wb->hist, &sleep);
	if (who->inode)
		wbtrace_throttle_slept(&who->inode->throttle, NULL, &sleep);
}

static enum wbtrace_domain guess_domain(const struct bdi_writeback *wb,
					const struct wbtrace_call *call,
					const struct wbtrace_bdp *bdp)
{
#ifdef CONFIG_CGROUP_WRITEBACK
	/* The wb of the root cgroup has no other domain. */
	if (wb == &wb->bdi->wb)
		return WBTRACE_DOMAIN_GLOBAL;
	if (!call->entry_ns || !call->global_thresh)
		return WBTRACE_DOMAIN_NOT_TOLD;
	return bdp->thresh == call->global_thresh && bdp->bg_thresh == call->global_bg_thresh ?
	       WBTRACE_DOMAIN_GLOBAL : WBTRACE_DOMAIN_MEMCG;
#else
	return WBTRACE_DOMAIN_GLOBAL;
#endif
}

/*
 * Under strict limit the wb's own figures decide. Otherwise the domain's start
 * the throttling and both shape the rate (wb_position_ratio()); the wb is named
 * when it exceeds its share and is over it at least twice as far as the domain
 * is over its threshold. Products do not overflow: page counts have 32 bits.
 */
static bool wb_decided(const struct bdi_writeback *wb, const struct wbtrace_bdp *bdp)
{
	if (wb->bdi->capabilities & BDI_CAP_STRICTLIMIT)
		return true;
	return bdp->wb_dirty > bdp->wb_thresh &&
	       (u64)(bdp->wb_dirty / 2) * bdp->thresh > (u64)bdp->dirty * bdp->wb_thresh;
}

static enum wbtrace_limit_kind find_kind(const struct bdi_writeback *wb,
					 const struct wbtrace_call *call,
					 const struct wbtrace_bdp *bdp)
{
	enum wbtrace_domain domain = bdp->domain;

	if (domain == WBTRACE_DOMAIN_NOT_TOLD)
		domain = guess_domain(wb, call, bdp);
	if (domain == WBTRACE_DOMAIN_NOT_TOLD)
		return WBTRACE_LIMIT_KIND_UNKNOWN;
	if (domain == WBTRACE_DOMAIN_MEMCG)
		return WBTRACE_LIMIT_KIND_MEMCG;
	return wb_decided(wb, bdp) ? WBTRACE_LIMIT_KIND_WB : WBTRACE_LIMIT_KIND_GLOBAL;
}

static void count_unpaired(const struct subjects *who)
{
	atomic64_inc(&who->task->throttle.unpaired);
	atomic64_inc(&who->wb->throttle.unpaired);
	if (who->inode)
		atomic64_inc(&who->inode->throttle.unpaired);
}

/* A decision inside a call: the pause before it is over, its own begins. */
static void step_call(const struct subjects *who, struct bdi_writeback *wb,
		      const struct wbtrace_decision *decision, u64 now)
{
	struct wbtrace_call *call = &who->task->call;

	if (!call->entry_ns) {
		if (decision->pause_ns > 0)
			count_unpaired(who);
		return;
	}
	count_slept(who, call, now);
	call->decisions++;
	call->wb_tag = who->wb->row.tag;
	call->inode_tag = who->inode ? who->inode->row.tag : 0;
	if (decision->pause_ns > 0 && !call->async) {
		call->pause_ns = now;
		call->kind = decision->kind;
		call->wb = wb;
		call->no_writeback = has_no_writeback(wb);
	}
}

static void count_decision(const struct subjects *who, const struct wbtrace_decision *decision)
{
	wbtrace_throttle_decide(&who->task->throttle, &who->task->hist, decision);
	wbtrace_throttle_decide(&who->wb->throttle, &who->wb->hist, decision);
	if (who->inode)
		wbtrace_throttle_decide(&who->inode->throttle, NULL, decision);
}

static void event_fill(struct wbtrace_event *event, u32 kind, const struct subjects *who, u64 now)
{
	wbtrace_event_stamp(event, kind, now);
	event->wb_tag = who->wb->row.tag;
	if (who->inode) {
		event->dev = who->inode->dev;
		event->ino = who->inode->ino;
	}
}

static void emit_throttle(const struct subjects *who, const struct wbtrace_limit *limit,
			  const struct wbtrace_decision *decision)
{
	struct wbtrace_event event = {
		.pause_ns = decision->pause_ns, .pages = decision->dirtied_pages,
		.limit = *limit,
	};

	event_fill(&event, WBTRACE_EVENT_MASK_THROTTLE, who, limit->time_ns);
	wbtrace_event_add(&event);
}

static void emit_held(const struct subjects *who, u64 held_ns, u64 now)
{
	struct wbtrace_event event = { .duration_ns = held_ns };

	event_fill(&event, WBTRACE_EVENT_MASK_HELD, who, now);
	wbtrace_event_add(&event);
}

static void note_decision(struct wbtrace_session *session, struct bdi_writeback *wb,
			  const struct wbtrace_bdp *bdp)
{
	struct wbtrace_limit limit = {
		.time_ns = ktime_get_mono_fast_ns(),
		.thresh = bdp->thresh, .bg_thresh = bdp->bg_thresh,
		.dirty = bdp->dirty, .limit = bdp->limit,
		.wb_thresh = bdp->wb_thresh, .wb_dirty = bdp->wb_dirty,
		.dirty_ratelimit = bdp->dirty_ratelimit,
		.task_ratelimit = bdp->task_ratelimit, .pos_ratio_ppm = bdp->pos_ratio_ppm,
	};
	struct wbtrace_decision decision = {
		.pause_ns = (s64)bdp->pause * (NSEC_PER_SEC / HZ),
		.dirtied_pages = bdp->dirtied,
	};
	struct subjects who;

	find_subjects(session, wb, &who);
	decision.kind = find_kind(wb, &who.task->call, bdp);
	limit.kind = decision.kind;
	step_call(&who, wb, &decision, limit.time_ns);
	count_decision(&who, &decision);
	wbtrace_limit_store(&who.task->limit, &limit);
	wbtrace_limit_store(&who.wb->limit, &limit);
	if (wbtrace_event_on(WBTRACE_EVENT_MASK_THROTTLE))
		emit_throttle(&who, &limit, &decision);
}

/* Tracepoint balance_dirty_pages; its prototype is in compat/tp_writeback.h. */
void wbtrace_probe_bdp(WBTRACE_BDP_PROTO)
{
	struct wbtrace_bdp bdp = WBTRACE_BDP_INIT;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_BDP);
	note_decision(data, wb, &bdp);
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_bdp_entry - entry of balance_dirty_pages()
 * @ri: not used
 * @regs: the function's arguments: wb, pages dirtied, flags
 *
 * Return: 0, or 1 when the task has no row, so that its return does not matter.
 */
int wbtrace_probe_bdp_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct wbtrace_task *task;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_BDP_CALL);
	task = wbtrace_task_get(wbtrace_hook_session);
	if (task) {
		struct wbtrace_call call = {
			.entry_ns = ktime_get_mono_fast_ns(),
			.async = regs_get_kernel_argument(regs, 2) & BDP_ASYNC,
		};

		task->call = call;
		wbtrace_activity_enter(wbtrace_hook_session, WBTRACE_ACTIVITY_THROTTLE);
	}
	preempt_enable_notrace();
	return !task;
}
NOKPROBE_SYMBOL(wbtrace_probe_bdp_entry);

static void finish_call(struct wbtrace_session *session, struct wbtrace_task *task, bool again)
{
	struct wbtrace_call *call = &task->call;
	u64 now = ktime_get_mono_fast_ns();
	u64 held_ns = now - call->entry_ns;
	struct subjects who;

	find_call_subjects(session, task, &who);
	count_slept(&who, call, now);
	wbtrace_throttle_held(&who.task->throttle, held_ns, again);
	wbtrace_throttle_held(&who.wb->throttle, held_ns, again);
	if (who.inode)
		wbtrace_throttle_held(&who.inode->throttle, held_ns, again);
	if (wbtrace_event_on(WBTRACE_EVENT_MASK_HELD))
		emit_held(&who, held_ns, now);
}

/**
 * wbtrace_probe_bdp_return - return of balance_dirty_pages()
 * @ri: not used
 * @regs: the return value
 *
 * Calls without a decision ran freely and are not counted.
 */
int wbtrace_probe_bdp_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct wbtrace_session *session = wbtrace_hook_session;
	struct wbtrace_task *task;

	preempt_disable_notrace();
	task = wbtrace_task_find(session, current);
	if (task && task->call.decisions)
		finish_call(session, task, (int)regs_return_value(regs) == -EAGAIN);
	if (task)
		WRITE_ONCE(task->call.entry_ns, 0);
	wbtrace_activity_leave(session, WBTRACE_ACTIVITY_THROTTLE);
	preempt_enable_notrace();
	return 0;
}
NOKPROBE_SYMBOL(wbtrace_probe_bdp_return);

/**
 * wbtrace_probe_global_state - tracepoint global_dirty_state
 * @data: the session
 * @background_thresh: global background threshold, pages
 * @dirty_thresh: global dirty threshold, pages
 *
 * balance_dirty_pages() computes them before each decision. Where the decision
 * does not tell its domain, one with other thresholds is a memory cgroup's.
 */
void wbtrace_probe_global_state(void *data, unsigned long background_thresh,
				unsigned long dirty_thresh)
{
	struct wbtrace_task *task;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_GLOBAL_STATE);
	task = wbtrace_task_find(data, current);
	if (task && task->call.entry_ns) {
		task->call.global_thresh = dirty_thresh;
		task->call.global_bg_thresh = background_thresh;
	}
	preempt_enable_notrace();
}

static void __maybe_unused check_types(void)
{
	check_trace_callback_type_global_dirty_state(wbtrace_probe_global_state);
	check_trace_callback_type_balance_dirty_pages(wbtrace_probe_bdp);
}
