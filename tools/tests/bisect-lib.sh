# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# A made repository with planted slowdowns, and a benchmark of it; cli_bisect.sh
# and scripts/seeds source this. Needs tmp, a directory.
# shellcheck disable=SC2154

# repository DIR [DELAY_AT JOURNAL_AT]: 40 commits after a base, of which two
# plant a slowdown. Each changes a file, as commits do.
repository() {
	local dir=$1 delay=${2:--1} journal=${3:--1} i
	git init -q "$dir"
	git -C "$dir" config user.name "A Tester"
	git -C "$dir" config user.email tester@example.org
	# It need not survive a crash; each new ref would wait for the disk.
	git -C "$dir" config core.fsync none
	git -C "$dir" symbolic-ref HEAD refs/heads/work
	for ((i = 0; i <= 40; i++)); do
		printf 'commit refs/heads/work\ncommitter A Tester <tester@example.org> %d +0000\n' \
			$((1000000000 + i))
		printf 'data <<E\ncommit %d\nE\nM 644 inline number\ndata <<E\n%d\nE\n' $i $i
		[ $i != "$delay" ] || printf 'M 644 inline delay\ndata <<E\n50ms\nE\n'
		[ $i != "$journal" ] || printf 'M 644 inline journal\ndata <<E\n4M\nE\n'
		printf 'reset refs/tags/c%d\nfrom refs/heads/work\n\n' $i
	done | git -C "$dir" fast-import --quiet
	git -C "$dir" checkout -q work
}

# A benchmark of 37000 files/s, 25000 with the delay and 17000 with the journal
# too, with 10 % of gaussian noise: the n-th call takes the n-th number of a
# stream that depends on nothing but the seed.
benchmark() {
	cat >"$tmp/bench" <<-'EOF'
		#!/bin/sh
		rate=37000
		[ ! -e delay ] || rate=$((rate * 25 / 37))
		[ ! -e journal ] || rate=$((rate * 17 / 25))
		read -r n <"$STREAM.n"
		n=$((n + 1))
		echo $n >"$STREAM.n"
		awk -v n=$n -v rate=$rate 'NR == n {
			printf "%d files in a while\nRate: %.1f files/s\n", rate, rate * (1 + $1 / 10)
			exit
		}' "$STREAM"
	EOF
	chmod +x "$tmp/bench"
}

# stream SEED: normal deviates, by Box and Muller.
stream() {
	export STREAM=$tmp/stream
	echo 0 >"$STREAM.n"
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		for (i = 0; i < 3000; i++) {
			u = 1 - rand()
			v = rand()
			print sqrt(-2 * log(u)) * cos(6.283185307179586 * v)
		}
	}' >"$STREAM"
}
