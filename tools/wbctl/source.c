// SPDX-License-Identifier: GPL-2.0-only
/* Where the kernel's figures of a run come from: the module, tracefs, nowhere. */
#include "run.h"
#include "source.h"

static int attach_module(struct run *r)
{
	return module_attach(&r->module);
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
	.sample = module_sample,
	.end = module_end,
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

/**
 * source_attach() - get ready
 * @r: The run.
 *
 * Return: An exit status; what is wrong has been said.
 */
int source_attach(struct run *r)
{
	return of(r)->attach ? of(r)->attach(r) : WBCTL_OK;
}

/**
 * source_start() - read the figures before the clock starts
 * @r: The run, its writers at the barrier.
 */
void source_start(struct run *r)
{
	/* It also finds out which files the writers have, module or not. */
	module_start(r);
	if (of(r)->start)
		of(r)->start(r);
}

/**
 * source_fd() - what says when to call source_poll()
 * @r: The run.
 *
 * Return: A descriptor, -1: nothing does.
 */
int source_fd(const struct run *r)
{
	return of(r)->fd ? of(r)->fd(r) : -1;
}

/**
 * source_poll() - take in what has come
 * @r: The run.
 */
void source_poll(struct run *r)
{
	if (of(r)->poll)
		of(r)->poll(r);
}

/**
 * source_sample() - how long each writer has been throttled so far
 * @r: The run.
 * @throttled: A figure in ns for each writer.
 */
void source_sample(struct run *r, struct fig *throttled)
{
	size_t i;

	for (i = 0; i < r->writers; i++)
		throttled[i] = fig_none();
	if (of(r)->sample)
		of(r)->sample(r, throttled);
}

/**
 * source_end() - read the figures when the last writer is done
 * @r: The run, its files still there.
 */
void source_end(struct run *r)
{
	if (of(r)->end)
		of(r)->end(r);
}

/**
 * source_close() - let go of everything
 * @r: The run.
 */
void source_close(struct run *r)
{
	if (of(r)->close)
		of(r)->close(r);
	/* The module's rows of the writers. */
	module_close(r);
}

/**
 * source_verdict() - whether figures are missing or too small
 * @r: The run.
 *
 * Return: An exit status; what is wrong has been said.
 */
int source_verdict(const struct run *r)
{
	return of(r)->verdict ? of(r)->verdict(r) : WBCTL_OK;
}
