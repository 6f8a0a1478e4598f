#pragma once

#include "CRings.h"

/// The loops of a benchmark over a ring with `bool push(uint16_t)` and `bool pop(uint16_t &)`.
///
/// FrameRingLoops.swift has the same ones for pipd's ring: change both.
template <class Ring> struct Loops {
    static Ring &at(void *ring) { return *static_cast<Ring *>(ring); }

    static void push(Ring &ring, uint16_t number) {
        while (!ring.push(number)) crings_pause();
    }

    static uint16_t pop(Ring &ring) {
        uint16_t number;
        while (!ring.pop(number)) crings_pause();
        return number;
    }

    static uint64_t alternate(void *ring, int64_t count) {
        uint64_t sum = 0;
        for (int64_t index = 0; index < count; index++) {
            push(at(ring), static_cast<uint16_t>(index));
            sum += pop(at(ring));
        }
        return sum;
    }

    static void push_all(void *ring, int64_t count) {
        for (int64_t index = 0; index < count; index++)
            push(at(ring), static_cast<uint16_t>(index));
    }

    static uint64_t pop_all(void *ring, int64_t count) {
        uint64_t sum = 0;
        for (int64_t index = 0; index < count; index++) sum += pop(at(ring));
        return sum;
    }

    static uint64_t ping(void *there, void *back, int64_t count) {
        uint64_t sum = 0;
        for (int64_t index = 0; index < count; index++) {
            push(at(there), static_cast<uint16_t>(index));
            sum += pop(at(back));
        }
        return sum;
    }

    static void pong(void *there, void *back, int64_t count) {
        for (int64_t index = 0; index < count; index++) push(at(back), pop(at(there)));
    }

    static void free(void *ring) { delete static_cast<Ring *>(ring); }

    static crings_subject subject(void *(*make)(int32_t)) {
        return {make, free, alternate, push_all, pop_all, ping, pong};
    }
};
