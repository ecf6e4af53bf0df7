// SPDX-License-Identifier: GPL-2.0-or-later
/* The report of a run as text within 80 columns. */
#include <stdarg.h>
#include <string.h>

#include <linux/wbtrace.h>

#include "report.h"

#define LABEL_WIDTH 10

void line(FILE *to, const char *label, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	int at;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	at = fprintf(to, "%s", label);
	/* wrap() parts words only behind the indent. */
	if (at == LABEL_WIDTH)
		fputc(' ', to);
	wrap(to, text, at, LABEL_WIDTH);
}

/* What the writers were held to, beside how much they do. */
static void job_text(char *text, size_t len, const struct report *rep)
{
	bool in_file = !rep->files.known && rep->file_size.known &&
		       rep->file_size.v != rep->size.v;
	char size[FORMAT_LEN], rate[FORMAT_LEN];

	format_fig(size, UNIT_BYTES, rep->file_size);
	format_fig(rate, UNIT_RATE, rep->rate);
	snprintf(text, len, "%s%s%s%s%s", in_file ? " in files of " : "", in_file ? size : "",
		 rep->rate.known ? " at " : "", rep->rate.known ? rate : "",
		 rep->rate.known ? " MiB/s at most" : "");
}

static void head_text(FILE *to, const struct report *rep)
{
	char size[FORMAT_LEN], bs[FORMAT_LEN], limit[FORMAT_LEN], bg[FORMAT_LEN], dirty[FORMAT_LEN];
	char text[1024], files[FORMAT_LEN], shape[40] = "";
	char job[2 * FORMAT_LEN + 40];
	bool many = rep->files.known, flush = rep->shape->writes;

	if (rep->program) {
		report_program_head(to, rep);
		goto limits;
	}
	format_fig(bs, UNIT_BYTES, rep->bs);
	format_fig(limit, UNIT_NS, rep->time_limit_ns);
	format_fig(size, UNIT_BYTES, many ? rep->file_size : rep->size);
	if (rep->shape != &shape_write)
		snprintf(shape, sizeof(shape), ", shape %s", rep->shape->name);
	format_fig(files, UNIT_ID, rep->files);
	job_text(job, sizeof(job), rep);
	snprintf(text, sizeof(text),
		 "wbctl run: %zu writer%s%s%s%s%s%s%s%s%s%s, bs %s%s%s%s%s, %s",
		 rep->writer_count, rep->writer_count == 1 ? "" : "s",
		 many ? " x " : "", many ? files : "", many ? " files" : "",
		 rep->size.known ? " x " : "", rep->size.known ? size : "", job,
		 rep->time_limit_ns.known ? " for at most " : "",
		 rep->time_limit_ns.known ? limit : "",
		 shape, bs,
		 flush ? ", fsync " : "", flush ? rep->fsync : "",
		 rep->direct ? ", O_DIRECT" : "", rep->rewrite ? ", rewrite" : "", rep->where);
	wrap(to, text, 0, 0);
limits:
	snprintf(text, sizeof(text), "kernel %s; limits: background %s, dirty %s", rep->sys.kernel,
		 format_fig(bg, UNIT_BYTES, rep->sys.background_limit_bytes),
		 format_fig(dirty, UNIT_BYTES, rep->sys.dirty_limit_bytes));
	wrap(to, text, 0, 0);
}

static void rows_text(FILE *to, const struct report *rep, const struct table *t)
{
	size_t i;

	fputc('\n', to);
	table_header(to, t);
	for (i = 0; i < rep->writer_count; i++)
		table_row(to, t, &rep->writers[i]);
	table_row(to, t, &rep->all);
}

/* "Jain 0.9999 (0.9996-1.0000) throughput, 0.9997 throttling": what is known of it. */
static void jain_text(char *text, size_t len, const struct report_fairness *f)
{
	char low[FORMAT_LEN], high[FORMAT_LEN], jain[FORMAT_LEN], throttle[FORMAT_LEN];
	char bounds[80] = "", weighted[80] = "";

	if (f->jain_low.known)
		snprintf(bounds, sizeof(bounds), " (%s-%s)",
			 format_ratio(low, UNIT_INDEX, f->jain_low),
			 format_ratio(high, UNIT_INDEX, f->jain_high));
	if (f->weighted_jain.known)
		snprintf(weighted, sizeof(weighted), ", %s throughput by io.weight",
			 format_ratio(high, UNIT_INDEX, f->weighted_jain));
	snprintf(text, len, "Jain %s%s throughput, %s throttling%s",
		 format_ratio(jain, UNIT_INDEX, f->jain), bounds,
		 format_ratio(throttle, UNIT_INDEX, f->throttle_jain), weighted);
}

static void fairness_text(FILE *to, const struct report *rep)
{
	char text[256], min_max[FORMAT_LEN], slowest[FORMAT_LEN];
	const struct report_fairness *f = &rep->fairness;

	if (rep->writer_count < 2 || rep->program)
		return;
	jain_text(text, sizeof(text), f);
	if (f->slowest_of_mean.known)
		line(to, "fairness", "%s; min/max %s; slowest %s at %.2f of the mean", text,
		     format_ratio(min_max, UNIT_RATIO, f->min_max),
		     format_fig(slowest, UNIT_ID, f->slowest), f->slowest_of_mean.v);
	else
		line(to, "fairness", "%s", text);
}

/* Why they slept, all writers together. */
static void limits_text(FILE *to, const struct report *rep)
{
	static const struct {
		int kind;
		const char *what;
	} kinds[] = {
		{ WBTRACE_LIMIT_KIND_GLOBAL, "the global limit" },
		{ WBTRACE_LIMIT_KIND_WB, "the wb's limit" },
		{ WBTRACE_LIMIT_KIND_MEMCG, "the memory cgroup's limit" },
		{ WBTRACE_LIMIT_KIND_UNKNOWN, "a limit that this kernel does not tell" },
	};
	const struct report_throttle *t = &rep->all.t;
	char text[256] = "", ns[FORMAT_LEN];
	struct fig part;
	size_t i, at = 0;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		part = t->by_limit_ns[kinds[i].kind];
		if (part.known && part.v)
			at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s for %s",
					       at ? ", " : "", format_fig(ns, UNIT_NS, part),
					       kinds[i].what);
	}
	if (!at)
		return;
	if (t->no_writeback_ns.known && t->no_writeback_ns.v)
		line(to, "slept", "%s; %s of it with nothing under writeback", text,
		     format_fig(ns, UNIT_NS, t->no_writeback_ns));
	else
		line(to, "slept", "%s", text);
}

static void device_names(char *text, size_t len, const struct report *rep)
{
	size_t i, at = 0;
	char dev[FORMAT_LEN];

	text[0] = '\0';
	for (i = 0; i < rep->device_count && at < len; i++)
		if (!rep->devices[i].slave.v)
			at += (size_t)snprintf(text + at, len - at, "%s%s", at ? "+" : "",
					       format_fig(dev, UNIT_DEV, rep->devices[i].dev));
}

/* What went back by the wbs' count, for file systems without a block device. */
static struct fig written_back(const struct report *rep)
{
	struct fig sum = fig_none();
	size_t i;

	for (i = 0; i < rep->wb_count; i++)
		if (rep->wbs[i].ours.v)
			sum = sum.known ? fig_add(sum, rep->wbs[i].written_bytes) :
			      rep->wbs[i].written_bytes;
	return sum;
}

static void device_text(FILE *to, const struct report *rep)
{
	char during[FORMAT_LEN], after[FORMAT_LEN], drain[FORMAT_LEN], ratio[FORMAT_LEN];
	char names[256];

	if (!rep->device_count) {
		line(to,
		     "device",
		     "- (no block device here); %s written back during the run, drained in %s",
		     format_fig(during, UNIT_BYTES, written_back(rep)),
		     format_fig(drain, UNIT_NS, rep->drain_ns));
		return;
	}
	device_names(names, sizeof(names), rep);
	format_fig(during, UNIT_BYTES, rep->during_bytes);
	if (rep->during_ratio.known)
		snprintf(ratio, sizeof(ratio), " (%.0f %%)", rep->during_ratio.v * 100);
	else
		ratio[0] = '\0';
	line(to, "device", "%s took %s%s during the run, %s in %s after", names, during, ratio,
	     format_fig(after, UNIT_BYTES, rep->after_bytes),
	     format_fig(drain, UNIT_NS, rep->drain_ns));
}

/* "252:0" or "252:0, cgroup 4711": the root's cgroup goes without saying. */
static void wb_label(char *text, size_t len, const struct report_wb *wb)
{
	char bdi[48], cgroup[FORMAT_LEN];

	format_clean(bdi, sizeof(bdi), wb->bdi ? wb->bdi : "-");
	if (wb->cgroup.known && wb->cgroup.v > 1)
		snprintf(text, len, "wb %s, cgroup %s:", bdi,
			 format_fig(cgroup, UNIT_ID, wb->cgroup));
	else
		snprintf(text, len, "wb %s", bdi);
}

static void wb_text(FILE *to, const struct report_wb *wb)
{
	char dirty[FORMAT_LEN], limit[FORMAT_LEN], rate[FORMAT_LEN], kernel[FORMAT_LEN];
	char label[96], end[FORMAT_LEN], decided[80] = "";

	wb_label(label, sizeof(label), wb);
	if (wb->decided_dirty_bytes.known)
		snprintf(decided, sizeof(decided), "%s%s%s at the last decision, ",
			 format_fig(dirty, UNIT_BYTES, wb->decided_dirty_bytes),
			 wb->limit_bytes.known ? " of " : "",
			 wb->limit_bytes.known ?
			 format_fig(limit, UNIT_BYTES, wb->limit_bytes) : "");
	line(to, label, "dirty %s%s at the end; bandwidth %s MiB/s (kernel estimates %s)", decided,
	     format_fig(end, UNIT_BYTES, wb->dirty_bytes),
	     format_fig(rate, UNIT_RATE, wb->bandwidth),
	     format_fig(kernel, UNIT_RATE, wb->bandwidth_kernel));
}

/* The module is the rule, and goes without saying. */
static void source_text(FILE *to, const struct report *rep)
{
	if (rep->source && !strcmp(rep->source, "tracefs"))
		line(to, "source", "tracefs, the kernel's own events%s",
		     !rep->lost_events.known ? "" :
		     rep->lost_events.v ? "; some were lost" : "; none was lost");
	else if (rep->source && strcmp(rep->source, "module"))
		line(to, "source", "%s: the kernel was not asked", rep->source);
}

static void inodes_text(FILE *to, const struct report *rep)
{
	size_t i;

	if (!rep->inode_count)
		return;
	fputc('\n', to);
	table_header(to, &report_inodes);
	for (i = 0; i < rep->inode_count; i++)
		table_row(to, &report_inodes, &rep->inodes[i]);
}

static void audit_text(FILE *to, const struct report *rep)
{
	char text[160];

	if (rep->audit.done)
		line(to, "audit", "%s", audit_verdict(&rep->audit, text, sizeof(text)));
}

void report_text(FILE *to, const struct report *rep, bool audit)
{
	char note[REPORT_NOTE_LEN];
	size_t i;

	head_text(to, rep);
	if (rep->program) {
		report_program_text(to, rep);
	} else {
		rows_text(to, rep, &report_writers);
		rows_text(to, rep, &report_details);
		report_work_text(to, rep);
	}
	report_watched_text(to, rep);
	report_time_text(to, rep);
	inodes_text(to, rep);
	report_metrics_text(to, rep);
	fputc('\n', to);
	report_rates_text(to, rep);
	fairness_text(to, rep);
	if (rep->program)
		report_usage_text(to, rep);
	limits_text(to, rep);
	device_text(to, rep);
	for (i = 0; i < rep->wb_count; i++)
		if (rep->wbs[i].ours.v)
			wb_text(to, &rep->wbs[i]);
	audit_text(to, rep);
	if (audit)
		report_audit_text(to, rep);
	source_text(to, rep);
	if (rep->profile)
		cpu_profile_text(to, rep->profile);
	findings_text(to, rep->findings);
	if (rep->note_count)
		fputc('\n', to);
	for (i = 0; i < rep->note_count; i++)
		wrap(to, format_clean(note, sizeof(note), rep->notes[i]), 0, 0);
}
