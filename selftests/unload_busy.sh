#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Unloading while writers are asleep in a pause, with sockets open, attached and subscribed, and the writers
# watched, their stacks in the table: it works at once, the writers go on, and the module loads again. Five
# times over.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh

writers=4
writer_pids=()

start_writers() {
	local n
	for ((n = 0; n < writers; n++)); do
		background /dev/null "$helper" write /mnt/writer$n
		writer_pids+=($!)
	done
}

# asleep_in_pause: at least two of the writers, by the function they sleep in. (Not /proc/PID/stack:
# 6.1 warns when it unwinds a running task that is inside a function with a kretprobe.)
asleep_in_pause() {
	local pid asleep=0
	for pid in "${writer_pids[@]}"; do
		! grep -q balance_dirty_pages "/proc/$pid/wchan" 2>/dev/null || asleep=$((asleep + 1))
	done
	[ "$asleep" -ge 2 ]
}

# written: the bytes the writers have written so far.
written() {
	local pid sum=0 n
	for pid in "${writer_pids[@]}"; do
		n=$(sed -n 's/^wchar: //p' "/proc/$pid/io" 2>/dev/null)
		sum=$((sum + ${n:-0}))
	done
	echo $sum
}

more_written() {
	[ "$(written)" -gt "$1" ]
}

subscribed() {
	grep -q attached "$1"
}

watching() {
	grep -q watching "$1"
}

# stacks_taken: waits of the watched have been laid to stacks.
stacks_taken() {
	[ "$(awk '$1 == "stack" { print $2 + 0 }' /sys/kernel/wbtrace/tables)" -gt 0 ]
}

round() {
	local n before
	for n in 1 2; do
		background /tmp/hold.$n "$helper" hold
		wait_for 20 subscribed /tmp/hold.$n || return 1
	done
	attached || return 1
	for n in 0 1; do
		background /tmp/hold.watch$n "$helper" watch "${writer_pids[n]}"
		wait_for 20 watching /tmp/hold.watch$n || return 1
	done
	wait_for 60 stacks_taken || return 1
	wait_for 60 asleep_in_pause || return 1
	timeout 60 rmmod wbtrace || {
		echo "rmmod: $?"
		return 1
	}
	! module_loaded || return 1
	before=$(written)
	wait_for 60 more_written "$before" || return 1
	load || return 1
	rm -f /tmp/hold.*
}

# The sockets of the clients of a module that is gone must do no harm when they close.
close_sockets() {
	local pid
	for pid in "${children[@]}"; do
		case " ${writer_pids[*]} " in
		*" $pid "*) ;;
		*)
			kill -9 "$pid"
			wait "$pid" 2>/dev/null
			;;
		esac
	done
	children=("${writer_pids[@]}")
	detached
}

ktap_begin 8
reload ""
mount_new ext4 "${DISK0:?no disk}"
echo $((2 << 20)) >/proc/sys/vm/dirty_background_bytes
echo $((4 << 20)) >/proc/sys/vm/dirty_bytes
start_writers
# check runs its command in a subshell, which could not wait for these.
for ((n = 1; n <= 5; n++)); do
	round >/tmp/round 2>&1
	rc=$?
	sed 's/^/# /' /tmp/round
	result $rc "unload_with_sleepers_$n"
done
close_sockets
result $? sockets_close_later
stop_children
echo 10 >/proc/sys/vm/dirty_background_ratio
echo 20 >/proc/sys/vm/dirty_ratio
check unmount wait_for 60 umount /mnt
ktap_end
