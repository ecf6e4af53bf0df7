// SPDX-License-Identifier: GPL-2.0-or-later
/* The command explain: what a finding means, and the rule that makes it. */
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "finding_rules.h"
#include "opt.h"
#include "out.h"

#define CODE_WIDTH 29
#define RULE_INDENT 4
#define SENTENCE_LEN 512
/* A word that differs in more letters is not what was meant. */
#define CLOSE_LETTERS 4
#define CODE_MAX 48

/* Documentation/findings.rst line by line; tools/Makefile makes it. */
static const char *const lines[] = {
#include "findings_rst.inc"
};

static const char *const subject_names[RULE_SUBJECTS] = {
	[ON_TASK] = "each writer, process and watched thread, and on those of one kind together",
	[ON_WB] = "each bdi_writeback",
	[ON_INODE] = "each file, and on all files together",
	[ON_DEVICE] = "each block device",
	[ON_RUN] = "the run as a whole",
};

/* Whether a line is one under a title: nothing but '=' or but '-'. */
static bool is_underline(const char *line)
{
	size_t len = strlen(line);

	return len >= 3 && (strspn(line, "=") == len || strspn(line, "-") == len);
}

static bool is_title(size_t i)
{
	return i + 1 < ARRAY_SIZE(lines) && *lines[i] && !is_underline(lines[i]) &&
	       is_underline(lines[i + 1]) && strlen(lines[i]) == strlen(lines[i + 1]);
}

/* The first line of a code's section, below its title; 0: it has none. */
static size_t section_of(const char *code)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		if (is_title(i) && !strcmp(lines[i], code))
			return i + 2;
	return 0;
}

/* Markup is for the reader of the page; dropping it leaves lines as wide or less. */
static void print_line(const char *line)
{
	for (; *line; line++)
		if (*line != '`')
			putchar(*line);
	putchar('\n');
}

static void print_section(size_t i)
{
	size_t blank = 0;

	while (i < ARRAY_SIZE(lines) && !*lines[i])
		i++;
	for (; i < ARRAY_SIZE(lines) && !is_title(i); i++) {
		if (!*lines[i]) {
			blank++;
			continue;
		}
		for (; blank; blank--)
			putchar('\n');
		print_line(lines[i]);
	}
}

/* The first sentence of a section, in one line. */
static const char *first_sentence(char *out, size_t len, size_t i)
{
	size_t at = 0;
	char *end;

	while (i < ARRAY_SIZE(lines) && !*lines[i])
		i++;
	out[0] = '\0';
	for (; i < ARRAY_SIZE(lines) && *lines[i] && at + 1 < len; i++)
		at += (size_t)snprintf(out + at, len - at, "%s%s", at ? " " : "", lines[i]);
	end = strstr(out, ". ");
	if (end)
		end[1] = '\0';
	return out;
}

/* Patterns of LIKE as words: "a|b" becomes "a or b". */
static void words_text(FILE *to, const char *words)
{
	size_t len;

	while (*words) {
		len = strcspn(words, "|");
		fprintf(to, "%.*s", (int)len, words);
		words += len;
		if (*words++ != '|')
			return;
		fputs(" or ", to);
	}
}

static void test_text(FILE *to, const struct rule_test *t)
{
	struct fact threshold = { .v = t->v };
	char value[FACT_TEXT_LEN];

	snprintf(threshold.name, sizeof(threshold.name), "%s", t->fact);
	fputs(t->fact, to);
	if (t->op == ABSENT) {
		fputs(" not known", to);
	} else if (t->op == LIKE) {
		fputs(" like ", to);
		words_text(to, t->words);
	} else if (t->op == UNLIKE && *t->words) {
		fputs(" known and not like ", to);
		words_text(to, t->words);
	} else if (t->op == UNLIKE || (t->op == AT_LEAST && t->v <= 0)) {
		fputs(" known", to);
	} else {
		fprintf(to, " at %s %s", t->op == AT_LEAST ? "least" : "most",
			fact_format(value, sizeof(value), &threshold));
	}
}

static void tests_text(FILE *to, const char *label, const struct rule_test *tests)
{
	const struct rule_test *t;

	for (t = tests; t < tests + RULE_TESTS && t->fact; t++) {
		fputs(t == tests ? label : "; ", to);
		test_text(to, t);
	}
	if (t != tests)
		fputs(". ", to);
}

static void rule_text(FILE *to, const struct rule *rule)
{
	tests_text(to, "Needs: ", rule->holds);
	tests_text(to, "Refuted by: ", rule->refuted);
	if (rule->explains)
		fprintf(to, "Explains: %s. ", rule->explains);
	if (rule->agree)
		fprintf(to, "By interval: %s. ", rule->agree);
}

static int print_rule(size_t number, const struct rule *rule)
{
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	if (!to)
		return -1;
	rule_text(to, rule);
	if (fclose(to)) {
		free(text);
		return -1;
	}
	wrap(stdout, text, printf("%2zu. ", number), RULE_INDENT);
	free(text);
	return 0;
}

/* The rules of a code, in the order in which they are tried. */
static int print_rules(const char *code)
{
	enum rule_subject on = RULE_SUBJECTS;
	size_t i, n = 0;

	for (i = 0; i < finding_rule_count; i++) {
		if (strcmp(finding_rules[i].code, code))
			continue;
		if (finding_rules[i].on != on) {
			on = finding_rules[i].on;
			wrap(stdout, subject_names[on], printf("\nThe rule, tried on") - 1, 0);
		}
		if (print_rule(++n, &finding_rules[i]))
			return refuse(WBCTL_FAILED, "there is no memory left");
	}
	return WBCTL_OK;
}

static int explain_code(const char *code, size_t section)
{
	printf("%s\n\n", code);
	print_section(section);
	if (print_rules(code))
		return WBCTL_FAILED;
	return out_flush();
}

static bool has_code(const char *code)
{
	size_t i;

	for (i = 0; i < finding_rule_count; i++)
		if (!strcmp(finding_rules[i].code, code))
			return true;
	return false;
}

/* In the order of the page, which is that of the rules. */
static int list_codes(void)
{
	char sentence[SENTENCE_LEN];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		if (is_title(i) && has_code(lines[i]))
			wrap(stdout, first_sentence(sentence, sizeof(sentence), i + 2),
			     printf("%-*s", CODE_WIDTH - 1, lines[i]), CODE_WIDTH);
	return out_flush();
}

static size_t least(size_t a, size_t b, size_t c)
{
	size_t ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Letters to add, drop or change (Levenshtein's distance). */
static size_t letters_apart(const char *a, const char *b)
{
	size_t row[CODE_MAX + 1], i, j, diagonal, above, len = strlen(b);

	if (len > CODE_MAX)
		return SIZE_MAX;
	for (j = 0; j <= len; j++)
		row[j] = j;
	for (i = 1; a[i - 1]; i++) {
		diagonal = row[0];
		row[0] = i;
		for (j = 1; j <= len; j++) {
			above = row[j];
			row[j] = least(above + 1, row[j - 1] + 1,
				       diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[len];
}

static int unknown_code(const char *word)
{
	const char *closest = NULL;
	size_t i, apart, fewest = CLOSE_LETTERS + 1;

	for (i = 0; i < finding_rule_count; i++) {
		apart = letters_apart(word, finding_rules[i].code);
		if (apart >= fewest)
			continue;
		fewest = apart;
		closest = finding_rules[i].code;
	}
	if (closest && fewest < strlen(word))
		return refuse(WBCTL_USAGE, "there is no finding '%s'; did you mean %s?", word,
			      closest);
	return refuse(WBCTL_USAGE, "there is no finding '%s'; `wbctl explain` lists them", word);
}

static int explain_run(int argc, char **argv)
{
	size_t section;
	int rc;

	argc--;
	argv++;
	rc = opt_parse(NULL, 0, &argc, argv, NULL);
	if (rc)
		return rc;
	if (argc > 1)
		return refuse(WBCTL_USAGE, "explain takes one code, not '%s' too", argv[1]);
	if (!argc)
		return list_codes();
	section = has_code(argv[0]) ? section_of(argv[0]) : 0;
	if (!section)
		return unknown_code(argv[0]);
	return explain_code(argv[0], section);
}

static void explain_help(FILE *to)
{
	fprintf(to, "usage: wbctl explain [CODE]\n\n");
	wrap(to,
	     "Prints what a finding means, how it is measured, what it is easily confused with and what to look at next (Documentation/findings.rst), and the rule that makes it. CODE is the finding's \"code\" in the JSON of a run. Without CODE it lists all of them, a sentence each.",
	     0, 0);
}

const struct command cmd_explain = {
	"explain", "what a finding means, and its rule", explain_run, explain_help
};
