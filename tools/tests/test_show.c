// SPDX-License-Identifier: GPL-2.0-or-later
/* The tables and the state, from answers made by hand, against golden files. */
#include <endian.h>

#include "golden.h"
#include "messages.h"
#include "show.h"
#include "show_stacks.h"
#include "status.h"

#define NOW 1796045792

static struct nl_msg *evicted_message(int cmd)
{
	struct nl_msg *msg = row_message(cmd);

	/* Flags and dirtied-bytes of tasks. */
	nla_put_u32(msg, WBTRACE_A_TASK_FLAGS, WBTRACE_ROW_FLAGS_EVICTED);
	put_uint(msg, WBTRACE_A_TASK_DIRTIED_BYTES, 12 << 20);
	return msg;
}

static char *text_of(const struct show_table *t, const struct rows *rows)
{
	size_t size;
	char *text;
	FILE *f = open_memstream(&text, &size);

	show_text(f, t, rows);
	fclose(f);
	return text;
}

/* @prefix is "" or the kernel that a recorded answer is of. */
static void check_table(struct client *c, const char *prefix, const char *name, struct rows *rows)
{
	const struct show_table *t = show_find(name);
	char file[64], *text;

	if (!ok(!client_dump(c, t->cmd, t->set, NULL, rows), "a dump of %s", name))
		return;
	text = text_of(t, rows);
	snprintf(file, sizeof(file), "%sshow-%s.txt", prefix, name);
	golden_text(file, text);
	free(text);
	snprintf(file, sizeof(file), "%sshow-%s.json", prefix, name);
	golden_json(file, show_json(t, rows, NOW));
	record_free(rows->first);
	rows->first = NULL;
}

static void check_tables(struct client *c)
{
	struct rows rows = {};
	char *text;

	replies_reset();
	add_reply(task_message(4711), NLM_F_MULTI);
	add_reply(row_message(WBTRACE_CMD_TASK), NLM_F_MULTI);
	add_reply(evicted_message(WBTRACE_CMD_TASK), NLM_F_MULTI);
	add_done(0, 0);
	check_table(c, "", "tasks", &rows);
	replies_reset();
	add_reply(inode_message(131074), NLM_F_MULTI);
	add_reply(inode_message(UINT64_MAX), NLM_F_MULTI);
	add_done(0, 0);
	check_table(c, "", "inodes", &rows);
	replies_reset();
	add_reply(wb_message(), NLM_F_MULTI);
	add_done(0, 0);
	check_table(c, "", "wbs", &rows);
	replies_reset();
	add_reply(sb_message(), NLM_F_MULTI);
	add_done(0, 0);
	check_table(c, "", "sbs", &rows);
	replies_reset();
	add_reply(alloc_message(), NLM_F_MULTI);
	add_done(0, 0);
	check_table(c, "", "alloc", &rows);
	replies_reset();
	add_reply(device_message(), NLM_F_MULTI);
	add_done(0, 0);
	check_table(c, "", "devices", &rows);
	rows.inconsistent = true;
	text = text_of(show_find("sbs"), &rows);
	golden_text("show-inconsistent.txt", text);
	free(text);
}

/* A process that is watched for 1 ms: two dumps of its tasks, two of stacks. */
static void check_stacks(struct client *c)
{
	const struct stacks_opts o = { .watch = fig_of(77), .time_ns = fig_of(1000000) };
	struct stacks_seen seen = {};
	size_t size;
	char *text;
	FILE *f;

	replies_reset();
	add_error(0, NULL);
	add_reply(ledger_message(77, 1000000000), NLM_F_MULTI);
	add_done(0, 0);
	add_reply(stack_message(77, 10000000, "folio_wait_writeback+0x28/0x80"), NLM_F_MULTI);
	add_done(0, 0);
	add_reply(stack_message(77, 30000000, "folio_wait_writeback+0x28/0x80"), NLM_F_MULTI);
	add_reply(stack_message(78, 90000000, "do_nanosleep+0x67/0x190"), NLM_F_MULTI);
	add_done(0, 0);
	add_reply(ledger_message(77, 3000000000), NLM_F_MULTI);
	add_done(0, 0);
	if (!ok(!stacks_read(c, &o, &seen), "stacks of a watched process"))
		return;
	f = open_memstream(&text, &size);
	stacks_text(f, &seen, fig_none());
	fclose(f);
	golden_text("show-stacks.txt", text);
	free(text);
	golden_json("show-stacks.json", stacks_json(&seen, fig_of(1), NOW));
	stacks_free(&seen);
	f = open_memstream(&text, &size);
	stacks_text(f, &seen, fig_none());
	fclose(f);
	golden_text("show-no-stacks.txt", text);
	free(text);
}

static void check_status(struct client *c, const char *prefix)
{
	struct record *info = NULL, *config = NULL;
	char file[64], *text;
	size_t size;
	FILE *f;

	if (!ok(!client_info(c, &info) && !client_config(c, &config), "info and config"))
		return;
	f = open_memstream(&text, &size);
	status_text(f, info, config);
	fclose(f);
	snprintf(file, sizeof(file), "%sstatus.txt", prefix);
	golden_text(file, text);
	free(text);
	snprintf(file, sizeof(file), "%sstatus.json", prefix);
	golden_json(file, status_json(info, config, NOW));
	record_free(info);
	record_free(config);
}

static void check_made_status(struct client *c)
{
	replies_reset();
	add_reply(info_message(WBTRACE_ABI_VERSION), 0);
	add_error(0, NULL);
	add_reply(config_message(), 0);
	add_error(0, NULL);
	check_status(c, "");
}

/*
 * What the module answered during a run of three writers, on a machine of
 * little endian.
 */
static void check_recorded(struct client *c, const char *prefix)
{
	static const char *const names[] = { "inodes", "tasks", "wbs", "sbs" };
	struct rows rows = {};
	char file[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		replies_reset();
		snprintf(file, sizeof(file), "%s%s.bin", prefix, names[i]);
		if (ok(!add_recorded(file), "%s", file))
			check_table(c, prefix, names[i], &rows);
	}
	replies_reset();
	snprintf(file, sizeof(file), "%sstatus.bin", prefix);
	if (ok(!add_recorded(file), "%s", file))
		check_status(c, prefix);
}

int main(void)
{
	struct client *c = test_client();

	check_tables(c);
	check_stacks(c);
	check_made_status(c);
	if (htole32(1) == 1) {
		check_recorded(c, "6.1-");
		check_recorded(c, "7.3-");
	}
	client_close(c);
	return tap_end();
}
