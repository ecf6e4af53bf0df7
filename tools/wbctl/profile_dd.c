// SPDX-License-Identifier: GPL-2.0-or-later
/* Profiles of "2.6.24-rc1: First impressions": dd1 to dd3, net1, mix3. */
#include <string.h>

#include "profile.h"

#define MB 1e6
#define MIB 1048576.0

static int plan(struct profile_run *p, enum shape_id shape)
{
	uint64_t i, size;
	struct step *s;

	for (i = 0; i < p->runs; i++) {
		s = step_add(p, shape, 0, p->runs > 1 ? "%s run %llu" : "%s", p->profile->name,
			     (unsigned long long)i + 1);
		if (!s)
			return WBCTL_FAILED;
		fig_default(&s->o.writers, p->profile->writers);
		fig_default(&s->o.bs, p->profile->direct ? 1 << 20 : 64 << 10);
		/* dd does not flush; see the rates at the device. */
		fig_default(&s->o.fsync, FSYNC_NONE);
		size = profile_part(profile_total(p), p->profile->share, s->o.bs.v);
		s->o.size = fig_of(size);
		s->o.direct |= p->profile->direct;
	}
	return WBCTL_OK;
}

int dd_plan(struct profile_run *p)
{
	return plan(p, SHAPE_WRITE);
}

int net1_plan(struct profile_run *p)
{
	return plan(p, SHAPE_COPY);
}

/* Of a writer, close inside, as dd has it. */
static struct ratio rate_of(const struct step_file *f)
{
	return ratio_of_fig(fig_rate(f->moved_bytes, f->wall_ns));
}

/* The means of each run, and all writers of all runs. */
static void series_of(const struct profile_run *p, struct series *means, struct series *each)
{
	const struct step *s = NULL;
	struct series one;
	size_t i;

	while ((s = profile_next(p, s, -1))) {
		one = (struct series){};
		for (i = 0; i < s->res.file_count; i++) {
			series_add(&one, rate_of(&s->res.files[i]));
			series_add(each, rate_of(&s->res.files[i]));
		}
		series_add(means, series_mean(&one));
	}
}

void dd_metrics(struct profile_run *p)
{
	struct series means = {}, each = {}, all = {}, device = {}, during = {};
	const char *name = p->profile->dirs ? "copy_bytes_per_s" : "write_bytes_per_s";
	const struct step *s = NULL;

	while ((s = profile_next(p, s, -1))) {
		series_add(&all, ratio_of_fig(s->res.rates.with_flush));
		series_add(&device, ratio_of_fig(s->res.rates.device_during));
		series_add(&during, s->res.during_ratio);
	}
	series_of(p, &means, &each);
	profile_series(p, "", name, &all);
	profile_series(p, "", "writer_bytes_per_s", &each);
	profile_metric(p, "", "device_during_bytes_per_s", series_mean(&device));
	profile_metric(p, "", "device_during_ratio", series_mean(&during));
}

/* As the post has them: 96, 44.5, 9.8. */
static const char *short_text(char buf[static FORMAT_LEN], struct ratio r)
{
	if (r.known)
		snprintf(buf, FORMAT_LEN, "%.*f", r.v < 99.95 ? 1 : 0, r.v);
	else
		strcpy(buf, "-");
	return buf;
}

/* "28", "3x9.8", and of several runs "30-33". */
static const char *rates_text(char buf[static FORMAT_LEN], size_t writers,
			      const struct series *means, double unit)
{
	char low[FORMAT_LEN], high[FORMAT_LEN], times[FORMAT_LEN] = "";
	struct ratio min = series_min(means), max = series_max(means);

	min.v /= unit;
	max.v /= unit;
	short_text(low, min);
	short_text(high, max);
	if (writers > 1)
		snprintf(times, sizeof(times), "%zux", writers);
	if (strcmp(low, high))
		snprintf(buf, FORMAT_LEN, "%.7s%.11s-%.11s", times, low, high);
	else
		snprintf(buf, FORMAT_LEN, "%.7s%.11s", times, low);
	return buf;
}

static void row_text(FILE *to, const char *name, const char *kernel, const char *mb,
		     const char *mib)
{
	fprintf(to, "%-10s  %24.24s  %20s\n", "test", kernel, "MiB/s");
	fprintf(to, "----------------------------------------------------------\n");
	fprintf(to, "%-10s  %24s  %20s\n", name, mb, mib);
}

void dd_table(FILE *to, const struct profile_run *p)
{
	struct series means = {}, each = {};
	char mb[FORMAT_LEN], mib[FORMAT_LEN];
	const struct step *s = profile_next(p, NULL, -1);
	size_t n = s->res.file_count;

	series_of(p, &means, &each);
	fprintf(to, "MB/s under the kernel's name, each writer's, close inside\n\n");
	row_text(to, p->profile->name, p->sys.kernel, rates_text(mb, n, &means, MB),
		 rates_text(mib, n, &means, MIB));
}

/* The writers of the first directory, or those of all others. */
static struct series of_disk(const struct profile_run *p, bool disk)
{
	const struct step *s = NULL;
	struct series all = {};
	struct ratio rate;
	double sum;
	size_t i, n;

	while ((s = profile_next(p, s, -1))) {
		sum = 0;
		n = 0;
		for (i = 0; i < s->res.file_count; i++) {
			rate = rate_of(&s->res.files[i]);
			if (!s->res.files[i].target != disk || !rate.known)
				continue;
			sum += rate.v;
			n++;
		}
		if (n)
			series_add(&all, ratio_of(sum));
	}
	return all;
}

void mix3_metrics(struct profile_run *p)
{
	struct series disk = of_disk(p, true), network = of_disk(p, false);

	profile_series(p, "", "disk_bytes_per_s", &disk);
	profile_series(p, "", "network_bytes_per_s", &network);
	dd_metrics(p);
}

static const char *pair_text(char *buf, size_t len, const struct series *disk,
			     const struct series *network, double unit)
{
	char a[FORMAT_LEN], b[FORMAT_LEN];

	snprintf(buf, len, "%s/%s", rates_text(a, 1, disk, unit),
		 rates_text(b, 1, network, unit));
	return buf;
}

void mix3_table(FILE *to, const struct profile_run *p)
{
	struct series disk = of_disk(p, true), network = of_disk(p, false);
	char mb[2 * FORMAT_LEN], mib[2 * FORMAT_LEN];

	fprintf(to, "MB/s under the kernel's name, disk/combined-network, close inside\n\n");
	row_text(to, p->profile->name, p->sys.kernel,
		 pair_text(mb, sizeof(mb), &disk, &network, MB),
		 pair_text(mib, sizeof(mib), &disk, &network, MIB));
}
