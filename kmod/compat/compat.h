/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What differs between the kernels that wbtrace builds for, beside the
 * tracepoints' prototypes (tp_writeback.h). Nothing outside kmod/compat/ asks
 * which kernel it is.
 */
#ifndef WBTRACE_COMPAT_H
#define WBTRACE_COMPAT_H

#include <linux/backing-dev.h>
#include <linux/fs.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/stacktrace.h>
#include <linux/version.h>
#ifdef WBTRACE_HAVE_FOLIO_BATCH_H	/* pagevec.h went in 7.x */
#include <linux/folio_batch.h>
#else
#include <linux/pagevec.h>
#endif

/*
 * Before 6.1 folios and the tracepoint writeback_dirty_folio are incomplete,
 * and the checks in Kbuild were never run against those headers.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "wbtrace needs a kernel of 6.1 or newer"
#endif

#if !defined(CONFIG_TRACEPOINTS) || !defined(CONFIG_DYNAMIC_FTRACE_WITH_ARGS) || \
	!defined(CONFIG_KRETPROBES)
#error "wbtrace needs TRACEPOINTS, DYNAMIC_FTRACE_WITH_ARGS and KRETPROBES"
#endif

/**
 * wbtrace_ftrace_arg - an argument of a function hooked by ftrace_ops
 * @fregs: registers as ftrace saved them
 * @n: which, from 0
 *
 * The macro ftrace_regs_get_argument() came with 6.2; before it the saved registers
 * hold valid arguments in any case with DYNAMIC_FTRACE_WITH_ARGS.
 */
static __always_inline unsigned long wbtrace_ftrace_arg(struct ftrace_regs *fregs, unsigned int n)
{
#ifdef ftrace_regs_get_argument
	return ftrace_regs_get_argument(fregs, n);
#else
	return regs_get_kernel_argument(&fregs->regs, n);
#endif
}

static __always_inline unsigned long wbtrace_ftrace_arg0(struct ftrace_regs *fregs)
{
	return wbtrace_ftrace_arg(fregs, 0);
}

/* 7.x keeps inode->i_state behind accessors. */
static inline unsigned long wbtrace_inode_state(struct inode *inode)
{
#ifdef WBTRACE_HAVE_INODE_STATE_READ
	return inode_state_read_once(inode);
#else
	return READ_ONCE(inode->i_state);
#endif
}

/*
 * bdi->min_ratio and max_ratio were percent; 6.3 made them percent times
 * BDI_RATIO_SCALE. A million parts are then what a scale of 10000 gives.
 */
#ifdef BDI_RATIO_SCALE
#define WBTRACE_BDI_RATIO_PPM(ratio)	((u64)(ratio) * (10000 / BDI_RATIO_SCALE))
#else
#define WBTRACE_BDI_RATIO_PPM(ratio)	((u64)(ratio) * 10000)
#endif

/**
 * wbtrace_stack_of - stack of a task that sleeps
 * @task: it may wake meanwhile, then the stack is worth nothing
 * @frames: filled in, innermost first
 * @size: room in @frames
 *
 * Return: frames filled in; 0 where the kernel exports no way to ask (6.1).
 */
static inline unsigned int wbtrace_stack_of(struct task_struct *task, unsigned long *frames,
					    unsigned int size)
{
#ifdef WBTRACE_HAVE_STACK_OF_TASK
	return stack_trace_save_tsk(task, frames, size, 0);
#else
	return 0;
#endif
}

#endif /* WBTRACE_COMPAT_H */
