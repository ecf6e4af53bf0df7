/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run: what it is to do, and everything it has seen. */
#ifndef WBCTL_RUN_H
#define WBCTL_RUN_H

#include "audit_run.h"
#include "cgroup.h"
#include "device.h"
#include "ledgers.h"
#include "metric.h"
#include "module.h"
#include "opt.h"
#include "profiler.h"
#include "program.h"
#include "shape.h"
#include "source.h"
#include "sysinfo.h"
#include "target.h"
#include "tree.h"
#include "vmstat.h"
#include "writer.h"

#define RUN_WRITERS_MAX 1024

/**
 * struct run_opts - the options of `wbctl run`
 * @writers: How many writers.
 * @shape: enum shape_id.
 * @size: Bytes that each writes.
 * @file_size: How long the file of each is, unknown: @size.
 * @files: Files of each, of the shape files.
 * @rate: Bytes per second of each at most.
 * @bs: Bytes in one write.
 * @time: How long they write at most, in ns.
 * @interval: Time between samples, in ns.
 * @fsync: enum fsync_mode.
 * @dirs: Where.
 * @direct: O_DIRECT.
 * @rewrite: Write the files once before the clock.
 * @grown: Files that are prepared are grown side by side, not written.
 * @keep: Leave the files.
 * @with_module: Ask the module.
 * @source: enum source_kind, unknown: the module or nobody.
 * @audit: Print the audit in full.
 * @watch: Pids of processes to watch besides the writers.
 * @watch_cgroup: Control groups whose processes are watched too.
 * @cpu_profile: Samples a second of a kernel CPU profile, unknown: none.
 * @metrics: Figures to find in what a program prints, NAME=REGEX.
 * @json: Where the JSON goes, NULL: none is wanted.
 * @profile: Name of a profile, NULL: one run.
 * @runs: How often the profile does each step.
 * @include_flush: Flush and close are in the profile's clock.
 * @builtin: The profile's writers are the built-in ones, also where its program is
 *	installed.
 */
struct run_opts {
	struct fig writers;
	struct fig shape;
	struct fig size;
	struct fig file_size;
	struct fig files;
	struct fig rate;
	struct fig bs;
	struct fig record_size;
	struct fig time;
	struct fig interval;
	struct fig fsync;
	struct opt_list dirs;
	bool direct;
	bool rewrite;
	bool grown;
	bool keep;
	bool with_module;
	struct fig source;
	bool audit;
	struct opt_list watch;
	struct opt_list watch_cgroup;
	struct fig cpu_profile;
	struct opt_list metrics;
	const char *json;
	const char *profile;
	struct fig runs;
	bool include_flush;
	bool builtin;
};

/**
 * enum place - where a program works
 * @PLACE_CALLER: Where wbctl was called.
 * @PLACE_TARGET: In the first directory.
 * @PLACE_OWN: In a directory of wbctl's own below that, which is removed at the end.
 */
enum place {
	PLACE_CALLER = 0,
	PLACE_TARGET,
	PLACE_OWN,
};

/**
 * struct proc - a writer's process, seen from wbctl
 * @pid: Its pid, 0: not started.
 * @alive: It has not been reaped.
 * @abandoned: It did not die of SIGKILL in time.
 * @status: What waitpid(2) said.
 * @mono: CLOCK_MONOTONIC before and after fork(2), in ns.
 * @boot: CLOCK_BOOTTIME likewise.
 * @target: Where it writes (index of a target).
 * @ino: Its file, unknown before it was opened.
 * @cgroup: Its control group when it was started.
 * @task_start: The module's row of the task when the clock started.
 * @task_end: When the last writer was done.
 * @inode_start: The row of its file when the clock started.
 * @inode_end: When the last writer was done.
 */
struct proc {
	pid_t pid;
	bool alive;
	bool abandoned;
	int status;
	uint64_t mono[2];
	uint64_t boot[2];
	size_t target;
	struct fig ino;
	struct cgroup cgroup;
	struct record *task_start;
	struct record *task_end;
	struct record *inode_start;
	struct record *inode_end;
};

/**
 * struct sample - the counters at one moment
 * @t_ns: Since the barrier opened.
 * @device_bytes: What the devices have taken since then.
 * @dirtied_bytes: What the program's tree has dirtied so far.
 * @vm: The machine.
 * @wb_count: Entries of @wbs.
 * @wbs: The wbs, as the module had them.
 * @w: For each writer, bytes written and read and time throttled so far.
 */
struct sample {
	uint64_t t_ns;
	struct fig device_bytes;
	struct fig dirtied_bytes;
	struct vmstat vm;
	size_t wb_count;
	struct wb_moment *wbs;
	struct {
		uint64_t written_bytes;
		uint64_t read_bytes;
		struct fig throttled_ns;
	} w[];
};

/**
 * struct run - a run
 * @o: Its options.
 * @argc: Words in @argv.
 * @argv: The command line.
 * @sys: The machine.
 * @wall: Seconds since the epoch when it began.
 * @targets: Where it writes.
 * @target_count: How many places.
 * @program: The program that runs instead of writers, NULL: none does.
 * @place: Where it works.
 * @tree: What the module says of it and of what it forked.
 * @writers: How many writers; the program counts as one.
 * @shape: What they do.
 * @prepared: Their files are there before the clock.
 * @size: Bytes that each writes, 0: until the time is up.
 * @wrap: Where each begins its file again; how long a file is.
 * @space: Bytes that each takes on its file system.
 * @time_ns: How long they write, 0: any time.
 * @chosen: The size was chosen by wbctl.
 * @board: The memory shared with the writers.
 * @procs: The writers' processes.
 * @devs: The block devices.
 * @source: Where the kernel's figures come from.
 * @module: What the module says.
 * @trace: What tracefs says, NULL: it is not asked.
 * @trace_rc: Why it says nothing, a -errno.
 * @ledgers: What it says of the time of tasks.
 * @audit: What the audit compares.
 * @metrics: Named figures of what ran.
 * @profiler: perf, beside it.
 * @signal_fd: Delivers SIGINT, SIGTERM, SIGHUP and SIGCHLD; not those that
 *	were ignored from the start.
 * @stop_fd: Delivers the same without SIGCHLD once the writers are done.
 * @timer_fd: Says when to sample, -1: not yet.
 * @ready: The writers' pipe to wbctl, [0] to read.
 * @go: The barrier, -1: open.
 * @ready_count: How many writers wait at the barrier.
 * @signal: The signal that interrupted it, 0: none.
 * @failed: A writer failed or died.
 * @kill_ns: When writers that were told to stop are killed, 0: not told.
 * @killed: They have been killed.
 * @go_ns: When the barrier opened.
 * @end_ns: When the last writer was done.
 * @device_start: What the devices had taken then, in all.
 * @vm_start: The machine then.
 * @samples: The samples.
 * @sample_count: How many.
 * @live_to: Where the progress goes.
 * @live_lines: Lines of the table on the terminal that stand there now.
 * @during_bytes: What the devices took between @go_ns and @end_ns.
 * @after_bytes: What they took in the drain.
 * @drain_ns: From @end_ns until all was written back.
 * @drain_rc: 0 or the -errno of the drain.
 * @rep: Its report, NULL: it has not come that far.
 */
struct run {
	struct run_opts o;
	int argc;
	char **argv;
	struct sysinfo sys;
	int64_t wall;
	struct target *targets;
	size_t target_count;
	struct program *program;
	enum place place;
	struct tree tree;
	size_t writers;
	const struct shape *shape;
	bool prepared;
	uint64_t size;
	uint64_t wrap;
	uint64_t space;
	uint64_t time_ns;
	bool chosen;
	struct writer_board *board;
	struct proc *procs;
	struct devices devs;
	enum source_kind source;
	struct module module;
	struct reader *trace;
	int trace_rc;
	struct ledgers ledgers;
	struct audit_run audit;
	struct metric_list metrics;
	struct profiler profiler;
	int signal_fd;
	int stop_fd;
	int timer_fd;
	int ready[2];
	int go[2];
	size_t ready_count;
	int signal;
	bool failed;
	uint64_t kill_ns;
	bool killed;
	uint64_t go_ns;
	uint64_t end_ns;
	struct fig device_start;
	struct vmstat vm_start;
	struct sample **samples;
	size_t sample_count;
	FILE *live_to;
	int live_lines;
	struct fig during_bytes;
	struct fig after_bytes;
	struct fig drain_ns;
	int drain_rc;
	struct report *rep;
};

/**
 * run_new() - a run, to be executed
 * @o: What it is to do; what is unknown gets its default.
 * @argc: Words of the command line.
 * @argv: They; must outlive the run.
 *
 * Return: The run, NULL when there is no memory, which has been said.
 */
struct run *run_new(const struct run_opts *o, int argc, char **argv);

/**
 * run_execute() - do it: prepare, run, drain, clean up
 * @r: The run. Afterwards it has its report, if its clock ran.
 *
 * Return: An exit status; what is wrong has been said.
 */
int run_execute(struct run *r);

/**
 * run_free() - give a run back
 * @r: The run, may be NULL.
 */
void run_free(struct run *r);

/**
 * run_prepare() - open and make everything that is there before the writers
 * @r: The run, its options checked.
 *
 * Return: An exit status; what is wrong has been said.
 */
int run_prepare(struct run *r);

/**
 * run_open_fds() - take signals and open the pipes
 * @r: The run. From here on signals wait until they are read.
 *
 * Return: An exit status; what is wrong has been said.
 */
int run_open_fds(struct run *r);

/**
 * run_writers() - start the writers, watch them, wait for them
 * @r: The run, with its targets made.
 *
 * Return: WBCTL_OK when the writers ran, well or not; else an exit status,
 * and what is wrong has been said.
 */
int run_writers(struct run *r);

/**
 * run_caught() - take in a signal that came after the writers were done
 * @r: The run.
 *
 * Return: Whether it was interrupted, then or before.
 */
bool run_caught(struct run *r);

/**
 * run_drain() - write back what is left, timed
 * @r: The run, its writers done.
 */
void run_drain(struct run *r);

/**
 * live_show() - show the progress
 * @r: The run, with a new sample.
 *
 * A table on a terminal, a line elsewhere.
 */
void live_show(struct run *r);

/**
 * live_end() - take the table off the terminal
 * @r: The run.
 */
void live_end(struct run *r);

#endif /* WBCTL_RUN_H */
