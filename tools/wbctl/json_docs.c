// SPDX-License-Identifier: GPL-2.0-or-later
/* Files of JSON documents: one after another, as runs leave them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "json_docs.h"

/* More than a run of a thousand writers for a day leaves. */
#define LONGEST_BYTES (1024ULL << 20)

/**
 * struct docs - a file that is being read
 * @name: What people call it.
 * @text: What is in it.
 * @len: How much.
 */
struct docs {
	const char *name;
	char *text;
	size_t len;
};

static int read_stream(struct docs *d, FILE *f)
{
	size_t room = 0;
	char *grown;

	for (;;) {
		if (d->len == room) {
			room = room ? room * 2 : 65536;
			grown = room > LONGEST_BYTES ? NULL : realloc(d->text, room);
			if (!grown)
				return refuse(WBCTL_FAILED, "%s is too large", d->name);
			d->text = grown;
		}
		d->len += fread(d->text + d->len, 1, room - d->len, f);
		if (ferror(f))
			return refuse(WBCTL_FAILED, "%s: %s", d->name, strerror(errno));
		if (feof(f))
			return WBCTL_OK;
	}
}

static int read_file(struct docs *d, const char *file)
{
	FILE *f = stdin;
	int rc;

	d->name = file;
	if (!strcmp(file, "-"))
		d->name = "standard input";
	else
		f = fopen(file, "re");
	if (!f)
		return refuse(WBCTL_FAILED, "%s: %s", file, strerror(errno));
	rc = read_stream(d, f);
	if (f != stdin)
		fclose(f);
	return rc;
}

static size_t skip_space(const struct docs *d, size_t at)
{
	while (at < d->len && strchr(" \t\r\n", d->text[at]) && d->text[at])
		at++;
	return at;
}

/* One document from *at on; NULL when something is wrong, which has been said. */
static struct json_object *next_doc(const struct docs *d, struct json_tokener *tok, size_t *at)
{
	size_t left = d->len - *at;
	struct json_object *doc;

	json_tokener_reset(tok);
	doc = json_tokener_parse_ex(tok, d->text + *at, (int)left);
	if (doc) {
		*at += json_tokener_get_parse_end(tok);
		return doc;
	}
	if (json_tokener_get_error(tok) == json_tokener_continue)
		refuse(WBCTL_FAILED, "%s ends within a JSON document: it was cut off", d->name);
	else
		refuse(WBCTL_FAILED, "%s is not JSON: %s at byte %zu", d->name,
		       json_tokener_error_desc(json_tokener_get_error(tok)),
		       *at + json_tokener_get_parse_end(tok));
	return NULL;
}

static int read_docs(const struct docs *d,
		     int (*each)(struct json_object *doc, const char *from, void *arg), void *arg)
{
	struct json_tokener *tok = json_tokener_new();
	size_t at = skip_space(d, 0), n = 0;
	struct json_object *doc;
	char from[320];
	int rc = WBCTL_OK;

	if (!tok)
		return refuse(WBCTL_FAILED, "no memory");
	if (at == d->len)
		rc = refuse(WBCTL_FAILED, "%s is empty", d->name);
	while (!rc && at < d->len) {
		doc = next_doc(d, tok, &at);
		if (!doc) {
			rc = WBCTL_FAILED;
			break;
		}
		at = skip_space(d, at);
		/* One alone needs no number. */
		if (n++ || at < d->len)
			snprintf(from, sizeof(from), "%s, document %zu", d->name, n);
		else
			snprintf(from, sizeof(from), "%s", d->name);
		rc = each(doc, from, arg);
		json_object_put(doc);
	}
	json_tokener_free(tok);
	return rc;
}

int json_docs_read(const char *file,
		   int (*each)(struct json_object *doc, const char *from, void *arg), void *arg)
{
	struct docs d = {};
	int rc = read_file(&d, file);

	if (!rc)
		rc = read_docs(&d, each, arg);
	free(d.text);
	return rc;
}
