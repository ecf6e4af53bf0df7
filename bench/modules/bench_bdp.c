// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls balance_dirty_pages() in a loop and times it. The calls are made as
 * for a write that must not wait (BDP_ASYNC), so that each one decides on a
 * pause and returns without sleeping. The times of the passes, in ns of each
 * pass, are read from the parameter `pass_ns`.
 */
#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/writeback.h>

#define PASSES_MAX	32

static char *file = "";
module_param(file, charp, 0444);
MODULE_PARM_DESC(file, "whose mapping is dirtied, on paper");

static unsigned int calls = 1000;
module_param(calls, uint, 0444);
MODULE_PARM_DESC(calls, "of balance_dirty_pages() in a pass");

static unsigned int passes = 10;
module_param(passes, uint, 0444);

static unsigned long pass_ns[PASSES_MAX];
static unsigned int pass_n;
module_param_array(pass_ns, ulong, &pass_n, 0444);

static unsigned int refused;
module_param(refused, uint, 0444);
MODULE_PARM_DESC(refused, "calls that were told to pause");

/* Preemption stays off, else the flusher's own work would be counted. */
static u64 run_pass(struct address_space *mapping)
{
	unsigned int i;
	u64 start;

	preempt_disable();
	start = ktime_get_ns();
	for (i = 0; i < calls; i++) {
		current->nr_dirtied = current->nr_dirtied_pause;
		if (balance_dirty_pages_ratelimited_flags(mapping, BDP_ASYNC))
			refused++;
	}
	start = ktime_get_ns() - start;
	preempt_enable();
	return start;
}

static int __init bench_bdp_init(void)
{
	int nr_dirtied = current->nr_dirtied;
	struct file *f;

	if (!passes || passes > PASSES_MAX || !calls)
		return -EINVAL;
	f = filp_open(file, O_RDWR, 0);
	if (IS_ERR(f))
		return PTR_ERR(f);
	for (pass_n = 0; pass_n < passes; pass_n++)
		pass_ns[pass_n] = run_pass(f->f_mapping);
	current->nr_dirtied = nr_dirtied;
	filp_close(f, NULL);
	return 0;
}

static void __exit bench_bdp_exit(void)
{
}

module_init(bench_bdp_init);
module_exit(bench_bdp_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Times balance_dirty_pages() for the wbtrace benchmark");
