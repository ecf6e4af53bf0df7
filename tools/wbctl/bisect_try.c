// SPDX-License-Identifier: GPL-2.0-or-later
/* One try of a bisection step: a run of ours or a command, and its figure. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bisect_try.h"
#include "capture.h"
#include "runfile.h"

static int parse_name(struct bisect_figure *f, const char *option, const char *word)
{
	if (!figure_name_ok(word))
		return refuse(WBCTL_USAGE,
			      "%s %s: of a run of ours it takes a name, such as files_per_s",
			      option, word);
	snprintf(f->name, sizeof(f->name), "%s", word);
	return WBCTL_OK;
}

int bisect_figure_parse(struct bisect_figure *f, bool ours, const char *option, const char *word)
{
	int rc;

	if (ours)
		return parse_name(f, option, word);
	rc = metric_rule_parse(&f->rule, option, word);
	if (!rc)
		snprintf(f->name, sizeof(f->name), "%s", f->rule.name);
	return rc;
}

void bisect_figure_free(struct bisect_figure *f, bool ours)
{
	if (f->name[0] && !ours)
		metric_rule_free(&f->rule);
}

/* Standard output is where a program prints its result, if it prints one there. */
static struct ratio find_printed(const struct bisect_figure *f, const struct capture *c)
{
	struct ratio found = { .known = false };

	if (c->out.text)
		found = metric_rule_apply(&f->rule, c->out.text);
	if (!found.known && c->err.text)
		found = metric_rule_apply(&f->rule, c->err.text);
	return found;
}

static int no_figure(struct bisect_try *t, const struct bisect_figure *f)
{
	snprintf(t->why, sizeof(t->why), "%s has no figure %s", t->words[0], f->name);
	return -ENODATA;
}

static int take(struct bisect_try *t, const struct bisect_figure *f, struct ratio found,
		double *into)
{
	if (!found.known)
		return no_figure(t, f);
	*into = found.v;
	return 0;
}

/* Of a run of ours: what `wbctl compare` has of it too. Return: 0 or -errno. */
static int find_figure(struct bisect_try *t, struct json_object *doc,
		       const struct bisect_figure *f, double *into)
{
	struct ratio found;
	int rc = runfile_figure(doc, f->name, &found);

	if (rc == -ENOMEM)
		return rc;
	return take(t, f, found, into);
}

static int end_of(struct bisect_try *t, const struct capture *c)
{
	t->signal = c->signal;
	if (c->signal)
		return -EINTR;
	snprintf(t->why, sizeof(t->why), "%s %s", t->words[0], c->why);
	return -ENODATA;
}

static int try_command(struct bisect_try *t)
{
	struct capture c = {
		.file = t->words[0], .argv = t->words,
		.timeout_ns = t->timeout_ns, .signal_fd = t->signal_fd,
	};
	int rc = capture_run(&c);

	if (rc)
		rc = end_of(t, &c);
	if (!rc)
		rc = take(t, &t->metric, find_printed(&t->metric, &c), &t->value);
	if (!rc && t->guard.name[0])
		rc = take(t, &t->guard, find_printed(&t->guard, &c), &t->guard_value);
	capture_free(&c);
	return rc;
}

/* "wbctl", "run", "--json", FILE, and the other words of the run. */
static char **run_words(const struct bisect_try *t, char *file)
{
	size_t count = 0;
	char **argv;

	while (t->words[count])
		count++;
	argv = calloc(count + 4, sizeof(*argv));
	if (!argv)
		return NULL;
	argv[0] = (char *)"wbctl";
	argv[1] = t->words[0];
	argv[2] = (char *)"--json";
	argv[3] = file;
	memcpy(argv + 4, t->words + 1, (count - 1) * sizeof(*argv));
	return argv;
}

static int read_document(struct bisect_try *t, const char *file)
{
	struct json_object *doc = json_object_from_file(file);
	int rc;

	if (!doc) {
		snprintf(t->why, sizeof(t->why), "run left no document");
		return -ENODATA;
	}
	rc = find_figure(t, doc, &t->metric, &t->value);
	if (!rc && t->guard.name[0])
		rc = find_figure(t, doc, &t->guard, &t->guard_value);
	if (!rc)
		cause_add(&t->profile, doc);
	json_object_put(doc);
	return rc;
}

/* A run that never began has left no document. */
static bool is_empty(const char *file)
{
	struct stat st;

	return !stat(file, &st) && !st.st_size;
}

static int run_into(struct bisect_try *t, char *file)
{
	struct capture c = {
		.file = "/proc/self/exe", .argv = run_words(t, file),
		.timeout_ns = t->timeout_ns, .signal_fd = t->signal_fd,
	};
	int rc;

	if (!c.argv)
		return -ENOMEM;
	rc = capture_run(&c);
	/* Either would be as wrong at every other commit. */
	if (rc == -ECHILD && c.status == WBCTL_USAGE)
		rc = -EINVAL;
	else if (rc == -ECHILD && c.status == WBCTL_MISSING && is_empty(file))
		rc = -ENODEV;
	else if (rc)
		rc = end_of(t, &c);
	else
		rc = read_document(t, file);
	free((void *)c.argv);
	capture_free(&c);
	return rc;
}

static int try_run(struct bisect_try *t)
{
	const char *dir = getenv("TMPDIR");
	char file[PATH_MAX];
	int fd, rc;

	snprintf(file, sizeof(file), "%s/wbctl-bisect-XXXXXX", dir && *dir ? dir : "/tmp");
	fd = mkstemp(file);
	if (fd < 0)
		return -errno;
	close(fd);
	rc = run_into(t, file);
	unlink(file);
	return rc;
}

int bisect_try(struct bisect_try *t)
{
	return t->ours ? try_run(t) : try_command(t);
}
