#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# wbctl sweep and wbctl restore: what is refused, the order, killed and resumed sweeps, and that every
# setting is as before. Needs WBCTL, the program; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"

root=$tmp/root
# What a sweep's runs are here: short, and without the module.
run=(-- run --without-module --dir "$tmp/w" --size 64k)

# A tree of plain files in place of /proc/sys and /run.
fake_root() {
	local pair
	mkdir -p "$root/proc/sys/vm" "$root/run" "$tmp/w"
	for pair in dirty_ratio:20 dirty_bytes:0 dirty_background_ratio:10 dirty_background_bytes:0 \
		dirty_expire_centisecs:3000 dirty_writeback_centisecs:500; do
		echo "${pair#*:}" >"$root/proc/sys/vm/${pair%:*}"
	done
	export WBCTL_FAKE_ROOT=$root
}

settings() { head "$root"/proc/sys/vm/*; }
unchanged() { settings | cmp -s - "$tmp/settings"; }

usage_errors() {
	refused 2 "sweep wants an axis" sweep -- run
	refused 2 "sweep wants a run behind its options" sweep --ratio 10:5
	refused 2 "sweep wants a run behind its options" sweep --ratio 10:5 -- show
	refused 2 "takes no word 'run' before" sweep --ratio 10:5 run
	refused 2 "(5,10) with background first is 10:5 here" sweep --ratio 5:10 -- run
	refused 2 "background must be below dirty" sweep --ratio 10:5,20:20 -- run
	refused 2 "is not a pair" sweep --ratio 10 -- run
	refused 2 "is not a pair" sweep --ratio 200:5 -- run
	refused 2 "names 10:5 twice" sweep --ratio 10:5,10:5 -- run
	refused 2 "exclude each other" sweep --ratio 10:5 --dirty-bytes 32M:8M -- run
	refused 2 "is not a whole number" sweep --writers 0 -- run
	refused 2 "is not one of ext2" sweep --fs vfat --device /dev/null -- run
	refused 2 "--fs needs --device" sweep --fs ext4 -- run
	refused 2 "--device is for --fs" sweep --device /dev/null --writers 1 -- run
	refused 2 "--stripe and --devices need each other" sweep --stripe 64k -- run
	refused 2 "takes 2 to" sweep --stripe 64k --devices /dev/null -- run
	refused 2 "--destroy needs" sweep --writers 1 --destroy -- run
	refused 2 "leave --json out of the run" sweep --writers 1 -- run --json x
	refused 2 "leave --writers out of the run" sweep --writers 1 -- run --writers 2
	refused 2 "leave --writers=2 out of the run" sweep --writers 1 -- run --writers=2
	refused 2 "leave --dir out of the run" sweep --fs ext4 --device /dev/null -- run --dir .
	refused 2 "--repeats 0 is out of range" sweep --writers 1 --repeats 0 -- run
	refused 2 "exclude each other" sweep --writers 1 --output a --resume b -- run
	refused 2 "is not a block device" sweep --fs ext4 --device /dev/null -- run
	refused 2 "No such file" sweep --fs ext4 --device /dev/no-such -- run
	refused 1 "No such file" sweep --writers 1 --resume "$tmp/none" -- run
	refused 2 "restore takes no word" restore now
	refused 2 "exclude each other" restore --list --force
}

# lines FILE PYTHON: of the sweep's file, head and runs.
lines() {
	/usr/bin/python3 - "$1" "$2" <<-'PY'
		import json, sys
		head, *runs = map(json.loads, open(sys.argv[1]))
		sys.exit(not eval("(" + sys.argv[2] + ")"))
	PY
}

# Each cell has been run in each round, once.
complete='sorted(json.dumps([r["cell"], r["repeat"]]) for r in runs) == sorted(json.dumps([dict(zip(head["axes"], c)), k + 1])
	for c in __import__("itertools").product(*head["axes"].values()) for k in range(head["repeats"]))'

# schema FILE: each line fits the schema of a sweep's, and its run that of a run.
schema() {
	if ! /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
		skip "each line fits its schema" "no python3-jsonschema"
		return
	fi
	/usr/bin/python3 - "$here/../schema" "$1" <<-'PY'
		import json, jsonschema, sys
		def checker(name):
		    schema = json.load(open(f"{sys.argv[1]}/wbctl.{name}-1.schema.json"))
		    jsonschema.Draft202012Validator.check_schema(schema)
		    return jsonschema.Draft202012Validator(schema)
		sweep = checker("sweep")
		for line in map(json.loads, open(sys.argv[2])):
		    sweep.validate(line)
		    if "run" in line:
		        checker(line["run"]["schema"].split(".")[1].split("/")[0]).validate(line["run"])
		for bad in {}, {"schema": "wbctl.sweep/1"}, {"cell": {"fs": 1}, "repeat": 1, "exit_status": 0}:
		    assert not sweep.is_valid(bad), bad
	PY
	check "each line of $(basename "$1") fits its schema" test $? = 0
}

# The runs' own metric, of a program and of a profile.
metrics() {
	# shellcheck disable=SC2016 # for the shell that is run
	"$WBCTL" sweep --expire 100,200 --repeats 2 --output "$tmp/m.jsonl" -- run --without-module \
		--dir "$tmp/w" --metric 'files_per_s=is ([0-9]+)' -- sh -c \
		'test -e "$1" && echo "is 100" || { echo "is 300"; : >"$1"; }' sh "$tmp/first" >"$tmp/out" 2>"$tmp/err"
	check "a sweep with a metric" test $? = 0
	check "has it below the table" grep -q '^files_per_s.*, mean of each cell$' "$tmp/out"
	check "a line for each cell" test "$(grep -Ec '^ +(100|150)[.]00  expire [12]00$' "$tmp/out")" = 2
	schema "$tmp/m.jsonl"
	"$WBCTL" sweep --writers 1,2 --repeats 1 --json - -- run --without-module --dir "$tmp/w" --size 64k \
		--profile dd1 >"$tmp/run.json" 2>"$tmp/err"
	check "a profile's in JSON" /usr/bin/python3 -c "import json
d = json.load(open('$tmp/run.json'))
assert all(len(c['metrics']) == 1 for c in d['cells']), d"
}

dry_run() {
	refused 2 "unknown option '--bogus'" sweep --ratio 10:5 --dry-run -- run --bogus
	refused 2 "--files needs --shape files" sweep --ratio 10:5 --dry-run -- run --files 3
	refused 2 "there is no program 'none-such'" sweep --ratio 10:5 --dry-run -- run -- none-such
	refused 2 "there is no profile 'none'" sweep --profile dd1,none --dry-run -- run
	refused 2 "--shape oltp needs 2 writers" sweep --writers 2,1 --dry-run -- run --shape oltp
	check "one is no plural" test "$("$WBCTL" sweep --ratio 10:5 --repeats 1 --seed 5 --dry-run \
		-- run | head -n 1)" = "1 cell x 1 repeat, seed 5; 1 run to do:"
	"$WBCTL" sweep --ratio 10:5,40:20,80:60 --writers 1,2 --repeats 2 --seed 5 --dry-run \
		--output "$tmp/dry.jsonl" -- run >"$tmp/out" 2>"$tmp/err"
	check "--dry-run" test $? = 0 -a ! -s "$tmp/err"
	check "prints each run" test "$(grep -c 'ratio .*writers' "$tmp/out")" = 12
	check "with its cell once a round" test "$(grep -o 'repeat 1 .*' "$tmp/out" | sort -u | wc -l)" = 6
	check "and writes nothing" test ! -e "$tmp/dry.jsonl" -a ! -e "$root/run/wbctl/undo"
	"$WBCTL" sweep --ratio 10:5,40:20,80:60 --writers 1,2 --repeats 2 --seed 5 --dry-run \
		-- run | cmp -s - "$tmp/out"
	check "the seed gives the order" test $? = 0
}

whole() {
	"$WBCTL" sweep --ratio 10:5,80:60 --writers 1,2 --repeats 2 --output "$tmp/a.jsonl" \
		"${run[@]}" >"$tmp/out" 2>"$tmp/err"
	check "a sweep" test $? = 0
	check "a row for each cell" test "$(wc -l <"$tmp/out")" = 5
	check "within 80 columns" test "$(wc -L <"$tmp/out")" -le 80
	check "says how far it is" grep -Eq '^3/8 ratio .*, repeat 1: [0-9.]+ MiB/s; about .* left$' "$tmp/err"
	check "each cell in each round, once" lines "$tmp/a.jsonl" "$complete"
	check "the head" lines "$tmp/a.jsonl" "list(head) == ['schema', 'wbctl_version', 'time', 'kernel',
		'command', 'axes', 'repeats', 'seed'] and head['schema'] == 'wbctl.sweep/1' and
		head['axes'] == {'ratio': ['10:5', '80:60'], 'writers': ['1', '2']}"
	check "the runs' documents" lines "$tmp/a.jsonl" "all(list(r) == ['cell', 'repeat', 'exit_status', 'run']
		and r['exit_status'] == 0 and r['run']['schema'] == 'wbctl.run/1'
		and str(len(r['run']['writers'])) == r['cell']['writers'] for r in runs)"
	schema "$tmp/a.jsonl"
	check "all is as before" unchanged
	check "no note is left" is_empty "$root/run/wbctl"
	"$WBCTL" sweep --writers 1,2 --repeats 1 --json - "${run[@]}" >"$tmp/run.json" 2>"$tmp/err"
	check "the table as JSON" /usr/bin/python3 -c "import json
d = json.load(open('$tmp/run.json'))
assert [c['cell']['writers'] for c in d['cells']] == ['1', '2'], d
assert all(c['runs'] == 1 and 'throughput_stddev_bytes_per_s' not in c for c in d['cells']), d"
}

failures() {
	"$WBCTL" sweep --writers 1,2 --repeats 1 --output "$tmp/f.jsonl" -- run --without-module \
		--dir "$tmp/w" --size 900T >"$tmp/out" 2>"$tmp/err"
	check "failed runs: exit status 1" test $? = 1
	schema "$tmp/f.jsonl"
	check "do not end the sweep" lines "$tmp/f.jsonl" "$complete"
	check "are kept with their status and words" lines "$tmp/f.jsonl" \
		"all(r['exit_status'] == 1 and 'are free there' in r['error'] for r in runs)"
	check "and said" grep -q "2 of 2 runs failed" "$tmp/err"
	check "not measured is not 0" grep -Eq '^1 +1 +- +- +- +1$' "$tmp/out"
	"$WBCTL" sweep --writers 1,2 --repeats 1 -- run --without-module --dir "$tmp/w" --size 1M \
		--shape read >"$tmp/out" 2>"$tmp/err"
	check "what is read is a rate" test "$(awk '/^[12] / && $3 > 0' "$tmp/out" | wc -l)" = 2
	"$WBCTL" sweep --writers 1,2 --output "$tmp/g.jsonl" -- run --without-module --bogus \
		>"$tmp/out" 2>"$tmp/err"
	check "a run that is refused: exit status 2" test $? = 2
	check "ends the sweep" grep -q "^wbctl: the run is refused: unknown option '--bogus'" "$tmp/err"
	check "and leaves no file" test ! -e "$tmp/g.jsonl"
}

foreign_files() {
	local sweep=(--ratio "10:5,80:60" --repeats 2)
	refused 2 "it is not empty; --resume continues it" sweep --writers 1 --output "$tmp/a.jsonl" "${run[@]}"
	refused 2 "it has other axes" sweep "${sweep[@]}" --resume "$tmp/a.jsonl" "${run[@]}"
	refused 2 "it has another command" sweep "${sweep[@]}" --writers 1,2 --resume "$tmp/a.jsonl" \
		"${run[@]}" --bs 4k
	refused 2 "it has another number of repeats" sweep --resume "$tmp/a.jsonl" --repeats 3
	refused 2 "it has another seed" sweep --resume "$tmp/a.jsonl" --seed 1234567
	sed 's/"kernel":"[^"]*"/"kernel":"2.6.24"/' "$tmp/a.jsonl" >"$tmp/b.jsonl"
	refused 2 "it has another kernel" sweep --resume "$tmp/b.jsonl"
	{ cat "$tmp/a.jsonl" && tail -n 1 "$tmp/a.jsonl"; } >"$tmp/b.jsonl"
	refused 2 "is a run that it has already" sweep --resume "$tmp/b.jsonl"
	echo '{"schema":"wbctl.run/1"}' >"$tmp/b.jsonl"
	refused 2 "it is not the file of a sweep" sweep --resume "$tmp/b.jsonl"
	: >"$tmp/b.jsonl"
	refused 2 "it is not the file of a sweep" sweep --resume "$tmp/b.jsonl"
}

# has_runs FILE N: it has so many lines of runs at least.
has_runs() { [ -e "$1" ] && [ "$(wc -l <"$1")" -gt "$2" ]; }

# Killed after each run but the last, and a little later each time; the next one goes on.
killed_and_resumed() {
	local n pid file=$tmp/k.jsonl bad_restore=0
	"$WBCTL" sweep --ratio 10:5,80:60 --expire 100,200 --repeats 3 --output "$file" "${run[@]}" \
		>"$tmp/out" 2>"$tmp/err" &
	pid=$!
	for n in 1 2 3 4 5 6 7 8 9 10 11; do
		wait_until has_runs "$file" "$n"
		# No condition: any moment of a run will do.
		read -rt "0.00$n" <> <(:)
		{ kill -s KILL "$pid" && wait "$pid"; } 2>/dev/null
		"$WBCTL" restore >"$tmp/out" 2>"$tmp/err" || bad_restore=1
		unchanged || bad_restore=1
		[ "$("$WBCTL" restore)" = "nothing to restore" ] || bad_restore=1
		"$WBCTL" sweep --resume "$file" >"$tmp/out" 2>"$tmp/err" &
		pid=$!
	done
	wait $pid
	check "killed 11 times, the last one ends well" test $? = 0
	check "after each kill restore put everything back" test $bad_restore = 0
	check "no cell was run twice, none is missing" lines "$file" "$complete"
	printf '{"cell":{"ratio' >>"$file"
	"$WBCTL" sweep --resume "$file" >"$tmp/out" 2>"$tmp/err"
	check "a last line that is cut is dropped" test $? = 0
	check "and said" grep -q "dropped its last line" "$tmp/err"
	check "the file is whole again" lines "$file" "$complete"
}

# sweeps: a sweep whose runs last, in the background; its pid in $pid.
sweeps() {
	rm -f "$tmp/long.jsonl"
	"${heeds[@]}" "$WBCTL" sweep --expire 100,200 --repeats 1 --output "$tmp/long.jsonl" \
		-- run --without-module --dir "$tmp/w" --size 1G --bs 4k --fsync each --time 60 \
		>"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_until has_data "$tmp/w"
}

# Runs a command with the signals that a shell has its background ignore.
heeds=(/usr/bin/python3 -c 'import os, signal, sys
for s in signal.SIGINT, signal.SIGTERM, signal.SIGHUP: signal.signal(s, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])')

interrupted() {
	local sig pid
	for sig in INT TERM; do
		sweeps
		kill -s $sig "$pid"
		wait "$pid"
		check "SIG$sig: exit status 1" test $? = 1
		check "SIG$sig: says how to go on" grep -q "2 runs left; go on with: wbctl sweep --resume" "$tmp/err"
		check "SIG$sig: all is as before" unchanged
		check "SIG$sig: the run's files are gone" is_empty "$tmp/w"
		check "SIG$sig: no note is left" is_empty "$root/run/wbctl"
	done
}

changed() { ! unchanged; }

beside_it() {
	local pid
	sweeps
	refused 1 "another sweep is running (pid $pid)" sweep --expire 5 "${run[@]}"
	refused 1 "a sweep is running (pid $pid)" restore
	"$WBCTL" restore --list >"$tmp/out2" 2>&1
	check "--list shows a running sweep" grep -q 'a sweep that is running' "$tmp/out2"
	"$WBCTL" run --without-module --dir "$tmp/w" --size 64k --writers 1 >/dev/null 2>"$tmp/err2"
	check "a run beside it restores nothing" test $? = 0 -a ! -s "$tmp/err2"
	check "its setting stays" changed
	{ kill -s KILL "$pid" && wait "$pid"; } 2>/dev/null
	"$WBCTL" restore --list >"$tmp/out2" 2>&1
	check "--list shows a killed sweep" grep -q 'a sweep that was killed' "$tmp/out2"
	check "and the value before" grep -Eq 'vm.dirty_expire_centisecs: [12]00 now, 3000 before' "$tmp/out2"
	check "--list changes nothing" changed
	"$WBCTL" run --without-module --dir "$tmp/w" --size 64k --writers 1 >/dev/null 2>"$tmp/err2"
	check "the next run restores" unchanged
	check "and says so in one sentence" grep -qx 'wbctl: restored 1 thing that a killed sweep had left changed' "$tmp/err2"
	rm -rf "$tmp"/w/*
}

somebody_else() {
	local pid
	sweeps
	{ kill -s KILL "$pid" && wait "$pid"; } 2>/dev/null
	echo 777 >"$root/proc/sys/vm/dirty_expire_centisecs"
	refused 1 "somebody else has set it to 777 since" restore
	check "somebody else's value stays" grep -qx 777 "$root/proc/sys/vm/dirty_expire_centisecs"
	"$WBCTL" restore --force >"$tmp/out2" 2>&1
	check "--force puts it back" unchanged
	check "and says so" grep -qx 'restored vm.dirty_expire_centisecs: 777 -> 3000' "$tmp/out2"
	rm -rf "$tmp"/w/*
}

# The real ones, a little off for some moments; the note of another sweep here is not ours to touch.
real_sysctls() {
	local why="" n pid before now off=0
	unset WBCTL_FAKE_ROOT
	if [ "$(id -u)" != 0 ]; then
		why="needs root"
	elif ! { true >>/proc/sys/vm/dirty_ratio; } 2>/dev/null; then
		why="/proc/sys is read-only here"
	elif [ -e /run/wbctl/undo ]; then
		why="another sweep is running here"
	fi
	if [ -n "$why" ]; then
		skip "kill -9, then restore: every sysctl as before" "$why"
		return
	fi
	before=$(grep . /proc/sys/vm/dirty_*)
	for n in 1 2 3 4 5 6 7 8; do
		rm -f "$tmp/r.jsonl"
		"$WBCTL" sweep --dirty-bytes 1G:512M,2G:1G --expire 2900,3100 --repeats 3 --output "$tmp/r.jsonl" \
			"${run[@]}" >"$tmp/out" 2>"$tmp/err" &
		pid=$!
		wait_until has_runs "$tmp/r.jsonl" $((n % 3))
		# No condition: any moment of a run will do.
		read -rt "0.00$n" <> <(:)
		{ kill -s KILL "$pid" && wait "$pid"; } 2>/dev/null
		now=$(grep . /proc/sys/vm/dirty_*)
		[ "$now" = "$before" ] || off=$((off + 1))
		"$WBCTL" restore >"$tmp/out" 2>&1 || cat "$tmp/out"
		now=$(grep . /proc/sys/vm/dirty_*)
		[ "$now" = "$before" ] || break
	done
	check "kill -9, then restore: every sysctl as before" test "$now" = "$before"
	echo "# after $off of 8 kills there was something to restore"
}

is_mounted() { grep -q " /run/wbctl/mnt-" /proc/mounts; }

# A disk in a file; what is in use and what has something on it is refused.
loop() {
	local why="" pid
	unset WBCTL_FAKE_ROOT
	truncate -s 64M "$tmp/img"
	if [ "$(id -u)" != 0 ]; then
		why="needs root"
	elif [ -e /run/wbctl/undo ]; then
		why="another sweep is running here"
	elif ! dev=$(losetup -f --show "$tmp/img" 2>/dev/null); then
		why="no loop device here"
	fi
	if [ -n "$why" ]; then
		skip "file systems on a disk" "$why"
		return
	fi
	trap 'losetup -d "$dev"; cleanup' EXIT
	local sweep=(sweep --fs "ext4,ext2" --device "$dev" --repeats 1)
	run=(-- run --without-module)
	mkfs.ext4 -q "$dev"
	refused 2 "$dev has ext4 on it; --destroy overwrites it" "${sweep[@]}" "${run[@]}"
	mkdir "$tmp/mnt"
	if mount "$dev" "$tmp/mnt"; then
		mounts+=("$tmp/mnt")
		refused 2 "$dev is mounted on $tmp/mnt" "${sweep[@]}" --destroy "${run[@]}"
		umount "$tmp/mnt" && mounts=()
	fi
	"$WBCTL" "${sweep[@]}" --destroy --output "$tmp/l.jsonl" "${run[@]}" --size 1M >"$tmp/out" 2>"$tmp/err"
	check "a sweep over file systems" test $? = 0
	check "each run on its own" lines "$tmp/l.jsonl" "$complete and
		all(w['fs_type'] == r['cell']['fs'] for r in runs for w in r['run']['writers'])"
	check "nothing is left mounted" test -z "$(ls /run/wbctl)"
	"$WBCTL" sweep --fs ext4 --device "$dev" --repeats 2 -- run --without-module -- \
		e2label "$dev" mine >"$tmp/out" 2>"$tmp/err"
	check "a device that somebody took meanwhile: exit status 1" test $? = 1
	check "is not overwritten" test "$(e2label "$dev")" = mine
	check "which is said" grep -q "$dev has ext4 on it; --destroy overwrites it" "$tmp/err"
	e2label "$dev" wbctl-sweep
	loop_killed "its note is begun" test -s /run/wbctl/undo
	loop_killed "it has noted the mount" grep -qs '^mount' /run/wbctl/undo
	loop_killed "it has mounted" is_mounted
	loop_killed "its writers write" mount_has_data
	check "what a sweep has left there needs no --destroy" grep -q '2 runs to do' "$tmp/err"
}

mount_has_data() { [ -s "$(compgen -G '/run/wbctl/mnt-*/wbctl-run-*/writer-0')" ]; }

# loop_killed WHEN CONDITION...: what is left then is put back.
loop_killed() {
	local when=$1 pid
	shift
	"$WBCTL" "${sweep[@]}" --ratio 21:11 "${run[@]}" --writers 1 --size 30M --bs 512 --fsync each --time 60 \
		>"$tmp/out" 2>"$tmp/err" &
	pid=$!
	check "a sweep until $when" wait_until "$@"
	{ kill -s KILL "$pid" && wait "$pid"; } 2>/dev/null
	"$WBCTL" restore >"$tmp/out" 2>&1
	check "kill -9 when $when, then restore: exit status 0" test $? = 0
	sed 's/^/# /' "$tmp/out"
	check "nothing is mounted, no directory left" test -z "$(ls /run/wbctl)"
}

not_root() {
	local who=(setpriv --reuid 65534 --regid 65534 --clear-groups)
	if [ "$(id -u)" != 0 ] || ! "${who[@]}" true 2>/dev/null; then
		skip "as nobody" "needs root to become nobody"
		return
	fi
	chmod 0755 "$tmp"
	mkdir -m 0777 "$tmp/open"
	if ! "${who[@]}" test -x "$WBCTL"; then
		skip "as nobody" "nobody cannot reach $WBCTL"
		return
	fi
	"${who[@]}" "$WBCTL" sweep --ratio 10:5 -- run >"$tmp/out" 2>"$tmp/err"
	check "sysctls as nobody: exit status 3" test $? = 3
	check "in one sentence" grep -q "^wbctl: sweep needs root for all axes but" "$tmp/err"
	"${who[@]}" "$WBCTL" sweep --writers 1,2 --repeats 1 -- run --without-module --size 64k \
		--dir "$tmp/open" >"$tmp/out" 2>"$tmp/err"
	check "options of the run as nobody" test $? = 0
	check "nobody makes no directory for notes" test ! -e /var/tmp/wbctl-undo
}

help_texts() {
	local c
	for c in sweep restore; do
		"$WBCTL" $c --help >"$tmp/help" 2>&1
		check "$c --help fits 80 columns" test $? = 0 -a "$(wc -L <"$tmp/help")" -lt 80
	done
}

fake_root
settings >"$tmp/settings"
usage_errors
help_texts
dry_run
whole
metrics
failures
foreign_files
killed_and_resumed
interrupted
beside_it
somebody_else
real_sysctls
not_root
loop
cli_end
