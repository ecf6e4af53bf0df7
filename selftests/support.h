/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the C tests share: files and counters of the kernel, file systems to
 * write to, writers, waiting for a condition, and the kernel's log.
 *
 * Functions that cannot do what they are for end the process with a sentence:
 * a test that could not be set up has failed.
 */
#ifndef SELFTESTS_SUPPORT_H
#define SELFTESTS_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdnoreturn.h>
#include <linux/types.h>
#include <sys/types.h>

#include "client.h"

#define MIB		(1024UL * 1024)
#define MOUNT_POINT	"/mnt"
#define SYSFS		"/sys/kernel/wbtrace"
#define WAIT_MS		20000

noreturn void die(const char *format, ...);
int run(const char *format, ...);
void must_run(const char *format, ...);

void read_text(const char *path, char *text, size_t size);
int try_write_text(const char *path, const char *text);
void write_text(const char *path, const char *text);
__u64 read_number(const char *path);
__u64 read_vmstat(const char *name);
__u64 page_bytes(void);
__u64 now_ms(void);

bool wait_until(bool (*done)(void *data), void *data, unsigned int ms);

void module_load(const char *params);
void module_reload(const char *params);
bool sysfs_attached(void);
bool wait_detached(void);

void fs_make(const char *type, const char *disk);
void fs_mount(const char *type, const char *disk, const char *dir);
void fs_unmount(const char *dir);
__u32 fs_dev(const char *dir);
const char *test_disk(unsigned int n);
void quiesce(void);
void dirty_limits(unsigned long background, unsigned long dirty);
void dirty_limits_restore(void);

__u64 mapped_extents(const char *path);

void write_file(const char *path, size_t bytes, size_t bs, bool sync);
pid_t start_writer(const char *path, size_t bytes, size_t bs, int barrier);
pid_t start_child(void (*fn)(void *data), void *data);
int wait_child(pid_t pid);

void kmsg_mark(void);
const char *kmsg_complaint(void);
#endif
