# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: three equal writers on a fast disk, far below the limits
# Source: none; a quiet run
# Kernels: all
# Subset: yes
# Right: not throttled, equal.
# Wrong: anything else.
# Expect: a.json not-throttled
# Only: a.json not-throttled equal

scenario() {
	no_limits
	on ext4 "$fast" /mnt-a || return 1
	run a --dir /mnt-a --writers 3 --size 24m --bs 64k
}
