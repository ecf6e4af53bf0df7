# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a disk whose share of the limit is one percent
# Source: none; max_ratio
# Kernels: all
# Subset: yes
# Right: the wb's own limit, not the global one.
# Wrong: the global limit.
# Expect: a.json throttled-wb subject~writer.0 wb_limit_ratio=0..0.05
# Absent: a.json throttled-global not-throttled

scenario() {
	limits 4 64
	on ext4 "$medium" /mnt-a || return 1
	echo 1 >"$(bdi_of /mnt-a)/max_ratio"
	run a --dir /mnt-a --writers 1 --size 120m --bs 64k --time 5 --fsync none
}
