# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B2 files that grow side by side
# Source: linux-f2fs-devel, October 2025: 17 extents alone, 166,593 together
# Kernels: all
# Subset: yes
# Right: extents of each file and whose blocks lie between; one file alone has few.
# Wrong: a slow device.
# Expect: b.json allocation-interleaved interleaved_ratio=0.2..1
# Absent: a.json allocation-interleaved
# Absent: b.json throttled-global throttled-wb
# Figure: a.json inodes.0.extents=1..20
# Figure: b.json inodes.0.extents=8..100000

# Without preallocation each flushed append takes the next free blocks.
scenario() {
	no_limits
	on xfs "$fast" /mnt-a && umount /mnt-a && mount -o noatime,allocsize=4k /dev/mapper/scn1 /mnt-a || return 1
	run a --dir /mnt-a --shape grow --writers 1 --size 768k --fsync each
	run b --dir /mnt-a --shape grow --writers 8 --size 768k --fsync each
}
