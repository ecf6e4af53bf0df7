/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sweep: what it is to do, and how far it is. */
#ifndef WBCTL_SWEEP_H
#define WBCTL_SWEEP_H

#include <signal.h>

#include "axis.h"
#include "opt.h"
#include "place.h"
#include "plan.h"
#include "result.h"
#include "scratch.h"
#include "sweep_file.h"
#include "undo.h"

/**
 * struct sweep_opts - the options of `wbctl sweep`
 * @axis: The lists of values, NULL: this axis does not vary.
 * @device: What --fs makes file systems on.
 * @devices: What --stripe makes stripes of, with commas between them.
 * @destroy: What is on them need not be kept.
 * @repeats: How many runs of each cell.
 * @seed: The seed of the order.
 * @output: The file, NULL: none.
 * @resume: The file to go on with, NULL: none.
 * @dry_run: Only say what would be done.
 * @json: Where the table goes as JSON, NULL: none is wanted.
 */
struct sweep_opts {
	const char *axis[AXIS_COUNT];
	const char *device;
	const char *devices;
	bool destroy;
	struct fig repeats;
	struct fig seed;
	const char *output;
	const char *resume;
	bool dry_run;
	const char *json;
};

/**
 * struct sweep - a sweep
 * @o: Its options.
 * @axes: What varies.
 * @run_argc: Words of the run.
 * @run_argv: The words after "--": "run" and its options.
 * @command: The words of the sweep, in one order however they were given.
 * @plan: The order of the runs.
 * @results: The runs that are done.
 * @file: Where they are kept.
 * @scratch: Where file systems are made, none: count is 0.
 * @device_words: Memory of @scratch's names.
 * @dirs: Where the runs write: --dir of the run, unless @scratch is used.
 * @changes: It changes more than options of the run, which takes a note.
 * @note_taken: The note is ours.
 * @undo: The note, its fd -1: not taken.
 * @signal_fd: Delivers SIGINT, SIGTERM and SIGHUP, -1: not yet.
 * @mask: The signals as they were before.
 * @signal: The signal that interrupted it, 0: none.
 * @timed_ns: How long the runs of this session have taken.
 * @timed: How many these were.
 * @broken: Something could not be put back: it does not go on.
 */
struct sweep {
	struct sweep_opts o;
	struct axes axes;
	int run_argc;
	char **run_argv;
	struct json_object *command;
	struct plan plan;
	struct results results;
	struct sweep_file file;
	struct scratch scratch;
	char *device_words;
	struct opt_list dirs;
	bool changes;
	bool note_taken;
	struct undo undo;
	int signal_fd;
	sigset_t mask;
	int signal;
	uint64_t timed_ns;
	size_t timed;
	bool broken;
};

/**
 * sweep_check_targets() - whether what the axes set is there
 * @s: The sweep.
 *
 * What only exists once a cell's file system is mounted is not looked for.
 *
 * Return: An exit status; what is wrong has been said.
 */
int sweep_check_targets(struct sweep *s);

/**
 * sweep_set_up() - make the machine what a cell says
 * @s: The sweep; its note has all that is changed.
 * @cell: The cell.
 * @why: What went wrong.
 *
 * Return: 0 or -1.
 */
int sweep_set_up(struct sweep *s, size_t cell, char why[static SCRATCH_WHY]);

/**
 * sweep_check_runs() - whether the run of each cell would be understood
 * @s: The sweep, its plan made.
 *
 * Return: An exit status; what is wrong has been said.
 */
int sweep_check_runs(struct sweep *s);

/**
 * sweep_loop() - do the runs that are left
 * @s: The sweep, checked, its plan made.
 *
 * Return: An exit status; what is wrong has been said.
 */
int sweep_loop(struct sweep *s);

#endif /* WBCTL_SWEEP_H */
