# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: three writers that should be equal, one of which gets far less
# Source: none; one is stopped again and again for less than half a second
# Kernels: all
# Subset: yes
# Right: unfair, and who is slow.
# Wrong: shared evenly.
# Expect: a.json unfair
# Absent: a.json equal

slow_down() {
	local pid
	pid=$(writer_pid 1)
	while kill -STOP "$pid"; do
		elapse 0.45
		kill -CONT "$pid"
		elapse 0.02
	done
}

scenario() {
	limits 8 24
	on ext4 "$medium" /mnt-a || return 1
	when_writing /mnt-a slow_down
	run a --dir /mnt-a --writers 3 --bs 64k --time 8 --fsync none
}
