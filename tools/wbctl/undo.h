/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The note of what a sweep has changed, from which it is put back. */
#ifndef WBCTL_UNDO_H
#define WBCTL_UNDO_H

#include <limits.h>
#include <sys/types.h>

#include "tunable.h"

/* dm devices that sweeps make are called so, then their pid. */
#define UNDO_DM_PREFIX "wbctl-sweep-"
/* Directories that they mount on, in the note's own. */
#define UNDO_MOUNT_PREFIX "mnt-"
#define UNDO_ENTRIES 128

/**
 * enum undo_kind - what was changed
 * @UNDO_VALUE: A value of the kernel.
 * @UNDO_MOUNT: A file system was mounted.
 * @UNDO_DM: A device-mapper device was made.
 */
enum undo_kind {
	UNDO_VALUE,
	UNDO_MOUNT,
	UNDO_DM,
};

/**
 * struct undo_entry - a change, in the order in which they were begun
 * @kind: What was changed.
 * @path: The value's path, the directory or the device's name.
 * @old: The value before the first change.
 * @ours: What the kernel said it was after the last one, "" before.
 * @in_flight: The last change may have happened or not: whatever value there
 *	is may be ours.
 */
struct undo_entry {
	enum undo_kind kind;
	char path[TUNABLE_PATH];
	char old[TUNABLE_VALUE];
	char ours[TUNABLE_VALUE];
	bool in_flight;
};

/**
 * struct undo - a note, locked
 * @dir: Its directory, without the root of tests.
 * @dir_fd: The same, -1: not open.
 * @fd: The note; whoever has inherited it holds the lock too.
 * @pid: The process that wrote it.
 * @other_boot: It was written before this boot.
 * @count: How many changes.
 * @entries: The changes.
 */
struct undo {
	const char *dir;
	int dir_fd;
	int fd;
	int pid;
	bool other_boot;
	size_t count;
	struct undo_entry entries[UNDO_ENTRIES];
};

/* Where notes may be, up to a NULL: the first that can be written is used. */
extern const char *const undo_dirs[];

/**
 * undo_open() - take a note and its lock
 * @u: Where it goes.
 * @dir: One of undo_dirs[].
 * @create: Make the directory and the note when they are not there.
 * @wait_ns: How long to wait for what a killed sweep has left running.
 *
 * The directory and the note must be root's own (or the caller's) and closed
 * to others; links are not followed.
 *
 * Return: 0; -ENOENT: there is none; -EBUSY: the sweep of @u->pid lives;
 * -EAGAIN: it is dead, but children of it are not; -EPERM: it is somebody
 * else's; or -errno.
 */
int undo_open(struct undo *u, const char *dir, bool create, uint64_t wait_ns);

/**
 * undo_peek() - read a note without its lock
 * @u: Where it goes; undo_close() it.
 * @dir: One of undo_dirs[].
 * @lives: Whether its sweep lives.
 *
 * Return: 0, -ENOENT, -EPERM or -errno.
 */
int undo_peek(struct undo *u, const char *dir, bool *lives);

/**
 * undo_close() - give the lock up
 * @u: The note; it stays.
 */
void undo_close(struct undo *u);

/**
 * undo_remove() - remove the note and give its lock up
 * @u: The note.
 */
void undo_remove(struct undo *u);

/**
 * undo_restart() - forget what has been put back
 * @u: The note; it becomes one of this process with nothing in it.
 *
 * Return: 0 or -errno.
 */
int undo_restart(struct undo *u);

/**
 * undo_set() - set a value, its old one noted before
 * @u: The note.
 * @path: A path that tunable_ok() knows.
 * @value: The value.
 *
 * Return: 0 or -errno.
 */
int undo_set(struct undo *u, const char *path, const char *value);

struct limits;

/**
 * undo_set_limits() - set the dirty limits, the old ones noted before
 * @u: The note.
 * @want: The limits.
 *
 * Return: 0 or -errno.
 */
int undo_set_limits(struct undo *u, const struct limits *want);

/**
 * undo_add() - note that something is about to be made
 * @u: The note.
 * @kind: UNDO_MOUNT or UNDO_DM.
 * @name: The directory, or the device's name.
 *
 * Return: 0 or -errno.
 */
int undo_add(struct undo *u, enum undo_kind kind, const char *name);

/**
 * undo_parse() - what a note says
 * @u: Its entries, its owner.
 * @text: The note; it is taken apart. A line without its end, and one that
 *	names what sweeps do not change, is passed over.
 */
void undo_parse(struct undo *u, char *text);

#endif /* WBCTL_UNDO_H */
