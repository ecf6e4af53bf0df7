// SPDX-License-Identifier: GPL-2.0-or-later
/* Reports out of their JSON: the golden documents yield the golden texts, and theirs again. */
#include "json_docs.h"
#include "report.h"
#include "report_load.h"
#include "tap.h"

static char *file_of(const char *name, const char *kind)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/golden/run-%s.%s", getenv("WBCTL_TESTS"), name, kind);
	return path;
}

static char *text_of_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	if (!f || getdelim(&text, &size, '\0', f) < 0)
		abort();
	fclose(f);
	return text;
}

static char *text_of(const struct report *rep)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	report_text(f, rep, true);
	fclose(f);
	return text;
}

/* What is loaded prints what was printed, and writes what was read. */
static int there_and_back(struct json_object *doc, const char *from, void *arg)
{
	struct report *rep = report_load(doc, from);
	const char *name = arg;
	struct json_object *again;
	char *want, *got;

	if (!ok(!!rep, "%s is loaded", name))
		return WBCTL_FAILED;
	want = text_of_file(file_of(name, "txt"));
	got = text_of(rep);
	is_text(got, want, name);
	again = report_json(rep);
	is_text(json_object_to_json_string(again), json_object_to_json_string(doc),
		"the same document again");
	json_object_put(again);
	report_free(rep);
	free(want);
	free(got);
	return WBCTL_OK;
}

/* A document with one member changed; @value is JSON. */
static struct report *changed(const char *into, const char *key, const char *value)
{
	struct json_object *doc = json_object_from_file(file_of("module", "json")), *at;
	struct report *rep;

	at = *into ? json_get(doc, into) : doc;
	if (json_object_is_type(at, json_type_array))
		at = json_object_array_get_idx(at, 1);
	json_object_object_add(at, key, json_tokener_parse(value));
	rep = report_load(doc, "a.json");
	json_object_put(doc);
	return rep;
}

static void check_refused(void)
{
	static const struct {
		const char *into;
		const char *key;
		const char *value;
		const char *what;
	} bad[] = {
		{ "", "schema", "\"wbctl.run/2\"", "a newer schema" },
		{ "", "schema", "\"fio\"", "a foreign one" },
		{ "", "schema", "7", "one that is no text" },
		{ "", "writers", "3", "writers that are no list" },
		{ "writers", "written_bytes", "\"much\"", "text for a figure" },
		{ "writers", "written_bytes", "-1", "a negative figure" },
		{ "writers", "written_bytes", "1.5", "a fraction of one" },
		{ "writers", "dev", "\"sda\"", "no device number" },
		{ "writers", "comm", "5", "a figure for text" },
		{ "wbs", "of_writers", "1", "a figure for yes or no" },
		{ "samples", "writers", "[]", "a sample of no writers" },
		{ "", "cpu_profile", "1", "a profile that is none" },
		{ "", "cpu_profile", "{\"functions\": 1}", "functions that are no list" },
		{ "", "cpu_profile", "{\"functions\": [{\"samples_count\": 1}]}",
		  "a function without a name" },
		{ "", "cpu_profile", "{\"tasks\": [{\"pid\": \"x\"}]}", "a task that is none" },
		{ "audit", "L3", "true", "a law that is none" },
		{ "", "program", "1", "a program that is none" },
		{ "", "program", "{\"argv\": []}", "a program without a name" },
		{ "", "program", "{\"name\": \"dd\"}", "a program without words" },
		{ "", "program", "{\"name\": \"dd\", \"argv\": [1]}", "words that are none" },
		{ "", "program", "{\"name\": \"fio\", \"argv\": [], \"fio\": 1}",
		  "figures of fio that are none" },
		{ "", "watched", "[{\"pid\": \"x\"}]", "a watched thread that is none" },
		{ "", "others", "3", "other tasks that are no list" },
		{ "", "others", "[{\"kernel_thread\": 1}]", "a figure for a kernel thread" },
		{ "wbs", "series", "[]", "a series that is shorter than the samples" },
		{ "wbs", "series", "[{}, {\"dirty_bytes\": -1}]", "a moment that is none" },
		{ "wbs", "flusher", "{\"pid\": \"x\"}", "a flusher that is none" },
	};
	struct report *rep;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		rep = changed(bad[i].into, bad[i].key, bad[i].value);
		ok(!rep, "refused: %s", bad[i].what);
		report_free(rep);
	}
}

static void check_tolerated(void)
{
	struct report *rep = changed("writers", "mood", "\"good\"");

	ok(!!rep, "a member that is not known is passed over");
	report_free(rep);
	rep = changed("writers", "throttle", "{}");
	ok(rep && !rep->writers[1].t.held_ns.known && rep->writers[0].t.held_ns.known &&
	   !rep->all.t.held_ns.known, "what is missing is unknown, and its sum too");
	report_free(rep);
	rep = changed("", "metrics", "{\"files_per_s\": 28000.5}");
	ok(rep && metric_get(rep->metrics, "files_per_s").v > 28000, "metrics");
	report_free(rep);
	rep = changed("", "inodes", "[{\"writer\": 99}]");
	ok(rep && rep->inode_count == 1 && !rep->inodes[0].label, "the file of nobody");
	report_free(rep);
}

int main(void)
{
	static const char *const names[] = {
		"module", "without-module", "huge", "watched", "profile", "program", "shape", "bad",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		json_docs_read(file_of(names[i], "json"), there_and_back, (void *)names[i]);
	check_refused();
	check_tolerated();
	return tap_end();
}
