/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the module says of a program and of all that it forked. */
#ifndef WBCTL_TREE_H
#define WBCTL_TREE_H

#include "client.h"

struct run;

/* So many of the inodes that a tree dirtied most are looked at closely. */
#define TREE_INODES 16

/**
 * struct tree_inode - an inode that the tree dirtied
 * @bytes: What the tree dirtied of it, as far as its row still knows who.
 * @pid: Who of the tree dirtied most of it.
 * @start: Its row when the clock started, NULL: it had none.
 * @end: Its row at the end; @named has more.
 * @named: The same with its path and its pages counted, NULL: not asked.
 */
struct tree_inode {
	uint64_t bytes;
	uint64_t pid;
	const struct record *start;
	const struct record *end;
	struct record *named;
};

/**
 * struct tree - the tree of a run's program
 * @read: The tasks were read at the end.
 * @tasks: Every thread that ever was of it, the dead too.
 * @inodes_start: All inodes when the clock started.
 * @inodes_end: And at the end.
 * @inode_count: Entries of @inodes.
 * @inodes: Those that the tree dirtied most, the largest first.
 * @dirtied_now: What it had dirtied at the last sample.
 */
struct tree {
	bool read;
	struct rows tasks;
	struct rows inodes_start;
	struct rows inodes_end;
	size_t inode_count;
	struct tree_inode inodes[TREE_INODES];
	struct fig dirtied_now;
};

/**
 * struct tree_process - a process of the tree
 * @dirtied: What its threads dirtied.
 * @decided: Throttling decisions about them.
 * @leader: The row of its first thread; of any, when that one is not there.
 * @count: How many threads.
 * @tasks: They.
 */
struct tree_process {
	uint64_t dirtied;
	uint64_t decided;
	const struct record *leader;
	size_t count;
	const struct record **tasks;
};

/**
 * tree_start() - read what is there before the clock starts
 * @r: The run; the module answers.
 */
void tree_start(struct run *r);

/**
 * tree_sample() - what the tree has dirtied, and how long it was throttled
 * @r: The run; the module answers.
 * @throttled: Gets the time, in ns.
 */
void tree_sample(struct run *r, struct fig *throttled);

/**
 * tree_end() - read the tree when the program has ended
 * @r: The run; the module answers.
 */
void tree_end(struct run *r);

/**
 * tree_processes() - sort the threads by process
 * @t: The tree, read.
 * @count: Gets the number of processes.
 *
 * Return: The processes, those that dirtied most first, to be freed with
 * tree_free_processes(); NULL without memory.
 */
struct tree_process *tree_processes(const struct tree *t, size_t *count);

/**
 * tree_free_processes() - free what tree_processes() made
 * @processes: The processes, may be NULL.
 */
void tree_free_processes(struct tree_process *processes);

/**
 * tree_free() - free what was read
 * @t: The tree.
 */
void tree_free(struct tree *t);

#endif /* WBCTL_TREE_H */
