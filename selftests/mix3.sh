#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Guest: --with nfs
# wbctl run --profile mix3 on a local disk and two NFS mounts over loopback: three writers, each with a wb
# of its own, and what they wrote adds up in all three places where it is counted.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh
# shellcheck source=selftests/provoke-lib.sh
. selftests/provoke-lib.sh

local_disk=${DISK0:?no disk} server_disk=${DISK1:?no second disk}
json=/tmp/mix3.json

# half NAME START SECTORS: of the server's disk.
half() {
	dmsetup create "$1" --table "0 $3 linear $server_disk $2"
}

set_up() {
	local sectors
	modprobe dm-mod && sectors=$(blockdev --getsz "$server_disk") || return 1
	half mix-a 0 $((sectors / 2)) && half mix-b $((sectors / 2)) $((sectors / 2)) || return 1
	provoke_fs ext4 /dev/mapper/mix-a /mnt-back && provoke_fs ext4 /dev/mapper/mix-b /mnt-back/second &&
		provoke_fs ext2 "$local_disk" /mnt-fs || return 1
	provoke_nfs /mnt-nfs /mnt-back && provoke_nfs_more /mnt-nfs2 /mnt-back second
}

take_down() {
	wait_for "$provoke_wait" unmounted /mnt-nfs2 && rmdir /mnt-nfs2 && provoke_nfs_end /mnt-nfs &&
		provoke_fs_end /mnt-fs && provoke_fs_end /mnt-back/second && provoke_fs_end /mnt-back &&
		provoke_dm_end mix-a && provoke_dm_end mix-b
}

# The limits are small enough for some throttling, and large enough for the server to have some too.
runs() {
	local rc=0
	echo $((16 << 20)) >/proc/sys/vm/dirty_background_bytes
	echo $((48 << 20)) >/proc/sys/vm/dirty_bytes
	./wbctl run --profile mix3 --dir /mnt-fs --dir /mnt-nfs --dir /mnt-nfs2 --size 192M --json "$json" \
		>/tmp/mix3.out 2>&1 || rc=$?
	grep -vE '^[0-9.]+ m?s: ' /tmp/mix3.out
	echo 10 >/proc/sys/vm/dirty_background_ratio
	echo 20 >/proc/sys/vm/dirty_ratio
	return "$rc"
}

# values SECTION KEY: of its elements, not of what is nested in them, and not of the samples' writers.
values() {
	awk -v section="\"$1\":" -v name="\"$2\":" '
		seen { next }
		$1 == section && $2 == "[" { match($0, /^ */); depth = RLENGTH; inside = 1; next }
		{ match($0, /^ */) }
		inside && RLENGTH == depth { seen = 1 }
		inside && RLENGTH == depth + 4 && $1 == name { gsub(/[",]/, "", $2); print $2 }
	' "$json"
}

# metric NAME: of the profile.
metric() {
	sed -nE "s/^ *\"$1\": ([0-9.]+),?\$/\\1/p" "$json" | tail -1
}

three_wbs() {
	local devs
	devs=$(values writers dev | sort)
	echo "writers on ${devs//$'\n'/ }"
	[ "$(sort -u <<<"$devs" | wc -l)" = 3 ] || return 1
	paste <(values wbs bdi) <(values wbs of_writers) >/tmp/wbs
	[ "$(awk '$2 == "true" { print $1 }' /tmp/wbs | sort)" = "$devs" ]
}

# Those of the server's two halves are there too, and are nobody's of the writers.
server_is_apart() {
	[ "$(grep -c 'false$' /tmp/wbs)" = 2 ]
}

# On NFS to the byte; ext2's writer dirties the file system's own blocks too.
dirtied_by_writers() {
	paste <(values writers fs_type) <(values writers written_bytes) <(values writers dirtied_bytes) |
		tee /tmp/bytes
	[ "$(awk 'NF == 3 && $2 > 0 && $2 <= $3 && $3 <= $2 * ($1 == "ext2" ? 1.02 : 1)' /tmp/bytes |
		wc -l)" = 3 ]
}

# The rates of the profile's table are those of its writers.
rates_add_up() {
	values writers throughput_bytes_per_s | tr '\n' ' ' >/tmp/rates
	awk -v disk="$(metric disk_bytes_per_s)" -v network="$(metric network_bytes_per_s)" '{
		sum = $1 + $2 + $3
		print "disk", disk, "network", network, "writers", $0
		off = (disk + network) - sum
		exit !(NF == 3 && sum > 0 && off <= 3 && off >= -3)
	}' /tmp/rates
}

ktap_begin 9
reload ""
check_here set_up set_up
check mix3_runs runs
check_here three_wbs_of_the_writers three_wbs
check server_has_its_own server_is_apart
check dirtied_is_what_was_written dirtied_by_writers
check rates_add_up rates_add_up
check wbs_take_what_the_writers_wrote scripts/wb-sums "$json"
check_here take_down take_down
rm -f "$json" /tmp/mix3.out /tmp/wbs /tmp/bytes /tmp/rates
ktap_end
