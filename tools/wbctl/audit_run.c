// SPDX-License-Identifier: GPL-2.0-or-later
/* Gathers what the audit of a run compares. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit_l4.h"
#include "audit_run.h"
#include "extents.h"
#include "report.h"
#include "run.h"

/* What a table sums to; unknown when the module does not tell, or too fast a table. */
static struct fig sum(const struct rows *rows, int attr)
{
	const struct record *row;
	struct fig total = fig_of(0), one;
	bool any = false;

	if (rows->inconsistent)
		return fig_none();
	for (row = rows->first; row; row = row->next) {
		one = record_fig(row, attr);
		any |= one.known;
		total.v += one.v;
	}
	return any || !rows->first ? total : fig_none();
}

/* The two counters, and those of all CPUs: the kernel folds them when asked to. */
static void read_vmstat(const struct run *r, struct fig *dirtied, struct fig *written)
{
	int fd = open("/proc/sys/vm/stat_refresh", O_RDONLY | O_CLOEXEC);
	unsigned long long v;
	char name[64], byte;
	bool folded = true;
	FILE *f;

	if (fd >= 0) {
		/* The reading itself is what matters; there is nothing to read. */
		folded = read(fd, &byte, 1) >= 0;
		close(fd);
	}
	if (!folded)
		return;
	f = fopen("/proc/vmstat", "re");
	while (f && fscanf(f, "%63s %llu", name, &v) == 2) {
		if (!strcmp(name, "nr_dirtied"))
			*dirtied = fig_of(v * r->sys.page_bytes);
		if (!strcmp(name, "nr_written"))
			*written = fig_of(v * r->sys.page_bytes);
	}
	if (f)
		fclose(f);
}

/* A column of a table, and where its sum goes. */
struct want {
	int attr;
	struct fig *to;
};

static void read_table(struct run *r, int cmd, const struct attr_set *set,
		       const struct want *want, size_t count)
{
	struct rows rows = {};
	size_t i;

	if (client_dump(r->module.client, cmd, set, NULL, &rows))
		return;
	for (i = 0; i < count; i++)
		*want[i].to = sum(&rows, want[i].attr);
	record_free(rows.first);
}

static void read_totals(struct run *r, struct audit_totals *t)
{
	const struct want inodes[] = {
		{ WBTRACE_A_INODE_DIRTIED_BYTES, &t->inodes_dirtied },
		{ WBTRACE_A_INODE_WRITTEN_BYTES, &t->inodes_written },
	};
	const struct want tasks[] = {
		{ WBTRACE_A_TASK_DIRTIED_BYTES, &t->tasks_dirtied },
	};
	const struct want wbs[] = {
		{ WBTRACE_A_WB_DIRTIED_BYTES, &t->wbs_dirtied },
		{ WBTRACE_A_WB_WRITTEN_BYTES, &t->wbs_written },
		{ WBTRACE_A_WB_GIVEN_BACK_BYTES, &t->wbs_given_back },
	};

	read_vmstat(r, &t->vm_dirtied[0], &t->vm_written[0]);
	read_table(r, WBTRACE_CMD_INODE, &attrs_inode, inodes, ARRAY_SIZE(inodes));
	read_table(r, WBTRACE_CMD_TASK, &attrs_task, tasks, ARRAY_SIZE(tasks));
	read_table(r, WBTRACE_CMD_WB, &attrs_wb, wbs, ARRAY_SIZE(wbs));
	read_vmstat(r, &t->vm_dirtied[1], &t->vm_written[1]);
}

static struct query query_of(const struct run *r, size_t i)
{
	struct query q = { .count_pages = true };

	q.dev = fig_of(r->targets[r->procs[i].target].mount.dev);
	q.ino = r->procs[i].ino;
	return q;
}

/* The row of a writer's file in a table that may know nothing of it. */
static struct record *row_of_file(struct run *r, size_t i, int cmd, const struct attr_set *set)
{
	struct query q = query_of(r, i);
	struct record *row = NULL;
	int rc;

	q.count_pages = cmd == WBTRACE_CMD_INODE;
	if (!q.ino.known)
		return NULL;
	rc = client_get(r->module.client, cmd, set, &q, &row);
	return rc ? NULL : row;
}

static struct fig blocks_of(const struct run *r, size_t i)
{
	char name[WRITER_FILE_LEN];
	struct stat st;

	if (fstatat(r->targets[r->procs[i].target].own_fd, writer_file(name, (unsigned int)i), &st,
		    AT_SYMLINK_NOFOLLOW))
		return fig_none();
	return fig_of((uint64_t)st.st_blocks * 512);
}

/* Whether the module measures block allocation; it refuses where it cannot. */
static bool knows_alloc(struct run *r)
{
	struct query q = { .top = fig_of(1), .by = fig_of(WBTRACE_SORT_KEY_TIME) };
	struct rows rows = {};
	int rc = client_dump(r->module.client, WBTRACE_CMD_ALLOC, &attrs_alloc, &q, &rows);

	record_free(rows.first);
	return !rc;
}

void audit_start(struct run *r)
{
	struct audit_run *a = &r->audit;
	size_t i;

	a->w = calloc(r->writers, sizeof(*a->w));
	if (!a->w)
		return;
	a->alloc = knows_alloc(r);
	for (i = 0; i < r->writers; i++) {
		a->w[i].blocks_start = blocks_of(r, i);
		if (a->alloc)
			a->w[i].alloc_start = row_of_file(r, i, WBTRACE_CMD_ALLOC, &attrs_alloc);
	}
	audit_l4_start(r);
	read_totals(r, &a->start);
}

void audit_end(struct run *r)
{
	struct audit_run *a = &r->audit;
	char name[WRITER_FILE_LEN];
	size_t i;

	a->drained = r->drain_ns.known;
	if (!r->module.client || r->module.lost || !a->w)
		return;
	for (i = 0; i < r->writers; i++) {
		/* A file system that does not come to an end may hang here too. */
		if (a->drained) {
			a->w[i].blocks_end = blocks_of(r, i);
			a->w[i].extents = extents_of(r->targets[r->procs[i].target].own_fd,
						     writer_file(name, (unsigned int)i));
		}
		a->w[i].inode = row_of_file(r, i, WBTRACE_CMD_INODE, &attrs_inode);
		if (a->alloc)
			a->w[i].alloc_end = row_of_file(r, i, WBTRACE_CMD_ALLOC, &attrs_alloc);
	}
	read_totals(r, &a->end);
}

void audit_free(struct run *r)
{
	struct audit_run *a = &r->audit;
	size_t i;

	for (i = 0; a->w && i < r->writers; i++) {
		record_free(a->w[i].inode);
		record_free(a->w[i].alloc_start);
		record_free(a->w[i].alloc_end);
	}
	free(a->w);
	a->w = NULL;
	audit_l4_close(r);
}

/* What a counter of a row grew by; without a first row it began at 0. */
static struct fig grown(const struct record *start, const struct record *end, int attr)
{
	return fig_grown(start ? record_fig(start, attr) : fig_of(0), record_fig(end, attr));
}

static void fill_inode(struct audit_inode *in, const struct run *r, size_t i, const char *label)
{
	const struct record *a = r->procs[i].inode_start, *b = r->audit.w[i].inode;

	*in = (struct audit_inode){
		.label = label,
		.dirty_start = a ? record_fig(a, WBTRACE_A_INODE_DIRTY_NOW_BYTES) : fig_of(0),
		.dirtied = grown(a, b, WBTRACE_A_INODE_DIRTIED_BYTES),
		.started = grown(a, b, WBTRACE_A_INODE_WRITE_STARTED_BYTES),
		.cancelled = grown(a, b, WBTRACE_A_INODE_CANCELLED_BYTES),
		.redirtied = grown(a, b, WBTRACE_A_INODE_REDIRTIED_BYTES),
		.dirty_end = record_fig(b, WBTRACE_A_INODE_DIRTY_NOW_BYTES),
	};
	/* The file is new, or was synced: all that its row knows is of this run. */
	if (!a && record_fig(b, WBTRACE_A_INODE_FIRST_NS).v < r->module.start_ns)
		in->dirtied = fig_none();
	if (a && record_fig(a, WBTRACE_A_INODE_FIRST_NS).v !=
	    record_fig(b, WBTRACE_A_INODE_FIRST_NS).v)
		in->dirtied = fig_none();
	if (!r->audit.drained)
		in->in_flight = AUDIT_FOLIO_BYTES +
				record_fig(b, WBTRACE_A_INODE_WRITEBACK_NOW_BYTES).v;
}

static void check_l1(struct audit_law *law, const struct run *r, char (*labels)[32])
{
	struct audit_inode *inodes = calloc(r->writers, sizeof(*inodes));
	size_t i, n = 0;

	for (i = 0; inodes && i < r->writers; i++)
		if (r->audit.w[i].inode)
			fill_inode(&inodes[n++], r, i, labels[i]);
	audit_l1(law, inodes, n);
	free(inodes);
}

static void check_l4(struct audit_law *law, const struct run *r, const struct report *rep,
		     char (*labels)[32])
{
	const struct audit_oracle_l4 *o = r->program ? NULL : r->audit.l4;
	size_t i, n = o && o->count == r->writers ? o->count : 0;
	struct audit_pauses *tasks = calloc(n + 1, sizeof(*tasks));

	for (i = 0; tasks && i < n; i++) {
		tasks[i] = o->tasks[i];
		tasks[i].label = labels[i];
		tasks[i].count = rep->writers[i].t.count;
		tasks[i].requested_ns = rep->writers[i].t.requested_ns;
	}
	audit_l4(law, tasks, tasks ? n : 0, o ? o->lost : 0);
	free(tasks);
}

static void fill_file(struct audit_file *f, const struct audit_writer *w, const char *label)
{
	struct fig data = grown(w->alloc_start, w->alloc_end, WBTRACE_A_ALLOC_ALLOCATED_BYTES);
	struct fig maps = grown(w->alloc_start, w->alloc_end, WBTRACE_A_ALLOC_METADATA_BYTES);
	struct fig mess = record_fig(w->alloc_end, WBTRACE_A_ALLOC_OUT_OF_ORDER_COUNT);

	*f = (struct audit_file){
		.label = label,
		.allocated = maps.known ? fig_add(data, maps) : data,
		.maps = maps,
		.beyond = record_fig(w->alloc_end, WBTRACE_A_ALLOC_PREALLOCATED_BYTES),
		.grown = fig_grown(w->blocks_start, w->blocks_end),
		.fiemap = w->extents,
	};
	if (mess.known && !mess.v)
		f->extents = record_fig(w->alloc_end, WBTRACE_A_ALLOC_EXTENT_COUNT);
}

static void check_l5(struct audit_law *law, const struct run *r, const struct report *rep,
		     char (*labels)[32])
{
	struct audit_file *files = calloc(r->writers, sizeof(*files));
	size_t i, n = r->audit.alloc && r->audit.drained && files ? r->writers : 0;

	if (r->program)
		n = 0;

	for (i = 0; i < n; i++) {
		fill_file(&files[i], &r->audit.w[i], labels[i]);
		files[i].cow = !strcmp(rep->writers[i].fs_type, "btrfs");
	}
	audit_l5(law, files, n);
	if (r->audit.alloc && !r->audit.drained)
		snprintf(law->note, sizeof(law->note), "the drain did not end");
	free(files);
}

static void check_l6(struct audit_law *law, const struct run *r, const struct report *rep,
		     char (*labels)[32])
{
	/* A program's tasks have no clock of their own to compare with. */
	size_t i, n = r->program ? 0 : rep->writer_count;
	struct audit_ledger *ledgers = calloc(n + 1, sizeof(*ledgers));

	for (i = 0; ledgers && i < n; i++) {
		ledgers[i].label = labels[i];
		/* A writer that was killed could not ask at the end of its clock. */
		if (!rep->writers[i].ledger_own.v)
			continue;
		ledgers[i].wall = rep->writers[i].ledger.wall_ns;
		ledgers[i].sum = ledger_sum(&rep->writers[i].ledger);
		ledgers[i].clock = rep->writers[i].wall_ns;
	}
	audit_l6(law, ledgers, ledgers ? n : 0);
	free(ledgers);
}

static void check_l7(struct audit_law *law, const struct record *info)
{
	const struct audit_events e = {
		.generated = record_fig(info, WBTRACE_A_INFO_EVENTS_GENERATED),
		.emitted = record_fig(info, WBTRACE_A_INFO_EVENTS_EMITTED),
		.lost = record_fig(info, WBTRACE_A_INFO_EVENTS_LOST),
		.queued = record_fig(info, WBTRACE_A_INFO_EVENTS_QUEUED),
	};

	audit_l7(law, &e);
}

__printf(2, 3)
static void append(struct audit_law *law, const char *fmt, ...)
{
	size_t at = strlen(law->note);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(law->note + at, sizeof(law->note) - at, fmt, ap);
	va_end(ap);
}

/* The program's part of what all tasks dirtied; it cannot be more. */
static void note_tree(struct audit *a, const struct run *r, const struct report *rep)
{
	struct fig tree = rep->all.dirtied_bytes, usage = rep->program->usage_dirtied_bytes;
	struct fig all = fig_grown(r->audit.start.tasks_dirtied, r->audit.end.tasks_dirtied);
	char ours[FORMAT_LEN], theirs[FORMAT_LEN];

	if (!tree.known)
		return;
	append(&a->law[1], "; the program's tree %s, by getrusage(2) %s",
	       format_fig(ours, UNIT_BYTES, tree), format_fig(theirs, UNIT_BYTES, usage));
	if (all.known && tree.v > all.v) {
		a->law[1].holds = AUDIT_BROKEN;
		append(&a->law[1], ", more than all tasks together");
	}
}

/* What else the kernel counts: the tasks' own I/O accounts, the devices' sectors. */
static void note_others(struct audit *a, const struct run *r, const struct report *rep)
{
	struct fig io = fig_of(0), dirtied = rep->all.dirtied_bytes;
	char ours[FORMAT_LEN], theirs[FORMAT_LEN];
	size_t i;

	for (i = 0; i < r->writers && !r->program; i++)
		io = fig_add(io, rep->writers[i].io_dirtied_bytes);
	if (r->program)
		note_tree(a, r, rep);
	else if (io.known && dirtied.known && !r->o.direct)
		append(&a->law[1], "; the writers %s, by /proc/PID/io %s",
		       format_fig(ours, UNIT_BYTES, dirtied), format_fig(theirs, UNIT_BYTES, io));
	io = fig_add(r->during_bytes, r->after_bytes);
	if (io.known)
		append(&a->law[2], "; the devices of the run took %s",
		       format_fig(theirs, UNIT_BYTES, io));
}

/* What somebody emptied meanwhile proves nothing about any law of the tables. */
static void forget_emptied(struct audit *a, const struct run *r)
{
	size_t i;

	if (!module_reset(&r->module).known)
		return;
	for (i = 0; i < ARRAY_SIZE(a->law); i++) {
		/* Events are counted apart. */
		if (i == 6)
			continue;
		a->law[i] = (struct audit_law){ .unit = a->law[i].unit };
		snprintf(a->law[i].note, sizeof(a->law[i].note),
			 "somebody emptied the module's tables during the run");
	}
}

void audit_build(struct audit *a, const struct run *r, const struct report *rep)
{
	char (*labels)[32] = calloc(r->writers, sizeof(*labels));
	size_t i;

	memset(a, 0, sizeof(*a));
	if (labels && r->module.client && !r->module.lost && r->audit.w) {
		for (i = 0; i < r->writers; i++)
			snprintf(labels[i], sizeof(labels[i]), "writer %zu", i);
		check_l1(&a->law[0], r, labels);
		audit_l2(&a->law[1], &r->audit.start, &r->audit.end);
		audit_l3(&a->law[2], &r->audit.start, &r->audit.end);
		check_l4(&a->law[3], r, rep, labels);
		check_l5(&a->law[4], r, rep, labels);
		check_l6(&a->law[5], r, rep, labels);
		check_l7(&a->law[6], r->module.info_end);
		audit_l8(&a->law[7], &r->audit.start, &r->audit.end);
		note_others(a, r, rep);
		forget_emptied(a, r);
		a->done = true;
	}
	free(labels);
}
