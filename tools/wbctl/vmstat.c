// SPDX-License-Identifier: GPL-2.0-or-later
/* What vmstat(8) shows, and the dirty limits: the whole machine at one moment. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vmstat.h"

/* What six columns of vmstat(8) hold. */
#define WIDEST_KIB 999999
#define CPU_FIELDS 8

#define V(member_, key_, unit_) \
	{ .key = key_, .unit = unit_, .at = offsetof(struct vmstat, member_) }

static const struct column columns[] = {
	V(interval_ns, "interval_ns", UNIT_NS),
	V(running, "running_count", UNIT_COUNT),
	V(blocked, "blocked_count", UNIT_COUNT),
	V(swap_used_bytes, "swap_used_bytes", UNIT_BYTES),
	V(free_bytes, "free_bytes", UNIT_BYTES),
	V(buffers_bytes, "buffers_bytes", UNIT_BYTES),
	V(cached_bytes, "cached_bytes", UNIT_BYTES),
	V(dirty_bytes, "dirty_bytes", UNIT_BYTES),
	V(writeback_bytes, "writeback_bytes", UNIT_BYTES),
	V(dirty_limit_bytes, "dirty_limit_bytes", UNIT_BYTES),
	V(background_limit_bytes, "background_limit_bytes", UNIT_BYTES),
	V(swap_in_bytes, "swap_in_bytes", UNIT_BYTES),
	V(swap_out_bytes, "swap_out_bytes", UNIT_BYTES),
	V(page_in_bytes, "page_in_bytes", UNIT_BYTES),
	V(page_out_bytes, "page_out_bytes", UNIT_BYTES),
	V(interrupts, "interrupts_count", UNIT_COUNT),
	V(switches, "context_switches_count", UNIT_COUNT),
	V(user_ns, "cpu_user_ns", UNIT_NS),
	V(system_ns, "cpu_system_ns", UNIT_NS),
	V(idle_ns, "cpu_idle_ns", UNIT_NS),
	V(iowait_ns, "cpu_iowait_ns", UNIT_NS),
	V(steal_ns, "cpu_steal_ns", UNIT_NS),
};

const struct table vmstat_table = {
	columns, ARRAY_SIZE(columns), NULL
};

/* What follows @name at the beginning of a line, NULL: there is no such line. */
static const char *line_of(const char *text, const char *name)
{
	size_t len = strlen(name);

	while (text && *text) {
		if (!strncmp(text, name, len) && strchr(" :", text[len]) && text[len])
			return text + len + 1;
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	return NULL;
}

/* The next number of a line; *text moves behind it. */
static struct fig number(const char **text)
{
	const char *at = *text;
	char *end;
	uint64_t v;

	while (at && (*at == ' ' || *at == '\t'))
		at++;
	if (!at || *at < '0' || *at > '9')
		return fig_none();
	errno = 0;
	v = strtoull(at, &end, 10);
	*text = end;
	return errno ? fig_none() : fig_of(v);
}

static struct fig field(const char *text, const char *name, uint64_t unit)
{
	const char *line = line_of(text, name);
	struct fig f = number(&line);

	if (!f.known || __builtin_mul_overflow(f.v, unit, &f.v))
		return fig_none();
	return f;
}

/* Guests are in user and nice already. */
static void parse_cpu(struct vmstat *v, const char *stat)
{
	enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL };
	const uint64_t tick_ns = NSEC_PER_SEC / (uint64_t)sysconf(_SC_CLK_TCK);
	const char *line = line_of(stat, "cpu");
	struct fig ns[CPU_FIELDS];
	size_t i;

	for (i = 0; i < CPU_FIELDS; i++) {
		ns[i] = number(&line);
		ns[i].v *= tick_ns;
	}
	v->user_ns = fig_add(ns[USER], ns[NICE]);
	v->system_ns = fig_add(ns[SYSTEM], fig_add(ns[IRQ], ns[SOFTIRQ]));
	v->idle_ns = ns[IDLE];
	v->iowait_ns = ns[IOWAIT];
	v->steal_ns = ns[STEAL];
}

void vmstat_parse(struct vmstat *v, const char *vmstat, const char *stat, const char *meminfo,
		  uint64_t page_bytes)
{
	*v = (struct vmstat){
		.running = field(stat, "procs_running", 1),
		.blocked = field(stat, "procs_blocked", 1),
		.swap_used_bytes = fig_grown(field(meminfo, "SwapFree", 1024),
					     field(meminfo, "SwapTotal", 1024)),
		.free_bytes = field(meminfo, "MemFree", 1024),
		.buffers_bytes = field(meminfo, "Buffers", 1024),
		.cached_bytes = fig_add(field(meminfo, "Cached", 1024),
					field(meminfo, "SReclaimable", 1024)),
		.dirty_bytes = field(vmstat, "nr_dirty", page_bytes),
		.writeback_bytes = field(vmstat, "nr_writeback", page_bytes),
		.dirty_limit_bytes = field(vmstat, "nr_dirty_threshold", page_bytes),
		.background_limit_bytes = field(vmstat, "nr_dirty_background_threshold",
						page_bytes),
		.swap_in_bytes = field(vmstat, "pswpin", page_bytes),
		.swap_out_bytes = field(vmstat, "pswpout", page_bytes),
		/* Whatever the size of a page, these two are in KiB. */
		.page_in_bytes = field(vmstat, "pgpgin", 1024),
		.page_out_bytes = field(vmstat, "pgpgout", 1024),
		.interrupts = field(stat, "intr", 1),
		.switches = field(stat, "ctxt", 1),
	};
	/* Who reads this runs. */
	if (v->running.v)
		v->running.v--;
	parse_cpu(v, stat);
}

static char *read_text(const char *path)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;

	if (!f)
		return NULL;
	/* There is no NUL in it. */
	if (getdelim(&text, &size, '\0', f) < 0) {
		free(text);
		text = NULL;
	}
	fclose(f);
	return text;
}

void vmstat_read(struct vmstat *v)
{
	char *vmstat = read_text("/proc/vmstat"), *stat = read_text("/proc/stat");
	char *meminfo = read_text("/proc/meminfo");

	vmstat_parse(v, vmstat, stat, meminfo, (uint64_t)sysconf(_SC_PAGESIZE));
	free(vmstat);
	free(stat);
	free(meminfo);
}

void vmstat_between(struct vmstat *out, const struct vmstat *start, const struct vmstat *end,
		    uint64_t ns)
{
	static const size_t counters[] = {
		offsetof(struct vmstat, swap_in_bytes), offsetof(struct vmstat, swap_out_bytes),
		offsetof(struct vmstat, page_in_bytes), offsetof(struct vmstat, page_out_bytes),
		offsetof(struct vmstat, interrupts), offsetof(struct vmstat, switches),
		offsetof(struct vmstat, user_ns), offsetof(struct vmstat, system_ns),
		offsetof(struct vmstat, idle_ns), offsetof(struct vmstat, iowait_ns),
		offsetof(struct vmstat, steal_ns),
	};
	struct fig *a, *b;
	size_t i;

	*out = *end;
	out->interval_ns = fig_of(ns);
	for (i = 0; i < ARRAY_SIZE(counters); i++) {
		a = (struct fig *)((char *)start + counters[i]);
		b = (struct fig *)((char *)out + counters[i]);
		/* One that fell has wrapped, or is the kernel's guess of iowait. */
		*b = fig_grown(*a, *b);
	}
}

/**
 * struct row - a line in the making
 * @to: Where it goes.
 * @owed: By how much the fields so far were too wide.
 * @unit: Bytes in what memory is shown in.
 */
struct row {
	FILE *to;
	int owed;
	uint64_t unit;
};

/* A field that is too wide takes the room of those after it. */
static void put(struct row *r, int width, struct fig f)
{
	char text[FORMAT_LEN];
	int pad = width - (int)strlen(format_fig(text, UNIT_ID, f)), give;

	give = pad > 0 ? pad : 0;
	give = give < r->owed ? give : r->owed;
	r->owed += (pad < 0 ? -pad : 0) - give;
	fprintf(r->to, "%*s%s", pad > give ? pad - give : 0, "", text);
}

static void put_next(struct row *r, int width, struct fig f)
{
	fputc(' ', r->to);
	put(r, width, f);
}

static struct fig scaled(struct fig f, uint64_t unit)
{
	return f.known ? fig_of(f.v / unit) : f;
}

/* Per second, in @unit. */
static struct fig rate(struct fig f, struct fig ns, uint64_t unit)
{
	if (!f.known || !ns.known || !ns.v)
		return fig_none();
	return fig_of((uint64_t)((double)f.v / (double)unit * (double)NSEC_PER_SEC /
				 (double)ns.v + 0.5));
}

static void cpu_text(struct row *r, const struct vmstat *v)
{
	const struct fig parts[] = {
		v->user_ns, v->system_ns, v->idle_ns, v->iowait_ns, v->steal_ns
	};
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(parts); i++)
		sum += parts[i].v;
	for (i = 0; i < ARRAY_SIZE(parts); i++)
		put_next(r, 2, parts[i].known && sum ?
			 fig_of((parts[i].v * 100 + sum / 2) / sum) : fig_none());
}

static void row_text(FILE *to, const struct vmstat *v, uint64_t unit)
{
	struct row r = { .to = to, .unit = unit };

	put(&r, 2, v->running);
	put_next(&r, 2, v->blocked);
	put_next(&r, 6, scaled(v->swap_used_bytes, unit));
	put_next(&r, 6, scaled(v->free_bytes, unit));
	put_next(&r, 6, scaled(v->buffers_bytes, unit));
	put_next(&r, 6, scaled(v->cached_bytes, unit));
	put_next(&r, 4, rate(v->swap_in_bytes, v->interval_ns, unit));
	put_next(&r, 4, rate(v->swap_out_bytes, v->interval_ns, unit));
	put_next(&r, 5, rate(v->page_in_bytes, v->interval_ns, 1024));
	put_next(&r, 5, rate(v->page_out_bytes, v->interval_ns, 1024));
	put_next(&r, 4, rate(v->interrupts, v->interval_ns, 1));
	put_next(&r, 4, rate(v->switches, v->interval_ns, 1));
	cpu_text(&r, v);
	fputc('\n', to);
}

static bool fits_kib(const struct vmstat *v)
{
	struct fig most = fig_max(fig_max(v->free_bytes, v->swap_used_bytes),
				  fig_max(v->cached_bytes, v->buffers_bytes));

	return most.v / 1024 <= WIDEST_KIB;
}

void vmstat_text(FILE *to, const struct vmstat *v, size_t count)
{
	uint64_t unit = 1024;
	size_t i;

	for (i = 0; i < count; i++)
		if (!fits_kib(&v[i]))
			unit = 1 << 20;
	if (unit > 1024)
		fputs("memory and swap in MiB, as with vmstat -S M\n", to);
	fputs("procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
	      " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n",
	      to);
	for (i = 0; i < count; i++)
		row_text(to, &v[i], unit);
}
