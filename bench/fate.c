// SPDX-License-Identifier: GPL-2.0-only
/*
 * Times what else than rewriting can become of a page, and the block layer:
 *
 *	fate cancel FILE	dirties the pages of a file and truncates it
 *	fate new FILE		writes a file page by page; the truncation is not timed
 *	fate request DISK	writes 4 KiB at a time, past the page cache
 *
 * Prints a line for each pass: ns for each page truncated, or each write.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PAGES		8192
#define REQUESTS	2048
#define PASSES		5
#define SIZE		4096

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

static void write_all(int fd, const char *buf, int count)
{
	int i;

	for (i = 0; i < count; i++)
		if (pwrite(fd, buf, SIZE, (off_t)i * SIZE) != SIZE)
			err(1, "write");
}

static double cancel(int fd, const char *buf)
{
	double start;

	write_all(fd, buf, PAGES);
	start = now_ns();
	if (ftruncate(fd, 0))
		err(1, "ftruncate");
	return (now_ns() - start) / PAGES;
}

static double new(int fd, const char *buf)
{
	double start = now_ns(), end;

	write_all(fd, buf, PAGES);
	end = now_ns();
	if (ftruncate(fd, 0))
		err(1, "ftruncate");
	return (end - start) / PAGES;
}

static double request(int fd, const char *buf)
{
	double start = now_ns();

	write_all(fd, buf, REQUESTS);
	return (now_ns() - start) / REQUESTS;
}

int main(int argc, char **argv)
{
	char *buf = aligned_alloc(SIZE, SIZE);
	double (*pass)(int fd, const char *buf) = request;
	int fd, i;
	double ns;

	if (argc != 3)
		errx(2, "usage: fate cancel|new FILE | fate request DISK");
	if (!strcmp(argv[1], "cancel"))
		pass = cancel;
	else if (!strcmp(argv[1], "new"))
		pass = new;
	fd = open(argv[2], pass == request ? O_WRONLY | O_DIRECT : O_RDWR | O_CREAT, 0644);
	if (fd < 0 || !buf)
		err(1, "%s", argv[2]);
	memset(buf, 'x', SIZE);
	/* The first pass warms the caches up. */
	for (i = 0; i <= PASSES; i++) {
		ns = pass(fd, buf);
		if (i)
			printf("%.3f\n", ns);
	}
	return 0;
}
