/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The report of a run: figures only, printed as text and as JSON. */
#ifndef WBCTL_REPORT_H
#define WBCTL_REPORT_H

#include "audit.h"
#include "correlate.h"
#include "cpu_profile.h"
#include "findings.h"
#include "ledger.h"
#include "metric.h"
#include "out.h"
#include "shape.h"
#include "stacks.h"
#include "sysinfo.h"
#include "vmstat.h"
#include "waits.h"

/* Kinds of limits: those of enum wbtrace_limit_kind. */
#define REPORT_LIMITS 4
/* Kinds of writes: those of enum wbtrace_write_kind. */
#define REPORT_KINDS 5
/* What the document of a run says that it is, in this version and in any. */
#define REPORT_SCHEMA "wbctl.run/1"
#define REPORT_SCHEMA_ANY "wbctl.run/"
#define REPORT_NOTES_MAX 16
#define REPORT_NOTE_LEN 512

/**
 * struct report_throttle - what throttling did to a writer
 * @count: Decisions of balance_dirty_pages().
 * @no_pause_count: Those without a pause.
 * @requested_ns: Sum of the pauses decided on.
 * @dirtied_bytes: Sum of what was dirtied before each decision.
 * @slept_count: Pauses slept.
 * @slept_ns: Time slept in them.
 * @slept_max_ns: The longest.
 * @held_count: Calls with a decision.
 * @held_ns: Time in these calls.
 * @held_max_ns: The longest stay in one.
 * @async_count: Calls that returned instead of sleeping.
 * @unpaired_count: Pauses whose sleep could not be measured.
 * @by_limit_ns: Time slept because of each limit (enum wbtrace_limit_kind).
 * @no_writeback_ns: Time slept while the wb had nothing under writeback.
 */
struct report_throttle {
	struct fig count;
	struct fig no_pause_count;
	struct fig requested_ns;
	struct fig dirtied_bytes;
	struct fig slept_count;
	struct fig slept_ns;
	struct fig slept_max_ns;
	struct fig held_count;
	struct fig held_ns;
	struct fig held_max_ns;
	struct fig async_count;
	struct fig unpaired_count;
	struct fig by_limit_ns[REPORT_LIMITS];
	struct fig no_writeback_ns;
};

/**
 * struct report_wait - what a task slept in longest
 * @function: The function that told the class; the innermost one when none did.
 *	The report's own, but that of a loaded one is its document's.
 * @class_name: The name of the class, NULL: it is not known.
 * @ns: Time in such sleeps.
 * @count: How many.
 * @max_ns: The longest.
 */
struct report_wait {
	const char *function;
	const char *class_name;
	struct fig ns;
	struct fig count;
	struct fig max_ns;
};

/**
 * struct report_writer - a writer
 * @label: Its number as text, or "all".
 * @id: Its number.
 * @pid: Its process.
 * @comm: Its name.
 * @target: Its directory.
 * @dev: Device of the super block.
 * @fs_type: File system.
 * @inode: Number of its file.
 * @wall_ns: From the barrier to the close of its file.
 * @write_ns: From the barrier to the end of its last operation.
 * @written_bytes: What its writes returned.
 * @read_bytes: What its reads returned, unknown: it does not read.
 * @moved_bytes: Those of the two that are its throughput.
 * @throughput: Bytes per second of @wall_ns.
 * @write_rate: Bytes written per second of @write_ns.
 * @read_rate: Bytes read per second of @write_ns.
 * @ops: Operations.
 * @ops_rate: Per second of @wall_ns.
 * @files: Files made, unknown: it has but one.
 * @files_rate: Per second of @wall_ns.
 * @mean: Mean time of an operation, in ns.
 * @over_2s: Operations that took more than 2 s.
 * @over_10s: More than 10 s.
 * @cpu_user_ns: CPU time in user mode, by getrusage(2).
 * @cpu_system_ns: And in the kernel.
 * @extents: Extents of its file after the drain.
 * @flush_ns: Time in fsync(2).
 * @dirtied_bytes: What the module saw it dirty.
 * @p50: Median of the times of its operations, in ns.
 * @p99: Their 99th percentile.
 * @p999: Their 99.9th.
 * @max: The longest.
 * @stall_ns: Longest time without an end of an operation.
 * @stall_at_ns: When that began, since the barrier.
 * @fsync_max_ns: The longest fsync(2).
 * @fsync_count: How many.
 * @cgroup: Inode number of its control group in the default hierarchy.
 * @cgroup_weight: io.weight there, unknown: the group has none.
 * @top: What it slept in longest.
 * @t: Throttling.
 * @throttled: Share of @wall_ns in calls that throttled.
 * @pages_per_pause_p50: Median of the pages dirtied before each decision.
 * @pages_per_pause_max: The most, to a power of two as the median.
 * @ledger: Where its time went.
 * @ledger_own: It was asked for by the writer itself, around its clock.
 * @together: Throughput against throttling, by interval.
 * @io_dirtied_bytes: What /proc/PID/io says that it dirtied.
 * @error: Call, file and reason of its failure, NULL: none.
 * @others: How many processes of a program it sums up, unknown: it is one.
 * @task_count: Entries of @tasks.
 * @tasks: The threads of a program's process, NULL: it is a writer.
 */
struct report_writer {
	const char *label;
	struct fig id;
	struct fig pid;
	const char *comm;
	const char *target;
	struct fig dev;
	const char *fs_type;
	struct fig inode;
	struct fig wall_ns;
	struct fig write_ns;
	struct fig written_bytes;
	struct fig read_bytes;
	struct fig moved_bytes;
	struct fig throughput;
	struct fig write_rate;
	struct fig read_rate;
	struct fig ops;
	struct fig ops_rate;
	struct fig files;
	struct fig files_rate;
	struct fig mean;
	struct fig over_2s;
	struct fig over_10s;
	struct fig cpu_user_ns;
	struct fig cpu_system_ns;
	struct fig extents;
	struct fig flush_ns;
	struct fig dirtied_bytes;
	struct fig p50;
	struct fig p99;
	struct fig p999;
	struct fig max;
	struct fig stall_ns;
	struct fig stall_at_ns;
	struct fig fsync_max_ns;
	struct fig fsync_count;
	struct fig cgroup;
	struct fig cgroup_weight;
	struct report_wait top;
	struct report_throttle t;
	struct ratio throttled;
	struct fig pages_per_pause_p50;
	struct fig pages_per_pause_max;
	struct ledger ledger;
	struct fig ledger_own;
	struct correlation together;
	struct fig io_dirtied_bytes;
	const char *error;
	struct fig others;
	size_t task_count;
	struct report_watched *tasks;
};

/**
 * struct report_watched - a thread of a process that --watch names, or of a program
 * @label: Its pid and its name.
 * @pid: Its pid.
 * @tgid: Its process.
 * @comm: Its name.
 * @dev: Device of the file system that it writes to, as far as it was seen to.
 * @cgroup: Inode number of its control group in the default hierarchy.
 * @dirtied_bytes: What the module saw it dirty.
 * @t: Throttling.
 * @throttled: Share of the ledger's time in calls that throttled.
 * @kthread: It is a kernel thread.
 * @shared: Of a flusher: it also worked for another wb, whose time is in its too.
 * @fsync_max_ns: Its longest sleep in an fsync(2).
 * @top: What it slept in longest.
 * @ledger: Where its time went.
 */
struct report_watched {
	char label[40];
	struct fig pid;
	struct fig tgid;
	const char *comm;
	struct fig dev;
	struct fig cgroup;
	struct fig dirtied_bytes;
	struct report_throttle t;
	struct ratio throttled;
	struct fig kthread;
	struct fig shared;
	struct fig fsync_max_ns;
	struct report_wait top;
	struct ledger ledger;
};

/**
 * struct report_program - the program that ran instead of writers
 * @argc: Words in @argv.
 * @argv: Its command line.
 * @name: Base name of the program.
 * @status: How it ended, in words.
 * @exit_status: Its exit status, unknown: it was killed.
 * @signal: The signal that killed it, NULL: none.
 * @timed_out: It was stopped because the time was up.
 * @left_count: Descendants that lived on when it had ended.
 * @process_count: Processes of its tree, those too that dirtied nothing.
 * @task_count: Threads of its tree.
 * @usage_user_ns: Time in user mode of all that were waited for, by getrusage(2).
 * @usage_system_ns: Time in the kernel.
 * @usage_dirtied_bytes: What they dirtied or wrote directly, to 512 bytes.
 * @flushed_rate: What the devices took until all was written back, over that time.
 * @fio: fio's own figures, NULL: there are none.
 */
struct report_program {
	int argc;
	char **argv;
	const char *name;
	char status[96];
	struct fig exit_status;
	const char *signal;
	struct fig timed_out;
	struct fig left_count;
	struct fig process_count;
	struct fig task_count;
	struct fig usage_user_ns;
	struct fig usage_system_ns;
	struct fig usage_dirtied_bytes;
	struct fig flushed_rate;
	const struct fio *fio;
};

/**
 * struct report_fairness - how alike the writers fared
 * @jain: Jain's index of their throughputs: (sum x)^2 / (n * sum x^2), 1 when
 *	all are equal, 1/n when one has everything.
 * @min_max: Smallest throughput over largest.
 * @throttle_jain: Jain's index of their times in calls that throttled.
 * @throttle_min_max: Shortest of these times over longest.
 * @slowest: The slowest writer.
 * @slowest_of_mean: Its throughput over the mean.
 * @stall_ns: Longest stall of all.
 * @interval_count: Intervals that the bounds below come from.
 * @jain_low: Lower bound of @jain at 95 %, from how it varies between intervals.
 * @jain_high: The upper one.
 * @slowest_low: Lower bound of @slowest_of_mean at 95 %.
 * @slowest_high: The upper one.
 * @latency_jain: Jain's index of the means of their operations' times.
 * @latency_max_ratio: The largest 99th percentile of these times over the median one.
 * @weighted_jain: Jain's index of throughput over io.weight, unknown: the
 *	weights are equal or not set.
 */
struct report_fairness {
	struct ratio jain;
	struct ratio min_max;
	struct ratio throttle_jain;
	struct ratio throttle_min_max;
	struct fig slowest;
	struct ratio slowest_of_mean;
	struct fig stall_ns;
	struct fig interval_count;
	struct ratio jain_low;
	struct ratio jain_high;
	struct ratio slowest_low;
	struct ratio slowest_high;
	struct ratio latency_jain;
	struct ratio latency_max_ratio;
	struct ratio weighted_jain;
};

/**
 * struct report_wb_sample - a wb at the moment of a sample
 * @dirty_bytes: Dirty or under writeback.
 * @written_bytes: Written back since the run began.
 * @limit_bytes: Its share of the dirty threshold at its last decision.
 * @domain_limit_bytes: The domain's threshold then.
 * @bandwidth_kernel: The kernel's estimate.
 * @throttle_count: Decisions under it since the run began.
 * @slept_ns: Time slept under it since then.
 */
struct report_wb_sample {
	struct fig dirty_bytes;
	struct fig written_bytes;
	struct fig limit_bytes;
	struct fig domain_limit_bytes;
	struct fig bandwidth_kernel;
	struct fig throttle_count;
	struct fig slept_ns;
};

/**
 * struct report_wb - a bdi_writeback
 * @bdi: Its bdi.
 * @cgroup: Inode number of its memory cgroup.
 * @ours: A writer's file was dirtied through it.
 * @dirtied_bytes: Dirtied during the run, by anybody.
 * @written_bytes: Written back during the run.
 * @dirty_bytes: Dirty or under writeback at the end of the run.
 * @decided_dirty_bytes: Likewise at the last throttling decision.
 * @limit_bytes: Its share of the dirty threshold at that decision.
 * @domain_dirty_bytes: Dirty in the whole domain then.
 * @domain_limit_bytes: The domain's threshold then.
 * @bandwidth: Bytes per second written back during the run.
 * @bandwidth_kernel: The kernel's estimate at the end.
 * @bandwidth_now: Completion rate of the last moments that it was writing.
 * @throttle_count: Decisions under it.
 * @slept_ns: Time slept under it.
 * @held_ns: Time in calls that throttled under it.
 * @no_writeback_ns: Part of @slept_ns with nothing of it under writeback.
 * @strictlimit: The bdi is under strict limit.
 * @flusher: The kernel thread that worked for it last, NULL: not watched. Its
 *	ledger is of its work, without its idling, and that of the kernel threads
 *	that worked for it before.
 * @series: As many as the report has samples, NULL: none.
 */
struct report_wb {
	const char *bdi;
	struct fig cgroup;
	struct fig ours;
	struct fig dirtied_bytes;
	struct fig written_bytes;
	struct fig dirty_bytes;
	struct fig decided_dirty_bytes;
	struct fig limit_bytes;
	struct fig domain_dirty_bytes;
	struct fig domain_limit_bytes;
	struct fig bandwidth;
	struct fig bandwidth_kernel;
	struct fig bandwidth_now;
	struct fig throttle_count;
	struct fig slept_ns;
	struct fig held_ns;
	struct fig no_writeback_ns;
	struct fig strictlimit;
	struct report_watched *flusher;
	struct report_wb_sample *series;
};

/**
 * struct report_inode - a writer's file, or one that a program dirtied
 * @writer: Whose.
 * @pid: The process or thread of a program that dirtied most of it.
 * @tree_dirtied_bytes: What the program's tree dirtied of it, as far as the last
 *	four who did are known.
 * @label: Whose, as text.
 * @own_label: Room for @label.
 * @dev: Device of the super block.
 * @ino: Inode number.
 * @path: Path inside its file system.
 * @bdi: The bdi it was dirtied through.
 * @cgroup: Inode number of the memory cgroup whose wb it was dirtied through.
 * @dirtied_bytes: Dirtied during the run.
 * @written_bytes: Written back during the run.
 * @dirty_bytes: Dirty at the end of the run, counted in the page cache.
 * @writeback_bytes: Under writeback then, likewise.
 * @passes: Flusher passes over it.
 * @held_ns: Time in calls that throttled those who dirtied it.
 * @cancelled_bytes: Dirty bytes that were dropped.
 * @redirtied_bytes: Dirty bytes that the flusher gave back.
 * @age_ns: How long it had been dirty at the end.
 * @extents: Extents on disk after the drain.
 * @allocations: Requests to the block allocator.
 * @interleaved: Those that landed behind another file's blocks.
 * @allocated_bytes: Bytes allocated.
 * @alloc_ns: Time in the block allocator.
 * @flusher_allocations: Part of @allocations that kernel threads made.
 * @alloc_extents: Allocations that did not continue the one before.
 * @groups: Changes of the block group or AG between allocations.
 * @neighbour: Inode number of the file that most of @interleaved landed behind.
 * @preallocated_bytes: Allocated beyond the end of the file (xfs).
 * @beyond_end_bytes: st_blocks of it over its size, before its writer closed it.
 * @foreign_bytes: Dirtied by tasks of another memory cgroup than the wb's.
 * @wb_switches: Moves from one cgroup's wb to another's.
 */
struct report_inode {
	struct fig writer;
	struct fig pid;
	struct fig tree_dirtied_bytes;
	const char *label;
	char own_label[24];
	struct fig dev;
	struct fig ino;
	const char *path;
	const char *bdi;
	struct fig cgroup;
	struct fig dirtied_bytes;
	struct fig written_bytes;
	struct fig dirty_bytes;
	struct fig writeback_bytes;
	struct fig passes;
	struct fig held_ns;
	struct fig cancelled_bytes;
	struct fig redirtied_bytes;
	struct fig age_ns;
	struct fig extents;
	struct fig allocations;
	struct fig interleaved;
	struct fig allocated_bytes;
	struct fig alloc_ns;
	struct fig flusher_allocations;
	struct fig alloc_extents;
	struct fig groups;
	struct fig neighbour;
	struct fig preallocated_bytes;
	struct fig beyond_end_bytes;
	struct fig foreign_bytes;
	struct fig wb_switches;
};

/**
 * struct report_device - a block device
 * @dev: Its number.
 * @slave: It carries another one of the list.
 * @during_bytes: What it took during the run.
 * @after_bytes: What it took in the drain.
 * @kind_bytes: What it took during the run, by enum wbtrace_write_kind.
 * @busy_ns: Time with a request in it.
 * @ticks_ns: Time with a request queued or in it, by the kernel's own account.
 * @wbt_lat_ns: The latency that blk-wbt aims at, unknown: it is off.
 * @write_count: Write requests.
 * @read_bytes: What was read from it.
 * @jump_count: Writes that do not begin where the one before ended.
 * @jump_bytes: How far apart these are, in all.
 * @queue_ns: Time of writes between their making and their start.
 * @service_ns: And from there to their end.
 */
struct report_device {
	struct fig dev;
	struct fig slave;
	struct fig during_bytes;
	struct fig after_bytes;
	struct fig kind_bytes[REPORT_KINDS];
	struct fig busy_ns;
	struct fig ticks_ns;
	struct fig wbt_lat_ns;
	struct fig write_count;
	struct fig read_bytes;
	struct fig jump_count;
	struct fig jump_bytes;
	struct fig queue_ns;
	struct fig service_ns;
};

/**
 * struct report_target - a directory that writers write into
 * @path: The directory.
 * @dev: Device of the super block.
 * @fs_type: File system.
 * @writer_count: Writers there.
 * @ids: Their numbers as text, "0 2 4".
 * @written_bytes: What they wrote.
 * @read_bytes: What they read, unknown: they do not.
 * @moved_bytes: Those of the two that are the throughput.
 * @wall_ns: The longest of their clocks.
 * @throughput: Bytes per second of it.
 * @write_rate: Bytes per second up to the last one's last operation.
 * @bdi: The bdi of its file system, NULL: not known.
 * @chain: What it lies on, from the top: "loop0, a file on ext4 on 254:0"; empty:
 *	a disk of its own.
 * @lower_bdi: The bdi that the lower layer's pages are dirtied through, NULL:
 *	there is no page cache below.
 */
struct report_target {
	const char *path;
	struct fig dev;
	const char *fs_type;
	struct fig writer_count;
	char ids[64];
	struct fig written_bytes;
	struct fig read_bytes;
	struct fig moved_bytes;
	struct fig wall_ns;
	struct fig throughput;
	struct fig write_rate;
	const char *bdi;
	char chain[160];
	const char *lower_bdi;
};

/**
 * struct report_rates - the rate at the application, and at the devices
 * @application: Bytes per second up to the last operation of all.
 * @with_flush: With flush and close: up to the end of the last writer.
 * @device_during: What the devices took during the run, per second of it.
 * @device_after: And in the drain, per second of that.
 */
struct report_rates {
	struct fig application;
	struct fig with_flush;
	struct fig device_during;
	struct fig device_after;
};

/**
 * struct report_sample - the counters of a writer at one moment
 * @written_bytes: Bytes written so far.
 * @read_bytes: Bytes read so far, unknown: it does not read.
 * @throttled_ns: Time throttled so far.
 * @dirtied_bytes: Bytes dirtied so far; of a program's tree only, whose samples
 *	are as those of one writer.
 */
struct report_sample {
	struct fig written_bytes;
	struct fig read_bytes;
	struct fig throttled_ns;
	struct fig dirtied_bytes;
};

/**
 * struct report - everything that is printed about a run
 * @sys: The machine.
 * @time: Seconds since the epoch when it began.
 * @command_line: Its words, joined.
 * @source: Where the kernel's figures come from.
 * @lost_events: Trace events that were lost, unknown: none were read.
 * @module_version: The module's version, NULL: it was not asked.
 * @probes_absent: Names of the probes that are not attached.
 * @probes_absent_count: How many, unknown: the module was not asked.
 * @shape: What the writers do.
 * @size: Bytes for each writer, unknown: until the time is up.
 * @file_size: How long a file is.
 * @files: Files of each writer, unknown: one.
 * @rate: Bytes per second of each at most, unknown: no limit.
 * @bs: Bytes in one write.
 * @time_limit_ns: The time limit, unknown: none.
 * @fsync: end, each or none.
 * @direct: O_DIRECT.
 * @rewrite: The files were there.
 * @where: File systems and devices, in words.
 * @duration_ns: From the barrier to the last writer's end.
 * @interrupted: A signal ended it.
 * @module_lost: The module went away during the run.
 * @emptied: Rows of the run left the module's tables.
 * @program: The program that ran instead of writers, NULL: none did.
 * @writer_count: Writers, or processes of the program.
 * @writers: They.
 * @all: Their sums; maxima where there is no sum.
 * @fairness: How alike they fared.
 * @rates: The rates at both ends.
 * @target_count: Directories.
 * @targets: The directories.
 * @during_bytes: What the devices took during the run.
 * @after_bytes: What they took in the drain.
 * @during_ratio: The first over both.
 * @drain_ns: How long the drain took.
 * @device_count: Devices.
 * @devices: The devices.
 * @watched_count: Threads in @watched.
 * @watched: The threads of the processes that --watch names.
 * @other_count: Tasks in @others.
 * @others: Tasks that are not of the run and dirtied pages or were throttled, those
 *	who did most of either first; they have no ledger.
 * @findings: What the figures say, NULL: nobody asked.
 * @audit: The laws.
 * @wb_count: Wbs.
 * @wbs: The wbs that anybody dirtied during the run.
 * @inode_count: Inodes.
 * @inodes: The writers' files.
 * @sample_count: Moments in @samples.
 * @sample_t_ns: When they were, since the barrier.
 * @sample_device: What the devices had taken by then.
 * @sample_vm: What the machine did since the moment before.
 * @samples: For each moment, each writer.
 * @doc: The document it was loaded from, NULL: it is of a run.
 * @wbctl_version: The version that wrote it, NULL: this one.
 * @profile: The kernel CPU profile, NULL: none.
 * @metrics: Named figures of what ran, of the run; NULL: none.
 * @note_count: Notes.
 * @notes: What the reader has to know, a sentence each.
 */
struct report {
	struct sysinfo sys;
	int64_t time;
	char *command_line;
	const char *source;
	struct fig lost_events;
	const char *module_version;
	const char **probes_absent;
	struct fig probes_absent_count;
	const struct shape *shape;
	struct fig size;
	struct fig file_size;
	struct fig files;
	struct fig rate;
	struct fig bs;
	struct fig time_limit_ns;
	const char *fsync;
	bool direct;
	bool rewrite;
	char where[256];
	struct fig duration_ns;
	bool interrupted;
	bool module_lost;
	bool emptied;
	struct report_program *program;
	size_t writer_count;
	struct report_writer *writers;
	struct report_writer all;
	struct report_fairness fairness;
	struct report_rates rates;
	size_t target_count;
	struct report_target *targets;
	struct fig during_bytes;
	struct fig after_bytes;
	struct ratio during_ratio;
	struct fig drain_ns;
	size_t device_count;
	struct report_device *devices;
	size_t watched_count;
	struct report_watched *watched;
	size_t other_count;
	struct report_watched *others;
	struct findings *findings;
	struct audit audit;
	size_t wb_count;
	struct report_wb *wbs;
	size_t inode_count;
	struct report_inode *inodes;
	size_t sample_count;
	uint64_t *sample_t_ns;
	struct fig *sample_device;
	struct vmstat *sample_vm;
	struct report_sample *samples;
	struct json_object *doc;
	const char *wbctl_version;
	struct cpu_profile *profile;
	const struct metric_list *metrics;
	size_t note_count;
	char notes[REPORT_NOTES_MAX][REPORT_NOTE_LEN];
};

struct run;
struct writer_state;

/**
 * report_build() - make the report of a run
 * @r: The run, drained; it must outlive the report.
 *
 * Return: The report, NULL when there is no memory.
 */
struct report *report_build(struct run *r);

/**
 * report_free() - free what report_build() or report_load() made
 * @rep: The report, may be NULL.
 */
void report_free(struct report *rep);

/**
 * report_sum() - fill in the sums and the fairness
 * @rep: The report, with its writers filled in.
 */
void report_sum(struct report *rep);

/**
 * report_fill_fairness() - how sure the fairness is, and what else is fair or not
 * @rep: The report, after report_sum() and with its samples.
 *
 * The bounds are percentiles of a bootstrap over the intervals in which all
 * writers were writing. The same figures have the same bounds, always.
 */
void report_fill_fairness(struct report *rep);

/**
 * report_fill_times() - a writer's clock, and its longest stall and fsync(2)
 * @w: Where they go.
 * @r: The run, its writers done.
 * @s: What the writer has said.
 */
void report_fill_times(struct report_writer *w, const struct run *r, struct writer_state *s);

/**
 * report_throttle_of() - the throttling between two rows of the module
 * @t: Where it goes.
 * @start: The row before, NULL: there was none, it was new.
 * @end: The row after.
 * @nest: The attribute that has it.
 */
void report_throttle_of(struct report_throttle *t, const struct record *start,
			const struct record *end, int nest);

/**
 * report_throttle_add() - add to a sum
 * @all: The sum; maxima stay maxima.
 * @t: What is added.
 */
void report_throttle_add(struct report_throttle *all, const struct report_throttle *t);

/**
 * report_throttle_nothing() - what a task has that nothing was decided about
 * @t: Becomes 0 in all.
 */
void report_throttle_nothing(struct report_throttle *t);

/**
 * struct report_filling - what ledgers are made of
 * @r: The run.
 * @waits: The sleeps that stacks explain.
 * @count: How many.
 */
struct report_filling {
	const struct run *r;
	struct wait *waits;
	size_t count;
};

/**
 * report_filling_begin() - get ready to fill in tasks
 * @f: What it takes; free @waits of it.
 * @r: The run.
 */
void report_filling_begin(struct report_filling *f, const struct run *r);

/**
 * report_fill_task() - a thread from its rows
 * @out: Where it goes.
 * @f: What ledgers are made of.
 * @start: Its row before, NULL: it was new.
 * @end: Its row after.
 * @fits: Which of its sleeps count, NULL: all. With wait_is_flush() the others
 *	are no part of its wall time either.
 *
 * Return: Whether it has a ledger.
 */
bool report_fill_task(struct report_watched *out, const struct report_filling *f,
		      const struct record *start, const struct record *end, wait_fits *fits);

/**
 * report_fill_top() - what a task slept in longest
 * @top: Where it goes; unknown when it did not sleep.
 * @f: What ledgers are made of.
 * @task: Its row.
 * @d: What its ledger grew by.
 * @fits: Which of its sleeps count, NULL: all.
 */
void report_fill_top(struct report_wait *top, const struct report_filling *f,
		     const struct record *task, const struct ledger_snap *d, wait_fits *fits);

/**
 * report_fsync_max() - the longest single sleep of a task in an fsync(2)
 * @f: What ledgers are made of.
 * @task: Its row.
 *
 * Those in a hook that keeps no stack, as for a journal's commit, are not in it.
 *
 * Return: Its time, unknown: there was none.
 */
struct fig report_fsync_max(const struct report_filling *f, const struct record *task);

/**
 * report_free_tasks() - free threads
 * @rep: The report that they are of.
 * @tasks: They, may be NULL.
 * @count: How many.
 */
void report_free_tasks(const struct report *rep, struct report_watched *tasks, size_t count);

/**
 * report_fill_flushers() - who worked for each wb, and where their time went
 * @rep: The report, its wbs filled in.
 * @r: The run.
 */
void report_fill_flushers(struct report *rep, const struct run *r);

/**
 * report_fill_others() - tasks that are not of the run and took part
 * @rep: The report.
 * @r: The run.
 */
void report_fill_others(struct report *rep, const struct run *r);

/**
 * report_fill_series() - a wb at each sample
 * @wb: The wb.
 * @r: The run.
 * @start: Its row when the clock started, NULL: it had none.
 * @end: When the last writer was done.
 */
void report_fill_series(struct report_wb *wb, const struct run *r, const struct record *start,
			const struct record *end);

/**
 * report_fill_program() - the program, its processes and their sum
 * @rep: The report.
 * @r: The run.
 *
 * Return: 0 or -ENOMEM.
 */
int report_fill_program(struct report *rep, const struct run *r);

/**
 * report_fill_program_inodes() - the inodes that the program dirtied most
 * @rep: The report.
 * @r: The run.
 */
void report_fill_program_inodes(struct report *rep, const struct run *r);

/**
 * report_program_head() - the first line of the report
 * @to: Where it goes.
 * @rep: The report, of a program.
 */
void report_program_head(FILE *to, const struct report *rep);

/**
 * report_program_text() - the table of processes
 * @to: Where it goes.
 * @rep: The report, of a program.
 */
void report_program_text(FILE *to, const struct report *rep);

/**
 * report_metrics_text() - what the program says of itself
 * @to: Where it goes.
 * @rep: The report.
 */
void report_metrics_text(FILE *to, const struct report *rep);

/**
 * report_usage_text() - what the kernel accounts to the program and its children
 * @to: Where it goes.
 * @rep: The report, of a program.
 */
void report_usage_text(FILE *to, const struct report *rep);

/**
 * report_watched_text() - what the processes of --watch dirtied
 * @to: Where it goes.
 * @rep: The report.
 */
void report_watched_text(FILE *to, const struct report *rep);

/**
 * report_program_json() - the program as an object
 * @rep: The report, of a program.
 *
 * Return: A new object.
 */
struct json_object *report_program_json(const struct report *rep);

/**
 * report_program_load() - the inverse of report_program_json()
 * @rep: The report; its @program is set, NULL without memory.
 * @from: The object; the report's document, which the program's words stay in.
 *
 * Return: NULL, or the key of a member that is not of its kind.
 */
const char *report_program_load(struct report *rep, struct json_object *from);

/**
 * report_program_sum() - sum up the processes of a program
 * @rep: The report, its rows filled in.
 *
 * There is no throughput: nobody counted what their calls returned.
 */
void report_program_sum(struct report *rep);

/**
 * report_process_label() - what a process of a program is called in tables
 * @w: The process, its pid and name filled in, or the others'.
 *
 * Return: A new string, NULL without memory.
 */
char *report_process_label(const struct report_writer *w);

/**
 * report_inode_label() - what the process that dirtied an inode is called
 * @in: The inode, its pid filled in.
 *
 * Return: The label, in @in.
 */
const char *report_inode_label(struct report_inode *in);

/**
 * report_program_free() - free the program
 * @rep: The report.
 */
void report_program_free(struct report *rep);

/**
 * report_fill_ledgers() - where the time of writers and others went
 * @rep: The report, its writers filled in and before report_sum().
 * @r: The run.
 */
void report_fill_ledgers(struct report *rep, const struct run *r);

/**
 * report_fill_together() - how throughput and throttling go together
 * @rep: The report, its samples filled in.
 */
void report_fill_together(struct report *rep);

/**
 * report_fill_blocks() - extents, allocations, and what devices took by kind
 * @rep: The report, its inodes and devices filled in.
 * @r: The run.
 */
void report_fill_blocks(struct report *rep, const struct run *r);

/**
 * report_fill_profile() - the kernel CPU profile
 * @rep: The report, its writers and watched threads filled in.
 * @r: The run, its samples read; they are used up.
 */
void report_fill_profile(struct report *rep, struct run *r);

/**
 * report_fill_rates() - the rates at both ends, and those of each directory
 * @rep: The report, after report_sum() and with its devices.
 */
void report_fill_rates(struct report *rep);

/**
 * report_fill_chains() - what the directories' file systems lie on
 * @rep: The report, after report_fill_rates() and with its inodes.
 * @r: The run.
 */
void report_fill_chains(struct report *rep, const struct run *r);

/**
 * report_load_chains() - the same out of a document
 * @rep: The report, after report_fill_rates().
 * @targets: The array of report_targets_json(), NULL: there is none.
 */
void report_load_chains(struct report *rep, struct json_object *targets);

/**
 * report_chains_text() - the lines of what they lie on
 * @to: Where they go.
 * @rep: The report. One whose directories are on disks of their own has none.
 */
void report_chains_text(FILE *to, const struct report *rep);

/**
 * report_rates_text() - the lines of the rates, and of the directories
 * @to: Where they go.
 * @rep: The report.
 *
 * Nothing where all rates are the same within 1 %, or where there is but one
 * directory.
 */
void report_rates_text(FILE *to, const struct report *rep);

/**
 * report_work_text() - the table of what was read, and of operations and files
 * @to: Where it goes.
 * @rep: The report. That of the shape write has none.
 */
void report_work_text(FILE *to, const struct report *rep);

/**
 * report_targets_json() - the directories
 * @rep: The report.
 *
 * Return: A new array.
 */
struct json_object *report_targets_json(const struct report *rep);

/**
 * line() - a line that begins with what it is about, wrapped
 * @to: Where it goes.
 * @label: What it is about.
 * @fmt: What there is to say.
 */
__printf(3, 4) void line(FILE *to, const char *label, const char *fmt, ...);

/**
 * struct time_row - a line of the table of where the time went
 * @label: Whose time.
 * @ledger: Where it went.
 */
struct time_row {
	const char *label;
	const struct ledger *ledger;
};

/**
 * time_text() - the table of where the time went, of any rows
 * @to: Where it goes.
 * @rows: The rows; those without a ledger are left out.
 * @count: How many.
 */
void time_text(FILE *to, const struct time_row *rows, size_t count);

/**
 * report_time_text() - the table of where the time went
 * @to: Where it goes.
 * @rep: The report.
 *
 * In percent. Columns of nothing are left out; those that do not fit within 80
 * columns follow in a table of their own.
 */
void report_time_text(FILE *to, const struct report *rep);

/**
 * report_audit_text() - the laws, and the coefficients of correlation
 * @to: Where it goes.
 * @rep: The report.
 */
void report_audit_text(FILE *to, const struct report *rep);

/**
 * report_audit_json() - the laws as an object
 * @rep: The report.
 *
 * Return: A new object, NULL when there was no audit.
 */
struct json_object *report_audit_json(const struct report *rep);

/**
 * report_audit_load() - the inverse of report_audit_json()
 * @a: Where it goes.
 * @from: The object, NULL: there was no audit.
 *
 * Return: NULL, or the name of the first law that is not one.
 */
const char *report_audit_load(struct audit *a, struct json_object *from);

/**
 * report_watched_label() - what a watched thread is called in tables
 * @w: The thread, its pid and name filled in.
 */
void report_watched_label(struct report_watched *w);

/**
 * report_fill_notes() - what the reader has to know of the run
 * @rep: The report, its writers filled in.
 * @r: The run.
 */
void report_fill_notes(struct report *rep, const struct run *r);

/**
 * report_note() - add a note
 * @rep: The report.
 * @fmt: A sentence.
 */
__printf(2, 3) void report_note(struct report *rep, const char *fmt, ...);

/**
 * report_text() - print the report as text within 80 columns
 * @to: Where it goes.
 * @rep: The report.
 * @audit: The audit in full too.
 */
void report_text(FILE *to, const struct report *rep, bool audit);

/**
 * report_json() - the report as a document of schema wbctl.run/1
 * @rep: The report.
 *
 * Return: A new object.
 */
struct json_object *report_json(const struct report *rep);

/* The columns of the writers (two tables of text, one object of JSON) and so on. */
extern const struct table report_writers;
extern const struct table report_details;
extern const struct table report_ledgers;
extern const struct table report_watched_ledgers;
extern const struct table report_inodes;
extern const struct table report_wbs;
extern const struct table report_wb_samples;
extern const struct table report_devices;
extern const struct table report_fairness;
extern const struct table report_rates;

#endif /* WBCTL_REPORT_H */
