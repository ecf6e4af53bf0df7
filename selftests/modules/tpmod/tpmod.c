// SPDX-License-Identifier: GPL-2.0-only
/*
 * For module_tracepoint.sh: a module whose tracepoint has the prototype of
 * inode_switch_wbs and the name that wbtrace looks for when that probe is
 * renamed. Writing N to the parameter `fire` fires it N times.
 */

#include <linux/backing-dev.h>
#include <linux/fs.h>
#include <linux/module.h>

#define CREATE_TRACE_POINTS
#include "tpmod-trace.h"

static int fire_set(const char *val, const struct kernel_param *kp)
{
	unsigned int times;
	int err = kstrtouint(val, 0, &times);

	/* The probe compares the address of the inode and does not look at it. */
	for (; !err && times; times--)
		trace_inode_switch_wbs__renamed(NULL, NULL, NULL);
	return err;
}

static const struct kernel_param_ops fire_ops = {
	.set = fire_set,
};

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_PARM_DESC(fire, "fire the tracepoint so many times");

MODULE_DESCRIPTION("A tracepoint in a module, to test wbtrace");
MODULE_LICENSE("GPL");
