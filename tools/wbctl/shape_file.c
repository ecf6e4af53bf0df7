// SPDX-License-Identifier: GPL-2.0-or-later
/* The shapes of one file for each writer: sequential, random, copied. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "shape.h"

int file_open(struct writer *w)
{
	const struct writer_job *job = w->job;
	int flags = w->shape->flags;
	char name[WRITER_FILE_LEN];

	if (job->direct && !job->prepare)
		flags |= O_DIRECT;
	if (!job->exists)
		flags |= O_CREAT | O_EXCL;
	w->fd = io_open(w, job->dirfd, writer_file(name, job->id), flags);
	return w->fd < 0 ? w->fd : 0;
}

/* Blocks of a file that lie beyond its end; xfs cuts them off when it is closed. */
static void look_beyond_end(struct writer *w)
{
	uint64_t bytes, size;
	struct stat st;

	if (fstat(w->fd, &st))
		return;
	bytes = (uint64_t)st.st_blocks * 512;
	size = (uint64_t)st.st_size;
	w->state->beyond_end_bytes = bytes > size ? bytes - size : 0;
	w->state->beyond_end_known = true;
}

int file_end(struct writer *w)
{
	const struct writer_job *job = w->job;
	int rc = 0, closed;

	if (w->shape->writes && job->fsync == FSYNC_END && !w->state->failed_call &&
	    !atomic_load(&w->board->stop))
		rc = io_flush(w, w->fd, w->at);
	look_beyond_end(w);
	closed = io_close(w, w->fd);
	return rc ? rc : closed;
}

/* The block that comes next; at the end of the file it is the first again. */
static uint64_t next_block(struct writer *w)
{
	const struct writer_job *job = w->job;

	if (w->at >= job->wrap)
		w->at = 0;
	return job->bs < job->wrap - w->at ? job->bs : job->wrap - w->at;
}

static int flush_each(struct writer *w, uint64_t at)
{
	return w->job->fsync == FSYNC_EACH ? io_flush(w, w->fd, at) : 0;
}

/* A call of no bytes was interrupted, and is no operation. */
static ssize_t write_at(struct writer *w, uint64_t len, uint64_t at)
{
	ssize_t n;

	op_begin(w);
	n = io_write(w, w->fd, len, at);
	if (n <= 0)
		return n;
	op_end(w);
	w->done += (uint64_t)n;
	return n;
}

static int step_write(struct writer *w)
{
	const uint64_t len = next_block(w);
	ssize_t n = write_at(w, len, w->at);

	if (n <= 0)
		return (int)n;
	w->at += (uint64_t)n;
	return flush_each(w, w->at);
}

static ssize_t read_at(struct writer *w, uint64_t len, uint64_t at)
{
	ssize_t n;

	op_begin(w);
	n = io_read(w, w->fd, len, at);
	if (n <= 0)
		return n;
	op_end(w);
	w->done += (uint64_t)n;
	return n;
}

static int step_read(struct writer *w)
{
	const uint64_t len = next_block(w);
	ssize_t n = read_at(w, len, w->at);

	if (n > 0)
		w->at += (uint64_t)n;
	return n < 0 ? (int)n : 0;
}

static int step_random_write(struct writer *w)
{
	uint64_t len, at = writer_random_block(w, &len);
	ssize_t n = write_at(w, len, at);

	return n <= 0 ? (int)n : flush_each(w, at);
}

static int step_random_read(struct writer *w)
{
	uint64_t len, at = writer_random_block(w, &len);
	ssize_t n = read_at(w, len, at);

	return n < 0 ? (int)n : 0;
}

static int open_copy(struct writer *w)
{
	char name[WRITER_FILE_LEN];

	w->from_fd = io_open(w, w->job->from_dirfd, writer_file(name, w->job->id), O_RDONLY);
	return w->from_fd < 0 ? w->from_fd : file_open(w);
}

/* The operation is a block read and written. */
static int step_copy(struct writer *w)
{
	uint64_t len = next_block(w);
	ssize_t n, got;

	op_begin(w);
	got = io_read(w, w->from_fd, len, w->at);
	if (got <= 0)
		return (int)got;
	n = io_write(w, w->fd, (uint64_t)got, w->at);
	if (n <= 0)
		return (int)n;
	op_end(w);
	w->done += (uint64_t)n;
	w->at += (uint64_t)n;
	return flush_each(w, w->at);
}

static int end_copy(struct writer *w)
{
	int rc = file_end(w), closed = io_close(w, w->from_fd);

	return rc ? rc : closed;
}

/*
 * One writer appends to a log and flushes each write, the others read and
 * write blocks of their data, half and half.
 */
static int step_oltp(struct writer *w)
{
	uint64_t len;
	ssize_t n;
	int rc;

	if (w->job->id)
		return writer_random(w) >> 63 ? step_random_write(w) : step_random_read(w);
	len = next_block(w);
	op_begin(w);
	n = io_write(w, w->fd, len, w->at);
	if (n <= 0)
		return (int)n;
	w->at += (uint64_t)n;
	rc = w->job->fsync == FSYNC_NONE ? 0 : io_flush(w, w->fd, w->at);
	op_end(w);
	w->done += (uint64_t)n;
	return rc;
}

const struct shape shape_write = {
	.name = "write", .verb = "writing", .bs = 64 << 10, .flags = O_WRONLY, .writes = true,
	.what =
		"Each writer writes its file from the start to the end (default).",
	.open = file_open, .step = step_write, .end = file_end,
};

const struct shape shape_grow = {
	.name = "grow", .verb = "growing", .bs = 16 << 10, .flags = O_WRONLY,
	.writes = true,
	.what =
		"Each file grows by small appends, all of them side by side, with --rate slowly: the block allocator's case.",
	.open = file_open, .step = step_write, .end = file_end,
};

const struct shape shape_read = {
	.name = "read", .verb = "reading", .moves = MOVES_READ, .bs = 64 << 10,
	.flags = O_RDONLY, .prepared = true, .cold = true,
	.what =
		"Each reads a file that was written, synced and dropped from the page cache before the clock.",
	.open = file_open, .step = step_read, .end = file_end,
};

const struct shape shape_random_write = {
	.name = "random-write", .verb = "writing", .bs = 4 << 10, .flags = O_WRONLY,
	.prepared = true, .writes = true,
	.what =
		"Each writes blocks anywhere in a file that was written and synced before.",
	.open = file_open, .step = step_random_write, .end = file_end,
};

const struct shape shape_random_read = {
	.name = "random-read", .verb = "reading", .moves = MOVES_READ, .bs = 4 << 10,
	.flags = O_RDONLY, .prepared = true, .cold = true,
	.what =
		"Each reads blocks anywhere in such a file, which is not in the page cache.",
	.open = file_open, .step = step_random_read, .end = file_end,
};

const struct shape shape_copy = {
	.name = "copy", .verb = "copying", .bs = 64 << 10, .flags = O_WRONLY,
	.prepared = true, .cold = true, .writes = true,
	.what =
		"Each copies a file that lies in the first --dir, not in the page cache, into one of the others.",
	.open = open_copy, .step = step_copy, .end = end_copy,
};

const struct shape shape_oltp = {
	.name = "oltp", .verb = "working", .moves = MOVES_BOTH, .bs = 8 << 10, .flags = O_RDWR,
	.prepared = true, .cold = true, .writes = true,
	.what =
		"A database: writer 0 writes a log, in the first --dir, and flushes each write; the others read and write blocks anywhere in files of the other --dirs, half and half.",
	.open = file_open, .step = step_oltp, .end = file_end,
};
