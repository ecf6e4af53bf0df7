// SPDX-License-Identifier: GPL-2.0-only
/* The raw tracefs stream of balance_dirty_pages: see stream.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream.h"

#define INSTANCE	"/sys/kernel/tracing/instances/selftest"
#define EVENT		INSTANCE "/events/writeback/balance_dirty_pages/enable"
#define MS_NS		1000000ULL

void trace_start(void)
{
	if (mkdir(INSTANCE, 0700) && errno != EEXIST)
		die("%s: %s", INSTANCE, strerror(errno));
	write_text(INSTANCE "/buffer_size_kb", "4096");
	write_text(INSTANCE "/trace", "");
	write_text(EVENT, "1");
}

void trace_stop(void)
{
	if (!access(EVENT, F_OK))
		write_text(EVENT, "0");
}

static void stream_add(struct stream *s, long pause_ms, __u64 pages)
{
	s->count++;
	s->dirtied_bytes += pages * page_bytes();
	if (pause_ms <= 0) {
		s->no_pause++;
		return;
	}
	s->requested_ns += pause_ms * MS_NS;
	if (pause_ms * MS_NS > s->requested_max_ns)
		s->requested_max_ns = pause_ms * MS_NS;
}

/* "            comm-123     [000] d..1.  12.3: balance_dirty_pages: bdi ..." */
static bool parse_line(const char *line, pid_t *pid, long *pause, __u64 *pages)
{
	const char *fields = strstr(line, ": balance_dirty_pages: ");
	const char *cpu = strstr(line, " [");
	const char *at = cpu;

	if (!fields || !cpu || cpu > fields)
		return false;
	while (at > line && *at != '-')
		at--;
	*pid = atoi(at + 1);
	at = strstr(fields, " pause=");
	if (!at)
		return false;
	*pause = strtol(at + strlen(" pause="), NULL, 10);
	at = strstr(fields, " dirtied=");
	if (!at)
		return false;
	*pages = strtoull(at + strlen(" dirtied="), NULL, 10);
	return true;
}

/* Fills in each of n streams; the last one is for all tasks. */
void trace_read(struct stream *streams, int n)
{
	char line[1024];
	long pause;
	pid_t pid;
	__u64 pages;
	FILE *f;
	int i;

	f = fopen(INSTANCE "/trace", "re");
	if (!f)
		die("%s/trace: %s", INSTANCE, strerror(errno));
	while (fgets(line, sizeof(line), f)) {
		if (strstr(line, "LOST"))
			die("tracefs lost events");
		if (!parse_line(line, &pid, &pause, &pages))
			continue;
		for (i = 0; i < n; i++)
			if (streams[i].pid == pid || !streams[i].pid)
				stream_add(&streams[i], pause, pages);
	}
	fclose(f);
}

void trace_remove(void)
{
	trace_stop();
	rmdir(INSTANCE);
}
