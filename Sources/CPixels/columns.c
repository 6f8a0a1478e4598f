// Tables of columns, for every level.
#include "kernels.h"

#include <string.h>

/// Bytes of a register at a level above the plain one.
static size_t register_bytes(enum cpixels_level level) { return (size_t)8 << level; }

static size_t table_bytes(size_t count, size_t width) {
    const size_t starts = WINDOWS(width) * sizeof(uint32_t);
    return GROUPS(count, width) * (GROUP_BYTES(width) + starts);
}

size_t cpixels_columns_bytes(size_t count) {
    size_t most = count * sizeof(uint32_t);
    for (enum cpixels_level level = CPIXELS_128; level <= CPIXELS_512; level++) {
        const size_t bytes = table_bytes(count, register_bytes(level));
        most = bytes > most ? bytes : most;
    }
    return sizeof(struct cpixels_columns) + most;
}

/// Lays out one window; says no where its columns do not fit.
static int prepare_window(uint8_t *places, uint8_t *weights, uint32_t *start,
                          const uint32_t *positions, size_t window, size_t source_count) {
    const uint32_t latest = (uint32_t)(source_count - window);
    const uint32_t first = positions[0] >> 8;
    *start = first < latest ? first : latest;
    for (size_t i = 0; i < window / 2; i++) {
        const uint32_t column = (positions[i] >> 8) - *start;
        const uint32_t share = positions[i] & 255;
        if (column + (share != 0) >= window) return 0;
        // 256 is more than a byte: half of the same column twice is all of it.
        places[2 * i] = (uint8_t)column;
        places[2 * i + 1] = (uint8_t)(column + (share != 0));
        weights[2 * i] = (uint8_t)(share == 0 ? 128 : 256 - share);
        weights[2 * i + 1] = (uint8_t)(share == 0 ? 128 : share);
    }
    return 1;
}

/// Lays out groups of `width` columns; says no where there are too few for one.
static int prepare_groups(struct cpixels_columns *columns, const uint32_t *positions,
                          size_t width, size_t source_count) {
    const size_t count = columns->count, window = WINDOW(width), windows = WINDOWS(width);
    if (count < width || source_count < window) return 0;
    uint8_t *places = columns->entries;
    uint32_t *starts = (void *)(places + GROUPS(count, width) * GROUP_BYTES(width));
    for (size_t step = 0; step < count; step += width) {
        const uint32_t *first = positions + (step + width <= count ? step : count - width);
        for (size_t index = 0; index < windows; index++) {
            uint8_t *own = places + index * window;
            if (!prepare_window(own, own + 2 * width, starts++, first + index * window / 2,
                                window, source_count)) {
                return 0;
            }
        }
        places += GROUP_BYTES(width);
    }
    return 1;
}

struct cpixels_columns *cpixels_prepare_columns(void *memory, const uint32_t *positions,
                                                size_t count, size_t source_count,
                                                enum cpixels_level level) {
    struct cpixels_columns *columns = memory;
    columns->count = count;
    for (columns->level = level; columns->level > CPIXELS_PLAIN; columns->level--) {
        const size_t width = register_bytes(columns->level);
        if (prepare_groups(columns, positions, width, source_count)) return columns;
    }
    memcpy(columns->entries, positions, count * sizeof *positions);
    return columns;
}

void cpixels_scale_columns(uint8_t *target, const uint8_t *source,
                           const struct cpixels_columns *columns) {
    cpixels_kernels(columns->level)->scale_columns(target, source, columns);
}
