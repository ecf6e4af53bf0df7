// SPDX-License-Identifier: GPL-2.0-only
/* Control: who wants figures, and so whether the probes are attached. */

#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/wbtrace.h>
#include <linux/workqueue.h>

#include "control.h"
#include "event.h"
#include "hook.h"

/* How often queued events are sent and full tables get room, in ms. */
#define TICK_MS	50

/**
 * struct client - a socket that switched something on
 * @link: in clients
 * @portid: of the socket
 * @watcher: its bit in the ledgers, 0 while it watches nobody; under control_lock
 * @config: what it wants
 */
struct client {
	struct list_head link;
	u32 portid;
	u32 watcher;
	struct wbtrace_client_config config;
};

/* Guards all below; held while probes are attached and detached (seconds). */
static DEFINE_MUTEX(control_lock);
static struct wbtrace_capacities capacities;
static struct wbtrace_session *live;
static bool enabled;
static bool closed;

/*
 * Guards the list alone, so that the close of a socket never waits for an
 * attach. Taken under control_lock.
 */
static DEFINE_MUTEX(clients_lock);
static LIST_HEAD(clients);

static struct workqueue_struct *workqueue;

static void tick(struct work_struct *work);
static DECLARE_DELAYED_WORK(tick_work, tick);

static void tick(struct work_struct *work)
{
	/* Set before the work is queued, cleared after it was cancelled. */
	wbtrace_wb_measure_all(live);
	wbtrace_session_trim(live);
	wbtrace_event_flush(live);
	queue_delayed_work(workqueue, &tick_work, msecs_to_jiffies(TICK_MS));
}

static void start_tick(void)
{
	queue_delayed_work(workqueue, &tick_work, msecs_to_jiffies(TICK_MS));
}

/* The reverse of attach(): no probe runs when hooks_detach() has returned. */
static void detach(struct wbtrace_session *session)
{
	WRITE_ONCE(wbtrace_event_wanted, 0);
	wbtrace_hooks_detach(WBTRACE_GROUP_WATCH);
	wbtrace_ledger_keep(session, 0);
	wbtrace_hooks_detach(WBTRACE_GROUP_COUNT);
	/* No probe makes rows any more; those there must not outlive their inodes. */
	wbtrace_inode_settle(session);
	wbtrace_inode_forget_all(session);
	wbtrace_hooks_detach(WBTRACE_GROUP_INODES);
	wbtrace_hooks_forget();
	cancel_delayed_work_sync(&tick_work);
	wbtrace_event_flush(session);
	live = NULL;
	wbtrace_session_put(session);
}

static int attach(void)
{
	struct wbtrace_session *session = wbtrace_session_alloc(&capacities);

	if (IS_ERR(session))
		return PTR_ERR(session);
	wbtrace_event_reset();
	live = session;
	session->track_inodes = wbtrace_hooks_attach(session, WBTRACE_GROUP_INODES);
	if (!wbtrace_hooks_attach(session, WBTRACE_GROUP_COUNT) && !session->track_inodes) {
		detach(session);
		return -ENODEV;
	}
	WRITE_ONCE(session->requests_from_ns, ktime_get_ns());
	start_tick();
	return 0;
}

static unsigned int sum_clients(u32 *events)
{
	struct client *client;
	unsigned int count = 0;

	*events = 0;
	mutex_lock(&clients_lock);
	list_for_each_entry(client, &clients, link) {
		count++;
		*events |= client->config.events;
	}
	mutex_unlock(&clients_lock);
	return count;
}

static u32 sum_watchers(void)
{
	struct client *client;
	u32 watchers = 0;

	mutex_lock(&clients_lock);
	list_for_each_entry(client, &clients, link)
		watchers |= client->watcher;
	mutex_unlock(&clients_lock);
	return watchers;
}

/* End what clients that are gone watched, and the probes with the last of them. */
static void settle_watch(void)
{
	u32 watchers = sum_watchers();

	if (live->watchers && !watchers)
		wbtrace_hooks_detach(WBTRACE_GROUP_WATCH);
	if (live->watchers != watchers)
		wbtrace_ledger_keep(live, watchers);
}

/* Attach or detach as the clients and sysfs want it now. */
static int settle(void)
{
	bool wanted;
	u32 events;
	int err;

	lockdep_assert_held(&control_lock);
	wanted = sum_clients(&events) || enabled;
	if (closed || !wanted) {
		if (live)
			detach(live);
		return closed && wanted ? -ESHUTDOWN : 0;
	}
	if (!live) {
		err = attach();
		if (err)
			return err;
	}
	WRITE_ONCE(wbtrace_event_wanted, events);
	settle_watch();
	return 0;
}

static void settle_later(struct work_struct *work)
{
	mutex_lock(&control_lock);
	settle();
	mutex_unlock(&control_lock);
}

static DECLARE_WORK(settle_work, settle_later);

/**
 * wbtrace_control_init - ready to attach
 * @sizes: of the tables
 *
 * Context: process, may sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int wbtrace_control_init(const struct wbtrace_capacities *sizes)
{
	capacities = *sizes;
	workqueue = alloc_workqueue("wbtrace", WQ_UNBOUND, 0);
	return workqueue ? 0 : -ENOMEM;
}

/**
 * wbtrace_control_close - detach, and attach never again
 *
 * Context: process, may sleep.
 */
void wbtrace_control_close(void)
{
	mutex_lock(&control_lock);
	closed = true;
	settle();
	mutex_unlock(&control_lock);
}

/**
 * wbtrace_control_exit - undo wbtrace_control_init()
 *
 * Context: process; closed, and no client can call any more.
 */
void wbtrace_control_exit(void)
{
	struct client *client, *next;

	destroy_workqueue(workqueue);
	list_for_each_entry_safe(client, next, &clients, link)
		kfree(client);
}

static struct client *find_client(u32 portid)
{
	struct client *client;

	lockdep_assert_held(&clients_lock);
	list_for_each_entry(client, &clients, link)
		if (client->portid == portid)
			return client;
	return NULL;
}

static void drop_client(u32 portid)
{
	struct client *client;

	mutex_lock(&clients_lock);
	client = find_client(portid);
	if (client) {
		list_del(&client->link);
		kfree(client);
	}
	mutex_unlock(&clients_lock);
}

static int store_client(u32 portid, const struct wbtrace_client_config *config)
{
	struct client *client;
	int err = 0;

	mutex_lock(&clients_lock);
	client = find_client(portid);
	if (!client) {
		client = kzalloc(sizeof(*client), GFP_KERNEL);
		if (!client) {
			err = -ENOMEM;
			goto out;
		}
		client->portid = portid;
		list_add_tail(&client->link, &clients);
	}
	client->config = *config;
out:
	mutex_unlock(&clients_lock);
	return err;
}

/* A bit of its own for a client; those of clients that are gone were settled. */
static int give_watcher(u32 portid)
{
	u32 used = sum_watchers();
	struct client *client;

	if (used == U32_MAX)
		return -EUSERS;
	mutex_lock(&clients_lock);
	client = find_client(portid);
	if (client && !client->watcher)
		client->watcher = BIT(ffz(used));
	mutex_unlock(&clients_lock);
	return client ? 0 : -ENOTCONN;
}

/**
 * wbtrace_control_watcher - a client's bit in the ledgers
 * @portid: of its socket
 *
 * Context: process, may sleep.
 *
 * Return: the bit, 0 when it watches nobody.
 */
u32 wbtrace_control_watcher(u32 portid)
{
	struct client *client;
	u32 watcher;

	mutex_lock(&clients_lock);
	client = find_client(portid);
	watcher = client ? client->watcher : 0;
	mutex_unlock(&clients_lock);
	return watcher;
}

static int watch(u32 portid, pid_t pid)
{
	int err;

	lockdep_assert_held(&control_lock);
	err = give_watcher(portid);
	if (err)
		return err;
	if (!live->watchers && !wbtrace_hooks_attach(live, WBTRACE_GROUP_WATCH))
		return -EOPNOTSUPP;
	WRITE_ONCE(live->watchers, live->watchers | wbtrace_control_watcher(portid));
	return wbtrace_ledger_watch(live, pid, wbtrace_control_watcher(portid));
}

/**
 * wbtrace_control_watched - how many tasks a client watches
 * @portid: of its socket
 *
 * Context: process, may sleep.
 */
unsigned int wbtrace_control_watched(u32 portid)
{
	unsigned int count = 0;
	u32 watcher;

	mutex_lock(&control_lock);
	watcher = wbtrace_control_watcher(portid);
	if (live && watcher)
		count = wbtrace_ledger_count(live, watcher);
	mutex_unlock(&control_lock);
	return count;
}

/**
 * wbtrace_control_configure - a client switches something on or off
 * @portid: of its socket
 * @config: all that it wants from now on; @config->attach false lets go
 *
 * When it returns the probes are attached or detached accordingly.
 * Context: process, may sleep.
 *
 * Return: 0 or a negative errno. When the probes could not be attached the client
 * holds nothing; when only a process could not be watched (-ESRCH, -ENOSPC,
 * -EUSERS, -EOPNOTSUPP) it holds what it held.
 */
int wbtrace_control_configure(u32 portid, const struct wbtrace_client_config *config)
{
	int err = 0;

	mutex_lock(&control_lock);
	if (config->attach)
		err = store_client(portid, config);
	else
		drop_client(portid);
	if (!err)
		err = settle();
	if (err)
		drop_client(portid);
	else if (config->watch)
		err = watch(portid, config->watch);
	mutex_unlock(&control_lock);
	return err;
}

/**
 * wbtrace_control_lookup - what a client switched on
 * @portid: of its socket
 * @config: filled in
 *
 * Context: process, may sleep.
 */
void wbtrace_control_lookup(u32 portid, struct wbtrace_client_config *config)
{
	struct client *client;

	mutex_lock(&clients_lock);
	client = find_client(portid);
	*config = client ? client->config : (struct wbtrace_client_config){};
	mutex_unlock(&clients_lock);
}

/**
 * wbtrace_control_release - a socket was closed
 * @portid: of the socket
 *
 * Context: process, may sleep, but not long: the detach is done by a worker.
 */
void wbtrace_control_release(u32 portid)
{
	bool found;

	mutex_lock(&clients_lock);
	found = find_client(portid);
	mutex_unlock(&clients_lock);
	if (!found)
		return;
	drop_client(portid);
	queue_work(workqueue, &settle_work);
}

/**
 * wbtrace_control_enable - sysfs switches the probes on or off
 * @on: hold them attached
 *
 * Context: process, may sleep.
 *
 * Return: 0 or a negative errno.
 */
int wbtrace_control_enable(bool on)
{
	int err;

	mutex_lock(&control_lock);
	enabled = on;
	err = settle();
	if (err)
		enabled = false;
	mutex_unlock(&control_lock);
	return err;
}

/**
 * wbtrace_control_reset - empty tables
 * @tables: enum wbtrace_table_mask
 *
 * Context: process, may sleep.
 *
 * Return: 0, or -ENODATA when nothing is attached.
 */
int wbtrace_control_reset(u32 tables)
{
	int err = -ENODATA;

	mutex_lock(&control_lock);
	if (live) {
		/* Before, so that no row that comes after it is older. */
		WRITE_ONCE(live->reset_ns, ktime_get_ns());
		cancel_delayed_work_sync(&tick_work);
		if (tables & WBTRACE_TABLE_MASK_INODE)
			wbtrace_inode_reset(live);
		if (tables & WBTRACE_TABLE_MASK_INODE)
			wbtrace_alloc_reset(&live->allocs);
		if (tables & WBTRACE_TABLE_MASK_TASK)
			wbtrace_table_reset(&live->tasks);
		if (tables & WBTRACE_TABLE_MASK_WB)
			wbtrace_table_reset(&live->wbs);
		if (tables & WBTRACE_TABLE_MASK_STACK)
			wbtrace_table_reset(&live->stacks);
		if (tables & WBTRACE_TABLE_MASK_DEVICE)
			wbtrace_table_reset(&live->devices);
		start_tick();
		err = 0;
	}
	mutex_unlock(&control_lock);
	return err;
}

/**
 * wbtrace_control_status - who wants figures
 * @status: filled in
 *
 * Context: process, may sleep.
 */
void wbtrace_control_status(struct wbtrace_status *status)
{
	status->clients = sum_clients(&status->events_all);
	status->enabled = READ_ONCE(enabled);
}

/**
 * wbtrace_control_session - the tables that are counted into now
 *
 * Context: process, may sleep.
 *
 * Return: the session with a reference, or NULL when nothing is attached.
 */
struct wbtrace_session *wbtrace_control_session(void)
{
	struct wbtrace_session *session;

	mutex_lock(&control_lock);
	session = live;
	if (session)
		kref_get(&session->refs);
	mutex_unlock(&control_lock);
	return session;
}

/**
 * wbtrace_control_capacities - sizes of the tables
 */
const struct wbtrace_capacities *wbtrace_control_capacities(void)
{
	return &capacities;
}
