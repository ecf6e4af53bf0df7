// SPDX-License-Identifier: GPL-2.0-or-later
/* The notes of runs, and what killed runs have left behind. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "leftover.h"
#include "wbctl.h"

#define NOTE "owner"
#define NOTE_NEW "owner.new"
#define WRITER "writer-"

/**
 * struct owner - what a note says
 * @pid: The run's process.
 * @start: Its start time in clock ticks since boot.
 * @boot: The boot that this was in.
 */
struct owner {
	int pid;
	unsigned long long start;
	char boot[64];
};

int leftover_boot(char *boot, size_t len)
{
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");
	bool ok;

	if (!f)
		return -errno;
	ok = fgets(boot, (int)len, f);
	fclose(f);
	boot[ok ? strcspn(boot, "\n") : 0] = '\0';
	return ok ? 0 : -EIO;
}

/* Field 22 of /proc/PID/stat, counted from the last ')': a name may hold one. */
int leftover_start(int pid, unsigned long long *start)
{
	char path[64], text[1024], *p;
	size_t n;
	FILE *f;
	int i;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return -errno;
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	p = strrchr(text, ')');
	for (i = 2; p && i < 22; i++)
		p = strchr(p + 1, ' ');
	return p && sscanf(p, " %llu", start) == 1 ? 0 : -EIO;
}

static int write_note(int fd)
{
	struct owner me = { .pid = getpid() };

	if (leftover_boot(me.boot, sizeof(me.boot)) || leftover_start(me.pid, &me.start))
		return -EIO;
	if (dprintf(fd, "pid %d\nstart %llu\nboot %s\n", me.pid, me.start, me.boot) < 0)
		return -errno;
	return 0;
}

int leftover_note(int dirfd)
{
	int fd = openat(dirfd, NOTE_NEW, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	int rc;

	if (fd < 0)
		return -errno;
	rc = flock(fd, LOCK_EX | LOCK_NB) ? -errno : write_note(fd);
	if (!rc && renameat(dirfd, NOTE_NEW, dirfd, NOTE))
		rc = -errno;
	if (!rc)
		return fd;
	close(fd);
	return rc;
}

/* @prefix, digits, @suffix */
static bool is_numbered(const char *name, const char *prefix, const char *suffix)
{
	size_t len = strlen(prefix), digits;

	if (strncmp(name, prefix, len))
		return false;
	digits = strspn(name + len, "0123456789");
	return digits && !strcmp(name + len + digits, suffix);
}

static bool is_file_of_run(const char *name)
{
	return !strcmp(name, NOTE) || !strcmp(name, NOTE_NEW) || is_numbered(name, WRITER, "");
}

static bool is_file_of_writer(const char *name)
{
	return is_numbered(name, "f", "");
}

/* In the directory of a program, whatever the program has left there. */
static bool is_anything(const char *name)
{
	return strcmp(name, ".") && strcmp(name, "..");
}

static int remove_entry(int dirfd, const char *name, bool (*is_ours)(const char *name));

/* What a program has mounted in its directory is not ours to empty. */
static bool is_mounted(int dirfd, int fd)
{
	struct statx above, here;

	return !statx(dirfd, "", AT_EMPTY_PATH, STATX_MNT_ID, &above) &&
	       !statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &here) &&
	       above.stx_mnt_id != here.stx_mnt_id;
}

/* Removes the files that are ours; those of the writers' directories too. */
static int empty(int dirfd, const char *path, bool (*is_ours)(const char *name))
{
	struct dirent *entry;
	int fd, rc = 0, bad;
	DIR *dir;

	/* A new open file: readdir(3) moves the offset and closedir(3) closes. */
	fd = openat(dirfd, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0 && is_mounted(dirfd, fd)) {
		close(fd);
		return -EBUSY;
	}
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		rc = -errno;
		if (fd >= 0)
			close(fd);
		return rc;
	}
	while ((entry = readdir(dir))) {
		bad = remove_entry(fd, entry->d_name, is_ours);
		if (bad)
			rc = bad;
	}
	closedir(dir);
	return rc;
}

static int remove_directory(int dirfd, const char *name, bool (*is_ours)(const char *name))
{
	int rc = empty(dirfd, name, is_ours);

	if (rc)
		return rc;
	return unlinkat(dirfd, name, AT_REMOVEDIR) ? -errno : 0;
}

static int remove_entry(int dirfd, const char *name, bool (*is_ours)(const char *name))
{
	if (is_ours(name)) {
		if (!unlinkat(dirfd, name, 0))
			return 0;
		if (is_ours != is_anything || (errno != EISDIR && errno != EPERM))
			return -errno;
		return remove_directory(dirfd, name, is_anything);
	}
	if (is_ours == is_file_of_run && !strcmp(name, LEFTOVER_PROGRAM))
		return remove_directory(dirfd, name, is_anything);
	if (is_ours == is_file_of_run && is_numbered(name, WRITER, ".d"))
		return remove_directory(dirfd, name, is_file_of_writer);
	return 0;
}

int leftover_empty(int dirfd)
{
	return empty(dirfd, ".", is_file_of_run);
}

/* PREFIX, digits, a dash, six more characters. */
static bool is_run_name(const char *name)
{
	const char *p = name + strlen(LEFTOVER_PREFIX);

	if (strncmp(name, LEFTOVER_PREFIX, strlen(LEFTOVER_PREFIX)) || !isdigit((unsigned char)*p))
		return false;
	p += strspn(p, "0123456789");
	return *p == '-' && strlen(p) == 7;
}

static bool owner_lives(int fd)
{
	struct owner o = {};
	unsigned long long start = 0;
	char text[256], boot[64];
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);

	if (n <= 0)
		return false;
	text[n] = '\0';
	if (sscanf(text, "pid %d start %llu boot %63s", &o.pid, &o.start, o.boot) != 3)
		return false;
	if (leftover_boot(boot, sizeof(boot)) || strcmp(boot, o.boot))
		return false;
	return !leftover_start(o.pid, &start) && start == o.start;
}

/*
 * Whether the run of this directory is dead. One that was killed before it
 * could write its note has left an empty directory, which is all that
 * unlinkat(2) removes then.
 */
static bool is_dead(int dirfd, const char *name)
{
	int fd = openat(dirfd, NOTE, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	unsigned long long start;
	bool dead;

	if (fd < 0)
		return errno == ENOENT &&
		       leftover_start(atoi(name + strlen(LEFTOVER_PREFIX)), &start);
	dead = !flock(fd, LOCK_EX | LOCK_NB) && !owner_lives(fd);
	close(fd);
	return dead;
}

static void remove_if_dead(int parent, const char *path, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return;
	if (is_dead(fd, name) && !leftover_empty(fd) && !unlinkat(parent, name, AT_REMOVEDIR))
		fprintf(stderr, "wbctl: removed %s/%s, which a killed run had left\n", path, name);
	close(fd);
}

void leftovers_remove(int dirfd, const char *path)
{
	int fd = openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(dir)))
		if (is_run_name(entry->d_name))
			remove_if_dead(dirfd, path, entry->d_name);
	closedir(dir);
}
