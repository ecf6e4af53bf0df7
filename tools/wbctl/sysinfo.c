// SPDX-License-Identifier: GPL-2.0-or-later
/* What the machine is: kernel, memory, dirty limits. */
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <linux/capability.h>

#include "sysinfo.h"

static const char *const sysctl_names[] = {
	"dirty_background_bytes", "dirty_background_ratio", "dirty_bytes", "dirty_ratio",
	"dirty_expire_centisecs", "dirty_writeback_centisecs", "dirtytime_expire_seconds",
	"laptop_mode",
};

static_assert(ARRAY_SIZE(sysctl_names) <= SYSINFO_SYSCTLS, "room for the sysctls");

static void read_sysctls(struct sysinfo *s)
{
	char path[64];
	unsigned long long v;
	size_t i;
	FILE *f;

	for (i = 0; i < ARRAY_SIZE(sysctl_names); i++) {
		snprintf(path, sizeof(path), "/proc/sys/vm/%s", sysctl_names[i]);
		f = fopen(path, "re");
		if (!f)
			continue;
		if (fscanf(f, "%llu", &v) == 1) {
			s->sysctls[s->sysctl_count].name = sysctl_names[i];
			s->sysctls[s->sysctl_count++].value = v;
		}
		fclose(f);
	}
}

static void read_limits(struct sysinfo *s)
{
	FILE *f = fopen("/proc/vmstat", "re");
	char name[64];
	unsigned long long v;

	if (!f)
		return;
	while (fscanf(f, "%63s %llu", name, &v) == 2) {
		if (!strcmp(name, "nr_dirty_threshold"))
			s->dirty_limit_bytes = fig_of(v * s->page_bytes);
		if (!strcmp(name, "nr_dirty_background_threshold"))
			s->background_limit_bytes = fig_of(v * s->page_bytes);
	}
	fclose(f);
}

void sysinfo_read(struct sysinfo *s)
{
	long pages = sysconf(_SC_PHYS_PAGES), cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct utsname uts;

	memset(s, 0, sizeof(*s));
	s->page_bytes = (uint64_t)sysconf(_SC_PAGESIZE);
	if (!uname(&uts))
		snprintf(s->kernel, sizeof(s->kernel), "%s", uts.release);
	if (pages > 0)
		s->memory_bytes = fig_of((uint64_t)pages * s->page_bytes);
	if (cpus > 0)
		s->cpus = fig_of((uint64_t)cpus);
	read_sysctls(s);
	read_limits(s);
}

bool has_cap_sys_admin(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};

	if (syscall(SYS_capget, &head, data))
		return true;
	return data[CAP_TO_INDEX(CAP_SYS_ADMIN)].effective & CAP_TO_MASK(CAP_SYS_ADMIN);
}
