// SPDX-License-Identifier: GPL-2.0-or-later
/* The file systems that watched processes write to, told by the files they have open. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

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

/* The device of a regular file that it has open for writing, unknown: this is none. */
static struct fig dev_of_fd(pid_t pid, DIR *dir, const char *fd)
{
	struct stat st;

	if (fstatat(dirfd(dir), fd, &st, 0) || !S_ISREG(st.st_mode) || !is_for_writing(pid, fd))
		return fig_none();
	return fig_of((uint64_t)major(st.st_dev) << 20 | minor(st.st_dev));
}

/* That of the first one, before where its output goes. */
static struct fig place_of(pid_t pid)
{
	struct fig dev = fig_none();
	struct dirent *entry;
	char path[64];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	dir = opendir(path);
	if (!dir)
		return fig_none();
	while (!dev.known && (entry = readdir(dir)))
		if (atoi(entry->d_name) > STDERR_FILENO)
			dev = dev_of_fd(pid, dir, entry->d_name);
	/* One that redirects its output, as dd does, has the file there. */
	if (!dev.known)
		dev = dev_of_fd(pid, dir, "1");
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
