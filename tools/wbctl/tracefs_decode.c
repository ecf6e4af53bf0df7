// SPDX-License-Identifier: GPL-2.0-or-later
/* Where the kernel puts the fields of its trace events. */
#include <errno.h>
#include <string.h>

#include <event-parse.h>

#include "tracefs_decode.h"

enum field {
	BDP_PID, BDP_BDI, BDP_PAUSE, BDP_DIRTIED, BDP_CGROUP,
	BDP_DIRTY, BDP_SETPOINT, BDP_LIMIT, BDP_WB_DIRTY, BDP_WB_SETPOINT,
	SWITCH_PREV, SWITCH_STATE, SWITCH_NEXT, WAKEUP_PID,
};

/**
 * struct wanted - a field that is looked for
 * @event: The event that has it.
 * @at: Which.
 * @name: Its name.
 * @old_name: Its name on older kernels, NULL: the same.
 * @must: The event is of no use without it.
 */
struct wanted {
	enum decode_event event;
	enum field at;
	const char *name;
	const char *old_name;
	bool must;
};

static const struct wanted wanted[] = {
	{ DECODE_BDP, BDP_PID, "common_pid", NULL, true },
	{ DECODE_BDP, BDP_BDI, "bdi", NULL, true },
	{ DECODE_BDP, BDP_PAUSE, "pause", NULL, true },
	{ DECODE_BDP, BDP_DIRTIED, "dirtied", NULL, true },
	{ DECODE_BDP, BDP_CGROUP, "cgroup_ino", NULL, false },
	{ DECODE_BDP, BDP_DIRTY, "dirty", NULL, false },
	{ DECODE_BDP, BDP_SETPOINT, "setpoint", NULL, false },
	{ DECODE_BDP, BDP_LIMIT, "limit", NULL, false },
	{ DECODE_BDP, BDP_WB_DIRTY, "wb_dirty", "bdi_dirty", false },
	{ DECODE_BDP, BDP_WB_SETPOINT, "wb_setpoint", "bdi_setpoint", false },
	{ DECODE_SWITCH, SWITCH_PREV, "prev_pid", NULL, true },
	{ DECODE_SWITCH, SWITCH_STATE, "prev_state", NULL, true },
	{ DECODE_SWITCH, SWITCH_NEXT, "next_pid", NULL, true },
	{ DECODE_WAKEUP, WAKEUP_PID, "pid", NULL, true },
};

static_assert(ARRAY_SIZE(wanted) == DECODE_FIELDS, "room for the fields");

static const struct {
	const char *system;
	const char *name;
} events[DECODE_EVENTS] = {
	[DECODE_BDP] = { "writeback", "balance_dirty_pages" },
	[DECODE_SWITCH] = { "sched", "sched_switch" },
	[DECODE_WAKEUP] = { "sched", "sched_wakeup" },
};

const char *decode_system(enum decode_event event)
{
	return events[event].system;
}

const char *decode_name(enum decode_event event)
{
	return events[event].name;
}

static int learn(struct decode *d, struct tep_event *event, const struct wanted *w)
{
	struct tep_format_field *f = tep_find_any_field(event, w->name);

	if (!f && w->old_name)
		f = tep_find_any_field(event, w->old_name);
	if (!f)
		return w->must ? -ENOTSUP : 0;
	d->fields[w->at] = (struct decode_field){
		.offset = (size_t)f->offset,
		.size = (size_t)f->size,
		.is_signed = f->flags & TEP_FIELD_IS_SIGNED,
	};
	return 0;
}

int decode_format(struct decode *d, enum decode_event event, const char *text, size_t len)
{
	struct tep_handle *tep = tep_alloc();
	struct tep_event *format = NULL;
	int rc = 0;
	size_t i;

	if (!tep)
		return -ENOMEM;
	tep_set_long_size(tep, sizeof(long));
	if (tep_parse_format(tep, &format, text, len, events[event].system) || !format)
		rc = -ENOTSUP;
	for (i = 0; i < ARRAY_SIZE(wanted) && !rc; i++)
		if (wanted[i].event == event)
			rc = learn(d, format, &wanted[i]);
	if (!rc)
		d->id[event] = (uint16_t)format->id;
	tep_free(tep);
	return rc;
}

/* A number of 1, 2, 4 or 8 bytes; 0 when it is not there. */
static uint64_t number(const struct decode_field *f, const void *data, size_t len)
{
	const char *at = (const char *)data + f->offset;
	uint64_t v8 = 0;
	uint32_t v4;
	uint16_t v2;

	if (!f->size || f->offset + f->size > len)
		return 0;
	switch (f->size) {
	case 8:
		memcpy(&v8, at, sizeof(v8));
		return v8;
	case 4:
		memcpy(&v4, at, sizeof(v4));
		return f->is_signed ? (uint64_t)(int64_t)(int32_t)v4 : v4;
	case 2:
		memcpy(&v2, at, sizeof(v2));
		return f->is_signed ? (uint64_t)(int64_t)(int16_t)v2 : v2;
	default:
		return (unsigned char)*at;
	}
}

static void text(char *to, size_t size, const struct decode_field *f, const void *data, size_t len)
{
	size_t n = f->size < size ? f->size : size - 1;

	memset(to, 0, size);
	if (f->offset + n <= len)
		memcpy(to, (const char *)data + f->offset, n);
	to[size - 1] = '\0';
}

static void decision(const struct decode *d, const void *data, size_t len, struct trace_event *e)
{
	const struct decode_field *f = d->fields;

	e->kind = TRACE_DECISION;
	e->pid = (pid_t)number(&f[BDP_PID], data, len);
	e->d.pause_ms = (int64_t)number(&f[BDP_PAUSE], data, len);
	e->d.dirtied_pages = number(&f[BDP_DIRTIED], data, len);
	e->d.dirty_pages = number(&f[BDP_DIRTY], data, len);
	e->d.setpoint_pages = number(&f[BDP_SETPOINT], data, len);
	e->d.limit_pages = number(&f[BDP_LIMIT], data, len);
	e->d.wb_dirty_pages = number(&f[BDP_WB_DIRTY], data, len);
	e->d.wb_setpoint_pages = number(&f[BDP_WB_SETPOINT], data, len);
	e->d.cgroup = number(&f[BDP_CGROUP], data, len);
	text(e->d.bdi, sizeof(e->d.bdi), &f[BDP_BDI], data, len);
}

size_t decode_record(const struct decode *d, const void *data, size_t len, uint64_t t_ns,
		     struct trace_event out[static 2])
{
	const struct decode_field *f = d->fields;
	uint16_t id;

	if (len < sizeof(id))
		return 0;
	memcpy(&id, data, sizeof(id));
	if (!id)
		return 0;
	memset(out, 0, 2 * sizeof(*out));
	out[0].t_ns = t_ns;
	out[1].t_ns = t_ns;
	if (id == d->id[DECODE_BDP]) {
		decision(d, data, len, &out[0]);
		return 1;
	}
	if (id == d->id[DECODE_WAKEUP]) {
		out[0].kind = TRACE_WAKE;
		out[0].pid = (pid_t)number(&f[WAKEUP_PID], data, len);
		return 1;
	}
	if (id != d->id[DECODE_SWITCH])
		return 0;
	out[0].kind = TRACE_OUT;
	out[0].pid = (pid_t)number(&f[SWITCH_PREV], data, len);
	out[0].state = number(&f[SWITCH_STATE], data, len);
	out[1].kind = TRACE_IN;
	out[1].pid = (pid_t)number(&f[SWITCH_NEXT], data, len);
	return 2;
}
