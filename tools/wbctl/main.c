// SPDX-License-Identifier: GPL-2.0-or-later
/* wbctl: the table of commands, and the only place that exits. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "out.h"

static const struct command *const commands[] = {
	&cmd_run,
	&cmd_profiles,
	&cmd_report,
	&cmd_explain,
	&cmd_compare,
	&cmd_sweep,
	&cmd_bisect,
	&cmd_show,
	&cmd_status,
	&cmd_reset,
	&cmd_restore,
};

static const struct command *find(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

static void general_help(FILE *to)
{
	size_t i;

	fprintf(to, "usage: wbctl COMMAND [OPTION]...\n\n");
	wrap(to,
	     "Drives writers and shows what writeback and balance_dirty_pages() did to them, with the figures of the kernel module wbtrace.",
	     0, 0);
	fputc('\n', to);
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(to, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
	fprintf(to, "  %-8s %s\n", "help", "print this, or a command's help");
	fprintf(to,
		"\n  --version  print the version\n  --help     like help; after a command too\n\n");
	wrap(to,
	     "Exit status: 0 done, 1 failed or interrupted, 2 a wrong command line, 3 the module or a permission is missing, 4 a threshold was crossed.",
	     0, 0);
}

static int print_help(const char *name)
{
	const struct command *cmd = name ? find(name) : NULL;

	if (name && !cmd)
		return refuse(WBCTL_USAGE,
			      "there is no command '%s'; `wbctl help` lists them",
			      name);
	if (cmd)
		cmd->help(stdout);
	else
		general_help(stdout);
	return out_flush();
}

static bool wants_help(int argc, char **argv)
{
	int i;

	/* What follows -- belongs to a program that is to be run. */
	for (i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
			return true;
	return false;
}

static int dispatch(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;
	const struct command *cmd;

	if (!name)
		return refuse(WBCTL_USAGE, "a command is missing; `wbctl help` lists them");
	if (!strcmp(name, "--version")) {
		printf("wbctl %s (ABI version %d)\n", WBCTL_VERSION, WBTRACE_ABI_VERSION);
		return out_flush();
	}
	if (!strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h"))
		return print_help(argc > 2 && argv[2][0] != '-' ? argv[2] : NULL);
	cmd = find(name);
	if (!cmd)
		return refuse(WBCTL_USAGE,
			      "there is no command '%s'; `wbctl help` lists them",
			      name);
	if (wants_help(argc - 1, argv + 1))
		return print_help(name);
	return cmd->run(argc - 1, argv + 1);
}

/*
 * Opens what the caller has closed of standard input, output and error, so that
 * no file of ours gets that number; for reading only, so that output fails.
 */
static int open_standard(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDONLY);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd < 0)
		return refuse(WBCTL_FAILED, "/dev/null: %s", strerror(errno));
	close(fd);
	return WBCTL_OK;
}

int main(int argc, char **argv)
{
	int rc = open_standard();

	if (rc)
		return rc;
	/* A reader that went away is an error of write(2), which cleans up. */
	signal(SIGPIPE, SIG_IGN);
	return dispatch(argc, argv);
}
