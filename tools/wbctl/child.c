// SPDX-License-Identifier: GPL-2.0-or-later
/* Work that may hang in the kernel, done in a child that can be left behind. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "clock.h"

static int status_errno(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid)
		return -ECHILD;
	return WIFEXITED(status) ? -WEXITSTATUS(status) : -ECHILD;
}

static int wait_bounded(pid_t pid, int pidfd, uint64_t limit_ns, int wake_fd)
{
	struct pollfd fds[2] = {
		{ .fd = pidfd, .events = POLLIN },
		{ .fd = wake_fd, .events = POLLIN },
	};
	uint64_t end = now_ns() + limit_ns, now;

	for (;;) {
		now = now_ns();
		if (poll(fds, 2, now < end ? (int)((end - now) / 1000000) + 1 : 0) < 0 &&
		    errno != EINTR)
			return -errno;
		if (fds[0].revents)
			return status_errno(pid);
		if (fds[1].revents)
			return -EINTR;
		if (now >= end)
			return -ETIMEDOUT;
	}
}

int child_run(int (*fn)(void *arg), void *arg, uint64_t limit_ns, int wake_fd)
{
	pid_t parent = getpid(), pid;
	int pidfd, rc;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		_exit(getppid() == parent ? fn(arg) : 1);
	}
	pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (pidfd < 0)
		return status_errno(pid);
	rc = wait_bounded(pid, pidfd, limit_ns, wake_fd);
	if (rc == -ETIMEDOUT || rc == -EINTR)
		kill(pid, SIGKILL);
	close(pidfd);
	return rc;
}
