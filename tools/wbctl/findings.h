/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings: what the figures of a run say, in words, with the figures that prove it. */
#ifndef WBCTL_FINDINGS_H
#define WBCTL_FINDINGS_H

#include <json-c/json.h>
#include <stdio.h>

#include "waits.h"

#define FINDING_TEXT_LEN 640
#define FINDING_SUBJECT_LEN 96

struct report;

/**
 * struct finding - a cause, its subject, and the figures that prove it
 * @code: One of those that `wbctl explain` lists.
 * @subject: What it is about, as text: "writer 0", "wb 254:0", "device 254:0".
 * @kind: The kind of the subject: writer, task, wb, inode, device, run.
 * @confidence: 0.5, the figures just decide, to 1, they are far beyond the
 *	thresholds in every interval.
 * @explains: The name of the figure below, NULL: it explains none.
 * @explains_ns: Wall time of the subject that it explains, unknown: it explains none.
 * @text: A sentence or two.
 * @evidence: Every figure that the rule used and that the text shows, by its name.
 */
struct finding {
	const char *code;
	char subject[FINDING_SUBJECT_LEN];
	const char *kind;
	double confidence;
	const char *explains;
	struct fig explains_ns;
	char text[FINDING_TEXT_LEN];
	struct json_object *evidence;
};

/**
 * struct findings - those of a run, the one that explains most first
 * @count: How many.
 * @f: They.
 * @unexplained: Share of the subjects' wall time that no finding explains, unknown:
 *	nobody had a ledger.
 * @left: The same by class, cpu_system with cpu_user in it; what is explained is
 *	taken off.
 * @was_not: What it was not, a sentence with its figures; empty: nothing to say.
 */
struct findings {
	size_t count;
	struct finding *f;
	struct ratio unexplained;
	struct ratio left[CLASSES];
	char was_not[FINDING_TEXT_LEN];
};

/**
 * findings_of() - try every rule on every subject of a run
 * @rep: The report, complete but for this.
 *
 * Return: The findings, possibly none; NULL without memory.
 */
struct findings *findings_of(const struct report *rep);

/**
 * findings_text() - print them as a numbered list within 80 columns
 * @to: Where they go.
 * @f: The findings, may be NULL.
 */
void findings_text(FILE *to, const struct findings *f);

/**
 * findings_json() - the findings as members of a run's document
 * @doc: The document.
 * @f: The findings.
 */
void findings_json(struct json_object *doc, const struct findings *f);

/**
 * findings_load() - the inverse of findings_json()
 * @doc: The document of a run; texts stay its.
 * @bad: Becomes the key of a member that is not of its kind, NULL: all are.
 *
 * Return: The findings; NULL when the document has none, or on @bad.
 */
struct findings *findings_load(struct json_object *doc, const char **bad);

/**
 * findings_free() - free findings
 * @f: The findings, may be NULL.
 */
void findings_free(struct findings *f);

#endif /* WBCTL_FINDINGS_H */
