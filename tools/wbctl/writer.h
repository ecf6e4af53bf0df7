/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writers: processes that write a file each, and what they say about it. */
#ifndef WBCTL_WRITER_H
#define WBCTL_WRITER_H

#include <stdatomic.h>
#include <sys/types.h>

#include "stats.h"
#include "witness.h"

/**
 * enum fsync_mode - when a writer calls fsync(2)
 * @FSYNC_END: After the last write of a file.
 * @FSYNC_EACH: After each write.
 * @FSYNC_NONE: Never.
 */
enum fsync_mode {
	FSYNC_END = 0,
	FSYNC_EACH,
	FSYNC_NONE,
};

/**
 * enum writer_call - what a writer was doing when it failed
 * @CALL_NONE: Nothing failed.
 * @CALL_OPEN: Opening its file.
 * @CALL_MEMORY: Getting its buffer.
 * @CALL_WRITE: pwrite(2).
 * @CALL_FSYNC: fsync(2).
 * @CALL_CLOSE: close(2).
 * @CALL_READ: pread(2).
 * @CALL_MKDIR: Making its directory.
 * @CALL_UNLINK: Removing a file.
 * @CALL_RENAME: Renaming one.
 * @CALL_STAT: Looking one up.
 * @CALL_FADVISE: Dropping its pages.
 */
enum writer_call {
	CALL_NONE = 0,
	CALL_OPEN,
	CALL_MEMORY,
	CALL_WRITE,
	CALL_FSYNC,
	CALL_CLOSE,
	CALL_READ,
	CALL_MKDIR,
	CALL_UNLINK,
	CALL_RENAME,
	CALL_STAT,
	CALL_FADVISE,
};

/**
 * struct writer_state - what a writer tells, in shared memory
 * @start_ns: When it passed the barrier (CLOCK_MONOTONIC), 0: not yet.
 * @first_ns: When its first write ended, 0: not yet.
 * @progress_ns: When its last operation ended.
 * @write_end_ns: When it stopped writing, 0: not yet.
 * @end_ns: When its file was closed, 0: not yet.
 * @written_bytes: What its writes have returned so far.
 * @read_bytes: What its reads have returned so far.
 * @file_count: Files that it has made, of the shapes of many.
 * @flush_ns: Time in fsync(2).
 * @stall_ns: Longest time from the end of one operation to the end of the next.
 * @stall_from_ns: When that began.
 * @beyond_end_bytes: What its file took on the device beyond its size, before it
 *	was closed: a file system may give that back then.
 * @beyond_end_known: That was asked for.
 * @fsync_count: Calls of fsync(2) that it has begun.
 * @fsync_max_ns: The longest that has ended.
 * @fsync_from_ns: When the one that it is in began, 0: it is in none.
 * @dirtied_bytes: What it has dirtied, by the kernel's account of the process.
 * @dirtied_known: That account is there, and of nothing else.
 * @failed_call: What failed (enum writer_call).
 * @failed_errno: How.
 * @failed_at: Offset of the write that failed.
 * @latency: Times of its operations, in ns: of calls of pwrite(2), and so on.
 * @latency_sum_ns: Their sum.
 * @over_2s_count: Those that took more than 2 s.
 * @over_10s_count: More than 10 s.
 * @cpu_user_ns: CPU time of its clock in user mode, 0 until its end.
 * @cpu_system_ns: And in the kernel.
 * @before: What it said of itself right before its clock.
 * @after: And right after it; both are read when it has exited.
 *
 * Only the writer stores; one cache line per writer is not worth the care,
 * since it stores once an operation.
 */
struct writer_state {
	atomic_ullong start_ns;
	atomic_ullong first_ns;
	atomic_ullong progress_ns;
	atomic_ullong write_end_ns;
	atomic_ullong end_ns;
	atomic_ullong written_bytes;
	atomic_ullong read_bytes;
	atomic_ullong file_count;
	atomic_ullong flush_ns;
	atomic_ullong stall_ns;
	atomic_ullong stall_from_ns;
	atomic_ullong beyond_end_bytes;
	atomic_bool beyond_end_known;
	atomic_ullong fsync_count;
	atomic_ullong fsync_max_ns;
	atomic_ullong fsync_from_ns;
	atomic_ullong dirtied_bytes;
	atomic_bool dirtied_known;
	atomic_int failed_call;
	atomic_int failed_errno;
	atomic_ullong failed_at;
	struct hist latency;
	atomic_ullong latency_sum_ns;
	atomic_ullong over_2s_count;
	atomic_ullong over_10s_count;
	atomic_ullong cpu_user_ns;
	atomic_ullong cpu_system_ns;
	struct testimony before;
	struct testimony after;
};

/**
 * struct writer_board - memory that the writers and wbctl share
 * @go: The barrier is open; without it an end of the pipe means that wbctl
 *	died.
 * @stop: Stop writing, and do not flush.
 * @w: The writers.
 */
struct writer_board {
	atomic_bool go;
	atomic_bool stop;
	struct writer_state w[];
};

struct shape;

/**
 * struct writer_job - what a writer is to do
 * @id: Its number, from 0.
 * @shape: What it does.
 * @dirfd: The directory of its file.
 * @from_dirfd: The directory of what it copies.
 * @size: Bytes to write, 0: until the time is up.
 * @wrap: Where it begins again at the start of the file; the length of a file.
 * @bs: Bytes in one write.
 * @rate: Bytes per second at most, 0: as fast as it goes.
 * @time_ns: How long it writes at most, 0: any time.
 * @align: Alignment of the buffer.
 * @fsync: When it flushes.
 * @direct: O_DIRECT.
 * @exists: The file is there and is rewritten.
 * @ask: Ask the module about itself, around the clock.
 * @prepare: Only write the file once and sync it, before the clock.
 * @drop: Then drop it from the page cache.
 * @ready_fd: A byte goes there once it is ready.
 * @go_fd: The end of this pipe is the barrier.
 * @close_fds: What is wbctl's alone (its end of that pipe, its connections to
 *	the module), to be closed; -1: nothing.
 * @parent: wbctl.
 */
struct writer_job {
	unsigned int id;
	const struct shape *shape;
	int dirfd;
	int from_dirfd;
	uint64_t size;
	uint64_t wrap;
	uint64_t bs;
	uint64_t rate;
	uint64_t time_ns;
	size_t align;
	enum fsync_mode fsync;
	bool direct;
	bool exists;
	bool ask;
	bool prepare;
	bool drop;
	int ready_fd;
	int go_fd;
	int close_fds[3];
	pid_t parent;
};

#define WRITER_FILE_LEN 24

/**
 * writer_file() - the name of a writer's file
 * @buf: WRITER_FILE_LEN bytes.
 * @id: The writer's number.
 *
 * Return: @buf.
 */
const char *writer_file(char buf[static WRITER_FILE_LEN], unsigned int id);

/**
 * writer_directory() - the name of the directory of a writer of many files
 * @buf: WRITER_FILE_LEN bytes.
 * @id: The writer's number.
 *
 * Return: @buf.
 */
const char *writer_directory(char buf[static WRITER_FILE_LEN], unsigned int id);

/**
 * writer_call_name() - what a writer was doing, for a sentence
 * @call: What.
 *
 * Return: Its name.
 */
const char *writer_call_name(int call);

/**
 * writer_board_new() - memory to share
 * @writers: How many writers.
 *
 * Return: The board, all 0; NULL when there is no memory.
 */
struct writer_board *writer_board_new(size_t writers);

/**
 * writer_board_free() - give it back
 * @board: The board, may be NULL.
 * @writers: How many writers.
 */
void writer_board_free(struct writer_board *board, size_t writers);

/**
 * writer_spawn() - start a writer
 * @job: What it is to do.
 * @board: Where it tells.
 *
 * Return: Its pid, or -errno.
 */
pid_t writer_spawn(const struct writer_job *job, struct writer_board *board);

#endif /* WBCTL_WRITER_H */
