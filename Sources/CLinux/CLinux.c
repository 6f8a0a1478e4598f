#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>
#include <malloc.h>

int clinux_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
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

char **clinux_environment(void) {
    return environ;
}
