// SPDX-License-Identifier: GPL-2.0-or-later
/* What the directories of a report lie on. */
#include <string.h>

#include "report.h"
#include "run.h"

/* The module's word for it, if it has a row of a file there. */
static const char *bdi_of_files(const struct report *rep, const struct report_target *t)
{
	const struct report_inode *in;
	size_t i;

	for (i = 0; i < rep->inode_count; i++) {
		in = &rep->inodes[i];
		if (in->bdi && in->writer.known && in->writer.v < rep->writer_count &&
		    !strcmp(rep->writers[in->writer.v].target, t->path))
			return in->bdi;
	}
	return NULL;
}

static void fill(struct report_target *t, const struct report *rep, const struct chain *c)
{
	t->bdi = bdi_of_files(rep, t);
	if (!t->bdi)
		t->bdi = c->bdi;
	snprintf(t->chain, sizeof(t->chain), "%s", c->text);
	t->lower_bdi = c->lower_bdi[0] ? c->lower_bdi : NULL;
}

void report_fill_chains(struct report *rep, const struct run *r)
{
	size_t i, j;

	for (i = 0; i < rep->target_count; i++)
		for (j = 0; j < r->target_count; j++)
			if (!strcmp(rep->targets[i].path, r->targets[j].path))
				fill(&rep->targets[i], rep, &r->targets[j].chain);
}

static void load(struct report_target *t, struct json_object *from)
{
	const char *chain = json_get_text(from, "chain");

	t->bdi = json_get_text(from, "bdi");
	t->lower_bdi = json_get_text(from, "lower_bdi");
	snprintf(t->chain, sizeof(t->chain), "%s", chain ? chain : "");
}

/* The directories of a document are told by its writers; they are found by their paths. */
void report_load_chains(struct report *rep, struct json_object *targets)
{
	struct json_object *one;
	const char *path;
	size_t i, j;

	if (!json_object_is_type(targets, json_type_array))
		return;
	for (j = 0; j < json_object_array_length(targets); j++) {
		one = json_object_array_get_idx(targets, j);
		path = json_get_text(one, "target");
		for (i = 0; path && i < rep->target_count; i++)
			if (!strcmp(rep->targets[i].path, path))
				load(&rep->targets[i], one);
	}
}

void report_chains_text(FILE *to, const struct report *rep)
{
	const struct report_target *t;
	char path[128], chain[sizeof(t->chain)];
	size_t i;

	for (i = 0; i < rep->target_count; i++) {
		t = &rep->targets[i];
		if (!t->chain[0])
			continue;
		format_clean(chain, sizeof(chain), t->chain);
		if (rep->target_count == 1)
			line(to, "chain", "%s", chain);
		else
			line(to, "chain", "%s: %s", format_clean(path, sizeof(path), t->path),
			     chain);
	}
}
