// SPDX-License-Identifier: GPL-2.0-or-later
/* What file systems lie on, in a folder that looks like sysfs. */
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chain.h"
#include "format.h"
#include "tap.h"

static char root[128];
static char fs[64];
static char bdi[CHAIN_BDI_LEN];
static bool on_disk;

static char *in_root(const char *name)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	return path;
}

static void put(const char *name, const char *text)
{
	char *path = in_root(name), *slash = path + strlen(root);
	FILE *f;

	while ((slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	f = fopen(path, "w");
	if (!f || fputs(text, f) < 0 || fclose(f))
		abort();
}

static void link_to(const char *name, const char *to)
{
	if (symlink(to, in_root(name)))
		abort();
}

/* This folder's own "ext4 on 254:0", as chains should name it, if it is on a disk. */
static void name_own(void)
{
	struct mount m;
	char dev[FORMAT_LEN];
	struct chain c;
	int fd = open(root, O_PATH | O_CLOEXEC);

	if (fd < 0 || mount_of(fd, &m))
		abort();
	close(fd);
	chain_read(&c, in_root(""), &m);
	snprintf(bdi, sizeof(bdi), "%s", c.bdi);
	on_disk = m.dev >> 20;
	snprintf(fs, sizeof(fs), "%s on %s", m.fs_type, format_fig(dev, UNIT_DEV, fig_of(m.dev)));
}

static void make_devices(void)
{
	char file[1024];

	put("file", "");
	snprintf(file, sizeof(file), "%s\n", in_root("file"));
	put("dev/block/7:0/loop/backing_file", file);
	put("dev/block/7:0/loop/dio", "0\n");
	put("dev/block/7:0/uevent", "MAJOR=7\nMINOR=0\nDEVNAME=loop0\nDEVTYPE=disk\n");
	put("dev/block/7:0/dev", "7:0\n");
	put("dev/block/7:1/loop/backing_file", file);
	put("dev/block/7:1/loop/dio", "1\n");
	put("dev/block/7:1/uevent", "DEVNAME=loop1\n");
	put("dev/block/7:2/loop/backing_file", "/no/such/file (deleted)\n");
	put("dev/block/7:2/uevent", "DEVNAME=loop2\n");
	put("dev/block/253:0/uevent", "DEVNAME=dm-0\n");
	put("dev/block/253:0/slaves/loop0/dev", "7:0\n");
	put("dev/block/9:0/uevent", "DEVNAME=md0\n");
	put("dev/block/9:0/slaves/sdb/dev", "8:16\n");
	put("dev/block/9:0/slaves/sda/dev", "8:0\n");
	put("devices/sda/dev", "8:0\n");
	put("devices/sda/sda1/partition", "1\n");
	link_to("dev/block/8:1", "../../devices/sda/sda1");
	put("dev/block/253:9/uevent", "DEVNAME=dm-9\n");
	put("dev/block/253:9/slaves/dm-9/dev", "253:9\n");
}

static struct chain of(unsigned int major, unsigned int minor, const char *type, const char *source)
{
	struct mount m = { .dev = major << 20 | minor };
	char sysfs[sizeof(root)];
	struct chain c;

	snprintf(m.fs_type, sizeof(m.fs_type), "%s", type);
	snprintf(m.source, sizeof(m.source), "%s", source);
	snprintf(sysfs, sizeof(sysfs), "%s", root);
	chain_read(&c, sysfs, &m);
	return c;
}

static void is_chain(struct chain c, const char *text, const char *own, const char *lower)
{
	if (!ok(!strcmp(c.text, text) && !strcmp(c.bdi, own) && !strcmp(c.lower_bdi, lower),
		"%s: '%s'", own, text))
		printf("# got '%s', bdi '%s', lower '%s'\n", c.text, c.bdi, c.lower_bdi);
}

static void check_devices(void)
{
	is_chain(of(8, 0, "ext4", "/dev/sda"), "", "8:0", "");
	is_chain(of(8, 1, "ext4", "/dev/sda1"), "", "8:0", "");
	is_chain(of(7, 2, "xfs", "/dev/loop2"), "loop2, a file that is not found here", "7:2", "");
	is_chain(of(9, 0, "ext4", "/dev/md0"), "md0 on 8:0+8:16", "9:0", "");
	ok(!!strstr(of(253, 9, "ext4", "/dev/dm-9").text, "dm-9 on dm-9 on "),
	   "a device that is said to lie on itself ends");
}

static void check_servers(void)
{
	is_chain(of(0, 50, "nfs4", "server.example:/x"), "NFS from server.example:/x", "0:50", "");
	is_chain(of(0, 50, "nfs4", "127.0.0.1:/"), "NFS from 127.0.0.1:/", "0:50", "");
	is_chain(of(0, 51, "fuse.sshfs", "me@there:/x"), "FUSE", "0:51", "");
	is_chain(of(0, 52, "9p", "host"), "", "0:52", "");
}

static void check_files(void)
{
	char source[256], text[512];

	snprintf(text, sizeof(text), "loop0, a file on %s", fs);
	is_chain(of(7, 0, "xfs", "/dev/loop0"), text, "7:0", bdi);
	/* Direct I/O: no page cache below. */
	snprintf(text, sizeof(text), "loop1, a file on %s", fs);
	is_chain(of(7, 1, "xfs", "/dev/loop1"), text, "7:1", "");
	snprintf(text, sizeof(text), "dm-0 on loop0, a file on %s", fs);
	is_chain(of(253, 0, "ext4", "/dev/dm-0"), text, "253:0", bdi);
	snprintf(source, sizeof(source), "127.0.0.1:%s", root);
	snprintf(text, sizeof(text), "NFS from %s, this machine's %s", source, fs);
	is_chain(of(0, 50, "nfs", source), text, "0:50", bdi);
}

static void check_here(void)
{
	static const struct {
		const char *source;
		const char *path;
	} hosts[] = {
		{ "127.0.0.1:/a:/b", "/a:/b" },
		{ "127.3.2.1:/x", "/x" },
		{ "[::1]:/x", "/x" },
		{ "localhost:/x", "/x" },
		{ "203.0.113.7:/x", NULL },
		{ "[2001:db8::7]:/x", NULL },
		{ "server.example:/x", NULL },
		{ "/dev/sda", NULL },
		{ "", NULL },
	};
	char own[HOST_NAME_MAX + 8] = "";
	const char *path;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hosts); i++)
		ok(chain_is_here(hosts[i].source, &path) == !!hosts[i].path &&
		   (!path || !strcmp(path, hosts[i].path)), "%s is %s", hosts[i].source,
		   hosts[i].path ? "here" : "elsewhere");
	gethostname(own, HOST_NAME_MAX);
	if (!own[0])
		return;
	strcat(own, ":/x");
	ok(chain_is_here(own, &path), "the machine's own name is here");
}

int main(void)
{
	const char *where = getenv("WBCTL_TEST_DIR");
	char command[300];

	snprintf(root, sizeof(root), "%s/wbctl-chain-XXXXXX", where ? where : "/var/tmp");
	if (!mkdtemp(root))
		abort();
	name_own();
	make_devices();
	check_devices();
	check_servers();
	if (on_disk)
		check_files();
	check_here();
	snprintf(command, sizeof(command), "rm -rf '%s'", root);
	ok(!system(command), "nothing is left");
	return tap_end();
}
