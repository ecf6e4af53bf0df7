// SPDX-License-Identifier: GPL-2.0-or-later
/* Tries the rules of findings on the subjects of a run. */
#include <stdlib.h>

#include "findings.h"
#include "report.h"

struct findings *findings_of(const struct report *rep)
{
	(void)rep;
	return NULL;
}
