/* SPDX-License-Identifier: GPL-2.0-only */
/* A tracepoint in a module, under the name that a renamed probe looks for. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM tpmod

#if !defined(TPMOD_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define TPMOD_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(inode_switch_wbs__renamed,

	TP_PROTO(struct inode *inode, struct bdi_writeback *old_wb,
		 struct bdi_writeback *new_wb),

	TP_ARGS(inode, old_wb, new_wb),

	TP_STRUCT__entry(
		__field(void *, inode)
	),

	TP_fast_assign(
		__entry->inode = inode;
	),

	TP_printk("inode=%p", __entry->inode)
);

#endif /* TPMOD_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE tpmod-trace
#include <trace/define_trace.h>
