/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inodes inside private structures. Where a file system's own inode holds the
 * VFS inode is told by no header and moves between kernels; it is found by the
 * marks of the VFS inode itself, once, and checked at each use.
 */
#ifndef WBTRACE_COMPAT_EMBEDDED_H
#define WBTRACE_COMPAT_EMBEDDED_H

#include <linux/fs.h>

/**
 * struct wbtrace_embedded - where a kind of private inode holds the VFS inode
 * @offset: bytes; 0 for not found yet (none has it first)
 */
struct wbtrace_embedded {
	unsigned int offset;
};

struct inode *wbtrace_embedded_inode(struct wbtrace_embedded *where, const void *outer,
				     unsigned long magic);

#endif /* WBTRACE_COMPAT_EMBEDDED_H */
