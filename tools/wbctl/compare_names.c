// SPDX-License-Identifier: GPL-2.0-or-later
/* What the columns of a comparison are called. */
#include <string.h>

#include "compare_names.h"
#include "format.h"

static const char *kernel_of(const struct runfile *rf)
{
	return rf->results[0].kernel;
}

const char *compare_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

static const char *base_of(const struct runfile *rf)
{
	return compare_base(rf->path);
}

/* Length of the end that all names share, in whole parts that begin with @mark. */
static size_t common_end(const struct compare *c, const char *(*name)(const struct runfile *rf),
			 char mark)
{
	const char *first = name(&c->files[0]), *other;
	size_t i, end, len = strlen(first), common = 0;

	for (end = 1; end < len; end++) {
		for (i = 1; i < c->file_count; i++) {
			other = name(&c->files[i]);
			if (strlen(other) <= end ||
			    strcmp(other + strlen(other) - end, first + len - end))
				return common;
		}
		if (first[len - end] == mark)
			common = end;
	}
	return common;
}

static bool try_names(const struct compare *c, const char *(*name)(const struct runfile *rf),
		      char mark, struct compare_title *titles)
{
	size_t i, j, end = common_end(c, name, mark);
	char full[256];

	for (i = 0; i < c->file_count; i++) {
		snprintf(full, sizeof(full), "%.*s", (int)(strlen(name(&c->files[i])) - end),
			 name(&c->files[i]));
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

	if (try_names(c, kernel_of, '-', titles) || try_names(c, base_of, '.', titles))
		return;
	for (i = 0; i < c->file_count; i++)
		snprintf(titles[i].name, COMPARE_TITLE_LEN, "file %u", (unsigned int)i + 1);
}
