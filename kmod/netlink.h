/* SPDX-License-Identifier: GPL-2.0-only */
/* The generic netlink family. */
#ifndef WBTRACE_NETLINK_H
#define WBTRACE_NETLINK_H

#include "event.h"

int wbtrace_netlink_init(void);
void wbtrace_netlink_exit(void);
int wbtrace_netlink_send_events(const struct wbtrace_session *session,
				const struct wbtrace_event *events, unsigned int count, u64 lost);

#endif /* WBTRACE_NETLINK_H */
