# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B6 the block layer's own writeback throttling
# Source: openzfs issue 12204: the flusher in wbt_wait
# Kernels: all
# Subset: yes
# Right: the flusher is held by the block layer, which the pauses follow from; without the limit it is not.
# Wrong: throttled by the dirty limits.
# Expect: a.json block-layer-throttled subject~wb
# Absent: b.json block-layer-throttled
# Figure: a.json wbs.0.flusher.ledger_ns.block_layer/duration_ns=0.2..1.1

# blk-wbt narrows the queue of writes when reads take longer than they should.
reads() {
	others bash -c "while :; do dd if=$medium of=/dev/null bs=16k count=4000 iflag=direct 2>/dev/null; done"
}

scenario() {
	limits 8 24
	on ext4 "$medium" /mnt-a || return 1
	provoke_queue "$medium" wbt_lat_usec 75 || return 1
	reads
	run a --dir /mnt-a --writers 1 --time 6 --bs 64k --fsync none
	provoke_queue_end
	provoke_queue "$medium" wbt_lat_usec 0
	run b --dir /mnt-a --writers 1 --time 6 --bs 64k --fsync none
}
