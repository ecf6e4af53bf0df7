/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles: benchmarks of the posts, each a table entry. */
#ifndef WBCTL_PROFILE_H
#define WBCTL_PROFILE_H

#include "run.h"

/**
 * profile_run() - run a profile
 * @o: The options; @o->profile names it.
 * @argc: Words of the command line.
 * @argv: They.
 *
 * Return: An exit status; what is wrong has been said.
 */
int profile_run(const struct run_opts *o, int argc, char **argv);

#endif /* WBCTL_PROFILE_H */
