# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# Scenario: A9 writes of 1 MiB, into large folios where the kernel has them
# Source: LSF/MM 2025: one call of balance_dirty_pages for 256 pages
# Kernels: all
# Subset: no
# Right: pages for each pause as a distribution, and bytes right to the page.
# Wrong: one page for each folio, 256 times too few.
# Expect: a.json throttled-global|device-bound
# Figure: a.json writers.0.dirtied_bytes/writers.0.written_bytes=1..1
# Figure: a.json writers.0.throttle.pages_per_pause.p50=1..4096

scenario() {
	limits 4 16
	on xfs "$medium" /mnt-a || return 1
	run a --dir /mnt-a --writers 1 --size 64m --bs 1m --fsync none
}
