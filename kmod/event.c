// SPDX-License-Identifier: GPL-2.0-only
/* Events: bounded per-CPU queues filled by probes, emptied by a worker. */

#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include "event.h"

/* How many events one message takes at most: they fit NLMSG_GOODSIZE. */
#define BATCH	8

/**
 * struct ring - queue of one CPU
 * @events: ring_size of them
 * @head: events put in, by this CPU with interrupts off
 * @tail: events taken out, under flush_lock
 * @lost: events that found it full
 */
struct ring {
	struct wbtrace_event *events;
	u64 head;
	u64 tail;
	u64 lost;
};

static DEFINE_PER_CPU(struct ring, rings);
static unsigned int ring_size;
static wbtrace_event_sink_t event_sink;
static atomic64_t last_seq = ATOMIC64_INIT(0);

/* Guards the tails and what follows: a batch counts as a whole or not at all. */
static DEFINE_MUTEX(flush_lock);
static u64 undelivered;

u32 wbtrace_event_wanted;

/**
 * wbtrace_event_init - allocate the queues
 * @sink: sends events
 * @ring: events that one CPU's queue holds, a power of two
 *
 * Context: process, may sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int wbtrace_event_init(wbtrace_event_sink_t sink, unsigned int ring)
{
	int cpu;

	event_sink = sink;
	ring_size = ring;
	for_each_possible_cpu(cpu) {
		struct ring *r = per_cpu_ptr(&rings, cpu);

		r->events = kvcalloc(ring, sizeof(*r->events), GFP_KERNEL);
		if (!r->events) {
			wbtrace_event_exit();
			return -ENOMEM;
		}
	}
	return 0;
}

/**
 * wbtrace_event_exit - free the queues
 *
 * Context: process; no probe and no worker can reach them any more.
 */
void wbtrace_event_exit(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		kvfree(per_cpu_ptr(&rings, cpu)->events);
		per_cpu_ptr(&rings, cpu)->events = NULL;
	}
}

/**
 * wbtrace_event_reset - start at zero
 *
 * Context: no probe is attached and the worker does not run.
 */
void wbtrace_event_reset(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct ring *r = per_cpu_ptr(&rings, cpu);

		r->head = 0;
		r->tail = 0;
		r->lost = 0;
	}
	atomic64_set(&last_seq, 0);
	undelivered = 0;
}

/**
 * wbtrace_event_stamp - fill in what all events have
 * @event: the event
 * @kind: its kind
 * @now: when it happened, ns
 *
 * Context: any; the current task is the event's.
 */
void wbtrace_event_stamp(struct wbtrace_event *event, u32 kind, u64 now)
{
	event->kind = kind;
	event->time_ns = now;
	event->pid = current->pid;
	memcpy(event->comm, current->comm, sizeof(event->comm));
	event->comm[sizeof(event->comm) - 1] = '\0';
}

/**
 * wbtrace_event_add - queue an event
 * @event: copied; its seq is set here
 *
 * A lost event takes a number too, so that a reader sees the gap.
 * Context: any but NMI.
 */
void wbtrace_event_add(struct wbtrace_event *event)
{
	unsigned long flags;
	struct ring *r;

	local_irq_save(flags);
	r = this_cpu_ptr(&rings);
	event->seq = atomic64_inc_return(&last_seq);
	/* The slot is free once the worker has moved the tail past it. */
	if (r->head - smp_load_acquire(&r->tail) == ring_size) {
		WRITE_ONCE(r->lost, r->lost + 1);
	} else {
		r->events[r->head & (ring_size - 1)] = *event;
		/* The worker sees the event before the head. */
		smp_store_release(&r->head, r->head + 1);
	}
	local_irq_restore(flags);
}

static u64 lost_so_far(void)
{
	u64 lost = undelivered;
	int cpu;

	for_each_possible_cpu(cpu)
		lost += READ_ONCE(per_cpu_ptr(&rings, cpu)->lost);
	return lost;
}

static void flush_ring(const struct wbtrace_session *session, struct ring *r)
{
	u64 head;

	/* Pairs with the store in wbtrace_event_add(). */
	head = smp_load_acquire(&r->head);
	while (r->tail != head) {
		unsigned int first = r->tail & (ring_size - 1);
		unsigned int count = min3(head - r->tail, (u64)ring_size - first, (u64)BATCH);

		if (event_sink(session, &r->events[first], count, lost_so_far()))
			undelivered += count;
		/* The events were read before their slots are free. */
		smp_store_release(&r->tail, r->tail + count);
	}
}

/**
 * wbtrace_event_flush - send what is queued
 * @session: in which it happened
 *
 * Context: the housekeeping work, or when it does not run; may sleep.
 */
void wbtrace_event_flush(const struct wbtrace_session *session)
{
	int cpu;

	mutex_lock(&flush_lock);
	for_each_possible_cpu(cpu)
		flush_ring(session, per_cpu_ptr(&rings, cpu));
	mutex_unlock(&flush_lock);
}

/**
 * wbtrace_event_count - what became of the events
 * @counts: filled in; generated is emitted + lost + queued at any load, since
 *	all four are made of the same readings
 *
 * Context: process, may sleep.
 */
void wbtrace_event_count(struct wbtrace_event_counts *counts)
{
	int cpu;

	memset(counts, 0, sizeof(*counts));
	mutex_lock(&flush_lock);
	for_each_possible_cpu(cpu) {
		const struct ring *r = per_cpu_ptr(&rings, cpu);
		u64 head = READ_ONCE(r->head), lost = READ_ONCE(r->lost);

		counts->generated += head + lost;
		counts->queued += head - r->tail;
		counts->emitted += r->tail;
		counts->lost += lost;
	}
	counts->emitted -= undelivered;
	counts->lost += undelivered;
	mutex_unlock(&flush_lock);
}
