// SPDX-License-Identifier: GPL-2.0-or-later
/* What the module says about a run, and whether it still says it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "run.h"

/* Above this, one dump of all tasks is cheaper than one for each writer. */
#define WRITERS_BY_PID 16

static void lose(struct module *m, int rc)
{
	if (m->lost)
		return;
	m->lost = true;
	/* A dump that meets the module on its way out gets the second. */
	if (rc == -ENOENT || rc == -EPROTONOSUPPORT)
		snprintf(m->lost_why, sizeof(m->lost_why), "it was unloaded during the run");
	else if (rc == -EUCLEAN)
		snprintf(m->lost_why, sizeof(m->lost_why),
			 "its probes were detached and attached again during the run");
	else
		snprintf(m->lost_why, sizeof(m->lost_why), "it stopped answering: %s%s%s",
			 strerror(-rc), *client_why(m->client) ? ", " : "",
			 client_why(m->client));
}

static bool usable(const struct module *m)
{
	return m->client && !m->lost;
}

int module_attach(struct module *m)
{
	int rc = client_open(&m->client);

	if (!rc)
		rc = client_attach(m->client);
	if (!rc)
		rc = client_info(m->client, &m->info);
	return rc ? client_refuse(m->client, rc) : WBCTL_OK;
}

static bool within(struct fig t, const uint64_t range[2])
{
	return t.known && t.v >= range[0] && t.v <= range[1];
}

/*
 * A task is its pid and its start time. The writer was born between two
 * readings of the clock; a later task that got its pid again was not.
 */
static bool is_task_of(const struct proc *p, const struct record *row)
{
	struct fig start = record_fig(row, WBTRACE_A_TASK_START_NS);
	struct fig pid = record_fig(row, WBTRACE_A_TASK_PID);

	if (!pid.known || pid.v != (uint64_t)p->pid)
		return false;
	return within(start, p->mono) || within(start, p->boot);
}

/* Takes the first row that @fits out of the list. */
static struct record *take_row(struct record **list, const struct proc *p,
			       bool (*fits)(const struct proc *p, const struct record *row))
{
	struct record *row;

	for (; *list; list = &(*list)->next) {
		if (!fits(p, *list))
			continue;
		row = *list;
		*list = row->next;
		row->next = NULL;
		return row;
	}
	return NULL;
}

static int dump(struct module *m, int cmd, const struct attr_set *set, const struct query *q,
		struct rows *rows)
{
	int rc = client_dump(m->client, cmd, set, q, rows);

	if (rc)
		lose(m, rc);
	else
		m->inconsistent |= rows->inconsistent;
	return rc;
}

/* Puts each writer's row of the task table where @at says. */
static void read_tasks(struct run *r, size_t at)
{
	bool by_pid = r->writers <= WRITERS_BY_PID;
	struct module *m = &r->module;
	struct rows rows = {};
	struct query q = {};
	struct proc *p;
	size_t i;

	if (!by_pid && dump(m, WBTRACE_CMD_TASK, &attrs_task, NULL, &rows))
		return;
	for (i = 0; i < r->writers; i++) {
		p = &r->procs[i];
		if (by_pid) {
			q.pid = fig_of((uint64_t)p->pid);
			if (dump(m, WBTRACE_CMD_TASK, &attrs_task, &q, &rows))
				return;
		}
		*(struct record **)((char *)p + at) = take_row(&rows.first, p, is_task_of);
		if (by_pid) {
			record_free(rows.first);
			rows.first = NULL;
		}
	}
	record_free(rows.first);
}

static bool is_inode_of(const struct proc *p, const struct record *row)
{
	struct fig ino = record_fig(row, WBTRACE_A_INODE_INO);

	if (record_fig(row, WBTRACE_A_INODE_FLAGS).v &
	    (WBTRACE_ROW_FLAGS_GONE | WBTRACE_ROW_FLAGS_EVICTED))
		return false;
	return ino.known && p->ino.known && ino.v == p->ino.v;
}

/* The number of an inode that is gone may have been given again: see is_inode_of(). */
static void read_inodes(struct run *r, size_t at)
{
	struct query q = { .count_pages = true, .paths = true };
	struct rows rows;
	struct proc *p;
	size_t i;

	for (i = 0; i < r->writers; i++) {
		p = &r->procs[i];
		if (!p->ino.known)
			continue;
		q.dev = fig_of(r->targets[p->target].mount.dev);
		q.ino = p->ino;
		if (dump(&r->module, WBTRACE_CMD_INODE, &attrs_inode, &q, &rows))
			return;
		*(struct record **)((char *)p + at) = take_row(&rows.first, p, is_inode_of);
		record_free(rows.first);
	}
}

static void find_inode(struct run *r, struct proc *p, unsigned int id)
{
	char name[WRITER_FILE_LEN];
	struct stat st;

	if (!fstatat(r->targets[p->target].own_fd, writer_file(name, id), &st,
		     AT_SYMLINK_NOFOLLOW))
		p->ino = fig_of(st.st_ino);
}

void module_start(struct run *r)
{
	size_t i;

	r->module.start_ns = now_ns();
	for (i = 0; i < r->writers; i++)
		find_inode(r, &r->procs[i], (unsigned int)i);
	if (usable(&r->module)) {
		audit_start(r);
		ledgers_watch(r);
		dump(&r->module, WBTRACE_CMD_WB, &attrs_wb, NULL, &r->module.wbs_start);
	}
	if (usable(&r->module))
		read_tasks(r, offsetof(struct proc, task_start));
	if (usable(&r->module))
		read_inodes(r, offsetof(struct proc, inode_start));
	if (usable(&r->module))
		ledgers_start(r);
	if (usable(&r->module) && r->program)
		tree_start(r);
}

static struct fig throttled_so_far(const struct record *task)
{
	const struct record *t = record_nest(task, WBTRACE_A_TASK_THROTTLE);
	struct fig now = record_fig(task, WBTRACE_A_TASK_THROTTLED_NOW_NS);
	struct fig held = record_fig(t, WBTRACE_A_THROTTLE_HELD_NS);

	return now.known ? fig_add(held, now) : held;
}

void module_sample(struct run *r, struct fig *throttled)
{
	struct proc *p;
	size_t i;

	for (i = 0; i < r->writers; i++)
		throttled[i] = fig_none();
	if (!usable(&r->module))
		return;
	if (r->program) {
		tree_sample(r, throttled);
		return;
	}
	read_tasks(r, offsetof(struct proc, task_end));
	for (i = 0; i < r->writers; i++) {
		p = &r->procs[i];
		throttled[i] = throttled_so_far(p->task_end);
		record_free(p->task_end);
		p->task_end = NULL;
	}
}

static struct wb_moment moment_of(const struct record *wb)
{
	const struct record *limit = record_nest(wb, WBTRACE_A_WB_LIMIT);
	const struct record *t = record_nest(wb, WBTRACE_A_WB_THROTTLE);

	return (struct wb_moment){
		.bdi_id = record_fig(wb, WBTRACE_A_WB_BDI_ID).v,
		.cgroup = record_fig(wb, WBTRACE_A_WB_CGROUP).v,
		.dirty_bytes = fig_add(record_fig(wb, WBTRACE_A_WB_KERNEL_RECLAIMABLE_BYTES),
				       record_fig(wb, WBTRACE_A_WB_KERNEL_WRITEBACK_BYTES)),
		.written_bytes = record_fig(wb, WBTRACE_A_WB_WRITTEN_BYTES),
		.limit_bytes = record_fig(limit, WBTRACE_A_LIMIT_WB_THRESH_BYTES),
		.domain_limit_bytes = record_fig(limit, WBTRACE_A_LIMIT_THRESH_BYTES),
		.bandwidth = record_fig(wb, WBTRACE_A_WB_WRITE_BANDWIDTH_BYTES_PER_S),
		.throttle_count = record_fig(t, WBTRACE_A_THROTTLE_COUNT),
		.slept_ns = record_fig(t, WBTRACE_A_THROTTLE_SLEPT_NS),
	};
}

struct wb_moment *module_sample_wbs(struct run *r, size_t *count)
{
	const struct record *row;
	struct wb_moment *all;
	struct rows rows = {};
	size_t n = 0;

	*count = 0;
	if (!usable(&r->module) || dump(&r->module, WBTRACE_CMD_WB, &attrs_wb, NULL, &rows))
		return NULL;
	ledgers_follow(&r->ledgers, &rows);
	for (row = rows.first; row; row = row->next)
		n++;
	all = calloc(n + 1, sizeof(*all));
	for (row = rows.first; all && row; row = row->next)
		if (record_fig(row, WBTRACE_A_WB_BDI_ID).known)
			all[(*count)++] = moment_of(row);
	record_free(rows.first);
	return all;
}

/* Whether the probes are still those that the run began with. */
static void check_attached(struct module *m)
{
	struct fig then, now;
	int rc;

	rc = client_info(m->client, &m->info_end);
	if (rc) {
		lose(m, rc);
		return;
	}
	then = record_fig(m->info, WBTRACE_A_INFO_ATTACHED_NS);
	now = record_fig(m->info_end, WBTRACE_A_INFO_ATTACHED_NS);
	if (then.known != now.known || then.v != now.v)
		lose(m, -EUCLEAN);
}

void module_end(struct run *r)
{
	struct module *m = &r->module;

	if (usable(m))
		read_tasks(r, offsetof(struct proc, task_end));
	if (usable(m) && r->program)
		tree_end(r);
	if (usable(m))
		ledgers_end(r);
	if (usable(m))
		read_inodes(r, offsetof(struct proc, inode_end));
	if (usable(m))
		dump(m, WBTRACE_CMD_WB, &attrs_wb, NULL, &m->wbs_end);
	if (usable(m))
		check_attached(m);
}

void module_close(struct run *r)
{
	struct module *m = &r->module;
	size_t i;

	for (i = 0; r->procs && i < r->writers; i++) {
		record_free(r->procs[i].task_start);
		record_free(r->procs[i].task_end);
		record_free(r->procs[i].inode_start);
		record_free(r->procs[i].inode_end);
	}
	record_free(m->wbs_start.first);
	record_free(m->wbs_end.first);
	record_free(m->info);
	record_free(m->info_end);
	audit_free(r);
	tree_free(&r->tree);
	ledgers_free(r);
	client_close(m->client);
}

void module_leave(const struct run *r)
{
	const int fds[] = { client_fd(r->module.client), client_fd(r->ledgers.client) };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

const struct record *module_row_of(const struct rows *rows, const struct record *wb)
{
	struct fig id = record_fig(wb, WBTRACE_A_WB_BDI_ID);
	struct fig cgroup = record_fig(wb, WBTRACE_A_WB_CGROUP);
	const struct record *row;

	for (row = rows->first; row; row = row->next)
		if (id.known && record_fig(row, WBTRACE_A_WB_BDI_ID).known &&
		    record_fig(row, WBTRACE_A_WB_BDI_ID).v == id.v &&
		    record_fig(row, WBTRACE_A_WB_CGROUP).v == cgroup.v)
			return row;
	return NULL;
}

static const struct record *table_of(const struct record *info, const char *name)
{
	const struct record *t;

	for (t = record_nest(info, WBTRACE_A_INFO_TABLE); t; t = t->next)
		if (!strcmp(record_text(t, WBTRACE_A_TABLE_NAME), name))
			return t;
	return NULL;
}

struct fig module_reset(const struct module *m)
{
	struct fig reset = record_fig(m->info_end, WBTRACE_A_INFO_RESET_NS);

	return reset.known && reset.v >= m->start_ns ? reset : fig_none();
}

bool module_kept(const struct module *m, const char *table)
{
	static const int losses[] = { WBTRACE_A_TABLE_EVICTED, WBTRACE_A_TABLE_OVERFLOW };
	const struct record *start = table_of(m->info, table);
	const struct record *end = table_of(m->info_end, table);
	struct fig lost;
	size_t i;

	if (!usable(m) || !m->info_end || module_reset(m).known)
		return false;
	for (i = 0; i < ARRAY_SIZE(losses); i++) {
		lost = fig_grown(record_fig(start, losses[i]), record_fig(end, losses[i]));
		if (!lost.known || lost.v)
			return false;
	}
	return true;
}

bool module_sees_dirtying(const struct module *m)
{
	const struct record *probe = record_nest(m->info_end, WBTRACE_A_INFO_PROBE);

	for (; probe; probe = probe->next)
		if (!strcmp(record_text(probe, WBTRACE_A_PROBE_NAME), "writeback_dirty_folio"))
			return record_fig(probe, WBTRACE_A_PROBE_STATE).v ==
			       WBTRACE_PROBE_STATE_ATTACHED;
	return false;
}

bool module_complete(const struct module *m, const char *table)
{
	const struct record *probe;
	uint64_t state;

	if (!module_kept(m, table))
		return false;
	for (probe = record_nest(m->info_end, WBTRACE_A_INFO_PROBE); probe; probe = probe->next) {
		state = record_fig(probe, WBTRACE_A_PROBE_STATE).v;
		/* A file system that is not loaded has nothing to measure. */
		if (state != WBTRACE_PROBE_STATE_ATTACHED &&
		    state != WBTRACE_PROBE_STATE_UNNEEDED)
			return false;
	}
	return true;
}
