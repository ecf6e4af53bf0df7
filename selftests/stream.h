/* SPDX-License-Identifier: GPL-2.0-only */
/* The raw tracefs stream of balance_dirty_pages, which L4 compares with. */
#ifndef SELFTESTS_STREAM_H
#define SELFTESTS_STREAM_H

#include "support.h"

/* What tracefs says of one task, or of all with pid 0. */
struct stream {
	pid_t pid;
	__u64 count;
	__u64 requested_ns;
	__u64 requested_max_ns;
	__u64 no_pause;
	__u64 dirtied_bytes;
};

void trace_start(void);
void trace_stop(void);
void trace_read(struct stream *streams, int n);
void trace_remove(void);

#endif
