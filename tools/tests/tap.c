// SPDX-License-Identifier: GPL-2.0-or-later
/* The count of checks, one for all files of a test. */
#include "tap.h"

struct tap tap;
