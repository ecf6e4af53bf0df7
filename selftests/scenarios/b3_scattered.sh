# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B3 small files all over a disk that is slow by requests
# Source: linux-ext4, July 2022: an SD card at 36 to 76 kB/s and 100 % busy
# Kernels: all
# Subset: yes
# Right: small writes far apart keep the device busy; the mean jump and the mean request. Throttling follows.
# Wrong: the limits are too small.
# Expect: a.json device-scattered request_bytes=1000..40000 jump_ratio=0.5..1.5
# Figure: a.json device.during_bytes_per_s=10000..1500000
# Figure: b.json sum(device.by_dev.*.jump_count)/sum(device.by_dev.*.write_count)=0.5..2

# Blocks anywhere in a file (a), and small files in directories that are far apart (b), where a new file also
# waits for blocks that have to be read.
scenario() {
	limits 1 3
	on ext2 "$iops" /mnt-a -g 2048 || return 1
	run a --dir /mnt-a --shape random-write --file-size 40m --size 8m --writers 1 --time 5 --fsync none
	run b --dir /mnt-a --time 3 -- "$load" spread /mnt-a 24 40 4096
}
