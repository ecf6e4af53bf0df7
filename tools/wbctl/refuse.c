// SPDX-License-Identifier: GPL-2.0-or-later
/* The one way to say that something is wrong. */
#include <ctype.h>
#include <stdio.h>

#include "wbctl.h"

int refuse(int status, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	char *p;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	for (p = text; *p; p++)
		if (iscntrl((unsigned char)*p))
			*p = '?';
	fflush(stdout);
	fprintf(stderr, "wbctl: %s\n", text);
	return status;
}
