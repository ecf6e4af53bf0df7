# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: most of the data reaches the device after the clock has stopped
# Source: fio issue 831: 2576 MiB/s against 731
# Kernels: all
# Subset: yes
# Right: how much was written afterwards; both rates.
# Wrong: the application's rate alone.
# Expect: a.json deferred-io after_ratio=0.5..1
# Absent: a.json throttled-global device-bound

scenario() {
	no_limits
	on ext4 "$medium" /mnt-a || return 1
	run a --dir /mnt-a --writers 2 --size 32m --bs 64k --fsync none
}
