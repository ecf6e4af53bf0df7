#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Writing new files against rewriting them, as iozone does, with limits that throttle nobody. Where blocks
# are allocated in write(2) (ext2, and ext4 without delayed allocation) the difference is allocation, and
# the ledger says so; with delayed allocation writers allocate nothing.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh

json=/tmp/iozone_case.json
# Parts per thousand of the writers' time. What is not there at all is less than noise.
clear_share=100
noise_share=20

# figures: of all writers together, us of a MiB: wall, cpu, allocation, throttle.
figures() {
	awk '
		/^  "[a-z_]+":/ { top = $1 }
		top !~ /^"writers"/ { next }
		/^      "written_bytes":/ { written += value($0) }
		/^      "ledger_wall_ns":/ { wall += value($0) }
		/^      "ledger_cpu_ns":/ { cpu += value($0) }
		/^      "ledger_ns":/ { inside = 1 }
		/^      \}/ { inside = 0 }
		inside && /^        "allocation":/ { allocation += value($0); seen = 1 }
		inside && /^        "throttle":/ { throttle += value($0) }
		END {
			if (!written || !wall || !cpu || !seen)
				exit 1
			us = 1048576 / written / 1000
			printf "%.0f %.0f %.0f %.0f\n", wall * us, cpu * us, allocation * us, throttle * us
		}
		function value(line) {
			sub(/^[^:]*: */, "", line)
			sub(/,$/, "", line)
			return line + 0
		}
	' "$json"
}

# least OPTIONS...: the figures of the run of three that took least; what else the host does only adds.
least() {
	for _ in 1 2 3; do
		./wbctl run --dir /mnt --writers 2 --size 32M --fsync none --json "$json" "$@" >/dev/null || return 1
		figures || return 1
	done | sort -n -k 2 | head -1
}

measure() {
	write=$(least) && rewrite=$(least --rewrite) || return 1
	echo "us a MiB: wall, cpu, allocation, throttle: write $write; rewrite $rewrite"
	[ "$(wc -w <<<"$write $rewrite")" = 8 ]
}

# compare AWK-CONDITION: of w and r, by wall, cpu, alloc and throttle.
compare() {
	awk -v clear="$clear_share" -v noise="$noise_share" '
		{ w_wall = $1; w_cpu = $2; w_alloc = $3; w_throttle = $4
		  r_wall = $5; r_cpu = $6; r_alloc = $7; r_throttle = $8
		  exit !('"$1"') }
	' <<<"$write $rewrite" || {
		echo "write $write; rewrite $rewrite"
		return 1
	}
}

not_throttled() {
	compare 'w_throttle * 1000 <= w_wall * noise && r_throttle * 1000 <= r_wall * noise'
}

allocation_stands_out() {
	compare 'w_alloc * 1000 > w_wall * clear && w_alloc >= 5 * r_alloc'
}

allocation_explains_most() {
	compare '2 * (w_alloc - r_alloc) >= (w_cpu + w_alloc) - (r_cpu + r_alloc)'
}

allocates_nothing() {
	compare 'w_alloc * 1000 <= w_wall * noise && r_alloc * 1000 <= r_wall * noise'
}

# start NAME TYPE OPTIONS: mounted, and measured into $write and $rewrite.
start() {
	modprobe -q "$2"
	mkfs."$2" -q -F -N 4096 -E lazy_itable_init=0 "$DISK1" &&
		mount -t "$2" -o "noatime$3" "$DISK1" /mnt || return 1
	measure >/tmp/measured || return 1
	sed "s/^/# $1: /" /tmp/measured
}

reload ""
ktap_begin 12
echo 80 >/proc/sys/vm/dirty_background_ratio
echo 90 >/proc/sys/vm/dirty_ratio
# NAME TYPE OPTIONS
while read -r name type options; do
	start "$name" "$type" "$options"
	result $? "${name}_measured"
	check "${name}_not_throttled" not_throttled
	if [ "$name" = ext4 ]; then
		check "${name}_allocates_nothing" allocates_nothing
	else
		check "${name}_allocation_stands_out" allocation_stands_out
		check "${name}_allocation_explains_most" allocation_explains_most
	fi
	wait_for 30 unmounted /mnt
done <<-'KINDS'
	ext2 ext2
	nodelalloc ext4 ,nodelalloc
	ext4 ext4
KINDS
ktap_end
