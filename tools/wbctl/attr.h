/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The attribute sets of the family: names, types, units. */
#ifndef WBCTL_ATTR_H
#define WBCTL_ATTR_H

#include <linux/wbtrace.h>

#include "format.h"

/**
 * enum attr_type - how an attribute is encoded
 * @ATTR_NONE: Never in an answer.
 * @ATTR_U32: 4 bytes.
 * @ATTR_U64: 8 bytes.
 * @ATTR_UINT: 4 or 8 bytes.
 * @ATTR_STRING: Text, with or without its NUL.
 * @ATTR_LINES: Text, once for each; kept as one text, a line each.
 * @ATTR_ENUM: 4 bytes, one of @names.
 * @ATTR_BITS: 4 bytes, bit N stands for names[N].
 * @ATTR_NEST: A nest, once.
 * @ATTR_LIST: A nest, once for each.
 */
enum attr_type {
	ATTR_NONE = 0,
	ATTR_U32,
	ATTR_U64,
	ATTR_UINT,
	ATTR_STRING,
	ATTR_LINES,
	ATTR_ENUM,
	ATTR_BITS,
	ATTR_NEST,
	ATTR_LIST,
};

/**
 * struct attr - an attribute
 * @name: Its name in JSON: that of the spec with '_' for '-'.
 * @type: How it is encoded.
 * @unit: What it counts.
 * @must: An answer without it is broken.
 * @names: For ATTR_ENUM and ATTR_BITS, up to a NULL.
 * @nest: For ATTR_NEST and ATTR_LIST.
 */
struct attr {
	const char *name;
	enum attr_type type;
	enum unit unit;
	bool must;
	const char *const *names;
	const struct attr_set *nest;
};

/**
 * struct attr_set - an attribute set
 * @name: Its name.
 * @max: The largest attribute that is known here. The tests compare it with
 *	the header's: a table that lags behind it passes over what is new.
 * @attrs: Indexed by attribute.
 */
struct attr_set {
	const char *name;
	int max;
	const struct attr *attrs;
};

extern const struct attr_set attrs_inode;
extern const struct attr_set attrs_task;
extern const struct attr_set attrs_wb;
extern const struct attr_set attrs_sb;
extern const struct attr_set attrs_alloc;
extern const struct attr_set attrs_device;
extern const struct attr_set attrs_stack;
extern const struct attr_set attrs_info;
extern const struct attr_set attrs_config;

/* The names of enum wbtrace_activity, up to a NULL. */
extern const char *const attr_activity_names[];

#endif /* WBCTL_ATTR_H */
