// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's functions: where each begins and how long it is. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kallsyms.h"

/* No function is longer; what is further from the last one is not in it. */
#define LONGEST_BYTES (1024ULL << 10)

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

/* At one address the name that people use comes first. */
static int by_addr(const void *a, const void *b)
{
	const struct kallsym *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->global != y->global)
		return x->global ? -1 : 1;
	if (underscores(x->name) != underscores(y->name))
		return underscores(x->name) < underscores(y->name) ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

/* "ADDRESS TYPE NAME" or "ADDRESS TYPE NAME\t[MODULE]"; the line is cut into these. */
static bool parse_line(struct kallsym *s, char *line)
{
	char type, *end, *tab;

	s->addr = strtoull(line, &end, 16);
	if (!s->addr || end == line || end[0] != ' ' || !end[1] || end[2] != ' ' || !end[3])
		return false;
	type = end[1];
	if (!strchr("tTwW", type))
		return false;
	s->global = type != 't';
	s->name = end + 3;
	tab = strchr(end + 3, '\t');
	s->module = NULL;
	if (!tab)
		return true;
	*tab = '\0';
	if (tab[1] == '[') {
		s->module = tab + 2;
		tab[1 + strcspn(tab + 1, "]")] = '\0';
	}
	return true;
}

static bool same_module(const struct kallsym *a, const struct kallsym *b)
{
	if (!a->module || !b->module)
		return a->module == b->module;
	return !strcmp(a->module, b->module);
}

static void measure(struct kallsyms *k)
{
	struct kallsym *s, *next;
	size_t i, n = 0;

	for (i = 0; i < k->count; i++)
		if (!n || k->s[n - 1].addr != k->s[i].addr)
			k->s[n++] = k->s[i];
	k->count = n;
	for (i = 0; i + 1 < n; i++) {
		s = &k->s[i];
		next = s + 1;
		if (same_module(s, next) && next->addr - s->addr < LONGEST_BYTES)
			s->length_bytes = fig_of(next->addr - s->addr);
	}
}

int kallsyms_parse(struct kallsyms *k, char *text)
{
	char *line, *next, *at;
	size_t lines = 1;

	*k = (struct kallsyms){ .text = text };
	for (at = text; (at = strchr(at, '\n')); at++)
		lines++;
	k->s = calloc(lines, sizeof(*k->s));
	if (!k->s) {
		kallsyms_free(k);
		return -ENOMEM;
	}
	for (line = text; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		k->count += parse_line(&k->s[k->count], line);
	}
	qsort(k->s, k->count, sizeof(*k->s), by_addr);
	measure(k);
	return 0;
}

int kallsyms_read(struct kallsyms *k)
{
	FILE *f = fopen("/proc/kallsyms", "re");
	char *text = NULL;
	size_t size = 0;

	*k = (struct kallsyms){};
	if (!f)
		return -errno;
	if (getdelim(&text, &size, '\0', f) < 0) {
		free(text);
		fclose(f);
		return -EIO;
	}
	fclose(f);
	return kallsyms_parse(k, text);
}

const struct kallsym *kallsyms_find(const struct kallsyms *k, uint64_t addr)
{
	size_t low = 0, high = k->count, mid;
	const struct kallsym *s;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (k->s[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	s = &k->s[low - 1];
	if (addr - s->addr >= (s->length_bytes.known ? s->length_bytes.v : LONGEST_BYTES))
		return NULL;
	return s;
}

void kallsyms_free(struct kallsyms *k)
{
	free(k->s);
	free(k->text);
	*k = (struct kallsyms){};
}
