#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Loading and unloading: again and again, with parameters, attached, and with nothing left behind.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh
# What a module may leave behind: names in /sys, probes in ftrace and kprobes, tracepoints, caches.
traces() {
	find /sys/kernel -maxdepth 1 | sort
	ls /sys/module
	cat /sys/kernel/debug/kprobes/list
	cat /sys/kernel/tracing/enabled_functions
	cut -d' ' -f1 /proc/modules | sort
	grep -o '^wbtrace[^ ]*' /proc/slabinfo
	return 0
}

load_and_unload() {
	local n
	for ((n = 0; n < 20; n++)); do
		load || return 1
		[ -r "$sysfs/version" ] || return 1
		unload || return 1
		[ ! -e "$sysfs" ] || return 1
	done
}

attach_and_unload() {
	local n
	for ((n = 0; n < 10; n++)); do
		load || return 1
		echo 1 >"$sysfs/enabled" || return 1
		attached || return 1
		unload || return 1
	done
}

nothing_left() {
	diff "$1" <(traces)
}

family_is_gone() {
	fails 'no family' "$helper" hold
}

# refused PARAMETER=VALUE
refused() {
	fails 'invalid|range|memory|parameter' load "$1" || return 1
	! module_loaded
}

parameters_out_of_range() {
	local name value
	for name in inodes tasks wbs event_ring; do
		for value in 0 -1 1 4294967295 99999999999 x ''; do
			refused "$name=$value" || {
				echo "$name=$value"
				return 1
			}
		done
	done
}

parameters_are_used() {
	load 'inodes=128 tasks=64 wbs=32 event_ring=256' || return 1
	echo 1 >"$sysfs/enabled"
	grep -q '^inode [0-9]* 128 ' "$sysfs/tables" &&
		grep -q '^task [0-9]* 64 ' "$sysfs/tables" &&
		grep -q '^wb [0-9]* 32 ' "$sysfs/tables" &&
		[ "$(cat /sys/module/wbtrace/parameters/event_ring)" = 256 ]
	local rc=$?
	unload
	return "$rc"
}

ktap_begin 8
! module_loaded || unload
traces >/tmp/traces
check load_and_unload_20_times load_and_unload
check nothing_is_left nothing_left /tmp/traces
check attach_and_unload_10_times attach_and_unload
check nothing_is_left_of_probes nothing_left /tmp/traces
check family_is_gone family_is_gone
check parameters_out_of_range_are_refused parameters_out_of_range
check parameters_are_used parameters_are_used
load
ktap_end
