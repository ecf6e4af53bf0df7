// SPDX-License-Identifier: GPL-2.0-or-later
/* What a profile gave, as a document of schema wbctl.profile/1. */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

/* What a profile says of the machine is what its first step says. */
static void add_head(struct json_object *doc, const struct json_object *run)
{
	static const char *const keys[] = {
		"wbctl_version", "source", "module_version", "kernel", "time", "command_line",
		"memory_bytes", "cpus", "page_bytes", "sysctls", "limits",
	};
	struct json_object *value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (json_object_object_get_ex(run, keys[i], &value))
			json_object_object_add(doc, keys[i], json_object_get(value));
}

static struct json_object *step_json(const struct step *s)
{
	/* The rows of a program are its processes, of which there may be none. */
	size_t writers = s->command[0] ? s->o.writers.v : s->res.file_count;
	struct json_object *one = json_object_new_object();

	json_object_object_add(one, "step", json_object_new_string(s->name));
	json_object_object_add(one, "writers", json_object_new_uint64(writers));
	json_object_object_add(one, "run", json_object_get(s->doc));
	return one;
}

/* The table is made of more than the document has: its lines are kept as they are. */
static struct json_object *table_json_of(const struct profile_run *p)
{
	struct json_object *lines = json_object_new_array();
	char *text = NULL, *rest, *one;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return lines;
	profile_text(f, p);
	fclose(f);
	for (rest = text; rest && *rest && (one = strsep(&rest, "\n"));)
		json_object_array_add(lines, json_object_new_string(one));
	free(text);
	return lines;
}

struct json_object *profile_json(const struct profile_run *p)
{
	struct json_object *doc = json_object_new_object(), *steps = json_object_new_array();
	const struct step *s = profile_next(p, NULL, -1);
	const char *program = p->profile->program;
	size_t done = 0;

	json_object_object_add(doc, "schema", json_object_new_string("wbctl.profile/1"));
	json_object_object_add(doc, "profile", json_object_new_string(p->profile->name));
	if (s)
		add_head(doc, s->doc);
	json_object_object_add(doc, "driver", json_object_new_string(p->driver ?: "built-in"));
	json_add_text(doc, "stands_in_for", p->driver ? NULL : program);
	if (program)
		json_object_object_add(doc, "program_installed",
				       json_object_new_boolean(!program_find(program)));
	for (; s; s = profile_next(p, s, -1), done++)
		json_object_array_add(steps, step_json(s));
	json_object_object_add(doc, "interrupted", json_object_new_boolean(done < p->step_count));
	json_object_object_add(doc, "metrics", metric_json(&p->metrics));
	json_object_object_add(doc, "table", table_json_of(p));
	json_object_object_add(doc, "steps", steps);
	return doc;
}
