// SPDX-License-Identifier: GPL-2.0-or-later
/* The one way to say that something is wrong. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "out.h"

int refuse(int status, const char *fmt, ...)
{
	char *text = NULL, *p;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	va_end(ap);
	for (p = text; p && *p; p++)
		if (iscntrl((unsigned char)*p))
			*p = '?';
	fflush(stdout);
	/* One line for a program that reads it, 80 columns for people. */
	if (isatty(STDERR_FILENO))
		wrap(stderr, text ? text : fmt, fprintf(stderr, "wbctl:"), 2);
	else
		fprintf(stderr, "wbctl: %s\n", text ? text : fmt);
	free(text);
	return status;
}
