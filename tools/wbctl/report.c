// SPDX-License-Identifier: GPL-2.0-or-later
/* Makes the report of a run out of what the run has seen. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "extents.h"
#include "report.h"
#include "run.h"
#include "tracefs_run.h"

static struct fig grown(const struct record *start, const struct record *end, int attr, bool fresh)
{
	struct fig then = fresh ? fig_of(0) : record_fig(start, attr);

	return fig_grown(then, record_fig(end, attr));
}

static bool born_after_reset(const struct module *m, const struct record *row, int attr)
{
	struct fig came = record_fig(row, attr), reset = module_reset(m);

	return reset.known && (!came.known || came.v >= reset.v);
}

/* Whether both rows are of one stay in the table; true without a first one. */
static bool same_stay(const struct record *start, const struct record *end, int attr)
{
	struct fig then = record_fig(start, attr), now = record_fig(end, attr);

	return !start || (then.known == now.known && then.v == now.v);
}

/*
 * Whether the row of a writer has lost what it knew: the one before it was
 * evicted, or the tables were emptied. One that came after the writer's first
 * write proves that, if that write made the row: it did so when it dirtied
 * folios, and was seen to. @first_ns is 0 when no write has ended.
 */
static bool lost_part(const struct run *r, const char *table, const struct record *start,
		      const struct record *end, int attr, uint64_t first_ns)
{
	struct fig came = record_fig(end, attr);

	if (!same_stay(start, end, attr) || born_after_reset(&r->module, end, attr))
		return true;
	if (!came.known || !first_ns || came.v <= first_ns)
		return false;
	if (module_sees_dirtying(&r->module) && !r->o.direct)
		return true;
	return !module_kept(&r->module, table);
}

/*
 * Time slept because of a limit. Kinds that caused nothing are not sent; when
 * no kind is, nothing was decided or the module does not tell them apart.
 */
static struct fig slept_for(const struct record *t, uint32_t kind)
{
	const struct record *part = record_nest(t, WBTRACE_A_THROTTLE_BY_LIMIT);
	struct fig count = record_fig(t, WBTRACE_A_THROTTLE_COUNT);

	if (!record_fig(t, WBTRACE_A_THROTTLE_SLEPT_NS).known)
		return fig_none();
	if (!part)
		return count.known && !count.v ? fig_of(0) : fig_none();
	for (; part; part = part->next)
		if (record_fig(part, WBTRACE_A_BY_LIMIT_KIND).v == kind)
			return record_fig(part, WBTRACE_A_BY_LIMIT_SLEPT_NS);
	return fig_of(0);
}

void report_throttle_of(struct report_throttle *t, const struct record *start,
			const struct record *end, int nest)
{
	const struct record *a = record_nest(start, nest), *b = record_nest(end, nest);
	const struct {
		size_t at;
		int attr;
	} sums[] = {
		{ offsetof(struct report_throttle, count), WBTRACE_A_THROTTLE_COUNT },
		{ offsetof(struct report_throttle, no_pause_count),
		  WBTRACE_A_THROTTLE_NO_PAUSE_COUNT },
		{ offsetof(struct report_throttle, requested_ns),
		  WBTRACE_A_THROTTLE_REQUESTED_NS },
		{ offsetof(struct report_throttle, dirtied_bytes),
		  WBTRACE_A_THROTTLE_DIRTIED_BYTES },
		{ offsetof(struct report_throttle, slept_count), WBTRACE_A_THROTTLE_SLEPT_COUNT },
		{ offsetof(struct report_throttle, slept_ns), WBTRACE_A_THROTTLE_SLEPT_NS },
		{ offsetof(struct report_throttle, held_count), WBTRACE_A_THROTTLE_HELD_COUNT },
		{ offsetof(struct report_throttle, held_ns), WBTRACE_A_THROTTLE_HELD_NS },
		{ offsetof(struct report_throttle, async_count), WBTRACE_A_THROTTLE_ASYNC_COUNT },
		{ offsetof(struct report_throttle, unpaired_count),
		  WBTRACE_A_THROTTLE_UNPAIRED_COUNT },
		{ offsetof(struct report_throttle, no_writeback_ns),
		  WBTRACE_A_THROTTLE_NO_WRITEBACK_NS },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sums); i++)
		*(struct fig *)((char *)t + sums[i].at) = grown(a, b, sums[i].attr, !a);
	for (i = 0; i < REPORT_LIMITS; i++)
		t->by_limit_ns[i] = fig_grown(a ? slept_for(a, (uint32_t)i) : fig_of(0),
					      slept_for(b, (uint32_t)i));
	/* Maxima have no difference; they are of this run when all of it is. */
	if (!a || !record_fig(a, WBTRACE_A_THROTTLE_COUNT).v) {
		t->slept_max_ns = record_fig(b, WBTRACE_A_THROTTLE_SLEPT_MAX_NS);
		t->held_max_ns = record_fig(b, WBTRACE_A_THROTTLE_HELD_MAX_NS);
	}
}

/* A writer that the module never saw, though it would have: all zero. */
static void throttle_nothing(struct report_writer *w)
{
	w->dirtied_bytes = fig_of(0);
	report_throttle_nothing(&w->t);
}

static void writer_module(struct report *rep, const struct run *r, size_t i)
{
	struct report_writer *w = &rep->writers[i];
	const struct proc *p = &r->procs[i];

	if (r->module.lost || !r->module.client)
		return;
	if (!p->task_end) {
		if (module_complete(&r->module, "task"))
			throttle_nothing(w);
		else if (module_reset(&r->module).known)
			rep->emptied = true;
		return;
	}
	if (lost_part(r, "task", p->task_start, p->task_end, WBTRACE_A_TASK_FIRST_NS,
		      r->board->w[i].first_ns)) {
		rep->emptied = true;
		return;
	}
	w->dirtied_bytes = grown(p->task_start, p->task_end, WBTRACE_A_TASK_DIRTIED_BYTES,
				 !p->task_start);
	report_throttle_of(&w->t, p->task_start, p->task_end, WBTRACE_A_TASK_THROTTLE);
}

static const char *writer_error(const struct run *r, size_t i)
{
	const struct proc *p = &r->procs[i];
	const struct target *t = &r->targets[p->target];
	struct writer_state *s = &r->board->w[i];
	char name[WRITER_FILE_LEN], *text = NULL;
	int call = s->failed_call, rc = 0;

	if (r->shape->many)
		writer_directory(name, (unsigned int)i);
	else
		writer_file(name, (unsigned int)i);
	if (call)
		rc = asprintf(&text, "%s of %s/%s/%s at offset %llu: %s",
			      writer_call_name(call), t->path, t->name, name,
			      (unsigned long long)s->failed_at, strerror(s->failed_errno));
	else if (p->abandoned)
		rc = asprintf(&text,
			      "it waits in the kernel, in %s, SIGKILL did not end that, and it was left behind",
			      s->write_end_ns ? "fsync" : "pwrite");
	else if (WIFSIGNALED(p->status) && !r->killed)
		rc = asprintf(&text, "it was killed by signal %d", WTERMSIG(p->status));
	return rc < 0 ? NULL : text;
}

/* Extents on disk, which are final once everything has been written back. */
static struct fig final_extents(const struct run *r, size_t i)
{
	char name[WRITER_FILE_LEN];

	if (r->shape->many || !r->drain_ns.known || r->procs[i].abandoned)
		return fig_none();
	/* The audit has counted them already, where it could. */
	if (r->audit.w && r->audit.w[i].extents.known)
		return r->audit.w[i].extents;
	return extents_of(r->targets[r->procs[i].target].own_fd,
			  writer_file(name, (unsigned int)i));
}

/* What it did: bytes, operations, files, CPU time. */
static void writer_work(struct report_writer *w, const struct run *r, struct writer_state *s)
{
	w->written_bytes = fig_of(s->written_bytes);
	if (r->shape->moves != MOVES_WRITTEN || r->shape == &shape_copy)
		w->read_bytes = fig_of(s->read_bytes);
	w->moved_bytes = fig_of(shape_moved(r->shape, s->written_bytes, s->read_bytes));
	if (r->shape->many)
		w->files = fig_of(s->file_count);
	w->ops = fig_of(s->latency.count);
	w->throughput = fig_rate(w->moved_bytes, w->wall_ns);
	w->write_rate = fig_rate(w->written_bytes, w->write_ns);
	w->read_rate = fig_rate(w->read_bytes, w->write_ns);
	w->ops_rate = fig_rate(w->ops, w->wall_ns);
	w->files_rate = fig_rate(w->files, w->wall_ns);
	if (w->ops.v)
		w->mean = fig_of(s->latency_sum_ns / w->ops.v);
	w->over_2s = fig_of(s->over_2s_count);
	w->over_10s = fig_of(s->over_10s_count);
	if (s->end_ns) {
		w->cpu_user_ns = fig_of(s->cpu_user_ns);
		w->cpu_system_ns = fig_of(s->cpu_system_ns);
	}
}

static void fill_writer(struct report *rep, const struct run *r, size_t i)
{
	const struct proc *p = &r->procs[i];
	const struct target *t = &r->targets[p->target];
	struct writer_state *s = &r->board->w[i];
	struct report_writer *w = &rep->writers[i];
	char label[32];

	snprintf(label, sizeof(label), "%zu", i);
	w->label = strdup(label);
	snprintf(label, sizeof(label), "wbctl-w%zu", i);
	w->comm = strdup(label);
	w->id = fig_of(i);
	w->pid = fig_of((uint64_t)p->pid);
	w->target = t->path;
	w->dev = fig_of(t->mount.dev);
	w->fs_type = t->mount.fs_type;
	w->inode = p->ino;
	w->cgroup = p->cgroup.id;
	w->cgroup_weight = p->cgroup.weight;
	report_fill_times(w, r, s);
	writer_work(w, r, s);
	w->extents = final_extents(r, i);
	w->p50 = hist_quantile(&s->latency, 500);
	w->p99 = hist_quantile(&s->latency, 990);
	w->p999 = hist_quantile(&s->latency, 999);
	w->max = hist_max(&s->latency);
	writer_module(rep, r, i);
	tracefs_fill_writer(w, r, i);
	w->throttled = fig_ratio(w->t.held_ns, w->wall_ns);
	w->error = writer_error(r, i);
}

/* Whether the row of a wb has lost nothing since the run began. */
static bool wb_stayed(const struct report *rep, const struct run *r, const struct record *start,
		      const struct record *end)
{
	if (born_after_reset(&r->module, end, WBTRACE_A_WB_FIRST_NS))
		return false;
	return start ? same_stay(start, end, WBTRACE_A_WB_FIRST_NS) : !rep->emptied;
}

/* A writer of many files has no row to go by: the wb is that of its device. */
static bool is_of_device(const struct run *r, const struct report_wb *wb)
{
	char dev[FORMAT_LEN];
	size_t i;

	for (i = 0; wb->bdi && i < r->target_count; i++)
		if (!strcmp(wb->bdi, format_fig(dev, UNIT_DEV, fig_of(r->targets[i].mount.dev))))
			return true;
	return false;
}

static bool is_through(const struct record *inode, const struct report_wb *wb)
{
	struct fig cgroup = record_fig(inode, WBTRACE_A_INODE_CGROUP);
	const char *bdi = record_text(inode, WBTRACE_A_INODE_BDI);

	return bdi && wb->bdi && !strcmp(bdi, wb->bdi) && cgroup.known == wb->cgroup.known &&
	       cgroup.v == wb->cgroup.v;
}

static bool is_ours(const struct run *r, const struct report_wb *wb)
{
	const struct proc *p;
	size_t i;

	if (r->shape->many)
		return is_of_device(r, wb);
	for (i = 0; i < r->tree.inode_count; i++)
		if (is_through(r->tree.inodes[i].end, wb))
			return true;
	for (i = 0; i < r->writers; i++) {
		p = &r->procs[i];
		if (is_through(p->inode_end ? p->inode_end : p->inode_start, wb))
			return true;
	}
	return false;
}

static void fill_wb(struct report *rep, struct report_wb *w, const struct run *r,
		    const struct record *end)
{
	const struct record *start = module_row_of(&r->module.wbs_start, end);
	const struct record *limit = record_nest(end, WBTRACE_A_WB_LIMIT);
	struct report_throttle t = {};

	w->bdi = record_text(end, WBTRACE_A_WB_BDI);
	w->cgroup = record_fig(end, WBTRACE_A_WB_CGROUP);
	w->ours = fig_of(is_ours(r, w));
	if (wb_stayed(rep, r, start, end)) {
		report_throttle_of(&t, start, end, WBTRACE_A_WB_THROTTLE);
		w->dirtied_bytes = grown(start, end, WBTRACE_A_WB_DIRTIED_BYTES, !start);
		w->written_bytes = grown(start, end, WBTRACE_A_WB_WRITTEN_BYTES, !start);
		report_fill_series(w, r, start, end);
	} else if (w->ours.v) {
		rep->emptied = true;
	}
	w->dirty_bytes = fig_add(record_fig(end, WBTRACE_A_WB_KERNEL_RECLAIMABLE_BYTES),
				 record_fig(end, WBTRACE_A_WB_KERNEL_WRITEBACK_BYTES));
	w->bandwidth = fig_rate(w->written_bytes, fig_of(r->end_ns - r->go_ns));
	w->bandwidth_kernel = record_fig(end, WBTRACE_A_WB_WRITE_BANDWIDTH_BYTES_PER_S);
	w->bandwidth_now = record_fig(end, WBTRACE_A_WB_MEASURED_WRITE_BANDWIDTH_BYTES_PER_S);
	w->throttle_count = t.count;
	w->slept_ns = t.slept_ns;
	w->held_ns = t.held_ns;
	w->no_writeback_ns = t.no_writeback_ns;
	w->strictlimit = fig_of(!!(record_fig(end, WBTRACE_A_WB_FLAGS).v &
				   WBTRACE_ROW_FLAGS_STRICTLIMIT));
	/* A decision before the clock is not of this run. */
	if (!t.count.known || !t.count.v)
		return;
	w->decided_dirty_bytes = record_fig(limit, WBTRACE_A_LIMIT_WB_DIRTY_BYTES);
	w->limit_bytes = record_fig(limit, WBTRACE_A_LIMIT_WB_THRESH_BYTES);
	w->domain_dirty_bytes = record_fig(limit, WBTRACE_A_LIMIT_DIRTY_BYTES);
	w->domain_limit_bytes = record_fig(limit, WBTRACE_A_LIMIT_THRESH_BYTES);
}

/*
 * Whether the wb of each writer is known; without the row of its file, which
 * somebody has emptied, it is not.
 */
static bool wbs_known(const struct run *r)
{
	size_t i;

	for (i = 0; i < r->writers; i++)
		if (!r->procs[i].inode_end && !r->procs[i].inode_start)
			return r->tree.inode_count > 0;
	return true;
}

/* What stands for the wbs of writers whose rows were emptied. */
static void fill_lost_wbs(struct report *rep, const struct run *r)
{
	const struct record *row;
	struct report_wb *wb;
	size_t i, ours = 0;

	if (!module_reset(&r->module).known)
		return;
	for (row = r->module.wbs_start.first; row; row = row->next) {
		wb = &rep->wbs[rep->wb_count];
		wb->bdi = record_text(row, WBTRACE_A_WB_BDI);
		wb->cgroup = record_fig(row, WBTRACE_A_WB_CGROUP);
		wb->ours = fig_of(is_ours(r, wb));
		if (wb->ours.v && !module_row_of(&r->module.wbs_end, row))
			rep->wb_count++;
		else
			memset(wb, 0, sizeof(*wb));
	}
	for (i = 0; i < rep->wb_count; i++)
		ours += rep->wbs[i].ours.v;
	if (!ours && !wbs_known(r))
		rep->wbs[rep->wb_count++].ours = fig_of(1);
}

static void fill_wbs(struct report *rep, const struct run *r)
{
	const struct record *row;
	struct report_wb *wb;
	size_t n = 0;

	if (r->module.lost)
		return;
	for (row = r->module.wbs_end.first; row; row = row->next)
		n++;
	for (row = r->module.wbs_start.first; row; row = row->next)
		n++;
	rep->wbs = calloc(n + 2, sizeof(*rep->wbs));
	if (!rep->wbs)
		return;
	for (row = r->module.wbs_end.first; row; row = row->next) {
		wb = &rep->wbs[rep->wb_count];
		fill_wb(rep, wb, r, row);
		/* Wbs where nothing happened are not of this run. */
		if (wb->ours.v || wb->dirtied_bytes.v || wb->written_bytes.v ||
		    wb->throttle_count.v) {
			rep->wb_count++;
		} else {
			free(wb->series);
			memset(wb, 0, sizeof(*wb));
		}
	}
	fill_lost_wbs(rep, r);
}

/* A file whose row was emptied: what it is, and no figures. */
static void fill_lost_inode(struct report *rep, const struct run *r, size_t i)
{
	const struct proc *p = &r->procs[i];
	struct report_inode *in;

	if (!r->module.client || !module_reset(&r->module).known)
		return;
	rep->emptied = true;
	if (!p->ino.known)
		return;
	in = &rep->inodes[rep->inode_count++];
	in->writer = fig_of(i);
	in->label = rep->writers[i].label;
	in->dev = fig_of(r->targets[p->target].mount.dev);
	in->ino = p->ino;
}

static void fill_inodes(struct report *rep, const struct run *r)
{
	const struct record *a, *b, *ta, *tb;
	struct report_inode *in;
	size_t i;

	rep->inodes = calloc(r->writers, sizeof(*rep->inodes));
	for (i = 0; i < r->writers && rep->inodes && !r->module.lost; i++) {
		a = r->procs[i].inode_start;
		b = r->procs[i].inode_end;
		if (!b) {
			fill_lost_inode(rep, r, i);
			continue;
		}
		ta = record_nest(a, WBTRACE_A_INODE_THROTTLE);
		tb = record_nest(b, WBTRACE_A_INODE_THROTTLE);
		in = &rep->inodes[rep->inode_count++];
		in->writer = fig_of(i);
		in->label = rep->writers[i].label;
		in->dev = record_fig(b, WBTRACE_A_INODE_DEV);
		in->ino = record_fig(b, WBTRACE_A_INODE_INO);
		in->path = record_text(b, WBTRACE_A_INODE_PATH);
		in->bdi = record_text(b, WBTRACE_A_INODE_BDI);
		in->cgroup = record_fig(b, WBTRACE_A_INODE_CGROUP);
		in->dirty_bytes = record_fig(b, WBTRACE_A_INODE_DIRTY_NOW_BYTES);
		in->writeback_bytes = record_fig(b, WBTRACE_A_INODE_WRITEBACK_NOW_BYTES);
		if (lost_part(r, "inode", a, b, WBTRACE_A_INODE_FIRST_NS,
			      r->board->w[i].first_ns)) {
			rep->emptied = true;
			continue;
		}
		in->dirtied_bytes = grown(a, b, WBTRACE_A_INODE_DIRTIED_BYTES, !a);
		in->written_bytes = grown(a, b, WBTRACE_A_INODE_WRITTEN_BYTES, !a);
		in->passes = grown(a, b, WBTRACE_A_INODE_PASS_COUNT, !a);
		in->held_ns = grown(ta, tb, WBTRACE_A_THROTTLE_HELD_NS, !ta);
		in->cancelled_bytes = grown(a, b, WBTRACE_A_INODE_CANCELLED_BYTES, !a);
		in->redirtied_bytes = grown(a, b, WBTRACE_A_INODE_REDIRTIED_BYTES, !a);
		in->foreign_bytes = grown(a, b, WBTRACE_A_INODE_FOREIGN_BYTES, !a);
		in->wb_switches = grown(a, b, WBTRACE_A_INODE_WB_SWITCH_COUNT, !a);
		in->age_ns = record_fig(b, WBTRACE_A_INODE_DIRTY_AGE_NS);
	}
}

static void fill_devices(struct report *rep, const struct run *r)
{
	const struct device *d;
	size_t i;

	rep->during_bytes = r->during_bytes;
	rep->after_bytes = r->after_bytes;
	rep->during_ratio = fig_ratio(r->during_bytes, fig_add(r->during_bytes, r->after_bytes));
	rep->drain_ns = r->drain_ns;
	rep->devices = calloc(r->devs.count + 1, sizeof(*rep->devices));
	for (i = 0; i < r->devs.count && rep->devices; i++) {
		d = &r->devs.d[i];
		rep->devices[i].dev = fig_of(d->dev);
		rep->devices[i].slave = fig_of(d->slave);
		rep->devices[i].during_bytes = fig_grown(d->start_bytes, d->end_bytes);
		rep->devices[i].wbt_lat_ns = d->wbt_lat_ns;
		rep->devices[i].ticks_ns = fig_grown(d->start_ticks_ns, d->end_ticks_ns);
		rep->devices[i].after_bytes = fig_grown(d->end_bytes, d->drained_bytes);
		rep->device_count = i + 1;
	}
}

static void fill_samples(struct report *rep, const struct run *r)
{
	size_t i, j, n = r->sample_count;
	const struct sample *s, *then = NULL;

	rep->sample_t_ns = calloc(n + 1, sizeof(*rep->sample_t_ns));
	rep->sample_device = calloc(n + 1, sizeof(*rep->sample_device));
	rep->sample_vm = calloc(n + 1, sizeof(*rep->sample_vm));
	rep->samples = calloc(n * r->writers + 1, sizeof(*rep->samples));
	if (!rep->sample_t_ns || !rep->sample_device || !rep->sample_vm || !rep->samples)
		return;
	for (i = 0; i < n; i++) {
		s = r->samples[i];
		rep->sample_t_ns[i] = s->t_ns;
		rep->sample_device[i] = s->device_bytes;
		vmstat_between(&rep->sample_vm[i], then ? &then->vm : &r->vm_start, &s->vm,
			       s->t_ns - (then ? then->t_ns : 0));
		then = s;
		for (j = 0; j < r->writers; j++)
			rep->samples[i * r->writers + j] = (struct report_sample){
				r->program ? fig_none() : fig_of(s->w[j].written_bytes),
				rep->writers[j].read_bytes.known ?
				fig_of(s->w[j].read_bytes) : fig_none(),
				s->w[j].throttled_ns, s->dirtied_bytes
			};
	}
	rep->sample_count = n;
}

static void fill_probes(struct report *rep, const struct run *r)
{
	const struct record *info = r->module.info_end ? r->module.info_end : r->module.info;
	const struct record *p;
	uint64_t state;
	size_t n = 0;

	if (!info)
		return;
	rep->module_version = record_text(info, WBTRACE_A_INFO_VERSION);
	for (p = record_nest(info, WBTRACE_A_INFO_PROBE); p; p = p->next)
		n++;
	rep->probes_absent = calloc(n + 1, sizeof(*rep->probes_absent));
	if (!rep->probes_absent)
		return;
	n = 0;
	for (p = record_nest(info, WBTRACE_A_INFO_PROBE); p; p = p->next) {
		state = record_fig(p, WBTRACE_A_PROBE_STATE).v;
		if (state == WBTRACE_PROBE_STATE_ABSENT || state == WBTRACE_PROBE_STATE_FAILED)
			rep->probes_absent[n++] = record_text(p, WBTRACE_A_PROBE_NAME);
	}
	rep->probes_absent_count = fig_of(n);
}

/* "ext4 on 252:0", each once; what does not fit is counted. */
static void fill_where(struct report *rep, const struct run *r)
{
	char one[64], dev[FORMAT_LEN];
	size_t i, at = 0;

	for (i = 0; i < r->target_count; i++) {
		snprintf(one, sizeof(one), "%s on %s", r->targets[i].mount.fs_type,
			 format_fig(dev, UNIT_DEV, fig_of(r->targets[i].mount.dev)));
		if (strstr(rep->where, one) || at + strlen(one) + 3 > sizeof(rep->where))
			continue;
		at += (size_t)sprintf(rep->where + at, "%s%s", at ? ", " : "", one);
	}
}

static char *join(int argc, char **argv)
{
	size_t len = 1;
	char *text;
	int i;

	for (i = 0; i < argc; i++)
		len += strlen(argv[i]) + 1;
	text = calloc(1, len);
	for (i = 0; text && i < argc; i++) {
		if (i)
			strcat(text, " ");
		strcat(text, argv[i]);
	}
	return text;
}

static void fill_head(struct report *rep, const struct run *r)
{
	static const char *const fsync_names[] = { "end", "each", "none" };

	rep->sys = r->sys;
	rep->time = r->wall;
	rep->command_line = join(r->argc, r->argv);
	rep->shape = r->shape;
	rep->size = r->size ? fig_of(r->size) : fig_none();
	rep->file_size = fig_of(r->wrap);
	if (r->shape == &shape_files)
		rep->files = fig_of(r->size / r->wrap);
	rep->rate = r->o.rate;
	rep->bs = r->o.bs;
	rep->time_limit_ns = r->time_ns ? fig_of(r->time_ns) : fig_none();
	rep->fsync = fsync_names[r->o.fsync.v];
	rep->direct = r->o.direct;
	rep->rewrite = r->o.rewrite;
	rep->duration_ns = fig_of(r->end_ns - r->go_ns);
	rep->interrupted = r->signal != 0;
	rep->module_lost = r->module.lost;
	fill_where(rep, r);
	rep->metrics = &r->metrics;
}

static int fill_writers(struct report *rep, const struct run *r)
{
	size_t i;

	rep->writers = calloc(r->writers, sizeof(*rep->writers));
	if (!rep->writers)
		return -ENOMEM;
	rep->writer_count = r->writers;
	for (i = 0; i < r->writers; i++)
		fill_writer(rep, r, i);
	report_fill_ledgers(rep, r);
	report_sum(rep);
	return 0;
}

struct report *report_build(struct run *r)
{
	struct report *rep = calloc(1, sizeof(*rep));

	if (!rep)
		return NULL;
	fill_head(rep, r);
	fill_probes(rep, r);
	if (r->program ? report_fill_program(rep, r) : fill_writers(rep, r)) {
		report_free(rep);
		return NULL;
	}
	fill_devices(rep, r);
	report_fill_rates(rep);
	if (r->program)
		report_fill_program_inodes(rep, r);
	else
		fill_inodes(rep, r);
	report_fill_chains(rep, r);
	if (r->source == SOURCE_TRACEFS)
		tracefs_fill_wbs(rep, r);
	else
		fill_wbs(rep, r);
	report_fill_flushers(rep, r);
	report_fill_others(rep, r);
	fill_samples(rep, r);
	report_fill_fairness(rep);
	report_fill_together(rep);
	report_fill_blocks(rep, r);
	audit_build(&rep->audit, r, rep);
	report_fill_notes(rep, r);
	report_fill_profile(rep, r);
	rep->findings = findings_of(rep);
	return rep;
}

void report_free(struct report *rep)
{
	size_t i;

	if (!rep)
		return;
	for (i = 0; i < rep->writer_count; i++) {
		free((char *)rep->writers[i].label);
		free((char *)rep->writers[i].comm);
		free((char *)rep->writers[i].error);
		if (!rep->doc && !rep->program)
			free((char *)rep->writers[i].top.function);
		report_free_tasks(rep, rep->writers[i].tasks, rep->writers[i].task_count);
	}
	for (i = 0; i < rep->wb_count; i++) {
		report_free_tasks(rep, rep->wbs[i].flusher, 1);
		free(rep->wbs[i].series);
	}
	report_program_free(rep);
	findings_free(rep->findings);
	free(rep->writers);
	free(rep->devices);
	free(rep->targets);
	free(rep->wbs);
	report_free_tasks(rep, rep->watched, rep->watched_count);
	report_free_tasks(rep, rep->others, rep->other_count);
	free(rep->inodes);
	free(rep->sample_t_ns);
	free(rep->sample_device);
	free(rep->sample_vm);
	free(rep->samples);
	free(rep->probes_absent);
	free(rep->command_line);
	cpu_profile_free(rep->profile);
	if (rep->doc)
		free((struct metric_list *)rep->metrics);
	json_object_put(rep->doc);
	free(rep);
}
