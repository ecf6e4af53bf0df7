# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: one writer on a fast disk
# Source: none; there must be nothing to find
# Kernels: all
# Subset: yes
# Right: not throttled; the CPU.
# Wrong: anything else.
# Only: a.json not-throttled cpu-bound deferred-io

scenario() {
	no_limits
	on ext4 "$fast" /mnt-a || return 1
	run a --dir /mnt-a --writers 1 --size 96m --bs 64k
}
