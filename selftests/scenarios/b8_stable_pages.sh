# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B8 looks like throttling and is not: pages that must be stable while they are written
# Source: bdi_has_stable_pages, and queueing in dm
# Kernels: all
# Subset: yes
# Right: blocked on pages under writeback (a), or for a request of a short queue (b), and no time in balance_dirty_pages.
# Wrong: throttled.
# Expect: a.json page-writeback-wait
# Expect: b.json block-layer-throttled|device-bound|device-scattered
# Absent: a.json throttled-global throttled-wb throttled-strictlimit
# Absent: b.json throttled-global throttled-wb throttled-strictlimit
# Figure: a.json writers.0.throttle.held_ratio=0..0.02
# Figure: b.json writers.0.throttle.held_ratio=0..0.02

scenario() {
	no_limits
	on ext4 "$fast" /mnt-b && on ext4 "$medium" /mnt-c && provoke_dm scndelay "$spare" 100 &&
		provoke_queue /dev/mapper/scndelay stable_writes 1 &&
		provoke_fs ext4 /dev/mapper/scndelay /mnt-a || return 1
	run a --dir /mnt-a --time 4 -- "$helper" rewrite /mnt-a/file
	provoke_queue "$medium" nr_requests 4 || return 1
	run b --dir /mnt-c --writers 4 --time 3 --bs 64k --direct
}
