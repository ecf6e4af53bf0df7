// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rewrites the cached pages of one file, page by page, and times it: each page
 * is clean before and dirty after. Prints a line for each pass: ns for each
 * page in the writes, and ns for each page in the fdatasync(2) after them.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PAGES	8192
#define PASSES	9

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

static void rewrite(int fd, const char *page, size_t size)
{
	int i;

	for (i = 0; i < PAGES; i++)
		if (pwrite(fd, page, size, (off_t)i * size) != (ssize_t)size)
			err(1, "write");
}

static void pass(int fd, const char *page, size_t size, int print)
{
	double start, written, synced;

	start = now_ns();
	rewrite(fd, page, size);
	written = now_ns();
	if (fdatasync(fd))
		err(1, "fdatasync");
	synced = now_ns();
	if (print)
		printf("%.3f %.3f\n", (written - start) / PAGES,
		       (synced - written) / PAGES);
}

int main(int argc, char **argv)
{
	size_t size = sysconf(_SC_PAGESIZE);
	char *page;
	int fd, i;

	if (argc != 2)
		errx(2, "usage: dirty FILE");
	fd = open(argv[1], O_RDWR | O_CREAT, 0644);
	if (fd < 0)
		err(1, "%s", argv[1]);
	page = aligned_alloc(size, size);
	if (!page)
		err(1, NULL);
	memset(page, 'x', size);
	/* The first pass allocates, or warms the caches up. */
	for (i = 0; i <= PASSES; i++)
		pass(fd, page, size, i > 0);
	return 0;
}
