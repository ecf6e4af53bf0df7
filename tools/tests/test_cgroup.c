// SPDX-License-Identifier: GPL-2.0-or-later
/* Control groups in folders that look like them. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgroup.h"
#include "tap.h"

static char root[256];

static const char *in_root(const char *name)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	return path;
}

static void put(const char *name, const char *text)
{
	FILE *f = fopen(in_root(name), "w");

	if (!f || fputs(text, f) < 0 || fclose(f))
		abort();
}

static struct cgroup in(const char *proc)
{
	char file[512];

	put("proc", proc);
	snprintf(file, sizeof(file), "%s", in_root("proc"));
	return cgroup_in(file, root);
}

static void check_of(void)
{
	struct cgroup c;
	struct stat st;

	mkdir(in_root("a b"), 0700);
	stat(in_root("a b"), &st);
	c = in("12:memory:/x\n0::/a b\n");
	ok(c.id.known && c.id.v == st.st_ino, "the line of the default hierarchy counts");
	ok(!c.weight.known, "without io.weight there is no weight");
	put("a b/io.weight", "default 250\n8:0 700\n");
	c = in("0::/a b\n");
	ok(c.weight.known && c.weight.v == 250, "the default weight");
	put("a b/io.weight", "8:0 700\n");
	ok(!in("0::/a b\n").weight.known, "that of a device is none");
	ok(!in("0::/gone\n").id.known, "a group that is not there");
	ok(!in("4:memory:/a b\n").id.known, "only the old hierarchies");
	ok(!in("").id.known && !cgroup_in("/none", root).id.known, "no line, no file");
	ok(!cgroup_in(in_root("proc"), NULL).id.known, "no hierarchy");
	c = cgroup_of(getpid());
	ok(c.id.known == !!cgroup_root(), "that of this process, if there are any");
}

static void check_find(void)
{
	char *dir;

	ok(cgroup_find("no/such", &dir) == -ENOENT && !dir, "there is no such group");
	ok(cgroup_find("/no/such", &dir) == -ENOENT && !dir, "nor an absolute one");
	ok(cgroup_find(in_root("proc"), &dir) == -ENOTDIR && !dir, "a file is none");
	ok(cgroup_find(root, &dir) == -ENOTDIR && !dir, "a folder without processes is none");
	put("cgroup.procs", "");
	ok(!cgroup_find(root, &dir) && !strcmp(dir, root), "one with a list of them is");
	free(dir);
}

static void check_procs(void)
{
	struct pids pids = {};

	ok(!cgroup_procs(&pids, root) && !pids.count, "a group of nobody");
	ok(!pids_has(&pids, 1), "has nobody");
	mkdir(in_root("a b/c"), 0700);
	mkdir(in_root("d"), 0700);
	put("cgroup.procs", "900\n12\n");
	put("a b/cgroup.procs", "0\n7\n");
	put("a b/c/cgroup.procs", "30\n");
	ok(!cgroup_procs(&pids, root) && pids.count == 4, "those below it have theirs");
	cgroup_sort(&pids);
	ok(pids.pid[0] == 7 && pids.pid[3] == 900, "in order, and without one of elsewhere");
	ok(pids_has(&pids, 30) && pids_has(&pids, 7) && !pids_has(&pids, 31), "are found");
	pids.count = 0;
	ok(!cgroup_procs(&pids, in_root("gone")) && !pids.count, "one that is gone has nobody");
	free(pids.pid);
}

int main(void)
{
	const char *where = getenv("WBCTL_TEST_DIR");
	char command[300];

	snprintf(root, sizeof(root), "%s/wbctl-cgroup-XXXXXX", where ? where : "/var/tmp");
	if (!mkdtemp(root))
		abort();
	check_of();
	check_find();
	check_procs();
	snprintf(command, sizeof(command), "rm -rf '%s'", root);
	ok(!system(command), "nothing is left");
	return tap_end();
}
