// 512 bits a register, and shuffles of all of its bytes. A row's last,
// incomplete step is done again from where it ends with the row; rows shorter
// than one step are left to AVX2.
#if defined(__x86_64__)

#include "kernels.h"

#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi")))
#define INLINE static inline __attribute__((always_inline)) AVX512

INLINE __m512i load(const void *address) { return _mm512_loadu_si512(address); }
INLINE void keep(void *address, __m512i value) { _mm512_storeu_si512(address, value); }

/// Bytes less 128, which makes them signed, or the other way round.
INLINE __m512i centered(__m512i bytes) { return _mm512_xor_si512(bytes, _mm512_set1_epi8(-128)); }

/// Sums of two centered bytes in 256ths, rounded, as bytes of 0 to 255 in words.
INLINE __m512i settled(__m512i sums) {
    return _mm512_srli_epi16(_mm512_add_epi16(sums, _mm512_set1_epi16(-32768 + 128)), 8);
}

AVX512 static void mix_rows(uint8_t *target, const uint8_t *first, const uint8_t *second, int share,
                            size_t count) {
    if (count < 64 || share == 0) {
        return kernels_avx2.mix_rows(target, first, second, share, count);
    }
    const __m512i shares = _mm512_set1_epi16((short)(share << 8 | (256 - share)));
    for (size_t step = 0; step < count; step += 64) {
        const size_t i = step + 64 <= count ? step : count - 64;
        const __m512i one = centered(load(first + i)), two = centered(load(second + i));
        const __m512i low = _mm512_maddubs_epi16(shares, _mm512_unpacklo_epi8(one, two));
        const __m512i high = _mm512_maddubs_epi16(shares, _mm512_unpackhi_epi8(one, two));
        keep(target + i, _mm512_packus_epi16(settled(low), settled(high)));
    }
}

/// 32 columns of one window, in words.
INLINE __m512i window(const uint8_t *source, const uint8_t *neighbours, const uint8_t *shares) {
    const __m512i pairs = _mm512_permutexvar_epi8(load(neighbours), centered(load(source)));
    return settled(_mm512_maddubs_epi16(load(shares), pairs));
}

AVX512 void scale_columns_avx512(uint8_t *target, const uint8_t *source,
                                 const struct cpixels_columns *columns) {
    const size_t groups = columns->groups;
    const uint8_t *entry = columns->entries;
    const uint32_t *starts = (const void *)(entry + groups * GROUP_BYTES(WINDOW_AVX512));
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    for (size_t group = 0; group < groups; group++) {
        const __m512i one = window(source + starts[2 * group], entry, entry + 128);
        const __m512i two = window(source + starts[2 * group + 1], entry + 64, entry + 192);
        const __m512i bytes = _mm512_packus_epi16(one, two);
        keep(target + group_start(columns, group, 64), _mm512_permutexvar_epi64(order, bytes));
        entry += GROUP_BYTES(WINDOW_AVX512);
    }
}

/// 32 tints of centered pairs of a near and a far sample.
INLINE void tint_32(const struct cpixels_tints *target, size_t i, __m512i u, __m512i v,
                    const struct cpixels_matrix *matrix) {
    const __m512i shares = _mm512_set1_epi16(16 << 8 | 48);
    u = _mm512_maddubs_epi16(shares, u);
    v = _mm512_maddubs_epi16(shares, v);
    keep(target->red + i, _mm512_mulhrs_epi16(v, _mm512_set1_epi16(matrix->red_v)));
    keep(target->green + i,
         _mm512_add_epi16(_mm512_mulhrs_epi16(u, _mm512_set1_epi16(matrix->green_u)),
                          _mm512_mulhrs_epi16(v, _mm512_set1_epi16(matrix->green_v))));
    keep(target->blue + i, _mm512_mulhrs_epi16(u, _mm512_set1_epi16(matrix->blue_u)));
}

AVX512 static void tint(const struct cpixels_tints *target, struct cpixels_color near,
                        struct cpixels_color far, size_t count,
                        const struct cpixels_matrix *matrix) {
    if (count < 64) return kernels_avx2.tint(target, near, far, count, matrix);
    // Parted so that the unpacked halves come in the order of the row.
    const __m512i order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
    for (size_t step = 0; step < count; step += 64) {
        const size_t i = step + 64 <= count ? step : count - 64;
        const __m512i nearU = _mm512_permutexvar_epi64(order, centered(load(near.u + i)));
        const __m512i farU = _mm512_permutexvar_epi64(order, centered(load(far.u + i)));
        const __m512i nearV = _mm512_permutexvar_epi64(order, centered(load(near.v + i)));
        const __m512i farV = _mm512_permutexvar_epi64(order, centered(load(far.v + i)));
        tint_32(target, i, _mm512_unpacklo_epi8(nearU, farU), _mm512_unpacklo_epi8(nearV, farV),
                matrix);
        tint_32(target, i + 32, _mm512_unpackhi_epi8(nearU, farU),
                _mm512_unpackhi_epi8(nearV, farV), matrix);
    }
    extend_tints(target, count);
}

/// Words of pixels in even and in odd columns.
struct words {
    __m512i even;
    __m512i odd;
};

/// Bytes in the high halves of words.
INLINE struct words parted(__m512i bytes) {
    return (struct words){
        _mm512_slli_epi16(bytes, 8),
        _mm512_and_si512(bytes, _mm512_set1_epi16((short)0xFF00)),
    };
}

INLINE struct words brightness(const uint8_t *luma, const struct cpixels_matrix *matrix) {
    const struct words bytes = parted(load(luma));
    const __m512i factor = _mm512_set1_epi16((short)matrix->luma);
    const __m512i bias = _mm512_set1_epi16(matrix->bias);
    return (struct words){
        _mm512_add_epi16(_mm512_mulhi_epu16(bytes.even, factor), bias),
        _mm512_add_epi16(_mm512_mulhi_epu16(bytes.odd, factor), bias),
    };
}

/// Where a channel's bytes are among packed words of even and odd columns.
static const uint8_t channel_order[64] __attribute__((aligned(64))) = {
    0, 8, 1, 9, 16, 24, 17, 25, 32, 40, 33, 41, 48, 56, 49, 57,
    2, 10, 3, 11, 18, 26, 19, 27, 34, 42, 35, 43, 50, 58, 51, 59,
    4, 12, 5, 13, 20, 28, 21, 29, 36, 44, 37, 45, 52, 60, 53, 61,
    6, 14, 7, 15, 22, 30, 23, 31, 38, 46, 39, 47, 54, 62, 55, 63,
};

/// One channel's bytes, in the order in which `store` unpacks them: the quarters
/// of the register take turns, four pixels each.
INLINE __m512i channel(struct words light, struct words color, __m512i order) {
    const __m512i even = _mm512_srai_epi16(_mm512_adds_epi16(light.even, color.even), 6);
    const __m512i odd = _mm512_srai_epi16(_mm512_adds_epi16(light.odd, color.odd), 6);
    return _mm512_permutexvar_epi8(order, _mm512_packus_epi16(even, odd));
}

/// 64 pixels.
INLINE void store(uint8_t *target, __m512i blue, __m512i green, __m512i red) {
    const __m512i opaque = _mm512_set1_epi8(-1);
    const __m512i blueGreen[] = {
        _mm512_unpacklo_epi8(blue, green),
        _mm512_unpackhi_epi8(blue, green),
    };
    const __m512i redAlpha[] = {
        _mm512_unpacklo_epi8(red, opaque),
        _mm512_unpackhi_epi8(red, opaque),
    };
    for (int half = 0; half < 2; half++) {
        keep(target + 128 * half, _mm512_unpacklo_epi16(blueGreen[half], redAlpha[half]));
        keep(target + 128 * half + 64, _mm512_unpackhi_epi16(blueGreen[half], redAlpha[half]));
    }
}

/// Tints of 64 pixels, three parts of the nearer sample and one of the other.
INLINE struct words interpolated(const int16_t *tints) {
    const __m512i near = load(tints);
    const __m512i thrice = _mm512_add_epi16(_mm512_add_epi16(near, near), near);
    return (struct words){
        _mm512_add_epi16(thrice, load(tints - 1)),
        _mm512_add_epi16(thrice, load(tints + 1)),
    };
}

AVX512 static void shade(uint8_t *target, const uint8_t *luma, const struct cpixels_tints *tints,
                         size_t count, const struct cpixels_matrix *matrix) {
    const size_t even = count & ~(size_t)1;
    if (even < 64) return kernels_avx2.shade(target, luma, tints, count, matrix);
    const __m512i order = load(channel_order);
    for (size_t step = 0; step < even; step += 64) {
        const size_t i = step + 64 <= even ? step : even - 64;
        const struct words light = brightness(luma + i, matrix);
        store(target + 4 * i, channel(light, interpolated(tints->blue + i / 2), order),
              channel(light, interpolated(tints->green + i / 2), order),
              channel(light, interpolated(tints->red + i / 2), order));
    }
    shade_plain(target, luma, tints, even, count, matrix);
}

INLINE struct words scaled(struct words words, int16_t factor) {
    return (struct words){
        _mm512_mulhrs_epi16(words.even, _mm512_set1_epi16(factor)),
        _mm512_mulhrs_epi16(words.odd, _mm512_set1_epi16(factor)),
    };
}

INLINE struct words sum(struct words first, struct words second) {
    return (struct words){
        _mm512_add_epi16(first.even, second.even),
        _mm512_add_epi16(first.odd, second.odd),
    };
}

AVX512 static void convert(uint8_t *target, const uint8_t *luma, struct cpixels_color color,
                           size_t count, const struct cpixels_matrix *matrix) {
    if (count < 64) return kernels_avx2.convert(target, luma, color, count, matrix);
    const __m512i order = load(channel_order);
    for (size_t step = 0; step < count; step += 64) {
        const size_t i = step + 64 <= count ? step : count - 64;
        const struct words light = brightness(luma + i, matrix);
        const struct words u = parted(centered(load(color.u + i)));
        const struct words v = parted(centered(load(color.v + i)));
        const struct words green = sum(scaled(u, matrix->green_u), scaled(v, matrix->green_v));
        store(target + 4 * i, channel(light, scaled(u, matrix->blue_u), order),
              channel(light, green, order), channel(light, scaled(v, matrix->red_v), order));
    }
}

const struct cpixels_kernels kernels_avx512 = {
    .mix_rows = mix_rows,
    .tint = tint,
    .shade = shade,
    .convert = convert,
};

#endif
