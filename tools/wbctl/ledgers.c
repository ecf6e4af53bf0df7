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
		l->watched[l->watched_count++].pid = (pid_t)pid;
	}
	return WBCTL_OK;
}

static void watch_one(struct run *r, pid_t pid)
{
	struct ledgers *l = &r->ledgers;
	int rc = client_watch(r->module.client, pid);

	if (!rc || l->rc)
		return;
	l->rc = rc;
	snprintf(l->why, sizeof(l->why), "%s", client_why(r->module.client));
}

void ledgers_watch(struct run *r)
{
	size_t i;

	for (i = 0; i < r->writers; i++)
		watch_one(r, r->procs[i].pid);
	for (i = 0; i < r->ledgers.watched_count; i++)
		watch_one(r, r->ledgers.watched[i].pid);
}

/* Tables that a module may not have: it then refuses, and they stay empty. */
static bool read_table(struct run *r, int cmd, const struct attr_set *set, struct rows *rows)
{
	return !client_dump(r->module.client, cmd, set, NULL, rows);
}

static void read_watched(struct run *r, size_t at)
{
	struct query q = {};
	struct watched *w;
	size_t i;

	for (i = 0; i < r->ledgers.watched_count; i++) {
		w = &r->ledgers.watched[i];
		q.tgid = fig_of((uint64_t)w->pid);
		client_dump(r->module.client, WBTRACE_CMD_TASK, &attrs_task, &q,
			    (struct rows *)((char *)w + at));
	}
}

void ledgers_start(struct run *r)
{
	struct ledgers *l = &r->ledgers;

	l->devices = read_table(r, WBTRACE_CMD_DEVICE, &attrs_device, &l->devices_start);
	read_table(r, WBTRACE_CMD_STACK, &attrs_stack, &l->stacks_start);
	read_watched(r, offsetof(struct watched, start));
}

void ledgers_end(struct run *r)
{
	struct ledgers *l = &r->ledgers;

	read_watched(r, offsetof(struct watched, end));
	read_table(r, WBTRACE_CMD_STACK, &attrs_stack, &l->stacks_end);
	if (l->devices)
		read_table(r, WBTRACE_CMD_DEVICE, &attrs_device, &l->devices_end);
}

void ledgers_free(struct run *r)
{
	struct ledgers *l = &r->ledgers;
	size_t i;

	for (i = 0; i < l->watched_count; i++) {
		record_free(l->watched[i].start.first);
		record_free(l->watched[i].end.first);
	}
	free(l->watched);
	record_free(l->stacks_start.first);
	record_free(l->stacks_end.first);
	record_free(l->devices_start.first);
	record_free(l->devices_end.first);
	memset(l, 0, sizeof(*l));
}
