// Tables of columns, for every level.
#include "kernels.h"

#include <string.h>

static size_t groups(size_t count, size_t window) {
    return (count + 2 * window - 1) / (2 * window);
}

size_t cpixels_columns_bytes(size_t count) {
    const size_t positions = count * sizeof(uint32_t);
    const size_t small = groups(count, WINDOW_AVX2) * (GROUP_BYTES(WINDOW_AVX2) + 8);
    const size_t large = groups(count, WINDOW_AVX512) * (GROUP_BYTES(WINDOW_AVX512) + 8);
    const size_t most = small > large ? small : large;
    return sizeof(struct cpixels_columns) + (most > positions ? most : positions);
}

/// Lays out one window; says no where its columns do not fit.
static int prepare_window(uint8_t *neighbours, uint8_t *shares, uint32_t *start,
                          const uint32_t *positions, size_t window, size_t source_count) {
    const uint32_t latest = (uint32_t)(source_count - 2 * window);
    const uint32_t first = positions[0] >> 8;
    *start = first < latest ? first : latest;
    for (size_t i = 0; i < window; i++) {
        const uint32_t column = (positions[i] >> 8) - *start;
        const uint32_t share = positions[i] & 255;
        if (column + (share != 0) >= 2 * window) return 0;
        // 256 is more than a byte: half of the same column twice is all of it.
        neighbours[2 * i] = (uint8_t)column;
        neighbours[2 * i + 1] = (uint8_t)(column + (share != 0));
        shares[2 * i] = (uint8_t)(share == 0 ? 128 : 256 - share);
        shares[2 * i + 1] = (uint8_t)(share == 0 ? 128 : share);
    }
    return 1;
}

/// Lays out groups of two windows of `window` columns; says no where there are
/// too few columns for one.
static int prepare_groups(struct cpixels_columns *columns, const uint32_t *positions,
                          size_t window, size_t source_count) {
    if (columns->count < 2 * window || source_count < 2 * window) return 0;
    columns->groups = groups(columns->count, window);
    uint32_t *starts =
        (uint32_t *)(void *)(columns->entries + columns->groups * GROUP_BYTES(window));
    for (size_t group = 0; group < columns->groups; group++) {
        uint8_t *neighbours = columns->entries + group * GROUP_BYTES(window);
        uint8_t *shares = neighbours + 4 * window;
        const uint32_t *place = positions + group_start(columns, group, 2 * window);
        for (size_t half = 0; half < 2; half++) {
            const size_t offset = 2 * window * half;
            if (!prepare_window(neighbours + offset, shares + offset, starts + 2 * group + half,
                                place + window * half, window, source_count)) {
                return 0;
            }
        }
    }
    return 1;
}

struct cpixels_columns *cpixels_prepare_columns(void *memory, const uint32_t *positions,
                                                size_t count, size_t source_count,
                                                enum cpixels_level level) {
    struct cpixels_columns *columns = memory;
    columns->count = count;
    columns->level = CPIXELS_AVX512;
    if (level >= CPIXELS_AVX512 && prepare_groups(columns, positions, WINDOW_AVX512, source_count))
        return columns;
    columns->level = CPIXELS_AVX2;
    if (level >= CPIXELS_AVX2 && prepare_groups(columns, positions, WINDOW_AVX2, source_count))
        return columns;
    columns->level = CPIXELS_PLAIN;
    memcpy(columns->entries, positions, count * sizeof *positions);
    return columns;
}

void cpixels_scale_columns(uint8_t *target, const uint8_t *source,
                           const struct cpixels_columns *columns) {
    switch (columns->level) {
#if defined(__x86_64__)
    case CPIXELS_AVX512: return scale_columns_avx512(target, source, columns);
    case CPIXELS_AVX2: return scale_columns_avx2(target, source, columns);
#endif
    default: break;
    }
    const uint32_t *positions = (const uint32_t *)(const void *)columns->entries;
    scale_columns_plain(target, source, positions, columns->count);
}
