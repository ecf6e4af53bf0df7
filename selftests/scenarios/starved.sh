# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: one of three writers makes no progress for seconds
# Source: none; its file is locked for some of them
# Kernels: all
# Subset: yes
# Right: starved, and since when.
# Wrong: shared evenly.
# Expect: a.json starved subject~writer.1 stall_ns=2000000000..9000000000

# Its file's lock is held for some seconds in the middle.
lock_one() {
	elapse 1.5
	build/selftests/hold_lock "$(echo /mnt-a/wbctl-run-*/writer-1)" 4000
}

scenario() {
	limits 8 24
	on ext4 "$medium" /mnt-a || return 1
	when_writing /mnt-a lock_one
	run a --dir /mnt-a --writers 3 --bs 64k --time 8 --fsync none
	cat /tmp/when.log
}
