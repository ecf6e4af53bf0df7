/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The clock that the module uses too. */
#ifndef WBCTL_CLOCK_H
#define WBCTL_CLOCK_H

#include <time.h>

#include "wbctl.h"

/**
 * clock_read_ns() - a clock in ns
 * @clock: Which.
 *
 * Return: Its time.
 */
static inline uint64_t clock_read_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

/**
 * now_ns() - CLOCK_MONOTONIC in ns
 *
 * Return: Its time.
 */
static inline uint64_t now_ns(void)
{
	return clock_read_ns(CLOCK_MONOTONIC);
}

#endif /* WBCTL_CLOCK_H */
