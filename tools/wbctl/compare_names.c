// SPDX-License-Identifier: GPL-2.0-or-later
/* What the columns of a comparison are called. */
#include <string.h>

#include "compare_names.h"
#include "format.h"

/* What a column may be called after. */
typedef const char *(*name_fn)(const struct compare *c, size_t file);

static const char *kernel_of(const struct compare *c, size_t file)
{
	return c->files[file].results[0].kernel;
}

/* The last @parts of a path. */
static const char *tail_of(const char *path, size_t parts)
{
	const char *at = path + strlen(path);

	while (at > path && (at[-1] != '/' || --parts))
		at--;
	return at;
}

/* A file that is given twice has one name. */
static bool tails_differ(const struct compare *c, size_t parts)
{
	size_t i, j;

	for (i = 0; i < c->file_count; i++)
		for (j = 0; j < i; j++)
			if (strcmp(c->files[i].path, c->files[j].path) &&
			    !strcmp(tail_of(c->files[i].path, parts),
				    tail_of(c->files[j].path, parts)))
				return false;
	return true;
}

const char *compare_file_name(const struct compare *c, size_t file)
{
	const char *path = c->files[file].path, *tail;
	size_t parts = 1;

	while (!tails_differ(c, parts))
		parts++;
	tail = tail_of(path, parts);
	return *tail ? tail : path;
}

/* Length of the end that all names share, in whole parts that begin with @mark. */
static size_t common_end(const struct compare *c, name_fn name, char mark)
{
	const char *first = name(c, 0), *other;
	size_t i, end, len = strlen(first), common = 0;

	for (end = 1; end < len; end++) {
		for (i = 1; i < c->file_count; i++) {
			other = name(c, i);
			if (strlen(other) <= end ||
			    strcmp(other + strlen(other) - end, first + len - end))
				return common;
		}
		if (first[len - end] == mark)
			common = end;
	}
	return common;
}

static bool try_names(const struct compare *c, name_fn name, char mark,
		      struct compare_title *titles)
{
	size_t i, j, end = common_end(c, name, mark);
	char full[256];

	for (i = 0; i < c->file_count; i++) {
		snprintf(full, sizeof(full), "%.*s", (int)(strlen(name(c, i)) - end), name(c, i));
		format_clean(titles[i].name, COMPARE_TITLE_LEN, full);
		for (j = 0; j < i; j++)
			if (!strcmp(titles[i].name, titles[j].name))
				return false;
	}
	return true;
}

void compare_titles(const struct compare *c, struct compare_title *titles)
{
	size_t i;

	if (try_names(c, kernel_of, '-', titles) ||
	    try_names(c, compare_file_name, '.', titles) ||
	    try_names(c, compare_file_name, '/', titles))
		return;
	for (i = 0; i < c->file_count; i++)
		snprintf(titles[i].name, COMPARE_TITLE_LEN, "file %u", (unsigned int)i + 1);
}
