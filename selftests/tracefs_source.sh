#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# wbctl run --source tracefs beside the module, over the same writers: decisions and requested pauses
# are the same to the nanosecond, sleeps to one percent, and nothing is left in tracefs.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh

run_json=/tmp/tracefs-run.json
tasks_json=/tmp/tracefs-tasks.json
instances=/sys/kernel/tracing/instances

set_up() {
	mount_new ext4 "$DISK0" || return 1
	# Little, so that each writer is throttled from its first mebibytes on.
	echo $((6 << 20)) >/proc/sys/vm/dirty_background_bytes
	echo $((16 << 20)) >/proc/sys/vm/dirty_bytes
	echo 1 >"$sysfs/enabled" && attached
}

# three_slept: each of the writers was throttled.
three_slept() {
	[ "$(figures "$run_json" slept_count | grep -cv ' 0$')" = 3 ]
}

# A machine that is so busy that it dirties more slowly than the disk writes, or that takes the CPU from
# a writer between its sleep and the end of the call, proves nothing: once more.
runs() {
	local try
	for try in 1 2 3 4 5; do
		./wbctl run --source tracefs --writers 3 --size 16M --fsync none --dir /mnt \
			--json "$run_json" || return 1
		./wbctl show tasks --json "$tasks_json" >/dev/null || return 1
		! three_slept || ! same slept_ns 1 >/dev/null || return 0
		echo "run $try did not do"
	done
	return 1
}

# figures FILE FIELD: a line "PID VALUE" for each task that has throttle.FIELD.
figures() {
	awk -F '[:,]' -v field="\"$2\"" '
		{ key = $1; gsub(/[ \t]/, "", key); gsub(/ /, "", $2) }
		key == "\"pid\"" { pid = $2; inside = 0 }
		key == "\"throttle\"" { inside = pid != "" }
		inside && key == field { print pid, $2; inside = 0; pid = "" }' "$1" | sort
}

# dirtied FILE: a line "PID BYTES" for each task that has dirtied_bytes of its own.
dirtied() {
	awk -F '[:,]' '
		{ key = $1; gsub(/[ \t]/, "", key); gsub(/ /, "", $2) }
		key == "\"throttle\"" { inside = 1 }
		$1 ~ /}/ { inside = 0 }
		key == "\"pid\"" { pid = $2; inside = 0 }
		!inside && pid && key == "\"dirtied_bytes\"" { print pid, $2; pid = "" }' "$1" | sort
}

# for_global: a line "PID NS" for each task of the module that slept for the global limit.
for_global() {
	awk -F '[:,]' '
		{ key = $1; gsub(/[ \t]/, "", key); gsub(/ /, "", $2) }
		key == "\"pid\"" { pid = $2; global = 0 }
		key == "\"kind\"" { global = $2 == "\"global\"" }
		global && key == "\"slept_ns\"" { print pid, $2; global = 0 }' "$tasks_json" | sort
}

# same FIELD PERCENT: both say the same of each of the three writers, and it is not nothing.
same() {
	local pid ours theirs n=0
	case $1 in
	dirtied) dirtied "$tasks_json" ;;
	global) for_global ;;
	*) figures "$tasks_json" "$1" ;;
	esac >/tmp/theirs
	while read -r pid ours; do
		theirs=$(sed -n "s/^$pid //p" /tmp/theirs)
		echo "$1 of $pid: tracefs $ours, module $theirs"
		awk -v a="$ours" -v b="$theirs" -v most="$2" 'BEGIN {
			gap = a > b ? a - b : b - a
			exit !(b > 0 && gap * 100 <= most * b)
		}' || return 1
		n=$((n + 1))
	done < <(case $1 in
	dirtied) dirtied "$run_json" ;;
	*) figures "$run_json" "$1" ;;
	esac)
	[ "$n" = 3 ]
}

says_so() {
	grep -q '"source": *"tracefs"' "$run_json" && grep -q '"lost_events": *0,' "$run_json"
}

# The root's wb has the global domain alone: the limit is known on every kernel.
limit_is_known() {
	! figures "$run_json" unknown | grep -v ' 0$'
}

nothing_left() {
	! compgen -G "$instances/wbctl-trace-*"
}

disturbs_nobody() {
	mkdir "$instances/mine" && echo 1 >"$instances/mine/events/writeback/balance_dirty_pages/enable" &&
		echo 77 >"$instances/mine/set_event_pid" &&
		./wbctl run --source tracefs --writers 1 --size 4M --dir /mnt >/dev/null &&
		[ "$(cat "$instances/mine/events/writeback/balance_dirty_pages/enable")" = 1 ] &&
		[ "$(cat "$instances/mine/set_event_pid")" = 77 ] && rmdir "$instances/mine" &&
		[ "$(cat /sys/kernel/tracing/set_event_pid)" = '' ] &&
		[ "$(cat /sys/kernel/tracing/trace_clock)" = "$clock" ] &&
		[ "$(cat /sys/kernel/tracing/events/enable)" = 0 ]
}

without_module() {
	echo 0 >"$sysfs/enabled" && wait_for 10 detached && unload &&
		./wbctl run --source tracefs --writers 2 --size 4M --dir /mnt >/dev/null
	local rc=$?
	load
	return "$rc"
}

module_loaded || load
mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null
clock=$(cat /sys/kernel/tracing/trace_clock)
ktap_begin 16
check set_up set_up
check runs_beside_the_module runs
check says_so says_so
check count_is_equal same count 0
check requested_is_equal same requested_ns 0
check dirtied_is_equal same dirtied 0
check dirtied_before_decisions_is_equal same dirtied_bytes 0
check no_pause_is_equal same no_pause_count 0
check slept_count_is_equal same slept_count 0
check slept_is_within_1_percent same slept_ns 1
check limit_is_known limit_is_known
check limit_is_the_module_s same global 1
check nothing_left nothing_left
check disturbs_nobody disturbs_nobody
check without_module without_module
ktap_end
