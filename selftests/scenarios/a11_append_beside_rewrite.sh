# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A11 small appends beside another process's large rewrite of its own file
# Source: redis issue 1019: 7 to 14 s, and 317 ms at the worst with small limits
# Kernels: all
# Subset: no
# Right: the appender's time by class, mostly behind the backlog; the predicted drain, backlog over bandwidth,
# Right: beside the measured one. With small limits (b) the backlog and the worst wait are smaller.
# Wrong: the appender is throttled.
# Expect: a.json fsync-behind-backlog|journal-bound subject~writer.0
# Figure: a.json writers.0.throttle.held_ns/writers.0.wall_ns=0..0.8
# Figure: b.json writers.0.written_bytes/a.json:writers.0.written_bytes=0.1..1000

one_case() {
	local name=$1
	limits "$2" "$3"
	bulk /mnt-a rewrite
	dirty_reaches "$4" || return 1
	when_writing /mnt-a end_rewrite "${children[-1]}"
	run "$name" --dir /mnt-a --writers 1 --bs 4k --fsync each --rate 100k --time 5 --watch "${children[0]}"
	stop_children
	sync
}

end_rewrite() {
	elapse 5
	kill -9 "$1"
	# Else the drain has to write it.
	rm -f /mnt-a/rewrite
}

scenario() {
	on ext4 "$slow" /mnt-a || return 1
	one_case a 12 40 26 || return 1
	one_case b 2 6 4
}
