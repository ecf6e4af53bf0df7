/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Netlink operations.
 * Made by scripts/gen-abi from
 * Documentation/netlink/specs/wbtrace.yaml: do not edit.
 */
#ifndef WBTRACE_NL_POLICY_H
#define WBTRACE_NL_POLICY_H

#include <net/genetlink.h>

extern const struct genl_ops wbtrace_nl_ops[];
extern const unsigned int wbtrace_nl_ops_count;

int wbtrace_nl_dump_start(struct netlink_callback *cb);
int wbtrace_nl_dump_done(struct netlink_callback *cb);
int wbtrace_nl_info_doit(struct sk_buff *skb, struct genl_info *info);
int wbtrace_nl_inode_doit(struct sk_buff *skb, struct genl_info *info);
int wbtrace_nl_inode_dumpit(struct sk_buff *skb, struct netlink_callback *cb);
int wbtrace_nl_task_doit(struct sk_buff *skb, struct genl_info *info);
int wbtrace_nl_task_dumpit(struct sk_buff *skb, struct netlink_callback *cb);
int wbtrace_nl_wb_doit(struct sk_buff *skb, struct genl_info *info);
int wbtrace_nl_wb_dumpit(struct sk_buff *skb, struct netlink_callback *cb);
int wbtrace_nl_sb_doit(struct sk_buff *skb, struct genl_info *info);
int wbtrace_nl_sb_dumpit(struct sk_buff *skb, struct netlink_callback *cb);
int wbtrace_nl_config_doit(struct sk_buff *skb, struct genl_info *info);
int wbtrace_nl_reset_doit(struct sk_buff *skb, struct genl_info *info);
int wbtrace_nl_alloc_doit(struct sk_buff *skb, struct genl_info *info);
int wbtrace_nl_alloc_dumpit(struct sk_buff *skb, struct netlink_callback *cb);
int wbtrace_nl_stack_dumpit(struct sk_buff *skb, struct netlink_callback *cb);
int wbtrace_nl_device_doit(struct sk_buff *skb, struct genl_info *info);
int wbtrace_nl_device_dumpit(struct sk_buff *skb, struct netlink_callback *cb);

#endif /* WBTRACE_NL_POLICY_H */
