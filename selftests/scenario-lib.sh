# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: GPL-2.0-only
# What the scenarios (selftests/scenarios/) are made of, after lib.sh and provoke-lib.sh. Their JSON documents
# go to $json. The disks are those of scripts/scenarios; each scenario finds them empty.
#
#   on TYPE DISK DIR [MKFS OPTIONS]    a file system there, on a device of its own: what is still dirty at the
#                                      end need not be written
#   limits BACKGROUND DIRTY            in MiB; no_limits: so high that nobody meets them
#   run NAME ARGS...                   wbctl run, with its document in $json/NAME.json
#   others COMMAND...                  in the background, for as long as the scenario takes
#   bulk DIR [NAME]                    a dd without end
#   dirty_reaches MIB                  waits until so much is dirty or under writeback
#   elapse SECONDS
#   others_end DIR SECONDS             ends them when wbctl's writers have written in DIR for so long
#   when_writing DIR COMMAND...        in the background, once wbctl's writers write there

# shellcheck disable=SC2034
fast=${DISK0:?} slow=${DISK1:?} medium=${DISK2:?} iops=${DISK3:?} spare=${DISK4:?}
load=build/selftests/load
made=0
page_bytes=$(getconf PAGESIZE)

# Each scenario has its devices to itself, and with them its bdis: what the kernel learnt about the bandwidth
# of another scenario's is not theirs.
on() {
	local type=$1 disk=$2 dir=$3 name
	shift 3
	made=$((made + 1))
	name=scn$made
	provoke_dm "$name" "$disk" && provoke_fs "$type" "/dev/mapper/$name" "$dir" "$@" || return 1
	echo "$dir is $type on $name over $disk"
}

# device_of DIR: the name of its device-mapper device.
device_of() {
	local source
	source=$(awk -v dir="$1" '$2 == dir { print $1 }' /proc/mounts)
	echo "${source#/dev/mapper/}"
}

# bdi_of DIR: the folder of its settings.
bdi_of() {
	echo "/sys/class/bdi/$(stat -c '%Hd:%Ld' "$1")"
}

limits() {
	echo $(($1 << 20)) >/proc/sys/vm/dirty_background_bytes
	echo $(($2 << 20)) >/proc/sys/vm/dirty_bytes
}

no_limits() {
	echo 60 >/proc/sys/vm/dirty_background_ratio
	echo 80 >/proc/sys/vm/dirty_ratio
}

default_limits() {
	echo 10 >/proc/sys/vm/dirty_background_ratio
	echo 20 >/proc/sys/vm/dirty_ratio
}

# What the audit says of a run is for other tests to judge; a run that could not be made ends the scenario.
run() {
	local name=$1 rc=0
	shift
	echo "== $name: wbctl run $*"
	./wbctl run --interval 500ms --json "$json/$name.json" "$@" || rc=$?
	echo "== status $rc"
	[ "$rc" = 0 ] || [ "$rc" = "${may_be:-0}" ] || { [ "$rc" = 1 ] && grep -q '"holds": *false' "$json/$name.json"; }
}

others() {
	background /dev/null "$@"
}

bulk() {
	others dd if=/dev/zero of="$1/${2:-bulk}" bs=1M
}

# No other process each time: the emulated CPU takes long for one.
enough_dirty() {
	local name value pages=0
	while read -r name value; do
		case $name in
		nr_dirty | nr_writeback) pages=$((pages + value)) ;;
		esac
	done </proc/vmstat
	[ $((pages * page_bytes)) -ge $(($1 << 20)) ]
}

dirty_reaches() {
	wait_for 10 enough_dirty "$1"
}

elapse() {
	read -rt "$1" <> <(:)
	return 0
}

has_written() {
	[ -s "$(echo "$1"/wbctl-run-*/writer-0)" ]
}

run_then() {
	local dir=$1
	shift
	wait_for 10 has_written "$dir" && "$@"
}

when_writing() {
	background "/tmp/when.log" run_then "$@"
}

end_after() {
	local seconds=$1
	shift
	elapse "$seconds"
	kill -9 "$@"
}

# others_end DIR SECONDS: those started so far are killed when wbctl's writers have written there so long: the
# drain after the run would wait for what they go on to dirty.
others_end() {
	when_writing "$1" end_after "$2" "${children[@]}"
}

# writer_pid N: of wbctl's writer N.
writer_pid() {
	local file
	file=$(grep -lx "wbctl-w$1" /proc/[0-9]*/comm 2>/dev/null)
	file=${file#/proc/}
	echo "${file%/comm}"
}
