# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A14 the same with a strict limit on the stick, which keeps the others free
# Source: utcc cks 2017, DietPi issue 3330, unix.SE 480399
# Kernels: 6.12 7.3 (a disk's strict_limit can be set since 6.2)
# Subset: no
# Right: the light writer is not throttled; the one on the stick is, by its strict limit.
# Wrong: that a strict limit changes nothing.
# Expect: a.json not-throttled subject~writer.0
# Absent: a.json device-bound throttled-global

scenario() {
	on ext4 "$slow" /mnt-a && on ext4 "$fast" /mnt-b || return 1
	limits 16 48
	echo 1 >"$(bdi_of /mnt-a)/strict_limit" && echo 8388608 >"$(bdi_of /mnt-a)/max_bytes" || return 1
	bulk /mnt-a
	elapse 2
	run a --dir /mnt-b --writers 1 --rate 640k --bs 64k --time 4 --fsync none --watch "${children[0]}"
}
