/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the rules of findings are tried on, and the facts of each. */
#ifndef WBCTL_FINDING_FACTS_H
#define WBCTL_FINDING_FACTS_H

#include "facts.h"
#include "report.h"

/*
 * An fsync is behind a backlog when it takes this share of the time, the task dirtied
 * no more than that of what is written, and others have so much dirty.
 */
#define BEHIND_WAIT_RATIO 0.30
#define BEHIND_OWN_RATIO 0.25
#define BEHIND_BACKLOG_BYTES (1024 * 1024)

/**
 * struct finding_task - a writer, a process of a program, or a watched thread
 * @kind: "writer", "process" or "task".
 * @name: What it is called, without its kind.
 * @w: The writer or process, NULL: it is a watched thread.
 * @index: Its place among the writers.
 * @t: Its throttling.
 * @ledger: Where its time went.
 * @top: What it slept in longest.
 * @wall_ns: Its wall time.
 * @dirtied_bytes: What it dirtied.
 * @fsync_max_ns: Its longest fsync.
 * @wb: The wb that its file was dirtied through, NULL: not known.
 * @device: The device below that, NULL: not known.
 * @target: Its directory, NULL: not known.
 */
struct finding_task {
	const char *kind;
	char name[64];
	const struct report_writer *w;
	size_t index;
	const struct report_throttle *t;
	const struct ledger *ledger;
	const struct report_wait *top;
	struct fig wall_ns;
	struct fig dirtied_bytes;
	struct fig fsync_max_ns;
	const struct report_wb *wb;
	const struct report_device *device;
	const struct report_target *target;
};

/**
 * finding_tasks() - all tasks of a run
 * @rep: The report.
 * @count: Becomes how many.
 *
 * Return: They, to be freed; NULL without memory.
 */
struct finding_task *finding_tasks(const struct report *rep, size_t *count);

/**
 * finding_task_facts() - the facts of some tasks together
 * @facts: Where they go.
 * @rep: The report.
 * @tasks: The tasks, of one kind.
 * @count: How many, at least one. What belongs to a wb or a device is that of the
 *	first.
 */
void finding_task_facts(struct facts *facts, const struct report *rep,
			const struct finding_task *const *tasks, size_t count);

/**
 * finding_waited() - how long tasks waited for what lies below them
 * @task: The task.
 *
 * Return: The share of its time that it was throttled, or waited for fsync, pages,
 *	the journal, the block layer or a server.
 */
struct ratio finding_waited(const struct finding_task *task);

/**
 * finding_wb_dirty() - what was dirty of a wb during the run
 * @rep: The report.
 * @wb: The wb.
 *
 * Return: The mean over the samples, else what the last decision saw.
 */
struct fig finding_wb_dirty(const struct report *rep, const struct report_wb *wb);

/**
 * finding_wb_rate() - how fast a wb is written when it is
 * @wb: The wb.
 *
 * Return: The larger one of its rate over the run, and that of its last moments with
 *	something under writeback; unknown when it has neither.
 */
struct fig finding_wb_rate(const struct report_wb *wb);

/**
 * finding_device_of() - the device whose figures stand for a file system's
 * @rep: The report.
 * @dev: The device of the super block.
 *
 * Return: It, or the only one below it that was measured; NULL: none was.
 */
const struct report_device *finding_device_of(const struct report *rep, struct fig dev);

/**
 * finding_wb_facts() - the facts of a wb
 * @facts: Where they go.
 * @rep: The report.
 * @wb: The wb.
 * @tasks: All tasks.
 * @count: How many.
 */
void finding_wb_facts(struct facts *facts, const struct report *rep, const struct report_wb *wb,
		      const struct finding_task *tasks, size_t count);

/**
 * finding_device_facts() - the facts of a device
 * @facts: Where they go.
 * @rep: The report.
 * @d: The device.
 * @tasks: All tasks, NULL: those that waited for it are not of interest.
 * @count: How many.
 */
void finding_device_facts(struct facts *facts, const struct report *rep,
			  const struct report_device *d, const struct finding_task *tasks,
			  size_t count);

/**
 * finding_inode_facts() - the facts of some files together
 * @facts: Where they go.
 * @rep: The report.
 * @inodes: The files.
 * @count: How many, at least one.
 */
void finding_inode_facts(struct facts *facts, const struct report *rep,
			 const struct report_inode *const *inodes, size_t count);

/**
 * finding_run_facts() - the facts of the whole run
 * @facts: Where they go.
 * @rep: The report.
 */
void finding_run_facts(struct facts *facts, const struct report *rep);

#endif /* WBCTL_FINDING_FACTS_H */
