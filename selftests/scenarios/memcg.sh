# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a memory cgroup's own dirty limit
# Source: none; memory.high
# Kernels: all
# Subset: yes
# Right: the cgroup's limit, not the global one.
# Wrong: the global limit.
# Expect: a.json throttled-memcg
# Absent: a.json throttled-global not-throttled

# Since 6.5 a cgroup's counters lag by up to 2 s: it has to write for longer than that.
scenario() {
	limits 64 200
	on ext4 "$slow" /mnt-a && provoke_cgroup scn max $((48 << 20)) || return 1
	# shellcheck disable=SC2016
	run a --dir /mnt-a --time 7 -- bash -c 'echo $$ >/sys/fs/cgroup/scn/cgroup.procs; exec dd if=/dev/zero of=/mnt-a/file bs=64k count=3500'
}
