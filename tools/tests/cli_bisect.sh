#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# wbctl bisect: two planted regressions are found one after the other in a noisy
# repository, none in a flat one; guards, logs and refusals. Needs WBCTL, the
# program; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"
# shellcheck source=tools/tests/bisect-lib.sh
. "$(dirname "$0")/bisect-lib.sh"

TRIES=${BISECT_TRIES:-10}
driver=$here/../../scripts/bisect
export TMPDIR=$tmp

g() { git -c advice.detachedHead=false "$@"; }

metric='files_per_s=Rate: ([0-9.]+)'

# found OUTPUT: the commits that were found, by their number.
found() {
	sed -n 's/^# \([0-9a-f]*\) is the first bad commit$/\1/p' "$1" | while read -r commit; do
		git describe --tags --exact-match "$commit"
	done | tr '\n' ' '
}

# search ARGS...: scripts/bisect on the repository of now.
search() {
	WBCTL=$WBCTL "$driver" c0 c40 --metric "$metric" --bad-below 31000 --min-tries 4 \
		--max-tries 20 "$@" -- "$tmp/bench" >"$tmp/out" 2>"$tmp/err"
}

acceptance() {
	local i delay journal right=0 tries=0 steps=0 skips=0
	for ((i = 1; i <= TRIES; i++)); do
		# Other places each time, the delay always first.
		delay=$((2 + i * 7 % 17)) journal=$((21 + i * 11 % 19))
		repository "$tmp/repo$i" $delay $journal
		cd "$tmp/repo$i" || exit 1
		stream "$i"
		search --label try$i
		if [ "$(found "$tmp/out")" = "c$delay c$journal " ]; then
			right=$((right + 1))
		else
			echo "# try $i: c$delay c$journal planted, found: $(found "$tmp/out")"
			sed 's/^/# /' .git/wbctl-bisect.log
		fi
		read -r tries_now <"$STREAM.n"
		tries=$((tries + tries_now))
		steps=$((steps + $(grep -c " try$i [0-9a-f]* " .git/wbctl-bisect.log)))
		skips=$((skips + $(grep -c ' skip' .git/wbctl-bisect.log)))
	done
	echo "# $steps steps, $skips of them skipped, $tries runs in $TRIES tries"
	check "both regressions are found, in order, in $right of $TRIES tries" test $right = "$TRIES"
	check "the working tree is back where it was" test "$(git rev-parse HEAD)" = "$(git rev-parse c40)"
	check "the second search is marked as Mel's" grep -q \
		"^# MARK [0-9a-f]*\.\.[0-9a-f]* Search for BAD files_per_s -lt [12][0-9]*" .git/wbctl-bisect.log
}

# The same with the commands that next prints, as a person types them.
by_hand() {
	local rest
	cd "$tmp/repo1" || exit 1
	stream 100
	rm .git/wbctl-bisect.log
	for end in c40 c0; do
		g checkout -q $end
		"$WBCTL" bisect step --metric "$metric" --bad-below 31000 --min-tries 4 \
			--max-tries 20 -- "$tmp/bench" >/dev/null 2>&1
		echo $?
	done >"$tmp/ends"
	check "the bad end is bad and the good one good" test "$(tr '\n' ' ' <"$tmp/ends")" = "1 0 "
	g bisect start c40 c0 >/dev/null 2>&1
	g bisect run "$WBCTL" bisect step --metric "$metric" --bad-below 31000 --min-tries 4 \
		--max-tries 20 -- "$tmp/bench" >"$tmp/out" 2>&1
	check "git bisect run ends" test $? = 0
	check "with the delay" test "$(git describe --tags refs/bisect/bad)" = c9
	"$WBCTL" bisect next >"$tmp/next" 2>"$tmp/err"
	check "next says what was found" test $? = 0 -a ! -s "$tmp/err" -a "$(found "$tmp/next")" = "c9 "
	check "nothing is left before it, or it was not measured" grep -qE \
		"^# (Nothing is left in|Not known of) " "$tmp/next"
	check "and a search is left after it" test "$(grep -c '^git bisect run' "$tmp/next")" = 1
	rest=$(sed -n "s|^git bisect run $WBCTL bisect step ||p" "$tmp/next")
	check "with the command of the first" test "${rest#--bad-below [0-9]* }" = \
		"--metric '$metric' --min-tries 4 --max-tries 20 -- $tmp/bench"
	(PATH=$(dirname "$WBCTL"):$PATH && wbctl bisect next) >"$tmp/out"
	check "a program of the PATH is called as it was" grep -q '^git bisect run wbctl ' "$tmp/out"
	sh "$tmp/next" >"$tmp/out" 2>&1
	check "the commands run as they are" test $? = 0
	check "and find the journal" test "$(git describe --tags refs/bisect/bad)" = c32
	"$WBCTL" bisect next --bad-below 1 >"$tmp/next"
	cp .git/wbctl-bisect.log "$tmp/label.log"
	echo "Mon Nov 30 21:19:03 UTC 2026 vm another $(git rev-parse c0) 3 ±- n=1 good" >>"$tmp/label.log"
	"$WBCTL" bisect next --log "$tmp/label.log" --first-bad c9 --bad c40 --good c0 >"$tmp/next"
	check "measured with another label" grep -qx '# but with the label x, not another' \
		<(sed "s/label $(cut -d= -f1 <<<"$metric"),/label x,/" "$tmp/next")
	check "is not called not measured" test "$(grep -c 'was not measured' "$tmp/next")" = 0
	check "a threshold of one's own" grep -q -- "--bad-below 1 " <(
		"$WBCTL" bisect next --first-bad c9 --bad c40 --good c0 --bad-below 1)
	g bisect reset >/dev/null 2>&1
	"$WBCTL" bisect next >"$tmp/out" 2>"$tmp/err"
	check "without a search there is nothing to go by" test $? = 1 -a "$(wc -l <"$tmp/err")" = 1
	check "and it says what it needs" grep -q -- "--first-bad REV is needed" "$tmp/err"
}

# What is no verdict stops git, and convicts nobody.
stopped() {
	cd "$tmp/repo1" || exit 1
	g bisect start c40 c0 >/dev/null 2>&1
	# shellcheck disable=SC2016 # for the shell that is run
	g bisect run "$WBCTL" bisect step --metric 'x=(1)' --bad-below 1 -- \
		sh -c 'kill -TERM $PPID; exec tail -f /dev/null' >"$tmp/out" 2>&1
	check "a signal stops git bisect" grep -q 'code 143' "$tmp/out"
	g bisect run "$WBCTL" bisect step --metric 'x=(1)' --bad-blow 1 -- true >"$tmp/out" 2>&1
	check "a mistyped option too" grep -q 'code 129' "$tmp/out"
	check "and both commits are not judged" test "$(g bisect log | grep -c '^git bisect [gb]')" = 0
	g bisect reset >/dev/null 2>&1
}

flat() {
	local i none=0
	repository "$tmp/flat"
	cd "$tmp/flat" || exit 1
	for ((i = 1; i <= TRIES; i++)); do
		stream $((200 + i))
		search
		[ -n "$(found "$tmp/out")" ] || none=$((none + 1))
	done
	check "a flat repository has no culprit in $none of $TRIES tries" test $none = "$TRIES"
	check "and that is said" grep -q "^# No search: c40 is not bad" "$tmp/out"
	search --bad-below 45000
	check "nor has one that is bad from the start" grep -q "^# No search: c0 is not good" "$tmp/out"
	none=0
	for ((i = 1; i <= 4; i++)); do
		stream $((300 + i))
		search --bad-below 37000
		[ -n "$(found "$tmp/out")" ] || none=$((none + 1))
	done
	check "nor one at the threshold itself, in $none of 4 tries" test $none = 4
}

# step STATUS WHAT ARGS...
step() {
	local want=$1 what=$2 rc
	shift 2
	"$WBCTL" bisect step "$@" >"$tmp/out" 2>"$tmp/err"
	rc=$?
	check "$what: $want" test $rc = "$want"
	[ $rc = "$want" ] || sed 's/^/# /' "$tmp/err"
}

last_says() { tail -n 1 "$tmp/err" | grep -qF -- "$1"; }

verdicts() {
	mkdir "$tmp/plain"
	cd "$tmp/plain" || exit 1
	local some="x=is ([0-9.]+)"
	step 0 "good" --metric "$some" --bad-below 2 -- echo "it is 3"
	check "what it printed goes through" test "$(head -n 1 "$tmp/out")" = "it is 3"
	check "five equal figures are enough" test "$(wc -l <"$tmp/out")" = 5
	check "outside of git there is no commit" last_says " x - 3 ±0 n=5 good"
	check "and no log" is_empty .
	step 1 "bad" --metric "$some" --bad-below 4 -- echo "it is 3"
	step 1 "bad above" --metric "$some" --bad-above 2 -- sh -c 'echo "it is 3" >&2'
	check "standard error is searched and goes through" grep -qx "it is 3" "$tmp/err"
	step 125 "at the threshold" --metric "$some" --bad-above 3 -- echo "it is 3"
	check "says how sure it is not" last_says "n=10 skip: not sure after 10 tries; the threshold is 3"
	step 125 "a command that fails" --metric "$some" --bad-below 2 -- sh -c 'echo "it is 1"; exit 3'
	check "says so" last_says " - ±- n=0 skip: sh exited with 3"
	step 125 "a command that is killed" --metric "$some" --bad-below 2 -- sh -c 'kill -9 $$'
	check "says so" last_says "skip: sh was killed by signal 9"
	step 125 "a command that is not there" --metric "$some" --bad-below 2 -- "$tmp/none"
	check "says so" last_says "cannot be started: No such file"
	step 125 "no figure" --metric "$some" --bad-below 2 -- echo nothing
	check "says so" last_says "skip: echo has no figure x"
	step 125 "too slow" --metric "$some" --bad-below 2 --timeout 50ms -- sh -c 'tail -f /dev/null & tail -f /dev/null'
	check "says so" last_says "skip: sh was not done within 50.0 ms"
	"$WBCTL" bisect step --metric "$some" --bad-below 2 --timeout 100ms -- yes >/dev/null 2>"$tmp/err"
	check "an endless output ends in time" test $? = 125
	step 0 "one try, noise known" --metric "$some" --bad-below 2 --noise 5 --min-tries 1 \
		--log "$tmp/one.log" --label a-b -- echo "it is 3"
	check "a log of one's own" grep -qE " a-b - 3 ±- n=1 good$" "$tmp/one.log"
	check "says what is searched for" grep -qx "# MARK Search for BAD x -lt 2" "$tmp/one.log"
	step 0 "the guard holds" --metric "$some" --bad-below 2 --guard 'y=at:([0-9]+):4..9' -- echo "it is 3 at:5"
	step 125 "it does not" --metric "$some" --bad-below 2 --guard 'y=at:([0-9]+):..4' -- echo "it is 3 at:5"
	check "says so" last_says "skip: the guard y is 5"
	step 125 "no guard" --metric "$some" --bad-below 2 --guard 'y=at:([0-9]+):..4' -- echo "it is 3"
	step 0 "an option of the command's own" --metric "$some" --bad-below 2 -- echo "it is 3" --help
	step 128 "a log that cannot be written" --metric "$some" --bad-below 2 --log "$tmp/none/x" -- echo "it is 3"
}

# interrupted SIGNAL STATUS: while the command runs, which says when it does.
interrupted() {
	local pid rc
	: >"$tmp/out"
	/usr/bin/python3 -c 'import os, signal, sys
for s in signal.SIGINT, signal.SIGTERM: signal.signal(s, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$WBCTL" bisect step --metric 'x=(1)' --bad-below 2 \
		--log "$tmp/stop.log" -- sh -c 'echo $$; exec tail -f /dev/null' >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_until test -s "$tmp/out"
	kill -s "$1" $pid
	wait $pid
	rc=$?
	check "SIG$1: $2" test $rc = "$2"
	check "SIG$1: the command is gone" wait_until gone "$(cat "$tmp/out")"
	check "SIG$1: no verdict is logged" test -z "$(grep -v '^#' "$tmp/stop.log")"
}

# A run of ours: its own program, and its document.
ours() {
	local run=(-- run --without-module --dir "$tmp/w" --writers 1 --size 64k --bs 4k)
	# Nothing is there that tells of the kernel.
	local no_perf=(-- run --without-module --cpu-profile --dir "$tmp/w" --size 64k)
	mkdir "$tmp/w"
	step 0 "a run of ours" --metric throughput_bytes_per_s --bad-below 1 --max-tries 100 "${run[@]}"
	check "its report goes through" grep -q '^WRITER ' "$tmp/out"
	step 125 "a figure that it has not" --metric files_per_s --bad-below 1 "${run[@]}"
	check "says so" last_says "run has no figure files_per_s"
	PATH=/nowhere step 128 "a run that cannot begin stops git too" --metric throughput_bytes_per_s \
		--bad-below 1 "${no_perf[@]}"
	check "says so" last_says "the run cannot begin here"
	step 129 "a run that is not understood stops git" --metric files_per_s --bad-below 1 \
		-- run --frobnicate
	echo '{"writers":[{"ledger_ns":{"throttle":80,"journal":10,"other":10}}]}' >"$tmp/good.json"
	echo '{"writers":[{"ledger_ns":{"throttle":40,"journal":50,"other":10}}]}' >"$tmp/bad.json"
	step 125 "no ledger to compare" --metric throughput_bytes_per_s --bad-above 1 --max-tries 100 \
		--good "$tmp/good.json" --bad "$tmp/bad.json" "${run[@]}"
	check "says so" last_says "skip: bad, but not every try has a ledger"
	step 1 "any cause" --metric throughput_bytes_per_s --bad-above 1 --max-tries 100 --any-cause \
		--good "$tmp/good.json" --bad "$tmp/bad.json" "${run[@]}"
	check "but it is noted" last_says "bad: bad, but not every try has a ledger"
	step 0 "what a run says of its device" --metric drain_ns --bad-above 1e15 --max-tries 100 "${run[@]}"
	local fsmark=(-- run --without-module --dir "$tmp/w" --profile fsmark --runs 1 --files 20 --size 512)
	step 0 "a profile" --metric files_per_s --bad-below 1 --max-tries 100 "${fsmark[@]}"
	check "its table goes through" grep -q '^FS-Mark Single Threaded' "$tmp/out"
	step 0 "its threads" --metric threads_16_files_per_s --bad-below 1 --max-tries 100 "${fsmark[@]}"
	step 1 "a figure of a step" --metric 16_threads_duration_ns --bad-above 1 --max-tries 100 "${fsmark[@]}"
	step 125 "a step that it has not" --metric 17_threads_duration_ns --bad-above 1 "${fsmark[@]}"
	step 0 "the guard of a profile" --metric files_per_s --bad-below 1 --max-tries 100 \
		--guard 1_thread_duration_ns:1..1e15 "${fsmark[@]}"
	check "nothing is left" test -z "$(compgen -G "$tmp/wbctl-bisect-*")" -a -z "$(ls -A "$tmp/w")"
	refused 129 "cannot guard the cause" bisect step --metric x --bad-below 1 \
		--good "$tmp/good.json" --bad "$tmp/good.json" -- run
	refused 129 "--good $tmp/bench: it cannot be read as JSON" bisect step --metric x \
		--bad-below 1 --good "$tmp/bench" --bad "$tmp/good.json" -- run
	echo '{}' >"$tmp/empty.json"
	refused 129 "--bad $tmp/empty.json: it is no run with a ledger" bisect step --metric x \
		--bad-below 1 --good "$tmp/good.json" --bad "$tmp/empty.json" -- run
}

refusals() {
	local m=(--metric 'x=(1)') b=(--bad-below 1)
	refused 129 "bisect wants a word" bisect
	refused 129 "bisect has no 'stpe'" bisect stpe
	refused 129 "wants --metric" bisect step "${b[@]}" -- true
	refused 129 "wants --bad-below or --bad-above" bisect step "${m[@]}" -- true
	refused 129 "exclude each other" bisect step "${m[@]}" "${b[@]}" --bad-above 2 -- true
	refused 129 "wants a command after --" bisect step "${m[@]}" "${b[@]}"
	refused 129 "wants a command after --" bisect step "${m[@]}" "${b[@]}" --
	refused 129 "takes no word 'true' before --" bisect step "${m[@]}" "${b[@]}" true
	refused 129 "--metric x: it takes NAME=REGEX" bisect step --metric x "${b[@]}" -- true
	refused 129 "--metric x=(1): of a run of ours it takes a name" bisect step "${m[@]}" "${b[@]}" -- run
	refused 129 "--bad-below wants a number, not '1k'" bisect step "${m[@]}" --bad-below 1k -- true
	refused 129 "--confidence 1 is out of range; 0.5 to 0.999" bisect step "${m[@]}" "${b[@]}" \
		--confidence 1 -- true
	refused 129 "--confidence wants a number" bisect step "${m[@]}" "${b[@]}" --confidence x -- true
	refused 129 "--min-tries 1 needs --noise" bisect step "${m[@]}" "${b[@]}" --min-tries 1 -- true
	refused 129 "--max-tries 2 is less than the 3" bisect step "${m[@]}" "${b[@]}" --min-tries 3 \
		--max-tries 2 -- true
	refused 129 "--max-tries 101 is out of range" bisect step "${m[@]}" "${b[@]}" --max-tries 101 -- true
	refused 129 "--noise wants percent" bisect step "${m[@]}" "${b[@]}" --noise 0 -- true
	refused 129 "a threshold of 0" bisect step "${m[@]}" --bad-below 0 --noise 5 -- true
	refused 129 "--guard y=1: it takes METRIC:MIN..MAX" bisect step "${m[@]}" "${b[@]}" --guard y=1 -- true
	refused 129 "--label wants one word" bisect step "${m[@]}" "${b[@]}" --label "a b" -- true
	refused 129 "need each other" bisect step --metric x "${b[@]}" --good a -- run
	refused 129 "need a run of ours" bisect step "${m[@]}" "${b[@]}" --good a --bad b -- true
	refused 129 "--any-cause needs --good and --bad" bisect step "${m[@]}" "${b[@]}" --any-cause -- true
	refused 129 "--json is the step's own" bisect step --metric x "${b[@]}" -- run --json=x
	refused 129 "unknown option '--frob'" bisect step --frob
	refused 129 "bisect next takes no word 'x'" bisect next x
	refused 1 "--log $tmp/none: No such file" bisect next --log "$tmp/none"
	: >"$tmp/nothing.log"
	refused 1 "does not say what was searched for" bisect next --log "$tmp/nothing.log"
	refused 129 "the search was for figures below" bisect next --log "$tmp/one.log" --bad-above 1
}

help_text() {
	"$WBCTL" help bisect >"$tmp/help" 2>&1
	check "help bisect fits 80 columns" test $? = 0 -a "$(wc -L <"$tmp/help")" -lt 80
	"$WBCTL" bisect step --help | cmp -s - "$tmp/help"
	check "bisect step --help is the same" test $? = 0
}

benchmark
help_text
verdicts
interrupted INT 130
interrupted TERM 143
ours
refusals
if git --version >/dev/null 2>&1; then
	acceptance
	by_hand
	stopped
	flat
else
	skip "bisecting" "no git"
fi
cli_end
