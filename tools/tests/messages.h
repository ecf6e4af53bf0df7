/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Netlink answers made by hand, and a socket that plays them back. */
#ifndef WBCTL_MESSAGES_H
#define WBCTL_MESSAGES_H

#include <stdalign.h>

#include <linux/netlink.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>

#include "client.h"

#define FAMILY 42
#define REPLIES_MAX 16
#define REPLY_LEN 65536

/**
 * struct replies - what the kernel is made to answer, a datagram each
 * @data: The datagrams, aligned as the kernel aligns them.
 * @count: How many there are.
 * @next: The next one to be received.
 * @late: So many of them answer an earlier request.
 * @sent: Requests so far.
 * @seq: Sequence number of the last request, which the answers get.
 * @flags: Its flags.
 * @len: Their lengths.
 */
struct replies {
	alignas(8) unsigned char data[REPLIES_MAX][REPLY_LEN];
	int count;
	int next;
	int late;
	int sent;
	uint32_t seq;
	uint16_t flags;
	int len[REPLIES_MAX];
};

extern struct replies replies;

/**
 * replies_reset() - forget the answers
 */
void replies_reset(void);

/**
 * add_reply() - a message in a datagram of its own
 * @msg: The message; it is freed.
 * @flags: More flags for its header.
 */
void add_reply(struct nl_msg *msg, uint16_t flags);

/**
 * add_bytes() - a datagram of any bytes
 * @data: The bytes.
 * @len: How many.
 */
void add_bytes(const void *data, int len);

/**
 * add_recorded() - what the program `record` has recorded
 * @name: The file, in tests/recorded/.
 *
 * Return: 0 or -errno.
 */
int add_recorded(const char *name);

/**
 * row_message() - an answer without attributes yet
 * @cmd: Its command.
 *
 * Return: The message.
 */
struct nl_msg *row_message(int cmd);

/**
 * add_done() - the end of a dump
 * @rc: Its error code.
 * @flags: More flags for its header.
 */
void add_done(int rc, uint16_t flags);

/**
 * add_error() - the end of a request
 * @rc: Its error code, 0: done.
 * @text: The kernel's words, NULL: none.
 */
void add_error(int rc, const char *text);

/**
 * reply_error() - the error in the first datagram, to damage it
 * @nlh: Becomes the header of its message.
 *
 * Return: The error.
 */
struct nlmsgerr *reply_error(struct nlmsghdr **nlh);

/**
 * test_client() - a client whose kernel is the replies
 *
 * Return: The client.
 */
struct client *test_client(void);

/**
 * put_uint() - a number in 4 or 8 bytes, whichever it needs
 * @msg: The message.
 * @attr: The attribute.
 * @v: The number.
 */
void put_uint(struct nl_msg *msg, int attr, uint64_t v);

/**
 * task_message() - a row of the task table
 * @pid: Its pid.
 *
 * Return: The message.
 */
struct nl_msg *task_message(uint32_t pid);

/**
 * inode_message() - a row of the inode table
 * @ino: Its number.
 *
 * Return: The message.
 */
struct nl_msg *inode_message(uint64_t ino);

/**
 * wb_message() - a row of the wb table
 *
 * Return: The message.
 */
struct nl_msg *wb_message(void);

/**
 * sb_message() - a row of the super block table
 *
 * Return: The message.
 */
struct nl_msg *sb_message(void);

/**
 * alloc_message() - a row of the allocations
 *
 * Return: The message.
 */
struct nl_msg *alloc_message(void);

/**
 * device_message() - a row of the device table
 *
 * Return: The message.
 */
struct nl_msg *device_message(void);

/**
 * stack_message() - a row of the stack table
 * @pid: Whose.
 * @ns: Time in its sleeps, of 1 ms each.
 * @frame: The function below the scheduler.
 *
 * Return: The message.
 */
struct nl_msg *stack_message(uint32_t pid, uint64_t ns, const char *frame);

/**
 * ledger_message() - a row of the task table with a ledger
 * @pid: Its pid.
 * @wall_ns: What it accounts for.
 *
 * Return: The message.
 */
struct nl_msg *ledger_message(uint32_t pid, uint64_t wall_ns);

/**
 * info_message() - the module's state, a probe absent and one failed
 * @abi: Its ABI version.
 *
 * Return: The message.
 */
struct nl_msg *info_message(uint32_t abi);

/**
 * config_message() - who holds the probes
 *
 * Return: The message.
 */
struct nl_msg *config_message(void);

#endif /* WBCTL_MESSAGES_H */
