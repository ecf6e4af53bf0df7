// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl reset: empty the module's tables. */
#include "client.h"
#include "opt.h"
#include "out.h"
#include "show.h"

static int tables_mask(int argc, char **argv, uint32_t *mask)
{
	const struct show_table *t;
	int i;

	for (i = 0; i < argc; i++) {
		t = show_find(argv[i]);
		if (!t || !t->mask)
			return refuse(WBCTL_USAGE,
				      "reset cannot empty '%s': inodes, tasks, wbs, stacks and devices it can",
				      argv[i]);
		*mask |= t->mask;
	}
	return WBCTL_OK;
}

static int reset_run(int argc, char **argv)
{
	struct client *c = NULL;
	uint32_t mask = 0;
	int rc;

	argc--;
	argv++;
	rc = opt_parse(NULL, 0, &argc, argv, NULL);
	if (!rc)
		rc = tables_mask(argc, argv, &mask);
	if (rc)
		return rc;
	rc = client_open(&c);
	if (!rc)
		rc = client_reset(c, mask);
	if (rc)
		rc = client_refuse(c, rc);
	client_close(c);
	return rc;
}

static void reset_help(FILE *to)
{
	fprintf(to, "usage: wbctl reset [inodes|tasks|wbs|stacks|devices]...\n\n");
	wrap(to,
	     "Empties these tables of the module, or all of them. Whoever is reading them, a `wbctl run` for one, sees its counters fall and loses those figures.",
	     0, 0);
}

const struct command cmd_reset = {
	"reset", "empty the module's tables", reset_run, reset_help
};
