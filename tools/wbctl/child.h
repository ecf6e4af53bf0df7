/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Work that may hang in the kernel, done in a child that can be left behind. */
#ifndef WBCTL_CHILD_H
#define WBCTL_CHILD_H

#include "wbctl.h"

/**
 * child_run() - do something in a child, for a bounded time
 * @fn: What; returns 0 or a positive errno.
 * @arg: Its argument.
 * @limit_ns: How long to wait for it.
 * @wake_fd: Becomes readable when waiting should end early, -1: nothing does.
 *
 * A child that is left behind gets SIGKILL and dies as soon as the kernel
 * lets go of it.
 *
 * Return: 0, -errno of @fn, -ETIMEDOUT, or -EINTR when @wake_fd ended it.
 */
int child_run(int (*fn)(void *arg), void *arg, uint64_t limit_ns, int wake_fd);

#endif /* WBCTL_CHILD_H */
