// SPDX-License-Identifier: GPL-2.0-or-later
/* Writers: processes that write a file each, and what they say about it. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "clock.h"
#include "taskio.h"
#include "writer.h"

/**
 * struct writer - a writer, inside its process
 * @job: What it does.
 * @board: The shared memory.
 * @state: Its own part of it.
 * @fd: Its file.
 * @buf: What it writes.
 * @deadline_ns: When its time is up, 0: never.
 * @witness: What it asks about itself.
 */
struct writer {
	const struct writer_job *job;
	struct writer_board *board;
	struct writer_state *state;
	int fd;
	uint64_t *buf;
	uint64_t deadline_ns;
	struct witness witness;
};

const char *writer_file(char buf[static WRITER_FILE_LEN], unsigned int id)
{
	snprintf(buf, WRITER_FILE_LEN, "writer-%u", id);
	return buf;
}

const char *writer_call_name(int call)
{
	static const char *const names[] = {
		[CALL_NONE] = "-",
		[CALL_OPEN] = "open",
		[CALL_MEMORY] = "memory",
		[CALL_WRITE] = "pwrite",
		[CALL_FSYNC] = "fsync",
		[CALL_CLOSE] = "close",
	};

	return call >= 0 && (size_t)call < ARRAY_SIZE(names) ? names[call] : "-";
}

static size_t board_size(size_t writers)
{
	return sizeof(struct writer_board) + writers * sizeof(struct writer_state);
}

struct writer_board *writer_board_new(size_t writers)
{
	void *board = mmap(NULL, board_size(writers), PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return board == MAP_FAILED ? NULL : board;
}

void writer_board_free(struct writer_board *board, size_t writers)
{
	if (board)
		munmap(board, board_size(writers));
}

/* Stores with release: whoever sees the call sees the errno and the offset. */
static int failed(struct writer *w, enum writer_call call, int err, uint64_t at)
{
	w->state->failed_errno = err;
	w->state->failed_at = at;
	atomic_store(&w->state->failed_call, call);
	return -err;
}

/* Dies with wbctl, also when that was killed before the prctl(2). */
static void bind_to_parent(const struct writer_job *job)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != job->parent)
		_exit(1);
}

/* Ctrl-C is wbctl's to handle: it tells the writers through the board. */
static void writer_signals(void)
{
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ };
	sigset_t none;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ignored); i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static int writer_open(struct writer *w)
{
	int flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW;
	const struct writer_job *job = w->job;
	char name[WRITER_FILE_LEN];

	if (job->direct && !job->prepare)
		flags |= O_DIRECT;
	if (!job->exists)
		flags |= O_CREAT | O_EXCL;
	w->fd = openat(job->dirfd, writer_file(name, job->id), flags, 0600);
	return w->fd < 0 ? failed(w, CALL_OPEN, errno, 0) : 0;
}

/*
 * No zeros, nothing that compresses well, and no two writers alike, so that
 * neither holes nor deduplication nor compression take the work away.
 */
static int writer_fill(struct writer *w)
{
	uint64_t x = 0x9e3779b97f4a7c15ULL * (w->job->id + 1);
	size_t i, words = (w->job->bs + 7) / 8;
	void *buf;

	if (posix_memalign(&buf, w->job->align, words * 8))
		return failed(w, CALL_MEMORY, ENOMEM, 0);
	w->buf = buf;
	for (i = 0; i < words; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		w->buf[i] = x;
	}
	return 0;
}

static int writer_flush(struct writer *w, uint64_t at)
{
	uint64_t start = now_ns();
	int rc = fsync(w->fd) ? errno : 0;

	w->state->flush_ns += now_ns() - start;
	return rc ? failed(w, CALL_FSYNC, rc, at) : 0;
}

/* One pwrite(2) and what it took; returns its bytes or -errno. */
static ssize_t write_once(struct writer *w, size_t len, uint64_t at)
{
	struct writer_state *s = w->state;
	uint64_t start, end;
	ssize_t n;

	/* A block differs from those before it; the low bit keeps it from 0. */
	w->buf[0] = (at + w->job->id) << 1 | 1;
	start = now_ns();
	n = pwrite(w->fd, w->buf, len, (off_t)at);
	if (n < 0)
		return errno == EINTR ? 0 : failed(w, CALL_WRITE, errno, at);
	end = now_ns();
	hist_add(&s->latency, end - start);
	if (end - s->progress_ns > s->stall_ns)
		s->stall_ns = end - s->progress_ns;
	if (!s->first_ns)
		s->first_ns = end;
	s->progress_ns = end;
	s->written_bytes += (uint64_t)n;
	return n;
}

static bool writer_goes_on(const struct writer *w, uint64_t done)
{
	if (atomic_load_explicit(&w->board->stop, memory_order_relaxed))
		return false;
	if (w->job->size && done >= w->job->size)
		return false;
	return !w->deadline_ns || w->job->prepare || w->state->progress_ns < w->deadline_ns;
}

static int write_all(struct writer *w)
{
	const struct writer_job *job = w->job;
	uint64_t done = 0, at = 0, len;
	ssize_t n;
	int rc;

	while (writer_goes_on(w, done)) {
		if (at >= job->wrap)
			at = 0;
		len = job->bs < job->wrap - at ? job->bs : job->wrap - at;
		n = write_once(w, len, at);
		if (n < 0)
			return (int)n;
		done += (uint64_t)n;
		at += (uint64_t)n;
		if (n && job->fsync == FSYNC_EACH && !job->prepare) {
			rc = writer_flush(w, at);
			if (rc)
				return rc;
		}
	}
	return 0;
}

/* Waits at the barrier; a pipe that ends without `go` means that wbctl died. */
static void writer_wait(const struct writer *w)
{
	char byte = 'r';

	if (write(w->job->ready_fd, &byte, 1) != 1)
		_exit(1);
	while (read(w->job->go_fd, &byte, 1) < 0 && errno == EINTR)
		;
	if (!atomic_load(&w->board->go))
		_exit(1);
}

/* O_DIRECT goes into the same account. */
static void tell_dirtied(struct writer *w, struct fig before)
{
	struct fig bytes = fig_grown(before, taskio_dirtied());

	w->state->dirtied_bytes = bytes.v;
	w->state->dirtied_known = bytes.known && !w->job->direct;
}

static int writer_run(struct writer *w)
{
	struct writer_state *s = w->state;
	int rc;

	witness_begin(&w->witness, &s->before);
	s->progress_ns = now_ns();
	w->deadline_ns = w->job->time_ns ? s->progress_ns + w->job->time_ns : 0;
	s->start_ns = s->progress_ns;
	rc = write_all(w);
	s->write_end_ns = now_ns();
	if (!rc && w->job->fsync == FSYNC_END && !atomic_load(&w->board->stop))
		rc = writer_flush(w, s->written_bytes);
	if (close(w->fd) && !rc)
		rc = failed(w, CALL_CLOSE, errno, s->written_bytes);
	s->end_ns = now_ns();
	witness_end(&w->witness, &s->before, &s->after, s->end_ns);
	return rc;
}

/* Writes the file once and syncs it; nothing of it is measured. */
static int writer_prepare(struct writer *w)
{
	int rc;

	w->state->progress_ns = now_ns();
	rc = write_all(w);
	if (!rc && !atomic_load(&w->board->stop) && fsync(w->fd))
		rc = failed(w, CALL_FSYNC, errno, w->job->size);
	if (close(w->fd) && !rc)
		rc = failed(w, CALL_CLOSE, errno, w->job->size);
	return rc;
}

static int writer_main(const struct writer_job *job, struct writer_board *board)
{
	struct writer w = { .job = job, .board = board, .state = &board->w[job->id] };
	char name[16];
	size_t i;
	struct fig dirtied;
	int rc;

	bind_to_parent(job);
	writer_signals();
	snprintf(name, sizeof(name), "wbctl-w%u", job->id);
	prctl(PR_SET_NAME, name);
	for (i = 0; i < ARRAY_SIZE(job->close_fds); i++)
		if (job->close_fds[i] >= 0)
			close(job->close_fds[i]);
	rc = writer_open(&w);
	if (!rc)
		rc = writer_fill(&w);
	if (rc)
		return rc;
	if (job->prepare)
		return writer_prepare(&w);
	witness_open(&w.witness, job->ask);
	dirtied = taskio_dirtied();
	writer_wait(&w);
	rc = writer_run(&w);
	tell_dirtied(&w, dirtied);
	witness_close(&w.witness);
	return rc;
}

pid_t writer_spawn(const struct writer_job *job, struct writer_board *board)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid)
		_exit(writer_main(job, board) ? 1 : 0);
	return pid;
}
