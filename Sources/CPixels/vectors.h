// Registers of `REGISTER` bytes as vectors of the compiler, and the few
// instructions that it has no operator for, or does not find by itself. What
// works inside of blocks of 16 bytes does so because x86's instructions do.
#pragma once

#include "kernels.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define INLINE static inline __attribute__((always_inline))

#if defined(TARGET)
#pragma clang attribute push(__attribute__((target(TARGET))), apply_to = function)
#endif

typedef uint8_t bytes __attribute__((ext_vector_type(REGISTER)));
typedef uint8_t half_bytes __attribute__((ext_vector_type(REGISTER / 2)));
typedef int16_t words __attribute__((ext_vector_type(REGISTER / 2)));
typedef uint16_t unsigned_words __attribute__((ext_vector_type(REGISTER / 2)));
typedef uint32_t longs __attribute__((ext_vector_type(REGISTER / 4)));
typedef uint64_t quads __attribute__((ext_vector_type(REGISTER / 8)));
typedef uint16_t word_pairs __attribute__((ext_vector_type(REGISTER)));

INLINE bytes load(const void *address) {
    bytes value;
    memcpy(&value, address, sizeof value);
    return value;
}

INLINE half_bytes load_half(const void *address) {
    half_bytes value;
    memcpy(&value, address, sizeof value);
    return value;
}

INLINE void keep(void *address, bytes value) { memcpy(address, &value, sizeof value); }
INLINE void keep_half(void *address, half_bytes value) { memcpy(address, &value, sizeof value); }
INLINE void keep_words(int16_t *address, words value) { memcpy(address, &value, sizeof value); }

// Lists of places for `__builtin_shufflevector`, one block after the other.
#if REGISTER == 16
#define BLOCKS(list) list(0)
#elif REGISTER == 32
#define BLOCKS(list) list(0), list(1)
#else
#define BLOCKS(list) list(0), list(1), list(2), list(3)
#endif
#define PAIR(i, count) (i), (count) + (i)
#define FOUR_PAIRS(i, count) \
    PAIR(i, count), PAIR(i + 1, count), PAIR(i + 2, count), PAIR(i + 3, count)
#define LOW_BYTES(block) FOUR_PAIRS(16 * block, REGISTER), FOUR_PAIRS(16 * block + 4, REGISTER)
#define HIGH_BYTES(block) \
    FOUR_PAIRS(16 * block + 8, REGISTER), FOUR_PAIRS(16 * block + 12, REGISTER)
#define LOW_WORDS(block) FOUR_PAIRS(8 * block, REGISTER / 2)
#define HIGH_WORDS(block) FOUR_PAIRS(8 * block + 4, REGISTER / 2)

/// Bytes of both by turns, of the first half of each block.
INLINE bytes zip_low(bytes one, bytes two) {
    return __builtin_shufflevector(one, two, BLOCKS(LOW_BYTES));
}

INLINE bytes zip_high(bytes one, bytes two) {
    return __builtin_shufflevector(one, two, BLOCKS(HIGH_BYTES));
}

INLINE bytes zip_low_words(bytes one, bytes two) {
    return (bytes)__builtin_shufflevector((words)one, (words)two, BLOCKS(LOW_WORDS));
}

INLINE bytes zip_high_words(bytes one, bytes two) {
    return (bytes)__builtin_shufflevector((words)one, (words)two, BLOCKS(HIGH_WORDS));
}

#if defined(__x86_64__)
#if REGISTER == 16
#define INTRINSIC(name) _mm_##name
typedef __m128i native;
#elif REGISTER == 32
#define INTRINSIC(name) _mm256_##name
typedef __m256i native;
#else
#define INTRINSIC(name) _mm512_##name
typedef __m512i native;
#endif

/// Products of numbers with 15 bits behind the point, rounded.
INLINE words product(words first, int16_t second) {
    return (words)INTRINSIC(mulhrs_epi16)((native)first, (native)(words)second);
}

/// The high half of a product.
INLINE words high_product(words first, uint16_t second) {
    return (words)INTRINSIC(mulhi_epu16)((native)first, (native)(unsigned_words)second);
}

/// Sums of neighbouring bytes.
INLINE unsigned_words pair_sums(bytes row) {
    return (unsigned_words)INTRINSIC(maddubs_epi16)((native)row, (native)(bytes)1);
}

/// Words cut to 0 to 255: in each block those of the first, then those of the second.
INLINE bytes saturated(words first, words second) {
    return (bytes)INTRINSIC(packus_epi16)((native)first, (native)second);
}

/// Sums of two neighbouring bytes, less 128 each, times their weights; these
/// are `total` together, at most 256.
INLINE words weighed(bytes pairs, bytes weights, int total) {
    (void)total;
    const bytes signed_pairs = pairs ^ (bytes)128;
    return (words)INTRINSIC(maddubs_epi16)((native)weights, (native)signed_pairs);
}

/// Bytes by their places, in each window of `WINDOW`.
INLINE bytes picked(bytes windows, bytes places) {
#if REGISTER == 64
    return (bytes)_mm512_permutexvar_epi8((native)places, (native)windows);
#else
    return (bytes)INTRINSIC(shuffle_epi8)((native)windows, (native)places);
#endif
}
#elif defined(__aarch64__)
INLINE words product(words first, int16_t second) {
    return (words)vqrdmulhq_n_s16((int16x8_t)first, second);
}

INLINE words high_product(words first, uint16_t second) {
    const uint16x8_t one = (uint16x8_t)first, two = vdupq_n_u16(second);
    const uint16x8_t low = (uint16x8_t)vmull_u16(vget_low_u16(one), vget_low_u16(two));
    return (words)vuzp2q_u16(low, (uint16x8_t)vmull_high_u16(one, two));
}

INLINE unsigned_words pair_sums(bytes row) {
    return (unsigned_words)vpaddlq_u8((uint8x16_t)row);
}

INLINE bytes saturated(words first, words second) {
    return (bytes)vqmovun_high_s16(vqmovun_s16((int16x8_t)first), (int16x8_t)second);
}

INLINE words weighed(bytes pairs, bytes weights, int total) {
    const uint8x16_t one = (uint8x16_t)pairs, two = (uint8x16_t)weights;
    const uint16x8_t low = vmull_u8(vget_low_u8(one), vget_low_u8(two));
    return (words)vpaddq_u16(low, vmull_high_u8(one, two)) - (words)(int16_t)(128 * total);
}

INLINE bytes picked(bytes windows, bytes places) {
    return (bytes)vqtbl1q_u8((uint8x16_t)windows, (uint8x16_t)places);
}
#endif
