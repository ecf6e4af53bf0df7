# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A7 the limit of a wb that was idle: a few short pauses, then none
# Source: linux-mm, November 2024: five pauses of 4 ms
# Kernels: all
# Subset: no
# Right: short pauses are counted one by one. A sampler of one second would see nothing.
# Wrong: not throttled at all.
# Figure: a.json writers.0.throttle.slept_count=1..200
# Figure: a.json writers.0.throttle.max_ns=100000..250000000

scenario() {
	limits 16 64
	on ext4 "$fast" /mnt-back && on ext4 "$spare" /mnt-b && provoke_fuse /mnt-fuse /mnt-back writeback,write_ms=1 || return 1
	# Others complete all that is written, so that the share of this one decays.
	dd if=/dev/zero of=/mnt-b/other bs=1M count=48 conv=fsync 2>/dev/null
	elapse 2
	run a --dir /mnt-fuse --writers 1 --size 2m --bs 4k --fsync none --time 4
}
