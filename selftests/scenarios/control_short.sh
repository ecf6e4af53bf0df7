# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a run of some milliseconds
# Source: none; too little to judge by
# Kernels: all
# Subset: no
# Right: nothing, or that it was not throttled.
# Wrong: a cause.
# Only: a.json not-throttled equal

scenario() {
	default_limits
	on ext4 "$fast" /mnt-a || return 1
	run a --dir /mnt-a --writers 2 --size 256k --bs 64k --fsync none
}
