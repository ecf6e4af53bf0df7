// SPDX-License-Identifier: GPL-2.0-or-later
/* The ledgers of a run: who is watched, and what is read of it. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"
#include "run.h"

int ledgers_check(struct ledgers *l, const struct opt_list *words)
{
	uint64_t pid;
	size_t i;

	l->watched = calloc(words->count + 1, sizeof(*l->watched));
	if (!l->watched)
		return refuse(WBCTL_FAILED, "no memory");
	for (i = 0; i < words->count; i++) {
		if (parse_number(words->word[i], &pid) || !pid || pid > INT32_MAX)
			return refuse(WBCTL_USAGE, "--watch wants the pid of a process, not '%s'",
				      words->word[i]);
		if (kill((pid_t)pid, 0) && errno == ESRCH)
			return refuse(WBCTL_USAGE, "--watch %s: there is no such process",
				      words->word[i]);
		l->watched[l->watched_count++] = (pid_t)pid;
	}
	return WBCTL_OK;
}

static void note_failure(struct ledgers *l, const struct client *c, int rc)
{
	if (!rc || l->rc)
		return;
	l->rc = rc;
	snprintf(l->why, sizeof(l->why), "%s", client_why(c));
}

/* Holds the probes attached too, as whoever watches must. */
static void watch_others(struct ledgers *l)
{
	int rc;
	size_t i;

	rc = client_open(&l->client);
	if (!rc)
		rc = client_attach(l->client);
	for (i = 0; !rc && i < l->watched_count; i++)
		rc = client_watch(l->client, l->watched[i]);
	if (!rc)
		rc = ledgers_follow_first(l);
	/* Without flushers the report only knows less. */
	if (l->watched_count || l->cgroup_count)
		note_failure(l, l->client, rc);
}

static bool is_followed(const struct ledgers *l, uint64_t pid)
{
	size_t i;

	for (i = 0; i < l->flusher_count; i++)
		if (l->flushers[i].pid == pid)
			return true;
	return false;
}

static bool is_known(const struct ledgers *l, const struct flusher *f)
{
	size_t i;

	for (i = 0; i < l->flusher_count; i++)
		if (l->flushers[i].pid == f->pid && l->flushers[i].cgroup == f->cgroup &&
		    !strcmp(l->flushers[i].bdi, f->bdi))
			return true;
	return false;
}

static void follow(struct ledgers *l, const struct record *wb)
{
	struct fig pid = record_fig(wb, WBTRACE_A_WB_FLUSHER_PID);
	const char *bdi = record_text(wb, WBTRACE_A_WB_BDI);
	struct flusher f = { .cgroup = record_fig(wb, WBTRACE_A_WB_CGROUP).v, .pid = pid.v };

	if (!pid.known || !bdi || l->flusher_count == LEDGERS_FLUSHERS)
		return;
	snprintf(f.bdi, sizeof(f.bdi), "%s", bdi);
	if (is_known(l, &f))
		return;
	if (!is_followed(l, f.pid) && client_watch(l->client, (pid_t)f.pid))
		return;
	l->flushers[l->flusher_count++] = f;
}

void ledgers_follow(struct ledgers *l, const struct rows *wbs)
{
	const struct record *wb;

	for (wb = wbs->first; l->client && wb; wb = wb->next)
		follow(l, wb);
}

bool ledgers_only_flushes(const struct ledgers *l, const struct record *task)
{
	uint64_t pid = record_fig(task, WBTRACE_A_TASK_PID).v;
	size_t i;

	for (i = 0; i < l->watched_count; i++)
		if ((uint64_t)l->watched[i] == pid)
			return false;
	return is_followed(l, pid);
}

void ledgers_watch(struct run *r)
{
	struct client *c = r->module.client;
	size_t i;

	for (i = 0; i < r->writers; i++)
		note_failure(&r->ledgers, c, client_watch(c, r->procs[i].pid));
	watch_others(&r->ledgers);
}

/* Tables that a module may not have: it then refuses, and they stay empty. */
static bool read_table(struct run *r, int cmd, const struct attr_set *set, struct rows *rows)
{
	return !client_dump(r->module.client, cmd, set, NULL, rows);
}

static void read_watched(struct ledgers *l, struct rows *rows)
{
	const struct query q = { .watched = true };

	if (l->client)
		client_dump(l->client, WBTRACE_CMD_TASK, &attrs_task, &q, rows);
}

void ledgers_start(struct run *r)
{
	struct ledgers *l = &r->ledgers;

	l->devices = read_table(r, WBTRACE_CMD_DEVICE, &attrs_device, &l->devices_start);
	read_table(r, WBTRACE_CMD_STACK, &attrs_stack, &l->stacks_start);
	ledgers_follow(l, &r->module.wbs_start);
	read_watched(l, &l->watched_start);
	ledgers_find_places(l);
	read_table(r, WBTRACE_CMD_TASK, &attrs_task, &l->tasks_start);
}

void ledgers_end(struct run *r)
{
	struct ledgers *l = &r->ledgers;

	read_watched(l, &l->watched_end);
	read_table(r, WBTRACE_CMD_TASK, &attrs_task, &l->tasks_end);
	read_table(r, WBTRACE_CMD_STACK, &attrs_stack, &l->stacks_end);
	if (l->devices)
		read_table(r, WBTRACE_CMD_DEVICE, &attrs_device, &l->devices_end);
}

void ledgers_free(struct run *r)
{
	struct ledgers *l = &r->ledgers;

	record_free(l->watched_start.first);
	record_free(l->watched_end.first);
	free(l->watched);
	ledgers_free_cgroups(l);
	client_close(l->client);
	record_free(l->tasks_start.first);
	record_free(l->tasks_end.first);
	record_free(l->stacks_start.first);
	record_free(l->stacks_end.first);
	record_free(l->devices_start.first);
	record_free(l->devices_end.first);
	memset(l, 0, sizeof(*l));
}
