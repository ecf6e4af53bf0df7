# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: three equal writers on a throttled disk
# Source: none; the ordinary case
# Kernels: all
# Subset: yes
# Right: the global limit, and the device is the bottleneck; shared evenly.
# Wrong: unfair; another layer.
# Expect: a.json throttled-global
# Expect: a.json device-bound subject~device busy_ratio=0.8..1
# Only: a.json throttled-global device-bound equal deferred-io

scenario() {
	limits 8 24
	on xfs "$medium" /mnt-a || return 1
	run a --dir /mnt-a --writers 3 --bs 64k --time 8
}
