// SPDX-License-Identifier: GPL-2.0-only
/* /sys/kernel/wbtrace, described in Documentation/ABI/testing/sysfs-kernel-wbtrace. */

#include <linux/kobject.h>
#include <linux/kstrtox.h>
#include <linux/sysfs.h>

#include "control.h"
#include "event.h"
#include "hook.h"
#include "sysfs.h"
#include "version.h"

static struct kobject *wbtrace_kobj;

static ssize_t version_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", WBTRACE_VERSION);
}

static ssize_t enabled_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	struct wbtrace_status status;

	wbtrace_control_status(&status);
	return sysfs_emit(buf, "%d\n", status.enabled);
}

static ssize_t enabled_store(struct kobject *kobj, struct kobj_attribute *attr, const char *buf,
			     size_t count)
{
	bool on;
	int err;

	err = kstrtobool(buf, &on);
	if (!err)
		err = wbtrace_control_enable(on);
	return err ?: count;
}

static int emit_probe(char *buf, int at, enum wbtrace_hook_id id)
{
	static const char * const states[] = {
		[WBTRACE_PROBE_STATE_DETACHED]	= "detached",
		[WBTRACE_PROBE_STATE_ATTACHED]	= "attached",
		[WBTRACE_PROBE_STATE_ABSENT]	= "absent",
		[WBTRACE_PROBE_STATE_FAILED]	= "failed",
		[WBTRACE_PROBE_STATE_UNNEEDED]	= "unneeded",
	};
	const struct wbtrace_hook *hook = wbtrace_hook_get(id);
	enum wbtrace_probe_state state = READ_ONCE(hook->state);
	int bytes;

	bytes = sysfs_emit_at(buf, at, "%s %s %s ", hook->name,
			      wbtrace_hook_kind_name(hook->kind), states[state]);
	if (state != WBTRACE_PROBE_STATE_ATTACHED)
		return bytes + sysfs_emit_at(buf, at + bytes, "-\n");
	return bytes + sysfs_emit_at(buf, at + bytes, "%llu\n", wbtrace_hook_hits_sum(id));
}

static ssize_t probes_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	enum wbtrace_hook_id id;
	int at = 0;

	for (id = 0; id < WBTRACE_HOOKS; id++)
		at += emit_probe(buf, at, id);
	return at;
}

static int emit_table(char *buf, int at, const struct wbtrace_table *table)
{
	return sysfs_emit_at(buf, at, "%s %u %u %llu %llu\n", table->name,
			     READ_ONCE(table->entries), table->capacity,
			     READ_ONCE(table->evicted), READ_ONCE(table->overflow));
}

/* Nothing is attached: only the sizes are known. */
static int emit_capacities(char *buf, const struct wbtrace_capacities *capacities)
{
	const struct {
		const char *name;
		unsigned int rows;
	} tables[] = {
		{ "inode", capacities->inodes },
		{ "task", capacities->tasks },
		{ "wb", capacities->wbs },
		{ "stack", capacities->stacks },
		{ "alloc", capacities->allocs },
		{ "device", capacities->devices },
	};
	int i, at = 0;

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		at += sysfs_emit_at(buf, at, "%s - %u - -\n", tables[i].name, tables[i].rows);
	return at;
}

static ssize_t tables_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	struct wbtrace_session *session = wbtrace_control_session();
	int at = 0;

	if (!session)
		return emit_capacities(buf, wbtrace_control_capacities());
	at += emit_table(buf, at, &session->inodes);
	at += emit_table(buf, at, &session->tasks);
	at += emit_table(buf, at, &session->wbs);
	at += emit_table(buf, at, &session->stacks);
	at += emit_table(buf, at, &session->allocs.rows);
	at += emit_table(buf, at, &session->devices);
	wbtrace_session_put(session);
	return at;
}

static ssize_t lost_events_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	struct wbtrace_event_counts counts;

	wbtrace_event_count(&counts);
	return sysfs_emit(buf, "%llu\n", counts.lost);
}

static struct kobj_attribute version_attr = __ATTR_RO(version);
static struct kobj_attribute enabled_attr = __ATTR_RW_MODE(enabled, 0600);
static struct kobj_attribute probes_attr = __ATTR_RO_MODE(probes, 0400);
static struct kobj_attribute tables_attr = __ATTR_RO_MODE(tables, 0400);
static struct kobj_attribute lost_events_attr = __ATTR_RO_MODE(lost_events, 0400);

static struct attribute *wbtrace_attrs[] = {
	&version_attr.attr,
	&enabled_attr.attr,
	&probes_attr.attr,
	&tables_attr.attr,
	&lost_events_attr.attr,
	NULL,
};

static const struct attribute_group wbtrace_group = {
	.attrs = wbtrace_attrs,
};

/**
 * wbtrace_sysfs_init - make /sys/kernel/wbtrace
 *
 * Context: process, may sleep.
 *
 * Return: 0 or a negative errno.
 */
int wbtrace_sysfs_init(void)
{
	int err;

	wbtrace_kobj = kobject_create_and_add("wbtrace", kernel_kobj);
	if (!wbtrace_kobj)
		return -ENOMEM;
	err = sysfs_create_group(wbtrace_kobj, &wbtrace_group);
	if (err)
		kobject_put(wbtrace_kobj);
	return err;
}

/**
 * wbtrace_sysfs_exit - remove /sys/kernel/wbtrace
 *
 * Context: process, may sleep; waits for readers.
 */
void wbtrace_sysfs_exit(void)
{
	sysfs_remove_group(wbtrace_kobj, &wbtrace_group);
	kobject_put(wbtrace_kobj);
}
