# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: throttled and journal-bound at once, on two devices
# Source: none; two causes, each with its own subject
# Kernels: all
# Subset: yes
# Right: one writer is throttled, the other waits for the journal.
# Wrong: one cause for both.
# Expect: a.json throttled-global|throttled-wb subject~writer.0
# Expect: a.json journal-bound

scenario() {
	limits 2 8
	on ext4 "$slow" /mnt-a && provoke_dm scndelay "$spare" 20 && provoke_fs ext4 /dev/mapper/scndelay /mnt-b || return 1
	others "$helper" names /mnt-b
	run a --dir /mnt-a --writers 1 --bs 64k --time 5 --fsync none --watch "${children[0]}"
}
