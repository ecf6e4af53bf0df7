#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The files under /sys/kernel/wbtrace: that they are there, with which mode, what they say, and that
# writes which make no sense are refused.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh

# mode FILE MODE
mode() {
	local is
	is=$(stat -c %a "$sysfs/$1") || return 1
	[ "$is" = "$2" ] || {
		echo "$1 has mode $is, not $2"
		return 1
	}
}

files_and_modes() {
	[ "$(cd "$sysfs" && echo *)" = 'enabled lost_events probes tables version' ] || {
		ls "$sysfs"
		return 1
	}
	mode version 444 && mode enabled 600 && mode probes 400 && mode tables 400 && mode lost_events 400
}

documented() {
	local file doc=Documentation/ABI/testing/sysfs-kernel-wbtrace
	[ -e "$doc" ] || return 0
	for file in "$sysfs"/*; do
		grep -q "^What:.*$file\$" "$doc" || {
			echo "$doc does not tell of $file"
			return 1
		}
	done
}

version_is_the_module_s() {
	[ "$(cat "$sysfs/version")" = "$(cat /sys/module/wbtrace/version)" ]
}

# lines FILE PATTERN: every line matches, and there is one.
lines() {
	[ -n "$(cat "$sysfs/$1")" ] || return 1
	! grep -vE "$2" "$sysfs/$1"
}

probes_when_off() {
	# A tracepoint of a file system that is not loaded waits for it.
	lines probes '^([a-z_0-9]+ (tracepoint|kprobe|kretprobe|ftrace) detached|[a-z_0-9]+ tracepoint unneeded) -$'
}

probes_when_on() {
	# The ledger's wait for somebody to watch; a file system that is not loaded has no functions.
	local rest='sched_|vfs_fsync_range |do_fsync |(__)?jbd2_|mm_vmscan_|contention_|xfs_|btrfs_|ext4_'
	local kind='(tracepoint|kprobe|kretprobe|ftrace)'
	echo 1 >"$sysfs/enabled"
	lines probes "^([a-z_0-9]+ $kind attached [0-9]+|($rest).*(detached|absent|unneeded) -)\$"
	local rc=$?
	echo 0 >"$sysfs/enabled"
	return "$rc"
}

tables='inode|task|wb|stack|alloc|device'

tables_when_off() {
	lines tables "^($tables) - [0-9]+ - -\$" &&
		[ "$(wc -l <"$sysfs/tables")" = "$(tr '|' '\n' <<<"$tables" | wc -l)" ]
}

tables_when_on() {
	echo 1 >"$sysfs/enabled"
	lines tables "^($tables) [0-9]+ [0-9]+ [0-9]+ [0-9]+\$" &&
		[ "$(wc -l <"$sysfs/tables")" = "$(tr '|' '\n' <<<"$tables" | wc -l)" ]
	local rc=$?
	echo 0 >"$sysfs/enabled"
	return "$rc"
}

lost_events_say() {
	[ "$(cat "$sysfs/lost_events")" = 0 ]
}

on_and_off() {
	local value
	[ "$(cat "$sysfs/enabled")" = 0 ] || return 1
	for value in 1 y on; do
		echo "$value" >"$sysfs/enabled" || return 1
		[ "$(cat "$sysfs/enabled")" = 1 ] && attached || return 1
		echo 0 >"$sysfs/enabled" || return 1
		[ "$(cat "$sysfs/enabled")" = 0 ] && detached || return 1
	done
	# Twice is once.
	echo 1 >"$sysfs/enabled" && echo 1 >"$sysfs/enabled" && echo 0 >"$sysfs/enabled" && detached
}

# write_fails FILE VALUE
write_fails() {
	# shellcheck disable=SC2016
	fails 'invalid|permitted|denied|input/output' bash -c 'printf %s "$1" >"$2"' sh "$2" "$sysfs/$1"
}

bad_writes() {
	write_fails enabled 2 && write_fails enabled -1 && write_fails enabled x &&
		write_fails enabled 99999999999 && [ "$(cat "$sysfs/enabled")" = 0 ] && detached
}

read_only_files() {
	write_fails version 1 && write_fails probes 1 && write_fails tables 1 && write_fails lost_events 0
}

reload ""
ktap_begin 12
check files_and_modes files_and_modes
check documented documented
check version_is_the_module_s version_is_the_module_s
check probes_when_off probes_when_off
check probes_when_on probes_when_on
check tables_when_off tables_when_off
check tables_when_on tables_when_on
check lost_events_say lost_events_say
check on_and_off on_and_off
check bad_writes_are_refused bad_writes
check read_only_files_are_refused read_only_files
ktap_end
