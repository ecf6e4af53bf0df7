/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a command line of `wbctl run` is understood. */
#ifndef WBCTL_RUN_CHECK_H
#define WBCTL_RUN_CHECK_H

/**
 * run_check() - whether a command line is understood, without doing anything
 * @argc: Words in @argv.
 * @argv: "run" and the words behind it; they are moved about.
 *
 * Return: An exit status; what is wrong has been said.
 */
int run_check(int argc, char **argv);

#endif /* WBCTL_RUN_CHECK_H */
