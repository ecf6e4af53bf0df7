# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a file system in a file on another one: the pages are dirty twice
# Source: none; a loop device on a slow disk
# Kernels: all
# Subset: yes
# Right: throttled twice, above and below, and which device is at the bottom.
# Wrong: the loop device is slow.
# Expect: a.json double-throttled

scenario() {
	local dev
	limits 4 16
	modprobe loop && on ext4 "$slow" /mnt-back && truncate -s 200M /mnt-back/image || return 1
	dev=$(losetup -f --show /mnt-back/image) && provoke_fs ext4 "$dev" /mnt-a || return 1
	run a --dir /mnt-a --writers 1 --bs 64k --size 60m --time 8 --fsync none
}
