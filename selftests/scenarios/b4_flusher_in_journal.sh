# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B4 the flusher waits for the journal while writers wait for the flusher
# Source: linux-ext4, August 2023
# Kernels: all
# Subset: yes
# Right: the flusher is blocked, and the function that it sleeps in; the data's device is idle.
# Wrong: the device is slow; raise dirty_ratio.
# Expect: a.json flusher-blocked subject~wb flusher_journal_ratio=0.1..1
# Absent: a.json device-bound

# A journal of its own device, of which each write takes its time.
scenario() {
	local n
	limits 2 8
	provoke_dm scnjournal "$spare" 150 && mke2fs -q -F -b 4096 -O journal_dev /dev/mapper/scnjournal 1280 || return 1
	provoke_dm scndata "$fast" &&
		mkfs.ext4 -q -F -b 4096 -N 4096 -J device=/dev/mapper/scnjournal -E lazy_itable_init=0 /dev/mapper/scndata &&
		mkdir -p /mnt-a && mount -o noatime /dev/mapper/scndata /mnt-a || return 1
	for n in 1 2 3 4; do
		mkdir "/mnt-a/names$n"
		others "$helper" names "/mnt-a/names$n"
	done
	run a --dir /mnt-a --writers 4 --bs 64k --time 6 --fsync none
}
