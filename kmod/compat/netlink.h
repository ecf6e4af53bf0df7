/* SPDX-License-Identifier: GPL-2.0-only */
/* What differs in generic netlink between the kernels. */
#ifndef WBTRACE_COMPAT_NETLINK_H
#define WBTRACE_COMPAT_NETLINK_H

#include <net/genetlink.h>

/**
 * wbtrace_dump_attrs - attributes of the request that started a dump
 * @cb: the dump
 *
 * 6.7 moved them into a struct genl_info and added genl_info_dump().
 */
static inline struct nlattr **wbtrace_dump_attrs(struct netlink_callback *cb)
{
#ifdef WBTRACE_HAVE_GENL_INFO_DUMP
	return genl_info_dump(cb)->attrs;
#else
	return genl_dumpit_info(cb)->attrs;
#endif
}

#endif /* WBTRACE_COMPAT_NETLINK_H */
