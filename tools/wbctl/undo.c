// SPDX-License-Identifier: GPL-2.0-or-later
/* The note of what a sweep has changed, from which it is put back. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "dirty_limits.h"
#include "leftover.h"
#include "undo.h"

#define NOTE "undo"
#define NOTE_MAX (64 << 10)
#define OPEN_TRIES 100
/* Values that setting one changes, and room for their lines. */
#define TOUCHED_MAX 3
#define NOTE_LINES 4000

/*
 * The note is lines of words:
 *
 *	owner PID START BOOT
 *	old PATH VALUE		before the first change of a value
 *	set PATH VALUE		before each change
 *	is PATH VALUE		after it, as the kernel reads it back
 *	mount DIR
 *	dm NAME
 */

const char *const undo_dirs[] = { "/run/wbctl", "/var/tmp/wbctl-undo", NULL };

static bool name_ok(enum undo_kind kind, const char *dir, const char *name)
{
	size_t len = dir ? strlen(dir) : 0;

	if (kind == UNDO_VALUE)
		return tunable_ok(name);
	if (strlen(name) >= TUNABLE_PATH)
		return false;
	if (kind == UNDO_DM)
		return !strncmp(name, UNDO_DM_PREFIX, strlen(UNDO_DM_PREFIX)) &&
		       !strchr(name, '/');
	if (!dir || strncmp(name, dir, len) || name[len] != '/')
		return false;
	name += len + 1;
	return !strchr(name, '/') && !strncmp(name, UNDO_MOUNT_PREFIX, strlen(UNDO_MOUNT_PREFIX));
}

static struct undo_entry *find_entry(struct undo *u, enum undo_kind kind, const char *path)
{
	size_t i;

	for (i = 0; i < u->count; i++)
		if (u->entries[i].kind == kind && !strcmp(u->entries[i].path, path))
			return &u->entries[i];
	return NULL;
}

static struct undo_entry *new_entry(struct undo *u, enum undo_kind kind, const char *path)
{
	struct undo_entry *e = find_entry(u, kind, path);

	if (e || u->count == UNDO_ENTRIES || !name_ok(kind, u->dir, path))
		return e;
	e = &u->entries[u->count++];
	memset(e, 0, sizeof(*e));
	e->kind = kind;
	snprintf(e->path, sizeof(e->path), "%s", path);
	return e;
}

static void parse_owner(struct undo *u, const char *words)
{
	unsigned long long start, now;
	char boot[64], this_boot[64];

	if (sscanf(words, "%d %llu %63s", &u->pid, &start, boot) != 3)
		return;
	u->other_boot = !leftover_boot(this_boot, sizeof(this_boot)) && strcmp(boot, this_boot);
	/* A pid that another process has now is nobody's. */
	if (u->other_boot || leftover_start(u->pid, &now) || now != start)
		u->pid = 0;
}

static void parse_value(struct undo *u, const char *verb, const char *path, const char *value)
{
	struct undo_entry *e;

	if (!value || strlen(value) >= TUNABLE_VALUE)
		return;
	if (!strcmp(verb, "old")) {
		e = new_entry(u, UNDO_VALUE, path);
		if (e && !e->old[0])
			strcpy(e->old, value);
		return;
	}
	e = find_entry(u, UNDO_VALUE, path);
	if (!e)
		return;
	e->in_flight = !strcmp(verb, "set");
	if (!e->in_flight)
		strcpy(e->ours, value);
}

static void parse_line(struct undo *u, char *line)
{
	char *verb = strsep(&line, " "), *path;

	if (!line)
		return;
	if (!strcmp(verb, "owner")) {
		parse_owner(u, line);
		return;
	}
	path = strsep(&line, " ");
	if (!strcmp(verb, "mount"))
		new_entry(u, UNDO_MOUNT, path);
	else if (!strcmp(verb, "dm"))
		new_entry(u, UNDO_DM, path);
	else
		parse_value(u, verb, path, line);
}

void undo_parse(struct undo *u, char *text)
{
	char *end;

	u->count = 0;
	u->pid = 0;
	/* What follows the last newline was never whole, and its change not begun. */
	for (; (end = strchr(text, '\n')); text = end + 1) {
		*end = '\0';
		parse_line(u, text);
	}
}

static int read_note(struct undo *u)
{
	static char text[NOTE_MAX];
	ssize_t n = pread(u->fd, text, sizeof(text) - 1, 0);

	if (n < 0)
		return -errno;
	text[n] = '\0';
	undo_parse(u, text);
	return 0;
}

/* Nobody else may have a hand in it. */
static int check_owned(int fd, mode_t type)
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	if ((st.st_mode & S_IFMT) != type || st.st_uid != geteuid() || (st.st_mode & 022))
		return -EPERM;
	return 0;
}

static bool is_ours(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && st.st_uid == geteuid();
}

static int open_dir(struct undo *u, bool create)
{
	char name[PATH_MAX];
	int rc;

	tunable_file(name, u->dir);
	if (create && mkdir(name, 0700) && errno != EEXIST)
		return -errno;
	u->dir_fd = open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (u->dir_fd < 0)
		return errno == ELOOP || errno == ENOTDIR ? -EPERM : -errno;
	rc = check_owned(u->dir_fd, S_IFDIR);
	/* Anybody may have made one in /var/tmp: no note of ours is in it. */
	return rc == -EPERM && !create && !is_ours(u->dir_fd) ? -ENOENT : rc;
}

static int open_note(struct undo *u, bool create)
{
	int flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_APPEND | (create ? O_CREAT : 0);

	u->fd = openat(u->dir_fd, NOTE, flags, 0600);
	if (u->fd < 0)
		return errno == ELOOP ? -EPERM : -errno;
	return check_owned(u->fd, S_IFREG);
}

/* Locked, and not one that somebody removed before it was. */
static int lock_note(struct undo *u)
{
	struct stat st;

	if (flock(u->fd, LOCK_EX | LOCK_NB))
		return -EAGAIN;
	if (fstat(u->fd, &st))
		return -errno;
	return st.st_nlink ? 0 : -ESTALE;
}

static int try_open(struct undo *u, bool create)
{
	int rc = open_note(u, create), locked;

	if (rc)
		return rc;
	locked = lock_note(u);
	if (locked == -ESTALE)
		return locked;
	rc = read_note(u);
	if (rc)
		return rc;
	return locked == -EAGAIN && u->pid ? -EBUSY : locked;
}

static void close_note(struct undo *u)
{
	if (u->fd >= 0)
		close(u->fd);
	u->fd = -1;
}

static void start_empty(struct undo *u, const char *dir)
{
	memset(u, 0, sizeof(*u));
	u->dir = dir;
	u->dir_fd = -1;
	u->fd = -1;
}

int undo_open(struct undo *u, const char *dir, bool create, uint64_t wait_ns)
{
	uint64_t end = now_ns() + wait_ns;
	int rc, stale = 0;

	start_empty(u, dir);
	rc = open_dir(u, create);
	if (rc)
		return rc;
	for (;;) {
		rc = try_open(u, create);
		if (rc != -EAGAIN && (rc != -ESTALE || ++stale == OPEN_TRIES))
			return rc;
		/* Its children die with a killed sweep; they need a moment. */
		if (rc == -EAGAIN && now_ns() >= end)
			return rc;
		close_note(u);
		if (rc == -EAGAIN)
			poll(NULL, 0, 20);
	}
}

int undo_peek(struct undo *u, const char *dir, bool *lives)
{
	int rc;

	start_empty(u, dir);
	rc = open_dir(u, false);
	if (!rc)
		rc = open_note(u, false);
	if (!rc)
		rc = read_note(u);
	*lives = !rc && u->pid && flock(u->fd, LOCK_EX | LOCK_NB);
	return rc;
}

void undo_close(struct undo *u)
{
	close_note(u);
	if (u->dir_fd >= 0)
		close(u->dir_fd);
	u->dir_fd = -1;
}

void undo_remove(struct undo *u)
{
	if (u->fd >= 0)
		unlinkat(u->dir_fd, NOTE, 0);
	undo_close(u);
}

static int append(struct undo *u, const char *text)
{
	size_t len = strlen(text);
	ssize_t n = write(u->fd, text, len);

	if (n < 0 || fsync(u->fd))
		return -errno;
	return (size_t)n == len ? 0 : -ENOSPC;
}

int undo_restart(struct undo *u)
{
	unsigned long long start;
	char boot[64], text[160];
	int rc;

	rc = leftover_boot(boot, sizeof(boot));
	if (!rc)
		rc = leftover_start(getpid(), &start);
	if (!rc && ftruncate(u->fd, 0))
		rc = -errno;
	if (rc)
		return rc;
	u->count = 0;
	u->other_boot = false;
	u->pid = getpid();
	snprintf(text, sizeof(text), "owner %d %llu %s\n", u->pid, start, boot);
	return append(u, text);
}

/* The lines that must be on disk before @path is set to @value. */
static int before(struct undo *u, const char *path, const char *value, char *text, size_t size)
{
	struct undo_entry *e = find_entry(u, UNDO_VALUE, path);
	char old[TUNABLE_VALUE];
	size_t at = 0;
	int rc;

	if (!e) {
		rc = tunable_read(path, old);
		if (rc)
			return rc;
		e = new_entry(u, UNDO_VALUE, path);
		if (!e)
			return -ENOSPC;
		strcpy(e->old, old);
		at = (size_t)snprintf(text, size, "old %s %s\n", path, old);
	}
	e->in_flight = true;
	snprintf(text + at, size - at, "set %s %s\n", path, value);
	return 0;
}

static int after(struct undo *u, const char *path, char *text, size_t size)
{
	struct undo_entry *e = find_entry(u, UNDO_VALUE, path);
	int rc = tunable_read(path, e->ours);

	if (rc)
		return rc;
	e->in_flight = false;
	snprintf(text, size, "is %s %s\n", path, e->ours);
	return 0;
}

/*
 * The files that setting @path changes, @path's own the last: it is put back
 * first then, and what that changes once more comes after it.
 */
static size_t find_touched(const char *path, char touched[TOUCHED_MAX][TUNABLE_PATH])
{
	static const char *const with_scheduler[] = { "wbt_lat_usec", "nr_requests" };
	const char *file = strrchr(path, '/');
	char value[TUNABLE_VALUE];
	size_t i, n = 0;

	for (i = 0; !strcmp(file, "/scheduler") && i < ARRAY_SIZE(with_scheduler); i++) {
		snprintf(touched[n], TUNABLE_PATH, "%.*s/%s", (int)(file - path), path,
			 with_scheduler[i]);
		/* A queue may do without. */
		n += !tunable_read(touched[n], value);
	}
	tunable_view(touched[n++], path);
	return n;
}

int undo_set(struct undo *u, const char *path, const char *value)
{
	char text[NOTE_LINES], touched[TOUCHED_MAX][TUNABLE_PATH];
	size_t i, at, n = find_touched(path, touched);
	int rc = 0;

	for (i = 0, at = 0; !rc && i < n; i++, at += strlen(text + at))
		rc = before(u, touched[i], value, text + at, sizeof(text) - at);
	if (!rc)
		rc = append(u, text);
	if (!rc)
		rc = tunable_write(path, value);
	for (i = 0, at = 0; !rc && i < n; i++, at += strlen(text + at))
		rc = after(u, touched[i], text + at, sizeof(text) - at);
	return rc ? rc : append(u, text);
}

int undo_set_limits(struct undo *u, const struct limits *want)
{
	char text[NOTE_LINES], value[TUNABLE_VALUE];
	size_t i, at;
	int rc = 0;

	for (i = 0, at = 0; !rc && i < LIMIT_FILES; i++, at += strlen(text + at)) {
		snprintf(value, sizeof(value), "%llu", (unsigned long long)want->v[i]);
		rc = before(u, limit_paths[i], value, text + at, sizeof(text) - at);
	}
	if (!rc)
		rc = append(u, text);
	if (!rc)
		rc = limits_write(want);
	for (i = 0, at = 0; !rc && i < LIMIT_FILES; i++, at += strlen(text + at))
		rc = after(u, limit_paths[i], text + at, sizeof(text) - at);
	return rc ? rc : append(u, text);
}

int undo_add(struct undo *u, enum undo_kind kind, const char *name)
{
	char text[TUNABLE_PATH + 16];

	if (!new_entry(u, kind, name))
		return -ENOSPC;
	snprintf(text, sizeof(text), "%s %s\n", kind == UNDO_DM ? "dm" : "mount", name);
	return append(u, text);
}
