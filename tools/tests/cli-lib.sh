# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# What the tests of the command line have in common; they source it. Needs
# WBCTL, the program; speaks TAP. A test ends with cli_end.

WBCTL=${WBCTL:?}
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${WBCTL_TEST_DIR:-/var/tmp}/wbctl-test-XXXXXX") || exit 1
mounts=()
n=0 bad=0
cleanup() {
	local m
	for m in "${mounts[@]}"; do umount "$m"; done
	rm -rf "$tmp"
}
trap cleanup EXIT
unset WBCTL_DIR

ok() { n=$((n + 1)); echo "ok $n - $*"; }
not_ok() { n=$((n + 1)); bad=$((bad + 1)); echo "not ok $n - $*"; }
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }
check() {
	local what=$1
	shift
	if "$@"; then ok "$what"; else not_ok "$what"; fi
}

# wait_until COMMAND...: waits for a condition, 30 s at most.
wait_until() {
	local end=$((SECONDS + 30))
	until "$@"; do
		[ $SECONDS -lt $end ] || return 1
		read -rt 0.01 <> <(:)
	done
	return 0
}

# refused STATUS WORDS ARGS...: one line on stderr that has WORDS.
refused() {
	local want=$1 words=$2 rc out
	shift 2
	"$WBCTL" "$@" >"$tmp/out" 2>"$tmp/err"
	rc=$?
	out=$(cat "$tmp/err")
	if [ $rc = "$want" ] && [ "$(wc -l <"$tmp/err")" = 1 ] && [ ! -s "$tmp/out" ] &&
	   [[ $out == "wbctl: "*"$words"* ]]; then
		ok "refused with $want: wbctl ${*//[^[:print:]]/?}"
	else
		not_ok "refused with $want: wbctl ${*//[^[:print:]]/?}"
		printf '# status %s, said: %s\n' "$rc" "$out"
	fi
}

is_empty() { [ -z "$(ls -A "$1")" ]; }
has_run() { compgen -G "$1/wbctl-run-*/writer-0" >/dev/null; }
has_data() { [ -s "$(compgen -G "$1/wbctl-run-*/writer-0")" ]; }
gone() { ! kill -0 "$1" 2>/dev/null; }

# cli_end: the plan; fails when a check did. It comes last.
cli_end() {
	echo "1..$n"
	[ $bad = 0 ]
}
