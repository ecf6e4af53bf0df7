#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Shapes and profiles on the command line: each runs in small, fits its schema,
# leaves nothing behind, and refuses what makes no sense. Needs WBCTL, the
# program; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"

mkdir "$tmp/a" "$tmp/b" "$tmp/c" "$tmp/docs"
dirs=(--dir "$tmp/a" --dir "$tmp/b" --dir "$tmp/c")

json() { /usr/bin/python3 -c "import json,sys; d=json.load(open('$tmp/run.json')); m=d.get('metrics', {}); sys.exit(not ($1))"; }
all_empty() { is_empty "$tmp/a" && is_empty "$tmp/b" && is_empty "$tmp/c"; }

# Keeps the document, to be compared with its schema at the end.
keep() { cp "$tmp/run.json" "$tmp/docs/$1"; }

# The documents of runs and profiles, and those of the profiles' steps.
schemas() {
	local name
	if ! /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
		skip "the JSON fits its schema" "no python3-jsonschema"
		return
	fi
	/usr/bin/python3 - "$here/../schema" "$tmp/docs" >"$tmp/bad" <<-'PY'
		import json, jsonschema, os, sys
		folder, docs = sys.argv[1:]
		validators = {}
		for version in "wbctl.run/1", "wbctl.profile/1":
		    schema = json.load(open(f"{folder}/{version.replace('/', '-')}.schema.json"))
		    jsonschema.Draft202012Validator.check_schema(schema)
		    validators[version] = jsonschema.Draft202012Validator(schema)
		for name in os.listdir(docs):
		    doc = json.load(open(os.path.join(docs, name)))
		    for one in [doc] + [step["run"] for step in doc.get("steps", [])]:
		        for error in validators[one["schema"]].iter_errors(one):
		            print(name, error.json_path, error.message)
	PY
	check "the documents can be compared with their schemas" test $? = 0
	for name in "$tmp"/docs/*; do
		check "${name##*/}: the JSON fits its schema" test -z "$(grep "^${name##*/} " "$tmp/bad")"
	done
	sed 's/^/# /' "$tmp/bad"
}

refusals() {
	refused 2 "there is no profile 'dd4'" run --profile dd4
	refused 2 "--profile mix3 needs --dir 3 times" run --profile mix3 --dir "$tmp/a"
	refused 2 "--profile net1 needs --dir 2 times" run --profile net1 --dir "$tmp/a"
	refused 2 "--profile and --shape exclude" run --profile dd1 --shape read
	refused 2 "--profile and --rewrite exclude" run --profile dd1 --rewrite
	refused 2 "--runs needs --profile" run --runs 3
	refused 2 "--include-flush needs --profile iozone" run --include-flush
	refused 2 "--include-flush needs --profile iozone" run --profile dd1 --include-flush
	refused 2 "--keep does not go with --profile" run --profile dd1 --keep
	refused 2 "--files needs --profile fsmark" run --profile dd1 --files 3
	refused 2 "--builtin needs --profile" run --builtin
	refused 2 "--builtin makes no sense with --profile dd1" run --profile dd1 --builtin
	refused 2 "--profile and a command exclude each other" run --profile dbench -- true
	refused 2 "--runs 0 is out of range" run --profile dd1 --runs 0
	refused 2 "--shape is one of write, read" run --shape spiral
	refused 2 "--record-size needs --profile iozone" run --without-module --record-size 8k
	refused 2 "--record-size needs --profile iozone" run --profile dd1 --record-size 8k
	refused 2 "--record-size and --bs exclude each other" \
		run --profile iozone --record-size 8k --bs 4k
	refused 2 "--fsync does not apply to --shape read: it only reads" \
		run --without-module --shape read --fsync each
	refused 2 "--fsync does not apply to --shape random-read" \
		run --without-module --shape random-read --fsync none
	refused 2 "--rewrite makes no sense with --shape read" \
		run --without-module --shape read --rewrite
	refused 2 "--files needs --shape files" run --without-module --files 3
	refused 2 "--file-size does not apply to --shape mixed" \
		run --without-module --shape mixed --file-size 1M
	refused 2 "--direct does not apply to --shape mixed" \
		run --without-module --shape mixed --direct
	refused 2 "--shape oltp needs 2 writers" run --without-module --shape oltp --writers 1
	refused 2 "--shape copy needs --dir twice" \
		run --without-module --shape copy --dir "$tmp/a"
	refused 2 "profiles takes no word 'dd1'" profiles dd1
	refused 1 "3 writers x 32.0 TiB need" run --without-module --dir "$tmp/a" --shape files \
		--size 32M --files 1048576
	check "refusals leave nothing" all_empty
}

# shape NAME CONDITION OPTIONS...
shape() {
	local name=$1 condition=$2
	shift 2
	"$WBCTL" run --without-module "${dirs[@]}" --shape "$name" --json "$tmp/run.json" "$@" \
		>"$tmp/out" 2>"$tmp/err"
	check "shape $name" test $? = 0 -a ! -s "$tmp/err"
	check "shape $name fits 80 columns" test "$(wc -L <"$tmp/out")" -le 80
	check "shape $name did it: $condition" json "$condition"
	check "shape $name leaves nothing" all_empty
	keep "shape-$name"
}

shapes() {
	shape write "all('read_bytes' not in w and w['op_count'] == 16 for w in d['writers'])" \
		--size 1M
	shape write "all(i['size_bytes'] == 256 << 10 for i in d.get('inodes', [])) and d['job']['file_bytes'] == 256 << 10" \
		--size 1M --file-size 256k --rate 64M
	check "the heading has both" grep -q "x 1.0 MiB in files of 256.0 KiB at 64.00 MiB/s at" "$tmp/out"
	shape read "all(w['read_bytes'] == 1 << 20 and w['written_bytes'] == 0 and 'flush_ns' not in w for w in d['writers'])" \
		--size 1M
	shape random-write "all(w['written_bytes'] == 256 << 10 and w['op_count'] == 64 for w in d['writers'])" \
		--size 256k --file-size 1M
	shape random-read "all(w['read_bytes'] == 256 << 10 for w in d['writers'])" \
		--size 256k --file-size 1M
	shape files "all(w['file_count'] == 7 and w['written_bytes'] == 7 * 10000 and not w['inodes'] for w in d['writers'])" \
		--files 7 --size 10000
	shape grow "all(w['written_bytes'] == 1 << 20 and w['wall_ns'] > 4e8 for w in d['writers'])" \
		--size 1M --rate 2M
	shape copy "all(w['read_bytes'] == w['written_bytes'] == 1 << 20 for w in d['writers']) and [w['target'][-1] for w in d['writers']] == ['b', 'c', 'b']" \
		--size 1M
	shape oltp "[w['target'][-1] for w in d['writers']] == ['a', 'b', 'c', 'b'] and all(w['read_bytes'] > 0 for w in d['writers'][1:]) and d['writers'][0]['read_bytes'] == 0" \
		--size 1M --writers 4
	shape mixed "all(w['read_bytes'] + w['written_bytes'] >= 1 << 20 and w['file_count'] > 0 for w in d['writers'])" \
		--size 1M
	check "rates of each directory" json \
		"sorted(t['target'][-1] for t in d['targets']) == ['a', 'b', 'c'] and all(t['throughput_bytes_per_s'] > 0 for t in d['targets'])"
	check "and in the text" test "$(grep -c '^target ' "$tmp/out")" = 3
	check "both rates" json \
		"d['rates']['application_bytes_per_s'] >= d['rates']['with_flush_bytes_per_s'] > 0"
	# The same work each time: what looks random is not.
	shape mixed "True" --size 300k --writers 2
	json "open('$tmp/first', 'w').write(str([w['op_count'] for w in d['writers']]))"
	shape mixed "open('$tmp/first').read() == str([w['op_count'] for w in d['writers']])" \
		--size 300k --writers 2
}

# silent STATUS: it succeeded and said nothing but, beside a program, its progress.
silent() { test "$1" = 0 && ! grep -vE '^[0-9.]+ m?s: .* dirtied, the device takes' "$tmp/err"; }

# profile NAME CONDITION TITLE OPTIONS...
profile() {
	local name=$1 condition=$2 title=$3
	shift 3
	"$WBCTL" run --without-module "${dirs[@]}" --profile "$name" --json "$tmp/run.json" "$@" \
		>"$tmp/out" 2>"$tmp/err"
	check "profile $name" silent $?
	sed -n '/^wbctl run: profile/,$p' "$tmp/out" >"$tmp/report"
	check "profile $name fits 80 columns" test -s "$tmp/report" -a "$(wc -L <"$tmp/report")" -le 80
	check "profile $name has the columns of its original" grep -qE "$title" "$tmp/out"
	check "profile $name has its figures: $condition" json "$condition"
	check "profile $name leaves nothing" all_empty
	keep "profile-$name"
}

# sizes: what each writer of the last profile's first step wrote.
sizes() { json "[w['written_bytes'] for w in d['steps'][0]['run']['writers']] == $1"; }

all_profiles() {
	local size=$((4 << 20)) name direct
	for direct in "" -dir; do
		if [ -n "$direct" ] && ! "$WBCTL" run --without-module --dir "$tmp/a" --direct \
			--writers 1 --size 1M --bs 1M >/dev/null 2>&1; then
			skip "profiles with O_DIRECT" "no O_DIRECT here"
			continue
		fi
		profile "dd1$direct" "m['write_bytes_per_s'] > 0" '^test ' --size $size
		check "dd1$direct writes all" sizes "[$size]"
		profile "dd2$direct" "m['writer_bytes_per_s_max'] > 0" '^dd2.* 2x[0-9]' --size $size
		profile "dd3$direct" "m['writer_bytes_per_s_stddev'] >= 0" '^dd3.* 3x[0-9]' --size $size
	done
	profile dd3 "len(d['steps']) == 2" '^dd3' --size $size --runs 2
	check "dd3 writes 3 x 5.2 of 16" sizes "[$((size * 52 / 160 / 65536 * 65536))] * 3"
	profile net1 "m['copy_bytes_per_s'] > 0" '^net1' --size $size
	profile mix3 "m['disk_bytes_per_s'] > 0 and m['network_bytes_per_s'] > 0" \
		'^mix3 .* [0-9.]+/[0-9.]+' --size $size
	check "mix3 goes into three directories" json "len(d['steps'][0]['run']['targets']) == 3"
	profile iozone "m['write_bytes_per_s'] > 0 and m['rewrite_bytes_per_s_stddev'] >= 0" \
		'^ +KB +reclen +write +rewrite$' --file-size 1M --record-size 16k --runs 2
	check "iozone prints size and record size" grep -qE '^ +1024 +16 +[0-9]+ +[0-9]+$' "$tmp/out"
	check "without a flush" json "all(s['run']['job']['fsync'] == 'none' for s in d['steps'])"
	profile iozone "m['write_parent_bytes_per_s'] > 0" 'children +parent' \
		--size 1M --writers 2 --include-flush --runs 1
	check "with a flush" json "all(s['run']['job']['fsync'] == 'end' for s in d['steps'])"
	profile tiobench "m['threads_4_random_read_bytes_per_s'] > 0 and len(d['steps']) == 4" \
		'^Sequential Reads$' --size 1M --writers 4
	profile dbench "m['throughput_bytes_per_s_max'] >= m['throughput_bytes_per_s'] > 0" \
		'^dbench 4 processes +Average +High +Low' --size 100k --writers 4 --runs 2 --builtin
	check "dbench says who did the work" grep -qE '^driver: built-in writers; dbench is ' "$tmp/out"
	profile fsmark "m['files_per_s'] > 0 and m['threads_16_files_per_s_min'] > 0" \
		'^Overhead stddev' --size 1k --files 2 --runs 2 --builtin
	check "fsmark says so in JSON" json "d['driver'] == 'built-in' and d['stands_in_for'] == 'fs_mark'"
	profile oltp "m['commits_per_s'] > 0 and m['read_pages_per_s'] > 0" 'per minute' \
		--size 256k --writers 3
	profile grow "m['read_bytes_per_s'] > 0" '^FILE +GROWN' --size 128k --writers 3
	for name in $("$WBCTL" profiles --json | /usr/bin/python3 -c \
		'import json, sys; print(*[p["name"] for p in json.load(sys.stdin)["profiles"]])'); do
		check "$name is in the list as text" grep -qE "^$name " <("$WBCTL" profiles)
	done
	check "the list fits 80 columns" test "$("$WBCTL" profiles | wc -L)" -lt 80
}

# driver PROGRAM NAME FIGURE TITLE OPTIONS...: the profile NAME, done by the PROGRAM itself.
driver() {
	local program=$1
	shift
	profile "$1" "d['driver'] == '$program' and 'stands_in_for' not in d and $2" "${@:3}"
	check "$program does it, and the output says so" grep -qx "driver: $program" "$tmp/out"
	check "each step has the command and its figures" json \
		"all(s['run']['program']['argv'][0] == '$program' and s['run']['metrics'] for s in d['steps'])"
	keep "driver-$program"
}

# fails_as STATUS SAYING
fails_as() {
	STATUS=$1 PATH=$tmp/bin:$PATH "$WBCTL" run --without-module --dir "$tmp/a" --profile dbench \
		>"$tmp/out" 2>"$tmp/err"
	check "a driver that exits with $1 is told" test $? = 1 -a "$(grep -cx "wbctl: $2" "$tmp/err")" = 1
}

# Where the programs are installed, they do the work.
drivers() {
	if command -v dbench >/dev/null; then
		driver dbench dbench "m['throughput_bytes_per_s_max'] >= m['throughput_bytes_per_s'] > 0" \
			'^dbench 2 processes +Average +High +Low' --time 2 --writers 2 --runs 2
		check "dbench is told the time" json \
			"d['steps'][1]['run']['program']['argv'][1:] == ['-t', '2', '-D', '.', '2']"
		refused 2 "--size is about the built-in writers, and dbench does the work here" \
			run --without-module --dir "$tmp/a" --profile dbench --size 1M
		refused 2 "--time is too short: dbench needs 2 s" \
			run --without-module --dir "$tmp/a" --profile dbench --time 1
	else
		skip "profile dbench by dbench itself" "no dbench"
	fi
	if command -v fs_mark >/dev/null; then
		driver fs_mark fsmark "m['files_per_s_stddev'] >= 0 and m['threads_16_files_per_s'] > 0 and m['overhead_ns'] > 0" \
			'^Overhead stddev' --size 1k --files 3 --runs 2
		check "both numbers of threads" json "[s['writers'] for s in d['steps']] == [1, 1, 16, 16]"
		refused 2 "--time is about the built-in writers, and fs_mark does the work here" \
			run --without-module --dir "$tmp/a" --profile fsmark --time 1
	else
		skip "profile fsmark by fs_mark itself" "no fs_mark"
	fi
	# A program of that name that says nothing, or fails.
	mkdir "$tmp/bin"
	# shellcheck disable=SC2016 # the program's own variable
	printf '#!/bin/sh\nmkdir -p deep/er; ln -s / deep/root; : >deep/er/file; exit $STATUS\n' >"$tmp/bin/dbench"
	chmod +x "$tmp/bin/dbench"
	fails_as 0 "nothing that dbench printed is a figure of it"
	fails_as 3 "dbench exited with status 3"
	check "what it made is removed, and nothing behind a link" test -e / -a -d "$tmp/bin"
	check "a driver that fails leaves nothing" all_empty
}

jobs_of_fio() {
	if ! command -v fio >/dev/null; then
		refused 3 "--profile fio needs the program fio" run --profile fio job
		skip "profile fio" "no fio"
		return
	fi
	printf '[global]\nbs=64k\nsize=1m\nunlink=1\n[a]\nrw=write\n[b]\nrw=read\n' >"$tmp/job.fio"
	driver fio fio "m['read_bytes'] == m['write_bytes'] == 1 << 20 and m['write_bytes_per_s_stddev'] >= 0" \
		'^RUN +READ MiB/s' --runs 2 "$tmp/job.fio"
	check "fio's own JSON is beside the kernel's account" json \
		"[j['name'] for j in d['steps'][0]['run']['program']['fio']['jobs']] == ['a', 'b']"
	profile fio "m['write_bytes'] == 1 << 20" '^RUN' -- "$tmp/job.fio" --section=a
	refused 2 "--profile fio needs a job" run --profile fio
	refused 2 "there is no job file '$tmp/none'" run --profile fio "$tmp/none"
	refused 2 "--size does not apply to fio: its job says it" run --profile fio --size 1M "$tmp/job.fio"
	refused 2 "--builtin makes no sense with --profile fio" run --profile fio --builtin "$tmp/job.fio"
}

# JSON alone on standard output; a signal ends the steps, and what was done is told.
streams() {
	local pid
	"$WBCTL" run --without-module "${dirs[@]}" --profile iozone --size 256k --runs 1 --json \
		>"$tmp/run.json" 2>"$tmp/err"
	check "a profile's JSON alone on standard output" json "d['schema'] == 'wbctl.profile/1'"
	check "its progress on standard error" grep -q '^step 2 of 2: rewrite run 1' "$tmp/err"
	/usr/bin/python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$WBCTL" run --without-module "${dirs[@]}" --profile grow \
		--size 1M --writers 1 --rate 64k --runs 5 --interval 20ms --json "$tmp/run.json" \
		>"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_until grep -q 'written, ' "$tmp/out"
	kill -s INT $pid
	wait $pid
	check "SIGINT: exit status 1" test $? = 1
	check "SIGINT: what was done is told" json \
		"d['interrupted'] and d['steps'][0]['run']['interrupted']"
	check "SIGINT: leaves nothing" all_empty
}

help_texts() {
	local c
	for c in run profiles; do
		"$WBCTL" help $c >"$tmp/help" 2>&1
		check "help $c fits 80 columns" test $? = 0 -a "$(wc -L <"$tmp/help")" -lt 80
	done
	check "help run explains the shapes" grep -q '^  random-write' <("$WBCTL" help run)
}

# The names of files that a killed run of many files leaves, and no others.
killed() {
	local pid
	"$WBCTL" run --without-module --dir "$tmp/a" --shape files --writers 1 --files 100000 \
		--size 1k >/dev/null 2>&1 &
	pid=$!
	wait_until compgen -G "$tmp/a/wbctl-run-*/writer-0.d/f3" >/dev/null
	kill -s KILL $pid
	wait $pid 2>/dev/null
	mkdir -p "$tmp/a/wbctl-run-1-abcdef/writer-0.d"
	: >"$tmp/a/wbctl-run-1-abcdef/writer-0.d/mine"
	wait_until next_cleans
	check "the next run removes the files of a killed one" next_cleans
	check "and nothing else" test -e "$tmp/a/wbctl-run-1-abcdef/writer-0.d/mine"
	rm -rf "$tmp/a/wbctl-run-1-abcdef"
}

# What a program has mounted in the directory that it got is not emptied.
mounted() {
	local dir
	true &
	wait $!
	dir=$tmp/b/wbctl-run-$!-abcdef
	mkdir -p "$dir/program.d/mnt"
	if ! mount -t tmpfs none "$dir/program.d/mnt" 2>/dev/null; then
		skip "a mount in a leftover" "mount(8) may not here"
		rm -rf "$dir"
		return
	fi
	mounts+=("$dir/program.d/mnt")
	: >"$dir/program.d/mnt/mine"
	: >"$dir/program.d/left"
	"$WBCTL" run --without-module --dir "$tmp/b" --writers 1 --size 64k >"$tmp/out" 2>&1
	check "a leftover is removed" test ! -e "$dir/program.d/left"
	check "but not what is mounted in it" test -e "$dir/program.d/mnt/mine"
	umount "$dir/program.d/mnt" && mounts=()
	rm -rf "$dir"
}

next_cleans() {
	"$WBCTL" run --without-module --dir "$tmp/a" --writers 1 --size 64k >/dev/null 2>&1
	test "$(echo "$tmp"/a/*)" = "$tmp/a/wbctl-run-1-abcdef"
}

refusals
shapes
all_profiles
drivers
jobs_of_fio
streams
killed
mounted
help_texts
schemas
cli_end
