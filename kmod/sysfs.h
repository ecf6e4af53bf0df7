/* SPDX-License-Identifier: GPL-2.0-only */
/* /sys/kernel/wbtrace. */
#ifndef WBTRACE_SYSFS_H
#define WBTRACE_SYSFS_H

int wbtrace_sysfs_init(void);
void wbtrace_sysfs_exit(void);

#endif /* WBTRACE_SYSFS_H */
