#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Guest: --with fio --with dbench --with fs_mark --with postgresql
# wbctl run -- COMMAND: what a program and all that it forks dirtied is the sum of the rows of its processes
# and what was written, to the byte; also of children that are gone at once, of threads, of programs that
# execute others, of throttled ones and of daemons. Then fio, dbench, fs_mark and pgbench with their own figures.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh

json=/tmp/command.json
report=/tmp/command.txt
mib=1048576

# follow COMMAND...: its report in $report, its JSON in $json; both are shown when it fails.
follow() {
	rm -f "$json"
	./wbctl run --dir /mnt --json "$json" "${options[@]}" -- "$@" >"$report" 2>&1 || {
		cat "$report"
		return 1
	}
}
options=()

# of_program KEY: a figure of the program itself.
of_program() {
	awk -v key="\"$1\":" '
		/^  "[a-z_]+":/ { top = $1 }
		top == "\"program\":" && /^    "/ && $1 == key { sub(/,$/, "", $2); print $2 }' "$json"
}

# rows KEY: that figure of each process, one a line.
rows() {
	awk -v key="\"$1\":" '
		/^  "[a-z_]+":/ { top = $1 }
		top == "\"writers\":" && /^      "/ && $1 == key { sub(/,$/, "", $2); print $2 }' "$json"
}

# metric NAME
metric() {
	sed -n "/^  \"metrics\"/,/^  }/s/^    \"$1\": *\\([^,]*\\),*/\\1/p" "$json"
}

# watched KEY: that figure of each watched task, one a line.
watched() {
	sed -n '/^  "watched"/,/^  \]/s/^      "'"$1"'": *\([^,]*\),*/\1/p' "$json"
}

# vmstat_dirtied: by the whole machine, meanwhile and until all was written.
vmstat_dirtied() {
	awk '$1 == "\"L2\":" { law = 1 } law && $1 == "\"theirs\":" { print $2 + 0; exit }' "$json"
}

sum() {
	awk '{ n += $1 } END { printf "%.0f\n", n }'
}

is() {
	[ "$2" = "$3" ] && return
	echo "$1: $2, not $3"
	cat "$report"
	return 1
}

# dirtied BYTES: by the program, by its rows, and by the kernel's own account of those waited for.
dirtied() {
	is 'the program' "$(of_program dirtied_bytes)" "$1" &&
		is 'the rows' "$(rows dirtied_bytes | sum)" "$1" &&
		is 'getrusage' "$(awk '/^    "usage"/ { u = 1 } u && $1 == "\"dirtied_bytes\":" { print $2 + 0; exit }' "$json")" "$1" &&
		audit_holds
}

audit_holds() {
	! grep -q '"holds": *false' "$json" && grep -A1 '^    "L2"' "$json" | grep -q '"holds": *true' && return
	grep -A5 '^    "L[0-9]"' "$json"
	return 1
}

grandchild() {
	follow sh -c 'sh -c "dd if=/dev/zero of=/mnt/file bs=64k count=128; true"; true' &&
		dirtied $((8 * mib)) && is names "$(rows comm)" '"dd"'
}

parallel_children() {
	# shellcheck disable=SC2016
	follow sh -c 'for i in 1 2 3 4; do dd if=/dev/zero of=/mnt/file$i bs=64k count=64 & done; wait' &&
		dirtied $((16 * mib)) &&
		is rows "$(rows dirtied_bytes | sort | uniq -c | awk '{ print $1, $2 }')" "4 $((4 * mib))"
}

# More than the report has rows for: the others are one.
short_children() {
	# shellcheck disable=SC2016
	follow sh -c 'for i in $(seq 100); do dd if=/dev/zero of=/mnt/short$i bs=4k count=1 2>/dev/null; done' &&
		dirtied $((100 * 4096)) && is others "$(rows others_count)" 36 && is rows "$(rows pid | wc -l)" 64 &&
		grep -q '^(36 others) ' "$report"
}

executes_others() {
	follow sh -c 'exec sh -c "exec dd if=/dev/zero of=/mnt/file bs=64k count=32"' &&
		dirtied $((2 * mib)) && is names "$(rows comm)" '"dd"' && is processes "$(of_program process_count)" 1
}

threads() {
	follow fio --thread --numjobs=3 --name=t --rw=write --bs=64k --size=2m --directory=/mnt &&
		dirtied $((6 * mib)) && is rows "$(rows pid | wc -l)" 1 &&
		is tasks "$(grep -c "^          \"dirtied_bytes\": *$((2 * mib))" "$json")" 3
}

# limits BACKGROUND DIRTY: in bytes.
limits() {
	echo "$1" >/proc/sys/vm/dirty_background_bytes
	echo "$2" >/proc/sys/vm/dirty_bytes
}

# Limits of less than one write: no machine is too slow to meet them.
throttled() {
	local rc=0
	limits 16384 32768
	follow sh -c 'dd if=/dev/zero of=/mnt/file bs=64k count=32; true' && dirtied $((2 * mib)) || rc=1
	limits 2097152 8388608
	[ "$rc" = 0 ] && [ "$(rows throttle | wc -l)" = 1 ] && grep -q '^        "slept_count": *[1-9]' "$json" &&
		grep -q '^slept .*limit' "$report" && return
	cat "$report"
	return 1
}

# What the daemon dirties while it is followed counts; nobody waits for it.
daemons() {
	rm -f /tmp/pid /tmp/go
	mkfifo /tmp/go
	# shellcheck disable=SC2016
	follow sh -c 'setsid sh -c "echo \$\$ >/tmp/pid; dd if=/dev/zero of=/mnt/file bs=64k count=16; echo >/tmp/go; exec tail -f /dev/null" &
		read line </tmp/go' || return 1
	kill -9 "$(cat /tmp/pid)"
	rm -f /tmp/pid /tmp/go
	is 'the program' "$(of_program dirtied_bytes)" "$mib" && is left "$(of_program left_count)" 1 &&
		grep -q 'lives on; it was followed, and not waited for' "$json"
}

# A process that was there before, and a child that it has later.
watched_children() {
	rm -f /tmp/go
	mkfifo /tmp/go
	# shellcheck disable=SC2016
	background /dev/null sh -c 'read line </tmp/go; dd if=/dev/zero of=/mnt/other bs=64k count=32; echo >/tmp/go; read line'
	# shellcheck disable=SC2154
	options=(--watch "${children[-1]}")
	follow sh -c 'echo >/tmp/go; read line </tmp/go; dd if=/dev/zero of=/mnt/file bs=64k count=16; true' || return 1
	options=()
	rm -f /tmp/go
	is 'the program' "$(of_program dirtied_bytes)" "$mib" &&
		is watched "$(watched dirtied_bytes | sum)" $((2 * mib)) &&
		grep -q '^watched: ' "$report"
}

fio_processes() {
	follow fio --numjobs=2 --name=w --rw=write --bs=64k --size=4m --directory=/mnt --end_fsync=1 &&
		dirtied $((8 * mib)) && is 'fio says' "$(metric write_bytes)" "$((8 * mib)).0" &&
		is jobs "$(grep -c '^            "bytes": *4194304' "$json")" 2 && grep -q '^fio says' "$report" &&
		grep -q '^  with the flush after it' "$report"
}

dbench_clients() {
	follow dbench -t 3 -D /mnt 2 && dirtied "$(of_program dirtied_bytes)" && [ -n "$(metric throughput_bytes_per_s)" ] &&
		is clients "$(metric clients)" 2.0 && is rows "$(rows pid | wc -l)" 2
}

fs_mark_files() {
	follow fs_mark -d /mnt/marks -l /tmp/fs_log.txt -n 50 -s 8192 -L 3 -t 2 && dirtied $((300 * 8192)) &&
		[ -n "$(metric files_per_s)" ] && [ -n "$(metric files_per_s_stddev)" ]
}

# pgbench has the server write: its processes, of which those that serve the two clients are forked meanwhile,
# dirtied all that the machine did. So it is on ext2, which has no journal's thread, and without the periodic
# flusher, which dirties the blocks of the inodes that it writes.
pgbench_server() {
	local rc=0
	rm -f "$json"
	echo 10 >/proc/sys/vm/dirty_background_ratio
	echo 20 >/proc/sys/vm/dirty_ratio
	echo 360000 >/proc/sys/vm/dirty_writeback_centisecs
	scripts/pgbench-run --dir /mnt --scale 1 --json "$json" -- -c 2 -t 100 >"$report" 2>&1 || rc=$?
	echo 500 >/proc/sys/vm/dirty_writeback_centisecs
	[ "$rc" = 0 ] || {
		cat "$report"
		return 1
	}
	dirtied 0 && is 'the server' "$(watched dirtied_bytes | sum)" "$(vmstat_dirtied)" &&
		is names "$(watched comm | sort -u)" '"postgres"' &&
		is 'of clients' "$(watched dirtied_bytes | above_quarter)" 2 && pgbench_says
}

# above_quarter: how many of the numbers are more than a quarter of their sum.
above_quarter() {
	awk '{ n[NR] = $1; sum += $1 } END { for (i in n) count += n[i] * 4 > sum; print count + 0 }'
}

pgbench_says() {
	echo "pgbench says $(metric transactions_per_s) transactions/s"
	[ -n "$(metric transactions_per_s)" ] && is clients "$(metric clients)" 2.0 &&
		is transactions "$(metric transactions)" 200.0 && is failed "$(metric failed_transactions)" 0.0
}

own_metric() {
	options=(--metric 'answer=^the answer is ([0-9]+)')
	follow sh -c 'echo the answer is 41; echo the answer is 42' && is answer "$(metric answer)" 42.0 || return 1
	options=(--metric 'answer=^no ([0-9]+)')
	fails 'nothing that sh printed has it' ./wbctl run --dir /mnt "${options[@]}" -- sh -c 'echo yes 1' || return 1
	options=()
}

# has_text FILE: somebody wrote into it.
has_text() {
	[ -s "$1" ]
}

is_gone() {
	! kill -0 "$1" 2>/dev/null
}

# A signal ends all of the tree, and what was measured is printed. In the background, SIGINT is ignored.
interrupted() {
	local wbctl pid
	rm -f /tmp/pid "$json"
	# shellcheck disable=SC2016
	background "$report" ./wbctl run --dir /mnt --json "$json" -- sh -c \
		'dd if=/dev/zero of=/mnt/file bs=64k count=16; sh -c "echo \$\$ >/tmp/pid; exec tail -f /dev/null"; true'
	wbctl=$!
	wait_for 20 has_text /tmp/pid || return 1
	pid=$(cat /tmp/pid)
	kill -TERM "$wbctl"
	wait "$wbctl"
	is status $? 1 && is_gone "$pid" && is 'the program' "$(of_program dirtied_bytes)" "$mib" &&
		grep -q 'Interrupted by SIGTERM' "$report"
}

# A wbctl that is killed leaves neither its program nor probes behind.
killed() {
	local wbctl pid
	rm -f /tmp/pid
	# shellcheck disable=SC2016
	background /dev/null ./wbctl run --dir /mnt -- sh -c 'echo $$ >/tmp/pid; exec tail -f /dev/null'
	wbctl=$!
	wait_for 20 has_text /tmp/pid || return 1
	pid=$(cat /tmp/pid)
	kill -9 "$wbctl"
	wait "$wbctl"
	wait_for 20 is_gone "$pid" && wait_for 20 detached
}

without_module() {
	rmmod wbtrace || return 1
	fails 'the module is not loaded' ./wbctl run --dir /mnt -- true || return 1
	options=(--without-module)
	follow sh -c 'dd if=/dev/zero of=/mnt/file bs=64k count=16; true'
	local rc=$?
	options=()
	load
	[ "$rc" = 0 ] && is 'the program' "$(of_program dirtied_bytes)" '' &&
		grep -q 'dirtied or written' "$report"
}

reload ""
ktap_begin 19
mount_new ext4 "$DISK0" >/dev/null 2>&1
limits 2097152 8388608
for test in grandchild parallel_children short_children executes_others threads throttled daemons watched_children \
	fio_processes dbench_clients fs_mark_files own_metric interrupted killed without_module; do
	check $test $test
	rm -rf /mnt/[!l]* 2>/dev/null
done
wait_for 30 unmounted /mnt
mount_new ext2 "$DISK0" >/dev/null 2>&1
check pgbench_server pgbench_server
wait_for 30 unmounted /mnt
check nothing_is_attached wait_for 20 detached
check unloads unload
load
rm -f "$json" "$report" /tmp/pid /tmp/fs_log.txt
ktap_end
