/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a task waits for, told by its stack. */
#ifndef WBCTL_WAITS_H
#define WBCTL_WAITS_H

#include "wbctl.h"

/**
 * enum ledger_class - where the time of a task goes
 * @CLASS_CPU_USER: On a CPU, in user mode.
 * @CLASS_CPU_SYSTEM: On a CPU, in the kernel and in no activity of its own.
 * @CLASS_RUNQUEUE: Ready, and waiting for a CPU.
 * @CLASS_THROTTLE: In balance_dirty_pages().
 * @CLASS_ALLOCATION: In the block allocator.
 * @CLASS_JOURNAL: Waiting for a journal.
 * @CLASS_FSYNC: In fsync() and the like, and in nothing more particular.
 * @CLASS_PAGE_WRITEBACK: Waiting for a page that is under writeback.
 * @CLASS_BLOCK_LAYER: Waiting for a tag, a limit, a queue or its direct I/O.
 * @CLASS_RECLAIM: In direct reclaim of memory.
 * @CLASS_LOCK: Waiting for a lock.
 * @CLASS_NETWORK: Waiting for the file system's server: NFS's, or FUSE's daemon.
 * @CLASS_OTHER: Waiting for anything else.
 * @CLASSES: How many.
 */
enum ledger_class {
	CLASS_CPU_USER = 0,
	CLASS_CPU_SYSTEM,
	CLASS_RUNQUEUE,
	CLASS_THROTTLE,
	CLASS_ALLOCATION,
	CLASS_JOURNAL,
	CLASS_FSYNC,
	CLASS_PAGE_WRITEBACK,
	CLASS_BLOCK_LAYER,
	CLASS_RECLAIM,
	CLASS_LOCK,
	CLASS_NETWORK,
	CLASS_OTHER,
	CLASSES,
};

/* The names of the classes in JSON. */
extern const char *const class_names[CLASSES];

/**
 * class_of_activity() - the class of what hooks told
 * @activity: enum wbtrace_activity; of `none`, and of one that is new, it is
 *	CLASS_OTHER.
 *
 * Return: The class.
 */
enum ledger_class class_of_activity(uint64_t activity);

/**
 * class_of_wait() - the class of a sleep
 * @activity: enum wbtrace_activity.
 * @frames: Its stack, a line for each frame, the innermost first, as
 *	"function+offset/size [module]"; NULL: not known.
 *
 * Return: The class.
 */
enum ledger_class class_of_wait(uint64_t activity, const char *frames);

/**
 * function_of_wait() - the function that tells what a sleep is
 * @name: Where it goes, "" when there is no stack.
 * @len: Its size.
 * @frames: Its stack.
 *
 * The one that class_of_wait() goes by; when none told, the innermost one that
 * is not the scheduler's.
 */
void function_of_wait(char *name, size_t len, const char *frames);

/**
 * frames_under() - whether a stack has one of some functions
 * @frames: The stack, NULL: it has none.
 * @patterns: The functions, patterns of fnmatch(3) that blanks separate.
 *
 * Return: Whether it has.
 */
bool frames_under(const char *frames, const char *patterns);

/**
 * frame_name() - the function of a frame
 * @name: Where it goes.
 * @len: Its size.
 * @frames: The frame and those after it.
 *
 * What compilers append (.isra.0, .constprop.0, .part.0, .cold) is taken off.
 *
 * Return: The next frame, at the end of the text when there is none.
 */
const char *frame_name(char *name, size_t len, const char *frames);

/**
 * frames_of_wait() - a stack without the scheduler's frames at its top
 * @frames: The stack.
 *
 * Return: Its first frame that is none of them; the first of all when there is
 * no other.
 */
const char *frames_of_wait(const char *frames);

#endif /* WBCTL_WAITS_H */
