// SPDX-License-Identifier: GPL-2.0-only
/* Inodes inside private structures, found by their own marks. */

#include <linux/fs.h>
#include <linux/uaccess.h>

#include "embedded.h"

/* Beyond the offsets seen: 288 to 312 in xfs, 376 to 520 in btrfs. */
#define SEARCH_BYTES	1024

/* Its own address space names it as the host, and its super block has @magic. */
static bool has_marks(const struct inode *inode, unsigned long magic)
{
	struct super_block *sb;
	unsigned long s_magic;
	struct inode *host;

	return !get_kernel_nofault(host, &inode->i_data.host) && host == inode &&
	       !get_kernel_nofault(sb, &inode->i_sb) && sb &&
	       !get_kernel_nofault(s_magic, &sb->s_magic) && s_magic == magic;
}

static bool maps_itself(const struct inode *inode)
{
	const struct address_space *mapping;

	return !get_kernel_nofault(mapping, (const struct address_space **)&inode->i_mapping) &&
	       mapping == &inode->i_data;
}

static unsigned int search(const void *outer, unsigned long magic)
{
	unsigned int offset;

	for (offset = sizeof(void *); offset < SEARCH_BYTES; offset += sizeof(void *))
		if (has_marks(outer + offset, magic) && maps_itself(outer + offset))
			return offset;
	return 0;
}

/**
 * wbtrace_embedded_inode - the VFS inode inside a file system's own inode
 * @where: of this kind; the first call that finds it remembers the offset
 * @outer: the file system's own
 * @magic: s_magic of its super block
 *
 * Context: any; reads that could fault are caught.
 *
 * Return: the inode, or NULL when there is none with these marks.
 */
struct inode *wbtrace_embedded_inode(struct wbtrace_embedded *where, const void *outer,
				     unsigned long magic)
{
	unsigned int offset = READ_ONCE(where->offset);
	struct inode *inode;

	if (!offset) {
		offset = search(outer, magic);
		if (!offset)
			return NULL;
		WRITE_ONCE(where->offset, offset);
	}
	inode = (struct inode *)(outer + offset);
	return has_marks(inode, magic) ? inode : NULL;
}
