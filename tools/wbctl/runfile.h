/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Result files: runs, profiles and sweeps, and the figures in them. */
#ifndef WBCTL_RUNFILE_H
#define WBCTL_RUNFILE_H

#include <json-c/json.h>

#include "alike.h"
#include "figures.h"
#include "wbctl.h"

#define RUNFILE_KERNEL_LEN 65
#define RUNFILE_CELL_LEN 256

/**
 * struct runfile_result - a finished run, or a profile with all its steps
 * @cell: The cell of a sweep, "vm.dirty_ratio 20, writers 3"; empty: none.
 * @cell_json: The same as JSON; NULL: none.
 * @cell_rank: Cells of a sweep sort by it, as its axes name their values.
 * @kernel: Release of the kernel.
 * @traits: What must be alike.
 * @figures: Its figures.
 * @cpu_profiles: Its kernel CPU profiles, a list of the documents' members
 *	cpu_profile: of a profile one of each step. NULL: none was taken.
 */
struct runfile_result {
	char cell[RUNFILE_CELL_LEN];
	struct json_object *cell_json;
	uint64_t cell_rank;
	char kernel[RUNFILE_KERNEL_LEN];
	struct traits traits;
	struct figures figures;
	struct json_object *cpu_profiles;
};

/**
 * struct runfile - what is in a file
 * @path: Its name.
 * @sweep: It is of a sweep.
 * @count: How many results; at least one.
 * @results: The results.
 * @left_out: Runs that failed or were interrupted; they are no results.
 * @planned: Runs that its sweeps were to have, 0: it is of none.
 * @done: Runs of sweeps that are in it, failed ones too.
 */
struct runfile {
	const char *path;
	bool sweep;
	size_t count;
	struct runfile_result *results;
	size_t left_out;
	size_t planned;
	size_t done;
};

/**
 * runfile_missing() - how much of its sweeps was never done
 * @rf: The file.
 *
 * Return: Runs.
 */
size_t runfile_missing(const struct runfile *rf);

/**
 * runfile_read() - read a file
 * @rf: Where it goes; free it with runfile_free(), also after a failure.
 * @path: The file; the name stays the caller's.
 *
 * It is one document of schema wbctl.run/1 or wbctl.profile/1, or several of
 * them one after the other, or the JSON lines of wbctl.sweep/1.
 *
 * Return: WBCTL_OK or WBCTL_USAGE; what is wrong has been said.
 */
int runfile_read(struct runfile *rf, const char *path);

/**
 * runfile_free() - give a file's results back
 * @rf: The file.
 */
void runfile_free(struct runfile *rf);

/**
 * runfile_cpu_profiles() - the kernel CPU profiles of a file
 * @rf: The file.
 * @cell: The cell that they are of.
 *
 * Return: A new list, the caller's, of what its results have; it may be empty.
 */
struct json_object *runfile_cpu_profiles(const struct runfile *rf, const char *cell);

/**
 * runfile_figure() - a figure of a document by name
 * @doc: A document of schema wbctl.run/1 or wbctl.profile/1.
 * @name: The figure: one of the document's metrics, or one that figures_of()
 *	derives.
 * @out: Gets the figure; unknown unless 0 is returned.
 *
 * Return: 0, -ENOENT when the document has no such figure, -EINVAL when it is
 * of another schema, or -ENOMEM.
 */
int runfile_figure(struct json_object *doc, const char *name, struct ratio *out);

#endif /* WBCTL_RUNFILE_H */
