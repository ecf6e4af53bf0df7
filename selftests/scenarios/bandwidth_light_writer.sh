# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: the estimated bandwidth of a fast disk that is given little to write
# Source: linux-fsdevel, June 2021: the estimate follows what is written, not what the disk can
# Kernels: all
# Subset: yes
# Right: the estimate falls to a fraction of what the disk completes when it writes.
# Wrong: the disk is slow; the estimate shown as a measurement.
# Expect: a.json bandwidth-misestimated subject~wb
# Absent: a.json device-bound throttled-global

scenario() {
	# The flusher begins at once, with each MiB.
	limits 1 256
	on ext2 "$fast" /mnt-b || return 1
	run a --dir /mnt-b --writers 1 --bs 1m --rate 4m --time 24 --fsync none
}
