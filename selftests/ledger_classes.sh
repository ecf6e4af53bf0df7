#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Each class of the ledger is provoked, and is then where most of a writer's time went. The table of them
# is in Documentation/ledger.rst.
#
# Guest: --with nfs

# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/provoke-lib.sh
. "$(dirname "$0")/provoke-lib.sh"

json=/tmp/classes.json
dir=/mnt-classes
elsewhere=/mnt-elsewhere
slow=$DISK0
fast=$DISK1

# ledger: the first ledger of the report, those watched before the writers: a line "NS CLASS" for each
# class, both of the CPU's as one, the largest first.
ledger() {
	local part=writers
	! grep -q '"watched":' $json || part=watched
	awk -v part="\"$part\":" '
	index($0, part) { on = 1 }
	on && /"ledger_ns":/ { in_ledger = 1; next }
	in_ledger && /}/ { exit }
	in_ledger && match($0, /"[a-z_]+": *[0-9]+/) {
		split(substr($0, RSTART, RLENGTH), pair, /": */)
		name = substr(pair[1], 2)
		sub(/^cpu_(user|system)$/, "cpu", name)
		if (name != "wall") ns[name] += pair[2]
	}
	END { for (name in ns) printf "%.0f %s\n", ns[name], name }' $json | sort -rn
}

# largest CLASS: what the last run's report has most of.
largest() {
	local ns name
	read -r ns name < <(ledger)
	[ "$name" = "$1" ] && [ "$ns" -gt 0 ] && return 0
	echo "not $1, but:"
	ledger | head -4
	./wbctl show stacks --top 3 2>/dev/null | head -60
	return 1
}

# run ARGS: a run whose report the next largest reads.
run() {
	rm -f $json
	./wbctl run --json $json "$@" >/tmp/classes.txt 2>&1
	local rc=$?
	[ $rc = 0 ] || tail -5 /tmp/classes.txt
	return $rc
}

# watch PID: it is watched for some seconds, while one writer writes a little elsewhere.
watch() {
	run --watch "$1" --writers 1 --time 3 --bs 512 --fsync none --dir $elsewhere
}

# watch_run COMMAND...: a process of its own.
watch_run() {
	local pid rc=0
	background /tmp/watched.log "$@"
	pid=$!
	watch $pid || rc=$?
	provoke_kill $pid
	return $rc
}

limits() {
	echo $1 >/proc/sys/vm/dirty_background_bytes
	echo $2 >/proc/sys/vm/dirty_bytes
}

no_limits() {
	echo 60 >/proc/sys/vm/dirty_background_ratio
	echo 80 >/proc/sys/vm/dirty_ratio
}

# on FS DISK COMMAND...: with that file system on $dir.
on() {
	local rc=0
	provoke_fs "$1" "$2" $dir || return 1
	"${@:3}" || rc=$?
	provoke_fs_end $dir || rc=1
	return $rc
}

cpu_alone() {
	run --writers 1 --size 24m --bs 512 --fsync none --dir $dir && largest cpu
}

# More writers than CPUs, and nothing else to wait for.
many_writers() {
	run --writers 8 --size 8m --bs 512 --fsync none --dir $dir && largest runqueue
}

throttled() {
	limits $((1 << 20)) $((2 << 20))
	run --writers 2 --size 16m --fsync none --dir $dir && largest throttle
}

# Blocks of 1 KiB without delayed allocation: the allocator is asked for each of them.
allocating() {
	provoke_fs ext2 "$fast" $dir -b 1024 || return 1
	run --writers 1 --size 48m --bs 64k --fsync none --dir $dir && largest allocation
	local rc=$?
	provoke_fs_end $dir || rc=1
	return $rc
}

# All data goes through a journal of 4 MiB on a slow disk.
journaled() {
	provoke_fs ext4 "$slow" $dir && mount -o remount,data=journal $dir 2>/dev/null || {
		umount $dir
		mount -t ext4 -o data=journal "$slow" $dir || return 1
	}
	run --writers 2 --size 24m --fsync none --dir $dir && largest journal
	local rc=$?
	provoke_fs_end $dir || rc=1
	return $rc
}

flushing() {
	run --writers 1 --size 16m --bs 256k --fsync each --dir $dir && largest fsync
}

# Pages that are being written must not change on a device that checksums them.
stable_pages() {
	provoke_queue "$slow" stable_writes 1 || return 1
	watch_run $helper rewrite $dir/file && largest page_writeback
	local rc=$?
	provoke_queue_end || rc=1
	return $rc
}

# Two requests at a time, and the writer submits its own.
few_tags() {
	provoke_queue "$slow" nr_requests 4 || return 1
	run --writers 4 --size 4m --bs 64k --direct --fsync none --dir $dir && largest block_layer
	local rc=$?
	provoke_queue_end || rc=1
	return $rc
}

small_cgroup() {
	provoke_cgroup classes $((64 << 20)) $((12 << 20)) || return 1
	watch_run provoke_cgroup_run classes $helper write $dir/file && largest reclaim
	local rc=$?
	provoke_cgroup_end classes || rc=1
	return $rc
}

locked() {
	touch $dir/locked
	provoke_lock $dir/locked || return 1
	watch_run dd if=/dev/zero of=$dir/locked bs=4k count=1 conv=notrunc && largest lock
	local rc=$?
	provoke_lock_end || rc=1
	return $rc
}

over_nfs() {
	provoke_nfs /mnt-nfs $dir || return 1
	run --writers 1 --size 8m --fsync each --bs 256k --dir /mnt-nfs && largest network
	local rc=$?
	provoke_nfs_end /mnt-nfs || rc=1
	return $rc
}

over_fuse() {
	provoke_fuse /mnt-fuse $dir write_ms=20 || return 1
	run --writers 1 --size 2m --bs 64k --fsync none --dir /mnt-fuse && largest network
	local rc=$?
	provoke_fuse_end /mnt-fuse || rc=1
	return $rc
}

# What is not named stays visible, with its stack.
unknown() {
	watch_run tail -f /dev/null && largest other
}

# What a suspended device holds is waited for by an fsync.
suspended() {
	provoke_dm classes "$fast" || return 1
	provoke_fs ext4 /dev/mapper/classes $dir || return 1
	background /tmp/watched.log sh -c "dd if=/dev/zero of=$dir/file bs=64k count=16 && sync $dir/file"
	provoke_dm_suspend classes
	watch_run sh -c "dd if=/dev/zero of=$dir/other bs=64k count=16 conv=fsync" && largest fsync
	local rc=$?
	provoke_dm_resume classes
	stop_children
	provoke_fs_end $dir || rc=1
	provoke_dm_end classes || rc=1
	return $rc
}

module_loaded || load
no_limits
ktap_begin 15
check cpu on ext4 "$fast" cpu_alone
check runqueue on ext4 "$fast" many_writers
check throttle on ext4 "$slow" throttled
no_limits
check allocation allocating
check journal journaled
check fsync on ext2 "$slow" flushing
provoke_fs ext2 "$fast" $elsewhere
check_here page_writeback on ext4 "$slow" stable_pages
check_here block_layer on ext4 "$slow" few_tags
check_here reclaim on ext4 "$slow" small_cgroup
check_here lock on ext4 "$slow" locked
check_here other unknown
provoke_fs_end $elsewhere
check_here network_nfs on ext4 "$fast" over_nfs
check_here network_fuse on ext4 "$fast" over_fuse
provoke_fs ext2 "$slow" $elsewhere
check_here fsync_suspended_dm suspended
provoke_fs_end $elsewhere
ktap_end
