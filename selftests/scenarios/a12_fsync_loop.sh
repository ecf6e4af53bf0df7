# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A12 a loop of fsync beside bulk writers
# Source: cockroach issue 19618: 2041 operations a second, then none for 10 s
# Kernels: all
# Subset: yes
# Right: blocked in fsync behind the others' backlog, not in balance_dirty_pages.
# Wrong: throttled; or unfair, by MB/s alone.
# Expect: a.json fsync-behind-backlog subject~writer.0
# Absent: a.json throttled-wb unfair
# Figure: a.json writers.0.throttle.held_ns/writers.0.wall_ns=0..0.25
# Figure: a.json writers.0.ledger_ns.fsync/writers.0.wall_ns=0.3..1

scenario() {
	limits 8 24
	on ext2 "$slow" /mnt-a || return 1
	bulk /mnt-a one
	bulk /mnt-a two
	dirty_reaches 18 || return 1
	others_end /mnt-a 6
	run a --dir /mnt-a --writers 1 --bs 4k --fsync each --time 6 --watch "${children[0]}" --watch "${children[1]}"
}
