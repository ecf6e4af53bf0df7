# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: the estimated bandwidth of a fast disk whose writer gets little of the limit
# Source: linux-fsdevel, June 2021: estimates near 0 after bursts; here the flow is small for another reason
# Kernels: all
# Subset: yes
# Right: the estimate is the flow that the limit allowed, a fraction of what the disk completes when it writes.
# Wrong: the disk is slow; the estimate shown as a measurement.
# Expect: a.json bandwidth-misestimated subject~wb
# Absent: a.json device-bound

scenario() {
	limits 4 16
	on ext4 "$slow" /mnt-a && on ext2 "$fast" /mnt-b || return 1
	bulk /mnt-a
	dirty_reaches 12 || return 1
	others_end /mnt-b 8
	run a --dir /mnt-b --writers 1 --bs 64k --time 8 --fsync none
}
