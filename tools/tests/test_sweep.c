// SPDX-License-Identifier: GPL-2.0-or-later
/* A sweep's axes, the order of its runs, and going on with its file. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "out.h"
#include "sweep.h"
#include "tap.h"

#define FILE_TEMPLATE "/tmp/wbctl-sweep-XXXXXX"

static char file[sizeof(FILE_TEMPLATE)];

static void check_values(void)
{
	static const struct {
		enum axis_id id;
		const char *list;
		int rc;
	} rows[] = {
		{ AXIS_RATIO, "10:5,40:20,80:60", WBCTL_OK },
		{ AXIS_RATIO, "5:10", WBCTL_USAGE },
		{ AXIS_RATIO, "10:10", WBCTL_USAGE },
		{ AXIS_RATIO, "10", WBCTL_USAGE },
		{ AXIS_RATIO, "10:", WBCTL_USAGE },
		{ AXIS_RATIO, "101:5", WBCTL_USAGE },
		{ AXIS_RATIO, "10:0", WBCTL_USAGE },
		{ AXIS_RATIO, "10:5,10:5", WBCTL_USAGE },
		{ AXIS_RATIO, "10:5,", WBCTL_USAGE },
		{ AXIS_RATIO, "", WBCTL_USAGE },
		{ AXIS_DIRTY_BYTES, "32M:8M,1G:512M", WBCTL_OK },
		{ AXIS_DIRTY_BYTES, "8M:32M", WBCTL_USAGE },
		{ AXIS_DIRTY_BYTES, "32M:8k", WBCTL_USAGE },
		{ AXIS_STRIPE, "16k,32k,64k,128k,256k,512k", WBCTL_OK },
		{ AXIS_STRIPE, "6k", WBCTL_USAGE },
		{ AXIS_STRIPE, "0", WBCTL_USAGE },
		{ AXIS_FS, "ext2,ext4,xfs,btrfs", WBCTL_OK },
		{ AXIS_FS, "ntfs", WBCTL_USAGE },
		{ AXIS_SCHEDULER, "none,mq-deadline", WBCTL_OK },
		{ AXIS_SCHEDULER, "a b", WBCTL_USAGE },
		{ AXIS_SCHEDULER, "-x", WBCTL_USAGE },
		{ AXIS_WBT, "0,75000", WBCTL_OK },
		{ AXIS_WBT, "-1", WBCTL_USAGE },
		{ AXIS_BDI_STRICT, "0,1", WBCTL_OK },
		{ AXIS_BDI_STRICT, "2", WBCTL_USAGE },
		{ AXIS_BDI_MAX_RATIO, "101", WBCTL_USAGE },
		{ AXIS_WRITERS, "1,2,3", WBCTL_OK },
		{ AXIS_WRITERS, "0", WBCTL_USAGE },
		{ AXIS_BS, "4k,64k", WBCTL_OK },
		{ AXIS_BS, "2G", WBCTL_USAGE },
		{ AXIS_PROFILE, "dd1,dd3-dir", WBCTL_OK },
		{ AXIS_PROFILE, "a=b", WBCTL_USAGE },
	};
	struct axes axes;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		axes.count = 0;
		ok(axis_parse(&axes, rows[i].id, rows[i].list) == rows[i].rc, "--%s '%s'",
		   axis_kinds[rows[i].id].option, rows[i].list);
	}
}

static void make_axes(struct axes *axes)
{
	axes->count = 0;
	axis_parse(axes, AXIS_FS, "ext4,xfs");
	axis_parse(axes, AXIS_RATIO, "10:5,40:20,80:60");
}

static void check_cells(void)
{
	struct axes axes;
	char buf[100];

	make_axes(&axes);
	ok(axes_cells(&axes) == 6, "2 x 3 values are 6 cells");
	is_text(axes_label(&axes, 0, buf, sizeof(buf)), "fs ext4, ratio 10:5", "the first");
	is_text(axes_label(&axes, 4, buf, sizeof(buf)), "fs xfs, ratio 40:20", "the fifth");
	ok(!axes_cell_value(&axes, 4, AXIS_BS), "what does not vary has no value");
	is_text(axes_cell_value(&axes, 5, AXIS_RATIO), "80:60", "the last one's ratio");
}

/* Each round has each cell once. */
static bool is_complete(const struct plan *p)
{
	size_t i, round;
	bool seen[16];

	for (round = 0; round < p->repeats; round++) {
		memset(seen, 0, sizeof(seen));
		for (i = 0; i < p->cells; i++)
			seen[p->cell[round * p->cells + i]] = true;
		for (i = 0; i < p->cells; i++)
			if (!seen[i])
				return false;
	}
	return true;
}

static void check_order(void)
{
	struct plan a, b, c;
	size_t at = 0, n = 0, cell, repeat, places[5][5] = {}, low = SIZE_MAX, high = 0;
	uint64_t seed;

	plan_make(&a, 9, 4, 42);
	plan_make(&b, 9, 4, 42);
	plan_make(&c, 9, 4, 43);
	ok(is_complete(&a) && is_complete(&c), "each round has each cell once");
	ok(!memcmp(a.cell, b.cell, 36 * sizeof(*a.cell)), "a seed gives one order");
	ok(memcmp(a.cell, c.cell, 36 * sizeof(*a.cell)), "another seed gives another");
	ok(memcmp(a.cell, a.cell + 9, 9 * sizeof(*a.cell)), "rounds differ");
	plan_mark(&a, a.cell[0], 0);
	plan_mark(&a, a.cell[12], 1);
	ok(a.left == 34 && !plan_mark(&a, a.cell[0], 0), "a run is done once");
	while (plan_next(&a, &at, &cell, &repeat))
		n += !(cell == a.cell[0] && !repeat);
	ok(n == 34, "what is done is not done again");
	plan_free(&a);
	plan_free(&b);
	plan_free(&c);
	for (seed = 0; seed < 5000; seed++) {
		plan_make(&a, 5, 1, seed);
		for (n = 0; n < 5; n++)
			places[a.cell[n]][n]++;
		plan_free(&a);
	}
	for (n = 0; n < 25; n++) {
		low = places[n / 5][n % 5] < low ? places[n / 5][n % 5] : low;
		high = places[n / 5][n % 5] > high ? places[n / 5][n % 5] : high;
	}
	/* 1000 each, standard deviation 28. */
	ok(low > 860 && high < 1140, "each cell is at each place as often: %zu to %zu", low, high);
}

static struct json_object *writer(int written, int held)
{
	struct json_object *one = json_object_new_object();
	struct json_object *throttle = json_object_new_object();

	json_object_object_add(throttle, "held_ns", json_object_new_int(held));
	json_object_object_add(one, "throttle", throttle);
	json_object_object_add(one, "written_bytes", json_object_new_int(written));
	json_object_object_add(one, "wall_ns", json_object_new_int(10));
	return one;
}

/* 400 bytes in 2 s; 15 of 20 ns throttled. */
static struct json_object *run_document(void)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *writers = json_object_new_array();

	json_object_array_add(writers, writer(100, 5));
	json_object_array_add(writers, writer(300, 10));
	json_object_object_add(doc, "duration_ns", json_object_new_int(2000000000));
	json_object_object_add(doc, "writers", writers);
	return doc;
}

static struct json_object *run_line(const struct axes *axes, size_t cell, int repeat)
{
	struct json_object *line = json_object_new_object();

	json_object_object_add(line, "cell", axes_cell_json(axes, cell));
	json_object_object_add(line, "repeat", json_object_new_int(repeat));
	json_object_object_add(line, "exit_status", json_object_new_int(0));
	json_object_object_add(line, "run", run_document());
	return line;
}

static struct json_object *make_head(const struct axes *axes, uint64_t seed, const char *word)
{
	struct json_object *command = json_object_new_array(), *head;

	json_object_array_add(command, json_object_new_string(word));
	head = sweep_head(command, axes, 2, seed);
	json_object_put(command);
	return head;
}

static void write_file(const struct axes *axes, const char *tail)
{
	struct json_object *head = make_head(axes, 7, "sweep"), *line;
	struct sweep_file f = { .fd = -1 };

	if (truncate(file, 0))
		abort();
	ok(!sweep_file_create(&f, file, head), "a file");
	line = run_line(axes, 3, 1);
	sweep_file_append(&f, line);
	json_object_put(line);
	line = run_line(axes, 0, 2);
	sweep_file_append(&f, line);
	json_object_put(line);
	if (write(f.fd, tail, strlen(tail)) < 0)
		abort();
	sweep_file_close(&f);
	json_object_put(head);
}

static int resume(const struct axes *axes, struct plan *plan, struct results *all)
{
	struct json_object *head = make_head(axes, 7, "sweep");
	struct sweep_file f = { .fd = -1 };
	int rc = sweep_file_load(&f, file);

	plan_make(plan, axes_cells(axes), 2, 7);
	if (!rc)
		rc = sweep_file_check(&f, head);
	if (!rc)
		rc = sweep_file_take(&f, axes, plan, all);
	sweep_file_close(&f);
	json_object_put(head);
	return rc;
}

static void end_resume(struct plan *plan, struct results *all)
{
	plan_free(plan);
	free(all->r);
	*all = (struct results){};
}

/* Steps of 400 bytes in 2 s each, so the same rate and share; a step without a run has none. */
static void check_profile(void)
{
	struct json_object *doc = json_object_new_object(), *steps = json_object_new_array(), *step;
	struct results all = {};
	int i;

	for (i = 0; i < 2; i++) {
		step = json_object_new_object();
		json_object_object_add(step, "run", run_document());
		json_object_array_add(steps, step);
	}
	json_object_object_add(doc, "steps", steps);
	results_add(&all, (struct result){}, doc);
	json_object_array_add(steps, json_object_new_object());
	results_add(&all, (struct result){}, doc);
	ok(all.r[0].throughput.known && all.r[0].throughput.v == 200 &&
	   all.r[0].throttled.v == 0.75, "a profile is the sum of its steps");
	ok(!all.r[1].throughput.known && !all.r[1].throttled.known, "unknown when a step is");
	json_object_put(doc);
	free(all.r);
}

static void check_resume(void)
{
	struct results all = {};
	struct axes axes;
	struct plan plan;
	struct stat before, after;

	make_axes(&axes);
	write_file(&axes, "");
	stat(file, &before);
	ok(!resume(&axes, &plan, &all) && plan.left == 10 && all.count == 2, "two runs are there");
	ok(plan.done[3] && plan.done[6] && !plan.done[0], "it is these two");
	ok(all.r[0].throughput.known && all.r[0].throughput.v == 200 &&
	   all.r[0].throttled.v == 0.75, "with their figures");
	end_resume(&plan, &all);
	write_file(&axes, "{\"cell\":{\"fs\":\"ext4\",");
	ok(!resume(&axes, &plan, &all) && plan.left == 10, "a cut line is dropped");
	stat(file, &after);
	ok(before.st_size == after.st_size, "from the file too");
	end_resume(&plan, &all);
	write_file(&axes, "{}\n");
	ok(resume(&axes, &plan, &all) == WBCTL_USAGE, "a whole line that is no run");
	end_resume(&plan, &all);
	write_file(&axes,
		   "{\"cell\":{\"fs\":\"xfs\",\"ratio\":\"10:5\"},\"repeat\":1,\"exit_status\":0}\n");
	ok(resume(&axes, &plan, &all) == WBCTL_USAGE, "a run twice");
	end_resume(&plan, &all);
	write_file(&axes, "{\"cell\":{\"fs\":\"jfs\"},\"repeat\":1,\"exit_status\":0}\n");
	ok(resume(&axes, &plan, &all) == WBCTL_USAGE, "a run of another cell");
	end_resume(&plan, &all);
	axes.axis[0].count = 1;
	write_file(&axes, "");
	axes.axis[0].count = 2;
	ok(resume(&axes, &plan, &all) == WBCTL_USAGE, "a file with other axes");
	end_resume(&plan, &all);
}

static void check_foreign_files(void)
{
	struct sweep_file f = { .fd = -1 };
	struct json_object *head, *theirs;
	struct axes axes;

	make_axes(&axes);
	write_file(&axes, "");
	ok(!sweep_file_load(&f, file), "loads");
	head = make_head(&axes, 8, "sweep");
	ok(sweep_file_check(&f, head) == WBCTL_USAGE, "another seed");
	json_object_put(head);
	head = make_head(&axes, 7, "swept");
	ok(sweep_file_check(&f, head) == WBCTL_USAGE, "another command");
	json_object_put(head);
	head = make_head(&axes, 7, "sweep");
	json_object_object_get_ex(f.head, "axes", &theirs);
	json_object_object_add(head, "kernel", json_object_new_string("2.6.24"));
	ok(sweep_file_check(&f, head) == WBCTL_USAGE, "another kernel");
	ok(sweep_file_create(&(struct sweep_file){ .fd = -1 }, file, head) == WBCTL_FAILED,
	   "a file that is being written");
	sweep_file_close(&f);
	ok(sweep_file_create(&f, file, head) == WBCTL_USAGE, "a file that is not empty");
	sweep_file_close(&f);
	json_object_put(head);
	if (truncate(file, 5))
		abort();
	ok(sweep_file_load(&f, file) == WBCTL_USAGE, "a file that is none");
	sweep_file_close(&f);
}

static void check_table(void)
{
	struct results all = {};
	struct axes axes;
	size_t size, i;
	char *text, *line, *rest;
	bool fits = true;
	FILE *to;

	make_axes(&axes);
	axis_parse(&axes, AXIS_WRITEBACK, "2147483640");
	axis_parse(&axes, AXIS_DIRTY_BYTES, "1024G:512G");
	for (i = 1; i <= 2; i++) {
		axes.count = 2 * i;
		to = open_memstream(&text, &size);
		results_table(to, &all, &axes);
		fclose(to);
		for (rest = text; (line = strsep(&rest, "\n"));)
			fits &= strlen(line) <= OUT_COLUMNS;
		ok(fits && size > 100, "a table of %zu axes fits 80 columns", axes.count);
		free(text);
	}
}

int main(void)
{
	int fd;

	strcpy(file, FILE_TEMPLATE);
	fd = mkstemp(file);

	check_values();
	check_cells();
	check_order();
	check_profile();
	check_resume();
	check_foreign_files();
	check_table();
	close(fd);
	unlink(file);
	return tap_end();
}
