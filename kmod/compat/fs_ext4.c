// SPDX-License-Identifier: GPL-2.0-only
/* ext4: its requests to the block allocator, and its super block on disk. */

#include <linux/build_bug.h>
#include <linux/magic.h>
#include <linux/uaccess.h>

#include "fs_ext4.h"

/* Larger than any group has clusters. */
#define LEN_MAX		BIT(20)

/*
 * Offset of s_es, the super block on disk, in struct ext4_sb_info (BTF of 6.1,
 * 6.12, 7.2 and 7.3 read).
 */
#define SUPER_OFFSET	104

#define RO_COMPAT_BIGALLOC	0x0200

/* The first bytes of the super block on disk: a format, not a kernel's layout. */
struct disk_super {
	__le32 inodes_count;
	__le32 blocks_count;
	__le32 reserved_blocks_count;
	__le32 free_blocks_count;
	__le32 free_inodes_count;
	__le32 first_data_block;
	__le32 log_block_size;
	__le32 log_cluster_size;
	__le32 blocks_per_group;
	__le32 clusters_per_group;
	__le32 inodes_per_group;
	__le32 mtime;
	__le32 wtime;
	__le16 mount_count;
	__le16 max_mount_count;
	__le16 magic;
	__le16 state;
	__le16 errors;
	__le16 minor_revision;
	__le32 last_check;
	__le32 check_interval;
	__le32 creator;
	__le32 revision;
	__le16 reserved_uid;
	__le16 reserved_gid;
	__le32 first_inode;
	__le16 inode_size;
	__le16 block_group;
	__le32 feature_compat;
	__le32 feature_incompat;
	__le32 feature_ro_compat;
};

static_assert(offsetof(struct disk_super, magic) == 56 &&
	      offsetof(struct disk_super, feature_ro_compat) == 100);

static bool is_ext4_inode(const struct inode *inode)
{
	struct super_block *sb;
	unsigned long magic;

	return !get_kernel_nofault(sb, &inode->i_sb) &&
	       !get_kernel_nofault(magic, &sb->s_magic) && magic == EXT4_SUPER_MAGIC;
}

/**
 * wbtrace_ext4_read_request - look at a struct ext4_allocation_request
 * @copy: filled in
 * @request: the kernel's own
 *
 * Context: any; reads that could fault are caught.
 *
 * Return: whether it is what the layout says it is.
 */
bool wbtrace_ext4_read_request(struct wbtrace_ext4_request_layout *copy, const void *request)
{
	if (copy_from_kernel_nofault(copy, request, sizeof(*copy)))
		return false;
	return is_ext4_inode(copy->inode) && copy->len < LEN_MAX;
}

static bool read_super(struct disk_super *copy, const struct super_block *sb)
{
	const void *pointer;
	u32 log_block_size;

	if (get_kernel_nofault(pointer, (const void **)(sb->s_fs_info + SUPER_OFFSET)) ||
	    copy_from_kernel_nofault(copy, pointer, sizeof(*copy)))
		return false;
	log_block_size = le32_to_cpu(copy->log_block_size);
	return le16_to_cpu(copy->magic) == EXT4_SUPER_MAGIC && log_block_size <= 6 &&
	       1024UL << log_block_size == sb->s_blocksize && copy->blocks_per_group;
}

/**
 * wbtrace_ext4_read_geometry - how large clusters and groups are
 * @geometry: filled in
 * @sb: a mounted super block of ext4
 *
 * Context: any; reads that could fault are caught.
 *
 * Return: whether it could be told.
 */
bool wbtrace_ext4_read_geometry(struct wbtrace_ext4_geometry *geometry,
				const struct super_block *sb)
{
	struct disk_super super;

	if (!read_super(&super, sb))
		return false;
	geometry->cluster_bytes = sb->s_blocksize;
	if (le32_to_cpu(super.feature_ro_compat) & RO_COMPAT_BIGALLOC)
		geometry->cluster_bytes = 1024ULL << (le32_to_cpu(super.log_cluster_size) & 31);
	geometry->first_block = le32_to_cpu(super.first_data_block);
	geometry->group_blocks = le32_to_cpu(super.blocks_per_group);
	return true;
}
