// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes of the page cache: folios dirtied, put under writeback and written.
 * They run once for each folio, so every instruction counts: a hash lookup by
 * address for the inode and by pid for the task, the wb cached in the inode's
 * row, and counters that their owner updates without a locked instruction.
 */

#include <linux/magic.h>
#include <linux/pagemap.h>

#include "compat/compat.h"
#include "hook.h"
#include "probes.h"
#include "session.h"

/* folio_nr_pages(), laid out for the small folio: it comes once for each page. */
static __always_inline unsigned long folio_pages(struct folio *folio)
{
	unsigned long pages = 1;

	if (unlikely(folio_test_large(folio)))
		pages = folio_nr_pages(folio);
	return pages;
}

/* Whether the row's cached wb is the one that the inode is attached to now. */
static __always_inline bool wb_is_known(struct wbtrace_inode *row, struct inode *inode)
{
	/* Pairs with the store in wbtrace_inode_attach_wb(). */
	return smp_load_acquire(&row->wb) == wbtrace_inode_wb_now(inode);
}

static __always_inline void count_known_wb(struct wbtrace_inode *row, enum wbtrace_stage stage,
					   unsigned long pages, unsigned long now)
{
	struct wbtrace_wb *wbrow = READ_ONCE(row->wbrow);

	this_cpu_add(wbrow->hot->pages[stage], pages);
	wbrow->row.last = now;
}

static void count_wb(struct wbtrace_session *session, struct wbtrace_inode *row,
		     struct inode *inode, enum wbtrace_stage stage, unsigned long pages)
{
	struct wbtrace_wb *wbrow;

	if (wb_is_known(row, inode)) {
		count_known_wb(row, stage, pages, jiffies);
		return;
	}
	wbrow = wbtrace_inode_attach_wb(session, row, inode);
	/* Only a first dirtying comes before inode_attach_wb(). */
	if (!wbrow && !wbtrace_inode_wb_now(inode) && stage == WBTRACE_DIRTIED)
		local64_add(pages, &row->unattached_pages);
	else
		wbtrace_wb_count(session, wbrow, stage, pages);
}

/* The inode has no row and finds no room for one. */
static void count_without_row(struct wbtrace_session *session, struct inode *inode,
			      enum wbtrace_stage stage, unsigned long pages)
{
	struct bdi_writeback *wb = wbtrace_inode_wb_now(inode) ?: &inode_to_bdi(inode)->wb;

	wbtrace_inode_overflow(session, inode, stage, pages);
	wbtrace_wb_count(session, wbtrace_wb_get(session, wb), stage, pages);
}

static __always_inline void count_task(struct wbtrace_task *task,
				       const struct wbtrace_inode *row,
				       unsigned long pages, unsigned long now)
{
	local64_add(pages, &task->dirtied_pages);
	task->row.last = now;
	/* The mask spares the bounds check that some kernels compile in. */
	task->last_inode[row->other & 1] = row->row.tag;
}

static __always_inline void count_dirtied(struct wbtrace_inode *row, unsigned long pages,
					  unsigned long now)
{
	local64_add(pages, &row->dirtied_pages);
	local64_inc(&row->dirtied_folios);
	row->row.last = now;
}

/* Another task than before dirties the inode; it has no row when @task is NULL. */
static void note_dirtier(struct wbtrace_inode *row, const struct wbtrace_task *task)
{
	u64 tag = task ? task->row.tag : 0;

	if (row->dirtiers.tag[0] != tag)
		wbtrace_dirtiers_switch(&row->dirtiers, tag, local64_read(&row->dirtied_pages));
}

/* A row is missing, the wb or the dirtier changed. Kept apart, so that the fast way is short. */
static noinline void dirty_folio_slow(struct wbtrace_session *session, struct inode *inode,
				      unsigned long pages)
{
	struct wbtrace_inode *row;
	struct wbtrace_task *task;

	if (!wbtrace_inode_counts(inode))
		return;
	row = wbtrace_inode_get(session, inode);
	task = wbtrace_task_get(session);
	if (!task)
		wbtrace_task_overflow(session, pages);
	else if (row)
		count_task(task, row, pages, jiffies);
	else
		local64_add(pages, &task->dirtied_pages);
	if (row) {
		note_dirtier(row, task);
		count_dirtied(row, pages, jiffies);
		count_wb(session, row, inode, WBTRACE_DIRTIED, pages);
	} else {
		count_without_row(session, inode, WBTRACE_DIRTIED, pages);
	}
}

/**
 * wbtrace_probe_dirty_folio - tracepoint writeback_dirty_folio
 * @data: the session
 * @folio: becomes dirty
 * @mapping: its mapping
 *
 * Called with the i_pages lock held and interrupts off, which serializes the
 * updates of the inode's counters.
 */
void wbtrace_probe_dirty_folio(void *data, struct folio *folio, struct address_space *mapping)
{
	struct wbtrace_session *session = data;
	unsigned long pages = folio_pages(folio);
	struct inode *inode = mapping->host;
	struct wbtrace_inode *row;
	struct wbtrace_task *task;
	unsigned long now;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_DIRTY_FOLIO);
	row = wbtrace_inode_find(session, inode);
	if (unlikely(!row || !wb_is_known(row, inode)))
		goto slow;
	task = wbtrace_task_find(session, current);
	if (unlikely(!task || row->dirtiers.tag[0] != task->row.tag))
		goto slow;
	now = jiffies;
	count_task(task, row, pages, now);
	count_dirtied(row, pages, now);
	count_known_wb(row, WBTRACE_DIRTIED, pages, now);
	preempt_enable_notrace();
	return;
slow:
	dirty_folio_slow(session, inode, pages);
	preempt_enable_notrace();
}

/*
 * The inode of a folio whose writeback starts or ends. It cannot go away: the
 * folio is locked at the start, and truncation waits for the end. Swap has no
 * inode.
 */
static __always_inline struct inode *writeback_inode(struct folio *folio)
{
	struct address_space *mapping = folio->mapping;

	if (!mapping || folio_test_anon(folio))
		return NULL;
	return mapping->host;
}

static __always_inline void count_stage(struct wbtrace_inode *row, enum wbtrace_stage stage,
					unsigned long pages)
{
	atomic64_add(pages, stage == WBTRACE_WRITTEN ? &row->written_pages :
						       &row->write_started_pages);
}

static noinline void writeback_slow(struct wbtrace_session *session, struct inode *inode,
				    enum wbtrace_stage stage, unsigned long pages)
{
	struct wbtrace_inode *row;

	if (!wbtrace_inode_counts(inode))
		return;
	row = wbtrace_inode_get(session, inode);
	if (row) {
		count_stage(row, stage, pages);
		count_wb(session, row, inode, stage, pages);
	} else {
		count_without_row(session, inode, stage, pages);
	}
}

static __always_inline void count_writeback(struct folio *folio, struct inode *inode,
					    enum wbtrace_stage stage)
{
	struct wbtrace_session *session = wbtrace_hook_session;
	struct wbtrace_inode *row = wbtrace_inode_find(session, inode);
	unsigned long pages = folio_pages(folio);

	if (likely(row && wb_is_known(row, inode))) {
		count_stage(row, stage, pages);
		count_known_wb(row, stage, pages, jiffies);
	} else {
		writeback_slow(session, inode, stage, pages);
	}
}

/*
 * ext4 of later kernels gives a folio back first, when it is to write only some of
 * its blocks. That it is written after all has two entries, of which one is enough.
 * btrfs of 7.x puts folios under writeback like this that it cleans only then.
 */
static noinline void take_back_redirtied(struct folio *folio, struct inode *inode)
{
	if (inode->i_sb->s_magic != EXT4_SUPER_MAGIC)
		return;
	wbtrace_inode_count_fate(wbtrace_hook_session, inode, WBTRACE_REDIRTIED,
				 -(u64)folio_nr_pages(folio));
}

/**
 * wbtrace_probe_start_writeback - entry of __folio_start_writeback()
 * @ip: not used
 * @parent_ip: not used
 * @ops: not used
 * @fregs: the function's arguments: a locked folio, and whether it stays tagged
 *	to be written
 */
void wbtrace_probe_start_writeback(unsigned long ip, unsigned long parent_ip,
				   struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct folio *folio = (struct folio *)wbtrace_ftrace_arg0(fregs);
	struct inode *inode = writeback_inode(folio);

	/* 6.1 lets the caller find out that it was under writeback already. */
	if (!inode || folio_test_writeback(folio))
		return;
	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_START_WRITEBACK);
	count_writeback(folio, inode, WBTRACE_WRITE_STARTED);
	if (unlikely((u8)wbtrace_ftrace_arg(fregs, 1)) && folio_test_dirty(folio) &&
	    test_bit(WBTRACE_HOOK_REDIRTIED, &wbtrace_hook_session->measured))
		take_back_redirtied(folio, inode);
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_end_writeback - entry of __folio_end_writeback()
 * @ip: not used
 * @parent_ip: not used
 * @ops: not used
 * @fregs: the function's argument: a folio under writeback
 *
 * Also called from bio completion, in interrupts.
 */
void wbtrace_probe_end_writeback(unsigned long ip, unsigned long parent_ip,
				 struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct folio *folio = (struct folio *)wbtrace_ftrace_arg0(fregs);
	struct inode *inode = writeback_inode(folio);

	if (!inode)
		return;
	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_END_WRITEBACK);
	count_writeback(folio, inode, WBTRACE_WRITTEN);
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_clear_inode - entry of clear_inode()
 * @ip: not used
 * @parent_ip: not used
 * @ops: not used
 * @fregs: the function's argument: the inode
 */
void wbtrace_probe_clear_inode(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct inode *inode = (struct inode *)wbtrace_ftrace_arg0(fregs);

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_CLEAR_INODE);
	wbtrace_inode_gone(wbtrace_hook_session, inode);
	preempt_enable_notrace();
}

/**
 * wbtrace_probe_inode_switch_wbs - tracepoint inode_switch_wbs
 * @data: the session
 * @inode: moves
 * @old_wb: from here
 * @new_wb: to here
 *
 * The cached wb is forgotten, so that a later wb at the same address is not
 * taken for it.
 */
void wbtrace_probe_inode_switch_wbs(void *data, struct inode *inode,
				    struct bdi_writeback *old_wb, struct bdi_writeback *new_wb)
{
	struct wbtrace_inode *row;

	preempt_disable_notrace();
	wbtrace_hook_hit(WBTRACE_HOOK_INODE_SWITCH_WBS);
	row = wbtrace_inode_find(data, inode);
	if (row) {
		WRITE_ONCE(row->wb, WBTRACE_WB_UNKNOWN);
		atomic_inc(&row->switches);
	}
	preempt_enable_notrace();
}

/* The compiler checks each probe against this kernel's own headers. */
static void __maybe_unused check_types(void)
{
	check_trace_callback_type_writeback_dirty_folio(wbtrace_probe_dirty_folio);
	check_trace_callback_type_inode_switch_wbs(wbtrace_probe_inode_switch_wbs);
}
