#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A probe whose tracepoint lives in a module: it is absent until the module is loaded, counts while it
# is there, and goes with it. The module is selftests/modules/tpmod.

# The tests are called by name.
# shellcheck disable=SC2317

# shellcheck source=selftests/lib.sh
. selftests/lib.sh

# probe_is STATE HITS
probe_is() {
	local line
	line=$(grep '^inode_switch_wbs ' "$sysfs/probes")
	[ "$line" = "inode_switch_wbs tracepoint $1 $2" ] || {
		echo "wanted '$1 $2': $line"
		return 1
	}
}

fire() {
	echo "$1" >/sys/module/tpmod/parameters/fire
}

absent_without() {
	reload rename_probe=inode_switch_wbs && probe_is absent - &&
		echo 1 >"$sysfs/enabled" && probe_is absent -
}

attached_when_it_comes() {
	insmod modules/tpmod.ko && probe_is attached 0 && fire 3 && probe_is attached 3
}

absent_when_it_goes() {
	rmmod tpmod && probe_is absent -
}

comes_again() {
	insmod modules/tpmod.ko && fire 2 && probe_is attached 2
}

unload_before_it() {
	unload && fire 1 && rmmod tpmod
}

found_when_there_before() {
	insmod modules/tpmod.ko && load rename_probe=inode_switch_wbs && probe_is detached - &&
		echo 1 >"$sysfs/enabled" && fire 1 && probe_is attached 1 &&
		echo 0 >"$sysfs/enabled" && fire 1 && probe_is detached - &&
		unload && rmmod tpmod
}

ktap_begin 7
check absent_without absent_without
check attached_when_it_comes attached_when_it_comes
check absent_when_it_goes absent_when_it_goes
check comes_again comes_again
check unload_before_it unload_before_it
check found_when_there_before found_when_there_before
ktap_end
