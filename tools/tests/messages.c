// SPDX-License-Identifier: GPL-2.0-or-later
/* Netlink answers made by hand, and a socket that plays them back. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <netlink/attr.h>
#include <netlink/handlers.h>

#include "messages.h"

struct replies replies;

void replies_reset(void)
{
	memset(&replies, 0, sizeof(replies));
}

void add_bytes(const void *data, int len)
{
	memcpy(replies.data[replies.count], data, (size_t)len);
	replies.len[replies.count++] = len;
}

int add_recorded(const char *name)
{
	char path[512];
	uint32_t len;
	int rc = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/recorded/%s", getenv("WBCTL_TESTS"), name);
	f = fopen(path, "r");
	if (!f)
		return -errno;
	while (!rc && fread(&len, sizeof(len), 1, f) == 1) {
		if (len > REPLY_LEN || replies.count == REPLIES_MAX ||
		    fread(replies.data[replies.count], len, 1, f) != 1)
			rc = -EBADMSG;
		else
			replies.len[replies.count++] = (int)len;
	}
	fclose(f);
	return rc;
}

void add_reply(struct nl_msg *msg, uint16_t flags)
{
	nlmsg_hdr(msg)->nlmsg_flags |= flags;
	add_bytes(nlmsg_hdr(msg), (int)nlmsg_hdr(msg)->nlmsg_len);
	nlmsg_free(msg);
}

struct nl_msg *row_message(int cmd)
{
	struct nl_msg *msg = nlmsg_alloc();

	genlmsg_put(msg, 1, 1, FAMILY, 0, 0, (uint8_t)cmd, 1);
	return msg;
}

void add_done(int rc, uint16_t flags)
{
	struct nl_msg *msg = nlmsg_alloc();

	nlmsg_put(msg, 1, 1, NLMSG_DONE, 0, NLM_F_MULTI);
	nlmsg_append(msg, &rc, sizeof(rc), NLMSG_ALIGNTO);
	add_reply(msg, flags);
}

void add_error(int rc, const char *text)
{
	struct nlmsgerr err = { .error = rc, .msg = { .nlmsg_len = NLMSG_HDRLEN } };
	struct nl_msg *msg = nlmsg_alloc();

	nlmsg_put(msg, 1, 1, NLMSG_ERROR, 0, text ? NLM_F_CAPPED | NLM_F_ACK_TLVS : NLM_F_CAPPED);
	nlmsg_append(msg, &err, sizeof(err), NLMSG_ALIGNTO);
	if (text)
		nla_put_string(msg, NLMSGERR_ATTR_MSG, text);
	add_reply(msg, 0);
}

struct nlmsgerr *reply_error(struct nlmsghdr **nlh)
{
	void *first = replies.data[0];

	*nlh = first;
	return nlmsg_data(first);
}

static int play_back(struct nl_sock *sk, struct sockaddr_nl *from, unsigned char **buf,
		     struct ucred **creds)
{
	uint32_t seq = replies.next < replies.late ? replies.seq - 1 : replies.seq;
	struct nlmsghdr *nlh;
	unsigned char *data;
	int len, left;

	(void)sk;
	(void)creds;
	if (replies.next == replies.count)
		return -NLE_AGAIN;
	len = replies.len[replies.next];
	data = malloc((size_t)len + 1);
	memcpy(data, replies.data[replies.next++], (size_t)len);
	left = len;
	for (nlh = (void *)data; left >= NLMSG_HDRLEN; nlh = nlmsg_next(nlh, &left)) {
		nlh->nlmsg_seq = seq;
		if (!nlmsg_ok(nlh, left))
			break;
	}
	memset(from, 0, sizeof(*from));
	from->nl_family = AF_NETLINK;
	*buf = data;
	return len;
}

static int take_request(struct nl_sock *sk, struct nl_msg *msg)
{
	(void)sk;
	replies.seq = nlmsg_hdr(msg)->nlmsg_seq;
	replies.flags = nlmsg_hdr(msg)->nlmsg_flags;
	replies.sent++;
	return (int)nlmsg_hdr(msg)->nlmsg_len;
}

struct client *test_client(void)
{
	struct nl_sock *sk = nl_socket_alloc();
	struct nl_cb *cb = nl_socket_get_cb(sk);

	nl_cb_overwrite_recv(cb, play_back);
	nl_cb_overwrite_send(cb, take_request);
	nl_cb_put(cb);
	return client_on(sk, FAMILY);
}

void put_uint(struct nl_msg *msg, int attr, uint64_t v)
{
	if (v > UINT32_MAX)
		nla_put_u64(msg, attr, v);
	else
		nla_put_u32(msg, attr, (uint32_t)v);
}

static void put_bucket(struct nl_msg *msg, int attr, uint64_t below, uint64_t count)
{
	struct nlattr *nest = nla_nest_start(msg, attr);

	put_uint(msg, WBTRACE_A_BUCKET_BELOW, below);
	put_uint(msg, WBTRACE_A_BUCKET_COUNT, count);
	nla_nest_end(msg, nest);
}

static void put_throttle(struct nl_msg *msg, int attr, uint64_t ns, bool hist)
{
	struct nlattr *nest = nla_nest_start(msg, attr);

	put_uint(msg, WBTRACE_A_THROTTLE_COUNT, 420);
	put_uint(msg, WBTRACE_A_THROTTLE_REQUESTED_NS, ns + 300000000);
	put_uint(msg, WBTRACE_A_THROTTLE_SLEPT_COUNT, 412);
	put_uint(msg, WBTRACE_A_THROTTLE_SLEPT_NS, ns);
	put_uint(msg, WBTRACE_A_THROTTLE_SLEPT_MAX_NS, 200000000);
	put_uint(msg, WBTRACE_A_THROTTLE_HELD_COUNT, 90);
	put_uint(msg, WBTRACE_A_THROTTLE_HELD_NS, ns + 100000000);
	put_uint(msg, WBTRACE_A_THROTTLE_HELD_MAX_NS, 800000000);
	if (hist) {
		put_bucket(msg, WBTRACE_A_THROTTLE_SLEPT_HIST, 1 << 24, 100);
		put_bucket(msg, WBTRACE_A_THROTTLE_SLEPT_HIST, 1 << 28, 312);
	}
	nla_nest_end(msg, nest);
}

struct nl_msg *task_message(uint32_t pid)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_TASK);

	nla_put_u32(msg, WBTRACE_A_TASK_PID, pid);
	nla_put_u32(msg, WBTRACE_A_TASK_TGID, pid);
	nla_put_u64(msg, WBTRACE_A_TASK_START_NS, 123456789012345);
	nla_put_string(msg, WBTRACE_A_TASK_COMM, "dd\nx");
	nla_put_u32(msg, WBTRACE_A_TASK_FLAGS, WBTRACE_ROW_FLAGS_GONE);
	put_uint(msg, WBTRACE_A_TASK_DIRTIED_BYTES, 96ULL << 20);
	put_throttle(msg, WBTRACE_A_TASK_THROTTLE, 11200000000, true);
	put_uint(msg, WBTRACE_A_TASK_THROTTLED_NOW_NS, 150000000);
	return msg;
}

struct nl_msg *inode_message(uint64_t ino)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_INODE);

	nla_put_u32(msg, WBTRACE_A_INODE_DEV, 252 << 20);
	nla_put_u64(msg, WBTRACE_A_INODE_INO, ino);
	nla_put_u32(msg, WBTRACE_A_INODE_GENERATION, 7);
	nla_put_u32(msg, WBTRACE_A_INODE_FLAGS, 0);
	nla_put_string(msg, WBTRACE_A_INODE_FS_TYPE, "ext4");
	nla_put_string(msg, WBTRACE_A_INODE_BDI, "252:0");
	put_uint(msg, WBTRACE_A_INODE_DIRTIED_BYTES, 5ULL << 30);
	put_uint(msg, WBTRACE_A_INODE_WRITTEN_BYTES, 96ULL << 20);
	put_throttle(msg, WBTRACE_A_INODE_THROTTLE, 4000000000, false);
	put_uint(msg, WBTRACE_A_INODE_DIRTY_NOW_BYTES, 0);
	nla_put_string(msg, WBTRACE_A_INODE_PATH, "/data/a\tfile");
	return msg;
}

struct nl_msg *wb_message(void)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_WB);
	struct nlattr *nest;

	nla_put_string(msg, WBTRACE_A_WB_BDI, "btrfs-1");
	nla_put_u64(msg, WBTRACE_A_WB_BDI_ID, 9);
	nla_put_u64(msg, WBTRACE_A_WB_CGROUP, 1);
	/* Bit 30 has no name yet. */
	nla_put_u32(msg, WBTRACE_A_WB_FLAGS, WBTRACE_ROW_FLAGS_STRICTLIMIT | 1 << 30);
	put_uint(msg, WBTRACE_A_WB_DIRTIED_BYTES, 300ULL << 20);
	put_throttle(msg, WBTRACE_A_WB_THROTTLE, 33700000000, true);
	nest = nla_nest_start(msg, WBTRACE_A_WB_LIMIT);
	put_uint(msg, WBTRACE_A_LIMIT_WB_THRESH_BYTES, 32 << 20);
	nla_nest_end(msg, nest);
	nest = nla_nest_start(msg, WBTRACE_A_WB_WORK);
	nla_put_string(msg, WBTRACE_A_WORK_REASON, "background");
	put_uint(msg, WBTRACE_A_WORK_COUNT, 12);
	nla_nest_end(msg, nest);
	put_uint(msg, WBTRACE_A_WB_KERNEL_RECLAIMABLE_BYTES, 31 << 20);
	put_uint(msg, WBTRACE_A_WB_WRITE_BANDWIDTH_BYTES_PER_S, 18979226);
	return msg;
}

struct nl_msg *sb_message(void)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_SB);

	nla_put_u32(msg, WBTRACE_A_SB_DEV, 38);
	nla_put_string(msg, WBTRACE_A_SB_FS_TYPE, "btrfs");
	nla_put_u32(msg, WBTRACE_A_SB_FLAGS, 0);
	put_uint(msg, WBTRACE_A_SB_INODES, 3);
	put_uint(msg, WBTRACE_A_SB_DIRTIED_BYTES, 1ULL << 50);
	put_uint(msg, WBTRACE_A_SB_WRITTEN_BYTES, UINT64_MAX);
	put_uint(msg, WBTRACE_A_SB_HELD_NS, 7200000000000);
	return msg;
}

struct nl_msg *alloc_message(void)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_ALLOC);
	struct nlattr *nest;

	nla_put_u32(msg, WBTRACE_A_ALLOC_DEV, 252 << 20);
	nla_put_u64(msg, WBTRACE_A_ALLOC_INO, 131074);
	nla_put_u32(msg, WBTRACE_A_ALLOC_FLAGS, 0);
	nla_put_string(msg, WBTRACE_A_ALLOC_FS_TYPE, "ext4");
	put_uint(msg, WBTRACE_A_ALLOC_REQUEST_COUNT, 412);
	put_uint(msg, WBTRACE_A_ALLOC_ALLOCATED_BYTES, 96ULL << 20);
	put_uint(msg, WBTRACE_A_ALLOC_TIME_NS, 12345678);
	put_uint(msg, WBTRACE_A_ALLOC_EXTENT_COUNT, 17);
	put_uint(msg, WBTRACE_A_ALLOC_INTERLEAVED_COUNT, 9);
	put_uint(msg, WBTRACE_A_ALLOC_RESERVED_BYTES, 4 << 20);
	put_uint(msg, WBTRACE_A_ALLOC_PREALLOCATED_BYTES, 0);
	nest = nla_nest_start(msg, WBTRACE_A_ALLOC_NEIGHBOUR);
	nla_put_u64(msg, WBTRACE_A_NEIGHBOUR_INO, 131075);
	put_uint(msg, WBTRACE_A_NEIGHBOUR_COUNT, 6);
	nla_nest_end(msg, nest);
	return msg;
}

struct nl_msg *device_message(void)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_DEVICE);
	struct nlattr *nest;

	nla_put_u32(msg, WBTRACE_A_DEVICE_DEV, 252 << 20);
	nla_put_u32(msg, WBTRACE_A_DEVICE_FLAGS, 0);
	nla_put_string(msg, WBTRACE_A_DEVICE_NAME, "vda");
	nest = nla_nest_start(msg, WBTRACE_A_DEVICE_PART);
	nla_put_u32(msg, WBTRACE_A_DEVICE_PART_KIND, WBTRACE_WRITE_KIND_JOURNAL);
	put_uint(msg, WBTRACE_A_DEVICE_PART_WRITE_BYTES, 11 << 20);
	nla_nest_end(msg, nest);
	put_uint(msg, WBTRACE_A_DEVICE_BUSY_NS, 9000000000);
	return msg;
}

struct nl_msg *stack_message(uint32_t pid, uint64_t ns, const char *frame)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_STACK);

	nla_put_u32(msg, WBTRACE_A_STACK_FLAGS, 0);
	nla_put_u32(msg, WBTRACE_A_STACK_PID, pid);
	nla_put_u32(msg, WBTRACE_A_STACK_TGID, pid);
	nla_put_u64(msg, WBTRACE_A_STACK_START_NS, 123456789012345);
	nla_put_string(msg, WBTRACE_A_STACK_COMM, "dd");
	nla_put_u32(msg, WBTRACE_A_STACK_ACTIVITY, WBTRACE_ACTIVITY_NONE);
	put_uint(msg, WBTRACE_A_STACK_COUNT, ns / 1000000);
	put_uint(msg, WBTRACE_A_STACK_TIME_NS, ns);
	put_uint(msg, WBTRACE_A_STACK_MAX_NS, 5000000);
	nla_put_string(msg, WBTRACE_A_STACK_FRAME, "schedule+0x5e/0xd0");
	nla_put_string(msg, WBTRACE_A_STACK_FRAME, frame);
	nla_put_string(msg, WBTRACE_A_STACK_FRAME, "ext4_da_write_begin+0x1a3/0x2d0 [ext4]");
	return msg;
}

struct nl_msg *ledger_message(uint32_t pid, uint64_t wall_ns)
{
	struct nl_msg *msg = task_message(pid);
	struct nlattr *nest = nla_nest_start(msg, WBTRACE_A_TASK_LEDGER), *part;

	put_uint(msg, WBTRACE_A_LEDGER_SINCE_NS, 5);
	put_uint(msg, WBTRACE_A_LEDGER_WALL_NS, wall_ns);
	put_uint(msg, WBTRACE_A_LEDGER_RUNQUEUE_NS, wall_ns / 4);
	put_uint(msg, WBTRACE_A_LEDGER_USER_NS, wall_ns / 8);
	put_uint(msg, WBTRACE_A_LEDGER_SYSTEM_NS, wall_ns / 8);
	part = nla_nest_start(msg, WBTRACE_A_LEDGER_PART);
	nla_put_u32(msg, WBTRACE_A_PART_ACTIVITY, WBTRACE_ACTIVITY_NONE);
	put_uint(msg, WBTRACE_A_PART_CPU_NS, wall_ns / 4);
	put_uint(msg, WBTRACE_A_PART_WAIT_NS, wall_ns / 2);
	put_uint(msg, WBTRACE_A_PART_STACKED_NS, wall_ns / 8);
	nla_nest_end(msg, part);
	nla_nest_end(msg, nest);
	return msg;
}

static void put_probe(struct nl_msg *msg, const char *name, uint32_t kind, uint32_t state,
		      const char *gives)
{
	struct nlattr *nest = nla_nest_start(msg, WBTRACE_A_INFO_PROBE);

	nla_put_string(msg, WBTRACE_A_PROBE_NAME, name);
	nla_put_u32(msg, WBTRACE_A_PROBE_KIND, kind);
	nla_put_u32(msg, WBTRACE_A_PROBE_STATE, state);
	if (state == WBTRACE_PROBE_STATE_ATTACHED)
		put_uint(msg, WBTRACE_A_PROBE_HITS, 1234567);
	if (state == WBTRACE_PROBE_STATE_FAILED)
		nla_put_u32(msg, WBTRACE_A_PROBE_ERROR, EINVAL);
	nla_put_string(msg, WBTRACE_A_PROBE_GIVES, gives);
	nla_nest_end(msg, nest);
}

struct nl_msg *info_message(uint32_t abi)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_INFO);
	struct nlattr *nest;

	nla_put_string(msg, WBTRACE_A_INFO_VERSION, "0.1.0");
	nla_put_u32(msg, WBTRACE_A_INFO_ABI_VERSION, abi);
	nla_put_u32(msg, WBTRACE_A_INFO_ATTACHED, 1);
	put_uint(msg, WBTRACE_A_INFO_ATTACHED_NS, 5000000000);
	put_uint(msg, WBTRACE_A_INFO_NOW_NS, 65000000000);
	nla_put_u32(msg, WBTRACE_A_INFO_CLIENTS, 2);
	nla_put_u32(msg, WBTRACE_A_INFO_PAGE_BYTES, 16384);
	put_uint(msg, WBTRACE_A_INFO_EVENTS_GENERATED, 1000);
	put_uint(msg, WBTRACE_A_INFO_EVENTS_EMITTED, 990);
	put_uint(msg, WBTRACE_A_INFO_EVENTS_LOST, 10);
	put_probe(msg, "balance_dirty_pages", WBTRACE_PROBE_KIND_TRACEPOINT,
		  WBTRACE_PROBE_STATE_ATTACHED, "decisions");
	put_probe(msg, "balance_dirty_pages", WBTRACE_PROBE_KIND_KRETPROBE,
		  WBTRACE_PROBE_STATE_FAILED, "time slept and held");
	put_probe(msg, "writeback_dirty_folio", WBTRACE_PROBE_KIND_TRACEPOINT,
		  WBTRACE_PROBE_STATE_ABSENT, "bytes dirtied, of tasks, inodes and wbs alike");
	put_probe(msg, "novel", 17, WBTRACE_PROBE_STATE_DETACHED, "something");
	nest = nla_nest_start(msg, WBTRACE_A_INFO_TABLE);
	nla_put_string(msg, WBTRACE_A_TABLE_NAME, "inode");
	put_uint(msg, WBTRACE_A_TABLE_ENTRIES, 12);
	put_uint(msg, WBTRACE_A_TABLE_CAPACITY, 65536);
	put_uint(msg, WBTRACE_A_TABLE_EVICTED, 0);
	put_uint(msg, WBTRACE_A_TABLE_MEMORY_BYTES, 16 << 20);
	nla_nest_end(msg, nest);
	return msg;
}

struct nl_msg *config_message(void)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_CONFIG);

	nla_put_u32(msg, WBTRACE_A_CONFIG_ATTACH, 0);
	nla_put_u32(msg, WBTRACE_A_CONFIG_EVENTS, WBTRACE_EVENT_MASK_THROTTLE);
	nla_put_u32(msg, WBTRACE_A_CONFIG_ENABLED, 1);
	return msg;
}
