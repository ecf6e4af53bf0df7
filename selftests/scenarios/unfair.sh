# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: three writers that should be equal, one of which gets far less
# Source: none; cgroup io.max on one of them
# Kernels: all
# Subset: yes
# Right: unfair, and who is slow.
# Wrong: shared evenly.
# Expect: a.json unfair|starved

move_one() {
	provoke_cgroup_move scn "$(writer_pid 1)"
}

scenario() {
	limits 8 24
	on ext4 "$medium" /mnt-a && provoke_cgroup scn max || return 1
	echo "$(stat -c '%Hd:%Ld' /mnt-a) wbps=1048576" >/sys/fs/cgroup/scn/io.max || return 1
	when_writing /mnt-a move_one
	run a --dir /mnt-a --writers 3 --bs 64k --time 8 --fsync none
	cat /tmp/when.log
}
