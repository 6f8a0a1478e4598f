// What the files of the levels share.
#pragma once

#include "CPixels.h"

/// A table of columns. Positions at the plain level; at the others groups of
/// two windows each, and behind them where the windows begin in the source.
///
/// A window is a register full of the source's bytes, from which a shuffle takes
/// two neighbours a column. Windows never reach beyond the source, nor groups
/// beyond the target: the last ones overlap those before them.
struct cpixels_columns {
    size_t count;
    enum cpixels_level level;
    /// Groups of columns; the last may overlap the one before.
    size_t groups;
    _Alignas(64) uint8_t entries[];
};

/// Columns that are made of one window, which has twice as many bytes.
enum { WINDOW_AVX2 = 8, WINDOW_AVX512 = 32 };

/// The bytes of a group: which bytes of the two windows, and how much they count.
#define GROUP_BYTES(window) (8 * (window))

/// The target's column that a group begins at.
static inline size_t group_start(const struct cpixels_columns *columns, size_t group,
                                 size_t width) {
    const size_t last = columns->count - width;
    return group * width < last ? group * width : last;
}

extern const struct cpixels_kernels kernels_plain;

void scale_columns_plain(uint8_t *target, const uint8_t *source, const uint32_t *positions,
                         size_t count);
/// The pixels from `first` on.
void shade_plain(uint8_t *target, const uint8_t *luma, const struct cpixels_tints *tints,
                 size_t first, size_t count, const struct cpixels_matrix *matrix);

#if defined(__x86_64__)
extern const struct cpixels_kernels kernels_avx2;
extern const struct cpixels_kernels kernels_avx512;
void scale_columns_avx2(uint8_t *target, const uint8_t *source,
                        const struct cpixels_columns *columns);
void scale_columns_avx512(uint8_t *target, const uint8_t *source,
                          const struct cpixels_columns *columns);
#endif

/// Repeats the ends of tints, so that they can be interpolated.
static inline void extend_tints(const struct cpixels_tints *tints, size_t count) {
    int16_t *const rows[] = {tints->red, tints->green, tints->blue};
    for (int index = 0; index < 3; index++) {
        rows[index][-1] = rows[index][0];
        rows[index][count] = rows[index][count - 1];
    }
}
