/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the machine is: kernel, memory, dirty limits. */
#ifndef WBCTL_SYSINFO_H
#define WBCTL_SYSINFO_H

#include "wbctl.h"

#define SYSINFO_SYSCTLS 8

/**
 * struct sysinfo - the machine
 * @kernel: The kernel's release.
 * @memory_bytes: Memory.
 * @cpus: CPUs on line.
 * @page_bytes: Size of a page.
 * @dirty_limit_bytes: The global dirty threshold now.
 * @background_limit_bytes: The threshold where the flusher starts.
 * @sysctl_count: How many sysctls could be read.
 * @sysctls: The sysctls of vm.dirty_*.
 */
struct sysinfo {
	char kernel[128];
	struct fig memory_bytes;
	struct fig cpus;
	uint64_t page_bytes;
	struct fig dirty_limit_bytes;
	struct fig background_limit_bytes;
	size_t sysctl_count;
	struct {
		const char *name;
		uint64_t value;
	} sysctls[SYSINFO_SYSCTLS];
};

/**
 * sysinfo_read() - look the machine up
 * @s: Where it goes.
 */
void sysinfo_read(struct sysinfo *s);

/**
 * has_cap_sys_admin() - whether the module will listen
 *
 * Return: Whether CAP_SYS_ADMIN is effective.
 */
bool has_cap_sys_admin(void);

#endif /* WBCTL_SYSINFO_H */
