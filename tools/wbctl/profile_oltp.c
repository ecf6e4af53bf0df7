// SPDX-License-Identifier: GPL-2.0-or-later
/* The profile oltp: a log and random pages, as PostgreSQL has them under DBT-2. */
#include "profile.h"

#define DEFAULT_TIME_NS (30 * NSEC_PER_SEC)

int oltp_plan(struct profile_run *p)
{
	struct step *s;
	uint64_t run;

	for (run = 0; run < p->runs; run++) {
		s = step_add(p, SHAPE_OLTP, 0, "oltp run %llu", (unsigned long long)run + 1);
		if (!s)
			return WBCTL_FAILED;
		fig_default(&s->o.writers, p->profile->writers);
		fig_default(&s->o.bs, 8 << 10);
		if (s->o.size.known)
			continue;
		fig_default(&s->o.time, DEFAULT_TIME_NS);
		fig_default(&s->o.file_size,
			    profile_part(profile_total(p), 1.0 / (double)s->o.writers.v,
					 s->o.bs.v));
	}
	return WBCTL_OK;
}

/**
 * struct line - what a run gave
 * @commits: Flushed writes of the log per second.
 * @commit_mean: Their mean time, in ns.
 * @commit_p99: The time that 99 % of them did not exceed.
 * @read: Pages read per second, of the data.
 * @written: Pages written per second, likewise.
 */
struct line {
	struct ratio commits;
	struct ratio commit_mean;
	struct ratio commit_p99;
	struct ratio read;
	struct ratio written;
};

static struct ratio per_s(double n, struct fig ns)
{
	if (!ns.known || !ns.v)
		return (struct ratio){ .known = false };
	return ratio_of(n * (double)NSEC_PER_SEC / (double)ns.v);
}

/* Those of the log come first, and it does not read. */
static struct line line_of(const struct step *s)
{
	const struct step_file *log = &s->res.files[0];
	double bs = (double)s->o.bs.v;
	struct fig written = fig_grown(log->written_bytes, s->res.all.written_bytes);

	return (struct line){
		.commits = per_s((double)log->ops.v, log->wall_ns),
		.commit_mean = ratio_of_fig(log->mean), .commit_p99 = ratio_of_fig(s->res.p99),
		.read = per_s((double)s->res.all.read_bytes.v / bs, s->res.all.write_ns),
		.written = per_s((double)written.v / bs, s->res.all.write_ns),
	};
}

void oltp_metrics(struct profile_run *p)
{
	struct series commits = {}, mean = {}, p99 = {}, read = {}, written = {};
	const struct step *s = NULL;
	struct line l;

	while ((s = profile_next(p, s, -1))) {
		if (!s->res.file_count)
			continue;
		l = line_of(s);
		series_add(&commits, l.commits);
		series_add(&mean, l.commit_mean);
		series_add(&p99, l.commit_p99);
		series_add(&read, l.read);
		series_add(&written, l.written);
	}
	profile_series(p, "", "commits_per_s", &commits);
	profile_series(p, "", "commit_mean_ns", &mean);
	profile_series(p, "", "commit_p99_ns", &p99);
	profile_series(p, "", "read_pages_per_s", &read);
	profile_series(p, "", "written_pages_per_s", &written);
}

void oltp_table(FILE *to, const struct profile_run *p)
{
	char commits[FORMAT_LEN], read[FORMAT_LEN], written[FORMAT_LEN];
	char mean[FORMAT_LEN], p99[FORMAT_LEN];
	const struct step *s = NULL;
	struct line l;

	fprintf(to, "%-24s%11s%12s%11s%11s%11s\n", "", "commits", "mean time", "99 %",
		"pages", "pages");
	fprintf(to, "%-24s%11s%12s%11s%11s%11s\n", "kernel", "per minute", "ms", "ms", "read/s",
		"written/s");
	while ((s = profile_next(p, s, -1))) {
		if (!s->res.file_count)
			continue;
		l = line_of(s);
		l.commits.v *= 60;
		l.commit_mean.v /= 1e6;
		l.commit_p99.v /= 1e6;
		fprintf(to, "%-24.24s%11s%12s%11s%11s%11s\n", p->sys.kernel,
			real_text(commits, 0, l.commits),
			real_text(mean, 3, l.commit_mean),
			real_text(p99, 3, l.commit_p99), real_text(read, 0, l.read),
			real_text(written, 0, l.written));
	}
}
