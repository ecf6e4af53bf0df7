// SPDX-License-Identifier: GPL-2.0-or-later
/* Values of the kernel in a tree of plain files: set, noted, put back. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dirty_limits.h"
#include "revert.h"
#include "tap.h"

#define ROOT_TEMPLATE "/tmp/wbctl-tunable-XXXXXX"
#define EXPIRE "/proc/sys/vm/dirty_expire_centisecs"
#define SCHEDULER "/sys/block/sda/queue/scheduler"
#define NR_REQUESTS "/sys/block/sda/queue/nr_requests"
#define MAX_RATIO "/sys/class/bdi/8:0/max_ratio"
#define FINE "/sys/class/bdi/8:0/max_ratio_fine"
#define DIR_RUN "/run/wbctl"

static char root[sizeof(ROOT_TEMPLATE)];

static void put(const char *path, const char *text)
{
	char name[PATH_MAX], *p;
	FILE *f;

	tunable_file(name, path);
	for (p = name + strlen(root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(name, 0755);
		*p = '/';
	}
	f = fopen(name, "w");
	if (!f)
		abort();
	fprintf(f, "%s\n", text);
	fclose(f);
}

static bool has(const char *path, const char *want)
{
	char value[TUNABLE_VALUE];

	return !tunable_read(path, value) && !strcmp(value, want);
}

static void make_tree(void)
{
	char name[PATH_MAX];

	strcpy(root, ROOT_TEMPLATE);
	if (!mkdtemp(root))
		abort();
	setenv("WBCTL_FAKE_ROOT", root, 1);
	put(limit_paths[LIMIT_RATIO], "20");
	put(limit_paths[LIMIT_BYTES], "0");
	put(limit_paths[LIMIT_BG_RATIO], "10");
	put(limit_paths[LIMIT_BG_BYTES], "0");
	put(EXPIRE, "3000");
	put(SCHEDULER, "none [mq-deadline] kyber");
	put(NR_REQUESTS, "64");
	put(MAX_RATIO, "100");
	mkdir(tunable_file(name, "/run"), 0755);
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *at)
{
	(void)st;
	(void)flag;
	(void)at;
	return remove(path);
}

static void check_paths(void)
{
	static const char *const bad[] = {
		"/proc/sys/vm/swappiness", "/proc/sys/vm/../vm/dirty_ratio", "/etc/passwd",
		"/sys/class/bdi/8:0/uevent", "/sys/class/bdi//max_ratio",
		"/sys/class/bdi/../max_ratio", "/sys/block/sda/queue/../../x/scheduler",
		"/sys/block/sda/size", "dirty_ratio", "",
	};
	char buf[TUNABLE_PATH];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		ok(!tunable_ok(bad[i]), "never written: '%s'", bad[i]);
	ok(tunable_ok(EXPIRE) && tunable_ok(SCHEDULER) && tunable_ok(MAX_RATIO), "known paths");
	is_text(tunable_name(buf, EXPIRE), "vm.dirty_expire_centisecs", "name of a sysctl");
	is_text(tunable_name(buf, SCHEDULER), "sda scheduler", "name of a queue's file");
	is_text(tunable_name(buf, MAX_RATIO), "bdi 8:0 max_ratio", "name of a bdi's file");
	ok(has(SCHEDULER, "mq-deadline"), "the choice is read out of its brackets");
	is_text(tunable_view(buf, MAX_RATIO), MAX_RATIO, "max_ratio alone is what is kept");
	put(FINE, "1000000");
	is_text(tunable_view(buf, MAX_RATIO), FINE, "beside max_ratio_fine it rounds");
}

static void open_note(struct undo *u)
{
	ok(!undo_open(u, DIR_RUN, true, 0) && !undo_restart(u), "a note of ours");
}

/* As a process finds it that comes after a killed one: the file alone counts. */
static void reopen(struct undo *u)
{
	undo_close(u);
	ok(!undo_open(u, DIR_RUN, false, 0), "the note is taken by the next one");
}

static struct revert revert(struct undo *u, bool force)
{
	struct revert r = { .force = force };

	revert_all(u, &r);
	return r;
}

static void check_values(void)
{
	struct revert r;
	struct undo u;

	open_note(&u);
	ok(!undo_set(&u, EXPIRE, "100") && !undo_set(&u, EXPIRE, "200"), "set twice");
	ok(!undo_set(&u, SCHEDULER, "none"), "set a scheduler");
	ok(has(EXPIRE, "200") && has(SCHEDULER, "none"), "they are set");
	reopen(&u);
	r = revert(&u, false);
	ok(r.restored == 2 && !r.failed && !r.foreign, "two things restored");
	ok(has(EXPIRE, "3000") && has(SCHEDULER, "mq-deadline"), "to what was before the first");
	r = revert(&u, false);
	ok(!r.restored && !r.failed, "restoring again finds nothing to do");
	undo_remove(&u);
	ok(undo_open(&u, DIR_RUN, false, 0) == -ENOENT, "the note is gone");
	undo_close(&u);
}

/* A scheduler has its own number of requests, which comes and goes with it. */
static void check_scheduler(void)
{
	struct revert r;
	struct undo u;

	open_note(&u);
	put(NR_REQUESTS, "99");
	ok(!undo_set(&u, SCHEDULER, "none") && u.count == 2, "nr_requests is noted too");
	is_text(u.entries[1].path, SCHEDULER, "the scheduler is put back first");
	ok(!undo_set(&u, NR_REQUESTS, "32"), "set nr_requests");
	reopen(&u);
	r = revert(&u, false);
	ok(r.restored == 2 && !r.foreign && has(NR_REQUESTS, "99"), "and nr_requests after it");
	undo_remove(&u);
}

static void check_foreign(void)
{
	struct revert r;
	struct undo u;

	open_note(&u);
	undo_set(&u, EXPIRE, "100");
	put(EXPIRE, "777");
	reopen(&u);
	r = revert(&u, false);
	ok(r.foreign == 1 && !r.restored && has(EXPIRE, "777"), "somebody else's value stays");
	r = revert(&u, true);
	ok(r.restored == 1 && has(EXPIRE, "3000"), "unless forced");
	undo_remove(&u);
}

/* Killed between the write and the line that says what the kernel made of it. */
static void check_in_flight(void)
{
	char text[] = "owner 1 2 x\nold " EXPIRE " 3000\nset " EXPIRE " 100\n"
		      "old /proc/sys/vm/swappiness 60\nmount /etc\ndm other\nold " SCHEDULER " no";
	struct undo u = { .dir = DIR_RUN, .dir_fd = -1, .fd = -1 };
	struct revert r;

	undo_parse(&u, text);
	ok(u.count == 1, "unknown paths, mounts, devices and a cut line are passed over");
	ok(u.entries[0].in_flight, "a change may have happened");
	put(EXPIRE, "99");
	r = revert(&u, false);
	ok(r.restored == 1 && has(EXPIRE, "3000"), "whatever there is then is put back");
	ok(u.pid == 0 && u.other_boot, "its owner is of another boot");
}

static void check_gone(void)
{
	char name[PATH_MAX];
	struct revert r;
	struct undo u;

	open_note(&u);
	undo_set(&u, EXPIRE, "100");
	undo_set(&u, MAX_RATIO, "50");
	ok(u.count == 2 && !strcmp(u.entries[1].path, FINE), "the finest view is noted");
	reopen(&u);
	unlink(tunable_file(name, FINE));
	r = revert(&u, false);
	ok(r.gone == 1 && r.restored == 1 && !r.failed, "a device that is gone is not fatal");
	undo_remove(&u);
}

static void check_limits(void)
{
	struct limits want = { { [LIMIT_BYTES] = 64 << 20, [LIMIT_BG_BYTES] = 16 << 20 } };
	struct revert r;
	struct undo u;

	open_note(&u);
	ok(!undo_set_limits(&u, &want), "limits in bytes");
	ok(u.count == 4, "all four files are noted");
	/* The kernel does this by itself. */
	put(limit_paths[LIMIT_RATIO], "0");
	put(limit_paths[LIMIT_BG_RATIO], "0");
	undo_set_limits(&u, &want);
	reopen(&u);
	r = revert(&u, false);
	ok(has(limit_paths[LIMIT_RATIO], "20") && has(limit_paths[LIMIT_BG_RATIO], "10"),
	   "the ratios are back");
	ok(!r.failed && !r.foreign, "nothing is left");
	undo_remove(&u);
	put(limit_paths[LIMIT_BYTES], "0");
	put(limit_paths[LIMIT_BG_BYTES], "0");
}

static void check_lock(void)
{
	char name[PATH_MAX];
	struct undo u, other;
	bool lives;

	open_note(&u);
	ok(undo_open(&other, DIR_RUN, false, 0) == -EBUSY && other.pid == getpid(),
	   "a living sweep's note is not taken");
	undo_close(&other);
	ok(!undo_peek(&other, DIR_RUN, &lives) && lives, "but can be looked at");
	undo_close(&other);
	undo_remove(&u);

	tunable_file(name, DIR_RUN);
	chmod(name, 0777);
	ok(undo_open(&u, DIR_RUN, true, 0) == -EPERM, "not in a directory that others write to");
	undo_close(&u);
	chmod(name, 0700);
	if (!geteuid() && !chown(name, 65534, 65534)) {
		ok(undo_open(&u, DIR_RUN, false, 0) == -ENOENT, "somebody else's has none of ours");
		undo_close(&u);
		ok(undo_open(&u, DIR_RUN, true, 0) == -EPERM, "and gets none");
		undo_close(&u);
		if (chown(name, 0, 0))
			abort();
	}
	strcat(name, "/undo");
	if (symlink("/etc/passwd", name))
		abort();
	ok(undo_open(&u, DIR_RUN, true, 0) == -EPERM, "a link is not followed");
	undo_close(&u);
	unlink(name);
}

int main(void)
{
	make_tree();
	check_paths();
	check_values();
	check_scheduler();
	check_foreign();
	check_in_flight();
	check_gone();
	check_limits();
	check_lock();
	nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	return tap_end();
}
