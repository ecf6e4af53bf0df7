#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The audit cries no wolf: files grown by flushed appends, whose extents merge so that ext4 frees blocks of
# their maps again (L5), and many writers that begin and end together among busy loops (L6).

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh

tracing=/sys/kernel/tracing
report=/tmp/alarms.txt

# audited OPTIONS...: a run whose audit holds; its report in $report is shown when it fails.
audited() {
	./wbctl run --dir /mnt --audit "$@" >"$report" 2>&1 && ! grep -q BROKEN "$report" && return
	cat "$report"
	return 1
}

# holds LAW
holds() {
	grep -q "^  $1  holds" "$report" && return
	cat "$report"
	return 1
}

# holes KIB: a file system that was used before, with holes of that length.
holes() {
	local i=0
	mkdir /mnt/old
	while [ "$i" -lt 240 ] && dd if=/dev/zero of="/mnt/old/$i" bs="$1"k count=1 2>/dev/null; do
		i=$((i + 1))
	done
	sync
	while [ "$i" -gt 0 ]; do
		i=$((i - 2))
		rm -f "/mnt/old/$i"
	done
	sync
}

# A file of four extents is given a block for its map at each append, which is freed when they merge.
maps_are_freed() {
	local rc=0
	holes 640
	echo 1 >"$tracing/events/ext4/ext4_free_blocks/enable"
	echo >"$tracing/trace"
	audited --shape grow --writers 3 --size 2M --fsync each && holds L5 || rc=1
	echo 0 >"$tracing/events/ext4/ext4_free_blocks/enable"
	echo "blocks of maps freed: $(grep -c 'ext4_free_blocks: .*METADATA' "$tracing/trace")"
	grep -A2 "^  L5" "$report"
	rm -rf /mnt/old
	return "$rc"
}

# Short clocks, so that 2 % of them is nothing, and CPUs that others want too.
clocks_in_a_crowd() {
	local rc=0 i
	for i in 1 2 3 4; do
		background /dev/null sh -c 'while :; do :; done'
	done
	for i in 1 2 3; do
		audited --shape read --writers 8 --size 256k && holds L6 || rc=1
	done
	stop_children
	return "$rc"
}

# Once the writer writes, its file is there.
writing() {
	[ -n "$(find /mnt -name 'writer-*' -size +0 2>/dev/null)" ]
}

# Tables that somebody empties during a run prove nothing: that is said, and no law is broken.
emptied_meanwhile() {
	local rc=0 run
	background "$report" ./wbctl run --dir /mnt --audit --writers 1 --bs 4k --rate 1M --size 4M
	run=$!
	wait_for 20 writing && ./wbctl reset || rc=1
	wait "$run" || rc=1
	! grep -q BROKEN "$report" && grep -q "emptied the module's tables" "$report" || rc=1
	[ "$rc" = 0 ] || cat "$report"
	return "$rc"
}

reload ""
ktap_begin 5
modprobe -q ext4
mkfs.ext4 -q -F -b 4096 -N 4096 -E lazy_itable_init=0 "$DISK0" && mount -t ext4 -o noatime "$DISK0" /mnt
check maps_are_freed maps_are_freed
check clocks_in_a_crowd clocks_in_a_crowd
check emptied_meanwhile emptied_meanwhile
umount /mnt
check unloads unload
load
rm -f "$report"
ktap_end
