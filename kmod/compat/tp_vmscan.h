/* SPDX-License-Identifier: GPL-2.0-only */
/* The tracepoints of direct reclaim: their prototypes where they differ. */
#ifndef WBTRACE_TP_VMSCAN_H
#define WBTRACE_TP_VMSCAN_H

#include <trace/events/vmscan.h>

/* 7.x also passes the memory cgroup. */
#ifdef WBTRACE_HAVE_RECLAIM_MEMCG
#define WBTRACE_RECLAIM_BEGIN_PROTO					       \
	void *data, gfp_t gfp_flags, int order, struct mem_cgroup *memcg
#define WBTRACE_RECLAIM_END_PROTO					       \
	void *data, unsigned long nr_reclaimed, struct mem_cgroup *memcg
#else
#define WBTRACE_RECLAIM_BEGIN_PROTO	void *data, int order, gfp_t gfp_flags
#define WBTRACE_RECLAIM_END_PROTO	void *data, unsigned long nr_reclaimed
#endif

#endif /* WBTRACE_TP_VMSCAN_H */
