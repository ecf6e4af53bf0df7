# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# File systems, devices, groups and locks that make writers wait; for the shell tests, after lib.sh.
#
# Each provoke_X sets up and returns when it is ready, or fails with a sentence; each provoke_X_end
# takes all of it back. A name or mount point stands for what was set up.
#
#   provoke_fs TYPE DISK DIR [MKFS OPTIONS]    ext2, ext4 with the smallest journal, xfs, btrfs
#   provoke_nfs DIR BACKING                    NFS over loopback; the guest needs scripts/vm --with nfs
#   provoke_nfs_more DIR BACKING NAME          the file system mounted on BACKING/NAME too
#   provoke_fuse DIR BACKING [OPTIONS]         OPTIONS of fuse_sleeper: write_ms=N,fsync_ms=N,writeback
#   provoke_fuse_stop DIR, provoke_fuse_go DIR    no request is answered in between
#   provoke_dm NAME DISK [MS]                  /dev/mapper/NAME; with MS each write takes that long
#   provoke_dm_suspend NAME, provoke_dm_resume NAME
#   provoke_cgroup NAME MEMORY_MAX [HIGH]      a cgroup with memory and io control
#   provoke_cgroup_run NAME COMMAND...         in it; provoke_cgroup_move NAME PID
#   provoke_queue DISK FILE VALUE              a setting of its request queue: nr_requests,
#                                              wbt_lat_usec, stable_writes, ...
#   provoke_lock FILE                          the rwsem of its inode is held until provoke_lock_end

provoke_wait=30
declare -A provoke_pid=() provoke_old=()
provoke_controllers=()

# in_wchan PID PATTERN: the task sleeps in a function whose name has this in it.
in_wchan() {
	grep -qE "$2" "/proc/$1/wchan" 2>/dev/null
}

# check_here NAME COMMAND...: as check, in this shell: what is set up stays known.
check_here() {
	local name=$1 rc=0
	shift
	"$@" >/tmp/said 2>&1 || rc=$?
	sed 's/^/# /' /tmp/said
	result $rc "$name"
}

is_mounted() {
	grep -q " $1 " /proc/mounts
}

is_gone() {
	! kill -0 "$1" 2>/dev/null
}

# provoke_kill PID: and wait until nothing is left of it.
provoke_kill() {
	kill "$1" 2>/dev/null
	wait_for $provoke_wait is_gone "$1" || kill -9 "$1"
	wait "$1" 2>/dev/null
	return 0
}

# provoke_fs TYPE DISK DIR [MKFS OPTIONS]: with nothing left to write, and nothing written later.
provoke_fs() {
	local type=$1 disk=$2 dir=$3
	local options=()
	shift 3
	case $type in
	ext2) options=(-F -b 4096 -N 4096 -E lazy_itable_init=0) ;;
	ext4) options=(-F -b 4096 -N 4096 -J size=4 -E "lazy_itable_init=0,lazy_journal_init=0") ;;
	xfs | btrfs) options=(-f -K) ;;
	*)
		echo "provoke_fs does not know $type"
		return 1
		;;
	esac
	modprobe -q "$type"
	"mkfs.$type" -q "${options[@]}" "$@" "$disk" >/dev/null && mkdir -p "$dir" &&
		mount -t "$type" -o noatime "$disk" "$dir"
}

provoke_fs_end() {
	wait_for $provoke_wait unmounted "$1" && rmdir "$1"
}

# provoke_nfs DIR BACKING: version 4.2. There is one server, so one of these at a time.
provoke_nfs() {
	local name
	for name in rpcbind rpc.nfsd rpc.mountd exportfs mount.nfs; do
		type -P "$name" >/dev/null || {
			echo "the guest has no $name: scripts/vm --with nfs"
			return 1
		}
	done
	modprobe nfsd && modprobe nfsv4 || return 1
	mkdir -p /run/rpcbind /var/lib/nfs/v4recovery "$1"
	: >/var/lib/nfs/etab
	: >/var/lib/nfs/rmtab
	is_mounted /proc/fs/nfsd || mount -t nfsd nfsd /proc/fs/nfsd || return 1
	background /tmp/rpcbind.log rpcbind -f -w
	provoke_pid[rpcbind]=$!
	wait_for $provoke_wait test -S /run/rpcbind.sock || return 1
	exportfs -i -o rw,fsid=0,no_root_squash,no_subtree_check,insecure "127.0.0.1:$2" || return 1
	background /tmp/mountd.log rpc.mountd -F -N 3
	provoke_pid[mountd]=$!
	wait_for $provoke_wait provoke_answers || return 1
	# Clients of an earlier boot get time to claim their files, and a write would wait for its end.
	# Ten seconds are the least; 7.x does not end it before without nfsdcld.
	echo 10 >/proc/fs/nfsd/nfsv4leasetime && echo 10 >/proc/fs/nfsd/nfsv4gracetime || return 1
	rpc.nfsd -p 2049 -N 3 -U 2 || return 1
	echo Y 2>/dev/null >/proc/fs/nfsd/v4_end_grace
	mount -t nfs -o vers=4.2,sec=sys,noatime 127.0.0.1:/ "$1" && touch "$1/ready" && rm "$1/ready"
}

# mountd has the kernel's questions open.
provoke_answers() {
	find "/proc/${provoke_pid[mountd]}/fd" -lname '*/nfsd.fh/channel' 2>/dev/null | grep -q .
}

no_nfsd_threads() {
	[ "$(cat /proc/fs/nfsd/threads)" = 0 ]
}

# provoke_nfs_more DIR BACKING NAME: a second mount, of another file system of the server. It has a super
# block and a wb of its own. Before provoke_nfs_end it has to be unmounted.
provoke_nfs_more() {
	mkdir -p "$1" &&
		exportfs -i -o rw,fsid=1,no_root_squash,no_subtree_check,insecure "127.0.0.1:$2/$3" &&
		mount -t nfs -o vers=4.2,sec=sys,noatime "127.0.0.1:/$3" "$1"
}

provoke_nfs_end() {
	wait_for $provoke_wait unmounted "$1" || return 1
	rpc.nfsd 0 && wait_for $provoke_wait no_nfsd_threads || return 1
	provoke_kill "${provoke_pid[mountd]}"
	exportfs -au
	exportfs -f
	provoke_kill "${provoke_pid[rpcbind]}"
	wait_for $provoke_wait unmounted /proc/fs/nfsd || return 1
	rm -rf /run/rpcbind /run/rpcbind.sock /run/rpcbind.lock /var/lib/nfs
	rmdir "$1"
}

# provoke_fuse DIR BACKING [OPTIONS]
provoke_fuse() {
	mkdir -p "$1" || return 1
	modprobe -q fuse
	# shellcheck disable=SC2086
	background "/tmp/fuse.log" build/selftests/fuse_sleeper ${3:+-o $3} "$2" "$1"
	provoke_pid[fuse$1]=$!
	if ! wait_for $provoke_wait is_mounted "$1" || ! stat "$1" >/dev/null; then
		cat /tmp/fuse.log
		return 1
	fi
}

provoke_fuse_stop() {
	kill -STOP "${provoke_pid[fuse$1]}"
}

provoke_fuse_go() {
	kill -CONT "${provoke_pid[fuse$1]}"
}

provoke_fuse_end() {
	provoke_fuse_go "$1"
	wait_for $provoke_wait unmounted "$1" || return 1
	provoke_kill "${provoke_pid[fuse$1]}"
	rmdir "$1"
}

# provoke_dm NAME DISK [MS]: a write to it takes MS milliseconds more; reads do not.
provoke_dm() {
	local sectors
	modprobe dm-mod && sectors=$(blockdev --getsz "$2") || return 1
	if [ $# = 2 ]; then
		dmsetup create "$1" --table "0 $sectors linear $2 0"
	else
		modprobe dm-delay && dmsetup create "$1" --table "0 $sectors delay $2 0 0 $2 0 $3"
	fi
}

# What is written from now on waits below the file system, which is not frozen.
provoke_dm_suspend() {
	dmsetup suspend --nolockfs --noflush "$1"
}

provoke_dm_resume() {
	dmsetup resume "$1"
}

provoke_dm_end() {
	dmsetup resume "$1" && wait_for $provoke_wait dmsetup remove "$1" 2>/dev/null
}

# provoke_cgroup NAME MEMORY_MAX [HIGH]: its dirty pages are counted late, so that with a small max alone
# a fast writer gets killed (seen on 6.12 with 16 MiB). Over high it has to wait instead.
provoke_cgroup() {
	local root=/sys/fs/cgroup name
	for name in memory io; do
		grep -qw $name $root/cgroup.subtree_control || {
			echo +$name >$root/cgroup.subtree_control || return 1
			provoke_controllers+=("$name")
		}
	done
	mkdir "$root/$1" && echo "$2" >"$root/$1/memory.max" && echo "${3-max}" >"$root/$1/memory.high"
}

provoke_cgroup_move() {
	echo "$2" >"/sys/fs/cgroup/$1/cgroup.procs"
}

# provoke_cgroup_run NAME COMMAND...: with background, its process is the command's.
provoke_cgroup_run() {
	local name=$1
	shift
	# shellcheck disable=SC2016
	bash -c 'echo $$ >"/sys/fs/cgroup/$0/cgroup.procs" && exec "$@"' "$name" "$@"
}

provoke_cgroup_end() {
	local root=/sys/fs/cgroup name
	wait_for $provoke_wait grep -q 'populated 0' "$root/$1/cgroup.events" &&
		wait_for $provoke_wait rmdir "$root/$1" || return 1
	for name in ${provoke_controllers[@]+"${provoke_controllers[@]}"}; do
		echo "-$name" >$root/cgroup.subtree_control || return 1
	done
	provoke_controllers=()
}

provoke_queue() {
	local file
	file=/sys/dev/block/$(stat -L -c '%Hr:%Lr' "$1")/queue/$2
	[ -w "$file" ] || {
		echo "this kernel has no $file to write to"
		return 1
	}
	: "${provoke_old[$file]:=$(cat "$file")}"
	echo "$3" >"$file"
}

# All settings of provoke_queue, of any disk.
provoke_queue_end() {
	local file
	for file in "${!provoke_old[@]}"; do
		echo "${provoke_old[$file]}" >"$file" || return 1
	done
	provoke_old=()
}

lock_says() {
	grep -q "$1" /tmp/lock.log
}

provoke_lock() {
	rm -f /tmp/lock.fifo /tmp/lock.log
	mkfifo /tmp/lock.fifo || return 1
	build/selftests/hold_lock "$1" 0 </tmp/lock.fifo >/tmp/lock.log 2>&1 &
	provoke_pid[lock]=$!
	children+=("${provoke_pid[lock]}")
	exec {provoke_lock_fd}>/tmp/lock.fifo
	wait_for $provoke_wait lock_says held || {
		cat /tmp/lock.log
		return 1
	}
}

provoke_lock_end() {
	echo >&"$provoke_lock_fd"
	exec {provoke_lock_fd}>&-
	wait_for $provoke_wait lock_says released || return 1
	wait "${provoke_pid[lock]}"
	local rc=$?
	rm -f /tmp/lock.fifo /tmp/lock.log
	return $rc
}
