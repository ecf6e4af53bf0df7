/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Profiles: benchmarks of the posts. Each is a table entry that plans steps, which
 * are runs of their own, and prints what they gave with its original's columns.
 */
#ifndef WBCTL_PROFILE_H
#define WBCTL_PROFILE_H

#include "report.h"
#include "run.h"
#include "stats.h"

#define STEP_NAME_LEN 28
#define PROFILE_STEPS_MAX 5000
#define STEP_WORDS_MAX 62

/**
 * struct step_file - what is kept of a writer of a step
 * @written_bytes: What it wrote.
 * @moved_bytes: The bytes that are its throughput.
 * @wall_ns: Its clock.
 * @write_ns: Up to its last operation.
 * @ops: Operations.
 * @mean: Their mean time, in ns.
 * @extents: Extents of its file.
 * @interleaved: Allocations that landed behind another file's blocks.
 * @target: Which of the step's directories it wrote into.
 */
struct step_file {
	struct fig written_bytes;
	struct fig moved_bytes;
	struct fig wall_ns;
	struct fig write_ns;
	struct fig ops;
	struct fig mean;
	struct fig extents;
	struct fig interleaved;
	size_t target;
};

/**
 * struct step_result - what a step gave
 * @duration_ns: From the barrier to the last writer's end.
 * @file_size: How long a file was.
 * @rates: The rates at both ends.
 * @during_ratio: What the devices took during the run, of all that they took.
 * @all: The sums of the writers.
 * @file_count: Writers.
 * @files: The writers.
 * @p99: Of the first writer, the time that 99 % of its operations did not exceed.
 * @metrics: What its program said.
 * @laws_hold: Laws of the audit that hold.
 * @laws_broken: Those that do not.
 * @laws_unchecked: Those that could not be checked.
 */
struct step_result {
	struct fig duration_ns;
	struct fig file_size;
	struct report_rates rates;
	struct ratio during_ratio;
	struct report_writer all;
	size_t file_count;
	struct step_file *files;
	struct fig p99;
	struct metric_list metrics;
	size_t laws_hold;
	size_t laws_broken;
	size_t laws_unchecked;
};

/**
 * struct step - a step of a profile
 * @name: Its name.
 * @kind: What it is, to its profile.
 * @group: Which of the profile's groups it belongs to.
 * @o: The options of its run.
 * @command: The program that does it and its words; none: the built-in writers.
 * @text: Where these words are.
 * @path_count: Paths among them.
 * @paths: They.
 * @done: It ran.
 * @cut: It did not run to its end: interrupted, or a writer failed.
 * @res: What it gave.
 * @doc: Its document of schema wbctl.run/1.
 * @notes: What the reader has to know about it; the laws with --audit, or when one
 *	is broken.
 */
struct step {
	char name[STEP_NAME_LEN];
	int kind;
	size_t group;
	struct run_opts o;
	char *command[STEP_WORDS_MAX + 1];
	char *text;
	size_t path_count;
	char *paths[STEP_WORDS_MAX];
	bool done;
	bool cut;
	struct step_result res;
	struct json_object *doc;
	char *notes;
};

struct profile;

/**
 * struct profile_run - a profile that runs
 * @profile: Which.
 * @o: What the command line says.
 * @argc: Words of the command line.
 * @argv: They.
 * @driver: The program that does the work, NULL: the built-in writers do.
 * @word_count: Words for it.
 * @words: They.
 * @sys: The machine.
 * @space: Half of the free space of the first directory.
 * @where: The file system, as the steps' reports have it.
 * @runs: How often each step is done.
 * @step_count: Steps.
 * @steps: The steps, in their order.
 * @metrics: The figures.
 * @live_to: Where the progress goes.
 */
struct profile_run {
	const struct profile *profile;
	const struct run_opts *o;
	int argc;
	char **argv;
	const char *driver;
	int word_count;
	char **words;
	struct sysinfo sys;
	uint64_t space;
	char where[256];
	uint64_t runs;
	size_t step_count;
	struct step *steps;
	struct metric_list metrics;
	FILE *live_to;
};

/**
 * struct profile - a profile
 * @name: Its name.
 * @source: The post that it is from.
 * @meaning: What it does.
 * @program: The program that it is about; where it is missing, built-in writers
 *	stand in for it. NULL: they are all there is.
 * @takes: Options about writers that the program takes, up to NULL.
 * @alone: Nothing stands in for the program.
 * @dirs: How many --dir it needs at least.
 * @needs: What they are for.
 * @runs: How often each step is done, when nobody says.
 * @writers: How many writers, when nobody says.
 * @share: The part of --size that each writer gets.
 * @direct: O_DIRECT.
 * @plan: Adds its steps. Returns an exit status; what is wrong has been said.
 * @metrics: Fills the figures, out of the steps that were done.
 * @table: Prints its original's table.
 */
struct profile {
	const char *name;
	const char *source;
	const char *meaning;
	const char *program;
	const char *const *takes;
	bool alone;
	size_t dirs;
	const char *needs;
	uint64_t runs;
	uint64_t writers;
	double share;
	bool direct;
	int (*plan)(struct profile_run *p);
	void (*metrics)(struct profile_run *p);
	void (*table)(FILE *to, const struct profile_run *p);
};

/* All of them, up to one without a name. */
extern const struct profile profiles[];

/* Those of one post, or of one program, in a file each. */
int dd_plan(struct profile_run *p);
int net1_plan(struct profile_run *p);
void dd_metrics(struct profile_run *p);
void dd_table(FILE *to, const struct profile_run *p);
void mix3_metrics(struct profile_run *p);
void mix3_table(FILE *to, const struct profile_run *p);
int iozone_plan(struct profile_run *p);
void iozone_metrics(struct profile_run *p);
void iozone_table(FILE *to, const struct profile_run *p);
int tiobench_plan(struct profile_run *p);
void tiobench_metrics(struct profile_run *p);
void tiobench_table(FILE *to, const struct profile_run *p);
int dbench_plan(struct profile_run *p);
void dbench_metrics(struct profile_run *p);
void dbench_table(FILE *to, const struct profile_run *p);
int fsmark_plan(struct profile_run *p);
void fsmark_metrics(struct profile_run *p);
void fsmark_table(FILE *to, const struct profile_run *p);
int oltp_plan(struct profile_run *p);
void oltp_metrics(struct profile_run *p);
void oltp_table(FILE *to, const struct profile_run *p);
int grow_plan(struct profile_run *p);
void grow_metrics(struct profile_run *p);
void grow_table(FILE *to, const struct profile_run *p);
int fio_plan(struct profile_run *p);
void fio_series(struct profile_run *p);
void fio_table(FILE *to, const struct profile_run *p);

/**
 * profile_find() - look a profile up
 * @name: Its name.
 *
 * Return: The profile, NULL when there is none of that name.
 */
const struct profile *profile_find(const char *name);

/**
 * profile_known() - whether there is a profile
 * @name: Its name.
 *
 * Return: An exit status; that there is none has been said.
 */
int profile_known(const char *name);

/**
 * profile_run() - run a profile
 * @o: The options; @o->profile names it.
 * @argc: Words of the command line.
 * @argv: They.
 * @word_count: Words for the profile's program.
 * @words: They.
 *
 * Return: An exit status; what is wrong has been said.
 */
int profile_run(const struct run_opts *o, int argc, char **argv, int word_count, char **words);

/**
 * profile_free() - free a profile's steps
 * @p: The profile.
 */
void profile_free(struct profile_run *p);

/**
 * profile_text() - print what a profile gave, within 80 columns
 * @to: Where it goes.
 * @p: The profile, its steps done and its metrics filled.
 */
void profile_text(FILE *to, const struct profile_run *p);

/**
 * profile_json() - it as a document of schema wbctl.profile/1
 * @p: The profile, its steps done and its metrics filled.
 *
 * Return: A new object.
 */
struct json_object *profile_json(const struct profile_run *p);

/**
 * step_take() - keep what a step's report says
 * @s: The step.
 * @rep: The report.
 * @audit: The laws in full too.
 */
void step_take(struct step *s, const struct report *rep, bool audit);

/**
 * step_add() - add a step, with the options of the command line
 * @p: The profile.
 * @shape: What its writers do.
 * @kind: What it is, to its profile.
 * @fmt: Its name.
 *
 * Return: The step, NULL when there is no memory.
 */
__printf(4, 5) struct step *step_add(struct profile_run *p, enum shape_id shape, int kind,
				     const char *fmt, ...);

/**
 * step_command() - let a program do a step
 * @s: The step.
 * @fmt: Its words, between single spaces.
 *
 * Return: An exit status; what is wrong has been said.
 */
__printf(2, 3) int step_command(struct step *s, const char *fmt, ...);

/**
 * step_metric() - what a step's program said
 * @s: The step.
 * @name: The name of the figure.
 *
 * Return: It, unknown when the program did not say.
 */
struct ratio step_metric(const struct step *s, const char *name);

/**
 * profile_threads() - plan steps for several numbers of threads
 * @p: The profile.
 * @add: Adds the steps of one number; returns an exit status.
 * @many: The numbers, unless the command line has one.
 * @count: How many.
 *
 * Return: An exit status.
 */
int profile_threads(struct profile_run *p, int (*add)(struct profile_run *p, uint64_t threads),
		    const uint64_t *many, size_t count);

/**
 * profile_writers() - how many writers a profile has
 * @p: The profile.
 *
 * Return: Those of the command line, or its own.
 */
uint64_t profile_writers(const struct profile_run *p);

/**
 * profile_total() - how much all writers of the whole size write
 * @p: The profile.
 *
 * Return: --size, or enough to pass the dirty threshold clearly, and no more than
 * half of the free space.
 */
uint64_t profile_total(const struct profile_run *p);

/**
 * profile_part() - a part of a size, whole blocks
 * @size: The size.
 * @share: The part.
 * @bs: A block.
 *
 * Return: The part, at least a block.
 */
uint64_t profile_part(uint64_t size, double share, uint64_t bs);

/**
 * profile_next() - go through the steps that were done
 * @p: The profile.
 * @s: The one before, NULL: the first.
 * @kind: Only those of this kind, -1: any.
 *
 * Return: The next one, NULL: there is no more.
 */
const struct step *profile_next(const struct profile_run *p, const struct step *s, int kind);

/**
 * profile_metric() - set a metric
 * @p: The profile.
 * @prefix: What its name begins with, may be empty.
 * @name: The rest of its name.
 * @value: The figure.
 */
void profile_metric(struct profile_run *p, const char *prefix, const char *name,
		    struct ratio value);

/**
 * profile_series() - set the metrics of a series: mean, and of several min, max, stddev
 * @p: The profile.
 * @prefix: What their names begin with, may be empty.
 * @name: The name of the mean, to which the others append.
 * @s: The series.
 */
void profile_series(struct profile_run *p, const char *prefix, const char *name,
		    const struct series *s);

/**
 * ratio_of_fig() - a figure as a real number
 * @f: The figure.
 *
 * Return: The number, unknown when the figure is.
 */
struct ratio ratio_of_fig(struct fig f);

/**
 * real_text() - a real number as text
 * @buf: FORMAT_LEN bytes.
 * @digits: Behind the point.
 * @r: The number.
 *
 * Return: @buf; "-" when it is unknown.
 */
const char *real_text(char buf[static FORMAT_LEN], int digits, struct ratio r);

#endif /* WBCTL_PROFILE_H */
