// SPDX-License-Identifier: GPL-2.0-or-later
/* The fields of vmstat(8): out of texts of a kernel, as differences, as its table. */
#include "tap.h"
#include "vmstat.h"

#define MIB (1024ULL * 1024)
#define PAGE 4096

/* Of a 6.1 kernel, with what is between left out. */
static const char vmstat_text_61[] =
	"nr_free_pages 105812\n"
	"nr_dirty 2048\n"
	"nr_writeback 512\n"
	"nr_writeback_temp 7\n"
	"nr_dirty_threshold 8192\n"
	"nr_dirty_background_threshold 2048\n"
	"pgpgin 1000\n"
	"pgpgout 300000\n"
	"pswpin 3\n"
	"pswpout 5\n";
static const char stat_61[] =
	"cpu  100 20 300 4000 500 6 7 8 50 0\n"
	"cpu0 100 20 300 4000 500 6 7 8 50 0\n"
	"intr 123456 0 9 0\n"
	"ctxt 654321\n"
	"btime 1796045792\n"
	"processes 4711\n"
	"procs_running 3\n"
	"procs_blocked 2\n";
static const char meminfo_61[] =
	"MemTotal:         507888 kB\n"
	"MemFree:          423248 kB\n"
	"Buffers:            4096 kB\n"
	"Cached:            50000 kB\n"
	"SwapCached:            9 kB\n"
	"SwapTotal:          2048 kB\n"
	"SwapFree:           1024 kB\n"
	"SReclaimable:       8000 kB\n";

static bool is(struct fig f, uint64_t v)
{
	return f.known && f.v == v;
}

static void check_whole(void)
{
	struct vmstat v;
	uint64_t tick = NSEC_PER_SEC / 100;

	vmstat_parse(&v, vmstat_text_61, stat_61, meminfo_61, PAGE);
	ok(is(v.running, 2) && is(v.blocked, 2), "tasks, without the one that asks");
	ok(is(v.swap_used_bytes, MIB) && is(v.free_bytes, 423248 * 1024ULL),
	   "swap and free memory");
	ok(is(v.buffers_bytes, 4 * MIB) && is(v.cached_bytes, 58000 * 1024ULL),
	   "the cache has slabs that can be reclaimed");
	ok(is(v.dirty_bytes, 8 * MIB) && is(v.writeback_bytes, 2 * MIB), "dirty and writeback");
	ok(is(v.dirty_limit_bytes, 32 * MIB) && is(v.background_limit_bytes, 8 * MIB),
	   "the two thresholds");
	ok(is(v.page_in_bytes, 1000 * 1024ULL) && is(v.page_out_bytes, 300000 * 1024ULL),
	   "paging is in KiB");
	ok(is(v.swap_in_bytes, 3 * PAGE) && is(v.swap_out_bytes, 5 * PAGE), "swapping in pages");
	ok(is(v.interrupts, 123456) && is(v.switches, 654321), "interrupts and switches");
	ok(is(v.user_ns, 120 * tick) && is(v.system_ns, 313 * tick),
	   "user with nice, system with interrupts");
	ok(is(v.idle_ns, 4000 * tick) && is(v.iowait_ns, 500 * tick) && is(v.steal_ns, 8 * tick),
	   "idle, waiting, stolen");
}

static void check_missing(void)
{
	struct vmstat v;

	vmstat_parse(&v, NULL, NULL, NULL, PAGE);
	ok(!v.running.known && !v.dirty_bytes.known && !v.user_ns.known && !v.free_bytes.known,
	   "no files: nothing is known");
	vmstat_parse(&v, "nr_dirty\nnr_dirty_threshold x\npgpgin 99999999999999999999\n",
		     "cpu  1 2 3\nctxt -5\n", "MemFree:\nCached: 5 kB\n", PAGE);
	ok(!v.dirty_bytes.known && !v.dirty_limit_bytes.known && !v.page_in_bytes.known,
	   "no number, a word, a number too large: unknown");
	ok(!v.switches.known && v.user_ns.known && !v.idle_ns.known && !v.system_ns.known,
	   "a short cpu line: what is there");
	ok(!v.cached_bytes.known && !v.free_bytes.known, "half of a sum is unknown");
	vmstat_parse(&v, "", "procs_running 0\n", "", PAGE);
	ok(is(v.running, 0), "none runs: none");
}

static void check_between(void)
{
	struct vmstat a, b, d;

	vmstat_parse(&a, vmstat_text_61, stat_61, meminfo_61, PAGE);
	b = a;
	b.page_out_bytes.v += 20 * MIB;
	b.interrupts.v = 5;
	b.iowait_ns.v -= 1;
	b.user_ns = fig_none();
	b.free_bytes.v = 1;
	vmstat_between(&d, &a, &b, NSEC_PER_SEC);
	ok(is(d.page_out_bytes, 20 * MIB) && is(d.switches, 0), "counters are differences");
	ok(!d.interrupts.known && !d.iowait_ns.known, "one that wrapped or fell is unknown");
	ok(!d.user_ns.known, "so is one that was not read");
	ok(is(d.free_bytes, 1) && is(d.interval_ns, NSEC_PER_SEC), "the rest is of the end");
}

static char *text_of(const struct vmstat *v, size_t count)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	vmstat_text(f, v, count);
	fclose(f);
	return text;
}

#define HEAD \
	"procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n" \
	" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"

static void check_text(void)
{
	struct vmstat a, b, d[2];
	char *text;

	vmstat_parse(&a, vmstat_text_61, stat_61, meminfo_61, PAGE);
	b = a;
	b.page_out_bytes.v += 10 * MIB;
	b.interrupts.v += 250;
	b.switches.v += 1500;
	b.user_ns.v += 10 * NSEC_PER_SEC / 100;
	b.idle_ns.v += 90 * NSEC_PER_SEC / 100;
	vmstat_between(&d[0], &a, &b, NSEC_PER_SEC / 2);
	text = text_of(d, 1);
	is_text(text, HEAD
		" 2  2   1024 423248   4096  58000    0    0     0 20480  500 3000 10  0 90  0  0\n",
		"the columns of vmstat");
	free(text);
	d[0].switches.v = 123456;
	d[0].interrupts = fig_none();
	text = text_of(d, 1);
	is_text(text, HEAD
		" 2  2   1024 423248   4096  58000    0    0     0 20480    - 246912 10 0 90 0  0\n",
		"what is unknown, and what is too wide");
	free(text);
	d[1] = d[0];
	d[1].free_bytes = fig_of(20ULL << 30);
	text = text_of(d, 2);
	ok(strstr(text, "MiB") == text + strlen("memory and swap in "), "too much memory: in MiB");
	ok(!!strstr(text, " 20480      4     56 "), "all columns of memory are");
	free(text);
}

int main(void)
{
	check_whole();
	check_missing();
	check_between();
	check_text();
	return tap_end();
}
