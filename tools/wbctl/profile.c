// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs a profile: plans its steps, does one after the other, keeps what they gave. */
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "profile.h"

/* As a run without --size; see there. */
#define LEAST_TOTAL_BYTES (192ULL << 20)

struct step *step_add(struct profile_run *p, enum shape_id shape, int kind, const char *fmt, ...)
{
	size_t room = p->step_count;
	struct step *grown, *s;
	va_list ap;

	if (p->step_count == PROFILE_STEPS_MAX) {
		refuse(WBCTL_USAGE, "--runs is too large: the profile has more than %d steps",
		       PROFILE_STEPS_MAX);
		return NULL;
	}
	/* Room doubles: it is used up where the count is 0 or a power of two. */
	if (!(room & (room - 1))) {
		grown = reallocarray(p->steps, room ? 2 * room : 1, sizeof(*grown));
		if (!grown) {
			refuse(WBCTL_FAILED, "no memory");
			return NULL;
		}
		p->steps = grown;
	}
	s = &p->steps[p->step_count++];
	*s = (struct step){ .kind = kind, .o = *p->o };
	s->o.shape = fig_of(shape);
	s->o.profile = NULL;
	s->o.json = NULL;
	va_start(ap, fmt);
	vsnprintf(s->name, sizeof(s->name), fmt, ap);
	va_end(ap);
	return s;
}

int profile_threads(struct profile_run *p, int (*add)(struct profile_run *p, uint64_t threads),
		    const uint64_t *many, size_t count)
{
	size_t i;
	int rc = WBCTL_OK;

	if (p->o->writers.known)
		return add(p, p->o->writers.v);
	for (i = 0; i < count && !rc; i++)
		rc = add(p, many[i]);
	return rc;
}

int step_command(struct step *s, const char *fmt, ...)
{
	size_t n = 0;
	va_list ap;
	char *at;
	int rc;

	va_start(ap, fmt);
	rc = vasprintf(&s->text, fmt, ap);
	va_end(ap);
	if (rc < 0) {
		s->text = NULL;
		return refuse(WBCTL_FAILED, "no memory");
	}
	for (at = s->text; at && n < STEP_WORDS_MAX; n++)
		s->command[n] = strsep(&at, " ");
	/* They are about what the built-in writers do. */
	s->o.time = fig_none();
	s->o.shape = fig_of(SHAPE_WRITE);
	return WBCTL_OK;
}

struct ratio step_metric(const struct step *s, const char *name)
{
	return metric_get(&s->res.metrics, name);
}

uint64_t profile_writers(const struct profile_run *p)
{
	return p->o->writers.known ? p->o->writers.v : p->profile->writers;
}

uint64_t profile_total(const struct profile_run *p)
{
	uint64_t total = p->sys.dirty_limit_bytes.v * 2;

	if (p->o->size.known)
		return p->o->size.v;
	if (total < LEAST_TOTAL_BYTES)
		total = LEAST_TOTAL_BYTES;
	return total < p->space ? total : p->space;
}

uint64_t profile_part(uint64_t size, double share, uint64_t bs)
{
	uint64_t part = (uint64_t)((double)size * share);

	return part < bs ? bs : part - part % bs;
}

const struct step *profile_next(const struct profile_run *p, const struct step *s, int kind)
{
	for (s = s ? s + 1 : p->steps; s && s < p->steps + p->step_count; s++)
		if (s->done && (kind < 0 || s->kind == kind))
			return s;
	return NULL;
}

void profile_metric(struct profile_run *p, const char *prefix, const char *name,
		    struct ratio value)
{
	char full[4 * METRIC_NAME_LEN];

	snprintf(full, sizeof(full), "%s%s", prefix, name);
	if (value.known && metric_name_ok(full))
		metric_set(&p->metrics, full, value);
}

void profile_series(struct profile_run *p, const char *prefix, const char *name,
		    const struct series *s)
{
	char full[2 * METRIC_NAME_LEN];

	profile_metric(p, prefix, name, series_mean(s));
	if (s->m.n < 2)
		return;
	snprintf(full, sizeof(full), "%s%s", prefix, name);
	profile_metric(p, full, "_min", series_min(s));
	profile_metric(p, full, "_max", series_max(s));
	profile_metric(p, full, "_stddev", series_stddev(s));
}

struct ratio ratio_of_fig(struct fig f)
{
	return (struct ratio){ f.known, (double)f.v };
}

static void take_file(struct step_result *res, const struct report *rep, size_t i)
{
	const struct report_writer *w = &rep->writers[i];
	struct step_file *f = &res->files[i];
	size_t j;

	*f = (struct step_file){
		.written_bytes = w->written_bytes, .moved_bytes = w->moved_bytes,
		.wall_ns = w->wall_ns, .write_ns = w->write_ns, .ops = w->ops, .mean = w->mean,
		.extents = w->extents,
	};
	for (j = 0; j < rep->inode_count; j++)
		if (rep->inodes[j].writer.v == i)
			f->interleaved = rep->inodes[j].interleaved;
	for (j = 0; j < rep->target_count; j++)
		if (!strcmp(rep->targets[j].path, w->target))
			f->target = j;
}

static char *notes_of(const struct report *rep, bool audit)
{
	char *text = NULL;
	size_t size, i;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	if (audit)
		report_audit_text(f, rep);
	for (i = 0; i < rep->note_count; i++)
		fprintf(f, "%s\n", rep->notes[i]);
	fclose(f);
	return text;
}

void step_take(struct step *s, const struct report *rep, bool audit)
{
	struct step_result *res = &s->res;
	size_t i;

	*res = (struct step_result){
		.duration_ns = rep->duration_ns, .file_size = rep->file_size,
		.rates = rep->rates, .during_ratio = rep->during_ratio, .all = rep->all,
		.p99 = rep->writers[0].p99,
		.laws_hold = audit_count(&rep->audit, AUDIT_HOLDS),
		.laws_broken = audit_count(&rep->audit, AUDIT_BROKEN),
		.laws_unchecked = audit_count(&rep->audit, AUDIT_UNCHECKED),
	};
	res->files = calloc(rep->writer_count, sizeof(*res->files));
	for (i = 0; res->files && i < rep->writer_count; i++)
		take_file(res, rep, i);
	res->file_count = res->files ? rep->writer_count : 0;
	s->cut = rep->interrupted || rep->module_lost;
	for (i = 0; i < rep->writer_count; i++)
		if (rep->writers[i].error)
			s->cut = true;
	s->doc = report_json(rep);
	s->notes = notes_of(rep, audit || res->laws_broken);
	s->done = true;
}

static int take_command(const struct profile_run *p, const struct step *s, struct run *r)
{
	static const struct opt_list no_rules;
	int count = 0;

	while (s->command[count])
		count++;
	if (!count)
		return WBCTL_OK;
	r->writers = 1;
	r->place = p->profile->alone ? PLACE_TARGET : PLACE_OWN;
	return program_new(&r->program, count, (char **)s->command, &no_rules);
}

/* A program that failed, or said nothing of what it is run for. */
static int check_driver_said(const struct profile_run *p, struct step *s, const struct run *r)
{
	s->res.metrics = r->metrics;
	if (!p->driver)
		return WBCTL_OK;
	s->cut |= r->procs[0].abandoned || r->procs[0].status;
	if (s->cut || r->metrics.count)
		return WBCTL_OK;
	s->cut = true;
	return refuse(WBCTL_FAILED, "nothing that %s printed is a figure of it", p->driver);
}

static int step_run(struct profile_run *p, struct step *s)
{
	struct run *r = run_new(&s->o, p->argc, p->argv);
	int rc, said;

	if (!r)
		return WBCTL_FAILED;
	rc = take_command(p, s, r);
	if (rc) {
		run_free(r);
		return rc;
	}
	r->live_to = p->live_to;
	fprintf(p->live_to, "step %zu of %zu: %s\n", (size_t)(s - p->steps) + 1, p->step_count,
		s->name);
	fflush(p->live_to);
	rc = run_execute(r);
	if (r->rep && r->go_ns) {
		step_take(s, r->rep, p->o->audit);
		said = check_driver_said(p, s, r);
		rc = rc ? rc : said;
		snprintf(p->where, sizeof(p->where), "%s", r->rep->where);
	}
	run_free(r);
	return rc;
}

/* A step that ran to its end does not stop the others, even if its audit failed. */
static int run_steps(struct profile_run *p)
{
	int rc = WBCTL_OK, one;
	size_t i;

	for (i = 0; i < p->step_count; i++) {
		one = step_run(p, &p->steps[i]);
		if (!rc)
			rc = one;
		if (one && (!p->steps[i].done || p->steps[i].cut))
			break;
	}
	return rc;
}

void profile_free(struct profile_run *p)
{
	size_t i, j;

	for (i = 0; i < p->step_count; i++) {
		for (j = 0; j < p->steps[i].path_count; j++)
			free(p->steps[i].paths[j]);
		free(p->steps[i].res.files);
		free(p->steps[i].notes);
		free(p->steps[i].text);
		json_object_put(p->steps[i].doc);
	}
	free(p->steps);
}

static int check_profile(const struct profile_run *p)
{
	const struct run_opts *o = p->o;
	const char *name = p->profile->name;

	if (o->dirs.count < p->profile->dirs)
		return refuse(WBCTL_USAGE, "--profile %s needs --dir %zu times: %s", name,
			      p->profile->dirs, p->profile->needs);
	if (o->include_flush && strcmp(name, "iozone"))
		return refuse(WBCTL_USAGE, "--include-flush needs --profile iozone");
	if (o->files.known && strcmp(name, "fsmark"))
		return refuse(WBCTL_USAGE, "--files needs --profile fsmark or --shape files");
	if (o->keep)
		return refuse(WBCTL_USAGE, "--keep does not go with --profile");
	return WBCTL_OK;
}

/* What is about the built-in writers does not go together with another driver. */
static int check_driver(const struct profile_run *p)
{
	const struct run_opts *o = p->o;
	const struct {
		const char *name;
		bool given;
	} options[] = {
		{ "writers", o->writers.known }, { "size", o->size.known },
		{ "file-size", o->file_size.known }, { "files", o->files.known },
		{ "rate", o->rate.known }, { "bs", o->bs.known }, { "time", o->time.known },
		{ "fsync", o->fsync.known }, { "direct", o->direct },
	};
	const char *const *takes;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(options); i++) {
		for (takes = p->profile->takes; takes && *takes; takes++)
			if (!strcmp(*takes, options[i].name))
				break;
		if (!options[i].given || (takes && *takes))
			continue;
		if (p->profile->alone)
			return refuse(WBCTL_USAGE, "--%s does not apply to %s: its job says it",
				      options[i].name, p->driver);
		return refuse(WBCTL_USAGE,
			      "--%s is about the built-in writers, and %s does the work here: add --builtin",
			      options[i].name, p->driver);
	}
	return WBCTL_OK;
}

static int choose_driver(struct profile_run *p)
{
	const struct profile *profile = p->profile;

	if (p->o->builtin && (!profile->program || profile->alone))
		return refuse(WBCTL_USAGE, "--builtin makes no sense with --profile %s",
			      profile->name);
	if (!profile->program || p->o->builtin)
		return WBCTL_OK;
	if (!program_find(profile->program))
		p->driver = profile->program;
	else if (profile->alone)
		return refuse(WBCTL_MISSING, "--profile %s needs the program %s", profile->name,
			      profile->program);
	return p->driver ? check_driver(p) : WBCTL_OK;
}

/* Where nothing can be found out, the step will say what is wrong. */
static uint64_t space_of(const struct run_opts *o)
{
	const char *fallback = getenv("WBCTL_DIR"), *dir = ".";
	struct statvfs vfs;

	if (fallback && *fallback)
		dir = fallback;
	if (o->dirs.count)
		dir = o->dirs.word[0];
	if (statvfs(dir, &vfs))
		return UINT64_MAX;
	return (uint64_t)vfs.f_bavail * vfs.f_frsize / 2;
}

static int print(const struct profile_run *p)
{
	struct json_object *doc;
	int rc = WBCTL_OK;

	if (p->o->json) {
		doc = profile_json(p);
		rc = json_write(doc, p->o->json);
		json_object_put(doc);
		if (!strcmp(p->o->json, "-"))
			return rc;
	}
	fputc('\n', stdout);
	profile_text(stdout, p);
	return out_flush() ? WBCTL_FAILED : rc;
}

int profile_known(const char *name)
{
	if (profile_find(name))
		return WBCTL_OK;
	return refuse(WBCTL_USAGE, "there is no profile '%s'; `wbctl profiles` lists them", name);
}

int profile_run(const struct run_opts *o, int argc, char **argv, int word_count, char **words)
{
	struct profile_run p = {
		.profile = profile_find(o->profile), .o = o, .argc = argc, .argv = argv,
		.word_count = word_count, .words = words,
		.live_to = o->json && !strcmp(o->json, "-") ? stderr : stdout,
	};
	int rc, printed = WBCTL_OK;

	if (!p.profile)
		return profile_known(o->profile);
	sysinfo_read(&p.sys);
	p.space = space_of(o);
	p.runs = o->runs.known ? o->runs.v : p.profile->runs;
	rc = check_profile(&p);
	if (!rc)
		rc = choose_driver(&p);
	if (!rc)
		rc = p.profile->plan(&p);
	if (!rc)
		rc = run_steps(&p);
	if (profile_next(&p, NULL, -1)) {
		p.profile->metrics(&p);
		printed = print(&p);
	}
	profile_free(&p);
	return printed ? printed : rc;
}
