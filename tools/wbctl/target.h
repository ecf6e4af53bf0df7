/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where writers write: directories, checked, and wbctl's own below them. */
#ifndef WBCTL_TARGET_H
#define WBCTL_TARGET_H

#include <limits.h>
#include <sys/types.h>

#include "chain.h"

/**
 * struct target - a directory of --dir
 * @dir: As it was given.
 * @from: What gave it: --dir, WBCTL_DIR, or "directory" when nothing did.
 * @path: Its absolute path.
 * @name: wbctl's own directory below it, "" while there is none.
 * @fd: The directory of --dir, -1: not open.
 * @own_fd: wbctl's own, -1: not open.
 * @note_fd: The owner's note in it, locked, -1: not open.
 * @mount: What it is on.
 * @chain: What that lies on.
 * @st_dev: The device that stat(2) names, major << 20 | minor (that of a btrfs
 *	subvolume is not its super block's).
 * @free_bytes: Free space for users without reserve.
 * @direct_align: What O_DIRECT aligns to, unknown: nobody says.
 */
struct target {
	const char *dir;
	const char *from;
	char path[PATH_MAX];
	char name[64];
	int fd;
	int own_fd;
	int note_fd;
	struct mount mount;
	struct chain chain;
	uint32_t st_dev;
	struct fig free_bytes;
	struct fig direct_align;
};

/**
 * target_open() - check a directory
 * @t: Where it goes.
 * @dir: The directory.
 * @from: What named it.
 *
 * Return: An exit status; what is wrong has been said. target_close() it in
 * either case.
 */
int target_open(struct target *t, const char *dir, const char *from);

/**
 * target_make() - make wbctl's own directory in it
 * @t: The target.
 *
 * First removes the directories that killed runs have left there.
 *
 * Return: An exit status; what is wrong has been said.
 */
int target_make(struct target *t);

/**
 * target_read_direct() - find out what O_DIRECT needs
 * @t: The target, with its own directory made.
 */
void target_read_direct(struct target *t);

/**
 * target_remove() - remove wbctl's own directory and its files
 * @t: The target.
 *
 * May hang on a file system that is dead.
 *
 * Return: 0 or -errno.
 */
int target_remove(struct target *t);

/**
 * target_close_note() - give the owner's note up, with its lock
 * @t: The target.
 */
void target_close_note(struct target *t);

/**
 * target_close() - close its files
 * @t: The target.
 */
void target_close(struct target *t);

/**
 * target_no_throttling() - why nothing is throttled on a file system
 * @magic: Its type as statfs(2) has it.
 *
 * Return: The reason, NULL when there may well be dirty throttling.
 */
const char *target_no_throttling(uint64_t magic);

#endif /* WBCTL_TARGET_H */
