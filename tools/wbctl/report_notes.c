// SPDX-License-Identifier: GPL-2.0-or-later
/* What the reader of a report has to know, a sentence each. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "report.h"
#include "run.h"
#include "tracefs_run.h"

void report_note(struct report *rep, const char *fmt, ...)
{
	va_list ap;

	if (rep->note_count == REPORT_NOTES_MAX)
		return;
	va_start(ap, fmt);
	vsnprintf(rep->notes[rep->note_count++], REPORT_NOTE_LEN, fmt, ap);
	va_end(ap);
}

static void note_drain(struct report *rep, const struct run *r)
{
	if (r->drain_rc == -ETIMEDOUT)
		report_note(rep,
			    "The data was not written back in time: syncfs(2) still hangs and was left behind.");
	else if (r->drain_rc == -EINTR)
		report_note(rep,
			    "The drain was interrupted: what the device took after the run is not known.");
	else if (r->drain_rc)
		report_note(rep, "syncfs(2) failed: %s.", strerror(-r->drain_rc));
}

static void note_ledgers(struct report *rep, const struct run *r)
{
	size_t i, scaled = 0;

	if (r->ledgers.rc)
		report_note(rep, "Not everybody could be watched, so there are no ledgers: %s.",
			    *r->ledgers.why ? r->ledgers.why : strerror(-r->ledgers.rc));
	for (i = 0; i < rep->writer_count; i++)
		scaled += rep->writers[i].ledger_own.known && !rep->writers[i].ledger_own.v;
	if (scaled)
		report_note(rep,
			    "The ledgers of %zu writers are wbctl's samples, not taken right at their clocks.",
			    scaled);
}

void report_fill_notes(struct report *rep, const struct run *r)
{
	size_t i;

	if (r->signal)
		report_note(rep, "Interrupted by SIG%s: the figures are those up to then.",
			    sigabbrev_np(r->signal));
	for (i = 0; i < rep->writer_count; i++)
		if (rep->writers[i].error)
			report_note(rep, "Writer %zu failed: %s.", i, rep->writers[i].error);
	if (r->module.lost)
		report_note(rep, "The module's figures are missing: %s.", r->module.lost_why);
	note_ledgers(rep, r);
	if (rep->emptied)
		report_note(rep,
			    "Rows left the module's tables during the run (evicted, or a reset): figures that lost a part are left out.");
	if (r->module.inconsistent)
		report_note(rep,
			    "A table of the module kept changing while it was read %d times: a row may be missing.",
			    CLIENT_DUMP_TRIES);
	if (rep->probes_absent_count.v)
		report_note(rep,
			    "%u %s not attached; `wbctl status` says what is not measured.",
			    (unsigned int)rep->probes_absent_count.v,
			    rep->probes_absent_count.v == 1 ? "probe is" : "probes are");
	tracefs_fill_notes(rep, r);
	note_drain(rep, r);
}
