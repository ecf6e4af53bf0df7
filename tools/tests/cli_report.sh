#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# wbctl report: prints what the run printed, or says in one sentence why not.
# Needs WBCTL, the program; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"

golden=$here/golden

# The report alone, without the progress before it.
report_of() { sed -n '/^wbctl run: /,$p' "$1"; }

# same WHAT ARGS...: a run with these prints what is printed from its JSON.
same() {
	local what=$1
	shift
	"$WBCTL" run --without-module --dir "$tmp" --json "$tmp/run.json" "$@" >"$tmp/live" 2>"$tmp/err"
	report_of "$tmp/live" >"$tmp/want"
	"$WBCTL" report "$tmp/run.json" >"$tmp/got"
	check "$what: the same text again" cmp -s "$tmp/want" "$tmp/got"
	"$WBCTL" report - --json - <"$tmp/run.json" >"$tmp/again.json"
	check "$what: the same document again" cmp -s "$tmp/run.json" "$tmp/again.json"
}

# Runs of programs: one that writes, one without writers, failures, figures of its own.
programs() {
	same "a program" --interval 50ms --metric 'bytes_bytes=([0-9]+) bytes' -- \
		dd if=/dev/zero of="$tmp/dd" bs=64k count=32
	check "its figure" grep -q '^  bytes_bytes  *2.0 MiB$' "$tmp/got"
	same "one that fails" -- sh -c 'exit 3'
	check "how it ended" grep -q '^it exited with status 3 after' "$tmp/got"
	# shellcheck disable=SC2016 # the shell inside
	same "one that is killed" -- sh -c 'kill -9 $$'
	check "its signal" grep -q '^it was killed by SIGKILL after' "$tmp/got"
	same "one without its figure" --metric 'x=no ([0-9]+)' -- true
	same "one whose time is up" --time 100ms -- sleep 60
}

round_trips() {
	same "one writer" --writers 1 --size 256k
	same "three writers, no flush" --writers 3 --size 1M --fsync none
	mkdir "$tmp/b"
	same "two directories, rewrite" --size 1M --rewrite --dir "$tmp/b" --writers 1
	same "by time" --time 300ms --interval 50ms --bs 4k
	programs
	"$WBCTL" report "$golden/run-module.json" >"$tmp/out"
	check "of another machine" grep -q "^kernel 6.1.0-57-cloud-amd64" "$tmp/out"
	check "without --audit no laws" test "$(grep -c '^  L' "$tmp/out")" = 0
	check "with it all" test "$("$WBCTL" report --audit "$golden/run-module.json" | grep -c '^  L')" = 8
	cat "$golden/run-module.json" "$golden/run-bad.json" >"$tmp/two.json"
	echo kept >"$tmp/out.json"
	refused 2 "--json takes one run, and there are more" \
		report --json "$tmp/out.json" "$tmp/two.json"
	check "and nothing was written" grep -qx kept "$tmp/out.json"
	check "two runs in a file" test "$("$WBCTL" report "$tmp/two.json" | grep -c '^wbctl run: ')" = 2
}

profiles() {
	"$WBCTL" run --without-module --dir "$tmp" --profile dd3 --size 1M --json "$tmp/dd3.json" \
		>"$tmp/live" 2>"$tmp/err"
	"$WBCTL" report "$tmp/dd3.json" >"$tmp/out"
	sed -n '/^wbctl run: profile dd3/,$p' "$tmp/live" >"$tmp/table"
	check "a profile's table comes first, as it was printed" test -s "$tmp/table"
	check "line by line" cmp -s "$tmp/table" <(head -n "$(wc -l <"$tmp/table")" "$tmp/out")
	check "then a report of each step" test "$(grep -c '^wbctl run: [0-9]' "$tmp/out")" = \
		"$(grep -c '^== .* ==$' "$tmp/out")"
	/usr/bin/python3 -c 'import json, sys
d = json.load(open(sys.argv[1])); del d["table"]; json.dump(d, open(sys.argv[2], "w"))' \
		"$tmp/dd3.json" "$tmp/old.json"
	check "without a table it says so" grep -q 'is of the profile dd3: its table is not in it' \
		<("$WBCTL" report "$tmp/old.json" | tr '\n' ' ')
	check "within 80 columns" test -z "$(grep -E '.{81}' "$tmp/out")"
	refused 2 "is of a profile of" report "$tmp/dd3.json" --json -
}

vmstat_columns() {
	local samples
	"$WBCTL" run --without-module --dir "$tmp" --json "$tmp/run.json" --time 300ms --interval 50ms \
		>"$tmp/live" 2>&1
	samples=$(grep -c '"t_ns"' "$tmp/run.json")
	"$WBCTL" report --vmstat "$tmp/run.json" >"$tmp/out"
	check "a line for each sample" test "$(grep -c '^ *[0-9-]' "$tmp/out")" = "$samples"
	check "vmstat's titles" grep -qx \
		' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st' "$tmp/out"
	if command -v vmstat >/dev/null; then
		check "as vmstat itself has them" cmp -s <(grep -E '^(procs| r )' "$tmp/out") \
			<(LC_ALL=C vmstat | head -2)
	else
		skip "as vmstat itself has them" "there is no vmstat"
	fi
	check "every line has its columns" test \
		"$(awk '/^ *[0-9-]/ && NF != 17' "$tmp/out" | wc -l)" = 0
}

refusals() {
	refused 2 "report wants one file" report
	refused 2 "report wants one file" report a b
	refused 2 "exclude each other" report --vmstat --audit a
	refused 2 "exclude each other" report a --vmstat --json -
	refused 2 "unknown option '--frob'" report --frob a
	refused 1 "$tmp/none: No such file" report "$tmp/none"
	refused 1 "Is a directory" report "$tmp"
	: >"$tmp/empty"
	refused 1 "$tmp/empty is empty" report "$tmp/empty"
	head -c 2000 "$golden/run-module.json" >"$tmp/cut.json"
	refused 1 "it was cut off" report "$tmp/cut.json"
	echo 'wbctl run: 3 writers' >"$tmp/text"
	refused 1 "$tmp/text is not JSON" report "$tmp/text"
	echo '[]' >"$tmp/list.json"
	refused 1 "is not from wbctl run" report "$tmp/list.json"
	refused 1 "is not from wbctl run: its schema is wbctl" report "$golden/status.json"
	sed 's,wbctl.run/1,wbctl.run/2,' "$golden/run-module.json" >"$tmp/new.json"
	refused 1 "another version wrote it" report "$tmp/new.json"
	refused 1 "has no samples of the machine" report --vmstat "$golden/run-without-module.json"
	cat "$tmp/new.json" "$tmp/new.json" >"$tmp/two.json"
	refused 1 "two.json, document 1 is of schema" report "$tmp/two.json"
}

# The documents that are known to be right have nothing that the schema does not tell of.
schema() {
	if ! /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
		skip "documents fit their schema" "no python3-jsonschema"
		return
	fi
	/usr/bin/python3 - "$here/../schema/wbctl.run-1.schema.json" "$golden"/run-*.json <<-'PY'
		import json, jsonschema, sys
		schema, *docs = (json.load(open(f)) for f in sys.argv[1:])
		for doc in docs:
		    jsonschema.Draft202012Validator(schema).validate(doc)
	PY
	check "documents fit their schema" test $? = 0
}

round_trips
schema
profiles
vmstat_columns
refusals
cli_end
