/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The probes: what runs in the probed code. They read, fold into rows and
 * count what they lose; they take nothing that could sleep. On 7.x they are
 * called with preemption on, so each takes its own protection.
 */
#ifndef WBTRACE_PROBES_H
#define WBTRACE_PROBES_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>

#include "compat/tp_writeback.h"

extern struct wbtrace_hook wbtrace_probes[];

void wbtrace_probe_clear_inode(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops, struct ftrace_regs *fregs);
void wbtrace_probe_start_writeback(unsigned long ip, unsigned long parent_ip,
				   struct ftrace_ops *ops, struct ftrace_regs *fregs);
void wbtrace_probe_end_writeback(unsigned long ip, unsigned long parent_ip,
				 struct ftrace_ops *ops, struct ftrace_regs *fregs);
void wbtrace_probe_dirty_folio(void *data, struct folio *folio, struct address_space *mapping);
void wbtrace_probe_inode_switch_wbs(void *data, struct inode *inode,
				    struct bdi_writeback *old_wb, struct bdi_writeback *new_wb);

int wbtrace_probe_bdp_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_bdp_return(struct kretprobe_instance *ri, struct pt_regs *regs);
void wbtrace_probe_bdp(WBTRACE_BDP_PROTO);
void wbtrace_probe_global_state(void *data, unsigned long background_thresh,
				unsigned long dirty_thresh);

void wbtrace_probe_inode_pass_start(void *data, struct inode *inode,
				    struct writeback_control *wbc, unsigned long nr_to_write);
void wbtrace_probe_inode_pass_end(void *data, struct inode *inode,
				  struct writeback_control *wbc, unsigned long nr_to_write);
void wbtrace_probe_work_start(void *data, struct bdi_writeback *wb,
			      struct wb_writeback_work *work);
void wbtrace_probe_work_end(void *data, struct bdi_writeback *wb,
			    struct wb_writeback_work *work);

#endif /* WBTRACE_PROBES_H */
