# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a cgroup over its memory.high, with nothing to reclaim
# Source: none; the class reclaim of the ledger
# Kernels: all
# Subset: yes
# Right: the time went into reclaim, not into throttling.
# Wrong: throttled.
# Expect: a.json reclaim-bound
# Absent: a.json throttled-memcg throttled-global

scenario() {
	no_limits
	on ext4 "$fast" /mnt-a && provoke_cgroup scn max $((16 << 20)) || return 1
	mkdir -p /mnt-t && mount -t tmpfs tmpfs /mnt-t || return 1
	others "$helper" write /mnt-t/file
	provoke_cgroup_move scn "${children[0]}"
	run a --dir /mnt-a --writers 1 --rate 640k --bs 64k --time 4 --fsync none --watch "${children[0]}"
}
