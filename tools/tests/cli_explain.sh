#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# wbctl explain: each code has a section, each section has a rule. Needs WBCTL,
# the program; speaks TAP.

# shellcheck source=tools/tests/cli-lib.sh
. "$(dirname "$0")/cli-lib.sh"

page=$here/../../Documentation/findings.rst
rules=$here/../wbctl/finding_rules.c

codes_of_rules() { sed -n 's/^\t\t\.code = "\([^"]*\)".*/\1/p' "$rules" | awk '!seen[$0]++'; }

# Titles of codes; those of other sections begin with a capital letter.
codes_of_page() {
	awk '/^-+$/ && last ~ /^[a-z]/ && length(last) == length($0) { print last } { last = $0 }' "$page"
}

sorted_same() { [ -n "$(codes_of_rules)" ] && [ "$(codes_of_rules | sort)" = "$(codes_of_page | sort)" ]; }
no_two() { [ -z "$(codes_of_page | sort | uniq -d)" ]; }

page_and_rules() {
	check "the page and the rules have the same codes" sorted_same
	check "each of them once" no_two
	check "the page is within 80 columns" test "$(wc -L <"$page")" -le 80
}

# has_parts FILE: what a section must say, in this order.
has_parts() {
	[ "$(grep -xE 'Measured|Confused with|Look at next|Kernels|Sources|The rule, tried on .*' "$1" |
		sed 's/, tried on .*//' | uniq | xargs)" = \
	  "Measured Confused with Look at next Kernels Sources The rule" ]
}

# is_explained CODE: its section, within 80 columns, no markup, and then its rules.
is_explained() {
	"$WBCTL" explain "$1" >"$tmp/out" 2>"$tmp/err" && [ ! -s "$tmp/err" ] &&
		[ "$(head -1 "$tmp/out")" = "$1" ] && [ "$(wc -L <"$tmp/out")" -le 80 ] &&
		! grep -q '`' "$tmp/out" && has_parts "$tmp/out" &&
		[ "$(grep -c '^ *[0-9]*\. Needs: ' "$tmp/out")" = \
		  "$(grep -c "^"$'\t\t'"\.code = \"$1\"" "$rules")" ]
}

percentages() { tr -s ' \n' '  ' | grep -oE '[0-9.]+ %' | sed 's/\.0 / /' | sort -u; }

# has_thresholds CODE: each percentage of its rules is in its section, with its reason.
has_thresholds() {
	[ -z "$("$WBCTL" explain "$1" | sed -n '/^The rule, tried on/,$p' | percentages |
		comm -23 - <("$WBCTL" explain "$1" | sed '/^The rule, tried on/,$d' | percentages))" ]
}

each_code() {
	local code
	while read -r code; do
		check "explain $code" is_explained "$code"
		check "explain $code: the page has the thresholds of the rules" has_thresholds "$code"
	done < <(codes_of_rules)
}

in_one_line() { "$WBCTL" explain "$1" | tr -s ' \n' '  ' | grep -qF -- "$2"; }

rules_in_words() {
	check "a threshold has its unit" in_one_line journal-bound \
		"Needs: journal_ratio at least 20 %; wall_ns at least 500 ms. Refuted by: backlog_behind_count at least 1."
	check "a pattern" in_one_line block-layer-throttled \
		"block_function like rq_qos_wait or wbt_wait; depth_count at most 2.5;"
	check "a word that must not fit" in_one_line flusher-blocked \
		"flusher_function known and not like blk_mq_get_tag or rq_qos_wait"
	check "known is enough" in_one_line writer-died "Needs: error known."
	check "what it explains" in_one_line throttled-global \
		"Explains: global_throttled_ns. By interval: throttled_agree_ratio."
	check "the subject" in_one_line preallocated "The rule, tried on each file"
	check "two kinds of subject" test "$("$WBCTL" explain limit-collapsed | grep -c '^The rule, tried on')" = 2
}

lists_all() {
	"$WBCTL" explain >"$tmp/out" 2>"$tmp/err" && [ ! -s "$tmp/err" ] &&
		[ "$(sed -n 's/^\([a-z][a-z-]*\) .*/\1/p' "$tmp/out")" = "$(codes_of_page)" ]
}

# Each entry ends with the end of a sentence.
has_sentences() { [ "$(grep -c '\.$' "$tmp/out")" = "$(codes_of_page | wc -l)" ]; }

list() {
	check "without a code all of them, in the order of the page" lists_all
	check "with a sentence each" has_sentences
	check "within 80 columns" test "$(wc -L <"$tmp/out")" -le 80
}

refusals() {
	refused 2 "there is no finding 'jurnal-bound'; did you mean journal-bound?" explain jurnal-bound
	refused 2 "did you mean throttled-wb?" explain throttled-wbs
	refused 2 "there is no finding 'frob'; \`wbctl explain\` lists them" explain frob
	refused 2 "\`wbctl explain\` lists them" explain ""
	refused 2 "\`wbctl explain\` lists them" explain Confidence
	refused 2 "explain takes one code" explain unfair equal
	refused 2 "--frob" explain --frob
}

page_and_rules
each_code
rules_in_words
list
refusals
check "help" grep -q '^usage: wbctl explain' <("$WBCTL" explain --help)
check "help lists it" grep -q '^  explain  ' <("$WBCTL" help)
cli_end
