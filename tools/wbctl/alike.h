/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What two results must have in common so that comparing them means something. */
#ifndef WBCTL_ALIKE_H
#define WBCTL_ALIKE_H

#include <json-c/json.h>

#include "wbctl.h"

#define TRAIT_NAME_LEN 64
#define TRAITS_MAX 64

/**
 * struct trait - something that must be alike
 * @name: What it is.
 * @text: Its value, for people and for comparing; of several, with '/' between.
 * @optional: A kernel may not have it at all, and then it does not count.
 * @bytes: The value, where a small difference is none: what a kernel leaves of
 *	the memory of one machine.
 */
struct trait {
	char name[TRAIT_NAME_LEN];
	char *text;
	bool optional;
	struct ratio bytes;
};

/**
 * struct traits - all that must be alike of one result
 * @count: How many; what is beyond TRAITS_MAX is left out.
 * @t: The traits, in the order in which people want them.
 */
struct traits {
	size_t count;
	struct trait t[TRAITS_MAX];
};

/**
 * traits_of() - take the traits out of a document
 * @into: Empty, or with what is known of the document from elsewhere; free it with
 *	traits_free().
 * @doc: A document of schema wbctl.run/1 or wbctl.profile/1.
 */
void traits_of(struct traits *into, struct json_object *doc);

/**
 * traits_add() - one more
 * @into: The traits. One of that name takes a different text beside its own.
 * @name: Its name.
 * @text: Its value.
 */
void traits_add(struct traits *into, const char *name, const char *text);

/**
 * traits_find() - a trait by name
 * @in: The traits.
 * @name: Its name.
 *
 * Return: The trait, NULL when there is none.
 */
const struct trait *traits_find(const struct traits *in, const char *name);

/**
 * traits_differ() - what is not alike
 * @a: The traits of the first.
 * @b: Those of the other.
 *
 * Return: All of it, "memory 1.0 GiB against 512.0 MiB, bs ...", the other's value
 * first; empty: nothing. The caller's; NULL: no memory.
 */
char *traits_differ(const struct traits *a, const struct traits *b);

/**
 * traits_common() - keep what is alike
 * @t: A copy of the traits; those that @other does not share are taken out. The
 *	texts stay those of the original.
 * @other: Those of another result.
 */
void traits_common(struct traits *t, const struct traits *other);

/**
 * traits_text() - what is alike
 * @t: The traits.
 *
 * Return: Them, "file system ext4, writers 3, ..."; the caller's, NULL: no memory.
 */
char *traits_text(const struct traits *t);

/**
 * traits_free() - give traits back
 * @t: The traits; becomes empty.
 */
void traits_free(struct traits *t);

#endif /* WBCTL_ALIKE_H */
