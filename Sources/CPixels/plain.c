// The level that every other is compared with, bit by bit, and that does what
// is too short for a register. Simple rather than fast.
#include "kernels.h"

/// A product of numbers with 15 bits behind the point, rounded.
static inline int multiply(int first, int second) { return (first * second + 0x4000) >> 15; }

static inline uint8_t mix(uint8_t first, uint8_t second, int share) {
    return (uint8_t)((first * (256 - share) + second * share + 128) >> 8);
}

/// Luma with 6 bits behind the point.
static inline int brightness(uint8_t luma, const struct cpixels_matrix *matrix) {
    return (int)((uint32_t)luma * matrix->luma >> 8) + matrix->bias;
}

static inline uint8_t clamp(int value) {
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static inline void store(uint8_t *pixel, int blue, int green, int red) {
    pixel[0] = clamp(blue >> 6);
    pixel[1] = clamp(green >> 6);
    pixel[2] = clamp(red >> 6);
    pixel[3] = 255;
}

static void mix_rows(uint8_t *target, const uint8_t *first, const uint8_t *second, int share,
                     size_t count) {
    for (size_t i = 0; i < count; i++) target[i] = mix(first[i], second[i], share);
}

static void lay(uint8_t *pixels, const uint8_t *above, size_t count) {
    for (size_t i = 0; i < 4 * count; i += 4) {
        const int rest = 256 - above[i + 3];
        for (size_t channel = i; channel < i + 3; channel++) {
            pixels[channel] = clamp((pixels[channel] * rest >> 8) + above[channel]);
        }
        pixels[i + 3] = 255;
    }
}

static void scale_columns(uint8_t *target, const uint8_t *source,
                          const struct cpixels_columns *columns) {
    const uint32_t *positions = (const void *)columns->entries;
    for (size_t i = 0; i < columns->count; i++) {
        const uint32_t column = positions[i] >> 8;
        const int share = positions[i] & 255;
        // The last column has no neighbour.
        target[i] = mix(source[column], source[column + (share != 0)], share);
    }
}

static void tint(const struct cpixels_tints *target, struct cpixels_color near,
                 struct cpixels_color far, size_t count, const struct cpixels_matrix *matrix) {
    if (count == 0) return;
    for (size_t i = 0; i < count; i++) {
        const int blue = 48 * (near.u[i] - 128) + 16 * (far.u[i] - 128);
        const int red = 48 * (near.v[i] - 128) + 16 * (far.v[i] - 128);
        const int green = multiply(blue, matrix->green_u) + multiply(red, matrix->green_v);
        target->red[i] = (int16_t)multiply(red, matrix->red_v);
        target->green[i] = (int16_t)green;
        target->blue[i] = (int16_t)multiply(blue, matrix->blue_u);
    }
    extend_tints(target, count);
}

void shade_plain(uint8_t *target, const uint8_t *luma, const struct cpixels_tints *tints,
                 size_t first, size_t count, const struct cpixels_matrix *matrix) {
    for (size_t i = first; i < count; i++) {
        const ptrdiff_t near = (ptrdiff_t)i / 2;
        // The sample before a pixel in an even column, the one behind it in an odd one.
        const ptrdiff_t far = i % 2 == 0 ? near - 1 : near + 1;
        const int light = brightness(luma[i], matrix);
        store(target + 4 * i, light + 3 * tints->blue[near] + tints->blue[far],
              light + 3 * tints->green[near] + tints->green[far],
              light + 3 * tints->red[near] + tints->red[far]);
    }
}

static void shade(uint8_t *target, const uint8_t *luma, const struct cpixels_tints *tints,
                  size_t count, const struct cpixels_matrix *matrix) {
    shade_plain(target, luma, tints, 0, count, matrix);
}

static void convert(uint8_t *target, const uint8_t *luma, struct cpixels_color color, size_t count,
                    const struct cpixels_matrix *matrix) {
    for (size_t i = 0; i < count; i++) {
        const int light = brightness(luma[i], matrix);
        const int u = 256 * (color.u[i] - 128), v = 256 * (color.v[i] - 128);
        store(target + 4 * i, light + multiply(u, matrix->blue_u),
              light + multiply(u, matrix->green_u) + multiply(v, matrix->green_v),
              light + multiply(v, matrix->red_v));
    }
}

static void merge(uint8_t *target, const uint8_t *blue, const uint8_t *green, const uint8_t *red,
                  size_t count) {
    for (size_t i = 0; i < count; i++) {
        store(target + 4 * i, blue[i] << 6, green[i] << 6, red[i] << 6);
    }
}

static void split(uint8_t *even, uint8_t *odd, const uint8_t *source, size_t count) {
    for (size_t i = 0; i < count; i++) {
        even[i] = source[2 * i];
        odd[i] = source[2 * i + 1];
    }
}

static void narrow(uint8_t *target, const uint8_t *source, size_t count) {
    for (size_t i = 0; i < count; i++) {
        target[i] = clamp((source[2 * i] | source[2 * i + 1] << 8) >> 2);
    }
}

static void average(uint8_t *target, const uint8_t *source, size_t stride, struct cpixels_box box,
                    size_t count) {
    const size_t columns = (size_t)1 << box.columns, rows = (size_t)1 << box.rows;
    const int shift = box.columns + box.rows;
    for (size_t i = 0; i < count; i++) {
        uint64_t sum = (uint64_t)1 << shift >> 1;
        for (size_t row = 0; row < rows; row++) {
            const uint8_t *first = source + row * stride + i * columns;
            for (size_t column = 0; column < columns; column++) sum += first[column];
        }
        target[i] = (uint8_t)(sum >> shift);
    }
}

const struct cpixels_kernels kernels_plain = {
    .mix_rows = mix_rows,
    .lay = lay,
    .scale_columns = scale_columns,
    .tint = tint,
    .shade = shade,
    .convert = convert,
    .merge = merge,
    .split = split,
    .narrow = narrow,
    .average = average,
};
