// SPDX-License-Identifier: GPL-2.0-or-later
/* Writers: processes that do what their shape says, and what they say about it. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "shape.h"
#include "taskio.h"

/* Each writer's pattern and its random numbers begin with a multiple of it. */
#define SEED 0x9e3779b97f4a7c15ULL
#define NAP_NS (NSEC_PER_SEC / 20)

const char *writer_file(char buf[static WRITER_FILE_LEN], unsigned int id)
{
	snprintf(buf, WRITER_FILE_LEN, "writer-%u", id);
	return buf;
}

const char *writer_directory(char buf[static WRITER_FILE_LEN], unsigned int id)
{
	snprintf(buf, WRITER_FILE_LEN, "writer-%u.d", id);
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
		[CALL_READ] = "pread",
		[CALL_MKDIR] = "mkdir",
		[CALL_UNLINK] = "unlink",
		[CALL_RENAME] = "rename",
		[CALL_STAT] = "stat",
		[CALL_FADVISE] = "fadvise",
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

/*
 * No zeros, nothing that compresses well, and no two writers alike, so that
 * neither holes nor deduplication nor compression take the work away.
 */
static int writer_fill(struct writer *w)
{
	uint64_t x = w->random;
	size_t i, words = (w->job->bs + 7) / 8;
	void *buf;

	if (posix_memalign(&buf, w->job->align, words * 8))
		return writer_failed(w, CALL_MEMORY, ENOMEM, 0);
	w->buf = buf;
	for (i = 0; i < words; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		w->buf[i] = x;
	}
	return 0;
}

static bool writer_goes_on(const struct writer *w)
{
	if (atomic_load_explicit(&w->board->stop, memory_order_relaxed))
		return false;
	if (w->job->size && w->done >= w->job->size)
		return false;
	return !w->deadline_ns || w->job->prepare || w->state->progress_ns < w->deadline_ns;
}

/*
 * Waits until the next operation is due at --rate. A stop must not wait for it,
 * and the wait is no stall.
 */
static void writer_pace(struct writer *w)
{
	const struct writer_job *job = w->job;
	struct timespec nap = {};
	uint64_t due, now;

	if (!job->rate || job->prepare)
		return;
	due = w->state->start_ns +
	      (uint64_t)((double)w->done * (double)NSEC_PER_SEC / (double)job->rate);
	for (now = now_ns(); now < due; now = now_ns()) {
		w->state->progress_ns = now;
		if (!writer_goes_on(w))
			return;
		nap.tv_nsec = (long)(due - now < NAP_NS ? due - now : NAP_NS);
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
	}
	w->state->progress_ns = now;
}

static int writer_work(struct writer *w)
{
	int rc = 0;

	while (!rc && writer_goes_on(w)) {
		writer_pace(w);
		if (writer_goes_on(w))
			rc = w->shape->step(w);
	}
	return rc;
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

static uint64_t timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NSEC_PER_SEC + (uint64_t)t.tv_usec * 1000;
}

/* The process does nothing but this: its account is that of the clock. */
static void tell_cpu(struct writer_state *s, const struct rusage *before)
{
	struct rusage now;

	if (getrusage(RUSAGE_SELF, &now))
		return;
	s->cpu_user_ns = timeval_ns(now.ru_utime) - timeval_ns(before->ru_utime);
	s->cpu_system_ns = timeval_ns(now.ru_stime) - timeval_ns(before->ru_stime);
}

static int writer_run(struct writer *w)
{
	struct writer_state *s = w->state;
	struct rusage usage = {};
	int rc, ended;

	getrusage(RUSAGE_SELF, &usage);
	s->progress_ns = witness_begin(&w->witness, &s->before);
	w->deadline_ns = w->job->time_ns ? s->progress_ns + w->job->time_ns : 0;
	s->start_ns = s->progress_ns;
	rc = writer_work(w);
	s->write_end_ns = now_ns();
	ended = w->shape->end(w);
	s->end_ns = witness_end(&w->witness, &s->before, &s->after);
	tell_cpu(s, &usage);
	return rc ? rc : ended;
}

/* What is not in memory is read from the device. */
static int drop_pages(struct writer *w)
{
	int rc = posix_fadvise(w->fd, 0, 0, POSIX_FADV_DONTNEED);

	return rc ? writer_failed(w, CALL_FADVISE, rc, 0) : 0;
}

/* Writes the file once and syncs it; nothing of it is measured. */
static int writer_prepare(struct writer *w)
{
	int rc, closed;

	w->state->progress_ns = now_ns();
	rc = writer_work(w);
	if (!rc && !atomic_load(&w->board->stop))
		rc = io_flush(w, w->fd, w->job->size);
	if (!rc && w->job->drop)
		rc = drop_pages(w);
	closed = io_close(w, w->fd);
	return rc ? rc : closed;
}

static int writer_main(const struct writer_job *job, struct writer_board *board)
{
	struct writer w = {
		.job = job, .board = board, .state = &board->w[job->id], .shape = job->shape,
		.from_fd = -1, .random = SEED * (job->id + 1),
	};
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
	rc = w.shape->open(&w);
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
