# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: two writers on disks of different speed
# Source: none; a negative control of unfair
# Kernels: all
# Subset: yes
# Right: each has what its device gives.
# Wrong: unfair.
# Absent: a.json unfair starved writer-died allocation-bound journal-bound

scenario() {
	limits 8 24
	on ext4 "$medium" /mnt-a && on ext4 "$slow" /mnt-b || return 1
	run a --dir /mnt-a --dir /mnt-b --writers 2 --bs 64k --time 6 --fsync none
}
