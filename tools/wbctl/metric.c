// SPDX-License-Identifier: GPL-2.0-or-later
/* Metrics: named figures of a run, from a program's output or from a profile. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "metric.h"

#define LONGEST_LINE_BYTES 5000

bool metric_name_ok(const char *name)
{
	size_t i, len = strlen(name);

	if (!len || len >= METRIC_NAME_LEN || !islower((unsigned char)name[0]))
		return false;
	for (i = 0; i < len; i++)
		if (!islower((unsigned char)name[i]) && !isdigit((unsigned char)name[i]) &&
		    name[i] != '_')
			return false;
	return true;
}

int metric_rule_parse(struct metric_rule *rule, const char *option, const char *word)
{
	const char *equals = strchr(word, '=');
	char why[128];
	int rc;

	if (!equals || !equals[1])
		return refuse(WBCTL_USAGE, "%s %s: it takes NAME=REGEX", option, word);
	if ((size_t)(equals - word) >= sizeof(rule->name))
		return refuse(WBCTL_USAGE, "%s %s: the name has more than %zu characters", option,
			      word, sizeof(rule->name) - 1);
	snprintf(rule->name, sizeof(rule->name), "%.*s", (int)(equals - word), word);
	if (!metric_name_ok(rule->name))
		return refuse(WBCTL_USAGE,
			      "%s %s: a name is lower case letters, digits and _, such as files_per_s",
			      option, word);
	rc = regcomp(&rule->regex, equals + 1, REG_EXTENDED);
	if (!rc && rule->regex.re_nsub)
		return WBCTL_OK;
	if (!rc) {
		regfree(&rule->regex);
		return refuse(WBCTL_USAGE,
			      "%s %s: the figure is to be in parentheses, such as '%s=^rate: ([0-9.]+)'",
			      option, word, rule->name);
	}
	regerror(rc, &rule->regex, why, sizeof(why));
	return refuse(WBCTL_USAGE, "%s %s: %s", option, word, why);
}

void metric_rule_free(struct metric_rule *rule)
{
	regfree(&rule->regex);
}

static struct ratio figure(const char *text, size_t len)
{
	char word[64], *end;
	double v;

	if (!len || len >= sizeof(word))
		return (struct ratio){ .known = false };
	memcpy(word, text, len);
	word[len] = '\0';
	v = strtod(word, &end);
	if (end == word || !isfinite(v))
		return (struct ratio){ .known = false };
	while (isspace((unsigned char)*end))
		end++;
	return *end ? (struct ratio){ .known = false } : ratio_of(v);
}

static struct ratio apply_to_line(const struct metric_rule *rule, const char *line)
{
	regmatch_t at[2];

	if (regexec(&rule->regex, line, ARRAY_SIZE(at), at, 0) || at[1].rm_so < 0)
		return (struct ratio){ .known = false };
	return figure(line + at[1].rm_so, (size_t)(at[1].rm_eo - at[1].rm_so));
}

struct ratio metric_rule_apply(const struct metric_rule *rule, const char *text)
{
	struct ratio found = { .known = false }, one;
	char line[LONGEST_LINE_BYTES];
	size_t len;

	while (*text) {
		/* Programs that show their progress end its lines so. */
		len = strcspn(text, "\r\n");
		snprintf(line, sizeof(line), "%.*s",
			 (int)(len < sizeof(line) ? len : sizeof(line) - 1), text);
		one = apply_to_line(rule, line);
		if (one.known)
			found = one;
		text += len + !!text[len];
	}
	return found;
}

static struct metric *find(const struct metric_list *list, const char *name)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (!strcmp(list->m[i].name, name))
			return (struct metric *)&list->m[i];
	return NULL;
}

int metric_set(struct metric_list *list, const char *name, struct ratio value)
{
	struct metric *m = find(list, name);

	if (!m) {
		if (list->count == ARRAY_SIZE(list->m))
			return -ENOSPC;
		m = &list->m[list->count++];
		snprintf(m->name, sizeof(m->name), "%s", name);
	}
	m->value = value;
	return 0;
}

struct ratio metric_get(const struct metric_list *list, const char *name)
{
	const struct metric *m = find(list, name);

	return m ? m->value : (struct ratio){ .known = false };
}

bool metric_any(const struct metric_list *list)
{
	size_t i;

	for (i = 0; list && i < list->count; i++)
		if (list->m[i].value.known)
			return true;
	return false;
}

struct json_object *metric_json(const struct metric_list *list)
{
	struct json_object *into = json_object_new_object();
	size_t i;

	for (i = 0; i < list->count; i++)
		if (list->m[i].value.known)
			json_object_object_add(into, list->m[i].name,
					       json_object_new_double(list->m[i].value.v));
	return into;
}
