# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A6 short bursts through a mapping, and the kernel's estimate of the bandwidth
# Source: linux-fsdevel, June 2021: the estimate falls to 0
# Kernels: all
# Subset: no
# Right: the kernel's estimate beside the measured completion rate, as series. Since 5.15 such bursts do not drive it
# Right: to 0 any more: within a factor of three.
# Wrong: the estimate shown as a measurement; or misestimated on a kernel that estimates well.
# Absent: a.json bandwidth-misestimated throttled-global throttled-wb
# Figure: a.json wbs.0.write_bandwidth_kernel_bytes_per_s/wbs.0.write_bandwidth_now_bytes_per_s=0.33..3

scenario() {
	echo $((256 << 10)) >/proc/sys/vm/dirty_background_bytes
	echo $((8 << 20)) >/proc/sys/vm/dirty_bytes
	on ext4 "$slow" /mnt-a || return 1
	run a --dir /mnt-a --time 14 -- "$load" mmap /mnt-a/file $((512 << 10)) 18 720
}
