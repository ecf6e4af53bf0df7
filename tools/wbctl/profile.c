// SPDX-License-Identifier: GPL-2.0-or-later
/* Profiles: benchmarks of the posts, each a table entry. */
#include "profile.h"

int profile_run(const struct run_opts *o, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return refuse(WBCTL_USAGE, "there is no profile '%s'", o->profile);
}
