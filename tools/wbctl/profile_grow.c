// SPDX-License-Identifier: GPL-2.0-or-later
/* The profile grow: files grown side by side, then read back. */
#include "profile.h"

#define FILE_BYTES (4ULL << 20)

enum grow_kind {
	GROW_GROW = 0,
	GROW_READ,
	GROW_KINDS,
};

static int add(struct profile_run *p, uint64_t run, int kind)
{
	static const char *const names[GROW_KINDS] = { "grow", "read back" };
	struct step *s = step_add(p, kind == GROW_READ ? SHAPE_READ : SHAPE_GROW, kind,
				  "%s, run %llu", names[kind], (unsigned long long)run + 1);

	if (!s)
		return WBCTL_FAILED;
	s->group = run;
	fig_default(&s->o.writers, p->profile->writers);
	fig_default(&s->o.bs, 16 << 10);
	fig_default(&s->o.size, FILE_BYTES);
	/* Else the allocator sees the whole file at once. */
	fig_default(&s->o.fsync, FSYNC_EACH);
	s->o.grown = kind == GROW_READ;
	return WBCTL_OK;
}

int grow_plan(struct profile_run *p)
{
	uint64_t run;
	int kind, rc = WBCTL_OK;

	for (run = 0; run < p->runs && !rc; run++)
		for (kind = 0; kind < GROW_KINDS && !rc; kind++)
			rc = add(p, run, kind);
	return rc;
}

static struct fig interleaved_of(const struct step *s)
{
	struct fig sum = fig_of(0);
	size_t i;

	for (i = 0; i < s->res.file_count; i++)
		sum = fig_add(sum, s->res.files[i].interleaved);
	return s->res.file_count ? sum : fig_none();
}

void grow_metrics(struct profile_run *p)
{
	struct series grow = {}, read = {}, extents = {}, mixed = {}, extents_read = {};
	const struct step *s = NULL;

	while ((s = profile_next(p, s, -1))) {
		if (s->kind == GROW_READ) {
			series_add(&read, ratio_of_fig(s->res.rates.application));
			series_add(&extents_read, ratio_of_fig(s->res.all.extents));
			continue;
		}
		series_add(&grow, ratio_of_fig(s->res.rates.with_flush));
		series_add(&extents, ratio_of_fig(s->res.all.extents));
		series_add(&mixed, ratio_of_fig(interleaved_of(s)));
	}
	profile_series(p, "", "grow_bytes_per_s", &grow);
	profile_series(p, "", "read_bytes_per_s", &read);
	profile_series(p, "", "extent_count", &extents);
	profile_series(p, "", "read_extent_count", &extents_read);
	profile_series(p, "", "interleaved_allocation_count", &mixed);
}

/**
 * struct grow_row - a file
 * @label: Its number, or "all".
 * @grown: Bytes.
 * @grow_rate: Bytes per second that it grew by.
 * @extents: Extents.
 * @mixed: Allocations that landed behind another file's blocks.
 * @read_rate: Bytes per second that it was read back with.
 * @read_extents: Extents that it had then; it was grown anew.
 */
struct grow_row {
	const char *label;
	struct fig grown;
	struct fig grow_rate;
	struct fig extents;
	struct fig mixed;
	struct fig read_rate;
	struct fig read_extents;
};

#define COL(member_, title_, width_, unit_) \
	{ .title = title_, .width = width_, .unit = unit_, \
	  .at = offsetof(struct grow_row, member_) }

static const struct column columns[] = {
	COL(label, "FILE", -6, UNIT_TEXT),
	COL(grown, "GROWN", FORMAT_BYTES_WIDTH, UNIT_BYTES),
	COL(grow_rate, "MiB/s", FORMAT_RATE_WIDTH, UNIT_RATE),
	COL(extents, "EXTENTS", 7, UNIT_COUNT),
	COL(mixed, "MIXED", FORMAT_COUNT_WIDTH, UNIT_COUNT),
	COL(read_rate, "READ BACK MiB/s", 15, UNIT_RATE),
	COL(read_extents, "EXTENTS", 7, UNIT_COUNT),
};

static const struct table grow_columns = { columns, ARRAY_SIZE(columns), NULL };

static void file_text(FILE *to, const struct step *grow, const struct step *read, size_t i)
{
	const struct step_file *g = &grow->res.files[i];
	struct grow_row row = {
		.grown = g->written_bytes, .grow_rate = fig_rate(g->written_bytes, g->wall_ns),
		.extents = g->extents, .mixed = g->interleaved,
	};
	char label[FORMAT_LEN];

	row.label = format_fig(label, UNIT_ID, fig_of(i));
	if (read && i < read->res.file_count) {
		row.read_rate = fig_rate(read->res.files[i].moved_bytes,
					 read->res.files[i].write_ns);
		row.read_extents = read->res.files[i].extents;
	}
	table_row(to, &grow_columns, &row);
}

static void all_text(FILE *to, const struct step *grow, const struct step *read)
{
	struct grow_row row = {
		.label = "all", .grown = grow->res.all.written_bytes,
		.grow_rate = grow->res.rates.with_flush, .extents = grow->res.all.extents,
		.mixed = interleaved_of(grow),
	};

	if (read) {
		row.read_rate = read->res.rates.application;
		row.read_extents = read->res.all.extents;
	}
	table_row(to, &grow_columns, &row);
}

void grow_table(FILE *to, const struct profile_run *p)
{
	const struct step *s = NULL, *read;
	size_t i;

	while ((s = profile_next(p, s, GROW_GROW))) {
		if (s->group)
			fputc('\n', to);
		read = profile_next(p, s, GROW_READ);
		table_header(to, &grow_columns);
		for (i = 0; i < s->res.file_count; i++)
			file_text(to, s, read, i);
		all_text(to, s, read);
	}
}
