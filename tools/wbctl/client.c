// SPDX-License-Identifier: GPL-2.0-or-later
/* The netlink client: asks the module, and says why when it gets no answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/netlink.h>
#include <netlink/errno.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>

#include "client.h"

/* Larger than any message of a dump (the kernel makes them 32 KiB at most). */
#define RECEIVE_BYTES (64 * 1024)
#define ANSWER_WITHIN_S 20

/**
 * struct client - a connection to the module
 * @sk: Its socket.
 * @family: Number of the family.
 * @abi: The module's ABI version, 0 when it was not asked.
 * @why: The kernel's words for the last failure.
 */
struct client {
	struct nl_sock *sk;
	int family;
	unsigned int abi;
	char why[256];
};

/**
 * struct exchange - a request under way
 * @c: The client.
 * @seq: Sequence number of the request. libnl's own check is off, because
 *	it never recovers from an answer that was lost or broken.
 * @set: What the answers are made of, NULL: none are expected.
 * @first: The answers so far.
 * @tail: Where the next one goes.
 * @rc: 0 or the first -errno.
 * @done: The last message has come.
 * @interrupted: The kernel says that the dump is inconsistent.
 */
struct exchange {
	struct client *c;
	uint32_t seq;
	const struct attr_set *set;
	struct record *first;
	struct record **tail;
	int rc;
	bool done;
	bool interrupted;
};

/* Takes the kernel's words out of the attributes behind an error. */
static void read_extack(struct client *c, const void *head, int len)
{
	const struct nlattr *msg = nla_find(head, len, NLMSGERR_ATTR_MSG);

	if (msg)
		snprintf(c->why, sizeof(c->why), "%.*s", nla_len(msg),
			 (const char *)nla_data(msg));
}

/* Whether a message answers an earlier request, one that was given up. */
static bool is_late(const struct exchange *x, const struct nlmsghdr *nlh)
{
	return nlh->nlmsg_seq != x->seq;
}

static int on_valid(struct nl_msg *msg, void *arg)
{
	struct nlmsghdr *nlh = nlmsg_hdr(msg);
	struct genlmsghdr *ghdr;
	struct exchange *x = arg;
	struct record *rec;
	int rc;

	if (is_late(x, nlh))
		return NL_OK;
	if (!genlmsg_valid_hdr(nlh, 0)) {
		x->rc = x->rc ? x->rc : -EBADMSG;
		return NL_OK;
	}
	if (!x->set || x->rc)
		return NL_OK;
	ghdr = genlmsg_hdr(nlh);
	rc = record_parse(x->set, genlmsg_attrdata(ghdr, 0), genlmsg_attrlen(ghdr, 0), &rec);
	if (rc) {
		x->rc = rc;
		return NL_OK;
	}
	*x->tail = rec;
	x->tail = &rec->next;
	return NL_OK;
}

static int on_ack(struct nl_msg *msg, void *arg)
{
	struct exchange *x = arg;

	if (is_late(x, nlmsg_hdr(msg)))
		return NL_OK;
	x->done = true;
	return NL_STOP;
}

/* The end of a dump carries an error code of its own, and maybe words. */
static int on_finish(struct nl_msg *msg, void *arg)
{
	struct nlmsghdr *nlh = nlmsg_hdr(msg);
	int len = nlmsg_datalen(nlh), rc = 0;
	struct exchange *x = arg;

	if (is_late(x, nlh))
		return NL_OK;
	x->done = true;
	if (len >= (int)sizeof(rc))
		memcpy(&rc, nlmsg_data(nlh), sizeof(rc));
	if (rc < 0) {
		x->rc = rc;
		if (nlh->nlmsg_flags & NLM_F_ACK_TLVS)
			read_extack(x->c, (char *)nlmsg_data(nlh) + NLMSG_ALIGN(sizeof(rc)),
				    len - (int)NLMSG_ALIGN(sizeof(rc)));
	}
	return NL_STOP;
}

static int on_error(struct sockaddr_nl *from, struct nlmsgerr *err, void *arg)
{
	struct nlmsghdr *nlh = (struct nlmsghdr *)((char *)err - NLMSG_HDRLEN);
	int len = nlmsg_datalen(nlh), skip = sizeof(*err);
	struct exchange *x = arg;

	(void)from;
	if (is_late(x, nlh))
		return NL_SKIP;
	x->done = true;
	x->rc = err->error < 0 ? err->error : -EBADMSG;
	if (!(nlh->nlmsg_flags & NLM_F_ACK_TLVS))
		return NL_STOP;
	/* Without 'capped' the request comes back in between. */
	if (!(nlh->nlmsg_flags & NLM_F_CAPPED) && err->msg.nlmsg_len >= sizeof(err->msg) &&
	    err->msg.nlmsg_len <= (uint32_t)len)
		skip += (int)NLMSG_ALIGN(err->msg.nlmsg_len - sizeof(err->msg));
	if (skip < len)
		read_extack(x->c, (char *)err + skip, len - skip);
	return NL_STOP;
}

static int on_interrupted(struct nl_msg *msg, void *arg)
{
	struct exchange *x = arg;

	x->interrupted |= !is_late(x, nlmsg_hdr(msg));
	return NL_OK;
}

static int errno_of(int nlerr)
{
	switch (-nlerr) {
	case NLE_AGAIN:
	case NLE_INTR:
		return -ETIMEDOUT;
	case NLE_NOMEM:
		return -ENOMEM;
	case NLE_PERM:
	case NLE_NOACCESS:
		return -EPERM;
	case NLE_OBJ_NOTFOUND:
		return -ENOENT;
	case NLE_DUMP_INTR:
		return 0;
	default:
		return -EBADMSG;
	}
}

/* Sends @msg and takes in what comes back. */
static int exchange_run(struct exchange *x, struct nl_msg *msg)
{
	struct client *c = x->c;
	struct nl_cb *orig, *cb;
	int rc;

	c->why[0] = '\0';
	x->tail = &x->first;
	orig = nl_socket_get_cb(c->sk);
	cb = nl_cb_clone(orig);
	nl_cb_put(orig);
	if (!cb)
		return -ENOMEM;
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_valid, x);
	nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, on_ack, x);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_finish, x);
	nl_cb_set(cb, NL_CB_DUMP_INTR, NL_CB_CUSTOM, on_interrupted, x);
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, x);
	rc = nl_send_auto(c->sk, msg);
	x->seq = nlmsg_hdr(msg)->nlmsg_seq;
	while (rc >= 0 && !x->done)
		rc = nl_recvmsgs(c->sk, cb);
	nl_cb_put(cb);
	if (!x->rc && rc < 0)
		x->rc = errno_of(rc);
	return x->rc;
}

static int put_fig(struct nl_msg *msg, int attr, struct fig f, bool wide)
{
	if (!f.known)
		return 0;
	return wide ? nla_put_u64(msg, attr, f.v) : nla_put_u32(msg, attr, (uint32_t)f.v);
}

/* The query is attribute 1 of every table's set. */
static int put_query(struct nl_msg *msg, const struct query *q)
{
	struct nlattr *nest;
	int rc = 0;

	if (!q)
		return 0;
	nest = nla_nest_start(msg, WBTRACE_A_INODE_QUERY | NLA_F_NESTED);
	if (!nest)
		return -ENOMEM;
	rc |= put_fig(msg, WBTRACE_A_QUERY_DEV, q->dev, false);
	rc |= put_fig(msg, WBTRACE_A_QUERY_INO, q->ino, true);
	rc |= put_fig(msg, WBTRACE_A_QUERY_PID, q->pid, false);
	rc |= put_fig(msg, WBTRACE_A_QUERY_TGID, q->tgid, false);
	rc |= put_fig(msg, WBTRACE_A_QUERY_CGROUP, q->cgroup, true);
	rc |= put_fig(msg, WBTRACE_A_QUERY_TOP, q->top, false);
	rc |= put_fig(msg, WBTRACE_A_QUERY_BY, q->by, false);
	if (q->bdi)
		rc |= nla_put_string(msg, WBTRACE_A_QUERY_BDI, q->bdi);
	if (q->count_pages)
		rc |= nla_put_flag(msg, WBTRACE_A_QUERY_COUNT_PAGES);
	if (q->paths)
		rc |= nla_put_flag(msg, WBTRACE_A_QUERY_PATHS);
	if (q->watched)
		rc |= nla_put_flag(msg, WBTRACE_A_QUERY_WATCHED);
	nla_nest_end(msg, nest);
	return rc ? -EMSGSIZE : 0;
}

static struct nl_msg *request(struct client *c, int cmd, int flags)
{
	struct nl_msg *msg = nlmsg_alloc();

	if (!msg)
		return NULL;
	if (!genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, c->family, 0, flags, (uint8_t)cmd,
			 WBTRACE_FAMILY_VERSION)) {
		nlmsg_free(msg);
		return NULL;
	}
	return msg;
}

/* One request with its query; *x holds the answers. */
static int ask(struct exchange *x, int cmd, int flags, const struct query *q)
{
	struct nl_msg *msg = request(x->c, cmd, flags);
	int rc;

	if (!msg)
		return -ENOMEM;
	rc = put_query(msg, q);
	if (!rc)
		rc = exchange_run(x, msg);
	nlmsg_free(msg);
	if (rc) {
		record_free(x->first);
		x->first = NULL;
	}
	return rc;
}

int client_get(struct client *c, int cmd, const struct attr_set *set, const struct query *q,
	       struct record **out)
{
	struct exchange x = { .c = c, .set = set };
	int rc = ask(&x, cmd, 0, q);

	if (rc)
		return rc;
	if (!x.first)
		return -EBADMSG;
	*out = x.first;
	return 0;
}

int client_dump(struct client *c, int cmd, const struct attr_set *set, const struct query *q,
		struct rows *out)
{
	int try, rc;

	for (try = 0; try < CLIENT_DUMP_TRIES; try++) {
		struct exchange x = { .c = c, .set = set };

		rc = ask(&x, cmd, NLM_F_DUMP, q);
		if (rc && rc != -EINTR)
			return rc;
		out->first = x.first;
		out->inconsistent = x.interrupted || rc;
		if (!out->inconsistent)
			break;
		if (try + 1 < CLIENT_DUMP_TRIES)
			record_free(x.first);
	}
	return 0;
}

int client_info(struct client *c, struct record **out)
{
	return client_get(c, WBTRACE_CMD_INFO, &attrs_info, NULL, out);
}

int client_config(struct client *c, struct record **out)
{
	return client_get(c, WBTRACE_CMD_CONFIG, &attrs_config, NULL, out);
}

/* A request with one number, whose answer does not matter. */
static int command_u32(struct client *c, int cmd, int attr, struct fig v)
{
	struct nl_msg *msg = request(c, cmd, 0);
	struct exchange x = { .c = c };
	int rc;

	if (!msg)
		return -ENOMEM;
	rc = put_fig(msg, attr, v, false) ? -EMSGSIZE : exchange_run(&x, msg);
	nlmsg_free(msg);
	return rc;
}

int client_attach(struct client *c)
{
	return command_u32(c, WBTRACE_CMD_CONFIG, WBTRACE_A_CONFIG_ATTACH, fig_of(1));
}

int client_watch(struct client *c, pid_t pid)
{
	return command_u32(c, WBTRACE_CMD_CONFIG, WBTRACE_A_CONFIG_WATCH, fig_of((uint64_t)pid));
}

int client_reset(struct client *c, uint32_t tables)
{
	return command_u32(c, WBTRACE_CMD_RESET, WBTRACE_A_RESET_TABLES,
			   tables ? fig_of(tables) : fig_none());
}

struct client *client_on(struct nl_sock *sk, int family)
{
	struct client *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	nl_socket_disable_seq_check(sk);
	c->sk = sk;
	c->family = family;
	return c;
}

static int connect_client(struct client *c)
{
	const struct timeval within = { .tv_sec = ANSWER_WITHIN_S };
	int one = 1, fd;

	if (genl_connect(c->sk) || nl_socket_set_msg_buf_size(c->sk, RECEIVE_BYTES))
		return -EPROTONOSUPPORT;
	fd = nl_socket_get_fd(c->sk);
	/* Kernels without them only say less. */
	setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &one, sizeof(one));
	setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &one, sizeof(one));
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &within, sizeof(within));
	c->family = genl_ctrl_resolve(c->sk, WBTRACE_FAMILY_NAME);
	return c->family < 0 ? -ENOENT : 0;
}

int client_check_abi(struct client *c)
{
	struct record *info;
	int rc = client_info(c, &info);

	if (rc)
		return rc;
	c->abi = (unsigned int)record_fig(info, WBTRACE_A_INFO_ABI_VERSION).v;
	record_free(info);
	return c->abi == WBTRACE_ABI_VERSION ? 0 : -EPROTO;
}

int client_open(struct client **out)
{
	struct nl_sock *sk = nl_socket_alloc();
	struct client *c;
	int rc;

	*out = NULL;
	if (!sk)
		return -ENOMEM;
	c = client_on(sk, 0);
	if (!c) {
		nl_socket_free(sk);
		return -ENOMEM;
	}
	*out = c;
	rc = connect_client(c);
	return rc ? rc : client_check_abi(c);
}

void client_close(struct client *c)
{
	if (!c)
		return;
	nl_socket_free(c->sk);
	free(c);
}

int client_fd(const struct client *c)
{
	return c ? nl_socket_get_fd(c->sk) : -1;
}

const char *client_why(const struct client *c)
{
	return c ? c->why : "";
}

int client_refuse(const struct client *c, int rc)
{
	const char *why = client_why(c);

	if (rc == -ENOENT && !*why)
		return refuse(WBCTL_MISSING,
			      "the module is not loaded: insmod wbtrace.ko (as root) loads it");
	if (rc == -EPERM)
		return refuse(WBCTL_MISSING,
			      "asking the module needs root (CAP_SYS_ADMIN in the initial user namespace)");
	if (rc == -EPROTO)
		return refuse(WBCTL_MISSING,
			      "the module speaks ABI version %u, this wbctl version %d: take both from one build",
			      c ? c->abi : 0, WBTRACE_ABI_VERSION);
	if (rc == -ENODATA)
		return refuse(WBCTL_FAILED,
			      "nothing is measured now: a `wbctl run` has it measured, or 1 in /sys/kernel/wbtrace/enabled");
	if (rc == -ETIMEDOUT)
		return refuse(WBCTL_FAILED, "the module gave no answer within %d s",
			      ANSWER_WITHIN_S);
	if (rc == -EBADMSG)
		return refuse(WBCTL_FAILED, "the module's answer is broken or cut");
	if (*why)
		return refuse(WBCTL_FAILED, "the module refuses: %s (%s)", why, strerror(-rc));
	return refuse(WBCTL_FAILED, "the module refuses: %s", strerror(-rc));
}
