// SPDX-License-Identifier: GPL-2.0-or-later
/* The file of a sweep: a line for the sweep, then one for each run. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "out.h"
#include "sweep_file.h"

#define SCHEMA "wbctl.sweep/1"
#define FILE_MAX_BYTES ((off_t)1024 * 1024 * 1024)

static struct json_object *axes_json(const struct axes *axes)
{
	struct json_object *into = json_object_new_object(), *list;
	const struct axis *a;
	size_t i, j;

	for (i = 0; i < axes->count; i++) {
		a = &axes->axis[i];
		list = json_object_new_array();
		for (j = 0; j < a->count; j++)
			json_object_array_add(list, json_object_new_string(a->value[j]));
		json_object_object_add(into, axis_kinds[a->id].key, list);
	}
	return into;
}

struct json_object *sweep_head(struct json_object *command, const struct axes *axes,
			       uint64_t repeats, uint64_t seed)
{
	struct json_object *head = json_object_new_object();
	struct utsname uts = {};

	uname(&uts);
	json_object_object_add(head, "schema", json_object_new_string(SCHEMA));
	json_object_object_add(head, "wbctl_version", json_object_new_string(WBCTL_VERSION));
	json_add_time(head, "time", time(NULL));
	json_add_text(head, "kernel", uts.release);
	json_object_object_add(head, "command", json_object_get(command));
	json_object_object_add(head, "axes", axes_json(axes));
	json_object_object_add(head, "repeats", json_object_new_uint64(repeats));
	json_object_object_add(head, "seed", json_object_new_uint64(seed));
	return head;
}

static int refuse_file(const struct sweep_file *f, int err)
{
	return refuse(err == EACCES || err == EPERM ? WBCTL_MISSING : WBCTL_FAILED, "%s: %s",
		      f->name, strerror(err));
}

static int open_file(struct sweep_file *f, const char *name, int flags)
{
	struct stat st;

	f->name = name;
	f->fd = open(name, O_RDWR | O_APPEND | O_CLOEXEC | flags, 0644);
	if (f->fd < 0 || fstat(f->fd, &st))
		return refuse_file(f, errno);
	if (!S_ISREG(st.st_mode))
		return refuse(WBCTL_USAGE, "%s is not a regular file", name);
	if (flock(f->fd, LOCK_EX | LOCK_NB))
		return refuse(WBCTL_FAILED, "%s: another sweep is writing it", name);
	if (st.st_size > FILE_MAX_BYTES)
		return refuse_file(f, EFBIG);
	f->size = (size_t)st.st_size;
	return WBCTL_OK;
}

int sweep_file_create(struct sweep_file *f, const char *name, struct json_object *head)
{
	int rc = open_file(f, name, O_CREAT);

	if (rc)
		return rc;
	if (f->size)
		return refuse(WBCTL_USAGE, "--output %s: it is not empty; --resume continues it",
			      name);
	return sweep_file_append(f, head);
}

static int read_all(struct sweep_file *f)
{
	size_t at = 0;
	ssize_t n;

	f->text = malloc(f->size + 1);
	if (!f->text)
		return refuse(WBCTL_FAILED, "%s: no memory", f->name);
	while (at < f->size) {
		n = pread(f->fd, f->text + at, f->size - at, (off_t)at);
		if (n <= 0)
			return refuse_file(f, n ? errno : EIO);
		at += (size_t)n;
	}
	f->text[at] = '\0';
	while (at && f->text[at - 1] != '\n')
		at--;
	f->length = at;
	return WBCTL_OK;
}

static const char *get_text(struct json_object *from, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(from, key, &value) &&
	       json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

int sweep_file_load(struct sweep_file *f, const char *name)
{
	const char *schema;
	char *end;
	int rc = open_file(f, name, 0);

	if (!rc)
		rc = read_all(f);
	if (rc)
		return rc;
	end = f->length ? memchr(f->text, '\n', f->length) : NULL;
	if (end) {
		*end = '\0';
		f->head = json_tokener_parse(f->text);
		*end = '\n';
	}
	schema = f->head ? get_text(f->head, "schema") : NULL;
	if (!schema || strcmp(schema, SCHEMA))
		return refuse(WBCTL_USAGE, "--resume %s: it is not the file of a sweep (%s)", name,
			      SCHEMA);
	return WBCTL_OK;
}

static bool same(const struct sweep_file *f, struct json_object *head, const char *key)
{
	struct json_object *theirs = NULL, *ours = NULL;

	json_object_object_get_ex(f->head, key, &theirs);
	json_object_object_get_ex(head, key, &ours);
	return theirs && ours && json_object_equal(theirs, ours);
}

int sweep_file_check(const struct sweep_file *f, struct json_object *head)
{
	static const struct {
		const char *key;
		const char *what;
	} rows[] = {
		{ "axes", "other axes" },
		{ "command", "another command" },
		{ "kernel", "another kernel" },
		{ "repeats", "another number of repeats" },
		{ "seed", "another seed" },
	};
	struct json_object *theirs = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		if (same(f, head, rows[i].key))
			continue;
		json_object_object_get_ex(f->head, rows[i].key, &theirs);
		return refuse(WBCTL_USAGE, "--resume %s: it has %s: %s", f->name, rows[i].what,
			      theirs ? json_object_to_json_string(theirs) : "none");
	}
	return WBCTL_OK;
}

static size_t find_cell(const struct axes *axes, struct json_object *cell)
{
	size_t i, n = axes_cells(axes);
	struct json_object *one;
	bool found = false;

	for (i = 0; i < n && !found; i++) {
		one = axes_cell_json(axes, i);
		found = json_object_equal(one, cell);
		json_object_put(one);
	}
	return found ? i - 1 : n;
}

static int take_run(struct json_object *line, const struct axes *axes, struct plan *plan,
		    struct results *all)
{
	struct json_object *cell, *repeat, *status, *run = NULL;
	struct result r = {};
	int64_t k;

	if (!json_object_object_get_ex(line, "cell", &cell) ||
	    !json_object_object_get_ex(line, "repeat", &repeat) ||
	    !json_object_object_get_ex(line, "exit_status", &status))
		return -EBADMSG;
	json_object_object_get_ex(line, "run", &run);
	r.cell = find_cell(axes, cell);
	k = json_object_get_int64(repeat);
	r.status = json_object_get_int(status);
	if (r.cell == plan->cells || k < 1 || (uint64_t)k > plan->repeats)
		return -EBADMSG;
	r.repeat = (size_t)k - 1;
	if (!plan_mark(plan, r.cell, r.repeat))
		return -EEXIST;
	return results_add(all, r, run) ? 0 : -ENOMEM;
}

static int take_line(const struct sweep_file *f, const char *text, size_t number,
		     const struct axes *axes, struct plan *plan, struct results *all)
{
	struct json_object *line = json_tokener_parse(text);
	int rc = line ? take_run(line, axes, plan, all) : -EBADMSG;

	json_object_put(line);
	if (rc == -EEXIST)
		return refuse(WBCTL_USAGE, "--resume %s: line %zu is a run that it has already",
			      f->name, number);
	if (rc)
		return refuse(WBCTL_USAGE, "--resume %s: line %zu is not a run of this sweep",
			      f->name, number);
	return WBCTL_OK;
}

static int cut_rest(struct sweep_file *f)
{
	if (f->length == f->size)
		return WBCTL_OK;
	if (ftruncate(f->fd, (off_t)f->length) || fsync(f->fd))
		return refuse_file(f, errno);
	fprintf(stderr, "wbctl: %s: dropped its last line, which was not whole\n", f->name);
	return WBCTL_OK;
}

int sweep_file_take(struct sweep_file *f, const struct axes *axes, struct plan *plan,
		    struct results *all)
{
	char *at = f->text, *end;
	size_t number;
	int rc = WBCTL_OK;

	for (number = 1; !rc && at < f->text + f->length; number++, at = end + 1) {
		end = strchr(at, '\n');
		if (!end)
			return refuse(WBCTL_USAGE, "--resume %s: line %zu is not text", f->name,
				      number);
		*end = '\0';
		if (number > 1)
			rc = take_line(f, at, number, axes, plan, all);
	}
	return rc ? rc : cut_rest(f);
}

int sweep_file_append(struct sweep_file *f, struct json_object *line)
{
	const int flags = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;
	const char *text = json_object_to_json_string_ext(line, flags);
	size_t len = text ? strlen(text) : 0;
	char *whole;
	ssize_t n;

	if (f->fd < 0)
		return WBCTL_OK;
	whole = malloc(len + 2);
	if (!whole || !text) {
		free(whole);
		return refuse(WBCTL_FAILED, "%s: no memory", f->name);
	}
	/* The newline in the same write: a line without it was not whole. */
	memcpy(whole, text, len);
	whole[len++] = '\n';
	n = write(f->fd, whole, len);
	free(whole);
	if (n < 0 || fsync(f->fd))
		return refuse_file(f, errno);
	return (size_t)n == len ? WBCTL_OK : refuse_file(f, ENOSPC);
}

void sweep_file_close(struct sweep_file *f)
{
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
	free(f->text);
	json_object_put(f->head);
	f->text = NULL;
	f->head = NULL;
}
