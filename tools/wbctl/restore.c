// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl restore: put back what a killed sweep has left changed. */
#include <errno.h>
#include <string.h>

#include "opt.h"
#include "out.h"
#include "revert.h"

#define WAIT_NS (30 * NSEC_PER_SEC)

/**
 * struct restore_opts - the options of `wbctl restore`
 * @list: Only say what there is.
 * @force: Also what somebody else has changed since.
 * @forget: Remove the note instead.
 */
struct restore_opts {
	bool list;
	bool force;
	bool forget;
};

#define AT(member) offsetof(struct restore_opts, member)

static const struct opt restore_options[] = {
	{ "list", NULL, OPT_FLAG, AT(list), 0, 0, NULL,
	  "Only say what there is to restore." },
	{ "force", NULL, OPT_FLAG, AT(force), 0, 0, NULL,
	  "Also values that are neither what the sweep set nor the old ones: somebody else has changed them since.",
	},
	{ "forget", NULL, OPT_FLAG, AT(forget), 0, 0, NULL,
	  "Leave everything as it is and remove the note." },
};

/**
 * struct restored - what was found in all places
 * @notes: Notes that there were.
 * @things: Things that were put back.
 */
struct restored {
	size_t notes;
	size_t things;
};

static int cannot_open(const struct undo *u, int rc)
{
	if (rc == -EBUSY)
		return refuse(WBCTL_FAILED,
			      "a sweep is running (pid %d) and restores what it changes itself",
			      u->pid);
	if (rc == -EAGAIN)
		return refuse(WBCTL_FAILED,
			      "the sweep was killed, but something that it started still runs; end that first");
	if (rc == -EPERM)
		return refuse(WBCTL_FAILED,
			      "%s: not followed: it belongs to somebody else, or others may write to it",
			      u->dir);
	return refuse(rc == -EACCES ? WBCTL_MISSING : WBCTL_FAILED, "%s: %s", u->dir,
		      strerror(-rc));
}

static int list_one(const char *dir, struct restored *all)
{
	struct undo u;
	bool lives;
	int rc = undo_peek(&u, dir, &lives);

	if (!rc && u.count && !u.other_boot) {
		all->notes++;
		printf("%s/undo: a sweep %s\n", dir, lives ? "that is running" : "that was killed");
		revert_list(stdout, &u);
	}
	rc = rc && rc != -ENOENT ? cannot_open(&u, rc) : WBCTL_OK;
	undo_close(&u);
	return rc;
}

static int restore_note(struct undo *u, const struct restore_opts *o, struct restored *all)
{
	struct revert r = { .force = o->force, .say = stdout };

	if (u->other_boot)
		printf("%s/undo is from before the last boot, which reset everything: removed\n",
		       u->dir);
	else if (o->forget)
		printf("forgot %zu change%s\n", u->count, u->count == 1 ? "" : "s");
	else
		revert_all(u, &r);
	all->notes += u->other_boot || o->forget;
	all->things += r.restored;
	if (r.foreign || r.failed)
		return WBCTL_FAILED;
	undo_remove(u);
	return WBCTL_OK;
}

static int restore_one(const char *dir, const struct restore_opts *o, struct restored *all)
{
	struct undo u;
	int rc = undo_open(&u, dir, false, WAIT_NS);

	if (!rc)
		rc = restore_note(&u, o, all);
	else if (rc == -ENOENT)
		rc = WBCTL_OK;
	else
		rc = cannot_open(&u, rc);
	undo_close(&u);
	return rc;
}

static int restore_all(const struct restore_opts *o)
{
	struct restored all = {};
	int rc = WBCTL_OK, one;
	size_t i;

	for (i = 0; undo_dirs[i]; i++) {
		one = o->list ? list_one(undo_dirs[i], &all) : restore_one(undo_dirs[i], o, &all);
		rc = rc ? rc : one;
	}
	if (!rc && !all.notes && !all.things)
		printf("nothing to restore\n");
	return out_flush() ? WBCTL_FAILED : rc;
}

static int restore_run(int argc, char **argv)
{
	struct restore_opts o = {};
	int rc;

	argc--;
	argv++;
	rc = opt_parse(restore_options, ARRAY_SIZE(restore_options), &argc, argv, &o);
	if (!rc && argc)
		rc = refuse(WBCTL_USAGE, "restore takes no word '%s'", argv[0]);
	if (!rc && o.list + o.force + o.forget > 1)
		rc = refuse(WBCTL_USAGE, "--list, --force and --forget exclude each other");
	return rc ? rc : restore_all(&o);
}

static void restore_help(FILE *to)
{
	fprintf(to, "usage: wbctl restore [OPTION]\n\n");
	wrap(to,
	     "Puts back what a `wbctl sweep` that was killed has left changed: sysctls, settings of devices, mounts, dm devices. The next `wbctl run` or `wbctl sweep` does the same by itself.",
	     0, 0);
	fputc('\n', to);
	opt_help(to, restore_options, ARRAY_SIZE(restore_options));
	fputc('\n', to);
	wrap(to,
	     "Exit status: 0 done, or nothing to restore; 1 something could not be put back, or somebody else has changed it since; 3 not permitted.",
	     0, 0);
}

const struct command cmd_restore = {
	"restore", "put back what a killed sweep left changed", restore_run, restore_help
};
