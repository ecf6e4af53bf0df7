// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl bisect next: what is left on either side of the commit that was found. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bisect.h"
#include "bisect_log.h"
#include "format.h"
#include "out.h"

/* A path, each character of it quoted. */
#define OWN_NAME_LEN (4 * PATH_MAX + 8)

/**
 * struct next_opts - the command line
 * @log: --log.
 * @below: --bad-below.
 * @above: --bad-above.
 * @confidence: --confidence.
 * @good: --good.
 * @bad: --bad.
 * @first_bad: --first-bad.
 */
struct next_opts {
	const char *log;
	const char *below;
	const char *above;
	const char *confidence;
	const char *good;
	const char *bad;
	const char *first_bad;
};

/**
 * struct ends - the commits of the search that is over
 * @good: Its good end.
 * @bad: Its bad end.
 * @found: The first bad commit.
 * @before: The commit before it.
 */
struct ends {
	char good[GIT_COMMIT_LEN];
	char bad[GIT_COMMIT_LEN];
	char found[GIT_COMMIT_LEN];
	char before[GIT_COMMIT_LEN];
};

/**
 * struct next - a look at what is left
 * @o: The command line.
 * @log: The log.
 * @ends: The commits.
 * @alpha: 1 - confidence.
 * @bound: The threshold that the user wants, when he said one.
 */
struct next {
	struct next_opts o;
	struct bisect_log log;
	struct ends ends;
	double alpha;
	struct ratio bound;
};

#define AT(member) offsetof(struct next_opts, member)

static const struct opt next_options[] = {
	{ "log", "FILE", OPT_TEXT, AT(log), 0, 0, NULL,
	  "The log of the steps (wbctl-bisect.log in the git directory)." },
	{ "bad-below", "N", OPT_TEXT, AT(below), 0, 0, NULL,
	  "The next threshold (halfway between the means of the ends)." },
	{ "bad-above", "N", OPT_TEXT, AT(above), 0, 0, NULL,
	  "Likewise, of a search for more." },
	{ "confidence", "P", OPT_TEXT, AT(confidence), 0, 0, NULL,
	  "How sure it is to be that the ends differ (0.95)." },
	{ "good", "REV", OPT_TEXT, AT(good), 0, 0, NULL,
	  "The good end of the search that is over (git bisect log)." },
	{ "bad", "REV", OPT_TEXT, AT(bad), 0, 0, NULL,
	  "Its bad end (git bisect log)." },
	{ "first-bad", "REV", OPT_TEXT, AT(first_bad), 0, 0, NULL,
	  "The commit that it found (git bisect log)." },
};

void bisect_next_help(FILE *to)
{
	opt_help(to, next_options, ARRAY_SIZE(next_options));
}

/* The commit after @words in the first line of git's log that begins so. */
static bool from_git_log(char commit[static GIT_COMMIT_LEN], const char *text, const char *words)
{
	const char *at = text;
	size_t len;

	while (at && strncmp(at, words, strlen(words))) {
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	if (!at)
		return false;
	at += strlen(words);
	len = strspn(at, "0123456789abcdef");
	if (!len || len >= GIT_COMMIT_LEN)
		return false;
	memcpy(commit, at, len);
	commit[len] = '\0';
	return true;
}

static int find_end(char commit[static GIT_COMMIT_LEN], const char *option, const char *rev,
		    const char *git_log, const char *words)
{
	if (rev && !git_commit(commit, rev))
		return refuse(BISECT_EXIT_BAD, "%s %s: there is no such commit", option, rev);
	if (rev || (git_log && from_git_log(commit, git_log, words)))
		return 0;
	return refuse(BISECT_EXIT_BAD, "git bisect log does not have it: %s REV is needed",
		      option);
}

static int find_ends(struct next *n)
{
	char *text = git_output((const char *const[]){ "bisect", "log", NULL });
	struct ends *e = &n->ends;
	char parent[GIT_COMMIT_LEN + 2];
	int rc;

	rc = find_end(e->found, "--first-bad", n->o.first_bad, text, "# first bad commit: [");
	if (!rc)
		rc = find_end(e->good, "--good", n->o.good, text, "# good: [");
	if (!rc)
		rc = find_end(e->bad, "--bad", n->o.bad, text, "# bad: [");
	free(text);
	if (rc)
		return rc;
	snprintf(parent, sizeof(parent), "%s^", e->found);
	if (!git_commit(e->before, parent))
		return refuse(BISECT_EXIT_BAD, "%.12s has no parent here", e->found);
	return 0;
}

static void say_same(const struct next *n, const char *from, const char *to,
		     const struct moments *a, const struct moments *b, struct ratio p)
{
	char x[FORMAT_LEN], y[FORMAT_LEN], chance[FORMAT_LEN] = "";

	if (p.known)
		snprintf(chance, sizeof(chance), " (Welch, p %.2g)", p.v);
	printf("# Nothing is left in %.12s..%.12s that stands out of the noise:\n"
	       "# %s %s (n=%u) at its start, %s (n=%u) at its end%s\n",
	       from, to, n->log.search.metric, bisect_number(x, a->mean), a->n,
	       bisect_number(y, b->mean), b->n, chance);
	if (a->n < 5 || b->n < 5)
		puts("# Few tries hide much: --min-tries 10 at both shows smaller changes.");
}

/* As it was called; git runs it at the top of the work tree, so a path is whole. */
static const char *own_name(char text[static OWN_NAME_LEN])
{
	char path[PATH_MAX];
	char *const words[] = { path, NULL };

	if (!strchr(program_invocation_name, '/') || !realpath(program_invocation_name, path) ||
	    !bisect_quote(text, OWN_NAME_LEN, words))
		strcpy(text, "wbctl");
	return text;
}

static void say_search(const struct next *n, const char *from, const char *to,
		       const struct moments *a, const struct moments *b)
{
	const struct bisect_search *s = &n->log.search;
	double bound = n->bound.known ? n->bound.v : (a->mean + b->mean) / 2;
	char text[FORMAT_LEN], name[OWN_NAME_LEN];

	printf("# MARK %.12s..%.12s Search for BAD %s %s %s\n", from, to, s->metric,
	       s->above ? "-gt" : "-lt", bisect_number(text, bound));
	printf("# BAD %s\n", bisect_number(text, b->mean));
	printf("# GOOD %s\n", bisect_number(text, a->mean));
	printf("git bisect start %s %s\n", to, from);
	printf("git bisect run %s bisect step --bad-%s %s %s\n", own_name(name),
	       s->above ? "above" : "below", bisect_number(text, bound),
	       s->step[0] ? s->step : "...");
}

static void say_missing(const struct next *n, const char *from, const char *to,
			const char *missing)
{
	const char *other = bisect_log_other(&n->log, missing);

	printf("# Not known of %.12s..%.12s: %.12s was ", from, to, missing);
	if (!other)
		printf("not measured\n");
	else if (strcmp(other, n->log.label))
		printf("measured,\n# but with the label %s, not %s\n", other, n->log.label);
	else
		printf("measured,\n# but for another metric\n");
}

/* One side: the commits after @from up to @to. */
static void look(const struct next *n, const char *from, const char *to)
{
	const struct bisect_entry *a = bisect_log_find(&n->log, from);
	const struct bisect_entry *b = bisect_log_find(&n->log, to);
	const char *missing = a ? b ? NULL : to : from;
	const struct bisect_search *s = &n->log.search;
	struct ratio p;

	if (!strcmp(from, to))
		return;
	if (missing) {
		say_missing(n, from, to, missing);
		return;
	}
	p = s->above ? bisect_welch(&a->sum, &b->sum) : bisect_welch(&b->sum, &a->sum);
	if (p.known && p.v <= n->alpha)
		say_search(n, from, to, &a->sum, &b->sum);
	else
		say_same(n, from, to, &a->sum, &b->sum, p);
}

static int read_log(struct next *n)
{
	char path[PATH_MAX];
	int rc;

	if (!bisect_log_path(path, n->o.log))
		return refuse(BISECT_EXIT_BAD,
			      "there is no git repository here; --log FILE is needed");
	rc = bisect_log_read(&n->log, path);
	if (rc)
		return refuse(BISECT_EXIT_BAD, "--log %s: %s", path, strerror(-rc));
	if (!n->log.search.metric[0])
		return refuse(BISECT_EXIT_BAD, "%s does not say what was searched for", path);
	return 0;
}

static int parse(struct next *n, int argc, char **argv)
{
	bool above;
	int rc = opt_parse(next_options, ARRAY_SIZE(next_options), &argc, argv, &n->o);

	if (!rc && argc)
		rc = refuse(WBCTL_USAGE, "bisect next takes no word '%s'", argv[0]);
	if (!rc)
		rc = bisect_parse_bound(n->o.below, n->o.above, &n->bound, &above);
	if (!rc)
		rc = bisect_parse_confidence(n->o.confidence, &n->alpha);
	if (rc)
		return BISECT_EXIT_USAGE;
	rc = read_log(n);
	if (!rc && n->bound.known && above != n->log.search.above)
		rc = refuse(BISECT_EXIT_USAGE, "the search was for figures %s the threshold",
			    n->log.search.above ? "above" : "below");
	return rc;
}

int bisect_next(int argc, char **argv)
{
	struct next n = { 0 };
	int rc = parse(&n, argc - 1, argv + 1);

	if (!rc)
		rc = find_ends(&n);
	if (!rc) {
		printf("# %s is the first bad commit\n", n.ends.found);
		look(&n, n.ends.good, n.ends.before);
		look(&n, n.ends.found, n.ends.bad);
		rc = out_flush();
	}
	bisect_log_free(&n.log);
	return rc;
}
