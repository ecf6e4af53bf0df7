// SPDX-License-Identifier: GPL-2.0-or-later
/* Writes back what is left after the run, in a child that can be left behind. */
#include <errno.h>
#include <unistd.h>

#include "child.h"
#include "clock.h"
#include "run.h"

#define DRAIN_WITHIN_NS (120 * NSEC_PER_SEC)

static int sync_all(void *arg)
{
	const struct run *r = arg;
	int err = 0;
	size_t i;

	module_leave(r);
	for (i = 0; i < r->target_count; i++)
		if (syncfs(r->targets[i].own_fd < 0 ? r->targets[i].fd : r->targets[i].own_fd))
			err = errno;
	return err;
}

void run_drain(struct run *r)
{
	struct fig before = fig_add(r->device_start, r->during_bytes), after;

	r->drain_rc = child_run(sync_all, r, DRAIN_WITHIN_NS, r->stop_fd);
	if (r->drain_rc == -EINTR) {
		run_caught(r);
		return;
	}
	after = devices_read(&r->devs, offsetof(struct device, drained_bytes));
	r->after_bytes = fig_grown(before, after);
	/* The bytes are those since the clock stopped, and so is the time. */
	if (!r->drain_rc)
		r->drain_ns = fig_of(now_ns() - r->end_ns);
}
