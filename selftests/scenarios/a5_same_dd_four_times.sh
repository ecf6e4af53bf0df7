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
	limits 8 24
	on ext4 "$fast" /mnt-b && on ext4 "$slow" /mnt-a && provoke_queue "$slow" nr_requests 4 || return 1
	for name in a b c d; do
		case $name in
		b | d)
			limits 8 24
			bulk /mnt-a
			dirty_reaches 16 || return 1
			provoke_dm_suspend "$(device_of /mnt-a)"
			limits 4 12
			;;
		esac
		run $name --dir /mnt-b --time 3 -- dd if=/dev/zero of=/mnt-b/file bs=64k count=96
		case $name in
		b | d)
			provoke_dm_resume "$(device_of /mnt-a)"
			stop_children
			rm -f /mnt-a/bulk
			limits 8 24
			;;
		esac
		rm -f /mnt-b/file
		sync
	done
}
