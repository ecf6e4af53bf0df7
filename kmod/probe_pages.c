// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes of what becomes of dirty pages other than that they are written:
 * dropped, given back by a flusher, put off with their inode; and of pages that
 * a task of another memory cgroup dirtied.
 */

#include <linux/pagemap.h>

#include "compat/compat.h"
#include "hook.h"
#include "probes.h"
#include "session.h"

/* NULL for a folio that belongs to no inode. */
static struct inode *inode_of(struct folio *folio)
{
	struct address_space *mapping = folio->mapping;

	if (!mapping || folio_test_anon(folio))
		return NULL;
	return mapping->host;
}

/**
 * wbtrace_probe_cancelled - entry of folio_account_cleaned()
 * @ip: not used
 * @parent_ip: not used
 * @ops: not used
 * @fregs: the function's first argument: a folio that was dirty
 *
 * It is called for dirty folios that are not written: from __folio_cancel_dirty()
 * for those truncated or invalidated, and when a large folio is split and its
 * tail is beyond the end of the file. Called with interrupts on or off; the
 * folio is locked, so its mapping stays.
 */
void wbtrace_probe_cancelled(unsigned long ip, unsigned long parent_ip,
			     struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct folio *folio = (struct folio *)wbtrace_ftrace_arg0(fregs);
	struct inode *inode = inode_of(folio);

	if (!inode)
		return;
	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_CANCELLED);
	wbtrace_inode_count_fate(wbtrace_hook_session, inode, WBTRACE_CANCELLED,
				 folio_nr_pages(folio));
	preempt_enable_notrace();
}

/*
 * A flusher that finds a folio beyond the end of a file that is being cut drops it,
 * cleaned as for writing. Only the start of its writeback would take the tag off.
 */
static bool was_to_be_written(struct folio *folio)
{
	return inode_of(folio) && !folio_test_writeback(folio) &&
	       xa_get_mark(&folio->mapping->i_pages, folio->index, PAGECACHE_TAG_DIRTY);
}

/**
 * wbtrace_probe_btrfs_invalidate_entry - entry of btrfs_invalidate_folio()
 * @ri: keeps the folio until the return
 * @regs: the function's first argument: a locked folio
 *
 * btrfs of 7.x cleans the folios that it drops with the function that it calls
 * before it writes others, so folio_account_cleaned() does not see them. On 6.x
 * they are dirty still when this function returns.
 *
 * Return: 0 when the return is to be seen.
 */
int wbtrace_probe_btrfs_invalidate_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct folio *folio = (struct folio *)regs_get_kernel_argument(regs, 0);
	bool dirty = folio_test_dirty(folio);

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_BTRFS_INVALIDATE);
	if (!dirty && was_to_be_written(folio))
		wbtrace_inode_count_fate(wbtrace_hook_session, folio->mapping->host,
					 WBTRACE_CANCELLED, folio_nr_pages(folio));
	preempt_enable_notrace();
	*(struct folio **)ri->data = folio;
	return !dirty;
}

/**
 * wbtrace_probe_btrfs_invalidate_return - its return
 * @ri: has the folio, which was dirty at the entry and is locked still
 * @regs: not used
 *
 * Return: 0.
 */
int wbtrace_probe_btrfs_invalidate_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct folio *folio = *(struct folio **)ri->data;
	struct inode *inode = inode_of(folio);

	preempt_disable_notrace();
	if (inode && !folio_test_dirty(folio))
		wbtrace_inode_count_fate(wbtrace_hook_session, inode, WBTRACE_CANCELLED,
					 folio_nr_pages(folio));
	preempt_enable_notrace();
	return 0;
}

/**
 * wbtrace_probe_redirtied - entry of folio_redirty_for_writepage()
 * @ip: not used
 * @parent_ip: not used
 * @ops: not used
 * @fregs: the function's second argument: a folio that was to be written
 *
 * The kernel takes each off nr_dirtied. One that somebody dirtied again meanwhile
 * is not redirtied: only a clean one becomes dirty here. Nor is one that is under
 * writeback already: ext4 of 6.1 gives back what it writes only some blocks of.
 * The folio is locked.
 */
void wbtrace_probe_redirtied(unsigned long ip, unsigned long parent_ip,
			     struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct folio *folio = (struct folio *)wbtrace_ftrace_arg(fregs, 1);
	struct inode *inode = inode_of(folio);

	if (!inode)
		return;
	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_REDIRTIED);
	if (wbtrace_inode_counts(inode)) {
		wbtrace_inode_count_fate(wbtrace_hook_session, inode, WBTRACE_GIVEN_BACK,
					 folio_nr_pages(folio));
		if (!folio_test_dirty(folio) && !folio_test_writeback(folio))
			wbtrace_inode_count_fate(wbtrace_hook_session, inode, WBTRACE_REDIRTIED,
						 folio_nr_pages(folio));
	}
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_requeue - tracepoint writeback_sb_inodes_requeue
 * @data: the session
 * @inode: the flusher found another pass over it and went on
 *
 * Called under the wb's list_lock, so the inode stays with its wb.
 */
void wbtrace_probe_requeue(void *data, struct inode *inode)
{
	struct wbtrace_session *session = data;
	struct wbtrace_inode *row;
	struct wbtrace_wb *wbrow = NULL;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_REQUEUE);
	row = wbtrace_inode_get(session, inode);
	if (row)
		wbrow = wbtrace_inode_attach_wb(session, row, inode);
	else
		row = to_wbtrace_inode(wbtrace_table_evicted(&session->inodes));
	atomic_inc(&row->requeues);
	atomic64_inc(&wbtrace_wb_or_evicted(session, wbrow)->requeues);
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_foreign - tracepoint track_foreign_dirty
 * @data: the session
 * @folio: was just dirtied, and belongs to another memory cgroup than
 * @wb: the wb that its inode is attached to
 *
 * Called with the i_pages lock held.
 */
void wbtrace_probe_foreign(void *data, struct folio *folio, struct bdi_writeback *wb)
{
	struct inode *inode = inode_of(folio);

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_FOREIGN);
	if (inode)
		wbtrace_inode_count_fate(data, inode, WBTRACE_FOREIGN, folio_nr_pages(folio));
	preempt_enable_notrace();
}

static void __maybe_unused check_types(void)
{
	check_trace_callback_type_writeback_sb_inodes_requeue(wbtrace_probe_requeue);
	check_trace_callback_type_track_foreign_dirty(wbtrace_probe_foreign);
}
