// SPDX-License-Identifier: GPL-2.0-or-later
/* The progress of a run: a table on a terminal, a line elsewhere. */
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "out.h"
#include "run.h"

/**
 * struct live_row - a line of the table
 * @label: Which writer.
 * @progress: How much of its work is done.
 * @moved: Bytes so far that are its throughput.
 * @rate: Bytes per second since the sample before.
 * @throttled: Share of that time that it was throttled.
 */
struct live_row {
	const char *label;
	struct ratio progress;
	struct fig moved;
	struct fig rate;
	struct ratio throttled;
};

#define COL(key_, title_, width_, unit_) \
	{ .title = title_, .width = width_, .unit = unit_, .at = offsetof(struct live_row, key_) }

static const struct column live_columns[] = {
	COL(label, "WRITER", -6, UNIT_TEXT),
	COL(progress, "DONE", FORMAT_PERCENT_WIDTH, UNIT_RATIO),
	COL(moved, "MOVED", FORMAT_BYTES_WIDTH, UNIT_BYTES),
	COL(rate, "MiB/s", FORMAT_RATE_WIDTH, UNIT_RATE),
	COL(throttled, "THROTTLED", 9, UNIT_RATIO),
};

static const struct table live_table = { live_columns, ARRAY_SIZE(live_columns), NULL };

static const struct sample *sample_back(const struct run *r, size_t back)
{
	return r->sample_count > back ? r->samples[r->sample_count - 1 - back] : NULL;
}

static uint64_t moved_of(const struct run *r, const struct sample *s, size_t i)
{
	return s ? shape_moved(r->shape, s->w[i].written_bytes, s->w[i].read_bytes) : 0;
}

static struct live_row row_of(const struct run *r, size_t i, const char *label)
{
	const struct sample *now = sample_back(r, 0), *then = sample_back(r, 1);
	struct fig dt = fig_of(now->t_ns - (then ? then->t_ns : 0));
	uint64_t bytes = moved_of(r, now, i);
	struct live_row row = { .label = label };
	struct fig throttled;

	row.moved = fig_of(bytes);
	row.rate = fig_rate(fig_of(bytes - moved_of(r, then, i)), dt);
	throttled = fig_grown(then ? then->w[i].throttled_ns : fig_of(0), now->w[i].throttled_ns);
	row.throttled = fig_ratio(throttled, dt);
	if (r->size)
		row.progress = fig_ratio(fig_of(bytes), fig_of(r->size));
	else
		row.progress = fig_ratio(fig_of(now->t_ns), fig_of(r->time_ns));
	if (row.progress.v > 1)
		row.progress.v = 1;
	return row;
}

/* All writers together; their throttled share is the mean. */
static struct live_row row_of_all(const struct run *r)
{
	struct live_row all = { .label = "all", .moved = fig_of(0), .rate = fig_of(0) }, one;
	double progress = 0, throttled = 0;
	bool known = true;
	size_t i;

	for (i = 0; i < r->writers; i++) {
		one = row_of(r, i, NULL);
		all.moved = fig_add(all.moved, one.moved);
		all.rate = fig_add(all.rate, one.rate);
		progress += one.progress.v;
		throttled += one.throttled.v;
		known &= one.throttled.known;
	}
	all.progress = ratio_of(progress / (double)r->writers);
	all.throttled = (struct ratio){ known, throttled / (double)r->writers };
	return all;
}

static bool all_written(const struct run *r)
{
	size_t i;

	for (i = 0; i < r->writers; i++)
		if (!r->board->w[i].write_end_ns)
			return false;
	return true;
}

/* What the writers will still need, by size and by time, whichever is less. */
static struct fig remaining(const struct run *r, const struct live_row *all)
{
	uint64_t t = sample_back(r, 0)->t_ns, total = r->size * r->writers;
	struct fig by_size = fig_none(), by_time = fig_none();

	if (r->size && all->moved.v >= total)
		by_size = fig_of(0);
	else if (r->size && all->moved.v)
		by_size = fig_of((uint64_t)((double)t *
					    ((double)total / (double)all->moved.v - 1)));
	if (r->time_ns)
		by_time = fig_of(t < r->time_ns ? r->time_ns - t : 0);
	if (by_size.known && by_time.known)
		return by_size.v < by_time.v ? by_size : by_time;
	return by_size.known ? by_size : by_time;
}

static void print_state(struct run *r, const struct live_row *all, FILE *to)
{
	char left[FORMAT_LEN];

	if (r->kill_ns)
		fprintf(to, "stopping\n");
	else if (all_written(r))
		fprintf(to, "fsync under way\n");
	else
		fprintf(to, "about %s left\n", format_fig(left, UNIT_NS, remaining(r, all)));
}

static size_t terminal_rows(FILE *to)
{
	struct winsize size;

	if (ioctl(fileno(to), TIOCGWINSZ, &size) || size.ws_row < 8)
		return 24;
	return size.ws_row;
}

static void show_table(struct run *r, const struct live_row *all)
{
	size_t i, fits = terminal_rows(r->live_to) - 5;
	struct live_row row;
	char label[24], at[FORMAT_LEN];

	live_end(r);
	table_header(r->live_to, &live_table);
	for (i = 0; i < r->writers && i < fits; i++) {
		snprintf(label, sizeof(label), "%zu", i);
		row = row_of(r, i, label);
		table_row(r->live_to, &live_table, &row);
	}
	table_row(r->live_to, &live_table, all);
	fprintf(r->live_to, "%s, ", format_fig(at, UNIT_NS, fig_of(sample_back(r, 0)->t_ns)));
	print_state(r, all, r->live_to);
	r->live_lines = (int)i + 3;
}

static void show_line(struct run *r, const struct live_row *all)
{
	char at[FORMAT_LEN], moved[FORMAT_LEN], rate[FORMAT_LEN], throttled[FORMAT_LEN];

	fprintf(r->live_to, "%s: %s %s, %s MiB/s, throttled %s, ",
		format_fig(at, UNIT_NS, fig_of(sample_back(r, 0)->t_ns)),
		format_fig(moved, UNIT_BYTES, all->moved),
		r->shape->moves == MOVES_READ ? "read" :
		r->shape->moves == MOVES_BOTH ? "moved" : "written",
		format_fig(rate, UNIT_RATE, all->rate),
		format_ratio(throttled, UNIT_RATIO, all->throttled));
	print_state(r, all, r->live_to);
}

void live_show(struct run *r)
{
	struct live_row all = row_of_all(r);

	if (isatty(fileno(r->live_to)))
		show_table(r, &all);
	else
		show_line(r, &all);
	fflush(r->live_to);
}

void live_end(struct run *r)
{
	/* The terminal's echo of Ctrl-C has moved the cursor. */
	if (r->live_lines)
		fprintf(r->live_to, "\r\033[%dA\033[J", r->live_lines);
	r->live_lines = 0;
}
