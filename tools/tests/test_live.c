// SPDX-License-Identifier: GPL-2.0-or-later
/* The line of progress, at its widest. */
#include <stdlib.h>

#include "run.h"
#include "tap.h"

#define WRITERS 2

static struct run run;

static void begin(void)
{
	struct sample *s = calloc(1, sizeof(*s) + WRITERS * sizeof(s->w[0]));
	size_t i;

	run.writers = WRITERS;
	run.shape = &shape_write;
	run.size = 1ULL << 50;
	run.board = writer_board_new(WRITERS);
	run.samples = calloc(1, sizeof(struct sample *));
	run.samples[0] = s;
	run.sample_count = 1;
	/* 1023.9 GiB and 999.9 ms are as wide as the units get. */
	s->t_ns = 999900000;
	for (i = 0; i < WRITERS; i++) {
		s->w[i].written_bytes = (1048474ULL << 20) / WRITERS;
		s->w[i].throttled_ns = fig_of(s->t_ns);
	}
}

static void check(const char *what)
{
	char *text;
	size_t size;

	run.live_to = open_memstream(&text, &size);
	live_show(&run);
	fclose(run.live_to);
	ok(size <= 81 && text[size - 1] == '\n', "the line of progress fits 80 columns: %s", what);
	if (size > 81)
		printf("# %s", text);
	free(text);
}

int main(void)
{
	size_t i;

	begin();
	check("writing");
	for (i = 0; i < WRITERS; i++)
		run.board->w[i].write_end_ns = 1;
	check("fsync");
	run.kill_ns = 1;
	check("stopping");
	writer_board_free(run.board, WRITERS);
	free(run.samples[0]);
	free(run.samples);
	return tap_end();
}
