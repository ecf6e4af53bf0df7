#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# wbctl sweep with the machine's real settings and disks: each run finds what its cell says, everything
# is as before afterwards, also after SIGKILL, and a resumed sweep runs each cell once.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh

slow=${DISK0:?no disk} fast=${DISK1:?no second disk}
out=/tmp/sweep.jsonl
# Those that this kernel has.
schedulers=$(tr -d '[]' <"/sys/block/${slow##*/}/queue/scheduler" | sed 's/ *$//; s/ /,/g')
# What only has to be there.
short=(run --without-module --dir /mnt --writers 1 --size 1M)

# All that a sweep could leave behind.
settings() {
	grep . /proc/sys/vm/dirty_*
	grep -s . /sys/block/*/queue/{scheduler,wbt_lat_usec,nr_requests} /sys/class/bdi/*/{max,min}_ratio*
	dmsetup ls
	grep -v ' /mnt ' /proc/mounts
	ls /run/wbctl 2>/dev/null
	return 0
}

all_is_as_before() {
	settings | diff /tmp/settings -
}

# sweep OPTIONS...: a new one into $out; what it says is shown when it fails.
sweep() {
	rm -f "$out"
	./wbctl sweep --output "$out" "$@" >/tmp/table 2>/tmp/said || {
		cat /tmp/said
		return 1
	}
	cat /tmp/table
}

# runs: each run's line.
runs() {
	sed 1d "$out"
}

# complete N: so many runs, none of them twice, none failed.
complete() {
	runs | sed 's/"exit_status".*//' | sort >/tmp/runs
	runs | grep -v '"exit_status":0,"run":{' | cut -c 1-300
	[ "$(wc -l </tmp/runs)" = "$1" ] && [ "$(sort -u /tmp/runs | wc -l)" = "$1" ] &&
		[ "$(grep -c '"exit_status":0,"run":{' "$out")" = "$1" ]
}

# first KEY: the first of that name in a line.
first() {
	grep -o "\"$1\":\"\\{0,1\\}[^,\"}]*" | head -1 | sed 's/.*://; s/"//'
}

# each CELL KEY VALUE: in all runs of this cell.
each() {
	local found
	found=$(runs | grep -F "$1" | while read -r line; do first "$2" <<<"$line"; done | sort -u)
	[ "$found" = "$3" ] || {
		echo "$2 with $1: '$found', not '$3'"
		return 1
	}
}

# More than the (5,10) of this machine leaves free, and less than its (60,80).
size() {
	awk '/^MemAvailable:/ { printf "%dk", $2 * 0.15 / 2 }' /proc/meminfo
}

# A machine so busy that the audit of a run's ledger does not hold proves nothing: once more.
ratios() {
	local try
	for try in 1 2 3; do
		sweep --ratio 10:5,80:60 --repeats 1 -- run --dir /mnt --writers 2 --size "$(size)" --fsync none || {
			echo "try $try did not do"
			continue
		}
		complete 2 && each '"ratio":"10:5"' vm.dirty_ratio 10 &&
			each '"ratio":"10:5"' vm.dirty_background_ratio 5 && each '"ratio":"80:60"' vm.dirty_ratio 80 &&
			each '"ratio":"80:60"' vm.dirty_background_ratio 60
		return
	done
	return 1
}

# Of the table, the share throttled: with (5,10) some of the time, with (60,80) none of it. Where writers are
# slower than the disk, which does 20 MiB/s, nothing is throttled.
ratios_tell() {
	awk '$1 == "10:5" { exit !($3 < 20) }' /tmp/table && {
		echo 'this machine is too busy: its writers are slower than the disk'
		return "$kselftest_skip"
	}
	awk '$1 == "10:5" { low = $5 }
		$1 == "80:60" { high = $5; known = $5 != "-" }
		END { exit !(low > 2 && known && high == 0) }' /tmp/table || {
		cat /tmp/table
		return 1
	}
}

bytes() {
	sweep --dirty-bytes 32M:8M,64M:16M --expire 1000 --writeback 100 --repeats 1 -- "${short[@]}" || return 1
	complete 2 && each '"32M:8M"' vm.dirty_bytes 33554432 && each '"32M:8M"' vm.dirty_ratio 0 &&
		each '"64M:16M"' vm.dirty_background_bytes 16777216 && each '"expire"' vm.dirty_expire_centisecs 1000
}

queues() {
	sweep --scheduler "$schedulers" --wbt 75000 --nr-requests 32 --bdi-max-ratio 50 --bdi-min-ratio 1 \
		--read-ahead 64 --repeats 1 -- "${short[@]}" && complete "$(wc -w <<<"${schedulers//,/ }")"
}

strict() {
	compgen -G '/sys/class/bdi/*/strict_limit' >/dev/null || return "$kselftest_skip"
	sweep --bdi-strict 0,1 --repeats 1 -- "${short[@]}" && complete 2
}

# Tests before this one may have left a file system there.
file_systems() {
	dd if=/dev/zero of="$fast" bs=1M count=1 conv=fsync 2>/dev/null || return 1
	sweep --fs ext4,xfs --device "$fast" --repeats 1 -- run --without-module --size 2M || return 1
	complete 2 && each '"cell":{"fs":"ext4"' fs_type ext4 && each '"cell":{"fs":"xfs"' fs_type xfs
}

in_use() {
	fails 'is mounted on /mnt' ./wbctl sweep --fs ext4 --device "$slow" --destroy -- run
}

has_data() {
	[ -s "$(compgen -G '/run/wbctl/mnt-*/wbctl-run-*/writer-0')" ]
}

# killed: of both disks, which are not in use any more; in the middle of a run on stripes, with much that was changed.
killed() {
	local pid
	rm -f "$out"
	./wbctl sweep --output "$out" --stripe 64k,512k --devices "$slow,$fast" --destroy --ratio 40:20 \
		--scheduler "${schedulers##*,}" --bdi-max-ratio 40 --repeats 2 -- run --without-module --writers 2 \
		--size 8M >/dev/null 2>/tmp/said &
	pid=$!
	wait_for 60 has_data || {
		kill -9 "$pid"
		cat /tmp/said
		return 1
	}
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	! all_is_as_before >/dev/null
}

restored() {
	./wbctl restore && all_is_as_before && [ "$(./wbctl restore)" = 'nothing to restore' ]
}

resumed() {
	./wbctl sweep --resume "$out" >/tmp/table 2>/tmp/said || {
		cat /tmp/said
		return 1
	}
	cat /tmp/table
	complete 4 && [ "$(runs | grep -c '"by_dev":\[{"dev":"25[0-9]:0"')" = 4 ]
}

# The next run restores too, and what it measures are the machine's own limits.
next_run() {
	local pid
	mount_new ext4 "$slow" || return 1
	rm -f "$out"
	./wbctl sweep --ratio 80:60 --repeats 1 --output "$out" -- run --without-module --dir /mnt --time 60 >/dev/null 2>&1 &
	pid=$!
	wait_for 20 grep -qx 80 /proc/sys/vm/dirty_ratio
	local rc=$?
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	[ "$rc" = 0 ] || return 1
	./wbctl "${short[@]}" --json /tmp/run.json 2>/tmp/said >/dev/null || return 1
	cat /tmp/said
	grep -q '^wbctl: restored . things that a killed sweep had left changed' /tmp/said &&
		grep -q '"vm.dirty_ratio": 20' /tmp/run.json
}

reload ""
ktap_begin 13
modprobe -q dm-mod
mount_new ext4 "$slow"
settings >/tmp/settings
check each_run_has_its_ratios ratios
check ratios_tell_in_the_figures ratios_tell
check bytes_and_intervals bytes
check queue_and_bdi queues
check strict_limit strict
check all_is_as_before all_is_as_before
check a_mounted_disk_is_refused in_use
check file_systems file_systems
umount /mnt
check killed_with_9 killed
check restored restored
check resumed resumed
check the_next_run_restores next_run
rm -f "$out" /tmp/{said,table,runs,run.json}
umount /mnt
rmdir /run/wbctl 2>/dev/null
ktap_end
