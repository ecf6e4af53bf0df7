# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a writer waits for the lock of its file, which somebody else holds
# Source: none; the class lock of the ledger
# Kernels: all
# Subset: yes
# Right: a lock.
# Wrong: throttled.
# Expect: a.json lock-bound
# Absent: a.json throttled-global throttled-wb device-bound

scenario() {
	no_limits
	on ext4 "$fast" /mnt-a || return 1
	others build/selftests/hold_lock /mnt-a/file 7000
	wait_for 10 test -e /mnt-a/file || return 1
	run a --dir /mnt-a --time 12 -- dd if=/dev/zero of=/mnt-a/file bs=64k count=64 conv=notrunc
}
