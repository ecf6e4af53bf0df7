// SPDX-License-Identifier: GPL-2.0-only
/*
 * The floor of the benchmark: probes that do nothing, on what wbtrace.ko hooks
 * too. `dirty` is the tracepoint of each dirtied folio; `bdp` is the tracepoint
 * of balance_dirty_pages() with a kretprobe on the function.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "compat/tp_writeback.h"

static char *what = "dirty";
module_param(what, charp, 0444);
MODULE_PARM_DESC(what, "dirty or bdp");

static void probe_dirty(void *data, struct folio *folio, struct address_space *mapping)
{
}

static void probe_bdp(WBTRACE_BDP_PROTO)
{
}

static int probe_call(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}

static struct kretprobe call = {
	.kp.symbol_name = "balance_dirty_pages",
	.entry_handler = probe_call,
	.handler = probe_call,
	.maxactive = 64,
};

struct wanted {
	const char *name;
	struct tracepoint *tp;
};

static struct tracepoint *hooked;
static void *hooked_probe;

static void match(struct tracepoint *tp, void *priv)
{
	struct wanted *wanted = priv;

	if (!strcmp(tp->name, wanted->name))
		wanted->tp = tp;
}

static int hook(const char *name, void *probe)
{
	struct wanted wanted = { .name = name };
	int err;

	check_trace_callback_type_writeback_dirty_folio(probe_dirty);
	check_trace_callback_type_balance_dirty_pages(probe_bdp);
	for_each_kernel_tracepoint(match, &wanted);
	if (!wanted.tp)
		return -ENOENT;
	err = tracepoint_probe_register(wanted.tp, probe, NULL);
	if (err)
		return err;
	hooked = wanted.tp;
	hooked_probe = probe;
	return 0;
}

static void unhook(void)
{
	tracepoint_probe_unregister(hooked, hooked_probe, NULL);
	tracepoint_synchronize_unregister();
}

static int __init bench_empty_init(void)
{
	int err;

	if (!strcmp(what, "dirty"))
		return hook("writeback_dirty_folio", probe_dirty);
	if (strcmp(what, "bdp"))
		return -EINVAL;
	err = hook("balance_dirty_pages", probe_bdp);
	if (err)
		return err;
	err = register_kretprobe(&call);
	if (err)
		unhook();
	return err;
}

static void __exit bench_empty_exit(void)
{
	if (!strcmp(what, "bdp"))
		unregister_kretprobe(&call);
	unhook();
}

module_init(bench_empty_init);
module_exit(bench_empty_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Empty probes, the floor of the wbtrace benchmark");
