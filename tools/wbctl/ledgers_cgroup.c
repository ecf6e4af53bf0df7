// SPDX-License-Identifier: GPL-2.0-or-later
/* Who is watched because of --watch-cgroup, also of those who come during the run. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ledgers.h"
#include "proctree.h"

int ledgers_check_cgroups(struct ledgers *l, const struct opt_list *words)
{
	size_t i;
	int rc;

	for (i = 0; i < words->count; i++) {
		rc = cgroup_find(words->word[i], &l->cgroups[i]);
		if (rc == -ENOMEM)
			return refuse(WBCTL_FAILED, "no memory");
		if (rc)
			return refuse(WBCTL_USAGE, "--watch-cgroup %s: %s", words->word[i],
				      rc == -ENOENT ? "there is no such control group" :
				      "it is not the directory of a control group");
		l->cgroup_count = i + 1;
	}
	return WBCTL_OK;
}

/* wbctl, its writers, or its program with all that it forked: these have ledgers already. */
static bool is_own(const struct proctree *own, pid_t pid)
{
	size_t i;

	for (i = 0; i < own->count; i++)
		if (own->pids[i] == pid)
			return true;
	return pid == getpid();
}

/* The processes that are there now and were not when somebody looked last. */
static int find_new(struct ledgers *l, struct pids *fresh)
{
	struct pids now = {};
	struct proctree own;
	int rc = proctree_read(&own, getpid(), 0);
	size_t i;

	for (i = 0; i < l->cgroup_count && !rc; i++)
		rc = cgroup_procs(&now, l->cgroups[i]);
	cgroup_sort(&now);
	fresh->pid = rc ? NULL : calloc(now.count + 1, sizeof(*fresh->pid));
	if (!fresh->pid) {
		free(now.pid);
		proctree_free(&own);
		return -ENOMEM;
	}
	for (i = 0; i < now.count; i++)
		if (!pids_has(&l->members, now.pid[i]) && !is_own(&own, now.pid[i]))
			fresh->pid[fresh->count++] = now.pid[i];
	proctree_free(&own);
	free(l->members.pid);
	l->members = now;
	return 0;
}

int ledgers_follow_first(struct ledgers *l)
{
	struct pids fresh = {};
	size_t i;
	int rc;

	if (!l->cgroup_count)
		return 0;
	rc = find_new(l, &fresh);
	for (i = 0; i < fresh.count && !rc; i++) {
		rc = client_watch(l->client, fresh.pid[i]);
		/* It may have ended meanwhile. */
		if (rc == -ESRCH)
			rc = 0;
	}
	free(fresh.pid);
	return rc;
}

static bool has_row(const struct rows *rows, pid_t pid)
{
	const struct record *row;

	for (row = rows->first; row; row = row->next)
		if (record_fig(row, WBTRACE_A_TASK_TGID).v == (uint64_t)pid)
			return true;
	return false;
}

/* What it did before is not of the run: its rows of now are those of the start. */
static void watch_late(struct ledgers *l, pid_t pid)
{
	const struct query q = { .tgid = fig_of((uint64_t)pid), .watched = true };
	struct record **end = &l->watched_start.first;
	struct rows rows = {};

	if (client_watch(l->client, pid) ||
	    client_dump(l->client, WBTRACE_CMD_TASK, &attrs_task, &q, &rows)) {
		record_free(rows.first);
		return;
	}
	while (*end)
		end = &(*end)->next;
	*end = rows.first;
}

void ledgers_follow_cgroups(struct ledgers *l)
{
	const struct query q = { .watched = true };
	struct rows before = {};
	struct pids fresh = {};
	size_t i;

	if (!l->cgroup_count || !l->client || l->rc || find_new(l, &fresh))
		return;
	/* What a watched process has forked is watched from its first moment. */
	if (fresh.count && !client_dump(l->client, WBTRACE_CMD_TASK, &attrs_task, &q, &before))
		for (i = 0; i < fresh.count; i++)
			if (!has_row(&before, fresh.pid[i]))
				watch_late(l, fresh.pid[i]);
	record_free(before.first);
	free(fresh.pid);
}

void ledgers_free_cgroups(struct ledgers *l)
{
	size_t i;

	for (i = 0; i < l->cgroup_count; i++)
		free(l->cgroups[i]);
	free(l->members.pid);
}
