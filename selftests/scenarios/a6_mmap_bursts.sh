# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A6 short bursts through a mapping, and the kernel's estimate of the bandwidth
# Source: linux-fsdevel, June 2021: the estimate falls to 0
# Kernels: all
# Subset: yes
# Right: the kernel's estimate beside the measured completion rate. A new device's estimate starts at 100 MB/s
# Right: and a burst is too short to correct it.
# Wrong: the estimate shown as a measurement.
# Expect: a.json bandwidth-misestimated subject~wb bandwidth_kernel_bytes_per_s=12000000..200000000 bandwidth_measured_bytes_per_s=1000000..8000000
# Figure: a.json wbs.0.write_bandwidth_kernel_bytes_per_s=12000000..200000000

scenario() {
	echo $((256 << 10)) >/proc/sys/vm/dirty_background_bytes
	echo $((8 << 20)) >/proc/sys/vm/dirty_bytes
	on ext4 "$slow" /mnt-a || return 1
	run a --dir /mnt-a --time 14 -- "$load" mmap /mnt-a/file $((512 << 10)) 18 720
}
