// SPDX-License-Identifier: GPL-2.0-or-later
/* fio: asks it for its figures as JSON, and takes in what it says. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fio.h"
#include "out.h"

#define NS_PER_MS 1000000ULL
#define ADDED 2

/* What says already which output is wanted, or that there is none. */
static bool says_output(const char *word)
{
	static const char *const words[] = {
		"output", "minimal", "terse", "parse-only", "help", "version", "cmdhelp",
		"enghelp", "crctest", "cpuclock-test", "server", "client", "showcmd",
		"idle-prof", "remote-config",
	};
	size_t i;

	if (word[0] != '-')
		return false;
	word += strspn(word, "-");
	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (!strncmp(word, words[i], strlen(words[i])))
			return true;
	return false;
}

char **fio_ask(struct fio *f, int argc, char **argv)
{
	char **words = calloc((size_t)argc + ADDED + 1, sizeof(char *));
	int i, added = 0;
	bool said = false;

	if (!words)
		return NULL;
	for (i = 1; i < argc; i++)
		said |= says_output(argv[i]);
	if (!said)
		f->fd = memfd_create("wbctl-fio", 0);
	if (f->fd < 0)
		f->fd = 0;
	/* Before the job files: a job's option would belong to the job. */
	words[0] = argv[0];
	if (f->fd && asprintf(&words[++added], "--output=/proc/self/fd/%d", f->fd) < 0)
		words[added--] = NULL;
	if (added)
		words[++added] = strdup("--output-format=normal,json");
	for (i = 1; i < argc; i++)
		words[i + added] = argv[i];
	return words;
}

void fio_free_words(char **words, int argc)
{
	int i, count = 0;

	while (words && words[count])
		count++;
	for (i = 1; words && i <= count - argc; i++)
		free(words[i]);
	free(words);
}

char *fio_output(const struct fio *f)
{
	struct stat st;
	char *text;

	if (!f->fd || fstat(f->fd, &st))
		return NULL;
	text = malloc((size_t)st.st_size + 1);
	if (text && pread(f->fd, text, (size_t)st.st_size, 0) == st.st_size) {
		text[st.st_size] = '\0';
		return text;
	}
	free(text);
	return NULL;
}

static struct json_object *member(struct json_object *from, const char *key)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(from, key, &value);
	return value;
}

static struct fig number(struct json_object *from, const char *key)
{
	struct json_object *value = member(from, key);

	if (!value || json_object_get_double(value) < 0)
		return fig_none();
	return fig_of((uint64_t)json_object_get_double(value));
}

static struct fig times(struct fig f, uint64_t by)
{
	return f.known ? fig_of(f.v * by) : f;
}

/* Figures of one job's reads or writes; all unknown when it made none. */
static struct fio_side side_of(struct json_object *job, const char *key)
{
	struct json_object *from = member(job, key), *lat = member(from, "lat_ns");
	struct json_object *iops = member(from, "iops");
	struct fio_side side = {};

	if (!number(from, "total_ios").v)
		return side;
	side.bytes = number(from, "io_bytes");
	side.runtime_ns = times(number(from, "runtime"), NS_PER_MS);
	side.rate = number(from, "bw_bytes");
	if (iops)
		side.iops = ratio_of(json_object_get_double(iops));
	side.max_ns = number(lat, "max");
	return side;
}

static void add_side(struct fio_side *all, const struct fio_side *one)
{
	if (!one->bytes.known)
		return;
	if (!all->bytes.known) {
		*all = *one;
		return;
	}
	all->bytes = fig_add(all->bytes, one->bytes);
	all->rate = fig_add(all->rate, one->rate);
	all->runtime_ns = fig_max(all->runtime_ns, one->runtime_ns);
	all->max_ns = fig_max(all->max_ns, one->max_ns);
	all->iops = (struct ratio){ all->iops.known && one->iops.known,
				    all->iops.v + one->iops.v };
}

/* Percentiles are there by names such as "99.000000". */
static struct json_object *latency_json(struct json_object *side)
{
	struct json_object *into = json_object_new_object(), *lat = member(side, "lat_ns");
	struct json_object *clat = member(member(side, "clat_ns"), "percentile");

	json_add_fig(into, "mean", number(lat, "mean"));
	json_add_fig(into, "p50", number(clat, "50.000000"));
	json_add_fig(into, "p99", number(clat, "99.000000"));
	json_add_fig(into, "p999", number(clat, "99.900000"));
	json_add_fig(into, "max", number(lat, "max"));
	return into;
}

static void add_side_json(struct json_object *into, const char *key, struct json_object *job)
{
	struct fio_side side = side_of(job, key);
	struct json_object *one;

	if (!side.bytes.known)
		return;
	one = json_object_new_object();
	json_add_fig(one, "bytes", side.bytes);
	json_add_fig(one, "runtime_ns", side.runtime_ns);
	json_add_fig(one, "throughput_bytes_per_s", side.rate);
	if (side.iops.known)
		json_object_object_add(one, "iops_per_s", json_object_new_double(side.iops.v));
	json_object_object_add(one, "latency_ns", latency_json(member(job, key)));
	json_object_object_add(into, key, one);
}

static struct json_object *job_json(struct json_object *job)
{
	struct json_object *into = json_object_new_object();
	struct json_object *sync = member(job, "sync"), *lat = member(sync, "lat_ns"), *one;

	json_add_text(into, "name", json_object_get_string(member(job, "jobname")));
	json_add_fig(into, "error", number(job, "error"));
	json_add_fig(into, "runtime_ns", times(number(job, "job_runtime"), NS_PER_MS));
	add_side_json(into, "read", job);
	add_side_json(into, "write", job);
	if (!number(sync, "total_ios").v)
		return into;
	one = json_object_new_object();
	json_add_fig(one, "count", number(sync, "total_ios"));
	json_add_fig(one, "mean_ns", number(lat, "mean"));
	json_add_fig(one, "max_ns", number(lat, "max"));
	json_object_object_add(into, "sync", one);
	return into;
}

static bool take_document(struct fio *f, struct json_object *doc)
{
	struct json_object *jobs = member(doc, "jobs"), *job;
	const char *version = json_object_get_string(member(doc, "fio version"));
	struct fio_side side;
	size_t i;

	if (!version || !json_object_is_type(jobs, json_type_array))
		return false;
	json_object_put(f->jobs);
	f->jobs = json_object_new_array();
	f->reads = (struct fio_side){};
	f->writes = (struct fio_side){};
	snprintf(f->version, sizeof(f->version), "%s", version);
	for (i = 0; i < json_object_array_length(jobs); i++) {
		job = json_object_array_get_idx(jobs, i);
		side = side_of(job, "read");
		add_side(&f->reads, &side);
		side = side_of(job, "write");
		add_side(&f->writes, &side);
		json_object_array_add(f->jobs, job_json(job));
	}
	return true;
}

/* A document at @text: takes it in and returns its length, 0 when it is none. */
static size_t take_one(struct fio *f, const char *text)
{
	struct json_tokener *tok = json_tokener_new();
	struct json_object *doc;
	size_t len = 0;

	if (!tok)
		return 0;
	doc = json_tokener_parse_ex(tok, text, -1);
	if (doc && take_document(f, doc))
		len = json_tokener_get_parse_end(tok);
	json_object_put(doc);
	json_tokener_free(tok);
	return len;
}

bool fio_take(struct fio *f, char *text)
{
	char *at = text, *brace;
	bool found = false;
	size_t len;

	while ((brace = strchr(at, '{'))) {
		at = brace + 1;
		if (brace != text && brace[-1] != '\n')
			continue;
		len = take_one(f, brace);
		if (!len)
			continue;
		found = true;
		len += brace[len] == '\n';
		memmove(brace, brace + len, strlen(brace + len) + 1);
		at = brace;
	}
	return found;
}

static void set_fig(struct metric_list *list, const char *side, const char *what, struct fig f)
{
	char name[METRIC_NAME_LEN];

	if (!f.known)
		return;
	snprintf(name, sizeof(name), "%s_%s", side, what);
	metric_set(list, name, ratio_of((double)f.v));
}

static void side_metrics(const struct fio_side *side, const char *name, struct metric_list *list)
{
	char iops[METRIC_NAME_LEN];

	set_fig(list, name, "bytes_per_s", side->rate);
	set_fig(list, name, "bytes", side->bytes);
	snprintf(iops, sizeof(iops), "%s_iops_per_s", name);
	if (side->iops.known)
		metric_set(list, iops, side->iops);
	set_fig(list, name, "latency_max_ns", side->max_ns);
}

void fio_metrics(const struct fio *f, struct metric_list *list)
{
	side_metrics(&f->reads, "read", list);
	side_metrics(&f->writes, "write", list);
}

void fio_free(struct fio *f)
{
	if (f->fd)
		close(f->fd);
	f->fd = 0;
	json_object_put(f->jobs);
	f->jobs = NULL;
}
