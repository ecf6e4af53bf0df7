// SPDX-License-Identifier: GPL-2.0-or-later
/* Whether files may be compared: what must be alike is alike. */
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "format.h"

/**
 * struct place - a result and where it is
 * @file: The file.
 * @result: The result.
 */
struct place {
	size_t file;
	size_t result;
};

static const struct runfile_result *at(const struct compare *c, struct place p)
{
	return &c->files[p.file].results[p.result];
}

static int add_note(struct compare *c, const char *text)
{
	char **more = realloc(c->notes, (c->note_count + 1) * sizeof(*more));
	char *copy = format_clean_dup(text);
	size_t i;

	if (more)
		c->notes = more;
	if (!more || !copy) {
		free(copy);
		return refuse(WBCTL_FAILED, "no memory for the comparison");
	}
	for (i = 0; i < c->note_count && strcmp(c->notes[i], copy); i++)
		;
	if (i < c->note_count)
		free(copy);
	else
		c->notes[c->note_count++] = copy;
	return WBCTL_OK;
}

static int unlike(struct compare *c, struct place a, struct place b, const char *what)
{
	const char *cell = at(c, b)->cell, *path = c->files[b.file].path;
	char *text;
	int rc;

	if (a.file == b.file)
		rc = asprintf(&text, "%s has runs that differ%s%s: %s", path,
			      *cell ? " at " : "", cell, what);
	else
		rc = asprintf(&text, "%s is not like %s%s%s: %s", path, c->files[a.file].path,
			      *cell ? " at " : "", cell, what);
	if (rc < 0)
		return refuse(WBCTL_FAILED, "no memory for the comparison");
	rc = c->o->force ? add_note(c, text) :
	     refuse(WBCTL_USAGE, "%s; --force compares them anyway", text);
	free(text);
	return rc;
}

static int check_pair(struct compare *c, struct place a, struct place b)
{
	const struct runfile_result *first = at(c, a), *other = at(c, b);
	char *what = traits_differ(&first->traits, &other->traits);
	char kernels[2 * RUNFILE_KERNEL_LEN + 32];
	int rc = WBCTL_OK;

	if (!what)
		return refuse(WBCTL_FAILED, "no memory for the comparison");
	if (*what) {
		rc = unlike(c, a, b, what);
	} else if (a.file == b.file && strcmp(first->kernel, other->kernel)) {
		/* It may differ between files; that is the point. */
		snprintf(kernels, sizeof(kernels), "kernel %s against %s", other->kernel,
			 first->kernel);
		rc = unlike(c, a, b, kernels);
	}
	free(what);
	return rc;
}

/* Each file's first result against the first of all, the others against their own first. */
static int check_cell(struct compare *c, const struct compare_cell *cell)
{
	struct place first = {}, own = {}, here;
	bool has_first = false, has_own;
	int rc = WBCTL_OK;

	for (here.file = 0; here.file < c->file_count; here.file++) {
		has_own = false;
		for (here.result = 0; here.result < c->files[here.file].count && !rc;
		     here.result++) {
			if (strcmp(at(c, here)->cell, cell->first->cell))
				continue;
			if (has_own)
				rc = check_pair(c, own, here);
			else if (has_first)
				rc = check_pair(c, first, here);
			own = has_own ? own : here;
			first = has_first ? first : here;
			has_own = true;
			has_first = true;
		}
	}
	return rc;
}

int compare_alike(struct compare *c)
{
	size_t i;
	int rc = WBCTL_OK;

	for (i = 0; i < c->cell_count && !rc; i++)
		rc = check_cell(c, &c->cells[i]);
	return rc;
}
