// SPDX-License-Identifier: GPL-2.0-only
/*
 * For the shell tests, until it is killed:
 *
 *   helper hold		keeps the probes attached, with a subscription to all
 *			events that it never reads; says "attached"
 *   helper watch PID	keeps the process PID watched; says "watching"
 *   helper rewrite FILE	changes pages of the file while they are being written
 *   helper write FILE	writes 32 MiB into the file, again and again
 *   helper names DIR	makes and removes a file in it and syncs DIR, again and
 *			again
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

#define ALL_EVENTS	0xf

static int fail(const char *what, int err)
{
	fprintf(stderr, "helper: %s: %s\n", what, strerror(-err));
	return 1;
}

static int hold(void)
{
	static struct client c;
	int err;

	err = client_open(&c);
	if (err)
		return fail("no family", err);
	err = client_join(&c);
	if (!err)
		err = client_config(&c, 1, ALL_EVENTS, NULL);
	if (err)
		return fail("cannot attach", err);
	puts("attached");
	fflush(stdout);
	for (;;)
		pause();
}

static int watch(pid_t pid)
{
	static struct client c;
	int err;

	err = client_open(&c);
	if (err)
		return fail("no family", err);
	err = client_watch(&c, pid, NULL);
	if (err)
		return fail(c.extack, err);
	puts("watching");
	fflush(stdout);
	for (;;)
		pause();
}

static void write_for_ever(const char *path)
{
	for (;;)
		write_file(path, 32 * MIB, 65536, false);
}

/* Starts the writeback of 1 MiB and changes it at once, again and again. */
static void rewrite_for_ever(const char *path)
{
	int fd = open(path, O_CREAT | O_RDWR, 0600);
	static char block[MIB];

	for (;;) {
		if (pwrite(fd, block, sizeof(block), 0) != sizeof(block) ||
		    sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE))
			die("%s: %s", path, strerror(errno));
	}
}

static void name_for_ever(const char *path)
{
	int dir = open(path, O_RDONLY | O_DIRECTORY), fd;

	for (;;) {
		fd = openat(dir, "name", O_CREAT | O_RDWR, 0600);
		if (fd < 0 || close(fd) || fsync(dir) || unlinkat(dir, "name", 0))
			die("%s: %s", path, strerror(errno));
	}
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "hold"))
		return hold();
	if (argc == 3 && !strcmp(argv[1], "watch"))
		return watch(atoi(argv[2]));
	if (argc == 3 && !strcmp(argv[1], "rewrite"))
		rewrite_for_ever(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "write"))
		write_for_ever(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "names"))
		name_for_ever(argv[2]);
	fputs("usage: helper hold | watch PID | rewrite FILE | write FILE | names DIR\n", stderr);
	return 2;
}
