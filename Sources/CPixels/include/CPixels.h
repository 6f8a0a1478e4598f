// Rows of pixels: taking apart, scaling, turning and conversion to BGRX, with the
// instructions that the processor has. C, because Swift can neither shuffle
// bytes nor choose instructions at run time. Every level gives the same bytes
// for the same input; none reads or writes beyond the counts it is given, and
// none allocates. What is written never overlaps what is read, but in `lay`.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The factors of one colour matrix in one range. A colour difference is a byte
/// less 128, and the result has 6 bits behind the point:
///
///     red = luma * Y / 256 + bias + 64 * redV * V / 8192
///
/// and green and blue in the same way.
struct cpixels_matrix {
    uint16_t luma;
    /// What black lacks, and half of the last bit.
    int16_t bias;
    int16_t red_v;
    int16_t green_u;
    int16_t green_v;
    int16_t blue_u;
};

/// A row of each colour difference.
struct cpixels_color {
    const uint8_t *_Nonnull u;
    const uint8_t *_Nonnull v;
};

/// What the colour adds to luma in red, green and blue, one entry a colour
/// sample, with 4 bits behind the point. There is one more entry before the
/// first and one after the last.
struct cpixels_tints {
    int16_t *_Nonnull red;
    int16_t *_Nonnull green;
    int16_t *_Nonnull blue;
};

/// Where the columns of a scaled row come from; made by `cpixels_prepare_columns`.
struct cpixels_columns;

/// The columns and rows that become one, as powers of two.
struct cpixels_box {
    int columns;
    int rows;
};

/// The functions of one level of instructions.
struct cpixels_kernels {
    /// Mixes two rows: `share` of 256 (0 to 255) of the second. The target may be the first.
    void (*_Nonnull mix_rows)(
        uint8_t *_Nonnull target, const uint8_t *_Nonnull first, const uint8_t *_Nonnull second,
        int share, size_t count);

    /// Lays `count` pixels whose colours are multiplied by alpha over others, which
    /// become opaque.
    void (*_Nonnull lay)(
        uint8_t *_Nonnull pixels, const uint8_t *_Nonnull above, size_t count);

    /// Called by `cpixels_scale_columns`, which knows the table's level.
    void (*_Nonnull scale_columns)(
        uint8_t *_Nonnull target, const uint8_t *_Nonnull source,
        const struct cpixels_columns *_Nonnull columns);

    /// What colour adds to the luma of a row of pixels: three parts of the row
    /// of colour that lies nearer, and one of the other.
    void (*_Nonnull tint)(
        const struct cpixels_tints *_Nonnull target, struct cpixels_color near,
        struct cpixels_color far, size_t count, const struct cpixels_matrix *_Nonnull matrix);

    /// A row of BGRX of luma and of tints of half its width, which are
    /// interpolated; `count` counts pixels, and no byte of `target` is read.
    void (*_Nonnull shade)(
        uint8_t *_Nonnull target, const uint8_t *_Nonnull luma,
        const struct cpixels_tints *_Nonnull tints, size_t count,
        const struct cpixels_matrix *_Nonnull matrix);

    /// A row of BGRX of components that are all as wide.
    void (*_Nonnull convert)(
        uint8_t *_Nonnull target, const uint8_t *_Nonnull luma, struct cpixels_color color,
        size_t count, const struct cpixels_matrix *_Nonnull matrix);

    /// A row of BGRX of three components that are these.
    void (*_Nonnull merge)(
        uint8_t *_Nonnull target, const uint8_t *_Nonnull blue, const uint8_t *_Nonnull green,
        const uint8_t *_Nonnull red, size_t count);

    /// Parts `count` pairs of bytes.
    void (*_Nonnull split)(
        uint8_t *_Nonnull even, uint8_t *_Nonnull odd, const uint8_t *_Nonnull source,
        size_t count);

    /// Cuts `count` little-endian samples of 10 bits to 8.
    void (*_Nonnull narrow)(
        uint8_t *_Nonnull target, const uint8_t *_Nonnull source, size_t count);

    /// A row of `count` means of boxes of bytes, rounded; the rows that they
    /// are made of are `stride` bytes apart.
    void (*_Nonnull average)(
        uint8_t *_Nonnull target, const uint8_t *_Nonnull source, size_t stride,
        struct cpixels_box box, size_t count);
};

/// From the plainest to the widest.
enum cpixels_level {
    /// C, on any processor.
    CPIXELS_PLAIN,
    /// Registers of 128 bits: SSE4.1, or NEON.
    CPIXELS_128,
    /// AVX2.
    CPIXELS_256,
    /// AVX-512 with BW and VBMI: Ice Lake, Zen 4 and later.
    CPIXELS_512,
};

/// Whether the processor has a level.
int cpixels_has(enum cpixels_level level);

/// What a level is called on this kind of processor; empty where there is none.
const char *_Nonnull cpixels_name(enum cpixels_level level);

/// The functions of a level that the processor has, valid for the life of the process.
const struct cpixels_kernels *_Nonnull cpixels_kernels(enum cpixels_level level);

/// The bytes of a table for `count` columns, whatever the level.
size_t cpixels_columns_bytes(size_t count);

/// Makes a table in memory aligned to 64 bytes.
///
/// `positions` are places in the source row in 256ths of a column, ascending,
/// at most two columns apart and none beyond the last column; `source_count`
/// says how many columns there are.
struct cpixels_columns *_Nonnull cpixels_prepare_columns(
    void *_Nonnull memory, const uint32_t *_Nonnull positions, size_t count, size_t source_count,
    enum cpixels_level level);

/// Makes each column of `target` of the two of `source` that it lies between.
void cpixels_scale_columns(
    uint8_t *_Nonnull target, const uint8_t *_Nonnull source,
    const struct cpixels_columns *_Nonnull columns);

/// How far a picture is turned, in quarters of a turn clockwise.
enum cpixels_turn {
    CPIXELS_UPRIGHT,
    CPIXELS_CLOCKWISE,
    CPIXELS_HALF_TURN,
    CPIXELS_COUNTERCLOCKWISE,
};

/// Copies `height` rows of `width` samples of 1 or 4 bytes, turned on the way.
/// The target is only written. Strides are in bytes.
void cpixels_turn(
    uint8_t *_Nonnull target, size_t target_stride, const uint8_t *_Nonnull source,
    size_t source_stride, size_t width, size_t height, size_t sample, enum cpixels_turn turn);

/// Asks for bytes that are read and written soon. Processors see by themselves what is read
/// in one stretch, but not that a row follows another one elsewhere.
void cpixels_prefetch(const uint8_t *_Nonnull bytes, size_t count);

/// Sets the fourth byte of each pixel.
void cpixels_set_alpha(
    uint8_t *_Nonnull pixels, const uint8_t *_Nonnull alpha, size_t count);

/// BGRX of pixels with red first, or the other way round.
void cpixels_swap(uint8_t *_Nonnull target, const uint8_t *_Nonnull pixels, size_t count);

/// Red, green and blue of BGRX.
void cpixels_to_rgb(uint8_t *_Nonnull target, const uint8_t *_Nonnull pixels, size_t count);

/// Pairs of a byte of each.
void cpixels_join(
    uint8_t *_Nonnull target, const uint8_t *_Nonnull first, const uint8_t *_Nonnull second,
    size_t count);

/// Asks for the memory of a row that will be read soon.
static inline void cpixels_fetch(const uint8_t *_Nonnull row, size_t count) {
    for (size_t i = 0; i < count; i += 64) __builtin_prefetch(row + i);
}
