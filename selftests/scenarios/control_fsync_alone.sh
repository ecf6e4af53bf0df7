# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: a loop of fsync with nobody beside it
# Source: none; a negative control of A12
# Kernels: all
# Subset: no
# Right: no backlog of others.
# Wrong: behind a backlog.
# Absent: a.json fsync-behind-backlog throttled-global throttled-wb unfair starved flusher-blocked

scenario() {
	limits 8 24
	on ext2 "$slow" /mnt-a || return 1
	run a --dir /mnt-a --writers 1 --bs 4k --fsync each --time 4
}
