// SPDX-License-Identifier: GPL-2.0-or-later
/* The signals that stop what wbctl does. */
#include "signals.h"
#include "wbctl.h"

void signals_that_stop(sigset_t *mask)
{
	static const int stops[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction old;
	size_t i;

	sigemptyset(mask);
	for (i = 0; i < ARRAY_SIZE(stops); i++)
		if (!sigaction(stops[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaddset(mask, stops[i]);
}
