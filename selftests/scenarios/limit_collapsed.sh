# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: the limit of a wb falls when another device begins to complete far more
# Source: none; a wb's share of the limit follows its part in what is completed
# Kernels: all
# Subset: yes
# Right: this wb's limit fell within the run, and the pauses with it.
# Wrong: the disk became slower.
# Expect: a.json limit-collapsed subject~wb
# Absent: a.json not-throttled

scenario() {
	limits 4 16
	on ext4 "$slow" /mnt-a && on ext2 "$fast" /mnt-b || return 1
	when_writing /mnt-a later
	run a --dir /mnt-a --writers 1 --bs 64k --time 10 --fsync none
}

# The same blocks over and over: the disk is small.
later() {
	elapse 3
	while :; do
		dd if=/dev/zero of=/mnt-b/file bs=1M count=64 conv=notrunc,fsync 2>/dev/null
	done
}
