# SPDX-License-Identifier: GPL-2.0-only
# The guest's file system image: an initramfs made of this machine's programs and a kernel's modules.
#
# Sourced by scripts/vm, which sets top and vmdir.
# shellcheck shell=bash disable=SC2154

image_programs='
bash dash busybox kmod
mke2fs tune2fs e2fsck dumpe2fs debugfs resize2fs filefrag chattr lsattr
mkfs.xfs xfs_io xfs_repair mkfs.btrfs btrfs
dmsetup blockdev blkid losetup mount umount findmnt fsfreeze fallocate blkdiscard
setpriv taskset chrt ionice flock unshare nsenter prlimit setsid getconf
awk basename cat cmp comm cp cut date dd df diff dirname du env expr find grep head id install kill
ln ls md5sum mkdir mkfifo mknod mktemp mv nice nohup nproc numfmt od paste printf readlink realpath
rm rmdir sed seq sha1sum sha256sum shuf sleep sort split stat stdbuf sync tac tail tee test timeout
touch tr truncate tty uname uniq wc xargs yes'

# The first line must load, or there is no guest to speak of; the second is for tests, and a kernel
# that lacks one of them only fails the tests that want it.
image_modules_needed='virtio_pci virtio_blk virtio_console null_blk'
image_modules='dm-mod dm-delay dm-flakey dm-snapshot loop brd ext4 xfs btrfs overlay fuse nfs nfsv4 nfsd configfs
crc32c_generic xxhash_generic blake2b_generic'

# image_libs FILE...: the libraries these programs need, one a line.
image_libs() {
	local file
	for file; do
		ldd "$file" 2>/dev/null || true
	done | grep -o '/[^ ]*' | sort -u
}

# image_add ROOT FILE: a file from this machine, at its own path. In the guest /bin, /sbin and
# usr/sbin are usr/bin, and /lib is usr/lib.
image_add() {
	local root=$1 file=$2 dest
	case $file in
	/bin/* | /sbin/*) dest=usr/bin/${file##*/} ;;
	/usr/sbin/*) dest=usr/bin/${file##*/} ;;
	/lib/* | /lib64/*) dest=usr$file ;;
	*) dest=${file#/} ;;
	esac
	[ -e "$root/$dest" ] || install -D -p "$(readlink -f "$file")" "$root/$dest"
}

# image_add_libs ROOT FILE...: what these programs need, from this machine.
image_add_libs() {
	local root=$1 lib
	shift
	while read -r lib; do
		image_add "$root" "$lib"
	done < <(image_libs "$@")
}

# image_program ROOT NAME
image_program() {
	local root=$1 file
	# Names like test and printf are shell builtins too: only a file will do.
	file=$(type -P "$2") || return 1
	install -D -p "$(readlink -f "$file")" "$root/usr/bin/${2##*/}"
	image_add_libs "$root" "$file"
}

# image_pack ROOT CPIO: the same bytes for the same files, since an emulated instruction count
# depends on every digit the kernel has to parse.
image_pack() {
	find "$1" -exec touch -h -d @1 {} +
	(cd "$1" && find . | LC_ALL=C sort |
		cpio -o -H newc -R 0:0 --reproducible --quiet) >"$2.new"
	mv "$2.new" "$2"
}

# image_base ROOT RELEASE MODULES_ROOT
image_base() {
	local root=$1 release=$2 modules=$3 name file dir

	mkdir -p "$root"/{usr/bin,usr/lib/modules,usr/lib64,etc,proc,sys,dev,tmp,run,root,mnt,out,wbtrace,var}
	ln -s bin "$root/usr/sbin"
	for name in bin sbin lib lib64; do
		ln -s "usr/$name" "$root/$name"
	done
	ln -s ../tmp "$root/var/tmp"
	chmod 1777 "$root/tmp"

	for name in $image_programs; do
		image_program "$root" "$name" || {
			printf 'scripts/vm: this machine has no program %s for the guest\n' "$name" >&2
			return 1
		}
	done
	for name in ext2 ext3 ext4; do
		ln -s mke2fs "$root/usr/bin/mkfs.$name"
	done
	for name in insmod rmmod modprobe lsmod modinfo depmod; do
		ln -s kmod "$root/usr/bin/$name"
	done
	ln -s dash "$root/usr/bin/sh"
	for name in $(busybox --list); do
		[ -e "$root/usr/bin/$name" ] || [ -L "$root/usr/bin/$name" ] ||
			ln -s busybox "$root/usr/bin/$name"
	done
	# glibc opens it by name when a thread ends.
	for file in /lib/*/libgcc_s.so.1 /usr/lib/*/libgcc_s.so.1; do
		[ ! -e "$file" ] || image_add "$root" "$file"
	done

	[ ! -e /etc/mke2fs.conf ] || cp /etc/mke2fs.conf "$root/etc/"
	printf '%s\n' root:x:0:0:root:/root:/bin/sh nobody:x:65534:65534:nobody:/tmp:/bin/sh \
		_rpc:x:102:65534::/run/rpcbind:/bin/sh postgres:x:103:103::/tmp:/bin/sh >"$root/etc/passwd"
	printf '%s\n' root:x:0: postgres:x:103: nogroup:x:65534: >"$root/etc/group"
	printf '%s\n' 'root::1::::::' 'nobody:*:1::::::' >"$root/etc/shadow"
	printf '%s\n' 'passwd: files' 'group: files' 'hosts: files' >"$root/etc/nsswitch.conf"
	printf '%s\n' '127.0.0.1 localhost' >"$root/etc/hosts"
	ln -s /proc/self/mounts "$root/etc/mtab"

	dir=$root/usr/lib/modules/$release
	mkdir -p "$dir"
	for name in $image_modules_needed $image_modules; do
		file=$(modprobe -d "$modules" -S "$release" --show-depends "$name" 2>/dev/null) || {
			case " $image_modules_needed " in
			*" $name "*)
				printf 'scripts/vm: kernel %s has no module %s\n' "$release" "$name" >&2
				return 1
				;;
			esac
			continue
		}
		sed -n 's/^insmod \([^ ]*\).*/\1/p' <<<"$file"
	done | sort -u >"$root.modules" || return 1
	while read -r file; do
		install -D -p -m 644 "$file" "$dir/${file#*"/$release/"}"
	done <"$root.modules"
	rm -f "$root.modules"
	cp -p "$modules/lib/modules/$release"/modules.{order,builtin,builtin.modinfo} "$dir/"
	depmod -b "$root" "$release"
}

# image_key WORD...: one word for what an image was made from.
image_key() {
	local file
	{
		printf '%s\n' "$@"
		cat "$top/scripts/lib-image.sh"
		for file in "$@"; do
			type -P "$file" || true
		done | xargs -r stat -L -c '%n %s %Y'
	} | sha1sum | cut -c1-16
}

# image_cached PREFIX KEY FUNCTION ARGS: prints the path of vmdir/PREFIX-KEY.cpio, which FUNCTION
# ROOT ARGS fills when it is not there yet. Those with another key have had their day.
image_cached() {
	local prefix=$1 cpio=$vmdir/$1-$2.cpio root old
	shift 2
	(
		flock 9
		[ ! -s "$cpio" ] || exit 0
		root=$(mktemp -d "$vmdir/$prefix.XXXXXX")
		# The trap must see root even when FUNCTION fails half way.
		# shellcheck disable=SC2064
		trap "rm -rf '$root'" EXIT
		"$1" "$root" "${@:2}" >&2 || exit 1
		for old in "$vmdir/$prefix"-*.cpio "$vmdir/$prefix"-*.list; do
			rm -f "$old"
		done
		(cd "$root" && find . \( -type f -o -type l \) -printf '/%P\n') >"${cpio%.cpio}.list"
		image_pack "$root" "$cpio"
	) 9>"$vmdir/$prefix.lock" || return 1
	echo "$cpio"
}

# What --with takes besides the names of programs: several of them for one purpose, from packages
# that are not to be installed, since they start servers.
image_bundle_nfs='rpcbind rpc.nfsd rpc.mountd exportfs mount.nfs'
image_packages_nfs='rpcbind nfs-common nfs-kernel-server'
# Its programs and their files stay where they are: they look for each other.
image_packages_postgresql='postgresql-15 postgresql-client-15'

# image_with_programs NAME: the programs that --with NAME stands for.
image_with_programs() {
	case $1 in
	nfs) echo "$image_bundle_nfs" ;;
	postgresql) ;;
	*) echo "$1" ;;
	esac
}

# image_postgresql ROOT DIR: the server and pgbench out of the packages in DIR. Not one of the server's
# modules is there but those that initdb loads: the one that compiles queries would take LLVM along.
image_postgresql() {
	local root=$1 dir=$2 from file
	from=$(cd "$dir" && echo usr/lib/postgresql/*)
	for file in "$from"/bin/{initdb,pg_ctl,postgres,pgbench} "$from"/lib/{plpgsql,dict_snowball}.so; do
		install -D -p "$dir/$file" "$root/$file" || return 1
		image_add_libs "$root" "$dir/$file"
	done
	mkdir -p "$root/usr/share" && cp -a "$dir/usr/share/postgresql" "$root/usr/share/"
}

# image_unpack DIR PACKAGE...: Debian's packages, only unpacked, and looked for once.
image_unpack() {
	local dir=$1 try
	shift
	[ ! -e "$dir/complete" ] || return 0
	rm -rf "$dir"
	mkdir -p "$dir/debs"
	for try in 1 2 3; do
		(cd "$dir/debs" && apt-get -q -o Acquire::Retries=5 -o APT::Sandbox::User=root \
			download "$@" >>../log 2>&1) && break
		[ "$try" -lt 3 ] || {
			printf 'scripts/vm: cannot download %s: %s\n' "$*" "$(tail -1 "$dir/log")" >&2
			return 1
		}
		apt-get -q update >>"$dir/log" 2>&1 || true
	done
	for try in "$dir"/debs/*.deb; do
		dpkg -x "$try" "$dir" || return 1
	done
	: >"$dir/complete"
}

# image_with ROOT NAME
image_with() {
	local root=$1 name dir=$vmdir/packages-$2 path=$PATH
	case $2 in
	nfs)
		# shellcheck disable=SC2086
		image_unpack "$dir" $image_packages_nfs || return 1
		# The libraries' list of transports.
		install -D -m 644 /etc/netconfig "$root/etc/netconfig" || return 1
		path=$dir/usr/sbin:$dir/sbin:$PATH
		;;
	postgresql)
		# shellcheck disable=SC2086
		image_unpack "$dir" $image_packages_postgresql && image_postgresql "$root" "$dir" || return 1
		;;
	dbench)
		# What it plays.
		install -D -m 644 /usr/share/dbench/client.txt "$root/usr/share/dbench/client.txt" || return 1
		;;
	esac
	for name in $(image_with_programs "$2"); do
		PATH=$path image_program "$root" "$name" || {
			printf 'scripts/vm: this machine has no program %s\n' "$name" >&2
			return 1
		}
	done
	# The guest's own links must stay links.
	[ ! -d "$root/lib" ] && [ ! -d "$root/bin" ]
}
