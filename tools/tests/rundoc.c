// SPDX-License-Identifier: GPL-2.0-or-later
/* Documents of runs, made up for the tests. */
#include "rundoc.h"
#include "tap.h"

#define WRITERS 2
#define SIZE_BYTES (64 << 20)

static void add_int(struct json_object *into, const char *key, double v)
{
	json_object_object_add(into, key, json_object_new_int64((int64_t)v));
}

static void add_text(struct json_object *into, const char *key, const char *text)
{
	json_object_object_add(into, key, json_object_new_string(text));
}

static struct json_object *add_object(struct json_object *into, const char *key)
{
	struct json_object *one = json_object_new_object();

	json_object_object_add(into, key, one);
	return one;
}

static struct json_object *writer(const struct rundoc *r, int id)
{
	double wall = SIZE_BYTES / r->bytes_per_s * 1e9, other = wall / 100;
	double throttle = wall - other - r->allocation_ns - r->fsync_ns;
	struct json_object *w = json_object_new_object(), *part;

	add_int(w, "id", id);
	add_text(w, "fs_type", r->fs);
	add_int(w, "wall_ns", wall);
	add_int(w, "written_bytes", SIZE_BYTES);
	add_int(w, "throughput_bytes_per_s", r->bytes_per_s);
	add_int(add_object(w, "latency_ns"), "p99", (id + 1) * 1e6);
	part = add_object(w, "throttle");
	add_int(part, "held_ns", throttle);
	part = add_object(part, "by_limit_ns");
	add_int(part, "global", throttle);
	add_int(part, "wb", 0);
	add_int(w, "ledger_wall_ns", wall);
	part = add_object(w, "ledger_ns");
	add_int(part, "throttle", throttle);
	add_int(part, "allocation", r->allocation_ns);
	add_int(part, "fsync", r->fsync_ns);
	add_int(part, "other", other);
	return w;
}

static void add_job(struct json_object *doc)
{
	struct json_object *job = add_object(doc, "job");

	add_int(job, "writers", WRITERS);
	add_int(job, "size_bytes", SIZE_BYTES);
	add_int(job, "bs_bytes", 65536);
	add_text(job, "fsync", "end");
	json_object_object_add(job, "direct", json_object_new_boolean(false));
}

struct json_object *rundoc(const struct rundoc *r)
{
	struct json_object *doc = json_object_new_object(), *list = json_object_new_array(), *part;
	int i;

	add_text(doc, "schema", "wbctl.run/1");
	add_text(doc, "source", "module");
	add_text(doc, "kernel", r->kernel);
	add_int(doc, "memory_bytes", (double)r->memory_bytes);
	add_int(doc, "cpus", 2);
	add_int(add_object(doc, "sysctls"), "vm.dirty_ratio", (double)r->dirty_ratio);
	add_job(doc);
	add_int(doc, "duration_ns", SIZE_BYTES / r->bytes_per_s * 1e9);
	for (i = 0; i < WRITERS; i++)
		json_object_array_add(list, writer(r, i));
	json_object_object_add(doc, "writers", list);
	json_object_object_add(add_object(doc, "fairness"), "jain_index",
			       json_object_new_double(1));
	part = add_object(doc, "device");
	add_int(part, "during_bytes", SIZE_BYTES);
	json_object_object_add(part, "during_ratio", json_object_new_double(0.5));
	add_int(part, "drain_ns", r->drain_ns);
	return doc;
}

struct json_object *rundoc_metric(const char *name, double v)
{
	struct json_object *doc = json_object_new_object();

	add_text(doc, "schema", "wbctl.run/1");
	add_text(doc, "kernel", "6.1.0");
	json_object_object_add(add_object(doc, "metrics"), name, json_object_new_double(v));
	return doc;
}
