#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The test machine keeps its word: output, status, files, disks, and every way a guest goes wrong.
#
# Runs on the host and boots guests; KERNEL chooses theirs (default 6.1).

set -u

top=$(cd "$(dirname "$0")/.." && pwd)
vm=$top/scripts/vm
options=(--kernel "${KERNEL:-6.1}" --no-module)
passed=0 failed=0 skipped=0 number=0
names=(
	'exit status passes through'
	'standard output is exact'
	'standard error is kept apart'
	"files under \$OUT arrive"
	"a disk has its size and rate"
	"words reach the command as they are"
	'a WARNING in the kernel log is 70, named first'
	'a panic is 70, named first'
	'running out of time is 70, named first'
	'a power-off without a status is 70'
	'an unknown option is 2, in one sentence'
	'a disk that cannot be is 2, in one sentence'
	'no guest outlives the script'
	'icount gives the same times twice'
)

# result STATUS RUN: the next name's outcome, and what that run said if it is not good.
result() {
	local rc=$1
	number=$((number + 1))
	if [ "$rc" = 0 ]; then
		passed=$((passed + 1))
		echo "ok $number ${names[number - 1]}"
	else
		failed=$((failed + 1))
		echo "not ok $number ${names[number - 1]}"
		sed 's/^/# /' "$tmp/$2.err"
	fi
}

# first TEXT NAME: standard error begins with a sentence that has TEXT.
first() { head -1 "$tmp/$2.err" | grep -qF -- "$1"; }

echo 'KTAP version 1'
echo "1..${#names[@]}"

if ! why=$("$top/scripts/deps" vm 2>&1) || ! why=$("$top/scripts/kernel" fetch "${KERNEL:-6.1}" 2>&1); then
	for name in "${names[@]}"; do
		number=$((number + 1)) skipped=$((skipped + 1))
		echo "ok $number $name # SKIP $(tail -1 <<<"$why")"
	done
	echo "$passed passed, $failed failed, $skipped skipped"
	exit 4
fi

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Three seconds' worth of a slow disk, timed by the guest itself; one more write before it uses up
# what the disk gives away at once.
# shellcheck disable=SC2016
"$vm" "${options[@]}" --disk 48M:4M --out "$tmp/out" -- '
printf "one\0two\r\n  three"
echo oops >&2
mkdir "$OUT/d" && echo file >"$OUT/d/f" && : >"$OUT/empty"
blockdev --getsize64 "$DISK0" >"$OUT/size"
dd if=/dev/zero of="$DISK0" bs=1M count=2 oflag=direct 2>/dev/null
a=$(date +%s%N)
dd if=/dev/zero of="$DISK0" bs=1M count=12 oflag=direct 2>/dev/null
b=$(date +%s%N)
echo $(((b - a) / 1000000)) >"$OUT/ms"
exit 37' >"$tmp/a.out" 2>"$tmp/a.err"
rc=$?
[ $rc = 37 ]
result $? a
printf 'one\0two\r\n  three' | cmp -s - "$tmp/a.out"
result $? a
grep -qx oops "$tmp/a.err" && ! grep -q oops "$tmp/a.out"
result $? a
[ "$(cat "$tmp/out/d/f" 2>/dev/null)" = file ] && [ -e "$tmp/out/empty" ]
result $? a
ms=$(cat "$tmp/out/ms" 2>/dev/null)
echo "# 12 MiB at 4 MiB/s took ${ms:-?} ms"
[ "$(cat "$tmp/out/size" 2>/dev/null)" = $((48 << 20)) ] && [ "${ms:-0}" -ge 2700 ] && [ "$ms" -le 8000 ]
result $? a

# Two at a time: they must not get into each other's way either.
# shellcheck disable=SC2016
"$vm" "${options[@]}" -- sh -c 'printf "%s|" "$@"; echo "<4>WARNING: CPU: 0 PID: 1 at x" >/dev/kmsg' sh \
	"it's" '$HOME  "x"' '' '*' >"$tmp/b.out" 2>"$tmp/b.err" &
warn=$!
"$vm" "${options[@]}" -- 'echo before; echo c >/proc/sysrq-trigger; sleep 60' >"$tmp/c.out" 2>"$tmp/c.err"
panic_rc=$?
wait $warn
warn_rc=$?
# shellcheck disable=SC2016
[ "$(cat "$tmp/b.out")" = "it's|\$HOME  \"x\"||*|" ]
result $? b
[ $warn_rc = 70 ] && first 'WARNING: CPU: 0 PID: 1 at x' b
result $? b
[ $panic_rc = 70 ] && first "kernel panicked: Kernel panic" c && grep -qx before "$tmp/c.out"
result $? c

"$vm" "${options[@]}" --timeout 10 -- 'sleep 1000' >"$tmp/d.out" 2>"$tmp/d.err" &
late=$!
"$vm" "${options[@]}" -- 'poweroff -f; sleep 60' >"$tmp/e.out" 2>"$tmp/e.err"
off_rc=$?
wait $late
late_rc=$?
[ $late_rc = 70 ] && first 'ran out of time (10 s)' d
result $? d
[ $off_rc = 70 ] && first 'without a status' e
result $? e

"$vm" --frobnicate -- true >"$tmp/f.out" 2>"$tmp/f.err"
[ $? = 2 ] && [ ! -s "$tmp/f.out" ] && [ "$(wc -l <"$tmp/f.err")" = 1 ] && first "'--frobnicate'" f
result $? f
"$vm" --icount --disk 64M:4M:100 -- true >"$tmp/g.out" 2>"$tmp/g.err"
[ $? = 2 ] && [ ! -s "$tmp/g.out" ] && [ "$(wc -l <"$tmp/g.err")" = 1 ] && first IOPS g
result $? g

# Its output says that the guest runs; then QEMU is the script's child that is called so.
"$vm" "${options[@]}" -- 'echo up; sleep 1000' >"$tmp/h.out" 2>"$tmp/h.err" &
script=$!
for ((i = 0; i < 600; i++)); do
	if [ -s "$tmp/h.out" ] || ! kill -0 $script 2>/dev/null; then
		break
	fi
	sleep 0.1
done
read -ra children <"/proc/$script/task/$script/children"
guest=''
for child in "${children[@]}"; do
	case $(cat "/proc/$child/comm") in
	qemu-*) guest=$child ;;
	esac
done
kill -TERM $script
wait $script
rc=$?
[ -n "$guest" ] && [ $rc = 143 ] && [ ! -e "/proc/$guest" ]
result $? h

# shellcheck disable=SC2016
for i in 1 2; do
	"$vm" "${options[@]}" --icount --disk 16M:4M -- '
		dd if=/dev/zero of="$DISK0" bs=64k count=80 oflag=direct 2>/dev/null
		i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); done
		date +%s.%N; cat /proc/uptime' >"$tmp/i$i.out" 2>"$tmp/i.err"
done
[ -s "$tmp/i1.out" ] && cmp -s "$tmp/i1.out" "$tmp/i2.out"
result $? i

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
