# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A1 light dirtier beside a heavy one on another device
# Source: LKML, December 2010: an NFS root beside a local dd
# Kernels: all
# Subset: no
# Right: the light one is paused since its wb's share of the limit is small and the heavy one's wb holds the
# Right: dirty pages; its own device is idle.
# Wrong: the light one's device is slow.
# Expect: a.json throttled-wb|throttled-global|limit-collapsed subject~writer.0
# Absent: a.json device-bound subject~writer.0
# Figure: a.json writers.0.throttle.held_ratio=0.05..1

scenario() {
	limits 8 32
	on ext4 "$slow" /mnt-a && on ext4 "$fast" /mnt-b || return 1
	bulk /mnt-a
	dirty_reaches 26 || return 1
	run a --dir /mnt-b --writers 1 --rate 640k --bs 64k --time 6 --fsync none --watch "${children[0]}"
}
