#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# scripts/compare-kernels: its command line, and the commands that it would run.
# Boots nothing. Needs WBCTL, the program; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"

script=$here/../../scripts/compare-kernels

# no STATUS WORDS ARGS...: one sentence on stderr that has WORDS, nothing on stdout.
no() {
	local want=$1 words=$2 rc
	shift 2
	"$script" "$@" >"$tmp/out" 2>"$tmp/err"
	rc=$?
	check "refused with $want: compare-kernels $*" test $rc = "$want" -a ! -s "$tmp/out" \
		-a "$(wc -l <"$tmp/err")" = 1
	check "because: $words" grep -qF -- "$words" "$tmp/err"
}

refusals() {
	no 2 "two kernels are the least"
	no 2 "two kernels are the least" 6.1 -- --writers 2
	no 2 "unknown kernel '5.4'" 6.1 5.4
	no 2 "a kernel is named twice" 6.1 6.12 6.1
	no 2 "unknown option '--frob'" 6.1 6.12 --frob
	no 2 "--runs takes a whole number above 0, not '0'" 6.1 6.12 --runs 0
	no 2 "--runs takes a whole number above 0, not 'x'" 6.1 6.12 --runs x
	no 2 "--runs needs a value" 6.1 6.12 --runs
	no 2 "--disk needs a value" 6.1 6.12 --disk -- --writers 2
	no 2 "--memory takes a whole number" 6.1 6.12 --memory 1G
	no 2 "unknown file system 'ntfs'" 6.1 6.12 --fs ntfs
	no 2 "leave it out" 6.1 6.12 -- --json x
}

dry() { "$script" --dry-run "$@" >"$tmp/out" 2>"$tmp/err"; }
kernels_of() { grep -o -- '--kernel [^ ]*' "$tmp/out" | cut -d' ' -f2 | xargs; }

dry_runs() {
	dry 6.1 6.12 7.3 -- --profile dd3
	check "one boot for each kernel" test "$(kernels_of)" = "6.1 6.12 7.3"
	check "five runs in it" test "$(grep -c ' scripts/guest-runs ext4 1 5 --profile dd3' "$tmp/out")" = 3
	check "compare comes last" test "$(tail -1 "$tmp/out")" = \
		"./wbctl compare build/compare/6.1.json build/compare/6.12.json build/compare/7.3.json"
	check "no perf unasked" test "$(grep -c -- '--with perf' "$tmp/out")" = 0
	dry 6.1 7.3 --reboot --runs 3 --fs xfs -- --writers 2
	check "a boot for each run, forth and back" test "$(kernels_of)" = "7.3 6.1 6.1 7.3 7.3 6.1" \
		-o "$(kernels_of)" = "6.1 7.3 7.3 6.1 6.1 7.3"
	check "runs by number" test "$(grep -c ' scripts/guest-runs xfs 3 3 --writers 2' "$tmp/out")" = 2
	dry 6.1 7.3 --disk 1G:20M --disk 2G --memory 256 -- --cpu-profile 199 --dir /disk1
	check "disks and memory go on" grep -q -- '--memory 256 .*--disk 1G:20M --disk 2G' "$tmp/out"
	check "a profile takes perf along" grep -q -- '--with perf' "$tmp/out"
	dry 6.1 7.3 -- -- sh -c 'echo "a  b"'
	check "words stay words" grep -qF 'guest-runs ext4 1 5 -- sh -c echo\ \"a\ \ b\"' "$tmp/out"
	check "a dry run makes nothing" test ! -s "$tmp/err"
	"$script" --help >"$tmp/out"
	check "help" test $? = 0 -a "$(wc -L <"$tmp/out")" -le 80
}

refusals
dry_runs
cli_end
