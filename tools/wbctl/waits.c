// SPDX-License-Identifier: GPL-2.0-or-later
/* What a task waits for, told by its stack; the rules are in waits.rules. */
#include <fnmatch.h>
#include <string.h>

#include <linux/wbtrace.h>

#include "waits.h"

#define NAME_LEN 128

const char *const class_names[CLASSES] = {
	"cpu_user", "cpu_system", "runqueue", "throttle", "allocation", "journal", "fsync",
	"page_writeback", "block_layer", "reclaim", "lock", "network", "other",
};

enum rule_class {
	throttle = CLASS_THROTTLE,
	allocation = CLASS_ALLOCATION,
	journal = CLASS_JOURNAL,
	fsync_ = CLASS_FSYNC,
	page_writeback = CLASS_PAGE_WRITEBACK,
	block_layer = CLASS_BLOCK_LAYER,
	reclaim = CLASS_RECLAIM,
	lock = CLASS_LOCK,
	network = CLASS_NETWORK,
};

/* fsync is a function's name too. */
#define fsync fsync_

/**
 * struct rule - a line of waits.rules
 * @class: What it means.
 * @function: A function on the stack.
 * @unless: But not below one of these, separated by blanks.
 */
struct rule {
	enum rule_class class;
	const char *function;
	const char *unless;
};

#define RULE(class_, function_, unless_) { class_, function_, unless_ },

static const struct rule rules[] = {
#include "waits.rules"
};

const char *frame_name(char *name, size_t len, const char *frames)
{
	size_t line = strcspn(frames, "\n"), word = strcspn(frames, " +\n"), dot;

	snprintf(name, len, "%.*s", (int)word, frames);
	dot = strcspn(name, ".");
	/* A name may begin with a dot; what is appended follows a name. */
	if (dot)
		name[dot] = '\0';
	return frames + line + (frames[line] == '\n');
}

/* The frames of the scheduler, and of whoever looks at the stack. */
static const char *const scheduler[] = {
	"*schedule*", "wait_for_common*", "__wait_for_common*", "wait_for_completion*",
	"__wait_on_bit*", "out_of_line_wait_on_*", "bit_wait*", "wbtrace_*", "trace_*",
	"__traceiter_*", "stack_trace_*", "go_to_sleep*", "folio_wait_bit_common", "io_wait*",
};

static bool is_scheduler(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(scheduler); i++)
		if (!fnmatch(scheduler[i], name, 0))
			return true;
	return false;
}

/* Whether one of the patterns, which blanks separate, fits the name. */
static bool fits_any(const char *patterns, const char *name)
{
	char one[NAME_LEN];
	size_t len;

	for (; *patterns; patterns += len + (patterns[len] == ' ')) {
		len = strcspn(patterns, " ");
		snprintf(one, sizeof(one), "%.*s", (int)len, patterns);
		if (!fnmatch(one, name, 0))
			return true;
	}
	return false;
}

bool frames_under(const char *frames, const char *patterns)
{
	char name[NAME_LEN];

	if (!frames || !*patterns)
		return false;
	while (*frames) {
		frames = frame_name(name, sizeof(name), frames);
		if (fits_any(patterns, name))
			return true;
	}
	return false;
}

enum ledger_class class_of_activity(uint64_t activity)
{
	switch (activity) {
	case WBTRACE_ACTIVITY_THROTTLE:
		return CLASS_THROTTLE;
	case WBTRACE_ACTIVITY_ALLOCATION:
		return CLASS_ALLOCATION;
	case WBTRACE_ACTIVITY_JOURNAL:
		return CLASS_JOURNAL;
	case WBTRACE_ACTIVITY_FSYNC:
		return CLASS_FSYNC;
	case WBTRACE_ACTIVITY_RECLAIM:
		return CLASS_RECLAIM;
	case WBTRACE_ACTIVITY_LOCK:
		return CLASS_LOCK;
	default:
		return CLASS_OTHER;
	}
}

/* The first rule that fits a frame, NULL: none. @outer are those around it. */
static const struct rule *rule_of(const char *name, const char *outer)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rules); i++)
		if (!fnmatch(rules[i].function, name, 0) && !frames_under(outer, rules[i].unless))
			return &rules[i];
	return NULL;
}

/* The rule of a stack and the function that it fits, NULL: none does. */
static const struct rule *rule_of_stack(char *name, size_t len, const char *frames)
{
	const struct rule *rule = NULL;

	while (!rule && frames && *frames) {
		frames = frame_name(name, len, frames);
		rule = rule_of(name, frames);
	}
	return rule;
}

enum ledger_class class_of_wait(uint64_t activity, const char *frames)
{
	char name[NAME_LEN];
	const struct rule *rule = rule_of_stack(name, sizeof(name), frames);

	return rule ? (enum ledger_class)rule->class : class_of_activity(activity);
}

/* The module is on every stack that it takes. */
static bool is_ours(const char *frame)
{
	const char *end = frame + strcspn(frame, "\n"), *module = strstr(frame, "[wbtrace]");

	return module && module < end;
}

const char *frames_of_wait(const char *frames)
{
	const char *at = frames, *next;
	char name[NAME_LEN];

	while (*at) {
		next = frame_name(name, sizeof(name), at);
		if (!is_scheduler(name) && !is_ours(at))
			return at;
		at = next;
	}
	return frames;
}

void function_of_wait(char *name, size_t len, const char *frames)
{
	name[0] = '\0';
	if (frames && !rule_of_stack(name, len, frames))
		frame_name(name, len, frames_of_wait(frames));
}
