#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# run --cpu-profile: what is missing is said first, perf goes with the run, and
# nothing of it is left. Needs WBCTL, the program; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"

export TMPDIR=$tmp
run=("$WBCTL" run --without-module --dir "$tmp/w" --json "$tmp/run.json")
mkdir "$tmp/w" "$tmp/none" "$tmp/fake"

# In a background job of a script SIGINT is ignored; here it is not.
heeds=(/usr/bin/python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])')

json() { /usr/bin/python3 -c "import json, sys; d = json.load(open('$tmp/run.json')); sys.exit(not ($1))"; }
is_clean() { ! compgen -G "$tmp/wbctl-perf-*" >/dev/null && is_empty "$tmp/w"; }
no_perf_of() { ! pgrep -f "perf record.*$tmp/" >/dev/null; }

usage() {
	refused 2 "--cpu-profile 0 is out of range" run --cpu-profile 0
	refused 2 "--cpu-profile 10001 is out of range" run --cpu-profile 10001
	refused 2 "--cpu-profile wants a whole number, not 'fast'" run --cpu-profile fast
	refused 2 "--cpu-profile wants a whole number, not '-1'" run --cpu-profile -1
	PATH=$tmp/none "$WBCTL" run --without-module --dir "$tmp/w" --cpu-profile >"$tmp/out" 2>"$tmp/err"
	check "no perf: exits with 3" test $? = 3
	check "and names the package" grep -q "^wbctl: .* install the package linux-perf$" "$tmp/err"
	check "in one sentence" test "$(wc -l <"$tmp/err")" = 1 -a ! -s "$tmp/out"
	check "nothing was started" is_clean
}

# fake LINES...: a perf that does as they say.
fake() { printf '%s\n' '#!/bin/sh' "$@" >"$tmp/fake/perf" && chmod +x "$tmp/fake/perf"; }

perf_of_others() {
	local pid
	fake 'echo >&2' 'echo it has rained into the PMU >&2' 'exit 255'
	PATH=$tmp/fake:$PATH refused 1 "perf failed: it has rained into the PMU" \
		run --without-module --dir "$tmp/w" --cpu-profile 50
	check "perf that fails leaves nothing" is_clean
	fake "exec /bin/sleep 1000"
	PATH=$tmp/fake:$PATH "${heeds[@]}" "${run[@]}" --size 1M --cpu-profile >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_until test -e "$tmp"/wbctl-perf-*/perf.err
	kill -s INT $pid
	wait $pid
	check "Ctrl-C while perf starts: interrupted" test $? = 1
	check "is said" grep -q "interrupted by SIGINT" "$tmp/err"
	check "and leaves nothing" is_clean
	# It answers, and takes no samples.
	# shellcheck disable=SC2016 # for the fake
	fake 'case $1 in record) ;; *) exit 3;; esac' \
		'for w; do case $w in fd:*) w=${w#fd:}; break;; esac; done' \
		'/usr/bin/python3 -c "
import os, sys
ctl, ack = map(int, sys.argv[1].split(\",\"))
while os.read(ctl, 99): os.write(ack, b\"ack\")" "$w"'
	PATH=$tmp/fake:$PATH "${run[@]}" --size 1M --cpu-profile >"$tmp/out" 2>"$tmp/err"
	check "a profile that cannot be read fails no run" test $? = 0
	check "but a note says so" grep -q "There is no CPU profile: perf failed" "$tmp/out"
	check "and nothing is left of it" is_clean
}

# Why perf cannot be tried here; nothing when it can.
no_perf() {
	command -v perf >/dev/null || { echo "there is no perf"; return; }
	perf record -q -a -e cpu-clock:k -o "$tmp/try.data" -- true >/dev/null 2>&1 ||
		echo "perf may not see the whole machine"
	rm -f "$tmp/try.data"
}

real_perf() {
	local pid why
	why=$(no_perf)
	if [ -n "$why" ]; then
		skip "a real profile" "$why"
		return
	fi
	"${run[@]}" --size 16M --cpu-profile 999 >"$tmp/live" 2>"$tmp/err"
	check "a run with a profile" test $? = 0
	check "has it in JSON" json "d['cpu_profile']['hz'] == 999 and d['cpu_profile']['samples_count'] > 0"
	check "functions are its samples" json "sum(f['samples_count'] for f in d['cpu_profile']['functions'])
		== d['cpu_profile']['samples_count'] - d['cpu_profile']['idle_samples_count']"
	check "a task for each writer" json "[t['pid'] for t in d['cpu_profile']['tasks']] == [w['pid'] for w in d['writers']]"
	check "as long as the run" json "0.9 < d['cpu_profile']['duration_ns'] / d['duration_ns'] < 2"
	check "in text too" grep -q '^SAMPLES     SELF   TASKS      PER KiB  FUNCTION$' "$tmp/live"
	sed -n '/^wbctl run: /,$p' "$tmp/live" >"$tmp/want"
	"$WBCTL" report "$tmp/run.json" >"$tmp/got"
	check "report prints the same" cmp -s "$tmp/want" "$tmp/got"
	check "nothing is left of perf" is_clean
	# perf is none of the program's: not stopped with it, and not what it left.
	"${run[@]}" --cpu-profile --time 300ms -- sleep 60 >"$tmp/out" 2>"$tmp/err"
	check "a program whose time is up keeps its profile" \
		json "d['cpu_profile']['hz'] == 99 and d['program']['timed_out']"
	check "and perf is not said to live on" json "d['program']['left_count'] == 0"
	"${heeds[@]}" "${run[@]}" --size 8G --time 60 --writers 1 --cpu-profile >"$tmp/live" 2>"$tmp/err" &
	pid=$!
	wait_until has_data "$tmp/w"
	kill -s INT $pid
	wait $pid
	check "Ctrl-C: interrupted" test $? = 1
	check "with a profile up to then" json "'cpu_profile' in d and d['interrupted']"
	check "Ctrl-C leaves nothing" is_clean
	"${run[@]}" --size 8G --time 60 --writers 1 --cpu-profile >"$tmp/live" 2>"$tmp/err" &
	pid=$!
	wait_until has_data "$tmp/w"
	kill -s KILL $pid
	wait $pid 2>/dev/null
	check "a killed wbctl takes perf with it" wait_until no_perf_of
}

usage
if [ "$(id -u)" = 0 ]; then
	perf_of_others
else
	skip "perf that fails" "needs root"
fi
real_perf
cli_end
