// SPDX-License-Identifier: GPL-2.0-or-later
/* Control groups: which one a process is in, and who is in one. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>

#include <linux/magic.h>

#include "cgroup.h"

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
