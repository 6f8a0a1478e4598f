#include "CRings.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <sched.h>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

void runOn(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

/// The sum of the numbers 0..<count in 16 bits each.
uint64_t sum(int64_t count) {
    const uint64_t whole = count >> 16, rest = count & 0xFFFF;
    return whole * (0xFFFFull * 0x10000 / 2) + rest * (rest - 1) / 2;
}

/// A ring for the length of a measurement.
using Ring = std::unique_ptr<void, void (*)(void *)>;

Ring makeRing(const crings_subject *subject, int32_t capacity) {
    return Ring(subject->make(capacity), subject->free);
}

/// Runs `first` on processor 0 and `second` on 1, from the same moment on.
template <class First, class Second> int64_t together(First first, Second second) {
    std::atomic<int> ready{0};
    Clock::time_point ends[2];
    Clock::time_point start;
    auto meet = [&](int processor) {
        runOn(processor);
        ready++;
        while (ready.load() < 2) crings_pause();
    };
    std::thread other([&] {
        meet(1);
        second();
        ends[1] = Clock::now();
    });
    std::thread one([&] {
        meet(0);
        start = Clock::now();
        first();
        ends[0] = Clock::now();
    });
    one.join();
    other.join();
    return std::chrono::nanoseconds(std::max(ends[0], ends[1]) - start).count();
}

} // namespace

crings_result crings_measure_alternate(const crings_subject *subject, int32_t capacity,
                                       int64_t count) {
    Ring ring = makeRing(subject, capacity);
    runOn(0);
    const auto start = Clock::now();
    const uint64_t total = subject->alternate(ring.get(), count);
    const auto taken = Clock::now() - start;
    return {std::chrono::nanoseconds(taken).count(), total == sum(count)};
}

crings_result crings_measure_throughput(const crings_subject *subject, int32_t capacity,
                                        int64_t count) {
    Ring ring = makeRing(subject, capacity);
    uint64_t total = 0;
    const int64_t taken = together([&] { subject->push_all(ring.get(), count); },
                                   [&] { total = subject->pop_all(ring.get(), count); });
    return {taken, total == sum(count)};
}

crings_result crings_measure_round_trip(const crings_subject *subject, int32_t capacity,
                                        int64_t count) {
    Ring there = makeRing(subject, capacity), back = makeRing(subject, capacity);
    uint64_t total = 0;
    const int64_t taken =
        together([&] { total = subject->ping(there.get(), back.get(), count); },
                 [&] { subject->pong(there.get(), back.get(), count); });
    return {taken, total == sum(count)};
}
