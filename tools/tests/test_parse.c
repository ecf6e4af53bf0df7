// SPDX-License-Identifier: GPL-2.0-or-later
/* Sizes, times, numbers, devices: what is taken and what is refused. */
#include <errno.h>
#include <stdint.h>

#include "parse.h"
#include "tap.h"
#include "wbctl.h"

struct sample {
	const char *text;
	int rc;
	uint64_t v;
};

static const struct sample sizes[] = {
	{ "0", 0, 0 },
	{ "1", 0, 1 },
	{ "4095", 0, 4095 },
	{ "64k", 0, 65536 },
	{ "64K", 0, 65536 },
	{ "1M", 0, 1048576 },
	{ "3m", 0, 3145728 },
	{ "2G", 0, 2147483648 },
	{ "5T", 0, 5497558138880 },
	{ "8388607T", 0, 9223370937343148032 },
	{ "8388608T", -ERANGE, 0 },
	{ "9223372036854775807", 0, INT64_MAX },
	{ "9223372036854775808", -ERANGE, 0 },
	{ "18446744073709551616", -ERANGE, 0 },
	{ "99999999999999999999999", -ERANGE, 0 },
	{ "20000000T", -ERANGE, 0 },
	{ "", -EINVAL, 0 },
	{ "k", -EINVAL, 0 },
	{ "10X", -EINVAL, 0 },
	{ "10kk", -EINVAL, 0 },
	{ "10kB", -EINVAL, 0 },
	{ "10 k", -EINVAL, 0 },
	{ "-1", -EINVAL, 0 },
	{ "+1", -EINVAL, 0 },
	{ " 1", -EINVAL, 0 },
	{ "1.5G", -EINVAL, 0 },
	{ "0x10", -EINVAL, 0 },
};

static const struct sample times[] = {
	{ "0", 0, 0 },
	{ "1", 0, 1000000000 },
	{ "7ns", 0, 7 },
	{ "7us", 0, 7000 },
	{ "7ms", 0, 7000000 },
	{ "7s", 0, 7000000000 },
	{ "7m", 0, 420000000000 },
	{ "2h", 0, 7200000000000 },
	{ "2562047h", 0, 9223369200000000000 },
	{ "2562048h", -ERANGE, 0 },
	{ "9223372036854775808ns", -ERANGE, 0 },
	{ "6000000h", -ERANGE, 0 },
	{ "", -EINVAL, 0 },
	{ "s", -EINVAL, 0 },
	{ "1d", -EINVAL, 0 },
	{ "1 s", -EINVAL, 0 },
	{ "1S", -EINVAL, 0 },
	{ "0.5s", -EINVAL, 0 },
	{ "-1s", -EINVAL, 0 },
};

static const struct sample numbers[] = {
	{ "0", 0, 0 },
	{ "007", 0, 7 },
	{ "18446744073709551615", 0, UINT64_MAX },
	{ "18446744073709551616", -ERANGE, 0 },
	{ "", -EINVAL, 0 },
	{ "1k", -EINVAL, 0 },
	{ "abc", -EINVAL, 0 },
	{ "-3", -EINVAL, 0 },
};

static void check(const char *kind, int (*parse)(const char *text, uint64_t *out),
		  const struct sample *s, size_t n)
{
	uint64_t v;
	size_t i;
	int rc;

	for (i = 0; i < n; i++) {
		v = 0;
		rc = parse(s[i].text, &v);
		ok(rc == s[i].rc && (rc || v == s[i].v), "%s '%s'", kind, s[i].text);
	}
}

static void check_devs(void)
{
	static const struct sample devs[] = {
		{ "8:1", 0, 8 << 20 | 1 },
		{ "0:38", 0, 38 },
		{ "4095:1048575", 0, 0xffffffff },
		{ "4096:0", -ERANGE, 0 },
		{ "0:1048576", -ERANGE, 0 },
		{ "8", -EINVAL, 0 },
		{ "8:", -EINVAL, 0 },
		{ ":1", -EINVAL, 0 },
		{ "8:1:1", -EINVAL, 0 },
		{ "sda", -EINVAL, 0 },
	};
	uint32_t v;
	size_t i;
	int rc;

	for (i = 0; i < ARRAY_SIZE(devs); i++) {
		v = 0;
		rc = parse_dev(devs[i].text, &v);
		ok(rc == devs[i].rc && (rc || v == devs[i].v), "device '%s'", devs[i].text);
	}
}

int main(void)
{
	uint64_t ino;

	check("size", parse_size, sizes, ARRAY_SIZE(sizes));
	check("time", parse_time, times, ARRAY_SIZE(times));
	check("number", parse_number, numbers, ARRAY_SIZE(numbers));
	check_devs();
	ok(!parse_cgroup("4711", &ino) && ino == 4711, "cgroup by inode");
	ok(!parse_cgroup("/", &ino) && ino, "cgroup by path");
	ok(parse_cgroup("/dev/null", &ino) == -ENOTDIR, "cgroup that is no directory");
	ok(parse_cgroup("no/such/cgroup", &ino) == -ENOENT, "cgroup that does not exist");
	return tap_end();
}
