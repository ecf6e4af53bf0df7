# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A3 an ordinary disk under a strict limit of one percent
# Source: libfuse issue 279, 2018
# Kernels: 6.12 7.3 (a disk's strict_limit can be set since 6.2)
# Subset: no
# Right: the strict limit of this wb, while the global limit is nearly unused.
# Wrong: not throttled, since little is dirty.
# Expect: a.json throttled-strictlimit subject~writer.0
# Absent: a.json not-throttled throttled-global
# Figure: a.json writers.0.throttle.held_ratio=0.3..1

scenario() {
	limits 64 128
	on ext4 "$medium" /mnt-a || return 1
	echo 1 >"$(bdi_of /mnt-a)/strict_limit" && echo 1 >"$(bdi_of /mnt-a)/max_ratio" || return 1
	run a --dir /mnt-a --writers 1 --bs 64k --fsync none --time 5
}
