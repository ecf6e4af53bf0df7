# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A8 throttled while no writeback runs
# Source: kernel commit cece9dc61daa, March 2026: 1400 MiB/s became 2 MB/s
# Kernels: all
# Subset: yes
# Right: for each pause, whether its wb had writeback in progress; here mostly none, and the device is idle.
# Wrong: the device is slow.
# Expect: a.json throttled-without-writeback no_writeback_ratio=0.5..1
# Absent: a.json device-bound not-throttled

# The flusher gets no CPU: the one that it is kept on is taken.
scenario() {
	local wq=/sys/bus/workqueue/devices/writeback
	limits 2 8
	on ext2 "$fast" /mnt-a || return 1
	echo 2 >$wq/cpumask && echo 19 >$wq/nice || return 1
	echo -1 >/proc/sys/kernel/sched_rt_runtime_us
	others chrt -f 50 taskset -c 1 "$load" spin
	others_end /mnt-a 3
	run a --dir /mnt-a --writers 1 --size 24m --bs 64k --time 5 --fsync none
	echo 3 >$wq/cpumask
	echo 0 >$wq/nice
}
