// SPDX-License-Identifier: GPL-2.0-or-later
/* Which mount a file is on, and on which devices that lies. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "mount.h"
#include "parse.h"

/* The kernel writes space, tab, newline and backslash as \ooo. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; text++) {
		if (text[0] == '\\' && text[1] >= '0' && text[1] <= '3' && text[2] && text[3]) {
			*to++ = (char)((text[1] - '0') << 6 | (text[2] - '0') << 3 |
				       (text[3] - '0'));
			text += 3;
		} else {
			*to++ = *text;
		}
	}
	*to = '\0';
}

static void find_upper(char *options, char *upper, size_t len)
{
	char *opt, *rest = options;

	while ((opt = strsep(&rest, ",")))
		if (!strncmp(opt, "upperdir=", 9))
			snprintf(upper, len, "%s", opt + 9);
}

int mount_parse(char *line, uint64_t *id, struct mount *out)
{
	char *word[6], *rest = line, *tail = strstr(line, " - ");
	char *type, *source, *options;
	size_t i;

	if (!tail)
		return -EBADMSG;
	*tail = '\0';
	tail += 3;
	tail[strcspn(tail, "\n")] = '\0';
	for (i = 0; i < ARRAY_SIZE(word); i++) {
		word[i] = strsep(&rest, " ");
		if (!word[i])
			return -EBADMSG;
	}
	type = strsep(&tail, " ");
	source = strsep(&tail, " ");
	options = strsep(&tail, " ");
	if (!options || parse_number(word[0], id) || parse_dev(word[2], &out->dev))
		return -EBADMSG;
	unescape(source);
	snprintf(out->fs_type, sizeof(out->fs_type), "%s", type);
	snprintf(out->source, sizeof(out->source), "%s", source);
	out->upper[0] = '\0';
	find_upper(options, out->upper, sizeof(out->upper));
	unescape(out->upper);
	return 0;
}

int mount_of(int fd, struct mount *out)
{
	size_t size = 0;
	struct statx stx;
	char *line = NULL;
	uint64_t id;
	int rc = -ENOENT;
	FILE *f;

	if (statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &stx))
		return -errno;
	f = fopen("/proc/self/mountinfo", "re");
	if (!f)
		return -errno;
	while (getline(&line, &size, f) > 0) {
		if (!mount_parse(line, &id, out) && id == stx.stx_mnt_id) {
			rc = 0;
			break;
		}
	}
	free(line);
	fclose(f);
	return rc;
}

/* Reads MAJOR:MINOR from a file of sysfs. */
static int read_dev(const char *path, uint32_t *dev)
{
	FILE *f = fopen(path, "re");
	char text[32] = "";
	int rc = -ENODEV;

	if (!f)
		return -errno;
	if (fgets(text, sizeof(text), f)) {
		text[strcspn(text, "\n")] = '\0';
		rc = parse_dev(text, dev);
	}
	fclose(f);
	return rc;
}

/* The devices of the btrfs under @fsid, if @wanted is one of them. */
static size_t btrfs_members(const char *fsid, uint32_t wanted,
			    uint32_t devs[static MOUNT_DEVICES_MAX])
{
	char path[600];
	struct dirent *entry;
	bool found = false;
	size_t n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/sys/fs/btrfs/%s/devices", fsid);
	dir = opendir(path);
	if (!dir)
		return 0;
	while (n < MOUNT_DEVICES_MAX && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), "/sys/class/block/%s/dev", entry->d_name);
		if (entry->d_name[0] == '.' || read_dev(path, &devs[n]))
			continue;
		found |= devs[n++] == wanted;
	}
	closedir(dir);
	return found ? n : 0;
}

static size_t btrfs_devices(uint32_t wanted, uint32_t devs[static MOUNT_DEVICES_MAX])
{
	DIR *dir = opendir("/sys/fs/btrfs");
	struct dirent *entry;
	size_t n = 0;

	if (!dir)
		return 0;
	while (!n && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			n = btrfs_members(entry->d_name, wanted, devs);
	closedir(dir);
	return n;
}

size_t mount_devices(const struct mount *m, uint32_t devs[static MOUNT_DEVICES_MAX])
{
	struct stat st;
	size_t n = 0;

	if (m->dev >> 20) {
		devs[0] = m->dev;
		return 1;
	}
	/* An anonymous device: the source may name the real one. */
	if (m->source[0] != '/' || stat(m->source, &st) || !S_ISBLK(st.st_mode))
		return 0;
	devs[0] = major(st.st_rdev) << 20 | minor(st.st_rdev);
	if (!strcmp(m->fs_type, "btrfs"))
		n = btrfs_devices(devs[0], devs);
	if (!n) {
		devs[0] = major(st.st_rdev) << 20 | minor(st.st_rdev);
		n = 1;
	}
	return n;
}
