# SPDX-License-Identifier: GPL-2.0-only
# User half of the build: everything that people type. Kbuild is the kernel's.

KDIR ?= /lib/modules/$(shell uname -r)/build
PREFIX ?= /usr/local
DESTDIR ?=
# The headers' own words: Debian's 6.1 answers `make kernelrelease` with less.
RELEASE = $(shell sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' $(KDIR)/include/generated/utsrelease.h)
MODDIR = $(DESTDIR)/lib/modules/$(RELEASE)/updates
NATIVE ?= 0
KERNEL ?= 6.1
ARGS ?=

.PHONY: all modules tools install clean distclean help run vm check check-fast
.PHONY: check-debug debug-kernel bench abi scenarios

all: tools modules

modules:
	@test -e '$(KDIR)/Makefile' || { echo "no kernel headers at $(KDIR): install linux-headers or give KDIR=" >&2; exit 1; }
	$(MAKE) -C '$(KDIR)' M='$(CURDIR)' modules

tools:
	$(MAKE) -C tools

install: all
	$(MAKE) -C tools install DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)'
	install -D -m 644 wbtrace.ko '$(MODDIR)/wbtrace.ko'
	install -D -m 644 include/uapi/linux/wbtrace.h '$(DESTDIR)$(PREFIX)/include/linux/wbtrace.h'
	install -D -m 644 Documentation/netlink/specs/wbtrace.yaml '$(DESTDIR)$(PREFIX)/share/wbtrace/wbtrace.yaml'
	@test -n '$(DESTDIR)' || depmod

abi:
	scripts/gen-abi

run:
	scripts/run NATIVE=$(NATIVE) KERNEL=$(KERNEL) $(ARGS)

vm:
	scripts/deps build vm
	$(MAKE) tools
	scripts/vm-shell --kernel $(KERNEL)

check:
	scripts/check

check-fast:
	scripts/check --fast

check-debug:
	scripts/check-debug

scenarios:
	scripts/deps build vm check
	scripts/scenarios

debug-kernel:
	scripts/kernel fetch debug

bench:
	scripts/deps build vm bench
	bench/run

clean:
	find kmod -name '*.o' -delete -o -name '.*.cmd' -delete
	rm -f wbtrace.ko wbtrace.o wbtrace.mod* .wbtrace*.cmd .module*.cmd .Module*.cmd \
		modules.order Module.symvers
	$(MAKE) -C tools clean
	rm -rf build/kmod build/tools build/selftests build/modules build/run

distclean: clean
	rm -rf build

help:
	@echo 'make            wbctl and, for KDIR, wbtrace.ko'
	@echo 'make modules    wbtrace.ko alone; KDIR=DIR chooses the kernel'
	@echo 'make tools      wbctl alone'
	@echo 'make install    both; DESTDIR=, PREFIX=/usr/local'
	@echo 'make run        three throttled writers, in a VM; NATIVE=1: on this machine'
	@echo '                KERNEL=7.3 chooses its kernel: 6.1, 6.12, 7.2 or 7.3'
	@echo "                ARGS='--writers 5 --size 64M' go to wbctl run"
	@echo 'make vm         a shell in a VM with the module and wbctl at hand; KERNEL='
	@echo 'make check      all tests (installs what they need); make check-fast: < 4 min'
	@echo 'make check-debug  some of them on a kernel with KASAN and lockdep, and that it finds'
	@echo '                planted bugs; make debug-kernel: builds that kernel (25 min once)'
	@echo 'make scenarios  what wbctl finds in cases that were reported in public, on three kernels'
	@echo 'make bench      what the hooks cost, in guest instructions'
	@echo 'make abi        uapi header and policy from the YAML spec'
	@echo 'make clean      remove what was built; make distclean: kernels too'
