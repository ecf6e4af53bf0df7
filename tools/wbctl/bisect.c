// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl bisect: its words, its numbers and its help. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bisect.h"
#include "out.h"

/* @text is a decimal number up to @end. */
static bool real(const char *text, const char *end, double *out)
{
	size_t len = (size_t)(end - text);
	char word[64], *stop;

	if (!len || len >= sizeof(word) || strspn(text, "0123456789.eE+-") < len)
		return false;
	memcpy(word, text, len);
	word[len] = '\0';
	*out = strtod(word, &stop);
	return stop != word && !*stop && isfinite(*out);
}

int bisect_parse_real(const char *option, const char *word, struct ratio *out)
{
	out->known = word;
	if (word && !real(word, word + strlen(word), &out->v))
		return refuse(WBCTL_USAGE, "%s wants a number, not '%s'", option, word);
	return WBCTL_OK;
}

int bisect_parse_bound(const char *below, const char *above, struct ratio *bound, bool *is_above)
{
	if (below && above)
		return refuse(WBCTL_USAGE, "--bad-below and --bad-above exclude each other");
	*is_above = above;
	return bisect_parse_real(above ? "--bad-above" : "--bad-below", above ? above : below,
				 bound);
}

int bisect_parse_confidence(const char *word, double *alpha)
{
	struct ratio c;
	int rc = bisect_parse_real("--confidence", word, &c);

	if (rc)
		return rc;
	if (!c.known)
		c.v = 0.95;
	if (c.v < BISECT_CONFIDENCE_MIN || c.v > BISECT_CONFIDENCE_MAX)
		return refuse(WBCTL_USAGE, "--confidence %s is out of range; %g to %g is allowed",
			      word, BISECT_CONFIDENCE_MIN, BISECT_CONFIDENCE_MAX);
	*alpha = 1 - c.v;
	return WBCTL_OK;
}

int bisect_parse_range(const char *word, double *min, double *max)
{
	const char *dots = strstr(word, ".."), *end = word + strlen(word);

	*min = -HUGE_VAL;
	*max = HUGE_VAL;
	if (!dots || (dots == word && dots + 2 == end))
		return -EINVAL;
	if (dots != word && !real(word, dots, min))
		return -EINVAL;
	if (dots + 2 != end && !real(dots + 2, end, max))
		return -EINVAL;
	return *min <= *max ? 0 : -EINVAL;
}

static int bisect_run(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : NULL;

	if (!what)
		return refuse(BISECT_EXIT_USAGE, "bisect wants a word: step or next");
	if (!strcmp(what, "step"))
		return bisect_step(argc - 1, argv + 1);
	if (!strcmp(what, "next"))
		return bisect_next(argc - 1, argv + 1);
	return refuse(BISECT_EXIT_USAGE, "bisect has no '%s'; step or next", what);
}

static void bisect_help(FILE *to)
{
	fprintf(to, "usage: git bisect run wbctl bisect step OPTION... -- run [OPTION]...\n"
		    "       git bisect run wbctl bisect step OPTION... -- COMMAND...\n"
		    "       wbctl bisect next [OPTION]...\n\n");
	wrap(to,
	     "step measures the commit that is checked out until it is sure whether it is good, and tells git bisect. What follows -- is a run of ours when its first word is run, and otherwise any command, whose output is searched; that needs neither root nor the module.",
	     0, 0);
	fputc('\n', to);
	bisect_step_help(to);
	fputc('\n', to);
	wrap(to,
	     "next says, when git bisect has found a commit, whether more is left on either side of it, and prints the commands of the next search.",
	     0, 0);
	fputc('\n', to);
	bisect_next_help(to);
	fputc('\n', to);
	wrap(to,
	     "Measure both ends with step before the search: git bisect believes what it is told about them, and finds a commit where there is none. Documentation/bisect.rst has a session.",
	     0, 0);
	fputc('\n', to);
	wrap(to,
	     "Exit status of step: 0 good, 1 bad, 125 skip (not sure after all tries, or a try failed, ran out of time or has no figure). git bisect stops at 128 (wbctl failed), 129 (a wrong command line; elsewhere that is 2, which git would take for a bad commit) and 130 (Ctrl-C). Of next: 0 done, 1 failed, 129.",
	     0, 0);
}

const struct command cmd_bisect = {
	"bisect", "find the commit that made a figure worse", bisect_run, bisect_help
};
