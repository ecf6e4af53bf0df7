// SPDX-License-Identifier: GPL-2.0-or-later
/* The facts of writers, processes and watched threads. */
#include <stdlib.h>
#include <string.h>

#include <linux/wbtrace.h>

#include "finding_facts.h"

/* Of several control groups on one bdi it is that of @cgroup, or it is not known which. */
static const struct report_wb *wb_named(const struct report *rep, const char *bdi,
					struct fig cgroup)
{
	const struct report_wb *only = NULL, *wb;
	size_t i, n = 0;

	for (i = 0; bdi && i < rep->wb_count; i++) {
		wb = &rep->wbs[i];
		if (!wb->bdi || strcmp(wb->bdi, bdi))
			continue;
		if (cgroup.known && wb->cgroup.known && wb->cgroup.v == cgroup.v)
			return wb;
		only = wb;
		n++;
	}
	return n == 1 ? only : NULL;
}

static const struct report_wb *wb_of_writer(const struct report *rep, const struct report_writer *w)
{
	const struct report_inode *in;
	char dev[FORMAT_LEN];
	size_t i;

	for (i = 0; i < rep->inode_count; i++) {
		in = &rep->inodes[i];
		if (w->id.known && in->writer.known && in->writer.v == w->id.v)
			return wb_named(rep, in->bdi, in->cgroup);
		if (w->pid.known && in->pid.known && in->pid.v == w->pid.v)
			return wb_named(rep, in->bdi, in->cgroup);
	}
	return w->dev.known ? wb_named(rep, format_fig(dev, UNIT_DEV, w->dev), w->cgroup) : NULL;
}

static const struct report_target *target_of(const struct report *rep,
					     const struct report_writer *w)
{
	size_t i;

	for (i = 0; i < rep->target_count; i++)
		if (w->target && rep->targets[i].path && !strcmp(w->target, rep->targets[i].path))
			return &rep->targets[i];
	return rep->target_count == 1 ? &rep->targets[0] : NULL;
}

const struct report_device *finding_device_of(const struct report *rep, struct fig dev)
{
	const struct report_device *below = NULL, *d;
	size_t i, measured = 0;

	for (i = 0; i < rep->device_count; i++) {
		d = &rep->devices[i];
		if (!d->busy_ns.known)
			continue;
		if (dev.known && d->dev.v == dev.v)
			return d;
		below = d;
		measured++;
	}
	/* What is measured lies below the writers' directory, not below any other file system. */
	if (rep->target_count != 1 || measured != 1 || !dev.known ||
	    dev.v != rep->targets[0].dev.v)
		return NULL;
	return below;
}

static void task_of_writer(struct finding_task *out, const struct report *rep, size_t i)
{
	const struct report_writer *w = &rep->writers[i];

	out->kind = rep->program ? "process" : "writer";
	out->w = w;
	out->index = i;
	snprintf(out->name, sizeof(out->name), "%s", w->label ? w->label : "?");
	out->t = &w->t;
	out->ledger = &w->ledger;
	out->top = &w->top;
	out->wall_ns = w->wall_ns.known ? w->wall_ns : w->ledger.wall_ns;
	out->dirtied_bytes = w->dirtied_bytes;
	out->fsync_max_ns = w->fsync_max_ns;
	out->wb = wb_of_writer(rep, w);
	out->target = target_of(rep, w);
	out->device = finding_device_of(rep, w->dev.known ? w->dev :
					out->target ? out->target->dev : fig_none());
}

static void task_of_watched(struct finding_task *out, const struct report *rep,
			    const struct report_watched *w)
{
	char dev[FORMAT_LEN];

	out->kind = "task";
	snprintf(out->name, sizeof(out->name), "%s", w->label);
	out->t = &w->t;
	out->ledger = &w->ledger;
	out->top = &w->top;
	out->wall_ns = w->ledger.wall_ns;
	out->dirtied_bytes = w->dirtied_bytes;
	out->fsync_max_ns = w->fsync_max_ns;
	if (!w->dev.known)
		return;
	out->wb = wb_named(rep, format_fig(dev, UNIT_DEV, w->dev), w->cgroup);
	out->device = finding_device_of(rep, w->dev);
}

struct finding_task *finding_tasks(const struct report *rep, size_t *count)
{
	struct finding_task *tasks;
	size_t i;

	tasks = calloc(rep->writer_count + rep->watched_count + 1, sizeof(*tasks));
	*count = 0;
	for (i = 0; tasks && i < rep->writer_count; i++)
		task_of_writer(&tasks[(*count)++], rep, i);
	for (i = 0; tasks && i < rep->watched_count; i++)
		task_of_watched(&tasks[(*count)++], rep, &rep->watched[i]);
	return tasks;
}

/* The sum of a figure over tasks, unknown when it is unknown of one. */
static struct fig sum_of(const struct finding_task *const *tasks, size_t count,
			 struct fig (*of)(const struct finding_task *task))
{
	struct fig sum = fig_of(0);
	size_t i;

	for (i = 0; i < count; i++)
		sum = fig_add(sum, of(tasks[i]));
	return sum;
}

static struct fig max_of(const struct finding_task *const *tasks, size_t count,
			 struct fig (*of)(const struct finding_task *task))
{
	struct fig max = fig_none();
	size_t i;

	for (i = 0; i < count; i++)
		max = fig_max(max, of(tasks[i]));
	return max;
}

#define OF(name, expression) \
	static struct fig of_##name(const struct finding_task *t) { return expression; }

OF(wall, t->wall_ns)
OF(held, t->t->held_ns)
OF(slept, t->t->slept_ns)
OF(slept_count, t->t->slept_count)
OF(slept_max, t->t->slept_max_ns)
OF(no_writeback, t->t->no_writeback_ns)
OF(dirtied, t->dirtied_bytes)
OF(ledger_wall, t->ledger->wall_ns)
OF(cpu, t->ledger->cpu_ns)
OF(global, t->t->by_limit_ns[WBTRACE_LIMIT_KIND_GLOBAL])
OF(wb, t->t->by_limit_ns[WBTRACE_LIMIT_KIND_WB])
OF(memcg, t->t->by_limit_ns[WBTRACE_LIMIT_KIND_MEMCG])
OF(fsync_max, t->fsync_max_ns)
OF(written, t->w ? t->w->written_bytes : fig_none())
OF(pages_p50, t->w ? t->w->pages_per_pause_p50 : fig_none())
OF(pages_max, t->w ? t->w->pages_per_pause_max : fig_none())
OF(stall, t->w ? t->w->stall_ns : fig_none())
OF(p99, t->w ? t->w->p99 : fig_none())
OF(mean, t->w ? t->w->mean : fig_none())
OF(throttle_class, t->ledger->class_ns[CLASS_THROTTLE])

/*
 * The time laid to a limit: that in calls that throttled, in the proportion of the
 * sleep that each limit caused.
 */
static void limit_facts(struct facts *facts, const char *name, struct fig by, struct fig slept,
			struct fig held, struct fig wall)
{
	struct ratio part = fig_ratio(by, slept);
	char key[FACT_NAME_LEN];
	double ns;

	if (by.known && slept.known && !slept.v)
		part = ratio_of(0);
	if (!part.known || !held.known || !wall.known || !wall.v)
		return;
	ns = part.v * (double)held.v;
	snprintf(key, sizeof(key), "%s_throttled_ns", name);
	facts_set(facts, key, ns);
	snprintf(key, sizeof(key), "%s_throttled_ratio", name);
	facts_set(facts, key, ns / (double)wall.v);
}

/* Most of the limit is the wb's: which of the two holds it changes from pause to pause. */
static bool has_whole_limit(const struct report_wb *wb)
{
	struct ratio part = wb ? fig_ratio(wb->limit_bytes, wb->domain_limit_bytes) : ratio_of(0);

	return wb && !wb->strictlimit.v && part.known && part.v >= 0.6;
}

static void throttle_facts(struct facts *facts, const struct finding_task *const *tasks, size_t n)
{
	struct fig global = sum_of(tasks, n, of_global), by_wb = sum_of(tasks, n, of_wb);
	struct fig wall = sum_of(tasks, n, of_wall), held = sum_of(tasks, n, of_held);
	struct fig slept = sum_of(tasks, n, of_slept), none = sum_of(tasks, n, of_no_writeback);

	facts_fig(facts, "wall_ns", wall);
	facts_fig(facts, "held_ns", held);
	facts_fig(facts, "slept_ns", slept);
	facts_fig(facts, "pause_count", sum_of(tasks, n, of_slept_count));
	facts_fig(facts, "slept_max_ns", max_of(tasks, n, of_slept_max));
	facts_ratio(facts, "throttled_ratio", fig_ratio(held, wall));
	facts_fig(facts, "no_writeback_ns", none);
	facts_ratio(facts, "no_writeback_ratio", fig_ratio(none, slept));
	facts_fig(facts, "pages_per_pause_count", max_of(tasks, n, of_pages_p50));
	facts_fig(facts, "pages_per_pause_max_count", max_of(tasks, n, of_pages_max));
	if (has_whole_limit(tasks[0]->wb) && global.known && by_wb.known) {
		global.v += by_wb.v;
		by_wb.v = 0;
	}
	limit_facts(facts, "global", global, slept, held, wall);
	limit_facts(facts, "wb", by_wb, slept, held, wall);
	limit_facts(facts, "memcg", sum_of(tasks, n, of_memcg), slept, held, wall);
}

static struct fig class_sum(const struct finding_task *const *tasks, size_t n, size_t class)
{
	struct fig sum = fig_of(0);
	size_t i;

	for (i = 0; i < n; i++)
		sum = fig_add(sum, tasks[i]->ledger->class_ns[class]);
	return sum;
}

/* The classes of the CPU count together: apart they come from ticks. */
static void class_facts(struct facts *facts, const struct finding_task *const *tasks, size_t n)
{
	struct fig wall = sum_of(tasks, n, of_ledger_wall), cpu = sum_of(tasks, n, of_cpu), ns;
	char key[FACT_NAME_LEN];
	size_t i;

	if (!cpu.known)
		cpu = fig_add(class_sum(tasks, n, CLASS_CPU_USER),
			      class_sum(tasks, n, CLASS_CPU_SYSTEM));
	facts_ratio(facts, "cpu_ratio", fig_ratio(cpu, wall));
	ns = fig_add(cpu, class_sum(tasks, n, CLASS_RUNQUEUE));
	facts_fig(facts, "cpu_and_queue_ns", ns);
	facts_ratio(facts, "cpu_and_queue_ratio", fig_ratio(ns, wall));
	for (i = CLASS_RUNQUEUE; i < CLASSES; i++) {
		ns = class_sum(tasks, n, i);
		snprintf(key, sizeof(key), "%s_ns", class_names[i]);
		facts_fig(facts, key, ns);
		snprintf(key, sizeof(key), "%s_ratio", class_names[i]);
		facts_ratio(facts, key, fig_ratio(ns, wall));
	}
}

/* The wait of the task that waited longest. */
static void top_facts(struct facts *facts, const struct finding_task *const *tasks, size_t n)
{
	const struct report_wait *top = tasks[0]->top;
	size_t i;

	for (i = 1; i < n; i++)
		if (tasks[i]->top->ns.v > top->ns.v)
			top = tasks[i]->top;
	if (!top->ns.known)
		return;
	facts_text(facts, "top_function", top->function ? top->function : top->class_name);
	facts_text(facts, "top_class", top->class_name);
	if (top->class_name && !strcmp(top->class_name, class_names[CLASS_BLOCK_LAYER]))
		facts_text(facts, "block_function", top->function);
}

/* Intervals in which a throttled task was throttled, of those in which it wrote. */
static void agree_facts(struct facts *facts, const struct report *rep,
			const struct finding_task *const *tasks, size_t n)
{
	const struct report_sample *s, *then;
	uint64_t t, before;
	size_t i, k, all = 0, agree = 0;
	struct fig grown;

	for (i = 0; i < n && !rep->program; i++) {
		then = NULL;
		before = 0;
		for (k = 0; k < rep->sample_count && tasks[i]->w; k++) {
			t = rep->sample_t_ns[k];
			s = &rep->samples[k * rep->writer_count + tasks[i]->index];
			grown = fig_grown(then ? then->throttled_ns : fig_of(0), s->throttled_ns);
			if (grown.known && t > before && tasks[i]->w->write_ns.known &&
			    t <= tasks[i]->w->write_ns.v) {
				all++;
				agree += (double)grown.v >= 0.05 * (double)(t - before);
			}
			then = s;
			before = t;
		}
	}
	if (all)
		facts_set(facts, "throttled_agree_ratio", (double)agree / (double)all);
}

struct fig finding_wb_dirty(const struct report *rep, const struct report_wb *wb)
{
	uint64_t sum = 0;
	size_t k, n = 0;

	for (k = 0; wb->series && k < rep->sample_count; k++)
		if (wb->series[k].dirty_bytes.known) {
			sum += wb->series[k].dirty_bytes.v;
			n++;
		}
	if (n)
		return fig_of(sum / n);
	return wb->decided_dirty_bytes.known ? wb->decided_dirty_bytes : wb->dirty_bytes;
}

/* The wb, another one, that had most dirty pages in the mean. */
static void other_wb_facts(struct facts *facts, const struct report *rep,
			   const struct report_wb *own)
{
	const struct report_wb *most = NULL, *wb;
	struct fig dirty, most_dirty = fig_none();
	char name[FACT_TEXT_LEN];
	uint64_t all = 0;
	size_t i;

	/* Of one that is not placed the other could be its own. */
	for (i = 0; own && i < rep->wb_count; i++) {
		wb = &rep->wbs[i];
		dirty = finding_wb_dirty(rep, wb);
		all += dirty.v;
		if (!dirty.known || wb == own || !wb->bdi)
			continue;
		if (!most || dirty.v > most_dirty.v) {
			most = wb;
			most_dirty = dirty;
		}
	}
	if (!most || !all)
		return;
	if (most->cgroup.known && most->cgroup.v > 1)
		snprintf(name, sizeof(name), "%s of cgroup %llu", most->bdi,
			 (unsigned long long)most->cgroup.v);
	else
		snprintf(name, sizeof(name), "%s", most->bdi);
	facts_text(facts, "other_bdi", name);
	facts_fig(facts, "other_wb_dirty_bytes", most_dirty);
	facts_ratio(facts, "other_wb_dirty_ratio", fig_ratio(most_dirty, fig_of(all)));
	facts_fig(facts, "other_bytes_per_s", most->bandwidth);
}

static void wb_facts(struct facts *facts, const struct report *rep, const struct report_wb *wb)
{
	char label[80], cgroup[FORMAT_LEN];

	if (!wb)
		return;
	snprintf(label, sizeof(label), "wb %s", wb->bdi ? wb->bdi : "?");
	facts_text(facts, "wb", label);
	if (wb->cgroup.known && wb->cgroup.v > 1)
		facts_text(facts, "cgroup_id", format_fig(cgroup, UNIT_ID, wb->cgroup));
	facts_fig(facts, "wb_limit_bytes", wb->limit_bytes);
	facts_ratio(facts, "wb_limit_ratio",
		    fig_ratio(wb->limit_bytes, wb->domain_limit_bytes.known ?
			      wb->domain_limit_bytes : rep->sys.dirty_limit_bytes));
	facts_fig(facts, "wb_dirty_bytes", wb->decided_dirty_bytes);
	facts_fig(facts, "domain_limit_bytes", wb->domain_limit_bytes);
	facts_ratio(facts, "dirty_of_limit_ratio",
		    fig_ratio(wb->domain_dirty_bytes, wb->domain_limit_bytes));
	facts_fig(facts, "strictlimit_count", wb->strictlimit);
}

/* The kernel thread that was throttled most below a file system on another one. */
static void carrier_facts(struct facts *facts, const struct report *rep,
			  const struct report_target *target)
{
	const struct report_watched *most = NULL, *o;
	size_t i;

	if (!target || !target->lower_bdi)
		return;
	for (i = 0; i < rep->other_count; i++) {
		o = &rep->others[i];
		if (o->kthread.v && o->t.held_ns.known &&
		    (!most || o->t.held_ns.v > most->t.held_ns.v))
			most = o;
	}
	facts_text(facts, "lower_bdi", target->lower_bdi);
	facts_text(facts, "chain", target->chain);
	if (!most)
		return;
	facts_text(facts, "carrier", most->comm);
	facts_fig(facts, "carrier_held_ns", most->t.held_ns);
	facts_ratio(facts, "carrier_throttled_ratio", fig_ratio(most->t.held_ns, rep->duration_ns));
}

/* Whether more than one bdi has dirty pages: then a task that is not placed has no backlog. */
static bool several_dirty(const struct report *rep)
{
	const char *first = NULL;
	size_t i;

	for (i = 0; i < rep->wb_count; i++) {
		if (!finding_wb_dirty(rep, &rep->wbs[i]).v || !rep->wbs[i].bdi)
			continue;
		if (first && strcmp(first, rep->wbs[i].bdi))
			return true;
		first = rep->wbs[i].bdi;
	}
	return false;
}

/* What others have dirty on the same bdi, or on the only one that has anything. */
static void backlog_facts(struct facts *facts, const struct report *rep,
			  const struct finding_task *const *tasks, size_t n)
{
	struct fig dirtied = sum_of(tasks, n, of_dirtied), dirty, all = fig_of(0);
	struct fig backlog = fig_of(0), rate = fig_of(0);
	const struct report_wb *wb;
	struct ratio own;
	size_t i;

	if (!tasks[0]->wb && several_dirty(rep))
		return;
	for (i = 0; i < rep->wb_count; i++) {
		wb = &rep->wbs[i];
		if (tasks[0]->wb && tasks[0]->wb->bdi && wb->bdi &&
		    strcmp(tasks[0]->wb->bdi, wb->bdi))
			continue;
		dirty = finding_wb_dirty(rep, wb);
		if (!dirty.known || !wb->dirtied_bytes.known)
			continue;
		/* What was dirty before the run is written in it. */
		all = fig_add(all, fig_max(wb->dirtied_bytes, wb->written_bytes));
		backlog = fig_add(backlog, dirty);
		if (finding_wb_rate(wb).known)
			rate = fig_add(rate, finding_wb_rate(wb));
	}
	own = fig_ratio(dirtied, all);
	if (!own.known)
		return;
	own.v = own.v > 1 ? 1 : own.v;
	facts_ratio(facts, "own_dirtied_ratio", own);
	facts_set(facts, "others_backlog_bytes", (double)backlog.v * (1 - own.v));
	facts_fig(facts, "backlog_bytes_per_s", rate);
	if (rate.v)
		facts_set(facts, "predicted_ns", (double)backlog.v * (1 - own.v) /
			  (double)rate.v * (double)NSEC_PER_SEC);
}

/*
 * Time in fsync: a writer measures its calls; of others it is what their ledger
 * has under fsync and, where they called it, in the journal.
 */
static struct fig fsync_wait(const struct finding_task *t)
{
	const struct fig *class = t->ledger->class_ns;

	if (t->w && t->w->flush_ns.known)
		return t->w->flush_ns;
	if (!class[CLASS_FSYNC].v)
		return class[CLASS_FSYNC];
	return class[CLASS_JOURNAL].known ? fig_add(class[CLASS_FSYNC], class[CLASS_JOURNAL]) :
	       class[CLASS_FSYNC];
}

static void fsync_facts(struct facts *facts, const struct report *rep,
			const struct finding_task *const *tasks, size_t n)
{
	struct fig wait = sum_of(tasks, n, fsync_wait);
	struct ratio part = fig_ratio(wait, sum_of(tasks, n, of_wall));
	const struct fact *own, *backlog;

	facts_fig(facts, "fsync_wait_ns", wait);
	facts_ratio(facts, "fsync_wait_ratio", part);
	facts_fig(facts, "fsync_max_ns", max_of(tasks, n, of_fsync_max));
	backlog_facts(facts, rep, tasks, n);
	own = facts_find(facts, "own_dirtied_ratio");
	backlog = facts_find(facts, "others_backlog_bytes");
	if (own && backlog)
		facts_set(facts, "backlog_behind_count",
			  part.known && part.v >= BEHIND_WAIT_RATIO &&
			  own->v <= BEHIND_OWN_RATIO && backlog->v >= BEHIND_BACKLOG_BYTES);
}

static bool is_among(const struct finding_task *const *tasks, size_t n, size_t writer)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (tasks[i]->w && tasks[i]->index == writer)
			return true;
	return false;
}

/* What all the others wrote between two moments, by the samples inside. */
static uint64_t written_meanwhile(const struct report *rep,
				  const struct finding_task *const *tasks, size_t n,
				  uint64_t from, uint64_t to)
{
	const struct report_sample *first = NULL, *last = NULL;
	uint64_t sum = 0;
	size_t j, k;

	for (k = 0; k < rep->sample_count; k++) {
		if (rep->sample_t_ns[k] < from || rep->sample_t_ns[k] > to)
			continue;
		last = &rep->samples[k * rep->writer_count];
		if (!first)
			first = last;
	}
	for (j = 0; first && j < rep->writer_count; j++)
		if (!is_among(tasks, n, j) && last[j].written_bytes.v > first[j].written_bytes.v)
			sum += last[j].written_bytes.v - first[j].written_bytes.v;
	return sum;
}

static void stall_facts(struct facts *facts, const struct report *rep,
			const struct finding_task *const *tasks, size_t n)
{
	const struct report_writer *w = tasks[0]->w;
	struct fig others = fig_none();
	size_t i;

	facts_fig(facts, "op_p99_ns", max_of(tasks, n, of_p99));
	facts_fig(facts, "op_mean_ns", max_of(tasks, n, of_mean));
	facts_fig(facts, "stall_ns", max_of(tasks, n, of_stall));
	for (i = 1; w && i < n; i++)
		if (tasks[i]->w->stall_ns.v > w->stall_ns.v)
			w = tasks[i]->w;
	if (!w || rep->program || !w->stall_ns.known || !w->stall_at_ns.known)
		return;
	facts_fig(facts, "stall_at_ns", w->stall_at_ns);
	for (i = 0; i < rep->writer_count; i++)
		if (!is_among(tasks, n, i))
			others = fig_max(others, rep->writers[i].stall_ns);
	if (others.v)
		facts_set(facts, "stall_of_others_times",
			  (double)w->stall_ns.v / (double)others.v);
	facts_ratio(facts, "stall_ratio", fig_ratio(w->stall_ns, w->wall_ns));
	facts_set(facts, "others_meanwhile_bytes",
		  (double)written_meanwhile(rep, tasks, n, w->stall_at_ns.v,
					    w->stall_at_ns.v + w->stall_ns.v));
}

static void file_facts(struct facts *facts, const struct report *rep,
		       const struct finding_task *const *tasks, size_t n)
{
	struct fig extents = fig_none(), count = fig_none(), interleaved = fig_none();
	const struct report_inode *in;
	size_t i;

	for (i = 0; i < rep->inode_count && !rep->program; i++) {
		in = &rep->inodes[i];
		if (!in->writer.known || !is_among(tasks, n, in->writer.v))
			continue;
		extents = extents.known ? fig_add(extents, in->extents) : in->extents;
		count = count.known ? fig_add(count, in->allocations) : in->allocations;
		interleaved = interleaved.known ? fig_add(interleaved, in->interleaved) :
			      in->interleaved;
	}
	facts_fig(facts, "extent_count", extents);
	facts_fig(facts, "allocation_count", count);
	facts_ratio(facts, "interleaved_ratio", fig_ratio(interleaved, count));
}

struct ratio finding_waited(const struct finding_task *task)
{
	static const enum ledger_class below[] = {
		CLASS_THROTTLE, CLASS_FSYNC, CLASS_PAGE_WRITEBACK, CLASS_JOURNAL,
		CLASS_BLOCK_LAYER, CLASS_NETWORK,
	};
	struct fig sum = fig_of(0);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(below); i++)
		if (task->ledger->class_ns[below[i]].known)
			sum.v += task->ledger->class_ns[below[i]].v;
	if (!of_throttle_class(task).known)
		return ratio_of(0);
	return fig_ratio(sum, task->ledger->wall_ns);
}

void finding_task_facts(struct facts *facts, const struct report *rep,
			const struct finding_task *const *tasks, size_t count)
{
	const struct finding_task *one = tasks[0];
	char dev[FORMAT_LEN];

	throttle_facts(facts, tasks, count);
	class_facts(facts, tasks, count);
	top_facts(facts, tasks, count);
	agree_facts(facts, rep, tasks, count);
	facts_fig(facts, "dirtied_bytes", sum_of(tasks, count, of_dirtied));
	facts_fig(facts, "written_bytes", sum_of(tasks, count, of_written));
	/* That of the last decision, which may have moved since the run began. */
	if (one->wb && !one->t->by_limit_ns[WBTRACE_LIMIT_KIND_MEMCG].v)
		facts_fig(facts, "dirty_limit_bytes", one->wb->domain_limit_bytes);
	facts_fig(facts, "dirty_limit_bytes", rep->sys.dirty_limit_bytes);
	if (rep->direct)
		facts_set(facts, "direct_count", 1);
	if (one->device) {
		facts_text(facts, "device", format_fig(dev, UNIT_DEV, one->device->dev));
		finding_device_facts(facts, rep, one->device, NULL, 0);
	}
	wb_facts(facts, rep, one->wb);
	other_wb_facts(facts, rep, one->wb);
	carrier_facts(facts, rep, one->target);
	fsync_facts(facts, rep, tasks, count);
	stall_facts(facts, rep, tasks, count);
	file_facts(facts, rep, tasks, count);
	if (one->w)
		facts_text(facts, "error", one->w->error);
}
