#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# wbctl compare on the command line: what it refuses is one sentence and the
# right status, and what it writes is well formed. Needs WBCTL; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"

# run_file FILE RATE...: a run of that rate for each, one after the other.
run_file() {
	local file=$1 rate
	shift
	for rate; do
		cat <<-END
			{
			  "schema": "wbctl.run/1", "kernel": "6.1.0", "memory_bytes": 536870912,
			  "cpus": 2, "source": "module", "sysctls": {"vm.dirty_ratio": 20},
			  "job": {"writers": 2, "where": "ext4 on 254:0", "size_bytes": 67108864, "bs_bytes": 65536,
			    "fsync": "end", "direct": false, "rewrite": false},
			  "writers": [{"fs_type": "ext4", "throughput_bytes_per_s": $rate}],
			  "metrics": {"files_per_s": $rate}
			}
		END
	done >"$file"
}

# unlike FILE SED: a copy of $tmp/a with a change.
unlike() { sed "$2" "$tmp/a" >"$1"; }

# status STATUS WHAT ARGS...: exits with STATUS and says nothing on stderr.
status() {
	local want=$1 what=$2 rc
	shift 2
	"$WBCTL" compare "$@" >"$tmp/out" 2>"$tmp/err"
	rc=$?
	check "$what: exit status $want" test "$rc" = "$want" -a ! -s "$tmp/err"
}

says() { grep -q -- "$1" "$tmp/out"; }

usage_errors() {
	refused 2 "compare wants two files or more" compare
	refused 2 "compare wants two files or more" compare "$tmp/a"
	refused 2 "--csv and --json exclude each other" compare --csv --json - "$tmp/a" "$tmp/b"
	# The first of three results is taken for the name behind --json.
	cp "$tmp/a" "$tmp/kept"
	refused 2 "--json $tmp/a: that holds a result" compare --json "$tmp/a" "$tmp/b" "$tmp/b"
	check "and it is as it was" cmp -s "$tmp/a" "$tmp/kept"
	refused 2 "--all and --metric exclude each other" compare --all --metric x "$tmp/a" "$tmp/b"
	refused 2 "--metric x: no file has such a figure" compare --metric x "$tmp/a" "$tmp/b"
	refused 2 "--metric needs a value" compare "$tmp/a" "$tmp/b" --metric
	refused 2 "--threshold wants a number of percent, not 'much'" \
		compare --threshold much "$tmp/a" "$tmp/b"
	refused 2 "--threshold wants a number of percent, not '-1'" \
		compare --threshold=-1 "$tmp/a" "$tmp/b"
	refused 2 "--threshold wants a number of percent, not '5%'" \
		compare --threshold 5% "$tmp/a" "$tmp/b"
	refused 2 "--alpha wants a number between 0 and 1, not '1'" \
		compare --alpha 1 "$tmp/a" "$tmp/b"
	refused 2 "--alpha wants a number between 0 and 1, not 'nan'" \
		compare --alpha nan "$tmp/a" "$tmp/b"
	refused 2 "unknown option '--frob'" compare --frob "$tmp/a" "$tmp/b"
}

bad_files() {
	refused 2 "none: No such file" compare "$tmp/a" "$tmp/none"
	refused 2 "it is not a file" compare "$tmp/a" "$tmp"
	refused 2 "it is not a file" compare /dev/null "$tmp/a"
	: >"$tmp/bad"
	refused 2 "bad: it is empty" compare "$tmp/a" "$tmp/bad"
	printf ' \n\n' >"$tmp/bad"
	refused 2 "bad: it is empty" compare "$tmp/a" "$tmp/bad"
	echo "hello" >"$tmp/bad"
	refused 2 "it is no result of wbctl: no JSON object" compare "$tmp/a" "$tmp/bad"
	echo '[1, 2]' >"$tmp/bad"
	refused 2 "it is no result of wbctl: no JSON object" compare "$tmp/a" "$tmp/bad"
	echo '{"a": 1}' >"$tmp/bad"
	refused 2 "it is no result of wbctl: it names no schema" compare "$tmp/a" "$tmp/bad"
	echo '{"schema": 1}' >"$tmp/bad"
	refused 2 "it names no schema" compare "$tmp/a" "$tmp/bad"
	echo '{"schema": "wbctl.show/1"}' >"$tmp/bad"
	refused 2 "schema wbctl.show/1 is none of" compare "$tmp/a" "$tmp/bad"
	echo '{"schema": "wbctl.run/1"}' >"$tmp/bad"
	refused 2 "the files have none of the usual figures" compare "$tmp/bad" "$tmp/bad"
	head -c 300 "$tmp/a" >"$tmp/bad"
	refused 2 "it is cut off: the document that begins at line 1 has no end" \
		compare "$tmp/a" "$tmp/bad"
	{ cat "$tmp/a"; head -c 99 "$tmp/a"; } >"$tmp/bad"
	refused 2 "it is cut off: the document that begins at line 17" compare "$tmp/a" "$tmp/bad"
	{ cat "$tmp/a"; echo "Killed"; } >"$tmp/bad"
	refused 2 "line 17 begins with what is no JSON object" compare "$tmp/a" "$tmp/bad"
	{ cat "$tmp/a"; printf '\0\0'; } >"$tmp/bad"
	refused 2 "line 17 begins with what is no JSON object" compare "$tmp/a" "$tmp/bad"
	head -c 4096 /dev/urandom | tr -d '{' >"$tmp/bad"
	refused 2 "bad: " compare "$tmp/a" "$tmp/bad"
	unlike "$tmp/bad" 's/"schema"/"interrupted": true, "schema"/'
	refused 2 "it has no run that finished" compare "$tmp/a" "$tmp/bad"
}

sweeps() {
	local run
	run=$(run_file /dev/stdout 100 | tr -d '\n\t')
	head='{"schema":"wbctl.sweep/1","axes":{"bs":["4k","64k"]},"repeats":2,"seed":1,"profile_or_command":["run"]}'
	one='"cell":{"bs":"4k"},"repeat":0,"exit_status":0,"run":'
	printf '%s\n{%s%s}\n{%s%s}\n' "$head" "$one" "$run" "$one" "$run" >"$tmp/sweep"
	status 0 "two sweeps" "$tmp/sweep" "$tmp/sweep"
	check "the cell is named" says '^== bs 4k ==$'
	cat "$tmp/sweep" "$tmp/sweep" >"$tmp/sweeps"
	status 0 "a sweep with another behind it" "$tmp/sweep" "$tmp/sweeps"
	check "is more repeats" says 'sweeps: kernel 6.1.0, 4 runs'
	check "what was not done is said" test "$(grep -o UNFINISHED "$tmp/out" | wc -l)" = 2
	check "how much of it" grep -q "UNFINISHED: 4 of the sweep's 8 runs were" <(tr -s ' \n' ' ' <"$tmp/out")
	"$WBCTL" compare --json - "$tmp/sweep" "$tmp/sweeps" >"$tmp/out"
	check "and in JSON" test "$(grep -Eo '"missing": ?[24]' "$tmp/out" | tr -d ' \n')" = '"missing":2"missing":4'
	refused 2 "sweep is of a sweep and $tmp/a is not" compare "$tmp/sweep" "$tmp/a"
	refused 2 "sweep is of a sweep and $tmp/a is not" compare "$tmp/a" "$tmp/sweep"
	echo "$head" >"$tmp/bad"
	refused 2 "it has the head of a sweep and no run yet" compare "$tmp/sweep" "$tmp/bad"
	head -c -40 "$tmp/sweep" >"$tmp/bad"
	refused 2 "its last line, 3, is cut off: the sweep did not finish writing it" \
		compare "$tmp/sweep" "$tmp/bad"
	{ cat "$tmp/sweep"; echo '{"repeat":3}'; } >"$tmp/bad"
	refused 2 "line 4 is no run of a sweep: it has no cell" compare "$tmp/sweep" "$tmp/bad"
	{ cat "$tmp/sweep"; echo "$run"; } >"$tmp/bad"
	refused 2 "it has runs beside those of a sweep" compare "$tmp/sweep" "$tmp/bad"
	echo '{"schema":"wbctl.sweep/1"}' >"$tmp/bad"
	refused 2 "line 1 is the head of a sweep without axes" compare "$tmp/sweep" "$tmp/bad"
	printf '%s\n{%s%s}\n{%s%s}\n' "$head" "$one" "$run" "${one/:0/:1}" null |
		sed 's/"exit_status":0,"run":null/"exit_status":1,"run":null/' >"$tmp/failed"
	sed 's/64k/4k/2; s/"repeats":2/"repeats":1/; s/,"4k"\]/]/; s/"4k","64k"/"4k"/; 3d' "$tmp/sweep" >"$tmp/done"
	status 0 "sweeps that are done" "$tmp/done" "$tmp/done"
	check "nothing is missing" test "$(grep -c UNFINISHED "$tmp/out")" = 0
	status 0 "a sweep with a run that failed" "$tmp/sweep" "$tmp/failed"
	check "which is left out and said" says '1 that failed or was interrupted left out'
	printf '%s\n{%s%s}\n' "${head/run/dd3}" "$one" "$run" >"$tmp/bad"
	refused 2 "sweep of dd3 against run" compare "$tmp/sweep" "$tmp/bad"
}

# profiled FILE SAMPLES: runs with a CPU profile that has a function so often.
profiled() {
	local one='"cpu_profile": {"event": "cycles", "hz": 99, "duration_ns": 1000000000'
	one="$one, \"functions\": [{\"name\": \"a_function\", \"samples_count\": $2}]}"
	unlike "$1" "s/\"metrics\"/$one, \"metrics\"/"
}

cpu_profiles() {
	profiled "$tmp/c" 10
	profiled "$tmp/d" 500
	status 0 "CPU profiles" "$tmp/c" "$tmp/d"
	check "which are which" says '^kernel CPU profiles: A is c, B is d$'
	check "what rose" says ' a_function$'
	status 0 "one on one side only" "$tmp/a" "$tmp/d"
	check "is not compared" test "$(grep -c 'CPU profiles' "$tmp/out")" = 0
}

file_names() {
	mkdir -p "$tmp/x/old" "$tmp/x/new"
	cp "$tmp/a" "$tmp/x/old/run.json"
	cp "$tmp/a" "$tmp/x/new/run.json"
	status 0 "files of one base name" "$tmp/x/old/run.json" "$tmp/x/new/run.json"
	check "have their directory with it" says '^  old/run.json: kernel'
	check "in the titles too" says '^ *old/run  *new/run$'
	status 0 "one file twice" "$tmp/x/old/run.json" "$tmp/x/old/run.json"
	check "has its name" test "$(grep -c '^  run.json: kernel' "$tmp/out")" = 2
}

not_alike() {
	local long
	unlike "$tmp/c" 's/ext4/xfs/'
	refused 2 "c is not like $tmp/a: file system xfs against ext4; --force" \
		compare "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/ext4 on/xfs on/'
	refused 2 "file system ext4/xfs against ext4" compare "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/on 254:0/on 8:16/'
	status 0 "another device is no difference" "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/536870912/1073741824/; s/: 20/: 5/'
	refused 2 ": memory 1.0 GiB against 512.0 MiB, vm.dirty_ratio 5 against 20; --force" \
		compare "$tmp/a" "$tmp/c"
	status 0 "--force compares what is not alike" --force "$tmp/a" "$tmp/c"
	check "and says that it is not" says 'NOT ALIKE'
	check "and what" grep -Eq 'memory 1.0 GiB|vm.dirty_ratio 5' "$tmp/out"
	unlike "$tmp/c" 's/"size_bytes": 67108864/"size_bytes": 1024/'
	refused 2 "size 1.0 KiB against 64.0 MiB" compare "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/65536/4096/'
	refused 2 "bs 4.0 KiB against 64.0 KiB" compare "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/"writers": 2/"writers": 3/'
	refused 2 "writers 3 against 2" compare "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/"end"/"none"/'
	refused 2 "fsync none against end" compare "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/"direct": false/"direct": true/'
	refused 2 "direct yes against no" compare "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/"cpus": 2/"cpus": 4/'
	refused 2 "cpus 4 against 2" compare "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/"module"/"tracefs"/'
	refused 2 "source tracefs against module" compare "$tmp/a" "$tmp/c"
	unlike "$tmp/c" 's/"cpus"/"program": {"argv": ["dbench", "4"], "exit_status": 0}, "cpus"/'
	refused 2 "command dbench 4 against none" compare "$tmp/a" "$tmp/c"
	long=$(printf '%0700d' 7)
	unlike "$tmp/d" "s/\"cpus\"/\"program\": {\"argv\": [\"a\", \"${long}0\"], \"exit_status\": 0}, \"cpus\"/"
	unlike "$tmp/c" "s/\"cpus\"/\"program\": {\"argv\": [\"a\", \"${long}1\"], \"exit_status\": 0}, \"cpus\"/"
	refused 2 "command a ${long}1 against a ${long}0; --force" compare "$tmp/d" "$tmp/c"
	status 0 "forced" --force "$tmp/d" "$tmp/c"
	check "all of it is printed" grep -q "^ *a\? *${long}0$" "$tmp/out"
	unlike "$tmp/c" 's/6.1.0/7.3.0/'
	status 0 "the kernel may differ" "$tmp/a" "$tmp/c"
	check "and names the columns" says '^ *6.1.0  *7.3.0$'
	cat "$tmp/a" "$tmp/c" >"$tmp/d"
	refused 2 "d has runs that differ: kernel 7.3.0 against 6.1.0" compare "$tmp/a" "$tmp/d"
}

results() {
	local commas
	run_file "$tmp/base" 1000 1010 990 1005 995
	run_file "$tmp/less" 900 905 895 910 890
	status 0 "less, without a threshold" "$tmp/base" "$tmp/less"
	check "the change is marked" says '-10.0 %\*$'
	status 4 "less by 10 %, 5 % allowed" --threshold 5 "$tmp/base" "$tmp/less"
	check "says so" says 'WORSE by more than 5 %: files_per_s of less, -10.0 %'
	status 0 "12.5 % allowed" --threshold 12.5 "$tmp/base" "$tmp/less"
	status 0 "more is not worse" --threshold 5 "$tmp/less" "$tmp/base"
	status 0 "a p that is not small enough" --threshold 5 --alpha 0.0000000001 \
		"$tmp/base" "$tmp/less"
	"$WBCTL" compare --threshold 5 "$tmp/a" "$tmp/b" >"$tmp/out" 2>"$tmp/err"
	check "a threshold with one run on a side: exit status 1" test $? = 1
	check "says why" grep -q 'no figure could be tested' "$tmp/err"
	status 0 "a pattern" --metric 'files*' "$tmp/base" "$tmp/less"
	check "shows what fits" says '^files_per_s'
	check "and no more" test "$(grep -c '_per_s' "$tmp/out")" = 1
	status 0 "--csv" --csv "$tmp/base" "$tmp/less"
	commas=$(head -n 1 "$tmp/out" | tr -cd , | wc -c)
	check "CSV has one number of fields" \
		test "$(tr -cd ',\n' <"$tmp/out" | sort -u)" = "$(printf '%*s' "$commas" "" | tr ' ' ,)"
	status 0 "--json FILE" --json "$tmp/out.json" "$tmp/base" "$tmp/less"
	check "prints the table too" says '^files_per_s'
	schema "$tmp/out.json"
	status 4 "--json -" --json --threshold 5 "$tmp/base" "$tmp/less"
	schema "$tmp/out"
	status 0 "--json of sweeps" --json - "$tmp/sweep" "$tmp/failed"
	schema "$tmp/out"
	refused 1 "--json $tmp/none/x: No such file" compare --json "$tmp/none/x" "$tmp/a" "$tmp/b"
	"$WBCTL" compare "$tmp/a" "$tmp/b" >&- 2>"$tmp/err"
	check "a closed standard output is an error" test $? = 1
}

# schema FILE: the document fits the schema, and every object in the schema is closed.
schema() {
	if ! /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
		skip "the JSON fits its schema" "no python3-jsonschema"
		return
	fi
	/usr/bin/python3 - "$here/../schema/wbctl.compare-1.schema.json" "$1" <<-'PY'
		import json, jsonschema, sys
		schema, doc = (json.load(open(f)) for f in sys.argv[1:])
		jsonschema.Draft202012Validator.check_schema(schema)
		jsonschema.Draft202012Validator(schema).validate(doc)
	PY
	check "the JSON fits its schema" test $? = 0
}

help_text() {
	"$WBCTL" help compare >"$tmp/help" 2>&1
	check "help compare exits with 0 and fits 80 columns" \
		test $? = 0 -a -s "$tmp/help" -a "$(wc -L <"$tmp/help")" -lt 80
	"$WBCTL" compare --help | cmp -s - "$tmp/help"
	check "compare --help is the same" test $? = 0
}

run_file "$tmp/a" 1000 1010
head -n 11 "$tmp/a" >"$tmp/one"
run_file "$tmp/b" 990
usage_errors
bad_files
sweeps
not_alike
file_names
cpu_profiles
results
help_text
cli_end
