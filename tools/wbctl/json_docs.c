// SPDX-License-Identifier: GPL-2.0-or-later
/* Files of JSON documents: one after another, as runs leave them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "json_docs.h"

/* More than a run of a thousand writers for a day leaves. */
#define LONGEST_BYTES (1024ULL << 20)

static int read_stream(struct json_docs *d, FILE *f)
{
	size_t room = 0;
	char *grown;

	for (;;) {
		if (d->len == room) {
			room = room ? room * 2 : 65536;
			if (room > LONGEST_BYTES)
				return -EFBIG;
			grown = realloc(d->text, room);
			if (!grown)
				return -ENOMEM;
			d->text = grown;
		}
		d->len += fread(d->text + d->len, 1, room - d->len, f);
		if (ferror(f))
			return -errno;
		if (feof(f))
			return 0;
	}
}

static void skip_space(struct json_docs *d)
{
	while (d->at < d->len && d->text[d->at] && strchr(" \t\r\n", d->text[d->at]))
		d->at++;
}

int json_docs_open(struct json_docs *d, const char *file)
{
	bool standard = !strcmp(file, "-");
	FILE *f = standard ? stdin : fopen(file, "re");
	int rc;

	*d = (struct json_docs){ .name = standard ? "standard input" : file };
	if (!f)
		return -errno;
	rc = read_stream(d, f);
	if (!standard)
		fclose(f);
	skip_space(d);
	return rc;
}

struct json_object *json_docs_next(struct json_docs *d)
{
	struct json_tokener *tok;
	struct json_object *doc;

	d->begin = d->at;
	d->why = json_tokener_success;
	if (json_docs_end(d))
		return NULL;
	tok = json_tokener_new();
	if (!tok)
		return NULL;
	doc = json_tokener_parse_ex(tok, d->text + d->at, (int)(d->len - d->at));
	d->why = json_tokener_get_error(tok);
	d->at += json_tokener_get_parse_end(tok);
	json_tokener_free(tok);
	if (!doc)
		return NULL;
	d->count++;
	skip_space(d);
	return doc;
}

bool json_docs_end(const struct json_docs *d)
{
	return d->at >= d->len;
}

size_t json_docs_line(const struct json_docs *d)
{
	size_t i, line = 1;

	for (i = 0; i < d->begin; i++)
		line += d->text[i] == '\n';
	return line;
}

void json_docs_close(struct json_docs *d)
{
	free(d->text);
	*d = (struct json_docs){};
}

static int bad_json(const struct json_docs *d)
{
	if (d->why == json_tokener_success && d->at == d->begin)
		return refuse(WBCTL_FAILED, "%s: no memory for it", d->name);
	if (d->why == json_tokener_continue)
		return refuse(WBCTL_FAILED, "%s ends within a JSON document: it was cut off",
			      d->name);
	return refuse(WBCTL_FAILED, "%s is not JSON: %s at byte %zu", d->name,
		      json_tokener_error_desc(d->why), d->at);
}

static int read_docs(struct json_docs *d,
		     int (*each)(struct json_object *doc, const char *from, void *arg), void *arg)
{
	struct json_object *doc;
	char from[320];
	int rc = WBCTL_OK;

	if (json_docs_end(d))
		return refuse(WBCTL_FAILED, "%s is empty", d->name);
	while (!rc && !json_docs_end(d)) {
		doc = json_docs_next(d);
		/* The document null is none. */
		if (!doc)
			return bad_json(d);
		/* One alone needs no number. */
		if (d->count > 1 || !json_docs_end(d))
			snprintf(from, sizeof(from), "%s, document %zu", d->name, d->count);
		else
			snprintf(from, sizeof(from), "%s", d->name);
		rc = each(doc, from, arg);
		json_object_put(doc);
	}
	return rc;
}

int json_docs_read(const char *file,
		   int (*each)(struct json_object *doc, const char *from, void *arg), void *arg)
{
	struct json_docs d;
	int rc = json_docs_open(&d, file);

	if (rc)
		rc = refuse(WBCTL_FAILED, "%s: %s", d.name, strerror(-rc));
	else
		rc = read_docs(&d, each, arg);
	json_docs_close(&d);
	return rc;
}
