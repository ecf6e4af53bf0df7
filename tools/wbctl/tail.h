/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The end of a long text: the last bytes that fit a fixed room. */
#ifndef WBCTL_TAIL_H
#define WBCTL_TAIL_H

#include <stddef.h>

#include "wbctl.h"

/**
 * struct tail - the last bytes of what was added
 * @room: How many bytes are kept.
 * @len: How many are there.
 * @cut: Bytes before them were dropped.
 * @text: They; NULL before the first.
 */
struct tail {
	size_t room;
	size_t len;
	bool cut;
	char *text;
};

/**
 * tail_add() - add to the end
 * @t: The tail; @room is set, the rest is 0 at first.
 * @text: What to add.
 * @len: How many bytes.
 *
 * Return: 0 or -ENOMEM.
 */
int tail_add(struct tail *t, const char *text, size_t len);

/**
 * tail_text() - what is there as a string
 * @t: The tail.
 *
 * Bytes that are 0 became '?', so that a line with one is not the last. A first
 * line that is not whole is left out.
 *
 * Return: The string, never NULL.
 */
const char *tail_text(const struct tail *t);

/**
 * tail_free() - give it back
 * @t: The tail.
 */
void tail_free(struct tail *t);

#endif /* WBCTL_TAIL_H */
