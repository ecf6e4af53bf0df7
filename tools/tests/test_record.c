// SPDX-License-Identifier: GPL-2.0-or-later
/* Decoding of answers: right ones, cut ones, hostile ones. */
#include <errno.h>
#include <time.h>

#include "messages.h"
#include "tap.h"

static int parse(const struct attr_set *set, struct nl_msg *msg, struct record **rec)
{
	struct genlmsghdr *ghdr = genlmsg_hdr(nlmsg_hdr(msg));
	int rc = record_parse(set, genlmsg_attrdata(ghdr, 0), genlmsg_attrlen(ghdr, 0), rec);

	nlmsg_free(msg);
	return rc;
}

/* What the header says that the largest attribute of a set is. */
static int header_max(const char *name)
{
	static const struct {
		const char *name;
		int max;
	} sets[] = {
		{ "bucket", WBTRACE_A_BUCKET_MAX },
		{ "by-limit", WBTRACE_A_BY_LIMIT_MAX },
		{ "throttle", WBTRACE_A_THROTTLE_MAX },
		{ "limit", WBTRACE_A_LIMIT_MAX },
		{ "work", WBTRACE_A_WORK_MAX },
		{ "inode", WBTRACE_A_INODE_MAX },
		{ "task", WBTRACE_A_TASK_MAX },
		{ "wb", WBTRACE_A_WB_MAX },
		{ "sb", WBTRACE_A_SB_MAX },
		{ "probe", WBTRACE_A_PROBE_MAX },
		{ "table", WBTRACE_A_TABLE_MAX },
		{ "info", WBTRACE_A_INFO_MAX },
		{ "config", WBTRACE_A_CONFIG_MAX },
		{ "part", WBTRACE_A_PART_MAX },
		{ "ledger", WBTRACE_A_LEDGER_MAX },
		{ "neighbour", WBTRACE_A_NEIGHBOUR_MAX },
		{ "alloc", WBTRACE_A_ALLOC_MAX },
		{ "device-part", WBTRACE_A_DEVICE_PART_MAX },
		{ "dirtier", WBTRACE_A_DIRTIER_MAX },
		{ "device", WBTRACE_A_DEVICE_MAX },
		{ "stack", WBTRACE_A_STACK_MAX },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sets); i++)
		if (!strcmp(sets[i].name, name))
			return sets[i].max;
	return -1;
}

/* Every attribute of the header has a name, a type and, if a nest, a set. */
static void check_set(const struct attr_set *set, int first)
{
	bool whole = set->max == header_max(set->name);
	int i;

	for (i = first; i <= set->max; i++) {
		whole &= set->attrs[i].name && set->attrs[i].type != ATTR_NONE;
		/* The query comes first in what is a table too. */
		if (set->attrs[i].type == ATTR_NEST || set->attrs[i].type == ATTR_LIST)
			check_set(set->attrs[i].nest, set->attrs[i].nest == &attrs_alloc ? 2 : 1);
		if (set->attrs[i].type == ATTR_ENUM || set->attrs[i].type == ATTR_BITS)
			whole &= !!set->attrs[i].names;
	}
	ok(whole, "the table of set '%s' is whole", set->name);
}

static void check_right(void)
{
	const struct record *t;
	struct record *rec;

	if (!ok(!parse(&attrs_task, task_message(77), &rec), "a task"))
		return;
	ok(record_fig(rec, WBTRACE_A_TASK_PID).v == 77, "its pid");
	ok(record_fig(rec, WBTRACE_A_TASK_DIRTIED_BYTES).v == 96 << 20, "a uint of 4 bytes");
	t = record_nest(rec, WBTRACE_A_TASK_THROTTLE);
	ok(record_fig(t, WBTRACE_A_THROTTLE_SLEPT_NS).v == 11200000000, "a uint of 8 bytes");
	ok(!record_fig(t, WBTRACE_A_THROTTLE_ASYNC_COUNT).known, "what is missing is unknown");
	t = record_nest(t, WBTRACE_A_THROTTLE_SLEPT_HIST);
	ok(t && t->next && !t->next->next, "a list of two");
	ok(record_fig(t ? t->next : NULL, WBTRACE_A_BUCKET_COUNT).v == 312, "its second");
	ok(!record_fig(NULL, 1).known && !record_text(NULL, 1) && !record_nest(NULL, 1),
	   "no record has nothing");
	record_free(rec);
}

static int parse_one(int attr, const void *data, int len)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_TASK);
	struct record *rec = NULL;
	int rc;

	nla_put(msg, attr, len, data);
	rc = parse(&attrs_task, msg, &rec);
	record_free(rec);
	return rc;
}

static void check_types(void)
{
	static const char zeros[16];

	ok(parse_one(WBTRACE_A_TASK_PID, zeros, 8) == -EBADMSG, "a u32 of 8 bytes");
	ok(parse_one(WBTRACE_A_TASK_PID, zeros, 0) == -EBADMSG, "a u32 of 0 bytes");
	ok(parse_one(WBTRACE_A_TASK_START_NS, zeros, 4) == -EBADMSG, "a u64 of 4 bytes");
	ok(!parse_one(WBTRACE_A_TASK_DIRTIED_BYTES, zeros, 4), "a uint of 4 bytes");
	ok(!parse_one(WBTRACE_A_TASK_DIRTIED_BYTES, zeros, 8), "a uint of 8 bytes");
	ok(parse_one(WBTRACE_A_TASK_DIRTIED_BYTES, zeros, 2) == -EBADMSG, "a uint of 2 bytes");
	ok(parse_one(WBTRACE_A_TASK_DIRTIED_BYTES, zeros, 16) == -EBADMSG, "a uint of 16 bytes");
	ok(!parse_one(WBTRACE_A_TASK_COMM, "no nul", 6), "a string without NUL");
	ok(!parse_one(WBTRACE_A_TASK_COMM, "", 0), "a string of 0 bytes");
	ok(!parse_one(WBTRACE_A_TASK_THROTTLE, "", 0), "an empty nest");
	ok(parse_one(WBTRACE_A_TASK_THROTTLE, "abc", 3) == -EBADMSG, "a nest of 3 bytes");
	ok(!parse_one(WBTRACE_A_TASK_MAX + 1, zeros, 3), "an attribute that is new");
	ok(!parse_one(0, zeros, 3), "attribute 0");
}

static void check_doubles(void)
{
	struct nl_msg *msg = task_message(1);
	struct record *rec = NULL;
	struct nlattr *nest;

	nla_put_string(msg, WBTRACE_A_TASK_COMM, "twice");
	nest = nla_nest_start(msg, WBTRACE_A_TASK_THROTTLE);
	put_uint(msg, WBTRACE_A_THROTTLE_COUNT, 5);
	nla_nest_end(msg, nest);
	ok(!parse(&attrs_task, msg, &rec), "attributes that are there twice");
	is_text(record_text(rec, WBTRACE_A_TASK_COMM), "twice", "the last string stands");
	ok(record_fig(record_nest(rec, WBTRACE_A_TASK_THROTTLE), WBTRACE_A_THROTTLE_COUNT).v == 5,
	   "the last nest stands");
	record_free(rec);
}

/* Cut everywhere: no more than an error, which the sanitizers see to. */
static void check_cut(void)
{
	struct nl_msg *msg = task_message(1);
	struct genlmsghdr *ghdr = genlmsg_hdr(nlmsg_hdr(msg));
	int len = genlmsg_attrlen(ghdr, 0), cut, broken = 0;
	struct record *rec;
	unsigned char *copy;

	for (cut = 0; cut < len; cut++) {
		rec = NULL;
		copy = malloc((size_t)cut + 1);
		memcpy(copy, genlmsg_attrdata(ghdr, 0), (size_t)cut);
		broken += record_parse(&attrs_task, (void *)copy, cut, &rec) != 0;
		record_free(rec);
		free(copy);
	}
	nlmsg_free(msg);
	/* Whole attributes can be missing: then nothing shows that it was cut. */
	ok(broken > len * 3 / 4, "%d of %d cuts are seen", broken, len);
}

static void check_noise(void)
{
	struct nl_msg *msg = info_message(WBTRACE_ABI_VERSION);
	struct genlmsghdr *ghdr = genlmsg_hdr(nlmsg_hdr(msg));
	int len = genlmsg_attrlen(ghdr, 0), i, j;
	unsigned int x = 12345;
	struct record *rec;
	unsigned char *copy;

	copy = malloc((size_t)len);
	for (i = 0; i < 20000; i++) {
		memcpy(copy, genlmsg_attrdata(ghdr, 0), (size_t)len);
		for (j = 0; j < 3; j++) {
			x = x * 1103515245 + 12345;
			copy[(x >> 8) % (unsigned int)len] = (unsigned char)(x >> 24);
		}
		rec = NULL;
		if (!record_parse(&attrs_info, (void *)copy, len, &rec))
			json_object_put(record_json(rec));
		record_free(rec);
	}
	free(copy);
	nlmsg_free(msg);
	ok(true, "20000 damaged answers");
}

static void check_json(void)
{
	struct json_object *json;
	struct record *rec;

	if (!ok(!parse(&attrs_wb, wb_message(), &rec), "a wb"))
		return;
	json = record_json(rec);
	record_free(rec);
	is_text(json_object_to_json_string_ext(json_object_object_get(json, "flags"), 0),
		"[\"strictlimit\",1073741824]", "bits without a name are numbers");
	is_text(json_object_to_json_string_ext(json_object_object_get(json, "work"), 0),
		"[{\"reason\":\"background\",\"count\":12}]", "a list of nests");
	ok(!json_object_object_get(json, "written_bytes"), "what is missing is left out");
	json_object_put(json);
}

/* Frames arrive one by one and are a text of lines, and an array in JSON. */
static void check_lines(void)
{
	struct nl_msg *msg = row_message(WBTRACE_CMD_STACK);
	struct json_object *json;
	struct record *rec;

	nla_put_string(msg, WBTRACE_A_STACK_FRAME, "schedule+0x5e/0xd0");
	nla_put_string(msg, WBTRACE_A_STACK_FRAME, "io_schedule+0x42/0x70");
	if (!ok(!parse(&attrs_stack, msg, &rec), "a stack"))
		return;
	is_text(record_text(rec, WBTRACE_A_STACK_FRAME),
		"schedule+0x5e/0xd0\nio_schedule+0x42/0x70", "its frames are lines");
	json = record_json(rec);
	record_free(rec);
	is_text(json_object_to_json_string_ext(json_object_object_get(json, "frame"),
					       JSON_C_TO_STRING_NOSLASHESCAPE),
		"[\"schedule+0x5e/0xd0\",\"io_schedule+0x42/0x70\"]", "and an array in JSON");
	json_object_put(json);
}

int main(void)
{
	check_set(&attrs_inode, WBTRACE_A_INODE_QUERY + 1);
	check_set(&attrs_task, WBTRACE_A_TASK_QUERY + 1);
	check_set(&attrs_wb, WBTRACE_A_WB_QUERY + 1);
	check_set(&attrs_sb, WBTRACE_A_SB_QUERY + 1);
	check_set(&attrs_alloc, WBTRACE_A_ALLOC_QUERY + 1);
	check_set(&attrs_device, WBTRACE_A_DEVICE_QUERY + 1);
	check_set(&attrs_stack, WBTRACE_A_STACK_QUERY + 1);
	check_set(&attrs_info, 1);
	check_set(&attrs_config, 1);
	check_right();
	check_types();
	check_doubles();
	check_cut();
	check_noise();
	check_json();
	check_lines();
	return tap_end();
}
