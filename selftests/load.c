// SPDX-License-Identifier: GPL-2.0-only
/*
 * load KIND ARGS...: writers that wbctl's own shapes do not have, for the
 * scenarios.
 *
 *   load mmap FILE BYTES [TIMES [MS]]	dirties the file through a mapping, each
 *					time in a process of its own, MS apart
 *   load spread DIR DIRS FILES BYTES	that many directories in DIR, and in each
 *					that many files, one round after
 *					the other
 *   load append FILE BYTES COUNT MS	opens, appends and closes, MS apart
 *   load log FILE BYTES COUNT MS	appends and calls fdatasync(2), MS apart
 *   load spin				takes a CPU
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void fail(const char *what)
{
	fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
	exit(1);
}

static long to_number(const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (!*text || *end || n < 0) {
		fprintf(stderr, "load: '%s' is no number\n", text);
		exit(2);
	}
	return n;
}

static void put(int fd, const char *file, size_t bytes)
{
	static char block[65536];
	size_t part;

	memset(block, 'w', sizeof(block));
	for (; bytes; bytes -= part) {
		part = bytes < sizeof(block) ? bytes : sizeof(block);
		if (write(fd, block, part) != (ssize_t)part)
			fail(file);
	}
}

static void dirty_mapping(const char *file, size_t bytes)
{
	long page = sysconf(_SC_PAGESIZE);
	int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	char *map;
	size_t i;

	if (fd < 0 || ftruncate(fd, bytes))
		fail(file);
	map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		fail(file);
	for (i = 0; i < bytes; i += page)
		map[i] = 'w';
	exit(0);
}

static void mmap_bursts(const char *file, size_t bytes, long times, long ms)
{
	int status;
	pid_t pid;

	while (times--) {
		pid = fork();
		if (pid < 0)
			fail("fork");
		if (!pid)
			dirty_mapping(file, bytes);
		if (waitpid(pid, &status, 0) < 0 || status)
			exit(1);
		if (times)
			poll(NULL, 0, ms);
	}
}

static void spread(const char *dir, long dirs, long files, size_t bytes)
{
	char path[PATH_MAX];
	long d, f;
	int fd;

	for (f = 0; f < files; f++) {
		for (d = 0; d < dirs; d++) {
			snprintf(path, sizeof(path), "%s/d%ld", dir, d);
			if (mkdir(path, 0700) && errno != EEXIST)
				fail(path);
			snprintf(path, sizeof(path), "%s/d%ld/f%ld", dir, d, f);
			fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
			if (fd < 0)
				fail(path);
			put(fd, path, bytes);
			close(fd);
		}
	}
}

static void append(const char *file, size_t bytes, long count, long ms, bool keep)
{
	int fd = -1;

	while (count--) {
		if (fd < 0)
			fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
		if (fd < 0)
			fail(file);
		put(fd, file, bytes);
		if (keep) {
			if (fdatasync(fd))
				fail(file);
		} else {
			close(fd);
			fd = -1;
		}
		poll(NULL, 0, ms);
	}
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "";

	if (!strcmp(kind, "mmap") && argc >= 4 && argc <= 6) {
		mmap_bursts(argv[2], to_number(argv[3]), argc > 4 ? to_number(argv[4]) : 1,
			    argc > 5 ? to_number(argv[5]) : 0);
	} else if (!strcmp(kind, "spread") && argc == 6) {
		spread(argv[2], to_number(argv[3]), to_number(argv[4]), to_number(argv[5]));
	} else if ((!strcmp(kind, "append") || !strcmp(kind, "log")) && argc == 6) {
		append(argv[2], to_number(argv[3]), to_number(argv[4]), to_number(argv[5]),
		       !strcmp(kind, "log"));
	} else if (!strcmp(kind, "spin") && argc == 2) {
		for (;;)
			;
	} else {
		fputs("usage: load mmap FILE BYTES [TIMES [MS]] | spread DIR DIRS FILES BYTES |\n"
		      "       load append|log FILE BYTES COUNT MS | load spin\n", stderr);
		return 2;
	}
	return 0;
}
