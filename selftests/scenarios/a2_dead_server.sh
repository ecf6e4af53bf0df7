# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A2 a dead device fills the global limit and blocks a writer elsewhere
# Source: kernel commit c5c6343c4d75, 2011
# Kernels: all
# Subset: yes
# Right: the global limit is full, nearly all of it owned by the wb of the dead device, which writes nothing; the
# Right: healthy one is idle. wbctl itself does not hang on the dead one.
# Wrong: the healthy device is slow.
# Expect: a.json throttled-global|throttled-wb subject~writer.0 other_wb_dirty_ratio=0.8..1
# Absent: a.json device-bound
# Figure: a.json writers.0.throttle.held_ratio=0.5..1

scenario() {
	limits 8 24
	on ext4 "$slow" /mnt-a && on ext4 "$fast" /mnt-b && provoke_queue "$slow" nr_requests 4 || return 1
	dead=$(device_of /mnt-a)
	bulk /mnt-a
	dirty_reaches 16 || return 1
	provoke_dm_suspend "$dead"
	# What is dirty already is beyond that.
	limits 4 12
	# A writer that is held for ever cannot be told to stop.
	when_writing /mnt-b alive_again
	run a --dir /mnt-b --writers 1 --bs 64k --size 64m --time 5 --fsync none --watch "${children[0]}"
}

alive_again() {
	elapse 6
	provoke_dm_resume "$dead"
}
