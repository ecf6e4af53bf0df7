/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words of the command line: sizes, times, numbers, devices. */
#ifndef WBCTL_PARSE_H
#define WBCTL_PARSE_H

#include <stdint.h>

/**
 * parse_number() - a decimal number
 * @text: Digits and nothing else.
 * @out: Where it goes.
 *
 * Return: 0, -EINVAL when @text is no number, -ERANGE when it does not fit.
 */
int parse_number(const char *text, uint64_t *out);

/**
 * parse_size() - a size in bytes
 * @text: Digits and at most one of k, M, G, T (K, m, g and t too), binary.
 * @out: Bytes.
 *
 * Return: 0, -EINVAL when @text is no size, -ERANGE when it does not fit in
 * a file offset.
 */
int parse_size(const char *text, uint64_t *out);

/**
 * parse_time() - a time
 * @text: Digits and one of ns, us, ms, s, m, h; seconds without one.
 * @out: Nanoseconds.
 *
 * Return: 0, -EINVAL when @text is no time, -ERANGE when it does not fit.
 */
int parse_time(const char *text, uint64_t *out);

/**
 * parse_dev() - a device number
 * @text: MAJOR:MINOR.
 * @out: major << 20 | minor, as the kernel and the module have it.
 *
 * Return: 0, -EINVAL or -ERANGE (12 and 20 bits).
 */
int parse_dev(const char *text, uint32_t *out);

/**
 * parse_cgroup() - a cgroup
 * @text: An inode number, a path, or a path below /sys/fs/cgroup.
 * @out: The inode number of the cgroup's directory.
 *
 * Return: 0, -ERANGE, or -errno of stat(2).
 */
int parse_cgroup(const char *text, uint64_t *out);

#endif /* WBCTL_PARSE_H */
