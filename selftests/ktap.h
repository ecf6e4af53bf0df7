/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's kselftest harness with what every C test here adds to it: KTAP
 * 1 as the header, a look at the kernel's log, and the closing line.
 *
 * It is code in a header because the harness keeps its counts static in each
 * file.
 */
#ifndef SELFTESTS_KTAP_H
#define SELFTESTS_KTAP_H

#include "kselftest_harness.h"

/* Seconds for one test; its own 30 are too few where two guests share the CPUs. */
#undef TEST_TIMEOUT_DEFAULT
#define TEST_TIMEOUT_DEFAULT	120

#include "support.h"

static void selftest_end(void)
{
	const char *complaint = kmsg_complaint();
	int failed = ksft_get_fail_cnt();

	if (*complaint) {
		printf("# the kernel complained: %s", complaint);
		failed++;
	}
	printf("%d passed, %d failed, %d skipped\n", ksft_get_pass_cnt(),
	       failed, ksft_get_xskip_cnt());
	fflush(stdout);
	if (*complaint)
		_exit(KSFT_FAIL);
}

/* main() of a test; test_harness_run() ends in exit(). */
static int selftest_run(int argc, char **argv)
{
	setenv("KSFT_TAP_LEVEL", "1", 1);
	setvbuf(stdout, NULL, _IOLBF, 0);
	puts("KTAP version 1");
	kmsg_mark();
	atexit(selftest_end);
	return test_harness_run(argc, argv);
}

#endif
