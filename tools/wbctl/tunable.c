// SPDX-License-Identifier: GPL-2.0-or-later
/* Values of the kernel that a sweep sets: which there are, read and written. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tunable.h"

/**
 * struct place_of - where values of one kind are
 * @head: What their paths begin with.
 * @tail: What stands between the device and the file, NULL: there is no device.
 * @files: The files, up to a NULL.
 * @title: What stands before the device's name for people.
 */
struct place_of {
	const char *head;
	const char *tail;
	const char *const *files;
	const char *title;
};

static const char *const vm_files[] = {
	"dirty_ratio", "dirty_background_ratio", "dirty_bytes", "dirty_background_bytes",
	"dirty_expire_centisecs", "dirty_writeback_centisecs", NULL,
};

static const char *const bdi_files[] = {
	"max_ratio", "min_ratio", "max_bytes", "min_bytes", "max_ratio_fine", "min_ratio_fine",
	"strict_limit", "read_ahead_kb", NULL,
};

static const char *const queue_files[] = {
	"scheduler", "wbt_lat_usec", "nr_requests", NULL,
};

static const struct place_of places[] = {
	{ "/proc/sys/vm/", NULL, vm_files, "" },
	{ "/sys/class/bdi/", "/", bdi_files, "bdi " },
	{ "/sys/block/", "/queue/", queue_files, "" },
};

const char *tunable_root(void)
{
	const char *root = getenv("WBCTL_FAKE_ROOT");

	return root ? root : "";
}

const char *tunable_file(char buf[static PATH_MAX], const char *path)
{
	snprintf(buf, PATH_MAX, "%s%s", tunable_root(), path);
	return buf;
}

static bool has_file(const struct place_of *p, const char *file)
{
	size_t i;

	for (i = 0; p->files[i]; i++)
		if (!strcmp(p->files[i], file))
			return true;
	return false;
}

/* @path taken apart: *dev is the device's name and *len its length. */
static const struct place_of *find_place(const char *path, const char **dev, size_t *len,
					 const char **file)
{
	const struct place_of *p;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		p = &places[i];
		if (strncmp(path, p->head, strlen(p->head)))
			continue;
		*dev = path + strlen(p->head);
		*len = p->tail ? strcspn(*dev, "/") : 0;
		*file = *dev + *len;
		if (p->tail && strncmp(*file, p->tail, strlen(p->tail)))
			return NULL;
		*file += p->tail ? strlen(p->tail) : 0;
		return has_file(p, *file) && (!p->tail || (*len && (*dev)[0] != '.')) ? p : NULL;
	}
	return NULL;
}

bool tunable_ok(const char *path)
{
	const char *dev, *file;
	size_t len;

	return strlen(path) < TUNABLE_PATH && find_place(path, &dev, &len, &file);
}

const char *tunable_name(char buf[static TUNABLE_PATH], const char *path)
{
	const char *dev, *file;
	size_t len;
	const struct place_of *p = find_place(path, &dev, &len, &file);

	if (!p)
		snprintf(buf, TUNABLE_PATH, "%s", path);
	else if (!p->tail)
		snprintf(buf, TUNABLE_PATH, "vm.%s", file);
	else
		snprintf(buf, TUNABLE_PATH, "%s%.*s %s", p->title, (int)len, dev, file);
	return buf;
}

const char *tunable_view(char buf[static TUNABLE_PATH], const char *path)
{
	const char *file = strrchr(path, '/');
	char name[PATH_MAX];
	bool rounds;

	snprintf(buf, TUNABLE_PATH, "%s", path);
	rounds = file && (!strcmp(file, "/max_ratio") || !strcmp(file, "/max_bytes") ||
			  !strcmp(file, "/min_ratio") || !strcmp(file, "/min_bytes"));
	if (!rounds)
		return buf;
	snprintf(buf, TUNABLE_PATH, "%.*s/%.3s_ratio_fine", (int)(file - path), path, file + 1);
	if (access(tunable_file(name, buf), F_OK))
		snprintf(buf, TUNABLE_PATH, "%s", path);
	return buf;
}

static int read_text(const char *path, char *text, size_t size)
{
	char name[PATH_MAX];
	int fd = open(tunable_file(name, path), O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, text, size - 1);
	if (n < 0)
		n = -errno;
	close(fd);
	if (n < 0)
		return (int)n;
	text[n] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return 0;
}

int tunable_read(const char *path, char value[static TUNABLE_VALUE])
{
	char text[512], *open, *close;
	const char *from = text;
	int rc = read_text(path, text, sizeof(text));

	if (rc)
		return rc;
	open = strchr(text, '[');
	close = open ? strchr(open, ']') : NULL;
	if (close) {
		*close = '\0';
		from = open + 1;
	}
	if (!*from || strlen(from) >= TUNABLE_VALUE || strchr(from, ' '))
		return -EBADMSG;
	strcpy(value, from);
	return 0;
}

int tunable_write(const char *path, const char *value)
{
	char name[PATH_MAX], text[TUNABLE_VALUE + 2];
	int fd, rc = 0, len;

	/* The newline ends the value in a test's tree of plain files too. */
	fd = open(tunable_file(name, path), O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	len = snprintf(text, sizeof(text), "%s\n", value);
	if (write(fd, text, (size_t)len) != len)
		rc = errno ? -errno : -EIO;
	close(fd);
	return rc;
}
