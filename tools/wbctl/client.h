/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The netlink client: asks the module, and says why when it gets no answer. */
#ifndef WBCTL_CLIENT_H
#define WBCTL_CLIENT_H

#include <sys/types.h>

#include "attr.h"
#include "record.h"

struct nl_sock;
struct client;

/* How often a dump that changed while it ran is asked for again. */
#define CLIENT_DUMP_TRIES 5

/**
 * struct query - which rows an answer is to hold
 * @dev: Only this device, major << 20 | minor.
 * @ino: Only this inode number.
 * @pid: Only this thread.
 * @tgid: Only threads of this process.
 * @cgroup: Only this cgroup.
 * @top: Only that many rows.
 * @by: What they are the largest in (enum wbtrace_sort_key).
 * @bdi: Only this bdi, NULL: any.
 * @count_pages: Count the pages in the page cache too.
 * @paths: Find paths too.
 * @watched: Only tasks that this client watches or has watched.
 */
struct query {
	struct fig dev;
	struct fig ino;
	struct fig pid;
	struct fig tgid;
	struct fig cgroup;
	struct fig top;
	struct fig by;
	const char *bdi;
	bool count_pages;
	bool paths;
	bool watched;
};

/**
 * struct rows - the answer to a dump
 * @first: The rows as a list, freed with record_free().
 * @inconsistent: The table changed during each of the attempts: a row may be
 *	missing or be there twice.
 */
struct rows {
	struct record *first;
	bool inconsistent;
};

/**
 * client_open() - find the module
 * @out: The client.
 *
 * Return: 0, -ENOENT when the module is not loaded, -EPERM, -EPROTO when it
 * speaks another version of the ABI, or another -errno. On failure too *out
 * is set, for client_refuse(), unless there is no memory.
 */
int client_open(struct client **out);

/**
 * client_on() - a client on a socket that is there already
 * @sk: The socket; client_close() frees it.
 * @family: Number of the family.
 *
 * Return: The client, NULL when there is no memory.
 */
struct client *client_on(struct nl_sock *sk, int family);

/**
 * client_check_abi() - whether the module means what this program reads
 * @c: The client.
 *
 * Return: 0, -EPROTO when it speaks another version of the ABI, or another
 * -errno.
 */
int client_check_abi(struct client *c);

/**
 * client_close() - let go of the module and of what was switched on
 * @c: The client, may be NULL.
 */
void client_close(struct client *c);

/**
 * client_fd() - the client's socket
 * @c: The client, may be NULL.
 *
 * For children: the probes stay attached until the last copy is closed.
 *
 * Return: The descriptor, -1 when there is none.
 */
int client_fd(const struct client *c);

/**
 * client_refuse() - say why a request failed
 * @c: The client, may be NULL.
 * @rc: What the request returned.
 *
 * Return: The exit status that this leads to.
 */
int client_refuse(const struct client *c, int rc);

/**
 * client_why() - the kernel's words for the last failure
 * @c: The client.
 *
 * Return: Its extack text, or "".
 */
const char *client_why(const struct client *c);

/**
 * client_attach() - attach the probes for as long as the client is open
 * @c: The client.
 *
 * Return: 0 or -errno.
 */
int client_attach(struct client *c);

/**
 * client_watch() - have a ledger kept of a process and of what it forks
 * @c: The client; as long as it is open.
 * @pid: The process.
 *
 * Return: 0, -ESRCH when there is no such process, or another -errno.
 */
int client_watch(struct client *c, pid_t pid);

/**
 * client_info() - version, probes and tables
 * @c: The client.
 * @out: A record of attrs_info.
 *
 * Return: 0 or -errno.
 */
int client_info(struct client *c, struct record **out);

/**
 * client_config() - who holds the probes attached
 * @c: The client.
 * @out: A record of attrs_config.
 *
 * Return: 0 or -errno.
 */
int client_config(struct client *c, struct record **out);

/**
 * client_get() - one row
 * @c: The client.
 * @cmd: Which table (enum wbtrace_cmd).
 * @set: Its attributes.
 * @q: Which row.
 * @out: The row.
 *
 * Return: 0, -ENOENT when there is no such row, or another -errno.
 */
int client_get(struct client *c, int cmd, const struct attr_set *set, const struct query *q,
	       struct record **out);

/**
 * client_dump() - the rows of a table
 * @c: The client.
 * @cmd: Which table (enum wbtrace_cmd).
 * @set: Its attributes.
 * @q: Which rows, NULL: all.
 * @out: The rows.
 *
 * Return: 0 or -errno.
 */
int client_dump(struct client *c, int cmd, const struct attr_set *set, const struct query *q,
		struct rows *out);

/**
 * client_reset() - empty tables
 * @c: The client.
 * @tables: Which (enum wbtrace_table_mask), 0: all.
 *
 * Return: 0 or -errno.
 */
int client_reset(struct client *c, uint32_t tables);

#endif /* WBCTL_CLIENT_H */
