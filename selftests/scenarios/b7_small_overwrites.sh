# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B7 small overwrites without dirty pressure: the CPU
# Source: LKML, June 2026: 3.5 to 7.7 times slower from 6.12 to 6.18
# Kernels: all
# Subset: yes
# Right: not throttled; the time went on the CPU.
# Wrong: writeback.
# Expect: a.json not-throttled
# Expect: a.json cpu-bound subject~writer.0
# Absent: a.json throttled-global throttled-wb device-bound allocation-bound

scenario() {
	no_limits
	on ext4 "$fast" /mnt-a || return 1
	run a --dir /mnt-a --writers 1 --size 160m --bs 128 --rewrite --fsync none
}
