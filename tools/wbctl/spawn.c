// SPDX-License-Identifier: GPL-2.0-or-later
/* Programs that wbctl starts: mkfs, dmsetup, and a run of its own. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "format.h"
#include "spawn.h"

/* Where mkfs and dmsetup are, which an unprivileged $PATH may leave out. */
#define ROOT_PATH "/usr/local/sbin:/usr/sbin:/sbin"

/* The program's file, "" when there is none. */
static void find_file(char file[static PATH_MAX], const char *name)
{
	const char *env = getenv("PATH");
	char path[4 * PATH_MAX], *dir, *rest = path;

	snprintf(path, sizeof(path), "%s:%s", env ? env : "/usr/bin:/bin", ROOT_PATH);
	while ((dir = strsep(&rest, ":"))) {
		if (snprintf(file, PATH_MAX, "%s/%s", dir, name) < PATH_MAX && *dir == '/' &&
		    !access(file, X_OK))
			return;
	}
	file[0] = '\0';
}

bool spawn_find(const char *name)
{
	char file[PATH_MAX];

	find_file(file, name);
	return file[0];
}

static void place(int fd, int at, int none)
{
	dup2(fd >= 0 ? fd : none, at);
}

static void become(const struct spawn *s, const char *file)
{
	int none = open("/dev/null", O_RDWR | O_CLOEXEC);
	size_t i;

	place(-1, STDIN_FILENO, none);
	place(s->out_fd, STDOUT_FILENO, none);
	place(s->err_fd, STDERR_FILENO, none);
	for (i = 0; s->keep_fds && s->keep_fds[i] >= 0; i++)
		fcntl(s->keep_fds[i], F_SETFD, 0);
	if (s->mask)
		sigprocmask(SIG_SETMASK, s->mask, NULL);
	execv(file, s->argv);
	_exit(127);
}

pid_t spawn_start(const struct spawn *s)
{
	char file[PATH_MAX];
	pid_t parent = getpid(), pid;

	if (s->file)
		snprintf(file, sizeof(file), "%s", s->file);
	else
		find_file(file, s->argv[0]);
	if (!file[0])
		return -ENOENT;
	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return -errno;
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, s->death_signal);
	if (getppid() == parent)
		become(s, file);
	_exit(127);
}

static int reap(pid_t pid, int *status)
{
	int raw;

	while (waitpid(pid, &raw, 0) != pid)
		if (errno != EINTR)
			return -errno;
	*status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
	return 0;
}

int spawn_wait(pid_t pid, int wake_fd, int *status)
{
	struct pollfd fds[2] = {
		{ .fd = -1, .events = POLLIN },
		{ .fd = wake_fd, .events = POLLIN },
	};
	int rc = 0;

	if (wake_fd < 0)
		return reap(pid, status);
	fds[0].fd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (fds[0].fd < 0)
		return reap(pid, status);
	while (!fds[0].revents && !fds[1].revents && !rc)
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			rc = -errno;
	close(fds[0].fd);
	if (rc)
		return rc;
	return fds[0].revents ? reap(pid, status) : -EINTR;
}

void spawn_last_line(int fd, char line[static SPAWN_SAID])
{
	char text[4000], *end, *start;
	struct stat st;
	ssize_t n = -1;

	line[0] = '\0';
	if (!fstat(fd, &st)) {
		off_t from = st.st_size > (off_t)sizeof(text) - 1 ?
			     st.st_size - (off_t)sizeof(text) + 1 : 0;

		n = pread(fd, text, sizeof(text) - 1, from);
	}
	if (n <= 0)
		return;
	text[n] = '\0';
	end = text + n;
	while (end > text && strchr("\n\r ", end[-1]))
		*--end = '\0';
	start = strrchr(text, '\n');
	format_clean(line, SPAWN_SAID, start ? start + 1 : text);
}

int spawn_tool(char *const *argv, int lock_fd, char said[static SPAWN_SAID])
{
	const int keep[] = { lock_fd, -1 };
	struct spawn s = {
		.argv = argv, .out_fd = -1, .keep_fds = keep, .death_signal = SIGKILL,
	};
	int status = 0, rc;
	pid_t pid;

	said[0] = '\0';
	s.err_fd = memfd_create("said", MFD_CLOEXEC);
	if (s.err_fd < 0)
		return -errno;
	pid = spawn_start(&s);
	rc = pid < 0 ? (int)pid : spawn_wait(pid, -1, &status);
	if (!rc)
		spawn_last_line(s.err_fd, said);
	close(s.err_fd);
	return rc ? rc : status;
}
