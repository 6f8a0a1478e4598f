#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <linux/vt.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>
#include <malloc.h>

int clinux_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int clinux_clock_state(long *largest_error) {
    struct timex state = {.modes = 0};
    if (ntp_adjtime(&state) < 0) return -1;
    *largest_error = state.maxerror;
    return (state.status & STA_UNSYNC) != 0;
}

int clinux_ppoll(struct pollfd *descriptors, unsigned count, int64_t timeout) {
    if (timeout < 0) return ppoll(descriptors, count, NULL, NULL);
    struct timespec wait = {.tv_sec = timeout / 1000000000, .tv_nsec = timeout % 1000000000};
    return ppoll(descriptors, count, &wait, NULL);
}

static void fill(sigset_t *set, const int *signals, int count) {
    sigemptyset(set);
    for (int i = 0; i < count; i++) sigaddset(set, signals[i]);
}

int clinux_block_signals(const int *signals, int count) {
    sigset_t set;
    fill(&set, signals, count);
    int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (error == 0) return 0;
    errno = error;
    return -1;
}

int clinux_signalfd(const int *signals, int count) {
    sigset_t set;
    fill(&set, signals, count);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_signalfd_read(int descriptor) {
    struct signalfd_siginfo info;
    // The kernel delivers whole records only.
    return read(descriptor, &info, sizeof info) < 0 ? -1 : (int)info.ssi_signo;
}

pid_t clinux_gettid(void) {
    return gettid();
}

int clinux_set_thread_name(const char *name) {
    return pthread_setname_np(pthread_self(), name);
}

int clinux_set_thread_nice(int nice) {
    // On Linux a nice value belongs to a thread, whatever POSIX says (setpriority(2), BUGS).
    return setpriority(PRIO_PROCESS, (id_t)gettid(), nice);
}

int clinux_join_thread(unsigned long thread, long long deadline) {
    struct timespec time = {deadline / 1000000000, deadline % 1000000000};
    return pthread_clockjoin_np((pthread_t)thread, NULL, CLOCK_MONOTONIC, &time);
}

int clinux_reset_scheduling_on_fork(void) {
    struct sched_param parameters;
    if (sched_getparam(0, &parameters) != 0) return -1;
    return sched_setscheduler(0, sched_getscheduler(0) | SCHED_RESET_ON_FORK, &parameters);
}

int clinux_set_timer_slack(unsigned long nanoseconds) {
    return prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0);
}

int clinux_set_malloc_threshold(int bytes) {
    const int set = mallopt(M_MMAP_THRESHOLD, bytes) && mallopt(M_TRIM_THRESHOLD, bytes);
    return set ? 0 : -1;
}

int clinux_set_malloc_arenas(int count) {
    return mallopt(M_ARENA_MAX, count) ? 0 : -1;
}

int clinux_close_from(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

void clinux_trim_malloc(void) {
    malloc_trim(0);
}

// Whether the object has relocations in segments that are not writable.
static bool is_text_relocated(const ElfW(Phdr) *dynamic, ElfW(Addr) base) {
    if (!dynamic) return false;
    const ElfW(Dyn) *entry = (const void *)(base + dynamic->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_TEXTREL) return true;
        if (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL) return true;
    }
    return false;
}

static int unmap_constant_pages(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    // A copy: the headers lie in the first of the segments.
    ElfW(Phdr) headers[32];
    const int count = object->dlpi_phnum;
    if (count > 32) return 0;
    memcpy(headers, object->dlpi_phdr, count * sizeof *headers);
    const ElfW(Addr) base = object->dlpi_addr;
    const ElfW(Phdr) *dynamic = NULL;
    for (int i = 0; i < count; i++)
        if (headers[i].p_type == PT_DYNAMIC) dynamic = &headers[i];
    if (is_text_relocated(dynamic, base)) return 0;
    const ElfW(Addr) page = (ElfW(Addr))sysconf(_SC_PAGESIZE);
    for (int i = 0; i < count; i++) {
        if (headers[i].p_type != PT_LOAD || headers[i].p_flags & PF_W) continue;
        const ElfW(Addr) start = (base + headers[i].p_vaddr) & -page;
        const ElfW(Addr) end = (base + headers[i].p_vaddr + headers[i].p_filesz) & -page;
        // Refused for what is locked in memory, which is as well.
        if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void clinux_unmap_constant_pages(void) {
    dl_iterate_phdr(unmap_constant_pages, NULL);
}

int clinux_open_process(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

int clinux_set_idle_disk_priority(void) {
    // IOPRIO_WHO_PROCESS of this one, IOPRIO_CLASS_IDLE: linux/ioprio.h of 5.15 and newer.
    return (int)syscall(SYS_ioprio_set, 1, 0, 3 << 13);
}

char **clinux_environment(void) {
    return environ;
}

int clinux_uevent_socket(void) {
    int descriptor = socket(
        AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
    if (descriptor < 0) return -1;
    // Group 1 is the kernel; udev repeats its messages to group 2.
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

ssize_t clinux_uevent_receive(int descriptor, void *buffer, size_t size) {
    struct sockaddr_nl sender = {0};
    socklen_t length = sizeof sender;
    ssize_t count = recvfrom(
        descriptor, buffer, size, MSG_DONTWAIT, (struct sockaddr *)&sender, &length);
    // The kernel has port 0; a process could send to the group, too.
    return count > 0 && sender.nl_pid != 0 ? 0 : count;
}

int clinux_console_number(int descriptor) {
    int mode;
    if (ioctl(descriptor, KDGETMODE, &mode) != 0) return -1;
    // The terminal itself, also for a descriptor of /dev/tty.
    unsigned device;
    if (ioctl(descriptor, TIOCGDEV, &device) != 0) return -1;
    return (int)minor(device);
}

int clinux_console_in_front(int descriptor) {
    struct vt_stat state;
    return ioctl(descriptor, VT_GETSTATE, &state) != 0 ? -1 : state.v_active;
}

int clinux_console_graphics(int descriptor, int graphics) {
    return ioctl(descriptor, KDSETMODE, graphics ? KD_GRAPHICS : KD_TEXT);
}

int clinux_console_ask(int descriptor, int release, int acquire) {
    struct vt_mode mode = {
        .mode = release ? VT_PROCESS : VT_AUTO,
        .relsig = (short)release,
        .acqsig = (short)acquire,
    };
    return ioctl(descriptor, VT_SETMODE, &mode);
}

int clinux_console_answer(int descriptor) {
    return ioctl(descriptor, VT_RELDISP, 1);
}

int clinux_open_beneath(int directory, const char *path) {
    struct open_how how = {
        .flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int clinux_open_step(int directory, const char *name) {
    return openat(directory, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int clinux_open_place(const char *path) {
    return open(path, O_PATH | O_CLOEXEC);
}

int clinux_open_memory(const char *name) {
    // MFD_NOEXEC_SEAL, which kernels know from 6.3 on, and may insist on.
    int file = memfd_create(name, MFD_CLOEXEC | 8);
    return file < 0 && errno == EINVAL ? memfd_create(name, MFD_CLOEXEC) : file;
}

int clinux_open_unnamed(int directory) {
    return openat(directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

int clinux_name_file(int file, int directory, const char *name) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW);
}

ssize_t clinux_copy_range(int from, int to, size_t count) {
    return copy_file_range(from, NULL, to, NULL, count, 0);
}

int clinux_rename_new(int directory, const char *old_name, const char *new_name) {
    return renameat2(directory, old_name, directory, new_name, RENAME_NOREPLACE);
}
