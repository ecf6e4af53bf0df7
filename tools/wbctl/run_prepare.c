// SPDX-License-Identifier: GPL-2.0-or-later
/* What a run needs before it can fork: directories, sizes, space, sources. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "leftover.h"
#include "revert.h"
#include "run.h"

#define DEFAULT_TIME_NS (60 * NSEC_PER_SEC)
#define DEFAULT_LEAST_BYTES (64ULL << 20)

static int open_targets(struct run *r)
{
	const char *fallback = getenv("WBCTL_DIR"), *from = "--dir";
	size_t i;
	int rc;

	if (!r->o.dirs.count) {
		from = fallback && *fallback ? "WBCTL_DIR" : "directory";
		r->o.dirs.word[r->o.dirs.count++] = fallback && *fallback ? fallback : ".";
	}
	r->targets = calloc(r->o.dirs.count, sizeof(*r->targets));
	if (!r->targets)
		return refuse(WBCTL_FAILED, "no memory");
	for (i = 0; i < r->o.dirs.count; i++) {
		r->target_count = i + 1;
		rc = target_open(&r->targets[i], r->o.dirs.word[i], from);
		if (rc)
			return rc;
		devices_add(&r->devs, &r->targets[i].mount);
		chain_read(&r->targets[i].chain, CHAIN_SYSFS, &r->targets[i].mount);
	}
	return WBCTL_OK;
}

/* Where a writer writes: they take turns, where the shape does not say more. */
static size_t target_of(const struct run *r, size_t i)
{
	size_t others = r->target_count - 1;

	if (!others || (r->shape != &shape_copy && r->shape != &shape_oltp))
		return i % r->target_count;
	if (r->shape == &shape_copy)
		return 1 + i % others;
	return i ? 1 + (i - 1) % others : 0;
}

/* Files of one writer's size that come into the file system of a target. */
static uint64_t writers_on(const struct run *r, uint32_t dev)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < r->writers; i++) {
		n += r->targets[target_of(r, i)].mount.dev == dev;
		n += r->shape == &shape_copy && r->targets[0].mount.dev == dev;
	}
	return n;
}

/* The largest size for each writer that takes half of the free space. */
static uint64_t half_of_free(const struct run *r)
{
	uint64_t least = INT64_MAX / 2, n, share;
	size_t i;

	for (i = 0; i < r->target_count; i++) {
		n = writers_on(r, r->targets[i].mount.dev);
		share = n ? r->targets[i].free_bytes.v / 2 / n : least;
		if (share < least)
			least = share;
	}
	return least;
}

static uint64_t round_down(uint64_t v, uint64_t to)
{
	return v - v % to;
}

/* Enough to pass the dirty threshold clearly; see --help. */
static uint64_t default_size(const struct run *r)
{
	uint64_t total = r->writers * DEFAULT_LEAST_BYTES, limit = r->sys.dirty_limit_bytes.v * 2;
	uint64_t each, half = half_of_free(r);

	if (total < limit)
		total = limit;
	each = total / r->writers;
	return round_down(each < half ? each : half, r->o.bs.v);
}

/* So many files of one size; without a number or a time, so many as fs_mark makes. */
static void choose_files(struct run *r)
{
	const struct run_opts *o = &r->o;
	uint64_t most, n = o->files.known ? o->files.v : FILES_DEFAULT;

	r->wrap = o->size.known ? o->size.v : FILES_FILE_BYTES;
	most = half_of_free(r) / r->wrap;
	if (o->time.known && !o->files.known)
		n = most;
	if (__builtin_mul_overflow(n, r->wrap, &r->size))
		r->size = INT64_MAX / 2;
	r->space = r->size;
}

/* How much is done, and in files of which length; 0 for what is not to be had. */
static void choose_bytes(struct run *r)
{
	const struct run_opts *o = &r->o;
	bool by_time = o->time.known && !o->size.known;

	if (r->shape == &shape_files) {
		choose_files(r);
		return;
	}
	if (r->shape == &shape_mixed) {
		r->wrap = MIXED_FILE_BYTES;
		r->space = MIXED_FILES * MIXED_FILE_BYTES;
		r->size = by_time ? 0 : o->size.known ? o->size.v : default_size(r);
		return;
	}
	if (o->file_size.known || o->size.known)
		r->wrap = o->file_size.known ? o->file_size.v : o->size.v;
	else if (by_time && !r->shape->prepared)
		r->wrap = round_down(half_of_free(r), o->bs.v);
	else
		r->wrap = default_size(r);
	r->size = by_time ? 0 : o->size.known ? o->size.v : r->wrap;
	r->space = r->wrap;
}

static int choose_size(struct run *r)
{
	const struct run_opts *o = &r->o;

	choose_bytes(r);
	r->chosen = !o->size.known;
	r->time_ns = o->time.known ? o->time.v : o->size.known ? 0 : DEFAULT_TIME_NS;
	if (!r->wrap || (!r->size && !r->time_ns))
		return refuse(WBCTL_FAILED,
			      "%s %s: half of the free space is less than one write for each writer",
			      r->targets[0].from, r->targets[0].dir);
	return WBCTL_OK;
}

static int check_space(const struct run *r)
{
	char need[FORMAT_LEN], have[FORMAT_LEN], each[FORMAT_LEN];
	const struct target *t;
	uint64_t n, bytes;
	size_t i;

	for (i = 0; i < r->target_count; i++) {
		t = &r->targets[i];
		n = writers_on(r, t->mount.dev);
		if (!__builtin_mul_overflow(n, r->space, &bytes) && bytes <= t->free_bytes.v)
			continue;
		return refuse(WBCTL_FAILED,
			      "%s %s: %llu writer%s x %s need %s, but only %s are free there",
			      t->from, t->dir, (unsigned long long)n, n == 1 ? "" : "s",
			      format_fig(each, UNIT_BYTES, fig_of(r->space)),
			      format_fig(need, UNIT_BYTES, fig_of(n * r->space)),
			      format_fig(have, UNIT_BYTES, t->free_bytes));
	}
	return WBCTL_OK;
}

static int check_direct(const struct run *r, const struct target *t)
{
	uint64_t align = t->direct_align.known ? t->direct_align.v : 512;

	if (!r->o.direct)
		return WBCTL_OK;
	if (!align)
		return refuse(WBCTL_USAGE, "--direct: %s in %s does not support O_DIRECT",
			      t->mount.fs_type, t->dir);
	if (r->o.bs.v % align)
		return refuse(WBCTL_USAGE, "--bs with --direct must be a multiple of %llu in %s",
			      (unsigned long long)align, t->dir);
	if (r->wrap % align)
		return refuse(WBCTL_USAGE, "--size with --direct must be a multiple of %llu in %s",
			      (unsigned long long)align, t->dir);
	return WBCTL_OK;
}

static int make_targets(struct run *r)
{
	size_t i;
	int rc;

	for (i = 0; i < r->target_count; i++) {
		rc = target_make(&r->targets[i]);
		if (rc)
			return rc;
		target_read_direct(&r->targets[i]);
		rc = check_direct(r, &r->targets[i]);
		if (rc)
			return rc;
	}
	return WBCTL_OK;
}

/* A program that works in a directory of wbctl's own may leave anything there. */
static int make_place(struct run *r)
{
	int rc = r->program ? program_open(r) : WBCTL_OK;
	const struct target *t = &r->targets[0];

	if (!rc && (!r->program || r->place == PLACE_OWN))
		rc = make_targets(r);
	if (!rc && r->place == PLACE_OWN && mkdirat(t->own_fd, LEFTOVER_PROGRAM, 0700))
		rc = refuse(WBCTL_FAILED, "%s %s: cannot make a directory in it: %s", t->from,
			    t->dir, strerror(errno));
	return rc;
}

/* What a run needs before it can fork, program or writers. */
static int prepare_job(struct run *r)
{
	int rc;

	if (r->program) {
		r->time_ns = r->o.time.v;
		return WBCTL_OK;
	}
	rc = choose_size(r);
	return rc ? rc : check_space(r);
}

int run_prepare(struct run *r)
{
	int rc;

	/* Limits that a killed sweep has left would be measured as the machine's own. */
	revert_stale();
	rc = open_targets(r);
	sysinfo_read(&r->sys);
	if (!rc)
		rc = prepare_job(r);
	if (rc)
		return rc;
	r->board = writer_board_new(r->writers);
	r->procs = calloc(r->writers, sizeof(*r->procs));
	if (!r->board || !r->procs)
		return refuse(WBCTL_FAILED, "no memory for %zu writers", r->writers);
	for (size_t i = 0; i < r->writers; i++)
		r->procs[i].target = target_of(r, i);
	/* Signals wait before there is anything to clean up after them. */
	rc = run_open_fds(r);
	if (!rc)
		rc = make_place(r);
	/* Last: what is refused is refused before anything is attached. */
	if (!rc)
		rc = source_attach(r);
	return rc;
}
