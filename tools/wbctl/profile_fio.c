// SPDX-License-Identifier: GPL-2.0-or-later
/* The profile fio: any of its jobs, with its own figures. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile.h"

static const char *const figures[] = {
	"read_bytes_per_s", "read_iops_per_s", "read_bytes", "read_latency_max_ns",
	"write_bytes_per_s", "write_iops_per_s", "write_bytes", "write_latency_max_ns",
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* fio works in the first --dir, so a job file needs its whole path. */
static int add_word(struct step *s, size_t at, char *word)
{
	char *path;

	if (at >= STEP_WORDS_MAX)
		return refuse(WBCTL_USAGE, "more than %d words for fio", STEP_WORDS_MAX - 1);
	s->command[at] = word;
	if (word[0] == '-')
		return WBCTL_OK;
	path = realpath(word, NULL);
	if (!path || access(path, R_OK)) {
		free(path);
		return refuse(WBCTL_USAGE, "there is no job file '%s' that can be read", word);
	}
	s->paths[s->path_count++] = path;
	s->command[at] = path;
	return WBCTL_OK;
}

static int add_run(struct profile_run *p, uint64_t run)
{
	const char *name = p->words[0][0] == '-' ? "fio" : base_name(p->words[0]);
	struct step *s = step_add(p, SHAPE_WRITE, 0, "%.16s, run %llu", name,
				  (unsigned long long)run + 1);
	int i, rc;

	if (!s)
		return WBCTL_FAILED;
	s->group = run;
	s->o.writers = fig_of(1);
	rc = step_command(s, "fio");
	for (i = 0; i < p->word_count && !rc; i++)
		rc = add_word(s, (size_t)i + 1, p->words[i]);
	return rc;
}

int fio_plan(struct profile_run *p)
{
	uint64_t run;
	int rc = WBCTL_OK;

	if (!p->word_count)
		return refuse(WBCTL_USAGE,
			      "--profile fio needs a job: wbctl run --profile fio JOBFILE");
	for (run = 0; run < p->runs && !rc; run++)
		rc = add_run(p, run);
	return rc;
}

void fio_series(struct profile_run *p)
{
	const struct step *s;
	struct series all;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(figures); i++) {
		all = (struct series){};
		for (s = profile_next(p, NULL, -1); s; s = profile_next(p, s, -1))
			series_add(&all, step_metric(s, figures[i]));
		profile_series(p, "", figures[i], &all);
	}
}

/**
 * struct fio_row - a run
 * @label: Its number.
 * @read_rate: Bytes per second read, all jobs together.
 * @read_ops: Reads per second.
 * @read_max: The longest read, in ns.
 * @write_rate: Likewise written.
 * @write_ops: Writes per second.
 * @write_max: The longest write.
 */
struct fio_row {
	const char *label;
	struct fig read_rate;
	struct fig read_ops;
	struct fig read_max;
	struct fig write_rate;
	struct fig write_ops;
	struct fig write_max;
};

#define COL(member_, title_, width_, unit_) \
	{ .title = title_, .width = width_, .unit = unit_, \
	  .at = offsetof(struct fio_row, member_) }

static const struct column columns[] = {
	COL(label, "RUN", -4, UNIT_TEXT),
	COL(read_rate, "READ MiB/s", 10, UNIT_RATE),
	COL(read_ops, "READS/s", FORMAT_COUNT_WIDTH, UNIT_COUNT),
	COL(read_max, "LONGEST", FORMAT_TIME_WIDTH, UNIT_NS),
	COL(write_rate, "WRITE MiB/s", 11, UNIT_RATE),
	COL(write_ops, "WRITES/s", 8, UNIT_COUNT),
	COL(write_max, "LONGEST", FORMAT_TIME_WIDTH, UNIT_NS),
};

static const struct table fio_columns = { columns, ARRAY_SIZE(columns), NULL };

static struct fig figure(const struct step *s, const char *name)
{
	struct ratio r = step_metric(s, name);

	return r.known ? fig_of((uint64_t)(r.v + 0.5)) : fig_none();
}

void fio_table(FILE *to, const struct profile_run *p)
{
	const struct step *s = NULL;
	char label[FORMAT_LEN];
	struct fio_row row;

	table_header(to, &fio_columns);
	while ((s = profile_next(p, s, -1))) {
		row = (struct fio_row){
			.label = format_fig(label, UNIT_ID, fig_of(s->group + 1)),
			.read_rate = figure(s, "read_bytes_per_s"),
			.read_ops = figure(s, "read_iops_per_s"),
			.read_max = figure(s, "read_latency_max_ns"),
			.write_rate = figure(s, "write_bytes_per_s"),
			.write_ops = figure(s, "write_iops_per_s"),
			.write_max = figure(s, "write_latency_max_ns"),
		};
		table_row(to, &fio_columns, &row);
	}
}
