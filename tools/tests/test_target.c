// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl's own directory in a target: made, and removed as often as one likes. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tap.h"
#include "target.h"

int main(void)
{
	const char *where = getenv("WBCTL_TEST_DIR");
	struct target t = {};
	char dir[PATH_MAX];
	int fd;

	snprintf(dir, sizeof(dir), "%s/wbctl-target-XXXXXX", where ? where : "/var/tmp");
	if (!mkdtemp(dir))
		abort();
	ok(target_open(&t, dir, "--dir") == WBCTL_OK, "a directory is taken");
	ok(target_make(&t) == WBCTL_OK && t.own_fd >= 0, "wbctl's own is made in it");
	mkdirat(t.own_fd, "writer-7.d", 0700);
	fd = openat(t.own_fd, "writer-7.d/f12", O_CREAT | O_WRONLY, 0600);
	close(fd);
	fd = openat(t.own_fd, "writer-7.d/mine", O_CREAT | O_WRONLY, 0600);
	close(fd);
	ok(target_remove(&t) == -ENOTEMPTY, "somebody's file is not removed");
	ok(!faccessat(t.own_fd, "writer-7.d/mine", F_OK, 0), "and is still there");
	ok(faccessat(t.own_fd, "writer-7.d/f12", F_OK, 0), "a writer's is gone");
	unlinkat(t.own_fd, "writer-7.d/mine", 0);
	ok(!target_remove(&t), "then all is removed");
	/* What hangs at one target is tried again at all. */
	ok(!target_remove(&t), "and again, which is no failure");
	target_close(&t);
	ok(!rmdir(dir), "nothing is left");
	return tap_end();
}
