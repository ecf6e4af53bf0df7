#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The command line of `wbctl run -- COMMAND`, without the module: refusals, the
# program's input and output, how it ends and what is left. Needs WBCTL, the
# program; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"

# follow ARGS...: status in rc, output in $tmp/out and $tmp/err.
follow() {
	"$WBCTL" run --without-module --dir "$tmp" "$@" >"$tmp/out" 2>"$tmp/err"
	rc=$?
}

says() { grep -q "$2" "$tmp/$1"; }

refusals() {
	local option
	refused 2 "a command is missing behind --" run --without-module --
	refused 2 "there is no program 'no-such-program'" run -- no-such-program
	refused 2 "there is no program '$tmp/none'" run -- "$tmp/none"
	: >"$tmp/text"
	refused 2 "is no program that can be executed: Permission denied" run -- "$tmp/text"
	refused 2 "is no program that can be executed" run -- "$tmp"
	for option in "--writers 3" "--size 1M" "--bs 4k" "--fsync end"; do
		# shellcheck disable=SC2086 # words
		refused 2 "${option% *} is about wbctl's own writers" run $option -- true
	done
	for option in --direct --rewrite --keep; do
		refused 2 "$option is about wbctl's own writers" run $option -- true
	done
	refused 2 "--metric needs a command" run --metric 'x=y'
	refused 2 "--metric x: it takes NAME=REGEX" run --metric x -- true
	refused 2 "--metric X/s=y: a name is" run --metric X/s=y -- true
	refused 2 "--metric x=(: " run --metric 'x=(' -- true
	refused 2 "--metric x=[0-9]+: the figure is to be in parentheses" \
		run --metric 'x=[0-9]+' -- true
	refused 2 "--metric names x twice" run --metric 'x=a(.)' --metric 'x=b(.)' -- true
	refused 2 "run takes no word 'fast'" run fast -- true
	refused 2 "does not exist" run --without-module --dir "$tmp/none" -- true
	refused 2 "exclude each other" run --source tracefs --without-module -- true
	"$WBCTL" run -- true --help >"$tmp/out" 2>&1
	check "--help behind -- is the program's" test "$(grep -c usage "$tmp/out")" = 0
	"$WBCTL" run --help -- true >"$tmp/out" 2>&1
	check "--help before it is wbctl's" says out '^usage: wbctl run .* \[-- COMMAND'
	check "within 80 columns" test -z "$(grep -E '.{81}' "$tmp/out")"
}

statuses() {
	follow -- true
	check "a program that succeeds: 0" test $rc = 0 -a ! -s "$tmp/err"
	check "and a report" says out '^it exited with status 0 after'
	follow -- sh -c 'exit 3'
	check "one that fails: 1" test $rc = 1
	check "its status is said" grep -qx 'wbctl: sh exited with status 3' "$tmp/err"
	# shellcheck disable=SC2016
	follow -- sh -c 'kill -9 $$'
	check "one that is killed: 1" test $rc = 1
	check "its signal is said" grep -qx 'wbctl: sh was killed by SIGKILL' "$tmp/err"
	# shellcheck disable=SC2016
	follow --json "$tmp/run.json" -- sh -c 'kill -TERM $$'
	check "JSON has the signal" grep -q '"signal": *"TERM"' "$tmp/run.json"
	check "and no exit status" test "$(grep -c '"exit_status"' "$tmp/run.json")" = 0
	printf '#!/no/such/interpreter\n' >"$tmp/script"
	chmod +x "$tmp/script"
	follow -- "$tmp/script"
	check "one that cannot be executed: 1" test $rc = 1
	check "why is said" says err '^wbctl: script could not be executed: No such file'
	follow --time 50ms -- tail -f /dev/null
	check "one that is stopped by --time has not failed" test $rc = 0
	check "a note says so" says out 'The time was up: the program was told to stop'
}

# shellcheck disable=SC2016
streams() {
	follow -- sh -c 'echo to out; echo to err >&2; cat; pwd' <<<"not for the program"
	check "standard output goes through" says out '^to out$'
	check "standard error goes through" says err '^to err$'
	check "standard input is empty" test "$(grep -c 'not for' "$tmp/out")" = 0
	check "the program is in the caller's directory" says out "^$PWD\$"
	follow --json - -- sh -c 'echo to out'
	check "with --json - its output goes to standard error" says err '^to out$'
	check "and standard output is one document" is_document
	follow -- sh -c 'i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done'
	check "all of it goes through" test "$(grep -cx '[0-9]\{40\}' "$tmp/out")" = 3000
	follow -- sh -c 'kill -s PIPE $$; echo alive'
	check "signals are as usual for it" says err 'wbctl: sh was killed by SIGPIPE'
	"$WBCTL" run --without-module --dir "$tmp" -- echo hello >&- 2>"$tmp/err"
	check "a closed standard output is an error" test $? = 1
	follow -- printf 'no newline'
	check "what follows a line without its end begins a line of its own" says out '^wbctl run: printf'
}

is_document() {
	[ "$(head -c 1 "$tmp/out")" = "{" ] && [ "$(tail -n 1 "$tmp/out")" = "}" ]
}

metrics() {
	follow --metric 'files=^([0-9]+) files' --metric 'secs=took ([0-9.]+)' --json "$tmp/run.json" -- \
		sh -c 'echo 16 files; echo 17 files; echo it took 1.5 s >&2'
	check "metrics are found on both outputs" test $rc = 0
	check "the last line counts" grep -q '"files": *17' "$tmp/run.json"
	check "the other one" grep -q '"secs": *1.5' "$tmp/run.json"
	check "text has them" says out '^  files  *17$'
	follow --metric 'files=^([0-9]+) files' -- echo none
	check "one that is not found: 1" test $rc = 1
	check "which is said" grep -qx 'wbctl: --metric files: nothing that echo printed has it' "$tmp/err"
	printf '#!/bin/sh\necho "Throughput 12.5 MB/sec  2 clients  2 procs  max_latency=52.091 ms"\n' >"$tmp/dbench"
	chmod +x "$tmp/dbench"
	follow --json "$tmp/run.json" -- "$tmp/dbench"
	check "a known program's figures are found" grep -q '"throughput_bytes_per_s": *12500000' "$tmp/run.json"
	check "text has them in units" says out '^  max_latency_ns  *52.1 ms$'
}

# The words of fio and its answer, by a program that takes its place.
fake_fio() {
	cat >"$tmp/fio" <<-'E'
		#!/bin/sh
		for word; do case $word in --output=*) out=${word#--output=} ;; esac; done
		exec >"${out:-/dev/stdout}"
		echo 'text for people'
		echo '{ "fio version": "fio-3.33", "jobs": [ { "jobname": "j", "error": 0, "job_runtime": 10,'
		echo '"write": { "io_bytes": 4096, "bw_bytes": 1048576, "iops": 256.0, "runtime": 4, "total_ios": 1 } } ] }'
		echo 'and more'
	E
	chmod +x "$tmp/fio"
	follow --json "$tmp/run.json" -- "$tmp/fio" job
	check "fio is followed" test $rc = 0
	check "its text goes through" says out '^text for people$'
	check "its JSON does not" test "$(grep -c 'fio version' "$tmp/out")" = 0
	check "its figures are metrics" grep -q '"write_bytes_per_s": *1048576' "$tmp/run.json"
	check "its jobs are in the JSON" grep -q '"name": *"j"' "$tmp/run.json"
	follow --json "$tmp/run.json" -- "$tmp/fio" "--output=$tmp/fio.out" job
	check "an output of one's own is left alone" grep -q 'fio version' "$tmp/fio.out"
}

pid_known() { [ -s "$tmp/pid" ]; }

# shellcheck disable=SC2016
ends() {
	local wbctl pid
	follow -- sh -c 'tail -f /dev/null & echo $! >'"$tmp/pid"
	pid=$(cat "$tmp/pid")
	check "a daemon is not waited for" test $rc = 0
	check "a note says that it lives on" says out "^Process $pid .* lives on"
	kill -9 "$pid"
	rm "$tmp/pid"
	"$WBCTL" run --without-module --dir "$tmp" -- sh -c \
		'sh -c "echo \$\$ >'"$tmp/pid"'; exec tail -f /dev/null"; true' >"$tmp/out" 2>"$tmp/err" &
	wbctl=$!
	wait_until pid_known
	pid=$(cat "$tmp/pid")
	kill -TERM $wbctl
	wait $wbctl
	check "SIGTERM: 1" test $? = 1
	check "the grandchild is gone" gone "$pid"
	check "what was measured is printed" says out '^Interrupted by SIGTERM'
	check "and said" says err '^wbctl: interrupted by SIGTERM$'
	rm "$tmp/pid"
	"$WBCTL" run --without-module --dir "$tmp" -- sh -c 'echo $$ >'"$tmp/pid"'; exec tail -f /dev/null' \
		>"$tmp/out" 2>"$tmp/err" &
	wbctl=$!
	wait_until pid_known
	pid=$(cat "$tmp/pid")
	kill -9 $wbctl
	wait $wbctl 2>/dev/null
	check "a killed wbctl takes its program with it" wait_until gone "$pid"
	check "nothing is left in the directory" test -z "$(compgen -G "$tmp/wbctl-*")"
}

refusals
statuses
streams
metrics
fake_fio
ends
cli_end
