// SPDX-License-Identifier: GPL-2.0-or-later
/* The facts of a run as a whole: fairness, both rates, limits that move. */
#include <string.h>

#include "finding_facts.h"

/* Different wbs that the writers' files were dirtied through. */
static size_t bdi_count(const struct report *rep)
{
	size_t i, j, n = 0;

	for (i = 0; i < rep->target_count; i++) {
		for (j = 0; j < i; j++)
			if (rep->targets[j].dev.v == rep->targets[i].dev.v)
				break;
		n += j == i;
	}
	return n;
}

static void fairness_facts(struct facts *facts, const struct report *rep)
{
	const struct report_fairness *f = &rep->fairness;
	char id[FORMAT_LEN];

	facts_set(facts, "writer_count", (double)rep->writer_count);
	facts_set(facts, "bdi_count", (double)bdi_count(rep));
	if (rep->writer_count < 2 || rep->program)
		return;
	facts_ratio(facts, "jain_index", f->jain);
	facts_ratio(facts, "jain_low_index", f->jain_low);
	facts_ratio(facts, "jain_high_index", f->jain_high);
	facts_fig(facts, "interval_count", f->interval_count);
	facts_ratio(facts, "min_max_ratio", f->min_max);
	facts_ratio(facts, "slowest_of_mean_ratio", f->slowest_of_mean);
	facts_ratio(facts, "slowest_of_mean_high_ratio", f->slowest_high);
	facts_ratio(facts, "throttle_jain_index", f->throttle_jain);
	facts_ratio(facts, "weighted_jain_index", f->weighted_jain);
	facts_ratio(facts, "latency_p99_max_times", f->latency_max_ratio);
	if (f->slowest.known)
		facts_text(facts, "slowest_id", format_fig(id, UNIT_ID, f->slowest));
}

/* What lay behind the writers' wbs when the clock stopped, and what it was predicted to take. */
static void backlog_facts(struct facts *facts, const struct report *rep)
{
	struct fig backlog = fig_of(0), rate = fig_of(0), one;
	size_t i;

	for (i = 0; i < rep->wb_count; i++) {
		if (!rep->wbs[i].ours.v)
			continue;
		one = finding_wb_rate(&rep->wbs[i]);
		backlog = fig_add(backlog, rep->wbs[i].dirty_bytes);
		rate = fig_add(rate, one);
	}
	facts_fig(facts, "backlog_bytes", backlog);
	facts_fig(facts, "bandwidth_measured_bytes_per_s", rate);
	if (backlog.known && rate.known && rate.v)
		facts_set(facts, "predicted_ns", (double)backlog.v / (double)rate.v *
			  (double)NSEC_PER_SEC);
}

static void rate_facts(struct facts *facts, const struct report *rep)
{
	facts_fig(facts, "after_bytes", rep->after_bytes);
	if (rep->during_ratio.known)
		facts_set(facts, "after_ratio", 1 - rep->during_ratio.v);
	facts_fig(facts, "application_bytes_per_s", rep->rates.application);
	facts_fig(facts, "device_during_bytes_per_s", rep->rates.device_during);
	facts_fig(facts, "device_after_bytes_per_s", rep->rates.device_after);
	facts_fig(facts, "drain_ns", rep->drain_ns);
	backlog_facts(facts, rep);
}

/* The share of one interval that all writers together were throttled. */
static double throttled_in(const struct report *rep, size_t k)
{
	const struct report_sample *now = &rep->samples[k * rep->writer_count];
	const struct report_sample *then = k ? now - rep->writer_count : NULL;
	uint64_t ns = rep->sample_t_ns[k] - (k ? rep->sample_t_ns[k - 1] : 0);
	double sum = 0;
	size_t j;

	for (j = 0; j < rep->writer_count; j++)
		sum += (double)fig_grown(then ? then[j].throttled_ns : fig_of(0),
					 now[j].throttled_ns).v;
	return ns ? sum / (double)ns / (double)rep->writer_count : 0;
}

static void limit_facts(struct facts *facts, const struct report *rep)
{
	double low = 0, high = 0;
	uint64_t min = UINT64_MAX, max = 0;
	struct fig limit, free_min = fig_none();
	size_t k, lows = 0, highs = 0;

	for (k = 0; rep->sample_vm && k < rep->sample_count; k++) {
		limit = rep->sample_vm[k].dirty_limit_bytes;
		if (!limit.known)
			continue;
		min = limit.v < min ? limit.v : min;
		max = limit.v > max ? limit.v : max;
		if (rep->sample_vm[k].free_bytes.known &&
		    (!free_min.known || rep->sample_vm[k].free_bytes.v < free_min.v))
			free_min = rep->sample_vm[k].free_bytes;
	}
	for (k = 0; max && !rep->program && k < rep->sample_count; k++) {
		limit = rep->sample_vm[k].dirty_limit_bytes;
		if (!limit.known)
			continue;
		if (limit.v < min + (max - min) / 2) {
			low += throttled_in(rep, k);
			lows++;
		} else {
			high += throttled_in(rep, k);
			highs++;
		}
	}
	if (!max)
		return;
	facts_set(facts, "dirty_limit_min_bytes", (double)min);
	facts_set(facts, "dirty_limit_max_bytes", (double)max);
	facts_set(facts, "dirty_limit_fall_ratio", (double)min / (double)max);
	facts_fig(facts, "free_min_bytes", free_min);
	if (lows)
		facts_set(facts, "low_throttled_ratio", low / (double)lows);
	if (highs)
		facts_set(facts, "high_throttled_ratio", high / (double)highs);
	/* Any at all against next to none is many times as much. */
	if (lows && highs)
		facts_set(facts, "low_of_high_times",
			  low / (double)lows / (high / (double)highs + 0.001));
}

void finding_run_facts(struct facts *facts, const struct report *rep)
{
	facts_fig(facts, "duration_ns", rep->duration_ns);
	fairness_facts(facts, rep);
	rate_facts(facts, rep);
	limit_facts(facts, rep);
}
