// What the files of the levels share.
#pragma once

#include "CPixels.h"

/// A table of columns. Positions at the plain level; at the others groups of as
/// many columns as a register has bytes, and behind them where windows begin.
///
/// A window is a stretch of the source's bytes, from which an instruction picks
/// two neighbours a column. Windows never reach beyond the source, nor groups
/// beyond the target: the last group overlaps the one before.
///
/// A group: the places of pairs in their windows, two registers full, and the
/// pairs' weights, two registers full.
struct cpixels_columns {
    size_t count;
    enum cpixels_level level;
    _Alignas(64) uint8_t entries[];
};

/// Bytes that an instruction picks from; twice as many as columns made of them.
#define WINDOW(register) ((register) == 64 ? 64 : 16)
/// Windows of a group.
#define WINDOWS(register) (2 * (register) / WINDOW(register))
#define GROUPS(count, register) (((count) + (register) - 1) / (register))
#define GROUP_BYTES(register) (4 * (register))

extern const struct cpixels_kernels kernels_plain;
/// Made from `engine.h`, for registers of 128, 256 and 512 bits.
extern const struct cpixels_kernels kernels_128;
extern const struct cpixels_kernels kernels_256;
extern const struct cpixels_kernels kernels_512;

/// The pixels from `first` on.
void shade_plain(uint8_t *target, const uint8_t *luma, const struct cpixels_tints *tints,
                 size_t first, size_t count, const struct cpixels_matrix *matrix);

/// Where a step begins that may go over a row's end: further left.
static inline size_t start_of(size_t step, size_t width, size_t count) {
    return step + width <= count ? step : count - width;
}

/// Repeats the ends of tints, so that they can be interpolated.
static inline void extend_tints(const struct cpixels_tints *tints, size_t count) {
    int16_t *const rows[] = {tints->red, tints->green, tints->blue};
    for (int index = 0; index < 3; index++) {
        rows[index][-1] = rows[index][0];
        rows[index][count] = rows[index][count - 1];
    }
}
