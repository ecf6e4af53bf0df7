/* SPDX-License-Identifier: GPL-2.0-only */
/* Events: bounded per-CPU queues filled by probes, emptied by a worker. */
#ifndef WBTRACE_EVENT_H
#define WBTRACE_EVENT_H

#include <linux/sched.h>
#include <linux/types.h>

#include "throttle.h"

struct wbtrace_session;

/**
 * struct wbtrace_event - one event
 * @seq: number, set by wbtrace_event_add()
 * @time_ns: when
 * @kind: one bit of enum wbtrace_event_mask
 * @pid: thread, in the initial pid namespace
 * @comm: command name
 * @wb_tag: row of the wb, 0 for not known
 * @dev: device of the inode, 0 for not known
 * @ino: inode
 * @pause_ns: throttle: pause decided on
 * @pages: throttle: dirtied since the decision before; else written
 * @duration_ns: all but throttle: how long
 * @reason: work: why
 * @limit: throttle: the limits
 */
struct wbtrace_event {
	u64 seq;
	u64 time_ns;
	u32 kind;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	u64 wb_tag;
	dev_t dev;
	u64 ino;
	s64 pause_ns;
	u64 pages;
	u64 duration_ns;
	unsigned int reason;
	struct wbtrace_limit limit;
};

/**
 * struct wbtrace_event_counts - what became of the events, since attached
 * @generated: all
 * @emitted: handed to the multicast group
 * @lost: found a full queue, no memory or nobody listening
 * @queued: not yet sent
 */
struct wbtrace_event_counts {
	u64 generated;
	u64 emitted;
	u64 lost;
	u64 queued;
};

/**
 * typedef wbtrace_event_sink_t - sends events
 * @session: in which they happened
 * @events: in the order of one CPU's seq
 * @count: how many
 * @lost: events lost so far
 *
 * Return: 0, or a negative errno when nobody got them.
 */
typedef int (*wbtrace_event_sink_t)(const struct wbtrace_session *session,
				    const struct wbtrace_event *events, unsigned int count,
				    u64 lost);

/* Kinds that somebody wants: a probe looks here before it makes an event. */
extern u32 wbtrace_event_wanted;

static __always_inline bool wbtrace_event_on(u32 kind)
{
	return unlikely(READ_ONCE(wbtrace_event_wanted) & kind);
}

int wbtrace_event_init(wbtrace_event_sink_t sink, unsigned int ring);
void wbtrace_event_exit(void);
void wbtrace_event_reset(void);
void wbtrace_event_stamp(struct wbtrace_event *event, u32 kind, u64 now);
void wbtrace_event_add(struct wbtrace_event *event);
void wbtrace_event_flush(const struct wbtrace_session *session);
void wbtrace_event_count(struct wbtrace_event_counts *counts);

#endif /* WBTRACE_EVENT_H */
