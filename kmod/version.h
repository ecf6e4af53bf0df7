/* SPDX-License-Identifier: GPL-2.0-only */
/* Version of the module; that of its netlink interface is in the uapi header. */
#ifndef WBTRACE_VERSION_H
#define WBTRACE_VERSION_H

#define WBTRACE_VERSION		"0.1.0"

#endif /* WBTRACE_VERSION_H */
