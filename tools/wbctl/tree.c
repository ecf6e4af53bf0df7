// SPDX-License-Identifier: GPL-2.0-or-later
/* What the module says of a program and of all that it forked. */
#include <stdlib.h>
#include <string.h>

#include "run.h"

/* The module remembers which socket watches whom: nobody else's tasks are in it. */
static int read_tasks(struct run *r, struct rows *rows)
{
	const struct query q = { .watched = true };

	return client_dump(r->module.client, WBTRACE_CMD_TASK, &attrs_task, &q, rows);
}

static int read_inodes(struct run *r, struct rows *rows)
{
	return client_dump(r->module.client, WBTRACE_CMD_INODE, &attrs_inode, NULL, rows);
}

void tree_start(struct run *r)
{
	read_inodes(r, &r->tree.inodes_start);
}

static struct fig held_of(const struct record *task)
{
	const struct record *t = record_nest(task, WBTRACE_A_TASK_THROTTLE);
	struct fig now = record_fig(task, WBTRACE_A_TASK_THROTTLED_NOW_NS);
	struct fig held = record_fig(t, WBTRACE_A_THROTTLE_HELD_NS);

	return now.known ? fig_add(held, now) : held;
}

void tree_sample(struct run *r, struct fig *throttled)
{
	struct fig dirtied = fig_of(0), held = fig_of(0);
	const struct record *task;
	struct rows rows = {};

	r->tree.dirtied_now = fig_none();
	*throttled = fig_none();
	if (read_tasks(r, &rows))
		return;
	for (task = rows.first; task; task = task->next) {
		dirtied = fig_add(dirtied, record_fig(task, WBTRACE_A_TASK_DIRTIED_BYTES));
		held = fig_add(held, held_of(task));
	}
	record_free(rows.first);
	r->tree.dirtied_now = dirtied;
	*throttled = held;
}

/**
 * struct member - who is of the tree, for looking up who dirtied an inode
 * @pid: Thread.
 * @start_ns: Its start time.
 */
struct member {
	uint64_t pid;
	uint64_t start_ns;
};

static int by_member(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return (x->start_ns > y->start_ns) - (x->start_ns < y->start_ns);
}

static struct member *members_of(const struct tree *t, size_t *count)
{
	const struct record *task;
	struct member *members;
	size_t n = 0;

	for (task = t->tasks.first; task; task = task->next)
		n++;
	members = calloc(n + 1, sizeof(*members));
	*count = 0;
	for (task = t->tasks.first; members && task; task = task->next)
		members[(*count)++] = (struct member){
			record_fig(task, WBTRACE_A_TASK_PID).v,
			record_fig(task, WBTRACE_A_TASK_START_NS).v,
		};
	if (members)
		qsort(members, *count, sizeof(*members), by_member);
	return members;
}

/* What the tree dirtied of an inode; @in says who most. */
static void share_of(struct tree_inode *in, const struct record *inode,
		     const struct member *members, size_t count)
{
	const struct record *d = record_nest(inode, WBTRACE_A_INODE_DIRTIER);
	uint64_t bytes, most = 0;
	struct member key;

	*in = (struct tree_inode){ .end = inode };
	for (; d; d = d->next) {
		key.pid = record_fig(d, WBTRACE_A_DIRTIER_PID).v;
		key.start_ns = record_fig(d, WBTRACE_A_DIRTIER_START_NS).v;
		if (!bsearch(&key, members, count, sizeof(*members), by_member))
			continue;
		bytes = record_fig(d, WBTRACE_A_DIRTIER_DIRTIED_BYTES).v;
		in->bytes += bytes;
		if (bytes > most || !in->pid)
			in->pid = key.pid;
		if (bytes > most)
			most = bytes;
	}
}

/* Keeps the largest, sorted. */
static void keep(struct tree *t, const struct tree_inode *in)
{
	size_t i = t->inode_count;

	if (i == TREE_INODES && t->inodes[i - 1].bytes >= in->bytes)
		return;
	if (i == TREE_INODES)
		i--;
	else
		t->inode_count++;
	for (; i > 0 && t->inodes[i - 1].bytes < in->bytes; i--)
		t->inodes[i] = t->inodes[i - 1];
	t->inodes[i] = *in;
}

static bool same_inode(const struct record *a, const struct record *b)
{
	static const int keys[] = {
		WBTRACE_A_INODE_DEV, WBTRACE_A_INODE_INO, WBTRACE_A_INODE_GENERATION,
		WBTRACE_A_INODE_FIRST_NS,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (record_fig(a, keys[i]).v != record_fig(b, keys[i]).v)
			return false;
	return true;
}

static void look_closely(struct run *r, struct tree_inode *in)
{
	struct query q = { .count_pages = true, .paths = true };
	const struct record *row;

	q.dev = record_fig(in->end, WBTRACE_A_INODE_DEV);
	q.ino = record_fig(in->end, WBTRACE_A_INODE_INO);
	for (row = r->tree.inodes_start.first; row && !in->start; row = row->next)
		if (same_inode(row, in->end))
			in->start = row;
	if (client_get(r->module.client, WBTRACE_CMD_INODE, &attrs_inode, &q, &in->named))
		return;
	/* Another inode may have got its number. */
	if (same_inode(in->named, in->end))
		return;
	record_free(in->named);
	in->named = NULL;
}

static void find_inodes(struct run *r)
{
	struct tree *t = &r->tree;
	const struct record *row;
	struct member *members;
	struct tree_inode in;
	size_t i, count;

	if (read_inodes(r, &t->inodes_end))
		return;
	members = members_of(t, &count);
	for (row = t->inodes_end.first; members && row; row = row->next) {
		share_of(&in, row, members, count);
		if (in.bytes)
			keep(t, &in);
	}
	free(members);
	for (i = 0; i < t->inode_count; i++)
		look_closely(r, &t->inodes[i]);
}

void tree_end(struct run *r)
{
	struct tree *t = &r->tree;

	if (read_tasks(r, &t->tasks))
		return;
	t->read = true;
	r->module.inconsistent |= t->tasks.inconsistent;
	find_inodes(r);
}

static int by_process(const void *a, const void *b)
{
	static const int keys[] = { WBTRACE_A_TASK_TGID, WBTRACE_A_TASK_START_NS,
				    WBTRACE_A_TASK_PID };
	const struct record *const *left = a, *const *right = b;
	uint64_t x, y;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		x = record_fig(*left, keys[i]).v;
		y = record_fig(*right, keys[i]).v;
		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

static int largest_first(const void *a, const void *b)
{
	const struct tree_process *x = a, *y = b;

	if (x->dirtied != y->dirtied)
		return x->dirtied > y->dirtied ? -1 : 1;
	if (x->decided != y->decided)
		return x->decided > y->decided ? -1 : 1;
	return record_fig(x->leader, WBTRACE_A_TASK_START_NS).v <
	       record_fig(y->leader, WBTRACE_A_TASK_START_NS).v ? -1 : 1;
}

static bool is_leader(const struct record *task)
{
	return record_fig(task, WBTRACE_A_TASK_PID).v == record_fig(task, WBTRACE_A_TASK_TGID).v;
}

/* A first thread begins a process: one pid may have named two of them. */
static bool begins(const struct record *task, const struct record *before)
{
	return !before || is_leader(task) || record_fig(task, WBTRACE_A_TASK_TGID).v !=
					     record_fig(before, WBTRACE_A_TASK_TGID).v;
}

struct tree_process *tree_processes(const struct tree *t, size_t *count)
{
	const struct record *task, **tasks, *throttle;
	struct tree_process *p, *at = NULL;
	size_t i, n = 0;

	for (task = t->tasks.first; task; task = task->next)
		n++;
	*count = 0;
	/* The threads lie behind the processes, of which there are no more. */
	p = calloc(n + 1, sizeof(*p) + sizeof(struct record *));
	if (!p)
		return NULL;
	tasks = (const struct record **)(p + n + 1);
	n = 0;
	for (task = t->tasks.first; task; task = task->next)
		tasks[n++] = task;
	qsort(tasks, n, sizeof(*tasks), by_process);
	for (i = 0; i < n; i++) {
		if (begins(tasks[i], i ? tasks[i - 1] : NULL)) {
			at = &p[(*count)++];
			at->leader = tasks[i];
			at->tasks = &tasks[i];
		}
		throttle = record_nest(tasks[i], WBTRACE_A_TASK_THROTTLE);
		at->count++;
		at->dirtied += record_fig(tasks[i], WBTRACE_A_TASK_DIRTIED_BYTES).v;
		at->decided += record_fig(throttle, WBTRACE_A_THROTTLE_COUNT).v;
	}
	qsort(p, *count, sizeof(*p), largest_first);
	return p;
}

void tree_free_processes(struct tree_process *processes)
{
	free(processes);
}

void tree_free(struct tree *t)
{
	size_t i;

	for (i = 0; i < t->inode_count; i++)
		record_free(t->inodes[i].named);
	record_free(t->tasks.first);
	record_free(t->inodes_start.first);
	record_free(t->inodes_end.first);
	memset(t, 0, sizeof(*t));
}
