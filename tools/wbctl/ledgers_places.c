// SPDX-License-Identifier: GPL-2.0-or-later
/* The file systems that watched processes write to, told by the files they have open. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "ledgers.h"

/* Whether an open file is open for writing, by /proc/PID/fdinfo. */
static bool is_for_writing(pid_t pid, const char *fd)
{
	char path[64], text[64];
	unsigned int flags = 0;
	FILE *from;

	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%.16s", (int)pid, fd);
	from = fopen(path, "re");
	while (from && fgets(text, sizeof(text), from))
		if (sscanf(text, "flags: %o", &flags) == 1)
			break;
	if (from)
		fclose(from);
	return (flags & O_ACCMODE) != O_RDONLY;
}

/* The device of the first regular file or directory that it has open for its work. */
static struct fig place_of(pid_t pid)
{
	struct fig dev = fig_none();
	struct dirent *entry;
	struct stat st;
	char path[64];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	dir = opendir(path);
	while (dir && !dev.known && (entry = readdir(dir))) {
		if (atoi(entry->d_name) <= 2 || fstatat(dirfd(dir), entry->d_name, &st, 0))
			continue;
		if (S_ISREG(st.st_mode) && is_for_writing(pid, entry->d_name))
			dev = fig_of((uint64_t)major(st.st_dev) << 20 | minor(st.st_dev));
	}
	/* One that redirects its output, as dd does, has the file there. */
	if (dir && !dev.known && !fstatat(dirfd(dir), "1", &st, 0) && S_ISREG(st.st_mode) &&
	    is_for_writing(pid, "1"))
		dev = fig_of((uint64_t)major(st.st_dev) << 20 | minor(st.st_dev));
	if (dir)
		closedir(dir);
	return dev;
}

struct fig ledgers_place(const struct ledgers *l, uint64_t pid)
{
	size_t i;

	for (i = 0; i < l->place_count; i++)
		if ((uint64_t)l->places[i].pid == pid)
			return fig_of(l->places[i].dev);
	return fig_none();
}

static void find_place(struct ledgers *l, pid_t pid)
{
	struct fig dev;

	if (l->place_count == LEDGERS_PLACES || ledgers_place(l, (uint64_t)pid).known)
		return;
	dev = place_of(pid);
	if (dev.known)
		l->places[l->place_count++] = (struct place_seen){ .pid = pid, .dev = dev.v };
}

void ledgers_find_places(struct ledgers *l)
{
	size_t i;

	for (i = 0; i < l->watched_count; i++)
		find_place(l, l->watched[i]);
	for (i = 0; i < l->members.count; i++)
		find_place(l, l->members.pid[i]);
}
