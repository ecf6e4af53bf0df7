/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The signals that stop what wbctl does. */
#ifndef WBCTL_SIGNALS_H
#define WBCTL_SIGNALS_H

#include <signal.h>

/**
 * signals_that_stop() - SIGINT, SIGTERM and SIGHUP
 * @mask: Becomes the set of them; one that was ignored when wbctl began stays so.
 */
void signals_that_stop(sigset_t *mask);

#endif /* WBCTL_SIGNALS_H */
