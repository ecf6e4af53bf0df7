/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A client of the wbtrace family on libmnl, apart from the one in wbctl, so
 * that the tests do not trust the code that the ABI was written with.
 */
#ifndef SELFTESTS_CLIENT_H
#define SELFTESTS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/types.h>
#include <linux/wbtrace.h>
#include <sys/types.h>

#define CLIENT_BUF	65536
#define ROW_ATTRS	64
#define WORKS		16
#define PROBES		96
#define TABLES		16

/* One socket. Functions return 0 or a negative errno. */
struct client {
	struct mnl_socket *nl;
	unsigned int seq;
	__u16 family;
	__u32 group;
	/* Of the last answer: the kernel's text, and whether it was cut. */
	char extack[256];
	bool interrupted;
	char buf[CLIENT_BUF];
};

struct query {
	__u32 dev;
	__u64 ino;
	__u32 pid;
	__u32 tgid;
	__u64 cgroup;
	const char *bdi;
	__u32 top;
	__u32 by;
	bool count_pages;
	bool paths;
	bool watched;
};

struct work {
	char reason[32];
	__u64 count;
	__u64 bytes;
	__u64 time_ns;
};

#define PARTS		8
#define IO_KINDS	(WBTRACE_WRITE_KIND_OTHER + 1)
#define DIRTIERS	4
#define FRAMES		32

/* A nest that comes several times, and is numbers only. */
struct part {
	__u64 have;
	__u64 v[ROW_ATTRS];
};

/* Writes of one kind to a device. */
struct io {
	__u64 have;
	__u64 count;
	__u64 bytes;
	__u64 queue_ns;
	__u64 service_ns;
};

struct dirtier {
	__u32 pid;
	__u64 start_ns;
	__u64 bytes;
};

/* A row of any table: numbers by attribute, with a bit for each that came. */
struct row {
	__u64 have;
	__u64 v[ROW_ATTRS];
	char name[64];	/* comm, bdi, or name of a probe or table */
	char fs[32];
	char path[256];
	char gives[128];
	__u64 throttle_have;
	__u64 throttle[ROW_ATTRS];
	__u64 slept_hist_count;
	__u64 dirtied_hist_count;
	__u64 by_limit_count;
	__u64 by_limit_slept_ns;
	__u64 limit_have;
	__u64 limit[ROW_ATTRS];
	struct work work[WORKS];
	unsigned int works;
	__u64 ledger_have;
	__u64 ledger[ROW_ATTRS];
	__u64 alloc_have;
	__u64 alloc[ROW_ATTRS];
	/* Parts of a ledger, or neighbours. */
	struct part part[PARTS];
	unsigned int parts;
	struct io io[IO_KINDS];
	struct dirtier dirtier[DIRTIERS];
	unsigned int dirtiers;
	char frame[FRAMES][96];
	unsigned int frames;
};

struct rows {
	struct row *row;
	size_t n;
	size_t room;
};

struct info {
	struct row head;
	struct row probe[PROBES];
	unsigned int probes;
	struct row table[TABLES];
	unsigned int tables;
};

struct config {
	__u64 have;
	__u32 v[ROW_ATTRS];
};

/* One event; numbers by attribute of the set record. */
struct record {
	__u64 have;
	__u64 v[ROW_ATTRS];
	__u64 limit_have;
	char comm[32];
	char bdi[64];
	char reason[32];
};

/*
 * The last attribute that came and that this client does not know. A client
 * has to live with those; the tests want to hear of them.
 */
extern int client_unknown_attr;

typedef int (*record_fn)(const struct record *record, void *data);
typedef int (*message_fn)(const struct nlmsghdr *nlh, void *data);

int client_open(struct client *c);
void client_close(struct client *c);
int client_join(struct client *c);

struct nlmsghdr *client_request(struct client *c, void *buf, __u8 cmd);
int client_talk(struct client *c, struct nlmsghdr *nlh, message_fn fn,
		void *data);
int client_send(struct client *c, struct nlmsghdr *nlh);
int client_parse_row(const struct nlmsghdr *nlh, struct row *row);

int client_info(struct client *c, struct info *info);
int client_config(struct client *c, int attach, int events,
		  struct config *config);
int client_watch(struct client *c, pid_t pid, struct config *config);
int client_reset(struct client *c, __u32 tables);
int client_get(struct client *c, __u8 cmd, const struct query *q,
	       struct row *row);
int client_dump_once(struct client *c, __u8 cmd, const struct query *q,
		     struct rows *rows);
int client_dump(struct client *c, __u8 cmd, const struct query *q,
		struct rows *rows);
int client_events(struct client *c, int flags, record_fn fn, void *data);

void client_put_query(struct nlmsghdr *nlh, __u8 cmd,
		      const struct query *q);
void rows_free(struct rows *rows);
__u64 rows_sum(const struct rows *rows, unsigned int attr);
__u64 rows_sum_part(const struct rows *rows, unsigned int kind);
__u64 rows_sum_io(const struct rows *rows, unsigned int kind);
__u64 rows_sum_throttle(const struct rows *rows, unsigned int attr);
const struct row *rows_find(const struct rows *rows, unsigned int attr,
			    __u64 value);
const struct row *info_probe(const struct info *info, const char *name,
			     int kind);
const struct row *info_table(const struct info *info, const char *name);

/* The part whose attribute @attr is @value, or NULL. */
static inline const struct part *row_part(const struct row *row, unsigned int attr, __u64 value)
{
	unsigned int i;

	for (i = 0; i < row->parts; i++)
		if (row->part[i].v[attr] == value)
			return &row->part[i];
	return NULL;
}

static inline bool row_has(const struct row *row, unsigned int attr)
{
	return row->have & 1ULL << attr;
}

static inline bool row_has_throttle(const struct row *row, unsigned int attr)
{
	return row->throttle_have & 1ULL << attr;
}

#endif
