# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: the dirty limit falls in the middle of a run
# Source: none; as it does when memory gets short, since it is a share of what can be dirtied
# Kernels: all
# Subset: yes
# Right: the limit fell, and the throttling came with that.
# Wrong: the disk became slower.
# Expect: a.json limit-collapsed subject~run
# Absent: a.json not-throttled

scenario() {
	limits 32 96
	on ext4 "$medium" /mnt-a || return 1
	when_writing /mnt-a less
	run a --dir /mnt-a --writers 1 --rate 16m --bs 64k --time 8 --fsync none
}

less() {
	elapse 3
	limits 1 4
}
