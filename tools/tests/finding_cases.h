/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Made reports: for each code of findings one that has it, and one that only looks so. */
#ifndef WBCTL_FINDING_CASES_H
#define WBCTL_FINDING_CASES_H

#include <linux/wbtrace.h>

#include "report.h"

#define MIB (1024ULL * 1024)
#define MS 1000000ULL
#define SEC (1000 * MS)
#define SAMPLES 12
#define WRITERS 3
#define STEP (2 * SEC)
#define WALL (SAMPLES * STEP)

/**
 * struct finding_case - what to find, and what not to
 * @code: The code.
 * @right: Makes a report that has it.
 * @alike: Makes one that looks alike and has it not.
 * @with: A word of the sentence in @right.
 */
struct finding_case {
	const char *code;
	void (*right)(void);
	void (*alike)(void);
	const char *with;
};

extern const struct finding_case finding_cases[];
extern const size_t finding_case_count;

/**
 * struct finding_miss - a case without one piece of its evidence
 * @code: The code.
 * @with: That of the case, by which it is found.
 * @spoil: Takes the piece.
 * @gone: What no sentence of the code has then, NULL: there is none.
 */
struct finding_miss {
	const char *code;
	const char *with;
	void (*spoil)(void);
	const char *gone;
};

extern const struct finding_miss finding_misses[];
extern const size_t finding_miss_count;

/* The report that all of them make. */
extern struct report made;

/**
 * made_part() - a part of a whole
 * @whole: The whole.
 * @percent: How much of it.
 *
 * Return: The part.
 */
uint64_t made_part(uint64_t whole, unsigned int percent);

/**
 * made_reset() - three writers that nothing is wrong with, on a disk that is half busy
 */
void made_reset(void);

/**
 * made_throttle() - a writer is throttled
 * @i: The writer.
 * @kind: By which limit.
 * @percent: Of its time, in each interval alike.
 */
void made_throttle(size_t i, enum wbtrace_limit_kind kind, unsigned int percent);

/**
 * made_throttle_all() - all writers are
 * @kind: By which limit.
 * @percent: Of their time.
 */
void made_throttle_all(enum wbtrace_limit_kind kind, unsigned int percent);

/**
 * made_spend_all() - all writers spend time
 * @class: In what.
 * @percent: Of their time.
 * @function: What they slept in longest, NULL: they did not sleep.
 */
void made_spend_all(enum ledger_class class, unsigned int percent, const char *function);

#endif /* WBCTL_FINDING_CASES_H */
