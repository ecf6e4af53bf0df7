# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B5 XFS preallocation that looks like lost space
# Source: serverfault 406069: 29G used, 21G apparent
# Kernels: all
# Subset: no
# Right: how much is allocated beyond the end of the file, apart from extents and from bytes written.
# Wrong: fragmentation.
# Expect: a.json preallocated
# Absent: a.json allocation-interleaved throttled-global throttled-wb
# Figure: a.json sum(inodes.*.preallocated_bytes)=1048576..1000000000

scenario() {
	no_limits
	on xfs "$fast" /mnt-a || return 1
	# Flushed on the way, so that blocks are allocated while it grows.
	echo 20 >/proc/sys/vm/dirty_writeback_centisecs
	echo 20 >/proc/sys/vm/dirty_expire_centisecs
	run a --dir /mnt-a --writers 1 --shape grow --size 9m --rate 3m --fsync none --time 4
	run b --dir /mnt-a --time 6 -- "$load" append /mnt-a/log 65536 120 20
	stat -c '%s bytes, %b blocks of %B' /mnt-a/log
}
