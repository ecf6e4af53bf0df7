// SPDX-License-Identifier: GPL-2.0-or-later
/* What the steps of all shapes are made of: calls that count, and are timed. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "clock.h"
#include "shape.h"

/* Stores with release: whoever sees the call sees the errno and the offset. */
int writer_failed(struct writer *w, enum writer_call call, int err, uint64_t at)
{
	w->state->failed_errno = err;
	w->state->failed_at = at;
	atomic_store(&w->state->failed_call, call);
	return -err;
}

/* xorshift64*: the next one from the one before. */
uint64_t writer_random(struct writer *w)
{
	w->random ^= w->random << 13;
	w->random ^= w->random >> 7;
	w->random ^= w->random << 17;
	return w->random * 0x2545f4914f6cdd1dULL;
}

uint64_t writer_random_block(struct writer *w, uint64_t *len)
{
	uint64_t bs = w->job->bs, wrap = w->job->wrap, at;

	at = writer_random(w) % ((wrap + bs - 1) / bs) * bs;
	*len = bs < wrap - at ? bs : wrap - at;
	return at;
}

void op_begin(struct writer *w)
{
	w->op_ns = now_ns();
}

void op_end(struct writer *w)
{
	struct writer_state *s = w->state;
	uint64_t end = now_ns(), took = end - w->op_ns;

	hist_add(&s->latency, took);
	s->latency_sum_ns += took;
	s->over_2s_count += took > 2 * NSEC_PER_SEC;
	s->over_10s_count += took > 10 * NSEC_PER_SEC;
	if (end - s->progress_ns > s->stall_ns) {
		s->stall_ns = end - s->progress_ns;
		s->stall_from_ns = s->progress_ns;
	}
	s->progress_ns = end;
}

int io_open(struct writer *w, int dirfd, const char *name, int flags)
{
	int fd = openat(dirfd, name, flags | O_CLOEXEC | O_NOFOLLOW, 0600);

	return fd < 0 ? writer_failed(w, CALL_OPEN, errno, 0) : fd;
}

ssize_t io_write(struct writer *w, int fd, uint64_t len, uint64_t at)
{
	struct writer_state *s = w->state;
	ssize_t n;

	/* A block differs from those before it; the low bit keeps it from 0. */
	w->buf[0] = (at + w->job->id) << 1 | 1;
	n = pwrite(fd, w->buf, len, (off_t)at);
	if (n < 0)
		return errno == EINTR ? 0 : writer_failed(w, CALL_WRITE, errno, at);
	if (!s->first_ns)
		s->first_ns = now_ns();
	s->written_bytes += (uint64_t)n;
	return n;
}

ssize_t io_read(struct writer *w, int fd, uint64_t len, uint64_t at)
{
	ssize_t n = pread(fd, w->buf, len, (off_t)at);

	if (n < 0)
		return errno == EINTR ? 0 : writer_failed(w, CALL_READ, errno, at);
	/* Somebody has cut the file: to go on would never end. */
	if (!n)
		return writer_failed(w, CALL_READ, ENODATA, at);
	w->state->read_bytes += (uint64_t)n;
	return n;
}

int io_flush(struct writer *w, int fd, uint64_t at)
{
	struct writer_state *s = w->state;
	uint64_t start = now_ns(), took;
	int rc;

	/* Said before the call: one that never ends is seen by it. */
	s->fsync_from_ns = start;
	s->fsync_count++;
	rc = fsync(fd) ? errno : 0;
	took = now_ns() - start;
	s->fsync_from_ns = 0;
	s->flush_ns += took;
	if (took > s->fsync_max_ns)
		s->fsync_max_ns = took;
	return rc ? writer_failed(w, CALL_FSYNC, rc, at) : 0;
}

int io_close(struct writer *w, int fd)
{
	return close(fd) ? writer_failed(w, CALL_CLOSE, errno, w->state->written_bytes) : 0;
}
