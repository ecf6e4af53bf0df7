// SPDX-License-Identifier: GPL-2.0-only
/* wbtrace: parameters, init and exit. */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/log2.h>
#include <linux/module.h>

#include "control.h"
#include "event.h"
#include "hook.h"
#include "netlink.h"
#include "probes.h"
#include "sysfs.h"
#include "version.h"

static unsigned int inodes = 16384;
module_param(inodes, uint, 0444);
MODULE_PARM_DESC(inodes, "rows of the inode table (16 to 1048576, default 16384)");

static unsigned int tasks = 2048;
module_param(tasks, uint, 0444);
MODULE_PARM_DESC(tasks, "rows of the task table (16 to 262144, default 2048)");

static unsigned int wbs = 256;
module_param(wbs, uint, 0444);
MODULE_PARM_DESC(wbs, "rows of the wb table (4 to 1024, default 256)");

static unsigned int stacks = 2048;
module_param(stacks, uint, 0444);
MODULE_PARM_DESC(stacks, "rows of the stack table (16 to 65536, default 2048)");

static unsigned int allocs = 4096;
module_param(allocs, uint, 0444);
MODULE_PARM_DESC(allocs, "rows of the allocation table (16 to 1048576, default 4096)");

static unsigned int devices = 64;
module_param(devices, uint, 0444);
MODULE_PARM_DESC(devices, "rows of the device table (4 to 1024, default 64)");

static unsigned int event_ring = 1024;
module_param(event_ring, uint, 0444);
MODULE_PARM_DESC(event_ring, "events queued for each CPU (8 to 65536, a power of two, default 1024)");

static char *rename_probe;
module_param(rename_probe, charp, 0444);
MODULE_PARM_DESC(rename_probe, "for tests: look up the probe [KIND:]NAME under a name that no kernel has");

static bool param_valid(const char *name, unsigned int value, unsigned int low, unsigned int high)
{
	if (value >= low && value <= high)
		return true;
	pr_err("%s=%u is out of range: %u to %u\n", name, value, low, high);
	return false;
}

/* One wb's per-CPU counters times 1024 are what one percpu allocation can be. */
static bool parameters_valid(void)
{
	if (!param_valid("inodes", inodes, 16, 1048576) ||
	    !param_valid("tasks", tasks, 16, 262144) ||
	    !param_valid("wbs", wbs, 4, 1024) ||
	    !param_valid("stacks", stacks, 16, 65536) ||
	    !param_valid("allocs", allocs, 16, 1048576) ||
	    !param_valid("devices", devices, 4, 1024) ||
	    !param_valid("event_ring", event_ring, 8, 65536))
		return false;
	if (!is_power_of_2(event_ring)) {
		pr_err("event_ring=%u is not a power of two\n", event_ring);
		return false;
	}
	return true;
}

static int __init wbtrace_init(void)
{
	const struct wbtrace_capacities capacities = {
		.inodes = inodes, .tasks = tasks, .wbs = wbs, .stacks = stacks,
		.allocs = allocs,
		.devices = devices,
	};
	int err;

	if (!parameters_valid())
		return -EINVAL;
	err = wbtrace_event_init(wbtrace_netlink_send_events, event_ring);
	if (err)
		return err;
	err = wbtrace_hooks_init(wbtrace_probes, rename_probe);
	if (err)
		goto err_event;
	err = wbtrace_control_init(&capacities);
	if (err)
		goto err_hooks;
	err = wbtrace_sysfs_init();
	if (err)
		goto err_control;
	err = wbtrace_netlink_init();
	if (err)
		goto err_sysfs;
	return 0;

err_sysfs:
	wbtrace_sysfs_exit();
	wbtrace_control_close();
err_control:
	wbtrace_control_exit();
err_hooks:
	wbtrace_hooks_exit();
err_event:
	wbtrace_event_exit();
	return err;
}

static void __exit wbtrace_exit(void)
{
	/* First, so that no event is sent through a family that is gone. */
	wbtrace_control_close();
	wbtrace_netlink_exit();
	wbtrace_sysfs_exit();
	wbtrace_control_exit();
	wbtrace_hooks_exit();
	wbtrace_event_exit();
}

module_init(wbtrace_init);
module_exit(wbtrace_exit);

MODULE_DESCRIPTION("Per-inode, per-task and per-bdi figures of writeback and dirty throttling");
MODULE_AUTHOR("The wbtrace authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(WBTRACE_VERSION);
