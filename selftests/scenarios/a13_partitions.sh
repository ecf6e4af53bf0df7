# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A13 several partitions of one disk, two writers on each
# Source: LKML, September 2009: 24 partitions and 8 jobs, 460 to 400 MB/s from chunks of 8 pages
# Kernels: all
# Subset: no
# Right: each wb's share, pages for each pause, request size; the wbs' rates add up to the aggregate.
# Wrong: one figure for all of them; one wb to blame.
# Expect: a.json throttled-global|throttled-wb|device-bound
# Absent: a.json starved not-throttled
# Figure: a.json sum(wbs.*.written_bytes)/sum(device.by_dev.*.during_bytes)=0.3..1.1
# Figure: a.json count(wbs.*.of_writers)=4..4

# part NAME N DIR: a quarter of the disk.
part() {
	local quarter=$(($(blockdev --getsz "$slow") / 4))
	dmsetup create "$1" --table "0 $quarter linear $slow $(($2 * quarter))" &&
		provoke_fs ext4 "/dev/mapper/$1" "$3"
}

scenario() {
	local n dirs=()
	limits 4 12
	for n in 0 1 2 3; do
		part "scnpart$n" $n "/mnt-p$n" || return 1
		dirs+=(--dir "/mnt-p$n")
	done
	run a "${dirs[@]}" --writers 8 --bs 64k --time 6 --fsync none
}
