/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Members of JSON that comes from outside: of the right type, or not there. */
#ifndef WBCTL_JSONIN_H
#define WBCTL_JSONIN_H

#include <json-c/json.h>

#include "wbctl.h"

/**
 * json_member() - a member of one type
 * @from: An object, or anything else, which has no members; may be NULL.
 * @key: The member.
 * @type: Its type.
 *
 * Return: The member, still @from's; NULL when there is none of that type.
 */
struct json_object *json_member(struct json_object *from, const char *key, enum json_type type);

/**
 * json_number() - a member that is a number
 * @from: As for json_member().
 * @key: The member.
 *
 * Return: The number, unknown when the member is not there, or is none that can be
 * computed with.
 */
struct ratio json_number(struct json_object *from, const char *key);

/**
 * json_text() - a member that is text
 * @from: As for json_member().
 * @key: The member.
 *
 * Return: The text, still @from's; NULL when there is none.
 */
const char *json_text(struct json_object *from, const char *key);

/**
 * json_list_len() - how long a list is
 * @list: A list, or NULL.
 *
 * Return: Its length, 0 for NULL.
 */
size_t json_list_len(struct json_object *list);

/**
 * json_words() - a value as a person writes it
 * @value: Text, a list of it, or any other value; may be NULL.
 *
 * Return: Text as it is, a list's members with spaces between them, another value
 * as JSON, cleaned as format_clean() does. The caller's; NULL: no memory.
 */
char *json_words(struct json_object *value);

#endif /* WBCTL_JSONIN_H */
