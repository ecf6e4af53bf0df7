/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shapes: what the built-in writers do, one operation after the other. */
#ifndef WBCTL_SHAPE_H
#define WBCTL_SHAPE_H

#include "writer.h"

/* Files of a writer of the shape mixed, and the longest of them. */
#define MIXED_FILES 16
#define MIXED_FILE_BYTES (256ULL << 10)
/* A file of the shape files, when nobody says how long: that of fs_mark. */
#define FILES_FILE_BYTES 51200
#define FILES_DEFAULT 1000

/**
 * enum shape_id - the shapes
 * @SHAPE_WRITE: A file, from its start to its end.
 * @SHAPE_READ: A file that is there, read likewise.
 * @SHAPE_RANDOM_WRITE: Blocks of a file that is there, anywhere.
 * @SHAPE_RANDOM_READ: They are read.
 * @SHAPE_FILES: Many files, one after the other.
 * @SHAPE_GROW: A file that grows by appends.
 * @SHAPE_COPY: A file of one directory into another one.
 * @SHAPE_OLTP: A log, and blocks of data.
 * @SHAPE_MIXED: Files that come, change and go.
 * @SHAPES: How many.
 */
enum shape_id {
	SHAPE_WRITE = 0,
	SHAPE_READ,
	SHAPE_RANDOM_WRITE,
	SHAPE_RANDOM_READ,
	SHAPE_FILES,
	SHAPE_GROW,
	SHAPE_COPY,
	SHAPE_OLTP,
	SHAPE_MIXED,
	SHAPES,
};

/**
 * enum shape_moves - which bytes are the throughput of a shape
 * @MOVES_WRITTEN: Those written.
 * @MOVES_READ: Those read.
 * @MOVES_BOTH: Both.
 */
enum shape_moves {
	MOVES_WRITTEN = 0,
	MOVES_READ,
	MOVES_BOTH,
};

/**
 * struct writer - a writer, inside its process
 * @job: What it does.
 * @board: The shared memory.
 * @state: Its own part of it.
 * @shape: What it does, one operation.
 * @fd: Its file, or the directory of its files.
 * @from_fd: What it copies, -1: nothing.
 * @buf: What it writes.
 * @at: Where in its file it is.
 * @done: Bytes that count towards the job's size.
 * @random: What the next random number comes from.
 * @op_ns: When its operation began.
 * @deadline_ns: When its time is up, 0: never.
 * @length: For the shape mixed, the length of each file.
 * @there: Likewise, which of them there are.
 * @witness: What it asks about itself.
 */
struct writer {
	const struct writer_job *job;
	struct writer_board *board;
	struct writer_state *state;
	const struct shape *shape;
	int fd;
	int from_fd;
	uint64_t *buf;
	uint64_t at;
	uint64_t done;
	uint64_t random;
	uint64_t op_ns;
	uint64_t deadline_ns;
	uint64_t length[MIXED_FILES];
	bool there[MIXED_FILES];
	struct witness witness;
};

/**
 * struct shape - what a built-in writer does
 * @name: Its name.
 * @what: What it does, for the help.
 * @verb: What it does, in one word: "writing".
 * @moves: Which bytes are its throughput.
 * @bs: Bytes in one call, when nobody says.
 * @flags: How its file is opened.
 * @prepared: Its file is there before the clock.
 * @cold: And nothing of it is in the page cache.
 * @many: It has many files, in a directory of its own.
 * @writes: It writes, and so there is something to flush.
 * @open: Opens what it works on, before the clock. Returns 0 or -errno.
 * @step: One operation, likewise; 0 bytes may have been moved.
 * @end: Flushes and closes, the last of the clock, likewise.
 */
struct shape {
	const char *name;
	const char *what;
	const char *verb;
	enum shape_moves moves;
	uint64_t bs;
	int flags;
	bool prepared;
	bool cold;
	bool many;
	bool writes;
	int (*open)(struct writer *w);
	int (*step)(struct writer *w);
	int (*end)(struct writer *w);
};

extern const struct shape shape_write;
extern const struct shape shape_read;
extern const struct shape shape_random_write;
extern const struct shape shape_random_read;
extern const struct shape shape_files;
extern const struct shape shape_grow;
extern const struct shape shape_copy;
extern const struct shape shape_oltp;
extern const struct shape shape_mixed;

/* The names for --shape, up to a NULL; their indices are of enum shape_id. */
extern const char *const shape_names[];

/**
 * shape_of() - a shape
 * @id: Which, of enum shape_id.
 *
 * Return: The shape.
 */
const struct shape *shape_of(uint64_t id);

/**
 * shape_named() - a shape
 * @name: Its name.
 *
 * Return: The shape, NULL when there is none of that name.
 */
const struct shape *shape_named(const char *name);

/**
 * shape_moved() - which bytes are the throughput
 * @s: The shape.
 * @written: Bytes written.
 * @read: Bytes read.
 *
 * Return: The bytes that count.
 */
uint64_t shape_moved(const struct shape *s, uint64_t written, uint64_t read);

/**
 * shape_help() - print what the shapes do, within 80 columns
 * @to: Where it goes.
 */
void shape_help(FILE *to);

/**
 * writer_failed() - say that something failed
 * @w: The writer.
 * @call: What.
 * @err: The errno.
 * @at: Offset in the file.
 *
 * Return: -errno.
 */
int writer_failed(struct writer *w, enum writer_call call, int err, uint64_t at);

/**
 * writer_random() - a number that looks random, the same in each run
 * @w: The writer.
 *
 * Return: The number.
 */
uint64_t writer_random(struct writer *w);

/**
 * writer_random_block() - where a random block of a file begins
 * @w: The writer.
 * @len: Becomes its length: that of one write, or what is left of the file.
 *
 * Return: Its offset.
 */
uint64_t writer_random_block(struct writer *w, uint64_t *len);

/**
 * op_begin() - an operation begins
 * @w: The writer.
 */
void op_begin(struct writer *w);

/**
 * op_end() - it has ended: count it, and the time it took
 * @w: The writer.
 */
void op_end(struct writer *w);

/**
 * io_open() - open a file
 * @w: The writer.
 * @dirfd: Its directory.
 * @name: Its name.
 * @flags: How.
 *
 * Return: The descriptor or -errno, which has been told.
 */
int io_open(struct writer *w, int dirfd, const char *name, int flags);

/**
 * io_write() - one pwrite(2) of the buffer
 * @w: The writer.
 * @fd: The file.
 * @len: Bytes, those in one write at most.
 * @at: Offset.
 *
 * Return: Bytes, 0 when it was interrupted, or -errno, which has been told.
 */
ssize_t io_write(struct writer *w, int fd, uint64_t len, uint64_t at);

/**
 * io_read() - one pread(2) into the buffer
 * @w: The writer.
 * @fd: The file.
 * @len: Bytes, those in one write at most.
 * @at: Offset.
 *
 * Return: As io_write(); an end of the file is an error.
 */
ssize_t io_read(struct writer *w, int fd, uint64_t len, uint64_t at);

/**
 * io_flush() - one fsync(2), timed
 * @w: The writer.
 * @fd: The file.
 * @at: Offset, for the sentence.
 *
 * Return: 0 or -errno, which has been told.
 */
int io_flush(struct writer *w, int fd, uint64_t at);

/**
 * io_close() - close a file
 * @w: The writer.
 * @fd: The file.
 *
 * Return: 0 or -errno, which has been told.
 */
int io_close(struct writer *w, int fd);

/**
 * file_open() - open the writer's file, as its shape wants it
 * @w: The writer.
 *
 * Return: 0 or -errno, which has been told.
 */
int file_open(struct writer *w);

/**
 * file_end() - flush it when the job says so, and close it
 * @w: The writer.
 *
 * Return: 0 or -errno, which has been told.
 */
int file_end(struct writer *w);

/**
 * directory_open() - make the directory of the writer's files
 * @w: The writer.
 *
 * Return: 0 or -errno, which has been told.
 */
int directory_open(struct writer *w);

/**
 * directory_end() - close it
 * @w: The writer.
 *
 * Return: 0 or -errno, which has been told.
 */
int directory_end(struct writer *w);

#endif /* WBCTL_SHAPE_H */
