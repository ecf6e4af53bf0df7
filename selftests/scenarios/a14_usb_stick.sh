# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A14 a slow stick beside a light writer on a fast disk
# Source: utcc cks 2017, DietPi issue 3330, unix.SE 480399
# Kernels: all
# Subset: no
# Right: the collateral damage in figures, whichever way it is: with the default limits (a) and small ones (b).
# Wrong: that the stick always throttles the others, or never does.
# Absent: a.json device-bound
# Absent: b.json device-bound
# Figure: a.json writers.0.throttle.held_ratio=0..1
# Figure: b.json writers.0.throttle.held_ratio=0..1

scenario() {
	on ext4 "$slow" /mnt-a && on ext4 "$fast" /mnt-b || return 1
	default_limits
	bulk /mnt-a
	elapse 3
	run a --dir /mnt-b --writers 1 --rate 640k --bs 64k --time 4 --fsync none
	limits 4 16
	run b --dir /mnt-b --writers 1 --rate 640k --bs 64k --time 4 --fsync none
}
