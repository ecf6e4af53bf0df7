# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A10 a container with io.max, and its neighbour's fsync
# Source: moby issue 39737; cloud-kernel issue 2
# Kernels: all
# Subset: no
# Right: three rates for the writer inside (dirtied, written back, taken by the device); the neighbour waits in
# Right: fsync behind the other's backlog.
# Wrong: the disk is slow.
# Right: On 6.12 its fsync passes the other's data, and what holds it is the limit, full of the other's pages.
# Expect: a.json fsync-behind-backlog|journal-bound|throttled-global subject~writer.0
# Figure: a.json writers.0.throttle.held_ns/writers.0.wall_ns=0..0.5
# Figure: b.json writers.0.dirtied_bytes=12000000..50000000

in_container() {
	# shellcheck disable=SC2016
	echo "$(stat -c '%Hd:%Ld' /mnt-a) wbps=5242880" >/sys/fs/cgroup/scn/io.max
}

scenario() {
	limits 4 16
	on ext4 "$fast" /mnt-a && provoke_cgroup scn max && in_container || return 1
	# shellcheck disable=SC2016
	others bash -c 'echo $$ >/sys/fs/cgroup/scn/cgroup.procs; exec dd if=/dev/zero of=/mnt-a/bulk bs=1M'
	dirty_reaches 8 || return 1
	others_end /mnt-a 5
	run a --dir /mnt-a --writers 1 --bs 4k --fsync each --time 5 --rate 400k --watch "${children[0]}"
	stop_children
	rm -f /mnt-a/bulk
	run b --dir /mnt-a --time 4 -- bash -c 'echo $$ >/sys/fs/cgroup/scn/cgroup.procs; exec dd if=/dev/zero of=/mnt-a/file bs=1M'
}
