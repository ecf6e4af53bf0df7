#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The command line: refusals are one sentence and the right status, writers
# write, and nothing is left behind. Needs WBCTL, the program; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"

usage_errors() {
	refused 2 "a command is missing"
	refused 2 "no command 'frobnicate'" frobnicate
	refused 2 "no command 'monitor'" monitor
	refused 2 "no command 'x'" help x
	refused 2 "--writers 0 is out of range" run --writers 0
	refused 2 "--writers 1025 is out of range" run --writers 1025
	refused 2 "--writers wants a whole number" run --writers three
	refused 2 "--writers wants a whole number, not '-1'" run --writers -1
	refused 2 "--size wants a size: digits, then k, M, G or T, not '-5'" run --size -5
	refused 2 "--ino wants a whole number, not '-3'" show inodes --ino -3
	refused 2 "--writers needs a value" run --writers -x
	refused 2 "unknown option '-1'" run --json -1
	refused 2 "--dir wants DIR, not an empty word" run --dir ""
	refused 2 "--dir wants DIR, not an empty word" run --dir=
	refused 2 "--size wants a size" run --size 10X
	refused 2 "--size 0 is too small" run --size 0
	refused 2 "--size 99999999999999999999 is too large" run --size 99999999999999999999
	refused 2 "--size needs a value" run --size
	refused 2 "--size needs a value" run --size --keep
	refused 2 "--bs 2G is out of range" run --bs 2G
	refused 2 "--time wants a time" run --time 5d
	refused 2 "--interval 1ms is out of range" run --interval 1ms
	refused 2 "--fsync is one of end, each, none" run --fsync sometimes
	refused 2 "--source is one of module, tracefs, not 'bpf'" run --source bpf
	refused 2 "--source needs a value" run --source
	refused 2 "exclude each other" run --source tracefs --without-module
	refused 2 "exclude each other" run --without-module --source module
	refused 2 "unknown option '--frob'" run --frob
	refused 2 "unknown option '-x'" run -x
	refused 2 "--keep takes no value" run --keep=1
	refused 2 "run takes no word 'fast'" run fast
	refused 2 "--rewrite with --time needs --size" run --rewrite --time 1
	refused 2 "--watch wants the pid of a process, not 'me'" run --watch me
	refused 2 "--watch wants the pid of a process, not '0'" run --watch 0
	refused 2 "--watch 2147483646: there is no such process" run --watch 2147483646
	refused 2 "--watch wants PID, not an empty word" run --watch ""
	refused 2 "--watch needs the module" run --without-module --watch 1
	refused 2 "--watch-cgroup wants PATH, not an empty word" run --watch-cgroup ""
	refused 2 "--watch-cgroup no/such: there is no such control group" run --watch-cgroup no/such
	refused 2 "--watch-cgroup /no/such: there is no such control group" run --watch-cgroup /no/such
	refused 2 "it is not the directory of a control group" run --watch-cgroup "$tmp"
	refused 2 "it is not the directory of a control group" run --watch-cgroup "$0"
	refused 2 "--watch-cgroup needs the module" run --without-module --watch-cgroup "$tmp"
	refused 2 "--watch-cgroup needs the module" run --source tracefs --watch-cgroup "$tmp"
	refused 2 "--audit needs the module" run --without-module --audit
	refused 2 "--audit needs the module" run --source tracefs --audit
	refused 2 "--watch needs the module" run --source tracefs --watch 1
	refused 2 "--watch does not apply to tasks" show tasks --watch 1
	refused 2 "--time does not apply to inodes" show inodes --time 1
	refused 2 "--time needs --watch" show stacks --time 1
	refused 2 "--watch 0 is out of range" show stacks --watch 0
	refused 2 "--ino does not apply to stacks" show stacks --ino 1
	refused 2 "--pid does not apply to alloc" show alloc --pid 1
	refused 2 "--top does not apply to devices" show devices --top 1
	refused 2 "--by held does not apply to alloc" show alloc --top 3 --by held
	refused 2 "--by time does not apply to tasks" show tasks --top 3 --by time
	refused 2 "--count-pages does not apply to alloc" show alloc --count-pages
	refused 2 "show wants one table" show
	refused 2 "show wants one table" show inodes tasks
	refused 2 "no table 'files'" show files
	refused 2 "--pid does not apply to inodes" show inodes --pid 1
	refused 2 "--ino does not apply to tasks" show tasks --ino 1
	refused 2 "--paths does not apply to wbs" show wbs --paths
	refused 2 "--cgroup does not apply to sbs" show sbs --cgroup 1
	refused 2 "--top does not apply to sbs" show sbs --top 3
	refused 2 "--by needs --top" show tasks --by held
	refused 2 "--by is one of" show tasks --top 3 --by size
	refused 2 "--top 0 is out of range" show tasks --top 0
	refused 2 "--dev wants a device" show inodes --dev sda
	refused 2 "No such file" show tasks --cgroup no/such/cgroup
	refused 2 "status takes no word" status now
	refused 2 "unknown option '--json'" reset --json
	refused 2 "reset cannot empty 'sbs'" reset sbs
}

directories() {
	refused 2 "does not exist" run --without-module --dir "$tmp/none"
	: >"$tmp/file"
	refused 2 "is not a directory" run --without-module --dir "$tmp/file"
	refused 2 "has no dirty throttling" run --without-module --dir /proc
	if [ "$(stat -f -c %T /dev/shm 2>/dev/null)" = tmpfs ]; then
		refused 2 "tmpfs has no dirty throttling" run --without-module --dir /dev/shm
	else
		skip "tmpfs is refused" "/dev/shm is no tmpfs"
	fi
	refused 1 "--json $tmp/none/x: No such file" run --without-module --dir "$tmp" --json "$tmp/none/x"
	refused 1 "Is a directory" run --without-module --dir "$tmp" --json "$tmp"
	refused 1 "are free there" run --without-module --dir "$tmp" --size 900T
	refused 2 "wbctl run"$'?'"x does not exist" run --without-module --dir $'wbctl run\nx'
	refused 1 "2 writers x" run --without-module --dir "$tmp" --size 900T --writers 2
	refused 1 "1 writer x" run --without-module --dir "$tmp" --size 900T --writers 1
	WBCTL_DIR=$tmp/none refused 2 "WBCTL_DIR $tmp/none does not exist" run --without-module
	WBCTL_DIR=$tmp/none refused 2 "--dir $tmp/file is not" run --without-module --dir "$tmp/file"
	check "nothing left after refusals" is_clean "$tmp"
}

is_clean() { ! compgen -G "$1/wbctl-run-*" >/dev/null; }

# Output that a command cannot write is an error, closed standard output too.
closed_output() {
	local args
	for args in --version help "help run"; do
		# shellcheck disable=SC2086 # words
		"$WBCTL" $args >&- 2>"$tmp/err"
		check "a closed standard output is an error: $args" test $? = 1
		check "and is said: $args" grep -q "^wbctl: standard output: " "$tmp/err"
	done
	"$WBCTL" run --without-module --dir "$tmp" --size 64k --json - <&- >&- 2>"$tmp/err"
	check "a closed standard output is an error: run --json -" test $? = 1
	"$WBCTL" run --without-module --dir "$tmp" --size 64k <&- >&- 2>&-
	check "a closed standard output is an error: run" test $? = 1
	"$WBCTL" run --without-module --dir "$tmp" --size 64k --json "$tmp/run.json" \
		<&- >"$tmp/out" 2>&-
	check "a closed standard error alone is none" test $? = 0 -a -s "$tmp/out"
	check "closed outputs leave nothing" is_clean "$tmp"
}

no_module() {
	if [ -e /sys/module/wbtrace ]; then
		skip "no module" "wbtrace is loaded here"
		return
	fi
	refused 3 "insmod wbtrace.ko" run --dir "$tmp"
	refused 3 "insmod wbtrace.ko" run --dir "$tmp" --keep
	# What is wrong with the arguments is said before the module is asked.
	refused 2 "with --direct" run --dir "$tmp" --bs 3 --direct
	refused 2 "with --direct" run --dir "$tmp" --size 513 --bs 64k --direct --keep
	refused 3 "insmod wbtrace.ko" status
	refused 3 "insmod wbtrace.ko" show tasks
	refused 3 "insmod wbtrace.ko" reset
	check "nothing left without the module" is_clean "$tmp"
}

help_texts() {
	local c
	for c in "" run status show reset compare bisect sweep restore report profiles; do
		# shellcheck disable=SC2086 # no word, or one
		"$WBCTL" help $c >"$tmp/help" 2>&1
		check "help $c exits with 0 and fits 80 columns" \
			test $? = 0 -a -s "$tmp/help" -a "$(wc -L <"$tmp/help")" -lt 80
		[ -z "$c" ] && continue
		"$WBCTL" "$c" --help | cmp -s - "$tmp/help"
		check "$c --help is the same" test $? = 0
	done
	check "version" test "$("$WBCTL" --version | wc -l)" = 1
}

# Runs a command with the signals that a shell has its background ignore.
heeds=(/usr/bin/python3 -c 'import os, signal, sys
for s in signal.SIGINT, signal.SIGTERM, signal.SIGHUP: signal.signal(s, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])')

# tracing_instances: those of wbctl, where tracefs is mounted.
tracing_instances() { compgen -G "/sys/kernel/tracing/instances/wbctl-trace-*"; }

# no_tracefs: why --source tracefs cannot run here; nothing when it can.
no_tracefs() {
	if [ "$(id -u)" != 0 ]; then
		echo "needs root"
	elif ! grep -q tracefs /proc/filesystems; then
		echo "this kernel has no tracefs"
	elif [ "$(stat -L -c %i /proc/self/ns/pid)" != 4026531836 ]; then
		echo "not in the first pid name space"
	elif ! "$WBCTL" run --source tracefs --dir "$tmp" --writers 1 --size 64k \
		>/dev/null 2>"$tmp/err"; then
		grep -E -m 1 'has no event|cannot be|not permitted|denied' "$tmp/err"
	fi
}

tracefs() {
	local why sig
	why=$(no_tracefs)
	if [ -n "$why" ]; then
		skip "run --source tracefs" "$why"
		return
	fi
	mkdir "$tmp/t"
	"$WBCTL" run --source tracefs --dir "$tmp/t" --writers 3 --size 8M \
		--json "$tmp/run.json" >"$tmp/out" 2>"$tmp/err"
	check "run --source tracefs" test $? = 0 -a ! -s "$tmp/err"
	check "says its source" grep -q '^source    tracefs' "$tmp/out"
	check "fits 80 columns" test "$(wc -L <"$tmp/out")" -le 80
	check "and in JSON" json "d['source'] == 'tracefs' and d['lost_events'] == 0"
	check "knows of decisions and sleeps" json \
		"all({'count', 'requested_ns', 'slept_ns'} <= set(w['throttle']) for w in d['writers'])"
	if grep -q write_bytes /proc/self/io 2>/dev/null; then
		check "and of dirtied bytes" json \
			"all(w['dirtied_bytes'] >= w['written_bytes'] for w in d['writers'])"
	else
		skip "and of dirtied bytes" "this kernel does not account I/O to tasks"
	fi
	check "and not of calls" json "all('held_ns' not in w['throttle'] for w in d['writers'])"
	schema "$tmp/run.json"
	check "the tracing instance is gone" test -z "$(tracing_instances)"
	check "the files are gone" is_empty "$tmp/t"
	for sig in INT TERM; do
		tracefs_stopped $sig has_data
		# The clock has not started, and nothing is read yet.
		tracefs_stopped $sig has_run --rewrite
	done
	tracefs_killed
	tracefs_lost
}

overrun() { grep -qE '^overrun: [1-9]' /sys/kernel/tracing/instances/wbctl-trace-*/per_cpu/cpu*/stats; }

# While wbctl is stopped, nobody empties the buffers, which are made small.
tracefs_lost() {
	local pid buffer
	# The files of the run that was killed stay until its writers are dead.
	mkdir "$tmp/lost"
	"$WBCTL" run --source tracefs --dir "$tmp/lost" --writers 4 --time 120 --size 4G --bs 512 \
		--fsync each --json "$tmp/run.json" >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	# Only then the events are on.
	wait_until has_data "$tmp/lost"
	kill -s STOP $pid
	for buffer in /sys/kernel/tracing/instances/wbctl-trace-*/buffer_size_kb; do
		echo 8 >"$buffer"
	done
	check "stopped, it cannot empty its buffers" wait_until overrun
	kill -s CONT $pid
	kill -s TERM $pid
	wait $pid
	check "lost events are counted" json "d['lost_events'] > 0"
	check "and said" grep -q '^The kernel lost [0-9]* trace events' "$tmp/out"
	check "on standard error too" grep -q 'lost [0-9]* trace events$' "$tmp/err"
}

# tracefs_stopped SIGNAL WHEN [OPTION]
tracefs_stopped() {
	local pid
	"${heeds[@]}" "$WBCTL" run --source tracefs --dir "$tmp/t" --writers 2 --time 60 --size 1G \
		--bs 512 ${3:+"$3"} >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_until "$2" "$tmp/t"
	wait_until tracing_instances >/dev/null
	kill -s "$1" $pid
	wait $pid
	check "SIG$1 during run --source tracefs${3:+ $3}: exit status 1" test $? = 1
	check "SIG$1 removes the instance" test -z "$(tracing_instances)"
}

tracefs_killed() {
	local pid
	"$WBCTL" run --source tracefs --dir "$tmp/t" --writers 2 --time 60 --size 1G --bs 4k \
		--fsync each >"$tmp/out" 2>&1 &
	pid=$!
	wait_until has_run "$tmp/t"
	wait_until tracing_instances >/dev/null
	"$WBCTL" run --source tracefs --dir "$tmp/t" --writers 1 --size 64k >/dev/null 2>"$tmp/err"
	check "a living run's instance stays" tracing_instances >/dev/null
	check "and nothing is said" test ! -s "$tmp/err"
	kill -s KILL $pid
	wait $pid 2>/dev/null
	check "SIGKILL leaves the instance" tracing_instances >/dev/null
	"$WBCTL" run --source tracefs --dir "$tmp/t" --writers 1 --size 64k >/dev/null 2>"$tmp/err"
	check "the next run removes it" test -z "$(tracing_instances)"
	check "and says so" grep -q "removed the tracing instance" "$tmp/err"
}

json() { /usr/bin/python3 -c "import json,sys; d=json.load(open('$tmp/run.json')); sys.exit(not ($1))"; }

writers() {
	local mode
	mkdir "$tmp/w" "$tmp/w2"
	for mode in "--fsync end" "--fsync each --bs 512k" "--fsync none" --rewrite \
		"--bs 10000" "--time 200ms --interval 20ms"; do
		# shellcheck disable=SC2086 # words
		"$WBCTL" run --without-module --dir "$tmp/w" --writers 2 --size 3M $mode \
			--json "$tmp/run.json" >"$tmp/out" 2>"$tmp/err"
		check "run $mode" test $? = 0 -a ! -s "$tmp/err"
		check "run $mode fits 80 columns" test "$(wc -L <"$tmp/out")" -le 80
		check "run $mode wrote all" json "all(w['written_bytes'] == 3 << 20 for w in d['writers'])"
		check "run $mode leaves nothing" is_empty "$tmp/w"
	done
	"$WBCTL" run --without-module --dir "$tmp/w" --dir "$tmp/w2" --writers 3 --size 1M \
		--json - >"$tmp/run.json" 2>"$tmp/err"
	check "two directories, JSON on stdout" test $? = 0
	check "writers take turns" json "[w['target'][-1] for w in d['writers']] == ['w', '2', 'w']"
	check "what was not measured is left out" json \
		"all('dirtied_bytes' not in w and 'throttle' not in w for w in d['writers'])"
	schema "$tmp/run.json"
	"$WBCTL" run --without-module --dir "$tmp/w" --writers 2 --time 1s --interval 50ms \
		>"$tmp/out" 2>&1
	check "a run by time" test $? = 0 -a "$(grep -c 'written, ' "$tmp/out")" -ge 3
	"$WBCTL" run --without-module --dir "$tmp/w" --writers 1 --size 1M --keep >"$tmp/out" 2>&1
	check "--keep keeps" has_run "$tmp/w"
	check "no zeros are written" test "$(tr -d '\0' <"$tmp"/w/*/writer-0 | wc -c)" -gt 1000000
	rm -rf "$tmp"/w/*
	"$WBCTL" run --without-module --dir "$tmp/w" --size 1M >/dev/full 2>"$tmp/err"
	check "a full standard output is an error" test $? = 1
	check "and leaves nothing" is_empty "$tmp/w"
}

# On a terminal the progress is a table that is rewritten in place.
terminal() {
	if ! script -qec true /dev/null >/dev/null 2>&1; then
		skip "a table on a terminal" "no script(1)"
		return
	fi
	script -qec "stty rows 24 cols 80; $WBCTL run --without-module --dir $tmp/w --writers 2 \
		--time 300ms --interval 50ms" /dev/null >"$tmp/out" </dev/null
	check "a table on a terminal" test "$(grep -c 'THROTTLED' "$tmp/out")" -ge 3
	check "is rewritten in place" grep -q $'\033\\[5A\033\\[J' "$tmp/out"
	check "from the start of the line" grep -q $'^\r\033\\[5A' "$tmp/out"
	check "and fits 80 columns" test "$(sed 's/\x1b\[[0-9]*[AJ]//g' "$tmp/out" | tr -d '\r' | wc -L)" -le 80
	check "a terminal leaves nothing" is_empty "$tmp/w"
}

schema() {
	if ! /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
		skip "the JSON fits its schema" "no python3-jsonschema"
		return
	fi
	/usr/bin/python3 - "$here/../schema/wbctl.run-1.schema.json" "$1" <<-'PY'
		import json, jsonschema, sys
		schema, doc = (json.load(open(f)) for f in sys.argv[1:])
		jsonschema.Draft202012Validator.check_schema(schema)
		jsonschema.Draft202012Validator(schema).validate(doc)
	PY
	check "the JSON fits its schema" test $? = 0
}

# Signals that were ignored when wbctl began do not stop it.
ignored() {
	local sig pid
	for sig in INT HUP; do
		: >"$tmp/out"
		(
			trap '' $sig
			exec "$WBCTL" run --without-module --dir "$tmp/w" --writers 2 \
				--time 500ms --interval 20ms
		) >"$tmp/out" 2>"$tmp/err" &
		pid=$!
		wait_until grep -q 'written, ' "$tmp/out"
		kill -s $sig $pid
		wait $pid
		check "SIG$sig ignored from the start: exit status 0" test $? = 0
		check "SIG$sig ignored from the start: nothing is said" test ! -s "$tmp/err"
	done
	# A caller that ignores SIGCHLD would have its children vanish.
	# shellcheck disable=SC2016 # perl's
	timeout 60 perl -e '$SIG{CHLD} = "IGNORE"; exec @ARGV' "$WBCTL" run --without-module \
		--dir "$tmp/w" --size 64k >"$tmp/out" 2>"$tmp/err"
	check "SIGCHLD ignored from the start: exit status 0" test $? = 0
}

interrupted() {
	local sig pid rc
	for sig in INT TERM HUP; do
		"${heeds[@]}" "$WBCTL" run --without-module --dir "$tmp/w" --writers 2 --time 60 \
			--size 1G --bs 4k --fsync each --json "$tmp/run.json" >"$tmp/out" 2>"$tmp/err" &
		pid=$!
		wait_until has_run "$tmp/w"
		kill -s $sig $pid
		wait $pid
		rc=$?
		check "SIG$sig: exit status 1" test $rc = 1
		check "SIG$sig: says so" grep -q "interrupted by SIG$sig" "$tmp/err"
		check "SIG$sig: leaves nothing" is_empty "$tmp/w"
	done
	"${heeds[@]}" "$WBCTL" run --without-module --dir "$tmp/w" --writers 2 --time 60 --size 1G \
		--bs 4k --interval 10ms --fsync each --json "$tmp/run.json" >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_until grep -q 'written, ' "$tmp/out"
	kill -s INT $pid
	wait $pid
	check "Ctrl-C while writing: what was measured is printed" \
		grep -q "Interrupted by SIGINT" "$tmp/out"
	check "and is in the JSON" json "d['interrupted'] and d['writers'][0]['written_bytes'] > 0"
}

killed() {
	local pid kids
	"$WBCTL" run --without-module --dir "$tmp/w" --writers 2 --time 60 --size 1G --bs 4k \
		--fsync each >"$tmp/out" 2>&1 &
	pid=$!
	wait_until has_run "$tmp/w"
	kids=$(cat "/proc/$pid/task/$pid/children")
	refused_not "$tmp/w"
	check "a run leaves a living run's files alone" has_run "$tmp/w"
	kill -s KILL $pid
	wait $pid 2>/dev/null
	# shellcheck disable=SC2086 # words
	for pid in $kids; do
		check "SIGKILL of wbctl: a writer dies too" wait_until gone "$pid"
	done
	check "SIGKILL leaves files" has_run "$tmp/w"
	mkdir "$tmp/w/wbctl-run-1-abcdef" "$tmp/w/wbctl-run-x"
	: >"$tmp/w/wbctl-run-1-abcdef/mine"
	refused_not "$tmp/w"
	check "the next run removes them" test "$(echo "$tmp"/w/*)" = \
		"$tmp/w/wbctl-run-1-abcdef $tmp/w/wbctl-run-x"
	check "and nothing else" test -e "$tmp/w/wbctl-run-1-abcdef/mine"
	rm -r "$tmp"/w/*
}

refused_not() {
	"$WBCTL" run --without-module --dir "$1" --writers 1 --size 64k >/dev/null 2>"$tmp/err"
	check "a run beside it" test $? = 0
}

# A small ext4 in a file: fills up, and is mounted read-only.
loop() {
	local why="" pid
	[ "$(id -u)" = 0 ] || why="needs root"
	mkdir "$tmp/mnt"
	truncate -s 24M "$tmp/img"
	if [ -z "$why" ]; then
		mkfs.ext4 -qF -m 0 "$tmp/img" >"$tmp/out" 2>&1 &&
			mount -o loop "$tmp/img" "$tmp/mnt" 2>>"$tmp/out" || why="no loop mount here"
	fi
	if [ -n "$why" ]; then
		skip "a disk that fills up" "$why"
		skip "a read-only mount" "$why"
		return
	fi
	mounts+=("$tmp/mnt")
	# The file takes the space away that was free when the run was checked.
	"$WBCTL" run --without-module --dir "$tmp/mnt" --writers 2 --size 8M --bs 4k --fsync each \
		--json "$tmp/run.json" >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_until has_run "$tmp/mnt"
	fallocate -l 16M "$tmp/mnt/hog" 2>/dev/null || dd if=/dev/zero of="$tmp/mnt/hog" bs=1M 2>/dev/null
	wait $pid
	check "a disk that fills up: exit status 1" test $? = 1
	check "says which writer, call, file and error" \
		grep -Eq '^wbctl: writer [01] failed: (pwrite|fsync) of /.*/writer-[01] at offset [0-9]+: No space' \
		"$tmp/err"
	check "leaves nothing but the file" test "$(ls "$tmp/mnt")" = "$(printf 'hog\nlost+found')"
	check "says that it lies in a file" \
		grep -Eq '^chain     loop[0-9]+, a file on [^ ]+' "$tmp/out"
	check "JSON has it too" grep -Eq '"chain": *"loop[0-9]+, a file on ' "$tmp/run.json"
	mount -o remount,ro "$tmp/mnt"
	refused 2 "read-only" run --without-module --dir "$tmp/mnt"
}

not_root() {
	local who=(setpriv --reuid 65534 --regid 65534 --clear-groups)
	if [ "$(id -u)" != 0 ] || ! "${who[@]}" true 2>/dev/null; then
		skip "as nobody" "needs root to become nobody"
		return
	fi
	mkdir -m 0777 "$tmp/open"
	chmod 0755 "$tmp"
	if ! "${who[@]}" test -x "$WBCTL"; then
		skip "as nobody" "nobody cannot reach $WBCTL"
		return
	fi
	"${who[@]}" "$WBCTL" status >"$tmp/out" 2>"$tmp/err"
	check "status as nobody exits with 3" test $? = 3
	"${who[@]}" "$WBCTL" run --dir "$tmp/open" >"$tmp/out" 2>"$tmp/err"
	check "run as nobody exits with 3" test $? = 3
	check "in one sentence" test "$(wc -l <"$tmp/err")" = 1
	"${who[@]}" "$WBCTL" run --source tracefs --dir "$tmp/open" >"$tmp/out" 2>"$tmp/err"
	check "run --source tracefs as nobody exits with 3" test $? = 3
	check "in one sentence too" test "$(wc -l <"$tmp/err")" = 1
	"${who[@]}" "$WBCTL" run --without-module --dir "$tmp/open" --size 64k >"$tmp/out" 2>"$tmp/err"
	check "run --without-module as nobody" test $? = 0
	chmod 0700 "$tmp/open"
	"${who[@]}" "$WBCTL" run --without-module --dir "$tmp/open" >"$tmp/out" 2>"$tmp/err"
	check "a directory without permission exits with 3" test $? = 3
}

usage_errors
directories
closed_output
no_module
help_texts
writers
tracefs
terminal
interrupted
ignored
killed
loop
not_root
cli_end
