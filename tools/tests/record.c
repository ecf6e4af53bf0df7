// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records what a loaded module answers: record DIR writes each answer into a
 * file, which the tests play back. To be run in a guest, during a `wbctl run`.
 */
#include <errno.h>

#include <netlink/genl/ctrl.h>
#include <netlink/handlers.h>

#include "messages.h"
#include "show.h"

static FILE *to;

/* Each datagram is preceded by its length in 4 bytes of this machine. */
static int receive(struct nl_sock *sk, struct sockaddr_nl *from, unsigned char **buf,
		   struct ucred **creds)
{
	int len = nl_recv(sk, from, buf, creds);
	uint32_t u32 = (uint32_t)len;

	if (len > 0 && (fwrite(&u32, sizeof(u32), 1, to) != 1 ||
			fwrite(*buf, (size_t)len, 1, to) != 1))
		return -NLE_FAILURE;
	return len;
}

static int record_table(struct client *c, const char *dir, const struct show_table *t)
{
	struct query q = { .top = fig_of(6) };
	struct rows rows = {};
	char path[512];
	int rc;

	snprintf(path, sizeof(path), "%s/%s.bin", dir, t->name);
	if (t->cmd == WBTRACE_CMD_SB)
		q.top = fig_none();
	q.paths = t->cmd == WBTRACE_CMD_INODE;
	q.count_pages = q.paths;
	to = fopen(path, "w");
	if (!to)
		return -errno;
	rc = client_dump(c, t->cmd, t->set, &q, &rows);
	record_free(rows.first);
	fclose(to);
	/* What this module does not measure it refuses. */
	return rc == -EOPNOTSUPP ? 0 : rc;
}

static int record_state(struct client *c, const char *dir)
{
	struct record *info = NULL, *config = NULL;
	char path[512];
	int rc;

	snprintf(path, sizeof(path), "%s/status.bin", dir);
	to = fopen(path, "w");
	if (!to)
		return -errno;
	rc = client_info(c, &info);
	if (!rc)
		rc = client_config(c, &config);
	record_free(info);
	record_free(config);
	fclose(to);
	return rc;
}

int main(int argc, char **argv)
{
	struct nl_sock *sk = nl_socket_alloc();
	struct client *c;
	struct nl_cb *cb;
	int rc = 0;
	size_t i;

	if (argc != 2 || genl_connect(sk) || nl_socket_set_msg_buf_size(sk, REPLY_LEN))
		return 1;
	c = client_on(sk, genl_ctrl_resolve(sk, WBTRACE_FAMILY_NAME));
	cb = nl_socket_get_cb(sk);
	nl_cb_overwrite_recv(cb, receive);
	nl_cb_put(cb);
	for (i = 0; i < show_tables_count && !rc; i++)
		rc = record_table(c, argv[1], &show_tables[i]);
	if (!rc)
		rc = record_state(c, argv[1]);
	if (rc)
		client_refuse(c, rc);
	client_close(c);
	return rc ? 1 : 0;
}
