#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The main job on a slow disk: the ledger of each writer is the time of its clock (L6), throttling is what
# it waited for, and no law of the audit is broken. Then a process that wbctl did not start.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh

json=/tmp/ledger_run.json

# writers AWK: a line for each writer with its wall time, the ledger's, the sum of the classes, that of
# throttling and the largest of the other waits; then the program. JSON has a key on each line.
writers() {
	awk '
		/^  "[a-z_]+":/ { top = $1 }
		top !~ /^"writers"/ { next }
		/^    \{/ { wall = ledger = cpu = sum = throttle = most = user = 0 }
		/^      "wall_ns":/ { wall = value($0) }
		/^      "ledger_wall_ns":/ { ledger = value($0) }
		/^      "ledger_cpu_ns":/ { cpu = value($0) }
		/^      "[a-z_]+": ?\{?$/ || /^      "ledger_ns":/ { inside = $0 ~ /"ledger_ns"/ }
		inside && /^        "/ {
			sum += value($0)
			if ($0 ~ /"cpu_user"/)
				user = 1
			if ($0 ~ /"throttle"/)
				throttle = value($0)
			else if ($0 !~ /"(cpu_user|cpu_system|runqueue)"/ && value($0) > most)
				most = value($0)
		}
		/^      \}/ { inside = 0 }
		/^    \}/ { print wall, ledger, user ? sum : sum + cpu, throttle, most }
		function value(line) {
			sub(/^[^:]*: */, "", line)
			sub(/,$/, "", line)
			return line + 0
		}
	' "$json"
}

# run_writers N SIZE: nothing is flushed by the writers, so that they wait for the dirty limit.
run_writers() {
	# The slow path of a guest that others share the host with must not fill the dirty limit's place.
	./wbctl run --dir /mnt --writers "$1" --size "$2" --fsync none --audit --json "$json"
}

ledgers_are_clocks() {
	writers | awk -v want="$1" '
		{
			n++
			if (!$2 || ($3 > $2 ? $3 - $2 : $2 - $3) > 0)
				bad = bad " sum " $3 " of " $2
			off = $1 > $2 ? $1 - $2 : $2 - $1
			# What is asked for before and after a short clock is not part of it.
			if (off > $1 * 0.02 && off > 20000000)
				bad = bad " ledger " $2 " clock " $1
		}
		END {
			if (n != want || bad) {
				print n " writers:" bad
				exit 1
			}
		}'
}

# All writers together: one of many may have met nothing but a lock.
throttling_is_largest() {
	writers | awk '{ t += $4; m += $5 } END { if (t <= m) { print t, m; exit 1 } }'
}

# laws: those that must be checked here, by whatever the module is built of.
audit_holds() {
	! grep -q '"holds": *false' "$json" || {
		grep -A4 '"holds": *false' "$json"
		return 1
	}
	awk '/^    "L[0-9]":/ { law = $1 } /"holds": *true/ { print law }' "$json" | tr -d '":{' |
		tr '\n' ' ' | grep -q 'L2 L3 .*L6 .*L8' || grep -E '"(L.|holds|note)"' "$json"
}

with_writers() {
	local n=$1
	check "run_${n}_writers" run_writers "$n" "$2"
	check "ledgers_are_clocks_$n" ledgers_are_clocks "$n"
	check "throttling_is_largest_$n" throttling_is_largest
	check "audit_holds_$n" audit_holds
}

# A writer that syncs each MiB, until it is killed.
start_other() {
	# shellcheck disable=SC2016
	background /dev/null sh -c 'while :; do dd if=/dev/zero of=/mnt/other bs=1M count=4 oflag=dsync; done'
	# shellcheck disable=SC2154
	other=${children[-1]}
}

stacks_of_other() {
	local said
	said=$(./wbctl show stacks --watch "$other" --time 3 --top 20) || return 1
	grep -qE '^(fsync|journal|block_layer|page_writeback|lock) ' <<<"$said" && return 0
	printf '%s\n' "$said"
	return 1
}

watched_in_report() {
	./wbctl run --dir /mnt --writers 1 --size 8M --watch "$other" --json "$json" >/tmp/report &&
		grep -q "^$other sh" /tmp/report && grep -q '"watched":' "$json"
}

# One process is there from the start, in a group below; another one comes during the run.
# shellcheck disable=SC2154
# check runs this in a shell of its own, which has to end what it has started.
watched_cgroup_in_report() {
	local group=/sys/fs/cgroup/watched late
	trap 'kill -9 "${children[@]: -2}" 2>/dev/null' EXIT
	mkdir -p "$group/below" && echo "$other" >"$group/below/cgroup.procs" || return 1
	# shellcheck disable=SC2016
	background /dev/null sh -c 'while :; do dd if=/dev/zero of=/mnt/late bs=64k count=4 oflag=dsync; done'
	late=${children[-1]}
	# shellcheck disable=SC2016
	background /dev/null sh -c 'until ls /mnt/wbctl-run-*/writer-0; do :; done; echo "$0" >"$1"' \
		"$late" "$group/cgroup.procs"
	./wbctl run --dir /mnt --writers 1 --time 4 --interval 200ms --watch-cgroup watched \
		--json "$json" >/tmp/report || return 1
	grep -q "^$other sh" /tmp/report && grep -q "^$late sh" /tmp/report &&
		grep -qE '^[0-9]+ dd' /tmp/report && ! grep -qE '^[0-9]+ wbctl' /tmp/report
}

without_module() {
	./wbctl run --without-module --dir /mnt --writers 1 --size 1M --json "$json" >/tmp/report &&
		! grep -q '"ledger\|"audit' "$json" && ! grep -q '^TIME\|^audit' /tmp/report
}

tables_that_are_not_there() {
	local table
	for table in alloc devices; do
		./wbctl show "$table" >/tmp/report 2>&1 || grep -qi 'refuses\|nothing is measured' /tmp/report ||
			return 1
	done
}

reload ""
ktap_begin 19
mount_new ext4 "$DISK0" >/dev/null 2>&1
echo 2097152 >/proc/sys/vm/dirty_background_bytes
echo 8388608 >/proc/sys/vm/dirty_bytes
with_writers 1 64M
with_writers 3 24M
with_writers 64 1536k
start_other
check stacks_of_a_watched_process stacks_of_other
check watched_process_in_the_report watched_in_report
check watched_cgroup_in_the_report watched_cgroup_in_report
stop_children
check without_module without_module
check tables_that_are_not_there tables_that_are_not_there
check unmounts wait_for 30 unmounted /mnt
ktap_end
