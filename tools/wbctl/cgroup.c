// SPDX-License-Identifier: GPL-2.0-or-later
/* Control groups: which one a process is in, and who is in one. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <linux/magic.h>

#include "cgroup.h"

/* What is deeper is nobody's arrangement. */
#define DEPTH_MAX 32

const char *cgroup_root(void)
{
	/* The second one is where systemd has it beside the old hierarchies. */
	static const char *const places[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };
	struct statfs sfs;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(places); i++)
		if (!statfs(places[i], &sfs) && sfs.f_type == CGROUP2_SUPER_MAGIC)
			return places[i];
	return NULL;
}

/* The default hierarchy's line begins with 0:: and has no controllers. */
static bool path_in(const char *file, char *path, size_t len)
{
	FILE *f = fopen(file, "re");
	char *line = NULL;
	bool found = false;
	size_t size = 0;

	while (f && !found && getline(&line, &size, f) > 0) {
		if (strncmp(line, "0::", 3))
			continue;
		line[strcspn(line, "\n")] = '\0';
		found = (size_t)snprintf(path, len, "%s", line + 3) < len;
	}
	free(line);
	if (f)
		fclose(f);
	return found;
}

/* "default 100", and a line for each device that has another one. */
static struct fig weight_in(const char *dir)
{
	char path[PATH_MAX];
	unsigned int weight;
	FILE *f;
	int n;

	if (snprintf(path, sizeof(path), "%s/io.weight", dir) >= (int)sizeof(path))
		return fig_none();
	f = fopen(path, "re");
	if (!f)
		return fig_none();
	n = fscanf(f, "default %u", &weight);
	fclose(f);
	return n == 1 ? fig_of(weight) : fig_none();
}

struct cgroup cgroup_in(const char *file, const char *root)
{
	char path[PATH_MAX], dir[2 * PATH_MAX];
	struct cgroup c = {};
	struct stat st;

	if (!root || !path_in(file, path, sizeof(path)))
		return c;
	snprintf(dir, sizeof(dir), "%s%s", root, path);
	if (stat(dir, &st))
		return c;
	c.id = fig_of(st.st_ino);
	c.weight = weight_in(dir);
	return c;
}

struct cgroup cgroup_of(pid_t pid)
{
	char file[64];

	snprintf(file, sizeof(file), "/proc/%d/cgroup", (int)pid);
	return cgroup_in(file, cgroup_root());
}

static int by_number(const void *a, const void *b)
{
	pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return (x > y) - (x < y);
}

bool pids_has(const struct pids *pids, pid_t pid)
{
	return pids->count && bsearch(&pid, pids->pid, pids->count, sizeof(pid), by_number);
}

void cgroup_sort(struct pids *pids)
{
	if (pids->count)
		qsort(pids->pid, pids->count, sizeof(*pids->pid), by_number);
}

static bool is_cgroup(const char *dir)
{
	char path[PATH_MAX];

	return snprintf(path, sizeof(path), "%s/cgroup.procs", dir) < (int)sizeof(path) &&
	       !access(path, F_OK);
}

int cgroup_find(const char *name, char **dir)
{
	/* Beside the old hierarchies the default one is in a folder of its own. */
	const char *const roots[] = { "/sys/fs/cgroup", cgroup_root() };
	size_t i, n = name[0] == '/' ? 1 : ARRAY_SIZE(roots);
	int rc = -ENOENT;

	for (i = 0; i < n && (!i || roots[i]); i++) {
		if (asprintf(dir, "%s%s%s", name[0] == '/' ? "" : roots[i],
			     name[0] == '/' ? "" : "/", name) < 0) {
			*dir = NULL;
			return -ENOMEM;
		}
		if (is_cgroup(*dir))
			return 0;
		if (!access(*dir, F_OK))
			rc = -ENOTDIR;
		free(*dir);
		*dir = NULL;
	}
	return rc;
}

/* One of another name space is 0. */
static int add_procs(struct pids *pids, FILE *f)
{
	pid_t *grown;
	int pid;

	while (fscanf(f, "%d", &pid) == 1) {
		if (!pid)
			continue;
		grown = reallocarray(pids->pid, pids->count + 1, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		pids->pid = grown;
		pids->pid[pids->count++] = pid;
	}
	return 0;
}

/* A threaded group has no such list: its processes are in that of its domain. */
static int procs_of(struct pids *pids, const char *dir)
{
	char path[PATH_MAX];
	FILE *f;
	int rc;

	if (snprintf(path, sizeof(path), "%s/cgroup.procs", dir) >= (int)sizeof(path))
		return 0;
	f = fopen(path, "re");
	if (!f)
		return 0;
	rc = add_procs(pids, f);
	fclose(f);
	return rc;
}

static int walk(struct pids *pids, const char *dir, int depth)
{
	char path[PATH_MAX];
	struct dirent *entry;
	int rc = procs_of(pids, dir);
	DIR *d = rc || depth == DEPTH_MAX ? NULL : opendir(dir);

	while (d && !rc && (entry = readdir(d))) {
		if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
			continue;
		if (snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name) < (int)sizeof(path))
			rc = walk(pids, path, depth + 1);
	}
	if (d)
		closedir(d);
	return rc;
}

int cgroup_procs(struct pids *pids, const char *dir)
{
	return walk(pids, dir, 0);
}
