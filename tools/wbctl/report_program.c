// SPDX-License-Identifier: GPL-2.0-or-later
/* The report of a program: its processes, its inodes, its own figures. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <linux/wbtrace.h>

#include "report.h"
#include "run.h"
#include "taskio.h"
#include "tracefs_run.h"

/* More processes than these are one row. */
#define ROWS_MAX 64
/* The name of the child between fork(2) and execve(2). */
#define OWN_NAME "wbctl"

static struct fig ns_between(struct timeval a, struct timeval b)
{
	return fig_of((uint64_t)(b.tv_sec - a.tv_sec) * NSEC_PER_SEC +
		      (uint64_t)(b.tv_usec - a.tv_usec) * 1000);
}

static void fill_end(struct report_program *p, const struct run *r)
{
	const struct proc *proc = &r->procs[0];

	program_status(r, p->status, sizeof(p->status));
	if (proc->abandoned || r->program->exec_errno)
		return;
	if (WIFEXITED(proc->status))
		p->exit_status = fig_of((uint64_t)WEXITSTATUS(proc->status));
	else if (WIFSIGNALED(proc->status))
		p->signal = sigabbrev_np(WTERMSIG(proc->status));
}

static void fill_usage(struct report_program *p, const struct program *from)
{
	const struct rusage *a = &from->usage_start, *b = &from->usage_end;

	p->usage_user_ns = ns_between(a->ru_utime, b->ru_utime);
	p->usage_system_ns = ns_between(a->ru_stime, b->ru_stime);
	/* Without the kernel's accounting it stays 0 whatever they write. */
	if (taskio_dirtied().known)
		p->usage_dirtied_bytes = fig_of((uint64_t)(b->ru_oublock - a->ru_oublock) * 512);
}

static int fill_program(struct report *rep, const struct run *r)
{
	struct report_program *p = calloc(1, sizeof(*p));
	struct fig bytes = fig_add(r->during_bytes, r->after_bytes);

	rep->program = p;
	if (!p)
		return -ENOMEM;
	p->argc = r->program->argc;
	p->argv = r->program->argv;
	p->name = r->program->name;
	p->timed_out = fig_of(r->program->timed_out);
	p->left_count = fig_of(r->program->left_count);
	p->flushed_rate = fig_rate(bytes, fig_add(rep->duration_ns, r->drain_ns));
	p->fio = r->program->fio.jobs ? &r->program->fio : NULL;
	fill_end(p, r);
	fill_usage(p, r->program);
	return 0;
}

/* Without the module's rows: the program itself, and how all that it forked was throttled. */
static bool fill_alone(struct report *rep, const struct run *r)
{
	struct report_writer *w = &rep->writers[rep->writer_count++];

	w->id = fig_of(0);
	w->pid = fig_of((uint64_t)r->procs[0].pid);
	w->comm = strdup(r->program->name);
	w->label = report_process_label(w);
	w->wall_ns = rep->duration_ns;
	w->io_dirtied_bytes = rep->program->usage_dirtied_bytes;
	return tracefs_fill_tree(&w->t, r);
}

static bool is_root(const struct run *r, const struct record *task)
{
	return r->procs[0].task_start &&
	       record_fig(task, WBTRACE_A_TASK_PID).v ==
	       record_fig(r->procs[0].task_start, WBTRACE_A_TASK_PID).v &&
	       record_fig(task, WBTRACE_A_TASK_START_NS).v ==
	       record_fig(r->procs[0].task_start, WBTRACE_A_TASK_START_NS).v;
}

static const char *name_of(const struct run *r, const struct record *task)
{
	const char *comm = record_text(task, WBTRACE_A_TASK_COMM);

	/* So soon after its end, the module may not have seen its last name. */
	return comm && is_root(r, task) && !strcmp(comm, OWN_NAME) ? r->program->name : comm;
}

/* The longer of two; both are texts of the tasks. */
static struct report_wait top_of(const struct report_wait *a, const struct report_wait *b)
{
	return b->ns.v > a->ns.v ? *b : *a;
}

static void add_task(struct report_writer *w, const struct report_watched *task, bool first)
{
	w->dirtied_bytes = fig_add(w->dirtied_bytes, task->dirtied_bytes);
	report_throttle_add(&w->t, &task->t);
	ledger_add(&w->ledger, &task->ledger, first);
	w->top = top_of(&w->top, &task->top);
}

static void begin_sum(struct report_writer *w)
{
	w->dirtied_bytes = fig_of(0);
	report_throttle_nothing(&w->t);
	w->t.slept_max_ns = fig_none();
	w->t.held_max_ns = fig_none();
}

static void fill_process(struct report_writer *w, const struct report_filling *f,
			 const struct tree_process *p)
{
	const struct run *r = f->r;
	struct report_watched *task;
	size_t i;

	w->tasks = calloc(p->count, sizeof(*w->tasks));
	begin_sum(w);
	for (i = 0; w->tasks && i < p->count; i++) {
		task = &w->tasks[w->task_count++];
		report_fill_task(task, f, is_root(r, p->tasks[i]) ? r->procs[0].task_start : NULL,
				 p->tasks[i], wait_is_run);
		task->comm = name_of(r, p->tasks[i]);
		add_task(w, task, !i);
	}
	w->throttled = fig_ratio(w->t.held_ns, w->ledger.wall_ns);
	w->pid = record_fig(p->leader, WBTRACE_A_TASK_TGID);
	w->comm = strdup(name_of(r, p->leader) ? name_of(r, p->leader) : "-");
	if (w->task_count)
		w->wall_ns = w->tasks[0].ledger.wall_ns;
	w->label = report_process_label(w);
}

/* One row for those that have none of their own. */
static void add_other(struct report *rep, const struct report_filling *f,
		      const struct tree_process *p)
{
	struct report_writer *others = &rep->writers[ROWS_MAX], one = {};
	bool first = !others->others.known;

	if (first) {
		begin_sum(others);
		others->others = fig_of(0);
		rep->writer_count++;
	}
	others->others.v++;
	fill_process(&one, f, p);
	others->dirtied_bytes = fig_add(others->dirtied_bytes, one.dirtied_bytes);
	report_throttle_add(&others->t, &one.t);
	ledger_add(&others->ledger, &one.ledger, first);
	free((char *)one.label);
	free((char *)one.comm);
	report_free_tasks(rep, one.tasks, one.task_count);
}

static void end_others(struct report *rep)
{
	struct report_writer *others = &rep->writers[ROWS_MAX];

	if (rep->writer_count <= ROWS_MAX)
		return;
	others->label = report_process_label(others);
	others->throttled = fig_ratio(others->t.held_ns, others->ledger.wall_ns);
}

static void fill_tree(struct report *rep, const struct run *r)
{
	struct report_filling f;
	struct tree_process *p;
	size_t i, count;

	p = tree_processes(&r->tree, &count);
	if (!p)
		return;
	report_filling_begin(&f, r);
	rep->program->process_count = fig_of(count);
	rep->program->task_count = fig_of(0);
	for (i = 0; i < count; i++) {
		rep->program->task_count.v += p[i].count;
		if (!p[i].dirtied && !p[i].decided)
			continue;
		if (rep->writer_count >= ROWS_MAX) {
			add_other(rep, &f, &p[i]);
			continue;
		}
		rep->writers[rep->writer_count].id = fig_of(rep->writer_count);
		fill_process(&rep->writers[rep->writer_count++], &f, &p[i]);
	}
	end_others(rep);
	free(f.waits);
	tree_free_processes(p);
}

void report_program_sum(struct report *rep)
{
	struct report_writer *all = &rep->all;

	report_sum(rep);
	all->written_bytes = fig_none();
	all->throughput = fig_none();
	all->throttled = fig_ratio(all->t.held_ns, all->ledger.wall_ns);
}

static void fill_all(struct report *rep, bool dirtied, bool throttled)
{
	report_program_sum(rep);
	if (!dirtied)
		rep->all.dirtied_bytes = fig_none();
	if (!throttled)
		memset(&rep->all.t, 0, sizeof(rep->all.t));
}

static void fill_notes(struct report *rep, const struct run *r)
{
	const struct program *p = r->program;
	char name[40];

	if (p->left_count == 1)
		report_note(rep,
			    "Process %d (%s) of the program's lives on; it was followed, and not waited for.",
			    p->left_pid, format_clean(name, sizeof(name), p->left_name));
	else if (p->left_count)
		report_note(rep,
			    "%zu processes of the program's live on, %d (%s) the first; they were followed, and not waited for.",
			    p->left_count, p->left_pid,
			    format_clean(name, sizeof(name), p->left_name));
	if (p->timed_out)
		report_note(rep, "The time was up: the program was told to stop.");
	if (r->module.client && !r->module.lost && !module_kept(&r->module, "task"))
		report_note(rep,
			    "Rows left the module's task table during the run, or found no room: the program's processes may have dirtied more than is said here.");
}

int report_fill_program(struct report *rep, const struct run *r)
{
	bool known = r->tree.read && !r->module.lost, throttled = known;

	rep->writers = calloc(ROWS_MAX + 1, sizeof(*rep->writers));
	if (!rep->writers || fill_program(rep, r))
		return -ENOMEM;
	if (known)
		fill_tree(rep, r);
	else
		throttled = fill_alone(rep, r);
	fill_all(rep, known, throttled);
	report_fill_ledgers(rep, r);
	fill_notes(rep, r);
	return 0;
}

static struct fig grown(const struct record *start, const struct record *end, int attr)
{
	return fig_grown(start ? record_fig(start, attr) : fig_of(0), record_fig(end, attr));
}

static void fill_inode(struct report_inode *in, const struct tree_inode *from)
{
	const struct record *a = from->start, *b = from->named ? from->named : from->end;

	in->pid = fig_of(from->pid);
	in->tree_dirtied_bytes = fig_of(from->bytes);
	in->label = report_inode_label(in);
	in->dev = record_fig(b, WBTRACE_A_INODE_DEV);
	in->ino = record_fig(b, WBTRACE_A_INODE_INO);
	in->path = record_text(b, WBTRACE_A_INODE_PATH);
	in->bdi = record_text(b, WBTRACE_A_INODE_BDI);
	in->cgroup = record_fig(b, WBTRACE_A_INODE_CGROUP);
	in->dirtied_bytes = grown(a, from->end, WBTRACE_A_INODE_DIRTIED_BYTES);
	in->written_bytes = grown(a, from->end, WBTRACE_A_INODE_WRITTEN_BYTES);
	in->passes = grown(a, from->end, WBTRACE_A_INODE_PASS_COUNT);
	in->cancelled_bytes = grown(a, from->end, WBTRACE_A_INODE_CANCELLED_BYTES);
	in->redirtied_bytes = grown(a, from->end, WBTRACE_A_INODE_REDIRTIED_BYTES);
	in->foreign_bytes = grown(a, from->end, WBTRACE_A_INODE_FOREIGN_BYTES);
	in->wb_switches = grown(a, from->end, WBTRACE_A_INODE_WB_SWITCH_COUNT);
	in->held_ns = grown(record_nest(a, WBTRACE_A_INODE_THROTTLE),
			    record_nest(from->end, WBTRACE_A_INODE_THROTTLE),
			    WBTRACE_A_THROTTLE_HELD_NS);
	in->dirty_bytes = record_fig(b, WBTRACE_A_INODE_DIRTY_NOW_BYTES);
	in->writeback_bytes = record_fig(b, WBTRACE_A_INODE_WRITEBACK_NOW_BYTES);
	in->age_ns = record_fig(b, WBTRACE_A_INODE_DIRTY_AGE_NS);
}

void report_fill_program_inodes(struct report *rep, const struct run *r)
{
	size_t i;

	rep->inodes = calloc(TREE_INODES, sizeof(*rep->inodes));
	for (i = 0; rep->inodes && i < r->tree.inode_count && !r->module.lost; i++)
		fill_inode(&rep->inodes[rep->inode_count++], &r->tree.inodes[i]);
}
