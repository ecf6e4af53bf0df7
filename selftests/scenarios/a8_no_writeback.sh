# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A8 throttled while no writeback runs
# Source: kernel commit cece9dc61daa, March 2026: 1400 MiB/s became 2 MB/s
# Kernels: all
# Subset: yes
# Right: for each pause, whether its wb had writeback in progress; here mostly none, and its device is idle.
# Wrong: the device is slow.
# Expect: a.json throttled-without-writeback no_writeback_ratio=0.5..1
# Absent: a.json device-bound not-throttled

# The limit is used up by another device, and what the writer dirties is clean again at once.
scenario() {
	limits 8 24
	on ext4 "$slow" /mnt-a && on ext4 "$fast" /mnt-b || return 1
	bulk /mnt-a
	dirty_reaches 16 || return 1
	limits 2 6
	run a --dir /mnt-b --writers 1 --size 64m --bs 64k --time 5 --fsync none
}
