// SPDX-License-Identifier: GPL-2.0-or-later
/* What a writer says of itself right before and right after its clock. */
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "clock.h"
#include "witness.h"

/* An answer that took longer was held up; an emulated CPU needs 1 ms for it. */
#define FRESH_NS 3000000
#define TRIES 20

void witness_open(struct witness *w, bool ask)
{
	w->client = NULL;
	w->schedstat = -1;
	if (!ask)
		return;
	w->schedstat = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
	if (client_open(&w->client))
		witness_close(w);
}

static void read_io(struct testimony *t)
{
	FILE *f = fopen("/proc/self/io", "re");
	unsigned long long v;
	char name[64];
	int found = 0;

	if (!f)
		return;
	while (fscanf(f, "%63s %llu", name, &v) == 2) {
		if (!strcmp(name, "write_bytes:")) {
			t->write_bytes = v;
			found++;
		} else if (!strcmp(name, "cancelled_write_bytes:")) {
			t->cancelled_bytes = v;
			found++;
		}
	}
	fclose(f);
	t->io_known = found == 2;
}

static void read_ledger(struct witness *w, struct testimony *t)
{
	struct query q = { .pid = fig_of((uint64_t)getpid()) };
	struct record *row = NULL;

	if (client_get(w->client, WBTRACE_CMD_TASK, &attrs_task, &q, &row))
		return;
	ledger_snap(&t->ledger, row);
	record_free(row);
}

/* When the ledger was as it was read, by its own account. */
static uint64_t read_at(const struct ledger_snap *l)
{
	return l->since_ns + l->wall_ns;
}

/*
 * Asks until an answer is fresh: the task may have been held up before it could
 * look at the clock. A ledger that has lost time never is.
 */
static uint64_t ask(struct witness *w, struct testimony *t, bool *fresh)
{
	uint64_t now;
	int try = 0;

	do {
		read_ledger(w, t);
		now = now_ns();
		*fresh = now - read_at(&t->ledger) < FRESH_NS;
	} while (t->ledger.known && !*fresh && ++try < TRIES);
	return now;
}

/**
 * struct urgency - how a task was scheduled before it took the CPU for itself
 * @policy: Its policy, negative: nothing was changed.
 * @param: Its priority.
 */
struct urgency {
	int policy;
	struct sched_param param;
};

/* Nobody else is to take the CPU away; of no importance where that is refused. */
static struct urgency be_urgent(void)
{
	const struct sched_param first = { .sched_priority = 1 };
	struct urgency was = { .policy = sched_getscheduler(0) };

	if (sched_getparam(0, &was.param) || sched_setscheduler(0, SCHED_FIFO, &first))
		was.policy = -1;
	return was;
}

static void be_as_before(const struct urgency *was)
{
	if (was->policy >= 0)
		sched_setscheduler(0, was->policy, &was->param);
}

uint64_t witness_begin(struct witness *w, struct testimony *t)
{
	struct urgency was;
	uint64_t begin_ns;
	bool fresh;

	memset(t, 0, sizeof(*t));
	if (!w->client)
		return now_ns();
	read_io(t);
	/* All writers begin at once. */
	was = be_urgent();
	begin_ns = ask(w, t, &fresh);
	be_as_before(&was);
	return begin_ns;
}

/* What the scheduler has counted of the task, all 0 when nobody tells. */
static struct ledger_excess read_schedstat(const struct witness *w)
{
	unsigned long long ran, queued;
	char text[128];
	ssize_t n;

	n = w->schedstat < 0 ? 0 : pread(w->schedstat, text, sizeof(text) - 1, 0);
	if (n <= 0)
		return (struct ledger_excess){};
	text[n] = '\0';
	if (sscanf(text, "%llu %llu", &ran, &queued) != 2)
		return (struct ledger_excess){};
	return (struct ledger_excess){ .cpu_ns = ran, .queued_ns = queued };
}

static uint64_t less(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t witness_end(struct witness *w, const struct testimony *begin, struct testimony *t)
{
	struct ledger_excess then, x;
	uint64_t end_ns, late;
	struct urgency was;
	bool fresh;

	memset(t, 0, sizeof(*t));
	if (!w->client)
		return now_ns();
	/* From here on nobody else is to take the CPU before the ledger is read. */
	was = be_urgent();
	then = read_schedstat(w);
	end_ns = now_ns();
	late = ask(w, t, &fresh) - end_ns;
	x = read_schedstat(w);
	be_as_before(&was);
	/* Without the time to hand the answer over. */
	if (fresh)
		late = read_at(&t->ledger) > end_ns ? read_at(&t->ledger) - end_ns : 0;
	/* The first comes by ticks, so that some of it can be from before. */
	x.queued_ns = less(x.queued_ns - then.queued_ns, late);
	x.cpu_ns = less(x.cpu_ns - then.cpu_ns, late - x.queued_ns);
	x.asleep_ns = late - x.queued_ns - x.cpu_ns;
	ledger_take_off(&t->ledger, &begin->ledger, &x);
	read_io(t);
	return end_ns;
}

void witness_close(struct witness *w)
{
	client_close(w->client);
	w->client = NULL;
	if (w->schedstat >= 0)
		close(w->schedstat);
	w->schedstat = -1;
}
