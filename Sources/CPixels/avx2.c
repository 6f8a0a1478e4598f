// 256 bits a register. A row's last, incomplete step is done again from where
// it ends with the row; rows shorter than one step are left to the plain level.
#if defined(__x86_64__)

#include "kernels.h"

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) AVX2

INLINE __m256i load(const void *address) { return _mm256_loadu_si256(address); }
INLINE void keep(void *address, __m256i value) { _mm256_storeu_si256(address, value); }

/// Bytes less 128, which makes them signed, or the other way round.
INLINE __m256i centered(__m256i bytes) { return _mm256_xor_si256(bytes, _mm256_set1_epi8(-128)); }

/// Sums of two centered bytes in 256ths, rounded, as bytes of 0 to 255 in words.
INLINE __m256i settled(__m256i sums) {
    return _mm256_srli_epi16(_mm256_add_epi16(sums, _mm256_set1_epi16(-32768 + 128)), 8);
}

AVX2 static void mix_rows(uint8_t *target, const uint8_t *first, const uint8_t *second, int share,
                          size_t count) {
    // A share of 256 is more than a byte.
    if (count < 32 || share == 0) {
        return kernels_plain.mix_rows(target, first, second, share, count);
    }
    const __m256i shares = _mm256_set1_epi16((short)(share << 8 | (256 - share)));
    for (size_t step = 0; step < count; step += 32) {
        const size_t i = step + 32 <= count ? step : count - 32;
        const __m256i one = centered(load(first + i)), two = centered(load(second + i));
        const __m256i low = _mm256_maddubs_epi16(shares, _mm256_unpacklo_epi8(one, two));
        const __m256i high = _mm256_maddubs_epi16(shares, _mm256_unpackhi_epi8(one, two));
        keep(target + i, _mm256_packus_epi16(settled(low), settled(high)));
    }
}

AVX2 void scale_columns_avx2(uint8_t *target, const uint8_t *source,
                             const struct cpixels_columns *columns) {
    const size_t groups = columns->groups;
    const uint8_t *entry = columns->entries;
    const uint32_t *starts = (const void *)(entry + groups * GROUP_BYTES(WINDOW_AVX2));
    for (size_t group = 0; group < groups; group++) {
        const __m128i one = _mm_loadu_si128((const void *)(source + starts[2 * group]));
        const __m128i two = _mm_loadu_si128((const void *)(source + starts[2 * group + 1]));
        const __m256i windows = centered(_mm256_set_m128i(two, one));
        const __m256i pairs = _mm256_shuffle_epi8(windows, load(entry));
        const __m256i words = settled(_mm256_maddubs_epi16(load(entry + 32), pairs));
        const __m256i bytes = _mm256_packus_epi16(words, words);
        const __m256i packed = _mm256_permute4x64_epi64(bytes, 0x08);
        _mm_storeu_si128((void *)(target + group_start(columns, group, 16)),
                         _mm256_castsi256_si128(packed));
        entry += GROUP_BYTES(WINDOW_AVX2);
    }
}

/// 16 tints of centered pairs of a near and a far sample.
INLINE void tint_16(const struct cpixels_tints *target, size_t i, __m256i u, __m256i v,
                    const struct cpixels_matrix *matrix) {
    const __m256i shares = _mm256_set1_epi16(16 << 8 | 48);
    u = _mm256_maddubs_epi16(shares, u);
    v = _mm256_maddubs_epi16(shares, v);
    keep(target->red + i, _mm256_mulhrs_epi16(v, _mm256_set1_epi16(matrix->red_v)));
    keep(target->green + i,
         _mm256_add_epi16(_mm256_mulhrs_epi16(u, _mm256_set1_epi16(matrix->green_u)),
                          _mm256_mulhrs_epi16(v, _mm256_set1_epi16(matrix->green_v))));
    keep(target->blue + i, _mm256_mulhrs_epi16(u, _mm256_set1_epi16(matrix->blue_u)));
}

AVX2 static void tint(const struct cpixels_tints *target, struct cpixels_color near,
                      struct cpixels_color far, size_t count, const struct cpixels_matrix *matrix) {
    if (count < 32) return kernels_plain.tint(target, near, far, count, matrix);
    for (size_t step = 0; step < count; step += 32) {
        const size_t i = step + 32 <= count ? step : count - 32;
        // Parted so that the unpacked halves come in the order of the row.
        const __m256i nearU = _mm256_permute4x64_epi64(centered(load(near.u + i)), 0xD8);
        const __m256i farU = _mm256_permute4x64_epi64(centered(load(far.u + i)), 0xD8);
        const __m256i nearV = _mm256_permute4x64_epi64(centered(load(near.v + i)), 0xD8);
        const __m256i farV = _mm256_permute4x64_epi64(centered(load(far.v + i)), 0xD8);
        tint_16(target, i, _mm256_unpacklo_epi8(nearU, farU), _mm256_unpacklo_epi8(nearV, farV),
                matrix);
        tint_16(target, i + 16, _mm256_unpackhi_epi8(nearU, farU),
                _mm256_unpackhi_epi8(nearV, farV), matrix);
    }
    extend_tints(target, count);
}

/// Words of pixels in even and in odd columns.
struct words {
    __m256i even;
    __m256i odd;
};

/// Bytes in the high halves of words.
INLINE struct words parted(__m256i bytes) {
    return (struct words){
        _mm256_slli_epi16(bytes, 8),
        _mm256_and_si256(bytes, _mm256_set1_epi16((short)0xFF00)),
    };
}

INLINE struct words brightness(const uint8_t *luma, const struct cpixels_matrix *matrix) {
    const struct words bytes = parted(load(luma));
    const __m256i factor = _mm256_set1_epi16((short)matrix->luma);
    const __m256i bias = _mm256_set1_epi16(matrix->bias);
    return (struct words){
        _mm256_add_epi16(_mm256_mulhi_epu16(bytes.even, factor), bias),
        _mm256_add_epi16(_mm256_mulhi_epu16(bytes.odd, factor), bias),
    };
}

/// One channel's bytes, in the order of pixels inside each half of the register.
INLINE __m256i channel(struct words light, struct words color) {
    const __m256i order = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    const __m256i even = _mm256_srai_epi16(_mm256_adds_epi16(light.even, color.even), 6);
    const __m256i odd = _mm256_srai_epi16(_mm256_adds_epi16(light.odd, color.odd), 6);
    return _mm256_shuffle_epi8(_mm256_packus_epi16(even, odd), order);
}

/// 32 pixels.
INLINE void store(uint8_t *target, __m256i blue, __m256i green, __m256i red) {
    const __m256i opaque = _mm256_set1_epi8(-1);
    const __m256i blueGreen[] = {
        _mm256_unpacklo_epi8(blue, green),
        _mm256_unpackhi_epi8(blue, green),
    };
    const __m256i redAlpha[] = {
        _mm256_unpacklo_epi8(red, opaque),
        _mm256_unpackhi_epi8(red, opaque),
    };
    for (int half = 0; half < 2; half++) {
        const __m256i low = _mm256_unpacklo_epi16(blueGreen[half], redAlpha[half]);
        const __m256i high = _mm256_unpackhi_epi16(blueGreen[half], redAlpha[half]);
        keep(target + 32 * half, _mm256_permute2x128_si256(low, high, 0x20));
        keep(target + 64 + 32 * half, _mm256_permute2x128_si256(low, high, 0x31));
    }
}

/// Tints of 32 pixels, three parts of the nearer sample and one of the other.
INLINE struct words interpolated(const int16_t *tints) {
    const __m256i near = load(tints);
    const __m256i thrice = _mm256_add_epi16(_mm256_add_epi16(near, near), near);
    return (struct words){
        _mm256_add_epi16(thrice, load(tints - 1)),
        _mm256_add_epi16(thrice, load(tints + 1)),
    };
}

AVX2 static void shade(uint8_t *target, const uint8_t *luma, const struct cpixels_tints *tints,
                       size_t count, const struct cpixels_matrix *matrix) {
    const size_t even = count & ~(size_t)1;
    if (even < 32) return kernels_plain.shade(target, luma, tints, count, matrix);
    for (size_t step = 0; step < even; step += 32) {
        const size_t i = step + 32 <= even ? step : even - 32;
        const struct words light = brightness(luma + i, matrix);
        store(target + 4 * i, channel(light, interpolated(tints->blue + i / 2)),
              channel(light, interpolated(tints->green + i / 2)),
              channel(light, interpolated(tints->red + i / 2)));
    }
    shade_plain(target, luma, tints, even, count, matrix);
}

INLINE struct words scaled(struct words words, int16_t factor) {
    return (struct words){
        _mm256_mulhrs_epi16(words.even, _mm256_set1_epi16(factor)),
        _mm256_mulhrs_epi16(words.odd, _mm256_set1_epi16(factor)),
    };
}

INLINE struct words sum(struct words first, struct words second) {
    return (struct words){
        _mm256_add_epi16(first.even, second.even),
        _mm256_add_epi16(first.odd, second.odd),
    };
}

AVX2 static void convert(uint8_t *target, const uint8_t *luma, struct cpixels_color color,
                         size_t count, const struct cpixels_matrix *matrix) {
    if (count < 32) return kernels_plain.convert(target, luma, color, count, matrix);
    for (size_t step = 0; step < count; step += 32) {
        const size_t i = step + 32 <= count ? step : count - 32;
        const struct words light = brightness(luma + i, matrix);
        const struct words u = parted(centered(load(color.u + i)));
        const struct words v = parted(centered(load(color.v + i)));
        const struct words green = sum(scaled(u, matrix->green_u), scaled(v, matrix->green_v));
        store(target + 4 * i, channel(light, scaled(u, matrix->blue_u)), channel(light, green),
              channel(light, scaled(v, matrix->red_v)));
    }
}

const struct cpixels_kernels kernels_avx2 = {
    .mix_rows = mix_rows,
    .tint = tint,
    .shade = shade,
    .convert = convert,
};

#endif
