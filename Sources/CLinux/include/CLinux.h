// System calls and C library functions that exist only under _GNU_SOURCE, and
// so are not in Swift's Glibc module. Each is the function of the same name
// with its flags fixed; none of them decides anything.
#pragma once

#include <poll.h>
#include <stdint.h>
#include <stddef.h>

/// A non-blocking event descriptor, closed on exec. Returns -1 and sets errno on failure.
int clinux_eventfd(void);

/// How the clock is kept: 0 for in step with another one, 1 for not, and by how many
/// microseconds it may be off. Returns -1 and sets errno on failure.
int clinux_clock_state(long *_Nonnull largest_error);

/// Polls for at most `timeout` nanoseconds; a negative timeout waits for ever.
/// Returns what ppoll returns.
int clinux_ppoll(struct pollfd *_Nonnull descriptors, unsigned count, int64_t timeout);

/// Blocks the signals for the calling thread and the threads it starts later.
/// Returns -1 and sets errno on failure.
int clinux_block_signals(const int *_Nonnull signals, int count);

/// A non-blocking descriptor that reads the signals, closed on exec.
/// Returns -1 and sets errno on failure.
int clinux_signalfd(const int *_Nonnull signals, int count);

/// The next pending signal's number, or -1 with errno: EAGAIN when none is pending.
int clinux_signalfd_read(int descriptor);

/// The kernel's number of the calling thread.
int clinux_gettid(void);

/// Names the calling thread; the name is at most 15 bytes long.
/// Returns an error number, or 0.
int clinux_set_thread_name(const char *_Nonnull name);

/// Lowers (above zero) or raises (below zero) the calling thread's share of the processor.
/// Returns -1 and sets errno on failure.
int clinux_set_thread_nice(int nice);

/// Waits for a thread's end until `deadline`, nanoseconds of CLOCK_MONOTONIC.
/// Returns an error number, or 0: ETIMEDOUT where it still runs.
int clinux_join_thread(unsigned long thread, long long deadline);

/// Makes threads that the calling thread starts normal ones, whatever it is
/// itself (SCHED_RESET_ON_FORK). Returns -1 and sets errno on failure.
int clinux_reset_scheduling_on_fork(void);

/// Lets the kernel delay the calling thread's timers by at most `nanoseconds`.
/// Returns -1 and sets errno on failure.
int clinux_set_timer_slack(unsigned long nanoseconds);

/// Makes blocks of `bytes` and more mappings of their own, which go back to the
/// system when they are freed, and keeps at most as much free memory at the
/// heap's end. Returns -1 on failure.
int clinux_set_malloc_threshold(int bytes);

/// Lets threads share `count` heaps: mallopt with M_ARENA_MAX. Returns -1 on failure.
int clinux_set_malloc_arenas(int count);

/// Has a program that is started close all descriptors from `first` on:
/// posix_spawn_file_actions_addclosefrom_np. The actions are posix_spawn_file_actions_t.
/// Returns an error's number, or 0.
int clinux_close_from(void *_Nonnull actions, int first);

/// Gives all free pages of the heaps back to the system: malloc_trim.
void clinux_trim_malloc(void);

/// Unmaps the pages of every segment of the program and its libraries that is
/// not writable, until they are touched again: dl_iterate_phdr, madvise with
/// MADV_DONTNEED. Segments that were relocated in place stay.
void clinux_unmap_constant_pages(void);

/// A descriptor of a process, closed on exec; readable once that has ended (pidfd_open).
/// Returns -1 and sets errno on failure.
int clinux_open_process(int process);

/// Gives the calling process the disk only while nobody else wants it (ioprio_set).
/// Returns -1 and sets errno on failure.
int clinux_set_idle_disk_priority(void);

/// The environment: pointers to `NAME=value`, ended by a null pointer.
char *_Nullable *_Nonnull clinux_environment(void);

/// A non-blocking socket that receives what the kernel says of devices
/// (NETLINK_KOBJECT_UEVENT), closed on exec. Returns -1 and sets errno on failure.
int clinux_uevent_socket(void);

/// One message of the kernel's: its length, 0 for a message of anyone else's, or
/// -1 with errno: EAGAIN when there is none, ENOBUFS when some were lost.
ptrdiff_t clinux_uevent_receive(int descriptor, void *_Nonnull buffer, size_t size);

/// The number of the virtual terminal that the descriptor is open on, such as 1
/// for tty1; -1 with errno when it is none.
int clinux_console_number(int descriptor);

/// The number of the virtual terminal in front, or -1 with errno.
int clinux_console_in_front(int descriptor);

/// Draws the terminal's text (0) or leaves the display to the process (1):
/// KDSETMODE. Returns -1 and sets errno on failure.
int clinux_console_graphics(int descriptor, int graphics);

/// Asks before each switch with the signals `release` and `acquire` (VT_PROCESS),
/// or, with both zero, no more (VT_AUTO). Returns -1 and sets errno on failure.
int clinux_console_ask(int descriptor, int release, int acquire);

/// Lets the terminal go, where the kernel has asked: VT_RELDISP.
/// Returns -1 and sets errno on failure: EINVAL when it has not asked.
int clinux_console_answer(int descriptor);

/// Opens a directory beneath another, for reading: openat2 with RESOLVE_BENEATH
/// and RESOLVE_NO_MAGICLINKS. Returns -1 and sets errno on failure: EXDEV when
/// the path, or a symbolic link in it, leads out.
int clinux_open_beneath(int directory, const char *_Nonnull path);

/// Opens a directory in another, only to find what is in it (O_PATH), and not through a
/// symbolic link. Returns -1 and sets errno on failure: ENOTDIR for a link too.
int clinux_open_step(int directory, const char *_Nonnull name);

/// Opens a file of any kind, only to name it by: O_PATH. Returns -1 and sets
/// errno on failure.
int clinux_open_place(const char *_Nonnull path);

/// Opens a file that lies in memory and is in no folder; the name is for people. Returns -1
/// and sets errno on failure.
int clinux_open_memory(const char *_Nonnull name);

/// Opens a file for writing that has no name yet, in a directory: O_TMPFILE.
/// Returns -1 and sets errno on failure: EOPNOTSUPP for a file system that cannot.
int clinux_open_unnamed(int directory);

/// Gives such a file a name, unless that is taken (EEXIST): linkat by way of
/// /proc. Returns -1 and sets errno on failure.
int clinux_name_file(int file, int directory, const char *_Nonnull name);

/// Copies bytes from where one file is to where the other is, in the kernel:
/// copy_file_range. Returns how many, 0 at the end, or -1 and sets errno on failure:
/// EXDEV, EINVAL or EOPNOTSUPP for files between which it cannot.
ptrdiff_t clinux_copy_range(int from, int to, size_t count);

/// Renames a file within a directory, unless the new name is taken (EEXIST):
/// renameat2 with RENAME_NOREPLACE. Returns -1 and sets errno on failure: EINVAL
/// for a file system that cannot.
int clinux_rename_new(
    int directory, const char *_Nonnull old_name, const char *_Nonnull new_name);
