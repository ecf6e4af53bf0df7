// SPDX-License-Identifier: GPL-2.0-or-later
/* The end of a long text: the last bytes that fit a fixed room. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tail.h"

/* Twice the room, so that bytes are moved once for each room and not each time. */
static int make_room(struct tail *t, size_t len)
{
	size_t drop;

	if (!t->text)
		t->text = malloc(2 * t->room + 1);
	if (!t->text)
		return -ENOMEM;
	if (t->len + len <= 2 * t->room)
		return 0;
	drop = t->len + len - t->room;
	t->cut = true;
	memmove(t->text, t->text + drop, t->len - drop);
	t->len -= drop;
	return 0;
}

int tail_add(struct tail *t, const char *text, size_t len)
{
	size_t i;

	if (len > t->room) {
		text += len - t->room;
		len = t->room;
		t->len = 0;
		t->cut = true;
	}
	if (make_room(t, len))
		return -ENOMEM;
	for (i = 0; i < len; i++)
		t->text[t->len + i] = text[i] ? text[i] : '?';
	t->len += len;
	t->text[t->len] = '\0';
	return 0;
}

const char *tail_text(const struct tail *t)
{
	const char *text = t->text ? t->text : "", *line;
	bool cut = t->cut;

	if (t->len > t->room) {
		text += t->len - t->room;
		cut = true;
	}
	line = cut ? strpbrk(text, "\r\n") : NULL;
	return line ? line + 1 : text;
}

void tail_free(struct tail *t)
{
	free(t->text);
	t->text = NULL;
	t->len = 0;
}
