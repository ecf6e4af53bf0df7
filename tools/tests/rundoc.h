/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Documents of runs, made up for the tests. */
#ifndef WBCTL_RUNDOC_H
#define WBCTL_RUNDOC_H

#include <json-c/json.h>

#include "wbctl.h"

/**
 * struct rundoc - what a made up run is like
 * @kernel: Release of the kernel.
 * @fs: File system.
 * @memory_bytes: Memory of the machine.
 * @dirty_ratio: vm.dirty_ratio.
 * @bytes_per_s: Throughput of each of its two writers, of 64 MiB each.
 * @allocation_ns: Part of each one's time.
 * @fsync_ns: The same; what is left, less 1 % that is other, is throttling.
 * @drain_ns: Time after the run.
 */
struct rundoc {
	const char *kernel;
	const char *fs;
	uint64_t memory_bytes;
	uint64_t dirty_ratio;
	double bytes_per_s;
	double allocation_ns;
	double fsync_ns;
	double drain_ns;
};

/**
 * rundoc() - a document of schema wbctl.run/1
 * @r: What it is like.
 *
 * Return: The document, the caller's.
 */
struct json_object *rundoc(const struct rundoc *r);

/**
 * rundoc_metric() - a document that has but one metric
 * @name: Its name.
 * @v: The figure.
 *
 * Return: The document, the caller's.
 */
struct json_object *rundoc_metric(const char *name, double v);

#endif /* WBCTL_RUNDOC_H */
