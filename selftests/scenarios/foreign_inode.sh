# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a file that belongs to one cgroup's wb and is dirtied from another
# Source: none; foreign dirtying
# Kernels: all
# Subset: yes
# Right: the inode, and how much of it was dirtied by another cgroup's tasks.
# Wrong: nothing.
# Expect: a.json foreign-inode foreign_ratio=0.3..1

scenario() {
	limits 8 24
	on ext4 "$medium" /mnt-a && provoke_cgroup owner max && provoke_cgroup guest max || return 1
	provoke_cgroup_run owner dd if=/dev/zero of=/mnt-a/file bs=64k count=64 2>/dev/null
	# shellcheck disable=SC2016
	run a --dir /mnt-a --time 6 -- bash -c 'echo $$ >/sys/fs/cgroup/guest/cgroup.procs; exec dd if=/dev/zero of=/mnt-a/file bs=64k conv=notrunc count=1600'
}
