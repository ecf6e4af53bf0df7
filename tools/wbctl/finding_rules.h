/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of findings: what a finding needs, and what refutes it. */
#ifndef WBCTL_FINDING_RULES_H
#define WBCTL_FINDING_RULES_H

#include <stdbool.h>
#include <stddef.h>

#define RULE_TESTS 8
#define RULE_MORE 12

/**
 * enum rule_subject - what a rule is tried on
 * @ON_TASK: Each writer, process of a program, and watched thread; those of one wb
 *	together when it holds for several of them.
 * @ON_WB: Each bdi_writeback.
 * @ON_INODE: Each file of a writer; those of one wb together likewise.
 * @ON_DEVICE: Each block device.
 * @ON_RUN: The whole run.
 * @RULE_SUBJECTS: How many.
 */
enum rule_subject {
	ON_TASK = 0,
	ON_WB,
	ON_INODE,
	ON_DEVICE,
	ON_RUN,
	RULE_SUBJECTS,
};

/**
 * enum rule_op - how a fact is tested
 * @AT_LEAST: It is that or more.
 * @AT_MOST: It is that or less.
 * @LIKE: It is a word that fits one of the patterns (fnmatch(3), with '|' between).
 * @UNLIKE: It is a word that fits none of them.
 * @ABSENT: It is not known.
 */
enum rule_op {
	AT_LEAST = 1,
	AT_MOST,
	LIKE,
	UNLIKE,
	ABSENT,
};

/**
 * struct rule_test - a test of a fact
 * @fact: Its name, NULL: no more tests.
 * @op: enum rule_op; a fact that is not known passes none but ABSENT.
 * @v: What it is compared with.
 * @words: The patterns of LIKE and UNLIKE.
 */
struct rule_test {
	const char *fact;
	enum rule_op op;
	double v;
	const char *words;
};

/**
 * struct rule - when a finding is made, and what it says
 * @code: Its code. Several rules can have one: the first that holds for a subject
 *	speaks.
 * @on: enum rule_subject.
 * @holds: All of these must pass: the positive evidence.
 * @refuted: None of these may: what would explain the same figures better.
 * @explains: A fact in ns, the part of the subject's wall time that it explains,
 *	NULL: it explains none.
 * @agree: A fact, the share of the run's intervals that agree, NULL: not by interval.
 * @says: The sentence; {fact} stands for one, {subject} and {its} for the subject.
 * @more: Further facts that go with the evidence.
 * @apart: Tasks on different wbs are not said in one sentence: it names one.
 */
struct rule {
	const char *code;
	enum rule_subject on;
	struct rule_test holds[RULE_TESTS];
	struct rule_test refuted[RULE_TESTS];
	const char *explains;
	const char *agree;
	const char *says;
	const char *more[RULE_MORE];
	bool apart;
};

/* All rules, in the order of the file. */
extern const struct rule finding_rules[];
extern const size_t finding_rule_count;

/**
 * struct usual_suspect - a cause that people name first
 * @fact: Its share of the time.
 * @name: What it is called in "Not ..., not ...".
 * @explains: What findings explain by it, a pattern; with one of these it was.
 */
struct usual_suspect {
	const char *fact;
	const char *name;
	const char *explains;
};

extern const struct usual_suspect usual_suspects[];
extern const size_t usual_suspect_count;

#endif /* WBCTL_FINDING_RULES_H */
