#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Guest: --with nfs
# The environment that other tests provoke waits in (provoke-lib.sh): each part of it works, and nothing
# of it stays. Also that 64 MiB are 64 MiB on every file system, and which limit throttles on FUSE.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh
# shellcheck source=selftests/provoke-lib.sh
. selftests/provoke-lib.sh

slow=${DISK0:?no disk} fast=${DISK1:?no second disk}
size=$((64 << 20))
pattern=/tmp/pattern
back=/mnt-back
writer=0

# What setting up could leave behind.
left() {
	cat /proc/mounts
	dmsetup ls
	find /sys/fs/cgroup -type d
	cat /sys/fs/cgroup/cgroup.subtree_control
	find / -maxdepth 1
	# libmount makes /run/mount and keeps it.
	ls -I mount /tmp /run
	cat /sys/block/*/queue/{nr_requests,wbt_lat_usec,stable_writes}
	cat /proc/[0-9]*/comm 2>/dev/null | grep -E 'nfsd|mountd|rpcbind|fuse_sleeper|hold_lock'
	return 0
}

nothing_is_left() {
	rm -f /tmp/said
	left | diff /tmp/left -
}

# copy FILE: all of the pattern by one process, whose pid is then in writer.
copy() {
	dd if="$pattern" of="$1" bs=64k 2>/tmp/dd.log &
	writer=$!
	wait "$writer" || {
		cat /tmp/dd.log
		return 1
	}
}

# task_row: the row of the writer, as JSON.
task_row() {
	./wbctl show tasks --pid "$writer" --json
}

# top_value KEY: of a row's own, not of what is nested in it.
top_value() {
	sed -n "s/^      \"$1\": \\([0-9]*\\),*\$/\\1/p"
}

# is_size WHAT VALUE: within one percent.
is_size() {
	local off=$((${2:-0} - size))
	echo "$1: ${2:-nothing}, $off from 64 MiB"
	[ $((off < 0 ? -off : off)) -le $((size / 100)) ]
}

# 64 MiB into DIR are 64 MiB in the row of who wrote them.
dirtied() {
	local rc=0
	echo 1 >"$sysfs/enabled" || return 1
	copy "$1/file" && is_size 'dirtied by the writer' "$(task_row | top_value dirtied_bytes)" || rc=1
	echo 0 >"$sysfs/enabled"
	return "$rc"
}

on_disk() {
	local rc=0
	provoke_fs "$1" "$fast" /mnt-fs || return 1
	dirtied /mnt-fs || rc=1
	provoke_fs_end /mnt-fs && return "$rc"
}

# sb_value FS KEY: of the super blocks of this type.
sb_value() {
	./wbctl show sbs --json | awk -v fs="\"$1\"" -v key="\"$2\":" '
		/^    \{/ { is = 0 }
		$1 == "\"fs_type\":" { is = $2 == fs "," || $2 == fs }
		is && /^      "/ && $1 == key { printf "%.0f\n", $2 }'
}

# Over loopback the server dirties the same bytes again, but not on the writer's account.
on_nfs() {
	echo 1 >"$sysfs/enabled" || return 1
	copy /mnt-nfs/file && is_size 'dirtied by the writer' "$(task_row | top_value dirtied_bytes)" || return 1
	is_size 'dirtied on nfs' "$(sb_value nfs4 dirtied_bytes)" || return 1
	sync -f /mnt-nfs/file
	is_size 'dirtied on the backing ext4' "$(sb_value ext4 dirtied_bytes)" || return 1
	is_size 'dirtied by the writer, at the end' "$(task_row | top_value dirtied_bytes)" || return 1
	echo 0 >"$sysfs/enabled"
	cmp "$pattern" "$back/file"
}

on_fuse() {
	dirtied /mnt-fuse && sync -f /mnt-fuse/file && cmp "$pattern" "$back/file"
}

on_tmpfs() {
	local rc=0
	mkdir /mnt-tmpfs && mount -t tmpfs tmpfs /mnt-tmpfs || return 1
	echo 1 >"$sysfs/enabled"
	copy /mnt-tmpfs/file || rc=1
	# Not even a row that says 0.
	task_row >/tmp/row.json
	! grep '"pid"' /tmp/row.json || rc=1
	[ -z "$(sb_value tmpfs dirtied_bytes)" ] || rc=1
	echo 0 >"$sysfs/enabled"
	umount /mnt-tmpfs && rmdir /mnt-tmpfs && return "$rc"
}

# decisions: "KIND COUNT SLEPT_NS" for each limit that the writer met.
decisions() {
	task_row | awk '
		/"by_limit"/ { in_limits = 1 }
		in_limits && /"kind"/ { gsub(/[",]/, ""); kind = $2 }
		in_limits && /"count"/ { count = $2 + 0 }
		in_limits && /"slept_ns"/ { printf "%s %.0f %.0f\n", kind, count, $2 }
		/^        \]/ { in_limits = 0 }'
}

# A FUSE mount keeps to its own share (strictlimit), whatever is dirty elsewhere.
fuse_limit() {
	local rc=0
	echo $((64 << 20)) >/proc/sys/vm/dirty_background_bytes
	echo $((128 << 20)) >/proc/sys/vm/dirty_bytes
	echo 1 >"$sysfs/enabled"
	dd if="$pattern" of=/mnt-fuse/slow bs=64k count=256 2>/dev/null &
	writer=$!
	wait "$writer" || rc=1
	decisions | tee /tmp/decisions
	grep -qE '^wb [1-9][0-9]* [1-9][0-9]*$' /tmp/decisions || rc=1
	! grep -v '^wb ' /tmp/decisions || rc=1
	./wbctl show wbs --json | grep -q '"strictlimit"' || {
		echo 'no wb is under a strict limit'
		rc=1
	}
	echo 0 >"$sysfs/enabled"
	echo 10 >/proc/sys/vm/dirty_background_ratio
	echo 20 >/proc/sys/vm/dirty_ratio
	return "$rc"
}

# start FILE: one block into it and onto the disk, in the background.
start() {
	background /dev/null dd if="$pattern" of="$1" bs=64k count=1 conv=notrunc,fsync
	writer=$!
}

state_is() {
	grep -q "^State:.$2" "/proc/$1/status" 2>/dev/null
}

fuse_stops() {
	provoke_fuse_stop /mnt-fuse
	background /dev/null dd if=/mnt-fuse/file of=/tmp/stopped bs=64k count=1 iflag=direct
	writer=$!
	wait_for 20 in_wchan "$writer" 'request_wait_answer|fuse' || return 1
	provoke_fuse_go /mnt-fuse
	wait "$writer"
	local rc=$?
	rm -f /tmp/stopped
	return "$rc"
}

dm_suspends() {
	provoke_dm test "$fast" && provoke_fs ext4 /dev/mapper/test /mnt-fs || return 1
	provoke_dm_suspend test || return 1
	start /mnt-fs/file
	wait_for 20 state_is "$writer" D || return 1
	provoke_dm_resume test && wait "$writer" && provoke_fs_end /mnt-fs && provoke_dm_end test
}

# rewrite FILE: its first page, which must be stable while it is written.
rewrite() {
	background /dev/null dd if="$pattern" of="$1" bs=4k count=1 conv=notrunc
	rewriter=$!
}

under_writeback() {
	! grep -qx 'nr_writeback 0' /proc/vmstat
}

page_is_stable() {
	local rewriter
	provoke_dm test "$fast" && provoke_queue /dev/mapper/test stable_writes 1 &&
		provoke_fs ext4 /dev/mapper/test /mnt-fs || return 1
	start /mnt-fs/file
	wait "$writer" || return 1
	provoke_dm_suspend test || return 1
	start /mnt-fs/file
	wait_for 20 under_writeback || return 1
	rewrite /mnt-fs/file
	wait_for 20 in_wchan "$rewriter" 'wait' || return 1
	echo "it waits in $(cat "/proc/$rewriter/wchan")"
	provoke_dm_resume test && wait "$writer" && wait "$rewriter" || return 1
	provoke_fs_end /mnt-fs && provoke_queue_end && provoke_dm_end test
}

dm_delays() {
	local begin ms
	provoke_dm test "$fast" 50 || return 1
	begin=$(date +%s%N)
	dd if="$pattern" of=/dev/mapper/test bs=4k count=10 oflag=direct 2>/dev/null || return 1
	ms=$((($(date +%s%N) - begin) / 1000000))
	echo "10 writes took $ms ms"
	provoke_dm_end test && [ "$ms" -ge 500 ]
}

cgroup_is_small() {
	provoke_cgroup test $((64 << 20)) $((24 << 20)) && provoke_fs ext4 "$fast" /mnt-fs || return 1
	background /tmp/dd.log provoke_cgroup_run test dd if="$pattern" of=/mnt-fs/file bs=64k
	wait $! || {
		cat /tmp/dd.log
		grep . /sys/fs/cgroup/test/memory.events
		return 1
	}
	grep '^high [1-9]' /sys/fs/cgroup/test/memory.events || return 1
	background /dev/null tail -f /dev/null
	provoke_cgroup_move test $! && grep -qx $! /sys/fs/cgroup/test/cgroup.procs || return 1
	provoke_kill $!
	provoke_fs_end /mnt-fs && provoke_cgroup_end test
}

queue_is_tuned() {
	local before after
	before=$(cat /sys/block/"${slow##*/}"/queue/{nr_requests,wbt_lat_usec,stable_writes})
	provoke_queue "$slow" nr_requests 8 && provoke_queue "$slow" wbt_lat_usec 100 &&
		provoke_queue "$slow" stable_writes 1 || return 1
	after=$(cat /sys/block/"${slow##*/}"/queue/{nr_requests,wbt_lat_usec,stable_writes})
	provoke_queue_end || return 1
	echo "${before//$'\n'/ } became ${after//$'\n'/ }"
	[ "$after" = $'8\n100\n1' ] &&
		[ "$before" = "$(cat /sys/block/"${slow##*/}"/queue/{nr_requests,wbt_lat_usec,stable_writes})" ]
}

journal_is_small() {
	provoke_fs ext4 "$slow" /mnt-fs || return 1
	dumpe2fs -h "$slow" 2>/dev/null | grep -i 'journal size: *4096k'
	local rc=$?
	provoke_fs_end /mnt-fs && return "$rc"
}

# lock_is_held TYPE: one writer waits for the lock while another has it.
lock_is_held() {
	provoke_fs "$1" "$fast" /mnt-fs && provoke_lock /mnt-fs/file || return 1
	rewrite /mnt-fs/file
	wait_for 20 state_is "$rewriter" D || return 1
	in_wchan "$rewriter" 'write_iter|rwsem|buffered_write' || return 1
	echo "it waits in $(cat "/proc/$rewriter/wchan")"
	provoke_lock_end && wait "$rewriter" && provoke_fs_end /mnt-fs
}

ktap_begin 22
reload ""
yes 'wbtrace' | head -c $size >"$pattern"
left >/tmp/left
for type in ext2 ext4 xfs btrfs; do
	check_here "64_MiB_on_$type" on_disk "$type"
done
check_here 64_MiB_nowhere_on_tmpfs on_tmpfs

provoke_fs ext4 "$fast" $back
check_here nfs_over_loopback provoke_nfs /mnt-nfs $back
check_here 64_MiB_on_nfs on_nfs
check_here nfs_ends provoke_nfs_end /mnt-nfs
rm -f "$back/file"
check_here fuse provoke_fuse /mnt-fuse $back writeback
check_here 64_MiB_on_fuse on_fuse
check_here fuse_stops_and_goes fuse_stops
check_here fuse_ends provoke_fuse_end /mnt-fuse
provoke_fuse /mnt-fuse $back writeback,write_ms=20
check_here fuse_is_throttled_by_its_wb fuse_limit
provoke_fuse_end /mnt-fuse
provoke_fs_end $back

check_here dm_suspends dm_suspends
check_here page_is_stable page_is_stable
check_here dm_delays dm_delays
check_here cgroup_is_small cgroup_is_small
check_here queue_is_tuned queue_is_tuned
check_here journal_is_small journal_is_small
check_here lock_is_held lock_is_held ext4
rm -f /tmp/{dd,fuse,rpcbind,mountd}.log /tmp/row.json /tmp/said /tmp/decisions
check nothing_is_left nothing_is_left
rm -f "$pattern" /tmp/left
ktap_end
