// SPDX-License-Identifier: GPL-2.0-or-later
/* The shapes of many files for each writer: fs_mark's, and a mix like dbench's. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shape.h"

#define NAME_LEN 32

static const char *file_name(char name[static NAME_LEN], uint64_t number)
{
	snprintf(name, NAME_LEN, "f%llu", (unsigned long long)number);
	return name;
}

int directory_open(struct writer *w)
{
	char name[WRITER_FILE_LEN];

	writer_directory(name, w->job->id);
	if (mkdirat(w->job->dirfd, name, 0700))
		return writer_failed(w, CALL_MKDIR, errno, 0);
	w->fd = io_open(w, w->job->dirfd, name, O_RDONLY | O_DIRECTORY);
	return w->fd < 0 ? w->fd : 0;
}

int directory_end(struct writer *w)
{
	return io_close(w, w->fd);
}

static int write_file(struct writer *w, int fd)
{
	const struct writer_job *job = w->job;
	uint64_t at = 0, len;
	ssize_t n;
	int rc;

	while (at < job->wrap) {
		len = job->bs < job->wrap - at ? job->bs : job->wrap - at;
		n = io_write(w, fd, len, at);
		if (n < 0)
			return (int)n;
		at += (uint64_t)n;
		rc = n && job->fsync == FSYNC_EACH ? io_flush(w, fd, at) : 0;
		if (rc)
			return rc;
	}
	return job->fsync == FSYNC_END ? io_flush(w, fd, at) : 0;
}

/* The operation is a file: created, written, flushed, closed. */
static int step_files(struct writer *w)
{
	struct writer_state *s = w->state;
	int flags = O_WRONLY | O_CREAT | O_EXCL, fd, rc, closed;
	char name[NAME_LEN];

	op_begin(w);
	fd = io_open(w, w->fd, file_name(name, s->file_count),
		     w->job->direct ? flags | O_DIRECT : flags);
	if (fd < 0)
		return fd;
	rc = write_file(w, fd);
	closed = io_close(w, fd);
	if (rc || closed)
		return rc ? rc : closed;
	op_end(w);
	s->file_count++;
	w->done += w->job->wrap;
	return 0;
}

/*
 * What is done to one of the files, and how often. These are the proportions of
 * dbench's own load file: its NTCreateX, ReadX, WriteX, Qpathinfo, Unlink, Flush
 * and Rename. Its other calls do nothing to files.
 */
enum mixed_op {
	MIXED_CREATE = 0,
	MIXED_READ,
	MIXED_WRITE,
	MIXED_STAT,
	MIXED_UNLINK,
	MIXED_FLUSH,
	MIXED_RENAME,
	MIXED_OPS,
};

static const unsigned int mixed_shares[MIXED_OPS] = {
	[MIXED_CREATE] = 24, [MIXED_READ] = 37, [MIXED_WRITE] = 12, [MIXED_STAT] = 21,
	[MIXED_UNLINK] = 5, [MIXED_FLUSH] = 2, [MIXED_RENAME] = 1,
};

static enum mixed_op pick_op(struct writer *w)
{
	unsigned int all = 0, at, i;

	for (i = 0; i < MIXED_OPS; i++)
		all += mixed_shares[i];
	at = (unsigned int)(writer_random(w) % all);
	for (i = 0; at >= mixed_shares[i]; i++)
		at -= mixed_shares[i];
	return (enum mixed_op)i;
}

static int mixed_open(struct writer *w, size_t i)
{
	int flags = w->there[i] ? O_RDWR : O_RDWR | O_CREAT | O_EXCL;
	char name[NAME_LEN];
	int fd = io_open(w, w->fd, file_name(name, i), flags);

	if (fd >= 0 && !w->there[i]) {
		w->there[i] = true;
		w->length[i] = 0;
		w->state->file_count++;
	}
	return fd;
}

/* Up to one block, from somewhere in the file or from its end. */
static int mixed_write(struct writer *w, int fd, size_t i)
{
	uint64_t at = writer_random(w) % (w->length[i] + 1);
	uint64_t len = 1 + writer_random(w) % w->job->bs;
	ssize_t n;

	if (at >= w->job->wrap)
		at = 0;
	if (len > w->job->wrap - at)
		len = w->job->wrap - at;
	n = io_write(w, fd, len, at);
	if (n < 0)
		return (int)n;
	if (at + (uint64_t)n > w->length[i])
		w->length[i] = at + (uint64_t)n;
	w->done += (uint64_t)n;
	return 0;
}

static int mixed_read(struct writer *w, int fd, size_t i)
{
	uint64_t at, len = 1 + writer_random(w) % w->job->bs;
	ssize_t n;

	if (!w->length[i])
		return 0;
	at = writer_random(w) % w->length[i];
	n = io_read(w, fd, len < w->length[i] - at ? len : w->length[i] - at, at);
	if (n < 0)
		return (int)n;
	w->done += (uint64_t)n;
	return 0;
}

static int mixed_on_file(struct writer *w, enum mixed_op op, size_t i)
{
	int fd = mixed_open(w, i), rc = 0, closed;

	if (fd < 0)
		return fd;
	if (op == MIXED_READ)
		rc = mixed_read(w, fd, i);
	else if (op == MIXED_WRITE)
		rc = mixed_write(w, fd, i);
	else if (op == MIXED_FLUSH && w->job->fsync != FSYNC_NONE)
		rc = io_flush(w, fd, 0);
	closed = io_close(w, fd);
	return rc ? rc : closed;
}

static int mixed_unlink(struct writer *w, size_t i)
{
	char name[NAME_LEN];

	if (unlinkat(w->fd, file_name(name, i), 0))
		return writer_failed(w, CALL_UNLINK, errno, 0);
	w->there[i] = false;
	return 0;
}

/* Under a name that may be another file's, which is then gone. */
static int mixed_rename(struct writer *w, size_t i)
{
	size_t to = (i + 1 + writer_random(w) % (MIXED_FILES - 1)) % MIXED_FILES;
	char from[NAME_LEN], name[NAME_LEN];

	if (renameat(w->fd, file_name(from, i), w->fd, file_name(name, to)))
		return writer_failed(w, CALL_RENAME, errno, 0);
	w->there[i] = false;
	w->there[to] = true;
	w->length[to] = w->length[i];
	return 0;
}

static int mixed_stat(struct writer *w, size_t i)
{
	char name[NAME_LEN];
	struct stat st;

	if (fstatat(w->fd, file_name(name, i), &st, AT_SYMLINK_NOFOLLOW))
		return writer_failed(w, CALL_STAT, errno, 0);
	return 0;
}

/* What needs a file that is not there makes it instead. */
static int step_mixed(struct writer *w)
{
	enum mixed_op op = pick_op(w);
	size_t i = writer_random(w) % MIXED_FILES;
	int rc;

	op_begin(w);
	if (op == MIXED_UNLINK && w->there[i])
		rc = mixed_unlink(w, i);
	else if (op == MIXED_RENAME && w->there[i])
		rc = mixed_rename(w, i);
	else if (op == MIXED_STAT && w->there[i])
		rc = mixed_stat(w, i);
	else
		rc = mixed_on_file(w, op, i);
	if (!rc)
		op_end(w);
	return rc;
}

const struct shape shape_files = {
	.name = "files", .verb = "writing", .bs = 64 << 10, .many = true, .writes = true,
	.what =
		"Each creates --files files of --size bytes in a directory of its own: create, write, flush as --fsync says (end: before each close), close.",
	.open = directory_open, .step = step_files, .end = directory_end,
};

const struct shape shape_mixed = {
	.name = "mixed", .verb = "working", .moves = MOVES_BOTH, .bs = 64 << 10, .many = true,
	.writes = true,
	.what =
		"Each creates, reads, writes, looks up, removes, flushes and renames 16 files of its own, in the proportions of dbench, until --size bytes are read and written.",
	.open = directory_open, .step = step_mixed, .end = directory_end,
};
