// SPDX-License-Identifier: GPL-2.0-or-later
/* What a process has forked, and what that has: as /proc shows it. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "proctree.h"

/* How often the tree is looked at again for those that were forked meanwhile. */
#define LOOKS 10

/**
 * struct link - a process and who forked it
 * @pid: The process.
 * @parent: Its parent.
 * @in: It is a descendant.
 */
struct link {
	pid_t pid;
	pid_t parent;
	bool in;
};

/* PID (NAME) STATE PARENT ...: a name may have anything in it, parentheses too. */
static bool read_link(const char *pid, struct link *link)
{
	char path[64], line[512], state = 0;
	const char *end;
	int parent = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%s/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	line[fread(line, 1, sizeof(line) - 1, f)] = '\0';
	fclose(f);
	end = strrchr(line, ')');
	if (!end || sscanf(end + 1, " %c %d", &state, &parent) != 2)
		return false;
	*link = (struct link){ .pid = atoi(pid), .parent = parent };
	return state != 'Z' && state != 'X';
}

/* All processes, in the order of /proc. */
static size_t read_links(struct link **out)
{
	struct link *links = NULL, *grown;
	size_t count = 0, room = 0;
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		if (count == room) {
			room = room ? 2 * room : 256;
			grown = reallocarray(links, room, sizeof(*links));
			if (!grown)
				break;
			links = grown;
		}
		count += read_link(entry->d_name, &links[count]);
	}
	if (dir)
		closedir(dir);
	*out = links;
	return count;
}

static bool has_in(const struct link *links, size_t count, pid_t pid)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (links[i].in && links[i].pid == pid)
			return true;
	return false;
}

/* Marks the descendants, one generation at a time; returns how many. */
static size_t mark(struct link *links, size_t count, pid_t root)
{
	size_t i, n = 0, before;

	do {
		before = n;
		for (i = 0; i < count; i++) {
			if (links[i].in || (links[i].parent != root &&
					    !has_in(links, count, links[i].parent)))
				continue;
			links[i].in = true;
			n++;
		}
	} while (n != before);
	return n;
}

int proctree_read(struct proctree *tree, pid_t root, pid_t but)
{
	struct link *links = NULL;
	size_t i, count = read_links(&links), n = mark(links, count, root);

	tree->count = 0;
	tree->pids = calloc(n + 1, sizeof(*tree->pids));
	for (i = 0; tree->pids && i < count; i++)
		if (links[i].in && links[i].pid != but)
			tree->pids[tree->count++] = links[i].pid;
	free(links);
	return tree->pids ? 0 : -ENOMEM;
}

void proctree_free(struct proctree *tree)
{
	free(tree->pids);
	tree->pids = NULL;
	tree->count = 0;
}

static bool has_pid(const struct proctree *tree, pid_t pid)
{
	size_t i;

	for (i = 0; i < tree->count; i++)
		if (tree->pids[i] == pid)
			return true;
	return false;
}

void proctree_signal(pid_t root, pid_t but, int sig)
{
	struct proctree told = {}, now;
	bool any = true;
	size_t i;
	int look;

	for (look = 0; look < LOOKS && any; look++) {
		if (proctree_read(&now, root, but))
			break;
		any = false;
		for (i = 0; i < now.count; i++) {
			if (has_pid(&told, now.pids[i]))
				continue;
			kill(now.pids[i], sig);
			any = true;
		}
		proctree_free(&told);
		told = now;
	}
	proctree_free(&told);
}

void proctree_name(char *buf, size_t len, pid_t pid)
{
	char path[64];
	FILE *f;

	buf[0] = '\0';
	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	f = fopen(path, "re");
	if (!f)
		return;
	if (fgets(buf, (int)len, f))
		buf[strcspn(buf, "\n")] = '\0';
	fclose(f);
}
