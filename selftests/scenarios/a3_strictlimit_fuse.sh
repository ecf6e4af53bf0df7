# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A3 a FUSE mount under its strict limit, with next to nothing dirty in the machine
# Source: libfuse issue 279, 2018: 34 ms of pause for each page
# Kernels: all
# Subset: yes
# Right: the strict limit of this wb; the global limit is nearly unused, the device below is idle.
# Wrong: not throttled, since little is dirty.
# Expect: a.json throttled-strictlimit subject~writer.0
# Absent: a.json not-throttled throttled-global
# Figure: a.json writers.0.throttle.held_ratio=0.3..1

scenario() {
	limits 64 128
	on ext4 "$fast" /mnt-back && provoke_fuse /mnt-fuse /mnt-back writeback,write_ms=10 || return 1
	run a --dir /mnt-fuse --writers 1 --size 6m --bs 64k --fsync none --time 8
}
