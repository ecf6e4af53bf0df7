// SPDX-License-Identifier: GPL-2.0-or-later
/* What git says about the current directory. */
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "git.h"

#define WORDS_MAX 8

char *git_output(const char *const *words)
{
	char *argv[WORDS_MAX + 2] = { (char *)"git" };
	struct capture c = { .file = "git", .argv = argv, .quiet = true, .signal_fd = -1 };
	char *text;
	size_t i;

	for (i = 0; i < WORDS_MAX && words[i]; i++)
		argv[i + 1] = (char *)words[i];
	if (capture_run(&c)) {
		capture_free(&c);
		return NULL;
	}
	text = c.out.text ? c.out.text : calloc(1, 1);
	free(c.err.text);
	return text;
}

bool git_line(char *buf, size_t len, const char *const *words)
{
	char *text = git_output(words);
	size_t n = text ? strcspn(text, "\n") : 0;
	bool fits = n && n < len;

	if (fits)
		snprintf(buf, len, "%.*s", (int)n, text);
	free(text);
	return fits;
}

bool git_commit(char buf[static GIT_COMMIT_LEN], const char *rev)
{
	char name[256];

	snprintf(name, sizeof(name), "%s^{commit}", rev);
	return git_line(buf, GIT_COMMIT_LEN,
			(const char *const[]){ "rev-parse", "--verify", "--quiet",
					       "--end-of-options", name, NULL });
}
