#ifndef CRINGS_H
#define CRINGS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a benchmark does with one kind of ring that carries 16-bit numbers.
///
/// Each loop is the ring's own code, so that push and pop are inlined in it; the
/// threads, the processors and the clock are the same for all.
typedef struct {
    /// A ring for `capacity` numbers; the caller frees it.
    void *_Nonnull (*_Nonnull make)(int32_t capacity);
    void (*_Nonnull free)(void *_Nonnull ring);
    /// Pushes a number and pops it, `count` times, on one thread.
    uint64_t (*_Nonnull alternate)(void *_Nonnull ring, int64_t count);
    /// Pushes `count` numbers, waiting where the ring is full.
    void (*_Nonnull push_all)(void *_Nonnull ring, int64_t count);
    /// Pops `count` numbers and returns their sum.
    uint64_t (*_Nonnull pop_all)(void *_Nonnull ring, int64_t count);
    /// Pushes a number there and waits until it comes back, `count` times.
    uint64_t (*_Nonnull ping)(void *_Nonnull there, void *_Nonnull back, int64_t count);
    /// Pushes back what comes there, `count` times.
    void (*_Nonnull pong)(void *_Nonnull there, void *_Nonnull back, int64_t count);
} crings_subject;

/// A ring in C++ as they are usually written: a power of two of slots, each
/// side's index in cache lines of its own with its last view of the other's.
crings_subject crings_padded(void);

/// boost::lockfree::spsc_queue, its capacity known to the compiler: its faster form.
/// Capacities: 8 and 1024.
crings_subject crings_boost(int32_t capacity);

/// What one measurement took, and whether every number arrived.
typedef struct {
    int64_t nanoseconds;
    int32_t is_right;
} crings_result;

/// One thread, on processor 0.
crings_result crings_measure_alternate(const crings_subject *_Nonnull subject,
                                       int32_t capacity, int64_t count);
/// Two threads, on processors 0 and 1; from when both run until both are done.
crings_result crings_measure_throughput(const crings_subject *_Nonnull subject,
                                        int32_t capacity, int64_t count);
/// As before; there and back is one.
crings_result crings_measure_round_trip(const crings_subject *_Nonnull subject,
                                        int32_t capacity, int64_t count);

/// What a thread does while it waits for the other: in every ring the same.
static inline __attribute__((always_inline)) void crings_pause(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#ifdef __cplusplus
}
#endif

#endif
