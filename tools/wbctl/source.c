// SPDX-License-Identifier: GPL-2.0-or-later
/* Where the kernel's figures of a run come from: the module, tracefs, nowhere. */
#include "audit_l4.h"
#include "run.h"
#include "source.h"

static int attach_module(struct run *r)
{
	int rc = module_attach(&r->module);

	if (!rc)
		audit_l4_open(r);
	return rc;
}

static void end_module(struct run *r)
{
	audit_l4_stop(r);
	module_end(r);
}

static int verdict_module(const struct run *r)
{
	if (!r->module.lost)
		return WBCTL_OK;
	return refuse(WBCTL_MISSING, "the module's figures are missing: %s", r->module.lost_why);
}

static const struct source source_module = {
	.name = "module",
	.attach = attach_module,
	.fd = audit_l4_fd,
	.poll = audit_l4_poll,
	.sample = module_sample,
	.end = end_module,
	.verdict = verdict_module,
};

static const struct source source_none = { .name = "none" };

static const struct source *const sources[] = {
	[SOURCE_MODULE] = &source_module,
	[SOURCE_TRACEFS] = &source_tracefs,
	[SOURCE_NONE] = &source_none,
};

const char *const source_names[] = { "module", "tracefs", NULL };

static const struct source *of(const struct run *r)
{
	return sources[r->source];
}

const char *source_name(enum source_kind kind)
{
	return sources[kind]->name;
}

int source_attach(struct run *r)
{
	return of(r)->attach ? of(r)->attach(r) : WBCTL_OK;
}

void source_start(struct run *r)
{
	/* It also finds out which files the writers have, module or not. */
	module_start(r);
	if (of(r)->start)
		of(r)->start(r);
}

int source_fd(const struct run *r)
{
	return of(r)->fd ? of(r)->fd(r) : -1;
}

void source_poll(struct run *r)
{
	if (of(r)->poll)
		of(r)->poll(r);
}

void source_sample(struct run *r, struct fig *throttled)
{
	size_t i;

	for (i = 0; i < r->writers; i++)
		throttled[i] = fig_none();
	if (of(r)->sample)
		of(r)->sample(r, throttled);
}

void source_end(struct run *r)
{
	if (of(r)->end)
		of(r)->end(r);
}

void source_close(struct run *r)
{
	if (of(r)->close)
		of(r)->close(r);
	/* The module's rows of the writers. */
	module_close(r);
}

int source_verdict(const struct run *r)
{
	return of(r)->verdict ? of(r)->verdict(r) : WBCTL_OK;
}
