/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The probes: what runs in the probed code. They read, fold into rows and
 * count what they lose; they take nothing that could sleep. On 7.x they are
 * called with preemption on, so each takes its own protection.
 */
#ifndef WBTRACE_PROBES_H
#define WBTRACE_PROBES_H

#include <linux/blk_types.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>

#include "compat/fs_ext4.h"
#include "compat/tp_vmscan.h"
#include "compat/tp_writeback.h"

struct request;

extern struct wbtrace_hook wbtrace_probes[];

/* What the kretprobes of allocators keep of a call. */
#define WBTRACE_ALLOC_CALL_BYTES	96

struct btrfs_inode;
struct btrfs_ordered_extent;

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

int wbtrace_probe_ext4_new_blocks_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_ext4_new_blocks_return(struct kretprobe_instance *ri, struct pt_regs *regs);
void wbtrace_probe_ext4_da_reserve(WBTRACE_EXT4_DA_RESERVE_PROTO);
void wbtrace_probe_ext4_ext_map_enter(void *data, struct inode *inode, ext4_lblk_t lblk,
				      unsigned int len, unsigned int flags);
void wbtrace_probe_ext4_ext_map_exit(void *data, struct inode *inode, unsigned int flags,
				     struct ext4_map_blocks *map, int ret);
void wbtrace_probe_ext4_ind_map_enter(void *data, struct inode *inode, ext4_lblk_t lblk,
				      unsigned int len, unsigned int flags);
void wbtrace_probe_ext4_ind_map_exit(void *data, struct inode *inode, unsigned int flags,
				     struct ext4_map_blocks *map, int ret);
int wbtrace_probe_xfs_btalloc_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_xfs_btalloc_return(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_xfs_reserve_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_xfs_reserve_return(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_xfs_convert_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_xfs_write_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_xfs_map_return(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_btrfs_reserve_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_btrfs_reserve_return(struct kretprobe_instance *ri, struct pt_regs *regs);
void wbtrace_probe_btrfs_ordered_add(void *data, const struct btrfs_inode *inode,
				     const struct btrfs_ordered_extent *ordered);
void wbtrace_probe_cancelled(unsigned long ip, unsigned long parent_ip,
			     struct ftrace_ops *ops, struct ftrace_regs *fregs);
int wbtrace_probe_btrfs_invalidate_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_btrfs_invalidate_return(struct kretprobe_instance *ri, struct pt_regs *regs);
void wbtrace_probe_redirtied(unsigned long ip, unsigned long parent_ip,
			     struct ftrace_ops *ops, struct ftrace_regs *fregs);
void wbtrace_probe_requeue(void *data, struct inode *inode);
void wbtrace_probe_foreign(void *data, struct folio *folio, struct bdi_writeback *wb);

void wbtrace_probe_rq_issue(void *data, struct request *rq);
void wbtrace_probe_rq_requeue(void *data, struct request *rq);
void wbtrace_probe_rq_complete(void *data, struct request *rq, blk_status_t error,
			       unsigned int nr_bytes);

void wbtrace_probe_sched_fork(void *data, struct task_struct *parent, struct task_struct *child);
void wbtrace_probe_sched_switch(void *data, bool preempt, struct task_struct *prev,
				struct task_struct *next, unsigned int prev_state);
int wbtrace_probe_do_fsync_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_fsync_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_fsync_return(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_commit_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_space_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int wbtrace_probe_journal_return(struct kretprobe_instance *ri, struct pt_regs *regs);
void wbtrace_probe_reclaim_begin(WBTRACE_RECLAIM_BEGIN_PROTO);
void wbtrace_probe_reclaim_end(WBTRACE_RECLAIM_END_PROTO);
void wbtrace_probe_memcg_reclaim_begin(WBTRACE_RECLAIM_BEGIN_PROTO);
void wbtrace_probe_memcg_reclaim_end(WBTRACE_RECLAIM_END_PROTO);
void wbtrace_probe_lock_begin(void *data, void *lock, unsigned int flags);
void wbtrace_probe_lock_end(void *data, void *lock, int ret);

#endif /* WBTRACE_PROBES_H */
