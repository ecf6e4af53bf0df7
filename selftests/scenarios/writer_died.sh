# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a writer is killed in the middle
# Source: none
# Kernels: all
# Subset: yes
# Right: which one died, and of what.
# Wrong: an unfair run.
# Expect: a.json writer-died subject~writer.1
# Absent: a.json unfair starved

kill_one() {
	elapse 1
	kill -9 "$(writer_pid 1)"
}

scenario() {
	limits 8 24
	on ext4 "$medium" /mnt-a || return 1
	when_writing /mnt-a kill_one
	export may_be=1
	run a --dir /mnt-a --writers 3 --bs 64k --time 5 --fsync none
	cat /tmp/when.log
}
