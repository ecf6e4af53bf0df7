// SPDX-License-Identifier: GPL-2.0-or-later
/* Putting back what a note says was changed. */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "clock.h"
#include "dirty_limits.h"
#include "parse.h"
#include "revert.h"
#include "spawn.h"

#define BUSY_NS (10 * NSEC_PER_SEC)
#define STALE_WAIT_NS (10 * NSEC_PER_SEC)

static void say_restored(struct revert *r, const char *path, const char *from, const char *to)
{
	char name[TUNABLE_PATH];

	r->restored++;
	if (r->say)
		fprintf(r->say, "restored %s: %s -> %s\n", tunable_name(name, path), from, to);
}

static void say_foreign(struct revert *r, const struct undo_entry *e, const char *now)
{
	char name[TUNABLE_PATH];

	r->foreign++;
	tunable_name(name, e->path);
	if (r->live) {
		refuse(WBCTL_FAILED, "%s: somebody else has set it to %s; it stays so", name, now);
		return;
	}
	refuse(WBCTL_FAILED,
	       "%s: somebody else has set it to %s since; left alone (`wbctl restore --force` sets %s)",
	       name, now, e->old);
}

static void say_failed(struct revert *r, const char *what, int err)
{
	r->failed++;
	refuse(WBCTL_FAILED, "cannot restore %s: %s", what, strerror(err));
}

static bool is_gone(int rc)
{
	return rc == -ENOENT || rc == -ENODEV || rc == -ENXIO;
}

static bool is_foreign(const struct undo_entry *e, const char *now)
{
	return !e->in_flight && strcmp(now, e->old) && strcmp(now, e->ours);
}

/* Whether a value is to be left alone, which is said. */
static bool leave_alone(struct revert *r, const struct undo_entry *e)
{
	char now[TUNABLE_VALUE];

	if (e->kind != UNDO_VALUE || limits_index(e->path) != LIMIT_FILES || r->force ||
	    tunable_read(e->path, now) || !is_foreign(e, now))
		return false;
	say_foreign(r, e, now);
	return true;
}

static void revert_value(struct revert *r, const struct undo_entry *e)
{
	char now[TUNABLE_VALUE], name[TUNABLE_PATH];
	int rc = tunable_read(e->path, now);

	tunable_name(name, e->path);
	if (is_gone(rc)) {
		r->gone++;
		refuse(WBCTL_OK, "%s: not restored, it is not there any more", name);
		return;
	}
	if (!rc && !strcmp(now, e->old))
		return;
	if (!rc)
		rc = tunable_write(e->path, e->old);
	if (rc)
		say_failed(r, name, -rc);
	else
		say_restored(r, e->path, now, e->old);
}

static const struct undo_entry *limit_entry(const struct undo *u, enum limit_file file)
{
	size_t i;

	for (i = 0; i < u->count; i++)
		if (u->entries[i].kind == UNDO_VALUE &&
		    !strcmp(u->entries[i].path, limit_paths[file]))
			return &u->entries[i];
	return NULL;
}

/*
 * The old limits out of the note. A ratio and its bytes are one thing: when
 * somebody else has set either, both stay.
 */
static int wanted_limits(struct undo *u, struct revert *r, const struct limits *now,
			 struct limits *want)
{
	const struct undo_entry *e;
	char text[TUNABLE_VALUE];
	bool foreign[2] = {};
	int i;

	*want = *now;
	for (i = 0; i < LIMIT_FILES; i++) {
		e = limit_entry(u, (enum limit_file)i);
		if (!e || parse_number(e->old, &want->v[i]))
			return -EBADMSG;
		snprintf(text, sizeof(text), "%llu", (unsigned long long)now->v[i]);
		if (r->force || !is_foreign(e, text))
			continue;
		foreign[i / 2] = true;
		say_foreign(r, e, text);
	}
	for (i = 0; i < LIMIT_FILES; i++)
		if (foreign[i / 2])
			want->v[i] = now->v[i];
	return 0;
}

static void revert_limits(struct undo *u, struct revert *r)
{
	char from[TUNABLE_VALUE], to[TUNABLE_VALUE];
	struct limits now, want;
	int i, rc;

	rc = limits_read(&now);
	if (!rc)
		rc = wanted_limits(u, r, &now, &want);
	if (!rc)
		rc = limits_write(&want);
	if (rc) {
		say_failed(r, "the dirty limits", -rc);
		return;
	}
	for (i = 0; i < LIMIT_FILES; i++) {
		if (now.v[i] == want.v[i])
			continue;
		snprintf(from, sizeof(from), "%llu", (unsigned long long)now.v[i]);
		snprintf(to, sizeof(to), "%llu", (unsigned long long)want.v[i]);
		say_restored(r, limit_paths[i], from, to);
	}
}

/* The file system may be busy for a moment: its writers are dying. */
static int unmount(const char *dir)
{
	uint64_t end = now_ns() + BUSY_NS;

	while (umount2(dir, UMOUNT_NOFOLLOW)) {
		if (errno == EINVAL || errno == ENOENT)
			return -errno;
		if (errno != EBUSY || now_ns() >= end)
			return -errno;
		poll(NULL, 0, 20);
	}
	return 0;
}

static void revert_mount(struct revert *r, const struct undo_entry *e)
{
	char dir[PATH_MAX];
	int rc = unmount(tunable_file(dir, e->path)), mounted = !rc;

	/* EINVAL: it was never mounted. */
	if (rc == -EINVAL || rc == -ENOENT)
		rc = 0;
	if (!rc && rmdir(dir) && errno != ENOENT)
		rc = -errno;
	if (rc) {
		say_failed(r, dir, -rc);
		return;
	}
	r->restored += (size_t)mounted;
	if (mounted && r->say)
		fprintf(r->say, "unmounted %s\n", dir);
}

/* Whether there is a dm device of that name. */
static bool dm_exists(const char *name)
{
	DIR *dir = opendir("/sys/block");
	char path[PATH_MAX], text[TUNABLE_PATH];
	struct dirent *entry;
	bool found = false;
	FILE *f;

	while (dir && !found && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), "/sys/block/%s/dm/name", entry->d_name);
		f = fopen(path, "re");
		if (!f)
			continue;
		if (fgets(text, sizeof(text), f)) {
			text[strcspn(text, "\n")] = '\0';
			found = !strcmp(text, name);
		}
		fclose(f);
	}
	if (dir)
		closedir(dir);
	return found;
}

static void revert_dm(struct undo *u, struct revert *r, struct undo_entry *e)
{
	char *const argv[] = { "dmsetup", "remove", "--retry", e->path, NULL };
	char said[SPAWN_SAID];
	int rc;

	if (!dm_exists(e->path))
		return;
	rc = spawn_tool(argv, u->fd, said);
	if (rc) {
		r->failed++;
		refuse(WBCTL_FAILED, "cannot remove the device %s: %s", e->path,
		       rc < 0 ? strerror(-rc) : said);
		return;
	}
	r->restored++;
	if (r->say)
		fprintf(r->say, "removed the device %s\n", e->path);
}

void revert_all(struct undo *u, struct revert *r)
{
	bool limits_done = false, alone[UNDO_ENTRIES];
	struct undo_entry *e;
	size_t i;

	/* Before anything is written: one value may change another. */
	for (i = 0; i < u->count; i++)
		alone[i] = leave_alone(r, &u->entries[i]);
	for (i = u->count; i > 0; i--) {
		e = &u->entries[i - 1];
		if (alone[i - 1])
			continue;
		if (e->kind == UNDO_MOUNT)
			revert_mount(r, e);
		else if (e->kind == UNDO_DM)
			revert_dm(u, r, e);
		else if (limits_index(e->path) == LIMIT_FILES)
			revert_value(r, e);
		else if (!limits_done)
			revert_limits(u, r);
		limits_done |= e->kind == UNDO_VALUE && limits_index(e->path) != LIMIT_FILES;
	}
}

static void revert_one_stale(const char *dir)
{
	struct revert r = {};
	struct undo u;
	int rc = undo_open(&u, dir, false, STALE_WAIT_NS);

	if (rc == -EAGAIN)
		refuse(WBCTL_FAILED,
		       "a killed sweep's settings are not restored: something that it started still runs");
	if (rc) {
		undo_close(&u);
		return;
	}
	if (!u.other_boot)
		revert_all(&u, &r);
	if (r.restored)
		fprintf(stderr, "wbctl: restored %zu %s that a killed sweep had left changed\n",
			r.restored, r.restored == 1 ? "thing" : "things");
	/* What could not be restored is for `wbctl restore`. */
	if (r.failed || r.foreign)
		undo_close(&u);
	else
		undo_remove(&u);
}

void revert_stale(void)
{
	size_t i;

	for (i = 0; undo_dirs[i]; i++)
		revert_one_stale(undo_dirs[i]);
}

void revert_list(FILE *to, const struct undo *u)
{
	char name[TUNABLE_PATH], now[TUNABLE_VALUE];
	const struct undo_entry *e;
	size_t i;

	for (i = 0; i < u->count; i++) {
		e = &u->entries[i];
		if (e->kind == UNDO_MOUNT)
			fprintf(to, "  mounted %s\n", e->path);
		else if (e->kind == UNDO_DM)
			fprintf(to, "  made the device %s\n", e->path);
		else
			fprintf(to, "  %s: %s now, %s before\n", tunable_name(name, e->path),
				tunable_read(e->path, now) ? "-" : now, e->old);
	}
}
