#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Each class of the ledger is provoked, and is then where most of the task's time went. The table of them
# is in Documentation/ledger.rst.
#
#   selftests/ledger_classes.sh [CASE]...
#
# Guest: --with nfs

# The cases are called by name.
# shellcheck disable=SC2317

# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/provoke-lib.sh
. "$(dirname "$0")/provoke-lib.sh"

json=/tmp/classes.json
dir=/mnt-classes
elsewhere=/mnt-elsewhere
slow=${DISK0:?no disk} fast=${DISK1:?no second disk}

# ledger: that of the task that is watched in the report, else of the first writer: a line "NS CLASS" for
# each class, both of the CPU's as one, the largest first. What it forked is watched too.
ledger() {
	local row='"writers":'
	! grep -q '"watched":' "$json" || row="\"pid\": *$watched,"
	awk -v row="$row" '
	match($0, row) { on = 1 }
	on && /"ledger_ns":/ { in_ledger = 1; next }
	in_ledger && /}/ { exit }
	in_ledger && match($0, /"[a-z_]+": *[0-9]+/) {
		split(substr($0, RSTART, RLENGTH), pair, /": */)
		name = substr(pair[1], 2)
		sub(/^cpu_(user|system)$/, "cpu", name)
		if (name != "wall") ns[name] += pair[2]
	}
	END { for (name in ns) printf "%.0f %s\n", ns[name], name }' "$json" | sort -rn
}

# largest CLASS: what the last run's report has most of. One that is as large within a tenth is: how fast
# the emulated CPU is beside the disk differs between machines.
largest() {
	local ns name top
	ledger | awk '{ all += $1; line[NR] = $1 " " $2 } END {
		for (i = 1; i <= 3 && i <= NR; i++) { split(line[i], l); if (l[1]) printf "%s %.0f ms, ", l[2], l[1] / 1e6 }
		printf "of %.0f ms\n", all / 1e6 }'
	read -r ns name < <(ledger)
	top=$ns
	ns=$(ledger | awk -v name="$1" '$2 == name { print $1 }')
	[ "${ns:-0}" -gt 0 ] && [ $((ns * 10)) -ge $((top * 9)) ] && return 0
	echo "that is $name and not $1"
	cat /tmp/classes.txt
	return 1
}

# run ARGS: a run whose report the next largest reads.
run() {
	rm -f "$json"
	./wbctl run --json "$json" --fsync none "$@" >/tmp/classes.txt 2>&1
	local rc=$?
	# What the audit says of other figures is for its own tests.
	[ "$rc" = 0 ] || grep 'the audit failed' /tmp/classes.txt || {
		tail -20 /tmp/classes.txt
		return 1
	}
}

# watch PID: it is watched for some seconds, while one writer writes elsewhere.
watch() {
	watched=$1
	run --watch "$1" --writers 1 --time "${seconds:-2}" --bs 64k --direct --dir "$elsewhere"
}

# once_watched COMMAND...: as background, but begins with the clock of the next run: what a task waits for
# when its watch begins is not known.
once_watched() {
	# shellcheck disable=SC2016
	background /tmp/watched.log bash -c '
		until [ -s "$(echo "$0"/wbctl-run-*/writer-0)" ]; do sleep 0.02; done
		exec "$@"' "$elsewhere" "$@"
	watched=$!
}

# watch_once CLASS COMMAND...: of a process of its own.
watch_once() {
	local class=$1 rc=0
	shift
	once_watched "$@"
	watch "$watched" && largest "$class" || rc=1
	[ "$rc" = 0 ] || cat /tmp/watched.log "/proc/$watched/stack"
	return "$rc"
}

limits() {
	echo "$1" >/proc/sys/vm/dirty_background_bytes
	echo "$2" >/proc/sys/vm/dirty_bytes
}

no_limits() {
	echo 60 >/proc/sys/vm/dirty_background_ratio
	echo 80 >/proc/sys/vm/dirty_ratio
}

# on FS DISK COMMAND...: with that file system on $dir.
on() {
	local rc=0
	provoke_fs "$1" "$2" "$dir" || return 1
	"${@:3}" || rc=1
	provoke_fs_end "$dir" || rc=1
	return "$rc"
}

# delayed FS MS COMMAND...: likewise, and each write to the disk takes MS milliseconds more. With stable,
# pages must not change while they are written.
delayed() {
	local disk=/dev/mapper/classes rc=0
	provoke_fs "$1" "$fast" "$dir" && provoke_fs_end "$dir" && provoke_dm classes "$fast" "$2" || return 1
	[ -z "${stable-}" ] || provoke_queue "$disk" stable_writes 1 || return 1
	mkdir "$dir" && mount -o noatime "$disk" "$dir" || return 1
	"${@:3}" || rc=1
	provoke_fs_end "$dir" && provoke_queue_end && provoke_dm_end classes || rc=1
	return "$rc"
}

cpu() {
	on ext4 "$fast" cpu_alone
}

cpu_alone() {
	run --writers 1 --size 12m --bs 512 --dir "$dir" && largest cpu
}

# More writers than CPUs, and nothing else to wait for.
runqueue() {
	on ext4 "$fast" many_writers
}

many_writers() {
	run --writers 8 --size 4m --bs 512 --dir "$dir" && largest runqueue
}

throttle() {
	limits $((1 << 20)) $((2 << 20))
	on ext4 "$slow" throttled
	local rc=$?
	no_limits
	return "$rc"
}

throttled() {
	run --writers 2 --size 12m --dir "$dir" && largest throttle
}

# Blocks of 1 KiB without delayed allocation: the allocator is asked for each of them.
allocation() {
	local rc=1 try
	provoke_fs ext2 "$fast" "$dir" -b 1024 || return 1
	# The emulated CPU is not always equally fast, and the two are close.
	for try in 1 2 3; do
		echo "try $try"
		run --writers 1 --size 32m --bs 64k --dir "$dir" && largest allocation && rc=0 && break
	done
	provoke_fs_end "$dir" || rc=1
	return "$rc"
}

# All data goes through a journal of 4 MiB on a slow disk.
journal() {
	provoke_fs ext4 "$slow" "$dir" && umount "$dir" && mount -o noatime,data=journal "$slow" "$dir" || return 1
	run --writers 2 --size 12m --rewrite --dir "$dir" && largest journal
	local rc=$?
	provoke_fs_end "$dir" || rc=1
	return "$rc"
}

# An fsync of a directory has no data to wait for, only the log, of which each write takes its time.
journal_xfs() {
	logged xfs
}

journal_btrfs() {
	logged btrfs
}

logged() {
	delayed "$1" 10 names
}

names() {
	watch_once journal "$helper" names "$dir"
	local rc=$?
	provoke_kill "$watched"
	return "$rc"
}

fsync() {
	on ext2 "$slow" flushing
}

flushing() {
	local try
	# On a busy host the emulated CPU can be slower than the disk.
	for try in 1 2 3; do
		echo "try $try"
		run --writers 1 --size 16m --bs 256k --fsync each --dir "$dir" && largest fsync && return
	done
	return 1
}

# Pages that are being written must not change on a device that checksums them. A file system asks when
# it is mounted.
page_writeback() {
	stable=1 delayed ext4 100 stable_pages
}

stable_pages() {
	watch_once page_writeback "$helper" rewrite "$dir/file"
	local rc=$?
	provoke_kill "$watched"
	return "$rc"
}

# Few requests at a time, and the writers submit their own.
block_layer() {
	provoke_queue "$slow" nr_requests 4 || return 1
	on ext4 "$slow" few_tags
	local rc=$?
	provoke_queue_end || rc=1
	return "$rc"
}

few_tags() {
	run --writers 4 --size 4m --bs 64k --direct --dir "$dir" && largest block_layer
}

# Nor does blk-wbt let more than half of these be a writer's, which waits before it asks for one.
block_layer_wbt() {
	provoke_queue "$slow" nr_requests 4 && provoke_queue "$slow" wbt_lat_usec 75 || return 1
	on ext2 "$slow" limited
	local rc=$?
	provoke_queue_end || rc=1
	return "$rc"
}

limited() {
	run --writers 3 --time 3 --bs 2m --fsync each --dir "$dir" && largest block_layer
}

# A cgroup that is over its memory.high waits, the longer the more it is over. The pages of a file in
# memory cannot be reclaimed without swap.
reclaim() {
	provoke_cgroup classes max $((16 << 20)) && mkdir -p "$dir" && mount -t tmpfs tmpfs "$dir" || return 1
	once_watched "$helper" write "$dir/file"
	provoke_cgroup_move classes "$watched" && seconds=3 watch "$watched" && largest reclaim
	local rc=$?
	provoke_kill "$watched"
	provoke_fs_end "$dir" || rc=1
	provoke_cgroup_end classes || rc=1
	return "$rc"
}

lock() {
	on ext4 "$fast" locked
}

locked() {
	provoke_lock "$dir/locked" || return 1
	watch_once lock dd if=/dev/zero of="$dir/locked" bs=4k count=1 conv=notrunc
	local rc=$?
	provoke_lock_end && wait "$watched" || rc=1
	return "$rc"
}

network_nfs() {
	on ext4 "$fast" over_nfs
}

over_nfs() {
	provoke_nfs /mnt-nfs "$dir" || return 1
	run --writers 1 --size 4m --bs 64k --fsync each --dir /mnt-nfs && largest network
	local rc=$?
	provoke_nfs_end /mnt-nfs || rc=1
	return "$rc"
}

network_fuse() {
	on ext4 "$fast" over_fuse
}

over_fuse() {
	provoke_fuse /mnt-fuse "$dir" write_ms=20 || return 1
	watch_once network dd if=/dev/zero of=/mnt-fuse/file bs=64k count=40
	local rc=$?
	provoke_fuse_end /mnt-fuse || rc=1
	return "$rc"
}

# What is not named stays visible, with its stack.
other() {
	watch_once other tail -f /dev/null
	local rc=$?
	provoke_kill "$watched"
	return "$rc"
}

# What a suspended device holds is waited for by an fsync. The device goes on before the run ends: 7.3's
# do_fsync() has vfs_fsync_range() in itself, so that only the stack of a sleep that has ended tells.
fsync_suspended_dm() {
	provoke_dm classes "$fast" && provoke_fs ext4 /dev/mapper/classes "$dir" || return 1
	dd if=/dev/zero of="$dir/file" bs=64k count=16 conv=fsync 2>/dev/null
	provoke_dm_suspend classes
	# shellcheck disable=SC2016
	background /tmp/resume.log bash -c '
		until [ -s "$(echo "$0"/wbctl-run-*/writer-0)" ]; do sleep 0.02; done
		# What it waits for has to be most of its time.
		timeout 1.5 tail -f /dev/null
		dmsetup resume classes' "$elsewhere"
	watch_once fsync dd if=/dev/zero of="$dir/file" bs=64k count=16 conv=notrunc,fsync
	local rc=$?
	provoke_dm_resume classes && wait "$watched" || rc=1
	provoke_fs_end "$dir" || rc=1
	provoke_dm_end classes || rc=1
	return "$rc"
}

# timed CASE
timed() {
	local begin=$SECONDS rc=0
	"$1" || rc=$?
	echo "$((SECONDS - begin)) s"
	return "$rc"
}

cases=("$@")
[ $# -gt 0 ] || cases=(
	cpu runqueue throttle allocation journal fsync fsync_suspended_dm page_writeback block_layer
	block_layer_wbt reclaim lock other network_fuse network_nfs journal_xfs journal_btrfs
)
module_loaded || load
no_limits
# The writer beside what is watched mostly sleeps.
modprobe brd rd_nr=1 rd_size=32768 && provoke_dm elsewhere /dev/ram0 5 &&
	provoke_fs ext2 /dev/mapper/elsewhere $elsewhere || exit 1
ktap_begin $((${#cases[@]} + 1))
for name in "${cases[@]}"; do
	check_here "$name" timed "$name"
done
provoke_fs_end $elsewhere && provoke_dm_end elsewhere && rmmod brd
ktap_end
