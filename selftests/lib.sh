# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# KTAP and waiting for the shell tests; they run as root in the test machine, from the checkout's top.

sysfs=/sys/kernel/wbtrace
# shellcheck disable=SC2034
helper=build/selftests/helper
kselftest_skip=4

ktap_n=0 ktap_passed=0 ktap_failed=0 ktap_skipped=0
children=()

# ktap_begin PLAN
ktap_begin() {
	echo 'KTAP version 1'
	echo "1..$1"
	# The log is searched from this line on.
	echo "<6>selftest: $0" >/dev/kmsg
	trap stop_children EXIT
}

# check NAME COMMAND...: one test; what the command says is its diagnosis.
check() {
	local name=$1 said rc=0
	shift
	said=$("$@" 2>&1) || rc=$?
	[ -z "$said" ] || printf '%s\n' "$said" | sed 's/^/# /'
	result $rc "$name"
}

# result STATUS NAME
result() {
	ktap_n=$((ktap_n + 1))
	if [ "$1" = 0 ]; then
		ktap_passed=$((ktap_passed + 1))
		echo "ok $ktap_n $2"
	elif [ "$1" = $kselftest_skip ]; then
		ktap_skipped=$((ktap_skipped + 1))
		echo "ok $ktap_n $2 # SKIP"
	else
		ktap_failed=$((ktap_failed + 1))
		echo "not ok $ktap_n $2"
	fi
}

# log_is_clean: what the kernel said since ktap_begin.
log_is_clean() {
	! dmesg | sed -n "\\|selftest: $0|,\$p" | grep -E \
		-e 'WARNING:|BUG:|Oops|INFO: (task|rcu)|possible (circular|recursive)|inconsistent lock' \
		-e 'suspicious RCU|general protection|scheduling while|sleeping function|refcount_t:' \
		-e 'list_(add|del) corruption|unregister_netdevice'
}

# ktap_end: the log, the closing line, and the exit status.
ktap_end() {
	check log_is_clean log_is_clean
	echo "$ktap_passed passed, $ktap_failed failed, $ktap_skipped skipped"
	[ $ktap_failed = 0 ] || exit 1
	[ $ktap_passed -gt 0 ] || exit $kselftest_skip
	exit 0
}

# wait_for SECONDS COMMAND...: until the command succeeds.
wait_for() {
	local tries=$(($1 * 20))
	shift
	until "$@"; do
		tries=$((tries - 1))
		if [ $tries -le 0 ]; then
			echo "waited in vain for: $*"
			return 1
		fi
		sleep 0.05
	done
}

# unmounted DIR: takes it off, unless it is not mounted. The kernel lets go of the last file of a process that
# has exited a moment later on a busy machine: to be waited for.
unmounted() {
	! grep -q " $1 " /proc/mounts || umount "$1" 2>/dev/null
}

# background FILE COMMAND...: in the background with its output in FILE; ends with this test.
background() {
	local out=$1
	shift
	"$@" >"$out" 2>&1 &
	children+=($!)
}

stop_children() {
	local pid
	for pid in ${children[@]+"${children[@]}"}; do
		kill -9 "$pid" 2>/dev/null
		wait "$pid" 2>/dev/null
	done
	children=()
}

module_loaded() {
	[ -d /sys/module/wbtrace ]
}

# load PARAMETERS
load() {
	# shellcheck disable=SC2086
	insmod ./wbtrace.ko ${1-}
}

unload() {
	rmmod wbtrace
}

reload() {
	! module_loaded || unload
	load "${1-}"
}

attached() {
	grep -q ' attached ' "$sysfs/probes"
}

detached() {
	! attached
}

# mount_new TYPE DISK: an empty file system on /mnt.
mount_new() {
	modprobe -q "$1"
	case $1 in
	ext*) mkfs."$1" -q -F -N 4096 -E lazy_itable_init=0 "$2" ;;
	*) mkfs."$1" -q -f "$2" >/dev/null ;;
	esac && mount -t "$1" -o noatime "$2" /mnt
}

# fails SAYING COMMAND...: the command must fail and say something that matches.
fails() {
	local want=$1 said
	shift
	if said=$("$@" 2>&1); then
		echo "this should have failed: $*"
		return 1
	fi
	grep -qiE "$want" <<<"$said" || {
		echo "this failed with '$said', not '$want': $*"
		return 1
	}
}
