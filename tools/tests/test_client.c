// SPDX-License-Identifier: GPL-2.0-or-later
/* The client against a kernel that is played back: ends, errors, retries. */
#include <errno.h>

#include "messages.h"
#include "tap.h"

static int rows_count(const struct rows *rows)
{
	const struct record *rec;
	int n = 0;

	for (rec = rows->first; rec; rec = rec->next)
		n++;
	return n;
}

static int dump_tasks(struct client *c, struct rows *rows)
{
	*rows = (struct rows){};
	return client_dump(c, WBTRACE_CMD_TASK, &attrs_task, NULL, rows);
}

static void check_dump(struct client *c)
{
	struct rows rows;

	replies_reset();
	add_reply(task_message(1), NLM_F_MULTI);
	add_reply(task_message(2), NLM_F_MULTI);
	add_done(0, 0);
	ok(!dump_tasks(c, &rows) && rows_count(&rows) == 2, "a dump of two rows");
	ok((replies.flags & NLM_F_DUMP) == NLM_F_DUMP, "asks for a dump");
	record_free(rows.first);
	replies_reset();
	add_done(0, 0);
	ok(!dump_tasks(c, &rows) && !rows.first, "an empty dump");
}

/* Inconsistent @bad times, then as it should be. */
static int dump_interrupted(struct client *c, int bad, struct rows *rows)
{
	int i;

	replies_reset();
	for (i = 0; i < bad; i++) {
		add_reply(task_message(1), NLM_F_MULTI | NLM_F_DUMP_INTR);
		add_done(0, 0);
	}
	if (bad < CLIENT_DUMP_TRIES) {
		add_reply(task_message(2), NLM_F_MULTI);
		add_done(0, 0);
	}
	return dump_tasks(c, rows);
}

static void check_interrupted(struct client *c)
{
	struct rows rows;

	ok(!dump_interrupted(c, 2, &rows) && !rows.inconsistent,
	   "a dump that was interrupted twice");
	ok(replies.sent == 3, "is asked for three times");
	ok(rows_count(&rows) == 1 && record_fig(rows.first, WBTRACE_A_TASK_PID).v == 2,
	   "and only the last answer counts");
	record_free(rows.first);
	ok(!dump_interrupted(c, CLIENT_DUMP_TRIES, &rows), "a dump that always is interrupted");
	ok(rows.inconsistent && replies.sent == CLIENT_DUMP_TRIES, "is given up and says so");
	ok(rows_count(&rows) == 1, "with the rows of the last attempt");
	record_free(rows.first);
	replies_reset();
	add_reply(task_message(1), NLM_F_MULTI);
	add_done(0, NLM_F_DUMP_INTR);
	add_reply(task_message(2), NLM_F_MULTI);
	add_done(0, 0);
	ok(!dump_tasks(c, &rows) && replies.sent == 2, "the flag on the last message counts too");
	record_free(rows.first);
}

static void check_errors(struct client *c)
{
	struct record *rec = NULL;
	struct rows rows;

	replies_reset();
	add_error(-EINVAL, "top must not be 0");
	ok(dump_tasks(c, &rows) == -EINVAL, "a refusal");
	is_text(client_why(c), "top must not be 0", "the kernel's words");
	replies_reset();
	add_error(-EPERM, NULL);
	ok(dump_tasks(c, &rows) == -EPERM, "no permission");
	is_text(client_why(c), "", "no words, and not the old ones");
	replies_reset();
	add_reply(task_message(1), NLM_F_MULTI);
	add_done(-ENOMEM, 0);
	ok(dump_tasks(c, &rows) == -ENOMEM && !rows.first, "a dump that fails at its end");
	replies_reset();
	add_error(0, NULL);
	ok(!client_attach(c), "attach");
	replies_reset();
	add_error(-EBUSY, "no room");
	ok(client_attach(c) == -EBUSY, "attach refused");
	replies_reset();
	add_error(0, NULL);
	ok(client_info(c, &rec) == -EBADMSG, "done, but no answer");
	replies_reset();
	add_reply(info_message(WBTRACE_ABI_VERSION), 0);
	add_error(0, NULL);
	ok(!client_info(c, &rec), "an answer, and done");
	record_free(rec);
	replies_reset();
	ok(dump_tasks(c, &rows) == -ETIMEDOUT, "no answer");
}

static void check_hostile(struct client *c)
{
	struct nlmsghdr *nlh;
	struct nlattr *words;
	struct nl_msg *msg;
	struct rows rows;
	int len;

	for (len = 1; len < (int)(NLMSG_HDRLEN + GENL_HDRLEN); len += 3) {
		msg = task_message(1);
		replies_reset();
		add_bytes(nlmsg_hdr(msg), len);
		ok(dump_tasks(c, &rows) && !rows.first, "a datagram of %d bytes", len);
		nlmsg_free(msg);
	}
	replies_reset();
	msg = task_message(1);
	nlmsg_hdr(msg)->nlmsg_len = NLMSG_HDRLEN;
	add_reply(msg, NLM_F_MULTI);
	add_done(0, 0);
	ok(dump_tasks(c, &rows) == -EBADMSG, "a message without its generic header");
	replies_reset();
	msg = row_message(WBTRACE_CMD_TASK);
	nla_put(msg, WBTRACE_A_TASK_PID, 2, "ab");
	add_reply(msg, NLM_F_MULTI);
	add_done(0, 0);
	ok(dump_tasks(c, &rows) == -EBADMSG && !rows.first, "a row that is broken");
	/* What comes late answers another request. */
	replies_reset();
	add_reply(task_message(1), NLM_F_MULTI);
	add_done(-EIO, 0);
	replies.late = 2;
	add_reply(task_message(2), NLM_F_MULTI);
	add_done(0, 0);
	ok(!dump_tasks(c, &rows) && rows_count(&rows) == 1,
	   "answers that come late are passed over");
	record_free(rows.first);
	/* An error whose text runs past its end. */
	replies_reset();
	add_error(-EINVAL, "words");
	words = (struct nlattr *)(reply_error(&nlh) + 1);
	words->nla_len = 400;
	ok(dump_tasks(c, &rows) == -EINVAL && !*client_why(c), "words that run past the end");
	replies_reset();
	add_error(-EINVAL, "words");
	reply_error(&nlh)->msg.nlmsg_len = 0xfffffff0;
	nlh->nlmsg_flags &= (uint16_t)~NLM_F_CAPPED;
	ok(dump_tasks(c, &rows) == -EINVAL, "a request that claims to be huge");
}

static void check_statuses(struct client *c)
{
	static const struct {
		int rc;
		int status;
	} errors[] = {
		{ -ENOENT, WBCTL_MISSING },
		{ -EPERM, WBCTL_MISSING },
		{ -EPROTO, WBCTL_MISSING },
		{ -ENODATA, WBCTL_FAILED },
		{ -ETIMEDOUT, WBCTL_FAILED },
		{ -EBADMSG, WBCTL_FAILED },
		{ -EINVAL, WBCTL_FAILED },
	};
	size_t i;

	replies_reset();
	add_reply(info_message(WBTRACE_ABI_VERSION + 1), 0);
	add_error(0, NULL);
	ok(client_check_abi(c) == -EPROTO, "another version of the ABI");
	replies_reset();
	add_reply(info_message(WBTRACE_ABI_VERSION), 0);
	add_error(0, NULL);
	ok(!client_check_abi(c), "the same version of the ABI");
	for (i = 0; i < ARRAY_SIZE(errors); i++)
		ok(client_refuse(c, errors[i].rc) == errors[i].status, "status for '%s'",
		   strerror(-errors[i].rc));
}

int main(void)
{
	struct client *c = test_client();

	check_dump(c);
	check_interrupted(c);
	check_errors(c);
	check_hostile(c);
	check_statuses(c);
	client_close(c);
	return tap_end();
}
