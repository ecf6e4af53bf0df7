// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A sweep that is killed at each of its system calls in turn: what it has
 * changed is put back from its note, whichever it was. In a tree of plain files.
 */
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dirty_limits.h"
#include "revert.h"
#include "tap.h"

#define ROOT_TEMPLATE "/tmp/wbctl-undo-XXXXXX"
#define DIR_RUN "/run/wbctl"
#define STOPS_MAX 4000

static char root[sizeof(ROOT_TEMPLATE)];

static const struct {
	const char *path;
	const char *old;
} values[] = {
	{ "/proc/sys/vm/dirty_ratio", "20" },
	{ "/proc/sys/vm/dirty_bytes", "0" },
	{ "/proc/sys/vm/dirty_background_ratio", "10" },
	{ "/proc/sys/vm/dirty_background_bytes", "0" },
	{ "/proc/sys/vm/dirty_expire_centisecs", "3000" },
	{ "/proc/sys/vm/dirty_writeback_centisecs", "500" },
};

static void reset(void)
{
	char name[PATH_MAX];
	size_t i;
	FILE *f;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		f = fopen(tunable_file(name, values[i].path), "w");
		if (!f)
			abort();
		fprintf(f, "%s\n", values[i].old);
		fclose(f);
	}
}

static size_t wrong(void)
{
	char value[TUNABLE_VALUE];
	size_t i, n = 0;

	for (i = 0; i < ARRAY_SIZE(values); i++)
		n += tunable_read(values[i].path, value) || strcmp(value, values[i].old);
	return n;
}

/* Two cells of a sweep, as sweep_loop() does them. */
static int sweep(void)
{
	const struct limits cells[] = {
		{ { [LIMIT_RATIO] = 80, [LIMIT_BG_RATIO] = 60 } },
		{ { [LIMIT_RATIO] = 8, [LIMIT_BG_RATIO] = 4 } },
	};
	struct revert r = {};
	struct undo u;
	size_t i;
	int rc = undo_open(&u, DIR_RUN, true, 0);

	for (i = 0; !rc && i < ARRAY_SIZE(cells); i++) {
		rc = undo_restart(&u);
		if (!rc)
			rc = undo_set_limits(&u, &cells[i]);
		if (!rc)
			rc = undo_set(&u, values[4].path, "100");
		if (!rc)
			rc = undo_set(&u, values[5].path, "7");
		if (!rc)
			revert_all(&u, &r);
	}
	undo_remove(&u);
	return rc || r.failed || r.foreign || r.restored != 8;
}

/* The child after @stops stops at system calls: 1 killed there, 0 ended before, -1 no ptrace. */
static int killed_at(int stops, int *status)
{
	pid_t pid = fork();

	if (!pid) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(77);
		raise(SIGSTOP);
		_exit(sweep());
	}
	if (waitpid(pid, status, 0) != pid || !WIFSTOPPED(*status))
		return -1;
	while (stops--) {
		if (ptrace(PTRACE_SYSCALL, pid, NULL, NULL) || waitpid(pid, status, 0) != pid)
			return -1;
		if (WIFEXITED(*status))
			return 0;
	}
	kill(pid, SIGKILL);
	waitpid(pid, status, 0);
	return 1;
}

/* What the next start does. */
static bool put_back(void)
{
	struct revert r = {};
	struct undo u;
	int rc = undo_open(&u, DIR_RUN, false, 0);

	if (!rc) {
		revert_all(&u, &r);
		undo_remove(&u);
	}
	undo_close(&u);
	return (!rc || rc == -ENOENT) && !r.failed && !r.foreign;
}

static void make_tree(void)
{
	static const char *const dirs[] = { "/proc", "/proc/sys", "/proc/sys/vm", "/run" };
	char name[PATH_MAX];
	size_t i;

	strcpy(root, ROOT_TEMPLATE);
	if (!mkdtemp(root))
		abort();
	setenv("WBCTL_FAKE_ROOT", root, 1);
	for (i = 0; i < ARRAY_SIZE(dirs); i++)
		mkdir(tunable_file(name, dirs[i]), 0755);
}

static void remove_tree(void)
{
	static const char *const dirs[] = {
		"/run/wbctl", "/run", "/proc/sys/vm", "/proc/sys", "/proc", "",
	};
	char name[PATH_MAX];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(values); i++)
		unlink(tunable_file(name, values[i].path));
	for (i = 0; i < ARRAY_SIZE(dirs); i++)
		rmdir(tunable_file(name, dirs[i]));
}

int main(void)
{
	int stops, status = 0, rc = 1, bad = 0, dirty = 0;

	make_tree();
	for (stops = 1; rc == 1 && stops < STOPS_MAX; stops++) {
		reset();
		rc = killed_at(stops, &status);
		if (rc != 1)
			break;
		dirty += wrong() != 0;
		if (put_back() && !wrong())
			continue;
		printf("# killed at stop %d: %zu values are wrong\n", stops, wrong());
		bad++;
	}
	if (rc < 0) {
		printf("ok 1 - killed at each system call # SKIP no ptrace here\n1..1\n");
		remove_tree();
		return 0;
	}
	ok(!rc && !WEXITSTATUS(status), "left alone it puts everything back itself");
	ok(!bad, "killed at each of %d system calls, all is put back", stops - 1);
	ok(dirty > 50, "at %d of them something was changed", dirty);
	ok(!wrong(), "at the end all is as it was");
	remove_tree();
	return tap_end();
}
