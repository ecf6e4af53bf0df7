# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: B9 half the files a second, from a change that has nothing to do with writeback
# Source: the fifth seed, a power-saving patch; the search itself is tested by tools/tests (cli_bisect)
# Kernels: all
# Subset: no
# Right: not throttled, neither before nor after; the time went on the CPU or waiting for one.
# Wrong: writeback.
# Expect: a.json not-throttled
# Expect: b.json cpu-bound|not-throttled
# Absent: a.json throttled-global throttled-wb device-bound flusher-blocked
# Absent: b.json throttled-global throttled-wb device-bound flusher-blocked
# Figure: b.json writers.0.files_per_s/a.json:writers.0.files_per_s=0.1..0.75

scenario() {
	no_limits
	on ext4 "$fast" /mnt-a || return 1
	run a --dir /mnt-a --writers 1 --shape files --files 3000 --size 4k --fsync none
	others "$load" spin
	others "$load" spin
	run b --dir /mnt-a --writers 1 --shape files --files 3000 --size 4k --fsync none
	./wbctl compare "$json/a.json" "$json/b.json"
}
