// SPDX-License-Identifier: GPL-2.0-only
/* Hooks: attach and detach probes by name, with a state for each. */

#include <linux/cpumask.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "hook.h"
#include "session.h"

/* Longest name of a tracepoint or function that can be hooked. */
#define NAME_BYTES	64
/* A name that no kernel has: what `rename_probe` makes of a probe's. */
#define RENAMED_SUFFIX	"__renamed"

DEFINE_PER_CPU(unsigned long [WBTRACE_HOOKS], wbtrace_hook_hits);

struct wbtrace_session *wbtrace_hook_session;

/*
 * Guards the hooks' state and wbtrace_hook_session. Taken under the mutexes of
 * the module notifiers, so nothing under it may register a notifier.
 */
static DEFINE_MUTEX(hooks_lock);
static struct wbtrace_hook *hooks;
/* Bit N: the group is to be attached, also what modules yet to come bring. */
static unsigned long attached_groups;
static const char *renamed_hook;

/*
 * Modules whose functions and tracepoints are hooked; they begin with its name.
 * Whether one is there is told by its tracepoints: those of loaded modules are
 * replayed when the notifier is registered.
 */
static struct {
	const char *name;
	bool present;
} modules[] = {
	{ "ext4" }, { "jbd2" }, { "xfs" }, { "btrfs" },
};

static bool belongs_to(const char *symbol, const char *module)
{
	size_t len = strlen(module);

	while (*symbol == '_')
		symbol++;
	return !strncmp(symbol, module, len) && symbol[len] == '_';
}

/* A name that is not found: of the kernel, or of a module that is not there? */
static enum wbtrace_probe_state not_found(const struct wbtrace_hook *hook)
{
	int i;

	if (hook->optional)
		return WBTRACE_PROBE_STATE_UNNEEDED;
	for (i = 0; i < ARRAY_SIZE(modules); i++)
		if (belongs_to(hook->name, modules[i].name) && !modules[i].present)
			return WBTRACE_PROBE_STATE_UNNEEDED;
	return WBTRACE_PROBE_STATE_ABSENT;
}

static bool is_renamed(const struct wbtrace_hook *hook)
{
	const char *colon, *kind = wbtrace_hook_kind_name(hook->kind);

	if (!renamed_hook)
		return false;
	colon = strchr(renamed_hook, ':');
	if (!colon)
		return !strcmp(renamed_hook, hook->name);
	return !strncmp(renamed_hook, kind, strlen(kind)) && !strcmp(colon + 1, hook->name);
}

static void lookup_name(const struct wbtrace_hook *hook, char *name)
{
	snprintf(name, NAME_BYTES, "%s%s", hook->name, is_renamed(hook) ? RENAMED_SUFFIX : "");
}

static void match_tracepoint(struct tracepoint *tp, void *priv)
{
	char name[NAME_BYTES];
	int i;

	for (i = 0; i < ARRAY_SIZE(modules); i++)
		if (belongs_to(tp->name, modules[i].name))
			modules[i].present = true;
	for (i = 0; i < WBTRACE_HOOKS; i++) {
		struct wbtrace_hook *hook = &hooks[i];

		lookup_name(hook, name);
		if (hook->kind == WBTRACE_PROBE_KIND_TRACEPOINT && !strcmp(tp->name, name)) {
			hook->tp = tp;
			hook->state = WBTRACE_PROBE_STATE_DETACHED;
		}
	}
}

static int attach_tracepoint(struct wbtrace_hook *hook)
{
	if (!hook->tp)
		return -ENOENT;
	return tracepoint_probe_register(hook->tp, hook->probe, wbtrace_hook_session);
}

/* Registration changes a kretprobe, so each time it is filled in afresh. */
static int attach_kretprobe(struct wbtrace_hook *hook)
{
	static char name[NAME_BYTES];
	struct kretprobe fresh = {
		.handler = hook->kretprobe.handler,
		.entry_handler = hook->kretprobe.entry_handler,
		.data_size = hook->kretprobe.data_size,
		.maxactive = hook->kretprobe.maxactive,
	};

	lookup_name(hook, name);
	fresh.kp.symbol_name = name;
	hook->kretprobe = fresh;
	return register_kretprobe(&hook->kretprobe);
}

static int attach_ftrace(struct wbtrace_hook *hook)
{
	char name[NAME_BYTES];
	int err;

	lookup_name(hook, name);
	if (ftrace_set_filter(&hook->ftrace, name, strlen(name), 1))
		return -ENOENT;
	err = register_ftrace_function(&hook->ftrace);
	if (err)
		ftrace_set_filter(&hook->ftrace, NULL, 0, 1);
	return err;
}

static int call_attach(struct wbtrace_hook *hook)
{
	switch (hook->kind) {
	case WBTRACE_PROBE_KIND_TRACEPOINT:
		return attach_tracepoint(hook);
	case WBTRACE_PROBE_KIND_KRETPROBE:
		return attach_kretprobe(hook);
	case WBTRACE_PROBE_KIND_FTRACE:
		return attach_ftrace(hook);
	default:
		return -EINVAL;
	}
}

static void attach_one(enum wbtrace_hook_id id)
{
	struct wbtrace_hook *hook = &hooks[id];
	int cpu, err;

	for_each_possible_cpu(cpu)
		per_cpu(wbtrace_hook_hits[id], cpu) = 0;
	err = call_attach(hook);
	hook->error = 0;
	if (!err) {
		hook->state = WBTRACE_PROBE_STATE_ATTACHED;
		WRITE_ONCE(wbtrace_hook_session->measured,
			   wbtrace_hook_session->measured | BIT(id));
	} else if (err == -ENOENT) {
		hook->state = not_found(hook);
	} else {
		hook->state = WBTRACE_PROBE_STATE_FAILED;
		hook->error = -err;
	}
}

static void detach_one(struct wbtrace_hook *hook)
{
	if (hook->state == WBTRACE_PROBE_STATE_FAILED)
		hook->state = WBTRACE_PROBE_STATE_DETACHED;
	if (hook->state != WBTRACE_PROBE_STATE_ATTACHED)
		return;
	if (hook->kind == WBTRACE_PROBE_KIND_TRACEPOINT) {
		tracepoint_probe_unregister(hook->tp, hook->probe, wbtrace_hook_session);
	} else if (hook->kind == WBTRACE_PROBE_KIND_KRETPROBE) {
		unregister_kretprobe(&hook->kretprobe);
	} else {
		unregister_ftrace_function(&hook->ftrace);
		ftrace_set_filter(&hook->ftrace, NULL, 0, 1);
	}
	hook->state = WBTRACE_PROBE_STATE_DETACHED;
}

static bool is_missing(const struct wbtrace_hook *hook)
{
	return hook->state == WBTRACE_PROBE_STATE_ABSENT ||
	       hook->state == WBTRACE_PROBE_STATE_UNNEEDED;
}

static bool is_wanted(const struct wbtrace_hook *hook)
{
	return attached_groups & BIT(hook->group);
}

/* Modules that come may bring a tracepoint, those that go take theirs away. */
static void module_tracepoint(struct tracepoint *tp, bool coming)
{
	int i;

	for (i = 0; i < WBTRACE_HOOKS; i++) {
		struct wbtrace_hook *hook = &hooks[i];

		if (hook->tp != tp)
			continue;
		if (coming && is_wanted(hook)) {
			attach_one(i);
		} else if (!coming) {
			detach_one(hook);
			tracepoint_synchronize_unregister();
			hook->tp = NULL;
			hook->state = not_found(hook);
		}
	}
}

static void forget_module(const char *name)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(modules); i++)
		if (!strcmp(modules[i].name, name))
			modules[i].present = false;
}

static int tracepoint_module_event(struct notifier_block *nb, unsigned long event, void *data)
{
	struct module *mod = ((struct tp_module *)data)->mod;
	bool coming = event == MODULE_STATE_COMING;
	unsigned int i;

	mutex_lock(&hooks_lock);
	if (!coming)
		forget_module(mod->name);
	for (i = 0; i < mod->num_tracepoints; i++) {
		struct tracepoint *tp = tracepoint_ptr_deref(&mod->tracepoints_ptrs[i]);

		if (coming)
			match_tracepoint(tp, NULL);
		module_tracepoint(tp, coming);
	}
	mutex_unlock(&hooks_lock);
	return NOTIFY_OK;
}

static struct notifier_block tracepoint_nb = {
	.notifier_call = tracepoint_module_event,
};

/* Functions of a module that comes: those not found before may be there now. */
static void attach_functions(void)
{
	int i;

	for (i = 0; i < WBTRACE_HOOKS; i++)
		if (hooks[i].kind != WBTRACE_PROBE_KIND_TRACEPOINT && is_wanted(&hooks[i]) &&
		    is_missing(&hooks[i]))
			attach_one(i);
}

/* The kernel disarms a kprobe in a module that goes, but leaves it registered. */
static void detach_functions(const struct module *mod)
{
	int i;

	for (i = 0; i < WBTRACE_HOOKS; i++) {
		struct wbtrace_hook *hook = &hooks[i];

		if (hook->kind != WBTRACE_PROBE_KIND_KRETPROBE ||
		    hook->state != WBTRACE_PROBE_STATE_ATTACHED ||
		    !within_module((unsigned long)hook->kretprobe.kp.addr, mod))
			continue;
		detach_one(hook);
		hook->state = not_found(hook);
	}
}

static int function_module_event(struct notifier_block *nb, unsigned long event, void *data)
{
	mutex_lock(&hooks_lock);
	if (event == MODULE_STATE_COMING)
		attach_functions();
	else if (event == MODULE_STATE_GOING)
		detach_functions(data);
	mutex_unlock(&hooks_lock);
	return NOTIFY_OK;
}

static struct notifier_block function_nb = {
	.notifier_call = function_module_event,
};

/**
 * wbtrace_hooks_init - find what can be hooked
 * @table: WBTRACE_HOOKS hooks, by their id
 * @renamed: name of a hook to look up under a name that does not exist, or NULL
 *
 * Context: process, may sleep.
 *
 * Return: 0 or a negative errno.
 */
int wbtrace_hooks_init(struct wbtrace_hook *table, const char *renamed)
{
	int i, err;

	hooks = table;
	renamed_hook = renamed;
	for (i = 0; i < WBTRACE_HOOKS; i++)
		if (hooks[i].kind == WBTRACE_PROBE_KIND_TRACEPOINT)
			hooks[i].state = not_found(&hooks[i]);
	for_each_kernel_tracepoint(match_tracepoint, NULL);
	err = register_tracepoint_module_notifier(&tracepoint_nb);
	if (err)
		return err;
	err = register_module_notifier(&function_nb);
	if (err)
		unregister_tracepoint_module_notifier(&tracepoint_nb);
	return err;
}

/**
 * wbtrace_hooks_exit - undo wbtrace_hooks_init()
 *
 * Context: process, may sleep; all hooks are detached.
 */
void wbtrace_hooks_exit(void)
{
	unregister_module_notifier(&function_nb);
	unregister_tracepoint_module_notifier(&tracepoint_nb);
}

/**
 * wbtrace_hooks_attach - attach the hooks of a group that this kernel has
 * @session: what the probes count into
 * @group: which
 *
 * Context: process, may sleep.
 *
 * Return: how many were attached.
 */
unsigned int wbtrace_hooks_attach(struct wbtrace_session *session, enum wbtrace_hook_group group)
{
	unsigned int count = 0;
	int i;

	mutex_lock(&hooks_lock);
	wbtrace_hook_session = session;
	attached_groups |= BIT(group);
	for (i = 0; i < WBTRACE_HOOKS; i++) {
		if (hooks[i].group != group)
			continue;
		attach_one(i);
		count += wbtrace_hook_attached(i);
	}
	mutex_unlock(&hooks_lock);
	return count;
}

/**
 * wbtrace_hooks_detach - detach the hooks of a group, the last attached first
 * @group: which
 *
 * When it returns no probe of these hooks runs or will run.
 * Context: process, may sleep, some time.
 */
void wbtrace_hooks_detach(enum wbtrace_hook_group group)
{
	int i;

	mutex_lock(&hooks_lock);
	attached_groups &= ~BIT(group);
	for (i = WBTRACE_HOOKS - 1; i >= 0; i--)
		if (hooks[i].group == group)
			detach_one(&hooks[i]);
	tracepoint_synchronize_unregister();
	mutex_unlock(&hooks_lock);
}

/**
 * wbtrace_hooks_forget - let go of the session
 *
 * Context: process, may sleep; all groups are detached.
 */
void wbtrace_hooks_forget(void)
{
	mutex_lock(&hooks_lock);
	wbtrace_hook_session = NULL;
	mutex_unlock(&hooks_lock);
}

/**
 * wbtrace_hook_kind_name - name of a kind, for people
 * @kind: enum wbtrace_probe_kind
 */
const char *wbtrace_hook_kind_name(enum wbtrace_probe_kind kind)
{
	static const char * const names[] = {
		[WBTRACE_PROBE_KIND_TRACEPOINT]	= "tracepoint",
		[WBTRACE_PROBE_KIND_KPROBE]	= "kprobe",
		[WBTRACE_PROBE_KIND_KRETPROBE]	= "kretprobe",
		[WBTRACE_PROBE_KIND_FTRACE]	= "ftrace",
	};

	return names[kind];
}

/**
 * wbtrace_hook_get - look at a hook
 * @id: which
 */
const struct wbtrace_hook *wbtrace_hook_get(enum wbtrace_hook_id id)
{
	return &hooks[id];
}

/**
 * wbtrace_hook_attached - whether a hook counts
 * @id: which
 */
bool wbtrace_hook_attached(enum wbtrace_hook_id id)
{
	return READ_ONCE(hooks[id].state) == WBTRACE_PROBE_STATE_ATTACHED;
}

/**
 * wbtrace_hook_hits_sum - how often a probe ran since it was attached
 * @id: which
 */
u64 wbtrace_hook_hits_sum(enum wbtrace_hook_id id)
{
	u64 hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += READ_ONCE(per_cpu(wbtrace_hook_hits[id], cpu));
	return hits;
}

/**
 * wbtrace_hook_missed - how often the kernel could not run a probe
 * @id: which
 */
u64 wbtrace_hook_missed(enum wbtrace_hook_id id)
{
	const struct wbtrace_hook *hook = &hooks[id];

	if (hook->kind != WBTRACE_PROBE_KIND_KRETPROBE)
		return 0;
	return hook->kretprobe.nmissed + hook->kretprobe.kp.nmissed;
}
