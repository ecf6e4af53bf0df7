/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sweep's own file system on a device given to it: checked, made, mounted. */
#ifndef WBCTL_SCRATCH_H
#define WBCTL_SCRATCH_H

#include "undo.h"

#define SCRATCH_DEVICES 16
#define SCRATCH_WHY 256
/* File systems that sweeps make are labelled so, and may be overwritten. */
#define SCRATCH_LABEL "wbctl-sweep"

/**
 * struct scratch - the devices, and what is on them in a cell
 * @count: How many devices, 0: the sweep makes no file system.
 * @device: Their names.
 * @dev: Their numbers, major << 20 | minor.
 * @bytes: Their sizes.
 * @striped: They become one dm device.
 * @dir: Where the file system is mounted, without the root of tests.
 */
struct scratch {
	size_t count;
	const char *device[SCRATCH_DEVICES];
	uint32_t dev[SCRATCH_DEVICES];
	uint64_t bytes[SCRATCH_DEVICES];
	bool striped;
	char dir[TUNABLE_PATH];
};

/**
 * scratch_check() - whether the devices may be overwritten
 * @s: The devices' names; gets their numbers and sizes.
 * @destroy: What is on them need not be kept.
 *
 * One that is mounted or otherwise in use is refused in any case.
 *
 * Return: An exit status; what is wrong has been said.
 */
int scratch_check(struct scratch *s, bool destroy);

/**
 * scratch_make() - make a file system and mount it
 * @s: The devices; @dir is set.
 * @u: The note, through which all of it is taken back.
 * @stripe: Width of a stripe, NULL: no dm device.
 * @fs: The file system's type.
 * @why: What went wrong.
 *
 * Return: 0 or -1.
 */
int scratch_make(struct scratch *s, struct undo *u, const char *stripe, const char *fs,
		 char why[static SCRATCH_WHY]);

/**
 * scratch_has_tools() - whether the programs that it takes are there
 * @fs: The file system's type.
 * @striped: There is to be a dm device.
 *
 * Return: An exit status; what is missing has been said.
 */
int scratch_has_tools(const char *fs, bool striped);

#endif /* WBCTL_SCRATCH_H */
