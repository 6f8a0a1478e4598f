// Turning samples of one and of four bytes, in registers of 128 bits: wider
// ones have to move what they read as often.
#include "kernels.h"

#include <string.h>

struct rows {
    uint8_t *first;
    /// To the next row, in bytes; below zero where they are taken upwards.
    ptrdiff_t stride;
};

static inline struct rows place(struct rows rows, size_t x, size_t y, size_t sample) {
    return (struct rows){rows.first + (ptrdiff_t)y * rows.stride + x * sample, rows.stride};
}

typedef uint8_t bytes __attribute__((ext_vector_type(16)));
typedef uint32_t longs __attribute__((ext_vector_type(4)));

static inline bytes zip_low_bytes(bytes a, bytes b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

static inline bytes zip_high_bytes(bytes a, bytes b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
}

static inline bytes reversed_bytes(bytes a) {
    return __builtin_shufflevector(a, a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}

static inline longs zip_low_longs(longs a, longs b) {
    return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}

static inline longs zip_high_longs(longs a, longs b) {
    return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}

static inline longs reversed_longs(longs a) { return __builtin_shufflevector(a, a, 3, 2, 1, 0); }

/// The samples in a register.
#define SIDE(name) (16 / sizeof((name){0}[0]))

#define UNROLLED _Pragma("unroll")

/// Makes rows of columns, and turns rows round.
///
/// A square is as wide as a register. Zipping rows with those half a square
/// below, as often as the square can be halved, leaves columns. Strips of the
/// source fill a cache line of the target, which may be memory that is slow to
/// write in pieces.
#define TURNS(name)                                                                           \
    static inline void square_of_##name(struct rows target, struct rows source) {            \
        enum { WIDTH = SIDE(name) };                                                          \
        name rows[WIDTH], zipped[WIDTH];                                                      \
        UNROLLED for (int i = 0; i < WIDTH; i++) {                                            \
            memcpy(rows + i, source.first + i * source.stride, 16);                           \
        }                                                                                     \
        UNROLLED for (int step = 1; step < WIDTH; step *= 2) {                                \
            UNROLLED for (int i = 0; i < WIDTH / 2; i++) {                                    \
                zipped[2 * i] = zip_low_##name(rows[i], rows[i + WIDTH / 2]);                 \
                zipped[2 * i + 1] = zip_high_##name(rows[i], rows[i + WIDTH / 2]);            \
            }                                                                                 \
            memcpy(rows, zipped, sizeof rows);                                                \
        }                                                                                     \
        UNROLLED for (int i = 0; i < WIDTH; i++) {                                            \
            memcpy(target.first + i * target.stride, rows + i, 16);                           \
        }                                                                                     \
    }                                                                                         \
                                                                                              \
    static void transpose_##name(struct rows target, struct rows source, size_t columns,     \
                                 size_t count) {                                              \
        enum { WIDTH = SIDE(name), SAMPLE = 16 / WIDTH, STRIP = 64 / SAMPLE };                \
        for (size_t strip = 0; strip < count; strip += STRIP) {                               \
            const size_t end = strip + STRIP < count ? strip + STRIP : count;                 \
            for (size_t column = 0; column < columns; column += WIDTH) {                      \
                const size_t x = start_of(column, WIDTH, columns);                            \
                for (size_t row = strip; row < end; row += WIDTH) {                           \
                    const size_t y = start_of(row, WIDTH, count);                             \
                    square_of_##name(place(target, y, x, SAMPLE), place(source, x, y, SAMPLE)); \
                }                                                                             \
            }                                                                                 \
        }                                                                                     \
    }                                                                                         \
                                                                                              \
    static void mirror_##name(struct rows target, struct rows source, size_t columns,        \
                              size_t count) {                                                 \
        enum { WIDTH = SIDE(name), SAMPLE = 16 / WIDTH };                                     \
        for (size_t y = 0; y < count; y++) {                                                  \
            for (size_t step = 0; step < columns; step += WIDTH) {                            \
                const size_t x = start_of(step, WIDTH, columns);                              \
                name row;                                                                     \
                memcpy(&row, place(source, columns - WIDTH - x, y, SAMPLE).first, 16);        \
                row = reversed_##name(row);                                                   \
                memcpy(place(target, x, y, SAMPLE).first, &row, 16);                          \
            }                                                                                 \
        }                                                                                     \
    }

TURNS(bytes)
TURNS(longs)

/// One sample after the other.
static void turn_small(struct rows target, struct rows source, size_t columns, size_t count,
                       size_t sample, int exchanges_axes) {
    for (size_t y = 0; y < count; y++) {
        for (size_t x = 0; x < columns; x++) {
            const struct rows to = exchanges_axes ? place(target, y, x, sample)
                                                  : place(target, columns - 1 - x, y, sample);
            memcpy(to.first, place(source, x, y, sample).first, sample);
        }
    }
}

/// The same rows from the last one on.
static struct rows upwards(struct rows rows, size_t count) {
    return (struct rows){rows.first + (ptrdiff_t)(count - 1) * rows.stride, -rows.stride};
}

void cpixels_turn(uint8_t *target, size_t target_stride, const uint8_t *source,
                  size_t source_stride, size_t width, size_t height, size_t sample,
                  enum cpixels_turn turn) {
    if (width == 0 || height == 0) return;
    struct rows to = {target, (ptrdiff_t)target_stride};
    struct rows from = {(uint8_t *)(uintptr_t)source, (ptrdiff_t)source_stride};
    const size_t side = 16 / sample;
    switch (turn) {
    case CPIXELS_UPRIGHT:
        for (size_t y = 0; y < height; y++) {
            memcpy(place(to, 0, y, sample).first, place(from, 0, y, sample).first, width * sample);
        }
        return;
    case CPIXELS_HALF_TURN:
        from = upwards(from, height);
        if (width < side) return turn_small(to, from, width, height, sample, 0);
        return (sample == 1 ? mirror_bytes : mirror_longs)(to, from, width, height);
    case CPIXELS_CLOCKWISE: from = upwards(from, height); break;
    case CPIXELS_COUNTERCLOCKWISE: to = upwards(to, width); break;
    }
    if (width < side || height < side) return turn_small(to, from, width, height, sample, 1);
    (sample == 1 ? transpose_bytes : transpose_longs)(to, from, width, height);
}
