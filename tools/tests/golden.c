// SPDX-License-Identifier: GPL-2.0-or-later
/* Comparing with what is known to be right, in tests/golden/. */
#include <errno.h>

#include "golden.h"

#define FILE_MAX_LEN 65536

/* Columns of the longest line; a character is a column. */
static int widest(const char *text)
{
	int width = 0, most = 0;

	for (; *text; text++) {
		if (*text == '\n')
			width = 0;
		else if ((*text & 0xc0) != 0x80)
			width++;
		most = width > most ? width : most;
	}
	return most;
}

static void compare(const char *name, const char *text)
{
	static char want[FILE_MAX_LEN];
	bool update = getenv("WBCTL_UPDATE_GOLDEN");
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/golden/%s", getenv("WBCTL_TESTS"), name);
	f = fopen(path, update ? "w" : "r");
	if (!f) {
		ok(false, "%s: %s", path, strerror(errno));
		return;
	}
	if (update)
		fputs(text, f);
	else
		want[fread(want, 1, sizeof(want) - 1, f)] = '\0';
	fclose(f);
	if (!ok(update || !strcmp(text, want), "%s", name))
		printf("# got:\n%s", text);
}

void golden_text(const char *name, const char *text)
{
	compare(name, text);
	ok(widest(text) <= 80, "%s is at most 80 wide (%d)", name, widest(text));
}

void golden_json(const char *name, struct json_object *doc)
{
	static char text[FILE_MAX_LEN];

	snprintf(text, sizeof(text), "%s\n",
		 json_object_to_json_string_ext(doc, JSON_C_TO_STRING_PRETTY |
						JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(doc);
	compare(name, text);
}
