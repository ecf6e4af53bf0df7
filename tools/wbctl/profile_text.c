// SPDX-License-Identifier: GPL-2.0-or-later
/* What a profile gave, as text: its table, then the kernel's side of each step. */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

const char *real_text(char buf[static FORMAT_LEN], int digits, struct ratio r)
{
	if (r.known)
		snprintf(buf, FORMAT_LEN, "%.*f", digits, r.v);
	else
		strcpy(buf, "-");
	return buf;
}

static void head_text(FILE *to, const struct profile_run *p)
{
	const char *program = p->profile->program;
	char text[512], bg[FORMAT_LEN], dirty[FORMAT_LEN];

	snprintf(text, sizeof(text), "wbctl run: profile %s, %zu step%s, %s", p->profile->name,
		 p->step_count, p->step_count == 1 ? "" : "s", p->where);
	wrap(to, text, 0, 0);
	snprintf(text, sizeof(text), "kernel %s; limits: background %s, dirty %s", p->sys.kernel,
		 format_fig(bg, UNIT_BYTES, p->sys.background_limit_bytes),
		 format_fig(dirty, UNIT_BYTES, p->sys.dirty_limit_bytes));
	wrap(to, text, 0, 0);
	if (!program)
		return;
	if (p->driver)
		fprintf(to, "driver: %s\n", p->driver);
	else if (!program_find(program))
		fprintf(to, "driver: built-in writers; %s is installed, and was not used\n",
			program);
	else
		fprintf(to, "driver: built-in writers; %s is not installed\n", program);
}

/**
 * struct account_row - the kernel's side of a step
 * @name: The step.
 * @application: Bytes per second up to the last operation.
 * @with_flush: With flush and close.
 * @device: What the devices took during the run, per second.
 * @during: That, of all that they took.
 * @throttled: Share of the time in calls that throttled.
 * @allocation: Share of the time in the block allocator.
 */
struct account_row {
	const char *name;
	struct fig application;
	struct fig with_flush;
	struct fig device;
	struct ratio during;
	struct ratio throttled;
	struct ratio allocation;
};

#define COL(member_, title_, width_, unit_) \
	{ .title = title_, .width = width_, .unit = unit_, \
	  .at = offsetof(struct account_row, member_) }

static const struct column account_columns[] = {
	COL(name, "STEP", -(STEP_NAME_LEN - 2), UNIT_TEXT),
	COL(application, "MiB/s", FORMAT_RATE_WIDTH, UNIT_RATE),
	COL(with_flush, "FLUSHED", 7, UNIT_RATE),
	COL(device, "DEVICE", FORMAT_RATE_WIDTH, UNIT_RATE),
	COL(during, "DURING", FORMAT_PERCENT_WIDTH, UNIT_RATIO),
	COL(throttled, "THROTTLED", 9, UNIT_RATIO),
	COL(allocation, "ALLOC", FORMAT_PERCENT_WIDTH, UNIT_RATIO),
};

static const struct table account_table = {
	account_columns, ARRAY_SIZE(account_columns), NULL
};

static void account_text(FILE *to, const struct profile_run *p)
{
	const struct step *s = NULL;
	struct account_row row;
	bool writes;

	table_header(to, &account_table);
	while ((s = profile_next(p, s, -1))) {
		writes = s->command[0] || shape_of(s->o.shape.v)->writes;
		row = (struct account_row){
			.name = s->name, .application = s->res.rates.application,
			.with_flush = s->res.rates.with_flush,
			/* Only what devices were written is measured. */
			.device = writes ? s->res.rates.device_during : fig_none(),
			.throttled = s->res.all.throttled,
			.allocation = fig_ratio(s->res.all.ledger.class_ns[CLASS_ALLOCATION],
						s->res.all.ledger.wall_ns),
		};
		if (writes)
			row.during = s->res.during_ratio;
		table_row(to, &account_table, &row);
	}
}

/* The ledger of all writers of each step. */
static void ledgers_text(FILE *to, const struct profile_run *p)
{
	struct time_row *rows = calloc(p->step_count, sizeof(*rows));
	const struct step *s = NULL;
	size_t n = 0;

	while (rows && (s = profile_next(p, s, -1)))
		rows[n++] = (struct time_row){ s->name, &s->res.all.ledger };
	time_text(to, rows, n);
	free(rows);
}

static void audit_text(FILE *to, const struct profile_run *p)
{
	size_t hold = 0, broken = 0, unchecked = 0;
	const struct step *s = NULL;

	while ((s = profile_next(p, s, -1))) {
		hold += s->res.laws_hold;
		broken += s->res.laws_broken;
		unchecked += s->res.laws_unchecked;
	}
	/* Without the module nothing was checked, and nobody asked for it. */
	if (hold + broken)
		fprintf(to, "\naudit     %zu of %zu laws checked hold, %zu not checked\n", hold,
			hold + broken, unchecked);
}

/* Lines of the audit are wrapped already, and begin with spaces. */
static void notes_text(FILE *to, const struct profile_run *p)
{
	const struct step *s = NULL;
	const char *at, *end;
	char line_[1024];

	while ((s = profile_next(p, s, -1))) {
		if (s->notes && *s->notes)
			fprintf(to, "\n%s:\n", s->name);
		for (at = s->notes; at && *at; at = *end ? end + 1 : end) {
			end = strchrnul(at, '\n');
			snprintf(line_, sizeof(line_), "%.*s", (int)(end - at), at);
			if (*line_ == ' ')
				fprintf(to, "%s\n", line_);
			else
				wrap(to, line_, 0, 0);
		}
	}
}

void profile_text(FILE *to, const struct profile_run *p)
{
	head_text(to, p);
	fputc('\n', to);
	p->profile->table(to, p);
	fputc('\n', to);
	account_text(to, p);
	ledgers_text(to, p);
	audit_text(to, p);
	notes_text(to, p);
}
