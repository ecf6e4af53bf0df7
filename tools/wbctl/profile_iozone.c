// SPDX-License-Identifier: GPL-2.0-or-later
/* The profile iozone: write and rewrite, as iozone -i 0 prints them. */
#include "profile.h"

#define KB 1024.0

enum iozone_kind {
	IOZONE_WRITE = 0,
	IOZONE_REWRITE,
	IOZONE_KINDS,
};

static const char *const names[IOZONE_KINDS] = { "write", "rewrite" };

static int add(struct profile_run *p, uint64_t run, int kind)
{
	uint64_t size = p->o->file_size.known ? p->o->file_size.v : p->o->size.v;
	struct step *s = step_add(p, SHAPE_WRITE, kind, "%s run %llu", names[kind],
				  (unsigned long long)run + 1);

	if (!s)
		return WBCTL_FAILED;
	s->group = run;
	fig_default(&s->o.writers, p->profile->writers);
	fig_default(&s->o.bs, 4 << 10);
	fig_default(&s->o.fsync, p->o->include_flush ? FSYNC_END : FSYNC_NONE);
	if (!size)
		size = profile_part(profile_total(p), 1.0 / (double)s->o.writers.v, s->o.bs.v);
	s->o.size = fig_of(size);
	s->o.rewrite = kind == IOZONE_REWRITE;
	s->o.include_flush = false;
	return WBCTL_OK;
}

int iozone_plan(struct profile_run *p)
{
	uint64_t run;
	int kind, rc = WBCTL_OK;

	for (run = 0; run < p->runs && !rc; run++)
		for (kind = 0; kind < IOZONE_KINDS && !rc; kind++)
			rc = add(p, run, kind);
	return rc;
}

/* Without -e -c iozone stops its clock before flush and close. */
static struct ratio child_rate(const struct profile_run *p, const struct step_file *f)
{
	return ratio_of_fig(fig_rate(f->moved_bytes,
				     p->o->include_flush ? f->wall_ns : f->write_ns));
}

static struct ratio parent_rate(const struct profile_run *p, const struct step *s)
{
	return ratio_of_fig(p->o->include_flush ? s->res.rates.with_flush :
			    s->res.rates.application);
}

static struct series children(const struct profile_run *p, const struct step *s)
{
	struct series each = {};
	size_t i;

	for (i = 0; i < s->res.file_count; i++)
		series_add(&each, child_rate(p, &s->res.files[i]));
	return each;
}

/* What children see is the sum of their rates. */
static struct ratio children_rate(const struct profile_run *p, const struct step *s)
{
	struct series each = children(p, s);

	return (struct ratio){ each.m.n > 0 && each.m.n == s->res.file_count,
			       each.m.n * each.m.mean };
}

void iozone_metrics(struct profile_run *p)
{
	struct series sum, parent;
	const struct step *s;
	int kind;

	for (kind = 0; kind < IOZONE_KINDS; kind++) {
		sum = (struct series){};
		parent = (struct series){};
		for (s = profile_next(p, NULL, kind); s; s = profile_next(p, s, kind)) {
			series_add(&sum, children_rate(p, s));
			series_add(&parent, parent_rate(p, s));
		}
		profile_series(p, names[kind], "_bytes_per_s", &sum);
		profile_series(p, names[kind], "_parent_bytes_per_s", &parent);
	}
}

static const struct step *step_of(const struct profile_run *p, size_t run, int kind)
{
	const struct step *s = NULL;

	while ((s = profile_next(p, s, kind)))
		if (s->group == run)
			return s;
	return NULL;
}

/* In KB/s of 1024 bytes, a whole number. */
static const char *kb_text(char buf[static FORMAT_LEN], struct ratio rate)
{
	rate.v /= KB;
	return real_text(buf, 0, rate);
}

static void throughput_text(FILE *to, const struct profile_run *p)
{
	char sum[FORMAT_LEN], parent[FORMAT_LEN], min[FORMAT_LEN], max[FORMAT_LEN];
	const struct step *s = NULL;
	char mean[FORMAT_LEN];
	struct series each;

	fprintf(to, "\n%-16s%12s%12s%12s%12s%12s\n", "KB/s", "children", "parent", "min child",
		"max child", "avg child");
	while ((s = profile_next(p, s, -1))) {
		each = children(p, s);
		fprintf(to, "%-16s%12s%12s%12s%12s%12s\n", s->name,
			kb_text(sum, children_rate(p, s)), kb_text(parent, parent_rate(p, s)),
			kb_text(min, series_min(&each)), kb_text(max, series_max(&each)),
			kb_text(mean, series_mean(&each)));
	}
}

void iozone_table(FILE *to, const struct profile_run *p)
{
	const struct ratio none = { .known = false };
	char write[FORMAT_LEN], rewrite[FORMAT_LEN];
	const struct step *s = NULL, *again;

	fprintf(to, "KB/s, flush and close %s the clock%s%s\n\n",
		p->o->include_flush ? "inside" : "outside",
		p->o->include_flush ? " (-e -c)" : "",
		profile_writers(p) > 1 ? "; the sum of what the children see" : "");
	fprintf(to, "%16s%8s%10s%10s\n", "KB", "reclen", "write", "rewrite");
	while ((s = profile_next(p, s, IOZONE_WRITE))) {
		again = step_of(p, s->group, IOZONE_REWRITE);
		fprintf(to, "%16.0f%8.4g%10s%10s\n", (double)s->res.file_size.v / KB,
			(double)s->o.bs.v / KB, kb_text(write, children_rate(p, s)),
			kb_text(rewrite, again ? children_rate(p, again) : none));
	}
	if (profile_writers(p) > 1)
		throughput_text(to, p);
}
