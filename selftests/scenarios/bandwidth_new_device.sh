# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: the estimate of a new device's bandwidth, which starts at 100 MB/s
# Source: linux-fsdevel, June 2021; the start value shown as a measurement by tools that read it from debugfs
# Kernels: all
# Subset: yes
# Right: the estimate is more than twice what the device completes, for many seconds.
# Wrong: the estimate shown as a measurement.
# Expect: a.json bandwidth-misestimated subject~wb bandwidth_measured_bytes_per_s=1000000..9000000

scenario() {
	limits 8 24
	on ext4 "$slow" /mnt-a || return 1
	run a --dir /mnt-a --writers 1 --bs 64k --time 8 --fsync none
}
