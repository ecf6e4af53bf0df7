# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a FUSE daemon that takes its time over each write
# Source: none; the class network of the ledger
# Kernels: all
# Subset: yes
# Right: the server, not the limits.
# Wrong: throttled.
# Expect: a.json server-bound
# Absent: a.json throttled-strictlimit throttled-global throttled-wb device-bound

scenario() {
	no_limits
	on ext4 "$fast" /mnt-back && provoke_fuse /mnt-fuse /mnt-back write_ms=20 || return 1
	run a --dir /mnt-fuse --writers 1 --size 4m --bs 64k --fsync none
}
