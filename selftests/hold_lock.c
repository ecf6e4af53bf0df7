// SPDX-License-Identifier: GPL-2.0-only
/*
 * hold_lock FILE MS: holds the rwsem of the file's inode exclusively for MS
 * milliseconds, or with 0 until something comes on standard input.
 *
 * A write(2) takes that lock and then reads its buffer, which is not in memory:
 * the page is this program's to give (userfaultfd), and it takes its time. So
 * the lock is held for as long as wanted, on any file system and at any speed
 * of the disk, without a page being locked or dirtied. It says "held" once it
 * is, and "released" when the write is over; the file gets one byte at its end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *file;

static int fail(const char *what)
{
	fprintf(stderr, "hold_lock: %s: %s\n", what, strerror(errno));
	return 1;
}

static int watch(void *page, size_t bytes)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = {
		.range = { (unsigned long)page, bytes },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &reg))
		return -1;
	return fd;
}

static void *write_page(void *page)
{
	int fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	if (fd < 0 || write(fd, page, 1) != 1)
		exit(fail(file));
	close(fd);
	return NULL;
}

static void wait_for_end(int ms)
{
	char byte;

	if (ms > 0) {
		poll(NULL, 0, ms);
		return;
	}
	while (read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR)
		;
}

int main(int argc, char **argv)
{
	size_t bytes = sysconf(_SC_PAGESIZE);
	struct uffdio_zeropage zero = { 0 };
	struct uffd_msg msg;
	pthread_t writer;
	void *page;
	int fd;

	if (argc != 3) {
		fputs("usage: hold_lock FILE MS\n", stderr);
		return 2;
	}
	file = argv[1];
	page = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return fail("mmap");
	fd = watch(page, bytes);
	if (fd < 0)
		return fail("userfaultfd");
	errno = pthread_create(&writer, NULL, write_page, page);
	if (errno)
		return fail("thread");
	if (read(fd, &msg, sizeof(msg)) != sizeof(msg))
		return fail("userfaultfd");
	puts("held");
	fflush(stdout);
	wait_for_end(atoi(argv[2]));
	zero.range.start = (unsigned long)page;
	zero.range.len = bytes;
	if (ioctl(fd, UFFDIO_ZEROPAGE, &zero))
		return fail("userfaultfd");
	pthread_join(writer, NULL);
	puts("released");
	return 0;
}
