// SPDX-License-Identifier: GPL-2.0-or-later
/* The shapes by name. */
#include <string.h>

#include "out.h"
#include "shape.h"

static const struct shape *const shapes[SHAPES] = {
	[SHAPE_WRITE] = &shape_write,
	[SHAPE_READ] = &shape_read,
	[SHAPE_RANDOM_WRITE] = &shape_random_write,
	[SHAPE_RANDOM_READ] = &shape_random_read,
	[SHAPE_FILES] = &shape_files,
	[SHAPE_GROW] = &shape_grow,
	[SHAPE_COPY] = &shape_copy,
	[SHAPE_OLTP] = &shape_oltp,
	[SHAPE_MIXED] = &shape_mixed,
};

const char *const shape_names[] = {
	[SHAPE_WRITE] = "write",
	[SHAPE_READ] = "read",
	[SHAPE_RANDOM_WRITE] = "random-write",
	[SHAPE_RANDOM_READ] = "random-read",
	[SHAPE_FILES] = "files",
	[SHAPE_GROW] = "grow",
	[SHAPE_COPY] = "copy",
	[SHAPE_OLTP] = "oltp",
	[SHAPE_MIXED] = "mixed",
	[SHAPES] = NULL,
};

const struct shape *shape_of(uint64_t id)
{
	return shapes[id < SHAPES ? id : SHAPE_WRITE];
}

const struct shape *shape_named(const char *name)
{
	uint64_t id;

	for (id = 0; id < SHAPES; id++)
		if (!strcmp(shape_names[id], name))
			return shape_of(id);
	return NULL;
}

uint64_t shape_moved(const struct shape *s, uint64_t written, uint64_t read)
{
	switch (s->moves) {
	case MOVES_READ:
		return read;
	case MOVES_BOTH:
		return written + read;
	default:
		return written;
	}
}

void shape_help(FILE *to)
{
	size_t i;
	int at;

	for (i = 0; i < SHAPES; i++) {
		at = fprintf(to, "  %s", shapes[i]->name);
		wrap(to, shapes[i]->what, at, 16);
	}
}
