# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B1 write slower than rewrite: the allocator, not the limits
# Source: LKML, November 2007: iozone on 2.6.24-rc1
# Kernels: all
# Subset: yes
# Right: allocation in write only; pauses in neither.
# Wrong: the dirty limits.
# Expect: a.json allocation-bound subject~writer.0
# Absent: b.json allocation-bound
# Absent: a.json throttled-global throttled-wb
# Absent: b.json throttled-global throttled-wb
# Figure: a.json writers.0.throttle.held_ratio=0..0.02
# Figure: b.json writers.0.throttle.held_ratio=0..0.02

scenario() {
	no_limits
	on ext2 "$fast" /mnt-a -b 1024 || return 1
	run a --dir /mnt-a --writers 1 --size 32m --bs 64k --fsync none
	run b --dir /mnt-a --writers 1 --size 32m --bs 64k --fsync none --rewrite
}
