// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel CPU profile in the report of a run. */
#include <stdlib.h>

#include "report.h"
#include "run.h"

static void add_task(struct cpu_profile *p, struct fig pid, const char *comm)
{
	p->tasks[p->task_count++] = (struct cpu_task){ .pid = pid, .comm = comm };
}

void report_fill_profile(struct report *rep, struct run *r)
{
	struct profiler *from = &r->profiler;
	struct cpu_profile *p;
	size_t i;

	if (!from->hz.known)
		return;
	/* An interrupted start has neither. */
	if (!*from->why && !from->end_ns)
		return;
	if (*from->why) {
		report_note(rep, "There is no CPU profile: %s.", from->why);
		return;
	}
	p = calloc(1, sizeof(*p));
	if (!p)
		return;
	p->event = from->event;
	p->hz = from->hz;
	p->duration_ns = fig_of(from->end_ns - from->start_ns);
	p->lost = from->lost;
	p->tasks = calloc(rep->writer_count + rep->watched_count + 1, sizeof(*p->tasks));
	for (i = 0; p->tasks && i < rep->writer_count; i++)
		add_task(p, rep->writers[i].pid, rep->writers[i].comm);
	for (i = 0; p->tasks && i < rep->watched_count; i++)
		add_task(p, rep->watched[i].pid, rep->watched[i].comm);
	if (cpu_profile_fill(p, &from->hits, &from->syms)) {
		cpu_profile_free(p);
		return;
	}
	rep->profile = p;
	if (!from->syms.count)
		report_note(rep,
			    "The kernel does not tell its functions' addresses (kernel.kptr_restrict): the CPU profile has no names.");
}
