// The row engine, on registers of `REGISTER` bytes: included once for each
// instruction set. A row's last, incomplete step is done again from where it
// ends with the row, unless it is done in place; rows shorter than one step are
// left to `NARROWER`.
#include "vectors.h"

#if REGISTER == 16
#define IN_ORDER(value) (value)
#define FOR_ZIPS(value) (value)
#else
#if REGISTER == 32
#define PACKED_QUADS 0, 2, 1, 3
#define ZIPPED_QUADS 0, 2, 1, 3
#else
#define PACKED_QUADS 0, 2, 4, 6, 1, 3, 5, 7
#define ZIPPED_QUADS 0, 4, 1, 5, 2, 6, 3, 7
#endif
/// What `saturated` made of words in the order of a row, in that order.
#define IN_ORDER(value) (bytes)__builtin_shufflevector((quads)(value), (quads)(value), PACKED_QUADS)
/// A row's bytes, so that both zips give them in their order.
#define FOR_ZIPS(value) (bytes)__builtin_shufflevector((quads)(value), (quads)(value), ZIPPED_QUADS)
#endif

/// Means of pairs of bytes, by weights of 256 together.
INLINE words mean(bytes pairs, bytes weights) {
    const words sums = weighed(pairs, weights, 256) + (words)(-32768 + 128);
    return (words)((unsigned_words)sums >> 8);
}

static void mix_rows(uint8_t *target, const uint8_t *first, const uint8_t *second, int share,
                     size_t count) {
    size_t i = 0;
    const bytes weights = (bytes)(words)(int16_t)(share << 8 | (256 - share));
    // A weight of 256 is more than a byte. Nothing is done twice: the target may be a source.
    for (; share > 0 && i + REGISTER <= count; i += REGISTER) {
        const bytes one = load(first + i), two = load(second + i);
        const words low = mean(zip_low(one, two), weights);
        keep(target + i, saturated(low, mean(zip_high(one, two), weights)));
    }
    if (i < count) NARROWER.mix_rows(target + i, first + i, second + i, share, count - i);
}

#define FOUR_OF(i) (i), (i), (i), (i)
#define ALPHAS(block) \
    FOUR_OF(16 * block + 3), FOUR_OF(16 * block + 7), FOUR_OF(16 * block + 11), \
        FOUR_OF(16 * block + 15)

/// What is seen of bytes under others of so much alpha; both zipped with zero.
INLINE words dimmed(bytes under, bytes alpha) {
    return (words)((unsigned_words)under * (256 - (unsigned_words)alpha) >> 8);
}

static void lay(uint8_t *pixels, const uint8_t *above, size_t count) {
    const bytes none = 0, opaque = (bytes)(longs)0xFF000000;
    size_t i = 0;
    // Nothing is done twice here: what is written was read.
    for (; i + REGISTER <= 4 * count; i += REGISTER) {
        const bytes under = load(pixels + i), over = load(above + i);
        const bytes alpha = __builtin_shufflevector(over, over, BLOCKS(ALPHAS));
        const words low = dimmed(zip_low(under, none), zip_low(alpha, none));
        const words high = dimmed(zip_high(under, none), zip_high(alpha, none));
        keep(pixels + i, __builtin_elementwise_add_sat(saturated(low, high), over) | opaque);
    }
    if (i < 4 * count) NARROWER.lay(pixels + i, above + i, count - i / 4);
}

/// As many of the source's bytes as a register's places choose from.
INLINE bytes window(const uint8_t *source, const uint32_t *starts) {
#if REGISTER == WINDOW(REGISTER)
    return load(source + starts[0]);
#else
    bytes both;
    memcpy(&both, source + starts[0], REGISTER / 2);
    memcpy((uint8_t *)&both + REGISTER / 2, source + starts[1], REGISTER / 2);
    return both;
#endif
}

static void scale_columns(uint8_t *target, const uint8_t *source,
                          const struct cpixels_columns *columns) {
    const size_t count = columns->count, windows = WINDOWS(REGISTER);
    const uint8_t *entry = columns->entries;
    const uint32_t *starts = (const void *)(entry + GROUPS(count, REGISTER) * 4 * REGISTER);
    for (size_t step = 0; step < count; step += REGISTER) {
        const size_t i = start_of(step, REGISTER, count);
        const bytes one = picked(window(source, starts), load(entry));
        const bytes two = picked(window(source, starts + windows / 2), load(entry + REGISTER));
        const bytes packed = saturated(mean(one, load(entry + 2 * REGISTER)),
                                       mean(two, load(entry + 3 * REGISTER)));
        keep(target + i, IN_ORDER(packed));
        entry += 4 * REGISTER;
        starts += windows;
    }
}

/// Tints of pairs of a near and a far sample: three parts and one, with 4 bits
/// behind the point.
INLINE void tint_pairs(const struct cpixels_tints *target, size_t i, bytes u_pairs, bytes v_pairs,
                       const struct cpixels_matrix *matrix) {
    const bytes weights = (bytes)(words)(int16_t)(16 << 8 | 48);
    const words u = weighed(u_pairs, weights, 64), v = weighed(v_pairs, weights, 64);
    keep_words(target->red + i, product(v, matrix->red_v));
    keep_words(target->green + i, product(u, matrix->green_u) + product(v, matrix->green_v));
    keep_words(target->blue + i, product(u, matrix->blue_u));
}

static void tint(const struct cpixels_tints *target, struct cpixels_color near,
                 struct cpixels_color far, size_t count, const struct cpixels_matrix *matrix) {
    if (count < REGISTER) return NARROWER.tint(target, near, far, count, matrix);
    for (size_t step = 0; step < count; step += REGISTER) {
        const size_t i = start_of(step, REGISTER, count);
        const bytes near_u = FOR_ZIPS(load(near.u + i)), far_u = FOR_ZIPS(load(far.u + i));
        const bytes near_v = FOR_ZIPS(load(near.v + i)), far_v = FOR_ZIPS(load(far.v + i));
        tint_pairs(target, i, zip_low(near_u, far_u), zip_low(near_v, far_v), matrix);
        tint_pairs(target, i + REGISTER / 2, zip_high(near_u, far_u), zip_high(near_v, far_v),
                   matrix);
    }
    extend_tints(target, count);
}

/// Words of pixels in even and in odd columns.
struct parts {
    words even;
    words odd;
};

/// Bytes in the high halves of words.
INLINE struct parts parted(bytes row) {
    return (struct parts){(words)row << 8, (words)row & (words)(int16_t)0xFF00};
}

INLINE struct parts brightness(const uint8_t *luma, const struct cpixels_matrix *matrix) {
    const struct parts row = parted(load(luma));
    return (struct parts){
        high_product(row.even, matrix->luma) + matrix->bias,
        high_product(row.odd, matrix->luma) + matrix->bias,
    };
}

// `store` zips within blocks, so each block holds four pixels of every quarter
// of the row, by turns.
#define PLACES(list, first) \
    list((first)), list((first) + 1), list((first) + 2), list((first) + 3)
#define BLOCK_PLACES(list, block)                                          \
    PLACES(list, 4 * block), PLACES(list, 4 * block + REGISTER / 4),       \
        PLACES(list, 4 * block + REGISTER / 2), PLACES(list, 4 * block + 3 * REGISTER / 4)
/// Where `saturated` leaves a pixel's byte, of even and of odd ones.
#define PARTED_PLACE(pixel) ((pixel) / 16 * 16 + (pixel) % 16 / 2 + (pixel) % 2 * 8)
#define PARTED_PLACES(block) BLOCK_PLACES(PARTED_PLACE, block)
#define OWN_PLACE(pixel) (pixel)
#define OWN_PLACES(block) BLOCK_PLACES(OWN_PLACE, block)

/// One channel's bytes, in the order that `store` takes.
INLINE bytes channel(struct parts light, struct parts color) {
    const bytes row = saturated(__builtin_elementwise_add_sat(light.even, color.even) >> 6,
                                __builtin_elementwise_add_sat(light.odd, color.odd) >> 6);
    return __builtin_shufflevector(row, row, BLOCKS(PARTED_PLACES));
}

/// As many pixels as a register has bytes.
INLINE void store(uint8_t *target, bytes blue, bytes green, bytes red) {
    const bytes opaque = 255;
    const bytes low = zip_low(blue, green), low_red = zip_low(red, opaque);
    const bytes high = zip_high(blue, green), high_red = zip_high(red, opaque);
    keep(target, zip_low_words(low, low_red));
    keep(target + REGISTER, zip_high_words(low, low_red));
    keep(target + 2 * REGISTER, zip_low_words(high, high_red));
    keep(target + 3 * REGISTER, zip_high_words(high, high_red));
}

/// Tints of pixels, three parts of the nearer sample and one of the other.
INLINE struct parts interpolated(const int16_t *tints) {
    const words near = (words)load(tints) * 3;
    return (struct parts){near + (words)load(tints - 1), near + (words)load(tints + 1)};
}

static void shade(uint8_t *target, const uint8_t *luma, const struct cpixels_tints *tints,
                  size_t count, const struct cpixels_matrix *matrix) {
    const size_t even = count & ~(size_t)1;
    if (even < REGISTER) return NARROWER.shade(target, luma, tints, count, matrix);
    for (size_t step = 0; step < even; step += REGISTER) {
        const size_t i = start_of(step, REGISTER, even);
        const struct parts light = brightness(luma + i, matrix);
        store(target + 4 * i, channel(light, interpolated(tints->blue + i / 2)),
              channel(light, interpolated(tints->green + i / 2)),
              channel(light, interpolated(tints->red + i / 2)));
    }
    shade_plain(target, luma, tints, even, count, matrix);
}

INLINE struct parts scaled(struct parts row, int16_t factor) {
    return (struct parts){product(row.even, factor), product(row.odd, factor)};
}

INLINE struct parts sum(struct parts first, struct parts second) {
    return (struct parts){first.even + second.even, first.odd + second.odd};
}

static void convert(uint8_t *target, const uint8_t *luma, struct cpixels_color color, size_t count,
                    const struct cpixels_matrix *matrix) {
    if (count < REGISTER) return NARROWER.convert(target, luma, color, count, matrix);
    for (size_t step = 0; step < count; step += REGISTER) {
        const size_t i = start_of(step, REGISTER, count);
        const struct parts light = brightness(luma + i, matrix);
        const struct parts u = parted(load(color.u + i) ^ (bytes)128);
        const struct parts v = parted(load(color.v + i) ^ (bytes)128);
        const struct parts green = sum(scaled(u, matrix->green_u), scaled(v, matrix->green_v));
        store(target + 4 * i, channel(light, scaled(u, matrix->blue_u)), channel(light, green),
              channel(light, scaled(v, matrix->red_v)));
    }
}

INLINE bytes stored_order(bytes row) {
    return __builtin_shufflevector(row, row, BLOCKS(OWN_PLACES));
}

static void merge(uint8_t *target, const uint8_t *blue, const uint8_t *green, const uint8_t *red,
                  size_t count) {
    if (count < REGISTER) return NARROWER.merge(target, blue, green, red, count);
    for (size_t step = 0; step < count; step += REGISTER) {
        const size_t i = start_of(step, REGISTER, count);
        store(target + 4 * i, stored_order(load(blue + i)), stored_order(load(green + i)),
              stored_order(load(red + i)));
    }
}

static void split(uint8_t *even, uint8_t *odd, const uint8_t *source, size_t count) {
    if (count < REGISTER) return NARROWER.split(even, odd, source, count);
    for (size_t step = 0; step < count; step += REGISTER) {
        const size_t i = start_of(step, REGISTER, count);
        word_pairs pairs;
        memcpy(&pairs, source + 2 * i, sizeof pairs);
        keep(even + i, __builtin_convertvector(pairs & 255, bytes));
        keep(odd + i, __builtin_convertvector(pairs >> 8, bytes));
    }
}

static void narrow(uint8_t *target, const uint8_t *source, size_t count) {
    if (count < REGISTER) return NARROWER.narrow(target, source, count);
    for (size_t step = 0; step < count; step += REGISTER) {
        const size_t i = start_of(step, REGISTER, count);
        word_pairs samples;
        memcpy(&samples, source + 2 * i, sizeof samples);
        samples = __builtin_elementwise_min(samples >> 2, (word_pairs)255);
        keep(target + i, __builtin_convertvector(samples, bytes));
    }
}

/// Sums of two columns, and of rows one below the other.
INLINE unsigned_words sums_of_two(const uint8_t *source, size_t stride, size_t rows) {
    unsigned_words sums = pair_sums(load(source));
    while (--rows > 0) sums += pair_sums(load(source += stride));
    return sums;
}

INLINE longs sums_of_four(unsigned_words pairs) {
    return ((longs)pairs & 0xFFFF) + ((longs)pairs >> 16);
}

INLINE quads sums_of_eight(unsigned_words pairs) {
    const quads fours = (quads)sums_of_four(pairs);
    return (fours & 0xFFFFFFFF) + (fours >> 32);
}

/// Means of as many columns as a lane of `bits` bits has bytes.
#define AVERAGE(name, bits, sums_of)                                                            \
    INLINE void name(uint8_t *target, const uint8_t *source, size_t stride, size_t rows,       \
                     int shift, size_t count) {                                                \
        enum { WIDTH = 8 * REGISTER / bits };                                                  \
        typedef uint##bits##_t lanes __attribute__((ext_vector_type(WIDTH)));                  \
        typedef uint8_t row __attribute__((ext_vector_type(WIDTH)));                           \
        const lanes half = (uint##bits##_t)(1 << shift >> 1);                                  \
        for (size_t step = 0; step < count; step += WIDTH) {                                   \
            const size_t i = start_of(step, WIDTH, count);                                     \
            const lanes sums = sums_of(sums_of_two(source + i * bits / 8, stride, rows));      \
            const lanes shifted = (sums + half) >> (uint##bits##_t)shift;                       \
            const row means = __builtin_convertvector(shifted, row);                           \
            memcpy(target + i, &means, sizeof means);                                          \
        }                                                                                      \
    }
AVERAGE(average_two, 16, )
AVERAGE(average_four, 32, sums_of_four)
AVERAGE(average_eight, 64, sums_of_eight)

/// Means of rows alone.
INLINE void average_one(uint8_t *target, const uint8_t *source, size_t stride, size_t rows,
                        int shift, size_t count) {
    for (size_t step = 0; step < count; step += REGISTER / 2) {
        const size_t i = start_of(step, REGISTER / 2, count);
        unsigned_words sums = (uint16_t)(1 << shift >> 1);
        for (size_t row = 0; row < rows; row++) {
            sums += __builtin_convertvector(load_half(source + row * stride + i), unsigned_words);
        }
        keep_half(target + i, __builtin_convertvector(sums >> (uint16_t)shift, half_bytes));
    }
}

/// Means of columns that fill registers.
INLINE void average_registers(uint8_t *target, const uint8_t *source, size_t stride,
                              struct cpixels_box box, size_t count) {
    const size_t columns = (size_t)1 << box.columns, rows = (size_t)1 << box.rows;
    const int shift = box.columns + box.rows;
    for (size_t i = 0; i < count; i++) {
        longs sums = 0;
        for (size_t row = 0; row < rows; row++) {
            const uint8_t *const first = source + row * stride + i * columns;
            for (size_t column = 0; column < columns; column += REGISTER) {
                sums += sums_of_four(pair_sums(load(first + column)));
            }
        }
        const quads halves = ((quads)sums & 0xFFFFFFFF) + ((quads)sums >> 32);
        const uint64_t sum = __builtin_reduce_add(halves);
        target[i] = (uint8_t)((sum + ((uint64_t)1 << shift >> 1)) >> shift);
    }
}

static void average(uint8_t *target, const uint8_t *source, size_t stride, struct cpixels_box box,
                    size_t count) {
    if (box.columns > 3 && REGISTER <= 1 << box.columns) {
        return average_registers(target, source, stride, box, count);
    }
    // Sums of more rows do not fit into words.
    if (count < REGISTER / 2 || box.rows > 7 || box.columns > 3) {
        return NARROWER.average(target, source, stride, box, count);
    }
    const size_t rows = (size_t)1 << box.rows;
    const int shift = box.columns + box.rows;
    // With a constant, what is most common has no loop over rows.
    if (box.columns == 1 && rows == 2) return average_two(target, source, stride, 2, shift, count);
    if (box.columns == 2 && rows == 4) return average_four(target, source, stride, 4, shift, count);
    switch (box.columns) {
    case 0: return average_one(target, source, stride, rows, shift, count);
    case 1: return average_two(target, source, stride, rows, shift, count);
    case 2: return average_four(target, source, stride, rows, shift, count);
    default: return average_eight(target, source, stride, rows, shift, count);
    }
}

const struct cpixels_kernels KERNELS = {
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

#if defined(TARGET)
#pragma clang attribute pop
#endif
