/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's functions: where each begins and how long it is. */
#ifndef WBCTL_KALLSYMS_H
#define WBCTL_KALLSYMS_H

#include "wbctl.h"

/**
 * struct kallsym - a function of the kernel
 * @addr: Its first byte.
 * @name: Its name.
 * @module: Its module, NULL: the kernel proper.
 * @length_bytes: To the next function of the same module; unknown for its last.
 * @global: It is seen outside of its file.
 */
struct kallsym {
	uint64_t addr;
	const char *name;
	const char *module;
	struct fig length_bytes;
	bool global;
};

/**
 * struct kallsyms - the functions of the kernel, by address
 * @text: What their names lie in.
 * @count: How many, 0: addresses were not to be seen.
 * @s: They; of those at one address only one.
 */
struct kallsyms {
	char *text;
	size_t count;
	struct kallsym *s;
};

/**
 * kallsyms_parse() - take the functions out of the kernel's text
 * @k: Where they go.
 * @text: The text of /proc/kallsyms; @k frees it, whatever is returned.
 *
 * Return: 0 or -ENOMEM. A text without addresses has no functions.
 */
int kallsyms_parse(struct kallsyms *k, char *text);

/**
 * kallsyms_read() - ask the kernel
 * @k: Where they go.
 *
 * Return: 0 or a -errno. Without privilege there are none.
 */
int kallsyms_read(struct kallsyms *k);

/**
 * kallsyms_find() - the function of an address
 * @k: The functions.
 * @addr: The address.
 *
 * Return: It, NULL when no function is there.
 */
const struct kallsym *kallsyms_find(const struct kallsyms *k, uint64_t addr);

/**
 * kallsyms_free() - give the functions back
 * @k: They.
 */
void kallsyms_free(struct kallsyms *k);

#endif /* WBCTL_KALLSYMS_H */
