/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A kernel CPU profile: in which functions the machine and its tasks were seen. */
#ifndef WBCTL_CPU_PROFILE_H
#define WBCTL_CPU_PROFILE_H

#include "kallsyms.h"
#include "out.h"

/* Functions that the text shows. */
#define CPU_PROFILE_TOP 15

/**
 * struct cpu_hits - samples, counted by task and function
 * @count: Rows.
 * @room: Rows that there is room for.
 * @h: The rows; @sym is an index of the functions, or CPU_HITS_NOWHERE.
 */
struct cpu_hits {
	size_t count;
	size_t room;
	struct cpu_hit {
		uint32_t tid;
		uint32_t sym;
		uint64_t n;
	} *h;
};

#define CPU_HITS_NOWHERE UINT32_MAX

/**
 * struct cpu_function - a function of a profile
 * @label: Its name and module, as wide as the table.
 * @name: Its name.
 * @module: Its module, NULL: the kernel proper.
 * @per_kib_text: @per_kib as text.
 * @samples: Samples in it, without those in what it calls.
 * @self: Of all samples that were not idle.
 * @length_bytes: Its length.
 * @per_kib: Samples for each KiB of its length.
 * @of_tasks: Samples of the tasks of the run.
 */
struct cpu_function {
	char label[42];
	char per_kib_text[24];
	const char *name;
	const char *module;
	struct fig samples;
	struct ratio self;
	struct fig length_bytes;
	struct ratio per_kib;
	struct fig of_tasks;
};

/**
 * struct cpu_task - a task of a profile
 * @pid: Its pid.
 * @comm: Its name.
 * @samples: Samples of it.
 * @function_count: Functions.
 * @functions: They, the most samples first.
 */
struct cpu_task {
	struct fig pid;
	const char *comm;
	struct fig samples;
	size_t function_count;
	struct cpu_function *functions;
};

/**
 * struct cpu_profile - a kernel CPU profile of a run
 * @event: What was counted: cycles, or cpu-clock.
 * @hz: Samples a second of each CPU.
 * @duration_ns: How long.
 * @samples: Samples in the kernel, idle ones too.
 * @idle: Those of idle CPUs.
 * @lost: Samples that were lost.
 * @function_count: Functions.
 * @functions: Those of the whole machine, the most samples first.
 * @task_count: Tasks.
 * @tasks: The writers and what was watched.
 */
struct cpu_profile {
	const char *event;
	struct fig hz;
	struct fig duration_ns;
	struct fig samples;
	struct fig idle;
	struct fig lost;
	size_t function_count;
	struct cpu_function *functions;
	size_t task_count;
	struct cpu_task *tasks;
};

/**
 * cpu_hits_add() - count a sample
 * @hits: The samples.
 * @tid: Its task.
 * @sym: Its function.
 *
 * Return: 0 or -ENOMEM.
 */
int cpu_hits_add(struct cpu_hits *hits, uint32_t tid, uint32_t sym);

/**
 * cpu_profile_fill() - make the functions out of the samples
 * @p: The profile: its tasks' @pid and @comm are filled in.
 * @hits: The samples.
 * @k: The functions that they are of; the profile has their names.
 *
 * Return: 0 or -ENOMEM.
 */
int cpu_profile_fill(struct cpu_profile *p, struct cpu_hits *hits, const struct kallsyms *k);

/**
 * cpu_profile_derive() - fill in what is not in JSON: texts and @of_tasks
 * @p: The profile, the rest of it filled in.
 */
void cpu_profile_derive(struct cpu_profile *p);

/**
 * cpu_profile_free() - give a profile back
 * @p: It, may be NULL. Names are not its own.
 */
void cpu_profile_free(struct cpu_profile *p);

/**
 * cpu_profile_json() - the profile as an object
 * @p: The profile.
 *
 * Return: A new object.
 */
struct json_object *cpu_profile_json(const struct cpu_profile *p);

/**
 * cpu_profile_load() - the inverse of cpu_profile_json()
 * @from: The object; the profile has its names.
 * @bad: Becomes the key of a member that is not of its kind.
 *
 * Return: The profile; NULL when there is no memory, or *@bad is set.
 */
struct cpu_profile *cpu_profile_load(struct json_object *from, const char **bad);

/**
 * cpu_profile_text() - the functions with the most samples, within 80 columns
 * @to: Where it goes.
 * @p: The profile.
 */
void cpu_profile_text(FILE *to, const struct cpu_profile *p);

/**
 * cpu_profile_rose() - print which functions one profile saw more often
 * @to: Where it goes.
 * @a: A profile in JSON, or a list of them: runs of one kind.
 * @b: The profile or profiles that are compared with it.
 * @alpha: The chance of even one function that is shown and has not risen.
 *
 * In samples for each second of run, and those for each KiB of the function's
 * length. Only what is beyond counting noise is shown, corrected by Holm for all
 * functions of both, the largest difference first; what a compiler adds to a name
 * (.isra.0) is not of it. Profiles of different events or rates are not compared,
 * and a line says so.
 *
 * Return: How many functions rose, or -1 when they could not be compared.
 */
int cpu_profile_rose(FILE *to, struct json_object *a, struct json_object *b, double alpha);

#endif /* WBCTL_CPU_PROFILE_H */
