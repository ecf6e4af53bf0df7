/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of the kernel that a sweep sets: which there are, read and written. */
#ifndef WBCTL_TUNABLE_H
#define WBCTL_TUNABLE_H

#include <limits.h>

#include "wbctl.h"

#define TUNABLE_VALUE 64
#define TUNABLE_PATH 192

/**
 * tunable_root() - what stands before every path of /proc/sys, /sys and /run
 *
 * Return: "", or the tree that a test has put into $WBCTL_FAKE_ROOT.
 */
const char *tunable_root(void);

/**
 * tunable_file() - where a path of the kernel's really is
 * @buf: Where the name goes.
 * @path: The path, absolute.
 *
 * Return: @buf.
 */
const char *tunable_file(char buf[static PATH_MAX], const char *path);

/**
 * tunable_ok() - whether a path is one of those that are ever written
 * @path: The path: a limit below /proc/sys/vm, or a known file of a bdi or of
 *	a request queue. A note that names another is not followed.
 *
 * Return: Whether it is.
 */
bool tunable_ok(const char *path);

/**
 * tunable_name() - a value's name for people
 * @buf: At least TUNABLE_PATH bytes.
 * @path: Its path.
 *
 * Return: @buf: "vm.dirty_ratio", "bdi 8:0 max_ratio", "sda scheduler".
 */
const char *tunable_name(char buf[static TUNABLE_PATH], const char *path);

/**
 * tunable_view() - the file that keeps what setting another one changes
 * @buf: At least TUNABLE_PATH bytes.
 * @path: The file that is set.
 *
 * The kernel keeps a bdi's share in millionths; max_ratio and max_bytes are
 * views of it that round, so that only max_ratio_fine can put it back.
 *
 * Return: @buf, which is @path for most.
 */
const char *tunable_view(char buf[static TUNABLE_PATH], const char *path);

/**
 * tunable_read() - read a value
 * @path: Its path.
 * @value: Where it goes; of a choice, the one that is chosen.
 *
 * Return: 0 or -errno.
 */
int tunable_read(const char *path, char value[static TUNABLE_VALUE]);

/**
 * tunable_write() - write a value
 * @path: Its path.
 * @value: The value.
 *
 * Return: 0 or -errno.
 */
int tunable_write(const char *path, const char *value);

#endif /* WBCTL_TUNABLE_H */
