// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two processes that wake each other over pipes, on one CPU: two context
 * switches a round. Starts when a line comes on standard input. Prints for each
 * pass ns for each switch, and the sleeps that the kernel counted a round.
 */
#define _GNU_SOURCE
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS	2000
#define PASSES	9

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

static long sleeps(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nvcsw;
}

static void answer(int from, int to)
{
	char byte;

	while (read(from, &byte, 1) == 1)
		if (write(to, &byte, 1) != 1)
			break;
	exit(0);
}

static void pass(int to, int from, int print)
{
	double start = now_ns(), end;
	long before = sleeps();
	char byte = 'x';
	int i;

	for (i = 0; i < ROUNDS; i++)
		if (write(to, &byte, 1) != 1 || read(from, &byte, 1) != 1)
			err(1, "pipe");
	end = now_ns();
	if (print)
		printf("%.3f %.3f\n", (end - start) / ROUNDS / 2,
		       (double)(sleeps() - before) / ROUNDS);
}

int main(void)
{
	int there[2], back[2], i;
	pid_t child;

	if (getchar() == EOF || pipe(there) || pipe(back))
		err(1, "pipe");
	child = fork();
	if (child < 0)
		err(1, "fork");
	if (!child) {
		close(there[1]);
		answer(there[0], back[1]);
	}
	close(there[0]);
	for (i = 0; i <= PASSES; i++)
		pass(there[1], back[0], i > 0);
	return 0;
}
