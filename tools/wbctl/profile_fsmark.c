// SPDX-License-Identifier: GPL-2.0-or-later
/* The profile fsmark: files per second, and the application's own overhead. */
#include "profile.h"

#define FILES 500
/* What fs_mark writes at once. */
#define WRITE_BYTES 16384

static const uint64_t many[] = { 1, 16 };

/* Each file is flushed before its close, unless nobody wants that. */
static int command(struct step *s)
{
	bool flush = !s->o.fsync.known || s->o.fsync.v != FSYNC_NONE;
	uint64_t bs = s->o.bs.known ? s->o.bs.v : WRITE_BYTES;

	return step_command(s, "fs_mark -d files -l log -L 1 -S %d -t %llu -n %llu -s %llu -w %llu",
			    flush, (unsigned long long)s->o.writers.v,
			    (unsigned long long)s->o.files.v, (unsigned long long)s->o.size.v,
			    (unsigned long long)bs);
}

static int add_threads(struct profile_run *p, uint64_t threads)
{
	struct step *s;
	uint64_t run;

	for (run = 0; run < p->runs; run++) {
		s = step_add(p, SHAPE_FILES, 0, "%llu thread%s, run %llu",
			     (unsigned long long)threads, threads == 1 ? "" : "s",
			     (unsigned long long)run + 1);
		if (!s)
			return WBCTL_FAILED;
		s->group = threads;
		s->o.writers = fig_of(threads);
		fig_default(&s->o.files, FILES);
		fig_default(&s->o.size, FILES_FILE_BYTES);
		if (p->driver && command(s))
			return WBCTL_FAILED;
	}
	return WBCTL_OK;
}

int fsmark_plan(struct profile_run *p)
{
	return profile_threads(p, add_threads, many, ARRAY_SIZE(many));
}

/* The time of all threads outside of the calls that make files. */
static struct ratio overhead_ns(const struct step *s)
{
	const struct step_file *f;
	double sum = 0, in_calls;
	size_t i;

	for (i = 0; i < s->res.file_count; i++) {
		f = &s->res.files[i];
		if (!f->write_ns.known || !f->mean.known || !f->ops.known)
			return (struct ratio){ .known = false };
		in_calls = (double)f->mean.v * (double)f->ops.v;
		if ((double)f->write_ns.v > in_calls)
			sum += (double)f->write_ns.v - in_calls;
	}
	return ratio_of(sum);
}

/* Flush and close are inside: fs_mark's clock has them too. */
static struct ratio rate_of(const struct step *s)
{
	struct ratio rate = fig_ratio(s->res.all.files, s->res.duration_ns);

	rate.v *= (double)NSEC_PER_SEC;
	return rate;
}

static void series_of(const struct profile_run *p, size_t threads, struct series *rate,
		      struct series *overhead)
{
	const struct step *s = NULL;

	*rate = (struct series){};
	*overhead = (struct series){};
	while ((s = profile_next(p, s, -1))) {
		if (s->group != threads)
			continue;
		series_add(rate, p->driver ? step_metric(s, "files_per_s") : rate_of(s));
		series_add(overhead, p->driver ? step_metric(s, "app_overhead_ns") :
				     overhead_ns(s));
	}
}

/* The first group has the plain names: that is the one which was bisected. */
void fsmark_metrics(struct profile_run *p)
{
	const struct step *first = profile_next(p, NULL, -1), *s = first;
	struct series rate, overhead;
	char prefix[METRIC_NAME_LEN];
	size_t threads = 0;

	for (; s; s = profile_next(p, s, -1)) {
		if (s->group == threads)
			continue;
		threads = s->group;
		*prefix = '\0';
		if (threads != first->group)
			snprintf(prefix, sizeof(prefix), "threads_%zu_", threads);
		series_of(p, threads, &rate, &overhead);
		profile_series(p, prefix, "files_per_s", &rate);
		profile_series(p, prefix, "overhead_ns", &overhead);
	}
}

static void lines_text(FILE *to, const char *what, const struct series *s, double unit)
{
	const struct {
		const char *name;
		struct ratio v;
	} lines[] = {
		{ "min", series_min(s) }, { "mean", series_mean(s) },
		{ "stddev", series_stddev(s) }, { "max", series_max(s) },
	};
	char text[FORMAT_LEN];
	struct ratio v;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		v = lines[i].v;
		v.v /= unit;
		fprintf(to, "%-9s%-8s%22s\n", what, lines[i].name, real_text(text, 2, v));
	}
}

void fsmark_table(FILE *to, const struct profile_run *p)
{
	const struct step *s = NULL;
	struct series rate, overhead;
	size_t threads = 0;

	while ((s = profile_next(p, s, -1))) {
		if (s->group == threads)
			continue;
		if (threads)
			fputc('\n', to);
		threads = s->group;
		if (threads == 1)
			fprintf(to, "FS-Mark Single Threaded\n");
		else
			fprintf(to, "FS-Mark %zu Threads\n", threads);
		fprintf(to, "%17s%22.22s\n", "", p->sys.kernel);
		series_of(p, threads, &rate, &overhead);
		lines_text(to, "Files/s", &rate, 1);
		/* Microseconds, as fs_mark has them. */
		lines_text(to, "Overhead", &overhead, 1e3);
	}
}
