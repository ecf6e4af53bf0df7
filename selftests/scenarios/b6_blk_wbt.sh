# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B6 the block layer's own writeback throttling
# Source: openzfs issue 12204: the flusher in wbt_wait
# Kernels: all
# Subset: yes
# Right: throttled by the block layer, apart from pauses; without the limit it is not.
# Wrong: throttled by the dirty limits.
# Expect: a.json block-layer-throttled
# Absent: a.json throttled-global throttled-wb
# Absent: b.json block-layer-throttled

scenario() {
	no_limits
	on ext2 "$slow" /mnt-a || return 1
	provoke_queue "$slow" nr_requests 4 && provoke_queue "$slow" wbt_lat_usec 75 || return 1
	run a --dir /mnt-a --writers 3 --time 4 --bs 1m --fsync each
	provoke_queue_end
	provoke_queue "$slow" wbt_lat_usec 0
	run b --dir /mnt-a --writers 3 --time 4 --bs 1m --fsync each
}
