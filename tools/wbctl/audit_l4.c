// SPDX-License-Identifier: GPL-2.0-or-later
/* The raw trace stream of pauses, read beside a run for the audit. */
#include <stdlib.h>
#include <string.h>

#include "audit_l4.h"
#include "run.h"
#include "tracefs_reader.h"

static void give_up(struct run *r)
{
	reader_close(r->audit.reader);
	r->audit.reader = NULL;
}

void audit_l4_open(struct run *r)
{
	/* The stream is read of tasks whose pids are known before; a program forks. */
	if (r->o.audit && !r->program && reader_open(&r->audit.reader))
		give_up(r);
}

void audit_l4_start(struct run *r)
{
	pid_t *pids;
	size_t i;

	if (!r->audit.reader)
		return;
	pids = calloc(r->writers, sizeof(*pids));
	for (i = 0; pids && i < r->writers; i++)
		pids[i] = r->procs[i].pid;
	if (!pids || reader_start(r->audit.reader, pids, r->writers))
		give_up(r);
	free(pids);
}

int audit_l4_fd(const struct run *r)
{
	return r->audit.reader ? reader_fd(r->audit.reader) : -1;
}

void audit_l4_poll(struct run *r)
{
	if (r->audit.reader && reader_poll(r->audit.reader))
		give_up(r);
}

static void take_task(struct audit_pauses *to, const struct trace_task *task)
{
	if (!task)
		return;
	to->seen_count = fig_of(task->t.count);
	to->seen_requested_ns = fig_of(task->t.requested_ns);
}

void audit_l4_stop(struct run *r)
{
	struct audit_oracle_l4 *o = &r->audit.oracle;
	size_t i;

	if (!r->audit.reader)
		return;
	if (reader_stop(r->audit.reader)) {
		give_up(r);
		return;
	}
	o->tasks = calloc(r->writers, sizeof(*o->tasks));
	if (!o->tasks)
		return;
	for (i = 0; i < r->writers; i++)
		take_task(&o->tasks[i], reader_task(r->audit.reader, r->procs[i].pid));
	o->count = r->writers;
	o->lost = reader_lost(r->audit.reader);
	r->audit.l4 = o;
}

void audit_l4_close(struct run *r)
{
	give_up(r);
	free(r->audit.oracle.tasks);
	memset(&r->audit.oracle, 0, sizeof(r->audit.oracle));
	r->audit.l4 = NULL;
}
