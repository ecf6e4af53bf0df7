# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: all data through a small journal
# Source: none; the class journal of the ledger
# Kernels: all
# Subset: no
# Right: bound by the journal.
# Wrong: throttled by the limits.
# Expect: a.json journal-bound subject~writer

scenario() {
	no_limits
	on ext4 "$medium" /mnt-a || return 1
	umount /mnt-a && mount -o noatime,data=journal /dev/mapper/scn1 /mnt-a || return 1
	run a --dir /mnt-a --writers 2 --size 16m --rewrite --fsync none
}
