// SPDX-License-Identifier: GPL-2.0-or-later
/* The log of a bisection: a line for each step, and what it searches for. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bisect_log.h"
#include "format.h"

#define MARK "# MARK "
#define SEARCH "Search for BAD "
#define STEP "# STEP wbctl bisect step "

const char *bisect_number(char *buf, double v)
{
	snprintf(buf, FORMAT_LEN, fabs(v) >= 1e5 && fabs(v) < 1e18 ? "%.0f" : "%.6g", v);
	return buf;
}

void bisect_line_format(char *buf, size_t len, const struct bisect_line *l)
{
	struct ratio sd = moments_sd(&l->sum);
	char mean[FORMAT_LEN] = "-", spread[FORMAT_LEN] = "-";

	if (l->sum.n)
		bisect_number(mean, l->sum.mean);
	if (sd.known)
		bisect_number(spread, sd.v);
	snprintf(buf, len, "%s %s %s %s %s ±%s n=%u %s%s%s\n", l->date, l->host, l->label,
		 l->commit, mean, spread, l->sum.n, l->verdict, l->why[0] ? ": " : "", l->why);
}

static bool parse_figures(struct moments *sum, const char *mean, const char *sd)
{
	char *end;

	if (!sum->n)
		return !strcmp(mean, "-");
	sum->mean = strtod(mean, &end);
	if (*end || !isfinite(sum->mean))
		return false;
	if (sum->n < 2)
		return true;
	sum->squares = strtod(sd, &end);
	sum->squares *= sum->squares * (sum->n - 1);
	return !*end && isfinite(sum->squares);
}

bool bisect_line_parse(struct bisect_line *l, const char *line)
{
	char date[6][BISECT_WORD_LEN], mean[BISECT_WORD_LEN], sd[BISECT_WORD_LEN];
	int n, end = 0;

	memset(l, 0, sizeof(*l));
	n = sscanf(line,
		   "%64s %64s %64s %64s %64s %64s %64s %64s %64s %64s ±%64s n=%u %7[a-z]%n",
		   date[0], date[1], date[2], date[3], date[4], date[5], l->host, l->label,
		   l->commit, mean, sd, &l->sum.n, l->verdict, &end);
	if (n != 13 || line[0] == '#' || l->sum.n > 1000000 || !parse_figures(&l->sum, mean, sd))
		return false;
	snprintf(l->date, sizeof(l->date), "%.8s %.8s %.8s %.8s %.8s %.8s", date[0], date[1],
		 date[2], date[3], date[4], date[5]);
	line += end;
	if (!strncmp(line, ": ", 2))
		snprintf(l->why, sizeof(l->why), "%.*s", (int)strcspn(line + 2, "\n"), line + 2);
	return !strcmp(l->verdict, "good") || !strcmp(l->verdict, "bad") ||
	       !strcmp(l->verdict, "skip");
}

/* What means nothing to a shell. */
static bool plain(char c)
{
	return isalnum((unsigned char)c) || strchr("_@%+=:,./-", c);
}

/* Return: Where the text after the word goes on, NULL when it did not fit. */
static char *quote_word(char *at, const char *end, const char *word)
{
	const char *p;

	/* A quote takes four characters. */
	if (end - at < (ptrdiff_t)(strlen(word) * 4 + 4))
		return NULL;
	for (p = word; *p && plain(*p); p++)
		;
	if (*word && !*p)
		return stpcpy(at, word);
	*at++ = '\'';
	for (p = word; *p; p++) {
		if (iscntrl((unsigned char)*p))
			return NULL;
		if (*p == '\'')
			at = stpcpy(at, "'\\''");
		else
			*at++ = *p;
	}
	return stpcpy(at, "'");
}

bool bisect_quote(char *buf, size_t len, char *const *words)
{
	char *at = buf, *end = buf + len;

	*buf = '\0';
	for (; *words; words++) {
		if (at != buf)
			*at++ = ' ';
		at = quote_word(at, end, *words);
		if (!at) {
			*buf = '\0';
			return false;
		}
	}
	return true;
}

bool bisect_log_path(char path[static PATH_MAX], const char *given)
{
	char dir[PATH_MAX - 32];

	if (given) {
		snprintf(path, PATH_MAX, "%s", given);
		return true;
	}
	if (!git_line(dir, sizeof(dir), (const char *const[]){ "rev-parse", "--git-dir", NULL }))
		return false;
	snprintf(path, PATH_MAX, "%s/wbctl-bisect.log", dir);
	return true;
}

/* What follows is another search. That the commits were measured is kept. */
static int begin_search(struct bisect_log *log)
{
	struct bisect_other *more;
	size_t i;

	more = reallocarray(log->others, log->other_count + log->count + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	log->others = more;
	for (i = 0; i < log->count; i++) {
		more = &log->others[log->other_count++];
		strcpy(more->commit, log->entries[i].commit);
		strcpy(more->label, log->label);
	}
	log->count = 0;
	return 0;
}

static int read_mark(struct bisect_log *log, const char *line)
{
	const char *at = strstr(line, SEARCH);
	struct bisect_search s;
	int rc = 0;

	if (!at)
		return 0;
	s = log->search;
	if (sscanf(at + strlen(SEARCH), "%127s", s.metric) != 1 || !figure_name_ok(s.metric))
		return 0;
	at += strlen(SEARCH) + strlen(s.metric);
	s.above = !strncmp(at, " -gt ", 5);
	if ((!s.above && strncmp(at, " -lt ", 5)) || sscanf(at + 5, "%lf", &s.bound) != 1)
		return 0;
	if (strcmp(s.metric, log->search.metric))
		rc = begin_search(log);
	log->search = s;
	return rc;
}

static int read_step(struct bisect_log *log, const struct bisect_line *l)
{
	struct bisect_entry *e;

	if (strcmp(l->label, log->label) && begin_search(log))
		return -ENOMEM;
	snprintf(log->label, sizeof(log->label), "%s", l->label);
	if (!l->sum.n)
		return 0;
	e = (struct bisect_entry *)bisect_log_find(log, l->commit);
	if (!e) {
		e = reallocarray(log->entries, log->count + 1, sizeof(*e));
		if (!e)
			return -ENOMEM;
		log->entries = e;
		e += log->count++;
		memset(e, 0, sizeof(*e));
		snprintf(e->commit, sizeof(e->commit), "%s", l->commit);
	}
	moments_join(&e->sum, &l->sum);
	return 0;
}

static int read_line(struct bisect_log *log, char *line)
{
	struct bisect_line l;

	line[strcspn(line, "\n")] = '\0';
	if (!strncmp(line, MARK, strlen(MARK)))
		return read_mark(log, line);
	else if (!strncmp(line, STEP, strlen(STEP)))
		snprintf(log->search.step, sizeof(log->search.step), "%s", line + strlen(STEP));
	else if (bisect_line_parse(&l, line))
		return read_step(log, &l);
	return 0;
}

int bisect_log_read(struct bisect_log *log, const char *path)
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	memset(log, 0, sizeof(*log));
	if (!f)
		return -errno;
	while (!rc && getline(&line, &size, f) >= 0)
		rc = read_line(log, line);
	if (ferror(f))
		rc = -EIO;
	free(line);
	fclose(f);
	return rc;
}

void bisect_log_free(struct bisect_log *log)
{
	free(log->entries);
	free(log->others);
	log->entries = NULL;
	log->others = NULL;
	log->count = 0;
	log->other_count = 0;
}

const struct bisect_entry *bisect_log_find(const struct bisect_log *log, const char *commit)
{
	size_t i;

	for (i = 0; i < log->count; i++)
		if (!strcmp(log->entries[i].commit, commit))
			return &log->entries[i];
	return NULL;
}

const char *bisect_log_other(const struct bisect_log *log, const char *commit)
{
	size_t i;

	for (i = log->other_count; i; i--)
		if (!strcmp(log->others[i - 1].commit, commit))
			return log->others[i - 1].label;
	return NULL;
}

int bisect_log_append(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666), rc = 0;
	size_t len = strlen(text);
	ssize_t n;

	if (fd < 0)
		return -errno;
	/* One call: lines of two machines that share the file do not mix. */
	n = write(fd, text, len);
	if (n < 0)
		rc = -errno;
	else if ((size_t)n < len)
		rc = -ENOSPC;
	if (close(fd) && !rc)
		rc = -errno;
	return rc;
}

void bisect_log_mark(char *buf, size_t len, const struct bisect_search *s,
		     const struct bisect_search *last)
{
	char bound[FORMAT_LEN], before[FORMAT_LEN];
	int n = 0;

	*buf = '\0';
	bisect_number(bound, s->bound);
	/* As they are written: a bound of many digits is no other one each time. */
	if (strcmp(s->metric, last->metric) || s->above != last->above ||
	    strcmp(bound, bisect_number(before, last->bound)))
		n = snprintf(buf, len, MARK SEARCH "%s %s %s\n", s->metric,
			     s->above ? "-gt" : "-lt", bound);
	/* An empty one too: that of another search is none of this one. */
	if (strcmp(s->step, last->step))
		snprintf(buf + n, len - (size_t)n, STEP "%s\n", s->step);
}
