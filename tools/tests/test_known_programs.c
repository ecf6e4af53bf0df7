// SPDX-License-Identifier: GPL-2.0-or-later
/* What known programs print, as it was recorded, and what becomes of it. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fio.h"
#include "known_programs.h"
#include "proctree.h"
#include "tail.h"
#include "tap.h"

#define KIB 1024.0
#define MIB (1024 * KIB)

static char *recorded(const char *name)
{
	static char text[65536];
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/programs/%s", getenv("WBCTL_TESTS"), name);
	f = fopen(path, "r");
	if (!f) {
		printf("Bail out! %s cannot be read\n", path);
		exit(1);
	}
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	return text;
}

static void check_metric(const struct metric_list *list, const char *name, double want)
{
	struct ratio got = metric_get(list, name);

	if (!ok(got.known && fabs(got.v - want) <= fabs(want) / 1000000, "%s", name))
		printf("# %.9g is wrong: %.9g\n", got.known ? got.v : NAN, want);
}

static struct metric_list *metrics_of(const char *program, const char *text)
{
	static struct metric_list list;

	list.count = 0;
	ok(known_program(program) && known_program_metrics(program, text, &list),
	   "%s is understood", program);
	return &list;
}

static void check_dbench(void)
{
	struct metric_list *list = metrics_of("dbench", recorded("dbench.txt"));

	check_metric(list, "throughput_bytes_per_s", 265.144e6);
	check_metric(list, "clients", 2);
	check_metric(list, "max_latency_ns", 52.091e6);
}

/* Five lines: 641.8 661.8 758.3 590.6 631.7. */
static void check_fs_mark(void)
{
	struct metric_list *list = metrics_of("fs_mark", recorded("fs_mark.txt"));

	check_metric(list, "files_per_s", 656.84);
	check_metric(list, "files_per_s_min", 590.6);
	check_metric(list, "files_per_s_max", 758.3);
	check_metric(list, "files_per_s_stddev", 62.37926739);
	check_metric(list, "app_overhead_ns", 1014.6e3);
}

static void check_one_line(void)
{
	struct metric_list *list = metrics_of("fs_mark", "     3  100  4096  50.5  77\n");

	check_metric(list, "files_per_s", 50.5);
	ok(!metric_get(list, "files_per_s_stddev").known, "one line has no deviation");
}

static void check_pgbench(void)
{
	struct metric_list *list = metrics_of("pgbench", recorded("pgbench.txt"));

	check_metric(list, "transactions_per_s", 312.802840);
	check_metric(list, "latency_average_ns", 6.394e6);
	check_metric(list, "clients", 2);
	check_metric(list, "transactions", 938);
	check_metric(list, "failed_transactions", 0);
}

static void check_iozone(void)
{
	struct metric_list *list = metrics_of("iozone", recorded("iozone-columns.txt"));

	check_metric(list, "write_bytes_per_s", 31750 * KIB);
	check_metric(list, "rewrite_bytes_per_s", 33560 * KIB);
	list = metrics_of("iozone", recorded("iozone-throughput.txt"));
	check_metric(list, "write_bytes_per_s", 52342.19 * KIB);
	check_metric(list, "rewrite_bytes_per_s", 61021.77 * KIB);
	check_metric(list, "write_parent_bytes_per_s", 49731.02 * KIB);
	check_metric(list, "rewrite_parent_bytes_per_s", 60210.48 * KIB);
}

static void check_fio_text(void)
{
	struct metric_list *list = metrics_of("fio", recorded("fio.txt"));

	check_metric(list, "read_bytes_per_s", 36.5 * MIB);
	check_metric(list, "write_bytes_per_s", 117 * MIB);
	check_metric(list, "read_bytes", 1944 * KIB);
	check_metric(list, "write_bytes", 6248 * KIB);
}

/* The document is taken out of the text that is for people. */
static void check_fio_json(void)
{
	static struct metric_list list;
	struct json_object *job = NULL;
	struct fio fio = {};
	char *text;

	if (asprintf(&text, "before\n{ not of fio }\n%safter\n", recorded("fio.json.txt")) < 0)
		return;
	ok(fio_take(&fio, text), "fio's document is found");
	ok(!strcmp(text, "before\n{ not of fio }\nafter\n"), "and taken out");
	ok(!strcmp(fio.version, "fio-3.33"), "its version");
	fio_metrics(&fio, &list);
	check_metric(&list, "write_bytes", 6248 * KIB);
	check_metric(&list, "read_bytes", 1944 * KIB);
	ok(metric_get(&list, "write_bytes_per_s").v > 0, "its rate");
	ok(json_object_array_length(fio.jobs) == 2, "its jobs");
	job = json_object_array_get_idx(fio.jobs, 0);
	ok(!json_object_object_get_ex(job, "read", NULL), "a job that reads nothing has no reads");
	ok(!fio_take(&fio, text), "a text without a document has none");
	fio_free(&fio);
	free(text);
}

static void check_fio_words(void)
{
	char fio_word[] = "fio", job[] = "job.fio", output[] = "--output=x";
	char *plain[3] = { fio_word, job }, *said[4] = { fio_word, output, job };
	struct fio fio = {};
	char **words;

	words = fio_ask(&fio, 2, plain);
	ok(words && fio.fd && !strncmp(words[1], "--output=", 9) &&
	   !strcmp(words[2], "--output-format=normal,json") && words[3] == plain[1] && !words[4],
	   "fio is asked for JSON");
	fio_free_words(words, 2);
	fio_free(&fio);
	words = fio_ask(&fio, 3, said);
	ok(words && !fio.fd && words[1] == said[1] && words[2] == said[2] && !words[3],
	   "but not when its output is said already");
	fio_free_words(words, 3);
	fio_free(&fio);
}

static void check_unknown(void)
{
	static struct metric_list list;

	ok(!known_program("make") && !known_program_metrics("make", "tps = 1\n", &list) &&
	   !list.count, "others have no rules");
	ok(!known_program_metrics("dbench", "Throughput none\n", &list), "nothing found");
}

static void check_tail(void)
{
	struct tail t = { .room = 8 };
	int i;

	ok(!strcmp(tail_text(&t), ""), "an empty tail");
	tail_add(&t, "a\0b\n", 4);
	ok(!strcmp(tail_text(&t), "a?b\n"), "a short text is kept whole");
	for (i = 0; i < 100; i++)
		tail_add(&t, "xy\n", 3);
	ok(!strcmp(tail_text(&t), "xy\nxy\n"), "of a long one the last whole lines");
	tail_add(&t, "one line that is longer\nend\n", 28);
	ok(!strcmp(tail_text(&t), "end\n"), "also when it comes at once");
	tail_free(&t);
}

static bool has(const struct proctree *tree, pid_t pid)
{
	size_t i;

	for (i = 0; i < tree->count; i++)
		if (tree->pids[i] == pid)
			return true;
	return false;
}

/* A child that forks another, which says its pid; both wait for a signal. */
static void check_proctree(void)
{
	struct proctree tree;
	pid_t child, grandchild;
	int fds[2], status;

	if (pipe(fds))
		return;
	child = fork();
	if (!child) {
		grandchild = fork();
		if (!grandchild) {
			grandchild = getpid();
			if (write(fds[1], &grandchild, sizeof(grandchild)) < 0)
				_exit(1);
		}
		pause();
		_exit(0);
	}
	ok(read(fds[0], &grandchild, sizeof(grandchild)) == sizeof(grandchild), "two are there");
	ok(!proctree_read(&tree, getpid(), 0) && tree.count == 2 && has(&tree, child) &&
	   has(&tree, grandchild), "both are found");
	proctree_free(&tree);
	proctree_signal(getpid(), 0, SIGKILL);
	ok(waitpid(child, &status, 0) == child && WIFSIGNALED(status), "the child is killed");
	/* The end of the pipe is the end of the grandchild. */
	close(fds[1]);
	ok(!read(fds[0], &status, 1), "and the grandchild");
	close(fds[0]);
}

int main(void)
{
	check_dbench();
	check_fs_mark();
	check_one_line();
	check_pgbench();
	check_iozone();
	check_fio_text();
	check_fio_json();
	check_fio_words();
	check_unknown();
	check_tail();
	check_proctree();
	return tap_end();
}
