// SPDX-License-Identifier: GPL-2.0-or-later
/* What a cell of a sweep changes: the disks, their queues, the bdi, sysctls. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "sweep.h"

#define DEFAULT_FS "ext4"

/**
 * struct paths - the files that an axis sets, one for each disk or bdi
 * @count: How many.
 * @path: The files.
 */
struct paths {
	size_t count;
	char path[MOUNT_DEVICES_MAX][TUNABLE_PATH];
};

static void add_path(struct paths *p, const char *head, const char *dev, const char *middle,
		     const char *file)
{
	char path[TUNABLE_PATH];
	size_t i;

	snprintf(path, sizeof(path), "%s%s%s%s", head, dev, middle, file);
	for (i = 0; i < p->count; i++)
		if (!strcmp(p->path[i], path))
			return;
	if (p->count < MOUNT_DEVICES_MAX)
		strcpy(p->path[p->count++], path);
}

static void add_disk(struct paths *p, uint32_t dev, const char *file)
{
	char disk[PLACE_NAME];

	if (!place_disk(dev, disk))
		add_path(p, "/sys/block/", disk, "/queue/", file);
}

/* A cell's own file system lies on the devices that were given for it. */
static void find_queues(const struct sweep *s, const char *file, struct paths *p)
{
	struct place place;
	size_t i, j;

	for (i = 0; i < s->scratch.count; i++)
		add_disk(p, s->scratch.dev[i], file);
	for (i = 0; !s->scratch.count && i < s->dirs.count; i++)
		if (!place_of_dir(&place, s->dirs.word[i]))
			for (j = 0; j < place.disk_count; j++)
				add_path(p, "/sys/block/", place.disk[j], "/queue/", file);
}

static void find_bdis(const struct sweep *s, const char *file, struct paths *p)
{
	char dir[PATH_MAX];
	struct place place;
	size_t i;

	if (s->scratch.count) {
		if (!place_of_dir(&place, tunable_file(dir, s->scratch.dir)) && place.bdi[0])
			add_path(p, "/sys/class/bdi/", place.bdi, "/", file);
		return;
	}
	for (i = 0; i < s->dirs.count; i++)
		if (!place_of_dir(&place, s->dirs.word[i]) && place.bdi[0])
			add_path(p, "/sys/class/bdi/", place.bdi, "/", file);
}

static void find_paths(const struct sweep *s, const struct axis_kind *k, struct paths *p)
{
	p->count = 0;
	if (k->target == TARGET_QUEUE)
		find_queues(s, k->file, p);
	else if (k->target == TARGET_BDI)
		find_bdis(s, k->file, p);
	else if (k->target == TARGET_VM)
		add_path(p, "/proc/sys/vm/", "", "", k->file);
	else if (k->target == TARGET_LIMITS)
		add_path(p, limit_paths[LIMIT_RATIO], "", "", "");
}

/* A value that cannot be read back cannot be put back. */
static int check_path(const struct axis_kind *k, const char *path)
{
	char name[TUNABLE_PATH], value[TUNABLE_VALUE], file[PATH_MAX];
	int rc = tunable_read(path, value);

	tunable_name(name, path);
	if (rc == -ENOENT)
		return refuse(WBCTL_FAILED, "--%s: this kernel has no %s", k->option, path);
	if (!rc && access(tunable_file(file, path), W_OK))
		rc = -errno;
	if (rc == -EACCES || rc == -EPERM || rc == -EROFS)
		return refuse(WBCTL_MISSING, "--%s: %s cannot be set: %s", k->option, name,
			      strerror(-rc));
	if (rc)
		return refuse(WBCTL_FAILED, "--%s: %s cannot be read: %s", k->option, name,
			      strerror(-rc));
	return WBCTL_OK;
}

static int check_axis(const struct sweep *s, const struct axis_kind *k)
{
	struct paths p;
	int rc = WBCTL_OK;
	size_t i;

	/* The bdi of btrfs is new with each mount. */
	if (k->target == TARGET_BDI && s->scratch.count)
		return WBCTL_OK;
	find_paths(s, k, &p);
	if (!p.count && (k->target == TARGET_QUEUE || k->target == TARGET_BDI))
		return refuse(WBCTL_FAILED, "--%s: %s has no %s", k->option,
			      s->scratch.count ? "the device" : s->dirs.word[0],
			      k->target == TARGET_BDI ? "bdi" : "request queue");
	for (i = 0; !rc && i < p.count; i++)
		rc = check_path(k, p.path[i]);
	return rc;
}

static int check_tools(const struct sweep *s)
{
	const struct axis *fs = axis_find(&s->axes, AXIS_FS);
	int rc = WBCTL_OK;
	size_t i;

	if (!s->scratch.count)
		return WBCTL_OK;
	if (!fs)
		return scratch_has_tools(DEFAULT_FS, s->scratch.striped);
	for (i = 0; !rc && i < fs->count; i++)
		rc = scratch_has_tools(fs->value[i], s->scratch.striped);
	return rc;
}

int sweep_check_targets(struct sweep *s)
{
	int rc = WBCTL_OK;
	size_t i;

	if (s->scratch.count)
		rc = scratch_check(&s->scratch, s->o.destroy);
	if (!rc)
		rc = check_tools(s);
	for (i = 0; !rc && i < s->axes.count; i++)
		rc = check_axis(s, &axis_kinds[s->axes.axis[i].id]);
	return rc;
}

static int set_paths(struct sweep *s, const struct axis_kind *k, const char *value,
		     char why[static SCRATCH_WHY])
{
	char name[TUNABLE_PATH];
	struct paths p;
	size_t i;
	int rc;

	find_paths(s, k, &p);
	if (!p.count) {
		snprintf(why, SCRATCH_WHY, "%s: no such file for this file system", k->file);
		return -1;
	}
	for (i = 0; i < p.count; i++) {
		rc = undo_set(&s->undo, p.path[i], value);
		if (rc) {
			snprintf(why, SCRATCH_WHY, "setting %.150s to %s: %s",
				 tunable_name(name, p.path[i]), value, strerror(-rc));
			return -1;
		}
	}
	return 0;
}

static int set_limits(struct sweep *s, enum axis_id id, const char *value,
		      char why[static SCRATCH_WHY])
{
	struct limits l;
	int rc = axis_limits(id, value, &l);

	if (!rc)
		rc = undo_set_limits(&s->undo, &l);
	if (rc)
		snprintf(why, SCRATCH_WHY, "setting the dirty limits to %s: %s", value,
			 strerror(-rc));
	return rc ? -1 : 0;
}

static int set_axis(struct sweep *s, enum axis_id id, const char *value,
		    char why[static SCRATCH_WHY])
{
	const struct axis_kind *k = &axis_kinds[id];

	switch (k->target) {
	case TARGET_QUEUE:
	case TARGET_BDI:
	case TARGET_VM:
		return set_paths(s, k, value, why);
	case TARGET_LIMITS:
		return set_limits(s, id, value, why);
	default:
		return 0;
	}
}

int sweep_set_up(struct sweep *s, size_t cell, char why[static SCRATCH_WHY])
{
	const char *fs = axes_cell_value(&s->axes, cell, AXIS_FS);
	int rc = s->changes ? undo_restart(&s->undo) : 0;
	size_t i;

	if (rc) {
		snprintf(why, SCRATCH_WHY, "the note: %s", strerror(-rc));
		return -1;
	}
	/*
	 * Somebody may have taken the device since the run before. What lies on the
	 * members of a stripe is pieces of the sweep's own, without its label.
	 */
	if (s->scratch.count && scratch_check(&s->scratch, s->o.destroy || s->scratch.striped)) {
		snprintf(why, SCRATCH_WHY, "the device may not be overwritten any more");
		return -1;
	}
	if (s->scratch.count)
		rc = scratch_make(&s->scratch, &s->undo,
				  axes_cell_value(&s->axes, cell, AXIS_STRIPE),
				  fs ? fs : DEFAULT_FS, why);
	for (i = 0; !rc && i < s->axes.count; i++)
		rc = set_axis(s, s->axes.axis[i].id, axes_value(&s->axes, cell, i), why);
	return rc;
}
