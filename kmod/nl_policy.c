// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink policies and operations.
 * Made by scripts/gen-abi from
 * Documentation/netlink/specs/wbtrace.yaml: do not edit.
 */

#include <linux/wbtrace.h>
#include <net/genetlink.h>

#include "nl_policy.h"

static const struct nla_policy
wbtrace_nl_query_policy[WBTRACE_A_QUERY_WATCHED + 1] = {
	[WBTRACE_A_QUERY_DEV] = { .type = NLA_U32 },
	[WBTRACE_A_QUERY_INO] = { .type = NLA_U64 },
	[WBTRACE_A_QUERY_PID] = { .type = NLA_U32 },
	[WBTRACE_A_QUERY_TGID] = { .type = NLA_U32 },
	[WBTRACE_A_QUERY_CGROUP] = { .type = NLA_U64 },
	[WBTRACE_A_QUERY_BDI] = { .type = NLA_NUL_STRING, .len = 63 },
	[WBTRACE_A_QUERY_TOP] = NLA_POLICY_MIN(NLA_U32, 1),
	[WBTRACE_A_QUERY_BY] = NLA_POLICY_MAX(NLA_U32, 5),
	[WBTRACE_A_QUERY_COUNT_PAGES] = { .type = NLA_FLAG },
	[WBTRACE_A_QUERY_PATHS] = { .type = NLA_FLAG },
	[WBTRACE_A_QUERY_WATCHED] = { .type = NLA_FLAG },
};

static const struct nla_policy wbtrace_nl_no_attributes[2];

static const struct nla_policy
wbtrace_nl_inode_cmd_policy[WBTRACE_A_INODE_QUERY + 1] = {
	[WBTRACE_A_INODE_QUERY] = NLA_POLICY_NESTED(wbtrace_nl_query_policy),
};

static const struct nla_policy
wbtrace_nl_task_cmd_policy[WBTRACE_A_TASK_QUERY + 1] = {
	[WBTRACE_A_TASK_QUERY] = NLA_POLICY_NESTED(wbtrace_nl_query_policy),
};

static const struct nla_policy
wbtrace_nl_wb_cmd_policy[WBTRACE_A_WB_QUERY + 1] = {
	[WBTRACE_A_WB_QUERY] = NLA_POLICY_NESTED(wbtrace_nl_query_policy),
};

static const struct nla_policy
wbtrace_nl_sb_cmd_policy[WBTRACE_A_SB_QUERY + 1] = {
	[WBTRACE_A_SB_QUERY] = NLA_POLICY_NESTED(wbtrace_nl_query_policy),
};

static const struct nla_policy
wbtrace_nl_config_cmd_policy[WBTRACE_A_CONFIG_WATCH + 1] = {
	[WBTRACE_A_CONFIG_ATTACH] = NLA_POLICY_MAX(NLA_U32, 1),
	[WBTRACE_A_CONFIG_EVENTS] = NLA_POLICY_MASK(NLA_U32, 0xf),
	[WBTRACE_A_CONFIG_WATCH] = { .type = NLA_U32 },
};

static const struct nla_policy
wbtrace_nl_reset_cmd_policy[WBTRACE_A_RESET_TABLES + 1] = {
	[WBTRACE_A_RESET_TABLES] = NLA_POLICY_MASK(NLA_U32, 0x1f),
};

static const struct nla_policy
wbtrace_nl_alloc_cmd_policy[WBTRACE_A_ALLOC_QUERY + 1] = {
	[WBTRACE_A_ALLOC_QUERY] = NLA_POLICY_NESTED(wbtrace_nl_query_policy),
};

static const struct nla_policy
wbtrace_nl_stack_cmd_policy[WBTRACE_A_STACK_QUERY + 1] = {
	[WBTRACE_A_STACK_QUERY] = NLA_POLICY_NESTED(wbtrace_nl_query_policy),
};

static const struct nla_policy
wbtrace_nl_device_cmd_policy[WBTRACE_A_DEVICE_QUERY + 1] = {
	[WBTRACE_A_DEVICE_QUERY] = NLA_POLICY_NESTED(wbtrace_nl_query_policy),
};

const struct genl_ops wbtrace_nl_ops[] = {
	{
		.cmd		= WBTRACE_CMD_INFO,
		.doit		= wbtrace_nl_info_doit,
		.policy		= wbtrace_nl_no_attributes,
		.maxattr	= 1,
		.flags		= GENL_ADMIN_PERM,
	},
	{
		.cmd		= WBTRACE_CMD_INODE,
		.doit		= wbtrace_nl_inode_doit,
		.start		= wbtrace_nl_dump_start,
		.dumpit		= wbtrace_nl_inode_dumpit,
		.done		= wbtrace_nl_dump_done,
		.policy		= wbtrace_nl_inode_cmd_policy,
		.maxattr	= WBTRACE_A_INODE_QUERY,
		.flags		= GENL_ADMIN_PERM,
	},
	{
		.cmd		= WBTRACE_CMD_TASK,
		.doit		= wbtrace_nl_task_doit,
		.start		= wbtrace_nl_dump_start,
		.dumpit		= wbtrace_nl_task_dumpit,
		.done		= wbtrace_nl_dump_done,
		.policy		= wbtrace_nl_task_cmd_policy,
		.maxattr	= WBTRACE_A_TASK_QUERY,
		.flags		= GENL_ADMIN_PERM,
	},
	{
		.cmd		= WBTRACE_CMD_WB,
		.doit		= wbtrace_nl_wb_doit,
		.start		= wbtrace_nl_dump_start,
		.dumpit		= wbtrace_nl_wb_dumpit,
		.done		= wbtrace_nl_dump_done,
		.policy		= wbtrace_nl_wb_cmd_policy,
		.maxattr	= WBTRACE_A_WB_QUERY,
		.flags		= GENL_ADMIN_PERM,
	},
	{
		.cmd		= WBTRACE_CMD_SB,
		.doit		= wbtrace_nl_sb_doit,
		.start		= wbtrace_nl_dump_start,
		.dumpit		= wbtrace_nl_sb_dumpit,
		.done		= wbtrace_nl_dump_done,
		.policy		= wbtrace_nl_sb_cmd_policy,
		.maxattr	= WBTRACE_A_SB_QUERY,
		.flags		= GENL_ADMIN_PERM,
	},
	{
		.cmd		= WBTRACE_CMD_CONFIG,
		.doit		= wbtrace_nl_config_doit,
		.policy		= wbtrace_nl_config_cmd_policy,
		.maxattr	= WBTRACE_A_CONFIG_WATCH,
		.flags		= GENL_ADMIN_PERM,
	},
	{
		.cmd		= WBTRACE_CMD_RESET,
		.doit		= wbtrace_nl_reset_doit,
		.policy		= wbtrace_nl_reset_cmd_policy,
		.maxattr	= WBTRACE_A_RESET_TABLES,
		.flags		= GENL_ADMIN_PERM,
	},
	{
		.cmd		= WBTRACE_CMD_ALLOC,
		.doit		= wbtrace_nl_alloc_doit,
		.start		= wbtrace_nl_dump_start,
		.dumpit		= wbtrace_nl_alloc_dumpit,
		.done		= wbtrace_nl_dump_done,
		.policy		= wbtrace_nl_alloc_cmd_policy,
		.maxattr	= WBTRACE_A_ALLOC_QUERY,
		.flags		= GENL_ADMIN_PERM,
	},
	{
		.cmd		= WBTRACE_CMD_STACK,
		.start		= wbtrace_nl_dump_start,
		.dumpit		= wbtrace_nl_stack_dumpit,
		.done		= wbtrace_nl_dump_done,
		.policy		= wbtrace_nl_stack_cmd_policy,
		.maxattr	= WBTRACE_A_STACK_QUERY,
		.flags		= GENL_ADMIN_PERM,
	},
	{
		.cmd		= WBTRACE_CMD_DEVICE,
		.doit		= wbtrace_nl_device_doit,
		.start		= wbtrace_nl_dump_start,
		.dumpit		= wbtrace_nl_device_dumpit,
		.done		= wbtrace_nl_dump_done,
		.policy		= wbtrace_nl_device_cmd_policy,
		.maxattr	= WBTRACE_A_DEVICE_QUERY,
		.flags		= GENL_ADMIN_PERM,
	},
};

const unsigned int wbtrace_nl_ops_count = ARRAY_SIZE(wbtrace_nl_ops);
