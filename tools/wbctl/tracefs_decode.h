/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the kernel puts the fields of its trace events. */
#ifndef WBCTL_TRACEFS_DECODE_H
#define WBCTL_TRACEFS_DECODE_H

#include "tracefs_sum.h"

/* Fields of all events together, see tracefs_decode.c. */
#define DECODE_FIELDS 14

/**
 * struct decode_field - where a field is
 * @offset: Its offset, in bytes.
 * @size: Its size in bytes, 0: this kernel has none.
 * @is_signed: It is a signed number.
 */
struct decode_field {
	size_t offset;
	size_t size;
	bool is_signed;
};

/**
 * enum decode_event - the events that are read
 * @DECODE_BDP: writeback:balance_dirty_pages.
 * @DECODE_SWITCH: sched:sched_switch.
 * @DECODE_WAKEUP: sched:sched_wakeup.
 * @DECODE_EVENTS: How many.
 */
enum decode_event {
	DECODE_BDP,
	DECODE_SWITCH,
	DECODE_WAKEUP,
	DECODE_EVENTS,
};

/**
 * struct decode - the formats of this kernel
 * @id: The number of each event, 0: there is none.
 * @fields: Where their fields are.
 */
struct decode {
	uint16_t id[DECODE_EVENTS];
	struct decode_field fields[DECODE_FIELDS];
};

/**
 * decode_system() - the system that an event is of
 * @event: Which.
 *
 * Return: Its name.
 */
const char *decode_system(enum decode_event event);

/**
 * decode_name() - an event's name
 * @event: Which.
 *
 * Return: Its name.
 */
const char *decode_name(enum decode_event event);

/**
 * decode_format() - learn a format
 * @d: The formats.
 * @event: Which.
 * @text: The text of its file `format`.
 * @len: Bytes of text.
 *
 * Return: 0, -ENOTSUP when a field that is needed is not there, -ENOMEM.
 */
int decode_format(struct decode *d, enum decode_event event, const char *text, size_t len);

/**
 * decode_record() - what a record says
 * @d: The formats.
 * @data: The record.
 * @len: Bytes of it.
 * @t_ns: When it was.
 * @out: Up to two events; their @order is not filled in.
 *
 * Return: How many.
 */
size_t decode_record(const struct decode *d, const void *data, size_t len, uint64_t t_ns,
		     struct trace_event out[static 2]);

#endif /* WBCTL_TRACEFS_DECODE_H */
