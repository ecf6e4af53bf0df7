# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A5 the same dd four times, twice fast and twice slow
# Source: libfuse issue 37: 101, 9.9, 114 and 1.2 MB/s
# Kernels: all
# Subset: no
# Right: a verdict for each run; in the slow ones the time went into pauses.
# Wrong: one average of the four.
# Expect: a.json not-throttled
# Expect: b.json throttled-without-writeback|throttled-global
# Expect: c.json not-throttled
# Expect: d.json throttled-without-writeback|throttled-global
# Absent: a.json throttled-global throttled-wb throttled-without-writeback
# Absent: b.json not-throttled
# Absent: c.json throttled-global throttled-wb throttled-without-writeback
# Absent: d.json not-throttled

# The same command each time; what else is dirty differs.
scenario() {
	local name
	on ext4 "$fast" /mnt-b && on ext4 "$slow" /mnt-a && provoke_queue "$slow" nr_requests 4 || return 1
	dead=$(device_of /mnt-a)
	for name in a b c d; do
		limits 8 24
		case $name in
		b | d)
			bulk /mnt-a
			dirty_reaches 16 || return 1
			provoke_dm_suspend "$dead"
			limits 4 12
			background /tmp/when.log alive_again "${children[-1]}"
			;;
		esac
		run $name --dir /mnt-b --time 8 -- dd if=/dev/zero of=/mnt-b/file bs=64k count=96
		case $name in
		b | d)
			wait "${children[-1]}"
			stop_children
			rm -f /mnt-a/bulk
			;;
		esac
		rm -f /mnt-b/file
	done
}

alive_again() {
	elapse 3
	kill -9 "$1"
	provoke_dm_resume "$dead"
}
