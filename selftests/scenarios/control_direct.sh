# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: direct I/O, beside somebody who fills the limit
# Source: none; a negative control of throttled-global
# Kernels: all
# Subset: no
# Right: direct I/O dirties nothing and is not throttled.
# Wrong: throttled, since the limit is full.
# Absent: a.json throttled-global throttled-wb throttled-without-writeback unfair limit-collapsed

scenario() {
	limits 4 16
	on ext4 "$slow" /mnt-a && on ext4 "$medium" /mnt-b || return 1
	bulk /mnt-a
	dirty_reaches 12 || return 1
	run a --dir /mnt-b --writers 1 --bs 64k --direct --time 4
}
