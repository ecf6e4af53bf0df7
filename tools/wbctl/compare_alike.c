// SPDX-License-Identifier: GPL-2.0-or-later
/* Whether files may be compared: what must be alike is alike. */
#include <stdlib.h>
#include <string.h>

#include "compare.h"

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
	char (*more)[COMPARE_NOTE_LEN];
	size_t i;

	for (i = 0; i < c->note_count; i++)
		if (!strncmp(c->notes[i], text, COMPARE_NOTE_LEN - 1))
			return WBCTL_OK;
	more = realloc(c->notes, (c->note_count + 1) * sizeof(*more));
	if (!more)
		return refuse(WBCTL_FAILED, "no memory for the comparison");
	c->notes = more;
	snprintf(c->notes[c->note_count++], COMPARE_NOTE_LEN, "%s", text);
	return WBCTL_OK;
}

static int unlike(struct compare *c, struct place a, struct place b, const char *what)
{
	const char *cell = at(c, b)->cell, *path = c->files[b.file].path;
	char text[COMPARE_NOTE_LEN];

	if (a.file == b.file)
		snprintf(text, sizeof(text), "%s has runs that differ%s%s: %s", path,
			 *cell ? " at " : "", cell, what);
	else
		snprintf(text, sizeof(text), "%s is not like %s%s%s: %s", path,
			 c->files[a.file].path, *cell ? " at " : "", cell, what);
	if (c->o->force)
		return add_note(c, text);
	return refuse(WBCTL_USAGE, "%s; --force compares them anyway", text);
}

static int check_pair(struct compare *c, struct place a, struct place b)
{
	const struct runfile_result *first = at(c, a), *other = at(c, b);
	char what[COMPARE_NOTE_LEN / 2];

	if (traits_differ(&first->traits, &other->traits, what, sizeof(what)))
		return unlike(c, a, b, what);
	/* The kernel may differ between files; that is the point. */
	if (a.file != b.file || !strcmp(first->kernel, other->kernel))
		return WBCTL_OK;
	snprintf(what, sizeof(what), "kernel %s against %s", other->kernel, first->kernel);
	return unlike(c, a, b, what);
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
