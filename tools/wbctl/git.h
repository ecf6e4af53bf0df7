/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What git says about the current directory. */
#ifndef WBCTL_GIT_H
#define WBCTL_GIT_H

#include "wbctl.h"

#define GIT_COMMIT_LEN 65

/**
 * git_output() - what a git command prints
 * @words: Its words after "git", up to a NULL.
 *
 * Return: The text, to be freed; NULL when git is missing or fails.
 */
char *git_output(const char *const *words);

/**
 * git_line() - the only line that a git command prints
 * @buf: Where it goes, without the newline.
 * @len: Its size.
 * @words: Its words after "git", up to a NULL.
 *
 * Return: Whether there is one that fits.
 */
bool git_line(char *buf, size_t len, const char *const *words);

/**
 * git_commit() - the commit that a revision names
 * @buf: Where it goes, GIT_COMMIT_LEN bytes.
 * @rev: The revision.
 *
 * Return: Whether there is one.
 */
bool git_commit(char buf[static GIT_COMMIT_LEN], const char *rev);

#endif /* WBCTL_GIT_H */
