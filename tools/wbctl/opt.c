// SPDX-License-Identifier: GPL-2.0-or-later
/* Options: rows of a table that parses them and prints the help. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "opt.h"
#include "out.h"
#include "parse.h"

#define HELP_INDENT 22

/**
 * struct kind - what the values of one type of option look like
 * @parse: Reads one.
 * @wants: What a right one is.
 * @unit: For printing the bounds.
 */
struct kind {
	int (*parse)(const char *text, uint64_t *out);
	const char *wants;
	enum unit unit;
};

static int parse_dev_wide(const char *text, uint64_t *out)
{
	uint32_t dev;
	int rc = parse_dev(text, &dev);

	*out = rc ? 0 : dev;
	return rc;
}

static const struct kind kinds[] = {
	[OPT_NUMBER] = { parse_number, "a whole number", UNIT_ID },
	[OPT_RATE] = { parse_number, "a whole number", UNIT_ID },
	[OPT_SIZE] = { parse_size, "a size: digits, then k, M, G or T", UNIT_BYTES },
	[OPT_TIME] = { parse_time, "a time: digits, then ns, us, ms, s, m or h", UNIT_NS },
	[OPT_DEV] = { parse_dev_wide, "a device: MAJOR:MINOR", UNIT_DEV },
	[OPT_CGROUP] = { parse_cgroup, "a cgroup: a path or an inode number", UNIT_ID },
};

static int bad_bounds(const struct opt *o, const char *value)
{
	char least[FORMAT_LEN], most[FORMAT_LEN];
	enum unit unit = kinds[o->type].unit;

	format_fig(least, unit, fig_of(o->min));
	if (!o->max)
		return refuse(WBCTL_USAGE, "--%s %s is too small; %s is the least", o->name,
			      value, least);
	return refuse(WBCTL_USAGE, "--%s %s is out of range; %s to %s is allowed", o->name,
		      value, least, format_fig(most, unit, fig_of(o->max)));
}

static int take_figure(const struct opt *o, const char *value, struct fig *out)
{
	const struct kind *k = &kinds[o->type];
	uint64_t v;
	int rc;

	rc = k->parse(value, &v);
	if (rc == -ERANGE)
		return refuse(WBCTL_USAGE, "--%s %s is too large", o->name, value);
	if (rc == -EINVAL)
		return refuse(WBCTL_USAGE, "--%s wants %s, not '%s'", o->name, k->wants, value);
	if (rc)
		return refuse(WBCTL_USAGE, "--%s %s: %s", o->name, value, strerror(-rc));
	if (v < o->min || (o->max && v > o->max))
		return bad_bounds(o, value);
	*out = fig_of(v);
	return WBCTL_OK;
}

static int take_name(const struct opt *o, const char *value, struct fig *out)
{
	char all[256] = "";
	size_t i, at = 0;

	for (i = 0; o->names[i]; i++) {
		if (!strcmp(o->names[i], value)) {
			*out = fig_of(i);
			return WBCTL_OK;
		}
		at += (size_t)snprintf(all + at, sizeof(all) - at, "%s%s", i ? ", " : "",
				       o->names[i]);
	}
	return refuse(WBCTL_USAGE, "--%s is one of %s, not '%s'", o->name, all, value);
}

static int take_list(const struct opt *o, const char *value, struct opt_list *list)
{
	if (list->count == OPT_LIST_MAX)
		return refuse(WBCTL_USAGE, "--%s may be given %d times at most", o->name,
			      OPT_LIST_MAX);
	if (!*value)
		return refuse(WBCTL_USAGE, "--%s wants %s, not an empty word", o->name, o->arg);
	list->word[list->count++] = value;
	return WBCTL_OK;
}

static int take_value(const struct opt *o, const char *value, void *into)
{
	void *at = (char *)into + o->at;

	switch (o->type) {
	case OPT_FLAG:
	case OPT_NOT:
		*(bool *)at = o->type == OPT_FLAG;
		return WBCTL_OK;
	case OPT_NAME:
		return take_name(o, value, at);
	case OPT_TEXT:
	case OPT_JSON:
		if (!*value)
			return refuse(WBCTL_USAGE, "--%s wants %s, not an empty word", o->name,
				      o->arg);
		*(const char **)at = value;
		return WBCTL_OK;
	case OPT_LIST:
		return take_list(o, value, at);
	default:
		return take_figure(o, value, at);
	}
}

/* @word is NAME or NAME=VALUE; *value becomes VALUE or NULL. */
static const struct opt *find(const struct opt *opts, size_t count, const char *word,
			      const char **value)
{
	size_t i, len = strcspn(word, "=");

	*value = word[len] ? word + len + 1 : NULL;
	for (i = 0; i < count; i++)
		if (strlen(opts[i].name) == len && !strncmp(opts[i].name, word, len))
			return &opts[i];
	return NULL;
}

static bool takes_value(const struct opt *o)
{
	return o->type != OPT_FLAG && o->type != OPT_NOT;
}

/* The value that follows an option as a word of its own. */
static int next_value(const struct opt *o, int argc, char **argv, int *i, const char **value)
{
	const char *next = *i + 1 < argc ? argv[*i + 1] : NULL;
	bool given = next && (next[0] != '-' || !next[1]);

	/* No option begins with a digit: a negative number is a wrong value. */
	if (next && !given && o->type != OPT_JSON)
		given = isdigit((unsigned char)next[1]);

	if (!given && (o->type == OPT_JSON || o->type == OPT_RATE)) {
		*value = o->type == OPT_JSON ? "-" : o->names[0];
		return WBCTL_OK;
	}
	if (!given)
		return refuse(WBCTL_USAGE, "--%s needs a value: %s", o->name, o->arg);
	*value = next;
	(*i)++;
	return WBCTL_OK;
}

int opt_parse(const struct opt *opts, size_t count, int *argc, char **argv, void *into)
{
	const char *value;
	const struct opt *o;
	int i, rc, left = 0;

	for (i = 0; i < *argc; i++) {
		if (argv[i][0] != '-' || !argv[i][1]) {
			argv[left++] = argv[i];
			continue;
		}
		o = strncmp(argv[i], "--", 2) ? NULL : find(opts, count, argv[i] + 2, &value);
		if (!o)
			return refuse(WBCTL_USAGE, "unknown option '%s'; --help lists them",
				      argv[i]);
		if (value && !takes_value(o))
			return refuse(WBCTL_USAGE, "--%s takes no value", o->name);
		if (!value && takes_value(o)) {
			rc = next_value(o, *argc, argv, &i, &value);
			if (rc)
				return rc;
		}
		rc = take_value(o, value, into);
		if (rc)
			return rc;
	}
	*argc = left;
	return WBCTL_OK;
}

void opt_help(FILE *to, const struct opt *opts, size_t count)
{
	size_t i;
	int at;

	for (i = 0; i < count; i++) {
		at = fprintf(to, "  --%s%s%s", opts[i].name, opts[i].arg ? " " : "",
			     opts[i].arg ? opts[i].arg : "");
		if (at + 2 > HELP_INDENT) {
			fputc('\n', to);
			at = 0;
		}
		wrap(to, opts[i].help, at, HELP_INDENT);
	}
}
