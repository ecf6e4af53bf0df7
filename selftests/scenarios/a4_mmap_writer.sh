# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A4 a writer through a mapping, under a strict limit
# Source: libfuse issue 316 and gocryptfs issue 11: 10 MB take minutes, 85 ms for each page fault
# Kernels: 6.1 6.12 (7.3 faults in whole folios, and now and then all of it is dirty before anybody is held)
# Subset: no
# Right: the pauses are the faulting task's, which makes no write(2) call; its bytes come from page dirtying.
# Wrong: a task that does not write is not throttled.
# Expect: a.json throttled-strictlimit
# Absent: a.json not-throttled throttled-global
# Figure: a.json program.dirtied_bytes=12582912..12845056
# Figure: a.json writers.0.throttle.held_ratio=0.05..1

scenario() {
	limits 64 128
	on ext4 "$fast" /mnt-back && provoke_fuse /mnt-fuse /mnt-back writeback,write_ms=20 || return 1
	run a --dir /mnt-fuse --time 10 -- "$load" mmap /mnt-fuse/file $((12 << 20))
}
