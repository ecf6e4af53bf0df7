/* SPDX-License-Identifier: GPL-2.0-only */
/* Control: who wants figures, and so whether the probes are attached. */
#ifndef WBTRACE_CONTROL_H
#define WBTRACE_CONTROL_H

#include "session.h"

/**
 * struct wbtrace_client_config - what one client switched on
 * @attach: it holds the probes attached
 * @events: kinds of events it wants
 * @watch: process to watch from now on, 0 for none
 */
struct wbtrace_client_config {
	bool attach;
	u32 events;
	pid_t watch;
};

/**
 * struct wbtrace_status - what control knows
 * @clients: sockets that hold the probes attached
 * @enabled: sysfs holds them attached
 * @events_all: kinds of events that any client wants
 */
struct wbtrace_status {
	unsigned int clients;
	bool enabled;
	u32 events_all;
};

int wbtrace_control_init(const struct wbtrace_capacities *capacities);
void wbtrace_control_close(void);
void wbtrace_control_exit(void);
int wbtrace_control_configure(u32 portid, const struct wbtrace_client_config *config);
void wbtrace_control_lookup(u32 portid, struct wbtrace_client_config *config);
void wbtrace_control_release(u32 portid);
int wbtrace_control_enable(bool on);
int wbtrace_control_reset(u32 tables);
u32 wbtrace_control_watcher(u32 portid);
unsigned int wbtrace_control_watched(u32 portid);
void wbtrace_control_status(struct wbtrace_status *status);
struct wbtrace_session *wbtrace_control_session(void);
const struct wbtrace_capacities *wbtrace_control_capacities(void);

#endif /* WBTRACE_CONTROL_H */
