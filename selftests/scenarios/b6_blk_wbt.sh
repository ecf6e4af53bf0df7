# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B6 the block layer's own writeback throttling
# Source: openzfs issue 12204: the flusher in wbt_wait
# Kernels: all
# Subset: yes
# Right: the flusher is held by the block layer, though nobody is throttled; without the limit it is not.
# Wrong: throttled by the dirty limits.
# Expect: a.json block-layer-throttled subject~wb
# Absent: b.json block-layer-throttled
# Figure: a.json wbs.0.flusher.ledger_ns.block_layer/duration_ns=0.2..1.1

# blk-wbt opens the queue for a flusher that somebody waits for in balance_dirty_pages(), so nobody may.
scenario() {
	limits 1 256
	on ext4 "$slow" /mnt-a || return 1
	provoke_queue "$slow" wbt_lat_usec 75 || return 1
	run a --dir /mnt-a --writers 1 --rate 8m --time 6 --bs 64k --fsync none
	provoke_queue_end
	provoke_queue "$slow" wbt_lat_usec 0
	run b --dir /mnt-a --writers 1 --rate 8m --time 6 --bs 64k --fsync none
}
