/* SPDX-License-Identifier: GPL-2.0-only */
/* Versions of the module and of its netlink interface. */
#ifndef WBTRACE_VERSION_H
#define WBTRACE_VERSION_H

#define WBTRACE_VERSION		"0.1"
/* Grows when the meaning of an attribute changes; additions leave it. */
#define WBTRACE_ABI_VERSION	1

#endif /* WBTRACE_VERSION_H */
