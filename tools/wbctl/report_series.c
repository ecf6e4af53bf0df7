// SPDX-License-Identifier: GPL-2.0-or-later
/* The wbs of a report at each of its samples. */
#include <stdlib.h>

#include "report.h"
#include "run.h"

static const struct wb_moment *moment_of(const struct sample *s, const struct record *wb)
{
	uint64_t bdi_id = record_fig(wb, WBTRACE_A_WB_BDI_ID).v;
	uint64_t cgroup = record_fig(wb, WBTRACE_A_WB_CGROUP).v;
	size_t i;

	for (i = 0; i < s->wb_count; i++)
		if (s->wbs[i].bdi_id == bdi_id && s->wbs[i].cgroup == cgroup)
			return &s->wbs[i];
	return NULL;
}

static struct fig grown(const struct record *start, int attr, struct fig now)
{
	return fig_grown(start ? record_fig(start, attr) : fig_of(0), now);
}

static void fill_one(struct report_wb_sample *to, const struct wb_moment *m,
		     const struct record *start)
{
	const struct record *t = record_nest(start, WBTRACE_A_WB_THROTTLE);

	to->dirty_bytes = m->dirty_bytes;
	to->bandwidth_kernel = m->bandwidth;
	to->written_bytes = grown(start, WBTRACE_A_WB_WRITTEN_BYTES, m->written_bytes);
	to->throttle_count = grown(t, WBTRACE_A_THROTTLE_COUNT, m->throttle_count);
	to->slept_ns = grown(t, WBTRACE_A_THROTTLE_SLEPT_NS, m->slept_ns);
	/* A decision before the clock is not of this run. */
	if (!to->throttle_count.v)
		return;
	to->limit_bytes = m->limit_bytes;
	to->domain_limit_bytes = m->domain_limit_bytes;
}

void report_fill_series(struct report_wb *wb, const struct run *r, const struct record *start,
			const struct record *end)
{
	const struct wb_moment *m;
	size_t i;

	wb->series = calloc(r->sample_count + 1, sizeof(*wb->series));
	for (i = 0; wb->series && i < r->sample_count; i++) {
		m = moment_of(r->samples[i], end);
		if (m)
			fill_one(&wb->series[i], m, start);
	}
}
